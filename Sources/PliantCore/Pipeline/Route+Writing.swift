// The second half of the pipeline, Document → replay → writer → bytes, and where in the source stands what the target
// refuses.

extension Route {
  /// Writes a document in the target format.
  ///
  /// Throws what the target refuses, with the place of the value in the source; what the output got by then is of no
  /// use. `losses` counts what had to change.
  package func write(
    _ loaded: LoadedDocument, to output: consuming OutputBuffer, losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer {
    let source = loaded.source
    try losses.settle(loaded.ledger, in: source)
    var pass = WritingPass(loaded.document, from: source, self, losses: losses)
    defer { losses = pass.losses }
    do throws(Failure) {
      return try pass.write(to: output)
    } catch {
      throw source.diagnostic(error, at: pass.place, of: loaded.document)
    }
  }

  /// An account of losses under this route's policy, with nothing in it.
  package func makeLossReport() -> LossReport {
    LossReport(policy: loss, refusesAnnotations: refusesAnnotations)
  }

  /// A pass over a document read from `source`, as this conversion makes it.
  package func replay(of document: Document, from source: Format) -> Replay {
    Replay(document, options: replayOptions(from: source))
  }

  /// What the replay does for this pair of formats.
  package func replayOptions(from source: Format) -> ReplayOptions {
    var replay = ReplayOptions()
    replay.sortKeys = sortsKeys || isCanonical
    replay.expandedBytes = maximumExpansion
    if loss == .tag {
      replay.decodesTags = source.hasPropertyListTypes ? .propertyList : .json
      // A table's columns have the mapping's types.
      replay.encodesTags =
        target == .sql ? nil : target.hasPropertyListTypes ? .propertyList : .json
    }
    if target.isPropertyList {
      // An empty element is an empty string where there is no null.
      replay.null = source == .xml && null == .refuse ? .emptyString : .keep
      switch null {
      case .refuse: break
      case .drop: replay.null = .drop
      case .string: replay.null = .string
      }
    }
    return replay
  }
}

/// One document on its way into one format.
private struct WritingPass {
  private let document: Document
  private let source: DocumentSource
  private let route: Route
  private var replay: Replay
  /// What a writer reads that reads the document by itself: as the replay changed it, or the document where there was
  /// nothing to change; nil where the replay is the writer's source.
  private var changed: Document?
  /// Where such a writer stopped.
  private var index = 0
  var losses: LossReport

  init(_ document: Document, from source: DocumentSource, _ route: Route, losses: LossReport) {
    self.document = document
    self.source = source
    self.route = route
    self.losses = losses
    replay = route.replay(of: document, from: source.format)
  }

  /// The document's index of the value that could not be written; what was changed has no places in the source.
  var place: Int {
    guard let changed else { return replay.index }
    return changed === document ? index : 0
  }

  mutating func write(to output: consuming OutputBuffer) throws(Failure) -> OutputBuffer {
    switch route.target {
    case .binary1: return try writeBinary(to: output)
    case .json:
      let style: JSONStyle = route.isCanonical ? .canonical : route.isPretty ? .pretty : .compact
      var writer = try replayed(into: JSONWriter(to: output, style: style, losses: losses))
      if route.endsLine { try writer.endLine() }
      return writer.finish()
    case .jsonl:
      let style = JSONStyle.lines(isCanonical: route.isCanonical)
      return try replayed(into: JSONWriter(to: output, style: style, losses: losses)).finish()
    case .xml1:
      let style: XMLPropertyListStyle = route.isCanonical ? .canonical : .standard
      return try replayed(into: XMLPropertyListWriter(to: output, style: style, losses: losses)).finish()
    case .openstep, .strings:
      let style = OpenStepStyle(indentation: route.isCanonical ? nil : OpenStepStyle().indentation)
      let dialect: OpenStepReader.Dialect = route.target == .strings ? .strings : .openStep
      return try replayed(into: OpenStepWriter(to: output, dialect: dialect, style: style, losses: losses))
        .finish()
    case .swift, .objc:
      let language: SourceLiteralLanguage = route.target == .swift ? .swift : .objectiveC
      let name = SourceLiteralName(path: route.sourceName, for: language)
      return try replayed(into: SourceLiteralWriter(language, name: name, to: output, losses: losses))
        .finish()
    case .xml: return try writeXML(to: output)
    case .sql: return try writeSQL(to: output)
    }
  }

