// Uses each part of PliantKit once, as an outsider, and ends with 1 where something is not as documented.

import PliantKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

var failures = 0

@MainActor func expect(_ condition: Bool, _ what: String) {
  if !condition {
    failures += 1
    print("failed: \(what)")
  }
}

struct Place: Codable, Equatable, Sendable {
  var name: String
  var when: Document.Date
  var bytes: [UInt8]
  var next: [Place]?
}

/// Documents go from task to task.
func names(in document: Document) async -> [String] {
  await Task.detached { document["places"]?.elements.compactMap { $0["name"]?.string } ?? [] }.value
}

do {
  let document = try Document.make(["places": [["name": "Köln"], ["name": "Åse"]], "count": 2])
  expect(await names(in: document) == ["Köln", "Åse"], "values")
  expect(document.value(at: "/places/1/name") == "Åse", "values by path")

  let place = Place(
    name: "Köln", when: Document.Date(secondsSinceReferenceDate: 0), bytes: [1], next: [])
  for format in [Format.json, .xml1, .binary1, .openstep] {
    let bytes = try DocumentEncoder().encode(place, as: format)
    expect(try DocumentDecoder().decode(Place.self, from: bytes) == place, "Codable as \(format)")
  }

  var editor = DocumentEditor(text: "{ \"a\": 1 , \"b\": [ ] }")
  try editor.replace("a", with: 2)
  try editor.insert("x", at: "/b/-")
  expect(editor.text == "{ \"a\": 2 , \"b\": [\"x\"] }", "edits: \(editor.text)")

  let changed = try document.replacing("count", with: 3)
  expect(try changed.difference(from: document).map(\.pointer) == ["/count"], "differences")
  expect(try document.applying(patch: changed.patch(from: document))["count"]?.int == 3, "patches")
  expect(try document.query("$.places[*].name").map(\.string) == ["Köln", "Åse"], "JSONPath")
  expect(try Document.read(text: "<a><b>1</b></a>").xpath("number(//b)") == .number(1), "XPath")
  expect(Document.detectEncoding(of: Array("Köln".utf8))?.name == "UTF-8", "encodings")
  expect(DocumentLinter().lint(text: "{\"a\": 1, \"a\": 2}").map(\.rule) == ["json/duplicate-key"], "lint")
} catch {
  expect(false, "\(error)")
}

do throws(DocumentError) {
  _ = try Document.read(text: "{\"a\": }")
  expect(false, "an error")
} catch {
  expect(error.line == 1 && error.column == 7 && error.rule == "json/syntax", "\(error)")
}

print(failures == 0 ? "all is well" : "\(failures) failures")
exit(failures == 0 ? 0 : 1)
