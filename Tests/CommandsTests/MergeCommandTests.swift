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
        == Self.plist("2", "\t<!-- mine -->\n\t<key>New</key>\n\t<date>2024-01-01T00:00:00Z</date>\n"))
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

  /// Comments come along with the entries that they belong to; from another format they cannot.
  @Test func keepsTheCommentsThatTheirSideAdded() throws {
    func list(_ comments: Int) -> String {
      "<plist><dict>\(String(repeating: "<!-- c -->", count: comments))<key>a</key><true/></dict></plist>"
    }
    for (base, ours, theirs, merged, note) in [
      (list(2), list(1), list(2), list(1), ""), (list(2), list(0), list(0), list(0), ""),
      (list(1), list(1), list(3), list(3), ""),
      (list(1), list(1), "{ /* d */ a = 1; }", "", "theirs: note: 1 comment was dropped [conversion/loss]\n"),
    ] {
      try withTemporaryFolder { folder in
        try write(["base": base, "ours": ours, "theirs": theirs], in: folder)
        let run = try CapturedRun(in: folder)
        _ = run.run("merge", "-o", "-", "base", "ours", "theirs")
        if !merged.isEmpty { #expect(run.outputText == merged) }
        #expect(merged.isEmpty ? run.errorText.contains(note) : run.errorText == note, "\(run.errorText)")
      }
    }
  }

  /// Elements are known by their identifiers, attributes by their names; others are told apart by their place.
  @Test func mergesApplicationXML() throws {
    func strings(_ lines: String) -> String {
      "<resources>\n    <string name=\"a\">1</string>\n\(lines)</resources>\n"
    }
    let one = "    <string name=\"b\">2</string>\n"
    let two = "    <!-- c -->\n    <string name=\"c\">3</string>\n"
    for (base, ours, theirs, merged, conflict) in [
      (strings(""), strings(one), strings(two), strings(one + two), ""),
      (
        "<v id=\"1\" x=\"1\" y=\"1\"/>", "<v id=\"1\" x=\"2\" y=\"1\"/>", "<v id=\"1\" x=\"1\" y=\"2\"/>",
        "<v id=\"1\" x=\"2\" y=\"2\"/>", ""
      ),
      (
        "<v><a id=\"1\" x=\"1\"/></v>", "<v><a id=\"1\" x=\"2\"/></v>", "<v><a id=\"1\" x=\"3\"/></v>",
        "<v><a id=\"1\" x=\"2\"/></v>", "conflict at /a[@id='1']/@x: base '1', ours '2', theirs '3'"
      ),
      (
        "<v><i>1</i><i>2</i></v>", "<v><i>0</i><i>1</i><i>2</i></v>", "<v><i>1</i><i>3</i></v>",
        "<v><i>0</i><i>1</i><i>3</i></v>", ""
      ),
      (
        "<v><i>1</i></v>", "<v><i>1</i><i>2</i></v>", "<v><i>1</i><i>3</i></v>",
        "<v><i>1</i><i>2</i><i>3</i></v>", ""
      ),
      (
        "<v><i>1</i><i>1</i></v>", "<v><i>1</i><i>1</i><i>2</i></v>", "<v><i>1</i><i>1</i><i>3</i></v>",
        "<v><i>1</i><i>1</i><i>2</i></v>", "conflict at "
      ),
      (
        "<v>a <b>c</b></v>", "<v>a <b>d</b></v>", "<v>e <b>c</b></v>", "<v>a <b>d</b></v>",
        "conflict at /text()"
      ),
    ] {
      try withTemporaryFolder { folder in
        try write(["base": base, "ours": ours, "theirs": theirs], in: folder)
        let run = try CapturedRun(in: folder)
        let code = run.run("merge", "-o", "-", "base", "ours", "theirs")
        #expect(
          run.outputText == merged && code == (conflict.isEmpty ? .success : .failure), "\(run.outputText)")
        #expect(
          conflict.isEmpty ? run.errorText.isEmpty : run.errorText.contains(conflict), "\(run.errorText)")
      }
    }
  }
}
