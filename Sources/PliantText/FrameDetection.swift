// Detection of text whose only signs above ASCII are the frames and shades of DOS.
//
//   C9 CD CD CD BB     ╔═══╗     a corner, at least three lines, a corner
//   BA M  E  N  U BA   ║MENU║

enum FrameDetection {
  /// Left and right ends of horizontal lines: corners and tees, single and double.
  private static let left: Set<UInt8> = [
    0xC9, 0xC8, 0xCC, 0xDA, 0xC0, 0xC3, 0xD5, 0xD4, 0xC6, 0xD6, 0xD3, 0xC7,
  ]
  private static let right: Set<UInt8> = [
    0xBB, 0xBC, 0xB9, 0xBF, 0xD9, 0xB4, 0xB8, 0xBE, 0xB5, 0xB7, 0xBD, 0xB6,
  ]
  /// The signs in which lines meet: ┬ ┴ ┼ ╤ ╧ ╪ ╥ ╨ ╫ ╦ ╩ ╬.
  private static let junctions: Set<UInt8> = [
    0xC2, 0xC1, 0xC5, 0xD1, 0xCF, 0xD8, 0xD2, 0xD0, 0xD7, 0xCB, 0xCA, 0xCE,
  ]
  /// ═ and ─.
  private static let lines: Set<UInt8> = [0xCD, 0xC4]
  private static let shortest = 3

  /// Whether all bytes above ASCII are from B0 to DF, and lines between corners are among them.
  static func isFramed(_ bytes: ByteView, _ census: ByteStatistics) -> Bool {
    guard census.highBytes.bytes.allSatisfy({ (0xB0...0xDF).contains($0) }) else { return false }
    var at = UTF8Validation.endOfASCII(in: bytes, from: 0)
    while at < bytes.count {
      let start = at
      while at < bytes.count, bytes[at] >= 0x80 { at += 1 }
      if left.contains(bytes[start]), right.contains(bytes[at - 1]), at - start >= shortest + 2,
        let line = bytes.byte(at: start + 1), lines.contains(line),
        (start + 1..<at - 1).allSatisfy({ bytes[$0] == line || junctions.contains(bytes[$0]) })
      {
        return true
      }
      at = UTF8Validation.endOfASCII(in: bytes, from: at)
    }
    return false
  }
}
