struct SQLSchemaBuilder {
  var schema: SQLSchema
  /// A record type in a field of a table's records, still without a table.
  private struct Step {
    let table: Int
    let record: Int
    let field: Mapping.Field
  }
  private var steps: [Step] = []
  private var keyedTables: [Int: Int] = [:]
  /// Tables of record types that contain themselves, by the outer table and the family.
  private var pathedTables: [[Int]: Int] = [:]
  /// Tables of record types that extend one another, by the owner's table and the family.
  private var sharedTables: [[Int]: Int] = [:]
  /// For each pathed table, the outermost table and field.
  private var outerOwners: [Int: Int] = [:]
  /// For each family, the number of fields with such records, and the families inside them.
  private var uses: [Int: Int] = [:]
  private var contents: [Int: Set<Int>] = [:]
  private var names: Set<String> = ["pliant_run", "pliant_none", "pliant_done"]

  /// A limit above any reasonable mapping.
  private static let maximumTables = 2000

  private let members: [Int: [Int]]

  init(_ schema: SQLSchema) {
    self.schema = schema
    members = Dictionary(grouping: schema.mapping.records.indices, by: schema.family)
  }

  private var mapping: Mapping { schema.mapping }

  mutating func build() throws(Failure) {
    countUses()
    try addRoot()
    while let step = steps.popLast() {
      let table = try table(for: step)
      schema.children[SQLSchema.Place(table: step.table, field: step.field.name)] = table
    }
    try addReferences()
    if mapping.isGuess { for number in schema.tables.indices { separateColumns(number) } }
    for table in schema.tables { try check(table) }
  }

  private mutating func countUses() {
    // Records that are only inline have no table.
    let inline = Set(mapping.records.flatMap(\.fields).filter(\.isInline).compactMap(\.recordType))
    let others = Set(schema.fields.joined().compactMap(\.recordType) + [0])
    for (record, fields) in schema.fields.enumerated() {
      if inline.contains(record), !others.contains(record) { continue }
      for field in fields where !field.isTransient {
        guard let child = field.recordType else { continue }
        let family = schema.family(of: child)
        let own = schema.mapping.records[record]
        if own.parent == nil || own.fields.contains(where: { $0.name == field.name }) {
          uses[family, default: 0] += 1
        }
        contents[schema.family(of: record), default: []].insert(family)
      }
    }
  }

  private func isKeyed(_ family: Int) -> Bool { !schema.keyFields(of: family).isEmpty }

  /// Whether records without a key may be nested in others of their own type.
  private func isRecursive(_ family: Int) -> Bool {
    var seen: Set<Int> = []
    var open = Array(contents[family] ?? [])
    while let next = open.popLast() {
      if next == family { return true }
      if !isKeyed(next), seen.insert(next).inserted { open += contents[next] ?? [] }
    }
    return false
  }

  private func tableName(of family: Int) -> String { mapping.records[family].tableName }

  // MARK: Tables

  private mutating func addRoot() throws(Failure) {
    let family = schema.family(of: 0)
    _ = try addTable(family, name: tableName(of: family))
    if isKeyed(family) {
      keyedTables[family] = 0
      addOwnKey(0, family)
    } else if schema.load != nil {
      schema.tables[0].isTracked = schema.load?.replaces ?? false
      addKeyColumn(
        SQLSchema.Column(name: unused("file", in: 0), source: .file, type: "TEXT", isNotNull: true), to: 0)
    } else {
      schema.tables[0].isSingleton = true
    }
    addColumns(0)
    if schema.tables[0].isSingleton, !schema.tables[0].columns.isEmpty {
      let id = unused("id", in: 0)
      schema.tables[0].columns.insert(
        SQLSchema.Column(
          name: id, source: .only, type: "INTEGER", isNotNull: true,
          checks: ["\(SQLText.identifier(id)) = 1"]), at: 0)
      schema.tables[0].key = [0]
    }
  }

