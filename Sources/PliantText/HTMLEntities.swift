// HTML's named references, in one static table for both directions, indexed on first use.

/// The named references of HTML 4 and 5.
package enum HTMLEntities {
  /// Bytes of the longest name.
  package static let maximumNameCount = 32

  private struct Entry: Sendable {
    /// The offset of the entry in the table.
    let start: Int
    let nameCount: Int
    /// The offset of the code points, relative to the start.
    let valueOffset: Int
    let count: Int
    let isLegacy: Bool
    let isPreferred: Bool
    let isHTML4: Bool

    var name: ByteView { ByteView(HTMLEntities.table)[start..<start + nameCount] }

    var value: [UInt32] {
      let digits = ByteView(HTMLEntities.table)[start + valueOffset..<start + count]
      var values: [UInt32] = [0]
      for index in 0..<digits.count {
        if let digit = digits[index].hexadecimalValue {
          values[values.count - 1] = values[values.count - 1] << 4 | UInt32(digit)
        } else {
          values.append(0)
        }
      }
      return values
    }
  }

  /// The entries in the order of the names' bytes.
  private static let entries: [Entry] = {
    let table = ByteView(HTMLEntities.table)
    var entries: [Entry] = []
    var start = 0
    while start < table.count {
      let end = table.firstIndex(of: ASCII.semicolon, from: start) ?? table.count
      if end > start { entries.append(entry(table, start, end)) }
      start = end + 1
    }
    return entries
  }()

  private static func entry(_ table: ByteView, _ start: Int, _ end: Int) -> Entry {
    let space = table.firstIndex(of: ASCII.space, from: start) ?? end
    var nameEnd = space
    var (isLegacy, isPreferred, isHTML4) = (false, false, false)
    marks: while nameEnd > start {
      switch table[nameEnd - 1] {
      case ASCII.exclamationMark: isLegacy = true
      case ASCII.asterisk: isPreferred = true
      case ASCII.plusSign: isHTML4 = true
      default: break marks
      }
      nameEnd -= 1
    }
    return Entry(
      start: start, nameCount: nameEnd - start, valueOffset: min(space + 1, end) - start, count: end - start,
      isLegacy: isLegacy, isPreferred: isPreferred, isHTML4: isHTML4)
  }

  /// The preferred names by single code point.
  private static let names: [(scalar: UInt32, entry: Int)] = entries.indices
    .filter { entries[$0].isPreferred }
    .map { (entries[$0].value[0], $0) }
    .sorted { $0.scalar < $1.scalar }

  /// The number of names.
  package static var count: Int { entries.count }

  /// The one or two code points of a name without `&` and `;`; nil for an unknown name.
  package static func value(of name: ByteView) -> [UInt32]? { find(name)?.value }

  /// The code point of a name in HTML 4 and XHTML 1; nil for an undeclared name.
  package static func valueInHTML4(of name: ByteView) -> UInt32? {
    // HTML 5 assigns other brackets to these two names.
    if name == "lang" { return 0x2329 }
    if name == "rang" { return 0x232A }
    guard let entry = find(name), entry.isHTML4 else { return nil }
    return entry.value.first
  }

  /// The longest prefix of `text` that is a reference without a semicolon in HTML, and its value.
  package static func legacyPrefix(of text: ByteView) -> (nameCount: Int, value: [UInt32])? {
    for count in stride(from: min(text.count, 6), to: 1, by: -1) {
      if let entry = find(text[0..<count]), entry.isLegacy { return (count, entry.value) }
    }
    return nil
  }

  /// The name of a scalar for escaping, or nil.
  package static func name(of scalar: UInt32) -> ByteView? {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].scalar < scalar { low = middle + 1 } else { high = middle }
    }
    guard low < names.count, names[low].scalar == scalar else { return nil }
    return entries[names[low].entry].name
  }

  private static func find(_ name: ByteView) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if isLess(entries[middle].name, name) { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].name == name else { return nil }
    return entries[low]
  }

  private static func isLess(_ left: ByteView, _ right: ByteView) -> Bool {
    let order = Platform.compare(left.base, right.base, count: min(left.count, right.count))
    return order != 0 ? order < 0 : left.count < right.count
  }
}
