// The examples of the library's page: the code shown is the code that runs here.

import Foundation
import PliantKit
import TestSupport
import Testing

@Suite struct LandingPageTests {
  // Page: read any document
  func read(_ path: String, _ copy: String) throws -> Document {
    let document = try Document.read(contentsOf: path)
    print(document.format ?? .json)  // recognised by content, as is the encoding of a text
    for note in document.notes { print("note:", note) }  // what reading left out, such as comments
    try document.write(to: copy, as: .json)  // any format; nothing is lost unless asked for
    return document
  }

  // Page: take values out
  func takeValues(of document: Document) throws -> Int {
    let name = document["CFBundleName"]?.string
    let schemes = document["CFBundleURLTypes"]?[0]?["CFBundleURLSchemes"]
    let built = document.node(at: "Release.built")?.date  // or a JSON Pointer: /Release/built
    for (key, value) in document.root.entries { print(key, value.kind) }
    let all = try document.query("$..CFBundleURLSchemes[*]")  // JSONPath; xpath(_:) for XML
    print(name ?? "no name", schemes?.elements.compactMap(\.string) ?? [], built?.iso8601 ?? "never")
    return all.count
  }

  // Page: decode into a type
  func decode(_ path: String) throws -> String {
    struct Bundle: Codable {
      var CFBundleName: String
      var CFBundleVersion: String
    }
    var bundle = try DocumentDecoder().decode(Bundle.self, contentsOf: path)
    bundle.CFBundleVersion += ".1"
    return try DocumentEncoder().text(of: bundle, as: .json)
  }

  // Page: change a value and keep every other byte
  func change(_ path: String) throws {
    var editor = try DocumentEditor(contentsOf: path)
    try editor.replace("CFBundleVersion", with: "42")
    try editor.insert(["signed", "beta"], at: "Tags")
    try editor.remove("CFBundleURLTypes.0")
    try editor.save()  // in one step: the old file or the new one, whole
  }

  // Page: stream a gigabyte of records
  func stream(_ path: String) async throws -> Double {
    struct Measurement: Decodable { var value: Double }
    var sum = 0.0
    for try await record in DocumentRecords(contentsOf: path) {
      sum += try DocumentDecoder().decode(Measurement.self, from: record).value
    }
    return sum
  }

  // Page: lint a string
  func lint(_ text: String) throws -> Bool {
    for finding in DocumentLinter().lint(text: text, name: "Info.plist") {
      print(finding)  // Info.plist:1:31: error: … [encoding/mismatch]
    }
    let strict = try DocumentLinter(select: ["encoding", "plist"], expectedEncoding: "utf-8")
    return strict.lint(text: text).isEmpty
  }
  // Page ends

  private static let page = packageRoot.appendingPathComponent(
    "Sources/PliantKit/PliantKit.docc/PliantKit.md")

  @Test func pageShowsThisCode() throws {
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let parts = source.components(separatedBy: "\n  // Page").dropFirst().filter { $0.hasPrefix(": ") }
    #expect(parts.count == 6)
    for part in parts {
      var lines = part.components(separatedBy: "\n")
      let title = lines.removeFirst().dropFirst(2)
      while lines.last?.isEmpty == true { lines.removeLast() }
      // The body of the function is what is shown.
      let body = lines.dropFirst().dropLast().map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : $0 }
        .filter { !["return document", "return sum", "return all.count"].contains($0) }
      #expect(body.count <= 10, "\(title)")
      let heading = title.prefix(1).uppercased() + title.dropFirst()
      #expect(
        page.contains("### \(heading)\n\n```swift\n\(body.joined(separator: "\n"))\n```\n"),
        "PliantKit.md shows other code for '\(title)'")
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
    #expect(try Document.read(contentsOf: copy).difference(from: document).isEmpty)
    #expect(try takeValues(of: document) == 1)
    #expect(
      try decode(path) == "{\"CFBundleName\":\"Bautagebuch\",\"CFBundleVersion\":\"41.1\"}\n")
    try change(path)
    let changed = try String(contentsOfFile: path, encoding: .utf8)
    #expect(changed.hasPrefix("{ CFBundleName = Bautagebuch; CFBundleVersion = 42; /* kept */\n"))
    let lines = try write("{\"value\": 1.5}\n{\"value\": 2}\n", "measurements.jsonl")
    #expect(try await stream(lines) == 3.5)
    #expect(
      try !lint("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>Grüße</string></plist>"))
    #expect(try lint("<plist><string>Grüße</string></plist>"))
  }
}