  /// Adds a table with the family's name, or with another one if that is not to be used or not free.
  private mutating func addTable(
    _ family: Int, ifFree: Bool = true, otherwise other: String
  ) throws(Failure) -> Int {
    let name = tableName(of: family)
    return try addTable(family, name: ifFree && !names.contains(Self.folded(name)) ? name : other)
  }

  private mutating func addTable(_ family: Int, name: String) throws(Failure) -> Int {
    guard schema.tables.count < Self.maximumTables else {
      throw Failure(.sqlName, "the record types of this mapping make too many tables")
    }
    var name = name
    var number = 1
    while mapping.isGuess, names.contains(Self.folded(name)) {
      number += 1
      name = tableName(of: family) + "_\(number)"
    }
    guard names.insert(Self.folded(name)).inserted else {
      throw Failure(
        .sqlName, "two tables would have the name '\(name)', in which SQLite ignores case; give one a $table")
    }
    schema.tables.append(SQLSchema.Table(name: name, records: members[family, default: []]))
    schema.tables[schema.tables.count - 1].merges =
      members[family, default: []].contains { mapping.records[$0].repeatedKey == .merge }
    return schema.tables.count - 1
  }

  /// The table for a field's records; a new one if needed.
  private mutating func table(for step: Step) throws(Failure) -> Int {
    let family = schema.family(of: step.record)
    if isKeyed(family) { return try keyedTable(family, step) }
    if isRecursive(family) { return try pathedTable(family, step) }
    if sharesTable(family, step) { return try sharedTable(family, step) }
    let owner = schema.tables[step.table].name
    let number = try addTable(
      family, ifFree: uses[family] == 1, otherwise: owner + "_" + step.field.columnName)
    addOwner(number, of: step, prefix: owner)
    makeOwnersKey(of: number)
    if step.field.list != nil || schema.tables[number].key.isEmpty {
      let name = schema.tables[number].name + "_position"
      var column = SQLSchema.Column(name: name, source: .position, type: "INTEGER", isNotNull: true)
      if let maximum = step.field.list?.maximum {
        column.checks = ["\(SQLText.identifier(name)) < \(maximum)"]
      }
      addKeyColumn(column, to: number)
    }
    addColumns(number)
    return number
  }

  /// Whether each type of a family has a field in one owner, so that they share a table with a type column.
  private func sharesTable(_ family: Int, _ step: Step) -> Bool {
    let types = fields(of: family, in: step.table).compactMap(\.recordType)
    return members[family, default: []].count > 1 && Set(types).count == types.count
  }

  private func fields(of family: Int, in table: Int) -> [Mapping.Field] {
    var fields: [Mapping.Field] = []
    for record in schema.tables[table].records {
      for field in schema.fields[record] where !field.isTransient {
        guard let child = field.recordType, schema.family(of: child) == family else { continue }
        if !fields.contains(where: { $0.name == field.name }) { fields.append(field) }
      }
    }
    return fields
  }

  private mutating func sharedTable(_ family: Int, _ step: Step) throws(Failure) -> Int {
    if let known = sharedTables[[step.table, family]] { return known }
    let owner = schema.tables[step.table].name
    let isOnly = uses[family] == fields(of: family, in: step.table).count
    let number = try addTable(family, ifFree: isOnly, otherwise: owner + "_" + tableName(of: family))
    sharedTables[[step.table, family]] = number
    addOwner(number, of: step, prefix: owner)
    makeOwnersKey(of: number)
    addKeyColumn(recordTypeColumn(of: number), to: number)
    addKeyColumn(
      SQLSchema.Column(
        name: schema.tables[number].name + "_position", source: .position, type: "INTEGER", isNotNull: true),
      to: number)
    addColumns(number)
    return number
  }

  private func recordTypeColumn(of table: Int) -> SQLSchema.Column {
    SQLSchema.Column(
      name: unused("recordType", in: table), source: .recordType, type: "TEXT", isNotNull: true)
  }

