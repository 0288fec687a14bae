// Edits that leave the rest of the text as it is.

import Foundation
import PliantKit
import TestSupport
import Testing

@Suite struct DocumentEditorTests {
  @Test func everyOtherByteIsKept() throws {
    var editor = DocumentEditor("{ \"b\" : 1.50 ,\n\n  \"a\":[true , null] }\n")
    try editor.set("no", at: "a.0")
    try editor.remove(at: "a.1")
    try editor.insert(3, at: "/a/-")
    #expect(editor.text == "{ \"b\" : 1.50 ,\n\n  \"a\":[\"no\", 3 ] }\n")
    #expect(try editor.document()["b"]?.digits == "1.50")
  }

  @Test func refusesWithNothingChanged() throws {
    let text = "<plist><dict><key>a</key><string>x</string></dict></plist>"
    var editor = DocumentEditor(text)
    #expect(throws: DocumentError.self) { try editor.remove(at: "b") }
    #expect(throws: DocumentError.self) { try editor.insert(1, at: "a") }
    #expect(throws: DocumentError.self) { try editor.set(nil, at: "a") }
    #expect(throws: DocumentError.self) { try editor.save() }
    #expect(editor.text == text)
    var broken = DocumentEditor("{\n \"a\": tru}")
    let error = #expect(throws: DocumentError.self) { try broken.remove(at: "a") }
    #expect(error?.line == 2)
    var json = DocumentEditor("{}")
    let date = Document.Value.date(Document.Date(secondsSinceReferenceDate: 0))
    #expect(throws: DocumentError.self) { try json.insert(date, at: "a") }
    json.loss = .note
    try json.insert(date, at: "a")
    #expect(json.text.contains("\"2001-01-01T00:00:00Z\""))
  }

  @Test func patchesAreEditsOfTheText() throws {
    var editor = DocumentEditor(
      "<!-- kept --><plist><dict>\n  <key>a</key><integer>1</integer>\n</dict></plist>")
    try editor.apply(
      patch: Document(
        "[{\"op\": \"replace\", \"path\": \"/a\", \"value\": {\"$date\": \"2012-03-01T06:00:00Z\"}}]"))
    #expect(editor.text.contains("<!-- kept -->"))
    #expect(editor.text.contains("<key>a</key><date>2012-03-01T06:00:00Z</date>"))
    try editor.merge(patch: Document("{\"a\": null}"))
    #expect(try editor.document().root.count == 0)
  }

  @Test func savesInOneStepAndOnlyWhatItOpened() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("Info.plist")
      try Data("{ a = 1; /* kept */ }".utf8).write(to: file)
      var editor = try DocumentEditor(contentsOf: file.path)
      try editor.set("2", at: "a")
      try editor.save()
      try editor.set("3", at: "a")
      try editor.save()
      #expect(try String(contentsOf: file, encoding: .utf8) == "{ a = 3; /* kept */ }")
      try Data("{ a = 1; somebody = else; }".utf8).write(to: file)
      let error = #expect(throws: DocumentError.self) { try editor.save() }
      #expect(error?.rule.family == "file")
      #expect(try String(contentsOf: file, encoding: .utf8) == "{ a = 1; somebody = else; }")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Info.plist"])
    }
  }

  /// The limits that a text is read with also apply to its edits.
  @Test func limitsReachEdits() throws {
    let deep = String(repeating: "[", count: 700) + String(repeating: "]", count: 700)
    let text = "{\"a\": \(deep), \"b\": 1}"
    let options = ReadingOptions(limits: [.depth: 1000])
    var document = try Document(text, options: options)
    try document.set(2, at: "b")
    try document.insert(3, at: "c")
    try document.remove(at: "c")
    #expect(document["b"]?.int == 2)
    var editor = DocumentEditor(text, options: options)
    try editor.set(2, at: "b")
    try editor.set(document.value(at: "a")!, at: "d")
    try editor.apply([.set(3, at: "b"), .remove(at: "d")])
    #expect(editor.text == "{\"a\": \(deep), \"b\": 3}")
    #expect(throws: DocumentError.self) { try DocumentEditor(text).document() }
  }

  @Test func nodesAreOfXML() throws {
    var editor = DocumentEditor(bytes: try Document(["a": 1]).bytes(as: .binaryPropertyList))
    do { try editor.edit(xPath: "//key", .remove) } catch { #expect(error.rule == .editFormat) }
  }
}
