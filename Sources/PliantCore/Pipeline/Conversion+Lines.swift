// Conversions between JSON and JSON lines, one value at a time in constant memory.

extension Conversion {
  /// From this size on several threads read one input; below it, starting them costs more than it saves.
  static let sharedSize = 8 << 20

  /// The input of a job, or nil if it was JSON or JSON lines and has already been converted.
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
      let framing = isLines ? JSONValueStream.Framing.lines : .elements
      try copy(JSONValueStream(window, framing: framing), framing, job)
      return nil
    }
    return try Self.wholeInput(window, job, named: sourceName)
  }

  /// The whole of an input whose beginning is in a window.
  static func wholeInput(
    _ window: consuming InputWindow, _ job: any ConversionJob, named name: String
  ) throws(Diagnostic) -> InputFile {
    if job.canReopenInput { return try job.openDocument() }
    // A pipe cannot be read again.
    while try Self.refill(&window) {}
    return try job.document(in: InputFile(bytes: window.bytes.array, name: name))
  }

  @discardableResult
  static func refill(_ window: inout InputWindow) throws(Diagnostic) -> Bool {
    do throws(Failure) { return try window.refill() } catch { throw Diagnostic(error) }
  }

  /// Whether the text begins like UTF-8, rather than UTF-16 or UTF-32.
  package static func isUTF8(_ head: ByteView) -> Bool {
    if let mark = ByteOrderMark(head) { return mark.encoding == .utf8 }
    return head.byte(at: 0) != 0 && head.byte(at: 1) != 0
  }

  /// The proof that an output has the source's values: both are read again, one value at a time.
  private func proofOfLines(_ job: any ConversionJob, _ framing: JSONValueStream.Framing) -> OutputProof {
    { output throws(Failure) in
      let window: InputWindow
      do throws(Diagnostic) { window = try job.openWindow() } catch { return false }
      var old = JSONValueStream(window, framing: framing)
      var new = JSONValueStream(
        InputWindow(held: output), framing: self.target == .jsonl ? .lines : .elements)
      do throws(Failure) {
        return try self.areSame(&old, &new)
      } catch {
        if error.isOfSurroundings { throw error }
        return false
      }
    }
  }

  private func areSame(_ old: inout JSONValueStream, _ new: inout JSONValueStream) throws(Failure) -> Bool {
    var unchanged = self
    unchanged.loss = .note
    while let value = try old.next() {
      guard let written = try new.next() else { return false }
      let before = try ValueDigest.of(value, format: .json)
      if try ValueDigest.of(written, format: .json) == before { continue }
      guard try digest(ofValue: value) == unchanged.digest(ofValue: written) else { return false }
    }
    return try new.next() == nil
  }

  /// The digest of one value of a stream, with the changes of this conversion.
  private func digest(ofValue text: ByteView) throws(Failure) -> UInt64 {
    try digest(of: try DocumentSource(format: .json, text: text).document(), from: .json)
  }

  private func copy(
    _ stream: consuming JSONValueStream, _ framing: JSONValueStream.Framing, _ job: any ConversionJob
  ) throws(Diagnostic) {
    var writer = JSONWriter(to: try job.openOutput(), style: jsonStyle, losses: makeLossReport())
    var duplicates = 0
    let threads = stream.inputSize < Self.sharedSize ? 1 : job.threadCount
    do throws(Failure) {
      try stream.copy(into: &writer, options: replayOptions(from: .json), threads: threads) {
        duplicate, position in
        duplicates += 1
        guard duplicates <= Limits.listedDuplicateKeys else { return }
        job.note(
          Failure(.duplicateKey, duplicate.key).message, at: Place(position), rule: .jsonDuplicateKey)
      }
    } catch { throw Diagnostic(error, at: error.offset.map { Place(stream.position(of: $0)) } ?? .wholeFile) }
    if let note = DocumentSource.note(ofDuplicates: duplicates, rule: .jsonDuplicateKey) {
      job.report(note)
    }
    let changes = writer.losses
    var output = writer.finish()
    if target == .json && endsLine { output.append(ASCII.lineFeed) }
    try job.finish(output, proof: job.replacesSource ? proofOfLines(job, framing) : nil)
    job.report(changes)
  }
}
