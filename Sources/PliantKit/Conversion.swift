// The pipeline, as one readable function:
//
//   bytes → format → text → reader → Document → replay → writer → bytes
//
// Nothing is written before the whole input was read and found good; where what is written is not seen before it is
// whole, the document can be left out (StraightConversion.swift).

/// What becomes of JSON's null where the target is a property list.
public enum JSONNullPolicy: String, CaseIterable, Sendable {
  /// An error, before anything is written.
  case refuse
  /// The key or element is left out.
  case drop
  /// The string `null`.
  case string
}

/// What a conversion is asked to do.
package struct ConversionOptions: Sendable {
  /// The input's format; nil to recognise it by content.
  package var source: Format?
  package var target: Format
  /// The encoding of the input, whatever it says of itself.
  package var inputEncoding: TextEncoding?
  package var sortsKeys = false
  package var isCanonical = false
  package var isPretty = false
  package var loss = LossPolicy.note
  /// How application XML corresponds to other formats; nil where it was not said.
  package var xmlStyle: XMLStyle?
  /// Elements that are arrays even where there is one.
  package var xmlLists: [String] = []
  /// The mapping by which application XML is read and written; nil for a style.
  package var mapping: MappingUse?
  /// Where a mapping is looked for that a document's root element asks for, where neither mapping nor style was said.
  package var mappings: MappingLibrary?
  /// Whether what such a mapping has no place for is kept.
  package var keepsUnmapped = false
  package var null = JSONNullPolicy.refuse
  /// Bytes that written-out shared objects may add.
  package var maximumExpansion = Limits.expandedBytes
  /// The input's name, after which source literals are called.
  package var sourceName = "-"
  /// Whether a line feed ends JSON.
  package var endsLine = true

  package init(to target: Format) { self.target = target }
}

/// Keeps a text together with the bytes that it is a view of.
private final class TextAndBytes {
  let text: DecodedText
  let bytes: AnyObject

  init(text: DecodedText, bytes: AnyObject) {
    self.text = text
    self.bytes = bytes
  }
}

