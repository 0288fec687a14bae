/// The source of a document: its text, and how it is read.
package struct DocumentSource {
  /// How the text is read; its format is known.
  package let reading: Reading
  package let format: Format
  /// The decoded text, or the bytes of a binary format.
  package let text: ByteView
  /// The contradiction between the bytes and the declaration that decoded the text.
  package var contradiction: Failure?
  /// The contradiction between the byte order mark and the declaration that it overrides.
  package var overruled: Failure?
  /// The detected encoding of a text without a declaration.
  package var detected: TextEncoding?
  /// The note on an automatically selected mapping that does not represent all of the document.
  package var misfit: Diagnostic?

  /// The text of a format that `reading` specifies, or JSON.
  package init(_ reading: Reading, text: ByteView) {
    self.reading = reading
    format = reading.format ?? .json
    self.text = text
  }

  package init(format: Format, text: ByteView) { self.init(Reading(format), text: text) }

  package var xmlStyle: XMLStyle { reading.xmlStyle ?? .attributes }
  /// The mapping for application XML, instead of a style.
  package var mapping: AppliedMapping? { reading.mapping }

  /// The format and the text, for positions.
  package var formattedText: FormattedText {
    FormattedText(format: format, text: text, isText: !format.isBinary)
  }

  /// Whether positions in the source are lines and columns.
  package var isText: Bool { formattedText.isText }

  package func diagnostic(_ failure: Failure) -> Diagnostic { formattedText.diagnostic(failure) }

  /// The offset of a repeated key; reads the source again up to a key with escapes.
  func offset(of duplicate: DuplicateKey) -> Int? {
    formattedText.offset(of: duplicate) { locator throws(Failure) in try read(visitor: locator) }
  }

  /// Reads the source into a document under construction; `ledger` records omissions.
  package func read(into builder: inout DocumentBuilder, ledger: inout ReadLosses) throws(Failure) {
    ledger.acceptsSeveralValues = reading.isDetected
    if let mapping {
      builder = try mapping.read(self, ledger: &ledger)
    } else {
      try reader().read(self, into: &builder, ledger: &ledger)
    }
    record(in: &ledger)
  }

  private func reader() throws(Failure) -> any ReadableFormat.Type {
    guard let reader = format.definition.reader else { throw Failure(.formatNotReadable, format.rawValue) }
    return reader
  }

  /// Returns the document of the source, whose bytes must outlive it or belong to `owner`.
  package func document(owner: AnyObject? = nil) throws(Failure) -> Document {
    var builder = DocumentBuilder(reading: text)
    var ledger = ReadLosses()
    try read(into: &builder, ledger: &ledger)
    return try builder.finish(owner: owner)
  }

  /// Records problems with decoding the text.
  package func record(in ledger: inout ReadLosses) {
    if let contradiction { ledger.record(contradiction: contradiction, in: self) }
    if let misfit { ledger.notes.append(misfit) }
    if let overruled {
      ledger.notes.append(diagnostic(overruled.adding("; read as Apple's readers do, by the mark")).asNote)
    }
    guard let detected else { return }
    ledger.notes.append(
      Diagnostic(
        .note, "no encoding declared; read as \(detected.name), judging by the letters",
        advice: "use --input-encoding NAME for another", rule: .encodingMissingDeclaration))
  }

  /// Reads the source only to check it.
  package func check() throws(Failure) { try read(visitor: ValueLocator(stoppingAt: .max)) }

  /// Sends the source's values to a visitor; `ledger` records omissions.
  package func read(visitor: any ValueVisitor, ledger: inout ReadLosses) throws(Failure) {
    var sink = VisitorSink(visitor)
    ledger.acceptsSeveralValues = reading.isDetected
    if let mapping {
      try mapping.read(self, into: &sink, ledger: &ledger)
    } else {
      try reader().read(self, into: &sink, ledger: &ledger)
    }
    record(in: &ledger)
  }

  /// Sends the source's values to a visitor.
  package func read(visitor: any ValueVisitor) throws(Failure) {
    var ledger = ReadLosses()
    try read(visitor: visitor, ledger: &ledger)
  }

  /// A failure at the value at a tape index of the document read from this source.
  ///
  /// Reads the source again up to that value, because positions are not stored.
  package func diagnostic(_ failure: Failure, at index: Int, of document: Document) -> Diagnostic {
    // I/O errors have no document position.
    if failure.isOfSurroundings { return Diagnostic(failure) }
    return formattedText.diagnostic(failure, at: index, of: document) { locator throws(Failure) in
      try read(visitor: locator)
    }
  }
}

extension Document {
  /// The source for reading it again; without any text if its origin is unknown.
  package var documentSource: DocumentSource {
    DocumentSource(origin.reading as? Reading ?? Reading(origin.format), text: source)
  }
}

extension DocumentOrigin {
  package init(_ source: DocumentSource, ledger: ReadLosses, name: String?) {
    self.init(format: source.format, ledger: ledger, name: name)
    hasOnlyText = source.format.traits.hasOnlyText
    reading = source.reading
  }
}
