// The XML reader's events, values and places.

import PliantCore
import TestSupport
import Testing

/// The events of a document as short words, for comparison.
func events(
  of text: String, options: XMLReader.Options = .init(), chunk: Int? = nil
) throws(Failure) -> [String] {
  let bytes = Array(text.utf8)
  return try bytes.withByteView { view throws(Failure) in
    let first = chunk.map { min($0, view.count) } ?? view.count
    var reader = XMLReader(view[0..<first], options: options, isFinal: first == view.count)
    var found: [String] = []
    var start = 0
    var end = first
    while true {
      let event = try reader.next()
      if event == .needsInput {
        start += reader.prepareToRefill()
        end = min(view.count, end + (chunk ?? 0))
        reader.refill(view[start..<end], isFinal: end == view.count)
        continue
      }
      found.append(describe(event, reader))
      if event == .endDocument { return found }
    }
  }
}

private func describe(_ event: XMLEvent, _ reader: borrowing XMLReader) -> String {
  switch event {
  case .declaration: return "xml \(reader.versionText) \(reader.encodingName ?? "-")"
  case .doctype: return "doctype \(reader.name.string)"
  case .startElement:
    var text = "<" + name(reader)
    for index in 0..<reader.attributeCount {
      let attribute = reader.attribute(at: index)
      let mark = attribute.isSpecified ? "" : "*"
      text += " \(mark)\(attribute.name.string)=[\(attribute.value.string)]"
    }
    return text
  case .endElement: return "/" + name(reader)
  case .text: return reader.isWhitespace ? "_" : reader.text.string
  case .cdata: return "cdata " + reader.text.string
  case .reference: return "&\(reader.name.string)=\(reader.text.string)"
  case .comment: return "!" + reader.text.string
  case .processingInstruction: return "?\(reader.name.string) \(reader.text.string)"
  case .endDocument: return "end"
  case .needsInput: return "needs input"
  }
}

private func name(_ reader: borrowing XMLReader) -> String {
  let uri = reader.namespaceURI.string
  return uri.isEmpty ? reader.name.string : "{\(uri)}\(reader.localName.string)"
}

struct XMLReaderTests {
  static let cases: [(String, [String])] = [
    ("<a/>", ["<a", "/a", "end"]),
    ("<?xml version='1.0' encoding='UTF-8'?>\n<a></a>\n", ["xml 1.0 UTF-8", "<a", "/a", "end"]),
    ("<a>x&lt;y&#x41;&#10;<![CDATA[<&]]>z</a>", ["<a", "x<yA\n<&z", "/a", "end"]),
    ("<a>1\r\n2\r3</a>", ["<a", "1\n2\n3", "/a", "end"]),
    ("<a> \n\t<b/> </a>", ["<a", "_", "<b", "/b", "_", "/a", "end"]),
    ("<a><![CDATA[]]></a>", ["<a", "/a", "end"]),
    ("<a>x<!-- c --><?p  q r?>y</a>", ["<a", "x", "! c ", "?p q r", "y", "/a", "end"]),
    ("<a b='1' c=\"x'\ty\n\r\nz&amp;&#9;\"/>", ["<a b=[1] c=[x' y  z&\t]", "/a", "end"]),
    (
      "<!DOCTYPE a [<!ENTITY e 'x<b>y</b>z'><!ENTITY f '1&e;2'>]><a>0&f;3</a>",
      ["doctype a", "<a", "01x", "<b", "y", "/b", "z23", "/a", "end"]
    ),
    (
      "<!DOCTYPE a [<!ATTLIST a d CDATA 'v' t NMTOKENS #IMPLIED>]><a t=' x  y '/>",
      ["doctype a", "<a t=[x y] *d=[v]", "/a", "end"]
    ),
    (
      "<!DOCTYPE a [<!ENTITY % p '<!ENTITY e \"v\">'>%p;]><a>&e;</a>",
      ["doctype a", "<a", "v", "/a", "end"]
    ),
    ("<!DOCTYPE a SYSTEM 'no.dtd'><a>x&e;y</a>", ["doctype a", "<a", "x", "&e=", "y", "/a", "end"]),
    ("<ä·ö>ü</ä·ö>", ["<ä·ö", "ü", "/ä·ö", "end"]),
    ("<a>]] ]&gt; ]]&gt;</a>", ["<a", "]] ]> ]]>", "/a", "end"]),
  ]