  /// Sends the document into a writer that takes events.
  private mutating func replayed<Writer: LossReportingSink & ~Copyable>(
    into start: consuming Writer
  ) throws(Failure) -> Writer {
    var writer = start
    try replay.run(into: &writer)
    losses = writer.losses
    return writer
  }

  /// The document as the replay changes it; the same one where there is nothing to change.
  private mutating func changedDocument() throws(Failure) -> Document {
    let changes = replay.options
    let changesTags =
      (changes.decodesTags != nil && document.tags.contains(.dollarKey)) || changes.encodesTags != nil
    let changesNulls = changes.null != .keep && document.tags.contains(.tag(.null))
    var made = document
    if changes.sortKeys || changesTags || changesNulls {
      var builder = DocumentBuilder(source: document.source)
      try replay.run(into: &builder)
      made = try builder.finish(owner: document.owner)
    }
    changed = made
    return made
  }

  private mutating func writeBinary(to output: consuming OutputBuffer) throws(Failure) -> OutputBuffer {
    var binary = BinaryPropertyListWriter.Options()
    binary.convertsUIDDictionaries = source.format != .binary1
    binary.keepsNulls = source.format == .binary1
    var output = output
    try BinaryPropertyListWriter.write(
      try changedDocument(), options: binary, losses: &losses, index: &index, to: &output)
    return output
  }

  private mutating func writeSQL(to output: consuming OutputBuffer) throws(Failure) -> OutputBuffer {
    guard let mapping = source.mapping ?? route.mapping else { throw Failure(.sqlNeedsMapping) }
    return try mapping.writeSQL(try changedDocument(), losses: &losses, index: &index, to: output)
  }

  private mutating func writeXML(to output: consuming OutputBuffer) throws(Failure) -> OutputBuffer {
    guard route.isCanonical else { return try writeMarkup(to: output) }
    let written = try writeMarkup(to: OutputBuffer())
    // What canonical form refuses is a matter of the whole document.
    index = 0
    var canonical = output
    try written.withHeldBytes { (text: ByteView) throws(Failure) in
      try CanonicalXML.write(text, to: &canonical)
    }
    return canonical
  }

  /// Writes application XML by the mapping or in the style that is asked for.
  private mutating func writeMarkup(to output: consuming OutputBuffer) throws(Failure) -> OutputBuffer {
    let changed = try changedDocument()
    if route.xmlStyle == nil, let mapping = route.mapping {
      return try mapping.write(changed, index: &index, to: output)
    }
    guard let style = route.xmlStyle else { throw Failure(.xmlStyleNeeded) }
    return try Self.write(changed, style: style, index: &index, to: output)
  }

  private static func write(
    _ document: Document, style: XMLStyle, index: inout Int, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    if style == .attributes {
      var writer = XMLAttributeStyleWriter(to: output)
      do throws(Failure) {
        try writer.write(document)
      } catch {
        index = writer.index
        throw error
      }
      return writer.finish()
    }
    var writer = XMLTreeStyleWriter(to: output)
    do throws(Failure) {
      try writer.write(document, style: style)
    } catch {
      index = writer.index
      throw error
    }
    return writer.finish()
  }
}

extension DiagnosticCode {
  package static var sqlNeedsMapping: DiagnosticCode {
    DiagnosticCode(
      "sql.mapping", rule: "format/unwritable",
      "SQL is written by a mapping, which says what the tables are; give --mapping NAME")
  }
}
