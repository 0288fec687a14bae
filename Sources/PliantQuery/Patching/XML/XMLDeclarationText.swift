// The XML declaration in a patch of the lossless style, which can change its version and standalone only.

struct XMLDeclarationText {
  private(set) var text: [UInt8]

  /// A document's declaration, or an empty one.
  init(_ text: [UInt8]?) { self.text = text ?? Array("<?xml?>".utf8) }

  var parts: XMLDeclaration { text.withByteView { XMLDeclaration(upToEnd: $0[0..<$0.count - 2]) } }

  /// Whether it declares an encoding other than the default.
  var needsEncoding: Bool {
    guard let range = parts.encoding?.value else { return false }
    return String(decoding: text[range], as: UTF8.self).lowercased() != "utf-8"
  }

  mutating func set(_ name: StaticString, in part: XMLDeclaration.Part?, to value: [UInt8]?) {
    switch (part, value) {
    case (let part?, let value?): text.replaceSubrange(part.value, with: value)
    case (let part?, nil): text.removeSubrange(part.range)
    case (nil, let value?):
      let part = [ASCII.space] + ByteView(name).array + [ASCII.equalsSign, ASCII.quotationMark] + value
      text.insert(contentsOf: part + [ASCII.quotationMark], at: text.count - 2)
    case (nil, nil): break
    }
  }
}
