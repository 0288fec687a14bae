// Statistics from one pass over all bytes of a text: possible encodings, and the contexts of each high byte.

/// A set of bytes from 0x80.
struct HighByteSet: Sendable {
  /// 0x80 to 0xBF, the lowest bit first, and 0xC0 to 0xFF.
  private var low: UInt64
  private var high: UInt64 = 0

  init(low: UInt64 = 0) { self.low = low }

  init(of text: ByteView) {
    self.init()
    var at = UTF8Validation.endOfASCII(in: text, from: 0)
    while at < text.count {
      insert(text[at])
      at = UTF8Validation.endOfASCII(in: text, from: at + 1)
    }
  }

  @inline(__always)
  mutating func insert(_ byte: UInt8) {
    if byte < 0xC0 { low |= 1 &<< UInt64(byte & 63) } else { high |= 1 &<< UInt64(byte & 63) }
  }

  var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }
  var bytes: [UInt8] { (0x80...0xFF).filter(contains) }

  package func contains(_ byte: UInt8) -> Bool {
    byte >= 0x80 && (byte < 0xC0 ? low : high) >> UInt64(byte & 63) & 1 != 0
  }

  /// Whether two encodings decode the bytes of the set equally.
  func meanTheSame(_ one: SingleByteEncoding, _ other: SingleByteEncoding) -> Bool {
    (0x80...0xFF).allSatisfy { !contains($0) || one.scalar(of: $0) == other.scalar(of: $0) }
  }
}

/// Counts of a text's bytes, for detecting its encoding.
struct ByteStatistics {
  /// The maximum number of distinct contexts; beyond it, only known ones are counted.
  private static let capacityLimit = 1 << 16
  /// The maximum number of bytes above 0x7F whose contexts are counted; a larger text is sampled throughout.
  private static let sampleLimit = 1 << 20
  private static let partBytes = 4096

  /// The number of bytes above 0x7F.
  private(set) var highCount = 0
  /// The number of those whose contexts were counted.
  package private(set) var sampleCount = 0
  /// The number of bytes from 0x80 to 0x9F.
  private(set) var controlCount = 0
  /// The number of bytes above 0x7F next to another one.
  private(set) var adjacentCount = 0
  /// The first byte that is not UTF-8.
  package let firstStray: Int?
  /// The bytes above 0x7F that occur.
  private(set) var highBytes = HighByteSet()
  private var contexts = SurroundingsCounts()

  /// Counts `text`, which is not UTF-8.
  package init(_ text: ByteView) {
    firstStray = UTF8Validation.firstInvalidOffset(in: text)
    highCount = Self.highCount(of: text)
    countBytes(text)
    let stride = Self.partBytes * max(1, (highCount + Self.sampleLimit - 1) / Self.sampleLimit)
    for start in Swift.stride(from: 0, to: text.count, by: stride) {
      countSurroundings(text, start..<(stride > Self.partBytes ? start + Self.partBytes : text.count))
      if stride == Self.partBytes { break }
    }
  }

  /// The number of bytes above 0x7F in a text; may stop counting after `enough`.
  static func highCount(of text: ByteView, atLeast enough: Int = .max) -> Int {
    var count = 0
    var at = 0
    while at &+ 8 <= text.count {
      let high = text.word(at: at) & highBits
      if high != 0 {
        count &+= marks(in: high)
        if count >= enough { return count }
      }
      at &+= 8
    }
    return count &+ marks(in: text.lastWord(at: at) & highBits)
  }

  /// The number of bytes in a word that have their highest bit set, given only those bits; one
  /// multiplication, because not every processor has an instruction.
  @inline(__always)
  private static func marks(in high: UInt64) -> Int {
    Int(truncatingIfNeeded: ((high &>> 7) &* 0x0101_0101_0101_0101) &>> 56)
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Records the bytes that occur and those that are adjacent, eight at a time.
  private mutating func countBytes(_ text: ByteView) {
    var present = HighByteSet()
    // The high bits of the previous word, whose last byte is adjacent to this one's first.
    var before: UInt64 = 0
    var at = 0
    while at < text.count {
      let isWhole = at &+ 8 <= text.count
      let word = isWhole ? text.word(at: at) : text.lastWord(at: at)
      let high = word & Self.highBits
      if (high | before) != 0 {
        adjacentCount &+= Self.marks(in: high & (high &<< 8 | high &>> 8 | before &>> 56))
        // The last byte of the previous word, if it had no neighbour yet.
        if before &>> 56 != 0, high & 0x80 != 0, (before &<< 8) &>> 56 == 0 { adjacentCount &+= 1 }
      }
      if high != 0 {
        // Neither of the two bits below the highest: 0x80 to 0x9F.
        controlCount &+= Self.marks(in: high & ~(word &<< 1) & ~(word &<< 2))
        var marks = high
        while marks != 0 {
          present.insert(UInt8(truncatingIfNeeded: word &>> UInt64(marks.trailingZeroBitCount & 0x38)))
          marks &= marks &- 1
        }
      }
      before = high
      at &+= 8
    }
    highBytes = present
  }

  private mutating func countSurroundings(_ text: ByteView, _ range: Range<Int>) {
    let end = min(range.upperBound, text.count)
    var at = range.lowerBound
    while true {
      at = UTF8Validation.endOfASCII(in: text, from: at)
      guard at < end else { return }
      let place = EncodingModel.Surroundings(of: text, at: at)
      _ = contexts.add(place, limit: Self.capacityLimit)
      sampleCount &+= 1
      at &+= 1
    }
  }

  /// The distinct contexts with their counts, in no order.
  package var surroundings: [(EncodingModel.Surroundings, Int)] { contexts.shuffled }
}
