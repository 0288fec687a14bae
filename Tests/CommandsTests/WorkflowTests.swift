// Workflow files: words, checks, runs, what a failure takes back, and their pages.

import CommandLineKit
import Commands
import Foundation
import TestSupport
import Testing

@Suite struct WorkflowTests {
  @Test func splits() async throws {
    try await forEachRow(of: [
      ("convert json a", "convert,json,a"), ("pliant convert json", "convert,json"),
      ("a 'b c'\"d\" e\\ f", "a,b cd,e f"), ("a | pliant b | c", "a / b / c"), ("a '|' \\| b|c", "a,|,|,b|c"),
      ("a ''", "a,"), ("a 'b", "unmatched quotation mark in: a 'b"),
      ("a | | b", "empty command in: a | | b"), ("", "empty command in: "),
      ("a > b", "unsupported '>': steps are not run by a shell; name outputs with -o"),
    ]) { (line: String, expected: String) in
      let (commands, problem) = WorkflowWords.split(line)
      #expect(problem ?? commands.map { $0.joined(separator: ",") }.joined(separator: " / ") == expected)
    }
  }

  @Test func fills() async throws {
    try await forEachRow(of: [
      ("{a}", "1 2|3"), ("x{b}y", "x$(z)y"), ("{{a}}", "{a}"), ("{no}", ""), ("{a b}", "{a b}"), ("{", "{"),
      ("{a}.json", "1 2 3.json"),
    ]) { (word: String, expected: String) in
      let words = Workflow.fill(word, ["a": ["1 2", "3"], "b": ["$(z)"]])
      #expect(words.map(\.shown).joined(separator: "|") == expected)
    }
  }

  /// A workflow of these members, with a name and a purpose.
  private static func workflow(_ members: String) -> String {
    "{\"name\": \"w\", \"purpose\": \"p\", \(members)}"
  }

  private static func step(_ run: String) -> String { "{\"run\": \"\(run)\", \"why\": \"reasons\"}" }

