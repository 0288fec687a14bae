// The first half of a conversion, bytes → format → text → reader → Document.

/// A text together with the bytes that it is a view of.
private final class TextAndBytes {
  let text: DecodedText
  let bytes: AnyObject

  init(text: DecodedText, bytes: AnyObject) {
    self.text = text
    self.bytes = bytes
  }
}

extension Conversion {
  /// Reads the bytes of one document.
  ///
  /// Throws the first problem, with its position. The bytes must outlive the result, or belong to `owner`.
  package func load(_ bytes: ByteView, owner: AnyObject? = nil) throws(Diagnostic) -> LoadedDocument {
    let opened = try open(bytes, owner: owner)
    return try unarchived(
      LoadedDocument(opened.source, owner: opened.owner, name: sourceName == "-" ? nil : sourceName))
  }

  /// The objects of a keyed archive, if requested; any other document unchanged.
  func unarchived(_ loaded: LoadedDocument) throws(Diagnostic) -> LoadedDocument {
    guard archives != .asStored else { return loaded }
    var ledger = loaded.ledger
    do throws(Failure) {
      if let document = try linkedFormatTable().unarchived(loaded.document) {
        return LoadedDocument(loaded.source, document: document, ledger: ledger)
      }
    } catch { throw loaded.source.diagnostic(error) }
    if archives == .asObjectsOrNote {
      ledger.notes.append(Diagnostic(Failure(.notKeyedArchive), severity: .note))
    }
    return LoadedDocument(loaded.source, document: loaded.document, ledger: ledger)
  }

  /// Recognises and decodes the bytes of one document.
  ///
  /// Throws encoding errors. The bytes must outlive the result, or belong to `owner`.
  package func open(_ bytes: ByteView, owner: AnyObject? = nil) throws(Diagnostic) -> OpenedSource {
    guard let format = source ?? FormatDetector.detect(bytes) else {
      throw Diagnostic(Failure(.formatUnknown))
    }
    if format.traits.text == nil {
      return OpenedSource(source: DocumentSource(format: format, text: bytes), owner: owner)
    }
    if format == .json, target == .xml, let joined = mapping?.joinedRows(bytes) {
      let file = InputFile(bytes: joined, name: sourceName)
      return try file.withBytes { bytes throws(Diagnostic) in
        var conversion = self
        conversion.source = .json
        return try conversion.open(bytes, owner: file)
      }
    }
    let text = DecodedText(bytes, kind: DecodedText.Kind(format), forced: inputEncoding)
    // The text lives as long as its owner.
    let view = text.withText { $0 }
    var opened = DocumentSource(
      format: format, text: view, xmlStyle: xmlStyle ?? .attributes, xmlLists: xmlLists,
      mapping: format == .xml ? try chosenMapping(for: view) : nil, table: tableReading)
    opened.trimsText = trimsText
    if text.evidence == .content { opened.detected = text.encoding }
    if let problem = text.problem { throw opened.diagnostic(problem) }
    if let contradiction = text.contradiction {
      // Fails before reading rather than when writing.
      if makeLossReport().refuses(.falseDeclaration) { throw opened.diagnostic(contradiction) }
      opened.contradiction = contradiction
    }
    return OpenedSource(source: opened, owner: owner.map { TextAndBytes(text: text, bytes: $0) } ?? text)
  }

  /// The way to read tables for this target.
  var tableReading: TableReading {
    var reading = table
    reading.keepsDigits = !target.traits.values.areOfPropertyList
    return reading
  }

  /// The requested mapping, or the one that the document requests.
  func chosenMapping(for text: ByteView) throws(Diagnostic) -> AppliedMapping? {
    if let mapping { return mapping }
    guard xmlStyle == nil else { return nil }
    return try mappings?.mapping(for: text)
  }
}
