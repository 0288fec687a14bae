/// Scores parts of a text in one encoding, in tenths of a unit of log-likelihood.
struct SegmentScorer {
  /// The penalty for a Greek, Cyrillic, Hebrew or Arabic letter next to an ASCII one.
  private static let mixedScript: Int32 = 20
  /// The penalty for a capital after a lower-case letter: `CafÈ` is rarely intended.
  private static let capitalInWord: Int32 = 40
  /// The penalty for a capital alone between words: a sentence continues with ` é `, not with ` È `.
  private static let loneCapital: Int32 = 40
  /// The penalty for an undecodable byte.
  private static let undecodable: Float = -120
  /// The penalty for an invalid byte in UTF-8, whose validity is rarely accidental.
  private static let stray: Float = -40
  /// The bonus of a multibyte character in UTF-8: two bytes of other text rarely form one.
  private static let sequence: Float = 15

  let encoding: TextEncoding
  /// The prior of the encoding relative to a common one.
  let prior: Float
  private var meanings: [EncodingModel.Meaning] = []
  /// Letters of scripts that do not mix with Latin.
  private var isForeign: [Bool] = []

  init(_ encoding: TextEncoding, prior: Float) {
    self.encoding = encoding
    self.prior = prior
    guard case .singleByte(let table) = encoding else { return }
    meanings = Self.meanings[Int(table.rawValue)]
    isForeign = meanings.map { $0.folded >= 0x370 && $0.folded < 0xE00 }
  }

  /// The meanings of the bytes of every single-byte encoding.
  private static let meanings: [[EncodingModel.Meaning]] = SingleByteEncoding.allCases.map { table in
    EncodingModel.shared.ascii
      + (UInt8(128)...255).map { byte in
        let value = table.scalar(of: byte).map { likened[$0] ?? UInt32($0) }
        return value.map { EncodingModel.meaning(of: $0) } ?? .undefined
      }
  }

  /// Romanian letters that older encodings have with another diacritic: ș as ş.
  static let likened: [UInt16: UInt32] = [0x218: 0x15E, 0x219: 0x15F, 0x21A: 0x162, 0x21B: 0x163]

  /// The score of one byte of a single-byte encoding.
  @inline(__always)
  func score(_ place: EncodingModel.Surroundings, language: UInt32) -> Int32 {
    var score = EncodingModel.shared.score(
      meanings[Int(place.byte)], meanings[Int(place.before2)], meanings[Int(place.before)],
      meanings[Int(place.after)], meanings[Int(place.after2)], language: language)
    if isForeign[Int(place.byte)], place.before.isLetter || place.after.isLetter { score -= Self.mixedScript }
    if meanings[Int(place.byte)].kind == 1 {
      if meanings[Int(place.before)].kind == 0 { score -= Self.capitalInWord }
      if meanings[Int(place.before)].kind == 3, meanings[Int(place.after)].kind == 3,
        meanings[Int(place.before2)].kind == 0
      {
        score -= Self.loneCapital
      }
    }
    return score
  }

  /// The sum for all non-ASCII characters of a part of a text.
  func score(_ part: ByteView, language: UInt32) -> Float {
    guard !meanings.isEmpty else { return decodedScore(part, language: language) }
    var sum = 0
    var at = UTF8Validation.endOfASCII(in: part, from: 0)
    while at < part.count {
      let place = EncodingModel.Surroundings(of: part, at: at)
      sum += Int(score(place, language: language))
      at = UTF8Validation.endOfASCII(in: part, from: at + 1)
    }
    return Float(sum)
  }

  /// The maximum number of stray bytes in a part.
  private static let mostStrays = 4

  private func decodedScore(_ part: ByteView, language: UInt32) -> Float {
    if encoding == .utf8 { return utf8Score(part, language: language) }
    var text = OutputBuffer()
    var strays = 0
    var decoder = TextDecoder(encoding.largestSuperset)
    var at = 0
    while at < part.count {
      at += decoder.read(part.suffix(from: at), isLast: true, into: &text).consumed
      guard at < part.count else { break }
      at += 1
      strays += 1
      if strays > Self.mostStrays { return Float(ByteStatistics.highCount(of: part)) * Self.undecodable }
    }
    let score = text.withHeldBytes { MultibyteDetection.score(of: $0, in: encoding, language: language) }
    return score + Float(strays) * Self.undecodable
  }

  /// The score of the UTF-8 in it, minus the penalties for other bytes.
  private func utf8Score(_ part: ByteView, language: UInt32) -> Float {
    var text: [UInt8] = []
    text.reserveCapacity(part.count)
    var (sequences, strays) = (0, 0)
    var at = 0
    while at < part.count {
      let length = UTF8Validation.sequenceLength(in: part, at: at)
      for place in at..<at + length { text.append(part[place]) }
      if length > 1 { sequences += 1 }
      if length == 0 { strays += 1 }
      at += max(length, 1)
    }
    let cost = Float(strays) * Self.stray
    if sequences == 0 { return cost }
    let score = text.withByteView { MultibyteDetection.score(of: $0, language: language) }
    return score + cost + Float(sequences) * Self.sequence
  }
}

extension EncodingModel.Surroundings {
  /// A byte with its neighbours in its line.
  @inline(__always)
  init(of text: ByteView, at: Int) {
    byte = text[at]
    before = at > 0 ? text[at &- 1] : ASCII.lineFeed
    after = at &+ 1 < text.count ? text[at &+ 1] : ASCII.lineFeed
    before2 = at > 1 && before != ASCII.lineFeed ? text[at &- 2] : ASCII.lineFeed
    after2 = at &+ 2 < text.count && after != ASCII.lineFeed ? text[at &+ 2] : ASCII.lineFeed
  }
}
