// The tables for the records of a mapping.
//
//   Schedule { teams: [Team { code key, contacts: [Contact] }], sites: [Site { code key, activities: [Activity { team → Team }] }] }
//
//   Team      code PRIMARY KEY, name                                  a record with a key
//   Contact   Team_code → Team, Contact_position, phone; both the key    a record without one: its owner's key and place
//   Site      code PRIMARY KEY, name, …
//   Activity  Site_code → Site, Activity_position, team → Team, …
//
// The root record is a table only if it has columns. A list in a container has a column with its name, which
// is 1 if the list exists: an empty list has no rows. The document properties `#namespace` and `#root` of the
// root's record have columns with these names if the mapping has several. A record type and those that extend
// it share a table. Record types without a key that contain themselves have a path as key, such as 0/2/1.

package struct SQLSchema: Sendable {
  /// A record's table, or a table of pairs.
  struct Table: Sendable {
    var name: String
    /// The record types in this table, those that extend others after them; empty for a table of pairs.
    var records: [Int] = []
    var columns: [Column] = []
    /// The columns of the primary key.
    var key: [Int] = []
    var owners: [Owner] = []
    var isPathed = false
    /// Whether a row belongs to its file only because another file's may have the same key.
    var isOfFile = false
    /// Whether its rows are parts of their owners, identified by more than a position; the database then
    /// remembers those in the document.
    var isTracked = false
    /// Foreign keys in addition to those of owners.
    var references: [ForeignKey] = []
    /// Columns with a separate index.
    var indexes: [[Int]] = []
    /// Whether to merge a row with an existing key rather than replace it.
    var merges = false
    /// Whether it is the single row of a root without a key.
    var isSingleton = false

    var keyNames: [String] { key.map { columns[$0].name } }
    func names(_ numbers: [Int]) -> [String] { numbers.map { columns[$0].name } }
  }

  /// A field of another table's records that contains this table's records.
  struct Owner: Sendable {
    let table: Int
    let field: String
    /// This table's columns for the owner's key; empty if the owner is the document.
    var columns: [Int]
    let deleteRule: Mapping.DeleteRule
  }

  struct ForeignKey: Sendable {
    let columns: [Int]
    let table: Int
    let action: String
    /// Whether the database checks it, rather than only joins by it.
    var isChecked = true
  }

  struct Column: Sendable {
    enum Source: Sendable, Equatable {
      case owner
      /// The index in the owner's list.
      case position
      /// 1, for the only row.
      case only
      case file
      case recordType
      case path
      case parentPath
      case field
      /// The text of the field's number, if SQLite prints it differently.
      case spelling
      /// 1 if the field with this name, whose elements are rows, exists.
      case presence
    }
    var name: String
    let source: Source
    let type: String
    var isNotNull = false
    var checks: [String] = []
    var defaultValue: String?
    /// The field, of the first record type that has it.
    var field: Mapping.Field?
  }

  /// A list of references stored in a table of pairs, or in a column of the other record.
  enum ReferenceList: Sendable {
    /// `ownColumns` and `otherColumns` of the table of pairs; a position if the order counts.
    case pairs(table: Int, ownColumns: [Int], otherColumns: [Int], position: Int?)
    /// The other record's column stores it.
    case column(table: Int, name: String)
  }

  struct Place: Hashable, Sendable {
    let table: Int
    let field: String
  }

  let mapping: Mapping
  let load: SQLLoadOptions?
  /// For each record type its fields, inherited ones first, with those of inline records.
  let fields: [[Mapping.Field]]
  /// For each record type the names of its inline records.
  let inlineNames: [Set<[UInt8]>]
  /// For the records that are a dictionary's values the field with their key.
  let entryKeys: [Int: String]
  let fieldNames: [TableColumns]
  var tables: [Table] = []
  /// The table of the records in a field of another table's records.
  var children: [Place: Int] = [:]
  var referenceLists: [Place: ReferenceList] = [:]
  /// The root record's table; omitted without columns.
  var root: Int { 0 }

  /// Creates the tables of a mapping's records.
  ///
  /// Throws `sql.name` if two names are equal in SQLite.
  package init(_ mapping: Mapping, load: SQLLoadOptions? = nil) throws(Failure) {
    var builder = SQLSchemaBuilder(SQLSchema(bare: mapping, load: load))
    try builder.build()
    self = builder.schema
    // Nothing is removed from new tables, so the document's rows need no record.
    if isFresh { for number in tables.indices { tables[number].isTracked = false } }
  }

  var isGuarded: Bool { load?.isGuarded ?? true }

  var isFresh: Bool { load?.isFresh ?? false }

  private init(bare mapping: Mapping, load: SQLLoadOptions?) {
    self.mapping = mapping
    self.load = load
    var fields = mapping.records.indices.map { mapping.allFields(of: $0).map(\.field) }
    if !fields.isEmpty { fields[0] += Self.documentFields(of: mapping) }
    var inlineNames = [Set<[UInt8]>](repeating: [], count: fields.count)
    for record in fields.indices {
      var names: Set<[UInt8]> = []
      let flat = Self.flattened(fields[record], of: mapping, around: [record], prefix: "", &names)
      fields[record] = Self.withTextColumns(names.isEmpty ? flat : Self.distinct(flat))
      inlineNames[record] = names
    }
    entryKeys = Dictionary(
      mapping.records.flatMap(\.fields).compactMap { field in
        field.entryKey.flatMap { key in field.recordType.map { ($0, key) } }
      }, uniquingKeysWith: { first, _ in first })
    self.fields = fields
    self.inlineNames = inlineNames
    fieldNames = fields.map { TableColumns($0.map { Array($0.name.utf8) }) }
  }

  /// The fields, with those of inline records in their places, whose names have the record's before them.
  private static func flattened(
    _ fields: [Mapping.Field], of mapping: Mapping, around: [Int], prefix: String, _ names: inout Set<[UInt8]>
  ) -> [Mapping.Field] {
    fields.flatMap { field -> [Mapping.Field] in
      guard field.isInline, field.list == nil, let record = field.recordType, !around.contains(record) else {
        return [field]
      }
      names.insert(Array((prefix + field.name).utf8))
      let start = field.name + String(Mapping.Field.inlineSeparator)
      let inner = flattened(
        mapping.allFields(of: record).map(\.field), of: mapping, around: around + [record],
        prefix: prefix + start, &names)
      return inner.map { inner in
        var inner = inner
        let isText =
          !inner.isOfInline && (inner.place == Mapping.Place(steps: [], end: .text) || inner.name == "#text")
        let label = inner.columnName.hasPrefix("@") ? String(inner.columnName.dropFirst()) : inner.columnName
        inner.column = isText ? field.columnName : field.columnName + "_" + label
        inner.name = start + inner.name
        (inner.isKey, inner.isRequired) = (false, false)
        return inner
      }
    }
  }

  /// Numbers the columns of texts that equal others.
  private static func withTextColumns(_ fields: [Mapping.Field]) -> [Mapping.Field] {
    var taken = Set(fields.map { $0.columnName.lowercased() })
    return fields.map { field in
      guard field.sqlStorage?.hasSpellings == true, field.recordType == nil else { return field }
      var field = field
      var number = 1
      while !taken.insert(field.textColumnName.lowercased()).inserted {
        number += 1
        field.textColumn = "\(field.columnName)_text_\(number)"
      }
      return field
    }
  }

  /// Numbers the columns of inline records that equal others.
  private static func distinct(_ fields: [Mapping.Field]) -> [Mapping.Field] {
    var taken = Set(fields.filter { !$0.isOfInline }.map { $0.columnName.lowercased() })
    return fields.map { field in
      guard field.isOfInline else { return field }
      var field = field
      let name = field.columnName
      var number = 1
      while !taken.insert(field.columnName.lowercased()).inserted {
        number += 1
        field.column = "\(name)_\(number)"
      }
      return field
    }
  }

  /// The keys of the root's record that describe the document, as fields with their possible values.
  private static func documentFields(of mapping: Mapping) -> [Mapping.Field] {
    let roots = [mapping.root] + mapping.otherRoots
    let used = mapping.namespaces.filter { namespace in roots.contains { $0.uri == namespace.uri } }
    let uris = used.flatMap { [$0.uri] + $0.alternatives }
    let names = roots.map { root in
      let prefix = used.first { $0.uri == root.uri }?.prefix ?? ""
      return prefix.isEmpty ? root.local : prefix + ":" + root.local
    }
    return [(MappingKeyName.namespace, uris, used.count), (MappingKeyName.root, names, 1)].compactMap {
      key, values, usual in
      if values.count <= usual { return nil }
      var field = Mapping.Field(name: key.string, place: Mapping.Place(steps: [], end: .text))
      field.constraints.values = values
      return field
    }
  }

  /// The topmost record type that this one extends.
  func family(of record: Int) -> Int { mapping.lineage(of: record).last ?? record }

  func keyFields(of record: Int) -> [String] { fields[family(of: record)].filter(\.isKey).map(\.name) }
}

