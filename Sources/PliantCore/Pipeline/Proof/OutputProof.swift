// An output that replaces its source is read back first and compared with it. `AtomicFile` runs the proof
// between the last byte written and the rename.

extension Writing {
  /// The document's digest under the target's equality, with the changes of writing.
  ///
  /// Throws the replay's failures.
  package func digest(of document: Document, from source: Format) throws(Failure) -> UInt64 {
    var replay = replay(of: document, from: source)
    return try digest(of: &replay)
  }

  private func digest(of replay: inout Replay) throws(Failure) -> UInt64 {
    if target == .xml {
      var digest = ElementDigest()
      try replay.run(into: &digest)
      return digest.value
    }
    var digest = EqualityDigest(ValueEquality(self))
    // A single JSON line is read as the only element.
    let isElement = target == .jsonl && !DocumentValue(replay.document).isArray
    if isElement { digest.beginArray(count: 1) }
    try replay.run(into: &digest)
    if isElement { digest.endArray() }
    return digest.state
  }

  /// The proof that an output in the target format has this digest.
  package func proof(of digest: UInt64) -> OutputProof {
    { output throws(Failure) in
      do throws(Failure) {
        return try self.digest(ofOutput: output) == digest
      } catch {
        // Unreadable output is the writer's fault; a lack of memory is not.
        if error.isOfSurroundings { throw error }
        return false
      }
    }
  }

  /// The proof that an output equals a document read from `source`.
  package func proof(of document: Document, from source: Format) throws(Failure) -> OutputProof {
    var writing = self
    // Xcode orders keys by its own rules.
    if layout == .xcodeProject { writing.sortsKeys = true }
    return writing.proof(of: try writing.digest(of: document, from: source))
  }

  private func digest(ofOutput output: ByteView) throws(Failure) -> UInt64? {
    var reading = Reading(target)
    reading.xmlStyle = xmlStyle ?? .attributes
    let opened: OpenedSource
    do throws(Diagnostic) { opened = try reading.open(output) } catch { return nil }
    defer { withExtendedLifetime(opened.owner) {} }
    let source = opened.source
    var ledger = ReadLosses()
    switch target {
    // These have no shared containers and no duplicate keys: the reader's events are the document.
    case .xml1 where !sortsKeys, .json where !sortsKeys:
      var digest = EqualityDigest(ValueEquality(self))
      try CodingFormats.read(source.text, target, into: &digest, ledger: &ledger)
      return digest.state
    default:
      var builder = DocumentBuilder(reading: source.text)
      try source.read(into: &builder, ledger: &ledger)
      var options = ReplayOptions()
      options.sortKeys = sortsKeys
      options.expandedBytes = maximumExpansion
      var replay = Replay(try builder.finish(owner: opened.owner), options: options)
      return try digest(of: &replay)
    }
  }
}

extension OutputBuffer {
  /// Reads the buffered bytes; throws `file.unproved` unless they are the document in the target, which is
  /// also its source format.
  package borrowing func prove(_ document: Document, as writing: Writing) throws(Failure) {
    let proof = try writing.proof(of: document, from: writing.target)
    let holds = try withHeldBytes { bytes throws(Failure) in try proof(bytes) }
    if !holds { throw Failure(.outputUnproved) }
  }
}
