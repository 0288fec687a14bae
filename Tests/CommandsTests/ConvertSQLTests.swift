// pliant convert sql, through the command line and the real sqlite3, and its rows back to XML.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct ConvertSQLTests {
  /// Runs sqlite3 on a store with the text as its input; nil, said once, where it is not installed.
  private func sqlite(_ store: URL, _ options: [String], input: String) throws -> (Int32, String)? {
    guard let program = find("sqlite3") else {
      try Test.cancel("sqlite3 is not installed")
    }
    let file = store.deletingLastPathComponent().appendingPathComponent("input.sql")
    try Data(input.utf8).write(to: file)
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = options + [store.path]
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// Gives the statements to the store twice, of which the second time changes nothing; false where there is no sqlite3.
  private func writeTwice(_ sql: String, into store: URL) throws -> Bool {
    guard let first = try sqlite(store, [], input: sql) else { return false }
    #expect(first == (0, ""))
    let dump = try sqlite(store, [], input: ".dump\n")
    #expect(try #require(try sqlite(store, [], input: sql)) == (0, ""))
    #expect(try sqlite(store, [], input: ".dump\n")?.1 == dump?.1)
    return true
  }

  private func convert(_ words: [String], input: String? = nil, in folder: URL) throws -> (
    code: Int32, output: String, errors: String
  ) {
    let run = try CapturedRun(input: input.map { Array($0.utf8) }, in: folder)
    let code = Program.run(["convert"] + words, context: run.context)
    return (code.rawValue, run.outputText, run.errorText)
  }

  @Test func aScheduleGoesIntoAStoreTwiceAndComesBack() throws {
    try withTemporaryFolder { folder in
      let xml = testdata("valid/mapped/site-schedule.xml").path
      let sql = try convert(["sql", "-o", "-", xml], in: folder)
      #expect(sql.code == 0, "\(sql.errors)")
      let store = folder.appendingPathComponent("store.db")
      guard try writeTwice(sql.output, into: store) else { return }
      let query = "SELECT * FROM Team; SELECT * FROM Contact; SELECT * FROM Site; SELECT * FROM Activity;\n"
      let rows = try #require(try sqlite(store, ["-json"], input: query)).1
      let back = try convert(["xml", "--mapping", "site-schedule", "-o", "-"], input: rows, in: folder)
      #expect(back.code == 0, "\(back.errors)")
      try write(["back.xml": back.output], in: folder)
      let again = try convert(["json", "-o", "-", "-q", "--sort-keys", "back.xml"], in: folder)
      let original = try convert(["json", "-o", "-", "-q", "--sort-keys", xml], in: folder)
      #expect(again.output == original.output && !original.output.isEmpty)
      // Half of the rows have no place.
      let half = try #require(try sqlite(store, ["-json"], input: "SELECT * FROM Activity;\n")).1
      let outcome = try convert(["xml", "--mapping", "site-schedule", "-o", "-"], input: half, in: folder)
      #expect(outcome.code == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("select those of 'Site' too"), "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    ("site-schedule.xml", "site-schedule"), ("podcast.xml", "podcast"), ("outline.opml", "opml"),
    ("walk.gpx", "gpx"),
  ]) func whatIsSelectedComesBack(name: String, mapping: String) throws {
    try withTemporaryFolder { folder in
      let xml = testdata("valid/mapped/" + name).path
      let sql = try convert(["sql", "-o", "-", "--mapping", mapping, xml], in: folder)
      let store = folder.appendingPathComponent("store.db")
      guard try writeTwice(sql.output, into: store) else { return }
      let select = try convert(["sql", "--select", "--mapping", mapping], in: folder)
      #expect(select.code == 0, "\(select.errors)")
      let rows = try #require(try sqlite(store, ["-json"], input: select.output)).1
      let back = try convert(["xml", "--mapping", mapping, "-o", "-"], input: rows, in: folder)
      #expect(back.code == 0, "\(back.errors)")
      let again = try convert(["sql", "-o", "-", "--mapping", mapping], input: back.output, in: folder)
      #expect(again.output == sql.output)
    }
  }

  /// Documents whose root is not the one that the mapping writes by itself, and one whose root is.
  @Test(arguments: [
    ("walk-1.0.gpx", "gpx", "\"#namespace\":\"http://www.topografix.com/GPX/1/0\""),
    ("suite-junit.xml", "junit", "\"#root\":\"testsuite\""), ("walk.gpx", "gpx", nil),
  ]) func theRootsNamespaceAndNameComeBack(name: String, mapping: String, key: String?) throws {
    try withTemporaryFolder { folder in
      let file = testdata("valid/mapped/" + name).path
      let sql = try convert(["sql", "--loss", "refuse", "-o", "-", "--mapping", mapping, file], in: folder)
      #expect(sql.code == 0 && sql.output.contains("COMMIT"), "\(sql.errors)")
      let store = folder.appendingPathComponent("store.db")
      guard try writeTwice(sql.output, into: store) else { return }
      let select = try convert(["sql", "--select", "--mapping", mapping], in: folder)
      let rows = try #require(try sqlite(store, ["-json"], input: select.output)).1
      let back = try convert(["xml", "--mapping", mapping, "-o", "-"], input: rows, in: folder)
      #expect(back.code == 0, "\(back.errors)")
      try write(["back.xml": back.output], in: folder)
      let texts = try [file, "back.xml"].map { name in
        try convert(["json", "--mapping", mapping, "--sort-keys", "-q", "-o", "-", name], in: folder).output
      }
      #expect(texts[0] == texts[1])
      #expect(key.map(texts[0].contains) ?? !texts[0].contains("\"#"), "\(texts[0])")
    }
  }

  private func teams(_ repeated: String) -> [String: String] {
    [
      "m.json": #"""
      {"mapping": "teams", "root": "teams", "fields": {"teams": "team Team list"},
       "records": {
         "Team": {\#(repeated) "code": "@code key required", "name": "name", "contacts": "contact Contact list",
                  "sites": "site Site list"},
         "Contact": {"phone": "@phone"}, "Site": {"id": "@id key required"}}}
      """#,
      "a.json": """
      {"teams": [
        {"code": "1", "name": "a", "contacts": [{"phone": "1"}], "sites": [{"id": "x"}]},
        {"code": "2"},
        {"code": "1", "contacts": [{"phone": "2"}, {"phone": "3"}], "sites": [{"id": "y"}]}]}
      """,
    ]
  }

  @Test func aKeyThatTwoRecordsHaveIsRefused() throws {
    try withTemporaryFolder { folder in
      try write(teams(""), in: folder)
      for target in ["sql", "xml"] {
        let run = try convert([target, "--mapping", "./m.json", "-o", "-", "a.json"], in: folder)
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(
          run.errors == "a.json:4:3: error: Team: another record has the key '1' [mapping/duplicate-key]\n")
      }
    }
  }

  /// As the XML of the same records is read.
  @Test(arguments: [
    ("replace", "1||2,3|y"), ("merge", "1|a|1,2,3|x,y"),
  ]) func recordsOfOneKeyBecomeOne(repeated: String, rows: String) throws {
    try withTemporaryFolder { folder in
      try write(teams("\"$repeated\": \"\(repeated)\","), in: folder)
      let sql = try convert(["sql", "--mapping", "./m.json", "-o", "-", "a.json"], in: folder)
      #expect(sql.code == 0, "\(sql.errors)")
      #expect(
        sql.errors
          == "a.json:1:1: note: 1 record with the key of an earlier one was put in its place [conversion/loss]\n"
      )
      let xml = try convert(["xml", "--mapping", "./m.json", "-o", "-", "a.json"], in: folder)
      let again = try convert(
        ["sql", "--mapping", "./m.json", "-q", "-o", "-"], input: xml.output, in: folder)
      #expect(again.output == sql.output)
      let store = folder.appendingPathComponent("store.db")
      guard try writeTwice(sql.output, into: store) else { return }
      let query = """
        SELECT code, coalesce(name, ''), (SELECT group_concat(phone) FROM Contact WHERE Team_code = code),
        (SELECT group_concat(id) FROM Site WHERE Team_code = code) FROM Team ORDER BY code LIMIT 1;
        """
      #expect(try sqlite(store, [], input: query)?.1 == rows + "\n")
    }
  }

  /// A large document is read by two workers.
  @Test(arguments: [
    ("real", "1", "1.0", "1.0"), ("real", "-0.0", "0", "0.0"), ("integer", "01", "1", "1"),
    ("integer", "+9223372036854775808", "09223372036854775808", "9223372036854775808"),
    ("date", "2026-01-02T00:00:00Z", "2026-01-02T00:00:00.0Z", "2026-01-02T00:00:00Z"),
  ]) func keysAreComparedAsValues(type: String, first: String, second: String, key: String) throws {
    try withTemporaryFolder { folder in
      let mapping =
        #"{"mapping": "m", "root": "r", "fields": {"i": "i I list", "x": "x X list"}, "records": {"I": {"id": "@id \#(type) key required"}, "X": {"v": "@v"}}}"#
      let fillers = String(repeating: "<x v='1234567890'/>", count: 30_000)
      try write(
        [
          "m.json": mapping, "small.xml": "<r>\n<i id='\(first)'/>\n<i id='\(second)'/></r>",
          "large.xml": "<r>\n<i id='\(first)'/>\n<i id='\(second)'/>\(fillers)\(fillers)</r>",
        ], in: folder)
      for name in ["small.xml", "large.xml"] {
        let run = try convert(["sql", "--mapping", "./m.json", "-o", "-", name], in: folder)
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(
          run.errors == "\(name):3:1: error: I: another record has the key '\(key)' [mapping/duplicate-key]\n"
        )
      }
    }
  }

  @Test(arguments: [
    ("real", "1.5", "1.50", "1.50"), ("real", "0", "-0.0", "-0.0"),
    ("date", "\"2026-01-02T00:00:00Z\"", "\"2026-01-02T00:00:00.0Z\"", "2026-01-02T00:00:00.0Z"),
  ]) func keysInDataAreComparedAsValues(type: String, first: String, second: String, key: String) throws {
    try withTemporaryFolder { folder in
      let mapping =
        #"{"mapping": "m", "root": "r", "fields": {"i": "i I list"}, "records": {"I": {"id": "@id \#(type) key required"}}}"#
      try write(
        ["m.json": mapping, "a.json": "{\"i\": [{\"id\": \(first)}, {\"id\": \(second)}]}"], in: folder)
      let run = try convert(["sql", "--mapping", "./m.json", "-o", "-", "a.json"], in: folder)
      #expect(run.code == 1 && run.errors.contains("another record has the key '\(key)'"), "\(run.errors)")
    }
  }

  @Test(arguments: [["sql", "--select"], ["json", "--select", "--mapping", "gpx"]])
  func selectNeedsAMapping(words: [String]) throws {
    try withTemporaryFolder { folder in
      let outcome = try convert(words, in: folder)
      #expect(outcome.code == 2)
    }
  }

  @Test(arguments: [
    ("schedule-bad-date.xml", "mapping/value"),
    ("schedule-missing-code.xml", "mapping/missing"),
  ]) func writesNothingForABrokenSchedule(name: String, rule: String) throws {
    let file = testdata("invalid/mapped/" + name)
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    try withTemporaryFolder { folder in
      let outcome = try convert(["sql", "-o", "-", "--mapping", "site-schedule", file.path], in: folder)
      #expect(outcome.code == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("[\(rule)]"), "\(outcome.errors)")
    }
  }

  @Test func needsAMapping() throws {
    try withTemporaryFolder { folder in
      let outcome = try convert(["sql", "--xml-style", "jsonml"], input: "<a/>", in: folder)
      #expect(outcome.code == 1 && outcome.errors.contains("use --mapping NAME"), "\(outcome.errors)")
    }
  }

  @Test func aPodcastGoesIntoAStoreByItsWorkflow() throws {
    try withTemporaryFolder { folder in
      let feed = testdata("valid/mapped/podcast.xml").path
      let run = try CapturedRun(in: folder)
      let workflow = "podcast-to-sqlite.xml"
      try FileManager.default.copyItem(
        at: testdata("workflows/" + workflow), to: folder.appendingPathComponent(workflow))
      #expect(run.run("workflow", "run", "--set", "feed=\(feed)", workflow) == .success, "\(run.errorText)")
      let text = try #require(read("podcast.sql", in: folder))
      let store = folder.appendingPathComponent("store.db")
      guard let first = try sqlite(store, [], input: text) else { return }
      #expect(first == (0, ""))
      let dump = try sqlite(store, [], input: ".dump\n")
      #expect(try #require(try sqlite(store, [], input: text)) == (0, ""))
      #expect(try sqlite(store, [], input: ".dump\n")?.1 == dump?.1)
      #expect(try sqlite(store, [], input: "SELECT count(*) > 0 FROM Item;\n")?.1 == "1\n")
    }
  }

  @Test func episodesWithoutAKeyGoIntoAStoreAndComeBack() throws {
    try withTemporaryFolder { folder in
      let feed = """
        <rss version="2.0"><channel><title>T</title>
        <item><title>A</title><enclosure url="http://example.org/a.mp3" length="1" type="audio/mpeg"/></item>
        <item><title>B</title><guid>b</guid></item>
        <item><title>C</title><enclosure url="http://example.org/c.mp3" length="3" type="audio/mpeg"/></item>
        </channel></rss>
        """
      try write(["feed.xml": feed], in: folder)
      let sql = try convert(["sql", "-o", "-", "--mapping", "podcast", "feed.xml"], in: folder)
      #expect(sql.code == 0, "\(sql.errors)")
      #expect(sql.errors.contains("2 records without a key became"), "\(sql.errors)")
      let store = folder.appendingPathComponent("store.db")
      guard try writeTwice(sql.output, into: store) else { return }
      let count = "SELECT count(*) FROM Item JOIN Enclosure ON Item_guid = guid;\n"
      #expect(try sqlite(store, [], input: count)?.1 == "2\n")
      let query = "SELECT * FROM Item; SELECT * FROM Enclosure; SELECT * FROM rss;\n"
      let rows = try #require(try sqlite(store, ["-json"], input: query)).1
      let back = try convert(["xml", "--mapping", "podcast", "-o", "-"], input: rows, in: folder)
      #expect(back.code == 0, "\(back.errors)")
      #expect(back.output.contains("<guid>b</guid>") && !back.output.contains("keyless"), "\(back.output)")
    }
  }

  @Test(arguments: [
    ("PhotoDiary.xcdatamodel", "diary.xml", "SELECT count(*) FROM Medium", "2\n"),
    (
      "Shapes.xcdatamodeld", "shapes.xml", "SELECT DISTINCT recordType FROM Shape ORDER BY 1",
      "Circle\nPolygon\n"
    ),
  ]) func recordsOfACoreDataModelGoIntoAStore(model: String, file: String, query: String, rows: String) throws
  {
    try withTemporaryFolder { folder in
      let run = try CapturedRun(in: folder)
      let source = testdata("valid/mapping/" + model).path
      #expect(run.run("mapping", "from-model", "-q", "-o", "m.json", source) == .success, "\(run.errorText)")
      let xml = testdata("valid/mapping/" + file).path
      let sql = try convert(["sql", "-o", "-", "--mapping", "m.json", xml], in: folder)
      #expect(sql.code == 0, "\(sql.errors)")
      #expect(sql.output.contains("ON DELETE CASCADE"))
      let store = folder.appendingPathComponent("store.db")
      guard try writeTwice(sql.output, into: store) else { return }
      #expect(try sqlite(store, [], input: query + ";\n")?.1 == rows)
    }
  }

  /// A feed of more than a megabyte; every `step`th item has what is seldom there.
  private func feed(_ step: Int) -> String {
    let text = String(repeating: "Es regnet in Köln. ", count: 30) + "Immer."
    let items = (0..<2_000).map { number -> String in
      let rare = """
        <category>a</category><category domain="d">b</category><source url="u">s</source>
        <podcast:transcript url="t" type="x"/><podcast:person href="h">p\(number)</podcast:person>
        <media:group><media:content url="c" duration="3"><media:title>m</media:title></media:content></media:group>
        <psc:chapters version="1.2"><psc:chapter start="1" title="one"/></psc:chapters>
        """
      return """
        <item><title>T\(number)</title><guid>g\(number)</guid><description>\(text)</description>
        <enclosure url="e" length="1" type="t"/>\(number % step == 0 ? rare : "")</item>
        """
    }
    return """
      <rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"
       xmlns:media="http://search.yahoo.com/mrss/" xmlns:psc="http://podlove.org/simple-chapters"><channel>
      <title>Feed</title><image><url>i</url></image>\(items.joined(separator: "\n"))</channel></rss>
      """
  }

  /// The rows of all tables of a store, each table's in an order of their own.
  private func rows(_ store: URL) throws -> String? {
    guard let names = try sqlite(store, [], input: "SELECT name FROM sqlite_master WHERE type='table';\n")?.1
    else { return nil }
    return try names.split(separator: "\n").sorted().map { name in
      let found = try sqlite(store, [], input: "SELECT * FROM \"\(name)\";\n")?.1 ?? ""
      return "\(name):\n" + found.split(separator: "\n").sorted().joined(separator: "\n")
    }.joined(separator: "\n")
  }

  @Test(.slow) func aLargeDocumentIsWrittenWhileItIsRead() throws {
    try withTemporaryFolder { folder in
      try write(["a.xml": feed(3), "b.xml": feed(7)], in: folder)
      for name in ["a", "b"] {
        let run = try convert(["sql", "-q", "-o", name + ".sql", name + ".xml"], in: folder)
        #expect(run.code == 0, "\(run.errors)")
      }
      let direct = try #require(read("a.sql", in: folder))
      let printed = try convert(["sql", "-q", "-o", "-", "a.xml"], in: folder)
      #expect(printed.output == direct)
      // What may refuse is read whole.
      let whole = try convert(["sql", "--loss", "refuse", "-o", "-", "a.xml"], in: folder)
      #expect(whole.code == 0, "\(whole.errors)")
      let stores = ["direct", "whole", "b"].map { folder.appendingPathComponent($0 + ".db") }
      guard try writeTwice(direct, into: stores[0]) else { return }
      #expect(try #require(try sqlite(stores[1], [], input: whole.output)) == (0, ""))
      #expect(try rows(stores[0]) == rows(stores[1]))
      // Nothing is left of what a newer document lacks.
      let newer = try #require(read("b.sql", in: folder))
      #expect(try #require(try sqlite(stores[2], [], input: newer)) == (0, ""))
      #expect(try #require(try sqlite(stores[0], [], input: newer)) == (0, ""))
      #expect(try rows(stores[0]) == rows(stores[2]))
      // The statements that bring all rows back are the document again.
      let select = try convert(["sql", "--select", "--mapping", "podcast"], in: folder)
      let found = try #require(try sqlite(stores[2], ["-json"], input: select.output)).1
      let back = try convert(
        ["xml", "--mapping", "podcast", "-q", "-o", "back.xml"], input: found, in: folder)
      #expect(back.code == 0, "\(back.errors)")
      let texts = try ["b.xml", "back.xml"].map { name in
        try convert(["json", "-q", "--sort-keys", "-o", "-", name], in: folder).output
      }
      #expect(texts[0] == texts[1] && texts[0].utf8.count > 1_000_000)
    }
  }

  @Test func anIntegerBeyond64BitsHasAPlace() throws {
    try withTemporaryFolder { folder in
      let number = "92233720368547758080"
      let xml =
        "<rss><channel>\n<ttl>\(number)</ttl>\n<item><enclosure url='u' length='\(number)'/></item></channel></rss>"
      let rows = String(repeating: "<item><guid>g</guid></item>", count: 50_000)
      let large =
        "<rss><channel>\(rows)\n<item><enclosure url='u' length='\(number)'/></item></channel></rss>"
      let mapping = try convert(["json", "--mapping", "none", "-o", "-", "-"], input: "<a/>", in: folder)
      #expect(mapping.code == 0)
      try write(
        ["a.xml": xml, "large.xml": large, "a.json": "{\"title\": \"t\",\n \"ttl\": \(number)}"], in: folder)
      let small = try convert(["sql", "--mapping", "podcast", "-o", "-", "a.xml"], in: folder)
      #expect(small.errors.contains("a.xml:2:1: "), "\(small.errors)")
      let data = try convert(["sql", "--mapping", "podcast", "-o", "-", "a.json"], in: folder)
      #expect(data.errors.contains("a.json:2:9: error: ttl: "), "\(data.errors)")
      let big = try convert(["sql", "--mapping", "podcast", "-o", "-", "large.xml"], in: folder)
      #expect(big.errors.contains("large.xml:2:"), "\(big.errors)")
    }
  }
}
