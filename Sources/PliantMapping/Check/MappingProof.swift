// The proof that a mapping reads a whole sample and writes it unchanged: XML → data → XML → data.

package struct MappingProof {
  let mapping: CompiledMapping
  let model: Mapping

  /// Throws the error that makes a mapping unusable.
  package init(_ mapping: Mapping) throws(Failure) {
    self.mapping = try CompiledMapping(mapping)
    model = mapping
  }

  /// The problems that a sample reveals; empty if it round-trips.
  package func problems(with text: ByteView) -> [Diagnostic] {
    var options = MappingReader.Options()
    options.collectsProblems = true
    var report = MappingReport()
    do throws(Failure) {
      let first = try read(text, options, &report)
      var problems = report.problems.map { Diagnostic($0, in: text) }
      problems += report.unmapped.map { unmapped in
        Diagnostic(Failure(.mappingUnknownElement, at: unmapped.offset, unmapped.message), in: text)
      }
      // An unread reference is written as its text.
      let references = report.tally.unreadReferences
      if references.count > 0 {
        problems.append(
          Diagnostic(
            Failure(
              .mappingRoundTrip, at: references.offset,
              "differs: " + Loss.entityReferences.text(count: references.count)), in: text))
      }
      guard problems.isEmpty else { return problems }
      let bytes = try write(first).bytes
      problems = try compare(first, bytes)
      return problems.isEmpty ? try compare(text, bytes) : problems
    } catch { return report.problems.map { Diagnostic($0, in: text) } + [Diagnostic(error, in: text)] }
  }

  /// Writes data with the defaults, except if order has no meaning.
  func write(_ document: Document) throws(Failure) -> OutputBuffer {
    var writing = MappingWriter.Options()
    writing.keepsKeyOrder = !model.isOrdered
    var index = 0
    return try MappingWriter.write(document, by: mapping, options: writing, index: &index, to: OutputBuffer())
  }

  func read(
    _ text: ByteView, _ options: MappingReader.Options, _ report: inout MappingReport
  ) throws(Failure) -> Document {
    try MappingReader.document(of: text, by: mapping, options: options, report: &report)
  }

  /// The first difference between the sample and the output.
  func compare(_ sample: ByteView, _ written: [UInt8]) throws(Failure) -> [Diagnostic] {
    try written.withByteView { (view: ByteView) throws(Failure) in
      var comparison = try MappingXMLComparison(sample, view, by: model)
      guard let difference = try comparison.difference() else { return [] }
      return [Diagnostic(difference, in: sample)]
    }
  }

  func compare(_ first: Document, _ written: [UInt8]) throws(Failure) -> [Diagnostic] {
    try written.withByteView { (view: ByteView) throws(Failure) in
      var report = MappingReport()
      let again: Document
      do throws(Failure) {
        again = try read(view, MappingReader.Options(), &report)
      } catch { return [Diagnostic(Failure(.mappingRoundTrip, "cannot be read again: \(error.sentence)"))] }
      let (left, right) = (try Self.json(first), try Self.json(again))
      guard left != right else { return [] }
      let texts = [left, right].map { String(decoding: $0, as: UTF8.self) }
      let old = MappingXMLComparison.excerpt(texts[0], texts[1])
      let new = MappingXMLComparison.excerpt(texts[1], texts[0])
      return [Diagnostic(Failure(.mappingRoundTrip, "reads differently: \(old) has become \(new)"))]
    }
  }

  /// The document as JSON that distinguishes all types.
  private static func json(_ document: Document) throws(Failure) -> [UInt8] {
    var writer = JSONWriter(to: OutputBuffer(), style: .compact, losses: LossReport(policy: .tag))
    // Dictionaries are equal in any order; keys from defaults come last at first.
    var options = ReplayOptions()
    options.sortKeys = true
    try document.send(options: options, into: &writer)
    return writer.finish().bytes
  }
}
