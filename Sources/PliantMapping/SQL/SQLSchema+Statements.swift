// The statements of a schema: the tables, for each table the insertion of a row, and the selection of its
// rows, which convert back to the mapping's document (see SQLRows).
//
//   SELECT 'Team' AS "#table", "code", "name" FROM "Team" ORDER BY rowid;

extension SQLSchema {
  func appendTables(to output: inout OutputBuffer) {
    for table in tables where !table.columns.isEmpty {
      output.append("CREATE TABLE IF NOT EXISTS \(SQLText.identifier(table.name)) (\n")
      output.append(lines(of: table).map { "  " + $0 }.joined(separator: ",\n"))
      output.append("\n);\n")
    }
    for table in tables {
      for index in table.indexes {
        let names = table.names(index)
        let name = SQLText.identifier(([table.name] + names).joined(separator: "_") + "_index")
        output.append(
          "CREATE INDEX IF NOT EXISTS \(name) ON \(SQLText.identifier(table.name)) (\(SQLText.list(names)));\n"
        )
      }
    }
  }

  private func lines(of table: Table) -> [String] {
    var lines = table.columns.map { column in
      // A single INTEGER key would be the number of the row, and rows in the order of their keys.
      let isKey = table.keyNames == [column.name] && column.type == "INTEGER"
      var line = SQLText.identifier(column.name) + " " + (isKey ? "INT" : column.type)
      if column.isNotNull { line += " NOT NULL" }
      if let value = column.defaultValue { line += " DEFAULT \(value.hasPrefix("-") ? "(\(value))" : value)" }
      for check in column.checks { line += " CHECK (\(check))" }
      return line
    }
    lines.append("PRIMARY KEY (\(SQLText.list(table.keyNames)))")
    for owner in table.owners where !owner.columns.isEmpty {
      let key = ForeignKey(columns: owner.columns, table: owner.table, action: action(of: owner, in: table))
      lines.append(text(of: key, in: table))
    }
    for key in table.references where key.isChecked { lines.append(text(of: key, in: table)) }
    return lines
  }

  /// The effect of deleting its owner on a row: the owner's rule, but a row without a key is deleted.
  private func action(of owner: Owner, in table: Table) -> String {
    let isPart = table.key.contains(owner.columns[0])
    // A guessed key identifies a record within its document.
    if mapping.isGuess { return "CASCADE" }
    if isPart { return owner.deleteRule == .deny ? "RESTRICT" : "CASCADE" }
    return SQLSchemaBuilder.action(owner.deleteRule, isNullable: true)
  }

  private func text(of key: ForeignKey, in table: Table) -> String {
    let target = tables[key.table]
    return "FOREIGN KEY (\(SQLText.list(table.names(key.columns)))) REFERENCES "
      + "\(SQLText.identifier(target.name)) (\(SQLText.list(target.keyNames))) ON DELETE \(key.action) "
      + "DEFERRABLE INITIALLY DEFERRED"
  }

  /// Returns the condition that a row belongs to documents, a list of names as literals, through existing owners.
  ///
  /// `row` is the name of the table or its alias. Returns nil for rows without a document.
  func isOwned(
    _ number: Int, as row: String, by files: String, around: [Int] = [],
    where exists: (Table) -> Bool = { _ in true }
  ) -> String? {
    let table = tables[number]
    if let file = table.columns.first(where: { $0.source == .file }) {
      return "\(row).\(SQLText.identifier(file.name)) IN (\(files))"
    }
    let conditions = table.owners.compactMap { owner -> String? in
      let (other, alias) = (tables[owner.table], "o\(around.count)")
      guard !owner.columns.isEmpty, !around.contains(owner.table), exists(other),
        let inner = isOwned(owner.table, as: alias, by: files, around: around + [number], where: exists)
      else { return nil }
      let own = table.names(owner.columns).map { "\(row).\(SQLText.identifier($0))" }
      if isDocument(other) { return "\(own[0]) IN (\(files))" }
      let same = zip(other.keyNames, own).map { "\(alias).\(SQLText.identifier($0)) = \($1)" }
      return "EXISTS (SELECT 1 FROM \(SQLText.identifier(other.name)) \(alias) WHERE "
        + (same + ["(\(inner))"]).joined(separator: " AND ") + ")"
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: " OR ")
  }

