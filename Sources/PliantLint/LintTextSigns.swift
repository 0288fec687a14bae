// What the rules on characters look for, all in one pass: nearly every text has none of it and is not read again.

import PliantCore

/// Which of the characters that rules report a text has.
struct LintTextSigns {
  /// A character from U+0080 to U+009F.
  private(set) var hasControls = false
  /// U+FFFD, U+FEFF or one of their neighbours.
  private(set) var hasSpecials = false
  /// A numeric character reference, or what begins like one.
  private(set) var hasReferences = false

  /// Looks through a text.
  ///
  /// Throws `file.read`.
  init(_ text: consuming TextWindow) throws(Failure) {
    var window = text
    while true {
      let more = try window.refill()
      let text = window.text
      look(at: text)
      if window.isAtEnd || !more && text.isEmpty { return }
      // The sign may follow.
      window.consume(!text.isEmpty && text[text.count - 1] == ASCII.ampersand ? text.count - 1 : text.count)
    }
  }

  private mutating func look(at text: ByteView) {
    if !hasReferences { hasReferences = text.firstIndex(of: "&#") != nil }
    var at = UTF8Validation.endOfASCII(in: text, from: 0)
    while at < text.count {
      let (lead, next) = (text[at], text.byte(at: at + 1) ?? 0)
      if lead == 0xC2, next < 0xA0 { hasControls = true }
      if lead == 0xEF, next == 0xBB || next == 0xBF { hasSpecials = true }
      at = UTF8Validation.endOfASCII(in: text, from: at + (lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4))
    }
  }
}
