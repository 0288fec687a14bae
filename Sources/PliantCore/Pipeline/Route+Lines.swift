// Conversions between JSON and JSON lines, value after value in constant memory.

extension Route {
  /// From this size on several threads read one input: below it, starting them costs more than they win.
  private static let sharedSize = 8 << 20

  /// The input of a job, or nil where it was JSON or JSON lines and has been converted value by value already.
  func inputUnlessLines(_ job: any ConversionJob) throws(Diagnostic) -> InputFile? {
    let isLines = source == .jsonl && (target == .json || target == .jsonl)
    let mayBeArray = target == .jsonl && (source == .json || source == nil)
    guard inputEncoding == nil, archives == .asStored, isLines || mayBeArray else {
      return try job.openDocument()
    }
    var window = try job.openWindow()
    try Self.refill(&window)
    if Self.isUTF8(window.bytes), DocumentInput.isPlain(window.bytes),
      isLines || source == .json || FormatDetector.detect(window.bytes) == .json
    {
      try copy(JSONValueStream(window, framing: isLines ? .lines : .elements), job)
      return nil
    }
    if job.canReopenInput { return try job.openDocument() }
    // What was read of a pipe cannot be read again.
    while try Self.refill(&window) {}
    return try job.document(in: InputFile(bytes: window.bytes.array, name: sourceName))
  }

  @discardableResult
  private static func refill(_ window: inout InputWindow) throws(Diagnostic) -> Bool {
    do throws(Failure) { return try window.refill() } catch { throw Diagnostic(error) }
  }

  /// Whether the text begins as UTF-8 does, rather than as UTF-16 or UTF-32.
  package static func isUTF8(_ head: ByteView) -> Bool {
    if let mark = ByteOrderMark(head) { return mark.encoding == .utf8 }
    return head.byte(at: 0) != 0 && head.byte(at: 1) != 0
  }

  private func copy(
    _ stream: consuming JSONValueStream, _ job: any ConversionJob
  ) throws(Diagnostic) {
    var stream = stream
    let losses = makeLossReport()
    var writer = JSONWriter(to: try job.openOutput(), style: jsonStyle, losses: losses)
    var duplicates = 0
    let threads = stream.inputSize < Self.sharedSize ? 1 : job.threadCount
    do throws(Failure) {
      try stream.copy(into: &writer, options: replayOptions(from: .json), threads: threads) {
        duplicate, position in
        duplicates += 1
        guard duplicates <= Limits.listedDuplicateKeys else { return }
        job.note(
          Failure(.duplicateKey, duplicate.key).message, at: Place(position), rule: "json/duplicate-key")
      }
    } catch {
      throw Diagnostic(error, at: error.offset.map { Place(stream.position(of: $0)) } ?? .wholeFile)
    }
    if let note = LoadedDocument.note(ofDuplicates: duplicates, rule: "json/duplicate-key") {
      job.report(note)
    }
    let changes = writer.losses
    var output = writer.finish()
    if target == .json && endsLine { output.append(ASCII.lineFeed) }
    try job.finish(output)
    job.report(changes)
  }
}
