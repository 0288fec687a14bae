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

  /// Changes a drafted mapping.
  ///
  /// Throws `mapping.fields` with a suggestion for a field that no record has, and for a table of several lists.
  func apply(to mapping: inout Mapping) throws(Failure) {
    if let table {
      guard let record = mapping.records[0].fields.first(where: { $0.name == table })?.type,
        case .record(let number) = record
      else {
        throw Failure(
          .loadWish, "--table is for rows, a list or --records PLACE, which these documents are not")
      }
      mapping.records[number].table = table
    }
    if let key {
      try change(key, "--key", in: &mapping) { field in
        (field.isKey, field.isRequired) = (true, true)
      } other: {
        $0.isKey = false
      }
    }
    for (name, type) in columns {
      try change(name, "--column", in: &mapping) { field in
        field.type = type
        (field.storage, field.isLenient) = (nil, type != .string)
      } other: { _ in
      }
    }
  }

  private func change(
    _ name: String, _ option: String, in mapping: inout Mapping, _ body: (inout Mapping.Field) -> Void,
    other: (inout Mapping.Field) -> Void
  ) throws(Failure) {
    var isFound = false
    for record in mapping.records.indices {
      let fields = mapping.records[record].fields
      guard fields.contains(where: { $0.isColumn && $0.name.withoutMark == name.withoutMark }) else {
        continue
      }
      isFound = true
      for field in fields.indices where fields[field].isColumn {
        if fields[field].name.withoutMark == name.withoutMark {
          body(&mapping.records[record].fields[field])
        } else {
          other(&mapping.records[record].fields[field])
        }
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

extension String {
  fileprivate var withoutMark: Substring { hasPrefix("@") ? dropFirst() : self[...] }
}
