// JSON lines: in memory, as a stream over a window of any size, and between lines and one array.

import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct JSONLinesTests {
  /// Streams a text through a window that begins with `chunk` bytes.
  private func stream(
    _ text: String, _ framing: JSONValueStream.Framing, chunk: Int, into writer: inout JSONWriter
  ) throws -> [String] {
    let pipe = Pipe()
    let bytes = Data(text.utf8)
    // A pipe holds 64 KiB; what is longer goes through a file.
    var descriptor = pipe.fileHandleForReading.fileDescriptor
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    if bytes.count > 60_000 {
      try bytes.write(to: file)
      descriptor = open(file.path, O_RDONLY)
    } else {
      try pipe.fileHandleForWriting.write(contentsOf: bytes)
    }
    try pipe.fileHandleForWriting.close()
    defer {
      try? FileManager.default.removeItem(at: file)
      if bytes.count > 60_000 { close(descriptor) }
    }
    var values = JSONValueStream(InputWindow(descriptor: descriptor, chunkSize: chunk), framing: framing)
    var duplicates: [String] = []
    do throws(Failure) {
      try values.copy(into: &writer) { loss, place in
        duplicates.append("\(place.line):\(place.column) \(loss)")
      }
    } catch {
      let place = values.position(of: error.offset ?? -1)
      throw StreamFailure(text: "\(place.line):\(place.column) \(error.code.name) @\(error.offset ?? -1)")
    }
    return duplicates
  }

  private struct StreamFailure: Error { let text: String }

  private func lines(_ text: String, _ framing: JSONValueStream.Framing, chunk: Int = 16) throws -> String {
    var writer = JSONWriter(style: .lines())
    _ = try stream(text, framing, chunk: chunk, into: &writer)
    return String(decoding: writer.finish().bytes, as: UTF8.self)
  }

  private func failure(_ text: String, _ framing: JSONValueStream.Framing, chunk: Int = 16) -> String? {
    do {
      _ = try lines(text, framing, chunk: chunk)
      return nil
    } catch {
      return (error as? StreamFailure)?.text
    }
  }

  private let sample = """
    {"a": 1}

      [1, 2, "]},{["]\r
    "x\\"\\\\"
    \t
    {"ü": {"b": []}}
    12
    """
  private let written = #"{"a":1}\#n[1,2,"]},{["]\#n"x\"\\"\#n{"ü":{"b":[]}}\#n12\#n"#

  @Test(arguments: [16, 17, 23, 64, 4096]) func linesComeOneByOne(chunk: Int) throws {
    #expect(try lines(sample, .lines, chunk: chunk) == written)
    #expect(try lines("\u{FEFF}" + sample, .lines, chunk: chunk) == written)
    #expect(try lines("", .lines, chunk: chunk) == "")
    #expect(try lines("\n \n\n", .lines, chunk: chunk) == "")
  }

  @Test(arguments: [16, 17, 23, 64, 4096]) func elementsComeOneByOne(chunk: Int) throws {
    let array = " [ " + written.split(separator: "\n").joined(separator: " ,\n ") + " ] \n"
    #expect(try lines(array, .elements, chunk: chunk) == written)
    #expect(try lines("\u{FEFF}" + array, .elements, chunk: chunk) == written)
    #expect(try lines(" [ ] ", .elements, chunk: chunk) == "")
    #expect(try lines(" {\"a\":\n[1,2]} ", .elements, chunk: chunk) == "{\"a\":[1,2]}\n")
    #expect(try lines("[[[1]],[]]", .elements, chunk: chunk) == "[[1]]\n[]\n")
  }

  @Test func linesBecomeOneArray() throws {
    var writer = JSONWriter()
    _ = try stream(sample, .lines, chunk: 16, into: &writer)
    let array = String(decoding: writer.finish().bytes, as: UTF8.self)
    #expect(array == "[" + written.dropLast().replacingOccurrences(of: "\n", with: ",") + "]")
    #expect(try lines(array, .elements) == written)
  }

  @Test func inMemory() throws {
    var log = EventLog()
    try Array(sample.utf8).withByteView { (view: ByteView) throws(Failure) in
      var ledger = ReadLosses()
      try JSONLinesReader.read(view, into: &log, ledger: &ledger)
    }
    #expect(log.text == "[{a: 1n} [1n 2n ']},{['] 'x\"\\' {ü: {b: []}} 12n]")
    #expect(throws: Failure(.jsonTrailingComma, at: 6, "]")) {
      try Array("[1]\n[1,]\n2".utf8).withByteView { (view: ByteView) throws(Failure) in
        var ledger = ReadLosses()
        try JSONLinesReader.read(view, into: &log, ledger: &ledger)
      }
    }
  }

  @Test(arguments: [
    ("1\n2 3\n", "2:3 json.second-value-on-line @4"),
    ("1\n\n  [1,]\n", "3:5 json.trailing-comma @7"),
    ("{\n\"a\":1}", "1:1 json.unterminated-object @0"),
    ("\"ü\"\n\"ä\" é x", "2:5 json.second-value-on-line @10"),
    ("1\n]", "2:1 json.unopened-bracket @2"),
  ])
  func badLines(text: String, expected: String) {
    for chunk in [16, 64, 4096] { #expect(failure(text, .lines, chunk: chunk) == expected) }
  }

  @Test func badArrays() async throws {
    try await forEachRow(of: [
      ("", "1:1 json.empty @0"),
      ("  ", "1:1 json.empty @0"),
      ("[1,\n2", "1:1 json.unterminated-array @0"),
      (" [1,\n", "1:2 json.unterminated-array @1"),
      ("[1,\n\"abc", "2:1 json.unterminated-string @4"),
      ("[1,\n{\"a\":[1}]", "2:8 json.mismatched-bracket @11"),
      ("[1,\n2,\n]", "2:2 json.trailing-comma @5"),
      ("[1,\n,2]", "2:1 json.extra-comma @4"),
      ("[,2]", "1:2 json.extra-comma @1"),
      ("[1\n2]", "2:1 json.missing-comma @3"),
      ("[1}", "1:3 json.mismatched-bracket @2"),
      ("[1]\n]", "2:1 json.unopened-bracket @4"),
      ("[1]\n2", "2:1 json.trailing-content @4"),
      ("[\"ü\", \"é\",\n \"é\", nul]", "2:7 json.misspelt-literal @20"),
      ("{\"a\":1,}", "1:7 json.trailing-comma @6"),
      ("1 2", "1:3 json.trailing-content @2"),
    ]) { (text: String, expected: String) in
      for chunk in [16, 64, 4096] { #expect(failure(text, .elements, chunk: chunk) == expected) }
    }
  }

  @Test func invalidBytesAreNamed() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data([0x31, 0x0A, 0x22, 0xE9, 0x22, 0x0A]))
    try pipe.fileHandleForWriting.close()
    var values = JSONValueStream(
      InputWindow(descriptor: pipe.fileHandleForReading.fileDescriptor), framing: .lines)
    #expect(try values.next()?.string == "1")
    do throws(Failure) {
      _ = try values.next()
      Issue.record("accepted")
    } catch {
      #expect(error.code.rule.description == "json/encoding")
      #expect(error.offset == 3)
      #expect(values.position(of: 3) == TextPosition(line: 2, column: 2))
    }
  }

  @Test func duplicateKeysAreReportedWithTheirPlace() throws {
    var writer = JSONWriter(style: .lines())
    let text = "{\"a\":1}\n{\"a\":1,\"ü\":2,\n".replacingOccurrences(of: "2,\n", with: "2,\"a\":3}\n")
    #expect(try stream(text, .lines, chunk: 16, into: &writer) == ["2:14 duplicateKey(\"a\")"])
    #expect(String(decoding: writer.finish().bytes, as: UTF8.self) == "{\"a\":1}\n{\"a\":3,\"ü\":2}\n")
  }

  @Test func aValueThatFailsLeavesNothingBehind() throws {
    for (framing, text) in [
      (JSONValueStream.Framing.elements, "[{\"a\":1,\"b\":[{}]}, {\"a\":1,\"b\":[{\"c\":tru}]}]"),
      (.lines, "{\"a\":1,\"b\":[{}]}\n{\"a\":1,\"b\":[2,{\"c\":\"x\\q\"}]}\n"),
    ] {
      for style in [JSONStyle.lines(), .pretty] {
        var writer = JSONWriter(style: style)
        #expect(throws: StreamFailure.self) { try stream(text, framing, chunk: 16, into: &writer) }
        let expected =
          style.isLines
          ? "{\"a\":1,\"b\":[{}]}\n" : "[\n  {\n    \"a\": 1,\n    \"b\": [\n      {}\n    ]\n  }"
        #expect(String(decoding: writer.finish().bytes, as: UTF8.self) == expected)
      }
    }
  }

  @Test func everyPrefixOfAnArrayIsRefused() {
    let text = #"[{"a": [1, "ü\"]"]}, "x", [[]], -1.5e3, null]"#
    for length in 0..<text.utf8.count where text.utf8.prefix(length).last.map({ $0 < 0x80 }) ?? true {
      let prefix = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      #expect(failure(prefix, .elements) != nil, "\(prefix)")
    }
    #expect(failure(text, .elements) == nil)
  }

  @Test func depthAndLongValues() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(failure(deep, .lines)?.contains("json.depth") == true)
    #expect(failure("[" + deep, .elements)?.contains("json.depth") == true)
    let long = "\"" + String(repeating: "ä", count: 300_000) + "\""
    #expect(try lines("[\(long),\(long)]", .elements, chunk: 4096) == long + "\n" + long + "\n")
    #expect(try lines("\(long)\n\(long)", .lines, chunk: 4096) == long + "\n" + long + "\n")
  }

  @Test func writesElementsOfAnyDocument() throws {
    var writer = JSONWriter(style: .lines())
    try writer.beginSet(count: nil)
    try writer.date(0)
    writer.beginDictionary(count: 1)
    writer.key(ByteView("a"))
    try writer.beginSet(count: 0)
    try writer.endSet()
    try writer.endDictionary()
    try writer.real(1)
    try writer.endSet()
    #expect(writer.losses.notes.count == 2)
    #expect(
      String(decoding: writer.finish().bytes, as: UTF8.self) == "\"2001-01-01T00:00:00Z\"\n{\"a\":[]}\n1.0\n")
  }

  @Test func positionsAgreeWithTheLineIndex() {
    let text = Array("abc\r\ndef\rghi\n\nüö€😀 a long line of plain text ü and more\n\u{7F}\u{80}x\t\ty".utf8)
    text.withByteView { view in
      for offset in 0...view.count where offset == view.count || view[offset] & 0xC0 != 0x80 {
        if offset > 0, offset < view.count, view[offset - 1] == ASCII.carriageReturn,
          view[offset] == ASCII.lineFeed
        {
          continue
        }
        var counter = TextPositionCounter()
        counter.advance(over: view[0..<offset])
        var index = LineIndex()
        #expect(counter.position == index.position(of: offset, in: view))
      }
    }
  }
}
