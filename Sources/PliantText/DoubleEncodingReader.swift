// A run of characters that may be UTF-8 misread as an encoding, and the likelihood of the original.

extension DoubleEncoding {
  /// Decodes characters misread as one encoding.
  struct Reader {
    let text: ByteView
    let table: SingleByteEncodingTable

    /// The sequence at `start`, decoded `level` times, and whether its character is plausible.
    func undone(at start: Int, _ level: Int) -> (sequence: Sequence, isPlausible: Bool)? {
      guard start < text.count, text[start] >= 0x80, let found = unit(at: start, level: level) else {
        return nil
      }
      return (
        Sequence(
          range: start..<found.end, bytes: PackedUTF8(found.value.value).array,
          shown: text[start..<found.end].string),
        UTF8Plausibility.isPlausible(found.value.value, isInRun: true)
      )
    }

    /// The numbers of characters in a range, and of those that are not punctuation.
    func characterCount(_ range: Range<Int>) -> (all: Int, letters: Int) {
      var (all, letters) = (0, 0)
      for at in range where text[at] & 0xC0 != 0x80 {
        all += 1
        if text[at] != 0xE2 || text.byte(at: at + 1) != 0x80 { letters += 1 }
      }
      return (all, letters)
    }

    /// The character at `start` after decoding `level` times, at most three, and its end.
    private func unit(at start: Int, level: Int) -> (value: Unicode.Scalar, end: Int)? {
      guard level > 0 else {
        guard start < text.count, text[start] >= 0x80 else { return nil }
        let (value, length) = UTF8Validation.scalar(in: text, at: start)
        return Unicode.Scalar(value).map { ($0, start + length) }
      }
      var bytes: [UInt8] = []
      var at = start
      var needed = 1
      while bytes.count < needed {
        guard let next = unit(at: at, level: level - 1), let byte = byte(of: next.value) else { return nil }
        if bytes.isEmpty {
          guard byte >= 0xC2, byte <= 0xF4 else { return nil }
          needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        }
        bytes.append(byte)
        at = next.end
      }
      return bytes.withByteView { view in
        guard UTF8Validation.sequenceLength(in: view, at: 0) == view.count else { return nil }
        return Unicode.Scalar(UTF8Validation.scalar(in: view, at: 0).value).map { ($0, at) }
      }
    }

    private func byte(of value: Unicode.Scalar) -> UInt8? { table.byte(forMisread: value.value) }

    /// Whether a sequence is next to a letter or another sequence; `isAdjacent` says whether one precedes it;
    /// lines and blocks alone are a drawing.
    func isInWord(_ range: Range<Int>, _ level: Int, isAdjacent: Bool) -> Bool {
      if range.lowerBound > 0, text[range.lowerBound - 1].isLetter { return true }
      let next = text.byte(at: range.upperBound)
      if next?.isLetter == true { return true }
      if text[range].string.unicodeScalars.allSatisfy({ 0x2500..<0x25A0 ~= $0.value }) { return false }
      return isAdjacent || isFollowed(range, level)
    }

    /// Whether the characters are never meant together: `Â` or `Ã` and a sign, or `â` and two signs, after no capital.
    func isUnmeant(_ range: Range<Int>) -> Bool {
      if range.lowerBound > 0, let before = text.byte(at: range.lowerBound - 1),
        before >= 0x80 || before.isLetter && before < ASCII.lowerA
      {
        return false
      }
      let (first, length) = UTF8Validation.scalar(in: text, at: range.lowerBound)
      let second = UTF8Validation.scalar(in: text, at: range.lowerBound + length).value
      switch first {
      case 0xC2, 0xC3: return 0xA1..<0xC0 ~= second && second != 0xAB && second != 0xBB
      case 0xC4:
        return second == 0xB0
          && text.byte(at: range.upperBound).map { $0 >= ASCII.lowerA && $0.isLetter } ?? false
      case 0xE2: return characterCount(range).all == 3
      default: return false
      }
    }

    /// Whether another plausible sequence follows.
    private func isFollowed(_ range: Range<Int>, _ level: Int) -> Bool {
      undone(at: range.upperBound, level)?.isPlausible ?? false
    }

    /// Whether a sequence that begins with a capital or a sign is between lower-case letters.
    func isInsideWord(_ range: Range<Int>) -> Bool {
      guard range.lowerBound > 0, let next = text.byte(at: range.upperBound) else { return false }
      let first = UTF8Validation.scalar(in: text, at: range.lowerBound).value
      let isLowerCase = Unicode.Scalar(first)?.properties.isLowercase ?? true
      return !isLowerCase
        && [text[range.lowerBound - 1], next].allSatisfy { $0.isLetter && $0 >= ASCII.lowerA }
    }

    /// How much likelier a character is among its neighbours than its sequence.
    ///
    /// `previous` is the character of the preceding sequence, if adjacent.
    func gain(of found: Sequence, _ level: Int, after previous: [UInt8]) -> Float {
      var before = found.range.lowerBound
      for _ in 0..<2 {
        while before > 0, text[before - 1] & 0xC0 == 0x80 { before -= 1 }
        before = max(before - 1, 0)
      }
      let prefix = previous.isEmpty ? text[before..<found.range.lowerBound].array : previous
      var suffix =
        isFollowed(found.range, level) ? undone(at: found.range.upperBound, level)?.sequence.bytes ?? [] : []
      var after = found.range.upperBound
      for _ in 0..<2 where suffix.isEmpty && after < text.count {
        after += max(UTF8Validation.sequenceLength(in: text, at: after), 1)
      }
      if suffix.isEmpty { suffix = text[found.range.upperBound..<min(after, text.count)].array }
      func score(_ middle: [UInt8]) -> Float {
        (prefix + middle + suffix).withByteView {
          MultibyteDetection.score(of: $0, language: EncodingModel.noLanguage)
        }
      }
      return score(found.bytes) - score(text[found.range].array)
    }
  }
}
