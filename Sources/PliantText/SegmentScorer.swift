/// Scores parts of a text in one encoding, in tenths of a unit of log-likelihood.
struct SegmentScorer {
  /// The penalty for a Greek, Cyrillic, Hebrew or Arabic letter next to an ASCII one.
  private static let mixedScript: Int32 = 20
  /// The penalty for a capital after a lower-case letter: `CafÈ` is rarely intended.
  private static let capitalInWord: Int32 = 40
  /// The penalty for a capital alone between words: a sentence continues with ` é `, not with ` È `.
  private static let loneCapital: Int32 = 40
  private static let undecodable: Float = -120
  /// The penalty for an invalid byte in UTF-8, whose validity is rarely accidental.
  private static let stray: Float = -40
  /// The bonus of a multibyte character in UTF-8: two bytes of other text rarely form one.
  private static let sequence: Float = 15

  let encoding: TextEncoding
  /// The prior of the encoding relative to a common one.
  let prior: Float
  /// The first of the meanings of its bytes; nil if characters have several bytes.
  private let start: Int?

  var isSingleByte: Bool { start != nil }

  init(_ encoding: TextEncoding, prior: Float) {
    self.encoding = encoding
    self.prior = prior
    if case .singleByte(let table) = encoding { start = Int(table.rawValue) * 256 } else { start = nil }
  }

  /// The meanings of the bytes of one single-byte encoding after the other.
  static let meanings: [EncodingModel.Meaning] = SingleByteEncoding.allCases.flatMap { table in
    EncodingModel.shared.ascii
      + (UInt8(128)...255).map { byte in
        let value = table.scalar(of: byte).map { likened[$0] ?? UInt32($0) }
        return value.map { EncodingModel.meaning(of: $0) } ?? .undefined
      }
  }

  /// Romanian letters that older encodings have with another diacritic: ș as ş.
  static let likened: [UInt16: UInt32] = [0x218: 0x15E, 0x219: 0x15F, 0x21A: 0x162, 0x21B: 0x163]

  /// Whether a byte means the same in another single-byte encoding.
  func agrees(with other: SegmentScorer, on byte: UInt8) -> Bool {
    guard let start, let other = other.start else { return false }
    return Self.meanings[start + Int(byte)] == Self.meanings[other + Int(byte)]
  }

  /// The score of one byte of a single-byte encoding.
  @inline(__always)
  func score(
    _ place: EncodingModel.Surroundings, language: UInt32, _ model: EncodingModel = .shared,
    _ meanings: [EncodingModel.Meaning] = Self.meanings
  ) -> Int32 {
    let start = start ?? 0
    let own = meanings[start &+ Int(place.byte)]
    let (before, after) = (meanings[start &+ Int(place.before)], meanings[start &+ Int(place.after)])
    let before2 = meanings[start &+ Int(place.before2)]
    let after2 = meanings[start &+ Int(place.after2)]
    var score = model.score(own, before2, before, after, after2, language: language)
    // Letters of scripts that do not mix with Latin.
    let isForeign = own.folded >= 0x370 && own.folded < 0xE00
    if isForeign, place.before.isLetter || place.after.isLetter { score -= Self.mixedScript }
    if own.kind == 1 {
      if before.kind == 0 { score -= Self.capitalInWord }
      if before.kind == 3, after.kind == 3, before2.kind == 0 { score -= Self.loneCapital }
    }
    return score
  }

  /// The sum for all non-ASCII characters of a part of a text.
  func score(_ part: ByteView, language: UInt32) -> Float {
    guard isSingleByte else { return decodedScore(part, language: language) }
    let (model, meanings) = (EncodingModel.shared, Self.meanings)
    var sum = 0
    var at = UTF8Validation.endOfASCII(in: part, from: 0)
    while at < part.count {
      sum += Int(score(.init(of: part, at: at), language: language, model, meanings))
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
    let (sequences, strays) = HybridText.counts(in: part)
    let cost = Float(strays) * Self.stray
    if sequences == 0 { return cost }
    if strays == 0 {
      return MultibyteDetection.score(of: part, language: language) + Float(sequences) * Self.sequence
    }
    var text: [UInt8] = []
    text.reserveCapacity(part.count)
    var at = 0
    while at < part.count {
      let length = UTF8Validation.sequenceLength(in: part, at: at)
      for place in at..<at + length { text.append(part[place]) }
      at += max(length, 1)
    }
    let score = text.withByteView { MultibyteDetection.score(of: $0, language: language) }
    return score + cost + Float(sequences) * Self.sequence
  }
}
