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
  package var isReadable = true
  package var isWritable = true
  /// Whether it contains rows, whose columns have no types or a mapping's, so that values are never tagged.
  package var isTable = false
  package var output = Output.inPlace(joins: false)
  package var duplicateKeyRule = DiagnosticRule.plistDuplicateKey
  /// Whether Foundation's serializers read and write it.
  package var isFoundationFormat = false

  package init(
    summary: String, fileExtension: String, values: Values, text: DecodedText.Kind? = .text,
    syntax: Syntax? = nil, editing: Editing = .none, hasLayout: Bool = false, isReadable: Bool = true,
    isWritable: Bool = true, isTable: Bool = false, output: Output = .inPlace(joins: false),
    duplicateKeyRule: DiagnosticRule = .plistDuplicateKey, isFoundationFormat: Bool = false
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
/// A readable format also has a generic `read`, which `DocumentSource.send` calls. It is not a requirement,
/// because requirements are also compiled unspecialised.
package protocol FormatDefinition {
  static var traits: FormatTraits { get }

  /// Writes the events of a pass.
  ///
  /// Throws an error for a value that the format refuses.
  static func write(_ pass: inout WriteContext, to output: consuming OutputBuffer) throws(Failure)
    -> OutputBuffer
}

/// A readable format of another module.
///
/// Its generic `read` is specialised for the sinks of `DocumentSource`: a document, or a visitor.
package protocol OuterFormat: FormatDefinition {
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

/// The formats of other modules, and other inputs that they read.
///
/// PliantFormats, a dependent module, has the only conforming type; the linker connects it to this module,
/// because a lookup at run time takes a tenth of the program's start.
package protocol OuterFormats {
  static func definition(of format: Format) -> any FormatDefinition.Type

  /// The definition of a readable format; nil for one of this module, or without a reader.
  static func reader(of format: Format) -> (any OuterFormat.Type)?

  /// Decodes a keyed archive to its objects; nil for another document.
  ///
  /// Throws an error in the archive.
  static func unarchived(_ document: Document) throws(Failure) -> Document?
}

/// The formats of PliantFormats, which every program with this module links.
@_silgen_name("pliant_outer_formats")
package func linkedOuterFormats() -> any OuterFormats.Type

protocol ReadFormat: FormatDefinition {}

extension ReadFormat {
  package static func write(
    _ pass: inout WriteContext, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    throw Failure(.formatNotWritable, pass.conversion.target.rawValue)
  }
}

extension DecodedText.Kind {
  package init(_ format: Format) { self = format.traits.text ?? .text }
}
