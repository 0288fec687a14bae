// encoding/control-characters: C1 controls, as in windows-1252 text misread as ISO-8859-1.

extension LintRule {
  static let encodingControlCharacters = LintRule(
    .encodingControlCharacters, .warning,
    summary: "a control character from U+0080 to U+009F, or a reference to one",
    why: """
      These characters are rarely intended: they are quotation marks, dashes or letters of windows-1252 that \
      were misread as ISO-8859-1, and look like nothing or a box.
      """,
    bad: LintExample("a.xml", "<a>don&#146;t</a>\n"),
    good: LintExample("a.xml", "<a>don&#8217;t</a>\n"),
    check: .text { rule, text, analysis, collector throws(Failure) in
      guard analysis.isReadable, analysis.mayHaveHighCharacters || analysis.subject.kind == .xml else {
        return
      }
      let signs = try analysis.signs(of: text)
      if signs.hasControls, !analysis.subject.hasKeyCodes {
        try text.eachPlace(of: [0xC2], longest: 2) { text, at in
          guard let byte = text.byte(at: at + 1), byte < 0xA0 else { return nil }
          return "control character \(byte.codePoint)\(windowsText(byte))"
        } report: {
          collector.add(rule, at: .text($0), $1)
        }
      }
      guard analysis.subject.kind == .xml, signs.hasControlReferences else { return }
      try text.eachPlace(
        of: [ASCII.ampersand, ASCII.numberSign], longest: NotableCharacters.longestReference
      ) {
        text, at in
        guard let value = NotableCharacters.reference(in: text, at: at), value >= 0x80, value < 0xA0 else {
          return nil
        }
        let byte = UInt8(value)
        return "reference to the control character \(byte.codePoint)\(windowsText(byte))"
      } report: {
        collector.add(rule, at: .text($0), $1)
      }
    })

  /// The character of the byte in windows-1252.
  private static func windowsText(_ byte: UInt8) -> String {
    guard let value = SingleByteEncoding.windows1252.scalar(of: byte), let scalar = Unicode.Scalar(value),
      value >= 0xA0
    else { return "" }
    return "; windows-1252 has '\(Character(scalar))' for \(byte.hexadecimal(2))"
  }
}
