// A document of a mapping's records as one transaction for SQLite.
//
// Goes through the records from the root with a stack of those still to come. Each gives one INSERT that becomes an UPDATE
// where its key is known and something differs. What a known record no longer owns is removed at the end, when all
// records have their places.

import PliantCore

/// Writes the records of a document as SQL.
package struct SQLWriter: ~Copyable {
  /// A record to be written.
  private struct Item {
    let value: DocumentValue
    let record: Int
    let table: Int
    /// Which of the table's owners it has, and the owner's key; none for the root.
    var owner = 0
    var ownerKey: [String] = []
    var position = 0
    var path = ""
    var parentPath: String?
    /// Where its key is noted, so that what is not noted can be removed; nil where nothing is.
    var group: Int?
  }

  /// The keys of the records that an owner has.
  private struct Group {
    let table: Int
    let owner: Int
    let ownerKey: [String]
    var keys: [[String]] = []
  }

  /// One record's part of a table of pairs, in which either side may say what belongs together.
  private struct PairSide: Hashable {
    let table: Int
    let own: Int
    let other: Int
    let key: ExactText
  }

  /// The rows of a table that an owner has, through one of the table's owners, of one record type.
  private struct ListKey: Hashable {
    let table: Int
    let owner: Int
    let record: Int
  }

  private struct StatementKey: Hashable {
    let table: Int
    let record: Int
    let given: Set<String>
  }

  private let schema: SQLSchema
  private let fieldNames: [[[UInt8]]]
  /// For each record type the fields that hold records or lists of references, and those that the store sets.
  private let innerFields: [[Int]]
  private let nowFields: [[Int]]
  private var output: OutputBuffer
  private var removals = SQLRemovals()
  private var open: [Item] = []
  /// The records in the one that is being written.
  private var pending: [Item] = []
  private var groups: [Group] = []
  private var pathGroups: [[ExactText]: Int] = [:]
  private var pairSides: [PairSide] = []
  private var pairs: [PairSide: [String]] = [:]
  private var mirrored: [PairSide: [String]] = [:]
  private var statements: [StatementKey: SQLStatement] = [:]
  /// The statement by which each table got its last row: two of one table must not change places.
  private var lastStatements: [SQLStatement?]
  private var listRemovals: [ListKey: SQLListRemoval] = [:]
  /// The same in the order in which they were made.
  private var orderedRemovals: [SQLListRemoval] = []
  /// Whether no row refers to a table's rows, so that removing one removes no others.
  private let isLeaf: [Bool]
  /// Statements whose success is counted.
  private var steps = 0
  /// The tape index of what is being written, for the place of a failure.
  package private(set) var index = 0
  /// Records with content that the mapping had no place for.
  package private(set) var unmappedCount = 0
  /// Numbers with digits that a real cannot hold.
  private var shortenedCount = 0
  /// Records whose key was made of their content.
  private var keylessCount = 0

  /// Writes the transaction for a document that is the mapping's root record.
  ///
  /// Throws `sql.value` and `sql.key` for values that are not what the mapping says, with the value's tape index in
  /// `index`, and what the output throws. Nothing is written where something is wrong.
  package static func write(
    _ document: Document, by mapping: Mapping, losses: inout LossReport, index: inout Int,
    to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    let schema = try SQLSchema(mapping)
    let isInMemory = output.destination == .memory
    if !isInMemory {
      // A pass that only looks, since what has gone out cannot be taken back.
      var trial = SQLWriter(schema, to: OutputBuffer(to: .nowhere))
      try trial.run(document, index: &index)
      try trial.record(in: &losses)
    }
    var writer = SQLWriter(schema, to: output)
    try writer.run(document, index: &index)
    if isInMemory { try writer.record(in: &losses) }
    return writer.finish()
  }

  private func record(in losses: inout LossReport) throws(Failure) {
    try losses.record(.unmapped, count: unmappedCount)
    try losses.record(.digitsBeyondDouble, count: shortenedCount)
    try losses.record(.keyFromContent, count: keylessCount)
  }

  private mutating func run(_ document: Document, index place: inout Int) throws(Failure) {
    do throws(Failure) {
      try write(document)
    } catch {
      place = index
      throw error
    }
  }

  package init(_ schema: SQLSchema, to output: consuming OutputBuffer) {
    self.schema = schema
    self.output = output
    fieldNames = schema.fields.map { fields in fields.map { Array($0.name.utf8) } }
    innerFields = schema.fields.map { fields in
      fields.indices.filter {
        !fields[$0].isTransient
          && (fields[$0].recordType != nil || fields[$0].reference != nil && fields[$0].list != nil)
      }
    }
    nowFields = schema.fields.map { fields in fields.indices.filter { fields[$0].now != nil } }
    lastStatements = Array(repeating: nil, count: schema.tables.count)
    isLeaf = schema.tables.indices.map { number in
      !schema.tables.contains { other in
        other.owners.contains { $0.table == number && !$0.columns.isEmpty }
          || other.references.contains { $0.table == number }
      }
    }
  }

  package consuming func finish() -> OutputBuffer { output }

  /// Writes the transaction for a document that is the mapping's root record.
  ///
  /// Throws `sql.value` and `sql.key` for values that are not what the mapping says, and what the output throws.
  package mutating func write(_ document: Document) throws(Failure) {
    output.append("-- Records for SQLite, as one transaction; running it again changes nothing.\n")
    SQLTransaction.appendStart(schema, to: &output)
    open = [Item(value: DocumentValue(document), record: 0, table: schema.root)]
    while let item = open.popLast() {
      index = item.value.index
      try write(item)
      try output.drainIfFull()
    }
    for statement in lastStatements { statement?.write(to: &output) }
    writeListRemovals()
    for group in groups { appendRemoval(of: group) }
    for side in pairSides { appendRemoval(ofPairs: side) }
    for number in 0..<removals.count {
      appendRemoval(number)
      try output.drainIfFull()
    }
    writeListRemovals()
    SQLTransaction.appendEnd(schema, steps: steps, listRemovals: orderedRemovals.count, to: &output)
  }

  // MARK: Records

  private mutating func write(_ item: Item) throws(Failure) {
    let name = schema.mapping.records[item.record].name
    guard item.value.isDictionary else {
      throw Failure(.sqlValue, "a record \(name) is a dictionary, and this is none")
    }
    let values = try fieldValues(of: item)
    let key = try writeRow(item, values)
    if let group = item.group { groups[group].keys.append(key) }
    pending = []
    for number in innerFields[item.record] {
      let field = schema.fields[item.record][number]
      let value = values[number]
      if field.recordType != nil {
        try addChildren(value, of: field, item, key)
      } else if field.reference != nil, field.list != nil {
        if let value { index = value.index }
        try writeReferences(value, field, item.table, key)
      }
    }
    // The last comes first from the stack, so that records are written in the document's order.
    open.append(contentsOf: pending.reversed())
  }

  /// The values in the order of the record type's fields.
  private mutating func fieldValues(of item: Item) throws(Failure) -> [DocumentValue?] {
    let names = fieldNames[item.record]
    var values = [DocumentValue?](repeating: nil, count: names.count)
    var hint = 0
    for entry in item.value.entries {
      var found: Int?
      for step in names.indices {
        let number = (hint + step) % names.count
        if names[number].withByteView({ $0 == entry.key }) {
          found = number
          break
        }
      }
      if let found {
        values[found] = entry.value.tag == .null ? nil : entry.value
        hint = found + 1
      } else if entry.key == MappingKeyName.unmapped || MappingKeyName.isOfDocument(entry.key) {
        unmappedCount += 1
      } else {
        index = entry.value.index
        throw Failure(
          .sqlValue,
          "the record \(schema.mapping.records[item.record].name) has no field “\(entry.key.string)”")
      }
    }
    return values
  }

  // MARK: Rows

  /// Writes the record's row and returns the literals of its key.
  private mutating func writeRow(_ item: Item, _ values: [DocumentValue?]) throws(Failure) -> [String] {
    guard !schema.tables[item.table].columns.isEmpty else { return [] }
    let statement = statement(for: item, values)
    if let last = lastStatements[item.table], last !== statement { last.write(to: &output) }
    lastStatements[item.table] = statement
    let rowStart = output.count
    var literals = [String](repeating: "", count: schema.tables[item.table].key.count)
    for number in statement.columns.indices {
      if number > 0 { output.append(", ") }
      let start = output.count
      let place = statement.columns[number].keyPlace
      try append(statement.columns[number], number, item, values)
      if place >= 0 {
        literals[place] = output.withHeldBytes { $0.suffix(from: start).string }
        if literals[place] == "NULL" {
          literals[place] = try substituteKey(for: item, column: number, from: start)
        }
      }
    }
    let row = output.withHeldBytes { $0.suffix(from: rowStart).array }
    output.removeLast(row.count)
    row.withByteView { statement.append($0, to: &output) }
    steps += 1
    return schema.tables[item.table].isSingleton ? [] : literals
  }

  /// Puts a key that is made of the record's content in the place of the one that it lacks.
  ///
  /// Throws `sql.key` where that cannot be.
  private mutating func substituteKey(
    for item: Item, column number: Int, from start: Int
  ) throws(Failure) -> String {
    let table = schema.tables[item.table]
    let column = table.columns[number]
    guard table.key.count == 1, column.field?.isOptionalTextKey == true else {
      index = item.value.index
      let name = schema.mapping.records[item.record].name
      throw Failure(.sqlKeyMissing, "the record \(name) has no \(column.name), which is its key")
    }
    output.removeLast(output.count - start)
    append(text: try SQLSubstituteKey.text(for: item.value))
    keylessCount += 1
    return output.withHeldBytes { $0.suffix(from: start).string }
  }

  private mutating func append(
    _ column: SQLColumnPlan, _ number: Int, _ item: Item, _ values: [DocumentValue?]
  ) throws(Failure) {
    switch column.source {
    case .only: output.append("1")
    case .position: output.appendDecimal(Int64(item.position))
    case .recordType: append(text: schema.mapping.records[item.record].name)
    case .path: append(text: item.path)
    case .parentPath:
      if let parent = item.parentPath { append(text: parent) } else { output.append("NULL") }
    case .owner:
      let count = schema.tables[item.table].owners.count
      let key =
        item.owner < count
        ? schema.tables[item.table].owners[item.owner].columns.firstIndex(of: number) : nil
      output.append(key.flatMap { $0 < item.ownerKey.count ? item.ownerKey[$0] : nil } ?? "NULL")
    case .presence:
      output.append(column.field < 0 || values[column.field] == nil ? "NULL" : "1")
    case .field:
      guard column.field >= 0 else { return output.append("NULL") }
      if let value = values[column.field] {
        index = value.index
        if column.isReal, value.tag == .realText || value.tag == .integerText,
          NumberText.losesDigits(value.document.text(at: value.index), as: value.double ?? .nan)
        {
          shortenedCount += 1
        }
        return try SQLFieldValue.append(value, for: schema.fields[item.record][column.field], to: &output)
      }
      output.append(!column.isNow ? "NULL" : "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')")
    }
  }

  private mutating func append(text: String) {
    Array(text.utf8).withByteView { SQLText.append(string: $0, to: &output) }
  }

  private mutating func statement(for item: Item, _ values: [DocumentValue?]) -> SQLStatement {
    let fields = schema.fields[item.record]
    var given: Set<String> = []
    for number in nowFields[item.record] where values[number] != nil { given.insert(fields[number].name) }
    let key = StatementKey(table: item.table, record: item.record, given: given)
    if let known = statements[key] { return known }
    let table = schema.tables[item.table]
    let made = SQLStatement(
      start: schema.insertion(into: table), end: schema.upsert(into: table, given: given),
      columns: table.columns.enumerated().map { number, column in
        SQLColumnPlan(
          source: column.source,
          field: column.source == .field || column.source == .presence
            ? fields.firstIndex { $0.name == column.name } ?? -1 : -1,
          keyPlace: table.key.firstIndex(of: number) ?? -1, isNow: column.field?.now != nil,
          isReal: column.field?.type == .real)
      })
    statements[key] = made
    return made
  }

  // MARK: Records inside

  /// The elements of a field: a list's, or the one value's.
  private func elements(_ value: DocumentValue?, of field: Mapping.Field) throws(Failure) -> [DocumentValue] {
    guard let value else { return [] }
    guard field.list != nil else { return [value] }
    guard value.isArray else { throw Failure(.sqlValue, "\(field.name) is a list, and this is not an array") }
    return Array(value.elements)
  }

  private mutating func addChildren(
    _ value: DocumentValue?, of field: Mapping.Field, _ item: Item, _ key: [String]
  ) throws(Failure) {
    guard let child = schema.children[SQLSchema.Place(table: item.table, field: field.name)],
      let record = field.recordType
    else { return }
    if let value { index = value.index }
    let elements = try elements(value, of: field)
    let table = schema.tables[child]
    let isInside = table.isPathed && schema.tables[item.table].isPathed
    let owner =
      isInside ? 0 : table.owners.firstIndex { $0.table == item.table && $0.field == field.name } ?? 0
    let ownerKey = isInside ? item.ownerKey : key
    var group: Int?
    if table.isPathed {
      group = pathGroup(child, owner, ownerKey)
    } else if table.columns.contains(where: { $0.source == .position }) {
      // What others refer to may yet get another owner, so it is removed once all records have their places.
      if isLeaf[child] {
        listRemoval(child, owner, record).append(key: ownerKey, count: elements.count, to: &output)
      } else {
        removals.append(table: child, owner: owner, record: record, from: elements.count, key: ownerKey)
      }
      steps += 1
    } else if !table.owners[owner].columns.isEmpty {
      groups.append(Group(table: child, owner: owner, ownerKey: ownerKey))
      group = groups.count - 1
    }
    for (position, element) in elements.enumerated() {
      var next = Item(value: element, record: record, table: child, owner: owner, ownerKey: ownerKey)
      next.position = position
      next.group = group
      if table.isPathed {
        next.path = path(of: position, in: field, item, child, isInside: isInside)
        next.parentPath = isInside ? item.path : nil
      }
      pending.append(next)
    }
  }

  private func path(
    of position: Int, in field: Mapping.Field, _ item: Item, _ child: Int, isInside: Bool
  ) -> String {
    let places = schema.children.filter { $0.key.table == item.table && $0.value == child }
    let own =
      places.count > 1 || isInside && child != item.table ? "\(field.name)/\(position)" : "\(position)"
    return isInside ? item.path + "/" + own : own
  }

  private mutating func pathGroup(_ table: Int, _ owner: Int, _ ownerKey: [String]) -> Int {
    let name = (["\(table)"] + ownerKey).map(ExactText.init)
    if let known = pathGroups[name] { return known }
    groups.append(Group(table: table, owner: owner, ownerKey: ownerKey))
    pathGroups[name] = groups.count - 1
    return groups.count - 1
  }

  // MARK: References

  private mutating func writeReferences(
    _ value: DocumentValue?, _ field: Mapping.Field, _ table: Int, _ key: [String]
  ) throws(Failure) {
    guard let list = schema.referenceLists[SQLSchema.Place(table: table, field: field.name)] else { return }
    var single = field
    single.list = nil
    var literals: [String] = []
    for element in try elements(value, of: field) {
      index = element.index
      let start = output.count
      try SQLFieldValue.append(element, for: single, to: &output)
      literals.append(output.withHeldBytes { $0.suffix(from: start).string })
      output.removeLast(output.count - start)
    }
    switch list {
    case .column(let other, let name): appendOwnership(of: literals, table: other, column: name, key)
    case .pairs(let number, let own, let others, let position):
      appendPairs(literals, number, own, others, position, key)
    }
  }

  /// Lets the other records' column name this record.
  private mutating func appendOwnership(of literals: [String], table: Int, column: String, _ key: [String]) {
    guard !literals.isEmpty, key.count == 1, schema.tables[table].key.count == 1 else { return }
    let name = SQLText.identifier(schema.tables[table].name)
    let own = SQLText.identifier(column)
    let condition =
      "\(SQLText.list(schema.tables[table].keyNames)) IN (\(literals.joined(separator: ", "))) AND \(own) IS NOT \(key[0])"
    let statement = "UPDATE \(name) SET \(own) = \(key[0]) WHERE \(condition)"
    removals.append(Self.checked(statement, name, condition))
    steps += 1
  }

  private mutating func appendPairs(
    _ literals: [String], _ number: Int, _ own: [Int], _ others: [Int], _ position: Int?, _ key: [String]
  ) {
    guard others.count == 1 else { return }
    let pairs = schema.tables[number]
    let start = schema.insertion(into: pairs)
    let end = schema.upsert(into: pairs, given: [])
    for (index, literal) in literals.enumerated() {
      var row = [String](repeating: "NULL", count: pairs.columns.count)
      for (place, column) in own.enumerated() where place < key.count { row[column] = key[place] }
      row[others[0]] = literal
      if let position { row[position] = String(index) }
      output.append(start + "(" + row.joined(separator: ", ") + ")" + end)
      steps += 1
    }
    guard let position else { return note(literals, own, others, key, in: number) }
    let condition = "\(SQLText.identifier(pairs.columns[position].name)) >= \(literals.count)"
    appendDeletion(from: pairs, equality(pairs, own, key) + [condition])
  }

  /// Notes pairs that each side may have said, since a list that is not there on one side denies nothing.
  private mutating func note(
    _ literals: [String], _ own: [Int], _ others: [Int], _ key: [String], in table: Int
  ) {
    guard own.count == 1, key.count == 1 else { return }
    let side = PairSide(table: table, own: own[0], other: others[0], key: ExactText(key[0]))
    if pairs[side] == nil { pairSides.append(side) }
    pairs[side, default: []] += literals
    for literal in literals {
      let mirror = PairSide(table: table, own: others[0], other: own[0], key: ExactText(literal))
      mirrored[mirror, default: []].append(key[0])
    }
  }

  private mutating func appendRemoval(ofPairs side: PairSide) {
    let table = schema.tables[side.table]
    let said = (pairs[side] ?? []) + (mirrored[side] ?? [])
    var condition = equality(table, [side.own], [side.key.text])
    if !said.isEmpty {
      let other = SQLText.identifier(table.columns[side.other].name)
      condition.append("\(other) NOT IN (\(said.joined(separator: ", ")))")
    }
    appendDeletion(from: table, condition)
  }

  // MARK: What is no longer there

  private func equality(_ table: SQLSchema.Table, _ columns: [Int], _ key: [String]) -> [String] {
    zip(columns, key).map { "\(SQLText.identifier(table.columns[$0].name)) = \($1)" }
  }

  /// Writes what was noted while the records were written.
  private mutating func appendRemoval(_ number: Int) {
    switch removals.kind(number) {
    case .text:
      writeListRemovals()
      removals.withText(number) { output.append($0) }
    case .positions(let table, let owner, let record, let count):
      listRemoval(table, owner, record).append(key: removals.key(number), count: count, to: &output)
    }
  }

  private mutating func writeListRemovals() {
    for removal in orderedRemovals { removal.write(to: &output) }
  }

  /// What removes the rows beyond the elements of an owner's list.
  private mutating func listRemoval(_ number: Int, _ owner: Int, _ record: Int) -> SQLListRemoval {
    let key = ListKey(table: number, owner: owner, record: record)
    if let known = listRemovals[key] { return known }
    let table = schema.tables[number]
    var conditions: [String] = []
    if let type = table.key.first(where: { table.columns[$0].source == .recordType }) {
      conditions = equality(table, [type], [SQLText.string(schema.mapping.records[record].name)])
    }
    let position = table.columns.first { $0.source == .position }?.name ?? ""
    let made = SQLListRemoval(
      number: orderedRemovals.count, table: table.name, keyColumns: table.names(table.owners[owner].columns),
      position: position, conditions: conditions)
    listRemovals[key] = made
    orderedRemovals.append(made)
    return made
  }

  private mutating func appendRemoval(of group: Group) {
    let table = schema.tables[group.table]
    let owner = table.owners[group.owner]
    var condition = equality(table, owner.columns, group.ownerKey)
    if !group.keys.isEmpty {
      let isSingle = table.key.count == 1
      let keys = group.keys.map { isSingle ? $0[0] : "(" + $0.joined(separator: ", ") + ")" }
      let names = SQLText.list(table.keyNames)
      condition.append(
        isSingle
          ? "\(names) NOT IN (\(keys.joined(separator: ", ")))"
          : "(\(names)) NOT IN (VALUES \(keys.joined(separator: ", ")))")
    }
    let isPart = owner.columns.contains { table.key.contains($0) }
    guard owner.deleteRule == .nullify, !isPart else { return appendDeletion(from: table, condition) }
    let name = SQLText.identifier(table.name)
    let text = condition.joined(separator: " AND ")
    let empty = table.names(owner.columns).map { "\(SQLText.identifier($0)) = NULL" }.joined(separator: ", ")
    removals.append(Self.checked("UPDATE \(name) SET \(empty) WHERE \(text)", name, text))
    steps += 1
  }

  private mutating func appendDeletion(from table: SQLSchema.Table, _ condition: [String]) {
    let text = condition.isEmpty ? "true" : condition.joined(separator: " AND ")
    removals.append(Self.deletion(from: SQLText.identifier(table.name), text))
    steps += 1
  }

  private static func deletion(from name: String, _ condition: String) -> String {
    checked("DELETE FROM \(name) WHERE \(condition)", name, condition)
  }

  /// The statement to its end, and one that counts it as done where no such row is left.
  private static func checked(_ statement: String, _ name: String, _ condition: String) -> String {
    """
    \(statement) AND EXISTS (SELECT 1 FROM "pliant_run");
    UPDATE "pliant_done" SET "n" = "n" + 1 WHERE NOT EXISTS (SELECT 1 FROM \(name) WHERE \(condition));

    """
  }
}
