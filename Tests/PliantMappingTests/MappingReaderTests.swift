// Reading application XML by a mapping: every kind of place and type, and every mistake with its place.

import PliantCore
import PliantMapping
import TestSupport
import Testing

/// A mapping `m` of the root `r` whose record has these fields, with the record types A and B beside it.
private func one(_ fields: String, _ records: String = "") throws -> CompiledMapping {
  try compiled(
    """
    {"mapping": "m", "root": "r", "namespaces": {"i": ["urn:i", "urn:j"]}, "fields": {\(fields)},
     "records": {"A": {"k": "@k key", "t": "text()", "n": "n/a A list"}, "B": {"a": "@a references=A"}\(records)}}
    """)
}

@Suite("MappingReader")
struct MappingReaderTests {
  @Test("Places") func places() async throws {
    try await forEachRow(of: [
      (#""f": "@a""#, #"<r a=" 1 "/>"#, "{f: '1'}"),
      (#""f": "c""#, "<r><c> x <!-- y -->z</c></r>", "{f: 'x z'}"),
      (#""f": "c""#, "<r><c/></r>", "{f: ''}"),
      (#""f": "text()""#, "<r> <c/> </r>", "{}"),
      (#""f": "c/@a", "g": "c""#, #"<r><c a="1">2</c></r>"#, "{f: '1' g: '2'}"),
      (#""f": "c/d/text()""#, "<r><c><d>x</d></c></r>", "{f: 'x'}"),
      (
        #""f": "c[@k='1']", "g": "c[@k='2']/@v", "h": "c""#,
        #"<r><c k="2" v="w"/><c>3</c><c k="1">4</c></r>"#,
        "{g: 'w' h: '3' f: '4'}"
      ),
      (#""f": "i:c/@i:a""#, #"<r xmlns:x="urn:j"><c/><x:c x:a="1" a="2"/></r>"#, "{f: '1'}"),
      (#""f": "c", "g": "d""#, "<r><d>1</d><c>2</c></r>", "{g: '1' f: '2'}"),
      (#""f": "c list""#, "<r><c>1</c><d/><c>2</c></r>", "{f: ['1' '2']}"),
      (#""f": "c list""#, "<r/>", "{f: []}"),
      (#""f": "l/c list""#, "<r/>", "{}"),
      (#""f": "l/c list""#, "<r><l/></r>", "{f: []}"),
      (#""f": "l/c list""#, "<r><l><c>1</c></l><l><c/></l></r>", "{f: ['1' '']}"),
      (#""f": "c/@a list""#, #"<r><c a="1"/><c/><c a="2"/></r>"#, "{f: ['1' '2']}"),
      (#""f": "a A""#, #"<r><a k="1">t</a></r>"#, "{f: {k: '1' t: 't' n: []}}"),
      (
        #""f": "a A list", "g": "a/@x""#, #"<r><a x="2" k="1"><n><a k="3"/></n></a></r>"#,
        "{f: [{k: '1' n: [{k: '3' n: []}]}] g: '2'}"
      ),
    ]) { (fields: String, xml: String, expected: String) in
      let events = try one(fields).events(xml).text.replacing(" n: []", with: "")
      #expect(events == expected.replacing(" n: []", with: ""))
    }
  }

  @Test("Types") func types() async throws {
    try await forEachRow(of: [
      ("integer", "+007", "7"),
      ("integer", "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728n"),
      ("integer", "+0170141183460469231731687303715884105727", "170141183460469231731687303715884105727w"),
      (
        "integer", "123456789012345678901234567890123456789012", "123456789012345678901234567890123456789012n"
      ),
      ("integer", "1.0", "!"), ("integer", "-", "!"), ("integer", "x", "!"), ("integer", "", ""),
      ("real", "1.10", "1.10nr"), ("real", "5", "5nr"), ("real", "+.5", "0.5r"), ("real", "1e5", "1e5nr"),
      ("real", "INF", "infr"), ("real", "1e", "!"), ("real", ".", "!"), ("real", "0x1", "!"),
      ("boolean", "true", "true"), ("boolean", "0", "false"), ("boolean", "TRUE", "!"),
      ("boolean true=YES false=NO", "NO", "false"), ("boolean true=YES false=NO", "true", "!"),
      ("date", "2001-01-01T00:00:00Z", "0.0d"), ("date", "2001-02-29T00:00:00Z", "!"),
      ("date format='yyyy-MM-dd H:mm' zone=Europe/Berlin", "2012-03-01 6:00", "352270800.0d"),
      ("date format='yyyy-MM-dd H:mm' zone=Europe/Berlin", "2012-03-31 12:00", "354880800.0d"),
      ("data", "AQI=", "<1 2>"), ("data", "AQI", "!"), ("data encoding=hex", "0aFF", "<a ff>"),
      ("data encoding=hex", "0", "!"), ("data", "", "<>"),
      ("url", "http://example.org/?a=b#c", "'http://example.org/?a=b#c'"), ("url", "a b", "!"),
      ("url", "%4", "!"),
      ("duration", "65", "65"), ("duration", "1:05", "65"), ("duration", "01:01:05", "3665"),
      ("duration", "1.5", "1.5r"), ("duration", "1:1:1:1", "!"), ("duration", "1:", "!"),
      ("duration", "5m", "!"), ("duration", "75:30", "4530"), ("duration", "1:60:00", "!"),
      ("duration", "1:75", "!"),
      ("whitespace=keep", " a ", "' a '"), ("whitespace=collapse", " a  b\n", "'a b'"),
      ("values='a b'", "b", "'b'"), ("values='a b'", "c", "!"), ("pattern='[0-9]{5}'", "50667", "'50667'"),
      ("pattern='[0-9]{5}'", "5066", "!"), ("minLength=2 maxLength=3", "äöü", "'äöü'"),
      ("minLength=2", "ä", "!"),
      ("integer min=1 max=5", "5", "5"), ("integer min=1 max=5", "6", "!"), ("integer min=1", "0", "!"),
      ("real max=1.5", "1.6", "!"), ("date min=2001-01-01T00:00:00Z", "2000-12-31T00:00:00Z", "!"),
      ("maxLength=1 data", "AQI=", "!"),
    ]) { (type: String, text: String, expected: String) in
      let order = type.hasPrefix("maxLength=1 data") ? "data maxLength=1" : type
      let mapping = try one("\"f\": \"c \(order)\"")
      let events = mapping.events("<r>\n <c>\(text)</c></r>").text
      #expect(
        events == (expected == "!" ? "2:2 mapping/value" : expected.isEmpty ? "{}" : "{f: \(expected)}"))
    }
  }

  @Test(
    "Text between children",
    arguments: [
      ("", "'ac'"), ("pieces=first", "'a'"), ("pieces=last", "'c'"), ("pieces=all", "['a' 'c']"),
    ])
  func pieces(_ mode: String, _ expected: String) throws {
    let mapping = try one(#""f": "c/text() \#(mode)", "g": "c/d""#)
    #expect(mapping.events("<r><c>a<d/>c</c></r>").text == "{g: '' f: \(expected)}")
  }

  @Test("Text before, between and after children, each a field of its own")
  func pieceFields() throws {
    let mapping = try one(
      #""b": "text() pieces=first", "e": "text() pieces=last", "all": "text() pieces=all", "g": "d list""#)
    let text = mapping.events("<r>1<d/>2<d/>3</r>").text
    #expect(text == "{g: ['' ''] b: '1' e: '3' all: ['1' '2' '3']}")
    #expect(mapping.events("<r>1</r>").text == "{b: '1' all: ['1'] g: []}")
    #expect(mapping.events("<r> <d/> </r>").text == "{g: ['']}")
  }

  @Test("Mixed content as XML text and as runs")
  func content() throws {
    let xml = #"<r xmlns:p="urn:p"><c> A <p:b x="1">&lt;b</p:b><!--c--><e/></c></r>"#
    #expect(
      try one(#""f": "c xml""#).events(xml).text
        == ##"{f: 'A <p:b xmlns:p="urn:p" x="1">&lt;b</p:b><!--c--><e/>'}"##)
    #expect(
      try one(#""f": "c runs""#).events(xml).text
        == ##"{f: ['A ' ['p:b' {xmlns:p: 'urn:p' x: '1'} '<b'] ['!--' 'c'] ['e']]}"##)
    #expect(try one(#""f": "text() xml""#).events("<r>a<b/></r>").text == "{f: 'a<b/>'}")
  }

  @Test("What is missing, doubled or refers to nothing has a place") func mistakes() async throws {
    try await forEachRow(of: [
      (#""f": "@a required""#, "\n <r/>", "2:2 mapping/missing"),
      (#""f": "c required""#, "<r>\n</r>", "1:1 mapping/missing"),
      (#""f": "c list=1..""#, "<r/>", "1:1 mapping/missing"),
      (#""f": "l/c list=1..""#, "<r/>", "1:1 mapping/missing"),
      (#""f": "c list=0..1""#, "<r><c/><c/></r>", "1:1 mapping/value"),
      (#""f": "c""#, "<r><c/>\n<c/></r>", "2:1 mapping/value"),
      (#""f": "c integer required""#, "<r>\n <c/></r>", "2:2 mapping/value"),
      (#""f": "a A list""#, "<r><a k='1'/>\n<a k='1'/></r>", "2:1 mapping/duplicate-key"),
      (#""f": "a A list", "g": "b B""#, "<r><b\na='2'/><a k='1'/></r>", "2:1 mapping/reference"),
      (#""f": "a A list", "g": "b B""#, "<r><b a='1'/><a k='1'/></r>", "{g: {a: '1'} f: [{k: '1' n: []}]}"),
      (#""f": "@a default=x""#, "<r/>", "{f: 'x'}"),
      (#""f": "c integer default=3""#, "<r/>", "{f: 3}"),
      (#""f": "c""#, "<x/>", "1:1 mapping/unknown-element"),
    ]) { (fields: String, xml: String, expected: String) in
      let events = try one(fields).events(xml).text
      #expect(events.replacing(" n: []", with: "") == expected.replacing(" n: []", with: ""))
    }
  }

  @Test("A key met again replaces or joins the earlier record, before what that one owned is looked at")
  func repeatedKeys() throws {
    func mapping(_ rule: String) throws -> CompiledMapping {
      try compiled(
        """
        {"mapping": "m", "root": "r", "fields": {"s": "s S list"}, "records": {
          "S": {"$repeated": "\(rule)", "k": "@k key", "x": "@x", "c": "c C list"}, "C": {"id": "@id key"}}}
        """)
    }
    let xml = "<r><s k='1' x='a'><c id='1'/></s><s k='2'/><s k='1'><c id='1'/></s></r>"
    #expect(try mapping("error").events(xml).text.hasSuffix("mapping/duplicate-key"))
    #expect(
      try mapping("replace").events(xml).text == "{s: [{k: '1' c: [{id: '1'}]} {k: '2' c: []}]}")
    let other = xml.replacing("<s k='1'><c id='1'/>", with: "<s k='1'><c id='2'/>")
    #expect(
      try mapping("merge").events(other).text
        == "{s: [{k: '1' x: 'a' c: [{id: '1'} {id: '2'}]} {k: '2' c: []}]}")
  }

  @Test("What has no place is counted by name, and kept where asked for")
  func unmapped() throws {
    let mapping = try one(#""f": "@a", "g": "c A""#)
    let xml = #"<r xmlns:p="urn:p" a="1" p:b="2">x<d><e/></d><d/><c k="1"><p:y z="&quot;"/></c></r>"#
    let (text, report) = mapping.events(xml)
    #expect(text.replacing(" n: []", with: "") == "{f: '1' g: {k: '1'}}")
    #expect(report.unmapped.map(\.name) == ["p:b", "r", "d", "p:y"])
    #expect(report.unmapped.map(\.count) == [1, 1, 2, 1])
    var options = MappingReader.Options()
    options.keepsUnmapped = true
    #expect(
      mapping.events(xml, options).text.replacing(" n: []", with: "")
        == ##"{f: '1' g: {k: '1' #unmapped: ['<p:y xmlns:p="urn:p" z="&quot;"/>']} "##
        + ##"#unmapped: ['@xmlns:p="urn:p"' '@p:b="2"' 'x' '<d><e/></d>' '<d/>']}"##)
    #expect(try mapping.roundTripDifference(xml, options) == nil)
  }

  @Test("A lenient field keeps as text what is not of its type, in both directions")
  func lenient() throws {
    let mapping = try one(#""d": "d date format=rfc822 lenient", "n": "@n integer max=5 lenient""#)
    let xml = "<r n='x'>\n<d>soon</d></r>"
    let (text, report) = mapping.events(xml)
    #expect(text == "{n: 'x' d: 'soon'}")
    #expect(report.textCount == 2)
    #expect(report.firstText?.offset == 3)
    #expect(try mapping.roundTripDifference(xml) == nil)
    #expect(try mapping.roundTripDifference("<r n='5'><d>Thu, 01 Mar 2012 05:00:00 GMT</d></r>") == nil)
  }

  @Test("Another URI of the root's namespace is kept, and written again")
  func namespaces() throws {
    let mapping = try compiled(
      #"{"mapping": "m", "root": "r", "namespaces": {"": ["urn:1", "urn:2", ""]}, "fields": {"a": "a"}}"#)
    #expect(mapping.events("<r xmlns='urn:1'><a>x</a></r>").text == "{a: 'x'}")
    #expect(mapping.events("<p:r xmlns:p='urn:2'><p:a>x</p:a></p:r>").text == "{a: 'x' #namespace: 'urn:2'}")
    for uri in ["urn:1", "urn:2", ""] {
      let xml = "<r xmlns='\(uri)'><a>x</a></r>"
      #expect(try mapping.roundTripDifference(xml) == nil)
      #expect(mapping.xml(try mapping.document(xml)).contains("\"\(uri)\"") == !uri.isEmpty)
    }
  }

  @Test("Recursive records are bounded")
  func recursion() throws {
    let mapping = try compiled(
      #"{"mapping": "m", "root": "o", "record": "O", "records": {"O": {"t": "@t", "o": "o O list"}}}"#)
    #expect(mapping.events("<o><o t='1'><o/></o></o>").text == "{o: [{t: '1' o: [{o: []}]}]}")
    let deep = String(repeating: "<o>", count: 300) + String(repeating: "</o>", count: 300)
    #expect(mapping.events(deep).text.hasPrefix("1:"))
  }

  @Test("Records at one place are sent one by one, whatever the window's size")
  func records() throws {
    let mapping = try compiled(
      """
      {"mapping": "m", "root": "r", "fields": {"t": "c/t", "items": "c/i I list"},
       "records": {"I": {"k": "@k integer key", "t": "t", "m": "m xml"}}}
      """)
    var options = MappingReader.Options()
    options.records = MappingRecordPlace("c/i", in: mapping)
    #expect(options.records != nil)
    let xml = "<r><c><t>x</t><i k='1'><t>a<!-- -->b</t></i><u/><i k='2'><m>m<b/></m><t/></i></c></r>"
    let expected = "[{k: 1 t: 'ab'} {k: 2 m: 'm<b/>' t: ''}]"
    #expect(mapping.events(xml, options).text == expected)
    for chunk in [16, 21, 64] {
      #expect(try mapping.streamedEvents(xml, options, chunk: chunk) == expected)
    }
    let long = xml.replacing("<u/>", with: "<u>\(String(repeating: "\nlong ", count: 3000))</u>")
      .replacing("k='2'><m>", with: "k='x'><m>")
    #expect(try mapping.streamedEvents(long, options, chunk: 16) == "3001:13 mapping/value")
    #expect(MappingRecordPlace("items", in: mapping)?.nodes == options.records?.nodes)
    #expect(MappingRecordPlace("/r/c/i", in: mapping)?.nodes == options.records?.nodes)
    #expect(MappingRecordPlace("c/t", in: mapping) == nil)
    options.first = 1
    let (text, report) = mapping.events(xml, options)
    #expect(text == "[{k: 1 t: 'ab'}]")
    #expect(report.stop?.records == 1)
    options.records = nil
    #expect(mapping.events(xml, options).text == "{t: 'x' items: [{k: 1 t: 'ab'}]}")
    options.first = 0
    #expect(mapping.events(xml, options).text == "{t: 'x'}")
    #expect(try mapping.streamedEvents(xml, options, chunk: 16) == "{t: 'x'}")
  }

  @Test("Mappings that cannot be used") func unusable() async throws {
    try await forEachRow(of: [
      #""f": "c", "g": "c/text()""#, #""f": "@a", "g": "@a""#, #""f": "@a integer default=x""#,
      #""f": "@a pattern='('""#, #""f": "@a references=m""#, #""f": "@a list""#, #""f": "text() A""#,
    ]) { (fields: String) throws in
      #expect(throws: (any Error).self) {
        try compiled(
          #"{"mapping": "m", "root": "r", "fields": {\#(fields)}, "records": {"A": {"k": "@k"}, "m": {}}}"#)
      }
    }
  }
}
