// Formats by name: the one table is that of PliantFormats, which the linker connects to this module.
//
//   Format.json ─▶ JSONFormat: ReadableFormat ─▶ traits (its values, its text, layout, default output)
//                                             ─▶ read, write

extension Format: RawRepresentable {
  /// Every format of the table, in its order.
  package static var all: [Format] { linkedFormatTable().definitions.map { $0.format } }

  /// Creates the format with a name; nil if no format has it.
  @usableFromInline
  package init?(rawValue: String) {
    guard rawValue.utf8.count <= 8 else { return nil }
    self.init(named: rawValue)
    let format = self
    guard linkedFormatTable().definition({ $0.format == format }) != nil else { return nil }
  }

  /// Its definition in the table; tests ensure that each constant has one.
  package var definition: any FormatDefinition.Type {
    linkedFormatTable().definition { $0.format == self } ?? JSONFormat.self
  }

  package var traits: FormatTraits { definition.traits }

  package var isReadable: Bool { definition.reader != nil }

  /// Whether it is JSON with comments or JSON5.
  package var isCommentedJSON: Bool { self == .jsonc || self == .json5 }

  /// Whether its documents are bytes rather than text.
  package var isBinary: Bool { traits.text == nil }

  package var isWritable: Bool { traits.isWritable }

  /// The format that only a file's name reveals: tables look like anything, JSON Lines like JSON until the second
  /// line, and JSON with comments until the first one.
  package init?(hiddenIn name: String) {
    if let dialect = Format(jsonDialectOf: name) {
      self = dialect
    } else if let ending = Paths.pathExtension(name)?.lowercasedASCII,
      let definition = linkedFormatTable().definition({
        $0.reader != nil && $0.traits.decisiveExtensions.contains(ending)
      })
    {
      self = definition.format
    } else {
      return nil
    }
  }

  /// The extension of JSON, `jsonc` or `json5`, that a program reads in files with such a name.
  package init?(jsonDialectOf name: String) {
    guard let dialect = JSONDialectNames.dialect(of: name) else { return nil }
    self = dialect
  }
}
