// Records one after another.

import Foundation
import PliantCore
import PliantKit
import TestSupport
import Testing

import struct PliantCoding.Document

@Suite struct RecordTests {
  struct Record: Codable, Equatable {
    var id: Int
    var name: String
  }

  private func write(_ text: String, _ name: String, in folder: URL) throws -> String {
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  private func names(_ records: DocumentRecords) throws -> [String] {
    var names: [String] = []
    var iterator = records.makeIterator()
    while let record = try iterator.next() { names.append(record["name"]?.string ?? "?") }
    return names
  }

  @Test func linesAndElementsOfEveryFormat() throws {
    try withTemporaryFolder { folder in
      let lines = try write("{\"name\": \"a\"}\n\n{\"name\": \"ü\"}\n", "x.jsonl", in: folder)
      let array = try write("\u{FEFF}[{\"name\": \"a\"},\n {\"name\": \"ü\"}]", "x.json", in: folder)
      let list = folder.appendingPathComponent("x.plist").path
      try Document(contentsOf: array).write(to: list, as: .binaryPropertyList)
      let wide = folder.appendingPathComponent("wide.json")
      try "[{\"name\": \"a\"}, {\"name\": \"ü\"}]".data(using: .utf16)?.write(to: wide)
      for path in [lines, array, list, wide.path] {
        #expect(try names(DocumentRecords(contentsOf: path)) == ["a", "ü"], "\(path)")
      }
      let none = try write("{\"name\": \"a\"}", "object.json", in: folder)
      #expect(throws: DocumentError.self) { try names(DocumentRecords(contentsOf: none)) }
      #expect(try names(DocumentRecords(contentsOf: try write("[]", "none.json", in: folder))) == [])
      #expect(throws: DocumentError.self) { try names(DocumentRecords(contentsOf: "/no/such")) }
    }
  }

  @Test func recordsOfApplicationXML() throws {
    let file = testdata("valid/mapped/site-schedule.xml").path
    func codes(_ records: DocumentRecords) throws -> [String] {
      var codes: [String] = []
      var iterator = records.makeIterator()
      while let record = try iterator.next() { codes.append(record["code"]?.string ?? "?") }
      return codes
    }
    let sites = DocumentRecords(contentsOf: file, mapping: "site-schedule", records: "sites/site")
    #expect(try codes(sites) == ["10001", "10002"])
    // Who stops early ends the reader.
    var iterator = sites.makeIterator()
    #expect(try iterator.next()?["activities"]?.count == 2)
    for (mapping, records) in [("no-such", "sites/site"), ("site-schedule", "no/such")] {
      let error = #expect(throws: DocumentError.self) {
        try codes(DocumentRecords(contentsOf: file, mapping: mapping, records: records))
      }
      #expect(error?.message.contains("--") == false)
    }
    #expect(throws: DocumentError.self) {
      try codes(DocumentRecords(contentsOf: "/no/such", mapping: "site-schedule", records: "sites/site"))
    }
    try withTemporaryFolder { folder in
      let many = (0..<1000).map { "<site code='\($0)'><name>n</name></site>" }.joined(separator: "\n")
      let path = try write("<schedule>\n<sites>\(many)\n<broken>", "x.xml", in: folder)
      var iterator = DocumentRecords(contentsOf: path, mapping: "site-schedule", records: "sites/site")
        .makeIterator()
      var count = 0
      let error = #expect(throws: DocumentError.self) { while try iterator.next() != nil { count += 1 } }
      #expect(count == 1000)
      #expect(error?.line == 1002)
    }
  }

  @Test func asynchronously() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pliant-records-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = (0..<1000).map { "{\"id\":\($0),\"name\":\"n\($0)\"}\n" }.joined()
    let path = try write(text, "x.jsonl", in: folder)
    var sum = 0
    for try await record in DocumentRecords(contentsOf: path) {
      sum += try DocumentDecoder().decode(Record.self, from: record).id
    }
    #expect(sum == 499_500)
    let first = try await DocumentRecords(contentsOf: path).first { $0["id"]?.int == 7 }
    #expect(first?["name"]?.string == "n7")
  }

  @Test func problemsHaveTheirPlaceInTheFile() throws {
    try withTemporaryFolder { folder in
      let path = try write(
        "{\"id\": 1, \"name\": \"a\"}\n  {\"id\": 2, \"name\": 3}\n{\"id\": tru}\n", "x.jsonl", in: folder)
      var iterator = DocumentRecords(contentsOf: path).makeIterator()
      let first = try #require(try iterator.next())
      #expect(try DocumentDecoder().decode(Record.self, from: first) == Record(id: 1, name: "a"))
      let second = try #require(try iterator.next())
      do {
        _ = try DocumentDecoder().decode(Record.self, from: second)
        Issue.record("decoded")
      } catch DecodingError.typeMismatch(_, let context) {
        #expect(context.debugDescription.hasPrefix("\(path):2:21: "), "\(context.debugDescription)")
      }
      let error = #expect(throws: DocumentError.self) { try iterator.next() }
      #expect(error?.line == 3)
      #expect(error?.file == path)
      #expect(try iterator.next() == nil)
    }
  }

  /// Memory is bounded by the longest record: the file is far larger than what is ever held.
  @Test func recordsAreFreedAsTheyGo() throws {
    try withTemporaryFolder { folder in
      let line = "{\"id\": 1, \"name\": \"\(String(repeating: "x", count: 1000))\"}\n"
      let path = try write(String(repeating: line, count: 20_000), "x.jsonl", in: folder)
      var iterator = DocumentRecords(contentsOf: path).makeIterator()
      weak var earlier: PliantCodecs.Document?
      var (count, kept) = (0, 0)
      while let record = try iterator.next() {
        if earlier != nil { kept += 1 }
        earlier = record.tape
        count += 1
      }
      #expect(count == 20_000)
      #expect(kept == 0)
    }
  }
}
