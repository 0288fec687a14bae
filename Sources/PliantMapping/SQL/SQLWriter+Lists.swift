// The records in a record's fields: their rows, and the deletion of those that it no longer has.

extension SQLWriter {
  /// The elements of a list field, or the single value.
  func elements(_ value: DocumentValue?, of field: Mapping.Field) throws(Failure) -> [DocumentValue] {
    guard let value else { return [] }
    if field.list == nil || schema.mapping.isDraft && !value.isArray { return [value] }
    guard value.isArray else { throw Failure(.sqlValue, "\(field.name) is a list and must be an array") }
    return Array(value.elements)
  }

  mutating func addChildren(
    _ value: DocumentValue?, of field: Mapping.Field, _ item: Item, _ key: [String], isAbsent: Bool
  ) throws(Failure) {
    if let value { index = value.index }
    let entries = field.entryKey == nil || value?.isDictionary != true ? nil : value.map { Array($0.entries) }
    let elements = entries == nil ? try elements(value, of: field) : entries?.map(\.value) ?? []
    guard let place = childPlace(of: field, item, key, isEmpty: elements.isEmpty, isAbsent: isAbsent)
    else { return }
    appendRemoval(beyond: elements.count, place)
    for (position, element) in elements.enumerated() {
      pending.append(child(element, at: position, field, place, item))
      pending[pending.count - 1].entryKey = entries?[position].key.array
    }
  }

  struct ChildPlace {
    let table: Int
    let record: Int
    let owner: Int
    let ownerKey: [String]
    /// Whether it is a path inside the owner's path.
    let isInside: Bool
  }

  mutating func childPlace(
    of field: Mapping.Field, _ item: Item, _ key: [String], isEmpty: Bool = false, isAbsent: Bool = false
  ) -> ChildPlace? {
    guard let child = schema.children[SQLSchema.Place(table: item.table, field: field.name)],
      let record = field.recordType
    else { return nil }
    let isInside = schema.tables[child].isPathed && schema.tables[item.table].isPathed
    let owner =
      isInside
      ? 0 : schema.tables[child].owners.firstIndex { $0.table == item.table && $0.field == field.name } ?? 0
    let place = ChildPlace(
      table: child, record: record, owner: owner, ownerKey: isInside ? item.ownerKey : key,
      isInside: isInside)
    if isEmpty, schema.isFresh { return nil }
    if isEmpty, !isInside, isPart(child, owner) {
      if schema.tables[child].isTracked, fieldCount(child, in: item.table) > 1 {
        noteOwner(key, of: child, where: isAbsent ? isOwnRecord(in: item.table, key) : [])
        return nil
      }
      // Rows with references to them are deleted once all records are in place.
      emptyLists.append(
        EmptyList(
          list: ListKey(table: child, owner: owner, record: record), isLate: !isLeaf[child],
          isOfOwner: isAbsent))
      return nil
    }
    return place
  }

  func child(
    _ element: DocumentValue, at position: Int, _ field: Mapping.Field, _ place: ChildPlace, _ item: Item
  ) -> Item {
    var next = Item(
      value: element, record: place.record, table: place.table, owner: place.owner, ownerKey: place.ownerKey)
    next.position = position
    if schema.tables[place.table].isPathed {
      next.path = path(of: position, in: field, item, place.table, isInside: place.isInside)
      next.parentPath = place.isInside ? item.path : nil
    }
    return next
  }

  /// Schedules the deletion of an owner's rows beyond its list.
  mutating func appendRemoval(beyond count: Int, _ place: ChildPlace) {
    guard isPositioned[place.table], !schema.isFresh else { return }
    listRemoval(ListKey(table: place.table, owner: place.owner, record: place.record)).append(
      key: place.ownerKey, count: count, to: &output)
  }

  /// Whether a table's rows are identified by their owner's key, so that they never change owners.
  func isPart(_ table: Int, _ owner: Int) -> Bool {
    !schema.tables[table].isOfFile
      && schema.tables[table].owners[owner].columns.contains { schema.tables[table].key.contains($0) }
  }

