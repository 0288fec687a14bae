// Records as SQL: tables by the mapping, and what a real sqlite3 makes of the transaction, once, twice and after changes.

import Foundation
import PliantCore
import PliantMapping
import TestSupport
import Testing

/// Teams, sites with activities that name a team, times set by the store.
let scheduleMapping = """
  {"mapping": "schedule", "root": "schedule",
   "fields": {"teams": "teams/team Team list", "sites": "sites/site Site list"},
   "records": {
     "Team": {"code": "@code key required", "name": "name", "contacts": "contact Contact list"},
     "Contact": {"phone": "@phone", "isHead": "@isHead boolean true=YES false=NO", "name": "text()"},
     "Site": {"code": "@code integer key required", "name": "name required", "area": "@area real min=0",
       "tags": "tag list", "made": "@made date now=created", "changed": "@changed date now=changed",
       "activities": "activities/activity Activity list"},
     "Activity": {"team": "@team references=Team outside required indexed", "start": "@start date required",
       "hours": "@hours integer max=100", "text": "text()"}}}
  """

let scheduleData = """
  {"teams": [
    {"code": "100", "name": "Meier's \\"Bau\\"", "contacts": [
      {"phone": "1", "isHead": true, "name": "Hr. Meier"}, {"phone": "2", "isHead": false, "name": "Fr. Öz"}]},
    {"code": "0101", "contacts": []}],
   "sites": [
    {"code": 10001, "name": "Köln\\r\\nMitte", "area": 12.5, "tags": ["a", "b'c"], "activities": [
      {"team": "100", "start": "2012-03-01T05:00:00Z", "hours": 8, "text": "dig"},
      {"team": "0101", "start": "2012-03-02T05:00:00Z", "text": "fill"}]},
    {"code": 9223372036854775807, "name": "-- '; DROP TABLE Site;", "activities": []}]}
  """

@Suite struct SQLWriterTests {
  private func schedule(_ json: String = scheduleData) throws -> String {
    try sql(json, by: try sqlMapping(scheduleMapping))
  }

