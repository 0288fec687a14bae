// The XML declaration as a patch of the lossless style changes it: its version and standalone, and nothing else of it.

import PliantCore

/// The text of an XML declaration.
struct XMLDeclarationText {
  private(set) var text: [UInt8]

  /// A declaration as it is in a document, or one without anything.
  init(_ text: [UInt8]?) { self.text = text ?? Array("<?xml?>".utf8) }

  /// Whether it names an encoding that its absence would change.
  var needsEncoding: Bool {
    guard let range = value(of: "encoding") else { return false }
    return String(decoding: text[range], as: UTF8.self).lowercased() != "utf-8"
  }

  /// Gives a part another value, or takes it away.
  mutating func set(_ name: StaticString, to value: [UInt8]?) {
    if let range = self.value(of: name) {
      if let value { return text.replaceSubrange(range, with: value) }
      guard let start = start(of: name) else { return }
      return text.removeSubrange(start..<range.upperBound + 1)
    }
    guard let value else { return }
    let part = [ASCII.space] + ByteView(name).array + [ASCII.equalsSign, ASCII.quotationMark] + value
    text.insert(contentsOf: part + [ASCII.quotationMark], at: text.count - 2)
  }

  /// Where the white space before a part begins.
  private func start(of name: StaticString) -> Int? {
    let word = ByteView(name).array
    var at = 1
    while at + word.count < text.count {
      if text[at - 1].isWhitespace, text[at...].starts(with: word) {
        while text[at - 1].isWhitespace { at -= 1 }
        return at
      }
      at += 1
    }
    return nil
  }

  /// Where a part's value lies between its quotes.
  private func value(of name: StaticString) -> Range<Int>? {
    guard let start = start(of: name),
      let open = text[start...].firstIndex(where: { $0 == ASCII.quotationMark || $0 == ASCII.apostrophe }),
      let close = text[(open + 1)...].firstIndex(of: text[open])
    else { return nil }
    return open + 1..<close
  }
}
