// The ends of entries in .strings text, found without parsing the entries:
//
//   "a" = "b;";  /* ; */  "c" = {d = e;};  "f" = "g
//              ^                         ^ end

import PliantCore
import PliantFormats

/// Finds the last semicolon that ends an entry, in a growing text.
struct StringsEntries {
  /// The offset after that semicolon; 0 before the first.
  private(set) var end = 0
  /// The offset of the next token.
  private var at = 0
  private var depth = 0

  /// Continues with a text that extends the previous one; leaves a token that may be incomplete for the next
  /// call.
  mutating func advance(over text: ByteView) {
    while let byte = text.byte(at: at) {
      switch byte {
      case ASCII.quotationMark, ASCII.apostrophe:
        guard let close = endOfString(text, byte) else { return }
        at = close
      case ASCII.solidus:
        guard let close = endOfComment(text) else { return }
        at = close
      case ASCII.leftBrace, ASCII.leftParenthesis:
        depth += 1
        at += 1
      case ASCII.rightBrace, ASCII.rightParenthesis:
        depth -= 1
        at += 1
      case ASCII.semicolon:
        at += 1
        if depth <= 0 { end = at }
      default:
        guard OpenStepText.isWordByte(byte) else {
          at += 1
          continue
        }
        guard let close = endOfWord(text) else { return }
        at = close
      }
    }
  }

  private func endOfString(_ text: ByteView, _ quote: UInt8) -> Int? {
    var place = at + 1
    while let byte = text.byte(at: place) {
      if byte == quote { return place + 1 }
      place += byte == ASCII.reverseSolidus ? 2 : 1
    }
    return nil
  }

  private func endOfComment(_ text: ByteView) -> Int? {
    switch text.byte(at: at + 1) {
    case ASCII.asterisk: text.firstIndex(of: "*/", from: at + 2).map { $0 + 2 }
    case ASCII.solidus: text.firstIndex(of: ASCII.lineFeed, from: at)
    case nil: nil
    default: endOfWord(text)
    }
  }

  private func endOfWord(_ text: ByteView) -> Int? {
    var place = at
    while let byte = text.byte(at: place) {
      if !OpenStepText.isWordByte(byte) { return place }
      place += 1
    }
    return nil
  }
}
