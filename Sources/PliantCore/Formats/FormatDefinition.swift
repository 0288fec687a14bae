package struct FormatTraits: Sendable {
  package enum Values: Sendable {
    /// JSON's types, including null.
    case json
    /// Strings, arrays and dictionaries of a property list, no null.
    case propertyListText
    /// All types of a property list: dates, data and UIDs as well, no null.
    case propertyList

    package var areOfPropertyList: Bool { self != .json }
  }

  /// The grammar of a format's text, if values can be edited in place, escaped and formatted.
  package enum Syntax: Sendable {
    case xml
    case json
    case openStep
  }

  /// The method of changing a value at a key path.
  package enum Editing: Sendable {
    /// In the text, keeping all other bytes.
    case text
    /// By rewriting the whole document.
    case rewriting
    case none
  }

  package enum Output: Sendable, Equatable {
    /// The input file; `joins` if standard output may contain several.
    case inPlace(joins: Bool)
    /// A new file next to the source.
    case beside
    /// Standard output; `joins` as above.
    case standardOutput(joins: Bool)
  }

  /// A description of the format, for help texts.
  package let summary: String
  /// The file name extension that one-way targets and `-e` users expect.
  package let fileExtension: String
  package let values: Values
  /// The rules for finding the encoding of a text; nil for a binary format.
  package var text: DecodedText.Kind? = .text
  /// The grammar of the text; nil if it has none that pliant edits.
  package var syntax: Syntax?
  package var editing = Editing.none
  /// Whether the command `format` supports it.
  package var hasLayout = false
  package var isWritable = true
  /// Whether only a mapping can write it.
  package var needsMapping = false
  /// Whether its numbers, booleans and dates are text like any other.
  package var hasOnlyText = false
  /// Whether every string has quotation marks, although its syntax requires them only for some.
  package var quotesStrings = false
  /// File name extensions that alone reveal the format, because its text looks like anything or like another format.
  package var decisiveExtensions: [String] = []
  /// Whether it contains rows, whose columns have no types or a mapping's, so that values are never tagged.
  package var isTable = false
  package var output = Output.inPlace(joins: false)
  package var duplicateKeyRule = DiagnosticRule.plistDuplicateKey
  /// The lint rule for errors of its reader, if lint has no grammar of its own for the format.
  package var syntaxRule: DiagnosticRule?
  /// Whether Foundation's serializers read and write it.
  package var isFoundationFormat = false

  package init(
    summary: String, fileExtension: String, values: Values, text: DecodedText.Kind? = .text,
    syntax: Syntax? = nil, editing: Editing = .none, hasLayout: Bool = false,
    isWritable: Bool = true, needsMapping: Bool = false, hasOnlyText: Bool = false,
    quotesStrings: Bool = false,
    decisiveExtensions: [String] = [], isTable: Bool = false,
    output: Output = .inPlace(joins: false), duplicateKeyRule: DiagnosticRule = .plistDuplicateKey,
    syntaxRule: DiagnosticRule? = nil, isFoundationFormat: Bool = false
  ) {
    self.summary = summary
    self.fileExtension = fileExtension
    self.values = values
    self.text = text
    self.syntax = syntax
    self.editing = editing
    self.hasLayout = hasLayout
    self.isWritable = isWritable
    self.needsMapping = needsMapping
    self.hasOnlyText = hasOnlyText
    self.quotesStrings = quotesStrings
    self.decisiveExtensions = decisiveExtensions
    self.isTable = isTable
    self.output = output
    self.duplicateKeyRule = duplicateKeyRule
    self.syntaxRule = syntaxRule
    self.isFoundationFormat = isFoundationFormat
  }
}

/// A format: its name, its traits and its writer.
package protocol FormatDefinition: SendableMetatype {
  static var format: Format { get }
  static var traits: FormatTraits { get }

  /// The definition, if it has a reader.
  static var reader: (any ReadableFormat.Type)? { get }

  /// Writes the events of a pass.
  ///
  /// Throws an error for a value that the format refuses.
  static func write(_ pass: inout WriteContext, to output: consuming OutputBuffer) throws(Failure)
    -> OutputBuffer
}

extension FormatDefinition {
  package static var reader: (any ReadableFormat.Type)? { nil }

  package static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    throw Failure(.formatNotWritable, format.rawValue)
  }
}

/// A format with a reader.
///
/// A definition implements both functions by a generic one, which is then specialised for the two sinks: a generic
/// requirement would be compiled unspecialised.
package protocol ReadableFormat: FormatDefinition {
  /// Reads the source into a document under construction; `ledger` records omissions.
  ///
  /// Throws the format's failures, each with its offset.
  static func read(
    _ source: DocumentSource, into builder: inout DocumentBuilder, ledger: inout ReadLosses
  ) throws(Failure)

  /// Sends the source's values to a visitor; `ledger` records omissions.
  ///
  /// Throws the format's failures, each with its offset.
  static func read(
    _ source: DocumentSource, into sink: inout VisitorSink, ledger: inout ReadLosses
  ) throws(Failure)

  /// Whether two texts have the same tokens, except white space; for formats with a layout.
  static func hasSameTokens(_ left: ByteView, _ right: ByteView) -> Bool
}

extension ReadableFormat {
  package static var reader: (any ReadableFormat.Type)? { self }

  package static func hasSameTokens(_ left: ByteView, _ right: ByteView) -> Bool { true }
}

/// A format whose reader is in PliantCodecs.
protocol CodedFormat: ReadableFormat {}

extension CodedFormat {
  package static func read(
    _ source: DocumentSource, into builder: inout DocumentBuilder, ledger: inout ReadLosses
  ) throws(Failure) {
    try CodingFormats.read(source.text, format, into: &builder, ledger: &ledger)
  }

  package static func read(
    _ source: DocumentSource, into sink: inout VisitorSink, ledger: inout ReadLosses
  ) throws(Failure) {
    try CodingFormats.read(source.text, format, into: &sink, ledger: &ledger)
  }
}

/// The table of formats, and other inputs that PliantFormats reads.
///
/// PliantFormats, a dependent module, has the only conforming type; the linker connects it to this module,
/// because a lookup at run time takes a tenth of the program's start.
package protocol LinkedFormatTable {
  static var definitions: [any FormatDefinition.Type] { get }

  /// The first definition that is wanted.
  static func definition(_ isWanted: (any FormatDefinition.Type) -> Bool) -> (any FormatDefinition.Type)?

  /// Decodes a keyed archive to its objects; nil for another document.
  ///
  /// Throws an error in the archive.
  static func unarchived(_ document: Document) throws(Failure) -> Document?
}

/// The formats of PliantFormats, which every program with this module links.
@_silgen_name("pliant_format_table")
package func linkedFormatTable() -> any LinkedFormatTable.Type

extension DecodedText.Kind {
  package init(_ format: Format) { self = format.traits.text ?? .text }
}
