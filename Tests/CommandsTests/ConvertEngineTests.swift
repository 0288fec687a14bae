// convert --engine and --verify from the command line.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct ConvertEngineTests {
  private func convert(
    _ text: String, _ words: String..., environment: [String: String] = [:]
  ) throws -> (code: ExitCode, output: String, error: String) {
    let run = try CapturedRun(input: Array(text.utf8), environment: environment)
    let code = Program.run(["convert"] + words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  private static let plist = "<plist><dict><key>a</key><real>1</real></dict></plist>"

  @Test func foundationConverts() throws {
    let result = try convert(Self.plist, "json", "--engine", "foundation")
    #expect(result.code == .success)
    #expect(result.output == "{\"a\":1}\n")
    #expect(result.error.contains("writes 1.0 as 1"))
    #expect(try convert(Self.plist, "json").output == "{\"a\":1.0}\n")
    let byVariable = try convert(Self.plist, "json", environment: ["PLIANT_ENGINE": "foundation"])
    #expect(byVariable.output == "{\"a\":1}\n")
    let over = try convert(
      Self.plist, "json", "--engine=native", environment: ["PLIANT_ENGINE": "foundation"])
    #expect(over.output == "{\"a\":1.0}\n")
  }

  @Test func foundationFollowsTheSameRules() throws {
    let date = "<plist><date>2001-01-01T00:00:00Z</date></plist>"
    let noted = try convert(date, "json", "--engine", "foundation")
    #expect(noted.output == "\"2001-01-01T00:00:00Z\"\n")
    #expect(noted.error.contains("1 date became an ISO 8601 string"))
    let refused = try convert(date, "json", "--engine", "foundation", "--loss", "refuse")
    #expect(refused.code == .failure && refused.output.isEmpty)
    let tagged = try convert(date, "json", "--engine", "foundation", "--loss", "tag")
    #expect(tagged.output == "{\"$date\":\"2001-01-01T00:00:00Z\"}\n")
    #expect(try convert("[null]", "xml1", "--engine", "foundation").code == .failure)
    #expect(try convert("[null]", "xml1", "--engine", "foundation", "--json-null", "drop").code == .success)
    let bad = try convert("{\"a\"}", "xml1", "--engine", "foundation")
    #expect(bad.code == .failure && bad.error.contains("1:5: error: "))
  }

  @Test func foundationTakesThreeFormatsOnly() throws {
    #expect(try convert(Self.plist, "openstep", "--engine", "foundation").code == .trouble)
    #expect(try convert("{ a = b; }", "json", "--engine", "foundation").code == .failure)
    #expect(try convert(Self.plist, "json", "--canonical", "--engine", "foundation").code == .trouble)
    #expect(try convert(Self.plist, "json", environment: ["PLIANT_ENGINE": "fast"]).code == .trouble)
  }

  @Test func forcedEncodingsReachFoundation() throws {
    let run = try CapturedRun(
      input: Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist><string>".utf8) + [0xE9]
        + Array("</string></plist>".utf8))
    let words = ["convert", "json", "--engine", "foundation", "--input-encoding", "ISO-8859-1"]
    #expect(Program.run(words, context: run.context) == .success)
    #expect(run.outputText == "\"é\"\n")
  }

  @Test func verifyingWritesAndSaysWhatIsOpen() throws {
    for format in ["json", "xml1", "binary1"] {
      let plain = try convert("{\"b\":[1,2.5,\"x\"],\"a\":true}", format)
      let verified = try convert("{\"b\":[1,2.5,\"x\"],\"a\":true}", format, "--verify", "-q")
      #expect(verified.code == .success)
      #expect(verified.output == plain.output)
      #expect(!verified.error.contains("order"), "\(verified.error)")
    }
  }
}
