// What the library does besides reading and writing: edits by XPath and several at once, merges, text in another encoding,
// records one by one, limits and rules.

import Foundation
import PliantCore
import PliantKit
import PliantLint
import TestSupport
import Testing

import struct PliantCoding.Document

@Suite struct LibraryTaskTests {
  @Test func valuesChangeWhereTheyAre() throws {
    var value: Document.Value = ["a": 1, "list": [1, 2]]
    value["a"] = "x"
    value["b"] = ["c": true]
    value["b"]?["d"] = 2.5
    value["list"]?[0] = nil
    value["list"]?[1] = 7
    value["list"]?[9] = 8
    #expect(value == ["a": "x", "list": [2, 7], "b": ["c": true, "d": 2.5]])
    value["a"] = nil
    #expect(value.count == 2 && value.kind == .dictionary && value["list"]?.kind == .array)
    var fresh = Document.Value.null
    fresh["a"] = 1
    #expect(fresh == ["a": 1])
    #expect(try Document(value).count == 2)
    #expect(String(reflecting: Document.self) == "PliantCoding.Document")
  }

  @Test func editsByXPath() throws {
    var editor = DocumentEditor(
      "<users>\n  <user id='1'>Åse</user>\n  <user id='2'/><!-- kept -->\n</users>\n")
    try editor.edit(xPath: "//user[@id = $who]", .text("Ole & Co"), variables: ["who": "1"])
    try editor.edit(xPath: "//user[2]/@id", .text("3"))
    try editor.edit(xPath: "//user[1]/@class", .attribute("new"))
    try editor.edit(xPath: "//user[1]", .insertAfter("<user id=\"9\"/>"))
    #expect(
      editor.text.contains("<user id='1' class='new'>Ole &amp; Co</user>")
        || editor.text.contains("class=\"new\""))
    #expect(try editor.document().xPath("//user/@id").strings == ["1", "9", "3"])
    #expect(editor.text.contains("<!-- kept -->"))
    try editor.edit(xPath: "//user", .remove, firstOnly: true)
    #expect(try editor.document().xPath("count(//user)") == .number(2))
    let error = #expect(throws: DocumentError.self) { try editor.edit(xPath: "//user[", .remove) }
    #expect(error?.expression == "//user[" && error?.line == 1 && (error?.column ?? 0) > 6)
    #expect(throws: DocumentError.self) { try editor.edit(xPath: "count(//user)", .remove) }
    #expect(throws: DocumentError.self) { try editor.edit(xPath: "//none", .remove) }
  }

  @Test func severalEditsAtOnce() throws {
    let text = "{ \"b\" : 1.50 ,\n\n  \"a\":[true , null] }\n"
    var editor = DocumentEditor(text)
    try editor.apply([.set("no", at: "a.0"), .remove(at: "a.1"), .insert(3, at: "/a/-"), .set(2, at: "c")])
    var other = DocumentEditor(text)
    try other.set("no", at: "a.0")
    try other.remove(at: "a.1")
    try other.insert(3, at: "/a/-")
    try other.set(2, at: "c")
    #expect(editor.text == other.text)
    for edits: [DocumentEditor.Edit] in [
      [.set(1, at: "b"), .remove(at: "none")], [.insert(1, at: "b")], [.set(1, at: "a.7")], [.remove(at: "")],
      [.set(1, at: "b.c")], [.set(1, at: "/a~2")],
    ] {
      let before = editor.text
      let error = #expect(throws: DocumentError.self) { try editor.apply(edits) }
      #expect(error?.rule == .editPath, "\(edits)")
      #expect(editor.text == before)
    }
  }

  @Test func merges() throws {
    let base = try Document("{\"version\": 1, \"name\": \"a\", \"list\": [1]}")
    let theirs = try Document("{\"version\": 2, \"name\": \"a\", \"list\": [1], \"new\": true}")
    var ours = DocumentEditor("{\n  \"version\": 1,\n  \"name\": \"b\",\n  \"list\": [1]\n}\n")
    #expect(try ours.merge(base: base, theirs: theirs) == [])
    #expect(try ours.document().value == ["version": 2, "name": "b", "list": [1], "new": true])
    for side in [DocumentEditor.MergeSide.ours, .theirs] {
      var conflicting = DocumentEditor("{\"version\": 3, \"name\": \"a\", \"list\": [1]}")
      #expect(try conflicting.merge(base: base, theirs: theirs, preferring: side) == ["/version"])
      #expect(try conflicting.document()["version"]?.int == (side == .ours ? 3 : 2))
    }
    var xml = DocumentEditor("<r><a>1</a><b>2</b></r>")
    let conflicts = try xml.merge(
      base: Document("<r><a>1</a><b>1</b></r>"), theirs: Document("<r><a>3</a><b>1</b></r>"))
    #expect(conflicts == [] && xml.text == "<r><a>3</a><b>2</b></r>")
  }

  @Test func textInAnotherEncoding() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>Grüße 5 €</a>"
    let latin = try TextTranscoder(to: "ISO-8859-1").transcode(Array(text.utf8))
    #expect(
      String(bytes: latin, encoding: .isoLatin1)?.hasSuffix(
        "encoding=\"ISO-8859-1\"?><a>Grüße 5 &#x20AC;</a>") == true)
    #expect(
      String(decoding: try TextTranscoder(to: "UTF-8").transcode(latin), as: UTF8.self).contains(
        "\"UTF-8\"?><a>Grüße"))
    #expect(try TextTranscoder(to: "UTF-16").transcode(Array("a".utf8)).prefix(2) != [0x61])
    #expect(try TextTranscoder(to: "US-ASCII", unmappable: .replace).transcode(Array("é".utf8)) == [0x3F])
    let error = #expect(throws: DocumentError.self) {
      try TextTranscoder(to: "US-ASCII", unmappable: .error).transcode(Array("a\né".utf8))
    }
    #expect(error?.rule == .encodingUnmappable && error?.line == 2)
    #expect(throws: DocumentError.self) { try TextTranscoder(to: "no-such") }
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("a.xml")
      try Data(text.utf8).write(to: file)
      try TextTranscoder(to: "ISO-8859-1").transcode(contentsOf: file.path)
      #expect(try Data(contentsOf: file) == Data(latin))
    }
  }

  /// A limit is a value of the call, which other calls at the same time do not see.
  @Test func limitsApplyToTheirCall() async throws {
    var options = ReadingOptions(limits: [.depth: 3])
    #expect(throws: DocumentError.self) { try Document("[[[[]]]]", options: options) }
    #expect(try Document("[[[]]]", options: options).count == 1)
    #expect(try Document("[[[[]]]]").count == 1)
    options.limits?[.depth] = 1000
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    #expect(throws: DocumentError.self) { try Document(deep) }
    #expect(try Document(deep, options: options).count == 1)
    options.limits?[.depth] = -1
    #expect(options.limits?[.depth] == 0)
    await withTaskGroup(of: Void.self) { group in
      for depth in 1...8 {
        group.addTask {
          let options = ReadingOptions(limits: [.depth: depth])
          for _ in 0..<200 {
            let fits = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            #expect(throws: Never.self) { try Document(fits, options: options) }
            #expect(throws: DocumentError.self) { try Document("[\(fits)]", options: options) }
          }
        }
      }
    }
    let few: DocumentLimits = [.xPathSteps: 2, .jsonPathSteps: 2]
    let document = try Document("<a><b/><b/><b/></a>")
    #expect(try document.xPath(XPath("count(//b)")) == .number(3))
    #expect(throws: DocumentError.self) { try document.xPath(XPath("count(//b)"), limits: few) }
    #expect(throws: DocumentError.self) { try Document("[1,2,3,4]").jsonPath("$..*", limits: few) }
  }

  /// In a process of its own, since this limit is of the whole process.
  @Test func memoryIsLimited() async {
    await #expect(processExitsWith: .success) {
      DocumentLimits.setProcessMemory(1 << 20)
      #expect(throws: DocumentError.self) {
        try Document("[\"" + String(repeating: "a", count: 4 << 20) + "\"]")
      }
      let value = Document.Value.array(
        Array(repeating: .string(String(repeating: "a", count: 1000)), count: 5000))
      #expect(throws: DocumentError.self) { try Document(value) }
    }
  }

  /// Each rule that an error of the library may have is a constant, named as its name is spelled.
  @Test func rulesAreConstants() throws {
    for rule in Rule.allCases { #expect(DiagnosticRule(rawValue: rule.rawValue) != nil, "\(rule)") }
    let known = Set(Rule.allCases.map(\.rawValue)).subtracting(["document/unspecified"])
    for rule in LintRule.all { #expect(known.contains(rule.id.description), "\(rule.id)") }
    let codes = try DeclaredCode.inTables(
      of: "PliantBase", "PliantCodecs", "PliantCore", "PliantKit", "PliantCoding")
    let ofProgram = ["engine", "signed/in-place", "signed/unverified", "archive/none", "document/located"]
    for code in codes where !ofProgram.contains(where: { code.rule.hasPrefix($0) }) {
      #expect(known.contains(code.rule), "\(code.rule)")
    }
    #expect(Rule.xmlNotWellFormed.rawValue == "xml/not-well-formed" && Rule.xmlNotWellFormed.family == "xml")
  }

  @Test func duplicateKeysAreLosses() throws {
    let document = try Document("{\"a\":1,\n \"a\":2}")
    let error = #expect(throws: DocumentError.self) { try document.bytes(as: .json) }
    #expect(error?.rule == .conversionLoss && error?.line == 2 && error?.column == 2)
    var notes: [String] = []
    #expect(
      try document.text(as: .json, options: WritingOptions(loss: .note)) { notes.append($0) } == "{\"a\":2}\n"
    )
    #expect(notes == document.notes && notes.count == 1)
    #expect(throws: DocumentError.self) {
      try document.text(as: .binaryPropertyList, options: WritingOptions(loss: .note))
    }
  }

  // MARK: Records

  @Test func recordsFromBytesAndPipes() throws {
    func values(_ records: DocumentRecords) throws -> [Int] {
      var values: [Int] = []
      var iterator = records.makeIterator()
      while let record = try iterator.next() { values.append(record.int ?? -1) }
      return values
    }
    #expect(try values(DocumentRecords(bytes: Array("[1, 2,\n3]".utf8))) == [1, 2, 3])
    #expect(try values(DocumentRecords(bytes: Array("1\n2\n".utf8), format: .jsonLines)) == [1, 2])
    #expect(
      try values(DocumentRecords(bytes: try Document([4, 5]).bytes(as: .binaryPropertyList))) == [4, 5])
    for bytes in [Data("[1, 2]".utf8), Data(try Document([1, 2]).bytes(as: .xmlPropertyList))] {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: bytes)
      try pipe.fileHandleForWriting.close()
      let descriptor = pipe.fileHandleForReading.fileDescriptor
      #expect(try values(DocumentRecords(descriptor: descriptor)) == [1, 2])
    }
  }

  private static let many = Array((0..<5000).map { "{\"id\":\($0)}\n" }.joined().utf8)

  @Test func cancelledLoopsThrow() async throws {
    let task = Task {
      var count = 0
      for try await _ in DocumentRecords(bytes: Self.many, format: .jsonLines) {
        count += 1
        if count == 100 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test @MainActor func readingLeavesTheCallersThread() async throws {
    let threads = SharedState<Set<Bool>>([])
    let records = DocumentRecords(bytes: Self.many, format: .jsonLines) { _ in
      threads.withLock { _ = $0.insert(Thread.isMainThread) }
    }
    var count = 0
    for try await record in records where record["id"]?.int == count { count += 1 }
    #expect(count == 5000)
    #expect(threads.withLock { $0 } == [false])
  }

  @Test func progressIsReported() throws {
    let seen = SharedState<[DocumentRecords.Progress]>([])
    var iterator = DocumentRecords(bytes: Self.many, format: .jsonLines) { progress in
      seen.withLock { $0.append(progress) }
    }.makeIterator()
    while try iterator.next() != nil {}
    let reports = seen.withLock { $0 }
    #expect(reports.map(\.records) == [1000, 2000, 3000, 4000, 5000, 5000])
    #expect(reports.allSatisfy { $0.length == Self.many.count && ($0.bytes ?? -1) > 0 })
    #expect(iterator.progress.records == 5000)
  }

  @Test func recordsAreWrittenOneByOne() throws {
    struct Entry: Encodable { var id: Int }
    try withTemporaryFolder { folder in
      for (layout, expected) in [
        (DocumentRecordWriter.Layout.lines, "{\"a\":1}\n[true]\n{\"id\":7}\n"),
        (.array, "[{\"a\":1},[true],{\"id\":7}]"),
      ] {
        let path = folder.appendingPathComponent("out.json").path
        try "old".write(toFile: path, atomically: false, encoding: .utf8)
        var writer = try DocumentRecordWriter(to: path, layout: layout)
        try writer.append(["a": 1])
        try writer.append(Document("{\"x\": [true]}").root["x"] ?? Document(0).root)
        try writer.append(Entry(id: 7))
        #expect(writer.count == 3)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        try writer.finish()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == expected)
      }
      var given = try DocumentRecordWriter(to: folder.appendingPathComponent("none.json").path)
      #expect(throws: DocumentError.self) { try given.append(.data([1])) }
      _ = consume given
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.json"])
    }
  }
}
