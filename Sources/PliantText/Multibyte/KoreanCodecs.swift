// EUC-KR, its code page 949, and Johab.

struct EUCKoreanReader: CharacterReader {
  package let set: DoubleByteSet
  /// Whether it includes the syllables that KS X 1001 lacks.
  let isMicrosoft: Bool

  @inline(__always)
  package func character(in bytes: ByteView, at: Int) -> DecodedCharacter {
    let lead = bytes[at]
    guard lead >= (isMicrosoft ? 0x81 : 0xA1), lead != 0xFF else { return .invalid }
    guard let trail = bytes.byte(at: at &+ 1) else { return .cutOff }
    if lead >= 0xA1 && trail >= 0xA1 && trail != 0xFF {
      return set.character(row: Int(lead &- 0xA1), column: Int(trail &- 0xA1))
    }
    guard isMicrosoft, let scalar = FurtherSyllables.scalar(lead, trail) else { return .invalid }
    return DecodedCharacter(scalar, length: 2)
  }
}

struct EUCKoreanWriter: CharacterWriter {
  package let set: DoubleByteWriter
  let isMicrosoft: Bool

  @inline(__always)
  package func bytes(of scalar: UInt32) -> EncodedCharacter {
    if let (row, column) = set.place(of: scalar) { return EncodedCharacter(0xA1 &+ row, 0xA1 &+ column) }
    return isMicrosoft ? FurtherSyllables.bytes(of: scalar) : .missing
  }
}

/// Hangul in Unicode's order.
enum Hangul {
  package static let first: UInt32 = 0xAC00
  package static let count = 11172
  static let medialCount = 21
  static let finalCount = 28
}

/// The syllables that KS X 1001 lacks, in Unicode's order, in the free codes of code page 949.
enum FurtherSyllables {
  /// The second bytes.
  private static let trails = [0x41...0x5A, 0x61...0x7A, 0x81...0xFE as ClosedRange<UInt8>].flatMap {
    Array($0)
  }
  /// Of them, those below A1.
  private static let shortTrailCount = 84
  /// First bytes 81 to A0 have all second bytes.
  private static let longLeadCount = 32

  private static let ordered: [UInt16] = {
    let writer = DoubleByteWriter.ksX1001
    return (0..<Hangul.count).filter { writer.place(of: Hangul.first + UInt32($0)) == nil }.map { UInt16($0) }
  }()

  package static func scalar(_ lead: UInt8, _ trail: UInt8) -> UInt32? {
    guard let column = trails.firstIndex(of: trail) else { return nil }
    let row = Int(lead) - 0x81
    if row >= longLeadCount && column >= shortTrailCount { return nil }
    let number =
      row < longLeadCount
      ? row * trails.count + column
      : longLeadCount * trails.count + (row - longLeadCount) * shortTrailCount + column
    return number < ordered.count ? Hangul.first + UInt32(ordered[number]) : nil
  }

  package static func bytes(of scalar: UInt32) -> EncodedCharacter {
    guard scalar >= Hangul.first, scalar < Hangul.first + UInt32(Hangul.count) else { return .missing }
    let wanted = UInt16(scalar - Hangul.first)
    let number = ordered.indices.firstIndex(notBefore: { ordered[$0] < wanted })
    guard number < ordered.count, ordered[number] == wanted else { return .missing }
    let long = longLeadCount * trails.count
    let (row, column) =
      number < long
      ? number.quotientAndRemainder(dividingBy: trails.count)
      : (number - long).quotientAndRemainder(dividingBy: shortTrailCount)
    return EncodedCharacter(0x81 + row + (number < long ? 0 : longLeadCount), Int(trails[column]))
  }
}

/// Reads Johab: syllables from their letters, five bits each, and the rest of KS X 1001 in pairs of rows.
struct JohabReader: CharacterReader {
  package let set: DoubleByteSet

  @inline(__always)
  package func character(in bytes: ByteView, at: Int) -> DecodedCharacter {
    let lead = bytes[at]
    guard lead >= 0x84, lead <= 0xF9 else { return .invalid }
    guard let trail = bytes.byte(at: at &+ 1) else { return .cutOff }
    if lead > 0xD3 { return symbol(lead, trail) }
    return JohabLetters.scalar(lead, trail).map { DecodedCharacter($0, length: 2) } ?? .invalid
  }

  private func symbol(_ lead: UInt8, _ trail: UInt8) -> DecodedCharacter {
    guard trail >= 0x31, trail < 0x7F || trail > 0x90, trail != 0xFF else { return .invalid }
    let place = Int(trail) - (trail < 0x7F ? 0x31 : 0x91 - 78)
    let (second, column) = place.quotientAndRemainder(dividingBy: 94)
    switch lead {
    case 0xD9...0xDE:
      // The modern letters of row 4 are syllables of one letter.
      if lead == 0xDA && second == 1 && column <= JohabLetters.lastModern { return .invalid }
      return set.character(row: (Int(lead) - 0xD9) * 2 + second, column: column)
    case 0xE0...0xF9: return set.character(row: (Int(lead) - 0xE0) * 2 + 41 + second, column: column)
    default: return .invalid
    }
  }
}