  private mutating func keyedTable(_ family: Int, _ step: Step) throws(Failure) -> Int {
    let owner = schema.tables[step.table].name
    if let known = keyedTables[family] {
      let isSecond = schema.tables[known].owners.contains { $0.table == step.table }
      addOwner(known, of: step, prefix: isSecond ? owner + "_" + step.field.columnName : owner)
      return known
    }
    let number = try addTable(family, name: tableName(of: family))
    keyedTables[family] = number
    schema.tables[number].isTracked = schema.load?.replaces ?? false
    addOwner(number, of: step, prefix: owner)
    // A key unique only within its owner needs the owner's key as well.
    let scope = mapping.records[family].keyScope
    if scope == .owner || scope == .file && !schema.tables[number].columns.isEmpty {
      schema.tables[number].isTracked = scope == .owner || schema.tables[number].isTracked
      schema.tables[number].isOfFile = scope == .file
      makeOwnersKey(of: number)
    }
    addOwnKey(number, family)
    addColumns(number)
    return number
  }

  private mutating func pathedTable(_ family: Int, _ step: Step) throws(Failure) -> Int {
    // Nested ones share the outermost owner.
    let isInside = schema.tables[step.table].isPathed
    let outer = isInside ? outerOwners[step.table] ?? step.table : step.table
    if let known = pathedTables[[outer, family]] { return known }
    let number = try addTable(
      family, otherwise: schema.tables[step.table].name + "_" + step.field.columnName)
    pathedTables[[outer, family]] = number
    outerOwners[number] = outer
    schema.tables[number].isPathed = true
    schema.tables[number].isTracked = true
    addOwner(
      number, of: Step(table: outer, record: step.record, field: step.field),
      prefix: schema.tables[outer].name)
    makeOwnersKey(of: number)
    let own = schema.tables[number].name
    addKeyColumn(
      SQLSchema.Column(name: own + "_path", source: .path, type: "TEXT", isNotNull: true), to: number)
    schema.tables[number].columns.append(
      SQLSchema.Column(name: own + "_parent", source: .parentPath, type: "TEXT"))
    // The parent's path is one of this table only if no other table with paths contains it.
    let isInOther = contents.contains { outer, inner in
      outer != family && inner.contains(family) && !isKeyed(outer) && isRecursive(outer)
    }
    if contents[family] == [family] && !isInOther {
      let parent = schema.tables[number].columns.count - 1
      let columns = schema.tables[number].owners[0].columns + [parent]
      schema.tables[number].references.append(
        SQLSchema.ForeignKey(columns: columns, table: number, action: "CASCADE"))
    }
    addColumns(number)
    return number
  }

  /// Makes the key of the only owner the beginning of the key.
  private mutating func makeOwnersKey(of table: Int) {
    schema.tables[table].key = schema.tables[table].owners[0].columns
    for column in schema.tables[table].key { schema.tables[table].columns[column].isNotNull = true }
  }

  private mutating func addKeyColumn(_ column: SQLSchema.Column, to table: Int) {
    schema.tables[table].key.append(schema.tables[table].columns.count)
    schema.tables[table].columns.append(column)
  }

  private mutating func addOwner(_ table: Int, of step: Step, prefix: String) {
    let owner = schema.tables[step.table]
    var columns: [Int] = []
    for number in owner.isSingleton ? [] : owner.key {
      let key = owner.columns[number]
      columns.append(schema.tables[table].columns.count)
      schema.tables[table].columns.append(
        SQLSchema.Column(
          name: Self.prefixed(key.name, prefix), source: .owner, type: key.type, field: key.field))
    }
    schema.tables[table].owners.append(
      SQLSchema.Owner(
        table: step.table, field: step.field.name, columns: columns, deleteRule: step.field.deleteRule))
  }

  private mutating func addOwnKey(_ table: Int, _ family: Int) {
    for field in schema.fields[family] where field.isKey {
      addKeyColumn(column(for: field, family, isKey: true), to: table)
    }
  }

