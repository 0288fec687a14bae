// Unpaired surrogates in JSON: other values can be read, JSON keeps the escape, and other formats lose it with a report.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct LoneSurrogateTests {
  private static let text = "{\"a\":\"x\\ud83d\\n\",\"b\":\"ok\",\"c\":[\"\\udc00y\"]}\n"

  private func run(_ words: [String], _ name: String = "d.json", text: String = Self.text) throws -> (
    code: Int32, file: String?, output: String, errors: String
  ) {
    try withTemporaryFolder { folder in
      try write([name: text], in: folder)
      let run = try CapturedRun(in: folder)
      let code = Program.run(words + [name], context: run.context)
      return (code.rawValue, read(name, in: folder), run.outputText, run.errorText)
    }
  }

  @Test func otherValuesAreRead() throws {
    for words in [["extract", "b"], ["query", "--as", "value", "$.b"]] {
      let outcome = try run(words)
      #expect(outcome.code == 0 && outcome.output == "ok\n", "\(outcome.errors)")
    }
    #expect(try run(["extract", "b"], "d.jsonc").output == "ok\n")
  }

  @Test(arguments: [
    ["format", "-o", "-"], ["format", "--minify", "-o", "-"], ["convert", "json", "-o", "-"],
    ["replace", "b", "--string", "z", "-o", "-"], ["format", "--style", "xcstrings", "-o", "-"],
  ]) func jsonKeepsTheEscape(words: [String]) throws {
    let outcome = try run(words)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("\"x\\ud83d\\n\"") && outcome.output.contains("\"\\udc00y\""))
  }

  @Test func otherFormatsReportIt() throws {
    let noted = try run(["convert", "xml1", "-o", "-"])
    #expect(noted.code == 0 && noted.output.contains("<string>ok</string>"))
    #expect(noted.errors.contains("[conversion/loss]"), "\(noted.errors)")
    let refused = try run(["convert", "binary1"])
    #expect(refused.code == 1 && refused.file == Self.text)
    #expect(refused.errors.contains("d.json:1:8"), "\(refused.errors)")
    let linted = try run(["lint"])
    #expect(linted.code == 1 && linted.output.contains("unpaired surrogate"))
  }

  @Test func keysKeepTheEscape() throws {
    for words in [
      ["convert", "json", "-o", "-"], ["format", "-o", "-"], ["replace", "b", "--integer", "2", "-o", "-"],
    ] {
      let outcome = try run(words, text: #"{"a\ud800": 1, "b": 2}"#)
      #expect(outcome.code == 0 && outcome.output.contains(#""a\ud800""#), "\(outcome)")
      #expect(outcome.errors.isEmpty)
    }
    let lost = try run(["convert", "xml1", "-o", "-"], text: #"{"a\ud800": 1, "b": 2}"#)
    #expect(lost.errors.contains("d.json:1:4: note: 1 string with half"), "\(lost.errors)")
  }

  private static let lines = #"""
    {"a":1}
    {"a":"x\ud800"}
    {"\udc01":"x","a":"\udbff"}

    """#

  @Test func linesKeepTheEscape() throws {
    let made = try run(["convert", "json"], "d.jsonl", text: Self.lines)
    #expect(made.code == 0 && made.errors.isEmpty)
    #expect(made.file == #"[{"a":1},{"a":"x\ud800"},{"\udc01":"x","a":"\udbff"}]"# + "\n")
    let split = try run(["convert", "jsonl", "-o", "-"], text: made.file ?? "")
    #expect(split.output == Self.lines && split.errors.isEmpty, "\(split)")
  }

  @Test(arguments: [
    ["--records", "."], ["--fields", "a"], ["--first", "2"], ["--sort-keys"],
  ]) func recordsReportIt(options: [String]) throws {
    for words in [["convert", "jsonl"], ["convert", "csv"]]
    where words[1] != "csv" || options != ["--sort-keys"] {
      let outcome = try run(words + options + ["-o", "-"], "d.jsonl", text: Self.lines)
      #expect(outcome.code == 0 && outcome.errors.contains("d.jsonl:2:8: note: "), "\(outcome)")
      #expect(outcome.errors.contains("with half of a surrogate pair became"))
      let array = try run(words + options + ["-o", "-"], text: "[{\"a\":1},\n {\"a\":\"x\\ud800\"}]")
      #expect(array.code == 0 && array.errors.contains("d.json:2:9: note: 1 string with half"), "\(array)")
    }
    let refused = try run(
      ["convert", "jsonl", "--loss", "refuse"] + options + ["-o", "-"], "d.jsonl", text: Self.lines)
    #expect(refused.code == 1 && refused.errors.contains("surrogate"), "\(refused)")
  }
}
