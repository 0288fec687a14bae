/// The existing tables of a database.
///
/// A mapping drafted from a few records adapts to them, and tables that lack a column get it.
package struct SQLSchemaChange {
  private struct Column {
    let name: String
    let type: String
    let key: Int64
  }

  package static let query =
    "SELECT m.name AS t, c.name AS c, c.type AS y, c.pk AS k FROM sqlite_master m JOIN pragma_table_info(m.name) c "
    + "WHERE m.type = 'table' ORDER BY m.name, c.cid"

  /// Adapting a key or a type may lead to other tables, which are compared again.
  private static let maximumRounds = 16
  private static let numbers: Set<String> = ["INTEGER", "REAL", "NUMERIC"]

  private var known: [String: [Column]] = [:]

  package init(_ rows: Document) {
    for row in DocumentValue(rows).elements {
      func text(_ key: StaticString) -> String { row.value(forKey: ByteView(key))?.string ?? "" }
      let type = text("y").uppercased()
      let column = Column(
        name: text("c"), type: type == "INT" ? "INTEGER" : type,
        key: row.value(forKey: ByteView("k"))?.integer ?? 0)
      known[text("t").lowercased(), default: []].append(column)
    }
  }

  private func columns(of table: SQLSchema.Table) -> [Column]? { known[table.name.lowercased()] }

  private static func key(of columns: [Column]) -> [String] {
    columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name)
  }

  private static func isSame(_ left: [String], _ right: [String]) -> Bool {
    left.map { $0.lowercased() } == right.map { $0.lowercased() }
  }

  // MARK: Drafts

  /// Returns a drafted mapping with the keys, lists and types of existing tables; samples may show less.
  ///
  /// Only keys are required, because later samples may lack anything else.
  package func adapted(_ drafted: Mapping, _ load: SQLLoadOptions) throws(Failure) -> Mapping {
    var mapping = drafted
    mapping.changeFields(of: Array(mapping.records.indices)) { if !$0.isKey { $0.isRequired = false } }
    for _ in 0..<Self.maximumRounds {
      let before = mapping
      let schema = try SQLSchema(mapping, load: load)
      for table in schema.tables {
        guard let columns = columns(of: table) else { continue }
        adaptKey(of: table, in: schema, to: columns, &mapping)
        for column in table.columns where column.source == .field {
          adapt(column, of: table, to: columns, &mapping)
        }
      }
      if mapping == before { break }
    }
    return mapping
  }

  private func adaptKey(
    of table: SQLSchema.Table, in schema: SQLSchema, to columns: [Column], _ mapping: inout Mapping
  ) {
    let key = Self.key(of: columns)
    if Self.isSame(key, table.keyNames) { return }
    mapping.changeFields(of: table.records) { field in
      field.isKey = key.contains { Self.isSame([$0], [field.name]) } && field.recordType == nil
      if field.isKey { field.isRequired = true }
    }
    guard key.contains(where: { Self.isSame([$0], [table.name + "_position"]) }) else { return }
    for owner in table.owners {
      mapping.changeFields(of: schema.tables[owner.table].records) { field in
        if field.name == owner.field && field.list == nil { field.list = Mapping.ListBounds() }
      }
    }
  }

  /// Turns values of text columns into text, and decimals of numeric columns into numbers.
  private func adapt(
    _ column: SQLSchema.Column, of table: SQLSchema.Table, to columns: [Column], _ mapping: inout Mapping
  ) {
    guard let old = columns.first(where: { Self.isSame([$0.name], [column.name]) }), old.type != column.type
    else { return }
    let isText = old.type == "TEXT" && Self.numbers.contains(column.type)
    guard isText || Self.numbers.contains(old.type) && column.field?.type == .decimal else { return }
    mapping.changeFields(of: table.records) { field in
      guard field.name == column.name else { return }
      field.type = isText ? .string : .real
      field.constraints.scale = nil
    }
  }

  // MARK: Additions

  /// Returns the statements that add missing columns to existing tables.
  ///
  /// Throws `sql.schema` for a different key or type.
  package func additions(for mapping: Mapping, _ load: SQLLoadOptions) throws(Failure) -> [String] {
    var statements: [String] = []
    for table in try SQLSchema(mapping, load: load).tables where !table.columns.isEmpty {
      guard let columns = columns(of: table) else { continue }
      let key = Self.key(of: columns)
      guard Self.isSame(key, table.keyNames) else {
        let (old, new) = (key.joined(separator: ", "), table.keyNames.joined(separator: ", "))
        throw Failure(.sqlSchema, "the key of table '\(table.name)' is (\(old)), not (\(new))")
      }
      for column in table.columns {
        if let old = columns.first(where: { Self.isSame([$0.name], [column.name]) }) {
          // SQLite stores any number in a numeric column.
          if old.type == column.type || Self.numbers.isSuperset(of: [old.type, column.type]) { continue }
          throw Failure(
            .sqlSchema, "column '\(column.name)' of table '\(table.name)' is \(old.type), not \(column.type)")
        }
        let checks = column.checks.map { " CHECK (\($0))" }.joined()
        let (owner, name) = (SQLText.identifier(table.name), SQLText.identifier(column.name))
        statements.append("ALTER TABLE \(owner) ADD COLUMN \(name) \(column.type)\(checks);\n")
      }
    }
    return statements
  }

  /// Whether the database has none of a mapping's tables.
  package func isFresh(for mapping: Mapping, _ load: SQLLoadOptions) throws(Failure) -> Bool {
    try SQLSchema(mapping, load: load).tables.allSatisfy { columns(of: $0) == nil }
  }

  package static func tableNames(of mapping: Mapping, _ load: SQLLoadOptions) throws(Failure) -> [String] {
    try SQLSchema(mapping, load: load).tables.filter { !$0.columns.isEmpty }.map(\.name)
  }

  package static func count(_ tables: [String]) -> String {
    tables.map { "SELECT \(SQLText.string($0)) t, count(*) n FROM \(SQLText.identifier($0)) GROUP BY 1" }
      .joined(separator: " UNION ALL ")
  }
}

extension Mapping {
  fileprivate mutating func changeFields(of types: [Int], _ change: (inout Field) -> Void) {
    for type in types { for field in records[type].fields.indices { change(&records[type].fields[field]) } }
  }
}
