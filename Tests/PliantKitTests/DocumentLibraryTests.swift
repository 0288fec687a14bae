// The public surface: what reads, changes and writes documents for other programs.

import Foundation
import PliantKit
import TestSupport
import Testing

@Suite struct DocumentLibraryTests {
  @Test func valuesOfEveryTypeComeBack() throws {
    let value: Document.Value = [
      "null": nil, "boolean": true, "integer": -7, "wide": .integer(Int128(UInt64.max) + 1), "real": 0.5,
      "number": .number("1e400"), "string": "Grüße", "array": [1, [], ["a": "b"]],
    ]
    let document = try Document(value)
    #expect(document.value == value)
    #expect(try Document(bytes: document.bytes(as: .json)).value == value)
    let plist: Document.Value = [
      "date": .date(Document.Date(secondsSinceReferenceDate: 3.5)), "data": .data([0, 255]),
      "uid": .uid(Document.UID(9)), "set": .set(["a"]), "é": 1, "e\u{301}": 2,
    ]
    let binary = try Document(plist).bytes(as: .binaryPropertyList)
    let read = try Document(bytes: binary)
    #expect(read.value == plist)
    #expect(read.value["é"] == 1)
    #expect(read.value["e\u{301}"] == 2)
  }

  /// A few bytes in which each of 60 arrays holds the next one twice.
  @Test func sharedContainersStaySharedInValues() throws {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for number in UInt8(0)..<60 {
      offsets.append(UInt8(bytes.count))
      bytes += [0xA2, number + 1, number + 1]
    }
    offsets.append(UInt8(bytes.count))
    bytes.append(0x09)
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, 61, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(table)]
    var value: Document.Value? = try Document(bytes: bytes).value
    for _ in 0..<60 { value = value?[1] }
    #expect(value == true)
  }

  @Test func valuesByPath() async throws {
    try await forEachRow(of: [
      ("a.b.0", "x" as Document.Value?), ("/a/b/0", "x"), ("a.c\\.d", 2), ("a.b.2", nil), ("a.b.0.z", nil),
      ("/a~2", nil),
    ]) { (path: String, expected: Document.Value?) in
      let document = try Document(["a": ["b": ["x", "y"], "c.d": 2]])
      #expect(document.value(at: path) == expected)
    }
  }

  @Test func changesLeaveTheOriginalAlone() throws {
    let original = try Document("{\"b\": 1.50, \"a\": [true]}")
    let changed = try original.setting("no", at: "a.0").inserting(3, at: "/a/-").removing(at: "b")
    #expect(try changed.text(as: .json) == "{\"a\":[\"no\",3]}\n")
    #expect(try original.text(as: .json) == "{\"b\":1.50,\"a\":[true]}\n")
  }

  /// A document must not depend on the bytes that it was read from staying with the caller.
  @Test func documentsOutliveTheirInput() throws {
    for format in [Format.binaryPropertyList, .json, .xmlPropertyList, .openStep] {
      var documents: [Document] = []
      for round in 0..<20 {
        let bytes = try Document(["key": .string("value \(round)")]).bytes(as: format)
        documents.append(try Document(bytes: bytes, format: format))
      }
      for (round, document) in documents.enumerated() {
        #expect(document.value(at: "key") == .string("value \(round)"))
      }
    }
  }

  @Test(arguments: [
    ("{\"a\":\n  tru}", "json/syntax", 2, 3),
    ("<plist><dict><key>a</key></dict></plist>", "plist/structure", 1, 14),
  ])
  func errorsHaveTheirPlace(text: String, rule: String, line: Int, column: Int) throws {
    let error = #expect(throws: DocumentError.self) { try Document(text) }
    #expect(error?.rule.rawValue == rule)
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.description.hasPrefix("\(line):\(column): ") == true)
  }

  @Test func nothingIsLostUnasked() throws {
    let document = try Document([
      "when": .date(Document.Date(secondsSinceReferenceDate: 0)), "data": .data([1]),
    ])
    #expect(throws: DocumentError.self) { try document.bytes(as: .json) }
    var options = WritingOptions()
    options.loss = .note
    var notes: [String] = []
    #expect(
      try document.text(as: .json, options: options) { notes.append($0) }
        == "{\"when\":\"2001-01-01T00:00:00Z\",\"data\":\"AQ==\"}\n")
    #expect(notes.count == 2)
    options.loss = .tag
    let tagged = try Document(bytes: document.bytes(as: .json, options: options))
    #expect(try tagged.bytes(as: .xmlPropertyList, options: options) == document.bytes(as: .xmlPropertyList))
    let null = try Document(["a": nil])
    #expect(throws: DocumentError.self) { try null.bytes(as: .binaryPropertyList) }
  }

  /// What reading left out counts as lost where the document is written.
  @Test func lossesOfReadingAreTold() throws {
    let commented = try Document("<plist><!-- c --><string>a</string></plist>")
    #expect(commented.notes == ["1 comment was dropped"])
    var notes: [String] = []
    #expect(try commented.text(as: .json) { notes.append($0) } == "\"a\"\n")
    #expect(notes == commented.notes)
    let entity = try Document("<!DOCTYPE a SYSTEM \"x.dtd\"><a>price: &cur; 5</a>")
    #expect(entity.notes.count == 2)
    let error = #expect(throws: DocumentError.self) { try entity.bytes(as: .json) }
    #expect(error?.rule == .conversionLoss)
    let double = try Document("{\"a\": 1, \"a\": 2}")
    #expect(double.notes.count == 1)
    #expect(double.notes[0].contains("a"))
  }

  @Test func refusesWhatNoReaderWouldTake() throws {
    var deep: Document.Value = []
    for _ in 0..<600 { deep = [deep] }
    #expect(throws: DocumentError.self) { try Document(deep) }
    #expect(throws: DocumentError.self) { try Document(.number("1.")) }
    #expect(throws: DocumentError.self) { try Document(.number("[1]")) }
    #expect(throws: DocumentError.self) { try Document([1]).setting(1, at: "9") }
    #expect(throws: DocumentError.self) { try Document([1]).bytes(as: .sql) }
  }

  @Test func aFailedWriteLeavesTheFile() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("old.json")
      try Data("old".utf8).write(to: file)
      #expect(throws: DocumentError.self) {
        try Document(.date(Document.Date(secondsSinceReferenceDate: 0))).write(to: file.path, as: .json)
      }
      #expect(try Data(contentsOf: file) == Data("old".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["old.json"])
      let error = #expect(throws: DocumentError.self) {
        try Document(1).write(to: folder.appendingPathComponent("no/such").path, as: .json)
      }
      #expect(error?.rule.family == "file")
    }
  }
}
