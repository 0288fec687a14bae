// The columns of a table: a mapping's fields, or the keys of all records in the order of first occurrence.
//
//   [{"a": 1, "b": 2}, {"a": 3, "c": 4}]   ─▶   a,b,c

package struct TableColumns: Sendable {
  /// The header; empty for rows that are arrays.
  private(set) var names: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var kind: Kind?
  /// The column of rows that are single values.
  static let valueName = Array("value".utf8)

  /// Creates columns from the fields of a mapping's record type, in the mapping's order.
  init(_ record: CompiledRecord, in mapping: CompiledMapping, keepsUnmapped: Bool) {
    for field in record.fields { add(mapping.fieldNames[field].array) }
    if keepsUnmapped { add(MappingKeyName.unmapped.array) }
  }

  init() {}

  package init(_ names: [[UInt8]]) {
    self.names = names
    numbers = Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  /// Creates columns from the keys of all records; `index` is the tape index of an invalid row.
  ///
  /// Throws `table.shape` and `table.columns`.
  init(of root: DocumentValue, index: inout Int, sortsKeys: Bool) throws(Failure) {
    index = root.index
    if root.isDictionary {
      try addKeys(of: root)
      return
    }
    guard root.isArray else { throw Failure(.tableShape, "a single value") }
    for row in root.elements {
      index = row.index
      try add(row: row)
    }
    finish(sortsKeys: sortsKeys)
  }

  /// Adds the keys of a record.
  ///
  /// Throws `table.shape` for a record of another kind than the previous ones, and `table.columns`.
  mutating func add(row: DocumentValue) throws(Failure) {
    guard kind ?? Kind(row) == Kind(row) else {
      throw Failure(.tableShape, "\(Kind(row).rawValue) among \(kind?.plural ?? "")")
    }
    kind = Kind(row)
    if kind == .dictionary { try addKeys(of: row) }
  }

  /// Completes the columns when all records have been added.
  mutating func finish(sortsKeys: Bool) {
    if kind == .value { add(Self.valueName) }
    if sortsKeys { sort() }
  }

  private enum Kind: String {
    case dictionary = "a dictionary"
    case array = "an array"
    case value = "a single value"

    init(_ row: DocumentValue) { self = row.isDictionary ? .dictionary : row.isArray ? .array : .value }

    var plural: String {
      switch self {
      case .dictionary: "dictionaries"
      case .array: "arrays"
      case .value: "single values"
      }
    }
  }

  private mutating func addKeys(of row: DocumentValue) throws(Failure) {
    var expected = 0
    for entry in row.entries {
      if let number = number(of: entry.key, expected: expected) {
        expected = number + 1
        continue
      }
      guard names.count < Limits.tableColumns else { throw Failure(.tableColumns, "\(Limits.tableColumns)") }
      add(entry.key.array)
      expected = names.count
    }
  }

  private mutating func add(_ name: [UInt8]) {
    guard numbers[name] == nil else { return }
    numbers[name] = names.count
    names.append(name)
  }

  /// Sorts as the keys of a dictionary are sorted.
  private mutating func sort() {
    names.sort { left, right in
      left.withByteView { left in right.withByteView { left.precedesInUTF16($0) } }
    }
    numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  }

  /// The number of a key's column, which is usually the one after that of the previous key.
  package func number(of key: ByteView, expected: Int) -> Int? {
    if isName(key, at: expected) { return expected }
    return numbers[key.array]
  }

  @inline(__always)
  private func isName(_ key: ByteView, at number: Int) -> Bool {
    guard number < names.count, names[number].count == key.count else { return false }
    return names[number].withUnsafeBytes { ByteView($0).isEqual(key) }
  }
}