/// Converts whole documents.
package enum Conversion {
  /// Reads the bytes of one document.
  ///
  /// Throws the first problem, with its place. The bytes must outlive the result, or belong to `owner`.
  package static func load(
    _ bytes: ByteView, _ options: ConversionOptions, owner: AnyObject? = nil
  ) throws(Diagnostic) -> LoadedDocument {
    let opened = try open(bytes, options, owner: owner)
    return try LoadedDocument(opened.source, owner: opened.owner)
  }

  /// Recognises and decodes the bytes of one document.
  ///
  /// Throws what is wrong with the encoding. The bytes must outlive the result, or belong to `owner`.
  package static func open(
    _ bytes: ByteView, _ options: ConversionOptions, owner: AnyObject? = nil
  ) throws(Diagnostic) -> OpenedSource {
    guard let format = options.source ?? FormatDetector.detect(bytes) else {
      throw Diagnostic(Failure(.formatUnknown))
    }
    if format == .binary1 {
      return OpenedSource(source: DocumentSource(format: format, text: bytes), owner: owner)
    }
    if format == .json, options.target == .xml, options.mapping != nil, let joined = SQLRows.joined(bytes) {
      let file = InputFile(bytes: joined, name: options.sourceName)
      return try file.withBytes { bytes throws(Diagnostic) in
        var options = options
        options.source = .json
        return try open(bytes, options, owner: file)
      }
    }
    let text = DecodedText(bytes, kind: DecodedText.Kind(format), forced: options.inputEncoding)
    // The text lives as long as its owner.
    let view = text.withText { $0 }
    let source = DocumentSource(
      format: format, text: view, xmlStyle: options.xmlStyle ?? .attributes, xmlLists: options.xmlLists,
      mapping: format == .xml ? try mappingUse(for: view, options) : nil)
    if let problem = text.problem { throw source.diagnostic(problem) }
    return OpenedSource(
      source: source, owner: owner.map { TextAndBytes(text: text, bytes: $0) } ?? text)
  }

  /// The mapping that was asked for, or that the document asks for by itself.
  private static func mappingUse(
    for text: ByteView, _ options: ConversionOptions
  ) throws(Diagnostic) -> MappingUse? {
    if let mapping = options.mapping { return mapping }
    guard options.xmlStyle == nil, let chosen = options.mappings?.choose(for: text) else { return nil }
    do throws(Failure) {
      var use = MappingUse(try CompiledMapping(chosen), isChosen: true)
      use.options.keepsUnmapped = options.keepsUnmapped
      return use
    } catch {
      throw Diagnostic(error)
    }
  }

  /// Writes a document in the target format.
  ///
  /// Throws what the target refuses, with the place of the value in the source; what the output got by then is of no
  /// use. `losses` counts what had to change.
  package static func write(
    _ loaded: LoadedDocument, _ options: ConversionOptions, to output: consuming OutputBuffer,
    losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer {
    let (source, document) = (loaded.source, loaded.document)
    if let report = loaded.mappingReport {
      try source.record(report, in: &losses)
    } else if source.format == .xml {
      do throws(Failure) {
        for (loss, count) in try XMLStyleLosses.count(in: source.text, style: source.xmlStyle) {
          try losses.record(loss, count: count)
        }
      } catch {
        throw source.diagnostic(error)
      }
    }
    let replayOptions = replayOptions(from: source.format, options)
    var replay = Replay(document, options: replayOptions)
    var index: Int?
    do throws(Failure) {
      switch options.target {
      case .binary1:
        var output = output
        let changed = try changedDocument(document, replayOptions, &replay)
        var failed = 0
        do throws(Failure) {
          var binary = BinaryPropertyListWriter.Options()
          binary.convertsUIDDictionaries = source.format != .binary1
          binary.keepsNulls = source.format == .binary1
          try BinaryPropertyListWriter.write(
            changed, options: binary, losses: &losses, index: &failed, to: &output)
        } catch {
          // A changed document's places are not the source's.
          index = changed === document ? failed : 0
          throw error
        }
        return output
      case .json:
        let style: JSONStyle = options.isCanonical ? .canonical : options.isPretty ? .pretty : .compact
        var writer = JSONWriter(to: output, style: style, losses: losses)
        try replay.run(into: &writer)
        if options.endsLine { try writer.endLine() }
        losses = writer.losses
        return writer.finish()
      case .xml1:
        let style: XMLPropertyListStyle = options.isCanonical ? .canonical : .standard
        var writer = XMLPropertyListWriter(to: output, style: style, losses: losses)
        try replay.run(into: &writer)
        losses = writer.losses
        return writer.finish()
      case .jsonl:
        var writer = JSONWriter(to: output, style: .lines(isCanonical: options.isCanonical), losses: losses)
        try replay.run(into: &writer)
        losses = writer.losses
        return writer.finish()
      case .xml:
        index = 0
        guard options.isCanonical else {
          return try writeXML(document, options, to: output, replay: &replay, index: &index)
        }
        let written = try writeXML(document, options, to: OutputBuffer(), replay: &replay, index: &index)
        var canonical = output
        try written.withHeldBytes { (text: ByteView) throws(Failure) in
          try CanonicalXML.write(text, to: &canonical)
        }
        return canonical
      case .openstep, .strings:
        let style = OpenStepStyle(indentation: options.isCanonical ? nil : OpenStepStyle().indentation)
        var writer = OpenStepWriter(
          to: output, dialect: options.target == .strings ? .strings : .openStep, style: style, losses: losses
        )
        try replay.run(into: &writer)
        losses = writer.losses
        return writer.finish()
      case .swift, .objc:
        let language: SourceLiteralLanguage = options.target == .swift ? .swift : .objectiveC
        let name = SourceLiteralName(path: options.sourceName, for: language)
        var writer = SourceLiteralWriter(language, name: name, to: output, losses: losses)
        try replay.run(into: &writer)
        losses = writer.losses
        return try writer.finish()
      case .sql:
        guard let use = source.mapping ?? options.mapping else { throw Failure(.sqlNeedsMapping) }
        let changed = try changedDocument(document, replayOptions, &replay)
        var failed = 0
        do throws(Failure) {
          return try SQLWriter.write(
            changed, by: use.mapping.mapping, losses: &losses, index: &failed, to: output)
        } catch {
          index = changed === document ? failed : 0
          throw error
        }
      }
    } catch {
      throw source.diagnostic(error, at: index ?? replay.index, of: document)
    }
  }

  /// Writes a document as application XML in the style that is asked for.
  private static func writeXML(
    _ document: Document, _ options: ConversionOptions, to output: consuming OutputBuffer,
    replay: inout Replay,
    index: inout Int?
  ) throws(Failure) -> OutputBuffer {
    var changed = try changedDocument(document, replay.options, &replay)
    if options.xmlStyle == nil, let mapping = options.mapping {
      var failed = 0
      if SQLRows.areRows(changed) {
        do throws(Failure) {
          changed = try SQLRows.document(changed, by: mapping.mapping.mapping, index: &failed)
        } catch {
          index = changed === document ? failed : 0
          throw error
        }
      }
      do throws(Failure) {
        return try MappingWriter.write(changed, by: mapping.mapping, index: &failed, to: output)
      } catch {
        index = changed === document ? failed : 0
        throw error
      }
    }
    guard let style = options.xmlStyle else { throw Failure(.xmlStyleNeeded) }
    guard style == .attributes else {
      var writer = XMLTreeStyleWriter(to: output)
      do throws(Failure) {
        try writer.write(changed, style: style)
      } catch {
        index = changed === document ? writer.index : 0
        throw error
      }
      return writer.finish()
    }
    var writer = XMLAttributeStyleWriter(to: output)
    do throws(Failure) {
      try writer.write(changed)
    } catch {
      index = changed === document ? writer.index : 0
      throw error
    }
    return writer.finish()
  }

  /// A pass over a document read from `source`, as this conversion makes it.
  package static func replay(of document: Document, from source: Format, _ options: ConversionOptions)
    -> Replay
  {
    Replay(document, options: replayOptions(from: source, options))
  }

  /// The document as the replay changes it; the same one where there is nothing to change.
  private static func changedDocument(
    _ document: Document, _ options: ReplayOptions, _ replay: inout Replay
  ) throws(Failure) -> Document {
    let changesTags =
      (options.decodesTags != nil && document.tags.contains(.dollarKey)) || options.encodesTags != nil
    let changesNulls = options.null != .keep && document.tags.contains(.tag(.null))
    guard options.sortKeys || changesTags || changesNulls else { return document }
    var builder = DocumentBuilder(source: document.source)
    try replay.run(into: &builder)
    return try builder.finish(owner: document.owner)
  }

  /// What the replay does for this pair of formats.
  package static func replayOptions(from source: Format, _ options: ConversionOptions) -> ReplayOptions {
    var replay = ReplayOptions()
    replay.sortKeys = options.sortsKeys || options.isCanonical
    replay.expandedBytes = options.maximumExpansion
    if options.loss == .tag {
      replay.decodesTags = source.hasPropertyListTypes ? .propertyList : .json
      // A table's columns have the mapping's types.
      replay.encodesTags =
        options.target == .sql ? nil : options.target.hasPropertyListTypes ? .propertyList : .json
    }
    if options.target.isPropertyList {
      // An empty element is an empty string where there is no null.
      replay.null = source == .xml && options.null == .refuse ? .emptyString : .keep
      switch options.null {
      case .refuse: break
      case .drop: replay.null = .drop
      case .string: replay.null = .string
      }
    }
    return replay
  }
}

extension DiagnosticCode {
  package static var duplicateKey: DiagnosticCode {
    DiagnosticCode(
      "document.duplicate-key", rule: "plist/duplicate-key",
      "the key “%” stands here again; its last value counts, in the first one's place")
  }
}
