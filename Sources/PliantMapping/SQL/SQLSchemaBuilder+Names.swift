// The names of a schema: prefixed, equal for SQLite, distinct, allowed.

extension SQLSchemaBuilder {
  static func prefixed(_ name: String, _ prefix: String) -> String {
    name.hasPrefix(prefix + "_") ? name : prefix + "_" + name
  }

  static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { $0.isLetter ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Throws if SQLite would not accept the names, or would treat two as equal.
  func check(_ table: SQLSchema.Table) throws(Failure) {
    try check(name: table.name, what: "table")
    var seen: Set<String> = []
    for column in table.columns {
      try check(name: column.name, what: "column")
      guard seen.insert(Self.folded(column.name)).inserted else {
        throw Failure(
          .sqlName,
          "the table '\(table.name)' would have two columns '\(column.name)', in which SQLite ignores case")
      }
    }
  }

  static func isOfField(_ column: SQLSchema.Column) -> Bool {
    [.field, .spelling, .presence].contains(column.source)
  }

  /// Renames columns for owners and positions that a field's column equals.
  mutating func separateColumns(_ table: Int) {
    var taken = Set(schema.tables[table].columns.filter { Self.isOfField($0) }.map { Self.folded($0.name) })
    for number in schema.tables[table].columns.indices
    where !Self.isOfField(schema.tables[table].columns[number]) {
      let name = schema.tables[table].columns[number].name
      var suffix = 1
      while !taken.insert(Self.folded(schema.tables[table].columns[number].name)).inserted {
        suffix += 1
        schema.tables[table].columns[number].name = "\(name)_\(suffix)"
      }
    }
  }

  private func check(name: String, what: String) throws(Failure) {
    if name.isEmpty || name.utf8.contains(where: { $0 < 0x20 || $0 == ASCII.delete }) {
      throw Failure(.sqlName, "a \(what) cannot have the name '\(name)'")
    }
    if what == "table", Self.folded(name).hasPrefix("sqlite_") {
      throw Failure(.sqlName, "SQLite keeps names such as '\(name)' for itself; give the record a $table")
    }
  }
}
