// GB18030 with its subsets GBK and GB 2312, and Big5 with and without the characters of Hong Kong.

/// Reads GBK, its subsets and GB18030: first bytes 81 to FE, second bytes from 40.
struct GBKReader: CharacterReader {
  package let set: DoubleByteSet
  /// The first of the set's first bytes: A1 for GB 2312.
  let firstLead: UInt8
  let firstTrail: UInt8
  /// Whether 80 is the euro sign, as in Microsoft's code page.
  var hasEuro = false
  /// Whether every other scalar has four bytes, as in GB18030.
  var hasFourBytes = false

  @inline(__always)
  package func character(in bytes: ByteView, at: Int) -> DecodedCharacter {
    let lead = bytes[at]
    guard lead >= firstLead, lead != 0xFF else {
      return lead == 0x80 && hasEuro ? DecodedCharacter(0x20AC, length: 1) : .invalid
    }
    guard let trail = bytes.byte(at: at &+ 1) else { return .cutOff }
    if hasFourBytes, trail.isDigit { return fourBytes(bytes, at) }
    guard trail >= firstTrail, trail != 0x7F, trail != 0xFF else { return .invalid }
    return set.character(row: Int(lead &- 0x81), column: GBK.column(ofTrail: trail))
  }

  private func fourBytes(_ bytes: ByteView, _ at: Int) -> DecodedCharacter {
    guard let third = bytes.byte(at: at &+ 2) else { return .cutOff }
    guard third >= 0x81, third != 0xFF else { return .invalid }
    guard let fourth = bytes.byte(at: at &+ 3) else { return .cutOff }
    guard fourth.isDigit else { return .invalid }
    let high = (Int(bytes[at]) &- 0x81) &* 10 &+ Int(bytes[at &+ 1] &- ASCII.digit0)
    let number = high &* 1260 &+ (Int(third) &- 0x81) &* 10 &+ Int(fourth &- ASCII.digit0)
    return FourByteCodes.scalar(of: number).map { DecodedCharacter($0, length: 4) } ?? .invalid
  }
}

enum GBK {
  /// The columns are the bytes 40 to FE without 7F.
  package static func column(ofTrail trail: UInt8) -> Int { Int(trail) &- (trail > 0x7F ? 0x41 : 0x40) }

  @inline(__always)
  package static func bytes(row: Int, column: Int) -> EncodedCharacter {
    EncodedCharacter(0x81 &+ row, column &+ (column < 0x3F ? 0x40 : 0x41))
  }
}

/// Writes GBK, its subsets and GB18030.
struct GBKWriter: CharacterWriter {
  package let set: DoubleByteWriter
  var hasEuro = false
  var hasFourBytes = false

  @inline(__always)
  package func bytes(of scalar: UInt32) -> EncodedCharacter {
    if let (row, column) = set.place(of: scalar) { return GBK.bytes(row: row, column: column) }
    if scalar == 0x20AC && hasEuro { return EncodedCharacter(0x80) }
    guard hasFourBytes, let number = FourByteCodes.number(of: scalar) else { return .missing }
    let (high, low) = number.quotientAndRemainder(dividingBy: 1260)
    let bytes =
      (0x30 &+ low % 10) << 24 | (0x81 &+ low / 10) << 16 | (0x30 &+ high % 10) << 8 | (0x81 &+ high / 10)
    return EncodedCharacter(bytes: UInt32(truncatingIfNeeded: bytes), count: 4)
  }
}

/// GB18030's codes of four bytes, counted from 81308130: the Basic Multilingual Plane, then all other planes.
enum FourByteCodes {
  private static let supplementary = 189_000

  /// The characters without a code of two bytes in the edition of 2000, in order; in later ones, `newer` characters have
  /// the codes of `older` ones, which are private.
  private static let plane: [UInt16] = {
    let newer: [ClosedRange<UInt32>] = [0x1E3F...0x1E3F, 0x9FB4...0x9FBB, 0xFE10...0xFE19]
    let older: Set<UInt32> = [
      0xE78D, 0xE78E, 0xE78F, 0xE790, 0xE791, 0xE792, 0xE793, 0xE794, 0xE795, 0xE796, 0xE7C7, 0xE816, 0xE817,
      0xE818, 0xE81E, 0xE826, 0xE82B, 0xE82C, 0xE831, 0xE832, 0xE83B, 0xE843, 0xE854, 0xE855, 0xE864,
    ]
    return (UInt32(0x80)...0xFFFF).lazy.filter { scalar in
      let isNewer = newer.contains { $0.contains(scalar) }
      return isNewer
        || Unicode.Scalar(scalar) != nil && !older.contains(scalar)
          && DoubleByteWriter.gb18030.place(of: scalar) == nil
    }.map { UInt16($0) }
  }()

