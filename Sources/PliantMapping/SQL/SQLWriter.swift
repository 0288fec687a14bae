// Writes a document of a mapping's records as one transaction for SQLite.
//
// Visits the records from the root with a stack of pending ones. Each produces one INSERT that becomes an
// UPDATE if its key exists and something differs. Rows identified through their owner, by a position, a path
// or a key within it, are deleted at the end if the document no longer has them; a record with its own key is
// not. The database itself remembers which rows the document has (see SQLTransaction), so memory does not
// grow with their number.

package struct SQLWriter: ~Copyable {
  struct Item {
    let value: DocumentValue
    let record: Int
    let table: Int
    /// The index among the table's owners, and the owner's key; empty for the root.
    var owner = 0
    var ownerKey: [String] = []
    var position = 0
    var path = ""
    var parentPath: String?
    /// Its key in a dictionary.
    var entryKey: [UInt8]?
  }

  /// The rows of one record type in a table that belong to an owner, through one of the table's owners.
  struct ListKey: Hashable {
    let table: Int
    let owner: Int
    let record: Int
  }

  /// An empty list in a record, whose owner may have had elements.
  struct EmptyList: Hashable {
    let list: ListKey
    /// Whether its rows may change owners, or be deleted with others.
    let isLate: Bool
    /// Whether only the record's own document empties it.
    let isOfOwner: Bool
  }

  /// The lists of an owner's table that are empty together, and the maximum number of sets of them.
  struct EmptyListsKey: Hashable {
    let owner: Int
    let lists: [EmptyList]
  }
  static let maximumPatterns = 64

  struct StatementKey: Hashable {
    let table: Int
    let record: Int
    let given: Set<String>
  }

  let schema: SQLSchema
  /// The keys so far, if nothing has compared them yet.
  private var keys: MappingKeyTable?
  /// For each record type, the fields with records or lists of references, and those the store sets.
  let innerFields: [[Int]]
  let nowFields: [[Int]]
  var output: OutputBuffer
  /// Lists without elements of the current record.
  var emptyLists: [EmptyList] = []
  var open: [Item] = []
  /// The records in the current one.
  var pending: [Item] = []
  /// The fields of the current record with a null, if a table shares rows.
  var nulls: Set<Int> = []
  /// Whether rows of a table may belong to another document, which keeps the fields that this one lacks.
  let isShared: [Bool]
  private let sharesRows: Bool
  var lateActions: [[Int]: SQLListRemoval] = [:]
  var statements: [StatementKey: SQLStatement] = [:]
  /// The statement with the last row of each table: two of one table must not be reordered.
  var lastStatements: [SQLStatement?]
  var listRemovals: [ListKey: SQLListRemoval] = [:]
  var emptyRemovals: [EmptyListsKey: SQLListRemoval] = [:]
  /// The same in order of creation.
  var orderedRemovals: [SQLListRemoval] = []
  /// Whether no row refers to a table's rows, so that deleting one deletes no others.
  let isLeaf: [Bool]
  /// The root's key if known beforehand: the loaded file.
  let rootKey: [String]
  /// Whether a table's rows have a position in their owner's list, and no path.
  let isPositioned: [Bool]
  /// For two tables, the number of fields of the first one's records with records of the second.
  let fieldCounts: [[Int]: Int]
  /// The root's lists already written in parts, with the number of their records.
  var written: [String: Int] = [:]
  /// The number of statements whose success is counted.
  var steps = 0
  /// The tape index of the current value, for the position of a failure.
  package internal(set) var index = 0
  package private(set) var unmappedCount = 0
  /// The number of numbers with digits that a real cannot represent.
  var shortenedCount = 0
  /// The number of numbers that a real represents but prints differently.
  private var respelledCount = 0
  /// The number of records that replace one of another file.
  private var replacedCount = 0
  private let loaded: SQLLoadedKeys?
  /// A hash of the current row's values, if `loaded` needs it.
  private var rowHash: UInt64 = 0
  /// The number of records with a derived key.
  var keylessCount = 0

  /// Writes the transaction for a document of the schema's mapping.
  ///
  /// Throws `sql.value` and `sql.key` for values that violate the mapping, with the value's tape index in
  /// `index`, and the output's errors. Writes nothing if there is an error.
  package static func write(
    _ document: Document, by schema: SQLSchema, losses: inout LossReport, index: inout Int,
    to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    let isInMemory = output.destination == .memory
    if !isInMemory {
      // A dry run, because written output cannot be withdrawn.
      var trial = SQLWriter(schema, comparesKeys: true, to: OutputBuffer(to: .nowhere))
      try trial.run(document, index: &index)
      try trial.record(in: &losses)
    }
    var writer = SQLWriter(schema, comparesKeys: isInMemory, to: output)
    try writer.run(document, index: &index)
    if isInMemory { try writer.record(in: &losses) }
    return writer.finish()
  }

  /// Whether the root's lists can be written before the root record, because they do not need its key.
  var canWriteParts: Bool {
    schema.tables[schema.root].key.isEmpty || schema.tables[schema.root].isSingleton || !rootKey.isEmpty
  }

  func record(in losses: inout LossReport) throws(Failure) {
    try losses.record(.unmapped, count: unmappedCount)
    try losses.record(.digitsBeyondDouble, count: shortenedCount)
    try losses.record(.numberSpelling, count: respelledCount)
    try losses.record(.keyFromContent, count: keylessCount)
    try losses.record(.repeatedKeys, count: replacedCount)
  }

  mutating func run(_ document: Document, index place: inout Int) throws(Failure) {
    do throws(Failure) {
      try write(document)
    } catch {
      place = index
      throw error
    }
  }

  package init(_ schema: SQLSchema, comparesKeys: Bool = false, to output: consuming OutputBuffer) {
    self.schema = schema
    self.output = output
    keys = comparesKeys ? MappingKeyTable() : nil
    loaded = schema.load?.loaded
    innerFields = schema.fields.map { fields in
      fields.indices.filter {
        !fields[$0].isTransient
          && (fields[$0].recordType != nil || fields[$0].reference != nil && fields[$0].list != nil)
      }
    }
    nowFields = schema.fields.map { fields in fields.indices.filter { fields[$0].now != nil } }
    let root = schema.tables[schema.root]
    let isOfFile = root.key.first.map { root.columns[$0].source == .file } ?? false
    rootKey = isOfFile ? [SQLText.string(schema.load?.file ?? "")] : []
    lastStatements = Array(repeating: nil, count: schema.tables.count)
    fieldCounts = schema.children.reduce(into: [:]) { $0[[$1.key.table, $1.value], default: 0] += 1 }
    isPositioned = schema.tables.map { table in
      !table.isPathed && table.columns.contains { $0.source == .position }
    }
    isShared = schema.tables.indices.map { schema.isOwnRow($0, as: "a") != nil }
    sharesRows = isShared.contains(true)
    isLeaf = schema.tables.indices.map { number in
      !schema.tables.contains { other in
        other.owners.contains { $0.table == number && !$0.columns.isEmpty }
          || other.references.contains { $0.table == number }
      }
    }
  }

  package consuming func finish() -> OutputBuffer { output }

  package mutating func write(_ document: Document) throws(Failure) {
    begin()
    try end(with: document)
  }

  package mutating func begin() {
    // A trial has no use for the tables.
    if output.destination == .nowhere { return }
    output.append("-- Records for SQLite, as one transaction; running it again changes nothing.\n")
    SQLTransaction.appendStart(schema, to: &output)
  }

  /// Writes further records of one of the root's lists, if `canWriteParts`.
  mutating func write(_ part: MappedPart) throws(Failure) {
    let root = Item(value: DocumentValue(part.records), record: 0, table: schema.root)
    guard let field = schema.fields[0].first(where: { $0.name == part.field }),
      let place = childPlace(of: field, root, rootKey)
    else {
      throw Failure(.sqlValue, "the record \(schema.mapping.records[0].name) has no field '\(part.field)'")
    }
    let start = written[part.field] ?? 0
    var count = start
    for element in DocumentValue(part.records).elements {
      open = [child(element, at: count, field, place, root)]
      try writeOpen()
      count += 1
    }
    written[part.field] = count
  }

  /// Schedules the deletion of root rows beyond those of the lists written in parts.
  private mutating func appendRemovalBeyondParts(of root: Item) {
    for field in schema.fields[0] {
      guard let count = written[field.name], let place = childPlace(of: field, root, rootKey) else {
        continue
      }
      appendRemoval(beyond: count, place)
    }
  }

  mutating func writeOpen() throws(Failure) {
    while let item = open.popLast() {
      index = item.value.index
      try write(item)
      try output.drainIfFull()
    }
  }

  /// Writes the root record without the lists written in parts, and the end of the transaction.
  mutating func end(with document: Document) throws(Failure) {
    let root = Item(value: DocumentValue(document), record: 0, table: schema.root)
    open = [root]
    try writeOpen()
    appendRemovalBeyondParts(of: root)
    for statement in lastStatements { statement?.write(to: &output) }
    for removal in orderedRemovals { removal.write(to: &output) }
    for removal in orderedRemovals { removal.finish(to: &output) }
    for (number, table) in schema.tables.enumerated() where table.isTracked && !table.records.isEmpty {
      appendRemovalOfUnseen(number, table)
    }
    steps += orderedRemovals.reduce(0) { $0 + $1.rowCount }
    SQLTransaction.appendEnd(schema, steps: steps, listRemovals: orderedRemovals.count, to: &output)
  }

  // MARK: Records

  mutating func write(_ item: Item) throws(Failure) {
    let values = try fieldValues(of: item)
    let keyless = keylessCount
    let isShared = isShared[item.table]
    let key = try writeRow(item, values)
    if keys != nil || loaded != nil, keylessCount == keyless { try checkKey(key, of: item, values) }
    pending = []
    emptyLists = []
    for number in innerFields[item.record] {
      let field = schema.fields[item.record][number]
      let value = values[number]
      if item.table == schema.root, written[field.name] != nil { continue }
      let isAbsent = isShared && value == nil && !nulls.contains(number)
      if field.recordType != nil {
        try addChildren(value, of: field, item, key, isAbsent: isAbsent)
      } else if field.reference != nil, field.list != nil {
        if let value { index = value.index }
        try writeReferences(value, field, item.table, key, isAbsent: isAbsent)
      }
    }
    appendRemovalOfEmptyLists(item, key)
    // Reversed, because the stack returns the last one first.
    open.append(contentsOf: pending.reversed())
  }

  /// Throws `mapping.duplicate-key` if another record has the same key, and counts one of another file.
  private mutating func checkKey(_ key: [String], of item: Item, _ values: [DocumentValue?]) throws(Failure) {
    let fields = schema.fields[item.record]
    guard fields.contains(where: \.isKey) else { return }
    // SQLite has no negative zero.
    let text = key.map { $0 == "-0.0" ? "0.0" : $0 }.joined(separator: ",")
    let isNew = Array(text.utf8).withByteView { key in
      if loaded?.add(key, table: item.table, values: rowHash) == false { replacedCount += 1 }
      return keys?.insert(key, space: item.table, owner: CompiledMapping.wholeDocument)
    }
    if isNew ?? true { return }
    index = item.value.index
    var texts = OutputBuffer()
    for (number, value) in fields.indices.filter({ fields[$0].isKey }).compactMap({ values[$0] }).enumerated()
    {
      if number > 0 { texts.append(ASCII.null) }
      value.appendText(to: &texts)
    }
    throw texts.withHeldBytes {
      CompiledMapping.duplicateKey($0, of: schema.mapping.records[item.record].name)
    }
  }

  /// The values in the order of the record type's fields.
  mutating func fieldValues(of item: Item) throws(Failure) -> [DocumentValue?] {
    var values = [DocumentValue?](repeating: nil, count: schema.fields[item.record].count)
    nulls.removeAll(keepingCapacity: true)
    if item.value.isDictionary {
      try collect(item.value, [], of: item.record, &values)
    } else {
      try collectCells(of: item, &values)
    }
    return values
  }

  /// Collects the values of a record, or of one in it, after whose name `prefix` ends.
  private mutating func collect(
    _ record: DocumentValue, _ prefix: [UInt8], of type: Int, _ values: inout [DocumentValue?]
  ) throws(Failure) {
    let names = schema.fieldNames[type]
    var next = 0
    for entry in record.entries {
      let name = prefix.isEmpty ? [] : prefix + entry.key.array
      let number =
        prefix.isEmpty
        ? names.number(of: entry.key, expected: next)
        : name.withByteView { names.number(of: $0, expected: next) }
      if let number {
        values[number] = entry.value.tag == .null ? nil : entry.value
        if sharesRows, entry.value.tag == .null { nulls.insert(number) }
        next = number + 1
      } else if entry.key == MappingKeyName.unmapped || MappingKeyName.isOfDocument(entry.key) {
        unmappedCount += 1
      } else if !schema.inlineNames[type].isEmpty, entry.value.isDictionary || entry.value.tag == .null,
        schema.inlineNames[type].contains(prefix.isEmpty ? entry.key.array : name)
      {
        let start =
          (prefix.isEmpty ? entry.key.array : name) + Array(String(Mapping.Field.inlineSeparator).utf8)
        if entry.value.isDictionary {
          try collect(entry.value, start, of: type, &values)
        } else if sharesRows {
          let inner = schema.fields[type].indices.filter {
            schema.fields[type][$0].name.utf8.starts(with: start)
          }
          nulls.formUnion(inner)
        }
      } else {
        index = entry.value.index
        throw Failure(
          .sqlValue, "the record \(schema.mapping.records[type].name) has no field '\(entry.key.string)'")
      }
    }
  }

  // MARK: Rows

  /// Writes the record's row and returns the literals of its key.
  mutating func writeRow(_ item: Item, _ values: [DocumentValue?]) throws(Failure) -> [String] {
    guard !schema.tables[item.table].columns.isEmpty else { return [] }
    let statement = statement(for: item, values)
    if let last = lastStatements[item.table], last !== statement { last.write(to: &output) }
    lastStatements[item.table] = statement
    let rowStart = output.count
    rowHash = ByteHash.seed
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
      if loaded != nil, statement.columns[number].source == .field {
        rowHash = output.withHeldBytes { [rowHash] in ByteHash.hash($0.suffix(from: start), seed: rowHash) }
      }
    }
    let row = output.withHeldBytes { $0.suffix(from: rowStart).array }
    output.removeLast(row.count)
    if isShared[item.table] { appendNulls(of: item.table, statement, row, ends: ends, values, literals) }
    row.withByteView { statement.append($0, ends: ends, to: &output) }
    steps += 1
    return schema.tables[item.table].isSingleton ? [] : literals
  }

  /// Replaces a record's missing key with one derived from its content.
  ///
  /// Throws `sql.key` if that is impossible.
  mutating func substituteKey(for item: Item, column number: Int, from start: Int) throws(Failure) -> String {
    let table = schema.tables[item.table]
    let column = table.columns[number]
    let own = table.key.count { table.columns[$0].source == .field }
    guard column.source == .field, own == 1, column.field?.isOptionalTextKey == true else {
      index = item.value.index
      let name = schema.mapping.records[item.record].name
      throw Failure(.sqlKeyMissing, "the record \(name) has no \(column.name), which is its key")
    }
    output.removeLast(output.count - start)
    append(text: try Self.substituteKey(for: item.value))
    keylessCount += 1
    return output.withHeldBytes { $0.suffix(from: start).string }
  }

  /// Distinguishes such a key from one in a document.
  static let substituteKeyPrefix = "pliant:keyless:"

  /// The key for a record, the same in every process: an unchanged record keeps it.
  private static func substituteKey(for record: DocumentValue) throws(Failure) -> String {
    // Dates and data in JSON look as in documents without types for them.
    var writer = JSONWriter()
    try record.document.send(from: record.index, into: &writer)
    let output = writer.finish()
    return output.withHeldBytes { bytes in
      substituteKeyPrefix
        + ByteHash.hash(bytes, seed: 0x243F_6A88_85A3_08D3).hexadecimal(16, uppercase: false)
        + ByteHash.hash(bytes, seed: 0x1319_8A2E_0370_7344).hexadecimal(16, uppercase: false)
    }
  }

  mutating func append(
    _ column: SQLColumnPlan, _ number: Int, _ item: Item, _ values: [DocumentValue?]
  ) throws(Failure) {
    switch column.source {
    case .only: output.append("1")
    case .file: append(text: schema.load?.file ?? "")
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
      let isPresent = column.field >= 0 && values[column.field] != nil
      // Some of the root's lists may already be written.
      let name = schema.tables[item.table].columns[number].field?.name ?? ""
      output.append(isPresent || item.table == schema.root && written[name] != nil ? "1" : "NULL")
    case .spelling:
      let value = column.field >= 0 ? values[column.field] : nil
      SQLFieldValue.append(
        spellingOf: value, for: schema.tables[item.table].columns[number].field, to: &output)
    case .field where column.isEntryKey && item.entryKey != nil:
      item.entryKey?.withByteView { SQLText.append(string: $0, to: &output) }
    case .field:
      guard column.field >= 0 else { return output.append("NULL") }
      if let value = values[column.field] {
        index = value.index
        switch column.shortcut {
        case .text where value.tag == .string:
          return SQLText.append(string: value.document.text(at: value.index), to: &output)
        case .integer:
          if let number = value.integer { return output.appendDecimal(number) }
        default: break
        }
        let text = value.spelling
        if column.isReal, value.tag != .real, text.map(NumberText.isShortestSpelling) != true,
          let real = value.double
        {
          let isShortened =
            text.map { NumberText.losesDigits($0, as: real) }
            ?? (value.tag == .wideInteger || Int64(exactly: real) != value.integer)
          if isShortened { shortenedCount += 1 } else { respelledCount += 1 }
        }
        return try SQLFieldValue.append(value, for: schema.fields[item.record][column.field], to: &output)
      }
      output.append(!column.isNow ? "NULL" : "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')")
    }
  }

  mutating func append(text: String) {
    Array(text.utf8).withByteView { SQLText.append(string: $0, to: &output) }
  }

  mutating func statement(for item: Item, _ values: [DocumentValue?]) -> SQLStatement {
    let fields = schema.fields[item.record]
    var given: Set<String> = []
    for number in nowFields[item.record] where values[number] != nil { given.insert(fields[number].name) }
    let key = StatementKey(table: item.table, record: item.record, given: given)
    if let known = statements[key] { return known }
    let table = schema.tables[item.table]
    let places = Dictionary(zip(fields.map(\.columnName), fields.indices)) { first, _ in first }
    let made = SQLStatement(
      table: table, end: schema.upsert(into: item.table, given: given), isGuarded: schema.isGuarded,
      columns: table.columns.enumerated().map { number, column in
        SQLColumnPlan(
          source: column.source,
          field: [.field, .presence, .spelling].contains(column.source)
            ? column.field.flatMap { places[$0.columnName] } ?? -1 : -1,
          keyPlace: table.key.firstIndex(of: number) ?? -1, isNow: column.field?.now != nil,
          isReal: column.field?.type == .real,
          isEntryKey: column.source == .field && column.field?.name == schema.entryKeys[item.record],
          shortcut: SQLFieldValue.shortcut(for: column.field),
          isAlwaysWritten: column.isNotNull || column.defaultValue != nil || table.key.contains(number))
      })
    statements[key] = made
    return made
  }
}
