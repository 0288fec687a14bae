// The second half of the pipeline, Document → replay → writer → bytes, and where in the source stands what the target
// refuses.

extension Conversion {
  /// Writes a document in the target format.
  ///
  /// Throws what the target refuses, with the place of the value in the source; what the output got by then is of no
  /// use. `losses` counts what had to change.
  package static func write(
    _ loaded: LoadedDocument, _ options: ConversionOptions, to output: consuming OutputBuffer,
    losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer {
    let source = loaded.source
    try recordLosses(ofReading: loaded, in: &losses)
    var pass = WritingPass(loaded.document, from: source, options, losses: losses)
    defer { losses = pass.losses }
    do throws(Failure) {
      return try pass.write(to: output)
    } catch {
      throw source.diagnostic(error, at: pass.place, of: loaded.document)
    }
  }

  /// Counts what application XML lost when it became a document.
  private static func recordLosses(
    ofReading loaded: LoadedDocument, in losses: inout LossReport
  ) throws(Diagnostic) {
    let source = loaded.source
    if let report = loaded.mappingReport { return try source.record(report, in: &losses) }
    do throws(Failure) {
      for (loss, count) in loaded.styleLosses { try losses.record(loss, count: count) }
    } catch {
      throw source.diagnostic(error)
    }
  }
}

/// One document on its way into one format.
private struct WritingPass {
  private let document: Document
  private let source: DocumentSource
  private let options: ConversionOptions
  private var replay: Replay
  /// Where a writer that reads the document by itself stopped; nil where the replay knows.
  private var stop: Int?
  var losses: LossReport

  init(_ document: Document, from source: DocumentSource, _ options: ConversionOptions, losses: LossReport) {
    self.document = document
    self.source = source
    self.options = options
    self.losses = losses
    replay = Conversion.replay(of: document, from: source.format, options)
  }

  /// The document's index of the value that could not be written.
  var place: Int { stop ?? replay.index }

  mutating func write(to output: consuming OutputBuffer) throws(Failure) -> OutputBuffer {
    switch options.target {
    case .binary1: return try writeBinary(to: output)
    case .json:
      let style: JSONStyle = options.isCanonical ? .canonical : options.isPretty ? .pretty : .compact
      var writer = try replayed(into: JSONWriter(to: output, style: style, losses: losses))
      if options.endsLine { try writer.endLine() }
      return writer.finish()
    case .jsonl:
      let style = JSONStyle.lines(isCanonical: options.isCanonical)
      return try replayed(into: JSONWriter(to: output, style: style, losses: losses)).finish()
    case .xml1:
      let style: XMLPropertyListStyle = options.isCanonical ? .canonical : .standard
      return try replayed(into: XMLPropertyListWriter(to: output, style: style, losses: losses)).finish()
    case .openstep, .strings:
      let style = OpenStepStyle(indentation: options.isCanonical ? nil : OpenStepStyle().indentation)
      let dialect: OpenStepReader.Dialect = options.target == .strings ? .strings : .openStep
      return try replayed(into: OpenStepWriter(to: output, dialect: dialect, style: style, losses: losses))
        .finish()
    case .swift, .objc:
      let language: SourceLiteralLanguage = options.target == .swift ? .swift : .objectiveC
      let name = SourceLiteralName(path: options.sourceName, for: language)
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
    guard changes.sortKeys || changesTags || changesNulls else { return document }
    var builder = DocumentBuilder(source: document.source)
    try replay.run(into: &builder)
    return try builder.finish(owner: document.owner)
  }

  /// Remembers where a writer stopped in `changed`, whose places are the source's only where nothing was changed.
  private mutating func stopped(at index: Int, of changed: Document) {
    stop = changed === document ? index : 0
  }

  private mutating func writeBinary(to output: consuming OutputBuffer) throws(Failure) -> OutputBuffer {
    let changed = try changedDocument()
    var binary = BinaryPropertyListWriter.Options()
    binary.convertsUIDDictionaries = source.format != .binary1
    binary.keepsNulls = source.format == .binary1
    var output = output
    var index = 0
    do throws(Failure) {
      try BinaryPropertyListWriter.write(
        changed, options: binary, losses: &losses, index: &index, to: &output)
    } catch {
      stopped(at: index, of: changed)
      throw error
    }
    return output
  }

  private mutating func writeSQL(to output: consuming OutputBuffer) throws(Failure) -> OutputBuffer {
    guard let use = source.mapping ?? options.mapping else { throw Failure(.sqlNeedsMapping) }
    let changed = try changedDocument()
    var index = 0
    do throws(Failure) {
      return try SQLWriter.write(changed, by: use.mapping.mapping, losses: &losses, index: &index, to: output)
    } catch {
      stopped(at: index, of: changed)
      throw error
    }
  }

  private mutating func writeXML(to output: consuming OutputBuffer) throws(Failure) -> OutputBuffer {
    guard options.isCanonical else { return try writeMarkup(to: output) }
    let written = try writeMarkup(to: OutputBuffer())
    var canonical = output
    try written.withHeldBytes { (text: ByteView) throws(Failure) in
      try CanonicalXML.write(text, to: &canonical)
    }
    return canonical
  }

  /// Writes application XML by the mapping or in the style that is asked for.
  private mutating func writeMarkup(to output: consuming OutputBuffer) throws(Failure) -> OutputBuffer {
    let changed = try changedDocument()
    var index = 0
    do throws(Failure) {
      if options.xmlStyle == nil, let mapping = options.mapping {
        return try Self.write(changed, by: mapping, index: &index, to: output)
      }
      guard let style = options.xmlStyle else { throw Failure(.xmlStyleNeeded) }
      return try Self.write(changed, style: style, index: &index, to: output)
    } catch {
      stopped(at: index, of: changed)
      throw error
    }
  }

  private static func write(
    _ document: Document, by use: MappingUse, index: inout Int, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    guard SQLRows.areRows(document) else {
      return try MappingWriter.write(document, by: use.mapping, index: &index, to: output)
    }
    let records = try SQLRows.document(document, by: use.mapping.mapping, index: &index)
    do throws(Failure) {
      return try MappingWriter.write(records, by: use.mapping, index: &index, to: output)
    } catch {
      // The rows' records have no places in the source.
      index = 0
      throw error
    }
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
