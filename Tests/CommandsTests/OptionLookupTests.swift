// Every verb looks up the options that it declares, and no others.

import CommandLineKit
import Commands
import Foundation
import Testing
import TestSupport

@Suite struct OptionLookupTests {
  /// A command line for each verb or subverb that goes as far as all of its options; standard input is empty.
  static let lines: [String: [String]] = [
    "convert": ["json"], "transcode": ["--to", "utf-8"], "mapping list": [], "mapping show": ["podcast"],
    "mapping check": ["podcast"], "mapping infer": ["s.xml"], "mapping from-model": [model],
    "lint": ["missing.xml"], "encoding": [], "info": [], "diff": ["-", "missing"], "print": [],
    "extract": ["a", "json"], "type": ["a"], "query": ["$"], "xpath": ["/"], "insert": ["a", "--array"],
    "replace": ["a", "--array"], "remove": ["a"], "patch": ["-", "missing"],
    "merge": ["missing", "-", "missing"],
    "create": ["json"],
    "format": [], "events": [], "cdata wrap": ["--all"], "cdata unwrap": [], "escape": [], "unescape": [],
    "repair": [], "git install": ["--remove"],
    "workflow run": ["--dry-run", workflow], "workflow check": [workflow], "workflow man": [workflow],
    "load": ["s.xml", "x.db"], "split": ["--records", "b", "--size", "1", "-o", "%d"], "workflow list": [],
    "man": [],
    "completions": ["bash"],
  ]

  private static func testData(_ name: String) -> String {
    packageRoot.appendingPathComponent("testdata/" + name).path
  }

  static let model = testData("valid/mapping/PhotoDiary.xcdatamodel")
  static let workflow = testData("workflows/release-metadata.json")

  static let paths: [(path: [String], command: Command, verb: Verb)] = Program.commands.flatMap { command in
    let verb = command.verb
    return verb.subverbs.isEmpty
      ? [([verb.name], command, verb)] : verb.subverbs.map { ([verb.name, $0.name], command, $0) }
  }

  /// The options that planning and messages look up for every command, whether or not it declares them.
  private static let planned: [any Option] =
    CommonOptions.outputs + CommonOptions.inputs + CommonOptions.messages
    + [CommonOptions.jobs, CommonOptions.from]

  @Test func looksUpWhatItDeclares() async throws {
    try await forEachRow(of: Self.paths.map { $0.path.joined(separator: " ") }) { (name: String) throws in
      let (path, command, verb) = try #require(Self.paths.first { $0.path.joined(separator: " ") == name })
      let line = try #require(Self.lines[name], "no command line for \(name)")
      try withTemporaryFolder { folder in
        try write(["s.xml": "<a><b c='1'/></a>"], in: folder)
        let run = try CapturedRun(input: [], in: folder)
        var typed = try ArgumentParser(verb: command.verb).parse(
          (path.dropFirst() + line).map { Argument($0) })
        let lookups = OptionLookups()
        typed.lookups = lookups
        let context = run.context.configured(by: typed, verb: command.verb)
        _ = try? command.run(typed, context)
        let declared = Set(verb.options.map(\.synopsis))
        let planned = Set(Self.planned.map(\.declaration.synopsis))
        let missed = declared.subtracting(lookups.all)
        #expect(missed == [], "declared, and never looked up")
        #expect(lookups.all.subtracting(declared).subtracting(planned) == [], "looked up, and not declared")
      }
    }
  }

  /// An option that help shows in two ways under one name is two options to the reader.
  @Test func sharedOptionsAreDeclaredOnce() {
    var shapes: [String: Set<String>] = [:]
    for (_, _, verb) in Self.paths {
      for option in verb.options where Self.shared.contains(option.key) {
        shapes[option.key, default: []].insert(option.synopsis + ": " + option.fullSummary)
      }
    }
    #expect(shapes.filter { $0.value.count > 1 }.isEmpty)
    #expect(shapes.count == Self.shared.count)
  }

  static let shared: Set<String> = [
    "output", "extension", "files-from", "0", "quiet", "color", "from", "input-encoding", "jobs", "loss",
    "json-null", "xml-style", "pretty",
  ]

  @Test func optionsOfOneVerbDiffer() async throws {
    try await forEachRow(of: Program.commands.map(\.name)) { (name: String) in
      for (path, _, verb) in Self.paths where path.first == name {
        let spellings = verb.options.flatMap { option in
          option.longNames + (option.letter.map { [String($0)] } ?? [])
        }
        #expect(Set(spellings).count == spellings.count, "\(path)")
      }
    }
  }

