// A command-line word: bytes that serve as text or as a path.

package struct Argument: Hashable, Sendable, ExpressibleByStringLiteral {
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
  package init(_ text: String) { bytes = Array(text.utf8) }
  package init(stringLiteral text: String) { self.init(text) }

  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The text for messages, with `\xNN` for bytes that are not UTF-8.
  package var shown: String {
    if let text { return text }
    var shown = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil } ?? 0
      shown +=
        length > 0
        ? String(decoding: rest.prefix(length), as: UTF8.self)
        : "\\x" + String(first, radix: 16, uppercase: true)
      rest = rest.dropFirst(max(length, 1))
    }
    return shown
  }

  func hasPrefix(_ prefix: String) -> Bool { bytes.starts(with: prefix.utf8) }
}
