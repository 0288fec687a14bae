// The formats that no hot loop drives, by their names.

extension Format: OuterFormats {
  package func definition(of format: Format) -> any FormatDefinition.Type {
    switch format {
    case .openstep: OpenStepFormat.self
    case .strings: StringsFormat.self
    case .swift: SwiftLiteralFormat.self
    case .objc: ObjectiveCLiteralFormat.self
    case .sql: SQLFormat.self
    case .xml1, .binary1, .json, .jsonc, .json5, .jsonl, .xml, .csv, .tsv: format.definition
    }
  }

  package func unarchived(_ document: Document) throws(Failure) -> Document? {
    try KeyedArchive(document)?.unarchived()
  }
}
