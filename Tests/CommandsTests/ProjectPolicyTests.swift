// What a project prescribes for its files, and how findings of one cause are counted.

import Commands
import Foundation
import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct ProjectPolicyTests {
  private static let german = "Größe und Wärme, Übergänge über den Flüssen"
  private static func latin1(_ text: String) -> Data { Data(text.unicodeScalars.map { UInt8($0.value) }) }

  private func run(_ folder: URL, _ words: String...) throws -> (
    code: ExitCode, output: String, error: String
  ) {
    let run = try CapturedRun(in: folder)
    let code = Program.run(words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  static let policies: [(name: String, text: String, origin: String)] = [
    (".pliant.json", "{\"encodings\": {\"*.txt\": \"ISO-8859-1\"}}", "'*.txt' of the settings"),
    (".editorconfig", "root = true\n[*.{md,txt}]\nCharset = Latin1\n", ".editorconfig:3"),
    (".gitattributes", "# a\n*.txt text working-tree-encoding=ISO-8859-1\n", ".gitattributes:2"),
    (".gitattributes", "\"*.txt\" text working-tree-encoding=ISO-8859-1\n", ".gitattributes:1"),
  ]

  /// Git writes the encodings with a byte order in their names without a mark.
  @Test func aPolicyOnMarksIsObeyed() throws {
    try withTemporaryFolder { folder in
      try Data("*.rc working-tree-encoding=UTF-16LE\n".utf8).write(
        to: folder.appendingPathComponent(".gitattributes"))
      try #require("STRINGTABLE\r\n".data(using: .utf16LittleEndian)).write(
        to: folder.appendingPathComponent("a.rc"))
      #expect(try run(folder, "lint", "a.rc").code == .success)
      for (charset, old, new) in [("utf-8-bom", "ä\n", "\u{FEFF}ä\n"), ("utf-8", "\u{FEFF}ä\n", "ä\n")] {
        try Data("root = true\n[*]\ncharset = \(charset)\n".utf8).write(
          to: folder.appendingPathComponent(".editorconfig"))
        let file = folder.appendingPathComponent("a.txt")
        try Data(old.utf8).write(to: file)
        #expect(try run(folder, "lint", "--fix", "a.txt").code == .success)
        #expect(try Data(contentsOf: file) == Data(new.utf8))
      }
    }
  }

  @Test(arguments: policies) func aPolicyIsADeclaration(_ name: String, _ text: String, _ origin: String)
    throws
  {
    try withTemporaryFolder { folder in
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
      let file = folder.appendingPathComponent("a.txt")
      try Self.latin1(Self.german).write(to: file)
      #expect(try run(folder, "lint", "a.txt").output == "1 file checked, 1 by encoding only, no findings\n")
      #expect(try run(folder, "encoding", "--json", "a.txt").output.contains("\"declared\":\"ISO-8859-1\""))
      let list = try run(folder, "lint", "--list", "a.txt")
      #expect(list.output.contains("a.txt: encoding only; ISO-8859-1, \(origin)"), "\(list.output)")
      // One byte alone is no evidence.
      try Data(Array("5".utf8) + [0xB4]).write(to: file)
      let short = try run(folder, "transcode", "--to", "UTF-8", "a.txt")
      #expect(
        short.code == .success && short.error.contains("\(origin) still prescribes ISO-8859-1"),
        "\(short.error)")
      #expect(try String(contentsOf: file, encoding: .utf8) == "5´")
      let found = try run(folder, "lint", "a.txt")
      #expect(found.output.contains("the file is in UTF-8, not in ISO-8859-1, which \(origin) requires"))
      // The file's own declaration wins, and differs.
      try Self.latin1("# -*- coding: koi8-r -*-\n").write(to: folder.appendingPathComponent("b.txt"))
      #expect(try run(folder, "encoding", "--json", "b.txt").output.contains("\"declared\":\"koi8-r\""))
    }
  }

  /// The reader of a file finds its encoding in another one.
  @Test func anotherFileDeclaresTheEncoding() async throws {
    try await forEachRow(of: [
      ("DESCRIPTION", "Package: a\nEncoding: latin1\n", "R/a.R", "DESCRIPTION:2"),
      ("DESCRIPTION", "Package: a\nEncoding: latin1\n", "man/a.Rd", "DESCRIPTION:2"),
      ("de.aff", "# a\nSET ISO8859-1\n", "de.dic", "de.aff:2"),
      ("main.tex", "\\documentclass{a}\n\\usepackage[latin1]{inputenc}\n\\input{a}\n", "a.tex", "main.tex:2"),
    ]) { (name: String, text: String, file: String, origin: String) in
      try withTemporaryFolder { folder in
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        let place = folder.appendingPathComponent(file)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Self.latin1(Self.german).write(to: place)
        let fixed = try self.run(folder, "lint", "--fix=bytes", file)
        #expect(fixed.output.contains("no findings"), "\(fixed.output)")
        #expect(try Data(contentsOf: place) == Self.latin1(Self.german))
        let list = try self.run(folder, "lint", "--list", file).output
        #expect(list.contains("ISO-8859-1, \(origin)"), "\(list)")
      }
    }
  }

  /// The name of another file is no part of that of one that is input.
  @Test func aDocumentDeclaresForTheFilesThatItInputs() throws {
    try withTemporaryFolder { folder in
      let text =
        "\\documentclass{a}\n\\usepackage[latin1]{inputenc}\n\\input{./a10.tex}\\include{b} \\input c\n"
      try Data(text.utf8).write(to: folder.appendingPathComponent("main.tex"))
      for (name, isInput) in [("a10", true), ("b", true), ("c", true), ("a1", false), ("a", false)] {
        try Self.latin1(Self.german).write(to: folder.appendingPathComponent(name + ".tex"))
        let list = try run(folder, "lint", "--list", name + ".tex").output
        #expect(list.contains("ISO-8859-1, main.tex:2") == isInput, "\(list)")
      }
    }
  }

  /// Git cannot add a file that is not in the encoding of its attributes.
  @Test func contradictoryPoliciesFixNothing() throws {
    try withTemporaryFolder { folder in
      try Data("[*]\ncharset = utf-8\n".utf8).write(to: folder.appendingPathComponent(".editorconfig"))
      try Data("*.rc working-tree-encoding=UTF-16LE-BOM\n".utf8).write(
        to: folder.appendingPathComponent(".gitattributes"))
      let place = folder.appendingPathComponent("a.rc")
      let bytes = Data([0xFF, 0xFE]) + (try #require("A \"ä\"\n".data(using: .utf16LittleEndian)))
      try bytes.write(to: place)
      let found = try run(folder, "lint", "--fix=bytes", "a.rc")
      #expect(found.output.contains(".gitattributes:1 requires UTF-16LE"), "\(found.output)")
      #expect(try Data(contentsOf: place) == bytes)
    }
  }

  /// A format that forbids the mark is not reported for the lack of it.
  @Test func aPolicyDoesNotRequireForbiddenMarks() throws {
    try withTemporaryFolder { folder in
      try Data("[*]\ncharset = utf-8-bom\n".utf8).write(to: folder.appendingPathComponent(".editorconfig"))
      for (name, text) in [
        ("a.json", "{}\n"), ("a.sh", "#!/bin/sh\n"), ("a.properties", "a=b\n"), ("a.php", "<?php\n"),
      ] {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        #expect(try run(folder, "lint", name).code == .success, "\(name)")
      }
    }
  }

  @Test func settingsComeBeforeEditorsAndGit() throws {
    try withTemporaryFolder { folder in
      for (name, text) in [
        (".gitattributes", "*.txt working-tree-encoding=KOI8-R\n"),
        (".editorconfig", "[*.txt]\ncharset=latin1\n"),
        ("sub/.editorconfig", "[b.txt]\ncharset = utf-16le\n[c.txt]\ncharset = unset\n"),
        (".pliant.json", "{\"encodings\": {\"sub/a.txt\": \"macintosh\"}}"),
      ] {
        let place = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
      }
      for name in ["a", "b", "c", "d"] {
        try Data("a\n".utf8).write(to: folder.appendingPathComponent("sub/\(name).txt"))
      }
      let list = try run(folder, "lint", "--list", "sub").output
      for line in [
        "sub/a.txt: encoding only; macintosh", "sub/b.txt: encoding only; UTF-16LE, .editorconfig:2",
        "sub/c.txt: encoding only; KOI8-R, .gitattributes:1",
        "sub/d.txt: encoding only; ISO-8859-1, .editorconfig:2",
      ] { #expect(list.contains(line), "\(list)") }
    }
  }

  @Test func marksAreOneFindingForAPattern() throws {
    try withTemporaryFolder { folder in
      try Data("root=true\n[*]\ncharset = utf-8\n".utf8).write(
        to: folder.appendingPathComponent(".editorconfig"))
      for name in ["a.txt", "b.txt", "c.txt"] {
        try Data("\u{FEFF}a\n".utf8).write(to: folder.appendingPathComponent(name))
      }
      let found = try run(folder, "lint")
      #expect(found.code == .failure)
      #expect(
        found.output.hasPrefix(
          "a.txt:1:1: error: byte order mark, which .editorconfig:3 does not allow; 2 other files like it [encoding/unexpected]\n"
        ),
        "\(found.output)")
      #expect(found.output.hasSuffix(", 1 finding\n"))
      #expect(try run(folder, "lint", "--all").output.hasSuffix(", 3 findings\n"))
    }
  }

  @Test func initWritesThePolicyThatFits() throws {
    try withTemporaryFolder { folder in
      for name in ["a.txt", "b.txt"] {
        try Self.latin1(Self.german + name).write(to: folder.appendingPathComponent(name))
      }
      try Data("é\n".utf8).write(to: folder.appendingPathComponent("a.md"))
      try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]).write(
        to: folder.appendingPathComponent("a.png"))
      let made = try run(folder, "lint", "--init")
      #expect(made.code == .success)
      #expect(made.output.contains("checks 4 files: 2 .txt, 1 .json, 1 .md\n"), "\(made.output)")
      let text = try String(contentsOf: folder.appendingPathComponent(".pliant.json"), encoding: .utf8)
      #expect(text.contains("\"encodings\": {\"*.txt\": \"ISO-8859-1\"}"), "\(text)")
      #expect(try run(folder, "lint").code == .success)
    }
  }

  // MARK: Causes

  @Test func oneCauseIsOneFinding() throws {
    try withTemporaryFolder { folder in
      try Data("<a>\n&b;\n&b;\n&c;\n&b;\n</a>\n".utf8).write(to: folder.appendingPathComponent("a.xml"))
      let found = try run(folder, "lint", "a.xml").output
      #expect(
        found == """
          a.xml:2:1: error: undefined entity '&b;'; 2 more like it, in lines 3, 5; pliant repair fixes this [xml/undefined-entity]
          a.xml:4:1: error: undefined entity '&c;' [xml/undefined-entity]
          1 file checked, 2 findings

          """)
      #expect(try run(folder, "lint", "--all", "a.xml").output.hasSuffix("1 file checked, 4 findings\n"))
      #expect(try run(folder, "lint", "--format", "github", "a.xml").output.split(separator: "\n").count == 3)
      let lines = try run(folder, "lint", "--format", "json", "a.xml").output
      #expect(lines.contains("\"count\":3,\"others\":[{\"line\":3,\"column\":1},{\"line\":5,\"column\":1}]"))
      let sarif = try run(folder, "lint", "--format", "sarif", "a.xml").output
      #expect(sarif.components(separatedBy: "relatedLocations").count == 2)
      // A baseline lists causes, grouped or not.
      #expect(try run(folder, "lint", "--baseline", "b.json", "--update-baseline", "a.xml").code == .success)
      #expect(try run(folder, "lint", "--baseline", "b.json", "a.xml").code == .success)
      #expect(
        try run(folder, "lint", "--baseline", "b.json", "--all", "a.xml").output.contains("no findings"))
    }
  }

  @Test func duplicateKeysCountOneEach() throws {
    try withTemporaryFolder { folder in
      try Data("[{\"a\":1,\"a\":2},{\"a\":1,\"a\":2}]".utf8).write(
        to: folder.appendingPathComponent("a.json"))
      #expect(try run(folder, "lint", "a.json").output.hasSuffix("2 findings\n"))
    }
  }

  @Test func jsonWithCommentsIsOneFinding() async throws {
    try await forEachRow(of: [
      (
        "a.json", "// a\n{\"a\": 1, // b\n \"b\": [1, 2,],\n}\n", "comments and trailing commas are not JSON",
        1
      ),
      ("a.json", "{a: 1, b: 'c',}\n", "JSON5 is not JSON", 1),
      ("tsconfig.json", "// a\n{\"a\": 1,}\n", "", 0),
      ("a.json", "{\"a\": 1, // b\n \"b\" 1}\n", "", 1),
    ]) { (name: String, text: String, message: String, count: Int) in
      try withTemporaryFolder { folder in
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        let found = try self.run(folder, "lint", name)
        #expect(found.code == (count == 0 ? .success : .failure), "\(found.output)")
        if !message.isEmpty { #expect(found.output.contains(message), "\(found.output)") }
        if !message.isEmpty { #expect(found.output.hasSuffix(", 1 finding\n"), "\(found.output)") }
      }
    }
  }

  @Test func reportsOfFilesThatAreNotChecked() throws {
    try withTemporaryFolder { folder in
      try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]).write(
        to: folder.appendingPathComponent("h.png"))
      try Data("<a>".utf8).write(to: folder.appendingPathComponent("::error::x.xml"))
      let junit = try run(folder, "lint", "--format", "junit").output
      #expect(junit.contains("classname=\"h.png\" name=\"checked\""))
      #expect(junit.contains("<skipped message=\"PNG") && junit.contains("skipped=\"1\""), "\(junit)")
      let text = try run(folder, "lint").output
      #expect(text.hasPrefix("./::error::x.xml:"), "\(text)")
    }
  }

  /// Plain --fix keeps the text but for white space and extra marks before it, in one run.
  @Test func fixKeepsTheText() async throws {
    let rules = LintRule.all.map { ($0.bad, $0.options) } + LintRule.all.map { ($0.good, $0.options) }
    try await forEachRow(of: rules) { (example: LintExample, options: LintOptions) in
      for kind in [LintFix.Kind.declaration] {
        guard let fixed = LintFixer(options, kind: kind).fix(example.bytes, name: example.name) else {
          continue
        }
        func letters(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { $0 >= 0x80 || $0 >= 0x30 && $0 < 0x3A } }
        let (before, after) = (letters(example.bytes), letters(fixed.bytes))
        // Only digits of names and marks may go.
        let high = (before.filter { $0 >= 0x80 }, after.filter { $0 >= 0x80 })
        #expect(
          high.0 == high.1 || high.0.dropFirst(3) == high.1[...] || high.0 == Array(high.1.dropFirst(2)))
        #expect(LintFixer(options, kind: kind).fix(fixed.bytes, name: example.name) == nil)
      }
    }
    let decomposed = Array(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>Größe und Wärme, Übergänge über den Flüssen: caf\u{E9} cafe\u{301}</a>\n"
        .utf8)
    let fixed = LintFixer(LintOptions(), kind: .declaration).fix(decomposed, name: "a.xml")
    #expect(
      fixed.map { String(decoding: $0.bytes, as: UTF8.self) }
        == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>Größe und Wärme, Übergänge über den Flüssen: caf\u{E9} cafe\u{301}</a>\n"
    )
    let marks = Array("\u{FEFF}\u{FEFF}\u{FEFF}a\n".utf8)
    #expect(
      LintFixer(LintOptions(), kind: .declaration).fix(marks, name: "a.txt")?.bytes
        == Array("\u{FEFF}a\n".utf8))
  }
}
