// pliant lint from the command line: folders, reports, exit codes, fixes, configuration, baselines.

import Commands
import Foundation
import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct LintCommandTests {
  private struct Outcome {
    let code: ExitCode
    let output: String
    let error: String
  }

  private func lint(in folder: URL, input: [UInt8]? = nil, _ words: String...) throws -> Outcome {
    let run = try CapturedRun(input: input, in: folder)
    let code = Program.run(["lint"] + words, context: run.context)
    return Outcome(code: code, output: run.outputText, error: run.errorText)
  }

  private static let files = [
    "good.plist": "<plist version=\"1.0\"><true/></plist>\n",
    "bad.plist": "<plist version=\"1.0\"><date>x</date></plist>\n",
    "warn.xml": "<?xml version=\"1.0\" encoding=\"utf8\"?>\n<a/>\n", "notes.txt": "a < b & c",
  ]

  private func inFolder(_ body: (URL) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try write(Self.files, in: folder)
      try body(folder)
    }
  }

  @Test func reportsLikeACompiler() throws {
    try inFolder { folder in
      let result = try lint(in: folder)
      #expect(result.code == .failure)
      #expect(
        result.output == """
          bad.plist:1:22: error: 'x' is not a date such as 2024-02-29T12:00:00Z [plist/value]
          warn.xml:1:31: warning: 'utf8' is not the registered name, which is 'UTF-8' [encoding/nonstandard-name]
          4 files checked, 1 by encoding only, 2 findings

          """)
    }
  }

  @Test func exitCodes() async throws {
    try await forEachRow(
      of: [
        (["good.plist"], ExitCode.success), (["warn.xml"], .failure),
        (["warn.xml", "--fail-on", "error"], .success),
        (["bad.plist", "--exit-zero"], .success), (["nothing.plist"], .trouble),
        (["bad.plist", "--ignore", "plist"], .success),
        (["bad.plist", "--select", "encoding,xml"], .success), (["--select", "plist/valu"], .trouble),
        (["good.plist", "--expect-encoding", "utf-16"], .failure),
        (["--exclude", "*.plist", "--exclude", "warn.*"], .success),
        (["bad.plist", "--exclude", "bad*"], .trouble),
        (["bad.plist", "--exclude", "bad*", "--allow-empty"], .success),
        (["--rules"], .success),
        (["--explain", "plist/value"], .success),
        (["--explain", "plist/val"], .trouble), (["--format", "sarf"], .trouble),
      ] as [([String], ExitCode)]
    ) { (words: [String], code: ExitCode) in
      try inFolder { folder in
        let run = try CapturedRun(input: nil, in: folder)
        #expect(
          Program.run(["lint"] + words, context: run.context) == code, "\(run.outputText)\(run.errorText)")
      }
    }
  }

  @Test func everyReportIsWellFormed() throws {
    try inFolder { folder in
      let sarif = try lint(in: folder, "--format", "sarif").output
      let log = try #require(try JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any])
      let run = try #require((log["runs"] as? [[String: Any]])?.first)
      #expect((run["results"] as? [[String: Any]])?.count == 2)
      #expect((run["results"] as? [[String: Any]])?.allSatisfy { $0["partialFingerprints"] != nil } == true)
      let junit = try lint(in: folder, "--format", "junit").output
      #expect(Array(junit.utf8).withByteView { Linter().lint($0, name: "report.xml").findings }.isEmpty)
      #expect(junit.contains("tests=\"4\" failures=\"2\""))
      let gitlab = try lint(in: folder, "--format", "gitlab").output
      let issues = try #require(try JSONSerialization.jsonObject(with: Data(gitlab.utf8)) as? [[String: Any]])
      #expect(Set(issues.compactMap { $0["fingerprint"] as? String }).count == 2)
      #expect(issues.allSatisfy { ($0["location"] as? [String: Any])?["lines"] is [String: Any] })
      let github = try lint(in: folder, "--format", "github").output
      #expect(github.hasPrefix("::error file=bad.plist,line=1,col=22,title=plist/value::"))
      for line in try lint(in: folder, "--format", "json").output.split(separator: "\n") {
        #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
      }
    }
  }

  @Test func fixesOrShowsWhatItWouldFix() throws {
    try inFolder { folder in
      let shown = try lint(in: folder, "--diff", "warn.xml")
      #expect(
        shown.output.hasPrefix(
          "--- warn.xml\n+++ warn.xml\n@@ -1,2 +1,2 @@\n-<?xml version=\"1.0\" encoding=\"utf8\"?>\n+<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n <a/>\n"
        ))
      #expect(read("warn.xml", in: folder) == Self.files["warn.xml"])
      try write(["t\t\n\"\\é .xml": Self.files["warn.xml"] ?? ""], in: folder)
      let quoted = try lint(in: folder, "--diff", "t\t\n\"\\é .xml").output
      #expect(quoted.hasPrefix(#"--- "t\t\n\"\\é .xml""# + "\n" + #"+++ "t\t\n\"\\é .xml""# + "\n@@ -1,2"))
      // git reads control characters as octal numbers only.
      try write(["\u{1B}\u{7F}.xml": Self.files["warn.xml"] ?? ""], in: folder)
      let control = try lint(in: folder, "--diff", "\u{1B}\u{7F}.xml").output
      #expect(control.hasPrefix(#"--- "\033\177.xml""# + "\n" + #"+++ "\033\177.xml""# + "\n@@ -1,2"))
      #expect(try lint(in: folder, "--fix", "warn.xml").code == .success)
      #expect(read("warn.xml", in: folder) == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>\n")
    }
  }

  @Test func aBaselineIsWrittenWhenAskedForAndThenHonoured() throws {
    try inFolder { folder in
      let missing = try lint(in: folder, "--baseline", "known.txt")
      #expect(missing.code == .trouble)
      #expect(read("known.txt", in: folder) == nil)
      #expect(try lint(in: folder, "--baseline", "known.txt", "--update-baseline").code == .success)
      #expect(try lint(in: folder, "--baseline", "known.txt").code == .success)
      try write(["new.plist": "<plist><date>y</date></plist>\n"], in: folder)
      let result = try lint(in: folder, "--baseline", "known.txt")
      #expect(result.code == .failure)
      #expect(result.output.hasPrefix("new.plist:"))
    }
  }

  @Test func aConfigurationIsFoundUpwards() throws {
    try inFolder { folder in
      let inner = folder.appendingPathComponent("inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try write(["bad.plist": "<plist><date>y</date></plist>\n"], in: inner)
      #expect(try lint(in: inner).code == .failure)
      try write([".pliant.json": "{\"lint\": {\"ignore\": [\"plist/value\"]}}"], in: folder)
      #expect(try lint(in: inner).code == .success)
      try write([".pliant.json": "{\"ignor\": []}"], in: folder)
      #expect(try lint(in: inner).code == .trouble)
    }
  }

  @Test func gitignoreAndStandardInput() throws {
    try inFolder { folder in
      try write([".gitignore": "bad.plist\n*.xml\n"], in: folder)
      #expect(try lint(in: folder).code == .success)
      let piped = try lint(
        in: folder, input: Array("<plist><date>y</date></plist>".utf8), "--stdin-filename", "x.plist")
      #expect(piped.output.hasPrefix("x.plist:1:8: error:"))
    }
  }

  @Test func patternsAreSeenFromWhereTheyStand() throws {
    try inFolder { folder in
      let inner = folder.appendingPathComponent("inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try write(["x.plist": "<plist><date>y</date></plist>\n"], in: inner)
      #expect(try lint(in: folder, "inner").code == .failure)
      #expect(try lint(in: folder, "inner", "--exclude", "inner/x.plist", "--allow-empty").code == .success)
      #expect(try lint(in: folder, "inner/x.plist", "--exclude", "inner/*", "--allow-empty").code == .success)
      #expect(try lint(in: inner, "--exclude", "inner/x.plist").code == .failure)
      #expect(try lint(in: folder, inner.path, "--exclude", "inner", "--allow-empty").code == .success)
      try write([".pliant.json": "{\"exclude\": [\"inner/x.plist\"]}"], in: folder)
      #expect(try lint(in: inner, "--allow-empty").code == .success)
      #expect(try lint(in: inner, "x.plist", "--allow-empty").code == .success)
    }
  }

  @Test func gitignoreOfTheFoldersAboveCounts() throws {
    try inFolder { folder in
      let inner = folder.appendingPathComponent("a/b")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try write(["x.plist": "<plist><date>y</date></plist>\n"], in: inner)
      try write([".gitignore": "/a/b/x.plist\n"], in: folder)
      // Only in a repository.
      #expect(try lint(in: inner).code == .failure)
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(".git"), withIntermediateDirectories: true)
      #expect(try lint(in: inner, "--allow-empty").code == .success)
      #expect(try lint(in: folder, "a/b", "--allow-empty").code == .success)
      #expect(try lint(in: folder, "a/b/x.plist").code == .failure)
      try write([".gitignore": "!x.plist\n"], in: inner)
      #expect(try lint(in: folder, "a").code == .failure)
    }
  }

  @Test func aBaselineNamesFilesFromItsFolder() throws {
    try inFolder { folder in
      let inner = folder.appendingPathComponent("inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try write(["x.plist": "<plist><date>y</date></plist>\n"], in: inner)
      #expect(try lint(in: folder, "--baseline", "known.txt", "--update-baseline").code == .success)
      #expect(read("known.txt", in: folder)?.contains("\"inner/x.plist\"") == true)
      #expect(try lint(in: inner, "--baseline", "../known.txt").code == .success)
      #expect(try lint(in: folder, inner.path, "--baseline", "known.txt").code == .success)
      try write([".pliant.json": "{\"baseline\": \"known.txt\"}"], in: folder)
      #expect(try lint(in: inner).code == .success)
      for bad in ["[]", "{\"a\": 1}", "{\"a\": [1]}", "{"] {
        try write(["bad.txt": bad], in: folder)
        #expect(try lint(in: folder, "--baseline", "bad.txt", "good.plist").code == .trouble, "\(bad)")
      }
    }
  }

  @Test func whatIsLeftOutPassesThrough() throws {
    try inFolder { folder in
      let text = "<?xml version=\"1.0\" encoding=\"utf8\"?>\n<a/>\n"
      let fixed = try lint(in: folder, input: Array(text.utf8), "--fix", "--stdin-filename", "x.xml")
      #expect(fixed.output == text.replacing("utf8", with: "UTF-8"))
      let passed = try lint(
        in: folder, input: Array(text.utf8), "--fix", "--stdin-filename", "x.xml", "--exclude", "x.xml")
      #expect(passed.output == text)
      #expect(passed.code == .success)
      // A difference, and nothing else, is for patch(1).
      let shown = try lint(in: folder, "--diff", "bad.plist", "warn.xml")
      #expect(shown.output.hasSuffix("\n <a/>\n"))
      #expect(shown.error.contains("[plist/value]"))
    }
  }

  @Test func orderIsTheSameWithManyThreads() throws {
    try withTemporaryFolder { folder in
      for number in 0..<100 {
        try write(["f\(1000 + number).plist": "<plist><date>\(number)</date></plist>"], in: folder)
      }
      let one = try lint(in: folder, "--jobs", "1").output
      #expect(one.split(separator: "\n").count == 101)
      #expect(try lint(in: folder, "--jobs", "4").output == one)
    }
  }
}
