// encoding/double-encoded: text decoded with a wrong single-byte encoding, and encoded again.

extension LintRule {
  static let encodingDoubleEncoded = LintRule(
    .encodingDoubleEncoded, .warning,
    summary: "text that a program misread and encoded again",
    why: """
      Each non-ASCII letter shows as two or three, `Ã¤` for `ä`, in UTF-8 read as a single-byte encoding, or as \
      another one, `Š` for `ä`, in Mac OS Roman read as windows-1252.
      """,
    bad: .sentence(
      "Die WÃ¤rme der grÃ¶ÃŸeren FlÃ¼sse Ã¼berrascht die GÃ¤ste.", declaring: "UTF-8", in: .utf8),
    good: .sentence("Die Wärme der größeren Flüsse überrascht die Gäste.", declaring: "UTF-8", in: .utf8),
    fix: "--fix=bytes undoes it, as often as it happened",
    check: .text { rule, text, analysis, collector throws(Failure) in
      guard analysis.mayHaveHighCharacters else { return }
      // Text in a guessed encoding often looks double-encoded.
      if collector.hasEncodingProblem && analysis.readableEncoding == nil { return }
      let signs = try analysis.signs(of: text)
      if signs.hasMisreadPair, let double = try doubleEncoding(text, analysis),
        let first = double.sequences.first
      {
        return collector.add(
          rule, at: .text(first.range.lowerBound),
          "'\(first.shown)' is '\(String(decoding: first.bytes, as: UTF8.self))' encoded twice",
          fixes: double.isWhole ? fixes(double.sequences, text, analysis) : [])
      }
      guard let plain = text.plainText, let misread = MisreadText.find(in: plain, signs),
        let first = misread.sequences.first
      else { return }
      collector.add(
        rule, at: .text(first.range.lowerBound),
        "'\(first.shown)' is '\(String(decoding: first.bytes, as: UTF8.self))' in text of "
          + "\(misread.actual.name) that was taken for \(misread.assumed.name)",
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
    return window.problem == nil ? search.result : nil
  }

  private static func fixes(
    _ sequences: [DoubleEncoding.Sequence], _ text: LintText, _ analysis: EncodingAnalysis
  ) -> [LintFix] {
    guard analysis.makesFixes, let base = text.byteOffset(0) else { return [] }
    return sequences.map { LintFix(.bytes, $0.range.shifted(by: base), $0.bytes) }
  }
}