struct JohabWriter: CharacterWriter {
  package let set: DoubleByteWriter

  package func bytes(of scalar: UInt32) -> EncodedCharacter {
    if let code = JohabLetters.code(of: scalar) { return EncodedCharacter(code >> 8, code & 0xFF) }
    guard let (row, column) = set.place(of: scalar) else { return .missing }
    let isHanja = row >= 41
    guard isHanja || row < 12 else { return .missing }
    let from = isHanja ? row - 41 : row
    let place = column + from % 2 * 94
    return EncodedCharacter(from / 2 + (isHanja ? 0xE0 : 0xD9), place < 78 ? place + 0x31 : place - 78 + 0x91)
  }
}

/// Johab's syllables: a set bit, then five bits each of the initial, the medial and the final letter.
enum JohabLetters {
  private static let fillerOfInitial = 1
  private static let fillerOfMedial = 2
  private static let fillerOfFinal = 1
  /// The first of Unicode's compatibility letters, and the first vowel among them.
  private static let firstLetter: UInt32 = 0x3131
  private static let firstVowel: UInt32 = 0x314F
  /// The column of the last modern letter in row 4 of KS X 1001.
  static let lastModern = 50
  /// The compatibility letters of the initials, counted from the first.
  private static let initialLetters: [UInt8] = [
    0, 1, 3, 6, 7, 8, 16, 17, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
  ]
  /// Those of the finals from the second code; only letters without an initial form use them.
  private static let finalLetters: [UInt8] = [
    0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 25, 26, 27, 28, 29,
  ]

  package static func scalar(_ lead: UInt8, _ trail: UInt8) -> UInt32? {
    guard trail >= 0x41, trail != 0x7F, trail != 0x80, trail != 0xFF else { return nil }
    let code = Int(lead) << 8 | Int(trail)
    let (first, second, third) = (code >> 10 & 31, code >> 5 & 31, code & 31)
    guard let initial = initial(first), let medial = medial(second), let final = final(third) else {
      return nil
    }
    switch (initial, medial, final) {
    case (0..., 0..., _):
      let number = (initial * Hangul.medialCount + medial) * Hangul.finalCount + final
      return Hangul.first + UInt32(number)
    case (0..., _, 0): return firstLetter + UInt32(initialLetters[initial])
    case (_, 0..., 0): return firstVowel + UInt32(medial)
    case (..<0, ..<0, 1...):
      let letter = finalLetters[final - 1]
      return initialLetters.contains(letter) ? nil : firstLetter + UInt32(letter)
    default: return nil
    }
  }

  package static func code(of scalar: UInt32) -> Int? {
    if scalar >= Hangul.first, scalar < Hangul.first + UInt32(Hangul.count) {
      let (rest, final) = Int(scalar - Hangul.first).quotientAndRemainder(dividingBy: Hangul.finalCount)
      return code(rest / Hangul.medialCount, rest % Hangul.medialCount, final)
    }
    if scalar >= firstVowel && scalar < firstVowel + UInt32(Hangul.medialCount) {
      return code(-1, Int(scalar - firstVowel), 0)
    }
    guard scalar >= firstLetter, scalar < firstVowel else { return nil }
    let letter = UInt8(scalar - firstLetter)
    if let initial = initialLetters.firstIndex(of: letter) { return code(initial, -1, 0) }
    return finalLetters.firstIndex(of: letter).flatMap { code(-1, -1, $0 + 1) }
  }

  // MARK: Five bits of a letter; -1 for none

  private static func initial(_ bits: Int) -> Int? {
    if bits == fillerOfInitial { return -1 }
    return (2...20).contains(bits) ? bits - 2 : nil
  }

  private static func medial(_ bits: Int) -> Int? {
    switch bits {
    case fillerOfMedial: -1
    case 3...7: bits - 3
    case 10...15: bits - 5
    case 18...23: bits - 7
    case 26...29: bits - 9
    default: nil
    }
  }

  /// Zero means no final.
  private static func final(_ bits: Int) -> Int? {
    switch bits {
    case fillerOfFinal...17: bits - 1
    case 19...29: bits - 2
    default: nil
    }
  }

  private static func code(_ initial: Int, _ medial: Int, _ final: Int) -> Int {
    let second =
      medial < 0
      ? fillerOfMedial
      : medial < 5 ? medial + 3 : medial < 11 ? medial + 5 : medial < 17 ? medial + 7 : medial + 9
    let third = final < 17 ? final + 1 : final + 2
    return 0x8000 | (initial + 2) << 10 | second << 5 | third
  }
}
