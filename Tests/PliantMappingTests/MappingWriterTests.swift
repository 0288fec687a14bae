// Writing application XML by a mapping, and the way there and back.

import PliantCore
import PliantMapping
import TestSupport
import Testing

private let schedule = """
  {"mapping": "s", "root": "schedule", "namespaces": {"p": "urn:p"},
   "types": {"moment": "date format='yyyy-MM-dd H:mm' zone=Europe/Berlin", "yesno": "boolean true=YES false=NO"},
   "fields": {"teams": "teams/team Team list", "sites": "sites/site Site list"},
   "records": {
     "Team": {"code": "@code key required", "name": "name cdata", "contacts": "contact Contact list"},
     "Contact": {"phone": "@phone", "isHead": "@isHead yesno default=NO", "name": "text()"},
     "Site": {"code": "@code integer key", "zip": "city/@zip", "city": "city", "start": "@start moment",
              "team": "@team references=Team", "note": "p:note xml", "parts": "part runs list", "raw": "raw data",
              "mark": "mark[@k='1']/text()", "length": "length duration", "share": "share real"}}}
  """

@Suite("MappingWriter")
struct MappingWriterTests {
  @Test("Containers are opened once, attributes stand in the tag, texts are spelt as the types say")
  func writes() throws {
    let mapping = try compiled(schedule)
    let written = try mapping.xml(
      json: #"""
        {"sites": [{"city": "Köln", "start": "2012-03-01T05:00:00Z", "code": 7, "zip": "50667", "team": "a&b",
          "note": "x<b/>", "parts": [["1 ", ["i", {"c": "d"}, "2"]], []], "raw": "AQI=", "mark": "m", "length": 65, "share": 1.50}],
         "teams": [{"code": "a&b", "name": "N<", "contacts": [{"isHead": true, "name": "Meier"}, {"phone": "1"}]}]}
        """#)
    #expect(
      written == """
        <?xml version="1.0" encoding="UTF-8"?>
        <schedule xmlns:p="urn:p">
          <teams>
            <team code="a&amp;b">
              <name><![CDATA[N<]]></name>
              <contact isHead="YES">Meier</contact>
              <contact phone="1"/>
            </team>
          </teams>
          <sites>
            <site code="7" start="2012-03-01 6:00" team="a&amp;b">
              <city zip="50667">Köln</city>
              <p:note>x<b/></p:note>
              <part>1 <i c="d">2</i></part>
              <part/>
              <raw>AQI=</raw>
              <mark k="1">m</mark>
              <length>65</length>
              <share>1.50</share>
            </site>
          </sites>
        </schedule>

        """)
    #expect(try mapping.roundTripDifference(written) == nil)
  }

  @Test("Keys in any order are written in the order of the mapping, or as they are")
  func order() throws {
    let mapping = try compiled(
      #"""
      {"mapping": "m", "root": "r", "fields": {"z": "@z", "b": "b", "a": "a A list", "c": "c/d"},
       "records": {"A": {"y": "y", "x": "@x"}}}
      """#)
    let json = #"{"a": [{"x": "1", "y": "2"}], "b": "3", "c": "4", "z": "5"}"#
    #expect(
      try mapping.xml(json: json).hasSuffix(
        """
        <r z="5">
          <b>3</b>
          <a x="1">
            <y>2</y>
          </a>
          <c>
            <d>4</d>
          </c>
        </r>

        """))
    let document = try mapping.document("<r z='5'><a x='1'><y>2</y></a><b>3</b></r>")
    #expect(mapping.xml(document).contains("</a>\n  <b>3</b>"))
  }

  private static let blocks = """
    {"mapping": "m", "root": "r", "fields": {"title": "title", "content": "* Block list", "more": "box/* Block list"},
     "records": {
       "Block": {"$choice": true, "text": "p", "picture": "img Picture", "items": "ul/li list", "link": "a/@href",
                 "label": "a/text()", "raw": "q xml", "inner": "g/* Block list", "none": "n/@none"},
       "Picture": {"source": "@src required"}}}
    """

  @Test("A list of a choice keeps the order of elements that alternate")
  func choices() throws {
    let mapping = try compiled(Self.blocks)
    let xml = """
      <r><title>t</title><p>1</p><img src="a"/><p/><ul><li>x</li></ul><a href="u">v</a><q>s<b/></q>
      <g><p>2</p><g/></g><box><p>3</p></box></r>
      """
    let expected = """
      {title: 't' content: [{text: '1'} {picture: {source: 'a'}} {text: ''} {items: ['x']} {link: 'u' label: 'v'} \
      {raw: 's<b/>'} {inner: [{text: '2'} {inner: []}]}] more: [{text: '3'}]}
      """
    #expect(mapping.events(xml).text == expected)
    #expect(try mapping.streamedEvents(xml, MappingReader.Options(), chunk: 3) == expected)
    #expect(try mapping.roundTripDifference(xml) == nil)
    let written = try mapping.xml(
      json: #"{"content": [{"text": "1"}, {"inner": [{"text": "2"}]}, {"text": "3"}]}"#)
    #expect(
      written.hasSuffix("<r>\n  <p>1</p>\n  <g>\n    <p>2</p>\n  </g>\n  <p>3</p>\n</r>\n"), "\(written)")
  }

  @Test("Text before, between and after the alternatives of a choice stays there")
  func choicesInText() throws {
    let mapping = try compiled(
      #"""
      {"mapping": "m", "root": "r", "fields": {"text": "text() pieces=all whitespace=keep", "marks": "* Mark list"},
       "records": {"Mark": {"$choice": true, "bold": "b", "code": "c"}}}
      """#)
    let xml = "<r>one <b>two</b><c>3</c> four<b>5</b></r>"
    #expect(
      mapping.events(xml).text
        == "{marks: [{bold: 'two'} {code: '3'} {bold: '5'}] text: ['one ' '' ' four' '']}")
    #expect(try mapping.roundTripDifference(xml) == nil)
  }

  @Test("What is no alternative of a choice, or several, is told")
  func notChosen() throws {
    let mapping = try compiled(Self.blocks)
    let report = mapping.events("<r><z/><g><z/></g><n/></r>").report
    #expect(report.unmapped.map { "\($0.record) \($0.name)" } == ["r z", "Block z", "Block n"])
    #expect(
      try mapping.xml(json: #"{"content": [{"text": "1", "picture": {"source": "a"}}]}"#)
        == "1:14 mapping/value")
    for record in [
      #""A": {"$choice": true, "x": "@x"}"#, #""A": {"$choice": true, "x": "x required"}"#,
      #""A": {"$choice": true, "x": "x list"}"#, #""A": {"x": "x"}"#,
    ] {
      #expect(throws: (any Error).self) {
        try compiled(
          #"{"mapping": "m", "root": "r", "fields": {"c": "* A list"}, "records": {\#(record)}}"#)
      }
    }
  }

  @Test("What does not fit has the place of its value") func mistakes() async throws {
    try await forEachRow(of: [
      ("1", "1:1 mapping/value"), (#"{"x": 1}"#, "1:2 mapping/unknown-element"),
      (#"{"teams": {}}"#, "1:11 mapping/value"), (#"{"teams": [1]}"#, "1:12 mapping/value"),
      (#"{"teams": [{"name": "x"}]}"#, "1:12 mapping/missing"),
      (#"{"teams": [{"code": "1"}, {"code": "1"}]}"#, "1:27 mapping/duplicate-key"),
      (#"{"sites": [{"team": "1"}]}"#, "1:21 mapping/reference"),
      (#"{"sites": [{"code": "x"}]}"#, "1:21 mapping/value"),
      (#"{"sites": [{"code": 1.5}]}"#, "1:21 mapping/value"),
      (#"{"sites": [{"start": "2012-03-01"}]}"#, "1:22 mapping/value"),
      (#"{"sites": [{"start": "2012-03-01T05:00:01Z"}]}"#, "1:22 mapping/value"),
      (#"{"sites": [{"note": "<b>"}]}"#, "1:21 mapping/value"),
      (#"{"sites": [{"note": "</r><r>"}]}"#, "1:21 mapping/value"),
      (#"{"sites": [{"note": "<q:b/>"}]}"#, "1:21 mapping/value"),
      (#"{"sites": [{"parts": [["a", 1]]}]}"#, "1:23 mapping/value"),
      (#"{"sites": [{"parts": [[["a b"]]]}]}"#, "1:23 mapping/value"),
      (#"{"sites": [{"raw": "AQI"}]}"#, "1:20 mapping/value"),
      (#"{"sites": [{"city": "\u0001"}]}"#, "1:21 xml/illegal-character"),
      (#"{"sites": [{"city": ["a"]}]}"#, "1:21 mapping/value"),
      (#"{"teams": [{"code": "1", "contacts": [{"isHead": "maybe"}]}]}"#, "1:50 mapping/value"),
    ]) { (json: String, expected: String) throws in
      #expect(try compiled(schedule).xml(json: json) == expected)
    }
  }

  @Test("An array is taken for the records of the list that its keys fit")
  func rows() throws {
    let mapping = try compiled(schedule)
    let teams = try mapping.xml(json: #"[{"code": "1", "name": null}, {"code": "2", "contacts": []}]"#)
    #expect(teams.contains("<teams>\n    <team code=\"1\"/>\n    <team code=\"2\"/>\n  </teams>"))
    #expect(try mapping.xml(json: #"[{"city": "Köln", "team": "9"}]"#).contains("<site team=\"9\">"))
    #expect(try mapping.xml(json: #"[{"x": 1}]"#) == "1:1 mapping/value")
  }

  @Test("Pieces of text stand between the children again")
  func pieces() throws {
    let mapping = try compiled(
      """
      {"mapping": "m", "root": "r", "fields": {"p": "p P list", "q": "q Q list"}, "records": {
        "P": {"t": "text() pieces=all", "c": "c list", "d": "d"},
        "Q": {"before": "text() pieces=first", "after": "text() pieces=last", "c": "c list"}}}
      """)
    let xml = "<r><p>1<c>a</c>2<c>b</c><d>c</d>3</p><p>4</p><q>5<c/><c/>6</q></r>"
    #expect(try mapping.roundTripDifference(xml) == nil)
    #expect(
      mapping.xml(try mapping.document(xml)).contains("<p>1<c>a</c>2<c>b</c><d>c</d>3</p>"))
  }

  @Test("Strings that other formats made of types are taken for them")
  func lenient() throws {
    let mapping = try compiled(
      """
      {"mapping": "m", "root": "r", "fields": {"i": "@i integer", "r": "@r real", "b": "@b boolean true=J false=N",
        "d": "@d date format=dd.MM.yyyy", "s": "@s", "x": "@x data encoding=hex"}}
      """)
    #expect(
      try mapping.xml(
        json:
          #"{"i": " 5", "r": "inf", "b": "YES", "d": "2001-01-01T00:00:00Z", "s": 1.20, "x": "AQI=", "#
          + ##""#unmapped": ["@z=\"&lt;\"", "<y/>"]}"##)
          == """
          <?xml version="1.0" encoding="UTF-8"?>
          <r i="5" r="INF" b="J" d="01.01.2001" s="1.20" x="0102" z="&lt;"><y/></r>

          """)
  }
}