  /// Whether a table has a row for each document, with its name as the key.
  private func isDocument(_ table: Table) -> Bool {
    table.key.count == 1 && table.columns[table.key[0]].source == .file
  }

  /// The condition that a row belongs to the loaded document, if others may have its key: they change the fields that
  /// they have, and the row remains the first document's.
  func isOwnRow(_ number: Int, as row: String) -> String? {
    let table = tables[number]
    guard let load, !load.replaces, !isFresh, !table.merges,
      table.key.allSatisfy({ table.columns[$0].source == .field })
    else { return nil }
    return isOwned(number, as: row, by: SQLText.string(load.file))
  }

  /// Returns the end of an insertion: an upsert that changes a row only if something differs.
  ///
  /// `given` are the fields set by the store that the document contains nevertheless.
  func upsert(into number: Int, given: Set<String>) -> String {
    let table = tables[number]
    let name = SQLText.identifier(table.name)
    let isOwnRow = isOwnRow(number, as: name)
    let documents = Set(table.owners.filter { isDocument(tables[$0.table]) }.flatMap(\.columns))
    var changes: [String] = []
    var differences: [String] = []
    for (number, column) in table.columns.enumerated() where !table.key.contains(number) {
      let own = SQLText.identifier(column.name)
      let isSet = column.field?.now == nil || given.contains(column.name)
      if !isSet && column.field?.now == .created { continue }
      var value = table.merges ? "coalesce(excluded.\(own), \(name).\(own))" : "excluded.\(own)"
      if isOwnRow != nil, documents.contains(number) {
        value = "coalesce(\(name).\(own), excluded.\(own))"
      } else if let isOwnRow, column.source == .spelling {
        let number = column.field.map { SQLText.identifier($0.columnName) } ?? own
        value =
          "CASE WHEN (\(isOwnRow)) OR \(name).\(number) IS NULL OR excluded.\(number) IS NOT NULL "
          + "THEN excluded.\(own) ELSE \(name).\(own) END"
      } else if let isOwnRow, [.field, .presence].contains(column.source) {
        value =
          "CASE WHEN \(isOwnRow) THEN excluded.\(own) ELSE coalesce(excluded.\(own), \(name).\(own)) END"
      }
      changes.append("\(own) = \(isSet ? value : "excluded.\(own)")")
      if isSet { differences.append("\(name).\(own) IS NOT \(value)") }
    }
    let start =
      (isGuarded ? ") WHERE EXISTS (SELECT 1 FROM \"pliant_run\")" : "")
      + " ON CONFLICT (\(SQLText.list(table.keyNames))) DO "
    if differences.isEmpty { return start + "NOTHING;\n" }
    return start + "UPDATE SET " + changes.joined(separator: ", ") + " WHERE " + SQLText.any(differences)
      + ";\n"
  }

  /// A SELECT for each table, with the table's name in each row.
  package var selects: String {
    tables.filter { !$0.columns.isEmpty }.map { table in
      let columns = [SQLText.string(table.name) + " AS \"#table\""] + table.columns.map(selected)
      // An index with all columns would have another order; a column can hide one of the names of a row's number.
      let names = Set(table.columns.map { $0.name.lowercased() })
      let row = ["rowid", "oid", "_rowid_"].first { !names.contains($0) } ?? "1"
      let list = columns.joined(separator: ", ")
      return "SELECT \(list) FROM \(SQLText.identifier(table.name)) ORDER BY \(row);\n"
    }.joined()
  }

  /// A column, or its hexadecimal digits if JSON cannot represent its bytes.
  private func selected(_ column: Column) -> String {
    let name = SQLText.identifier(column.name)
    guard let field = column.field, case .data = field.type, !field.isJSON else { return name }
    return "hex(\(name)) AS \(SQLText.identifier("hex(\(column.name))"))"
  }
}
