// Conversions between JSON and JSON lines, one value at a time in constant memory.

extension Route {
  /// The input of a job, or nil if it was JSON or JSON lines and has already been converted.
  func inputUnlessLines(_ job: any ConversionJob) throws(Diagnostic) -> InputFile? {
    guard mayCopyLines else { return try job.openDocument() }
    var window = try job.openWindow()
    try Self.refill(&window)
    let format = reading.detect(window.bytes)
    var conditions = RoadConditions(format)
    conditions.isPlainUTF8 = Self.isUTF8(window.bytes) && DocumentInput.isPlain(window.bytes)
    if plan(conditions) == .lines {
      let framing = JSONValueStream.framing(
        of: window.bytes, isLines: format == .jsonl, isDetected: reading.format == nil)
      try copy(JSONValueStream(window, framing: framing), framing, job)
      return nil
    }
    return try Self.wholeInput(window, job, named: reading.name)
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
        InputWindow(held: output), framing: self.writing.target == .jsonl ? .lines : .elements)
      do throws(Failure) {
        return try self.areSame(&old, &new)
      } catch {
        if error.isOfSurroundings { throw error }
        return false
      }
    }
  }

  private func areSame(_ old: inout JSONValueStream, _ new: inout JSONValueStream) throws(Failure) -> Bool {
    var unchanged = writing
    unchanged.losses = LossRule(.note)
    while let value = try old.next() {
      guard let written = try new.next() else { return false }
      let before = try ValueDigest.of(value, format: .json)
      if try ValueDigest.of(written, format: .json) == before { continue }
      guard try Self.digest(ofValue: value, writing) == Self.digest(ofValue: written, unchanged) else {
        return false
      }
    }
    return try new.next() == nil
  }

  /// The digest of one value of a stream, with the changes of writing.
  private static func digest(ofValue text: ByteView, _ writing: Writing) throws(Failure) -> UInt64 {
    try writing.digest(of: try DocumentSource(format: .json, text: text).document(), from: .json)
  }

  private func copy(
    _ stream: consuming JSONValueStream, _ framing: JSONValueStream.Framing, _ job: any ConversionJob
  ) throws(Diagnostic) {
    var writer = JSONWriter(
      to: try job.openOutput(), style: writing.jsonStyle, losses: writing.makeLossReport())
    var duplicates = 0
    var first: Diagnostic?
    var ledger = ReadLosses()
    let threads = stream.inputSize < Self.sharedSize ? 1 : job.threadCount
    do throws(Failure) {
      try stream.copy(into: &writer, options: writing.replayOptions(from: .json), threads: threads) {
        loss, position in
        guard case .duplicateKey(let key) = loss else {
          if case .loneSurrogates(let count) = loss {
            ledger.record(.loneSurrogates, count: count, position: position)
          }
          return
        }
        duplicates += 1
        if first == nil {
          first = Diagnostic(Failure(.duplicateKeyLost.under(.jsonDuplicateKey), key), at: Place(position))
        }
        guard duplicates <= Limits.listedDuplicateKeys, !writing.losses.refuses(.duplicateKeys) else {
          return
        }
        job.note(Failure(.duplicateKey, key).message, at: Place(position), rule: .jsonDuplicateKey)
      }
    } catch { throw Diagnostic(error, at: error.offset.map { Place(stream.position(of: $0)) } ?? .wholeFile) }
    if let first, writing.losses.refuses(.duplicateKeys) { throw first }
    if let note = DocumentSource.note(ofDuplicates: duplicates, rule: .jsonDuplicateKey) {
      job.report(note)
    }
    let changes = writer.losses
    var output = writer.finish()
    writing.endLine(&output)
    try finish(
      RouteEnd(
        output, changes, ledger: ledger, of: DocumentSource(format: .json, text: .empty),
        proof: job.replacesSource ? proofOfLines(job, framing) : nil), job)
  }
}
