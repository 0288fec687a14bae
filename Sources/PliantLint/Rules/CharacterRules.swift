// The rules encoding/… on characters that a wrong encoding leaves behind.

extension LintRule {
  static let encodingDoubleEncoded = LintRule(
    .encodingDoubleEncoded, .warning,
    check: .text { rule, text, analysis, collector throws(Failure) in
      guard analysis.mayHaveHighCharacters, analysis.subject.parts == .one else { return }
      // Text in a guessed encoding often looks double-encoded.
      if collector.hasEncodingProblem && analysis.readableEncoding == nil { return }
      let signs = try analysis.signs(of: text)
      if signs.hasMisreadPair, let double = try doubleEncoding(text, analysis),
        let first = double.sequences.first
      {
        return collector.add(
          rule, at: .text(first.range.lowerBound),
          "'\(first.shown)' is \(double.isWhole ? "" : "probably ")"
            + "'\(String(decoding: first.bytes, as: UTF8.self))' encoded twice",
          fixes: double.isWhole ? fixes(double.sequences, text, analysis) : [])
      }
      guard let plain = text.plainText, let misread = MisreadText.find(in: plain, signs),
        let first = misread.sequences.first
      else { return }
      collector.add(
        rule, at: .text(first.range.lowerBound),
        "'\(first.shown)' is '\(String(decoding: first.bytes, as: UTF8.self))', "
          + "\(misread.actual.name) text decoded as \(misread.assumed.name)",
        fixes: fixes(misread.sequences, text, analysis))
    })

  private static func doubleEncoding(
    _ text: LintText, _ analysis: EncodingAnalysis
  ) throws(Failure) -> DoubleEncoding.Result? {
    var search = DoubleEncoding.Search(keepsSequences: analysis.makesFixes)
    var window = try text.open()
    repeat {
      _ = try window.refill()
      window.consume(search.advance(over: window.text, isLast: window.isAtEnd))
    } while !window.isAtEnd
    guard window.problem == nil, let found = search.result else { return nil }
    return analysis.makesFixes ? text.plainText.map { found.proved(in: $0) } ?? found : found
  }

  private static func fixes(
    _ sequences: [DoubleEncoding.Sequence], _ text: LintText, _ analysis: EncodingAnalysis
  ) -> [LintFix] {
    guard analysis.makesFixes, let base = text.byteOffset(0) else { return [] }
    return sequences.map { LintFix(.bytes, $0.range.shifted(by: base), $0.bytes) }
  }

  static let encodingLostCharacters = LintRule(
    .encodingLostCharacters, .warning,
    check: .character(
      "\u{FFFD}", "replacement character U+FFFD; a character was lost",
      unlessAbout: ["fffd", "replac", "invalid", "malformed"]))

  static let encodingControlCharacters = LintRule(
    .encodingControlCharacters, .warning,
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

  static let encodingStrayBOM = LintRule(
    .encodingStrayBOM, .warning,
    check: .text { rule, text, analysis, collector throws(Failure) in
      guard analysis.isReadable, analysis.mayHaveHighCharacters, try analysis.signs(of: text).hasSpecials
      else { return }
      try text.eachLine(with: "\u{FEFF}", unlessAbout: []) { offset in
        let isExtra = offset == 0 && analysis.makesFixes
        let range = (isExtra ? text.byteOffset(0) : nil).map { $0..<$0 + 3 }
        collector.add(
          rule, at: .text(offset), "byte order mark U+FEFF inside the text",
          fixes: range.map { [LintFix(.declaration, $0, [])] } ?? [])
      }
    })
}