extension Mapping.Field {
  /// The record type of the field's records, or nil for values.
  var recordType: Int? { if case .record(let number) = type { number } else { nil } }

  /// The fields of a drafted record that is a single value: of any document, and of an element with only text.
  static let valueName = "value"
  static let elementTextName = "#text"

  /// Between the names of an inline record and its field.
  static let inlineSeparator: Character = "\u{1}"

  var isOfInline: Bool { name.contains(Self.inlineSeparator) }

  /// The key in the dictionary of its record.
  var keyName: String { name.split(separator: Self.inlineSeparator).last.map(String.init) ?? name }

  /// Whether it is a list of rows whose container may be empty or missing, which rows do not distinguish.
  var hasPresence: Bool {
    guard list != nil, !isRequired, recordType != nil || reference != nil else { return false }
    return place.steps.count > (place.end == .children ? 0 : 1)
  }

  /// How a column stores its numbers; decimals as numbers with their text, other than keys, which are exact texts.
  var sqlStorage: Mapping.Storage? {
    if storage != nil || isJSON { return storage }
    let isPlain = type == .decimal && constraints.scale == nil && !isKey && reference == nil
    return isPlain && defaultText == nil ? .spelled : nil
  }

  /// Whether the column contains an array or a dictionary as JSON.
  var isJSON: Bool { list != nil || type == .runs || type == .dictionary || pieces == .all }
}
