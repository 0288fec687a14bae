// The scores of a text's places and parts in all candidate encodings at once.
//
//   [à] in "oilà "   one score for all encodings in which its bytes mean the same   ─▶  a row
//   a part           the sum of the rows of its places
//
// A text has few places that differ, and few of its bytes mean another letter in each encoding.

extension EncodingModel {
  /// A byte with its neighbours; a line feed represents the ends of the text.
  struct Surroundings {
    /// The byte, the one before, the one after, the one before that and the one after that, the lowest first.
    package let bits: UInt64

    package var byte: UInt8 { UInt8(truncatingIfNeeded: bits) }
    package var before: UInt8 { UInt8(truncatingIfNeeded: bits &>> 8) }
    package var after: UInt8 { UInt8(truncatingIfNeeded: bits &>> 16) }
    var before2: UInt8 { UInt8(truncatingIfNeeded: bits &>> 24) }
    var after2: UInt8 { UInt8(truncatingIfNeeded: bits &>> 32) }

    init(bits: UInt64) { self.bits = bits }

    /// A byte with its neighbours in its line.
    @inline(__always)
    init(of text: ByteView, at: Int) {
      let before = at > 0 ? text[at &- 1] : ASCII.lineFeed
      let after = at &+ 1 < text.count ? text[at &+ 1] : ASCII.lineFeed
      let before2 = at > 1 && before != ASCII.lineFeed ? text[at &- 2] : ASCII.lineFeed
      let after2 = at &+ 2 < text.count && after != ASCII.lineFeed ? text[at &+ 2] : ASCII.lineFeed
      let near = UInt64(text[at]) | UInt64(before) &<< 8 | UInt64(after) &<< 16
      bits = near | UInt64(before2) &<< 24 | UInt64(after2) &<< 32
    }
  }
}

/// Numbers different places in the order in which they are met.
struct SurroundingsTable {
  private(set) var count = 0
  /// The bits of a place, which are never 0 because its byte is not ASCII, and its number.
  private var slots = [(bits: UInt64, index: Int32)](repeating: (0, 0), count: 1024)

  /// The number of a place, which is new if it was the count; nil if there are `limit` other ones.
  @inline(__always)
  mutating func index(of place: EncodingModel.Surroundings, limit: Int) -> Int? {
    var slot = slot(of: place.bits)
    while slots[slot].bits != 0 {
      if slots[slot].bits == place.bits { return Int(slots[slot].index) }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    guard count < limit else { return nil }
    slots[slot] = (place.bits, Int32(count))
    count += 1
    if count * 2 > slots.count { grow() }
    return count &- 1
  }

  /// The places with their numbers, in an order that does not follow the text.
  var shuffled: [(EncodingModel.Surroundings, Int)] {
    slots.filter { $0.bits != 0 }.map { (.init(bits: $0.bits), Int($0.index)) }
  }

  private func slot(of bits: UInt64) -> Int {
    Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 40) & (slots.count &- 1)
  }

  private mutating func grow() {
    let old = slots
    slots = [(bits: UInt64, index: Int32)](repeating: (0, 0), count: old.count * 2)
    for entry in old where entry.bits != 0 {
      var slot = slot(of: entry.bits)
      while slots[slot].bits != 0 { slot = (slot &+ 1) & (slots.count &- 1) }
      slots[slot] = entry
    }
  }
}

struct SurroundingsCounts {
  private var places = SurroundingsTable()
  private var counts: [Int] = []

  /// Counts a place; the number so far, or 0 for a new one beyond `limit`.
  @inline(__always)
  mutating func add(_ place: EncodingModel.Surroundings, limit: Int = .max) -> Int {
    guard let index = places.index(of: place, limit: limit) else { return 0 }
    if index == counts.count { counts.append(0) }
    counts[index] &+= 1
    return counts[index]
  }

  /// The places with their counts, in an order that does not follow the text.
  var shuffled: [(EncodingModel.Surroundings, Int)] { places.shuffled.map { ($0, counts[$1]) } }
}

/// The scores of places and parts, remembered for each different place.
final class PartScores {
  /// One lane for each single-byte encoding.
  typealias Row = SIMD32<Int32>

  /// The maximum number of rows to remember.
  private static let rowLimit = 16 * 1024

  /// The encodings, those of one byte a character first.
  let scorers: [SegmentScorer]
  /// The encodings of one byte a character.
  let lanes: Range<Int>
  private let language: UInt32
  /// For each byte and lane, the first lane in which the byte means the same.
  private let firstAlike: [UInt8]
  private var known = SurroundingsTable()
  private var rows: [Row] = []

  private let model = EncodingModel.shared
  private let meanings = SegmentScorer.meanings

  /// Creates the scores of a text with some bytes in encodings of which those of one byte a character come first, at
  /// most 32.
  init(_ scorers: [SegmentScorer], _ bytes: HighByteSet, language: UInt32) {
    self.scorers = scorers
    self.language = language
    lanes = scorers.prefix { $0.isSingleByte }.indices
    precondition(lanes.count <= Row.scalarCount)
    var firstAlike = [UInt8](repeating: 0, count: 256 * Row.scalarCount)
    for byte in UInt8(0x80)...0xFF where bytes.contains(byte) {
      for lane in lanes {
        let first = lanes.first { scorers[$0].agrees(with: scorers[lane], on: byte) } ?? lane
        firstAlike[Int(byte) &* Row.scalarCount &+ lane] = UInt8(first)
      }
    }
    self.firstAlike = firstAlike
  }

  func row(of place: EncodingModel.Surroundings) -> Row {
    guard let index = known.index(of: place, limit: Self.rowLimit) else { return row(of: place, in: lanes) }
    if index == rows.count { rows.append(row(of: place, in: lanes)) }
    return rows[index]
  }

  /// The scores of one place in some lanes; the others have no meaning.
  func row(of place: EncodingModel.Surroundings, in lanes: some Collection<Int>) -> Row {
    var row = Row(repeating: .min)
    for lane in lanes {
      let alike = Int(firstAlike[Int(place.byte) &* Row.scalarCount &+ lane])
      row[lane] =
        row[alike] != .min && areAlike(lane, alike, around: place)
        ? row[alike] : scorers[lane].score(place, language: language, model, meanings)
    }
    return row
  }

  @inline(__always)
  private func areAlike(_ lane: Int, _ other: Int, around place: EncodingModel.Surroundings) -> Bool {
    isAlike(lane, other, place.before) && isAlike(lane, other, place.after)
      && isAlike(lane, other, place.before2) && isAlike(lane, other, place.after2)
  }

  @inline(__always)
  private func isAlike(_ lane: Int, _ other: Int, _ byte: UInt8) -> Bool {
    let start = Int(byte) &* Row.scalarCount
    return byte < 0x80 || firstAlike[start &+ lane] == firstAlike[start &+ other]
  }

  /// The sums for all non-ASCII characters of a part, in each encoding.
  func scores(of part: ByteView) -> [Float] {
    var sum = Row()
    var at = UTF8Validation.endOfASCII(in: part, from: 0)
    while at < part.count {
      sum &+= row(of: .init(of: part, at: at))
      at = UTF8Validation.endOfASCII(in: part, from: at + 1)
    }
    return scorers.indices.map {
      $0 < lanes.count ? Float(sum[$0]) : scorers[$0].score(part, language: language)
    }
  }
}
