// Questions that documents answer: JSONPath, XPath, differences, encodings and lint.

import Foundation
import PliantKit
import TestSupport
import Testing

@Suite struct AskingTests {
  @Test func queriesGiveNodes() throws {
    let document = try Document(contentsOf: testdata("valid/examples/lottery.plist").path)
    let names = try document.jsonPath("$.gewinner[?@.benachrichtigt == false].name")
    #expect(names.map(\.string) == ["Søren & Åse Nygård"])
    #expect(names.first?.pointer == "/gewinner/1/name")
    let error = #expect(throws: DocumentError.self) { try document.jsonPath("$.a[") }
    #expect(error?.rule.family == "jsonpath")
    #expect(error?.expression == "$.a[" && error?.line == 1 && error?.column != nil)
  }

  @Test func xpathOnApplicationXML() throws {
    let document = try Document(
      "<users>\n <user id='1'><name>Åse</name></user>\n <user id='2'/>\n</users>")
    guard case .nodes(let nodes) = try document.xPath("//user") else {
      Issue.record("no nodes")
      return
    }
    #expect(nodes.map(\.line) == [2, 3])
    #expect(nodes.map { $0.attributes.map(\.value) } == [["1"], ["2"]])
    #expect(nodes[0].text == "Åse")
    #expect(try nodes[0].xml == "<user id=\"1\"><name>Åse</name></user>")
    #expect(try document.xPath("count(//user)") == .number(2))
    #expect(try document.xPath("string(//user[@id = $who]/name)", variables: ["who": "1"]) == .string("Åse"))
    #expect(try document.xPath("//user/@id").strings == ["1", "2"])
    let error = #expect(throws: DocumentError.self) { try document.xPath("//p:user") }
    #expect(error?.message.contains("--") == false)
    #expect(try document.xPath("//p:user", namespaces: ["p": "urn:p"]) == .nodes([]))
  }

  @Test func xpathOnOtherDocumentsIsOnTheirPropertyList() throws {
    let document = try Document("{\"a\": [1, 2.5]}")
    #expect(try document.xPath("//real").strings == ["2.5"])
    let changed = try document.setting("x", at: "a.0")
    #expect(try changed.xPath("//string").strings == ["x"])
  }

  @Test func patchesMakeOneDocumentOfAnother() throws {
    let old = try Document([
      "a": 1, "b": ["x", "y"], "when": .date(Document.Date(secondsSinceReferenceDate: 5)),
    ])
    let new = try Document([
      "b": ["x", "z", "y"], "when": .date(Document.Date(secondsSinceReferenceDate: 6)), "c": .data([1]),
    ])
    let changes = try new.difference(from: old)
    #expect(changes.map(\.pointer) == ["/a", "/b/1", "/when", "/c"])
    #expect(changes[0].old?.int == 1)
    #expect(changes[0].new == nil)
    #expect(try new.difference(from: new).isEmpty)
    let patched = try old.applying(patch: new.patch(from: old))
    #expect(try patched.difference(from: new).isEmpty)
    let merged = try old.merging(patch: Document("{\"a\": null, \"d\": {\"e\": 1}}"))
    #expect(merged["a"] == nil)
    #expect(merged["d"]?["e"]?.int == 1)
    let error = #expect(throws: DocumentError.self) {
      try old.applying(patch: Document("[{\"op\": \"remove\", \"path\": \"/no\"}]"))
    }
    #expect(error?.rule == .patchOperation)
  }

  @Test func xmlIsComparedInDocumentOrder() throws {
    let old = try Document("<m><i>1</i><s/><i>2</i></m>")
    let new = try Document("<m><s/><i>1</i><i>2</i></m>")
    #expect(try new.difference(from: old).map(\.pointer) == ["/1", "/2"])
    #expect(try new.difference(from: new).isEmpty)
    let patch = try new.patch(from: old)
    let patched = try old.applying(patch: patch)
    #expect(try patched.difference(from: new).isEmpty)
    #expect(try !patched.difference(from: old).isEmpty)
    var editor = DocumentEditor("<m><i>1</i><s/><i>2</i></m>")
    try editor.apply(patch: patch)
    #expect(editor.text == "<m><s/><i>1</i><i>2</i></m>")
    #expect(throws: DocumentError.self) { try new.applying(patch: patch) }
    let prefixed = try Document("<x:m xmlns:x='u'><x:i> 1</x:i></x:m>")
    let plain = try Document("<m xmlns='u'>\n<i> 1</i></m>")
    #expect(try plain.difference(from: prefixed).isEmpty)
    let trimmed = try Document("<m xmlns='u'><i>1</i></m>")
    #expect(try trimmed.difference(from: plain).count == 1)
  }

  @Test func encodingsAreToldByTheBytes() throws {
    let bytes = [UInt8]("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>Grüße aus Köln</a>".utf8)
    let found = try #require(Document.detectEncoding(of: bytes))
    #expect(found.name == "UTF-8")
    #expect(found.declared == "ISO-8859-1")
    #expect(!found.declarationIsCorrect)
    #expect(found.confidence == 1)
    #expect(Document.detectEncoding(of: Array("bplist00".utf8)) == nil)
  }

  @Test func lintFindsAndFixes() throws {
    let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>Grüße aus Köln</a>\n"
    // A text has no bytes that could contradict its declaration.
    #expect(DocumentLinter().lint(text, name: "a.xml").isEmpty)
    let findings = DocumentLinter().lint(bytes: Array(text.utf8), name: "a.xml")
    try #require(findings.map(\.rule) == [.encodingMismatch])
    #expect(findings[0].line == 2)
    #expect(findings[0].description.hasPrefix("a.xml:2:6: error: "))
    #expect(findings[0].isFixable)
    let fixed = try #require(DocumentLinter().fixed(bytes: Array(text.utf8), name: "a.xml"))
    #expect(DocumentLinter().lint(bytes: fixed, name: "a.xml").isEmpty)
    #expect(try DocumentLinter(ignore: ["encoding"]).lint(text).isEmpty)
    #expect(throws: DocumentError.self) { try DocumentLinter(select: ["no/such"]) }
    #expect(throws: DocumentError.self) { try DocumentLinter(expectedEncoding: "no-such") }
    #expect(throws: DocumentError.self) { try DocumentLinter().lint(contentsOf: "/no/such") }
  }

  /// What a program shows its users must not refer to options that it does not have.
  @Test func errorsNeverReferToTheCommandLine() throws {
    var errors: [DocumentError?] = []
    func record(_ body: () throws -> Void) {
      errors.append(#expect(throws: DocumentError.self) { try body() })
    }
    let dates = try Document(["d": .date(Document.Date(secondsSinceReferenceDate: 0))])
    record { _ = try dates.bytes(as: .json) }
    record { _ = try dates.bytes(as: .xml) }
    record { _ = try dates.bytes(as: .sql) }
    record { _ = try dates.bytes(as: .json5) }
    record { _ = try Document(nil).bytes(as: .xmlPropertyList) }
    record { _ = try dates.inserting(1, at: "d") }
    record { _ = try dates.xPath("//p:x") }
    record { _ = try dates.applying(patch: Document([:])) }
    record { _ = try Document(contentsOf: "/no/such/file") }
    record { _ = try Document(bytes: [], format: .swift) }
    for error in errors {
      let message = try #require(error?.message)
      #expect(!message.contains("--"), "\(message)")
      #expect(!message.contains("use replace"), "\(message)")
    }
    #expect(errors[8]?.description.hasPrefix("/no/such/file: ") == true)
  }
}
