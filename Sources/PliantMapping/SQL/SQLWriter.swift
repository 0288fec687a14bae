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

  /// A list that has no elements in a record, although its owner may have had some.
  private struct EmptyList: Hashable {
    let list: ListKey
    /// Whether its rows may get another owner, or go with others.
    let isLate: Bool
  }

  /// The lists of an owner's table that are empty together, and how many sets of them are taken together at most.
  private struct EmptyListsKey: Hashable {
    let owner: Int
    let lists: [EmptyList]
  }
  private static let maximumPatterns = 64

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
  /// Updates that give records of a list of references their owner.
  private var ownerships = GrowableBuffer<UInt8>(capacity: 64)
  /// Lists without elements of the record that is being written.
  private var emptyLists: [EmptyList] = []
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
  private var emptyRemovals: [EmptyListsKey: SQLListRemoval] = [:]
  /// The same in the order in which they were made.
  private var orderedRemovals: [SQLListRemoval] = []
  /// Whether no row refers to a table's rows, so that removing one removes no others.
  private let isLeaf: [Bool]
  /// Whether a table's rows have a position in their owner's list, and no path.
  private let isPositioned: [Bool]
  /// The root's lists that were written in parts, with the number of their records.
  private var written: [String: Int] = [:]
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

  /// Whether the root's lists can be written before the root record: they do not need its key.
  var canWriteParts: Bool { schema.tables[schema.root].key.isEmpty || schema.tables[schema.root].isSingleton }

  func record(in losses: inout LossReport) throws(Failure) {
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
    isPositioned = schema.tables.map { table in
      !table.isPathed && table.columns.contains { $0.source == .position }
    }
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
    begin()
    try end(with: document)
  }

  /// Writes what precedes all records.
  mutating func begin() {
    output.append("-- Records for SQLite, as one transaction; running it again changes nothing.\n")
    SQLTransaction.appendStart(schema, to: &output)
  }

  /// Writes the next records of one of the root's lists, which `canWriteParts` allows.
  mutating func write(_ part: MappedPart) throws(Failure) {
    let root = Item(value: DocumentValue(part.records), record: 0, table: schema.root)
    guard let field = schema.fields[0].first(where: { $0.name == part.field }),
      let place = childPlace(of: field, root, [])
    else { return }
    let start = written[part.field] ?? 0
    var count = start
    for element in DocumentValue(part.records).elements {
      open = [child(element, at: count, field, place, root)]
      try writeOpen()
      count += 1
    }
    written[part.field] = count
    if part.isLast { appendRemoval(beyond: count, place) }
  }

  private mutating func writeOpen() throws(Failure) {
    while let item = open.popLast() {
      index = item.value.index
      try write(item)
      try output.drainIfFull()
    }
  }

  /// Writes the root record without the lists that were written in parts, and what follows all records.
  mutating func end(with document: Document) throws(Failure) {
    open = [Item(value: DocumentValue(document), record: 0, table: schema.root)]
    try writeOpen()
    for statement in lastStatements { statement?.write(to: &output) }
    for removal in orderedRemovals { removal.write(to: &output) }
    output.append(ownerships.view)
    for removal in orderedRemovals { removal.finish(to: &output) }
    for group in groups {
      appendRemoval(of: group)
      try output.drainIfFull()
    }
    for side in pairSides {
      appendRemoval(ofPairs: side)
      try output.drainIfFull()
    }
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
    emptyLists = []
    for number in innerFields[item.record] {
      let field = schema.fields[item.record][number]
      let value = values[number]
      if item.table == schema.root, written[field.name] != nil { continue }
      if field.recordType != nil {
        try addChildren(value, of: field, item, key)
      } else if field.reference != nil, field.list != nil {
        if let value { index = value.index }
        try writeReferences(value, field, item.table, key)
      }
    }
    appendRemovalOfEmptyLists(item.table, key)
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
    var ends: [Int] = []
    ends.reserveCapacity(statement.columns.count)
    var literals = [String](repeating: "", count: schema.tables[item.table].key.count)
    for number in statement.columns.indices {
      let start = output.count
      let place = statement.columns[number].keyPlace
      try append(statement.columns[number], number, item, values)
      if place >= 0 {
        literals[place] = output.withHeldBytes { $0.suffix(from: start).string }
        if literals[place] == "NULL" {
          literals[place] = try substituteKey(for: item, column: number, from: start)
        }
      }
      ends.append(output.count - rowStart)
    }
    let row = output.withHeldBytes { $0.suffix(from: rowStart).array }
    output.removeLast(row.count)
    row.withByteView { statement.append($0, ends: ends, to: &output) }
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
      table: table, end: schema.upsert(into: table, given: given),
      columns: table.columns.enumerated().map { number, column in
        SQLColumnPlan(
          source: column.source,
          field: column.source == .field ? fields.firstIndex { $0.name == column.name } ?? -1 : -1,
          keyPlace: table.key.firstIndex(of: number) ?? -1, isNow: column.field?.now != nil,
          isReal: column.field?.type == .real,
          isAlwaysWritten: column.isNotNull || column.defaultValue != nil || table.key.contains(number))
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
    if let value { index = value.index }
    let elements = try elements(value, of: field)
    guard let place = childPlace(of: field, item, key, isEmpty: elements.isEmpty) else { return }
    appendRemoval(beyond: elements.count, place)
    for (position, element) in elements.enumerated() {
      pending.append(child(element, at: position, field, place, item))
    }
  }

  /// What the records in a field of a record have in common.
  private struct ChildPlace {
    let table: Int
    let record: Int
    let owner: Int
    let ownerKey: [String]
    /// Whether it is a path inside of the owner's path.
    let isInside: Bool
    var group: Int?
  }

  private mutating func childPlace(
    of field: Mapping.Field, _ item: Item, _ key: [String], isEmpty: Bool = false
  ) -> ChildPlace? {
    guard let child = schema.children[SQLSchema.Place(table: item.table, field: field.name)],
      let record = field.recordType
    else { return nil }
    let isInside = schema.tables[child].isPathed && schema.tables[item.table].isPathed
    let owner =
      isInside
      ? 0 : schema.tables[child].owners.firstIndex { $0.table == item.table && $0.field == field.name } ?? 0
    var place = ChildPlace(
      table: child, record: record, owner: owner, ownerKey: isInside ? item.ownerKey : key,
      isInside: isInside)
    if schema.tables[child].isPathed {
      place.group = pathGroup(child, owner, place.ownerKey)
    } else if !schema.tables[child].owners[owner].columns.isEmpty {
      if isEmpty {
        // What others refer to may yet get another owner, so it is removed once all records have their places.
        emptyLists.append(
          EmptyList(
            list: ListKey(table: child, owner: owner, record: record),
            isLate: !isLeaf[child] || !isPart(child, owner)))
        return nil
      }
      if isPositioned[child] || isAlone(child, owner) { return place }
      groups.append(Group(table: child, owner: owner, ownerKey: place.ownerKey))
      place.group = groups.count - 1
    }
    return place
  }

  private func child(
    _ element: DocumentValue, at position: Int, _ field: Mapping.Field, _ place: ChildPlace, _ item: Item
  ) -> Item {
    var next = Item(
      value: element, record: place.record, table: place.table, owner: place.owner, ownerKey: place.ownerKey)
    next.position = position
    next.group = place.group
    if schema.tables[place.table].isPathed {
      next.path = path(of: position, in: field, item, place.table, isInside: place.isInside)
      next.parentPath = place.isInside ? item.path : nil
    }
    return next
  }

  /// Sees to it that an owner's rows beyond those of its list are removed.
  private mutating func appendRemoval(beyond count: Int, _ place: ChildPlace) {
    guard isPositioned[place.table] else { return }
    listRemoval(ListKey(table: place.table, owner: place.owner, record: place.record)).append(
      key: place.ownerKey, count: count, to: &output)
    steps += 1
  }

  /// Whether a table's rows are known by their owner's key, so that they are never another's.
  private func isPart(_ table: Int, _ owner: Int) -> Bool {
    schema.tables[table].owners[owner].columns.contains { schema.tables[table].key.contains($0) }
  }

  /// Whether an owner has one row of a table at most, which has the owner's key.
  private func isAlone(_ table: Int, _ owner: Int) -> Bool {
    schema.tables[table].key.allSatisfy {
      schema.tables[table].owners[owner].columns.contains($0)
        || schema.tables[table].columns[$0].source == .recordType
    }
  }

  /// Sees to it that an owner has no rows of its empty lists: all lists of the owner at once.
  private mutating func appendRemovalOfEmptyLists(_ table: Int, _ key: [String]) {
    for isLate in [false, true] {
      let lists = emptyLists.filter { $0.isLate == isLate }
      if lists.isEmpty { continue }
      let known = EmptyListsKey(owner: table, lists: lists)
      let sets =
        emptyRemovals[known] != nil || emptyRemovals.count < Self.maximumPatterns
        ? [known] : lists.map { EmptyListsKey(owner: table, lists: [$0]) }
      for set in sets {
        let removal =
          emptyRemovals[set]
          ?? makeRemoval(
            keyCount: key.count, actions: set.lists.map { removalOfAll($0.list) }, isLate: isLate)
        emptyRemovals[set] = removal
        removal.append(key: key, count: 0, to: &output)
        steps += 1
      }
    }
  }

  /// What leaves an owner none of the rows of a list.
  private func removalOfAll(_ list: ListKey) -> String {
    let table = schema.tables[list.table]
    let owner = table.owners[list.owner]
    let name = SQLText.identifier(table.name)
    let condition = ownerCondition(list).joined(separator: " AND ")
    guard owner.deleteRule == .nullify, !isPart(list.table, list.owner) else {
      return "DELETE FROM \(name) WHERE \(condition)"
    }
    let empty = table.names(owner.columns).map { "\(SQLText.identifier($0)) = NULL" }.joined(separator: ", ")
    return "UPDATE \(name) SET \(empty) WHERE \(condition)"
  }

  /// Which rows of a list's table are those of the list of the owner in `NEW`.
  private func ownerCondition(_ list: ListKey) -> [String] {
    let table = schema.tables[list.table]
    var conditions = table.names(table.owners[list.owner].columns).enumerated().map { number, name in
      "\(SQLText.identifier(name)) = NEW.\"k\(number)\""
    }
    if let type = table.key.first(where: { table.columns[$0].source == .recordType }) {
      conditions += equality(table, [type], [SQLText.string(schema.mapping.records[list.record].name)])
    }
    return conditions
  }

  private mutating func makeRemoval(keyCount: Int, actions: [String], isLate: Bool) -> SQLListRemoval {
    let made = SQLListRemoval(
      number: orderedRemovals.count, keyCount: keyCount, actions: actions, isLate: isLate)
    orderedRemovals.append(made)
    return made
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
    for byte in Self.checked(statement, name, condition).utf8 { ownerships.append(byte) }
    steps += 1
  }

  private mutating func appendPairs(
    _ literals: [String], _ number: Int, _ own: [Int], _ others: [Int], _ position: Int?, _ key: [String]
  ) {
    guard others.count == 1 else { return }
    let pairs = schema.tables[number]
    let statement = pairsStatement(number)
    for (index, literal) in literals.enumerated() {
      var row = [String](repeating: "NULL", count: pairs.columns.count)
      for (place, column) in own.enumerated() where place < key.count { row[column] = key[place] }
      row[others[0]] = literal
      if let position { row[position] = String(index) }
      var ends: [Int] = []
      for value in row { ends.append((ends.last ?? 0) + value.utf8.count) }
      Array(row.joined().utf8).withByteView { statement.append($0, ends: ends, to: &output) }
      steps += 1
    }
    guard let position else { return note(literals, own, others, key, in: number) }
    let name = SQLText.identifier(pairs.name)
    let own = pairs.names(own).enumerated().map { "\(SQLText.identifier($1)) = NEW.\"k\($0)\"" }
    let last = "\(SQLText.identifier(pairs.columns[position].name)) >= NEW.\"n\""
    let list = ListKey(table: number, owner: -1, record: -1)
    let removal =
      listRemovals[list]
      ?? makeRemoval(
        keyCount: own.count,
        actions: ["DELETE FROM \(name) WHERE \((own + [last]).joined(separator: " AND "))"], isLate: true)
    listRemovals[list] = removal
    removal.append(key: key, count: literals.count, to: &output)
    steps += 1
  }

  private mutating func pairsStatement(_ number: Int) -> SQLStatement {
    if let known = lastStatements[number] { return known }
    let pairs = schema.tables[number]
    let made = SQLStatement(
      table: pairs, end: schema.upsert(into: pairs, given: []),
      columns: pairs.columns.map { column in
        SQLColumnPlan(
          source: column.source, field: -1, keyPlace: -1, isNow: false, isReal: false, isAlwaysWritten: true)
      })
    lastStatements[number] = made
    return made
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

  /// What removes the rows beyond the elements of an owner's list.
  private mutating func listRemoval(_ list: ListKey) -> SQLListRemoval {
    if let known = listRemovals[list] { return known }
    let table = schema.tables[list.table]
    let position = table.columns.first { $0.source == .position }?.name ?? ""
    let conditions = ownerCondition(list) + ["\(SQLText.identifier(position)) >= NEW.\"n\""]
    let action =
      "DELETE FROM \(SQLText.identifier(table.name)) WHERE \(conditions.joined(separator: " AND "))"
    let made = makeRemoval(
      keyCount: table.owners[list.owner].columns.count, actions: [action], isLate: !isLeaf[list.table])
    listRemovals[list] = made
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
    output.append(Self.checked("UPDATE \(name) SET \(empty) WHERE \(text)", name, text))
    steps += 1
  }

  private mutating func appendDeletion(from table: SQLSchema.Table, _ condition: [String]) {
    let text = condition.isEmpty ? "true" : condition.joined(separator: " AND ")
    output.append(Self.deletion(from: SQLText.identifier(table.name), text))
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
