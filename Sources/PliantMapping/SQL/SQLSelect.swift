// The SELECT statements whose rows convert back to a mapping's document (see SQLRows).
//
//   SELECT 'Team' AS "#table", "code", "name" FROM "Team";

/// Makes the statements for converting back.
package enum SQLSelect {
  /// Returns a SELECT for each table of a mapping, with the table's name in each row.
  ///
  /// Throws `sql.name` if two names are equal in SQLite.
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

  /// A column, or its hexadecimal digits if JSON cannot represent its bytes.
  private static func selected(_ column: SQLSchema.Column) -> String {
    let name = SQLText.identifier(column.name)
    guard let field = column.field, case .data = field.type, !field.isJSON else { return name }
    return "hex(\(name)) AS \(SQLText.identifier("hex(\(column.name))"))"
  }
}