  @Test func sendsEvents() async throws {
    try await forEachRow(of: Self.cases) { (text: String, expected: [String]) throws in
      #expect(try events(of: text) == expected)
    }
  }

  @Test func sendsTheSameThroughAnyWindow() async throws {
    try await forEachRow(of: Self.cases) { (text: String, expected: [String]) throws in
      let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
      for chunk in 1...7 where isASCII { #expect(try events(of: text, chunk: chunk) == expected) }
    }
  }

  @Test func separatesReferencesAndSections() throws {
    var options = XMLReader.Options()
    options.separatesCDATA = true
    options.separatesReferences = true
    let found = try events(of: "<a>x&lt;y&#65;<![CDATA[<]]></a>", options: options)
    #expect(found == ["<a", "x", "&lt=<", "y", "&#65=A", "cdata <", "/a", "end"])
  }

  @Test func resolvesNamespaces() throws {
    let text = "<a xmlns='u' xmlns:p='v'><p:b p:c='1' xmlns=''><d/></p:b><p:e/></a>"
    let found = try events(of: text, options: .namespaces)
    #expect(
      found == [
        "<{u}a xmlns=[u] xmlns:p=[v]", "<{v}b p:c=[1] xmlns=[]", "<d", "/d", "/{v}b", "<{v}e", "/{v}e",
        "/{u}a",
        "end",
      ])
  }

  /// Input, code, offset.
  static let errors: [(String, String, Int)] = [
    ("", "xml.no-root", 0),
    ("x<a/>", "xml.text-outside-root", 0),
    ("<a/>x", "xml.text-outside-root", 4),
    ("<a/><b/>", "xml.second-root", 4),
    ("<a><b></a>", "xml.crossed-element", 3),
    ("<a></b>", "xml.stray-end-tag", 3),
    ("<a>", "xml.unclosed-element", 0),
    ("<a", "xml.unterminated-tag", 0),
    ("<a><b <c/></a>", "xml.unterminated-tag", 3),
    ("<a>< b</a>", "xml.bad-tag", 3),
    ("<a b></a>", "xml.attribute-without-value", 3),
    ("<a b=c></a>", "xml.unquoted-value", 5),
    ("<a b='c></a>", "xml.unterminated-value", 5),
    ("<a b='<'/>", "xml.less-than-in-value", 6),
    ("<a b='1'c='2'/>", "xml.no-space-before-attribute", 8),
    ("<a b='1' b='2'/>", "xml.duplicate-attribute", 9),
    ("<a>]]></a>", "xml.section-end-in-text", 3),
    ("<a><![CDATA[x]]</a>", "xml.unterminated-cdata", 3),
    ("<a><!-- x</a>", "xml.unterminated-comment", 3),
    ("<a><!-- -- --></a>", "xml.hyphens-in-comment", 8),
    ("<a><?p x</a>", "xml.unterminated-instruction", 3),
    ("<a><?XML x?></a>", "xml.reserved-target", 3),
    (" <?xml version='1.0'?><a/>", "xml.misplaced-declaration", 1),
    ("<?xml encoding='UTF-8'?><a/>", "xml.bad-declaration", 0),
    ("<a>\u{1}</a>", "xml.illegal-character", 3),
    ("<a>\u{FFFE}</a>", "xml.illegal-character", 3),
    ("<a b='\u{1}'/>", "xml.illegal-character", 6),
    ("<a>x & y</a>", "xml.bad-reference", 5),
    ("<a>&amp</a>", "xml.unterminated-reference", 3),
    ("<a>&#;</a>", "xml.bad-character-reference", 3),
    ("<a>&#xD800;</a>", "xml.illegal-character-reference", 3),
    ("<a>&e;</a>", "xml.undefined-entity", 3),
    ("<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>", "xml.recursive-entity", 35),
    ("<!DOCTYPE a [<!ENTITY e '<b>'>]><a>&e;</b></a>", "xml.unbalanced-entity", 35),
    ("<!DOCTYPE a [<!ENTITY e '</a>'>]><a>&e;", "xml.unbalanced-entity", 36),
    ("<a/><!DOCTYPE a>", "xml.misplaced-doctype", 4),
    ("<!DOCTYPE a [<!ELEMENT a (b,c|d)>]><a/>", "xml.bad-markup-declaration", 13),
    ("<!DOCTYPE a [<!ENTITY % p 'x'><!ENTITY e '%p;'>]><a/>", "xml.parameter-reference-in-declaration", 30),
  ]