  /// Adds the columns of the other fields, and steps for nested records.
  private mutating func addColumns(_ table: Int) {
    let records = schema.tables[table].records
    if records.count > 1, !schema.tables[table].columns.contains(where: { $0.source == .recordType }) {
      schema.tables[table].columns.append(recordTypeColumn(of: table))
    }
    var known = Set(schema.tables[table].columns.filter { $0.source == .field }.map(\.name))
    for record in records {
      for field in schema.fields[record] where !field.isTransient && !field.isKey {
        if field.hasPresence, !schema.tables[table].columns.contains(where: { $0.name == field.columnName }) {
          schema.tables[table].columns.append(
            SQLSchema.Column(
              name: field.columnName, source: .presence, type: "INTEGER",
              checks: ["\(SQLText.identifier(field.columnName)) = 1"], field: field))
        }
        if let child = field.recordType {
          let place = SQLSchema.Place(table: table, field: field.name)
          guard schema.children[place] == nil else { continue }
          schema.children[place] = -1
          steps.insert(Step(table: table, record: child, field: field), at: 0)
        } else if field.reference != nil && field.list != nil {
          continue
        } else if known.insert(field.columnName).inserted {
          schema.tables[table].columns.append(column(for: field, record, isKey: false))
          if field.sqlStorage?.hasSpellings == true {
            schema.tables[table].columns.append(
              SQLSchema.Column(
                name: field.textColumnName, source: .spelling, type: "TEXT", field: field))
          }
        }
      }
    }
  }

  private func unused(_ name: String, in table: Int) -> String {
    let taken = schema.tables[table].records.contains { record in
      schema.fields[record].contains { Self.folded($0.name) == Self.folded(name) }
    }
    return taken ? schema.tables[table].name + "_" + name : name
  }

  // MARK: Columns

  private func column(for field: Mapping.Field, _ record: Int, isKey: Bool) -> SQLSchema.Column {
    // Columns that only some of a table's record types require remain optional.
    let isOfAll = mapping.records[record].parent == nil
    var column = SQLSchema.Column(
      name: field.columnName, source: .field, type: SQLFieldValue.columnType(of: field),
      isNotNull: isKey || field.isRequired && isOfAll || field.now != nil && isOfAll, field: field)
    column.checks = mapping.isGuess ? [] : SQLFieldValue.checks(of: field)
    column.defaultValue = field.defaultText.flatMap { SQLFieldValue.literal(ofText: $0, for: field) }
    return column
  }

  // MARK: References

  private mutating func addReferences() throws(Failure) {
    for number in schema.tables.indices {
      for record in schema.tables[number].records {
        for field in schema.fields[record] where !field.isTransient {
          guard let reference = field.reference, mapping.records.indices.contains(reference.record),
            let target = keyedTables[schema.family(of: reference.record)]
          else { continue }
          if field.list != nil {
            try addReferenceList(number, field, target, record)
          } else {
            addReference(number, field, target, inverse: inverse(of: field, reference))
          }
        }
      }
      addIndexes(number)
    }
  }

  private func inverse(of field: Mapping.Field, _ reference: Mapping.Reference) -> Mapping.Field? {
    field.inverse.flatMap { name in schema.fields[reference.record].first { $0.name == name } }
  }

  private mutating func addReference(
    _ table: Int, _ field: Mapping.Field, _ target: Int, inverse: Mapping.Field?
  ) {
    guard schema.tables[target].key.count == 1,
      let column = schema.tables[table].columns.firstIndex(where: {
        $0.source == .field && $0.name == field.columnName
      }),
      !schema.tables[table].references.contains(where: { $0.columns == [column] })
    else { return }
    // If the other side has no field, this one specifies the effect of its deletion.
    let action = Self.action(
      inverse?.deleteRule ?? field.deleteRule, isNullable: !schema.tables[table].columns[column].isNotNull)
    schema.tables[table].references.append(
      SQLSchema.ForeignKey(
        columns: [column], table: target, action: action, isChecked: !mapping.isGuess))
  }

