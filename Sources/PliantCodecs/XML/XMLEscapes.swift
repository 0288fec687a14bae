// The characters that all writers write as references in XML text and attribute values.

/// The characters that a writer escapes, in addition to `&` and `<`.
package struct XMLEscapes: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let greaterThan = XMLEscapes(rawValue: 1)
  static let quotationMark = XMLEscapes(rawValue: 2)
  /// Tabs and line feeds, which readers normalize to spaces in an attribute's value.
  static let tabsAndLineFeeds = XMLEscapes(rawValue: 4)
  /// Carriage returns, which readers normalize to line feeds.
  static let carriageReturn = XMLEscapes(rawValue: 8)
  /// Hexadecimal numbers, as in Canonical XML 1.0, 2.3.
  static let hexadecimal = XMLEscapes(rawValue: 16)

  /// Text that round-trips.
  package static let text: XMLEscapes = [.greaterThan, .carriageReturn]
  /// An attribute's value that round-trips.
  package static let value: XMLEscapes = [.quotationMark, .tabsAndLineFeeds, .carriageReturn]
  package static let canonicalText: XMLEscapes = [.text, .hexadecimal]
  package static let canonicalValue: XMLEscapes = [.value, .hexadecimal]

  /// The reference for a byte, or nil for the byte itself.
  @inline(__always)
  fileprivate func replacement(of byte: UInt8) -> StaticString? {
    if byte > ASCII.greaterThan { return nil }
    switch byte {
    case ASCII.ampersand: return "&amp;"
    case ASCII.lessThan: return "&lt;"
    case ASCII.greaterThan where contains(.greaterThan): return "&gt;"
    case ASCII.quotationMark where contains(.quotationMark): return "&quot;"
    case ASCII.tab where contains(.tabsAndLineFeeds): return contains(.hexadecimal) ? "&#x9;" : "&#9;"
    case ASCII.lineFeed where contains(.tabsAndLineFeeds): return contains(.hexadecimal) ? "&#xA;" : "&#10;"
    case ASCII.carriageReturn where contains(.carriageReturn):
      return contains(.hexadecimal) ? "&#xD;" : "&#13;"
    default: return nil
    }
  }
}

extension OutputBuffer {
  /// Appends text with some characters escaped, but forbidden ones unchanged.
  package mutating func append(_ text: ByteView, escaping escapes: XMLEscapes) {
    // In text the scan is word by word; values are short and need more checks.
    let isText = escapes.isDisjoint(with: [.quotationMark, .tabsAndLineFeeds])
    var done = 0
    var at = 0
    while true {
      if isText { at = XMLCharacters.endOfPlainText(in: text, from: at) }
      guard at < text.count else { break }
      if let replacement = escapes.replacement(of: text[at]) {
        append(text[done..<at])
        append(replacement)
        done = at &+ 1
      }
      at &+= 1
    }
    append(text.suffix(from: done))
  }
}

extension XMLCharacters {
  /// The first scalar that XML forbids, or nil.
  package static func firstForbidden(in text: ByteView) -> UInt32? {
    var at = XMLReader.plainEnd(in: text, from: 0)
    while text.byte(at: at) == ASCII.carriageReturn { at = XMLReader.plainEnd(in: text, from: at &+ 1) }
    return at < text.count ? scalar(in: text, at: at)?.0 ?? 0xFFFD : nil
  }
}

extension ByteView {
  /// The text without the characters that XML forbids, and their number.
  package var withoutForbiddenCharacters: (bytes: [UInt8], count: Int) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var (at, dropped) = (0, 0)
    while at < count {
      let (scalar, length) = XMLCharacters.scalar(in: self, at: at) ?? (UInt32(self[at]), 1)
      if XMLCharacters.isAllowed(scalar) {
        bytes += self[at..<at + length].array
      } else {
        dropped += 1
      }
      at += length
    }
    return (bytes, dropped)
  }
}