  @Test func reportsErrors() async throws {
    try await forEachRow(of: Self.errors) { (text: String, code: String, offset: Int) throws in
      let failure = #expect(throws: Failure.self) { try events(of: text) }
      #expect(failure?.code.name.description == code)
      #expect(failure?.offset == offset)
    }
  }

  @Test func reportsTheSameErrorsThroughAnyWindow() async throws {
    try await forEachRow(of: Self.errors) { (text: String, code: String, offset: Int) throws in
      let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
      for chunk in 1...7 where isASCII {
        let failure = #expect(throws: Failure.self) { try events(of: text, chunk: chunk) }
        #expect(failure?.code.name.description == code)
        #expect(failure?.offset == offset)
      }
    }
  }

  static let namespaceErrors: [(String, String, Int)] = [
    ("<p:a/>", "xml.undeclared-prefix", 0),
    ("<a p:b='1'/>", "xml.undeclared-prefix", 3),
    ("<a:b:c xmlns:a='u'/>", "xml.bad-qualified-name", 0),
    ("<a xmlns:p=''/>", "xml.empty-namespace", 3),
    ("<a xmlns:xmlns='u'/>", "xml.reserved-prefix", 3),
    ("<a xmlns='http://www.w3.org/2000/xmlns/'/>", "xml.reserved-namespace", 3),
    ("<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>", "xml.duplicate-expanded-attribute", 34),
    ("<?p:q x?><a/>", "xml.colon-in-name", 0),
  ]

  @Test func reportsNamespaceErrors() async throws {
    try await forEachRow(of: Self.namespaceErrors) { (text: String, code: String, offset: Int) throws in
      let failure = #expect(throws: Failure.self) { try events(of: text, options: .namespaces) }
      #expect(failure?.code.name.description == code)
      #expect(failure?.offset == offset)
    }
  }

  @Test func collectsProblems() throws {
    let text = Array("<a b='<' b='2'>&nope; x & y \u{1}]]></a>".utf8)
    var options = XMLReader.Options()
    options.collectsProblems = true
    let codes = try text.withByteView { view throws(Failure) in
      var reader = XMLReader(view, options: options)
      while try reader.next() != .endDocument {}
      return reader.problems.map { $0.code.name.description }
    }
    #expect(
      codes == [
        "xml.less-than-in-value", "xml.duplicate-attribute", "xml.undefined-entity", "xml.bad-reference",
        "xml.illegal-character", "xml.section-end-in-text",
      ])
  }

  @Test func boundsEntityExpansion() {
    var text = "<!DOCTYPE a [<!ENTITY e0 'lol'>"
    for level in 1...9 {
      text += "<!ENTITY e\(level) '" + String(repeating: "&e\(level - 1);", count: 10) + "'>"
    }
    for use in ["<a>&e9;</a>", "<a b='&e9;'/>"] {
      let failure = #expect(throws: Failure.self) { try events(of: text + "]>" + use) }
      #expect(failure?.code.name.description == "xml.expansion-limit")
    }
  }
}
