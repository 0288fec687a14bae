// Conversions between JSON and JSON lines, value after value in constant memory.

extension Route {
  /// The input of a job, or nil where it was JSON or JSON lines and has been converted value by value already.
  func inputUnlessLines(_ job: any ConversionJob) throws(Diagnostic) -> InputFile? {
    let isLines = source == .jsonl && (target == .json || target == .jsonl)
    let mayBeArray = target == .jsonl && (source == .json || source == nil)
    guard inputEncoding == nil, isLines || mayBeArray else { return try job.openInput() }
    var window = try job.openWindow()
    try Self.refill(&window)
    if Self.isUTF8(window.bytes),
      isLines || source == .json || FormatDetector.detect(window.bytes) == .json
    {
      try copy(JSONValueStream(window, framing: isLines ? .lines : .elements), job)
      return nil
    }
    if job.canReopenInput { return try job.openInput() }
    // What was read of a pipe cannot be read again.
    while try Self.refill(&window) {}
    return InputFile(bytes: window.bytes.array, name: sourceName)
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
    let replay = replayOptions(from: .json)
    var writer = JSONWriter(to: try job.openOutput(), style: jsonStyle, losses: losses)
    try Self.run(&stream, into: &writer, replay, job)
    let changes = writer.losses
    var output = writer.finish()
    if target == .json && endsLine { output.append(ASCII.lineFeed) }
    try job.finish(output)
    job.report(changes)
  }

  /// Sends all values, with notes about their duplicate keys.
  private static func run(
    _ stream: inout JSONValueStream, into sink: inout some RevertibleSink & ~Copyable,
    _ options: ReplayOptions,
    _ job: any ConversionJob
  ) throws(Diagnostic) {
    do throws(Failure) {
      try stream.copy(into: &sink, options: options) { duplicate, position in
        let failure = Failure(.duplicateKey, duplicate.key)
        job.note(
          failure.message, at: .text(line: position.line, column: position.column), rule: "json/duplicate-key"
        )
      }
    } catch {
      guard let offset = error.offset else { throw Diagnostic(error) }
      let position = stream.position(of: offset)
      throw Diagnostic(error, at: .text(line: position.line, column: position.column))
    }
  }
}
