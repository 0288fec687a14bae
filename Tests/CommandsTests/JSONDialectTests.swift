// JSON with comments and JSON5 are known by name and content, read, edited and formatted; comments are annotations.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct JSONDialectTests {
  private static let text = "{\n  // why\n  \"a\": [1, 2,], /* and */\n}\n"

  @Test func commentsAreNoted() throws {
    let run = try CapturedRun(input: Array(Self.text.utf8))
    #expect(run.run("convert", "json", "--from", "jsonc") == .success)
    #expect(run.outputText == "{\"a\":[1,2]}\n")
    #expect(run.errorText == "<stdin>:2:3: note: 2 comments were dropped [conversion/loss]\n")
  }

  @Test func commentsAreRefusedOnlyWhereAsked() throws {
    let run = try CapturedRun(input: Array(Self.text.utf8))
    #expect(run.run("convert", "xml1", "--from", "jsonc", "--loss", "refuse") == .failure)
    #expect(run.outputText.isEmpty)
    #expect(run.errorText.contains("<stdin>:2:3: error: "))
  }

  @Test func json5IsRead() throws {
    let run = try CapturedRun(input: Array("{a: 'b', c: +0x1F, d: .5,}".utf8))
    #expect(run.run("convert", "json", "--from", "json5") == .success)
    #expect(run.outputText == "{\"a\":\"b\",\"c\":31,\"d\":0.5}\n")
  }

  /// The names, and whether they promise comments.
  private static let names = [
    ("tsconfig.json", true), ("tsconfig.base.json", true), ("jsconfig.json", true), ("a.jsonc", true),
    ("A.JSONC", true), ("x.code-workspace", true), (".vscode/settings.json", true), (".eslintrc.json", true),
    ("launch.json", true), ("Default.sublime-keymap", true), (".swift-format", true), (".babelrc", true),
    ("renovate.json", true), ("package.json", false), ("data.json", false), ("vscode/settings.json", false),
  ]

  @Test(arguments: names) func lintAndCommandsShareTheNames(name: String, promisesComments: Bool) throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("{\"a\": [1, 2,],}\n".utf8).write(to: file)
      for words in [["lint", "-q", name], ["extract", "a.1", name], ["info", name], ["format", name]] {
        let run = try CapturedRun(in: folder)
        let code = Program.run(words, context: run.context)
        #expect((code == .success) == promisesComments, "\(words): \(run.errorText)")
      }
    }
  }

  @Test func contentShowsComments() throws {
    let run = try CapturedRun(input: Array("// c\n{\"a\": {\"b\": 1,},}\n".utf8))
    #expect(run.run("extract", "a.b") == .success)
    #expect(run.outputText == "1\n")
  }

  private static let edits: [(words: [String], text: String, result: String)] = [
    (["replace", "a.1", "--integer", "3"], text, "{\n  // why\n  \"a\": [1, 3,], /* and */\n}\n"),
    (["remove", "a.1"], text, "{\n  // why\n  \"a\": [1,], /* and */\n}\n"),
    (["remove", "a"], text, "{\n  // why\n}\n"),
    (
      ["insert", "b", "--bool", "true"], text,
      "{\n  // why\n  \"a\": [1, 2,], /* and */\n  \"b\": true,\n}\n"
    ),
    (["insert", "b", "--integer", "0"], "{\n  \"a\": 1 // c\n}\n", "{\n  \"a\": 1, // c\n  \"b\": 0\n}\n"),
    (["insert", "b", "--integer", "0"], "{ // only\n}", "{ // only\n  \"b\": 0\n}"),
    (
      ["remove", "b"], "{\n  \"a\": 1, // a\n  \"b\": 2 // b\n}\n", "{\n  \"a\": 1 // a\n}\n"
    ),
    (
      ["replace", "a", "--string", "x'y\"z"], "{a: 'it\\'s', /* ' */ b: 1}\n",
      "{a: 'x\\'y\"z', /* ' */ b: 1}\n"
    ),
    (["insert", "c", "--integer", "2"], "{a: 1, b: 0xFF}", "{a: 1, b: 0xFF, c: 2}"),
    (["insert", "c d", "--integer", "2"], "{a: 1, b: 0xFF}", "{a: 1, b: 0xFF, \"c d\": 2}"),
    (["insert", "d", "--integer", "2"], "{'a': 1, 'b': 2}", "{'a': 1, 'b': 2, 'd': 2}"),
    (["replace", "ab", "--integer", "2"], "{\\u0061b: 1}", "{\\u0061b: 2}"),
    (
      ["format"], "{a:1,// x\n\n\n/* y */ 'b':[2,],}",
      "{\n  a: 1, // x\n\n  /* y */ 'b': [\n    2,\n  ],\n}\n"
    ),
    (["format", "--minify"], "{ a : 1 , // x\n 'b': [ 2 ] }", "{a:1,// x\n'b':[2]}"),
    (["format", "--indent", "tab"], "// c\n{\"a\": [ ]}", "// c\n{\n\t\"a\": []\n}\n"),
  ]

  @Test(arguments: edits) func editsKeepTheRest(words: [String], text: String, result: String) throws {
    let name = text.contains("{a") || text.contains("'") || text.contains("\\u") ? "a.json5" : "a.jsonc"
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: file)
      let run = try CapturedRun(in: folder)
      #expect(Program.run(words + [name], context: run.context) == .success, "\(run.errorText)")
      #expect(String(decoding: readBytes(file), as: UTF8.self) == result)
    }
  }

  @Test func patchesKeepComments() throws {
    try withTemporaryFolder { folder in
      try Data(Self.text.utf8).write(to: folder.appendingPathComponent("a.jsonc"))
      let patch = Array("[{\"op\":\"replace\",\"path\":\"/a/0\",\"value\":7}]".utf8)
      let run = try CapturedRun(input: patch, in: folder)
      #expect(Program.run(["patch", "a.jsonc", "-"], context: run.context) == .success, "\(run.errorText)")
      let text = String(decoding: readBytes(folder.appendingPathComponent("a.jsonc")), as: UTF8.self)
      #expect(text == Self.text.replacing("[1", with: "[7"))
    }
  }

  /// A side without comments is read like the others.
  @Test(arguments: ["x.jsonc", "x.json", "merge_file"]) func mergesKeepComments(name: String) throws {
    try withTemporaryFolder { folder in
      let base = "{\n  // why\n  \"a\": 1, // one\n  \"b\": 2\n}\n"
      try write(
        [
          "o-\(name)": base, "a-\(name)": base.replacing("1, // one", with: "3, // one"),
          "b-\(name)": "{\n  \"a\": 1,\n  \"b\": 4\n}\n",
        ], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("merge", "o-\(name)", "a-\(name)", "b-\(name)") == .success, "\(run.errorText)")
      let merged = read("a-\(name)", in: folder) ?? ""
      #expect(merged.contains("\"a\": 3") && merged.contains("\"b\": 4"), "\(merged)")
    }
  }

  @Test(arguments: ["jsonc", "json5"]) func theyAreNotWritten(format: String) throws {
    let run = try CapturedRun(input: Array("[1]".utf8))
    #expect(run.run("convert", format) == .trouble)
    #expect(run.errorText.contains("invalid value '\(format)' for FORMAT: expected xml1, "))
    #expect(run.errorText.contains("; pliant reads \(format), but does not write it\n"))
  }
}
