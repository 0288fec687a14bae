// The changes that a load makes to existing tables: new columns, wider types, and new tables without rows removed.

extension SQLSchemaChange {
  /// Returns the statements that add missing columns to existing tables, and the columns that need another type.
  ///
  /// Throws `sql.schema` for a different key.
  package func additions(for mapping: Mapping, _ load: SQLLoadOptions) throws(Failure) -> (
    statements: [String], widened: [Widening]
  ) {
    var statements: [String] = []
    var widened: [Widening] = []
    for table in try SQLSchema(mapping, load: load).tables where !table.columns.isEmpty {
      guard let columns = columns(of: table) else { continue }
      let key = Self.key(of: columns)
      guard Self.isSame(key, table.keyNames) else {
        let (old, new) = (key.joined(separator: ", "), table.keyNames.joined(separator: ", "))
        throw Failure(.sqlSchema, "the key of table '\(table.name)' is (\(old)), not (\(new))")
      }
      for column in table.columns {
        if let old = columns.first(where: { Self.isSame([$0.name], [column.name]) }) {
          let isKey = old.key > 0 || column.source == .owner
          if let type = Self.wider(old.type, column.type, isWritten: mapping.keepsWords && isKey) {
            widened.append((table.name, old.name, old.type, type))
          }
          continue
        }
        let checks = column.checks.map { " CHECK (\($0))" }.joined()
        let (owner, name) = (SQLText.identifier(table.name), SQLText.identifier(column.name))
        statements.append(
          "ALTER TABLE \(owner) ADD COLUMN \(name)\(Self.ownMark)\(column.type)\(checks);\n")
      }
    }
    return (statements, widened)
  }

  /// The type of a column that keeps both the values of a type and those of another one; nil if the old one does.
  ///
  /// Cells and elements are text in a key of texts, which identifies a record by one of them in every document.
  private static func wider(_ old: String, _ new: String, isWritten: Bool) -> String? {
    if old == new || old.isEmpty || old == "TEXT" && isWritten && numbers.contains(new) { return nil }
    // An integer column keeps fractions, but one of reals no large integers.
    if numbers.contains(old), numbers.contains(new) { return old == "REAL" ? "NUMERIC" : nil }
    return isWritten && new == "TEXT" ? "TEXT" : ""
  }

  /// Returns the statements that change the types of columns, from the definitions of their tables.
  ///
  /// Throws `sql.schema` if a table's definition is not pliant's.
  package func widening(
    _ columns: [Widening], _ definitions: Document
  ) throws(Failure) -> [String] {
    var statements: [String] = []
    let rows = Array(DocumentValue(definitions).elements)
    func text(_ row: DocumentValue, _ key: StaticString) -> String {
      row.value(forKey: ByteView(key))?.string ?? ""
    }
    for (name, changes) in Dictionary(grouping: columns, by: \.table).sorted(by: { $0.key < $1.key }) {
      let own = rows.filter { text($0, "t").lowercased() == name.lowercased() }
      var sql = own.first { text($0, "y") == "table" }.map { text($0, "s") } ?? ""
      for change in changes {
        let identifier = SQLText.identifier(change.column)
        let types = change.old == "INTEGER" ? ["INTEGER", "INT"] : [change.old]
        let found = types.flatMap { type in [" ", Self.ownMark].map { identifier + $0 + type } }
          .first { sql.hasText($0) }
        guard let found, let start = sql.byteOffset(of: found), !change.old.isEmpty else {
          throw Failure(
            .sqlSchema, "column '\(change.column)' of table '\(name)' is \(change.old) and cannot change")
        }
        let blanks = found.dropFirst(identifier.count).prefix { $0 == " " }
        let column = change.new.isEmpty ? identifier : identifier + blanks + change.new
        let rest = String(decoding: sql.utf8.dropFirst(start + found.utf8.count), as: UTF8.self)
        sql = String(decoding: sql.utf8.prefix(start), as: UTF8.self) + column + rest
      }
      let (table, copy) = (SQLText.identifier(name), "\"pliant_copy\"")
      // Generated columns are not among them.
      let columns = SQLText.list((known[name.lowercased()] ?? []).map(\.name))
      guard let start = sql.firstIndex(of: "(") else { continue }
      statements += [
        "CREATE TABLE \(copy) \(sql[start...]);\n",
        "INSERT INTO \(copy) (\(columns)) SELECT \(columns) FROM \(table);\n",
        "DROP TABLE \(table);\n", "ALTER TABLE \(copy) RENAME TO \(table);\n",
      ]
      statements += own.filter { text($0, "y") != "table" }.map { text($0, "s") + ";\n" }
    }
    if statements.isEmpty { return [] }
    return ["PRAGMA foreign_keys = OFF;\nPRAGMA legacy_alter_table = ON;\nBEGIN IMMEDIATE;\n"] + statements
      + [
        "COMMIT;\nPRAGMA legacy_alter_table = OFF;\n"
      ]
  }

