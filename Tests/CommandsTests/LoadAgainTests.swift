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
    Row(
      first: "[{\"id\":1,\"p\":2}]", second: "[{\"id\":1,\"q\":3}]", sql: "SELECT id, p, q FROM A",
      answer: "1||3\n",
      options: ["--key", "id"]),
    Row(
      first: "[{\"n\":\"Ann\",\"p\":1,\"l\":[{\"x\":1},{\"x\":2}]}]", second: "[{\"n\":\"Zoe\"}]",
      sql: "SELECT n, p, (SELECT count(*) FROM L) FROM T", answer: "Zoe||0\n", options: ["--table", "T"]),
    // The root's name is invented, so that a list of that name is another one.
    Row(
      first: "[{\"document\":[{\"document\":[{\"v\":1},{\"w\":2}]}]}]",
      second: "[{\"document\":[{\"document\":[{\"v\":1},{\"w\":2}]}]}]",
      sql: "SELECT count(*) FROM DocumentDocument", answer: "2\n"),
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

  @Test func anUpdateFileChangesWhatItHas() throws {
    try withTemporaryFolder { folder in
      let first =
        #"[{"id":1,"n":"Ann","p":1.50,"l":[{"x":1},{"x":2}]},{"id":2,"n":"Bob","p":6,"l":[{"x":3}]}]"#
      let update =
        #"[{"id":1,"p":7},{"id":2,"n":null,"l":[{"x":4}]},{"id":3,"n":"Cy","l":null}]"#
      try write(
        ["a.json": first, "u.json": update, "v.json": #"[{"id":1,"l":null},{"id":2,"l":[{"x":4}]}]"#],
        in: folder)
      func rows() throws -> String {
        try query(
          "SELECT id, n, p, p_text, (SELECT group_concat(x) FROM L WHERE T_id = id) FROM T ORDER BY id",
          in: folder)
      }
      let options = ["--key", "id", "--table", "T"]
      // Again, since the row remains the first document's.
      for _ in 0..<2 {
        for name in ["a.json", "u.json"] {
          let captured = try CapturedRun(in: folder)
          #expect(Program.run(["load"] + options + [name, "shop.db"], context: captured.context) == .success)
          if name == "a.json" { continue }
          #expect(try rows() == "1|Ann|7||1,2\n2||6||4\n3|Cy|||\n")
        }
      }
      try load("--key", "id", "--table", "T", "v.json", in: folder)
      #expect(try rows() == "1|Ann|7||\n2||6||4\n3|Cy|||\n")
      try load("--key", "id", "--table", "T", "a.json", in: folder)
      #expect(try rows() == "1|Ann|1.5|1.50|1,2\n2|Bob|6||3\n3|Cy|||\n")
    }
  }

  @Test func eachStandardInputIsAnotherDocument() throws {
    try withTemporaryFolder { folder in
      for text in ["[{\"x\":1},{\"x\":2}]", "[{\"x\":3},{\"x\":4}]"] { try load(input: text, in: folder) }
      #expect(try query("SELECT x FROM Records ORDER BY x", in: folder) == "1\n2\n3\n4\n")
      for text in ["[{\"id\":1,\"n\":\"a\"}]", "[{\"id\":1,\"n\":\"b\"}]"] {
        try load("--key", "id", "--table", "K", input: text, in: folder)
      }
      #expect(try query("SELECT id, n FROM K", in: folder) == "1|b\n")
    }
  }

  @Test func aDocumentStaysInItsTable() throws {
    try withTemporaryFolder { folder in
      try write(["a.csv": "id,v\n1,1\n2,1\n", "b.csv": "id,v\n1,2\n2,2\n"], in: folder)
      try load("--table", "T", "a.csv", "b.csv", in: folder)
      try load("--table", "T", "b.csv", in: folder)
      #expect(try query("SELECT count(*) FROM T", in: folder) == "4\n")
    }
  }

  @Test("A key's column and others widen with the triggers, indexes and generated columns of the table")
  func widening() throws {
    try withTemporaryFolder { folder in
      let files = ["a.csv": "id,v\n1,2\n", "b.csv": "id,v\nX1,b\n2,c\n", "c.csv": "id,v\n2,new\n"]
      try write(files, in: folder)
      try load("--key", "id", "--table", "T", "a.csv", in: folder)
      _ = try query(
        "ALTER TABLE T ADD g AS (v || 'g'); CREATE TABLE log(x); "
          + "CREATE TRIGGER t AFTER INSERT ON T BEGIN INSERT INTO log VALUES (NEW.id); END", in: folder)
      for name in ["b.csv", "c.csv"] { try load("--key", "id", "--table", "T", name, in: folder) }
      #expect(
        try query("SELECT id, v, g FROM T; SELECT x FROM log", in: folder)
          == "1|2|2g\nX1|b|bg\n2|new|newg\nX1\n2\n")
    }
  }

  private static let records: [(words: [String], files: [String: String], sql: String, answer: String)] = [
    (["--records", "c"], ["r.xml": "<r><c d='x'>A</c><c>B</c></r>"], "SELECT d, text FROM c", "x|A\n|B\n"),
    (
      ["--records", "i", "--table", "t"], ["r.xml": "<r><i>1</i><i>20</i></r>"],
      "SELECT max(text), count(*) FROM t", "20|2\n"
    ),
    (["--records", "g"], ["r.json": #"{"g":["a","b"]}"#], "SELECT value FROM g", "a\nb\n"),
    ([], ["r.json": #"[{"a":1},5,{"a":2}]"#], "SELECT a, value FROM R", "1|\n|5\n2|\n"),
    ([], ["r.jsonl": "1\n20\n3\n"], "SELECT max(value), count(*) FROM R", "20|3\n"),
    ([], ["r.jsonl": "[1,\"a\"]\n[2,\"b\"]\n"], "SELECT column_1, column_2 FROM R", "1|a\n2|b\n"),
    ([], ["r.json": "{\"a\":1}{\"a\":20}{\n\"a\":3}"], "SELECT max(a), count(*) FROM R", "20|3\n"),
    // A key below a key of its name is the same kind of record only if its other keys are.
    (
      [],
      ["items.json": #"[{"id":1,"n":9,"items":[{"s":"a"},{"s":"b"}]},{"id":2,"n":4,"items":[{"s":"a"}]}]"#],
      "SELECT count(*) FROM Items; SELECT count(*) FROM ItemsItems", "2\n3\n"
    ),
    (
      [], ["es.json": #"{"hits":{"total":2,"hits":[{"_id":"a"},{"_id":"b"}]}}"#],
      "SELECT count(*) FROM HitsHits",
      "2\n"
    ),
    (
      [], ["address.json": #"[{"address":{"city":"X","address":"A"}},{"address":{"city":"Y"}}]"#],
      "SELECT address_city FROM Address", "X\nY\n"
    ),
    (
      [], ["t.json": #"[{"n":1,"sub":[{"n":2,"sub":[{"n":3}]}]}]"#], "SELECT count(*) FROM Sub", "2\n"
    ),
    // Names of fields: the document's, with the places around them, and those of columns.
    (
      ["--column", "geo.lat:text", "--column", "geo_lon:text"], ["r.json": #"[{"geo":{"lat":1,"lon":2}}]"#],
      "SELECT typeof(geo_lat), typeof(geo_lon) FROM R", "text|text\n"
    ),
    (
      ["--column", "@v:text", "--column", "p/@c:text"], ["r.xml": "<r><i v='1'><p c='2'/></i><i v='2'/></r>"],
      "SELECT typeof(v), typeof(p_c) FROM I", "text|text\ntext|null\n"
    ),
    (
      ["--key", "a", "--key", "b"], ["r.csv": "a,b\n1,1\n1,2\n"],
      "SELECT sum(pk > 0) FROM pragma_table_info('R')", "2\n"
    ),
  ]

  @Test func everyRecordIsARow() throws {
    for row in Self.records {
      try withTemporaryFolder { folder in
        try write(row.files, in: folder)
        let captured = try CapturedRun(in: folder)
        let code = Program.run(["load"] + row.words + row.files.keys + ["shop.db"], context: captured.context)
        #expect(code == .success, "\(captured.errorText)")
        #expect(try query(row.sql, in: folder) == row.answer, "\(row)")
      }
    }
  }

  @Test func columnsOfPartsThatCollideAreNoted() throws {
    try withTemporaryFolder { folder in
      let item = "<i><price currency='E'>9.50</price><price_currency>X</price_currency></i>"
      try write(["r.xml": "<r>\(item)\(item)</r>"], in: folder)
      let talk = try load("r.xml", in: folder)
      #expect(talk.contains("the column of 'price/currency' is price_currency_2"), "\(talk)")
    }
  }

  @Test func aTableHasManyColumns() throws {
    try withTemporaryFolder { folder in
      let names = (0..<1500).map { "c\($0)" }
      for value in [1, 2] {
        let cells = names.map { _ in String(value) }
        try write(["w.csv": [names, cells].map { $0.joined(separator: ",") + "\n" }.joined()], in: folder)
        try load("w.csv", in: folder)
      }
      #expect(try query("SELECT c0, c1499 FROM W", in: folder) == "2|2\n")
    }
  }

  @Test("Decimals among integers beyond 64 bits and among words are exact")
  func mixtures() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "z.csv": "v\n18446744073709551616\n0.12345678901234567890\n1.50\n\"\"\n",
          "y.json": #"[{"v":"abc"},{"v":true},{"v":1},{"v":1.50},{"v":"1.50"}]"#,
        ], in: folder)
      try load("z.csv", "y.json", in: folder)
      #expect(
        try query("SELECT v, v_text, typeof(v) FROM Z; SELECT v, v_text, typeof(v) FROM Y", in: folder)
          == """
          18446744073709551616||text
          0.123456789012346|0.12345678901234567890|real
          1.5|1.50|real
          ||null
          abc||text
          true||text
          1||integer
          1.5|1.50|real
          1.50||text

          """)
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
