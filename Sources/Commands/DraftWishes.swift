// Options of pliant load that change a drafted mapping: a table, a key, the types of columns.

struct DraftWishes {
  var table: String?
  var keys: [String] = []
  private var columns: [(name: String, type: Mapping.ValueType)] = []

  var isEmpty: Bool { table == nil && keys.isEmpty && columns.isEmpty }

  init() {}

  /// Throws a `UsageError` for a column without a known type.
  init(table: String?, keys: [String], columns: [String]) throws(UsageError) {
    (self.table, self.keys) = (table, keys)
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
    var identifying: [FieldPlace] = []
    for key in keys {
      let own = try places(of: key, "--key", in: mapping).filter { !mapping.isInline($0.record) }
      guard !own.isEmpty else {
        throw Failure(
          .loadWish, "'\(key)' of --key is a field of a record's part, which cannot identify the record",
          advice: "choose a field of the record itself")
      }
      identifying += own
    }
    for record in Set(identifying.map(\.record)) { mapping.records[record].removeKey() }
    for place in identifying { mapping.records[place.record].fields[place.field].identify() }
    for (name, type) in columns {
      for place in try places(of: name, "--column", in: mapping) {
        mapping.records[place.record].fields[place.field].store(type)
      }
    }
  }

  private struct FieldPlace {
    let record: Int
    let field: Int
  }

  /// The fields with a name: the document's, with the places around it, or that of a column.
  ///
  /// Throws `load.wish` with a suggestion if no record has one.
  private func places(
    of name: String, _ option: String, in mapping: Mapping
  ) throws(Failure) -> [FieldPlace] {
    let all = mapping.records.indices.flatMap { record in
      mapping.records[record].fields.indices.map { FieldPlace(record: record, field: $0) }
    }.filter { mapping.records[$0.record].fields[$0.field].isColumn }
    func field(_ place: FieldPlace) -> Mapping.Field { mapping.records[place.record].fields[place.field] }
    let exact = all.filter { [name, "@" + name].contains(field($0).name) || field($0).columnName == name }
    if !exact.isEmpty { return exact }
    let prefixes = mapping.inlinePrefixes
    let found = all.filter { place in
      (prefixes[place.record] ?? [""]).contains { Self.folded($0 + field(place).name) == Self.folded(name) }
    }
    if !found.isEmpty { return found }
    let nearest = NearestName.suggestion(for: name, among: all.map { field($0).name })
    throw Failure(.loadWish, "no record has the field '\(name)' of \(option)", advice: nearest)
  }

  /// A name without the marks of attributes and of places: `geo.lat`, `geo/@lat` and `geo_lat` are one.
  private static func folded(_ name: String) -> String {
    String(name.filter { $0 != "@" }.map { $0 == "." || $0 == "/" ? "_" : $0 })
  }
}

extension Mapping {
  /// Whether records are only columns of others.
  fileprivate func isInline(_ record: Int) -> Bool {
    let uses = records.flatMap(\.fields).filter { $0.type == .record(record) }
    return !uses.isEmpty && uses.allSatisfy(\.isInline)
  }

  /// For each record type the names of the fields that make it a part of others, with a mark after each.
  fileprivate var inlinePrefixes: [Int: [String]] {
    var prefixes: [Int: [String]] = [:]
    // Records contain those after them, unless they are recursive, which are not inline.
    for record in records.indices {
      for field in records[record].fields where field.isInline {
        guard case .record(let inner) = field.type else { continue }
        prefixes[inner, default: []] += (prefixes[record] ?? [""]).map { $0 + field.name + "." }
      }
    }
    return prefixes
  }
}

extension Mapping.Record {
  fileprivate mutating func removeKey() { for number in fields.indices { fields[number].isKey = false } }
}

extension Mapping.Field {
  fileprivate var isColumn: Bool { if case .record = type { false } else { true } }

  fileprivate mutating func identify() {
    (isKey, isRequired) = (true, true)
    // SQLite takes 1 and 1.0 for one key.
    if storage != nil || type == .real || type == .decimal {
      (type, storage, isLenient) = (.string, nil, false)
    }
  }

  fileprivate mutating func store(_ type: Mapping.ValueType) {
    // SQLite would round an integer beyond 64 bits in a column of integers.
    let exact = type == .integer && storage?.isUntyped == true ? storage : nil
    (self.type, storage, isLenient) = (type, exact, type != .string)
  }
}
