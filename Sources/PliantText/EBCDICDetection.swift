// Detection of EBCDIC: letters from 81 to E9, spaces 40, digits F0 to F9, and none of ASCII's spaces and line
// ends.

enum EBCDICDetection {
  /// The number of bytes to count, and the minimum.
  private static let sampleBytes = 64 * 1024
  private static let leastBytes = 16

  /// Returns the code page of all of `bytes`, or nil.
  package static func encoding(of bytes: ByteView) -> TextEncoding? {
    guard bytes.count >= leastBytes else { return nil }
    let sample = bytes[0..<min(bytes.count, sampleBytes)]
    var counts = [Int](repeating: 0, count: 256)
    for at in 0..<sample.count { counts[Int(sample[at])] += 1 }
    guard isText(counts, sample.count) else { return nil }
    return .ebcdic(page(counts))
  }

  private static func isText(_ counts: [Int], _ total: Int) -> Bool {
    // ASCII's space and line feed are EBCDIC controls that do not occur in text.
    guard counts[Int(ASCII.space)] == 0, counts[Int(ASCII.lineFeed)] == 0 else { return false }
    let capitals = sum(counts, 0xC1...0xC9) + sum(counts, 0xD1...0xD9) + sum(counts, 0xE2...0xE9)
    let letters = sum(counts, 0x81...0x89) + sum(counts, 0x91...0x99) + sum(counts, 0xA2...0xA9) + capitals
    let spaces = counts[0x40] + counts[0x15] + counts[0x25] + counts[0x0D] + counts[0x05]
    let marks = [
      0x4B, 0x4C, 0x4D, 0x50, 0x5C, 0x5D, 0x5E, 0x60, 0x61, 0x6B, 0x6D, 0x6E, 0x6F, 0x7A, 0x7D, 0x7E, 0x7F,
    ]
    let others = sum(counts, 0xF0...0xF9) + marks.reduce(0) { $0 + counts[$1] }
    return letters * 2 >= total && spaces * 20 >= total && (letters + spaces + others) * 10 >= total * 9
  }

  private static func sum(_ counts: [Int], _ range: ClosedRange<Int>) -> Int {
    range.reduce(0) { $0 + counts[$1] }
  }

  /// Chooses by the brackets and the exclamation mark; the pages hardly differ otherwise.
  private static func page(_ counts: [Int]) -> EBCDICEncoding {
    let ibm1047 = counts[0xAD] + counts[0xBD]
    let ibm037 = counts[0xBA] + counts[0xBB]
    let ibm500 = counts[0x4A] + counts[0x4F]
    if ibm1047 > ibm037 && ibm1047 >= ibm500 { return .ibm1047 }
    return ibm500 > ibm037 ? .ibm500 : .ibm037
  }
}
