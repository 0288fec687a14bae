// Searches in the bytes of strings: those of the standard library need its regular expression engine.

extension String {
  /// The offset in UTF-8 of the first occurrence of a text, or nil.
  package func byteOffset(of text: String) -> Int? {
    Array(utf8).withByteView { bytes in Array(text.utf8).withByteView { bytes.firstIndex(of: $0) } }
  }

  package func hasText(_ text: String) -> Bool { byteOffset(of: text) != nil }

  /// The string with each occurrence of a text replaced.
  package func replacingText(_ old: String, with new: String) -> String {
    Array(utf8).withByteView { bytes in
      Array(old.utf8).withByteView { pattern in
        var splices: [TextSplice] = []
        var at = 0
        while let found = bytes.firstIndex(of: pattern, from: at) {
          at = found + pattern.count
          splices.append(TextSplice(found..<at, Array(new.utf8)))
        }
        return String(decoding: TextSplice.apply(splices, to: bytes), as: UTF8.self)
      }
    }
  }
}
