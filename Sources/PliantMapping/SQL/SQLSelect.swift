// The statements whose rows become a mapping's document again (see SQLRows).
//
//   SELECT 'Team' AS "#table", "code", "name" FROM "Team";

import PliantCore

/// Makes the way back from a store.
package enum SQLSelect {
  /// A SELECT for each table of a mapping, each row with its table's name.
  ///
  /// Throws `sql.name` where two names would be one in SQLite.
  package static func statements(for mapping: Mapping) throws(Failure) -> String {
    var output = OutputBuffer()
    for table in try SQLSchema(mapping).tables where !table.columns.isEmpty {
      output.append("SELECT ")
      Array(table.name.utf8).withByteView { SQLText.append(string: $0, to: &output) }
      output.append(" AS \"#table\"")
      for column in table.columns {
        output.append(", ")
        output.append(selected(column))
      }
      output.append(" FROM \(SQLText.identifier(table.name));\n")
    }
    return String(decoding: output.bytes, as: UTF8.self)
  }

  /// A column, or its hexadecimal digits where JSON cannot hold its bytes.
  private static func selected(_ column: SQLSchema.Column) -> String {
    let name = SQLText.identifier(column.name)
    guard let field = column.field, case .data = field.type, !field.isJSON else { return name }
    return "hex(\(name)) AS \(SQLText.identifier("hex(\(column.name))"))"
  }
}
