// Detection of EBCDIC: letters, spaces 40, digits F0 to F9, and none of ASCII's spaces and line ends; the code page is
// the one that yields the likeliest letters, and the fewest signs at odd places.

enum EBCDICDetection {
  /// The number of bytes to examine, and the minimum.
  private static let sampleBytes = 64 * 1024
  private static let leastBytes = 16
  /// The penalties of a sign inside a word, of one at its end, and of a bracket without its pair.
  private static let (inWord, atEnd, unpaired) = (Float(60), Float(15), Float(15))
  /// The minimum difference between the scores of the best page and another that reads another text.
  private static let lead: Float = 10

  /// Returns the likeliest code page of all of `bytes`, and whether no other reads another text about as likely; nil if
  /// they are not EBCDIC.
  package static func page(of bytes: ByteView) -> (encoding: TextEncoding, isClear: Bool)? {
    let sample = bytes[0..<min(bytes.count, sampleBytes)]
    // ASCII's space and line feed are EBCDIC controls that do not occur in text.
    guard bytes.count >= leastBytes, sample.firstIndex(of: ASCII.space) == nil,
      sample.firstIndex(of: ASCII.lineFeed) == nil
    else { return nil }
    var texts: Set<[UInt8]> = []
    var scored: [(encoding: TextEncoding, score: Float)] = []
    for encoding in EBCDICEncoding.allCases.map(TextEncoding.ebcdic) {
      guard let text = encoding.decoded(sample)?.bytes, texts.insert(text).inserted,
        let score = text.withByteView({ score(of: $0) })
      else { continue }
      scored.append((encoding, score))
    }
    guard let best = scored.max(by: { $0.score < $1.score }) else { return nil }
    return (best.encoding, scored.count { $0.score > best.score - lead } == 1)
  }

  /// The score of a text in tenths of a unit of log-likelihood; nil if it is not one.
  private static func score(of text: ByteView) -> Float? {
    var (letters, spaces, others, total) = (0, 0, 0, 0)
    var penalty: Float = 0
    var (squares, braces) = (0, 0)
    var at = 0
    while at < text.count {
      let (scalar, length) = UTF8Validation.scalar(in: text, at: at)
      let byte = text[at]
      total += 1
      switch scalar {
      case 0x09, 0x0A, 0x0D, 0x20, 0x85: spaces += 1
      case 0x21...0x7E where !byte.isLetter:
        others += 1
        switch byte {
        case ASCII.leftBracket: squares += 1
        case ASCII.rightBracket: squares -= 1
        case ASCII.leftBrace: braces += 1
        case ASCII.rightBrace: braces -= 1
        default: break
        }
        if Self.odd.contains(byte), at > 0, Self.isLetter(text[at - 1]) {
          penalty += text.byte(at: at + 1).map(Self.isLetter) == true ? inWord : atEnd
        }
      case 0x370..., 0x41...0x5A, 0x61...0x7A: letters += 1
      case 0xC0...: others += 1
      default: break
      }
      at += length
    }
    guard letters * 2 >= total, spaces * 20 >= total, (letters + spaces + others) * 10 >= total * 9 else {
      return nil
    }
    penalty += Float(abs(squares) + abs(braces)) * unpaired
    let language = EncodingModel.shared.likeliestLanguage(of: text)
    let isLikely = language.probability >= EncodingModel.languageCertainty
    return MultibyteDetection.score(of: text, language: isLikely ? language.0 : EncodingModel.noLanguage)
      - penalty
  }

  /// Signs that are letters in other pages.
  private static let odd = Array("{}[]|~^\\`$#@\"".utf8)

  private static func isLetter(_ byte: UInt8) -> Bool { byte.isLetter || byte >= 0x80 }
}
