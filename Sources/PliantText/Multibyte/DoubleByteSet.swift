// Character sets of encodings: a table with an edition's omissions and differences.

/// One edition of a set of two-byte characters.
struct DoubleByteSet: Sendable {
  package let table: DoubleByteTable
  /// Slots of a row, which shares a first byte.
  package let columns: Int
  /// Slots of the table that belong to other editions.
  private let gaps: SlotRuns
  /// Slots with another scalar than the table's.
  package let overrides: [(slot: Int, scalar: UInt32)]
  /// Rows with gaps or overrides, by number.
  private let isChecked: [Bool]

  package init(_ table: DoubleByteTable, columns: Int, gaps: [UInt16] = [], overrides: [UInt16] = []) {
    self.table = table
    self.columns = columns
    self.gaps = SlotRuns(gaps)
    self.overrides = stride(from: 0, to: overrides.count, by: 2).map {
      (Int(overrides[$0]), UInt32(overrides[$0 + 1]))
    }
    var isChecked = [Bool](repeating: false, count: (table.slotCount + columns - 1) / columns)
    for at in stride(from: 0, to: gaps.count, by: 2) {
      for row in Int(gaps[at]) / columns...Int(gaps[at + 1]) / columns { isChecked[row] = true }
    }
    for entry in self.overrides { isChecked[entry.slot / columns] = true }
    self.isChecked = isChecked
  }

  /// The character in a row and column, each from 0; `invalid` if there is none.
  @inline(__always)
  package func character(row: Int, column: Int, length: Int = 2) -> DecodedCharacter {
    guard row >= 0, row < isChecked.count else { return .invalid }
    let slot = row &* columns &+ column
    return isChecked[row] ? checked(slot, length: length) : table.character(at: slot, length: length)
  }

  @inline(never)
  private func checked(_ slot: Int, length: Int) -> DecodedCharacter {
    scalar(at: slot).map { DecodedCharacter($0, length: length) } ?? .invalid
  }

  package func scalar(at slot: Int) -> UInt32? {
    for entry in overrides where entry.slot == slot { return entry.scalar }
    return gaps.contains(slot) ? nil : table.scalar(at: slot)
  }

  /// Whether all slots of a row are the table's.
  package func isPlain(row: Int) -> Bool { !isChecked[row] }
}

/// A set with its inverse from scalars, created on first use.
struct DoubleByteWriter: Sendable {
  private let set: DoubleByteSet
  private let index: SlotIndex
  /// Slots that this edition writes only because the preferred one has another meaning in it.
  private let seconds: SlotRuns

  package init(_ set: DoubleByteSet, _ index: SlotIndex, seconds: [UInt16] = []) {
    self.set = set
    self.index = index
    self.seconds = SlotRuns(seconds)
  }

  /// The slot of a scalar, or nil if the set lacks it.
  @inline(__always)
  package func place(of scalar: UInt32) -> (row: Int, column: Int)? {
    // Hiragana to Hangul: no override is at another slot of the index.
    if scalar &- 0x3040 < 0xA764, let slot = index.slot(of: scalar) {
      let row = slot / set.columns
      if set.isPlain(row: row) { return (row, slot &- row &* set.columns) }
    }
    return checkedPlace(of: scalar)
  }

  @inline(never)
  private func checkedPlace(of scalar: UInt32) -> (row: Int, column: Int)? {
    guard let slot = checkedSlot(of: scalar) else { return nil }
    return (slot / set.columns, slot % set.columns)
  }

  private func checkedSlot(of scalar: UInt32) -> Int? {
    for entry in set.overrides where entry.scalar == scalar { return entry.slot }
    guard let slot = index.slot(of: scalar) else { return nil }
    if set.scalar(at: slot) == scalar { return slot }
    return seconds.slots.first { set.scalar(at: $0) == scalar }
  }
}

// MARK: The sets

private typealias Tables = DoubleByteTables

