// Settings that are found in a folder are only read, and name nothing outside of it; --fix stays where it was sent.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct LintTrustTests {
  private func run(in folder: URL, _ words: String...) throws -> (
    code: ExitCode, output: String, error: String
  ) {
    let run = try CapturedRun(input: nil, in: folder)
    let code = Program.run(["lint"] + words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  private static let bad = "<plist version=\"1.0\"><date>x</date></plist>\n"

  private func inRepository(_ body: (_ outside: URL, _ repository: URL) throws -> Void) throws {
    try withTemporaryFolder { outside in
      let repository = outside.appendingPathComponent("repository")
      try FileManager.default.createDirectory(
        at: repository.appendingPathComponent(".git"), withIntermediateDirectories: true)
      try write(["bad.plist": Self.bad], in: repository)
      try body(outside, repository)
    }
  }

  @Test(arguments: ["../target.json", "/tmp/pliant-target.json", "link/target.json"])
  func foundSettingsNameNothingOutside(_ baseline: String) throws {
    try inRepository { outside, repository in
      try FileManager.default.createSymbolicLink(
        at: repository.appendingPathComponent("link"), withDestinationURL: outside)
      try write([".pliant.json": "{\"baseline\": \"\(baseline)\"}"], in: repository)
      for words in [[], ["--update-baseline"]] {
        let run = try CapturedRun(input: nil, in: repository)
        #expect(Program.run(["lint"] + words, context: run.context) == .trouble)
        #expect(run.errorText.contains("outside the directory of the settings"), "\(run.errorText)")
      }
      #expect(read("target.json", in: outside) == nil)
    }
  }

  @Test func aBaselineIsWrittenOnlyWhereAskedFor() throws {
    try inRepository { _, repository in
      try write([".pliant.json": "{\"baseline\": \"known.json\"}"], in: repository)
      #expect(try run(in: repository).code == .trouble)
      #expect(read("known.json", in: repository) == nil)
      #expect(try run(in: repository, "--update-baseline").code == .success)
      #expect(try run(in: repository).code == .success)
    }
  }

  @Test func settingsAreRegularFiles() throws {
    try inRepository { _, repository in
      #expect(mkfifo(repository.appendingPathComponent(".pliant.json").path, 0o600) == 0)
      let result = try run(in: repository)
      #expect(result.code == .trouble)
      #expect(result.error.contains("regular file"))
    }
  }

  @Test func theSearchEndsAtTheRepository() throws {
    try inRepository { outside, repository in
      try write([".pliant.json": "{\"ignore\": [\"plist\"]}"], in: outside)
      #expect(try run(in: repository).code == .failure)
      try write([".pliant.json": "{\"ignore\": [\"plist\"]}"], in: repository)
      #expect(try run(in: repository).code == .success)
    }
  }

  @Test func mistakesInSettingsHaveALine() throws {
    try inRepository { _, repository in
      for (text, message) in [
        ("{\n  \"ignor\": []\n}", ".pliant.json:2:3: error: unknown setting 'ignor'; did you mean 'ignore'?"),
        ("{\n\n  \"ignore\": [\"xml/doctyp\"]\n}", ".pliant.json:3:14: error: unknown rule 'xml/doctyp'"),
        ("{\n  \"ignore\": [\n", ".pliant.json:2:13: error:"),
      ] {
        try write([".pliant.json": text], in: repository)
        let result = try run(in: repository)
        #expect(result.code == .trouble)
        #expect(result.error.contains(message), "\(result.error)")
      }
    }
  }

  @Test func fixesFollowNoLinkOutOfTheFoldersGiven() throws {
    let text = "<?xml version=\"1.0\" encoding=\"utf8\"?>\n<a/>\n"
    try inRepository { outside, repository in
      try write(["other.xml": text], in: outside)
      try write(["own.xml": text], in: repository)
      for (name, target) in [
        ("out.xml", outside.appendingPathComponent("other.xml").path), ("in.xml", "own.xml"),
      ] {
        try FileManager.default.createSymbolicLink(
          atPath: repository.appendingPathComponent(name).path, withDestinationPath: target)
      }
      _ = try run(in: repository, "--fix", ".")
      _ = try run(in: repository, "--fix", "out.xml")
      #expect(read("other.xml", in: outside) == text)
      #expect(read("own.xml", in: repository) == text.replacing("utf8", with: "UTF-8"))
      // Where it is named it is checked all the same.
      #expect(try run(in: repository, "out.xml").code == .failure)
    }
  }

  @Test func aBaselineCountsAllFindingsAndTellsThoseThatAreGone() throws {
    try inRepository { _, repository in
      // Each key is a finding of its own.
      let keys = (0..<1500).map { "<key>a\($0)</key><true/><key>a\($0)</key><true/>\n" }.joined()
      try write(["bad.plist": "<plist version=\"1.0\"><dict>\n\(keys)</dict></plist>\n"], in: repository)
      let written = try run(in: repository, "--baseline", "known.json", "--update-baseline")
      #expect(written.error.contains("1500 findings"), "\(written.error)")
      #expect(try run(in: repository, "--baseline", "known.json").code == .success)
      try write(["bad.plist": Self.bad], in: repository)
      let told = try run(in: repository, "--baseline", "known.json", "bad.plist")
      #expect(told.error.contains("no longer occur"), "\(told.error)")
      #expect(
        try run(in: repository, "--baseline", "known.json", "--update-baseline").error.contains("1 finding"))
    }
  }

  #if os(Linux)  // macOS has no such names.
    @Test func aBaselineListsFilesWhoseNamesAreNotUTF8() throws {
      try inRepository { _, repository in
        let name = Array((repository.path + "/b").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        let file = try #require(name.withUnsafeBufferPointer { fopen($0.baseAddress, "w") })
        fputs(Self.bad, file)
        fclose(file)
        let written = try run(
          in: repository, "--include", "b*", "--baseline", "known.json", "--update-baseline")
        #expect(written.error.contains("2 findings"), "\(written.error)")
        #expect(try run(in: repository, "--include", "b*", "--baseline", "known.json").code == .success)
      }
    }
  #endif

  @Test func reportsGoToFilesBesideTheOneOnStandardOutput() throws {
    try inRepository { _, repository in
      let result = try run(
        in: repository, "--report", "sarif=out.sarif", "--report", "junit=out.xml", "--exclude", "out.*")
      #expect(result.output.contains("bad.plist:1:22"))
      #expect(read("out.sarif", in: repository)?.contains("\"2.1.0\"") == true)
      #expect(
        read("out.xml", in: repository)?.contains("<testcase classname=\"bad.plist\" name=\"plist/value\"")
          == true)
      #expect(try run(in: repository, "--report", "sarf=x").error.contains("did you mean 'sarif'?"))
    }
  }

  @Test func initWritesSettingsOnce() throws {
    try inRepository { _, repository in
      let result = try run(in: repository, "--init")
      #expect(result.code == .success)
      #expect(result.output.contains("1 .plist"))
      #expect(read(".pliant.json", in: repository)?.contains("failOn") == true)
      #expect(try run(in: repository, "--init").code == .trouble)
      // What is there is accepted, what comes is reported.
      #expect(try run(in: repository).code == .success)
      try write(["new.plist": Self.bad], in: repository)
      #expect(try run(in: repository).output.hasPrefix("new.plist:1:22"))
    }
  }

  @Test func aTerminalGetsColourAndTheLine() throws {
    try inRepository { _, repository in
      let result = try run(in: repository, "--color", "always", "bad.plist")
      #expect(result.output.contains("    <plist version=\"1.0\"><date>x</date></plist>\n"))
      #expect(result.output.contains("                         \u{1B}[1;32m^"))
    }
  }
}
