// The pipeline:
//
//   bytes → format → text → reader → Document → replay → writer → bytes
//
// This is its first half, from bytes to Document; Conversion+Writing.swift is the second. Nothing is written before the
// whole input was read and found good; where what is written is not seen before it is whole, the document can be left
// out (StraightConversion.swift).

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

  /// A pass over a document read from `source`, as this conversion makes it.
  package static func replay(of document: Document, from source: Format, _ options: ConversionOptions)
    -> Replay
  {
    Replay(document, options: replayOptions(from: source, options))
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
