// Texts, which have no encoding, and XPath on documents that are read once.

import Foundation
import PliantKit
import TestSupport
import Testing

@Suite struct TextAndXPathTests {
  private static let latin =
    "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>Grüße</string></plist>"

  @Test func aTextHasNoEncoding() throws {
    #expect(try Document(Self.latin).root.string == "Grüße")
    #expect(
      try Document(string: Self.latin, options: ReadingOptions(encoding: "macintosh")).root.string == "Grüße")
    #expect(
      try Document("<?xml version='1.0' encoding='UTF-16'?><a>ü</a>").xPath("string(/a)") == .string("ü"))
    #expect(try Document("{ a = \"Grüße\"; }")["a"]?.string == "Grüße")
    #expect(try DocumentDecoder().decode(String.self, from: Self.latin) == "Grüße")
  }

  @Test func anEditedTextIsStillThatText() throws {
    var editor = DocumentEditor(
      Self.latin.replacing("string>", with: "array>").replacing("Grüße", with: "<string>Grüße</string>"))
    try editor.insert("Köln", at: "1")
    #expect(editor.text.contains("encoding=\"UTF-8\""))
    #expect(editor.text.contains("<string>Grüße</string>") && editor.text.contains("<string>Köln</string>"))
    #expect(try Document(bytes: editor.bytes).value.elements.compactMap(\.string) == ["Grüße", "Köln"])
    // Bytes keep their encoding; their text is decoded.
    var bytes = DocumentEditor(
      bytes: try TextTranscoder(from: "utf-8", to: "ISO-8859-1").transcode(
        Array("<?xml version='1.0' encoding='UTF-8'?><a>ü</a>".utf8)))
    #expect(bytes.text == "<?xml version='1.0' encoding='ISO-8859-1'?><a>ü</a>")
    try bytes.edit(xPath: "/a", .text("ö"))
    #expect(bytes.text.hasSuffix("<a>ö</a>") && bytes.bytes.contains(0xF6))
    var strings = DocumentEditor("\"a\" = \"é\";\n")
    try strings.set("ü", at: "a")
    #expect(strings.text == "\"a\" = \"ü\";\n")
  }

  @Test func expressionsAreRelativeToNodes() throws {
    let document = try Document(
      "<shop xmlns:p='u'><item id='1'><price>2.5</price></item><p:item id='2'><price>3</price></p:item></shop>"
    )
    let items = try document.xPath(XPath("//item | //n:item", namespaces: ["n": "u"])).nodes
    #expect(items.map(\.name) == ["item", "p:item"] && items.map(\.namespace) == ["", "u"])
    let price = try XPath("number(price)")
    #expect(try items.map { try $0.xPath(price) } == [.number(2.5), .number(3)])
    #expect(try items[1].xPath("@id").nodes[0].text == "2")
    #expect(items[1][attribute: "id"] == "2" && items[1][attribute: "no"] == nil)
    let parent = try items[1].xPath("..").nodes
    #expect(try parent == document.xPath("/shop").nodes)
    #expect(try items[1].xPath("preceding-sibling::*").nodes == [items[0]])
    #expect(try items[0].xPath("/shop/item").nodes == [items[0]])
    #expect(try parent[0].xml.hasPrefix("<shop xmlns:p=\"u\"><item id=\"1\">"))
    #expect(items[0].line == 1 && items[0].column == 19)
    let namespace = try #require(try items[1].xPath("namespace::p").nodes.first)
    #expect(namespace.kind == .namespace && namespace.text == "u" && namespace.name == "p")
    #expect(throws: DocumentError.self) { try namespace.xPath(".") }
    #expect(throws: DocumentError.self) { try XPath("//item[") }
    // Nodes outlive the document, and a document that is not XML is one.
    let title: XPathNode = try { try Document(["title": "a"]).xPath("//string").nodes[0] }()
    #expect(title.text == "a" && title.line == nil)
  }

  @Test func documentsAndValuesAreCompared() throws {
    let json = try Document("{\"a\": [1, \"x\", null], \"b\": {}}")
    let list = try Document(json.value)
    #expect(json == list && json.root == list.root && json["a"] == list["a"] && json["a"] != json["b"])
    #expect(json.root.keys == ["a", "b"] && json.value.keys == ["a", "b"])
    #expect(json.value["a"]?.elements == [1, "x", nil] && json.value.entries.map(\.key) == ["a", "b"])
    let values: [Document.Value] = [
      nil, true, false, 1, 1.0, "1", .number("1e999"), .data([1]), .uid(Document.UID(1)), [], [:], .set([]),
      .date(Document.Date(secondsSinceReferenceDate: 1)), ["a": 1], ["a": 2], ["b": 1], [["a": 1]], "é",
      "e\u{301}",
    ]
    for (left, a) in values.enumerated() {
      for (right, b) in values.enumerated() { #expect((a == b) == (left == right), "\(a) and \(b)") }
    }
    #expect(Set(values).count == values.count)
    var changed = json
    try changed.set("y", at: "a.1")
    try changed.remove(at: "b")
    try changed.insert(2, at: "/a/-")
    #expect(try changed == Document(["a": [1, "y", nil, 2]]))
    #expect(try changed.decode([String: Document.Value].self)["a"]?.count == 4)
  }

  /// A String has no encoding: neither its declaration nor its own byte order mark is an error.
  @Test func declarationsOfTextsAreNoFindings() throws {
    let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><r>é</r>"
    #expect(DocumentLinter().lint(text).isEmpty)
    #expect(DocumentLinter().lint(bytes: Array(text.utf8)).map(\.rule) == [.encodingMismatch])
    #expect(DocumentLinter().lint(text.replacing("</r>", with: "")).map(\.rule) == [.xmlNotWellFormed])
    #expect(try Document("\u{FEFF}{\"a\": 1}")["a"]?.int == 1)
  }
}
