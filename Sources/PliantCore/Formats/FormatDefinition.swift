// What a format is: the one place in which each says so.

/// What there is to know of a format without reading a document.
package struct FormatTraits: Sendable {
  /// What a format's values may be.
  package enum Values: Sendable {
    /// What JSON holds, null included.
    case json
    /// Strings, arrays and dictionaries of a property list, no null.
    case propertyListText
    /// All of a property list: dates, data and UIDs as well, no null.
    case propertyList

    package var areOfPropertyList: Bool { self != .json }
  }

  /// The grammar of a format's text, where values can be edited in place, escaped and laid out anew.
  package enum Syntax: Sendable {
    case xml
    case json
    case openStep
  }

  /// How a value is changed at a key path.
  package enum Editing: Sendable {
    /// In the text, whose other bytes stay.
    case text
    /// The whole document is written again.
    case rewriting
    case none
  }

  /// Where the output goes that has no place named for it.
  package enum Output: Sendable, Equatable {
    /// The file is rewritten; `joins` if several may follow one another on standard output.
    case inPlace(joins: Bool)
    /// A new file beside the source.
    case beside
    /// `joins` as above.
    case standardOutput(joins: Bool)
  }

  /// What the format is, for help texts.
  package let summary: String
  /// The file name extension that one-way targets and `-e` users expect.
  package let fileExtension: String
  package let values: Values
  /// By which rules the encoding of a text is found; nil for a binary format.
  package var text: DecodedText.Kind? = .text
  /// The grammar of the text; nil if it has none that pliant edits.
  package var syntax: Syntax?
  package var editing = Editing.none
  /// Whether `format` can lay documents out anew.
  package var hasLayout = false
  package var isReadable = true
  package var isWritable = true
  /// Whether it holds rows, whose columns have no types or those of a mapping, so that no value is tagged.
  package var isTable = false
  package var output = Output.inPlace(joins: false)
  /// The rule that tells of a key that a dictionary has twice.
  package var duplicateKeyRule = "plist/duplicate-key"
  /// Whether Foundation's serializers read and write it.
  package var isFoundationFormat = false

  /// Whether its numbers, booleans and dates are text like any other.
  package var hasOnlyText: Bool {
    values == .propertyListText || text == .table || syntax == .xml && values == .json
  }

  package init(
    summary: String, fileExtension: String, values: Values, text: DecodedText.Kind? = .text,
    syntax: Syntax? = nil, editing: Editing = .none, hasLayout: Bool = false, isReadable: Bool = true,
    isWritable: Bool = true, isTable: Bool = false, output: Output = .inPlace(joins: false),
    duplicateKeyRule: String = "plist/duplicate-key", isFoundationFormat: Bool = false
  ) {
    self.summary = summary
    self.fileExtension = fileExtension
    self.values = values
    self.text = text
    self.syntax = syntax
    self.editing = editing
    self.hasLayout = hasLayout
    self.isReadable = isReadable
    self.isWritable = isWritable
    self.isTable = isTable
    self.output = output
    self.duplicateKeyRule = duplicateKeyRule
    self.isFoundationFormat = isFoundationFormat
  }
}

/// A format: its traits and its writer.
///
/// A format that can be read has, besides, a generic `read`, which `DocumentSource.send` calls. It is no requirement: what a
/// protocol asks for is compiled for any sink whatever, beside the sinks that there are.
package protocol FormatDefinition {
  static var traits: FormatTraits { get }

  /// Writes what a pass sends.
  ///
  /// Throws what the format refuses.
  static func write(_ pass: inout WritingPass, to output: consuming OutputBuffer) throws(Failure)
    -> OutputBuffer
}

/// A format of another module that can be read.
///
/// What its generic `read` is compiled for is what `DocumentSource` reads into: a document, or whoever is visited.
package protocol OuterFormat: FormatDefinition {
  /// Reads the source into a document under construction; `ledger` gets what was left out.
  ///
  /// Throws the format's failures, each with its offset.
  static func read(
    _ source: DocumentSource, into builder: inout DocumentBuilder, ledger: inout ReadingLedger
  ) throws(Failure)

  /// Sends the source's values to a visitor; `ledger` gets what was left out.
  ///
  /// Throws the format's failures, each with its offset.
  static func read(
    _ source: DocumentSource, into sink: inout VisitorSink, ledger: inout ReadingLedger
  ) throws(Failure)

  /// Whether two texts have the same tokens, but for white space; for formats with a layout.
  static func hasSameTokens(_ left: ByteView, _ right: ByteView) -> Bool
}

/// The formats that are not in this module, and what else is read by other modules.
///
/// PliantFormats, which is built on this module, has the one type that conforms; the linker finds it for the module below,
/// since a search at run time is a tenth of the program's start.
package protocol OuterFormats {
  /// The definition of a format.
  static func definition(of format: Format) -> any FormatDefinition.Type

  /// The definition of a format that can be read; nil for one of this module, or without a reader.
  static func reader(of format: Format) -> (any OuterFormat.Type)?

  /// A keyed archive as its objects; nil for another document.
  ///
  /// Throws what is wrong with the archive.
  static func unarchived(_ document: Document) throws(Failure) -> Document?
}

/// The formats of PliantFormats, with which every program is linked that is linked with this module.
@_silgen_name("pliant_outer_formats")
package func linkedOuterFormats() -> any OuterFormats.Type

/// A format that is read only.
protocol ReadFormat: FormatDefinition {}

extension ReadFormat {
  package static func write(
    _ pass: inout WritingPass, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    throw Failure(.formatNotWritable, pass.route.target.rawValue)
  }
}

extension DecodedText.Kind {
  /// The rules for a format's documents.
  package init(_ format: Format) { self = format.traits.text ?? .text }
}
