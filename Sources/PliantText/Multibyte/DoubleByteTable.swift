// The tables of two-byte sets, from their generated texts.

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

  @inline(__always)
  package init(_ scalar: UInt32, length: Int) {
    let packed = PackedUTF8(scalar)
    self.init(utf8: packed.bytes, utf8Count: packed.count, length: length)
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

/// A table of characters by slots.
struct DoubleByteTable: Sendable {
  /// The UTF-8 of each slot, the first byte lowest; 0 if unassigned.
  private let characters: [UInt32]

  package var slotCount: Int { characters.count }

  package init(_ text: [UInt8]) {
    var characters: [UInt32] = []
    characters.reserveCapacity(text.count / 3)
    var isWritten = [Bool](repeating: false, count: 0x30000)
    var ideographRuns: [Range<Int>] = []
    text.withByteView { text in
      for (value, count) in PackedCharacters(text) {
        if value >= 0x80 {
          characters.append(PackedUTF8(value).bytes)
          isWritten[Int(value)] = true
          continue
        }
        let end = characters.count + count
        if value == UInt32(ASCII.plusSign) { ideographRuns.append(characters.count..<end) }
        characters += repeatElement(0, count: count)
      }
    }
    // In GBK, the ideographs that GB 2312 lacks are around it in Unicode's order.
    var next: UInt32 = 0x4E00
    for slot in ideographRuns.joined() {
      while isWritten[Int(next)] { next += 1 }
      characters[slot] = PackedUTF8(next).bytes
      next += 1
    }
    self.characters = characters
  }

  /// The character of a slot, as one of `length` bytes.
  @inline(__always)
  package func character(at slot: Int, length: Int) -> DecodedCharacter {
    let utf8 = characters[slot]
    let lead = utf8 & 0xFF
    if lead == 0 { return .invalid }
    return DecodedCharacter(utf8: utf8, utf8Count: lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4, length: length)
  }

  /// The scalar of a slot, or nil if unassigned.
  package func scalar(at slot: Int) -> UInt32? {
    let utf8 = characters[slot]
    let (second, third, fourth) = (utf8 >> 8 & 0x3F, utf8 >> 16 & 0x3F, utf8 >> 24 & 0x3F)
    switch utf8 & 0xFF {
    case 0: return nil
    case ..<0xE0: return (utf8 & 0x1F) << 6 | second
    case ..<0xF0: return (utf8 & 0x0F) << 12 | second << 6 | third
    default: return (utf8 & 0x07) << 18 | second << 12 | third << 6 | fourth
    }
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
    // The number of bounds before the slot; if odd, the slot is inside a run, which includes its last slot.
    (0..<bounds.count).firstIndex(notBefore: { Int(bounds[$0]) &+ ($0 & 1) <= slot }) & 1 == 1
  }

  package var slots: [Int] {
    stride(from: 0, to: bounds.count, by: 2).flatMap { Array(Int(bounds[$0])...Int(bounds[$0 + 1])) }
  }
}
