// The tables of two-byte sets, used in place in the program:
//
//   slot 0     slot 1       slot 2     slot 3
//   E3 80 81   C2 B4 20     20 20 20   31 3F 60
//   、         ´ and fill   nothing    U+203E0: the digits 01, 0F, 30 of base 64 behind U+20000

/// A decoded character: its UTF-8, and its length in the input.
struct DecodedCharacter {
  /// Up to four bytes, the first lowest.
  package let utf8: UInt32
  /// Zero for an error.
  let utf8Count: Int
  /// Bytes of the input.
  package let length: Int

  package static let invalid = DecodedCharacter(utf8: 0, utf8Count: 0, length: 0)
  /// Truncated input inside a character.
  static let cutOff = DecodedCharacter(utf8: 0, utf8Count: 0, length: 1)

  @inline(__always)
  package init(utf8: UInt32, utf8Count: Int, length: Int) {
    self.utf8 = utf8
    self.utf8Count = utf8Count
    self.length = length
  }

  /// A scalar above U+007F.
  @inline(__always)
  package init(_ scalar: UInt32, length: Int) {
    self.length = length
    if scalar < 0x800 {
      utf8 = (0x80 | scalar & 0x3F) << 8 | 0xC0 | scalar >> 6
      utf8Count = 2
    } else if scalar < 0x10000 {
      utf8 = (0x80 | scalar & 0x3F) << 16 | (0x80 | scalar >> 6 & 0x3F) << 8 | 0xE0 | scalar >> 12
      utf8Count = 3
    } else {
      let low = (0x80 | scalar & 0x3F) << 24 | (0x80 | scalar >> 6 & 0x3F) << 16
      utf8 = low | (0x80 | scalar >> 12 & 0x3F) << 8 | 0xF0 | scalar >> 18
      utf8Count = 4
    }
  }
}

/// The bytes of a character: up to four, the first lowest.
struct EncodedCharacter {
  package let bytes: UInt32
  /// Zero if the encoding lacks the character.
  package let count: Int

  package static let missing = EncodedCharacter(bytes: 0, count: 0)

  @inline(__always)
  package init(bytes: UInt32, count: Int) {
    self.bytes = bytes
    self.count = count
  }

  @inline(__always)
  package init(_ byte: Int) { self.init(bytes: UInt32(truncatingIfNeeded: byte), count: 1) }

  @inline(__always)
  package init(_ first: Int, _ second: Int) {
    self.init(bytes: UInt32(truncatingIfNeeded: second << 8 | first), count: 2)
  }
}

/// A generated table of characters by slots.
struct DoubleByteTable: Sendable {
  private let text: ByteView
  package let slotCount: Int

  package init(_ literal: StaticString) {
    text = ByteView(literal)
    // The filler at the end allows reading the last slot as a word.
    slotCount = (text.count - MemoryLayout<UInt64>.size) / 3
  }

  /// The character of a slot, as one of `length` bytes.
  @inline(__always)
  package func character(at slot: Int, length: Int) -> DecodedCharacter {
    let word = UInt32(truncatingIfNeeded: text.word(at: slot &* 3)) & 0xFFFFFF
    let first = word & 0xFF
    if first >= 0xE0 { return DecodedCharacter(utf8: word, utf8Count: 3, length: length) }
    if first >= 0xC0 { return DecodedCharacter(utf8: word & 0xFFFF, utf8Count: 2, length: length) }
    if first == UInt32(ASCII.space) { return .invalid }
    return DecodedCharacter(Self.supplementary(word), length: length)
  }

  /// The scalar of a slot, or nil if unassigned.
  package func scalar(at slot: Int) -> UInt32? {
    let word = UInt32(truncatingIfNeeded: text.word(at: slot &* 3)) & 0xFFFFFF
    let (first, second, third) = (word & 0xFF, word >> 8 & 0xFF, word >> 16)
    if first >= 0xE0 { return (first & 0x0F) << 12 | (second & 0x3F) << 6 | third & 0x3F }
    if first >= 0xC0 { return (first & 0x1F) << 6 | second & 0x3F }
    return first == UInt32(ASCII.space) ? nil : Self.supplementary(word)
  }

  private static func supplementary(_ word: UInt32) -> UInt32 {
    let digits = word &- 0x303030
    return 0x20000 &+ ((digits & 0xFF) << 12 | (digits >> 8 & 0xFF) << 6 | digits >> 16)
  }
}

/// From scalars to slots: a page of 64 for each range with characters.
struct SlotIndex: Sendable {
  /// Ranges of 64 scalars up to the end of the Supplementary Ideographic Plane.
  private static let rangeCount = 0x30000 >> 6
  private static let missing = UInt16.max

  private var pageOfRange = [UInt16](repeating: 0, count: rangeCount)
  private var slots = [UInt16](repeating: missing, count: 64)

  /// Indexes `table`; a character with two slots is written with the one outside the runs `seconds`.
  package init(_ table: DoubleByteTable, seconds: [UInt16]) {
    let later = SlotRuns(seconds)
    for slot in 0..<table.slotCount where !later.contains(slot) { insert(table.scalar(at: slot), slot) }
    for slot in later.slots { insert(table.scalar(at: slot), slot) }
  }

  private mutating func insert(_ scalar: UInt32?, _ slot: Int) {
    guard let scalar, scalar < 0x30000 else { return }
    let range = Int(scalar >> 6)
    if pageOfRange[range] == 0 {
      pageOfRange[range] = UInt16(slots.count / 64)
      slots.append(contentsOf: repeatElement(Self.missing, count: 64))
    }
    let at = Int(pageOfRange[range]) * 64 + Int(scalar & 63)
    if slots[at] == Self.missing { slots[at] = UInt16(slot) }
  }

  /// The slot of a scalar, or nil if the table lacks it.
  @inline(__always)
  package func slot(of scalar: UInt32) -> Int? {
    let range = Int(scalar >> 6)
    guard range < Self.rangeCount else { return nil }
    let slot = slots[Int(pageOfRange[range]) &* 64 &+ Int(scalar & 63)]
    return slot == Self.missing ? nil : Int(slot)
  }
}

/// Runs of slots from the generated lists: first and last alternate, in ascending order.
struct SlotRuns: Sendable {
  package let bounds: [UInt16]

  package init(_ bounds: [UInt16]) { self.bounds = bounds }

  package func contains(_ slot: Int) -> Bool {
    // The number of bounds before the slot; if odd, the slot is inside a run.
    var (low, high) = (0, bounds.count)
    while low < high {
      let middle = (low &+ high) / 2
      // A run includes its last slot.
      if Int(bounds[middle]) &+ (middle & 1) <= slot { low = middle &+ 1 } else { high = middle }
    }
    return low & 1 == 1
  }

  package var slots: [Int] {
    stride(from: 0, to: bounds.count, by: 2).flatMap { Array(Int(bounds[$0])...Int(bounds[$0 + 1])) }
  }
}
