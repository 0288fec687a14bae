// No command replaces what it reads by a report, and no two outputs meet in one file.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct OutputGateTests {
  private static let documents = [
    "a.xml": "<r><b c='1'>x</b><b c='2'>y</b></r>", "b.xml": "<r><b c='1'>z</b></r>",
    "a.json": #"{"a":[1,2]}"#, "p.json": "[]", "1.json": "[1,2,3]", "l": "a.json\n", ".pliant.json": "{}",
    "m.json": #"{"mapping": "m", "root": "r", "fields": {"b": "b B list"}, "records": {"B": {"c": "@c"}}}"#,
  ]

  private static let lines: [[String]] = [
    ["info", "-o", "a.json", "a.json"], ["events", "-o", "a.xml", "a.xml"],
    ["query", "$.a", "-o", "a.json", "a.json"], ["xpath", "//b", "-o", "a.xml", "a.xml"],
    ["xpath", "//b", "--as", "xml", "-o", "a.xml", "a.xml"], ["print", "-o", "a.json", "a.json"],
    ["type", "a", "-o", "a.json", "a.json"], ["encoding", "-o", "a.json", "a.json"],
    ["extract", "a", "-o", "a.json", "a.json"], ["diff", "a.xml", "b.xml", "-o", "a.xml"],
    ["diff", "a.xml", "b.xml", "-o", "b.xml"], ["diff", "a.xml", "b.xml", "-o", "./b.xml"],
    ["mapping", "infer", "-o", "a.xml", "a.xml"], ["lint", "--report", "json=a.xml", "a.xml"],
    ["lint", "--baseline", "a.json", "--update-baseline", "a.json"],
    ["lint", "--report", "json=r", "--report", "sarif=r", "a.xml"],
    ["lint", "--report", "json=-", "--report", "sarif=-", "a.xml"],
    ["load", "a.json", "-o", "a.json", "x.db"], ["load", "a.json", "a.json"],
    ["convert", "sql", "-o", "a.json", "a.json"], ["convert", "csv", "-o", "1.json", "1.json"],
    ["convert", "xml1", "--files-from", "l", "-o", "l"], ["patch", "a.json", "p.json", "-o", "p.json"],
    ["convert", "json", "--mapping", "./m.json", "-o", "m.json", "a.xml"],
    ["lint", "--report", "json=.pliant.json", "a.xml"],
    ["lint", "--config", "p.json", "--report", "json=p.json", "a.xml"],
  ]

  @Test func isAUsageErrorBeforeAnythingIsWritten() async throws {
    try await forEachRow(of: Self.lines) { (line: [String]) throws in
      try withTemporaryFolder { folder in
        try write(Self.documents, in: folder)
        let run = try CapturedRun(in: folder)
        #expect(Program.run(line, context: run.context) == .trouble)
        #expect(run.errorText.hasPrefix("pliant: "), "\(run.errorText)")
        for (name, text) in Self.documents { #expect(read(name, in: folder) == text, "\(name)") }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == Self.documents.count)
      }
    }
  }

  @Test func aPartNeverReplacesTheInput() throws {
    try withTemporaryFolder { folder in
      try write(Self.documents, in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("split", "--parts", "3", "-o", "%d.json", "1.json") == .failure)
      #expect(
        run.errorText == "1.json: error: the input would be replaced by its own part '1.json' [split/parts]\n"
      )
      #expect(read("1.json", in: folder) == "[1,2,3]")
    }
  }

  @Test func theFileUnderStandardInputIsRead() throws {
    try withTemporaryFolder { folder in
      try write(Self.documents, in: folder)
      let path = folder.appendingPathComponent("a.json").path
      for words in [["convert", "xml1"], ["query", "$.a"]] {
        let file = try #require(FileHandle(forReadingAtPath: path))
        let run = try CapturedRun(in: folder)
        run.context.standardInput = file.fileDescriptor
        run.context.inputIsTerminal = false
        #expect(Program.run(words + ["-o", "a.json"], context: run.context) == .trouble)
        #expect(run.errorText.contains("a.json, which is standard input, would be replaced"))
        #expect(read("a.json", in: folder) == Self.documents["a.json"])
      }
    }
  }

  /// A part of a document may take its place, as in plutil.
  @Test func aPartOfADocumentMayReplaceIt() throws {
    try withTemporaryFolder { folder in
      try write(Self.documents, in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("extract", "a", "json", "-o", "a.json", "a.json") == .success)
      #expect(read("a.json", in: folder) == "[1,2]\n")
    }
  }

  @Test func standardOutputIsADash() async throws {
    try await forEachRow(of: [
      (["print", "-o", "-", "a.json"], "dictionary (1 key)\n"),
      (["type", "a", "-o", "-", "a.json"], "array\n"),
      (["encoding", "-o", "-", "a.json"], "a.json: US-ASCII (only ASCII)\n"),
      (["lint", "--report", "json=-", "a.json"], "{"),
    ]) { (line: [String], start: String) throws in
      try withTemporaryFolder { folder in
        try write(Self.documents, in: folder)
        let run = try CapturedRun(in: folder)
        #expect(Program.run(line, context: run.context) == .success)
        #expect(run.outputText.hasPrefix(start), "\(run.outputText)")
        #expect(read("-", in: folder) == nil)
      }
    }
  }

  /// Every command that replaces a file says that its other names keep the old contents.
  @Test func aSeparatedHardLinkIsNoted() async throws {
    try await forEachRow(of: [
      ["convert", "xml1", "a.json"], ["format", "a.json"], ["replace", "a", "--integer", "3", "a.json"],
      ["lint", "--fix", "l.xml"], ["-convert", "xml1", "a.json"], ["patch", "a.json", "q.json"],
    ]) { (line: [String]) throws in
      try withTemporaryFolder { folder in
        try write(Self.documents, in: folder)
        try write(["q.json": #"[{"op":"remove","path":"/a"}]"#], in: folder)
        try Data("<?xml version='1.0' encoding='utf8'?><a>ä</a>".utf8).write(
          to: folder.appendingPathComponent("l.xml"))
        for name in ["a.json", "l.xml"] {
          try FileManager.default.linkItem(
            at: folder.appendingPathComponent(name), to: folder.appendingPathComponent("other " + name))
        }
        let run = try CapturedRun(in: folder)
        #expect(Program.run(line, context: run.context) == .success)
        #expect(run.errorText.contains("it had other names (hard links)"), "\(run.errorText)")
      }
    }
  }
}
