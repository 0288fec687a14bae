// The tokens of old-style texts, one text a line.

import PliantBase
import TestSupport
import Testing

@Suite struct OpenStepScannerTests {
  private static func tokens(_ text: String) -> [String] {
    Array(text.utf8).withByteView { bytes in
      var tokens: [String] = []
      var at = 0
      while let token = OpenStepScanner.nextToken(in: bytes, from: at) {
        tokens.append("\(token.kind) \(bytes[token.range].string)" + (token.isTerminated ? "" : "…"))
        at = token.end
      }
      return tokens
    }
  }

  @Test func tokensOfTexts() async throws {
    try await forEachRow(
      of: [
        (
          "{a=(1,'b c');}",
          "open {|value a|assignment =|open (|value 1|separator ,|value 'b c'|close )|separator ;|close }"
        ),
        ("\"a\\\"b\" 'c\\", "value \"a\\\"b\"|value 'c\\…"),
        ("<0fbd 77><*I5>;<0f", "value <0fbd 77>|value <*I5>|separator ;|value <0f…"),
        // A solidus continues a word, but begins a comment elsewhere.
        ("a//b /c/*d //e", "value a//b|value /c/|invalid *d|lineComment //e"),
        // A line ends with any line end that the reader knows.
        ("//a\r\"b\"//c\u{2028}d//e\n", "lineComment //a|value \"b\"|lineComment //c|value d//e"),
        ("/* a */b/* /*", "blockComment /* a */|value b/|invalid *|blockComment /*…"),
        ("/*/", "blockComment /*/…"), ("a\u{B}b\u{C}é", "value a|value b|invalid é"),
      ] as [(String, String)]
    ) { (text: String, expected: String) in
      #expect(Self.tokens(text).joined(separator: "|") == expected)
    }
  }
}
