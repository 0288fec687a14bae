// The format `xml`, read and written in a style or with a mapping (see `AppliedMapping`).

package enum ApplicationXMLFormat: ReadableFormat {
  package static var format: Format { .xml }
  package static let traits = FormatTraits(
    summary: "application XML", fileExtension: "xml", values: .json, text: .xml, syntax: .xml,
    hasLayout: true, hasOnlyText: true)

  package static func read(
    _ source: DocumentSource, into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Failure) {
    guard source.xmlStyle == .attributes else {
      return try XMLTreeStyleReader.read(source.text, style: source.xmlStyle, into: &sink, ledger: &ledger)
    }
    let reading = source.reading
    try XMLAttributeStyleReader.read(
      source.text, lists: reading.xmlLists, requiresLists: reading.requiresLists,
      trimsText: reading.trimsText, stripsNamespaces: reading.stripsNamespaces, into: &sink, ledger: &ledger)
  }

  package static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    guard pass.writing.isCanonical else { return try writeMarkup(&pass, to: output) }
    let written = try writeMarkup(&pass, to: OutputBuffer())
    // Errors of the canonical form concern the whole document.
    pass.index = 0
    var canonical = output
    try written.withHeldBytes { (text: ByteView) throws(Failure) in
      _ = try CanonicalXML.write(text, to: &canonical)
    }
    return canonical
  }

  /// Writes with the mapping or in the requested style.
  private static func writeMarkup(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    let document = try pass.changedDocument()
    if pass.writing.xmlStyle == nil, let mapping = pass.writing.mapping {
      return try mapping.write(document, index: &pass.index, to: output)
    }
    guard let style = pass.writing.xmlStyle else { throw Failure(.xmlStyleNeeded) }
    let root = try document.onlyLine(of: pass.source.format) ?? document
    if style == .attributes {
      var writer = XMLAttributeStyleWriter(to: output, losses: pass.losses)
      do throws(Failure) {
        try writer.write(root)
      } catch {
        pass.index = root === document ? writer.index : 0
        throw error
      }
      pass.losses = writer.losses
      return writer.finish()
    }
    var writer = XMLTreeStyleWriter(to: output)
    do throws(Failure) {
      try writer.write(root, style: style)
    } catch {
      pass.index = root === document ? writer.index : 0
      throw error
    }
    return writer.finish()
  }
}

extension Document {
  /// The dictionary on the only line of JSON Lines, to be written like any document; nil for others.
  func onlyLine(of format: Format) throws(Failure) -> Document? {
    let list = DocumentValue(self)
    guard format == .jsonl, list.isArray, list.count == 1,
      let line = list.elements.first(where: { _ in true }),
      line.isDictionary
    else { return nil }
    return try copy(of: line.index)
  }
}
