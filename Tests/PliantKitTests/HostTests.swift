// A program that uses the library goes on, whatever its documents and types do.

import Foundation
import PliantCore
import PliantKit
import TestSupport
import Testing

import struct PliantCoding.Document
import enum PliantCoding.Format

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A type that takes what it finds, as many programs have one.
struct AnyCodable: Codable, Equatable {
  indirect enum Content: Equatable {
    case null, bool(Bool), int(Int), double(Double), string(String), array([AnyCodable])
    case dictionary([String: AnyCodable])
  }
  var content: Content

  init(_ content: Content) { self.content = content }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      content = .null
    } else if let value = try? container.decode(Bool.self) {
      content = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      content = .int(value)
    } else if let value = try? container.decode(Double.self) {
      content = .double(value)
    } else if let value = try? container.decode(String.self) {
      content = .string(value)
    } else if let value = try? container.decode([AnyCodable].self) {
      content = .array(value)
    } else {
      content = .dictionary(try container.decode([String: AnyCodable].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch content {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .dictionary(let value): try container.encode(value)
    }
  }
}

private struct TestProblem: Error {}

@Suite struct HostTests {
  /// Arrays of which each contains the next one twice.
  private static func doubled(_ levels: Int, _ last: Document.Value = "x") -> Document.Value {
    (0..<levels).reduce(["a": last]) { value, _ in [value, value] }
  }

  // MARK: Shared containers

  /// 2⁶⁰ values, in the memory of a few.
  @Test func valuesThatShareContainersStaySmall() throws {
    let value = Self.doubled(60)
    let document = try Document(value)
    let bytes = try document.bytes(as: .binaryPropertyList)
    let read = try Document(bytes: bytes)
    let again = read.value
    #expect(again == value && read == document && read.root == document.root)
    #expect(again != Self.doubled(60, "y") && Document.Value.array([again]) != value)
    #expect(Set([again, value, Self.doubled(60, "y")]).count == 2)
    #expect("\(value)".utf8.count < 2_000_000 && "\(value)".contains("…"))
    #expect(read.description.utf8.count < 1000 && "\(read.root)".contains("…"))
    #expect(try DocumentEncoder().encode(again) == read)
    #expect(try DocumentEncoder().encode(["k": again])["k"] == read.root)
    #expect(try Document(again).setting(again, at: "0")[1] == read[1])
    for format in [Format.json, .xmlPropertyList, .openStep] {
      #expect(throws: DocumentError.self) { try read.bytes(as: format) }
    }
  }

  /// A binary property list of a few hundred bytes.
  private static func smallBomb(levels: Int, text: Character = "x") -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for level in 0..<levels {
      offsets.append(UInt8(bytes.count))
      bytes += level + 1 < levels ? [0xA2, UInt8(level + 1), UInt8(level + 1)] : [0x51, text.asciiValue!]
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(levels)]
    return bytes + Array(repeating: 0, count: 8) + [0, 0, 0, 0, 0, 0, 0, UInt8(table)]
  }

  @Test func aFewHundredBytesAreDecodedWithinABudget() throws {
    let document = try Document(bytes: Self.smallBomb(levels: 60))
    #expect(throws: DecodingError.self) { try document.decode(AnyCodable.self) }
    let value = document.value
    #expect(try Document(value) == document && value == document.value)
  }

  /// Pairs of shared containers are compared once, and a patch, which would repeat them, is refused.
  @Test func differencesOfSharedContainersHaveABudget() throws {
    let (left, right) = (
      try Document(bytes: Self.smallBomb(levels: 60)),
      try Document(bytes: Self.smallBomb(levels: 60, text: "y"))
    )
    let count = try right.difference(from: left).count
    #expect(count > 0 && count < 1000)
    #expect(throws: DocumentError.self) { _ = try right.patch(from: left) }
  }

  @Test func otherCodersRepeatSharedContainersWithinABudget() throws {
    let value = try Document(bytes: Self.smallBomb(levels: 60)).value
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
    #expect(throws: EncodingError.self) { try PropertyListEncoder().encode(["a": value]) }
    let shared: Document.Value = ["a": [1]]
    #expect(try JSONEncoder().encode(Document.Value.array([shared, shared])).count == 21)
  }

  /// Assigning in place copies nothing.
  @Test func nestedAssignmentsTakeConstantTime() throws {
    var value: Document.Value = ["a": .array(Array(repeating: 0, count: 200_000))]
    for index in 0..<200_000 { value["a"]?[index] = 1 }
    #expect(value["a"]?.elements.allSatisfy { $0 == 1 } == true)
    value["a"]?[200_000] = 2
    value["b"]?["c"] = 3
    value["a"]?[0] = nil
    #expect(value["a"]?.count == 200_000 && value["b"] == nil && value.kind == .dictionary)
    var scalar: Document.Value = 1
    scalar["a"]?["b"] = 2
    scalar[0] = 2
    #expect(scalar == 1)
    scalar["a"] = 2
    #expect(scalar == ["a": 2])
  }

  @Test func valuesWithoutMuchSharingAreCopied() throws {
    let item: Document.Value = ["a": [1]]
    let document = try Document([item, item])
    #expect(document[1]?["a"]?.pointer == "/1/a")
  }

  // MARK: Types that try everything

  @Test func anyTypeDecodesApplicationXML() throws {
    func decode(_ text: String) throws -> AnyCodable {
      try DocumentDecoder().decode(AnyCodable.self, from: text)
    }
    #expect(
      try decode("<a><b>12</b></a>")
        == AnyCodable(.dictionary(["a": AnyCodable(.dictionary(["b": AnyCodable(.int(12))]))])))
    guard case .dictionary(let root) = try decode("<a><b>x</b><b><c/></b></a>").content,
      case .dictionary(let a)? = root["a"]?.content
    else { throw TestProblem() }
    let c = AnyCodable(.dictionary(["c": AnyCodable(.null)]))
    #expect(a == ["b": AnyCodable(.array([AnyCodable(.string("x")), c]))])
    #expect(try decode("{\"a\": [1, null, \"x\", 2.5]}").content != .null)
  }

  /// A type that asks for an array before anything else, and another one in turn.
  @Test func typesThatAskForArraysEnd() throws {
    indirect enum Tree: Decodable, Equatable {
      case list([Tree]), text(String)
      init(from decoder: any Decoder) throws {
        if let list = try? [Tree](from: decoder) {
          self = .list(list)
        } else {
          self = .text(try String(from: decoder))
        }
      }
    }
    struct Ping: Decodable { init(from decoder: any Decoder) throws { _ = try [Pong](from: decoder) } }
    struct Pong: Decodable { init(from decoder: any Decoder) throws { _ = try [Ping](from: decoder) } }
    struct Deep: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while let inner = try? container.nestedUnkeyedContainer() { container = inner }
      }
    }
    struct Root<T: Decodable>: Decodable {
      var a: Inner
      struct Inner: Decodable { var b: T }
    }
    let text = "<a><b>1</b></a>"
    #expect(try DocumentDecoder().decode(Root<Tree>.self, from: text).a.b == .text("1"))
    #expect(throws: DecodingError.self) { try DocumentDecoder().decode(Root<Ping>.self, from: text) }
    #expect(throws: Never.self) { try DocumentDecoder().decode(Root<Deep>.self, from: text) }
  }

  @Test func arraysOfElementsFromNoneOneAndMany() throws {
    struct Item: Decodable, Equatable { var name: String }
    struct List: Decodable, Equatable {
      var item: [Item]
      var tag: Set<String>
      var note: [String]?
    }
    struct Root: Decodable { var l: List }
    func decode(_ text: String) throws -> List {
      let root = try DocumentDecoder().decode(Root.self, from: text)
      return root.l
    }
    #expect(try decode("<l><x/></l>") == List(item: [], tag: [], note: nil))
    #expect(
      try decode("<l><item><name>a</name></item><tag>t</tag></l>")
        == List(item: [Item(name: "a")], tag: ["t"], note: nil))
    #expect(
      try decode("<l><item name='a'/><item name='b'/><tag>t</tag><tag>u</tag><note>n</note></l>")
        == List(item: [Item(name: "a"), Item(name: "b")], tag: ["t", "u"], note: ["n"]))
    #expect(throws: DecodingError.self) { try DocumentDecoder().decode(List.self, from: "{}") }
  }

  // MARK: Streams

  /// The ends of a pipe.
  private static func makePipe() -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  /// More loops than processors wait for pipes that stay silent, and other tasks go on; then all are cancelled.
  @Test(arguments: [false, true]) func silentPipesBlockNobodyAndAreCancelled(isMapped: Bool) async throws {
    let pipes = (0..<20).map { _ in Self.makePipe() }
    defer { for ends in pipes { close(ends.writing); close(ends.reading) } }
    let tasks = pipes.map { ends in
      Task {
        var count = 0
        let records =
          isMapped
          ? DocumentRecords(descriptor: ends.reading, mapping: "site-schedule", records: "sites/site")
          : DocumentRecords(descriptor: ends.reading)
        for try await _ in records { count += 1 }
        return count
      }
    }
    for number in 0..<100 { #expect(await Task { number }.value == number) }
    for task in tasks { task.cancel() }
    for task in tasks {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  /// What has arrived is delivered while the pipe waits for more.
  @Test func recordsOfAnOpenPipeArriveAtOnce() async throws {
    let ends = Self.makePipe()
    defer { close(ends.reading) }
    var iterator = DocumentRecords(descriptor: ends.reading, format: .jsonLines).makeAsyncIterator()
    for number in 1...3 {
      let line = Array("{\"n\": \(number)}\n".utf8)
      #expect(write(ends.writing, line, line.count) == line.count)
      #expect(try await iterator.next()?["n"]?.int == number)
    }
    close(ends.writing)
    #expect(try await iterator.next() == nil)
  }

  /// Who stops waiting without a cancellation leaves no thread and no descriptor behind.
  @Test func iteratorsThatAreDroppedEnd() async throws {
    let ends = Self.makePipe()
    defer { close(ends.writing); close(ends.reading) }
    let line = Array("[1]\n[2]\n".utf8)
    _ = write(ends.writing, line, line.count)
    do {
      var iterator = DocumentRecords(descriptor: ends.reading, format: .jsonLines).makeAsyncIterator()
      #expect(try await iterator.next()?[0]?.int == 1)
    }
    var sync = DocumentRecords(descriptor: ends.reading, mapping: "site-schedule", records: "sites/site")
      .makeIterator()
    _ = write(ends.writing, Array("<a/>".utf8), 4)
    close(ends.writing)
    #expect(throws: DocumentError.self) { while try sync.next() != nil {} }
  }

  @Test func anActorKeepsAWriter() async throws {
    actor Log {
      var writer: DocumentRecordWriter
      init(_ path: String) throws { writer = try DocumentRecordWriter(to: path) }
      func add(_ number: Int) throws { try writer.append(["n": .integer(Int128(number))]) }
      func finish() throws { try writer.finish() }
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("pliant-log-\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let log = try Log(file.path)
    try await log.add(1)
    try await log.add(2)
    try await log.finish()
    try await log.finish()
    await #expect(throws: DocumentError.self) { try await log.add(3) }
    #expect(try String(contentsOf: file, encoding: .utf8) == "{\"n\":1}\n{\"n\":2}\n")
  }
}
