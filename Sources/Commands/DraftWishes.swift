// Options of pliant load that change a drafted mapping: a table, a key, the types of columns.

struct DraftWishes {
  var table: String?
  var key: String?
  private var columns: [(name: String, type: Mapping.ValueType)] = []

  var isEmpty: Bool { table == nil && key == nil && columns.isEmpty }

  init() {}

  /// Throws a `UsageError` for a column without a known type.
  init(table: String?, key: String?, columns: [String]) throws(UsageError) {
    (self.table, self.key) = (table, key)
    let types: KeyValuePairs<String, Mapping.ValueType> = [
      "text": .string, "integer": .integer, "real": .real,
    ]
    for column in columns {
      let colon = column.lastIndex(of: ":") ?? column.endIndex
      let word = String(column[colon...].dropFirst())
      guard let type = types.first(where: { $0.key == word })?.value else {
        let nearest = NearestName.suggestion(for: word, among: types.map(\.key))
        throw UsageError(
          "--column '\(column)' needs a type: NAME:text, NAME:integer or NAME:real", suggestion: nearest)
      }
      self.columns.append((String(column[..<colon]), type))
    }
  }

  /// Changes a drafted mapping; `list` is the name of its records, which otherwise have the table's.
  ///
  /// Throws `mapping.fields` with a suggestion for a field that no record has, and for a table of several lists.
  func apply(to mapping: inout Mapping, list: String?) throws(Failure) {
    if let table {
      guard let record = mapping.records[0].fields.first(where: { $0.name == list ?? table })?.type,
        case .record(let number) = record
      else {
        throw Failure(
          .loadWish, "--table is for rows, a list or --records PLACE, which these documents are not",
          advice: "-f jsonl reads one object as a row")
      }
      mapping.records[number].table = table
    }
    if let key {
      try change(key, "--key", in: &mapping) { field, isNamed in
        (field.isKey, field.isRequired) = (isNamed, isNamed || field.isRequired)
        // SQLite takes 1 and 1.0 for one key.
        if isNamed, field.storage != nil || field.type == .real || field.type == .decimal {
          (field.type, field.storage, field.isLenient) = (.string, nil, false)
        }
      }
    }
    for (name, type) in columns {
      try change(name, "--column", in: &mapping) { field, isNamed in
        guard isNamed else { return }
        // SQLite would round an integer beyond 64 bits in a column of integers.
        let storage = type == .integer && field.storage == .any ? field.storage : nil
        (field.type, field.storage, field.isLenient) = (type, storage, type != .string)
      }
    }
  }

  /// Changes the fields of the records that have one with a name.
  private func change(
    _ name: String, _ option: String, in mapping: inout Mapping, _ body: (inout Mapping.Field, Bool) -> Void
  ) throws(Failure) {
    func isNamed(_ field: Mapping.Field) -> Bool {
      field.isColumn && [name, "@" + name].contains(field.name)
    }
    var isFound = false
    for record in mapping.records.indices where mapping.records[record].fields.contains(where: isNamed) {
      isFound = true
      for field in mapping.records[record].fields.indices where mapping.records[record].fields[field].isColumn
      {
        body(&mapping.records[record].fields[field], isNamed(mapping.records[record].fields[field]))
      }
    }
    if isFound { return }
    let names = mapping.records.flatMap(\.fields).filter(\.isColumn).map(\.name)
    let nearest = NearestName.suggestion(for: name, among: names)
    throw Failure(
      .loadWish, "no record has the field '\(name)' of \(option)",
      advice: nearest)
  }
}

extension Mapping.Field {
  fileprivate var isColumn: Bool { if case .record = type { false } else { true } }
}