  @Test func makesTablesOfRecords() throws {
    let text = try schedule()
    for line in [
      #"CREATE TABLE IF NOT EXISTS "Team" ("#, #"  "code" TEXT NOT NULL,"#, #"  PRIMARY KEY ("code")"#,
      #"  "isHead" INTEGER CHECK ("isHead" IN (0, 1)),"#,
      #"  PRIMARY KEY ("Team_code", "Contact_position"),"#,
      #"  "area" REAL CHECK ("area" >= 0.0),"#, #"  "hours" INTEGER CHECK ("hours" <= 100),"#,
      #"  FOREIGN KEY ("Team_code") REFERENCES "Team" ("code") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED"#,
      #"  FOREIGN KEY ("team") REFERENCES "Team" ("code") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED"#,
      #"CREATE INDEX IF NOT EXISTS "Activity_team_index" ON "Activity" ("team");"#,
      #"INSERT INTO "Team" ("code", "name") SELECT * FROM (VALUES"#,
      #"('100', 'Meier''s "Bau"'),"#,
      #"('0101', NULL)) WHERE EXISTS (SELECT 1 FROM "pliant_run") ON CONFLICT ("code") DO UPDATE SET "name" = excluded."name" WHERE "Team"."name" IS NOT excluded."name";"#,
    ] { #expect(text.contains(line + "\n"), "\(line)\n\(text)") }
    #expect(!text.contains("\r"))
  }

  @Test func keysInAnyOrderAreTheSameRecord() throws {
    let names = (0..<40).map { "f\($0)" }
    let fields = names.map { #""\#($0)": "\#($0)""# }.joined(separator: ", ")
    let model = try sqlMapping(
      #"{"mapping": "m", "root": "r", "fields": {"items": "i I list"}, "records": {"I": {\#(fields)}}}"#)
    let mapping = try CompiledMapping(model)
    func outputs(_ order: [String]) throws -> [String] {
      let json = #"{"items": [{"# + order.map { #""\#($0)": "\#($0)""# }.joined(separator: ", ") + "}]}"
      var index = 0
      let xml = try MappingWriter.write(
        try jsonDocument(json), by: mapping, index: &index, to: OutputBuffer())
      return [try sql(json, by: model), String(decoding: xml.bytes, as: UTF8.self)]
    }
    for order in [Array(names.reversed()), names.sorted(), Array(names[20...] + names[..<20])] {
      #expect(try outputs(order) == outputs(names), "\(order)")
    }
  }

  @Test func laterFilesOfALoadRepeatNoTables() throws {
    let mapping = try sqlMapping(scheduleMapping)
    for hasTables in [false, true] {
      let load = SQLLoadOptions(file: "a", replaces: false, isGuarded: false, hasTables: hasTables)
      var writer = SQLWriter(try SQLSchema(mapping, load: load), to: OutputBuffer())
      try writer.write(try jsonDocument(scheduleData))
      let text = String(decoding: writer.finish().bytes, as: UTF8.self)
      #expect(text.contains("INSERT INTO \"Team\""))
      for part in ["CREATE TABLE IF", "CREATE INDEX IF", "CREATE VIEW"] {
        #expect(text.contains(part) != hasTables, "\(part)")
      }
    }
  }

  @Test func aTrialMakesNoTables() throws {
    var writer = SQLWriter(try SQLSchema(try sqlMapping(scheduleMapping)), to: OutputBuffer(to: .nowhere))
    writer.begin()
    #expect(writer.finish().count == 0)
  }

  @Test func twiceChangesNothing() throws {
    let store = try SQLiteStore()
    let text = try schedule()
    let first = store.pipe(text)
    #expect(first.status == 0 && first.output.isEmpty && first.errors.isEmpty, "\(first)")
    #expect(store.query("SELECT count(*) FROM Activity") == ["2"])
    #expect(store.query("SELECT hex(name) FROM Site WHERE code = 10001") == ["4BC3B66C6E0D0A4D69747465"])
    #expect(
      store.query("SELECT code, name FROM Site WHERE code > 10001") == [
        "9223372036854775807|-- '; DROP TABLE Site;"
      ])
    #expect(store.query("SELECT code FROM Team ORDER BY rowid") == ["100", "0101"])
    #expect(store.query("SELECT tags FROM Site WHERE code = 10001") == [#"["a","b'c"]"#])
    // An older time shows that neither of the two is set anew.
    store.pipe("UPDATE Site SET made = 'm', changed = 'c';\n")
    let before = store.dump
    let second = store.pipe(text)
    #expect(second.status == 0 && second.errors.isEmpty, "\(second)")
    #expect(store.dump == before)
    #expect(store.query("SELECT name FROM sqlite_master WHERE name LIKE 'pliant%'") == [])
  }

  @Test func aKnownSiteLosesItsOldActivities() throws {
    let store = try SQLiteStore()
    store.pipe(try schedule())
    store.pipe("UPDATE Site SET made = 'm', changed = 'c';\n")
    let later = """
      {"teams": [{"code": "100", "name": "Meier's \\"Bau\\"", "contacts": [{"phone": "9", "name": "new"}]}],
       "sites": [{"code": 10001, "name": "Bonn", "activities": [{"team": "0101", "start": "2013-01-01T00:00:00Z"}]}]}
      """
    let outcome = store.pipe(try schedule(later))
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      store.query("SELECT Site_code, Activity_position, team, start FROM Activity") == [
        "10001|0|0101|2013-01-01T00:00:00Z"
      ])
    #expect(store.query("SELECT phone, name FROM Contact") == ["9|new"])
    #expect(store.query("SELECT code FROM Team ORDER BY rowid") == ["100", "0101"])
    #expect(
      store.query("SELECT made, changed <> 'c', area IS NULL FROM Site WHERE code = 10001") == ["m|1|1"])
    #expect(store.query("SELECT made, changed FROM Site WHERE code > 10001") == ["m|c"])
    // What the store has alone is gone with its owner.
    store.pipe("PRAGMA foreign_keys = ON; DELETE FROM Team WHERE code = '100';\n")
    #expect(store.query("SELECT count(*) FROM Contact") == ["0"])
  }

