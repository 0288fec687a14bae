// Dictionaries that are tables: each entry is a record, and its key a column of that.
//
//   {"a": {"x": 1, "y": 2}, "b": {"x": 3}, "c": {"x": 4, "y": 5}}

extension DocumentValue {
  /// Whether a dictionary has three or more dictionaries with the same main keys, and nothing else.
  package var hasLikeRecords: Bool {
    var counts: [[UInt8]: Int] = [:]
    var total = 0
    for entry in entries {
      guard entry.value.isDictionary else { return false }
      total += 1
      if total > 1000 { continue }
      for inner in entry.value.entries { counts[inner.key.array, default: 0] += 1 }
    }
    let main = counts.values.filter { $0 * 2 >= min(total, 1000) }
    return total >= 3 && !main.isEmpty && main.reduce(0, +) * 4 >= main.count * min(total, 1000) * 3
  }
}
