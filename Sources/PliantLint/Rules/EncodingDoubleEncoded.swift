// encoding/double-encoded: UTF-8 that was taken for a single-byte encoding and encoded again.

import PliantCore

extension LintRule {
  static let encodingDoubleEncoded = LintRule(
    .encoding, "double-encoded", .warning,
    summary: "UTF-8 that was taken for a single-byte encoding and encoded again",
    why: """
      Each letter beyond ASCII shows as two or three: Ã¤ for ä.
      """,
    bad: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<satz>Die WÃ¤rme der grÃ¶ÃŸeren FlÃ¼sse Ã¼berrascht die GÃ¤ste.</satz>\n"
    ),
    good: LintExample(
      "a.xml",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<satz>Die Wärme der größeren Flüsse überrascht die Gäste.</satz>\n"
    ),
    fix: "--fix=bytes undoes the second encoding",
    check: .text(check))

  @Sendable
  private static func check(
    _ source: LintText, _ facts: EncodingFacts, _ collector: inout LintCollector
  ) throws(Failure) {
    guard facts.mayHaveHighCharacters,
      collector.options.wants(.encodingDoubleEncoded)
    else { return }
    // By a guess many a text looks like it.
    if collector.hasEncodingProblem && facts.readableEncoding == nil { return }
    if let text = source.plainText, !DoubleEncoding.mayOccur(in: text) { return }
    var search = DoubleEncoding.Search(keepsSequences: facts.makesFixes)
    var window = try source.open()
    repeat {
      _ = try window.refill()
      window.consume(search.advance(over: window.text, isLast: window.isAtEnd))
    } while !window.isAtEnd
    guard window.problem == nil, let double = search.result, let first = double.sequences.first else {
      return
    }
    var fixes: [LintFix] = []
    if facts.makesFixes, let base = source.byteOffset(0) {
      fixes = double.sequences.map {
        LintFix(.bytes, $0.range.lowerBound + base..<$0.range.upperBound + base, $0.bytes)
      }
    }
    collector.add(
      .encodingDoubleEncoded, at: .text(first.range.lowerBound),
      "'\(first.shown)' is '\(String(decoding: first.bytes, as: UTF8.self))' encoded twice", fixes: fixes)
  }
}
