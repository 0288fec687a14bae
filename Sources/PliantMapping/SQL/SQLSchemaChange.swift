/// The existing tables of a database.
///
/// A mapping drafted from a few records adapts to them: names that SQLite treats as equal become distinct, records of
/// another kind or with the keys of another document's go to other tables, and tables that lack a column get it.
package struct SQLSchemaChange {
  struct Column {
    let name: String
    let type: String
    let key: Int64
    /// Whether pliant made it: values of an earlier version of a document are removed from no other column.
    var isOwn = true
  }

  /// The rows of a table that belong to those of another one.
  private struct Part {
    let table: String
    let owner: String
    /// The number of the reference.
    let number: Int64
    var columns: [(own: String, other: String)] = []
  }

  /// The columns, and whether the text of the table shows that pliant made them.
  package static let query =
    "SELECT m.name AS t, c.name AS c, c.type AS y, c.pk AS k, c.\"notnull\" = 0 AND "
    + "instr(m.sql, char(10) || '  ' || '\"' || replace(c.name, '\"', '\"\"') || '\"') "
    + "+ instr(m.sql, ', \"' || replace(c.name, '\"', '\"\"') || '\"' || '\(ownMark)') > 0 AS o "
    + "FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY m.name, c.cid"
  /// Between the name and the type of a column that pliant adds to a table: people write one space.
  static let ownMark = "  "
  /// The references of pliant's tables to owners.
  private static let parts =
    "SELECT m.name AS t, f.\"table\" AS p, f.id AS n, f.\"from\" AS c, f.\"to\" AS k FROM sqlite_master m "
    + "JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' AND f.on_delete = 'CASCADE' "
    + "AND instr(m.sql, char(10) || '  FOREIGN KEY (\"') > 0 ORDER BY m.name, f.id, f.seq"
  /// The text of each table, index and trigger.
  package static let definitions =
    "SELECT type AS y, tbl_name AS t, sql AS s FROM sqlite_master WHERE sql IS NOT NULL AND type <> 'view'"

  /// Adapting a key or a type may lead to other tables, which are compared again.
  private static let maximumRounds = 256
  static let numbers: Set<String> = ["INTEGER", "REAL", "NUMERIC"]

  /// The columns of each table, by its name in lower case, and the names in their own letters.
  private(set) var known: [String: [Column]] = [:]
  private var ownNames: [String: String] = [:]
  package private(set) var notes: [String] = []
  /// The statements that remove records of the documents from tables that do not fit them any more.
  package private(set) var removals: [String] = []

  /// A column of a table that gets another type.
  package typealias Widening = (table: String, column: String, old: String, new: String)

  package init(_ rows: Document? = nil) {
    for row in rows.map({ Array(DocumentValue($0).elements) }) ?? [] {
      func text(_ key: StaticString) -> String { row.value(forKey: ByteView(key))?.string ?? "" }
      let type = text("y").uppercased()
      let column = Column(
        name: text("c"), type: type == "INT" ? "INTEGER" : type,
        key: row.value(forKey: ByteView("k"))?.integer ?? 0,
        isOwn: row.value(forKey: ByteView("o"))?.integer == 1)
      known[text("t").lowercased(), default: []].append(column)
      ownNames[text("t").lowercased()] = text("t")
    }
  }

  /// Adds the tables of a mapping that is loaded before others.
  package mutating func add(_ mapping: Mapping, _ load: SQLLoadOptions) throws(Failure) {
    for table in try SQLSchema(mapping, load: load).tables where !table.columns.isEmpty {
      for (number, column) in table.columns.enumerated() {
        if columns(of: table)?.contains(where: { Self.isSame([$0.name], [column.name]) }) == true { continue }
        let key = table.key.firstIndex(of: number).map { Int64($0 + 1) } ?? 0
        known[table.name.lowercased(), default: []].append(
          Column(name: column.name, type: column.type, key: key))
      }
    }
  }

  func columns(of table: SQLSchema.Table) -> [Column]? { known[table.name.lowercased()] }

  static func key(of columns: [Column]) -> [String] {
    columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name)
  }

  static func isSame(_ left: [String], _ right: [String]) -> Bool {
    left.map { $0.lowercased() } == right.map { $0.lowercased() }
  }

  // MARK: Names

  /// Renames columns and tables of a drafted mapping that SQLite would reject or treat as equal.
  ///
  /// With `withoutMarks`, columns of attributes have no `@`.
  package mutating func makeNamesDistinct(in mapping: inout Mapping, withoutMarks: Bool = false) {
    var tables: Set<String> = []
    for record in mapping.records.indices {
      let own = mapping.records[record].tableName
      let table = Self.free(own, or: "records", &tables) { _ in true }
      if table != own {
        mapping.records[record].table = table
        notes.append("the table of the records \(own) is \(table), since SQLite ignores case")
      }
      var names: Set<String> = []
      for number in mapping.records[record].fields.indices {
        let field = mapping.records[record].fields[number]
        if field.recordType != nil { continue }
        let isMarked = withoutMarks && (field.name.hasPrefix("@") || field.name == "#text")
        let plain =
          isMarked
          ? String(field.name.dropFirst()) : Array(field.name.utf8).withByteView { $0.trimmed.string }
        let column = Self.free(plain, or: "column_\(number + 1)", &names) { name in
          // A column in other letters has other values.
          let old = known[table.lowercased()]?.first { $0.name.lowercased() == name.lowercased() }
          return old.map { $0.name == name } ?? true
        }
        guard column != field.name else { continue }
        mapping.records[record].fields[number].column = column
        if column == plain { continue }
        let why = field.name.isEmpty ? "it has no name" : "SQLite ignores case"
        notes.append("\(table): the column of '\(field.name)' is \(column), since \(why)")
      }
    }
  }

  /// Notes the columns of records in others whose names other columns have.
  package mutating func noteNames(in mapping: Mapping, _ load: SQLLoadOptions) throws(Failure) {
    for table in try SQLSchema(mapping, load: load).tables {
      for column in table.columns where column.source == .field {
        guard let field = column.field, field.isOfInline else { continue }
        let path = field.name.split(separator: Mapping.Field.inlineSeparator)
        let names = path.filter { $0 != "#text" }.map { $0.hasPrefix("@") ? $0.dropFirst() : $0 }
        let plain = names.joined(separator: "_")
        guard column.name.hasPrefix(plain + "_"), Int(column.name.dropFirst(plain.count + 1)) != nil else {
          continue
        }
        let place = path.joined(separator: "/")
        notes.append(
          "\(table.name): the column of '\(place)' is \(column.name), since another one is \(plain)")
      }
    }
  }

  private static func free(
    _ name: String, or other: String, _ taken: inout Set<String>, _ isFree: (String) -> Bool
  ) -> String {
    let scalars = name.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "_" : $0 }
    var base = String(String.UnicodeScalarView(scalars))
    if base.isEmpty || base.lowercased().hasPrefix("sqlite_") { base = name.isEmpty ? other : "_" + base }
    var (free, number) = (base, 1)
    while !isFree(free) || !taken.insert(free.lowercased()).inserted {
      number += 1
      free = "\(base)_\(number)"
    }
    return free
  }

  // MARK: Drafts

  /// Puts records of another kind, or whose key another document's record has, into other tables.
  ///
  /// Values and lists that only earlier versions had are removed; those of the documents themselves if `isWhole`,
  /// because other places of the documents may be loaded separately.
  /// `hasKey` asks whether a record type has a record with a key; `rows` returns the rows of a query.
  package mutating func separate(
    _ mapping: inout Mapping, _ load: SQLLoadOptions, files: [String], isWhole: Bool,
    hasKey: (_ record: Int, _ key: String) -> Bool, rows: (String) throws(Failure) -> Document
  ) throws(Failure) {
    let list = files.map(SQLText.string).joined(separator: ", ")
    var done: Set<Int> = []
    let names = mapping.records.map(\.tableName)
    try keepRoot(of: &mapping, files: list, rows: rows)
    search: while true {
      let schema = try SQLSchema(mapping, load: load)
      for (number, table) in schema.tables.enumerated() {
        guard let record = table.records.first, !done.contains(record), let columns = columns(of: table)
        else { continue }
        let isFree = try isOwn(number, in: schema, columns, files: list, { hasKey(record, $0) }, rows)
        if isFree {
          clearColumns(number, in: schema, columns, files: list)
          done.insert(record)
          continue
        }
        let name = mapping.records[record].tableName
        if let root = schema.tables[0].key.first.map({ schema.tables[0].columns[$0] }), root.source == .file,
          let own = columns.first(where: { $0.name == schema.tables[0].name + "_" + root.name })
        {
          // The document's records had another key there.
          removals.append(
            "DELETE FROM \(SQLText.identifier(table.name)) WHERE \(SQLText.identifier(own.name)) IN (\(list));\n"
          )
        }
        let other = Self.otherName(for: names[record], after: name, in: mapping)
        if name == names[record] {
          notes.append("the records \(name) are in another table than those of other documents: \(other)")
        }
        mapping.records[record].table = other
        continue search
      }
      try removeParts(missingIn: schema, load, files: list, isWhole: isWhole, rows)
      return
    }
  }

  /// Removes the rows of tables for lists that the documents no longer have; records with a key only if `load` replaces them.
  private mutating func removeParts(
    missingIn schema: SQLSchema, _ load: SQLLoadOptions, files: String, isWhole: Bool,
    _ rows: (String) throws(Failure) -> Document
  ) throws(Failure) {
    var parts: [Part] = []
    for row in DocumentValue(try rows(Self.parts)).elements {
      func text(_ key: StaticString) -> String { row.value(forKey: ByteView(key))?.string ?? "" }
      let part = Part(table: text("t"), owner: text("p"), number: row.value(forKey: "n")?.integer ?? 0)
      let isNew = parts.last.map { $0.table != part.table || $0.number != part.number } ?? true
      if isNew { parts.append(part) }
      parts[parts.count - 1].columns.append((text("c"), text("k")))
    }
    for part in parts where !schema.tables.contains(where: { Self.isSame([$0.name], [part.table]) }) {
      let key = Self.key(of: known[part.table.lowercased()] ?? [])
      let isPart = key.contains { name in
        name.hasSuffix("_position") || part.columns.contains { $0.own == name }
      }
      guard isPart || load.replaces,
        let owner = schema.tables.firstIndex(where: { Self.isSame([$0.name], [part.owner]) }),
        isWhole || owner != schema.root, columns(of: schema.tables[owner]) != nil,
        let isOwned = isOwned(owner, in: schema, by: files)
      else { continue }
      removals.append(
        "DELETE FROM \(SQLText.identifier(part.table)) WHERE (\(SQLText.list(part.columns.map(\.own)))) IN (SELECT "
          + "\(SQLText.list(part.columns.map(\.other))) FROM \(SQLText.identifier(part.owner)) WHERE \(isOwned));\n"
      )
    }
  }

  /// Returns a name that no document in the database has: the given one, or that with a number.
  package func freeDocumentName(
    _ name: String, rows: (String) throws(Failure) -> Document
  ) throws(Failure) -> String {
    let questions = known.sorted { $0.key < $1.key }.compactMap { table, columns -> String? in
      let keys = Self.key(of: columns)
      guard keys.count == 1, let key = keys.first, key.hasSuffix("file") else { return nil }
      let own = SQLText.identifier(key)
      return "SELECT DISTINCT \(own) AS f FROM \(SQLText.identifier(table)) "
        + "WHERE substr(\(own), 1, \(name.unicodeScalars.count)) = \(SQLText.string(name))"
    }
    if questions.isEmpty { return name }
    let found = DocumentValue(try rows(questions.joined(separator: " UNION ")))
    let taken = Set(found.elements.compactMap { $0.value(forKey: ByteView("f"))?.string })
    var (free, number) = (name, 1)
    while taken.contains(free) {
      number += 1
      free = "\(name) \(number)"
    }
    return free
  }

  /// Whether a table has one of the documents, a list of names as literals, in a column.
  private static func hasDocuments(
    _ files: String, in table: String, _ column: String, _ rows: (String) throws(Failure) -> Document
  ) throws(Failure) -> Bool {
    let found = try rows(
      "SELECT 1 AS n FROM \(SQLText.identifier(table)) WHERE \(SQLText.identifier(column)) IN (\(files)) LIMIT 1"
    )
    return DocumentValue(found).elements.contains { _ in true }
  }

  /// Names the root's table as the one that has the documents, which may have been loaded together with others.
  private func keepRoot(
    of mapping: inout Mapping, files: String, rows: (String) throws(Failure) -> Document
  ) throws(Failure) {
    guard mapping.records[0].name.hasSuffix("_document") else { return }
    for (name, columns) in known.sorted(by: { $0.key < $1.key })
    where name.hasSuffix("_document") && Self.key(of: columns) == ["file"] {
      guard try Self.hasDocuments(files, in: name, "file", rows) else { continue }
      mapping.records[0].table = ownNames[name]
      return
    }
  }

  private static func otherName(for own: String, after name: String, in mapping: Mapping) -> String {
    let root = mapping.records[0].name
    let prefix = root.hasSuffix("_document") ? String(root.dropLast(9)) : root == "document" ? "" : root
    let base = prefix.isEmpty || own == root ? own : prefix + "_" + own
    if name == own, base != own { return base }
    let number = name.hasPrefix(base + "_") ? Int(name.dropFirst(base.count + 1)) ?? 1 : 1
    return "\(base)_\(number + 1)"
  }

  /// Whether an existing table is for the records of a drafted one, and has none of other documents with their keys.
  private func isOwn(
    _ number: Int, in schema: SQLSchema, _ columns: [Column], files: String, _ hasKey: (String) -> Bool,
    _ rows: (String) throws(Failure) -> Document
  ) throws(Failure) -> Bool {
    let table = schema.tables[number]
    let isKept = table.columns.allSatisfy { column in
      [.field, .spelling, .presence].contains(column.source)
        || columns.contains { Self.isSame([$0.name], [column.name]) }
    }
    guard isKept, Self.isSame(Self.key(of: columns), table.keyNames) else { return false }
    let own = table.key.filter { table.columns[$0].source == .field }
    guard own.count == 1, table.key.count == 1 else { return true }
    let key = SQLText.identifier(table.columns[own[0]].name)
    let isOthers = isOwned(number, in: schema, by: files).map { "NOT (\($0))" } ?? "1"
    let found = try rows(
      "SELECT CAST(\(key) AS TEXT) AS k FROM \(SQLText.identifier(table.name)) WHERE \(isOthers)")
    return !DocumentValue(found).elements.contains {
      $0.value(forKey: ByteView("k"))?.string.map(hasKey) ?? false
    }
  }

  /// Removes the values that the documents had in columns that their records no longer have.
  private mutating func clearColumns(
    _ number: Int, in schema: SQLSchema, _ columns: [Column], files: String
  ) {
    let table = schema.tables[number]
    let starts = table.records.flatMap { schema.fields[$0] }.filter { $0.recordType != nil }.map {
      $0.columnName + "_"
    }
    let texts = Set(table.columns.compactMap { $0.field?.textColumnName.lowercased() })
    let old = columns.filter { column in
      column.key == 0
        && (column.isOwn || texts.contains(column.name.lowercased())
          || starts.contains { column.name.hasPrefix($0) })
        && !table.columns.contains { Self.isSame([$0.name], [column.name]) }
    }
    guard !old.isEmpty, let isOwned = isOwned(number, in: schema, by: files) else { return }
    let changes = old.map { "\(SQLText.identifier($0.name)) = NULL" }.joined(separator: ", ")
    removals.append("UPDATE \(SQLText.identifier(table.name)) SET \(changes) WHERE \(isOwned);\n")
  }

  /// The condition that a table's rows belong to the documents.
  private func isOwned(_ number: Int, in schema: SQLSchema, by files: String) -> String? {
    schema.isOwned(number, as: SQLText.identifier(schema.tables[number].name), by: files) {
      columns(of: $0) != nil
    }
  }

  /// Returns a drafted mapping with the lists of existing tables; samples may show less.
  ///
  /// Only keys are required, because later samples may lack anything else. Without `keepsKeys`, records of a table
  /// without one have none.
  package func adapted(
    _ drafted: Mapping, _ load: SQLLoadOptions, keepsKeys: Bool
  ) throws(Failure) -> Mapping {
    var mapping = drafted
    for record in mapping.records.indices {
      let columns = Set(
        (known[drafted.records[record].tableName.lowercased()] ?? []).map { $0.name.lowercased() })
      mapping.changeFields(of: [record]) { field in
        // Otherwise the spelling of an earlier value would remain next to a new one.
        if field.isPlainNumber, columns.contains(field.textColumnName.lowercased()) { field.keepSpelling() }
        if !field.isKey { field.isRequired = false }
        // Rows remain rows.
        if field.isInline, let inner = field.recordType,
          known[drafted.records[inner].tableName.lowercased()] != nil
        {
          (field.isInline, field.list) = (false, Mapping.ListBounds())
        }
      }
    }
    for _ in 0..<Self.maximumRounds {
      let before = mapping
      let schema = try SQLSchema(mapping, load: load)
      for table in schema.tables {
        guard let columns = columns(of: table) else { continue }
        adaptKey(of: table, in: schema, to: columns, keepsKeys: keepsKeys, &mapping)
      }
      if mapping == before { break }
    }
    return mapping
  }

  private func adaptKey(
    of table: SQLSchema.Table, in schema: SQLSchema, to columns: [Column], keepsKeys: Bool,
    _ mapping: inout Mapping
  ) {
    let key = Self.key(of: columns)
    if Self.isSame(key, table.keyNames) { return }
    guard key.contains(where: { Self.isSame([$0], [table.name + "_position"]) }) else { return }
    if !keepsKeys {
      mapping.changeFields(of: table.records) { if $0.isKey { ($0.isKey, $0.isRequired) = (false, false) } }
    }
    for owner in table.owners {
      mapping.changeFields(of: schema.tables[owner.table].records) { field in
        if field.name == owner.field && field.list == nil { field.list = Mapping.ListBounds() }
      }
    }
  }
}

extension Mapping {
  /// The mapping for a document whose records may refer to those of the database, which checks that.
  package var withStoredReferences: Mapping {
    var mapping = self
    mapping.changeFields(of: Array(records.indices)) { $0.reference?.allowsOutside = true }
    return mapping
  }

  /// The mapping whose real numbers keep their digits next to the numbers.
  package var withSpelledNumbers: Mapping {
    var mapping = self
    mapping.changeFields(of: Array(records.indices)) { field in
      if field.type == .real, field.isPlainNumber { field.keepSpelling() }
    }
    return mapping
  }

  fileprivate mutating func changeFields(of types: [Int], _ change: (inout Field) -> Void) {
    for type in types { for field in records[type].fields.indices { change(&records[type].fields[field]) } }
  }
}

extension Mapping.Field {
  /// Whether it is one number, of which SQL stores nothing else.
  fileprivate var isPlainNumber: Bool {
    (type == .real || type == .integer) && list == nil && !isKey && storage == nil
  }

  /// Keeps the spelling of numbers next to them.
  fileprivate mutating func keepSpelling() {
    (type, storage, isLenient) = (.decimal, .spelled, true)
    constraints = Mapping.Constraints()
  }
}
