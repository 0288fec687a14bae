// Lists of references: a column of the other record, or rows of a table of pairs; and deletions at the end.

extension SQLWriter {
  mutating func writeReferences(
    _ value: DocumentValue?, _ field: Mapping.Field, _ table: Int, _ key: [String], isAbsent: Bool
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
      appendPairs(
        literals, number, own, others, position, key, where: isAbsent ? isOwnRecord(in: table) : [])
    }
  }

  /// Sets the other records' column to this record, once all records are in place.
  mutating func appendOwnership(of literals: [String], table: Int, column: String, _ key: [String]) {
    guard key.count == 1, schema.tables[table].key.count == 1 else { return }
    let name = SQLText.identifier(schema.tables[table].name)
    let own = SQLText.identifier(column)
    let update =
      "UPDATE \(name) SET \(own) = NEW.\"k0\" WHERE \(SQLText.list(schema.tables[table].keyNames)) = NEW.\"k1\" "
      + "AND \(own) IS NOT NEW.\"k0\""
    for literal in literals {
      lateAction([table, -1], keyCount: 2, update).append(key: [key[0], literal], count: 0, to: &output)
    }
  }

  /// An action on rows with keys at the end, identified by numbers.
  private mutating func lateAction(_ numbers: [Int], keyCount: Int, _ action: String) -> SQLListRemoval {
    if let known = lateActions[numbers] { return known }
    let made = makeRemoval(keyCount: keyCount, actions: [action], isLate: true)
    lateActions[numbers] = made
    return made
  }

  mutating func appendPairs(
    _ literals: [String], _ number: Int, _ own: [Int], _ others: [Int], _ position: Int?, _ key: [String],
    where condition: [String]
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
    if schema.isFresh { return }
    guard let position else { return removeUnsaid(own, key, in: number, where: condition) }
    let name = SQLText.identifier(pairs.name)
    let own = pairs.names(own).enumerated().map { "\(SQLText.identifier($1)) = NEW.\"k\($0)\"" }
    let last = "\(SQLText.identifier(pairs.columns[position].name)) >= NEW.\"n\""
    let action = "DELETE FROM \(name) WHERE \((own + [last] + condition).joined(separator: " AND "))"
    lateAction([number, -2, condition.count], keyCount: own.count, action).append(
      key: key, count: literals.count, to: &output)
  }

  mutating func pairsStatement(_ number: Int) -> SQLStatement {
    if let known = lastStatements[number] { return known }
    let pairs = schema.tables[number]
    let made = SQLStatement(
      table: pairs, end: schema.upsert(into: number, given: []), isGuarded: schema.isGuarded,
      columns: pairs.columns.map { column in
        SQLColumnPlan(
          source: column.source, field: -1, keyPlace: -1, isNow: false, isReal: false, isAlwaysWritten: true)
      })
    lastStatements[number] = made
    return made
  }

  /// Deletes pairs that neither side contains; a missing list does not contradict the other side.
  mutating func removeUnsaid(
    _ own: [Int], _ key: [String], in number: Int, where condition: [String]
  ) {
    guard own.count == 1, key.count == 1 else { return }
    let table = schema.tables[number]
    let name = SQLText.identifier(table.name)
    let isSame = table.keyNames.map(SQLText.identifier).map { "s.\($0) = \(name).\($0)" }
    let action =
      "DELETE FROM \(name) WHERE \(SQLText.identifier(table.columns[own[0]].name)) = NEW.\"k0\" AND NOT EXISTS "
      + "(SELECT 1 FROM \(SQLTransaction.seen(number)) s WHERE \(isSame.joined(separator: " AND ")))"
      + condition.map { " AND " + $0 }.joined()
    lateAction([number, own[0], condition.count], keyCount: 1, action).append(key: key, count: 0, to: &output)
  }

  // MARK: Deletions

  mutating func listRemoval(_ list: ListKey) -> SQLListRemoval {
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

  /// Records an owner in the document whose lists contain no record of a table.
  mutating func noteOwner(_ key: [String], of number: Int, where condition: [String]) {
    let names = SQLText.list(schema.tables[number].names(schema.tables[number].owners[0].columns))
    let isOwn = condition.isEmpty ? "" : " WHERE " + condition.joined()
    output.append(
      "INSERT INTO \(SQLTransaction.seen(number)) (\(names)) SELECT \(key.joined(separator: ", "))\(isOwn);\n"
    )
  }

  /// Deletes a table's rows that the document does not have, of the owners that it has.
  mutating func appendRemovalOfUnseen(_ number: Int, _ table: SQLSchema.Table) {
    let seen = SQLTransaction.seen(number)
    let key = SQLText.list(table.keyNames)
    if table.owners.isEmpty || !isPart(number, 0) && !table.owners[0].columns.isEmpty {
      // Rows with their own key, of owners that the document has.
      for owner in table.owners where schema.tables[owner.table].isTracked && !owner.columns.isEmpty {
        let names = SQLText.list(schema.tables[owner.table].keyNames)
        let owners =
          "(\(SQLText.list(table.names(owner.columns)))) IN (SELECT \(names) FROM \(SQLTransaction.seen(owner.table)))"
        appendDeletion(from: table, [owners, "(\(key)) NOT IN (SELECT \(key) FROM \(seen))"])
      }
      return
    }
    let path = SQLText.identifier(table.keyNames[table.keyNames.count - 1])
    var conditions = ["(\(key)) NOT IN (SELECT \(key) FROM \(seen) WHERE \(path) IS NOT NULL)"]
    if !table.owners[0].columns.isEmpty {
      let owner = SQLText.list(table.names(table.owners[0].columns))
      conditions.insert("(\(owner)) IN (SELECT \(owner) FROM \(seen))", at: 0)
    }
    appendDeletion(from: table, conditions)
  }

  mutating func appendDeletion(from table: SQLSchema.Table, _ condition: [String]) {
    let text = condition.joined(separator: " AND ")
    let name = SQLText.identifier(table.name)
    output.append("DELETE FROM \(name) WHERE \(text)")
    guard schema.isGuarded else { return output.append(";\n") }
    // It counts as done if no such row is left.
    output.append(
      """
       AND EXISTS (SELECT 1 FROM "pliant_run");
      UPDATE "pliant_done" SET "n" = "n" + 1 WHERE NOT EXISTS (SELECT 1 FROM \(name) WHERE \(text));

      """)
    steps += 1
  }
}
