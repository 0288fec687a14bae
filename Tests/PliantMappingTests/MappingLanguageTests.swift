// Decimals, lists of words, translated values, shared facets, several roots and dates that keep their zone.

import PliantCore
import PliantMapping
import TestSupport
import Testing

/// A mapping with one field in the attribute `a`, and one in the element `e`.
private func one(_ field: String, types: String = "") throws -> CompiledMapping {
  try compiled(
    #"{"mapping": "m", "root": "r", "types": {\#(types)}, "fields": {"a": "@a \#(field)", "e": "e \#(field)"}}"#
  )
}

@Suite("MappingLanguage")
struct MappingLanguageTests {
  @Test("Decimals keep their digits and have no exponent") func decimals() async throws {
    try await forEachRow(of: [
      ("1.50", "1.50"), ("+1.5", "1.5"), ("007.10", "7.10"), ("-0.0", "-0.0"), (".5", "0.5"),
      ("123456789012345678901234567890.10", "123456789012345678901234567890.10"),
    ]) { (text: String, written: String) in
      let mapping = try one("decimal")
      let xml = mapping.xml(try mapping.document("<r a='\(text)'/>"))
      #expect(xml.hasSuffix("<r a=\"\(written)\"/>\n"), "\(xml)")
    }
  }

  @Test("What is no decimal") func noDecimals() async throws {
    try await forEachRow(of: ["1e5", "INF", "NaN", "", "1,5", "--1", "+-1", "+"]) { (text: String) throws in
      #expect(try one("decimal required").events("<r a='\(text)'><e>1</e></r>").text == "1:4 mapping/value")
    }
  }

  @Test(
    "Numbers of data are written without exponent",
    arguments: [("1e3", "1000"), ("1.25e-3", "0.00125"), ("-12.5E1", "-125"), ("5", "5"), ("1E-2", "0.01")])
  func decimalsOfData(_ number: String, _ written: String) throws {
    #expect(try one("decimal").xml(json: #"{"a": \#(number)}"#).hasSuffix("<r a=\"\(written)\"/>\n"))
    #expect(try one("decimal").xml(json: #"{"a": 1e999}"#) == "1:7 mapping/value")
  }