  /// Schedules the deletion of rows of an owner's empty lists, all at once.
  mutating func appendRemovalOfEmptyLists(_ item: Item, _ key: [String]) {
    let table = item.table
    let position = positionInKey(of: table)
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
            keyCount: key.count - (position == nil ? 0 : 1),
            actions: set.lists.map { removalOfAll($0, of: table) }, isLate: isLate)
        emptyRemovals[set] = removal
        guard let position else {
          removal.append(key: key, count: 0, to: &output)
          continue
        }
        var rest = key
        rest.remove(at: position)
        removal.append(key: rest, position: item.position, to: &output)
      }
    }
  }

  /// Collects the values of a drafted record that is a single value or an array.
  func collectCells(of item: Item, _ values: inout [DocumentValue?]) throws(Failure) {
    let mistake = Failure(
      .sqlValue, "a record \(schema.mapping.records[item.record].name) must be a dictionary")
    guard schema.mapping.isDraft else { throw mistake }
    if item.value.tag == .null { return }
    let fields = schema.fields[item.record]
    let names = [Mapping.Field.elementTextName, Mapping.Field.valueName]
    let name = names.first { name in fields.contains { $0.name == name } } ?? ""
    for (name, value) in item.value.cells(named: name) {
      guard let number = fields.firstIndex(where: { $0.name == name }) else { throw mistake }
      values[number] = value.tag == .null ? nil : value
    }
  }

  /// Sets the columns to NULL for which the record has a null or an empty cell, since an upsert keeps absent values.
  mutating func appendNulls(
    of number: Int, _ statement: SQLStatement, _ row: [UInt8], ends: [Int], _ values: [DocumentValue?],
    _ key: [String]
  ) {
    let table = schema.tables[number]
    let names = statement.columns.indices.filter { index in
      let (field, start) = (statement.columns[index].field, index > 0 ? ends[index - 1] : 0)
      return field >= 0 && table.columns[index].source == .field
        && (values[field] != nil || nulls.contains(field))
        && row[start..<ends[index]].elementsEqual("NULL".utf8)
    }.map { SQLText.identifier(table.columns[$0].name) }
    if names.isEmpty { return }
    let same = zip(table.keyNames, key).map { "\(SQLText.identifier($0)) = \($1)" }
    let changed = SQLText.any(names.map { $0 + " IS NOT NULL" })
    let guarded = schema.isGuarded ? ["EXISTS (SELECT 1 FROM \"pliant_run\")"] : []
    output.append(
      "UPDATE \(SQLText.identifier(table.name)) SET \(names.map { $0 + " = NULL" }.joined(separator: ", ")) WHERE "
        + (same + guarded + ["(\(changed));\n"]).joined(separator: " AND "))
  }

  private func positionInKey(of table: Int) -> Int? {
    schema.tables[table].key.firstIndex { schema.tables[table].columns[$0].source == .position }
  }

  func removalOfAll(_ empty: EmptyList, of ownerTable: Int) -> String {
    let name = SQLText.identifier(schema.tables[empty.list.table].name)
    var conditions = ownerCondition(empty.list, position: positionInKey(of: ownerTable))
    if empty.isOfOwner { conditions += isOwnRecord(in: ownerTable) }
    return "DELETE FROM \(name) WHERE \(conditions.joined(separator: " AND "))"
  }

  /// The condition that the record with a key, or with that in `NEW`, belongs to the loaded document.
  func isOwnRecord(in number: Int, _ key: [String]? = nil) -> [String] {
    guard let isOwnRow = schema.isOwnRow(number, as: "a") else { return [] }
    let table = schema.tables[number]
    let same = table.keyNames.enumerated().map {
      "a.\(SQLText.identifier($1)) = \(key?[$0] ?? "NEW.\"k\($0)\"")"
    }
    let conditions = (same + ["(\(isOwnRow))"]).joined(separator: " AND ")
    return ["EXISTS (SELECT 1 FROM \(SQLText.identifier(table.name)) a WHERE \(conditions))"]
  }

  /// The conditions that select the rows of a list of the owner in `NEW`, or of owners at several positions.
  func ownerCondition(_ list: ListKey, position: Int? = nil) -> [String] {
    let table = schema.tables[list.table]
    var conditions = table.names(table.owners[list.owner].columns).enumerated().map { number, name in
      let column = SQLText.identifier(name)
      guard let position, number >= position else { return "\(column) = NEW.\"k\(number)\"" }
      return number == position
        ? "\(column) BETWEEN NEW.\"m\" AND NEW.\"n\"" : "\(column) = NEW.\"k\(number - 1)\""
    }
    if let type = table.key.first(where: { table.columns[$0].source == .recordType }) {
      let name = SQLText.string(schema.mapping.records[list.record].name)
      conditions.append("\(SQLText.identifier(table.columns[type].name)) = \(name)")
    }
    return conditions
  }

  mutating func makeRemoval(keyCount: Int, actions: [String], isLate: Bool) -> SQLListRemoval {
    let made = SQLListRemoval(
      number: orderedRemovals.count, keyCount: keyCount, actions: actions, isLate: isLate,
      isGuarded: schema.isGuarded)
    orderedRemovals.append(made)
    return made
  }

  func fieldCount(_ child: Int, in table: Int) -> Int { fieldCounts[[table, child]] ?? 0 }

  func path(of position: Int, in field: Mapping.Field, _ item: Item, _ child: Int, isInside: Bool) -> String {
    let own =
      fieldCount(child, in: item.table) > 1 || isInside && child != item.table
      ? "\(field.columnName)/\(position)" : "\(position)"
    return isInside ? item.path + "/" + own : own
  }
}
