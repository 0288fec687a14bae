// The formats that no hot loop drives, by their names.

/// The entry point for PliantCore; see `linkedOuterFormats()` there.
@_silgen_name("pliant_outer_formats")
package func outerFormats() -> any OuterFormats.Type { FormatsOfThisModule.self }

private enum FormatsOfThisModule: OuterFormats {
  static func definition(of format: Format) -> any FormatDefinition.Type {
    switch format {
    case .openstep, .strings: reader(of: format) ?? format.definition
    case .swift: SwiftLiteralFormat.self
    case .objc: ObjectiveCLiteralFormat.self
    case .sql: SQLFormat.self
    case .xml1, .binary1, .json, .jsonc, .json5, .jsonl, .xml, .csv, .tsv: format.definition
    }
  }

  static func reader(of format: Format) -> (any OuterFormat.Type)? {
    switch format {
    case .openstep: OpenStepFormat.self
    case .strings: StringsFormat.self
    default: nil
    }
  }

  static func unarchived(_ document: Document) throws(Failure) -> Document? {
    try KeyedArchive(document)?.unarchived()
  }
}
