// What formatting and canonicalisation make of documents.

import PliantCore
import TestSupport
import Testing

/// The document laid out anew.
func formatted(_ text: String, _ style: XMLFormatStyle = XMLFormatStyle()) throws(Failure) -> String {
  try Array(text.utf8).withByteView { view throws(Failure) in
    var output = OutputBuffer()
    try XMLFormatter.write(view, style: style, to: &output)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}

/// The document's canonical form.
func canonical(_ bytes: [UInt8], keepsComments: Bool = true) throws(Failure) -> String {
  try bytes.withByteView { view throws(Failure) in
    let decoded = DecodedText(view, kind: .xml)
    return try decoded.withValidText { text throws(Failure) in
      var output = OutputBuffer()
      try CanonicalXML.write(text, keepsComments: keepsComments, to: &output)
      return String(decoding: output.bytes, as: UTF8.self)
    }
  }
}

/// The canonical form of text whose declaration may name another encoding.
func canonicalText(_ text: String) throws(Failure) -> String {
  try Array(text.utf8).withByteView { view throws(Failure) in
    var output = OutputBuffer()
    try CanonicalXML.write(view, to: &output)
    return String(decoding: output.bytes, as: UTF8.self)
  }
}

struct XMLFormatterTests {
  /// Source, indented, minified.
  static let cases: [(String, String, String)] = [
    ("<a><b/><c>x</c></a>", "<a>\n  <b/>\n  <c>x</c>\n</a>\n", "<a><b/><c>x</c></a>"),
    ("<a>\n\n   <b  x = '1'  />\n</a >", "<a>\n  <b x='1'/>\n</a>\n", "<a><b x='1'/></a>"),
    ("<a>text <b> <c/> </b></a>", "<a>text <b> <c/> </b></a>\n", "<a>text <b> <c/> </b></a>"),
    ("<a> <b/>&#32;</a>", "<a> <b/>&#32;</a>\n", "<a> <b/>&#32;</a>"),
    ("<a> <b/><![CDATA[]]></a>", "<a> <b/><![CDATA[]]></a>\n", "<a> <b/><![CDATA[]]></a>"),
    ("<a>  </a>", "<a>  </a>\n", "<a>  </a>"),
    ("<a><!-- x --> <?p q?></a>", "<a>\n  <!-- x -->\n  <?p q?>\n</a>\n", "<a><!-- x --><?p q?></a>"),
    (
      "<a><b xml:space='preserve'> <c> </c></b>\n<d/></a>",
      "<a>\n  <b xml:space='preserve'> <c> </c></b>\n  <d/>\n</a>\n",
      "<a><b xml:space='preserve'> <c> </c></b><d/></a>"
    ),
    (
      "<a xml:space='preserve'> <b xml:space='default'> <c/> </b></a>",
      "<a xml:space='preserve'> <b xml:space='default'>\n    <c/>\n  </b></a>\n",
      "<a xml:space='preserve'> <b xml:space='default'><c/></b></a>"
    ),
    (
      "<?xml version='1.0'?><!DOCTYPE a [\n<!ENTITY e 'x'>]><a>&e;</a><!-- end -->",
      "<?xml version='1.0'?>\n<!DOCTYPE a [\n<!ENTITY e 'x'>]>\n<a>&e;</a>\n<!-- end -->\n",
      "<?xml version='1.0'?><!DOCTYPE a [\n<!ENTITY e 'x'>]><a>&e;</a><!-- end -->"
    ),
    (
      "<plist><dict><key>a</key></dict></plist>", "<plist>\n<dict>\n  <key>a</key>\n</dict>\n</plist>\n",
      "<plist><dict><key>a</key></dict></plist>"
    ),
    ("<a>\r\n<b/></a>", "<a>\r\n  <b/>\r\n</a>\r\n", "<a><b/></a>"),
  ]

  @Test func formats() async throws {
    try await forEachRow(of: Self.cases) { (source: String, indented: String, minified: String) throws in
      #expect(try formatted(source) == indented)
      #expect(try formatted(indented) == indented)
      #expect(try formatted(source, .minified) == minified)
      #expect(try formatted(minified, .minified) == minified)
      if !indented.contains("\r") { #expect(try formatted(minified) == indented) }
    }
  }

  @Test func wrapsAttributes() throws {
    var style = XMLFormatStyle()
    style.attributeWidth = 20
    let wrapped = try formatted("<a><b one='1' two='2' three='3'/><c d='e'/></a>", style)
    #expect(wrapped == "<a>\n  <b\n    one='1'\n    two='2'\n    three='3'/>\n  <c d='e'/>\n</a>\n")
    #expect(try formatted(wrapped, style) == wrapped)
  }

  static let canonicalCases: [(String, String)] = [
    ("<?xml version='1.0'?>\n<a/>\n", "<a></a>"),
    ("<a c='1' b = \"2\"></a >", "<a b=\"2\" c=\"1\"></a>"),
    ("<?p   q?><!-- x --><a/><?r?><!-- y -->", "<?p q?>\n<!-- x -->\n<a></a>\n<?r?>\n<!-- y -->"),
    (
      "<a b='&#13;&#10;&#9;&lt;&gt;\"&amp;'>&gt;&#13;<![CDATA[<]]></a>",
      "<a b=\"&#xD;&#xA;&#x9;&lt;>&quot;&amp;\">&gt;&#xD;&lt;</a>"
    ),
    ("<a xmlns='u:1'><b xmlns='u:1'><c xmlns=''/></b></a>", "<a xmlns=\"u:1\"><b><c xmlns=\"\"></c></b></a>"),
    (
      "<a xmlns:q='u:2' xmlns:p='u:1' xmlns='u:3' q:x='1' p:x='2' x='3'/>",
      "<a xmlns=\"u:3\" xmlns:p=\"u:1\" xmlns:q=\"u:2\" x=\"3\" p:x=\"2\" q:x=\"1\"></a>"
    ),
    ("<a xmlns=''><b xmlns:xml='http://www.w3.org/XML/1998/namespace'/></a>", "<a><b></b></a>"),
    ("<!DOCTYPE a [<!ATTLIST a d CDATA 'v'><!ENTITY e 'x'>]><a>&e;</a>", "<a d=\"v\">x</a>"),
  ]

  @Test func canonicalises() async throws {
    try await forEachRow(of: Self.canonicalCases) { (source: String, expected: String) throws in
      #expect(try canonical(Array(source.utf8)) == expected)
      #expect(try canonical(Array(expected.utf8)) == expected)
    }
  }

  @Test func dropsComments() throws {
    #expect(try canonical(Array("<!-- x --><a><!-- y -->z</a>".utf8), keepsComments: false) == "<a>z</a>")
  }

  @Test func refusesRelativeNamespaces() {
    #expect(throws: Failure(.xmlRelativeNamespace, at: 3, "../x")) {
      try canonical(Array("<a><b xmlns:p='../x'/></a>".utf8))
    }
    #expect(throws: Failure(.xmlUnreadEntity, at: 45, "e")) {
      try canonical(Array("<!DOCTYPE a [<!ENTITY e SYSTEM 'http:x'>]><a>&e;</a>".utf8))
    }
  }

  @Test(arguments: ["libxml2-xml", "realworld", "feeds"])
  func keepsTheMeaning(suite: String) throws {
    for (index, entry) in corpusEntries(suite).enumerated() where entry.expect == "accept" && index % 4 == 0 {
      let bytes = entry.bytes
      guard bytes.first == ASCII.lessThan, bytes.count < 60_000 else { continue }
      let text = bytes.withByteView { view in DecodedText(view, kind: .xml).withText { $0.string } }
      guard let before = try? canonicalText(text) else { continue }
      let minified = try formatted(text, .minified)
      let indented = try formatted(text)
      #expect(try formatted(indented) == indented, "\(entry.path)")
      #expect(try formatted(indented, .minified) == minified, "\(entry.path)")
      #expect(Self.words(before) == Self.words(try canonicalText(indented)), "\(entry.path)")
    }
  }

  @Test(.corpus("libxml2-xml")) func agreesWithCanonicalForms() {
    for entry in corpusEntries("libxml2-xml") {
      let isBare = entry.path.hasPrefix("test/c14n/without-comments/")
      guard isBare || entry.path.hasPrefix("test/c14n/with-comments/"), !entry.expectedFile.isEmpty,
        let folder = corpus("libxml2-xml"),
        // Its form holds the text of an external entity, and nothing external is read.
        !entry.path.hasSuffix("/example-5.xml"),
        readBytes(folder.appendingPathComponent(entry.path.dropLast(3) + "xpath")).isEmpty
      else { continue }
      let expected = readBytes(folder.appendingPathComponent(entry.expectedFile))
      let written = try? canonical(entry.bytes, keepsComments: !isBare)
      #expect(written == String(decoding: expected, as: UTF8.self), "\(entry.path)")
    }
  }

  private static func words(_ text: String) -> [UInt8] { text.utf8.filter { !$0.isWhitespace } }
}
