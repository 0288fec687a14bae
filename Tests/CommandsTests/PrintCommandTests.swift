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
    #expect(outcome.errors.contains("there is no time zone “Mars/Base”"))
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

  @Test func saysWhereXMLIsWrong() throws {
    let outcome = try run([], input: "<a>\n<b></a>")
    #expect(outcome.code == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("<stdin>:2:1: error: "))
  }
}
