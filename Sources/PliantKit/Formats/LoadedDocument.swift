// A document together with what it was read from, so that whatever is wrong with it can be shown in its place.

/// What is to be said of a document that was read.
struct ReadingReport {
  /// What the mapping has to say, where one was used.
  var mapping: MappingReport?
  /// What a style of application XML dropped.
  var losses: [XMLStyleLoss] = []
}

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
  package let mapping: MappingUse?

  package init(
    format: Format, text: ByteView, xmlStyle: XMLStyle = .attributes, xmlLists: [String] = [],
    mapping: MappingUse? = nil
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

  /// Reads the source into a sink.
  ///
  /// Throws the format's failures, each with its offset.
  package func read<Sink: ValueSink & ~Copyable>(into sink: inout Sink) throws(Failure) {
    var report = ReadingReport()
    try read(into: &sink, report: &report)
  }

  /// Reads the source into a sink; `report` gets what is to be said of it.
  ///
  /// Throws the format's failures, each with its offset.
  func read<Sink: ValueSink & ~Copyable>(
    into sink: inout Sink, report: inout ReadingReport
  ) throws(Failure) {
    switch format {
    case .binary1: try BinaryPropertyListReader.read(text, into: &sink)
    case .json: try JSONReader.read(text, into: &sink)
    case .xml1: try XMLPropertyListReader.read(text, into: &sink)
    case .jsonl: try JSONLinesReader.read(text, into: &sink)
    case .xml where mapping != nil:
      guard let mapping else { return }
      var said = MappingReport()
      try MappingReader.read(text, by: mapping.mapping, options: mapping.options, report: &said, into: &sink)
      report.mapping = said
    case .xml where xmlStyle == .attributes:
      report.losses = try XMLAttributeStyleReader.read(text, lists: xmlLists, into: &sink)
    case .xml:
      try XMLTreeStyleReader.read(text, style: xmlStyle, into: &sink)
      if xmlStyle == .jsonml { report.losses = [(.cdataAsText, try XMLStyleLosses.sectionCount(text))] }
    case .openstep: try OpenStepReader.read(text, into: &sink)
    case .strings: try OpenStepReader.read(text, dialect: .strings, into: &sink)
    case .swift, .objc, .sql:
      throw Failure(.formatNotReadable, format.rawValue)
    }
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
      var counter = EventCounter(stoppingAt: document.ordinal(of: index))
      do throws(Failure) {
        try read(into: &counter)
      } catch {
        placed.offset = error.offset
      }
    }
    return diagnostic(placed)
  }
}

/// A source and what keeps its text alive.
package struct OpenedSource {
  package let source: DocumentSource
  package let owner: AnyObject?
}

/// A document and its source.
package struct LoadedDocument {
  package let source: DocumentSource
  package let document: Document
  /// What the mapping by which it was read has to say.
  package var mappingReport: MappingReport?
  /// What the style of application XML in which it was read dropped.
  let styleLosses: [XMLStyleLoss]

  /// Reads the source; its bytes must outlive the document, or belong to `owner`.
  ///
  /// Throws the reader's failure with its place.
  package init(_ source: DocumentSource, owner: AnyObject? = nil) throws(Diagnostic) {
    self.source = source
    do throws(Failure) {
      if let (document, said) = try Self.readAhead(source, owner) {
        self.document = document
        mappingReport = said
        styleLosses = []
        return
      }
      var builder = DocumentBuilder(source: source.text)
      var report = ReadingReport()
      try source.read(into: &builder, report: &report)
      document = try builder.finish(owner: owner)
      mappingReport = report.mapping
      styleLosses = report.losses
    } catch {
      throw source.diagnostic(error)
    }
  }

  /// A large document that a mapping reads, without all of its values in the reader at once; nil where they have to be.
  private static func readAhead(
    _ source: DocumentSource, _ owner: AnyObject?
  ) throws(Failure) -> (Document, MappingReport)? {
    guard source.format == .xml, let use = source.mapping, source.text.count >= Conversion.straightSize else {
      return nil
    }
    var builder = DocumentBuilder(source: source.text)
    var report = MappingReport()
    let isDone = try MappingReader.readStraight(
      source.text, by: use.mapping, options: use.options, report: &report, into: &builder)
    return isDone ? (try builder.finish(owner: owner), report) : nil
  }

  /// A document made otherwise, with the source that its places lie in.
  package init(_ source: DocumentSource, document: Document, mappingReport: MappingReport? = nil) {
    self.source = source
    self.document = document
    self.mappingReport = mappingReport
    styleLosses = []
  }

  /// What is said of keys that a dictionary has twice.
  package var duplicateKeyNotes: [Diagnostic] {
    let rule =
      switch source.format {
      case .json, .jsonl: "json/duplicate-key"
      case .strings: "strings/duplicate-key"
      default: "plist/duplicate-key"
      }
    // One index for all: counting lines anew for each would take quadratic time.
    var lines = LineIndex()
    var notes = document.duplicateKeys.prefix(Limits.listedDuplicateKeys).map { duplicate in
      let failure = Failure(.duplicateKey, duplicate.key)
      guard let offset = duplicate.offset.map(source.tokenStart) else {
        return Diagnostic(.note, failure.message, rule: rule)
      }
      if source.format == .binary1 {
        return Diagnostic(.note, at: .offset(offset), failure.message, rule: rule)
      }
      let position = lines.position(of: offset, in: source.text)
      return Diagnostic(
        .note, at: .text(line: position.line, column: position.column), failure.message, rule: rule)
    }
    let unlisted = document.duplicateKeys.count - notes.count
    if unlisted > 0 { notes.append(Diagnostic(.note, "\(unlisted) more keys stand here again", rule: rule)) }
    return notes
  }
}

extension DiagnosticCode {
  package static var formatNotReadable: DiagnosticCode {
    DiagnosticCode(
      "format.not-readable", rule: "format/unreadable", "documents of the format % cannot be read")
  }
  package static var formatUnknown: DiagnosticCode {
    DiagnosticCode(
      "format.unknown", rule: "format/unknown", "the file is empty, so its format cannot be told")
  }
}