  /// A query for rows that refer to missing ones, a sentence each.
  package static func orphans(_ mapping: Mapping, _ load: SQLLoadOptions) throws(Failure) -> String {
    let schema = try SQLSchema(mapping, load: load)
    return schema.tables.flatMap { table in
      let owners = table.owners.filter { !$0.columns.isEmpty }.map { ($0.columns, $0.table) }
      return (owners + table.references.filter(\.isChecked).map { ($0.columns, $0.table) }).map {
        columns, number in
        let other = schema.tables[number]
        func texts(_ names: [String]) -> String {
          names.map { "a.\(SQLText.identifier($0))" }.joined(separator: " || ',' || ")
        }
        let own = table.names(columns)
        let isSame = zip(own, other.keyNames).map {
          "b.\(SQLText.identifier($1)) IS a.\(SQLText.identifier($0))"
        }
        return "SELECT \(SQLText.string(table.name + " ")) || \(texts(table.keyNames)) || "
          + "\(SQLText.string(" refers to the \(other.name) ")) || \(texts(own)) || ', which does not exist' FROM "
          + "\(SQLText.identifier(table.name)) a WHERE a.\(SQLText.identifier(own[0])) IS NOT NULL AND NOT EXISTS "
          + "(SELECT 1 FROM \(SQLText.identifier(other.name)) b WHERE \(isSame.joined(separator: " AND "))) LIMIT 3;\n"
      }
    }.joined()
  }

  /// The statements that remove new tables without rows, and their views; `names` are those with rows.
  package func cleanup(
    after mapping: Mapping, _ load: SQLLoadOptions, withRows names: Set<String>
  ) throws(Failure) -> String {
    let schema = try SQLSchema(mapping, load: load)
    var kept = Set(
      schema.tables.indices.filter { number in
        names.contains(schema.tables[number].name) || columns(of: schema.tables[number]) != nil
      })
    // The tables that kept ones refer to remain.
    var pending = Array(kept)
    while let number = pending.popLast() {
      let table = schema.tables[number]
      let others = table.owners.filter { !$0.columns.isEmpty }.map(\.table) + table.references.map(\.table)
      pending += others.filter { kept.insert($0).inserted }
    }
    let dropped = schema.tables.indices.filter { !kept.contains($0) && !schema.tables[$0].columns.isEmpty }
    if dropped.isEmpty { return "" }
    var output = OutputBuffer()
    output.append("BEGIN IMMEDIATE;\n")
    for number in dropped {
      let name = schema.tables[number].name
      output.append("DROP VIEW IF EXISTS \(SQLText.identifier(name + "_view"));\n")
      output.append("DROP TABLE IF EXISTS \(SQLText.identifier(name));\n")
    }
    output.append(SQLLoadOptions.end)
    return String(decoding: output.bytes, as: UTF8.self)
  }

  /// Whether the database has none of a mapping's tables.
  package func isFresh(for mapping: Mapping, _ load: SQLLoadOptions) throws(Failure) -> Bool {
    try SQLSchema(mapping, load: load).tables.allSatisfy { columns(of: $0) == nil }
  }

  package static func tableNames(of mapping: Mapping, _ load: SQLLoadOptions) throws(Failure) -> [String] {
    try SQLSchema(mapping, load: load).tables.filter { table in
      table.columns.contains { $0.source != .file }
    }.map(\.name)
  }

  package static func count(_ tables: [String]) -> String {
    tables.map { "SELECT \(SQLText.string($0)) t, count(*) n FROM \(SQLText.identifier($0)) GROUP BY 1" }
      .joined(separator: " UNION ALL ")
  }
}