  @Test func findsMistakes() async throws {
    try await forEachRow(of: [
      ("[]", "the workflow must be a dictionary"),
      ("{\"name\": 5}", "missing 'name' in the workflow; expected a string"),
      (#"{"name": "w", "purpose": "p\nq"}"#, "the purpose must be one line without control characters"),
      (#"{"name": "w", "purpose": "p\u001b[2J"}"#, "the purpose must be one line without control characters"),
      (Self.workflow("\"parameters\": {}"), "'parameters' must be an array"),
      (Self.workflow("\"step\": []"), "unknown key 'step' in the workflow; did you mean 'steps'?"),
      (Self.workflow("\"steps\": [{\"run\": \"convert json a\"}]"), "missing 'why' in step 1"),
      (
        Self.workflow("\"steps\": [\(Self.step("convrt json a"))]"),
        "step 1: unknown command 'convrt'; did you mean 'convert'?"
      ),
      (
        Self.workflow("\"steps\": [\(Self.step("convert json --sort-key a"))]"),
        "step 1: unknown option '--sort-key' for convert; did you mean '--sort-keys'?"
      ),
      (Self.workflow("\"steps\": [\(Self.step("convert json {file}"))]"), "unknown parameter 'file'"),
      (
        Self.workflow("\"steps\": [\(Self.step("workflow run w.json"))]"),
        "step 1: the workflow runs itself: w.json, w.json"
      ),
      (
        Self.workflow("\"steps\": [\(Self.step("workflow run ../w.json"))]"),
        "step 1: '../w.json' is not in the workflow's own folder"
      ),
      (
        Self.workflow("\"steps\": [\(Self.step("workflow check x.json"))]"),
        "step 1: a step can only run a workflow"
      ),
      (
        Self.workflow("\"steps\": [\(Self.step("workflow run x.json | convert json"))]"),
        "step 1: a workflow cannot be part of a pipe"
      ),
      (
        Self.workflow("\"steps\": [\(Self.step("workflow run none.json"))]"),
        "step 1: the workflow 'none.json' cannot be run"
      ),
      (Self.workflow("\"steps\": [\(Self.step("convert json a > b"))]"), "step 1: unsupported '>'"),
      (
        Self.workflow("\"steps\": [\(Self.step("query $[? a.json"))]"),
        "step 1: query, column 4: unexpected end"
      ),
      (
        Self.workflow("\"steps\": [\(Self.step("xpath //a[ a.xml"))]"),
        "step 1: expression, column 4: missing expression"
      ),
      (
        Self.workflow("\"steps\": [\(Self.step("xpath --context //a[ b a.xml"))]"),
        "step 1: expression of --context, column 4: missing expression"
      ),
      (
        Self.workflow("\"steps\": [\(Self.step("remove --xpath=//a[ a.xml"))]"),
        "step 1: expression of --xpath, column 4: missing expression"
      ),
      (
        Self.workflow("\"steps\": [\(Self.step("convert json --mapping nosuch a.xml"))]"),
        "step 1: unknown mapping 'nosuch'"
      ),
      (
        Self.workflow("\"steps\": [\(Self.step("lint --mapping nosuch a.xml"))]"),
        "step 1: unknown mapping 'nosuch'"
      ),
      (
        Self.workflow(
          "\"parameters\": [{\"name\": \"x\", \"help\": \"h\"}], \"steps\": [\(Self.step("convert json a"))]"),
        "no step uses the parameter 'x'"
      ),
      (
        Self.workflow(
          "\"parameters\": [{\"name\": \"x\", \"help\": \"h\", \"allowed\": [\"json\"], \"default\": \"xml1\"}], "
            + "\"steps\": [\(Self.step("convert {x} a"))]"),
        "the default of 'x': invalid value 'xml1': expected json"
      ),
      (
        Self.workflow(
          "\"parameters\": [{\"name\": \"x\", \"help\": \"h\", \"pattern\": \"[\"}], "
            + "\"steps\": [\(Self.step("convert {x} a"))]"), "the pattern of the parameter 'x': "
      ),
      (
        Self.workflow("\"steps\": [\(Self.step("convert json *.plist"))]"),
        "step 1: the pattern '*.plist' is not expanded, as steps are not run by a shell"
      ),
      (
        Self.workflow(
          "\"outputs\": [{\"path\": \"a.json\", \"help\": \"h\"}, {\"path\": \"b.json\", \"help\": \"h\"}], "
            + "\"steps\": [\(Self.step("convert json -o a.json x.plist"))]"),
        "no step makes the output 'b.json'"
      ),
    ]) { (text: String, message: String) in
      try withTemporaryFolder { folder in
        try write(["w.json": text], in: folder)
        let run = try CapturedRun(in: folder)
        #expect(run.run("workflow", "check", "w.json") == .failure)
        #expect(run.errorText.contains("error: \(message)"), "\(run.errorText)")
        let placed = run.errorText.split(separator: "\n").filter { $0.contains("error: \(message)") }
        #expect(placed.allSatisfy { $0.contains(#/^w\.json:\d+:\d+: /#) }, "\(run.errorText)")
        #expect(run.outputText == "")
      }
    }
  }

  /// Queries, expressions, places, markup and mappings that do not parse, wherever a step may have one, with words of
  /// what the check says.
  static let badSteps: [(words: [String], sentence: String)] = [
    (["query", "$.a[?@.x ==]", "a.json"], "query, column 12"),
    (["query", "$[?nosuch(@)]", "a.json"], "unknown function nosuch"),
    (["query", "$.a[0", "a.json"], "query, column 4: unmatched"),
    (["xpath", "count(", "a.xml"], "expression, column 6: missing"),
    (["xpath", "nosuch(1)", "a.xml"], "expression, column 1"),
    (["xpath", "string(1, 2)", "a.xml"], "expression, column 1"),
    (["xpath", "//a[$v]", "a.xml"], "undefined variable $v"),
    (["xpath", "--var", "w=1", "--context", "//a[$v]", "b", "a.xml"], "undefined variable $v"),
    (["remove", "--xpath=//a[", "a.xml"], "expression of --xpath, column 4"),
    (["replace", "--xpath", "$v", "--string", "x", "a.xml"], "undefined variable $v"),
    (["insert", "--xpath", "//a", "--append", "--markup", "<b>", "a.xml"], "invalid markup: "),
    (["replace", "--xpath", "//a", "--markup", "<b", "a.xml"], "invalid markup: "),
    (["extract", "/a~2", "a.json"], "invalid key path '/a~2'"),
    (["remove", "/~", "a.json"], "invalid key path '/~'"),
    (["insert", "/a~", "--string", "x", "a.json"], "invalid key path '/a~'"),
    (["type", "/~3", "a.json"], "invalid key path '/~3'"),
    (["insert", "a", "--json", "{", "a.json"], "--json"),
    (["insert", "a", "--xml", "<a", "a.json"], "--xml"),
    (["convert", "csv", "--records", "/~2", "a.xml"], "'/~2' is not a place of records"),
    (["split", "--records", "/~2", "--parts", "2", "-o", "p-%d.xml", "a.xml"], "is not a place of records"),
    (["convert", "csv", "--records", "a", "--fields", "a,,b", "a.xml"], "missing a name in --fields"),
    (["convert", "csv", "--records", "a", "--fields", "a,a", "a.xml"], "two columns 'a'"),
    (["convert", "json", "--mapping", "./broken.json", "a.xml"], "unterminated"),
    (["lint", "--mapping", "./broken.json", "a.xml"], "unterminated"),
    (["load", "--mapping", "nosuch", "a.xml", "a.db"], "unknown mapping 'nosuch'"),
    (["mapping", "check", "./broken.json"], "unterminated"),
    (["mapping", "show", "nosuch"], "unknown mapping 'nosuch'"),
    (["lint", "--only", "{a", "."], "unterminated '{'"),
    (["convert", "csv", "--records", "//", "a.xml"], "'//' is not a place of records"),
    (["convert", "csv", "--records", "//item", "a.xml"], "'//item' is not a place of records"),
    (["cdata", "wrap", "--elements", "a b", "a.xml"], "'a b' is not the name of an element"),
    (["cdata", "wrap", "--elements", "", "a.xml"], "'' is not the name of an element"),
    (["cdata", "unwrap", "--elements", "a,2b", "a.xml"], "'2b' is not the name of an element"),
    (
      ["convert", "json", "--select", "--mapping", "podcast"],
      "--select needs the format sql and --mapping NAME"
    ),
    (["convert", "sql", "--select"], "--select needs the format sql and --mapping NAME"),
    (["convert", "sql", "--select", "--mapping", "podcast", "a.xml"], "--select reads no input"),
    (["PlistBuddy", "-c", "Print", "a.plist"], "a step runs a command of pliant, not PlistBuddy"),
    (["plistbuddy", "a.plist"], "a step runs a command of pliant, not PlistBuddy"),
    (["plutil", "-lint", "a.plist"], "a step runs a command of pliant, not plutil"),
    (["-lint", "a.plist"], "a step runs a command of pliant, not plutil"),
  ]

  @Test func checksWhatStepsAskFor() async throws {
    try await forEachRow(of: Self.badSteps) { (words: [String], sentence: String) in
      let (code, text) = try Self.check(words)
      #expect(code == .failure)
      #expect(
        text.hasPrefix("w.json:1:") && text.contains("error: step 1: ") && text.contains(sentence), "\(text)")
    }
  }

  /// What the check says of a workflow of one step.
  private static func check(_ words: [String]) throws -> (ExitCode, String) {
    try withTemporaryFolder { folder in
      let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
      let members = "\"steps\": [{\"run\": [\(list)], \"why\": \"reasons\"}]"
      try write(["w.json": workflow(members), "broken.json": "{\"name\""], in: folder)
      let run = try CapturedRun(in: folder)
      return (run.run("workflow", "check", "w.json"), run.errorText)
    }
  }

  @Test func acceptsWhatMayRun() async throws {
    try await forEachRow(of: [
      ["query", "$.a[?@.x == 1]", "a.json"], ["xpath", "--var", "v=1", "//p:a[$v]", "a.xml"],
      ["insert", "--xpath", "//a", "--append", "--markup", "<p:b>&copyright;</p:b>", "a.xml"],
      ["extract", "/a~1b", "a.json"],
      ["convert", "csv", "--records", "**/a", "--fields", "a,b=c.d", "a.xml"],
      ["convert", "json", "--mapping", "./made-later.json", "a.xml"], ["mapping", "check", "podcast"],
      ["convert", "sql", "--select", "--mapping", "podcast", "-o", "a.sql"],
      ["convert", "csv", "--records", "/", "a.json"], ["cdata", "wrap", "--elements", "p:a,b", "a.xml"],
    ]) { (words: [String]) in
      let (code, text) = try Self.check(words)
      #expect(code == .success, "\(text)")
    }
  }

  @Test("A parameter without a default may have any type that its option takes")
  func acceptsOpenParameters() async throws {
    let parameters = #""parameters": [{"name": "vat", "help": "h"}, {"name": "day", "help": "h"}]"#
    try await forEachRow(of: [
      ("replace vat --real {vat} a.json", ""), ("insert vat --date {day} --parents a.json", ""),
      ("replace vat --real {vatt} a.json", "unknown parameter 'vatt'"),
    ]) { (step: String, sentence: String) in
      try withTemporaryFolder { folder in
        let steps = "\"steps\": [\(Self.step(step)), \(Self.step("print {vat}{day}"))]"
        try write(["w.json": Self.workflow(parameters + ", " + steps)], in: folder)
        let run = try CapturedRun(in: folder)
        #expect(run.run("workflow", "check", "w.json") == (sentence.isEmpty ? .success : .failure))
        #expect(
          sentence.isEmpty == run.errorText.isEmpty && (sentence.isEmpty || run.errorText.contains(sentence)),
          "\(run.errorText)")
        #expect(!run.errorText.contains("invalid value"), "\(run.errorText)")
      }
    }
  }

  @Test(arguments: ["json", "xml", "plist"]) func mistakesHavePlaces(format: String) throws {
    let texts = [
      "json": """
      {"name": "w", "purpose": "p", "outputs": [{"path": "b.json", "help": "h"}],
       "steps": [{"run": "convert json -o a.json a.plist", "why": "reasons"},
                 {"run": "convrt json", "why": "reasons"}]}
      """,
      "xml": """
      <workflow name="w"><purpose>p</purpose><output path="b.json">h</output>
       <step run="convert json -o a.json a.plist">reasons</step>
                 <step run="convrt json">reasons</step></workflow>
      """,
      "plist": """
      <plist><dict><key>name</key><string>w</string><key>purpose</key><string>p</string>
      <key>outputs</key><array><dict><key>path</key><string>b.json</string><key>help</key><string>h</string></dict></array>
      <key>steps</key><array><dict><key>run</key><string>convert json -o a.json \
      a.plist</string><key>why</key><string>r</string></dict>
      <dict><key>run</key>
      <string>convrt json</string><key>why</key><string>r</string></dict></array></dict></plist>
      """,
    ]
    let places = ["json": ["3:20", "1:52"], "xml": ["3:22", "1:53"], "plist": ["5:1", "2:47"]]
    try withTemporaryFolder { folder in
      try write(["w": try #require(texts[format])], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("workflow", "check", "w") == .failure)
      let found = run.errorText.split(separator: "\n").map { $0.dropFirst(2).prefix { $0 != " " }.dropLast() }
      #expect(found.map(String.init) == places[format], "\(run.errorText)")
    }
  }

  @Test func reasonsAreComments() throws {
    try withTemporaryFolder { folder in
      let steps = #""steps": [{"run": "create json", "why": "a\ntouch b\r\u001b[2J\u2028c"}]"#
      try write(["w.json": Self.workflow(steps)], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("workflow", "run", "--dry-run", "w.json") == .success)
      let lines = run.outputText.split(whereSeparator: \.isNewline)
      #expect(lines == ["# 1. a touch b \\x1B[2J c", "pliant create json"], "\(run.outputText)")
    }
  }

  @Test func runsAnotherWorkflowOfItsFolder() throws {
    try withTemporaryFolder { folder in
      let inner = Self.workflow(
        """
        "parameters": [{"name": "out", "help": "h"}], "outputs": [{"path": "{out}", "help": "h"}],
        "steps": [\(Self.step("convert json -o {out} a.plist"))]
        """)
      let outer = Self.workflow(
        """
        "parameters": [{"name": "file", "help": "h", "default": "missing.json"}],
        "inputs": [{"path": "{file}", "help": "h"}],
        "steps": [\(Self.step("workflow run --set out=a.json inner.json")), \(Self.step("convert json -o b.json {file}"))]
        """)
      let asked = Self.workflow("\"steps\": [\(Self.step("workflow run inner.json"))]")
      let wrong = Self.workflow("\"steps\": [\(Self.step("workflow run --set oot=x inner.json"))]")
      let first = Self.workflow("\"steps\": [\(Self.step("workflow run d2.json"))]")
      let second = Self.workflow("\"steps\": [\(Self.step("workflow run d1.json"))]")
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("w"), withIntermediateDirectories: true)
      try write(
        [
          "w/inner.json": inner, "w/outer.json": outer, "w/asked.json": asked, "w/wrong.json": wrong,
          "w/d1.json": first, "w/d2.json": second, "w/a.plist": "(1)", "a.plist": "(2)",
        ], in: folder)
      let check = try CapturedRun(in: folder)
      #expect(check.run("workflow", "check", "w/outer.json") == .success, "\(check.errorText)")
      let run = try CapturedRun(in: folder)
      #expect(
        run.run("workflow", "run", "--set", "file=a.plist", "w/outer.json") == .success, "\(run.errorText)")
      // A step's path is beside the workflow, a given one in the caller's directory.
      #expect(read("w/a.json", in: folder) == "[\"1\"]\n" && read("w/b.json", in: folder) == "[\"2\"]\n")
      try write(["w/a.json": "before"], in: folder)
      let failing = try CapturedRun(in: folder)
      #expect(failing.run("workflow", "run", "-q", "w/outer.json") == .failure)
      #expect(read("w/a.json", in: folder) == "before")
      #expect(failing.errorText.contains("taken back: a.json"), "\(failing.errorText)")
      for (file, message) in [
        ("w/asked.json", "missing parameter 'out' for w"), ("w/wrong.json", "did you mean 'out'?"),
        ("w/d1.json", "the workflow runs itself: w/d1.json, w/d2.json, w/d1.json"),
      ] {
        let bad = try CapturedRun(in: folder)
        #expect(bad.run("workflow", "check", file) == .failure)
        #expect(bad.errorText.contains(message), "\(bad.errorText)")
      }
    }
  }

  @Test func runsPipesAndParameters() throws {
    try withTemporaryFolder { folder in
      let text = Self.workflow(
        """
        "parameters": [{"name": "in", "kind": "files", "default": "d/**/*.json", "help": "h"},
                       {"name": "out", "default": "out file.json", "help": "h"}],
        "steps": [\(Self.step("convert binary1 -o - {in} | convert json -o {out}"))]
        """)
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("d/e"), withIntermediateDirectories: true)
      try write(["w.json": text, "d/e/a.json": "{\"a\":1}"], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("workflow", "run", "w.json") == .success, "\(run.errorText)")
      #expect(read("out file.json", in: folder) == "{\"a\":1}\n")
      #expect(run.errorText == "step 1 of 1: reasons\n")
      let dry = try CapturedRun(in: folder)
      #expect(dry.run("workflow", "run", "--dry-run", "--set", "out=x;y", "w.json") == .success)
      #expect(
        dry.outputText
          == "# 1. reasons\npliant convert binary1 -o - d/e/a.json | pliant convert json -o 'x;y'\n")
      let wrong = try CapturedRun(in: folder)
      #expect(wrong.run("workflow", "run", "--set", "ot=x", "w.json") == .trouble)
      #expect(wrong.errorText.contains("unknown parameter 'ot' for w; did you mean 'out'?"))
      let option = try CapturedRun(in: folder)
      #expect(option.run("workflow", "run", "--set", "out=--pretty", "w.json") == .trouble)
      #expect(option.errorText.contains("out: '--pretty' would be read as an option"))
    }
  }

  @Test func readsXMLAndPropertyLists() throws {
    try withTemporaryFolder { folder in
      let text = """
        <workflow name="w"><purpose>p</purpose><description>One.</description>
          <parameter name="in" kind="file">the input<allowed>a.json</allowed></parameter>
          <step run="convert binary1 -o out.plist {in}">be
            cause</step></workflow>
        """
      try write(
        [
          "w.xml": text, "bad.xml": "<workflow name='w'><step/>", "other.xml": "<a/>", "a.json": "{}",
          "more.xml": "<workflow name='w'>\n<stop/></workflow>",
        ],
        in: folder)
      let run = try CapturedRun(in: folder)
      #expect(
        run.run("workflow", "run", "--dry-run", "--set", "in=a.json", "w.xml") == .success, "\(run.errorText)"
      )
      #expect(run.outputText == "# 1. be cause\npliant convert binary1 -o out.plist a.json\n")
      #expect(run.run("workflow", "check", "bad.xml", "other.xml", "more.xml") == .failure)
      #expect(run.errorText.contains("more.xml:2:1: error: unexpected 'stop'"), "\(run.errorText)")
      #expect(
        run.errorText.contains("bad.xml:1:") && run.errorText.contains("the root element of a workflow is"))
    }
  }

