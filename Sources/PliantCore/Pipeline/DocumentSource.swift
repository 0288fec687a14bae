// What a document is read from: a format and a text, and how application XML is taken.

/// What a document was read from.
package struct DocumentSource {
  package let format: Format
  /// The decoded text, or the bytes of a binary format.
  package let text: ByteView
  /// How application XML is taken.
  package let xmlStyle: XMLStyle
  /// Elements that are arrays even where there is one, in the style `attributes`.
  package let xmlLists: [String]
  /// The mapping by which application XML is taken, rather than by a style.
  package let mapping: (any RecordMapping)?

  package init(
    format: Format, text: ByteView, xmlStyle: XMLStyle = .attributes, xmlLists: [String] = [],
    mapping: (any RecordMapping)? = nil
  ) {
    self.format = format
    self.text = text
    self.xmlStyle = xmlStyle
    self.xmlLists = xmlLists
    self.mapping = mapping
  }

  /// A failure with its place in this source.
  package func diagnostic(_ failure: Failure) -> Diagnostic {
    format == .binary1 ? Diagnostic(binary: failure) : Diagnostic(failure, in: text)
  }

  /// Reads the source, which no mapping reads, into a sink.
  ///
  /// Throws the format's failures, each with its offset.
  package func read<Sink: ValueSink & ~Copyable>(into sink: inout Sink) throws(Failure) {
    var ledger = ReadingLedger()
    try read(into: &sink, ledger: &ledger)
  }

  /// Reads the source, which no mapping reads, into a sink; `ledger` gets what was left out.
  ///
  /// Throws the format's failures, each with its offset.
  func read<Sink: ValueSink & ~Copyable>(into sink: inout Sink, ledger: inout ReadingLedger) throws(Failure) {
    switch format {
    case .binary1: try BinaryPropertyListReader.read(text, into: &sink)
    case .json: try JSONReader.read(text, into: &sink)
    case .xml1: try XMLPropertyListReader.read(text, into: &sink)
    case .jsonl: try JSONLinesReader.read(text, into: &sink)
    case .xml where xmlStyle == .attributes:
      for (loss, count) in try XMLAttributeStyleReader.read(text, lists: xmlLists, into: &sink) {
        ledger.record(loss, count: count)
      }
    case .xml:
      try XMLTreeStyleReader.read(text, style: xmlStyle, into: &sink)
      if xmlStyle == .jsonml { ledger.record(.cdataAsText, count: try XMLStyleLosses.sectionCount(text)) }
    case .openstep: try OpenStepReader.read(text, into: &sink)
    case .strings: try OpenStepReader.read(text, dialect: .strings, into: &sink)
    case .swift, .objc, .sql:
      throw Failure(.formatNotReadable, format.rawValue)
    }
  }

  /// Reads the source and forgets it.
  ///
  /// Throws the format's failures, each with its offset.
  package func check() throws(Failure) { try read(visitor: ValueLocator(stoppingAt: .max)) }

  /// Sends the source's values to a visitor, by the mapping where there is one.
  ///
  /// Throws the format's failures, each with its offset, and what the visitor throws.
  package func read(visitor: any ValueVisitor) throws(Failure) {
    var sink = VisitorSink(visitor)
    if let mapping { try mapping.read(self, into: &sink) } else { try read(into: &sink) }
  }

  /// Where the token begins whose text begins at `offset`: at the quotation mark of a string, the tag of an element.
  package func tokenStart(ofTextAt offset: Int) -> Int {
    guard offset > 0, offset <= text.count, format != .binary1 else { return offset }
    switch text[offset - 1] {
    case ASCII.quotationMark, ASCII.apostrophe: return offset - 1
    case ASCII.greaterThan:
      var at = offset - 1
      while at > 0 && text[at] != ASCII.lessThan { at -= 1 }
      return at
    default: return offset
    }
  }

  /// A failure at the value that begins at a tape index of the document read from this source.
  ///
  /// The source is read again up to that value, since places are not kept.
  package func diagnostic(_ failure: Failure, at index: Int, of document: Document) -> Diagnostic {
    // That a disk is full is no fault of the value that was being written.
    if failure.code == .cannotWrite || failure.code == .brokenPipe { return Diagnostic(failure) }
    var placed = failure
    placed.offset = document.sourceOffset(at: index).map(tokenStart)
    if placed.offset == nil && document.duplicateKeys.isEmpty {
      do throws(Failure) {
        try read(visitor: ValueLocator(stoppingAt: document.ordinal(of: index)))
      } catch {
        placed.offset = error.offset
      }
    }
    return diagnostic(placed)
  }
}
