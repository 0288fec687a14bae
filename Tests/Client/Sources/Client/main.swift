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
  let document = try Document(["places": [["name": "Köln"], ["name": "Åse"]], "count": 2])
  expect(await names(in: document) == ["Köln", "Åse"], "values")
  expect(document.value(at: "/places/1/name") == "Åse", "values by path")

  let place = Place(
    name: "Köln", when: Document.Date(secondsSinceReferenceDate: 0), bytes: [1], next: [])
  for format in [Format.json, .xmlPropertyList, .binaryPropertyList, .openStep] {
    let bytes = try DocumentEncoder().bytes(of: place, as: format)
    expect(try DocumentDecoder().decode(Place.self, from: bytes) == place, "Codable as \(format)")
  }

  var editor = DocumentEditor("{ \"a\": 1 , \"b\": [ ] }")
  try editor.set(2, at: "a")
  try editor.insert("x", at: "/b/-")
  expect(editor.text == "{ \"a\": 2 , \"b\": [\"x\"] }", "edits: \(editor.text)")

  let changed = try document.setting(3, at: "count")
  expect(try changed.difference(from: document).map(\.pointer) == ["/count"], "differences")
  expect(try document.applying(patch: changed.patch(from: document))["count"]?.int == 3, "patches")
  expect(try document.jsonPath("$.places[*].name").map(\.string) == ["Köln", "Åse"], "JSONPath")
  expect(try Document("<a><b>1</b></a>").xPath("number(//b)") == .number(1), "XPath")
  expect(Document.detectEncoding(of: Array("Köln".utf8))?.name == "UTF-8", "encodings")
  let latin = try TextTranscoder(to: "ISO-8859-1").transcode(Array("Köln".utf8))
  expect(latin.count == 4, "transcoding")

  var value = document.value
  value["count"] = 4
  value["places"]?[0]?["name"] = nil
  expect(try Document(value)["places"]?[0]?.count == 0 && value.count == 2, "values that change")
  try editor.apply([.set("y", at: "b.0"), .remove(at: "a")])
  expect(try editor.document().value == ["b": ["y"]], "edits at once: \(editor.text)")
  var markup = DocumentEditor("<a><b>1</b></a>")
  try markup.edit(xPath: "//b", .text("2"))
  expect(markup.text == "<a><b>2</b></a>", "edits by XPath: \(markup.text)")
  let theirs = try Document("{\"b\": [\"y\"], \"c\": 1}")
  expect(try editor.merge(base: Document("{\"b\": [\"y\"]}"), theirs: theirs).isEmpty, "merges")

  let path = "client-records.jsonl"
  var writer = try DocumentRecordWriter(to: path)
  for number in 1...3 { try writer.append(["id": .integer(Int128(number))]) }
  try writer.finish()
  var sum = 0
  for try await record in DocumentRecords(contentsOf: path) { sum += record["id"]?.int ?? 0 }
  expect(sum == 6, "records")
  unlink(path)

  expect(Format.allCases.filter(\.isWritable).count == 11, "formats")
  expect((try? Document("[[1]]", options: ReadingOptions(limits: [.depth: 1]))) == nil, "limits")
  let price = try XPath("number(price)")
  let items = try Document("<l><i><price>1</price></i><i><price>2</price></i></l>").xPath("//i").nodes
  expect(try items.map { try $0.xPath(price) } == [.number(1), .number(2)], "XPath relative to nodes")
  // A switch over values names what it does not know yet.
  switch document.value["count"] {
  case .integer(2)?: break
  case nil: expect(false, "a key")
  default: expect(false, "a value")
  }
  switch Format.json {
  case .json, .jsonLines: break
  @unknown default: expect(false, "a format")
  }
  expect(DocumentLinter().lint("{\"a\": 1, \"a\": 2}").map(\.rule) == [.jsonDuplicateKey], "lint")
} catch {
  expect(false, "\(error)")
}

do throws(DocumentError) {
  _ = try Document("{\"a\": }")
  expect(false, "an error")
} catch {
  expect(error.line == 1 && error.column == 7 && error.rule == .jsonSyntax, "\(error)")
}

do {
  _ = try DocumentDecoder().decode([String: Int].self, from: "{\"a\": }")
  expect(false, "a decoding error")
} catch DecodingError.dataCorrupted(let context) {
  expect((context.underlyingError as? DocumentError)?.rule == .jsonSyntax, "\(context)")
}

print(failures == 0 ? "all is well" : "\(failures) failures")
exit(failures == 0 ? 0 : 1)
