// pliant load of a document that changed: the database has its values, and no others but the user's own.

import Commands
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: find("sqlite3") != nil)) struct LoadAgainTests {
  private func query(_ sql: String, in folder: URL) throws -> String {
    let result = try run(#require(find("sqlite3")), ["shop.db", sql], in: folder)
    return String(decoding: result.output + result.errors, as: UTF8.self)
  }

  @discardableResult
  private func load(_ words: String..., input: String? = nil, in folder: URL) throws -> String {
    let captured = try CapturedRun(input: input.map { Array($0.utf8) }, in: folder)
    let result = Program.run(["load"] + words + ["shop.db"], context: captured.context)
    #expect(result == .success, "\(words): \(captured.errorText)")
    return captured.errorText
  }

  /// SQLite would write into it, and remove it afterwards.
  @Test func aPipeIsNoDatabase() throws {
    try withTemporaryFolder { folder in
      let pipe = folder.appendingPathComponent("p").path
      try #require(mkfifo(pipe, 0o600) == 0)
      let captured = try CapturedRun(input: Array("[1]".utf8), in: folder)
      #expect(Program.run(["load", "p"], context: captured.context) == .failure)
      #expect(
        captured.errorText == "p: error: sqlite3 failed; nothing loaded: not a regular file [sql/load]\n")
      #expect(FileManager.default.fileExists(atPath: pipe))
    }
  }

  private struct Row: Sendable {
    let first: String
    let second: String
    let sql: String
    let answer: String
    var options: [String] = []
  }

  private static let rows = [
    Row(
      first: "[{\"x\":1,\"p\":2},{\"x\":2,\"p\":3}]", second: "[{\"x\":5},{\"x\":6}]",
      sql: "SELECT x, p FROM A",
      answer: "5|\n6|\n"),
    Row(
      first: "[{\"id\":1,\"p\":2},{\"id\":2,\"p\":3}]", second: "[{\"id\":1},{\"id\":2,\"p\":4}]",
      sql: "SELECT id, p FROM A", answer: "1|\n2|4\n"),
    Row(first: "[{\"id\":1,\"p\":2}]", second: "[{\"id\":1}]", sql: "SELECT id, p FROM A", answer: "1|\n"),
    Row(
      first: "{\"a\":[{\"x\":1}],\"b\":[{\"y\":1},{\"y\":2}]}", second: "{\"a\":[{\"x\":1}]}",
      sql: "SELECT count(*) FROM B", answer: "0\n"),
    Row(
      first: "{\"a\":[{\"x\":1}],\"b\":[{\"y\":1},{\"y\":2}]}", second: "{\"a\":[{\"x\":1}],\"b\":[]}",
      sql: "SELECT count(*) FROM B", answer: "0\n"),
    Row(
      first: "[{\"id\":1,\"l\":[{\"q\":1},{\"q\":2}]}]", second: "[{\"id\":1}]",
      sql: "SELECT count(*) FROM L",
      answer: "0\n"),
    // Records with a key remain, unless they are to be replaced.
    Row(
      first: "{\"a\":[{\"x\":1}],\"b\":[{\"id\":1}]}", second: "{\"a\":[{\"x\":1}]}",
      sql: "SELECT count(*) FROM B", answer: "1\n"),
    Row(
      first: "{\"a\":[{\"x\":1}],\"b\":[{\"id\":1}]}", second: "{\"a\":[{\"x\":1}]}",
      sql: "SELECT count(*) FROM B", answer: "0\n", options: ["--replace"]),
    // An update file of the same records keeps what it does not name.
    Row(
      first: "[{\"id\":1,\"p\":2}]", second: "[{\"id\":1,\"q\":3}]", sql: "SELECT id, p, q FROM A",
      answer: "1|2|3\n",
      options: ["--key", "id"]),
    // The root's name is invented, so that a list of that name is another one.
    Row(
      first: "[{\"document\":[{\"document\":[{\"v\":1},{\"w\":2}]}]}]",
      second: "[{\"document\":[{\"document\":[{\"v\":1},{\"w\":2}]}]}]",
      sql: "SELECT count(*) FROM Document_2", answer: "3\n"),
  ]

  @Test func theDatabaseHasTheLastVersion() throws {
    for row in Self.rows {
      try withTemporaryFolder { folder in
        for text in [row.first, row.second] {
          try write(["a.json": text], in: folder)
          let captured = try CapturedRun(in: folder)
          let code = Program.run(["load"] + row.options + ["a.json", "shop.db"], context: captured.context)
          #expect(code == .success, "\(captured.errorText)")
        }
        #expect(try query(row.sql, in: folder) == row.answer, "\(row.first) \(row.second)")
      }
    }
  }

  @Test func columnsOfTheUserKeepTheirValues() throws {
    try withTemporaryFolder { folder in
      try write(["a.json": "[{\"id\":1,\"p\":2}]"], in: folder)
      try load("a.json", in: folder)
      _ = try query("ALTER TABLE A ADD COLUMN seen INTEGER; ALTER TABLE A ADD \"mark\" TEXT", in: folder)
      _ = try query("UPDATE A SET seen = 7, mark = 'x'", in: folder)
      // A column of a later version is pliant's, too.
      for text in ["[{\"id\":1,\"z\":4}]", "[{\"id\":1}]"] {
        try write(["a.json": text], in: folder)
        try load("a.json", in: folder)
      }
      #expect(try query("SELECT id, p, z, seen, mark FROM A", in: folder) == "1|||7|x\n")
    }
  }

  @Test func otherDocumentsAndPlacesKeepTheirRows() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "a.json": "{\"r\":[{\"x\":1,\"p\":1}],\"s\":[{\"y\":1}]}",
          "b.json": "{\"r\":[{\"x\":2,\"p\":2}],\"s\":[{\"y\":2}]}",
        ], in: folder)
      try load("a.json", "b.json", in: folder)
      try load("--records", "r", "a.json", in: folder)
      try write(["a.json": "{\"r\":[{\"x\":3}]}"], in: folder)
      try load("a.json", in: folder)
      #expect(try query("SELECT x, p FROM R ORDER BY x", in: folder).hasSuffix("3|\n"))
      #expect(try query("SELECT x, p FROM R WHERE x = 2", in: folder) == "2|2\n")
      #expect(try query("SELECT y FROM S", in: folder) == "2\n")
    }
  }

  @Test func standardInputIsOneDocument() throws {
    try withTemporaryFolder { folder in
      #expect(try !load(input: "[{\"x\":1,\"p\":2}]", in: folder).contains("replaces"))
      let talk = try load(input: "[{\"city\":\"a\"}]", in: folder)
      #expect(
        talk.contains("the database has a document from standard input, which this one replaces"), "\(talk)")
      #expect(try query("SELECT x, p, city FROM Records", in: folder) == "||a\n")
    }
  }

  @Test func aDocumentIsItsNormalisedPath() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("d"), withIntermediateDirectories: true)
      try write(["d/a.json": "[{\"x\":1}]", "a.json": "[{\"x\":2}]"], in: folder)
      for path in ["d/a.json", "./d/../d/a.json", folder.appendingPathComponent("d/a.json").path, "a.json"] {
        try load(path, in: folder)
      }
      #expect(try query("SELECT document_file, x FROM A ORDER BY x", in: folder) == "d/a.json|1\na.json|2\n")
    }
  }

  @Test("Booleans among numbers and texts, and data")
  func kinds() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "p.json": "[{\"n\":9,\"t\":\"a\"},{\"n\":100,\"t\":true},{\"n\":false,\"t\":\"b\"},{\"n\":1.5}]",
          "q.plist": "<plist><array><dict><key>d</key><data>AQE=</data></dict></array></plist>",
        ], in: folder)
      let talk = try load("p.json", "q.plist", in: folder)
      #expect(talk.contains("P.t: booleans are the texts true and false"), "\(talk)")
      #expect(try query("SELECT count(*), max(n) FROM P WHERE n > 5", in: folder) == "2|100\n")
      #expect(try query("SELECT n, n_text FROM P WHERE n_text IS NOT NULL", in: folder) == "0|false\n")
      #expect(try query("SELECT count(*) FROM P WHERE t = 'true'", in: folder) == "1\n")
      #expect(try query("SELECT hex(d), typeof(d) FROM Q", in: folder) == "0101|blob\n")
    }
  }
}
