// How likely parts of a text are under one encoding, in tenths of a unit of log-likelihood.

/// Scores parts of a text as one encoding has them.
struct SegmentScorer {
  /// What a Greek, Cyrillic, Hebrew or Arabic letter beside an ASCII one costs.
  private static let mixedScript: Int32 = 20
  /// What a capital after a small letter costs: `CafÈ` is hardly ever meant.
  private static let capitalInWord: Int32 = 40
  /// What a capital alone between words costs: a sentence goes on with ` é `, not with ` È `.
  private static let loneCapital: Int32 = 40
  /// What a byte costs that the encoding cannot decode.
  private static let undecodable: Float = -120
  /// What one costs in UTF-8, which other text is not by chance.
  private static let stray: Float = -40
  /// What a character of several bytes counts in UTF-8, beyond its score: two bytes of other text are hardly ever one.
  private static let sequence: Float = 15

  let encoding: TextEncoding
  /// What the encoding must show beyond a common one.
  let prior: Float
  private var meanings: [EncodingModel.Meaning] = []
  /// Letters of scripts that are not written beside Latin ones.
  private var isForeign: [Bool] = []

  init(_ encoding: TextEncoding, prior: Float) {
    self.encoding = encoding
    self.prior = prior
    guard case .singleByte(let table) = encoding else { return }
    meanings = Self.meanings[Int(table.rawValue)]
    isForeign = meanings.map { $0.folded >= 0x370 && $0.folded < 0xE00 }
  }

  /// What the bytes of every encoding of one byte a character are.
  private static let meanings: [[EncodingModel.Meaning]] = SingleByteEncoding.allCases.map { table in
    EncodingModel.shared.ascii
      + (UInt8(128)...255).map { byte in
        let value = table.scalar(of: byte).map { likened[$0] ?? UInt32($0) }
        return value.map { EncodingModel.meaning(of: $0) } ?? .undefined
      }
  }

  /// Romanian letters that older encodings have with another mark: ș as ş.
  private static let likened: [UInt16: UInt32] = [0x218: 0x15E, 0x219: 0x15F, 0x21A: 0x162, 0x21B: 0x163]

  /// The score of one byte of an encoding of one byte a character.
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

  /// The sum for all characters above ASCII of a part of a text.
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

  /// Strays from which on a part is given up.
  private static let mostStrays = 4

  private func decodedScore(_ part: ByteView, language: UInt32) -> Float {
    if encoding == .utf8 { return utf8Score(part, language: language) }
    var text = OutputBuffer()
    var strays = 0
    let decoder = encoding.largestSuperset
    var at = 0
    while at < part.count {
      var decoding = TextDecoder(decoder)
      do throws(Failure) {
        at += try decoding.decode(part.suffix(from: at), isLast: true, into: &text)
      } catch {
        at += (error.offset ?? 0) + 1
        strays += 1
        if strays > Self.mostStrays { return Float(EncodingCensus.highCount(of: part)) * Self.undecodable }
      }
    }
    let score = text.withHeldBytes { MultibyteDetection.score(of: $0, in: encoding, language: language) }
    return score + Float(strays) * Self.undecodable
  }

  /// The score of what is UTF-8, less what other bytes cost.
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
  /// The byte at a place with its neighbours in its line.
  @inline(__always)
  init(of text: ByteView, at: Int) {
    byte = text[at]
    before = at > 0 ? text[at &- 1] : ASCII.lineFeed
    after = at &+ 1 < text.count ? text[at &+ 1] : ASCII.lineFeed
    before2 = at > 1 && before != ASCII.lineFeed ? text[at &- 2] : ASCII.lineFeed
    after2 = at &+ 2 < text.count && after != ASCII.lineFeed ? text[at &+ 2] : ASCII.lineFeed
  }
}