  package static func scalar(of number: Int) -> UInt32? {
    if number >= supplementary {
      let scalar = number - supplementary + 0x10000
      return scalar < 0x110000 ? UInt32(scalar) : nil
    }
    if number == movedNumber { return movedPrivate }
    return number < plane.count ? UInt32(plane[number]) : nil
  }

  /// The number of a scalar that has no code of two bytes.
  package static func number(of scalar: UInt32) -> Int? {
    if scalar >= 0x10000 { return scalar < 0x110000 ? Int(scalar) - 0x10000 + supplementary : nil }
    if scalar == movedPrivate { return movedNumber }
    let number = plane.indices.firstIndex(notBefore: { plane[$0] < scalar })
    return number < plane.count && plane[number] == scalar && number != movedNumber ? number : nil
  }

  /// 8135F437, which was U+1E3F until a revision swapped it with this private character.
  private static let movedNumber = 7457
  private static let movedPrivate: UInt32 = 0xE7C7
}

/// Reads Big5: first bytes from 87, second bytes 40 to 7E and A1 to FE.
struct Big5Reader: CharacterReader {
  package let set: DoubleByteSet

  @inline(__always)
  package func character(in bytes: ByteView, at: Int) -> DecodedCharacter {
    let lead = bytes[at]
    guard lead >= 0x81, lead != 0xFF else { return .invalid }
    guard let trail = bytes.byte(at: at &+ 1) else { return .cutOff }
    guard trail >= 0x40, trail != 0x7F, trail < 0x80 || trail > 0xA0, trail != 0xFF else { return .invalid }
    return set.character(row: Int(lead) &- 0x87, column: Int(trail) &- (trail > 0x7F ? 0x62 : 0x40))
  }
}

/// Writes Big5, with Hong Kong's accented letters by `ComposingWriter`.
struct Big5Writer: CharacterWriter {
  package let set: DoubleByteWriter

  @inline(__always)
  package func bytes(of scalar: UInt32) -> EncodedCharacter {
    guard let (row, column) = set.place(of: scalar) else { return .missing }
    return EncodedCharacter(0x87 &+ row, column &+ (column < 0x3F ? 0x40 : 0x62))
  }
}

/// Reads EUC-TW: plane 1 of CNS 11643 in two bytes, plane 2 after 8E A2.
struct EUCTaiwaneseReader: CharacterReader {
  /// The rows of plane 1 in the table.
  static let rows = 94

  package func character(in bytes: ByteView, at: Int) -> DecodedCharacter {
    guard bytes[at] == 0x8E else { return character(bytes, at, row: 0, length: 2) }
    guard let plane = bytes.byte(at: at &+ 1) else { return .cutOff }
    // Plane 1 is not written so.
    guard plane == 0xA2 else { return .invalid }
    return at &+ 2 < bytes.count ? character(bytes, at &+ 2, row: Self.rows, length: 4) : .cutOff
  }

  private func character(_ bytes: ByteView, _ at: Int, row: Int, length: Int) -> DecodedCharacter {
    guard bytes[at] >= 0xA1, bytes[at] != 0xFF else { return .invalid }
    guard let trail = bytes.byte(at: at &+ 1) else { return .cutOff }
    guard trail >= 0xA1, trail != 0xFF else { return .invalid }
    return DoubleByteSet.cns11643.character(
      row: row &+ Int(bytes[at] &- 0xA1), column: Int(trail &- 0xA1), length: length)
  }
}

struct EUCTaiwaneseWriter: CharacterWriter {
  package func bytes(of scalar: UInt32) -> EncodedCharacter {
    guard let (row, column) = DoubleByteWriter.cns11643.place(of: scalar) else { return .missing }
    if row < EUCTaiwaneseReader.rows { return EncodedCharacter(0xA1 &+ row, 0xA1 &+ column) }
    let bytes = (0xA1 &+ column) << 24 | (0xA1 &+ row &- EUCTaiwaneseReader.rows) << 16 | 0xA28E
    return EncodedCharacter(bytes: UInt32(bytes), count: 4)
  }
}
