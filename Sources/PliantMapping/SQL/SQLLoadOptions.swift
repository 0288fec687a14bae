// What loading a file into a database asks of the SQL: which file the records are of, what becomes of those that are gone,
// and how a schema that is there already is completed.

import PliantCore

/// How records are loaded into a database that may have others.
package struct SQLLoadOptions: Sendable {
  /// The file that records without a key belong to.
  package let file: String
  /// Whether records that are gone are deleted even if they have a key.
  package let replaces: Bool
  /// Columns that tables of the database lack; see `SQLSchemaChange`.
  package var additions: [String] = []

  package init(file: String, replaces: Bool) {
    self.file = file
    self.replaces = replaces
  }

  /// What precedes the SQL of all files, and what follows it.
  package static let start = "PRAGMA foreign_keys = ON;\nBEGIN IMMEDIATE;\n"
  package static let end = "COMMIT;\n"
}

extension MappingUse {
  /// A mapping in use for loading a file.
  package init(_ mapping: CompiledMapping, isChosen: Bool, load: SQLLoadOptions) {
    self.init(mapping, isChosen: isChosen, tables: SQLTables(load: load))
  }
}

/// What a database's tables lack of a mapping's.
package enum SQLSchemaChange {
  /// Selects what `additions` compares.
  package static let query =
    "SELECT m.name AS t, c.name AS c, c.type AS y, c.pk AS k FROM sqlite_master m JOIN pragma_table_info(m.name) c "
    + "WHERE m.type = 'table' ORDER BY m.name, c.cid"

  private struct Column {
    let name: String
    let type: String
    let key: Int64
  }

  /// The statements that add missing columns to tables that are there.
  ///
  /// Throws `sql.schema` for a key or a type that is another one.
  package static func additions(
    for mapping: Mapping, _ load: SQLLoadOptions, existing rows: Document
  ) throws(Failure) -> [String] {
    var known: [String: [Column]] = [:]
    for row in DocumentValue(rows).elements {
      func text(_ key: StaticString) -> String { row.value(forKey: ByteView(key))?.string ?? "" }
      let column = Column(
        name: text("c"), type: text("y"), key: row.value(forKey: ByteView("k"))?.integer ?? 0)
      known[text("t").lowercased(), default: []].append(column)
    }
    var statements: [String] = []
    for table in try SQLSchema(mapping, load: load).tables where !table.columns.isEmpty {
      guard let columns = known[table.name.lowercased()] else { continue }
      let key = columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name)
      guard key.map({ $0.lowercased() }) == table.keyNames.map({ $0.lowercased() }) else {
        throw Failure(
          .sqlSchema,
          "the key of table '\(table.name)' is (\(key.joined(separator: ", "))), not (\(table.keyNames.joined(separator: ", ")))"
        )
      }
      for column in table.columns {
        if let old = columns.first(where: { $0.name.lowercased() == column.name.lowercased() }) {
          guard old.type.uppercased() == column.type else {
            throw Failure(
              .sqlSchema,
              "column '\(column.name)' of table '\(table.name)' is \(old.type), not \(column.type)")
          }
          continue
        }
        let checks = column.checks.map { " CHECK (\($0))" }.joined()
        statements.append(
          "ALTER TABLE \(SQLText.identifier(table.name)) ADD COLUMN \(SQLText.identifier(column.name)) \(column.type)\(checks);\n"
        )
      }
    }
    return statements
  }

  /// The names of the tables that a mapping makes.
  package static func tableNames(of mapping: Mapping, _ load: SQLLoadOptions) throws(Failure) -> [String] {
    try SQLSchema(mapping, load: load).tables.filter { !$0.columns.isEmpty }.map(\.name)
  }

  /// A statement that counts the rows of tables.
  package static func count(_ tables: [String]) -> String {
    tables.map { "SELECT \(SQLText.string($0)) AS t, count(*) AS n FROM \(SQLText.identifier($0))" }
      .joined(separator: " UNION ALL ")
  }
}

extension SQLSchema {
  /// Appends a view for each table that belongs or refers to others: its columns, and theirs beside them.
  func appendViews(to output: inout OutputBuffer) {
    for table in tables {
      let owners = table.owners.filter { !$0.columns.isEmpty }.map { (columns: $0.columns, table: $0.table) }
      let joins = (owners + table.references.map { (columns: $0.columns, table: $0.table) }).filter { join in
        tables[join.table].columns.contains { $0.source == .field }
      }
      let name = table.name + "_view"
      if joins.isEmpty || tables.contains(where: { $0.name.lowercased() == name.lowercased() }) { continue }
      var taken = Set(table.columns.map { $0.name.lowercased() })
      var selected = ["a.*"]
      var sources = SQLText.identifier(table.name) + " a"
      for (number, join) in joins.enumerated() {
        let other = tables[join.table]
        let conditions = zip(table.names(join.columns), other.keyNames).map {
          "a.\(SQLText.identifier($0)) = b\(number).\(SQLText.identifier($1))"
        }
        sources +=
          " LEFT JOIN \(SQLText.identifier(other.name)) b\(number) ON \(conditions.joined(separator: " AND "))"
        for (index, column) in other.columns.enumerated()
        where column.source == .field && !other.key.contains(index) {
          let label = other.name + "_" + column.name
          guard taken.insert(label.lowercased()).inserted else { continue }
          selected.append("b\(number).\(SQLText.identifier(column.name)) AS \(SQLText.identifier(label))")
        }
      }
      output.append("DROP VIEW IF EXISTS \(SQLText.identifier(name));\n")
      output.append(
        "CREATE VIEW \(SQLText.identifier(name)) AS SELECT \(selected.joined(separator: ", ")) FROM \(sources);\n"
      )
    }
  }
}

extension DiagnosticCode {
  static var sqlSchema: DiagnosticCode {
    DiagnosticCode(
      "sql.schema", rule: "sql/schema", "the database has other tables: %",
      advice: "use another database or --mapping")
  }
}
