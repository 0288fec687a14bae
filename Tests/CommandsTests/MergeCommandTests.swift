// pliant merge: files, exit status, and what is said of conflicts.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct MergeCommandTests {
  private static func plist(_ version: String, _ extra: String = "") -> String {
    "<plist>\n<dict>\n\t<key>Version</key>\n\t<string>\(version)</string>\n\(extra)</dict>\n</plist>\n"
  }

  private static let files = [
    "base": plist("1"), "ours": plist("2", "\t<!-- mine -->\n"),
    "theirs": plist("1", "\t<key>New</key>\n\t<date>2024-01-01T00:00:00Z</date>\n"),
    "other": plist("3"), "json": "{\"Version\": \"4\"}", "xml": "<a/>",
  ]

  private static func run(_ words: String...) throws -> (
    code: ExitCode, output: String, error: String, ours: String
  ) {
    try withTemporaryFolder { folder in
      try write(files, in: folder)
      let run = try CapturedRun(in: folder)
      let code = Program.run(["merge"] + words, context: run.context)
      return (code, run.outputText, run.errorText, read("ours", in: folder) ?? "")
    }
  }

  @Test func mergesIntoOurs() throws {
    let result = try Self.run("base", "ours", "theirs")
    #expect(result.code == .success)
    #expect(result.output == "" && result.error == "")
    #expect(
      result.ours
        == Self.plist("2", "\t<key>New</key>\n\t<date>2024-01-01T00:00:00Z</date>\n\t<!-- mine -->\n"))
  }

  @Test func tellsConflictsWithTheirPlace() throws {
    let result = try Self.run("base", "ours", "other")
    #expect(result.code == .failure)
    #expect(
      result.error
        == "ours:4:2: error: conflict at Version: base \"1\", ours \"2\", theirs \"3\" [merge/conflict]\n")
    #expect(result.ours == Self.files["ours"])
  }

  @Test func writesMarkers() throws {
    let result = try Self.run("--markers", "base", "ours", "other")
    #expect(result.code == .failure)
    #expect(
      result.ours.contains(
        "<<<<<<< ours\n\t<string>2</string>\n=======\n\t<string>3</string>\n>>>>>>> theirs\n\t<!-- mine -->\n"
      ))
  }

  @Test func prefersASide() throws {
    let theirs = try Self.run("--prefer", "theirs", "base", "ours", "other")
    #expect(theirs.code == .success && theirs.error == "")
    #expect(theirs.ours == Self.plist("3", "\t<!-- mine -->\n"))
    let ours = try Self.run("--prefer=ours", "base", "ours", "other")
    #expect(ours.code == .success && ours.ours == Self.files["ours"])
  }

  @Test func otherFormatsGiveTheirValues() throws {
    let result = try Self.run("base", "ours", "json", "--prefer", "theirs", "-o", "-")
    #expect(result.code == .success)
    #expect(result.output == Self.plist("4", "\t<!-- mine -->\n"))
    #expect(result.ours == Self.files["ours"])
  }

  @Test func binaryOursIsWrittenAnew() throws {
    try withTemporaryFolder { folder in
      try write(Self.files, in: folder)
      #expect(try CapturedRun(in: folder).run("convert", "binary1", "ours") == .success)
      #expect(try CapturedRun(in: folder).run("merge", "base", "ours", "theirs") == .success)
      let bytes = try Data(contentsOf: folder.appendingPathComponent("ours"))
      #expect(bytes.starts(with: Data("bplist00".utf8)))
      let run = try CapturedRun(in: folder)
      #expect(run.run("merge", "--markers", "base", "ours", "other") == .failure)
      #expect(run.errorText.contains("[merge/markers]"))
      #expect(try Data(contentsOf: folder.appendingPathComponent("ours")) == bytes)
    }
  }

  @Test func wrongUse() throws {
    #expect(try Self.run("base", "ours").code == .trouble)
    #expect(try Self.run("base", "ours", "theirs", "more").code == .trouble)
    #expect(try Self.run("--prefer", "ours", "--markers", "base", "ours", "theirs").code == .trouble)
    #expect(try Self.run("-", "ours", "-").code == .trouble)
    let none = try Self.run("none", "ours", "theirs")
    #expect(none.code == .failure)
    #expect(none.error.hasPrefix("none: error: "))
    #expect(try Self.run("base", "ours", "none").error.hasPrefix("none: error: "))
    #expect(try Self.run("base", "none", "theirs").error.hasPrefix("none: error: "))
    let application = try Self.run("base", "xml", "theirs")
    #expect(application.code == .failure)
    #expect(application.error.contains("the format xml cannot be edited"), "\(application.error)")
  }

  /// Comments of BASE are in no output; of THEIRS those are missing that BASE has not.
  @Test func notesTheCommentsThatTheirSideAdded() throws {
    func list(_ comments: Int) -> String {
      "<plist><dict>\(String(repeating: "<!-- c -->", count: comments))<key>a</key><true/></dict></plist>"
    }
    for (base, ours, theirs, note) in [
      (2, 1, 2, ""), (2, 0, 0, ""),
      (1, 1, 3, "theirs: note: 2 comments were dropped [conversion/loss]\n"),
    ] {
      try withTemporaryFolder { folder in
        try write(["base": list(base), "ours": list(ours), "theirs": list(theirs)], in: folder)
        let run = try CapturedRun(in: folder)
        #expect(run.run("merge", "-o", "-", "base", "ours", "theirs") == .success)
        #expect(run.errorText == note)
        #expect(run.outputText == list(ours))
      }
    }
  }
}
