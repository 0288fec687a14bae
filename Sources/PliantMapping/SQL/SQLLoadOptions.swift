package struct SQLLoadOptions: Sendable {
  /// The file of records without a key.
  package let file: String
  /// Whether to delete missing records even if they have a key.
  package let replaces: Bool
  /// Whether the statements check that all of them succeeded, because the shell may continue after an error.
  let isGuarded: Bool
  /// Whether the tables have no rows yet, so that nothing is removed from them.
  let isFresh: Bool
  /// Whether an earlier file of the same transaction made the tables.
  let hasTables: Bool
  /// The keys of several files, unless they are known to differ.
  let loaded: SQLLoadedKeys?

  package init(
    file: String, replaces: Bool, isGuarded: Bool = true, isFresh: Bool = false, hasTables: Bool = false,
    loaded: SQLLoadedKeys? = nil
  ) {
    self.loaded = loaded
    self.file = file
    self.replaces = replaces
    self.isGuarded = isGuarded
    self.isFresh = isFresh
    self.hasTables = hasTables
  }

  /// The statements before the SQL of all files, and those after it.
  package static let start = "PRAGMA foreign_keys = ON;\nBEGIN IMMEDIATE;\n"
  package static let end = "COMMIT;\n"
}

/// The keys of the files loaded together, each with a hash of the first record's values.
package final class SQLLoadedKeys: @unchecked Sendable {
  private var table = MappingKeyTable(keepsRecords: true)

  package init() {}

  /// Adds a record; false if another one with its key has other values.
  func add(_ key: ByteView, table number: Int, values: UInt64) -> Bool {
    let values = Int(Int32(truncatingIfNeeded: values))
    let owner = CompiledMapping.wholeDocument
    if table.insert(key, space: number, owner: owner, record: values) { return true }
    return table.record(key, space: number, owner: owner) == values
  }
}

extension SQLSchema {
  /// Appends a view for each table with owners or references: its columns, next to theirs.
  func appendViews(to output: inout OutputBuffer) {
    let names = Set(tables.map { $0.name.lowercased() })
    for table in tables {
      let owners = table.owners.filter { !$0.columns.isEmpty }.map { (columns: $0.columns, table: $0.table) }
      let joins = (owners + table.references.map { (columns: $0.columns, table: $0.table) }).filter { join in
        tables[join.table].columns.contains { $0.source == .field }
      }
      let name = table.name + "_view"
      if joins.isEmpty || names.contains(name.lowercased()) { continue }
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
