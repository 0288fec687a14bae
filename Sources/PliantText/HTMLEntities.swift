// HTML's named references, in one static table for both directions, indexed on first use.

/// The named references of HTML 4 and 5.
package enum HTMLEntities {
  private struct Entry: Sendable {
    /// The name in `Index.names`.
    let name: Range<Int>
    /// The code points, 0 for none.
    let values: (UInt32, UInt32)
    let isLegacy: Bool
    let isHTML4: Bool

    var value: [UInt32] { values.1 == 0 ? [values.0] : [values.0, values.1] }
  }

  private static let index = Index(ByteView(table))

  private struct Index: Sendable {
    /// All names, concatenated.
    private(set) var names: [UInt8] = []
    /// The entries in the order of the names' bytes.
    private(set) var entries: [Entry] = []
    /// The preferred names by single code point.
    private(set) var preferred: [UInt32: Range<Int>] = [:]

    init(_ table: ByteView) {
      var at = 0
      while at < table.count {
        let start = names.count
        let shared = Int(table[at]) - (table[at].isDigit ? 0x30 : 0x57)
        if let last = entries.last { names += Array(names[last.name].prefix(shared)) }
        let nameEnd = Self.end(in: table, from: at + 1) { $0.isLetter || $0.isDigit }
        names += table[at + 1..<nameEnd].array
        let marksEnd = Self.end(in: table, from: nameEnd) { $0 <= ASCII.plusSign }
        let marks = table[nameEnd..<marksEnd].array
        let values: [UInt32]
        if table[marksEnd] == ASCII.equalsSign {
          at = Self.end(in: table, from: marksEnd) { $0 != ASCII.semicolon }
          values = table[marksEnd + 1..<at].string.split(separator: ",").compactMap { UInt32($0, radix: 16) }
          at += 1
        } else {
          at = Self.end(in: table, from: marksEnd) { $0 >= 0x80 }
          values = table[marksEnd..<at].string.unicodeScalars.map(\.value)
        }
        entries.append(
          Entry(
            name: start..<names.count, values: (values[0], values.count > 1 ? values[1] : 0),
            isLegacy: marks.contains(ASCII.exclamationMark), isHTML4: marks.contains(ASCII.plusSign)))
        if marks.contains(ASCII.asterisk) { preferred[values[0]] = start..<names.count }
      }
    }

    /// The end of the bytes from an offset that belong to a part.
    private static func end(in table: ByteView, from start: Int, where isPart: (UInt8) -> Bool) -> Int {
      (start..<table.count).first { !isPart(table[$0]) } ?? table.count
    }
  }

  package static var count: Int { index.entries.count }

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

  package static func name(of scalar: UInt32) -> ArraySlice<UInt8>? {
    index.preferred[scalar].map { index.names[$0] }
  }

  private static func find(_ name: ByteView) -> Entry? {
    let index = index
    return index.names.withByteView { names in
      let place = index.entries.indices.firstIndex(notBefore: {
        names[index.entries[$0].name].precedes(name)
      })
      guard place < index.entries.count, names[index.entries[place].name] == name else { return nil }
      return index.entries[place]
    }
  }
}
