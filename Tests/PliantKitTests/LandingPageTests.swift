// The examples of the library's articles: the code shown is the code that runs here.

import Foundation
import PliantKit
import TestSupport
import Testing

@Suite struct LandingPageTests {
  // Page: Converting
  func read(_ path: String, _ copy: String) throws -> Document {
    let document = try Document(contentsOf: path)
    print(document.format ?? .json)  // detected from content, like the encoding of a text
    for note in document.notes { print("note:", note) }  // content that reading left out, such as comments
    try document.write(to: copy, as: .json)  // an error if values would be lost
    return document
  }

  // Page: Asking
  func takeValues(of document: Document) throws -> Int {
    let name = document["CFBundleName"]?.string
    let schemes = document["CFBundleURLTypes"]?[0]?["CFBundleURLSchemes"]
    let built = document.node(at: "Release.built")?.date  // or a JSON Pointer: /Release/built
    for (key, value) in document.root.entries { print(key, value.kind) }
    let all = try document.jsonPath("$..CFBundleURLSchemes[*]")  // or xPath(_:) for XML
    print(name ?? "no name", schemes?.elements.compactMap(\.string) ?? [], built?.iso8601 ?? "never")
    return all.count
  }

  // Page: Asking
  func ask(_ document: Document) throws {
    let price = try XPath("number(price)")
    for book in try document.xPath("//book").nodes {
      print(book[attribute: "id"] ?? "", try book.xPath(price).strings)
    }
  }

  // Page: Coding
  func decode(_ path: String) throws -> String {
    struct Bundle: Codable {
      var CFBundleName: String
      var CFBundleVersion: String
    }
    var bundle = try DocumentDecoder().decode(Bundle.self, contentsOf: path)
    bundle.CFBundleVersion += ".1"
    return try DocumentEncoder().text(of: bundle, as: .json)
  }

  // Page: Editing
  func change(_ path: String) throws {
    var editor = try DocumentEditor(contentsOf: path)
    try editor.set("42", at: "CFBundleVersion")
    try editor.insert(["signed", "beta"], at: "Tags")
    try editor.remove(at: "CFBundleURLTypes.0")
    try editor.save()  // atomically: either the old file or the new one
  }

  // Page: Editing
  func changeValue(of document: Document) throws -> Document {
    var value = document.value
    value["CFBundleVersion"] = "42"
    value["Tags"] = nil
    return try Document(value)
  }

  // Page: Streaming
  func stream(_ path: String) async throws -> Double {
    struct Measurement: Decodable { var value: Double }
    var sum = 0.0
    for try await record in DocumentRecords(contentsOf: path) {
      sum += try DocumentDecoder().decode(Measurement.self, from: record).value
    }
    return sum
  }

  // Page: Streaming
  func writeRecords(_ values: [Double], _ path: String) throws {
    var writer = try DocumentRecordWriter(to: path)
    for value in values { try writer.append(["value": .real(value)]) }
    try writer.finish()  // the file appears now, whole
  }

  // Page: Linting
  func lint(_ bytes: [UInt8]) throws -> Bool {
    for finding in DocumentLinter().lint(bytes: bytes, name: "Info.plist") {
      print(finding)  // Info.plist:1:31: error: … [encoding/mismatch]
    }
    let strict = try DocumentLinter(select: ["encoding", "plist"], expectedEncoding: "utf-8")
    return strict.lint(bytes: bytes).isEmpty
  }
  // Page ends

  @Test func articlesShowThisCode() throws {
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let parts = source.components(separatedBy: "\n  // Page").dropFirst().filter { $0.hasPrefix(": ") }
    #expect(parts.count == 9)
    let folders = ["PliantKit", "PliantCoding"].map {
      packageRoot.appendingPathComponent("Sources/\($0)/\($0).docc")
    }
    var articles: [String: String] = [:]
    for part in parts {
      var lines = part.components(separatedBy: "\n")
      let title = String(lines.removeFirst().dropFirst(2))
      let files = folders.map { $0.appendingPathComponent("\(title).md") }
      let file = try #require(files.first { FileManager.default.fileExists(atPath: $0.path) })
      let article = try articles[title] ?? String(contentsOf: file, encoding: .utf8)
      while lines.last?.isEmpty == true { lines.removeLast() }
      // The body of the function is what is shown.
      let body = lines.dropFirst().dropLast().map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : $0 }
        .filter { !["return document", "return sum", "return all.count"].contains($0) }
      #expect(body.count <= 10, "\(title)")
      let shown = "```swift\n\(body.joined(separator: "\n"))\n```\n"
      #expect(article.contains(shown), "\(title).md shows other code")
      articles[title] = article.replacing(shown, with: "")
    }
    for (title, rest) in articles {
      #expect(!rest.contains("```"), "\(title).md shows code that nothing compiles")
    }
  }

  @Test func examplesDoWhatTheySay() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pliant-page-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ name: String) throws -> String {
      let file = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
    let path = try write(
      """
      { CFBundleName = Bautagebuch; CFBundleVersion = 41; /* kept */
        CFBundleURLTypes = ( { CFBundleURLSchemes = ( bau ); } ); }
      """, "Info.plist")
    let copy = folder.appendingPathComponent("Info.json").path
    let document = try read(path, copy)
    #expect(try Document(contentsOf: copy).difference(from: document).isEmpty)
    #expect(try takeValues(of: document) == 1)
    try ask(Document("<l><book id='1'><price>2</price></book></l>"))
    #expect(
      try decode(path) == "{\"CFBundleName\":\"Bautagebuch\",\"CFBundleVersion\":\"41.1\"}\n")
    try change(path)
    let changed = try String(contentsOfFile: path, encoding: .utf8)
    #expect(changed.hasPrefix("{ CFBundleName = Bautagebuch; CFBundleVersion = 42; /* kept */\n"))
    let lines = try write("{\"value\": 1.5}\n{\"value\": 2}\n", "measurements.jsonl")
    #expect(try await stream(lines) == 3.5)
    try writeRecords([1, 2.25], lines)
    #expect(try await stream(lines) == 3.25)
    #expect(try changeValue(of: document)["CFBundleVersion"]?.string == "42")
    #expect(
      try !lint(
        Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>Grüße</string></plist>".utf8)))
    #expect(try lint(Array("<plist><string>Grüße</string></plist>".utf8)))
  }
}
