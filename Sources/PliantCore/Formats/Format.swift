// The formats by name. The folder of a format contains its definition, reader and writer:
//
//   Format.json ─▶ JSONFormat: FormatDefinition ─▶ traits (name, its values, its text, layout, default output)
//                                              ─▶ read, write
//
// A new format is a folder of PliantFormats with a definition, its line there and a case here. Those whose
// reader calls a writer for each byte are in this module, with their lines in `definition` and `send`.

/// A document format, named as on the command line.
package enum Format: String, CaseIterable, Sendable {
  /// XML property list.
  case xml1
  /// Binary property list.
  case binary1
  /// RFC 8259 JSON.
  case json
  /// JSON with comments and trailing commas (read only).
  case jsonc
  /// JSON5 (read only).
  case json5
  /// One JSON value per line.
  case jsonl
  /// Old-style ASCII property list.
  case openstep
  /// Localisation strings.
  case strings
  /// Application XML.
  case xml
  /// Swift source literal (written only).
  case swift
  /// Objective-C source literal (written only).
  case objc
  /// Comma-separated values.
  case csv
  /// Tab-separated values.
  case tsv
  /// SQLite upserts of a mapping's records (written only).
  case sql

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

  /// The properties of the format.
  package var traits: FormatTraits { definition.traits }

  /// Whether documents of this format can be read.
  package var isReadable: Bool { traits.isReadable }

  /// Whether documents can be written in this format.
  package var isWritable: Bool { traits.isWritable }
}

extension DocumentSource {
  /// Sends the source's values, of a format of this module, to a sink; `ledger` records omissions.
  ///
  /// Ignores mappings. Throws the format's failures, each with its offset.
  func send(into sink: inout some ValueSink & ~Copyable, ledger: inout ReadingLedger) throws(Failure) {
    switch format {
    case .xml1: try XMLPropertyListFormat.read(self, into: &sink, ledger: &ledger)
    case .binary1: try BinaryPropertyListFormat.read(self, into: &sink, ledger: &ledger)
    case .json: try JSONFormat.read(self, into: &sink, ledger: &ledger)
    case .jsonc: try CommentedJSONFormat.read(self, into: &sink, ledger: &ledger)
    case .json5: try JSON5Format.read(self, into: &sink, ledger: &ledger)
    case .jsonl: try JSONLinesFormat.read(self, into: &sink, ledger: &ledger)
    case .xml: try ApplicationXMLFormat.read(self, into: &sink, ledger: &ledger)
    case .csv: try CSVFormat.read(self, into: &sink, ledger: &ledger)
    case .tsv: try TSVFormat.read(self, into: &sink, ledger: &ledger)
    case .openstep, .strings, .swift, .objc, .sql: throw Failure(.formatNotReadable, format.rawValue)
    }
  }
}
