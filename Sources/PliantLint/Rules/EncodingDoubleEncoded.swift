// encoding/double-encoded: text decoded with a wrong single-byte encoding, and encoded again.

extension LintRule {
  static let encodingDoubleEncoded = LintRule(
    .encoding, "double-encoded", .warning,
    summary: "text that a program misread and encoded again",
    why: """
      Each non-ASCII letter shows as two or three, `Ã¤` for `ä`, in UTF-8 read as a single-byte encoding, or as \
      another one, `Š` for `ä`, in Mac OS Roman read as windows-1252.
      """,
    bad: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<satz>Die WÃ¤rme der grÃ¶ÃŸeren FlÃ¼sse Ã¼berrascht die GÃ¤ste.</satz>\n"
    ),
    good: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<satz>Die Wärme der größeren Flüsse überrascht die Gäste.</satz>\n"
    ),
    fix: "--fix=bytes undoes it, as often as it happened",
    check: .text(check))

  @Sendable
  private static func check(
    _ source: LintText, _ facts: EncodingAnalysis, _ collector: inout LintCollector
  ) throws(Failure) {
    guard facts.mayHaveHighCharacters,
      collector.options.wants(.encodingDoubleEncoded)
    else { return }
    // Text in a guessed encoding often looks double-encoded.
    if collector.hasEncodingProblem && facts.readableEncoding == nil { return }
    let signs = try facts.signs(of: source)
    if signs.hasMisreadPair, let double = try doubleEncoding(source, facts),
      let first = double.sequences.first
    {
      return collector.add(
        .encodingDoubleEncoded, at: .text(first.range.lowerBound),
        "'\(first.shown)' is '\(String(decoding: first.bytes, as: UTF8.self))' encoded twice",
        fixes: double.isWhole ? fixes(double.sequences, source, facts) : [])
    }
    guard let text = source.plainText, let misread = MisreadText.find(in: text, signs),
      let first = misread.sequences.first
    else { return }
    collector.add(
      .encodingDoubleEncoded, at: .text(first.range.lowerBound),
      "'\(first.shown)' is '\(String(decoding: first.bytes, as: UTF8.self))' in text of "
        + "\(misread.actual.name) that was taken for \(misread.assumed.name)",
      fixes: fixes(misread.sequences, source, facts))
  }

  private static func doubleEncoding(
    _ source: LintText, _ facts: EncodingAnalysis
  ) throws(Failure) -> DoubleEncoding.Result? {
    var search = DoubleEncoding.Search(keepsSequences: facts.makesFixes)
    var window = try source.open()
    repeat {
      _ = try window.refill()
      window.consume(search.advance(over: window.text, isLast: window.isAtEnd))
    } while !window.isAtEnd
    return window.problem == nil ? search.result : nil
  }

  private static func fixes(
    _ sequences: [DoubleEncoding.Sequence], _ source: LintText, _ facts: EncodingAnalysis
  ) -> [LintFix] {
    guard facts.makesFixes, let base = source.byteOffset(0) else { return [] }
    return sequences.map { LintFix(.bytes, $0.range.shifted(by: base), $0.bytes) }
  }
}