  @Test("Words of one text are an array")
  func words() throws {
    let mapping = try one("integer list split")
    #expect(mapping.events("<r a=' 1\n2 3 '><e/></r>").text == "{a: [1 2 3] e: []}")
    #expect(mapping.events("<r/>").text == "{}")
    #expect(mapping.events("<r a='1 x'/>").text == "1:4 mapping/value")
    #expect(
      try mapping.xml(json: #"{"a": [1, 2], "e": []}"#).hasSuffix("<r a=\"1 2\">\n  <e/>\n</r>\n"))
    #expect(try one("list split").xml(json: #"{"a": ["x y"]}"#) == "1:8 mapping/value")
    #expect(try one("list split").xml(json: #"{"a": [""]}"#) == "1:8 mapping/value")
    #expect(try mapping.roundTripDifference("<r a='1 2'><e>3 4</e></r>") == nil)
  }

  @Test("A sparse list has no key where it is empty")
  func sparseLists() throws {
    let mapping = try compiled(
      #"{"mapping": "m", "root": "r", "fields": {"a": "a list", "b": "b list sparse", "c": "c/d list sparse"}}"#
    )
    #expect(mapping.events("<r/>").text == "{a: []}")
    #expect(mapping.events("<r><b>1</b></r>").text == "{b: ['1'] a: []}")
    #expect(mapping.events("<r><c/></r>").text == "{a: []}")
    #expect(try mapping.roundTripDifference("<r><a>0</a><b>1</b><b>2</b></r>") == nil)
    #expect(try mapping.xml(json: #"{"b": []}"#).hasSuffix("<r/>\n"))
    for field in ["sparse", "list=1.. sparse", "list required sparse"] {
      #expect(throws: (any Error).self) { try one(field) }
    }
  }

  @Test("Values are translated")
  func translations() throws {
    let mapping = try one("values='Y=yes N=no'")
    #expect(mapping.events("<r a='Y'><e>N</e></r>").text == "{a: 'yes' e: 'no'}")
    #expect(mapping.events("<r a='yes'/>").text == "1:4 mapping/value")
    #expect(try mapping.xml(json: #"{"a": "no"}"#).hasSuffix("<r a=\"N\"/>\n"))
    #expect(try mapping.xml(json: #"{"a": "N"}"#) == "1:7 mapping/value")
    for field in ["values='Y=a N=a'", "values='Y=a Y=b'"] {
      #expect(throws: (any Error).self) { try one(field) }
    }
  }

  @Test("Dates keep their zone and fraction")
  func zones() throws {
    let mapping = try one("date zone=keep")
    for text in ["2024-01-01T00:00:00-05:00", "2024-01-01T00:00:00.250Z", "2024-01-01T00:00:00"] {
      #expect(mapping.events("<r a='\(text)'/>").text == "{a: '\(text)'}")
      #expect(try mapping.xml(json: #"{"a": "\#(text)"}"#).hasSuffix("<r a=\"\(text)\"/>\n"))
    }
    #expect(mapping.events("<r a='2024-13-01T00:00:00Z'/>").text == "1:4 mapping/value")
    #expect(try mapping.xml(json: #"{"a": "soon"}"#) == "1:7 mapping/value")
  }

  @Test("Dates that lose their zone or digits of their fraction are counted") func lostZones() async throws {
    try await forEachRow(of: [
      ("date", "2024-01-01T00:00:00Z", 0), ("date", "2024-01-01T00:00:00+00:00", 0),
      ("date", "2024-01-01T00:00:00-05:00", 1), ("date", "2024-01-01T00:00:00", 1), ("date", "2024-01-01", 1),
      ("date", "2024-01-01T00:00:00.250Z", 0), ("date", "2024-01-01T00:00:00.025Z", 0),
      ("date", "2024-01-01T00:00:00.123456789Z", 1), ("date zone=keep", "2024-01-01T00:00:00-05:00", 0),
      ("date zone=Europe/Berlin", "2024-01-01T00:00:00", 0),
      ("date zone=Europe/Berlin", "2024-01-01T00:00:00+01:00", 0),
      ("date zone=Europe/Berlin", "2024-07-01T00:00:00+01:00", 1),
      ("date format=rfc822", "Mon, 01 Jan 2024 06:00:00 GMT", 0),
      ("date format=rfc822", "Mon, 01 Jan 2024 06:00:00 +0100", 1),
      ("date format=rfc822", "Mon, 01 Jan 2024 06:00:00.5 GMT", 1),
      ("date format=rfc822", "1 Jan 24 06:00 EST", 1), ("date format=unix", "1.50", 0),
      ("date format=unix", "7", 0),
      ("date format=unix", "1.123456789012345", 1),
      ("date format='yyyy-MM-dd HH:mm:ss Z'", "2024-01-01 00:00:00 +0000", 0),
      ("date format='yyyy-MM-dd HH:mm:ss Z'", "2024-01-01 00:00:00 +0100", 1),
      ("date format='H:mm:ss.SSS d.M.yyyy'", "0:00:00.123 1.1.2024", 0),
      ("date format='d.M.yyyy H:mm' zone=Europe/Berlin", "1.1.2024 6:00", 0), ("date lenient", "soon", 0),
    ]) { (field: String, text: String, count: Int) in
      let (log, report) = try one(field).events("<r a='\(text)'/>")
      #expect(log.hasPrefix("{a: "))
      #expect((report.losses[.dateZones]?.count ?? 0) == count, "\(log) \(report.losses)")
    }
  }

  @Test("Children whose names are data")
  func dictionaries() throws {
    let mapping = try compiled(
      #"{"mapping": "m", "root": "r", "fields": {"p": "p dictionary", "q": "q"}}"#)
    let xml = "<r><p>\n <a.b>1</a.b><!-- c --><c><![CDATA[x<]]>&amp;</c><d/> </p><q/></r>"
    #expect(mapping.events(xml).text == "{p: {a.b: '1' c: 'x<&' d: ''} q: ''}")
    #expect(mapping.events(xml).report.comments == 1)
    #expect(mapping.events("<r><p/></r>").text == "{p: {}}")
    for content in ["<a/><a/>", "<a x='1'/>", "<a><b/></a>", "t<a/>"] {
      #expect(mapping.events("<r><p>\(content)</p></r>").text == "1:4 mapping/value")
    }
    let written = try mapping.xml(json: #"{"p": {"a.b": "1<", "c": 2}}"#)
    #expect(written.contains("<p><a.b>1&lt;</a.b><c>2</c></p>"))
    #expect(try mapping.roundTripDifference(xml) == nil)
    #expect(try mapping.xml(json: #"{"p": {"a b": "1"}}"#) == "1:7 mapping/value")
    #expect(try mapping.xml(json: #"{"p": {"a": []}}"#) == "1:7 mapping/value")
  }

  @Test("Types that fields share have facets, which a field may change")
  func facets() throws {
    let mapping = try compiled(
      #"""
      {"mapping": "m", "root": "r", "types": {"percent": "integer min=0 max=100"},
       "fields": {"a": "@a percent", "b": "@b percent max=200"}}
      """#)
    #expect(mapping.events("<r a='100' b='200'/>").text == "{a: 100 b: 200}")
    #expect(mapping.events("<r a='101'/>").text == "1:4 mapping/value")
    #expect(mapping.events("<r b='-1'/>").text == "1:4 mapping/value")
  }

  @Test("A document may have one of several root elements")
  func roots() throws {
    let mapping = try compiled(
      ##"{"mapping": "m", "root": "all | one", "fields": {"a": "@a"}}"##)
    #expect(mapping.events("<all a='1'/>").text == "{a: '1'}")
    #expect(mapping.events("<one a='1'/>").text == "{a: '1' #root: 'one'}")
    #expect(mapping.events("<other/>").text == "1:1 mapping/unknown-element")
    #expect(try mapping.xml(json: ##"{"a": "1", "#root": "one"}"##).hasSuffix("<one a=\"1\"/>\n"))
    #expect(try mapping.xml(json: ##"{"#root": "other"}"##) == "1:11 mapping/value")
  }

  @Test("A root element in the namespace of xml:lang")
  func rootInXMLNamespace() throws {
    let mapping = try compiled(#"{"mapping": "m", "root": "xml:r", "fields": {"a": "@a"}}"#)
    #expect(try mapping.roundTripDifference("<xml:r a='1'/>") == nil)
  }

  @Test("Files say it all again") func files() async throws {
    try await forEachRow(of: [
      "decimal", "decimal list split", "list split unordered sparse", "values='Y=yes N=no'", "date zone=keep",
      "date format=rfc822 zone=keep", "t", "t max=5",
    ]) { (field: String) throws in
      let text = #"""
        {"mapping": "m", "root": "r | q", "types": {"t": "integer min=1 max=9"}, "fields": {"a": "@a \#(field)"}}
        """#
      let mapping = try compiled(text).mapping
      let document = try MappingFileWriter.document(of: mapping)
      #expect(try MappingFileReader.read(document) == mapping)
      let entries = DocumentValue(document).value(forKey: "fields")?.value(forKey: "a")?.string
      #expect(entries == "@a \(field)")
    }
  }

  @Test("What is written of a sample is the sample, or the check says where")
  func proof() throws {
    func problems(_ field: String, _ sample: String) throws -> [String] {
      let mapping = try one(field).mapping
      return try Array(sample.utf8).withByteView { view in
        try MappingProof(mapping).problems(with: view).map { $0.message }
      }
    }
    #expect(try problems("", "<r a='x'>\n  <e>y</e>\n</r>") == [])
    #expect(try problems("whitespace=keep", "<r a=' x'><e> y </e></r>") == [])
    #expect(
      try problems("", "<r a=' x'/>") == [
        "the output for this sample has 'x' for ' x' in the attribute 'a' of <r>"
      ])
    #expect(
      try problems("integer", "<r><e>007</e></r>") == [
        "the output for this sample has the text '7' for '007'"
      ])
    #expect(try problems("default=1", "<r><e>2</e></r>") == [])
    #expect(
      try problems("date", "<r a='2024-01-01T00:00:00-05:00'/>") == [
        "the output for this sample has '2024-01-01T05:00:00Z' for '2024-01-01T00:00:00-05:00' "
          + "in the attribute 'a' of <r>"
      ])
  }
}
