// The table of formats: a new one is a directory with its definition, and a line here.

import Synchronization

/// The entry point for PliantCore; see `linkedFormatTable()` there.
@_silgen_name("pliant_format_table")
package func formatTable() -> any LinkedFormatTable.Type { FormatTable.self }

package enum FormatTable: LinkedFormatTable {
  /// In the order of the manual.
  private static let table: [any FormatDefinition.Type] = [
    XMLPropertyListFormat.self,
    BinaryPropertyListFormat.self,
    JSONFormat.self,
    CommentedJSONFormat.self,
    JSON5Format.self,
    JSONLinesFormat.self,
    OpenStepFormat.self,
    StringsFormat.self,
    ApplicationXMLFormat.self,
    SwiftLiteralFormat.self,
    ObjectiveCLiteralFormat.self,
    CSVFormat.self,
    TSVFormat.self,
    SQLFormat.self,
  ]

  private static let added = Mutex<[any FormatDefinition.Type]>([])

  package static var definitions: [any FormatDefinition.Type] { table + added.withLock { $0 } }

  package static func definition(
    _ isWanted: (any FormatDefinition.Type) -> Bool
  ) -> (any FormatDefinition.Type)? {
    first(of: table, isWanted) ?? first(of: added.withLock { $0 }, isWanted)
  }

  private static func first(
    of definitions: [any FormatDefinition.Type], _ isWanted: (any FormatDefinition.Type) -> Bool
  ) -> (any FormatDefinition.Type)? {
    // By index, because `first(where:)` looks up conformances at run time, which slows the start.
    for index in definitions.indices where isWanted(definitions[index]) { return definitions[index] }
    return nil
  }

  /// Adds a format to those of the table, for the rest of the process.
  package static func add(_ definition: any FormatDefinition.Type) {
    added.withLock { $0.append(definition) }
  }

  package static func unarchived(_ document: Document) throws(Failure) -> Document? {
    try KeyedArchive(document)?.unarchived()
  }
}
