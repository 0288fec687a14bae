// Shift_JIS, its code page 932, and EUC-JP; both with JIS X 0208, or with JIS X 0213.

/// Half-width katakana of JIS X 0201 are one run.
enum Katakana {
  static let firstByte: UInt8 = 0xA1
  static let lastByte: UInt8 = 0xDF
  package static let first: UInt32 = 0xFF61
  package static let last: UInt32 = 0xFF9F
}

/// An edition of Shift_JIS.
enum ShiftJISEdition {
  case standard
  /// The first bytes F0 to F9 are private characters, and FA to FC rows of IBM.
  case microsoft
  /// The first bytes F0 to FC are the second plane of JIS X 0213.
  case newer
}

/// The rows of JIS X 0213's second plane, in the order of Shift_JIS, which follow row 94 in the table.
enum SecondPlane {
  private static let numbers: [UInt8] = [1, 8, 3, 4, 5, 12, 13, 14, 15] + Array(78...94)

  /// The row of the table for a first byte of EUC.
  static func row(ofLead lead: UInt8) -> Int { numbers.firstIndex(of: lead &- 0xA0).map { 94 + $0 } ?? -1 }

  static func lead(ofRow row: Int) -> Int { 0xA0 + Int(numbers[row - 94]) }
}

/// Reads Shift_JIS: two rows of 94 under each first byte.
struct ShiftJISReader: CharacterReader {
  package let set: DoubleByteSet
  let edition: ShiftJISEdition

  @inline(__always)
  package func character(in bytes: ByteView, at: Int) -> DecodedCharacter {
    let lead = bytes[at]
    if lead >= Katakana.firstByte && lead <= Katakana.lastByte {
      return DecodedCharacter(Katakana.first &+ UInt32(lead &- Katakana.firstByte), length: 1)
    }
    guard lead != 0x80, lead != 0xA0, lead <= (edition == .standard ? 0xEF : 0xFC) else { return .invalid }
    guard let trail = bytes.byte(at: at &+ 1) else { return .cutOff }
    guard trail >= 0x40, trail != 0x7F, trail <= 0xFC else { return .invalid }
    let column = Int(trail) &- (trail > 0x7F ? 0x41 : 0x40)
    if lead >= 0xF0, edition == .microsoft { return addition(lead, column) }
    let pair = Int(lead) &- (lead < 0xA0 ? 0x81 : 0xC1)
    return column < 94
      ? set.character(row: pair &* 2, column: column)
      : set.character(row: pair &* 2 &+ 1, column: column &- 94)
  }

  private func addition(_ lead: UInt8, _ column: Int) -> DecodedCharacter {
    if lead < 0xFA {
      return DecodedCharacter(0xE000 &+ UInt32(lead &- 0xF0) &* 188 &+ UInt32(column), length: 2)
    }
    // Row 115 follows row 94 in the table, and there are five.
    let row = 94 &+ Int(lead &- 0xFA) &* 2 &+ column / 94
    return row < 99 ? set.character(row: row, column: column % 94) : .invalid
  }
}

struct ShiftJISWriter: CharacterWriter {
  package let set: DoubleByteWriter
  let edition: ShiftJISEdition
  private static let lastPrivate: UInt32 = 0xE757

  @inline(__always)
  package func bytes(of scalar: UInt32) -> EncodedCharacter {
    if scalar >= Katakana.first && scalar <= Katakana.last {
      return EncodedCharacter(Int(Katakana.firstByte) &+ Int(scalar &- Katakana.first))
    }
    if let (row, column) = set.place(of: scalar) {
      let place = column &+ (row & 1) &* 94
      let pair = row / 2
      let lead =
        row >= 94 && edition == .microsoft
        ? 0xFA &+ (row &- 94) / 2 : pair &+ (pair < 31 ? 0x81 : 0xC1)
      return EncodedCharacter(lead, place &+ (place < 63 ? 0x40 : 0x41))
    }
    guard edition == .microsoft, scalar >= 0xE000, scalar <= Self.lastPrivate else { return .missing }
    let (lead, place) = Int(scalar &- 0xE000).quotientAndRemainder(dividingBy: 188)
    return EncodedCharacter(0xF0 &+ lead, place &+ (place < 63 ? 0x40 : 0x41))
  }
}

/// Reads EUC-JP: JIS X 0208, katakana after 8E, JIS X 0212 after 8F; or both planes of JIS X 0213.
struct EUCJapaneseReader: CharacterReader {
  package let set: DoubleByteSet
  let supplement: DoubleByteSet
  /// Whether the supplement is the second plane of JIS X 0213.
  var isNewer = false

  @inline(__always)
  package func character(in bytes: ByteView, at: Int) -> DecodedCharacter {
    let lead = bytes[at]
    guard lead >= 0xA1, lead <= 0xFE else { return shifted(bytes, at, lead) }
    guard let trail = bytes.byte(at: at &+ 1) else { return .cutOff }
    guard trail >= 0xA1, trail <= 0xFE else { return .invalid }
    return set.character(row: Int(lead &- 0xA1), column: Int(trail &- 0xA1))
  }

  private func shifted(_ bytes: ByteView, _ at: Int, _ lead: UInt8) -> DecodedCharacter {
    guard lead == 0x8E || lead == 0x8F else { return .invalid }
    guard let second = bytes.byte(at: at &+ 1) else { return .cutOff }
    guard second >= 0xA1, second <= 0xFE else { return .invalid }
    if lead == 0x8E {
      guard second <= Katakana.lastByte else { return .invalid }
      return DecodedCharacter(Katakana.first &+ UInt32(second &- Katakana.firstByte), length: 2)
    }
    guard let third = bytes.byte(at: at &+ 2) else { return .cutOff }
    guard third >= 0xA1, third <= 0xFE else { return .invalid }
    let row = isNewer ? SecondPlane.row(ofLead: second) : Int(second) &- 0xA2
    return supplement.character(row: row, column: Int(third &- 0xA1), length: 3)
  }
}

struct EUCJapaneseWriter: CharacterWriter {
  package let set: DoubleByteWriter
  let supplement: DoubleByteWriter
  var isNewer = false

  @inline(__always)
  package func bytes(of scalar: UInt32) -> EncodedCharacter {
    if let (row, column) = set.place(of: scalar), row < 94 {
      return EncodedCharacter(0xA1 &+ row, 0xA1 &+ column)
    }
    if scalar >= Katakana.first && scalar <= Katakana.last {
      return EncodedCharacter(0x8E, Int(Katakana.firstByte) &+ Int(scalar &- Katakana.first))
    }
    guard let (row, column) = supplement.place(of: scalar) else { return .missing }
    let lead = isNewer ? SecondPlane.lead(ofRow: row) : 0xA2 &+ row
    let bytes = (0xA1 &+ column) << 16 | lead << 8 | 0x8F
    return EncodedCharacter(bytes: UInt32(bytes), count: 3)
  }
}