  @Test func takesBackOutputsOfAFailedRun() throws {
    try withTemporaryFolder { folder in
      let text = Self.workflow(
        """
        "outputs": [{"path": "new.json", "help": "h"}, {"path": "old.json", "help": "h"}],
        "steps": [\(Self.step("convert json -o new.json a.json")), \(Self.step("convert json -o old.json a.json")),
                  \(Self.step("convert json -o old.json missing.json")), \(Self.step("convert json -o never a.json"))]
        """)
      try write(["w.json": text, "a.json": "[1]", "old.json": "before"], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("workflow", "run", "-q", "w.json") == .failure)
      #expect(read("new.json", in: folder) == nil && read("old.json", in: folder) == "before")
      #expect(read("never", in: folder) == nil)
      #expect(
        run.errorText.contains(
          "error: step 3 of 4 failed (reasons): pliant convert json -o old.json missing.json"))
      #expect(run.errorText.contains("taken back: new.json, old.json"))
    }
  }

  @Test func acceptsExitStatusesAndSkipsWhatIsUpToDate() throws {
    try withTemporaryFolder { folder in
      let text = Self.workflow(
        """
        "parameters": [{"name": "out", "default": "new/b.plist", "help": "h"}],
        "outputs": [{"path": "{out}", "help": "h"}],
        "steps": [
          {"run": "convert xml1 -o {out} a.json", "why": "makes", "unless-newer": "{out}"},
          {"run": "diff a.json c.json", "why": "compares", "accept": [0, 1]}, \(Self.step("lint a.json"))]
        """)
      try write(["w.json": text, "a.json": "{\"z\":1}", "c.json": "{}"], in: folder)
      let past = Date(timeIntervalSinceNow: -60)
      for name in ["w.json", "a.json"] {
        try FileManager.default.setAttributes(
          [.modificationDate: past], ofItemAtPath: folder.appendingPathComponent(name).path)
      }
      let first = try CapturedRun(in: folder)
      #expect(first.run("workflow", "run", "w.json") == .success, "\(first.errorText)")
      #expect(!first.errorText.contains("up to date"))
      let second = try CapturedRun(in: folder)
      #expect(second.run("workflow", "run", "w.json") == .success)
      #expect(second.errorText.contains("step 1 of 3: makes (up to date)"), "\(second.errorText)")
      // A changed source, and one that fails: the output is back, and a directory that the run made is gone.
      try write(["a.json": "{\"z\":2,"], in: folder)
      let before = read("new/b.plist", in: folder)
      let failing = try CapturedRun(in: folder)
      #expect(failing.run("workflow", "run", "w.json") == .failure)
      #expect(failing.errorText.contains("step 1 of 3 failed") && read("new/b.plist", in: folder) == before)
      let other = try CapturedRun(in: folder)
      #expect(other.run("workflow", "run", "--set", "out=other/deep/b.plist", "w.json") == .failure)
      #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("other").path))
      let page = try CapturedRun(in: folder)
      #expect(page.run("workflow", "man", "w.json") == .success)
      #expect(page.outputText.contains("Exit status 0 or 1 counts as success."), "\(page.outputText)")
      #expect(
        page.outputText.contains("pliant workflow run [\\-\\-set out=VALUE] w.json"), "\(page.outputText)")
    }
  }

  @Test func takesBackWhatStepsRewriteInPlace() throws {
    try withTemporaryFolder { folder in
      let text = Self.workflow(
        """
        "steps": [\(Self.step("replace z --integer 2 a.json")), \(Self.step("convert xml1 -o new.plist a.json")),
          \(Self.step("extract nope a.json"))]
        """)
      try write(["w.json": text, "a.json": "{\"z\":1}"], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("workflow", "run", "w.json") == .failure)
      #expect(run.errorText.contains("taken back: a.json, new.plist"), "\(run.errorText)")
      #expect(read("a.json", in: folder) == "{\"z\":1}" && read("new.plist", in: folder) == nil)
    }
  }

  @Test func keepsFilesIfAnInnerWorkflowMayFail() throws {
    try withTemporaryFolder { folder in
      func outer(_ last: String) -> String {
        Self.workflow(
          """
          "steps": [\(Self.step("replace z --integer 2 a.json")),
            {"run": "workflow run inner.json", "why": "tries", "accept": [0, 1]}, \(Self.step(last))]
          """)
      }
      let inner = Self.workflow(
        """
        "steps": [\(Self.step("replace z --integer 3 a.json b.json")), \(Self.step("extract nope a.json"))]
        """)
      try write(
        [
          "w.json": outer("lint a.json"), "fails.json": outer("lint -q none.json"), "inner.json": inner,
          "a.json": "{\"z\":1}", "b.json": "{\"z\":1}",
        ], in: folder)
      let failing = try CapturedRun(in: folder)
      #expect(failing.run("workflow", "run", "fails.json") != .success)
      #expect(failing.errorText.contains("taken back: a.json ["), "\(failing.errorText)")
      #expect(read("a.json", in: folder) == "{\"z\":1}" && read("b.json", in: folder) == "{\"z\":1}")
      let run = try CapturedRun(in: folder)
      #expect(run.run("workflow", "run", "w.json") == .success, "\(run.errorText)")
      #expect(run.errorText.contains("taken back: a.json, b.json"), "\(run.errorText)")
      #expect(read("a.json", in: folder) == "{\"z\":2}" && read("b.json", in: folder) == "{\"z\":1}")
    }
  }

  @Test func reportsEveryMistakeAtOnce() throws {
    try withTemporaryFolder { folder in
      let text = Self.workflow(
        """
        "steps": [{"run": "convert jsn a", "why": "w", "accept": "x"}, {"run": "lint a", "why": "w", "unless": "b"},
          {"run": "extract --nope a", "why": "w"}]
        """)
      let examples = Self.workflow(
        """
        "steps": [{"run": "lint a.json", "why": "w", "unless-newer": "b"}],
        "examples": [{"run": "pliant workflow run --set q=1 x.json", "help": "h"}, {"run": "cat x", "help": "h"}]
        """)
      try write(["w.json": text, "x.json": examples], in: folder)
      let check = try CapturedRun(in: folder)
      #expect(check.run("workflow", "check", "w.json", "x.json") == .failure)
      for message in [
        "'accept' of step 1 must be exit statuses", "step 1: unknown format 'jsn'",
        "unknown key 'unless' in step 2",
        "step 3: unknown option '--nope'", "step 1 does not make 'b'", "example 1: unknown parameter 'q'",
      ] { #expect(check.errorText.contains(message), "\(message): \(check.errorText)") }
      #expect(!check.errorText.contains("example 2"))
    }
  }

  @Test func everyExampleIsSoundAndHasAPage() throws {
    let folder = testdata("workflows")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let list = try CapturedRun(in: folder)
    #expect(list.run("workflow", "list") == .success)
    #expect(try CapturedRun(in: folder).run("workflow", "list", "nowhere") == .failure)
    for name in names where !Self.waitsForVerbs(name) {
      #expect(list.outputText.contains("(\(name))"))
      let check = try CapturedRun(in: folder)
      #expect(check.run("workflow", "check", name) == .success, "\(check.errorText)")
      try withTemporaryFolder { pages in
        let page = pages.appendingPathComponent("page.7")
        let man = try CapturedRun(in: folder)
        #expect(man.run("workflow", "man", name, "-o", page.path) == .success, "\(man.errorText)")
        let text = try String(contentsOf: page, encoding: .utf8)
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "PARAMETERS", "STEPS", "EXIT STATUS", "EXAMPLES"] {
          #expect(
            text.contains(".Sh \(section)\n") || text.contains(".Sh \"\(section)\"\n"), "\(name): \(section)")
        }
        #expect(try mandocErrors(page) == [])
      }
    }
  }

  /// Whether the workflow's steps use a verb that is not there yet.
  private static func waitsForVerbs(_ name: String) -> Bool {
    switch name {
    case "encoding-cleanup.plist":
      !Set(ManualTests.awaited).isDisjoint(with: ["encoding", "transcode", "lint"])
    case "podcast-to-sqlite.xml":
      ManualTests.awaited.contains("lint")
        || Program.commandSet.verb(named: "convert")?.option(named: "mapping") == nil
    default: false
    }
  }

  @Test func releaseMetadataRuns() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.copyItem(
        at: testdata("examples/app"), to: folder.appendingPathComponent("App"))
      let run = try CapturedRun(in: folder)
      let name = "release-metadata.json"
      try FileManager.default.copyItem(
        at: testdata("workflows/" + name), to: folder.appendingPathComponent(name))
      #expect(run.run("workflow", "run", "--set", "folder=App", name) == .success, "\(run.errorText)")
      let proof = try CapturedRun(in: folder)
      #expect(proof.run("convert", "json", "-o", "-", "Info.plist") == .success)
      let source = try CapturedRun(in: folder)
      #expect(source.run("convert", "json", "-o", "-", "App/Info.plist") == .success)
      #expect(proof.outputText == source.outputText && !source.outputText.isEmpty)
      for name in ["Notes.entitlements", "Localizable.strings"] {
        let both = try [name, "App/" + name].map { path in
          let one = try CapturedRun(in: folder)
          #expect(one.run("convert", "json", "-q", "-o", "-", path) == .success, "\(one.errorText)")
          return one.outputText
        }
        #expect(both[0] == both[1] && !both[0].isEmpty, "\(name)")
      }
    }
  }

  /// What is installed runs as it is, in a copy of the directory that it is installed in.
  @Test func everyInstalledWorkflowRunsWithItsDefaults() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: testdata("workflows").path)
    #expect(names.count >= 3)
    for name in names {
      try withTemporaryFolder { folder in
        let installed = try shell(
          "make -s install-files DESTDIR='\(folder.path)' PREFIX= PLIANT='\(builtProgram("pliant").path)' FOUNDATION='\(builtProgram("pliant-foundation").path)'",
          in: packageRoot)
        #expect(installed.code == 0, "\(installed)")
        let run = try CapturedRun(in: folder.appendingPathComponent("share/doc/pliant/examples"))
        #expect(run.run("workflow", "run", name) == .success, "\(name): \(run.errorText)")
      }
    }
  }

  @Test func encodingCleanupRuns() throws {
    try withTemporaryFolder { folder in
      let legacy = folder.appendingPathComponent("legacy/deep")
      try FileManager.default.createDirectory(at: legacy, withIntermediateDirectories: true)
      let prose = "Die schöne Müllerin wäscht die Füße; über Täler und Höhen führt der Weg zurück nach Köln."
      let honest = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>\(prose)</a>\n"
      let lying = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>\(prose)</a>\n"
      try #require(honest.data(using: .isoLatin1)).write(to: legacy.appendingPathComponent("honest.xml"))
      try #require(lying.data(using: .isoLatin1)).write(to: legacy.appendingPathComponent("lying.xml"))
      let run = try CapturedRun(in: folder)
      let file = "encoding-cleanup.plist"
      try FileManager.default.copyItem(
        at: testdata("workflows/" + file), to: folder.appendingPathComponent(file))
      #expect(run.run("workflow", "run", file) == .success, "\(run.outputText)\(run.errorText)")
      for name in ["honest.xml", "lying.xml"] {
        let text = try #require(read(name, in: legacy))
        #expect(text.contains("encoding=\"UTF-8\"") && text.contains(prose), "\(name): \(text)")
      }
    }
  }
}
