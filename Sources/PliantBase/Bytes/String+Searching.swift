// Searches in the bytes of strings: those of the standard library need its regular expression engine.

extension String {
  /// The offset in UTF-8 of the first occurrence of a text at or after an offset, or nil.
  package func byteOffset(of text: String, from start: Int = 0) -> Int? {
    Array(utf8).withByteView { bytes in
      Array(text.utf8).withByteView { bytes.firstIndex(of: $0, from: start) }
    }
  }

  package func hasText(_ text: String) -> Bool { byteOffset(of: text) != nil }

  /// The string with each occurrence of a text replaced.
  package func replacingText(_ old: String, with new: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(utf8)
    var at = 0
    while let found = byteOffset(of: old, from: at) {
      result += bytes[at..<found] + Array(new.utf8)
      at = found + old.utf8.count
    }
    return String(decoding: result + bytes[at...], as: UTF8.self)
  }
}