extension DoubleByteSet {
  /// Rows 1 to 94 of JIS X 0208, followed by rows 115 to 119, Microsoft's characters of IBM.
  fileprivate static let japanese = DoubleByteTable(PackageResources.jis_x_0208_txt)
  static let jisX0208 = DoubleByteSet(japanese, columns: 94, gaps: Tables.strictJISGaps)
  static let microsoftJIS = DoubleByteSet(japanese, columns: 94, overrides: Tables.microsoftJISOverrides)
  /// Rows 2 to 77.
  static let jisX0212 = DoubleByteSet(DoubleByteTable(PackageResources.jis_x_0212_txt), columns: 94)

  /// Both planes; the rows of the second are `SecondPlane`.
  static let jisX0213 = DoubleByteSet(DoubleByteTable(PackageResources.jis_x_0213_txt), columns: 94)

  fileprivate static let chinese = DoubleByteTable(PackageResources.gb18030_txt)
  static let gb18030 = DoubleByteSet(chinese, columns: 190)
  static let gbk = DoubleByteSet(chinese, columns: 190, gaps: Tables.gbkGaps)
  static let gb2312 = DoubleByteSet(
    chinese, columns: 190, gaps: Tables.gb2312Gaps, overrides: Tables.gb2312Overrides)

  fileprivate static let traditional = DoubleByteTable(PackageResources.big5_txt)
  static let big5 = DoubleByteSet(
    traditional, columns: 157, gaps: Tables.plainBig5Gaps, overrides: Tables.plainBig5Overrides)
  static let hongKong = DoubleByteSet(traditional, columns: 157, gaps: Tables.hongKongGaps)

  /// Rows 1 to 94 of plane 1, then rows of plane 2.
  static let cns11643 = DoubleByteSet(DoubleByteTable(PackageResources.cns_11643_txt), columns: 94)

  fileprivate static let korean = DoubleByteTable(PackageResources.ks_x_1001_txt)
  /// Rows 1 to 93.
  static let ksX1001 = DoubleByteSet(korean, columns: 94)
  static let cp949 = DoubleByteSet(korean, columns: 94, gaps: Tables.cp949Gaps)
}

extension DoubleByteWriter {
  private static let japaneseIndex = SlotIndex(DoubleByteSet.japanese, seconds: Tables.jisX0208Seconds)
  static let jisX0208 = DoubleByteWriter(.jisX0208, japaneseIndex)
  static let microsoftJIS = DoubleByteWriter(.microsoftJIS, japaneseIndex)
  static let jisX0212 = DoubleByteWriter(.jisX0212, SlotIndex(DoubleByteSet.jisX0212.table, seconds: []))
  static let jisX0213 = DoubleByteWriter(.jisX0213, SlotIndex(DoubleByteSet.jisX0213.table, seconds: []))

  private static let chineseIndex = SlotIndex(DoubleByteSet.chinese, seconds: [])
  static let gb18030 = DoubleByteWriter(.gb18030, chineseIndex)
  static let gbk = DoubleByteWriter(.gbk, chineseIndex)
  static let gb2312 = DoubleByteWriter(.gb2312, chineseIndex)

  private static let traditionalIndex = SlotIndex(DoubleByteSet.traditional, seconds: Tables.big5Seconds)
  static let big5 = DoubleByteWriter(.big5, traditionalIndex, seconds: Tables.big5Seconds)
  static let hongKong = DoubleByteWriter(.hongKong, traditionalIndex)
  static let cns11643 = DoubleByteWriter(.cns11643, SlotIndex(DoubleByteSet.cns11643.table, seconds: []))

  private static let koreanIndex = SlotIndex(DoubleByteSet.korean, seconds: [])
  static let ksX1001 = DoubleByteWriter(.ksX1001, koreanIndex)
  static let cp949 = DoubleByteWriter(.cp949, koreanIndex)
}
