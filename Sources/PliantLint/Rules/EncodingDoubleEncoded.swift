// encoding/double-encoded: UTF-8 that was taken for a single-byte encoding and encoded again.

import PliantCore

extension LintRule {
  static let encodingDoubleEncoded = LintRule(
    "encoding/double-encoded", .warning,
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
    fix: "--fix=bytes undoes the second encoding")
}
