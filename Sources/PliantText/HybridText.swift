// Parts of which some characters are UTF-8 and others of an encoding of one byte a character, decoded as one text.

/// A part of a text that mixes runs of UTF-8 and of a single-byte encoding.
struct HybridText {
  /// The text in UTF-8.
  let text: [UInt8]

  /// The cost of changing the encoding inside a part.
  private static let changing: Float = -20

  /// Nil if all runs are of one kind, or one is of neither.
  init?(_ part: ByteView, _ table: SingleByteEncoding) {
    guard Self.isPossible(part) else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(part.count * 2)
    var at = 0
    while at < part.count {
      let length = UTF8Validation.sequenceLength(in: part, at: at)
      if length > 0 {
        for byte in at..<at + length { text.append(part[byte]) }
        at += length
      } else {
        guard let value = table.scalar(of: part[at]), value >= 0xA0 else { return nil }
        text += PackedUTF8(UInt32(value)).array
        at += 1
      }
    }
    self.text = text
  }

  /// The numbers of characters above ASCII in UTF-8, and of other bytes.
  static func counts(in part: ByteView) -> (sequences: Int, strays: Int) {
    var (sequences, strays) = (0, 0)
    var at = UTF8Validation.endOfASCII(in: part, from: 0)
    while at < part.count {
      let length = UTF8Validation.sequenceLength(in: part, at: at)
      if length > 0 { sequences += 1 } else { strays += 1 }
      at = UTF8Validation.endOfASCII(in: part, from: at + max(length, 1))
    }
    return (sequences, strays)
  }

  /// Whether a part has both runs with and without UTF-8.
  static func isPossible(_ part: ByteView) -> Bool {
    var (hasUTF8, hasOther) = (false, false)
    var at = UTF8Validation.endOfASCII(in: part, from: 0)
    while at < part.count {
      let start = at
      while at < part.count, part[at] >= 0x80 { at += 1 }
      let (sequences, strays) = counts(in: part[start..<at])
      if sequences > 0 && strays > 0 { return false }
      if sequences > 0 { hasUTF8 = true } else { hasOther = true }
      at = UTF8Validation.endOfASCII(in: part, from: at)
    }
    return hasUTF8 && hasOther
  }

  func score(language: UInt32) -> Float {
    text.withByteView { MultibyteDetection.score(of: $0, language: language) } + Self.changing
  }
}
