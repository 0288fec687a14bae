// Which files lint looks at, what it says of the others, and that nothing checked is never taken for nothing found.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct LintSelectionTests {
  private struct Outcome {
    let code: ExitCode
    let output: String
    let error: String
  }

  private static let false8 = Array("caf\u{E9}\n".unicodeScalars.map { UInt8($0.value) })

  /// A tree with a file of every kind.
  private func inTree(_ body: (URL, (String, [String]) throws -> Outcome) throws -> Void) throws {
    try withTemporaryFolder { folder in
      for name in ["a/deep", "node_modules/x", ".git", "secret"] {
        try FileManager.default.createDirectory(
          at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
      }
      try write(
        [
          "a/x.json": "{}", ".gitignore": "secret/\n", "secret/s.json": "{", "lib.min.js": "x\n",
          ".gitattributes":
            "*.gen linguist-generated\nkept.gen -linguist-generated\nown/** linguist-vendored=true\n",
          "b.gen": "x", "kept.gen": "x", "node_modules/x/i.json": "{", ".git/config.json": "{",
          "feed.rss": "<rss>{% for i in x %}<item/>{% endfor %}</rss>", ".hidden.json": "{}",
        ], in: folder)
      for (name, bytes) in [
        ("a/deep/n.py", Self.false8), ("d.bin", [0, 1, 2, 3, 0xFF]),
        ("wide.txt", [0xFF, 0xFE, 0x61, 0, 0xE9, 0, 0x0A, 0]),
      ] { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent("link.json").path, withDestinationPath: "a/x.json")
      try body(folder) { directory, words in
        let run = try CapturedRun(input: nil, in: folder.appendingPathComponent(directory))
        let code = Program.run(["lint"] + words, context: run.context)
        return Outcome(code: code, output: run.outputText, error: run.errorText)
      }
    }
  }

  @Test func everyTextIsLookedAtAndTheRestIsCounted() throws {
    try inTree { _, lint in
      let result = try lint("", [])
      #expect(result.code == .failure)
      #expect(
        result.output.hasSuffix(
          "\n8 files checked, 6 by encoding only, 7 skipped (1 binary, 1 ignored, 4 vendored, 1 linked), 1 finding\n"
        ),
        "\(result.output)")
      #expect(result.output.hasPrefix("a/deep/n.py:1:4: error: no encoding is declared"))
      let list = try lint("", ["--list"])
      #expect(list.code == .success)
      #expect(
        list.output == """
          .git/: skipped, vendored
          .gitattributes: encoding only
          .gitignore: encoding only
          .hidden.json: JSON
          a/deep/n.py: encoding only
          a/x.json: JSON
          b.gen: skipped, vendored
          d.bin: skipped, binary
          feed.rss: encoding only, Jinja template
          kept.gen: encoding only
          lib.min.js: skipped, vendored
          link.json: skipped, linked
          node_modules/: skipped, vendored
          secret/: skipped, ignored
          wide.txt: encoding only
          8 files, 6 by encoding only, 7 skipped (1 binary, 1 ignored, 4 vendored, 1 linked)

          """)
    }
  }

  @Test func patternsAddOrReplace() throws {
    try inTree { _, lint in
      // Directory, words, exit code, files checked.
      for (directory, words, code, checked) in [
        ("", ["--only", "*.json"], ExitCode.success, 2), ("", ["--only", "*.{json,rss}"], .success, 3),
        ("", ["--only", "a/*.json"], .success, 1), ("a", ["--only", "a/*.json", ".."], .success, 1),
        ("", ["--only", "x.json", "a"], .success, 1), ("", ["--only", "a/x.json", "a"], .trouble, 0),
        ("", ["--only", "a/", "--exclude", "deep"], .success, 1),
        ("", ["--include", "lib.min.js"], .failure, 9), ("a", ["--include", "*.min.js", ".."], .failure, 9),
        ("", ["--include", "*.gen"], .failure, 9), ("", ["--include", "d.bin"], .failure, 9),
        ("", ["--include", "node_modules/**"], .failure, 9),
        ("", ["--include", "node_modules"], .failure, 9),
        // A pattern that does not name the directory leaves it alone, and what is ignored remains so.
        ("", ["--include", "*.json"], .failure, 8), ("", ["--include", "secret/*"], .trouble, 0),
        ("", ["--include", "lib.min.js", "--exclude", "lib*"], .trouble, 0),
        ("", ["--only", "*.rss", "--include", "lib.min.js"], .success, 2),
        ("", ["--only", "*.json", "a/x.json"], .success, 1),
        ("", ["--only", "*.json", "wide.txt"], .trouble, 0),
        ("", ["--only", "*.zip"], .trouble, 0), ("", ["--only", "*.zip", "--allow-empty"], .trouble, 0),
        ("", ["--only", "{a"], .trouble, 0), ("", ["--exclude", "[a"], .trouble, 0),
        ("", ["d.bin"], .trouble, 0), ("", ["d.bin", "--allow-empty"], .success, 0),
        ("", ["secret/s.json"], .failure, 1), ("", ["link.json"], .success, 1),
      ] {
        let result = try lint(directory, words)
        #expect(result.code == code, "\(words) \(result.output)\(result.error)")
        let line = result.output.split(separator: "\n").last ?? "0 files "
        #expect(line.hasPrefix(checked == 1 ? "1 file " : "\(checked) files "), "\(words) \(result.output)")
      }
    }
  }

  /// What pre-commit passes is looked at as a walk looks at it.
  @Test func aGeneratedListIsWalked() throws {
    try inTree { folder, lint in
      let names = [
        "a/x.json", "secret/s.json", "lib.min.js", "b.gen", "kept.gen", "node_modules/x/i.json", "link.json",
        "a/deep/n.py", "d.bin", "feed.rss", ".hidden.json", "wide.txt", ".gitignore", ".gitattributes",
      ]
      let walked = try lint("", ["--list"]).output.split(separator: "\n").filter { !$0.hasPrefix(".git/:") }
      let listed = try lint("", ["--list", "--allow-empty"] + names).output.split(separator: "\n")
      #expect(listed.dropLast() == walked.dropLast())
      #expect(
        listed.last == "8 files, 6 by encoding only, 6 skipped (1 binary, 1 ignored, 3 vendored, 1 linked)")
      try write([".pliant.json": "{\"exclude\": [\"a/\"], \"only\": [\"*.json\"]}"], in: folder)
      #expect(try lint("", ["--list", "--allow-empty"] + names).output.contains("a/: skipped, excluded\n"))
      // A list in which no pattern means a file is as good as an empty one.
      #expect(try lint("", ["--only", "*.zip", "--allow-empty", "d.bin"]).code == .success)
      #expect(try lint("", ["--allow-empty", "none.json"]).code == .trouble)
    }
  }

  @Test func patternsOfSettings() throws {
    try inTree { folder, lint in
      try write([".pliant.json": "{\"only\": [\"a/*.json\", \"*.none\"]}"], in: folder)
      let result = try lint("", [])
      #expect(result.code == .success)
      #expect(result.output.hasPrefix("1 file checked, "))
      #expect(
        result.error.hasSuffix(
          ".pliant.json: note: no file matches '*.none' of 'only' [lint/configuration]\n"))
      // They are seen from the folder of the settings, wherever lint runs.
      let inner = try lint("a", [])
      #expect(inner.output.hasPrefix("1 file checked, "))
      for (text, message) in [
        ("{\"only\":\n[\"{a\"]}", "pliant.json:2:2: error: invalid pattern '{a': unterminated '{'"),
        ("{\n\"failOn\": \"never\"}", "pliant.json:2:11: error: unknown severity 'never'"),
        (
          "{\"expectEncoding\": \"utf9\"}",
          "pliant.json:1:20: error: unknown encoding 'utf9'; did you mean 'UTF-8'?"
        ),
        ("{\"mappings\": {\"*.x\":\n\"no\"}}", "pliant.json:2:1: error: unknown mapping 'no'"),
        ("{\"mappings\": {\"[\":\n\"users\"}}", "pliant.json:1:15: error: invalid pattern '['"),
      ] {
        try write([".pliant.json": text], in: folder)
        let result = try lint("", [])
        #expect(result.code == .trouble && result.error.contains(message), "\(text): \(result.error)")
      }
    }
  }

  @Test func aDirectoryThatCannotBeListedIsTrouble() throws {
    try withTemporaryFolder { folder in
      // Deeper than a walk goes; rights would not stop root.
      let deep = String(repeating: "d/", count: 258)
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(deep), withIntermediateDirectories: true)
      try write(["a.json": "{}"], in: folder)
      for format in ["text", "junit", "json"] {
        let run = try CapturedRun(input: nil, in: folder)
        #expect(run.run("lint", "--format", format) == .trouble)
        #expect(
          run.errorText.contains("d/d: error: cannot read: directories are nested too deeply"),
          "\(run.errorText)")
        if format == "text" { #expect(run.outputText == "1 file checked, 1 unreadable, no findings\n") }
        if format == "json" { #expect(run.outputText.contains("\"unreadable\":1")) }
        if format == "junit" { #expect(run.outputText.contains("errors=\"1\"")) }
      }
    }
  }

  @Test func shortFilesThatEndWithinACharacterAreChecked() throws {
    try withTemporaryFolder { folder in
      for bytes in [[0x63, 0xE9], [0x63, 0xE9, 0x0A], [0xC3], [0xF0, 0x9F, 0x0A], [0x61, 0xFF]] as [[UInt8]] {
        try Data(bytes).write(to: folder.appendingPathComponent("a.py"))
        #expect(try CapturedRun(input: nil, in: folder).run("lint", "a.py") != .trouble, "\(bytes)")
      }
    }
  }

  @Test func quietMeansQuiet() throws {
    try withTemporaryFolder { folder in
      try write(["a.json": "{}", "b.json": "{"], in: folder)
      let clean = try CapturedRun(input: nil, in: folder)
      #expect(clean.run("lint", "-q", "a.json") == .success)
      #expect(clean.outputText.isEmpty && clean.errorText.isEmpty)
      let found = try CapturedRun(input: nil, in: folder)
      #expect(found.run("lint", "-q") == .failure)
      #expect(found.outputText.hasSuffix("\n2 files checked, 1 finding\n"))
    }
  }

  @Test func everyReportTellsWhatWasChecked() throws {
    try inTree { _, lint in
      for (format, text) in [
        ("github", "::notice title=pliant lint::8 files checked, 6 by encoding only, 7 skipped"),
        ("junit", "value=\"8 files checked, 6 by encoding only, 7 skipped"),
        ("json", "{\"coverage\":{\"checked\":8,\"byEncodingOnly\":6,\"skipped\":{\"binary\":1,"),
        ("sarif", "\"coverage\":{\"checked\":8,\"byEncodingOnly\":6,\"skipped\":{\"binary\":1,"),
      ] {
        let result = try lint("", ["--format", format])
        #expect(result.output.contains(text), "\(format)")
      }
      // GitLab's report is a list of findings and nothing else.
      let gitlab = try lint("", ["--format", "gitlab"])
      #expect(gitlab.error.contains("8 files checked"))
    }
  }

  @Test func dryRunIsDiff() throws {
    try withTemporaryFolder { folder in
      let text = "<?xml version=\"1.0\" encoding=\"utf8\"?>\n<a/>\n"
      try write(["a.xml": text], in: folder)
      var outputs: [String] = []
      for option in ["--diff", "--dry-run"] {
        let run = try CapturedRun(input: nil, in: folder)
        #expect(run.run("lint", option) == .failure)
        outputs.append(run.outputText)
      }
      #expect(outputs[0] == outputs[1] && outputs[0].hasPrefix("--- a.xml\n"))
      #expect(read("a.xml", in: folder) == text)
    }
  }

  @Test func baselineEntriesOfVanishedFilesAreReported() throws {
    try withTemporaryFolder { folder in
      try write(["a.json": "{", "b.json": "{"], in: folder)
      #expect(
        try CapturedRun(input: nil, in: folder).run("lint", "--baseline", "k", "--update-baseline")
          == .success)
      try FileManager.default.removeItem(at: folder.appendingPathComponent("b.json"))
      let run = try CapturedRun(input: nil, in: folder)
      #expect(run.run("lint", "--baseline", "k") == .success)
      #expect(run.errorText.contains("1 entry no longer occurs"), "\(run.errorText)")
    }
  }

  @Test func templatesAreCheckedByEncodingOnly() throws {
    try withTemporaryFolder { folder in
      for (name, text, look) in [
        ("a.xml", "<a>{% if x %}<b>{% endif %}</a>", "encoding only, Jinja template"),
        ("a.xml", "<a><% items.each do |i| %><b/><% end %></a>", "encoding only, ERB template"),
        ("a.rss", "{{#items}}<item/>{{/items}}", "encoding only, Mustache template"),
        (
          "a.xml", "<a xmlns:py=\"http://genshi.edgewall.org/\" py:if=\"x\"/>",
          "encoding only, Genshi template"
        ),
        ("a.json", "{ \"a\": {{ x }} }", "encoding only, Mustache template"),
        // What means itself.
        ("a.xml", "<a>{{ x }}</a>", "XML"), ("a.json", "{\"a\": \"{{#x}}{{/x}}\"}", "JSON"),
        ("a.xml", "<a>{ x }<b></a>", "XML"), ("a.json", "[{{}}]", "JSON"),
      ] {
        try write([name: text], in: folder)
        let run = try CapturedRun(input: nil, in: folder)
        #expect(run.run("lint", "--list", name) == .success)
        #expect(run.outputText.hasPrefix("\(name): \(look)\n"), "\(text) \(run.outputText)")
      }
    }
  }
}