  /// The action of a foreign key when its target is deleted.
  static func action(_ rule: Mapping.DeleteRule, isNullable: Bool) -> String {
    switch rule {
    case .cascade: "CASCADE"
    case .nullify: isNullable ? "SET NULL" : "CASCADE"
    case .deny: "RESTRICT"
    case .none: "NO ACTION"
    }
  }

  private mutating func addReferenceList(
    _ table: Int, _ field: Mapping.Field, _ target: Int, _ record: Int
  ) throws(Failure) {
    let place = SQLSchema.Place(table: table, field: field.name)
    guard schema.referenceLists[place] == nil, let reference = field.reference else { return }
    let inverse = inverse(of: field, reference)
    if let inverse, inverse.list == nil, inverse.reference != nil {
      schema.referenceLists[place] = .column(table: target, name: inverse.name)
      return
    }
    let other = SQLSchema.Place(table: target, field: inverse?.name ?? "")
    if inverse != nil,
      case .pairs(let pairs, let own, let others, let position)? = schema.referenceLists[other]
    {
      schema.referenceLists[place] = .pairs(
        table: pairs, ownColumns: others, otherColumns: own, position: position)
      return
    }
    schema.referenceLists[place] = try addPairs(table, field, target, inverse)
  }

  private mutating func addPairs(
    _ table: Int, _ field: Mapping.Field, _ target: Int, _ inverse: Mapping.Field?
  ) throws(Failure) -> SQLSchema.ReferenceList {
    let name = schema.tables[table].name + "_" + field.columnName
    guard names.insert(Self.folded(name)).inserted else {
      throw Failure(.sqlName, "two tables would have the name '\(name)'; give a record a $table")
    }
    let number = schema.tables.count
    var pairs = SQLSchema.Table(name: name)
    func columns(of other: Int, prefix: String) -> [Int] {
      schema.tables[other].key.map { key in
        let column = schema.tables[other].columns[key]
        pairs.columns.append(
          SQLSchema.Column(
            name: Self.prefixed(column.name, prefix), source: .owner, type: column.type, isNotNull: true,
            field: column.field))
        return pairs.columns.count - 1
      }
    }
    let own = columns(of: table, prefix: schema.tables[table].name)
    let others = columns(of: target, prefix: target == table ? field.columnName : schema.tables[target].name)
    pairs.key = own + others
    var position: Int?
    pairs.isTracked = true
    if inverse == nil, field.list?.isOrdered ?? true || own.count != 1 {
      pairs.isTracked = false
      position = pairs.columns.count
      pairs.columns.append(
        SQLSchema.Column(name: name + "_position", source: .position, type: "INTEGER", isNotNull: true))
      pairs.key = own + [pairs.columns.count - 1]
    }
    if !schema.tables[table].isSingleton {
      pairs.references.append(
        SQLSchema.ForeignKey(
          columns: own, table: table, action: field.deleteRule == .deny ? "RESTRICT" : "CASCADE"))
    }
    pairs.references.append(
      SQLSchema.ForeignKey(
        columns: others, table: target, action: inverse?.deleteRule == .deny ? "RESTRICT" : "CASCADE"))
    pairs.indexes = [others]
    schema.tables.append(pairs)
    return .pairs(table: number, ownColumns: own, otherColumns: others, position: position)
  }

  /// An index for each indexed field, and for each foreign key that the primary key does not serve.
  private mutating func addIndexes(_ number: Int) {
    let table = schema.tables[number]
    var indexes = table.columns.indices.filter {
      table.columns[$0].field?.isIndexed == true && table.columns[$0].source == .field
    }.map { [$0] }
    indexes += table.references.map(\.columns) + table.owners.map(\.columns).filter { !$0.isEmpty }
    for index in indexes where !table.key.starts(with: index) {
      if !schema.tables[number].indexes.contains(index) { schema.tables[number].indexes.append(index) }
    }
  }
}