  /// One wording a mistake, whichever verb makes it.
  @Test func wordsAMistakeInOneWay() async throws {
    try await forEachRow(of: [
      (["convert", "jsno"], "unknown format 'jsno'; did you mean 'json'?"),
      (["convert", "plist"], "unknown format 'plist'; did you mean 'xml1'?"),
      (["convert", "ndjson"], "unknown format 'ndjson'; did you mean 'jsonl'?"),
      (["print", "-f", "ndjson"], "unknown format 'ndjson'; did you mean 'jsonl'?"),
      (["print", "-f", "csvv"], "unknown format 'csvv'; did you mean 'csv'?"),
      (
        ["print", "-f", "sql"],
        "invalid value 'sql' for -f: expected xml1, binary1, json, jsonc, json5, jsonl, openstep, "
          + "strings, xml, csv or tsv; pliant writes sql, but does not read it"
      ),
      (
        ["mapping", "show", "--format", "csv", "podcast"],
        "invalid value 'csv' for --format: expected xml1, binary1, json or openstep"
      ),
      (["extract", "a", "jsn", "-"], "unknown format 'jsn'; did you mean 'json'?"),
      (["extract", "a", "plist", "-"], "unknown format 'plist'; did you mean 'xml1'?"),
      (["extract", "a", "rw"], "unknown format 'rw'; did you mean 'raw'?"),
      (["create", "jsno"], "unknown format 'jsno'; did you mean 'json'?"),
      (["print", "-f", "jsno"], "unknown format 'jsno'; did you mean 'json'?"),
      (["mapping", "show", "--format", "jsno", "podcast"], "unknown format 'jsno'; did you mean 'json'?"),
      (["completions", "bsh"], "unknown shell 'bsh'; did you mean 'bash'?"),
      (["lint", "--select", "xml,plist/valu"], "unknown rule 'plist/valu'; did you mean 'plist/value'?"),
      (["lint", "--explain", "zzz"], "unknown rule 'zzz'; 'pliant lint --rules' lists them"),
      (["lint", "--expect-encoding", "utf9"], "unknown encoding 'utf9'; did you mean 'UTF-8'?"),
      (["transcode", "--to", "utf9"], "unknown encoding 'utf9'; did you mean 'UTF-8'?"),
      (["print", "--input-encoding", "utf9"], "unknown encoding 'utf9'; did you mean 'UTF-8'?"),
      (["transcode", "--to", "ISO-2022-CN"], "unsupported encoding 'ISO-2022-CN'"),
      (["print", "--input-encoding", "VIQR"], "unsupported encoding 'VIQR'"),
      (["lint", "--expect-encoding", "IBM1025"], "unsupported encoding 'IBM1025'"),
      (["type", "a", "--expect", "bol"], "unknown type 'bol'; did you mean 'bool'?"),
      (["lint", "--jobs", "x"], "invalid value 'x' for --jobs: expected a whole number"),
      (["convert", "json", "--jobs=-1"], "invalid value '-1' for --jobs: expected a whole number"),
      (["convert", "json", "--first", "x"], "invalid value 'x' for --first: expected a whole number"),
      (
        ["convert", "json", "--max-output", "0"],
        "'0' for --max-output: expected a whole number of at least 1"
      ),
      (["cdata", "wrap", "--all", "--min-escapes", "x"], "'x' for --min-escapes: expected a whole number"),
      (["xpath", "--var", "x", "/"], "invalid value 'x' for --var: expected NAME=VALUE"),
      (["workflow", "run", "--set", "x", "f"], "invalid value 'x' for --set: expected NAME=VALUE"),
      (["insert", "a", "--json", "[1,"], "invalid value for --json: "),
      (["insert", "a", "--bool", "x"], "invalid value 'x' for --bool: expected true, false, yes or no"),
      (["insert", "a", "--array", "--string", "b"], "--array and --string cannot be used together"),
      (["insert", "a"], "missing value; use --string TEXT"),
      (["escape", "--cdata", "--html"], "--cdata and --html cannot be used together"),
      (["cdata", "wrap", "--all", "--elements", "a"], "--elements and --all cannot be used together"),
      (
        ["convert", "json", "--xml-style", "jsonml", "--keep-unmapped"],
        "--keep-unmapped and --xml-style cannot be used"
      ),
      (["convert", "json", "--order", "document"], "--order is for the format xml, not json"),
      (["lint", "--init", "--fix"], "--init and --fix cannot be used together"),
      (["lint", "--fix", "--rules"], "--rules and --fix cannot be used together"),
      (["lint", "--rules", "a.xml"], "unexpected argument 'a.xml': --rules reads no file"),
      (["lint", "--init", "a", "b"], "unexpected argument 'b': --init takes one directory"),
      (["lint", "--stdin-filename", "a.json", "b.json"], "--stdin-filename names standard input, which"),
      (["-x"], "unknown option '-x'\n"),
      (["convert", "--lint"], "unknown option '--lint' for convert; did you mean '--list'?"),
      (["convert", "--minify"], "unknown option '--minify' for convert; '--minify' is an option of format"),
      (["info", "--pretty"], "'--pretty' is an option of convert, extract and query"),
      (["diff", "a", "b", "c"], "unexpected argument 'c'"),
      (["man", "convrt"], "unknown page 'convrt'; did you mean 'convert'?"),
      (["extract", "/a~", "x"], "invalid key path '/a~': in a JSON Pointer ~ is followed by 0 or 1"),
    ]) { (words: [String], expected: String) in
      let run = try CapturedRun(input: [])
      #expect(Program.run(words, context: run.context) == .trouble)
      #expect(run.errorText.contains(expected), "\(run.errorText)")
    }
  }

  @Test func anEnvironmentVariableIsAValueToo() throws {
    let run = try CapturedRun(input: Array("{}".utf8), environment: ["PLIANT_ENGINE": "x"])
    #expect(run.run("convert", "json") == .trouble)
    #expect(
      run.errorText.contains("invalid value 'x' for PLIANT_ENGINE: expected native or foundation"))
  }
}
