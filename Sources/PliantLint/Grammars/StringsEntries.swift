// Where the entries of a .strings text end, told without reading what they say:
//
//   "a" = "b;";  /* ; */  "c" = {d = e;};  "f" = "g
//              ^                         ^ end

import PliantCore
import PliantFormats

/// Looks for the last semicolon that ends an entry, in a text that grows.
struct StringsEntries {
  /// Behind that semicolon; 0 where there is none yet.
  private(set) var end = 0
  /// The token that is looked at next.
  private var at = 0
  private var depth = 0

  /// Looks on in a text that begins as the one before; a token that may go on is left for the next call.
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
