// The XML declaration in a patch of the lossless style, which can change its version and standalone only.

import PliantCore

/// The text of an XML declaration.
struct XMLDeclarationText {
  private(set) var text: [UInt8]

  /// A document's declaration, or an empty one.
  init(_ text: [UInt8]?) { self.text = text ?? Array("<?xml?>".utf8) }

  /// Whether it declares an encoding other than the default.
  var needsEncoding: Bool {
    guard let range = value(of: "encoding") else { return false }
    return String(decoding: text[range], as: UTF8.self).lowercased() != "utf-8"
  }

  /// Sets or removes a part.
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

  /// The start of the white space before a part.
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

  /// The range of a part's value between its quotes.
  private func value(of name: StaticString) -> Range<Int>? {
    guard let start = start(of: name),
      let open = text[start...].firstIndex(where: { $0 == ASCII.quotationMark || $0 == ASCII.apostrophe }),
      let close = text[(open + 1)...].firstIndex(of: text[open])
    else { return nil }
    return open + 1..<close
  }
}
