// The formats by name. The folder of a format contains its definition, reader and writer:
//
//   Format.json ─▶ JSONFormat: FormatDefinition ─▶ traits (name, its values, its text, layout, default output)
//                                              ─▶ read, write
//
// A new format is a folder of PliantFormats with a definition, a case in PliantCodecs, and its lines in the switches here
// and in PliantFormats/Formats.swift. Those whose reader calls a writer for each byte are in this module or PliantCodecs.

extension Format {
  package var definition: any FormatDefinition.Type {
    switch self {
    case .xml1: XMLPropertyListFormat.self
    case .binary1: BinaryPropertyListFormat.self
    case .json: JSONFormat.self
    case .jsonc: CommentedJSONFormat.self
    case .json5: JSON5Format.self
    case .jsonl: JSONLinesFormat.self
    case .xml: ApplicationXMLFormat.self
    case .csv: CSVFormat.self
    case .tsv: TSVFormat.self
    case .openstep, .strings, .swift, .objc, .sql: linkedOuterFormats().definition(of: self)
    }
  }

  package var traits: FormatTraits { definition.traits }

  package var isReadable: Bool { traits.isReadable }

  package var isWritable: Bool { traits.isWritable }
}

extension DocumentSource {
  /// Reads the values of a format of this module or PliantCodecs; `ledger` records omissions.
  ///
  /// Ignores mappings. Throws the format's failures, each with its offset.
  func send(into builder: inout DocumentBuilder, ledger: inout ReadLosses) throws(Failure) {
    if try !sendXMLOrTable(into: &builder, ledger: &ledger) {
      try CodingFormats.read(text, format, into: &builder, ledger: &ledger)
    }
  }

  /// Sends the values to a visitor; see above.
  ///
  /// Throws as for a document.
  func send(into visitor: inout VisitorSink, ledger: inout ReadLosses) throws(Failure) {
    if try !sendXMLOrTable(into: &visitor, ledger: &ledger) {
      try CodingFormats.read(text, format, into: &visitor, ledger: &ledger)
    }
  }

  /// Sends application XML or a table; false for another format.
  private func sendXMLOrTable(
    into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Failure) -> Bool {
    switch format {
    case .xml: try ApplicationXMLFormat.read(self, into: &sink, ledger: &ledger)
    case .csv: try CSVFormat.read(self, into: &sink, ledger: &ledger)
    case .tsv: try TSVFormat.read(self, into: &sink, ledger: &ledger)
    case .openstep, .strings, .swift, .objc, .sql: throw Failure(.formatNotReadable, format.rawValue)
    case .xml1, .binary1, .json, .jsonc, .json5, .jsonl: return false
    }
    return true
  }
}
