// pliant print: dates in a zone, and application XML as nodes.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct PrintCommandTests {
  private func run(_ words: [String], input: String) throws -> (code: Int32, output: String, errors: String) {
    let run = try CapturedRun(input: Array(input.utf8))
    let code = Program.run(["print"] + words, context: run.context)
    return (code.rawValue, run.outputText, run.errorText)
  }

  @Test(arguments: [
    ([], "date 2012-03-01 05:00:00 UTC\n"), (["--time-zone", "UTC"], "date 2012-03-01 05:00:00 UTC\n"),
    (["--time-zone", "Europe/Berlin"], "date 2012-03-01 06:00:00 +01:00\n"),
    (["--time-zone=America/St_Johns"], "date 2012-03-01 01:30:00 -03:30\n"),
    (["--time-zone", "+05:30"], "date 2012-03-01 10:30:00 +05:30\n"),
  ]) func showsDatesInAZone(words: [String], output: String) throws {
    let plist = "<plist version=\"1.0\"><date>2012-03-01T05:00:00Z</date></plist>"
    #expect(try run(words, input: plist).output == output)
  }

  @Test func refusesAnUnknownZone() throws {
    let outcome = try run(["--time-zone", "Mars/Base"], input: "1")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("unknown time zone 'Mars/Base'"))
  }

  @Test func showsTheNodesOfXML() throws {
    let outcome = try run(
      [],
      input: """
        <?go now?><!DOCTYPE a><a xmlns="urn:a" xmlns:p="urn:p" x="1"> <!-- c -->
        \t<p:b p:y="&lt;&#10;"/><![CDATA[<&]]>\u{A0}é"</a><?end?>
        """)
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        instruction go "now"
        element a
          xmlns "urn:a"
          xmlns:p "urn:p"
          @x "1"
          text " "
          comment " c "
          text "\\n\\t"
          element p:b
            @p:y "<\\n"
          text "<&\\u{A0}é\\""
        instruction end

        """)
  }

  /// What cannot be seen, or would change how other text is seen, is escaped, in runs as well as alone.
  @Test func escapesWhatCannotBeSeen() async throws {
    try await forEachRow(of: [
      ("plain text, long enough for words", "plain text, long enough for words"), ("", ""),
      (#"a\"b\\c"#, #"a\"b\\c"#), (#"\u0000\u001f\u007f~\u0080\u00a0¡"#, #"\u{0}\u{1F}\u{7F}~\u{80}\u{A0}¡"#),
      (#"1234567\t12345678\r\n"#, #"1234567\t12345678\r\n"#),
      (
        #"\u00ad\u200b\u202e\u2066\ufeff\u2028\u2029"#,
        #"\u{AD}\u{200B}\u{202E}\u{2066}\u{FEFF}\u{2028}\u{2029}"#
      ),
      ("äöü 日本語 Ω א ع 😀 👩\u{200D}👩", "äöü 日本語 Ω א ع 😀 👩\u{200D}👩"), ("e\u{301}\u{200C}", "e\u{301}\\u{200C}"),
    ]) { (json: String, shown: String) throws in
      #expect(try run([], input: "\"\(json)\"").output == "string \"\(shown)\"\n")
      // As a key it is in quotation marks where that tells it from the rest of its line.
      let isBare = !shown.isEmpty && json == shown && !shown.contains { " :\\\"".contains($0) }
      #expect(
        try run([], input: "{\"\(json)\":1}").output
          == "dictionary (1 key)\n  \(isBare ? shown : "\"\(shown)\""): integer 1\n")
    }
  }

  @Test func cutsToColumns() async throws {
    try await forEachRow(
      of: [
        (String(repeating: "日", count: 6), String(repeating: "日", count: 6), ""),
        (String(repeating: "日", count: 7), String(repeating: "日", count: 6), "…"),
        ("😀😀😀😀😀😀x", "😀😀😀😀😀😀x", ""), ("😀😀😀😀😀😀xy", "😀😀😀😀😀😀x", "…"),
        (String(repeating: "a", count: 100_000), String(repeating: "a", count: 13), "…"),
        ("a" + String(repeating: "\u{301}", count: 5000), nil, "…"),
      ] as [(String, String?, String)]
    ) { (text: String, shown: String?, end: String) in
      let run = try CapturedRun(input: Array("\"\(text)\"".utf8))
      run.context.outputIsTerminal = true
      run.context.width = 20
      #expect(Program.run(["print", "--color", "never"], context: run.context) == .success)
      if let shown { #expect(run.outputText == "string \"\(shown)\"\(end)\n") }
      #expect(run.outputText.utf8.count < 2000)
    }
  }

  @Test func saysWhereXMLIsWrong() throws {
    let outcome = try run([], input: "<a>\n<b></a>")
    #expect(outcome.code == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("<stdin>:2:1: error: "))
  }
}
