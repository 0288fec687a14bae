// pliant load: documents into a database, again into the same one, and the SQL where there is no sqlite3.

import Commands
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: find("sqlite3") != nil)) struct LoadCommandTests {
  private static let shop = """
    <shop><product id="p1"><name>Lamp</name><price>9.50</price><tag>a</tag><tag>b</tag></product>\
    <product id="p2"><name>Desk</name><price>200.00</price></product>\
    <product id="p3"><name>Chair</name><price>10.00</price></product>\
    <sale ref="p1"><n>2</n></sale><sale ref="p3"><n>5</n></sale></shop>
    """

  private func query(_ sql: String, of database: String = "shop.db", in folder: URL) throws -> String {
    let result = try run(#require(find("sqlite3")), [database, sql], in: folder)
    return String(decoding: result.output + result.errors, as: UTF8.self)
  }

  @discardableResult
  private func load(_ words: [String], in folder: URL, code: ExitCode = .success) throws -> String {
    let captured = try CapturedRun(in: folder)
    let result = Program.run(["load"] + words, context: captured.context)
    #expect(result == code, "\(words): \(captured.errorText)")
    return captured.outputText + captured.errorText
  }

  @Test("XML: keys, references, nested lists, sums")
  func xml() throws {
    try withTemporaryFolder { folder in
      try write(["shop.xml": Self.shop], in: folder)
      let talk = try load(["shop.xml", "shop.db"], in: folder)
      #expect(talk.contains("shop.db: note: Product: 3 rows"), "\(talk)")
      let rows: [(sql: String, answer: String)] = [
        ("SELECT max(price), sum(price), typeof(max(price)) FROM product", "200|219.5|integer\n"),
        ("SELECT count(*) FROM product WHERE price > 9.75", "2\n"),
        ("SELECT id, tag FROM product ORDER BY id LIMIT 1", "p1|[\"a\",\"b\"]\n"),
        ("SELECT p.name FROM sale s JOIN product p ON s.ref = p.id ORDER BY 1", "Chair\nLamp\n"),
        ("SELECT Product_name, n FROM sale_view ORDER BY n DESC", "Chair|5\nLamp|2\n"),
        ("PRAGMA foreign_key_check", ""), ("SELECT file FROM shop", "shop.xml\n"),
      ]
      for (sql, answer) in rows { #expect(try query(sql, in: folder) == answer, "\(sql)") }
    }
  }

  @Test("Lines of JSON by content, cells without a header, integers beyond 64 bits")
  func unnamed() throws {
    try withTemporaryFolder { folder in
      try write(
        ["l.json": "{\"id\":1}\n{\"id\":2}\n", "c.csv": "1,a\n2,b\n", "d.csv": "n\n10000000000000000001\n"],
        in: folder)
      try load(["l.json", "shop.db"], in: folder)
      #expect(try query("SELECT id FROM l", in: folder) == "1\n2\n")
      try load(["--no-header", "c.csv", "shop.db"], in: folder)
      #expect(try query("SELECT column1, column2 FROM c", in: folder) == "1|a\n2|b\n")
      try load(["--column", "n:integer", "d.csv", "shop.db"], in: folder)
      #expect(try query("SELECT n FROM d", in: folder) == "10000000000000000001\n")
    }
  }

  @Test("Only tables with rows are counted")
  func emptyTables() throws {
    try withTemporaryFolder { folder in
      let feed = "<rss version='2.0'><channel><title>t</title><item><title>x</title></item></channel></rss>"
      try write(["feed.xml": feed], in: folder)
      let talk = try load(["--mapping", "podcast", "feed.xml", "shop.db"], in: folder)
      #expect(talk.split(separator: "\n").filter { $0.contains("[sql/load]") }.count == 2, "\(talk)")
      let names = try query("SELECT group_concat(name) FROM sqlite_master WHERE type = 'table'", in: folder)
      #expect(names.split(separator: ",").count == 2, "\(names)")
      try write(["feed.xml": feed.replacing("</item>", with: "<category>c</category></item>")], in: folder)
      try load(["-q", "--mapping", "podcast", "feed.xml", "shop.db"], in: folder)
      let more = try query("SELECT group_concat(name) FROM sqlite_master WHERE type = 'table'", in: folder)
      #expect(more.contains("ategor"), "\(more)")
    }
  }

  @Test("Loading again: by key, by file, with --replace, with a new column, with another type")
  func again() throws {
    try withTemporaryFolder { folder in
      try write(["shop.xml": Self.shop], in: folder)
      try load(["-q", "shop.xml", "shop.db"], in: folder)
      try load(["-q", "shop.xml", "shop.db"], in: folder)
      #expect(
        try query("SELECT count(*) FROM product UNION ALL SELECT count(*) FROM sale", in: folder) == "3\n2\n")
      let changed = Self.shop.replacing("9.50", with: "9.75").replacing(
        "<sale ref=\"p3\"><n>5</n></sale>", with: ""
      )
      .replacing(
        "<product id=\"p2\"><name>Desk</name>", with: "<product id=\"p4\" size=\"L\"><name>Bed</name>")
      try write(["shop.xml": changed], in: folder)
      try load(["-q", "shop.xml", "shop.db"], in: folder)
      #expect(
        try query("SELECT id, price, size FROM product ORDER BY id", in: folder)
          == "p1|9.75|\np2|200|\np3|10|\np4|200|L\n")
      #expect(try query("SELECT count(*) FROM sale", in: folder) == "1\n")
      try load(["-q", "--replace", "shop.xml", "shop.db"], in: folder)
      #expect(try query("SELECT id FROM product ORDER BY id", in: folder) == "p1\np3\np4\n")
      try write(["one.xml": "<shop><product id=\"7\"><price>3</price></product></shop>"], in: folder)
      try load(["-q", "one.xml", "shop.db"], in: folder)
      #expect(try query("SELECT price, name FROM product WHERE id = '7'", in: folder) == "3|\n")
      try load(["-q", "--replace", "shop.xml", "shop.db"], in: folder)
      #expect(try query("SELECT count(*) FROM product", in: folder) == "4\n")
      try write(["other.xml": Self.shop.replacing("200.00", with: "many")], in: folder)
      let talk = try load(["other.xml", "shop.db"], in: folder)
      #expect(talk.contains("another table than those of other documents: shop_Product"), "\(talk)")
      #expect(try query("SELECT count(*) FROM product", in: folder) == "4\n")
      #expect(try query("SELECT price FROM shop_product WHERE id = 'p2'", in: folder) == "many\n")
    }
  }

  @Test(
    "Strings of JSON and property lists stay strings; cells and elements have the type that fits",
    arguments: [
      ("s.json", #"[{"a":"1","b":"yes","c":"2020-01-01"},{"a":"2","b":"no","c":"2021-01-01"}]"#, false),
      ("s.csv", "a,b,c\n1,yes,2020-01-01\n2,no,2021-01-01\n", true),
      ("s.xml", "<r><s a='1' b='yes' c='2020-01-01'/><s a='2' b='no' c='2021-01-01'/></r>", true),
    ])
  func strings(name: String, text: String, isTyped: Bool) throws {
    try withTemporaryFolder { folder in
      try write([name: text], in: folder)
      try load(["-q", name, "shop.db"], in: folder)
      let row = isTyped ? "integer|yes|2020-01-01\n" : "text|yes|2020-01-01\n"
      #expect(try query("SELECT typeof(a), b, c FROM s LIMIT 1", in: folder) == row)
    }
  }

  /// The price has an attribute, so that its text is a field of a record of its own.
  @Test("Decimals in elements with attributes add up, and come back as they were")
  func decimals() throws {
    try withTemporaryFolder { folder in
      let prices = ["9.50", "10.00", "200.00"].map { "<p><price c=\"E\">\($0)</price></p>" }.joined()
      try write(["s.xml": "<s>\(prices)</s>"], in: folder)
      try load(["-q", "s.xml", "shop.db"], in: folder)
      #expect(try query("SELECT sum(price), count(*) FROM p WHERE price > 9.75", in: folder) == "210|2\n")
      #expect(try query("SELECT max(price), price_text, price_c FROM p", in: folder) == "200|200.00|E\n")
      #expect(
        try load(["--dry-run", "-q", "s.xml", "x.db"], in: folder).contains(
          "Price.text: a number in SQL, with its spelling in text_text"))
    }
  }

  /// Too large for one part, and with the lists between one another; the plain document is read whole.
  @Test("Large documents are loaded while they are read, whatever the order of their lists")
  func large() throws {
    let filler = String(repeating: "x", count: 400)
    var xml = "<shop>"
    var lines = ""
    var csv = "id,note\r\n"
    for number in 0..<3000 {
      xml += "<product id='\(number)'><name>\(filler)</name></product>"
      if number % 3 == 0 { xml += "<sale ref='\(number)'><n>\(number % 7)</n></sale>" }
      lines +=
        (lines.isEmpty ? "" : ",") + "{\"id\":\(number),\"note\":\"\(filler)\",\"l\":[{\"q\":\(number % 5)}]}"
      csv += "\(number),\"\(filler)\"\r\n"
    }
    let sums = (0..<3000).reduce((n: 0, q: 0)) { ($0.n + ($1 % 3 == 0 ? $1 % 7 : 0), $0.q + $1 % 5) }
    try withTemporaryFolder { folder in
      try write(
        [
          "shop.xml": xml + "</shop>", "orders.json": "{\"v\":1,\"orders\":[\(lines)],\"w\":[1,2]}",
          "list.json": "[\(lines)]", "twice.json": "{\"a\":[\(lines)],\"a\":[{\"id\":1}]}", "notes.csv": csv,
        ], in: folder)
      for _ in 0..<(runsAllTests ? 2 : 1) {
        for file in ["shop.xml", "orders.json", "list.json", "twice.json", "notes.csv"] {
          try load(["-q", "--replace", file, file + ".db"], in: folder)
        }
      }
      let rows: [(file: String, sql: String, answer: String)] = [
        ("shop.xml", "SELECT count(*), sum(id) FROM product", "3000|4498500\n"),
        ("shop.xml", "SELECT count(*), sum(n) FROM sale", "1000|\(sums.n)\n"),
        ("shop.xml", "SELECT count(*) FROM sale s JOIN product p ON s.ref = p.id", "1000\n"),
        ("orders.json", "SELECT count(*), sum(id) FROM orders", "3000|4498500\n"),
        ("orders.json", "SELECT sum(q) FROM l", "\(sums.q)\n"),
        ("orders.json", "SELECT v, w FROM orders_document", "1|[1,2]\n"),
        ("list.json", "SELECT sum(q) FROM l", "\(sums.q)\n"),
        ("twice.json", "SELECT count(*), sum(id) FROM a", "1|1\n"),
        ("notes.csv", "SELECT count(*), sum(length(note)) FROM notes", "3000|1200000\n"),
      ]
      for (file, sql, answer) in rows {
        let result = try run(#require(find("sqlite3")), [file + ".db", sql], in: folder)
        #expect(String(decoding: result.output + result.errors, as: UTF8.self) == answer, "\(file) \(sql)")
      }
    }
  }

  @Test("Records without a key belong to their file")
  func files() throws {
    try withTemporaryFolder { folder in
      try write(["a.jsonl": "{\"v\":1}\n{\"v\":2}\n", "b.jsonl": "{\"v\":3}\n"], in: folder)
      try load(["-q", "a.jsonl", "shop.db"], in: folder)
      try write(["a.jsonl": "{\"v\":9}\n"], in: folder)
      try load(["-q", "a.jsonl", "b.jsonl", "shop.db"], in: folder)
      #expect(try query("SELECT v FROM a UNION ALL SELECT v FROM b", in: folder) == "9\n3\n")
      try write(["a.jsonl": "{\"v\":9}\n{\"v\":\n"], in: folder)
      let talk = try load(["b.jsonl", "a.jsonl", "shop.db"], in: folder, code: .failure)
      #expect(talk.hasPrefix("a.jsonl:"), "\(talk)")
    }
  }

  @Test("JSON, CSV and property lists")
  func otherFormats() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "orders.json":
            #"{"v":1,"orders":[{"id":1,"c":{"n":"x"},"lines":[{"sku":"a","q":2},{"sku":"b","q":1}],"t":[1],"ok":true},"#
            + #"{"id":2,"c":{"n":"y"},"lines":[],"t":[],"ok":false,"first name":null,"m":1},{"id":3,"c":{"n":"z"},"m":"k"}]}"#,
          "prices.csv": "id;price;day\r\n1;9.50;2026-01-02\r\n2;10.25;\r\n",
          "mix.json": "[{\"t\":[{\"a\":1},{\"a\":3}]},{\"t\":{\"a\":2}},{\"t\":[]},{}]",
          "mix.xml": "<x><r><t n='1'/><t n='3'/></r><r><t n='2'/></r><r/></x>",
        ], in: folder)
      try load(["-q", "orders.json", "shop.db"], in: folder)
      try load(["-q", "prices.csv", "shop.db"], in: folder)
      // One value where others have a list.
      try load(["-q", "mix.json", "shop.db"], in: folder)
      let convert = try CapturedRun(in: folder)
      #expect(
        convert.run("convert", "sql", "-q", "--records", "r", "mix.xml") == .success, "\(convert.errorText)")
      #expect(convert.outputText.contains("(1, 0, 2)") && convert.outputText.contains("(0, 1, 3)"))
      let rows: [(sql: String, answer: String)] = [
        ("SELECT id, ok, m FROM orders ORDER BY id", "1|1|\n2|0|1\n3||k\n"),
        ("SELECT sum(q) FROM lines", "3\n"), ("SELECT c_n FROM orders ORDER BY c_n", "x\ny\nz\n"),
        ("SELECT sum(price) FROM prices", "19.75\n"), ("SELECT count(*), sum(a) FROM t", "3|6\n"),
        ("SELECT count(*) FROM prices WHERE day IS NULL", "1\n"),
      ]
      for (sql, answer) in rows { #expect(try query(sql, in: folder) == answer, "\(sql)") }
    }
  }

  @Test(
    "Single values and arrays are rows, too",
    arguments: [
      ("w.json", #"[{"x":1},"kept"]"#, "x, value", "1|\n|kept\n"),
      ("w.json", "[[1,2],[3,4]]", "column_1, column_2", "1|2\n3|4\n"),
      ("w.json", "[1,2,3]", "value", "1\n2\n3\n"),
      ("w.json", "5", "value", "5\n"), ("w.jsonl", "{\"a\":1}\n2\n", "a, value", "1|\n|2\n"),
      (
        "w.plist", "<plist><array><integer>1</integer><integer>2</integer></array></plist>", "value", "1\n2\n"
      ),
    ])
  func otherLists(file: String, text: String, columns: String, rows: String) throws {
    try withTemporaryFolder { folder in
      try write([file: text], in: folder)
      try load(["-q", file, "shop.db"], in: folder)
      #expect(try query("SELECT \(columns) FROM W", in: folder) == rows)
      let convert = try CapturedRun(in: folder)
      #expect(convert.run("convert", "sql", "-q", "-o", "-", file) == .success, "\(convert.errorText)")
      #expect(convert.outputText.contains("INSERT INTO \"W\""), "\(convert.outputText)")
    }
  }

  @Test("A list that a mapping does not have is an error")
  func unknownList() throws {
    try withTemporaryFolder { folder in
      try write(
        ["w.json": "[{\"x\":1}]", "m.json": #"{"mapping": "m", "root": "r", "fields": {"a": "@a"}}"#],
        in: folder)
      let talk = try load(["--mapping", "./m.json", "w.json", "shop.db"], in: folder, code: .failure)
      #expect(talk.contains("has no field 'w'"), "\(talk)")
    }
  }

  @Test("Numbers that are equal only as doubles are no keys, and those that no column can hold are errors")
  func numbers() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "a.json": #"[{"id":1,"v":"a"},{"id":1.0,"v":"b"}]"#,
          "b.json": #"[{"id":18446744073709551615},{"id":18446744073709551614}]"#,
          "c.json": #"[{"id":9223372036854775807},{"id":9223372036854775806}]"#,
          "d.xml": #"<r><i id="1.5" v="1"/><i id="1" v="2"/><i id="-0.0" v="3"/><i id="0" v="4"/></r>"#,
          "e.json": #"[{"a":1e400},{"a":1.5}]"#,
          "f.plist": "<plist><dict><key>a</key><real>inf</real></dict></plist>",
          "g.xml": "<r><i><t>2</t></i><i><t>1.0</t></i></r>",
        ], in: folder)
      for file in ["a.json", "b.json", "c.json", "d.xml", "e.json", "f.plist", "g.xml"] {
        try load(["-q", file, "shop.db"], in: folder)
        try FileManager.default.moveItem(
          at: folder.appendingPathComponent("shop.db"), to: folder.appendingPathComponent(file + ".db"))
      }
      let rows: [(file: String, sql: String, answer: String)] = [
        ("a.json", "SELECT count(*) FROM a", "2\n"),
        ("b.json", "SELECT id FROM b ORDER BY id", "18446744073709551614\n18446744073709551615\n"),
        ("c.json", "SELECT max(id) FROM c", "9223372036854775807\n"),
        ("d.xml", "SELECT count(*) FROM i", "4\n"),
        ("g.xml", "SELECT t, t_text FROM i ORDER BY 1", "1|1.0\n2|\n"),
        ("f.plist", "SELECT a, typeof(a) FROM f_document", "inf|text\n"),
        ("e.json", "SELECT a, typeof(a) FROM e", "1e400|text\n1.5|real\n"),
      ]
      for (file, sql, answer) in rows {
        let result = try run(#require(find("sqlite3")), [file + ".db", sql], in: folder)
        #expect(String(decoding: result.output + result.errors, as: UTF8.self) == answer, "\(file) \(sql)")
      }
    }
  }

  @Test("Records of several files with one key stay apart, or their replacement is reported")
  func sharedKeys() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "a.json": #"{"s":[{"id":1,"v":1},{"id":2,"v":1}]}"#,
          "b.json": #"{"s":[{"id":1,"v":9},{"id":2,"v":1}]}"#,
          "m.json": #"""
          {"mapping": "m", "root": "r", "fields": {"s": "s S list"},
           "records": {"S": {"id": "@id integer key required", "v": "@v integer"}}}
          """#,
        ], in: folder)
      try load(["-q", "a.json", "b.json", "drafted.db"], in: folder)
      let rows = try run(#require(find("sqlite3")), ["drafted.db", "SELECT sum(v) FROM s"], in: folder)
      #expect(String(decoding: rows.output, as: UTF8.self) == "12\n")
      // By a mapping, and by the key of an existing table.
      let note = "1 record with the key of an earlier one was put in its place"
      let talk = try load(["--mapping", "./m.json", "a.json", "b.json", "mapped.db"], in: folder)
      #expect(talk.contains("b.json: note: \(note)"), "\(talk)")
      try load(["-q", "a.json", "shop.db"], in: folder)
      // Their keys repeat, so that the records of both are in another table than those of the first alone.
      try load(["b.json", "a.json", "shop.db"], in: folder)
      #expect(try query("SELECT count(*) FROM s UNION ALL SELECT sum(v) FROM b_S", in: folder) == "0\n12\n")
    }
  }

  @Test(
    "Trees in trees, one value where others have a list by the printed mapping",
    arguments: [
      (#"[{"c":[{}],"k":{"k":[{}]}}]"#, 0),
      (
        #"{"menu":[{"label":"a","items":[{"t":1,"items":[{"t":2}]}],"menu":[{"label":"b","items":[{"t":3}]}]}]}"#,
        3
      ),
      (
        #"{"items":[{"t":1,"items":[{"t":2}]}],"menu":[{"items":[{"t":3,"items":[{"t":5}]}],"menu":[{"items":[{"t":4}]}]}]}"#,
        5
      ),
      (#"{"m":[{"items":[{"t":0}]},{"items":{"t":1}}]}"#, 2),
    ])
  func trees(json: String, count: Int) throws {
    try withTemporaryFolder { folder in
      try write(["t.json": json], in: folder)
      try load(["-q", "t.json", "shop.db"], in: folder)
      if count > 0 { #expect(try query("SELECT count(*) FROM items", in: folder) == "\(count)\n") }
      #expect(try query("PRAGMA foreign_key_check", in: folder) == "")
      try write(["m.json": try load(["-q", "--dry-run", "t.json", "x.db"], in: folder)], in: folder)
      try load(["-q", "--mapping", "./m.json", "t.json", "shop.db"], in: folder)
    }
  }

  @Test("The mapping of --dry-run, the SQL of -o, and convert sql without a mapping")
  func written() throws {
    try withTemporaryFolder { folder in
      try write(["shop.xml": Self.shop], in: folder)
      let mapping = try load(["-q", "--dry-run", "shop.xml", "shop.db"], in: folder)
      #expect(
        mapping.contains("decimal") && mapping.contains("sql=spelled") && mapping.contains("Product.price"),
        "\(mapping)")
      try write(["m.json": mapping], in: folder)
      try load(["-q", "--mapping", "./m.json", "-o", "out.sql", "shop.xml", "shop.db"], in: folder)
      let loaded = try run(#require(find("sqlite3")), ["-bail", "shop.db", ".read out.sql"], in: folder)
      let count = try query("SELECT count(*) FROM product", in: folder)
      #expect(loaded.status == 0 && count == "3\n")
      let convert = try CapturedRun(in: folder)
      #expect(convert.run("convert", "sql", "-q", "shop.xml") == .success, "\(convert.errorText)")
      #expect(convert.outputText.contains("CREATE TABLE IF NOT EXISTS \"Product\""))
      let some = try CapturedRun(in: folder)
      #expect(
        some.run("convert", "sql", "-q", "--records", "product", "--fields", "id=@id,cost=price", "shop.xml")
          == .success)
      #expect(
        some.outputText.contains("\"cost\" NUMERIC") && some.outputText.contains("\"Product\""),
        "\(some.errorText)")
      // The way back has the digits again.
      try write(["convert.sql": convert.outputText], in: folder)
      let sqlite = try #require(find("sqlite3"))
      _ = try run(sqlite, ["-bail", "back.db", ".read convert.sql"], in: folder)
      let select = try CapturedRun(in: folder)
      #expect(
        select.run("convert", "sql", "--select", "--mapping", "./m.json") == .success, "\(select.errorText)")
      let rows = try run(sqlite, ["-json", "back.db", select.outputText], in: folder)
      try rows.output.write(to: folder.appendingPathComponent("rows.json"))
      let back = try CapturedRun(in: folder)
      #expect(
        back.run("convert", "xml", "-o", "-", "--mapping", "./m.json", "rows.json") == .success,
        "\(back.errorText)")
      #expect(
        back.outputText.contains("<price>9.50</price>") && back.outputText.contains("<price>200.00</price>"),
        "\(back.outputText)")
    }
  }

  @Test("A value of a key's name that identifies no record is reported")
  func repeatedKeys() throws {
    try withTemporaryFolder { folder in
      try write(
        ["a.json": #"{"r":[{"id":1},{"id":2}]}"#, "b.json": #"{"r":[{"id":2},{"id":3}]}"#], in: folder)
      let note = "a.json: note: R.id: not a key, since values repeat or are empty [mapping/infer]\n"
      #expect(try load(["a.json", "b.json", "shop.db"], in: folder).hasPrefix(note))
      #expect(try query("SELECT count(*) FROM R", in: folder) == "4\n")
      #expect(try !load(["a.json", "other.db"], in: folder).contains("[mapping/infer]"))
    }
  }

  @Test("Numbers are exact and comparable; those that SQLite prints differently keep their spelling")
  func numbersInAColumn() async throws {
    try await forEachRow(of: [
      (#"[{"v":1.5},{"v":0.25}]"#, "v", "0.25\n1.5\n"), (#"[{"v":1},{"v":1.5}]"#, "v", "1\n1.5\n"),
      (
        #"[{"v":9007199254740993},{"v":1.5},{"v":2},{"v":3}]"#, "v, typeof(v)",
        "1.5|real\n2|integer\n3|integer\n9007199254740993|integer\n"
      ),
      (
        #"[{"v":1.50},{"v":1e2},{"v":-9007199254740994}]"#, "v, v_text",
        "-9007199254740994|\n1.5|1.50\n100|1e2\n"
      ),
      (#"[{"v":7},{"v":18446744073709551616},{"v":1.5}]"#, "v", "1.5\n7\n18446744073709551616\n"),
      (#"[{"v":"7"},{"v":7},{"v":""},{"v":null}]"#, "v, typeof(v)", "|null\n7|integer\n|text\n7|text\n"),
    ]) { (json: String, columns: String, answer: String) throws in
      try withTemporaryFolder { folder in
        try write(["t.json": json], in: folder)
        let talk = try load(["t.json", "shop.db"], in: folder)
        #expect(!talk.contains("[conversion/loss]"), "\(talk)")
        #expect(try query("SELECT \(columns) FROM t ORDER BY v", in: folder) == answer)
      }
    }
  }

  @Test("A column widens for what a later document has, and keeps what it had")
  func widening() async throws {
    try await forEachRow(of: [
      (#"[{"id":1,"v":null}]"#, #"[{"id":2,"v":5}]"#, "|null\n5|integer\n"),
      (#"[{"id":1,"v":7}]"#, #"[{"id":2,"v":"A7"},{"id":3,"v":"007"}]"#, "7|integer\nA7|text\n007|text\n"),
      (
        #"[{"id":1,"v":7}]"#, #"[{"id":2,"v":18446744073709551616}]"#,
        "7|integer\n18446744073709551616|text\n"
      ),
      (#"[{"id":1,"v":1.5}]"#, #"[{"id":2,"v":9007199254740993}]"#, "1.5|real\n9007199254740993|integer\n"),
      (#"[{"id":1,"v":"5"}]"#, #"[{"id":2,"v":5}]"#, "5|text\n5|integer\n"),
    ]) { (first: String, second: String, answer: String) throws in
      try withTemporaryFolder { folder in
        for json in [first, second] {
          try write(["t.json": json], in: folder)
          try load(["-q", "t.json", "shop.db"], in: folder)
        }
        #expect(try query("SELECT v, typeof(v) FROM t ORDER BY id", in: folder) == answer, "\(second)")
        #expect(
          try query("SELECT count(*) FROM sqlite_master WHERE name LIKE 'pliant%'", in: folder) == "0\n")
      }
    }
  }

  @Test("Names that SQLite cannot tell apart, no names, a name of the file's, and no rows")
  func names() async throws {
    try await forEachRow(of: [
      ("p.csv", ",a,b\n0,x,1.5\n", "SELECT column_1, a, b FROM p", "0|x|1.5\n"),
      ("p.csv", "a,b,\n1,2,\n", "SELECT a, b, column_3 FROM p", "1|2|\n"),
      ("p.csv", "ID,id\n1,2\n", "SELECT ID, id_2 FROM p", "1|2\n"),
      ("p.json", #"[{"Name":"a","name":"b"}]"#, "SELECT Name, name_2 FROM p", "a|b\n"),
      ("city.csv", "city,pop\nRome,3\n", "SELECT city, pop FROM city", "Rome|3\n"),
      ("tag.json", #"[{"tag":"x"},{"tag":"y"}]"#, "SELECT tag FROM tag", "x\ny\n"),
      ("p.csv", "a,b\n", "SELECT count(a), count(b) FROM p", "0|0\n"),
      (
        "p.xml",
        "<r><p><address><address>S</address><c>A</c></address></p><p><address><address>T</address><c>A</c></address></p></r>",
        "SELECT address_address, address_c FROM p ORDER BY 1", "S|A\nT|A\n"
      ),
      (
        "p.csv", "n,d,y\n9.5,2020-01-02,yes\n100,2020-01-02 03:04:05,no\n,,\n",
        "SELECT max(n), count(n), max(d), max(y) FROM p WHERE n > 20", "100|1|2020-01-02 03:04:05|no\n"
      ),
    ]) { (name: String, text: String, sql: String, answer: String) throws in
      try withTemporaryFolder { folder in
        try write([name: text], in: folder)
        for _ in 0..<2 { try load(["-q", name, "shop.db"], in: folder) }
        #expect(try query(sql, in: folder) == answer, "\(text)")
      }
    }
  }

  @Test("A record that occurs once in a later or an earlier document is a row where others are rows")
  func onceAndOften() throws {
    func items(_ numbers: [Int]) -> String {
      #"{"v":1,"a":["# + numbers.map { #"{"c":{"i":[{"n":\#($0)}]}}"# }.joined(separator: ",") + "]}"
    }
    try withTemporaryFolder { folder in
      for xml in ["<r><i n='1'/></r>", "<r><i n='2'/><i n='3'/></r>", "<r><i n='4'/></r>"] {
        try write(["d.xml": xml], in: folder)
        try load(["-q", "d.xml", "shop.db"], in: folder)
      }
      #expect(try query("SELECT count(*), max(n) FROM i", in: folder) == "1|4\n")
      #expect(try query("SELECT i_n FROM r", in: folder) == "\n")
      for numbers in [[1, 2], [3]] {
        try write(["d.json": items(numbers)], in: folder)
        try load(["-q", "d.json", "shop.db"], in: folder)
      }
      #expect(try query("SELECT count(*) FROM a", in: folder) == "1\n")
    }
  }

  @Test("Records that occur at most once are columns, dictionaries of like records tables with a key")
  func shapes() async throws {
    let packages = (0..<40).map { #""p\#($0)":{"v":"\#($0).0","d":{"x\#($0)":"1","y\#($0)":"2"}}"# }
    try await forEachRow(of: [
      (
        ##"[{"id":1,"p":{"@c":"E","#text":9.5},"a":{"g":{"x":1},"t":[{"v":1},{"v":2}]},"a_g":3},{"id":2}]"##,
        "SELECT p, p_c, a_g, a_g_x, (SELECT sum(v) FROM t WHERE d_id = 1) FROM d ORDER BY id",
        "9.5|E|3|1|3\n||||3\n"
      ),
      (
        #"{"n":1,"packages":{"":{"v":"0","n":"app"},"# + packages.joined(separator: ",") + "}}",
        "SELECT count(*), count(DISTINCT key), max(n), max(json_extract(d, '$.x7')) FROM packages WHERE key IN ('', 'p7')",
        "2|2|app|1\n"
      ),
      (
        #"{"a":{"v":1},"b":{"v":2},"c":{"v":3}}"#, "SELECT group_concat(key || v) FROM d", "a1,b2,c3\n"
      ),
      (#"{"a":{"v":1},"b":{"v":2}}"#, "SELECT a_v, b_v FROM d_document", "1|2\n"),
      (
        #"{"m":{"a":{"key":1},"b":{"key":2},"c":{"key":3}}}"#, "SELECT _key, key FROM m WHERE key > 2",
        "c|3\n"
      ),
    ]) { (json: String, sql: String, answer: String) throws in
      try withTemporaryFolder { folder in
        try write(["d.json": json], in: folder)
        for _ in 0..<2 { try load(["-q", "d.json", "shop.db"], in: folder) }
        #expect(try query(sql, in: folder) == answer)
      }
    }
    try withTemporaryFolder { folder in
      let xml =
        "<r><i><price c=\"E\">9.50</price><a><b x=\"1\">t</b></a></i><i><price c=\"U\">10</price><a><b x=\"2\">u</b></a></i></r>"
      try write(["i.xml": xml], in: folder)
      try load(["-q", "i.xml", "shop.db"], in: folder)
      #expect(
        try query("SELECT price, price_text, price_c, a_b, a_b_x FROM i", in: folder)
          == "9.5|9.50|E|t|1\n10||U|u|2\n")
      // And back by the mapping.
      try write(["m.json": try load(["-q", "--dry-run", "i.xml", "x.db"], in: folder)], in: folder)
      let select = try CapturedRun(in: folder)
      #expect(select.run("convert", "sql", "--select", "--mapping", "./m.json") == .success)
      let sql = try CapturedRun(in: folder)
      #expect(sql.run("convert", "sql", "--mapping", "./m.json", "-o", "s.sql", "i.xml") == .success)
      let sqlite = try #require(find("sqlite3"))
      _ = try run(sqlite, ["-bail", "back.db", ".read s.sql"], in: folder)
      let rows = try run(sqlite, ["-json", "back.db", select.outputText], in: folder)
      try rows.output.write(to: folder.appendingPathComponent("rows.json"))
      let back = try CapturedRun(in: folder)
      #expect(back.run("convert", "xml", "-o", "-", "--mapping", "./m.json", "rows.json") == .success)
      let compared = try CapturedRun(in: folder)
      try write(["back.xml": back.outputText], in: folder)
      #expect(compared.run("diff", "i.xml", "back.xml") == .success, "\(back.outputText)")
    }
  }

  @Test("Records of another kind of document, or with keys of another one, never overwrite")
  func kinds() throws {
    let posts = "<posts><row Id='1' T='a'/><row Id='2' T='b'/></posts>"
    let votes = "<votes><row Id='1' P='7'/><row Id='2' P='8'/></votes>"
    try withTemporaryFolder { folder in
      try write(
        [
          "Posts.xml": posts, "Votes.xml": votes, "u.json": #"{"data":[{"id":1,"n":"Ann"}]}"#,
          "p.json": #"{"data":[{"id":1,"n":"Lamp"}]}"#,
        ], in: folder)
      try load(["-q", "Posts.xml", "Votes.xml", "shop.db"], in: folder)
      for _ in 0..<2 {
        for file in ["u.json", "./p.json", "Votes.xml", "Posts.xml"] {
          try load(["-q", file, "shop.db"], in: folder)
        }
      }
      for (sql, answer) in [
        ("SELECT T FROM row ORDER BY Id", "a\nb\n"), ("SELECT P FROM votes_row ORDER BY Id", "7\n8\n"),
        ("SELECT n FROM data", "Ann\n"), ("SELECT n FROM p_data", "Lamp\n"),
        ("SELECT file FROM p_document", "p.json\n"),
      ] { #expect(try query(sql, in: folder) == answer, "\(sql)") }
    }
  }

  @Test("A reference to a record that only the database has works; one to none names the record")
  func storedReferences() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "users.xml": "<db><user id='1'/></db>", "post.xml": "<db><post id='10' user='1'/></db>",
          "none.xml": "<db><post id='11' user='99'/></db>",
          "m.json": #"""
          {"mapping": "m", "root": "db", "fields": {"users": "user User list", "posts": "post Post list"},
           "records": {"User": {"id": "@id integer key required"},
             "Post": {"id": "@id integer key required", "user": "@user integer references=User"}}}
          """#,
        ], in: folder)
      let mapping = ["-q", "--mapping", "./m.json"]
      try load(mapping + ["users.xml", "shop.db"], in: folder)
      try load(mapping + ["post.xml", "shop.db"], in: folder)
      let talk = try load(mapping + ["none.xml", "shop.db"], in: folder, code: .failure)
      #expect(talk.contains("Post 11 refers to the User 99, which does not exist"), "\(talk)")
      #expect(try query("SELECT id, user FROM post", in: folder) == "10|1\n")
      // Later in the same command.
      try load(mapping + ["post.xml", "users.xml", "other.db"], in: folder)
      // A guessed reference is none that the database checks.
      try load(["-q", "users.xml", "drafted.db"], in: folder)
      try load(["-q", "none.xml", "drafted.db"], in: folder)
    }
  }

  @Test("Loads at once wait for one another: what succeeds is there")
  func atOnce() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = (0..<12).map { "f\($0)" }
    for (number, name) in names.enumerated() {
      try write(["\(name).json": "[{\"id\":\(number)},{\"id\":-1}]"], in: folder)
    }
    let codes = await withTaskGroup(of: ExitCode?.self) { group in
      for name in names {
        group.addTask {
          guard let captured = try? CapturedRun(in: folder) else { return nil }
          return Program.run(["load", "-q", name + ".json", "shop.db"], context: captured.context)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes == names.map { _ in .success })
    for (number, name) in names.enumerated() {
      #expect(try query("SELECT max(id) FROM \(name)", in: folder) == "\(number)\n")
    }
    #expect(try query("SELECT count(*) FROM document", in: folder) == "12\n")
  }

  @Test("--records, --table, --key and --column choose what is drafted; names that do not exist are errors")
  func wishes() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "a.json": #"{"res":{"items":[{"id":1,"v":"7"},{"id":2,"v":"8"}]},"n":1}"#,
          "a.xml": "<r><g><i id='1'><v>7</v></i></g><g><i id='2'><v>9.5</v></i><i id='3'/></g></r>",
          "jan.json": #"[{"nr":1,"v":1},{"nr":2,"v":2}]"#, "feb.json": #"[{"nr":2,"v":20},{"nr":3,"v":30}]"#,
          "z.csv": "zip,n\n01234,1\n22222,x\n", "geo.json": #"[{"geo":{"lat":1}}]"#,
        ], in: folder)
      try load(["-q", "--records", "res.items", "--table", "things", "a.json", "shop.db"], in: folder)
      try load(["-q", "--records", "**/i", "a.xml", "shop.db"], in: folder)
      for file in ["jan.json", "feb.json"] {
        try load(["-q", "--table", "months", "--key", "nr", file, "shop.db"], in: folder)
      }
      try load(["-q", "--column", "zip:integer", "--column", "n:text", "z.csv", "shop.db"], in: folder)
      for (sql, answer) in [
        ("SELECT id, v, typeof(v) FROM things", "1|7|text\n2|8|text\n"),
        ("SELECT max(v), count(*), max(id) FROM i", "9.5|3|3\n"),
        ("SELECT nr, v FROM months ORDER BY nr", "1|1\n2|20\n3|30\n"),
        ("SELECT zip, typeof(n) FROM z ORDER BY zip", "1234|text\n22222|text\n"),
      ] { #expect(try query(sql, in: folder) == answer, "\(sql)") }
      let rows: [(words: [String], message: String, code: ExitCode)] = [
        (["--records", "**/j", "a.xml"], "no records at '**/j'", .failure),
        (
          ["--key", "nnr", "jan.json"], "no record has the field 'nnr' of --key; did you mean 'nr'?", .failure
        ),
        (["--key", "lat", "geo.json"], "'lat' of --key is a field of a record's part", .failure),
        (["--key", "x", "--key", "nr", "jan.json"], "no record has the field 'x' of --key", .failure),
        (["--column", "zap:text", "z.csv"], "did you mean 'zip'?", .failure),
        (["--column", "zip:int", "z.csv"], "NAME:integer", .trouble),
        (["--column", "zip", "z.csv"], "NAME:text", .trouble),
        (["--table", "t", "a.xml"], "--table is for rows", .failure),
        (["--mapping", "gpx", "--key", "id", "a.xml"], "--mapping none", .trouble),
      ]
      for (words, message, code) in rows {
        let talk = try load(words + ["shop.db"], in: folder, code: code)
        #expect(talk.contains(message), "\(talk)")
      }
    }
  }

  @Test("A record inside a record is one row, in the table of --table, too; a JSON string remains text")
  func nestedRecords() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "o.xml": "<r><b><o t='1'><o t='2'/><x><o t='3'/></x></o><o t='4'/></b></r>",
          "a.json": #"{"r":[{"v":"1"},{"v":"2"}]}"#,
        ], in: folder)
      try load(["-q", "--records", "**/o", "o.xml", "shop.db"], in: folder)
      try load(["-q", "--records", "**/o", "--table", "nodes", "o.xml", "other.db"], in: folder)
      try load(["-q", "--records", "r", "a.json", "shop.db"], in: folder)
      #expect(try query("SELECT count(*), sum(t) FROM o", in: folder) == "4|10\n")
      #expect(try query("SELECT typeof(v), count(*) FROM r GROUP BY 1", in: folder) == "text|2\n")
      #expect(try query("SELECT count(*), sum(t) FROM nodes", of: "other.db", in: folder) == "4|10\n")
      let run = try CapturedRun(in: folder)
      #expect(
        Program.run(
          ["convert", "sql", "-q", "--records", "r", "-o", "r.sql", "a.json"], context: run.context)
          == .success)
      let written = try String(contentsOf: folder.appending(path: "r.sql"), encoding: .utf8)
      #expect(written.contains("\"v\" TEXT"))
    }
  }

  @Test("A file that is no database, and no database at all")
  func mistakes() throws {
    try withTemporaryFolder { folder in
      try write(
        ["shop.xml": Self.shop, "x.txt": "not a database, but long enough to look like one to some"],
        in: folder)
      let talk = try load(["shop.xml", "x.txt"], in: folder, code: .failure)
      #expect(talk.contains("not a database"), "\(talk)")
      #expect(read("x.txt", in: folder)?.hasPrefix("not a") == true)
      let unopened = try load(["shop.xml", "none/x.db"], in: folder, code: .failure)
      #expect(unopened.hasPrefix("none/x.db: error: sqlite3 failed"), "\(unopened)")
      try load([], in: folder, code: .trouble)
    }
  }
}
