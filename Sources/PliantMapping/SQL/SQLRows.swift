// Converts the rows of sqlite3 -json back to the document of records.
//
// Each row belongs to the table with its columns; the columns of a table's owner identify the record that
// contains it. Rows of several tables may be in one array, or in separate arrays.
//
//   sqlite3 -json store.db 'SELECT * FROM Team; SELECT * FROM Contact' | pliant convert xml --mapping …

package struct SQLRows: ~Copyable {
  private struct Row {
    let value: DocumentValue
    let table: Int
    var isUsed = false
  }

  private struct Place: Hashable {
    let table: Int
    let owner: Int
    /// Texts as bytes: SQLite distinguishes é from e with an accent, String does not.
    let key: [[UInt8]]
  }

  /// Columns of a table for looking up rows by their texts.
  private struct Lookup: Hashable {
    let table: Int
    let columns: [String]
  }

  /// Pending output, the next item last.
  private enum Task {
    case record(row: Int?, record: Int)
    case key(String)
    case value(DocumentValue, field: Mapping.Field)
    case beginArray
    case endArray
    case beginDictionary
    case endDictionary
  }

  private let schema: SQLSchema
  private var rows: [Row] = []
  private var places: [Place: [Int]] = [:]
  /// Rows by the texts of columns, computed on demand.
  private var lookups: [Lookup: [[[UInt8]]: [Int]]] = [:]
  private var knownColumns: [[String]: Int] = [:]
  private var tasks: [Task] = []
  private var builder: DocumentBuilder
  /// The tape index of the row for a failure.
  private var index = 0

  /// Returns the document of the rows.
  ///
  /// Throws `sql.rows` for rows without a table, and rows without their owner; `index` is then the row's.
  package static func document(
    _ document: Document, by mapping: Mapping, index: inout Int
  ) throws(Failure) -> Document {
    var reader = SQLRows(
      schema: try SQLSchema(mapping), builder: DocumentBuilder(source: document.source))
    do throws(Failure) {
      try reader.collect(document)
      try reader.send()
    } catch {
      index = reader.index
      throw error
    }
    return try reader.builder.finish(owner: document)
  }

  // MARK: Rows

  private mutating func collect(_ document: Document) throws(Failure) {
    for element in DocumentValue(document).elements {
      if element.isArray {
        for row in element.elements { try add(row) }
      } else {
        try add(element)
      }
    }
    for (place, found) in places {
      guard let position = schema.tables[place.table].columns.first(where: { $0.source == .position }) else {
        continue
      }
      func number(_ row: Int) -> Int64 { rows[row].value.value(forKey: position.name)?.integer ?? 0 }
      places[place] = found.sorted { (number($0), $0) < (number($1), $1) }
    }
  }

  private mutating func add(_ value: DocumentValue) throws(Failure) {
    index = value.index
    guard value.isDictionary else { throw Failure(.sqlRows, "a row must be an object of columns") }
    let table = try table(of: value)
    rows.append(Row(value: value, table: table))
    let number = rows.count - 1
    let (owner, key) = owner(of: value, in: table)
    places[Place(table: table, owner: owner, key: key.map { Array($0.utf8) }), default: []].append(number)
  }

  /// The table of a row: with exactly its columns, or else the only one that has them.
  private mutating func table(of row: DocumentValue) throws(Failure) -> Int {
    if let name = row.value(forKey: Self.tableKey) { return try table(named: name, of: row) }
    let columns = row.entries.map { Self.column(of: $0.key) ?? $0.key.string }
    if let known = knownColumns[columns] { return known }
    let wanted = Set(columns)
    let fitting = schema.tables.indices.filter { number in
      let names = Set(schema.tables[number].columns.map(\.name))
      return !names.isEmpty && wanted.isSubset(of: names)
        && schema.tables[number].keyNames.allSatisfy { wanted.contains($0) }
    }
    let exact = fitting.filter { schema.tables[$0].columns.count == wanted.count }
    guard let found = exact.count == 1 ? exact[0] : fitting.count == 1 ? fitting[0] : nil else {
      let list = columns.prefix(12).joined(separator: ", ")
      let tables = fitting.map { schema.tables[$0].name }.joined(separator: ", ")
      throw Failure(
        .sqlRows,
        fitting.isEmpty
          ? "no table of the mapping has all columns of this row, its key among them: \(list)"
          : "this row may be of several tables (\(tables)); select all columns, or also its table's name: "
            + "SELECT '\(fitting.first.map { schema.tables[$0].name } ?? "")' AS \"#table\", *")
    }
    knownColumns[columns] = found
    return found
  }

  private static let tableKey: StaticString = "#table"

  private func table(named name: DocumentValue, of row: DocumentValue) throws(Failure) -> Int {
    guard let found = schema.tables.firstIndex(where: { $0.name == name.string }) else {
      throw Failure(.sqlRows, "the mapping has no table '\(name.string ?? "")', which #table names")
    }
    let names = Set(schema.tables[found].columns.map(\.name))
    for entry in row.entries where !(entry.key == ByteView(Self.tableKey)) {
      let column = Self.column(of: entry.key) ?? entry.key.string
      if !names.contains(column) {
        throw Failure(.sqlRows, "the table '\(schema.tables[found].name)' has no column '\(column)'")
      }
    }
    return found
  }

  /// The column in `hex(column)`, the name that sqlite3 uses for it; nil for a plain column.
  private static func column(of key: ByteView) -> String? {
    guard key.count > 5, key[key.count - 1] == ASCII.rightParenthesis,
      key[0..<4].string.lowercased() == "hex("
    else { return nil }
    let inner = key[4..<(key.count - 1)].string
    return inner.hasPrefix("\"") && inner.hasSuffix("\"") && inner.count > 2
      ? String(inner.dropFirst().dropLast()) : inner
  }

  /// The index of a row's owner, and the owner's key.
  private func owner(of row: DocumentValue, in number: Int) -> (Int, [String]) {
    let table = schema.tables[number]
    if table.isPathed, let parent = table.columns.first(where: { $0.source == .parentPath }),
      let path = text(of: parent.name, in: row)
    {
      // Nested ones are found by the path of their parent.
      return (-1, (ownerKey(table, 0, row) ?? []) + [path])
    }
    for (place, owner) in table.owners.enumerated() where !owner.columns.isEmpty {
      if let key = ownerKey(table, place, row) { return (place, key) }
    }
    return (table.owners.firstIndex { $0.columns.isEmpty } ?? 0, [])
  }

  private func ownerKey(_ table: SQLSchema.Table, _ owner: Int, _ row: DocumentValue) -> [String]? {
    guard owner < table.owners.count else { return nil }
    let key = table.names(table.owners[owner].columns).map { text(of: $0, in: row) }
    return key.contains(nil) ? nil : key.compactMap { $0 }
  }

  /// A column's value as text; nil for NULL.
  private func text(of name: String, in row: DocumentValue) -> String? {
    guard let value = row.value(forKey: name) else { return nil }
    return value.spelling?.string ?? value.integer.map(String.init)
  }

  // MARK: Records

  private mutating func send() throws(Failure) {
    let root = rows.indices.filter { rows[$0].table == schema.root }
    guard root.count <= 1 else {
      index = rows[root[1]].value.index
      throw Failure(
        .sqlRows, "there are several rows of '\(schema.tables[0].name)', which is a document each")
    }
    tasks = [.record(row: root.first, record: 0)]
    while let task = tasks.popLast() { try run(task) }
    guard let orphan = rows.firstIndex(where: { !$0.isUsed && !schema.tables[$0.table].records.isEmpty })
    else { return }
    index = rows[orphan].value.index
    let table = schema.tables[rows[orphan].table]
    let owners = table.owners.map { "'\(schema.tables[$0.table].name)'" }.joined(separator: " or ")
    throw Failure(
      .sqlRows,
      "the row that this row of '\(table.name)' belongs to is missing; select those of \(owners) too")
  }

  private mutating func run(_ task: Task) throws(Failure) {
    switch task {
    case .record(let row, let record): try begin(row, record)
    case .key(let name): builder.key(name)
    case .value(let value, let field): try send(value, field)
    case .beginArray: builder.beginArray(count: nil)
    case .endArray: builder.endArray()
    case .beginDictionary: builder.beginDictionary(count: nil)
    case .endDictionary: builder.endDictionary()
    }
  }

  private mutating func begin(_ row: Int?, _ record: Int) throws(Failure) {
    builder.beginDictionary(count: nil)
    if let row {
      index = rows[row].value.index
      rows[row].isUsed = true
    }
    let table = row.map { rows[$0].table } ?? schema.root
    var next: [Task] = []
    var open: [String] = []
    for field in schema.fields[record] where !field.isTransient && field.name != schema.entryKeys[record] {
      var own: [Task] = []
      if let child = field.recordType {
        appendRecords(of: field, child, row, table, to: &own)
      } else if field.reference != nil, field.list != nil {
        appendReferences(of: field, row, table, to: &own)
      } else if let row,
        let value = spelling(of: field, in: rows[row].value)
          ?? value(of: field.columnName, in: rows[row].value), !isAbsent(value, field)
      {
        own = [.key(field.keyName), .value(value, field: field)]
      }
      if own.isEmpty { continue }
      appendInline(of: field, &open, to: &next)
      next += own
    }
    next += open.map { _ in .endDictionary } + [.endDictionary]
    tasks.append(contentsOf: next.reversed())
  }

  /// Ends the inline records that do not contain a field, and begins those that do.
  private func appendInline(of field: Mapping.Field, _ open: inout [String], to next: inout [Task]) {
    let around = field.name.split(separator: Mapping.Field.inlineSeparator).dropLast().map(String.init)
    while !around.starts(with: open) {
      open.removeLast()
      next.append(.endDictionary)
    }
    for name in around.dropFirst(open.count) { next += [.key(name), .beginDictionary] }
    open = around
  }

  /// Whether a column is NULL, which hex() makes an empty text, or a missing key.
  private func isAbsent(_ value: DocumentValue, _ field: Mapping.Field) -> Bool {
    if case .data = field.type, value.text?.isEmpty == true { return true }
    if field.isOptionalTextKey, let text = value.text?.string, text.hasPrefix(SQLWriter.substituteKeyPrefix) {
      return true
    }
    return value.tag == .null
  }

  private func value(of name: String, in row: DocumentValue) -> DocumentValue? {
    for entry in row.entries where Self.column(of: entry.key) == name { return entry.value }
    return row.value(forKey: name)
  }

  /// The text of a number that SQLite prints differently.
  private func spelling(of field: Mapping.Field, in row: DocumentValue) -> DocumentValue? {
    guard field.sqlStorage?.hasSpellings == true, let text = row.value(forKey: field.textColumnName) else {
      return nil
    }
    return text.tag == .string ? text : nil
  }

  /// The values of a row's key, in the form of the rows that refer to it.
  private func key(of row: Int?, in table: Int) -> [String] {
    guard let row, !schema.tables[table].isSingleton else { return [] }
    return schema.tables[table].keyNames.map { text(of: $0, in: rows[row].value) ?? "" }
  }

  private func appendRecords(
    of field: Mapping.Field, _ record: Int, _ row: Int?, _ table: Int, to next: inout [Task]
  ) {
    guard let child = schema.children[SQLSchema.Place(table: table, field: field.name)] else { return }
    let target = schema.tables[child]
    let isInside = target.isPathed && schema.tables[table].isPathed
    let own = key(of: row, in: table)
    var owner = target.owners.firstIndex { $0.table == table && $0.field == field.name } ?? 0
    if owner < target.owners.count, target.owners[owner].columns.isEmpty {
      // Rows without an owner are together, whichever of the root's lists contains them.
      owner = target.owners.firstIndex { $0.columns.isEmpty } ?? owner
    }
    let place = Place(table: child, owner: isInside ? -1 : owner, key: own.map { Array($0.utf8) })
    var found = (places[place] ?? []).filter { !rows[$0].isUsed }
    if let type = target.columns.first(where: { $0.source == .recordType }) {
      found = found.filter { text(of: type.name, in: rows[$0].value) == schema.mapping.records[record].name }
    }
    if let path = target.columns.first(where: { $0.source == .path }) {
      let start = isInside ? (own.last?.utf8.count ?? 0) + 1 : 0
      found = found.filter {
        // The path has the field's name if several fields of the owner have rows in the table.
        let rest = (text(of: path.name, in: rows[$0].value) ?? "").utf8.dropFirst(start)
        return !rest.contains(ASCII.solidus) || rest.starts(with: "\(field.columnName)/".utf8)
      }
    }
    if found.isEmpty && !isEmptyList(field, row) { return }
    next.append(.key(field.keyName))
    if field.list == nil { return next.append(.record(row: found[0], record: record)) }
    if let key = field.entryKey {
      next.append(.beginDictionary)
      for number in found {
        next += [.key(text(of: key, in: rows[number].value) ?? ""), .record(row: number, record: record)]
      }
      return next.append(.endDictionary)
    }
    next.append(.beginArray)
    for number in found { next.append(.record(row: number, record: record)) }
    next.append(.endArray)
  }

  /// Whether a field without rows is an empty list; a choice has only one of its fields.
  private func isEmptyList(_ field: Mapping.Field, _ row: Int?) -> Bool {
    guard field.list != nil, let row else { return field.list != nil && !field.hasPresence }
    if field.hasPresence { return value(of: field.columnName, in: rows[row].value)?.integer == 1 }
    return !schema.tables[rows[row].table].records.contains { schema.mapping.records[$0].isChoice }
  }

  /// The rows of a table with these texts in the columns.
  private mutating func numbers(in table: Int, where columns: [String], are key: [String]) -> [Int] {
    let lookup = Lookup(table: table, columns: columns)
    if lookups[lookup] == nil {
      var made: [[[UInt8]]: [Int]] = [:]
      for number in rows.indices where rows[number].table == table {
        let texts = columns.compactMap { text(of: $0, in: rows[number].value).map { Array($0.utf8) } }
        if texts.count == columns.count { made[texts, default: []].append(number) }
      }
      lookups[lookup] = made
    }
    return lookups[lookup]?[key.map { Array($0.utf8) }] ?? []
  }

  private mutating func appendReferences(
    of field: Mapping.Field, _ row: Int?, _ table: Int, to next: inout [Task]
  ) {
    guard let list = schema.referenceLists[SQLSchema.Place(table: table, field: field.name)] else { return }
    let own = key(of: row, in: table)
    var values: [DocumentValue] = []
    switch list {
    case .column(let other, let name):
      for number in own.count == 1 ? numbers(in: other, where: [name], are: own) : [] {
        if let value = value(of: schema.tables[other].keyNames[0], in: rows[number].value) {
          values.append(value)
        }
      }
    case .pairs(let number, let ownColumns, let others, let position):
      let pairs = schema.tables[number]
      var found = numbers(in: number, where: pairs.names(ownColumns), are: own).map { rows[$0] }
      if let position {
        let name = pairs.columns[position].name
        found.sort {
          (Int(text(of: name, in: $0.value) ?? "") ?? 0) < (Int(text(of: name, in: $1.value) ?? "") ?? 0)
        }
      }
      values = found.compactMap { value(of: pairs.columns[others[0]].name, in: $0.value) }
    }
    if values.isEmpty && !isEmptyList(field, row) { return }
    var single = field
    single.list = nil
    next.append(.key(field.keyName))
    next.append(.beginArray)
    for value in values { next.append(.value(value, field: single)) }
    next.append(.endArray)
  }

  // MARK: Values

  private mutating func send(_ value: DocumentValue, _ field: Mapping.Field) throws(Failure) {
    index = value.index
    if field.isJSON, let text = value.text { return try sendJSON(text, field) }
    // sqlite3 prints twenty digits of a double.
    if field.sqlStorage != nil, value.tag == .realText, let number = value.double, number.isFinite {
      var output = OutputBuffer()
      output.appendShortest(number)
      let isText = field.type == .string
      return output.withHeldBytes { isText ? builder.string($0) : builder.number($0, kind: .real) }
    }
    if field.sqlStorage != nil, field.type == .string, let number = value.integer {
      return builder.string(String(number))
    }
    switch field.type {
    case .boolean:
      if let number = value.integer, number == 0 || number == 1 { return builder.boolean(number == 1) }
    case .data:
      guard let text = value.text, let bytes = Self.bytes(hexadecimal: text) else {
        throw Failure(
          .sqlRows,
          "sqlite3 prints data as ambiguous text; select hex(\"\(field.columnName)\") instead")
      }
      return bytes.withByteView { builder.data($0) }
    case .decimal:
      if let scale = field.constraints.scale, let number = value.double,
        let text = ScaledDecimal.text(of: number, scale: scale)
      {
        return text.withByteView { builder.number($0, kind: .real) }
      }
      if let text = value.spelling, value.tag == .string, let kind = NumberText.kind(of: text) {
        return builder.number(text, kind: kind)
      }
    case .real:
      // sqlite3 prints twenty digits of a double, for which seventeen suffice.
      if value.tag == .realText, let number = value.double, number.isFinite,
        value.document.text(at: value.index).count > 17
      {
        return builder.real(number)
      }
    default: break
    }
    try value.document.send(from: value.index, into: &builder)
  }

  private mutating func sendJSON(_ text: ByteView, _ field: Mapping.Field) throws(Failure) {
    let array: Document
    do throws(Failure) {
      array = try DocumentSource(format: .json, text: text).document()
    } catch { throw Failure(.sqlRows, "the list in \(field.name) is invalid JSON: \(error.sentence)") }
    try array.send(into: &builder)
  }

  private static func bytes(hexadecimal text: ByteView) -> [UInt8]? {
    let bytes = stride(from: 0, to: text.count, by: 2).compactMap { text.hexadecimalPair(at: $0) }
    return bytes.count * 2 == text.count ? bytes : nil
  }

  // MARK: Several results

  /// Returns several results of sqlite3 -json, which are consecutive arrays, as one array; nil for other text.
  ///
  /// `[{"code":"100"}]\n[{"phone":"1"}]` becomes `[{"code":"100"},\n {"phone":"1"}]`, which keeps offsets, so
  /// that positions are those of the text.
  package static func joined(_ text: ByteView) -> [UInt8]? {
    guard let arrays = arrays(in: text), arrays.count > 1, let last = arrays.last else { return nil }
    var bytes = text.array
    for array in arrays {
      bytes[array.start] = ASCII.space
      bytes[array.end] = ASCII.space
    }
    bytes[arrays[0].start] = ASCII.leftBracket
    let full = arrays.filter { !$0.isEmpty }
    for array in full.dropLast() { bytes[array.end] = ASCII.comma }
    bytes[last.end] = ASCII.rightBracket
    return bytes
  }

  /// The ranges of the arrays; nil if there is anything else.
  private static func arrays(in text: ByteView) -> [(start: Int, end: Int, isEmpty: Bool)]? {
    var arrays: [(start: Int, end: Int, isEmpty: Bool)] = []
    var structure = JSONStructure()
    var depth = 0
    var start = 0
    var end = 0
    while let at = structure.next(in: text) {
      switch text[at] {
      case ASCII.leftBracket where depth == 0:
        guard text[end..<at].isWhitespaceOnly else { return nil }
        start = at
        depth = 1
      case ASCII.leftBracket, ASCII.leftBrace:
        guard depth > 0 else { return nil }
        depth += 1
      case ASCII.rightBracket, ASCII.rightBrace:
        guard depth > 0 else { return nil }
        depth -= 1
        end = at + 1
        if depth == 0 { arrays.append((start, at, text[start + 1..<at].isWhitespaceOnly)) }
      default: if depth == 0 { return nil }
      }
    }
    return depth == 0 && !structure.isInString && text[end..<text.count].isWhitespaceOnly ? arrays : nil
  }
}
