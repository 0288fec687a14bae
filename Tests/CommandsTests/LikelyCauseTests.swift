// Errors that know more: what an input probably is, which page helps, and what other programs' words mean here.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct LikelyCauseTests {
  private func run(_ words: [String], _ text: String) throws -> (code: ExitCode, errors: String) {
    let run = try CapturedRun(input: Array(text.utf8))
    let code = Program.run(words, context: run.context)
    return (code, run.errorText)
  }

  @Test func textsOfOtherFormatsAreNamed() throws {
    let rows = [
      ("convert json", "a: 1\nb:\n  - x\n", "looks like YAML"),
      ("convert json", "---\na: 1\n", "looks like YAML"),
      ("query $", "# list\n- a\n- b\n", "looks like YAML"),
      ("convert json", "key:\n  b: 2\n", "looks like YAML"),
      ("convert json", "a,b\n1,2\n", "looks like CSV; use -f csv"),
      ("convert json", "\"a\",\"b\"\n\"1\",\"2\"\n", "looks like CSV; use -f csv"),
      ("convert json", "a\tb\n1\t2\n", "looks like TSV; use -f tsv"),
      ("events", "{\"a\":1}", "looks like JSON"), ("events", " [1]", "looks like JSON"),
      ("convert json", "<!DOCTYPE html><html><head><meta charset=utf-8></head></html>", "looks like HTML"),
      ("xpath /a", "<HTML><body><br><p>x</body></HTML>", "looks like HTML"),
      ("events", "<a x=\u{201C}1\u{201D}/>", "use straight quotation marks"),
      ("convert json", "Hello world\n", "read as an old-style property list, since"),
      ("query $", "", "standard input is empty; check the command before the pipe"),
      ("xpath /a", " \n", "standard input is empty"),
    ]
    for (words, text, part) in rows {
      let result = try run(words.split(separator: " ").map(String.init), text)
      #expect(result.code != .success, "\(words) \(text)")
      #expect(result.errors.contains(part), "\(words) \(text) \(result.errors)")
    }
    // What is of the format has no such guess.
    for text in ["{ a = 1 }", "<a><b></a>", "{\"a\":1,}", "[1 2]", "{ \"a: b\" = ; }"] {
      let result = try run(["convert", "json"], text)
      #expect(!result.errors.contains("looks like") && !result.errors.contains("read as"), "\(result.errors)")
    }
  }

  @Test func wordsOfOtherProgramsLeadToOurs() throws {
    let rows = [
      ("get", "extract"), ("set", "replace"), ("delete", "remove"), ("validate", "lint"),
      ("detect", "encoding"),
      ("fix", "lint --fix"), ("jq", "query"), ("iconv", "transcode"), ("csv", "convert csv"),
      ("ndjson", "convert jsonl"), ("json", "convert json"), ("plist", "convert xml1"),
    ]
    for (word, meant) in rows {
      let result = try run([word, "x"], "")
      #expect(result.code == .trouble)
      #expect(result.errors.contains("unknown command '\(word)'; use 'pliant \(meant)"), "\(result.errors)")
    }
    for words in [["version"], ["-V"], ["--version"], ["lint", "-V"], ["lint", "--version"]] {
      let version = try CapturedRun()
      #expect(Program.run(words, context: version.context) == .success, "\(words)")
      #expect(version.outputText.hasPrefix("pliant \(Program.version)"), "\(words)")
    }
  }

  @Test func usageErrorsPointAtWhatHelps() throws {
    let rows = [
      ("lint --limit foo=1 .", "See 'pliant help limits'."),
      ("lint --limit memory=x .", "See 'pliant help limits'."),
      ("convert jsno", "See 'pliant help formats'."), ("lint --foo", "See 'pliant help lint'."),
      ("--foo", "See 'pliant help'."), ("mapping check --foo", "See 'pliant help mapping'."),
      ("transcode -f latin1 --to utf-8", "for an encoding use --input-encoding latin1"),
      ("convert a.plist json", "the format comes before the files"),
      ("query $[?@.a=1]", "use == to compare"), ("xpath //a[@x=='1']", "single '='"),
    ]
    for (words, part) in rows {
      let result = try run(words.split(separator: " ").map(String.init), "{}")
      #expect(result.code == .trouble, "\(words)")
      #expect(result.errors.contains(part), "\(words) \(result.errors)")
    }
    for page in ["limits", "formats"] { #expect(Program.commandSet.page(named: page) != nil) }
    for (query, part) in [
      ("$[99]", "no value at $[99]; the array has 1 element"), ("$[0].nme", "did you mean '0.name'?"),
    ] {
      let result = try run(["query", query], #"[{"name":1}]"#)
      #expect(
        result.code == .failure && result.errors.contains("note: ") && result.errors.contains(part),
        "\(result)")
    }
    #expect(try run(["query", "$[?@.x]"], "[1]").errors == "")
    let file = try CapturedRun(input: Array("{}".utf8))
    #expect(file.run("print", "json") != .success)
    #expect(file.errorText.contains("'json' is a format: -f json reads it"), "\(file.errorText)")
  }
}
