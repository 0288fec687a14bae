// Values of a document in their place.

import PliantKit
import Testing

@Suite struct NodeTests {
  @Test func accessorsGiveTheirTypeOnly() throws {
    let document = try Document(
      """
      {"s": "Grüße", "i": -7, "r": 0.50, "b": true, "n": null, "big": 18446744073709551616, "a": [1, {"k": "v"}]}
      """)
    #expect(document["s"]?.string == "Grüße")
    #expect(document["s"]?.int == nil)
    #expect(document["i"]?.int == -7)
    #expect(document["i"]?.double == -7)
    #expect(document["r"]?.double == 0.5)
    #expect(document["r"]?.int == nil)
    #expect(document["r"]?.digits == "0.50")
    #expect(document["b"]?.bool == true)
    #expect(document["n"]?.isNull == true)
    #expect(document["big"]?.int == nil)
    #expect(document["big"]?.int128 == Int128(UInt64.max) + 1)
    #expect(document["a"]?[1]?["k"]?.string == "v")
    #expect(document["a"]?[2] == nil)
    #expect(document["a"]?[-1] == nil)
    #expect(document[0] == nil)
    #expect(document["missing"]?["deeper"]?.string == nil)
    #expect(document.root.kind == .dictionary)
    #expect(document.root.entries.map(\.key) == ["s", "i", "r", "b", "n", "big", "a"])
    #expect(document["a"]?.elements.map(\.kind) == [.integer, .dictionary])
    #expect(document["a"]?.count == 2)
  }

  @Test func typesOfPropertyLists() throws {
    let value: Document.Value = [
      "date": .date(Document.Date(secondsSinceReferenceDate: 0)), "data": .data([1, 2]),
      "uid": .uid(Document.UID(3)), "set": .set(["x"]),
    ]
    let document = try Document(bytes: Document(value).bytes(as: .binaryPropertyList))
    #expect(document["date"]?.date?.iso8601 == "2001-01-01T00:00:00Z")
    #expect(document["data"]?.data == [1, 2])
    #expect(document["uid"]?.uid == Document.UID(3))
    #expect(document["set"]?.kind == .set)
    #expect(document["set"]?[0]?.string == "x")
    #expect(document["date"]?.value.date == Document.Date(iso8601: "2001-01-01T00:00:00Z"))
  }

  @Test func documentsPrintTheirBeginning() throws {
    let rows = [
      ("{}", "json: [:]"), ("[]", "json: []"), ("\"a\\n\"", "json: \"a\\n\""), ("1.50", "json: 1.5"),
      (
        "{\"a\": [1, 2], \"b\": {\"c\": null}, \"d\": [], \"e\": true}",
        "json: [\"a\": [2 elements], \"b\": [1 entry], \"d\": [], \"e\": true]"
      ),
      ("[0,1,2,3,4,5,6,7,8,9,10]", "json: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … 11 in all]"),
      ("[\"\(String(repeating: "ä", count: 41))\"]", "json: [\"\(String(repeating: "ä", count: 40))…\"]"),
    ]
    for (text, description) in rows { #expect("\(try Document(text))" == description) }
    #expect("\(try Document(["a": 1]))" == "document: [\"a\": 1]")
  }

  @Test func everyNodeHasItsPointer() throws {
    let document = try Document("{\"a/b\": [1, [2, {\"c~d\": 3}]], \"e\": \"\"}")
    for pointer in ["", "/a~1b", "/a~1b/0", "/a~1b/1", "/a~1b/1/0", "/a~1b/1/1", "/a~1b/1/1/c~0d", "/e"] {
      let node = pointer.isEmpty ? document.root : document.node(at: pointer)
      #expect(node?.pointer == pointer)
    }
  }

  @Test(arguments: ["2012-03-01T06:00:00Z", "0000-12-30T00:00:00Z", "2001-01-01T00:00:00.5Z"])
  func datesAsText(text: String) throws {
    #expect(Document.Date(iso8601: text)?.iso8601 == text)
    #expect(Document.Date(iso8601: text + "x") == nil)
  }

  @Test func datesCompareByTime() throws {
    let first = try #require(Document.Date(iso8601: "2012-03-01T06:00:00Z"))
    let second = try #require(Document.Date(iso8601: "2012-03-01T06:00:01Z"))
    #expect(first < second)
  }
}