  /// Each of these breaks one row of the second document; the store must be as it was.
  @Test(arguments: [
    (
      #"{"teams": [], "sites": [{"code": 1, "name": "x", "activities": [{"team": "nobody", "start": "2012-01-01T00:00:00Z"}]}]}"#,
      "FOREIGN KEY"
    ),
    (#"{"teams": [{"code": "200"}], "sites": [{"code": 1, "name": "x", "area": -1}]}"#, "CHECK"),
    (#"{"teams": [{"code": "200"}], "sites": [{"code": 10001, "name": "x", "area": -1}]}"#, "CHECK"),
    (#"{"teams": [{"code": "200"}], "sites": [{"code": 2}]}"#, "NOT NULL"),
    (#"{"teams": [{"code": "200"}], "sites": [{"code": 10001}]}"#, "NOT NULL"),
  ])
  func aFailingRowLeavesTheStoreAsItWas(json: String, error: String) throws {
    let store = try SQLiteStore()
    store.pipe(try schedule())
    let before = store.dump
    let outcome = store.pipe(try schedule(json))
    #expect(outcome.errors.contains(error), "\(outcome)")
    #expect(outcome.status != 0)
    #expect(store.dump == before)
    // The next transaction on the same connection is whole again.
    let both = store.pipe(try schedule(json) + "ROLLBACK;\n" + schedule(#"{"teams": [{"code": "300"}]}"#))
    #expect(both.errors.contains(error))
    #expect(store.query("SELECT code FROM Team ORDER BY rowid") == ["100", "0101", "300"])
  }

  @Test func anOtherTableOfTheNameOrALockKeepsEverythingOut() throws {
    let store = try SQLiteStore()
    store.pipe("CREATE TABLE Site (code INTEGER PRIMARY KEY);\n")
    let before = store.dump
    #expect(store.pipe(try schedule()).status != 0)
    #expect(store.dump == before)
    let other = try SQLiteStore()
    other.pipe(try schedule())
    let held = other.dump
    // BEGIN fails inside a transaction as it does on a locked store, and what follows is not to run alone.
    let text = try schedule(#"{"teams": [{"code": "300"}]}"#).replacingOccurrences(
      of: "BEGIN IMMEDIATE;", with: "BEGIN NONSENSE;")
    #expect(other.pipe(text).status != 0)
    #expect(other.dump == held)
  }

  @Test(arguments: [
    "<r><teams/></r>", "<r/>", "<r><teams><team code=\"1\"><phones/></team></teams></r>",
    "<r><teams><team code=\"1\"/></teams></r>",
    "<r><teams><team code=\"1\"><phones><p><n>7</n></p></phones><tags/></team><team code=\"2\"/></teams><tag id=\"a\"/></r>",
  ]) func absentAndEmptyListsStayDifferent(xml: String) throws {
    let store = try SQLiteStore()
    let model = try sqlMapping(
      """
      {"mapping": "m", "root": "r", "fields": {"teams": "teams/team Team list", "tags": "tag Tag list"},
       "records": {"Team": {"code": "@code key", "phones": "phones/p Phone list", "tags": "tags/t list references=Tag"},
         "Phone": {"number": "n"}, "Tag": {"id": "@id key"}}}
      """)
    let mapping = try CompiledMapping(model)
    // What another document said of the same record is forgotten.
    let other = "<r><teams><team code='1'><phones/><tags/></team></teams></r>"
    for text in xml.contains("code") ? [other, xml] : [xml] {
      var (losses, index) = (LossReport(policy: .refuse), 0)
      let sql = try SQLWriter.write(
        try mapping.document(text), by: SQLSchema(model), losses: &losses, index: &index, to: OutputBuffer())
      let outcome = store.pipe(String(decoding: sql.bytes, as: UTF8.self))
      #expect(outcome.status == 0, "\(outcome)")
    }
    let rows = store.pipe(try SQLSchema(model).selects, ["-json"]).output
    let joined = Array(rows.utf8).withByteView { SQLRows.joined($0) } ?? Array(rows.utf8)
    var index = 0
    let found = try SQLRows.document(
      try jsonDocument(String(decoding: joined, as: UTF8.self)), by: model, index: &index)
    #expect(try found.log() == mapping.document(xml).log())
  }

  @Test func referencesOutsideTheDocumentAreTheStores() throws {
    let store = try SQLiteStore()
    store.pipe(try schedule())
    let outcome = store.pipe(
      try schedule(
        #"{"sites": [{"code": 5, "name": "x", "activities": [{"team": "0101", "start": "2012-01-01T00:00:00Z"}]}]}"#
      ))
    #expect(outcome.status == 0, "\(outcome)")
    #expect(store.query("SELECT team FROM Activity WHERE Site_code = 5") == ["0101"])
  }

  @Test func theDiaryRuleDecidesWhatBecomesOfItsMedia() throws {
    let store = try SQLiteStore()
    let diary = try sqlMapping(
      """
      {"mapping": "diary", "root": "diary", "fields": {"entries": "entry DiaryEntry list", "all": "medium Medium list"},
       "records": {
         "DiaryEntry": {"id": "@id integer key", "text": "text", "media": "m integer list=0..2 references=Medium inverse=diaryEntry delete=cascade"},
         "Medium": {"id": "@id integer key", "data": "data data", "diaryEntry": "@entry integer references=DiaryEntry inverse=media delete=nullify"}}}
      """)
    let data = """
      {"entries": [{"id": 1, "text": "a", "media": [7]}, {"id": 2, "text": "b"}],
       "all": [{"id": 7, "data": "AAH/"}, {"id": 8, "diaryEntry": 1}, {"id": 9, "diaryEntry": 2}]}
      """
    let text = try sql(data, by: diary)
    #expect(text.contains(#"FOREIGN KEY ("diaryEntry") REFERENCES "DiaryEntry" ("id") ON DELETE CASCADE"#))
    #expect(store.pipe(text).status == 0)
    #expect(store.query("SELECT id, diaryEntry, hex(data) FROM Medium") == ["7|1|0001FF", "8|1|", "9|2|"])
    let before = store.dump
    #expect(store.pipe(text).status == 0)
    #expect(store.dump == before)
    store.pipe("PRAGMA foreign_keys = ON; DELETE FROM DiaryEntry WHERE id = 1;\n")
    #expect(store.query("SELECT id FROM Medium") == ["9"])
  }

  /// What a document no longer has is removed where only its owner knew it, and stays where it has a key of its own; at the
  /// top and inside.
  @Test func aSecondLoadTreatsEveryLevelAlike() throws {
    let store = try SQLiteStore()
    let mapping = try sqlMapping(
      """
      {"mapping": "m", "root": "r", "fields": {"keyed": "k K list", "parts": "p Part list", "paths": "q Path list"},
       "records": {
         "K": {"id": "@id key", "keyed": "l L list", "parts": "p Part list", "paths": "q Path list", "near": "n N list"},
         "L": {"id": "@id key"},
         "N": {"$keyScope": "owner", "id": "@id key"},
         "Part": {"t": "@t"},
         "Path": {"t": "@t", "paths": "q Path list"}}}
      """)
    let inner = { (ids: [String]) in
      let list = { (form: (String) -> String) in "[" + ids.map(form).joined(separator: ",") + "]" }
      return
        "\"parts\": \(list { "{\"t\": \"\($0)\"}" }), \"paths\": \(list { "{\"t\": \"\($0)\", \"paths\": [{\"t\": \"i\($0)\"}]}" })"
    }
    let document = { (ids: [String]) in
      "{\(inner(ids)), \"keyed\": ["
        + "{\"id\": \"o\", \(inner(ids)), \"near\": ["
        + ids.map { "{\"id\": \"\($0)\"}" }.joined(separator: ",")
        + "], \"keyed\": [" + ids.map { "{\"id\": \"x\($0)\"}" }.joined(separator: ",") + "]}"
        + ids.map { ", {\"id\": \"\($0)\"}" }.joined() + "]}"
    }
    let tables = store.query
    func counts() -> [String] {
      tables("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").map { name in
        "\(name) \(tables("SELECT count(*) FROM \"\(name)\"")[0])"
      }
    }
    #expect(store.pipe(try sql(document(["1", "2", "3"]), by: mapping)).status == 0)
    let all = counts()
    #expect(all.sorted() == ["K 4", "K_parts 3", "K_paths 6", "L 3", "N 3", "Path 6", "r_parts 3"], "\(all)")
    for ids in [["1", "2"], []] {
      let outcome = store.pipe(try sql(document(ids), by: mapping))
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      let (one, two) = (ids.count, 2 * ids.count)
      #expect(
        counts().sorted() == [
          "K 4", "K_parts \(one)", "K_paths \(two)", "L 3", "N \(one)", "Path \(two)", "r_parts \(one)",
        ])
    }
    #expect(store.query("SELECT name FROM sqlite_master WHERE name LIKE 'pliant%'") == [])
  }

  @Test func manyToManyHasATableOfPairs() throws {
    let store = try SQLiteStore()
    let tags = try sqlMapping(
      """
      {"mapping": "tags", "root": "r", "fields": {"posts": "post Post list", "tags": "tag Tag list"},
       "records": {
         "Post": {"id": "@id integer key", "tags": "t list references=Tag inverse=posts", "next": "next integer list references=Post"},
         "Tag": {"name": "@n key", "posts": "p integer list references=Post inverse=tags"}}}
      """)
    let data =
      #"{"posts": [{"id": 1, "tags": ["x", "y"], "next": [2, 1, 2]}, {"id": 2, "tags": ["x"]}], "tags": [{"name": "x"}, {"name": "y"}]}"#
    let outcome = store.pipe(try sql(data, by: tags))
    #expect(outcome.status == 0, "\(outcome)")
    let pairs = store.query(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%\\_%' ESCAPE '\\'")
    #expect(pairs.count == 2, "\(pairs)")
    #expect(store.query("SELECT next_id FROM Post_next ORDER BY Post_next_position") == ["2", "1", "2"])
    let before = store.dump
    store.pipe(try sql(data, by: tags))
    #expect(store.dump == before)
    let fewer = #"{"posts": [{"id": 1, "tags": ["y"], "next": [2]}]}"#
    #expect(store.pipe(try sql(fewer, by: tags)).status == 0)
    #expect(store.query("SELECT count(*) FROM \"\(pairs.first { $0 != "Post_next" } ?? "")\"") == ["2"])
    #expect(store.query("SELECT next_id FROM Post_next") == ["2"])
  }

  @Test func recordsThatExtendAnotherShareItsTable() throws {
    let store = try SQLiteStore()
    let library = try sqlMapping(
      """
      {"mapping": "library", "root": "r", "fields": {"books": "book Book list", "films": "film Film list"},
       "records": {
         "Item": {"$abstract": true, "id": "@id integer key", "title": "title required"},
         "Book": {"$extends": "Item", "pages": "pages integer required"},
         "Film": {"$extends": "Item", "minutes": "minutes duration"}}}
      """)
    let data =
      #"{"books": [{"id": 1, "title": "b", "pages": 3}], "films": [{"id": 2, "title": "f", "minutes": 90}]}"#
    let outcome = store.pipe(try sql(data, by: library))
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      store.query("SELECT recordType, id, title, pages, minutes FROM Item") == [
        "Book|1|b|3|", "Film|2|f||90",
      ])
  }

  @Test func recordsThatExtendAnotherShareItsTableInTheirOwnerToo() throws {
    let store = try SQLiteStore()
    let drawings = try sqlMapping(
      """
      {"mapping": "drawings", "root": "r", "fields": {"drawings": "drawing Drawing list", "tags": "tag Tag list"},
       "records": {
         "Drawing": {"code": "@code key", "circles": "circle Circle list", "polygons": "polygon Polygon list"},
         "Shape": {"$abstract": true, "name": "@name", "tags": "t list unordered references=Tag"},
         "Circle": {"$extends": "Shape", "radius": "@r real"},
         "Polygon": {"$extends": "Shape", "corners": "@n integer"},
         "Tag": {"id": "@id key"}}}
      """)
    let data = """
      {"drawings": [{"code": "d", "circles": [{"name": "a", "radius": 1.5, "tags": ["y", "x"]}, {"name": "b"}],
        "polygons": [{"name": "c", "corners": 3}]}], "tags": [{"id": "x"}, {"id": "y"}]}
      """
    let outcome = store.pipe(try sql(data, by: drawings))
    #expect(outcome.status == 0, "\(outcome)")
    let rows =
      "SELECT Drawing_code, recordType, Shape_position, name, radius, corners FROM Shape ORDER BY rowid"
    #expect(store.query(rows) == ["d|Circle|0|a|1.5|", "d|Circle|1|b||", "d|Polygon|0|c||3"])
    #expect(store.query("SELECT count(*) FROM Shape_tags") == ["2"])
    let before = store.dump
    store.pipe(try sql(data, by: drawings))
    #expect(store.dump == before)
    let fewer = #"{"drawings": [{"code": "d", "polygons": [{"name": "c", "corners": 3}]}]}"#
    #expect(store.pipe(try sql(fewer, by: drawings)).status == 0)
    #expect(store.query(rows) == ["d|Polygon|0|c||3"])
    #expect(store.query("SELECT count(*) FROM Shape_tags") == ["0"])
  }

  @Test func recordsInsideThemselvesHaveAPath() throws {
    let store = try SQLiteStore()
    let outline = try sqlMapping(
      """
      {"mapping": "outline", "root": "opml", "fields": {"title": "head/title", "outlines": "body/outline Outline list"},
       "records": {"Outline": {"text": "@text", "outlines": "outline Outline list"}}}
      """)
    let data =
      #"{"title": "t", "outlines": [{"text": "a", "outlines": [{"text": "b"}, {"text": "c", "outlines": [{"text": "d"}]}]}, {"text": "e"}]}"#
    let text = try sql(data, by: outline)
    let outcome = store.pipe(text)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(
      store.query("SELECT Outline_path, Outline_parent, text FROM Outline") == [
        "0||a", "0/0|0|b", "0/1|0|c", "0/1/0|0/1|d", "1||e",
      ])
    #expect(store.query("SELECT * FROM Opml") == ["1|t|1"])
    let before = store.dump
    store.pipe(text)
    #expect(store.dump == before)
    store.pipe(try sql(#"{"outlines": [{"text": "a", "outlines": [{"text": "z"}]}]}"#, by: outline))
    #expect(store.query("SELECT Outline_path, text FROM Outline") == ["0|a", "0/0|z"])
  }

  @Test func keysBesideTheirOwnerAndOneRecordAlone() throws {
    let store = try SQLiteStore()
    let house = try sqlMapping(
      """
      {"mapping": "house", "root": "town", "fields": {"streets": "street Street list"},
       "records": {
         "Street": {"name": "@name key", "houses": "house House list", "sign": "sign Sign"},
         "House": {"$keyScope": "owner", "number": "@n integer key", "color": "@color"},
         "Sign": {"text": "text()"}}}
      """)
    func run(_ json: String) throws { #expect(store.pipe(try sql(json, by: house)).status == 0) }
    try run(
      #"{"streets": [{"name": "A", "sign": {"text": "s"}, "houses": [{"number": 1}, {"number": 2, "color": "red"}]}, {"name": "B", "houses": [{"number": 1}]}]}"#
    )
    #expect(store.query("SELECT Street_name, number, color FROM House") == ["A|1|", "A|2|red", "B|1|"])
    #expect(store.query("SELECT Street_name, text FROM Sign") == ["A|s"])
    let rowid = store.query("SELECT rowid FROM House WHERE Street_name = 'A' AND number = 2")
    try run(#"{"streets": [{"name": "A", "houses": [{"number": 2, "color": "red"}]}]}"#)
    #expect(store.query("SELECT Street_name, number, color FROM House") == ["A|2|red", "B|1|"])
    #expect(store.query("SELECT rowid FROM House WHERE Street_name = 'A' AND number = 2") == rowid)
    #expect(store.query("SELECT count(*) FROM Sign") == ["0"])
  }

  @Test func realsAndTextsComeBackToTheBit() throws {
    let store = try SQLiteStore()
    let numbers = try sqlMapping(
      #"{"mapping": "n", "root": "r", "fields": {"rows": "row Row list"}, "records": {"Row": {"id": "@id integer key", "x": "@x real", "s": "text()"}}}"#
    )
    var generator = SystemRandomNumberGenerator()
    var values: [Double] = [
      0.1, 1.0 / 3, .leastNonzeroMagnitude, 1.7976931348623157e308, 2.2250738585072014e-308, -1e23,
      123456789012345680,
    ]
    for _ in 0..<300 {
      let value = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &generator))
      values.append(value.isFinite ? value : 0.3)
      values.append(Double.random(in: -1000...1000, using: &generator))
    }
    let rows = values.enumerated().map { #"{"id": \#($0), "x": \#($1)}"# }.joined(separator: ",")
    #expect(store.pipe(try sql(#"{"rows": [\#(rows)]}"#, by: numbers)).status == 0)
    for (index, value) in values.enumerated() where index < 40 {
      // ieee754(M,E): the value is M·2^E.
      let pair = store.query("SELECT ieee754(x) FROM Row WHERE id = \(index)").first ?? ""
      let parts = pair.dropFirst(8).dropLast().split(separator: ",").compactMap { Int($0) }
      guard parts.count == 2 else { return }
      #expect(
        Double(sign: .plus, exponent: parts[1], significand: Double(parts[0])) == value, "\(value) \(pair)")
    }
    let texts = [
      #"a\u0000b"#, #"\r\n"#, "'", "''", #"\n.quit\n"#, #"\n/\n"#, #"\ngo\n"#, ";--", #"\""#,
      #"\u007f\u0001"#, "😀",
    ]
    let lines = texts.enumerated().map { #"{"id": \#($0), "s": "\#($1)"}"# }.joined(separator: ",")
    #expect(store.pipe(try sql(#"{"rows": [\#(lines)]}"#, by: numbers)).status == 0)
    let hexadecimal = [
      "610062", "0D0A", "27", "2727", "0A2E717569740A", "0A2F0A", "0A676F0A", "3B2D2D", "22", "7F01",
      "F09F9880",
    ]
    #expect(store.query("SELECT hex(s) FROM Row WHERE id < \(texts.count) ORDER BY id") == hexadecimal)
  }

  @Test func keepsALenientDateBeyondTheLastSecondAsOneText() throws {
    let mapping = try sqlMapping(
      #"{"mapping": "m", "root": "r", "fields": {"a": "a A list"}, "records": {"A": {"d": "@d date lenient"}}}"#
    )
    let text = try sql(#"{"a": [{"d": "2147483647-12-31T23:59:59Z"}]}"#, by: mapping)
    #expect(text.contains("'2147483647-12-31T23:59:59Z'"), "\(text)")
    #expect(!text.contains("''2147483647"), "\(text)")
  }

  @Test func doublesAQuotationMarkBeforeACombiningMark() throws {
    let mapping = try sqlMapping(
      ##"{"mapping": "m", "root": "r", "fields": {"a": "a A list"}, "records": {"A": {"$table": "x\"\##u{301}", "d": "@d"}}}"##
    )
    let text = try sql(#"{"a": [{"d": "1"}]}"#, by: mapping)
    #expect(text.contains("CREATE TABLE IF NOT EXISTS \"x\"\"\u{301}\" ("), "\(text)")
  }

  @Test(arguments: [
    (
      #"{"mapping": "m", "root": "r", "fields": {"a": "a A list", "b": "b B list"}, "records": {"A": {"$table": "T", "x": "@x key"}, "B": {"$table": "t", "x": "@x key"}}}"#,
      "two tables would have the name 't'"
    ),
    (
      #"{"mapping": "m", "root": "r", "fields": {"a": "a A list"}, "records": {"A": {"x": "@x key", "X": "@y"}}}"#,
      "two columns 'X'"
    ),
    (
      #"{"mapping": "m", "root": "r", "fields": {"a": "a A list"}, "records": {"A": {"$table": "sqlite_a", "x": "@x key"}}}"#,
      "SQLite keeps names such as 'sqlite_a'"
    ),
  ]) func tellsNamesThatClash(text: String, problem: String) throws {
    let wrong = try sqlMapping(text)
    let failure = #expect(throws: Failure.self) { try SQLSchema(wrong) }
    #expect(failure?.message.contains(problem) == true, "\(failure?.message ?? "")")
  }

  @Test func refusesWhatTheMappingDoesNotSay() async throws {
    try await forEachRow(of: [
      (
        #"{"sites": [{"code": "x", "name": "n"}]}"#,
        "code: 'x' is not a 64-bit integer, the range of SQLite"
      ),
      (
        #"{"sites": [{"code": 9223372036854775808, "name": "n"}]}"#,
        "code: the number 9223372036854775808 is not a 64-bit integer, the range of SQLite"
      ),
      (#"{"sites": [{"name": "n"}]}"#, "the record Site has no code, which is its key"),
      (#"{"sites": [{"code": 1, "nome": "n"}]}"#, "the record Site has no field 'nome'"),
      (#"{"sites": {"code": 1}}"#, "sites is a list and must be an array"),
      ("[]", "a record Schedule must be a dictionary"),
      (
        #"{"sites": [{"code": 1, "name": "n", "activities": [{"team": "1", "start": "yesterday"}]}]}"#,
        "start: 'yesterday' is not a date of the years 1 to 9999"
      ),
    ]) { (json: String, problem: String) throws in
      let failure = #expect(throws: Failure.self) { try self.schedule(json) }
      #expect(failure?.message.lowercased() == problem.lowercased())
    }
  }

  /// Mapping, data, and the query whose rows are the data again.
  @Test func rowsBecomeTheRecordsAgain() async throws {
    try await forEachRow(of: [
      (
        scheduleMapping,
        #"{"teams":[{"code":"100","name":"M\r\nü","contacts":[{"phone":"1","isHead":true,"name":"A"},{"phone":"2","isHead":false}]},{"code":"0101","contacts":[]}],"sites":[{"code":10001,"name":"Köln","area":12.5,"tags":["a","b"],"made":"2012-01-01T00:00:00Z","changed":"2012-01-02T00:00:00Z","activities":[{"team":"100","start":"2012-03-01T05:00:00Z","hours":8}]}]}"#,
        "SELECT * FROM Team; SELECT * FROM Contact; SELECT * FROM Site; SELECT * FROM Activity;"
      ),
      (
        #"{"mapping": "outline", "root": "opml", "fields": {"title": "head/title", "outlines": "body/outline Outline list"}, "records": {"Outline": {"text": "@text", "outlines": "outline Outline list"}}}"#,
        #"{"title":"t","outlines":[{"text":"a","outlines":[{"text":"b","outlines":[]},{"outlines":[{"text":"d","outlines":[]}]}]},{"text":"e","outlines":[]}]}"#,
        "SELECT * FROM opml; SELECT * FROM Outline;"
      ),
      (
        #"{"mapping": "m", "root": "r", "fields": {"posts": "post Post list", "films": "film Film list", "books": "book Book list"}, "records": {"Post": {"id": "@id integer key", "next": "next integer list references=Post", "picture": "picture data"}, "Item": {"$abstract": true, "id": "@id key"}, "Book": {"$extends": "Item", "pages": "pages integer"}, "Film": {"$extends": "Item", "author": "author Author"}, "Author": {"name": "text()"}}}"#,
        #"{"posts":[{"id":1,"next":[2,1,2],"picture":"AAH/"},{"id":2,"next":[]}],"films":[{"id":"f","author":{"name":"n"}}],"books":[{"id":"b","pages":3}]}"#,
        "SELECT id, hex(picture) FROM Post; SELECT * FROM Post_next; SELECT * FROM Item; SELECT * FROM Author;"
      ),
      (
        #"{"mapping": "m", "root": "r", "fields": {"content": "* Block list"}, "records": {"Block": {"$choice": true, "text": "p", "picture": "img Picture"}, "Picture": {"source": "@src"}}}"#,
        #"{"content":[{"text":"1"},{"picture":{"source":"a"}},{"text":""}]}"#,
        "SELECT * FROM Block; SELECT * FROM Picture;"
      ),
      (
        #"{"mapping": "m", "root": "r", "fields": {"p": "p P list"}, "records": {"P": {"id": "@id key required", "to": "to list references=P", "c": "c C list"}, "C": {"v": "v"}}}"#,
        ##"{"p":[{"id":"\##u{E9}","to":["x"],"c":[{"v":"1"}]},{"id":"e\##u{301}","to":["y"],"c":[{"v":"2"}]},{"id":"x","to":[],"c":[]},{"id":"y","to":[],"c":[]}]}"##,
        "SELECT * FROM P; SELECT * FROM P_to; SELECT * FROM C;"
      ),
      (
        #"{"mapping": "m", "root": "r", "fields": {"p": "p P list"}, "records": {"P": {"id": "@id integer key required"}}}"#,
        #"{"p":[{"id":7},{"id":3},{"id":5}]}"#,
        "SELECT * FROM P ORDER BY rowid LIMIT 1; SELECT * FROM P ORDER BY rowid LIMIT 9 OFFSET 1;"
      ),
      (
        #"{"mapping": "m", "root": "r", "fields": {"a": "a T list", "b": "b T list", "c": "c T"}, "records": {"T": {"l": "v/t T list", "s": "t T", "x": "@x"}}}"#,
        #"{"a":[{"x":"1"},{"l":[{"x":"3"}],"x":"2"}],"b":[{"l":[{"x":"5"},{"x":"6"}],"s":{"l":[],"s":{"x":"8"},"x":"7"},"x":"4"}],"c":{"l":[],"x":"9"}}"#,
        "SELECT * FROM T LIMIT 3; SELECT * FROM T LIMIT 99 OFFSET 3;"
      ),
      (
        #"{"mapping": "m", "root": "r", "fields": {"content": "* Block list"}, "records": {"Block": {"$choice": true, "text": "p", "items": "ul/li Item list"}, "Item": {"k": "@k"}}}"#,
        #"{"content":[{"text":"1"},{"items":[]},{"items":[{"k":"a"},{"k":"b"}]}]}"#,
        "SELECT * FROM Block; SELECT * FROM Item;"
      ),
      (
        #"{"mapping": "m", "root": "r", "fields": {"a": "a A list", "b": "b B list"}, "records": {"A": {"x": "@x real"}, "B": {"x": "@x real"}}}"#,
        #"{"a":[{"x":0.1}],"b":[{"x":47.62949781133496}]}"#,
        "SELECT 'A' AS \"#table\", * FROM A; SELECT 'B' AS \"#table\", * FROM B;"
      ),
      (
        #"{"mapping": "m", "root": "r", "fields": {"a": "a A list"}, "records": {"A": {"x": "@x decimal scale=9"}}}"#,
        #"{"a":[{"x":45.769459801},{"x":45.454733418},{"x":-0.000000001}]}"#,
        "SELECT * FROM A LIMIT 2; SELECT * FROM A LIMIT 9 OFFSET 2;"
      ),
    ]) { (text: String, data: String, query: String) throws in
      let store = try SQLiteStore()
      let mapping = try sqlMapping(text)
      let outcome = store.pipe(try sql(data, by: mapping))
      #expect(outcome.status == 0, "\(outcome)")
      let rows = store.pipe(query + "\n", ["-json"]).output
      let joined = try #require(Array(rows.utf8).withByteView { SQLRows.joined($0) })
      var index = 0
      let document = try SQLRows.document(
        try jsonDocument(String(decoding: joined, as: UTF8.self)), by: mapping, index: &index)
      var writer = JSONWriter(style: .compact)
      try document.send(into: &writer)
      #expect(String(decoding: writer.finish().bytes, as: UTF8.self) == data)
    }
  }

  @Test(arguments: [
    (#"[{"code": "1", "nome": 2}]"#, "no table of the mapping has all columns of this row"),
    (
      #"[{"Site_code": 1, "Activity_position": 0, "team": "1", "start": "x", "hours": null, "text": null}]"#,
      "belongs to is missing; select those of 'Site' too"
    ),
    (#"[5]"#, "a row must be an object of columns"),
    (##"[{"#table": "Nobody"}]"##, "the mapping has no table 'Nobody'"),
    (##"[{"#table": "Team", "nobody": 1}]"##, "the table 'Team' has no column 'nobody'"),
  ]) func tellsRowsWithoutAPlace(rows: String, problem: String) throws {
    var index = 0
    let mapping = try sqlMapping(scheduleMapping)
    let failure = #expect(throws: Failure.self) {
      try SQLRows.document(try jsonDocument(rows), by: mapping, index: &index)
    }
    #expect(failure?.message.contains(problem) == true, "\(failure?.message ?? "")")
  }

  @Test func joinsResults() async throws {
    try await forEachRow(
      of: [
        ("[1]\n[2]", "[1,\n 2]"), ("[]\n[2]\n", "[ \n 2]\n"),
        ("[{\"a\":\"]\\\"[\"}] [ ]", "[{\"a\":\"]\\\"[\"}    ]"),
        ("[1]", nil), ("[1] 2", nil), ("[1] [2", nil), ("{} []", nil),
      ] as [(String, String?)]
    ) { (text: String, joined: String?) in
      let found = Array(text.utf8).withByteView { SQLRows.joined($0) }
      #expect(found.map { String(decoding: $0, as: UTF8.self) } == joined)
    }
  }
}
