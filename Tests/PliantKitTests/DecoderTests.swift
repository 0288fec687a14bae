// What a type sees of its decoder: paths, errors, keys in any order, and decoders that it keeps.

import Foundation
import PliantCore
import PliantKit
import TestSupport
import Testing

import struct PliantCoding.Document
import enum PliantCoding.XMLStyle

@Suite struct DecoderTests {
  /// The path consists of the keys of the types, so that a strategy can tell them apart.
  @Test func theCodingPathHasTheTypesOwnKeys() throws {
    struct Event: Decodable, Equatable {
      enum Keys: String, CodingKey { case start = "begin", end }
      var start: Document.Date
      var end: Document.Date
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        start = try container.decode(Document.Date.self, forKey: .start)
        end = try container.decode(Document.Date.self, forKey: .end)
      }
    }
    var decoder = DocumentDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let isStart = decoder.codingPath.last as? Event.Keys == .start
      let number = try decoder.singleValueContainer().decode(Double.self)
      return Document.Date(secondsSinceReferenceDate: isStart ? number : -number)
    }
    let events = try decoder.decode([Event].self, from: "[{\"begin\": 1, \"end\": 2}]")
    #expect(events[0].start.secondsSinceReferenceDate == 1 && events[0].end.secondsSinceReferenceDate == -2)
  }

  private struct Probe: Decodable {
    static let paths = SharedState<[String]>([])
    enum Keys: String, CodingKey { case list, inner, deep }
    init(from decoder: any Decoder) throws {
      func note(_ path: [any CodingKey]) {
        Self.paths.change {
          $0.append(path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "."))
        }
      }
      let container = try decoder.container(keyedBy: Keys.self)
      note(container.codingPath)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      note(list.codingPath)
      _ = try list.decode(Int.self)
      let inner = try list.nestedContainer(keyedBy: Keys.self)
      note(inner.codingPath)
      note(try inner.superDecoder(forKey: .deep).codingPath)
      note(try container.superDecoder().codingPath)
      do { _ = try inner.decode(Int.self, forKey: .deep) } catch DecodingError.typeMismatch(_, let context) {
        note(context.codingPath)
      }
      do { _ = try inner.decode([Int].self, forKey: .inner) } catch DecodingError.typeMismatch(_, let context)
      {
        note(context.codingPath)
      }
    }
  }

  @Test func nestedContainersKnowTheirPath() throws {
    let text = #"{"x": [{"list": [1, {"deep": "a", "inner": [1, "b"]}]}]}"#
    _ = try DocumentDecoder().decode([String: [Probe]].self, from: text)
    #expect(
      Probe.paths.withLock { $0 } == [
        "x.0", "x.0.list", "x.0.list.1", "x.0.list.1.deep", "x.0.super", "x.0.list.1.deep",
        "x.0.list.1.inner.1",
      ])
  }

  @Test func errorsHaveTheirPlaceWhenSomebodyAsks() throws {
    struct Careful: Decodable {
      var line: Int?
      init(from decoder: any Decoder) throws {
        do { _ = try Int(from: decoder) } catch DecodingError.typeMismatch(_, let context) {
          line = (context.underlyingError as? DocumentError)?.line
        }
      }
    }
    #expect(try DocumentDecoder().decode([Careful].self, from: "[\n\"a\",\n\"b\"]").map(\.line) == [2, 3])
    do {
      _ = try DocumentDecoder().decode([String: Int].self, from: "{\"a\": 1,\n \"b\": true}")
      Issue.record("decoded")
    } catch DecodingError.typeMismatch(_, let context) {
      #expect(context.debugDescription == "2:7: expected an integer, found a boolean [decoding/type]")
      let error = try #require(context.underlyingError as? DocumentError)
      #expect(error.line == 2 && error.column == 7 && error.rule == .decodingType)
      #expect(error == error && error.description == context.debugDescription)
    }
  }

  /// A type may keep its decoder, to decode something else from it later.
  @Test func keptDecodersKeepTheirValue() throws {
    struct Kept: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    struct Envelope: Decodable {
      var kind: String
      var payload: Kept
      var others: [Kept]
    }
    let envelope = try DocumentDecoder().decode(
      Envelope.self, from: #"{"kind": "a", "payload": {"x": 1}, "others": [{"x": 2}, {"x": 3}]}"#)
    #expect(try [String: Int](from: envelope.payload.decoder) == ["x": 1])
    #expect(try envelope.others.map { try [String: Int](from: $0.decoder)["x"] } == [2, 3])
    #expect(envelope.others[1].decoder.codingPath.map(\.stringValue) == ["others", "Index 1"])
  }

  /// Keys in any order, and more of them than are searched one by one.
  @Test func largeContainersAreSearched() throws {
    struct Backwards: Decodable {
      var sum = 0
      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys.reversed() { sum += try container.decode(Int.self, forKey: key) }
        if container.contains(Key(stringValue: "no")) { sum = -1 }
      }
    }
    for count in [1, 31, 32, 33, 1000] {
      let entries = (0..<count).map { "\"k\($0)\": \($0)" }.joined(separator: ",\n")
      let sum = (0..<count).reduce(0, +)
      let text = "{\(entries)}"
      for strategy in [DocumentDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase] {
        var decoder = DocumentDecoder()
        decoder.keyDecodingStrategy = strategy
        #expect(try decoder.decode(Backwards.self, from: text).sum == sum)
      }
      let document = try Document("[\(text), [\((0..<count).map { "[\($0)]" }.joined(separator: ","))]]")
      for number in 0..<count {
        let value = try #require(document[0]?["k\(number)"])
        #expect(value.int == number && value.pointer == "/0/k\(number)")
        let element = try #require(document[1]?[number]?[0])
        #expect(element.int == number && element.pointer == "/1/\(number)/0")
      }
      #expect(document[0]?["k\(count)"] == nil && document[1]?[count] == nil && document[0]?["é"] == nil)
    }
    let twice = "{\((0..<50).map { "\"k\($0 % 40)\": \($0)" }.joined(separator: ","))}"
    #expect(try Document(twice)["k3"]?.int == 43)
  }

  @Test func numbersOutOfRangeAreErrors() throws {
    for text in ["1e40", "-1e39"] {
      #expect(throws: DecodingError.self) { try DocumentDecoder().decode([Float].self, from: "[\(text)]") }
      let list = "<plist><array><real>\(text)</real></array></plist>"
      #expect(throws: DecodingError.self) { try DocumentDecoder().decode([Float].self, from: list) }
    }
  }

  @Test func representedTypesOfAClient() throws {
    struct Instant: DateRepresentable, Codable, Equatable {
      var seconds: Double
      init(_ date: Document.Date) { seconds = date.secondsSinceReferenceDate }
      var documentDate: Document.Date { Document.Date(secondsSinceReferenceDate: seconds) }
    }
    struct Blob: DataRepresentable, Codable, Equatable {
      var bytes: [UInt8]
      init(documentBytes: [UInt8]) { bytes = documentBytes }
      var documentBytes: [UInt8] { bytes }
    }
    struct Pair: Codable, Equatable {
      var instant: Instant
      var blob: Blob
    }
    let pair = Pair(
      instant: Instant(Document.Date(secondsSinceReferenceDate: 5)), blob: Blob(documentBytes: [1]))
    let document = try Document(encoding: pair)
    #expect(document["instant"]?.kind == .date && document["blob"]?.data == [1])
    #expect(try document.decode(Pair.self) == pair)
    #expect(
      try DocumentDecoder().decode(Pair.self, from: DocumentEncoder().text(of: pair, as: .json)) == pair)
  }

  // MARK: Application XML

  /// Elements as a type writes them down: without elements, with attributes, with white space.
  @Test(arguments: [
    ("<shop/>", "[]"), ("<shop></shop>", "[]"), ("<shop> </shop>", "[]"), ("<shop><!-- c --></shop>", "[]"),
    ("<shop name='x'/>", "[]"), ("<shop><other/></shop>", "[]"), ("<shop><item/></shop>", "[-]"),
    ("<shop><item count='1'>a</item></shop>", "[1 a]"),
    ("<shop><item>a</item><item count=' 2 '/></shop>", "[- a,2 ]"),
  ])
  func elementsOfAnyNumber(text: String, items: String) throws {
    struct Item: Decodable {
      enum CodingKeys: String, CodingKey { case count, text = "#text" }
      var count: Int?
      var text: String?
    }
    struct Shop: Decodable { var item: [Item] }
    struct Nested: Decodable {
      enum CodingKeys: CodingKey { case item }
      var count = 0
      init(from decoder: any Decoder) throws {
        var list = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .item)
        while !list.isAtEnd {
          _ = try list.decode(Item.self)
          count += 1
        }
      }
    }
    let shop = try #require(try Document(text)["shop"])
    let found = try shop.decode(Shop.self).item.map { item in
      item.count.map(String.init) ?? "-" + (item.text.map { " " + $0 } ?? "")
    }
    let wanted = items.dropFirst().dropLast().split(separator: ",").map { item in
      item.hasPrefix("-") ? String(item) : String(item.prefix(1))
    }
    #expect(found == wanted)
    #expect(try shop.decode(Nested.self).count == wanted.count)
  }

  @Test func elementsWithAttributesAreTheirText() throws {
    enum Kind: String, Decodable { case news }
    struct Entry: Decodable, Equatable {
      var title: String
      var empty: String
      var tags: [String]
      var count: Int
      var rate: Double?
      var isOpen: Bool
      var kind: Kind
      var day: Document.Date
    }
    let text = """
      <entry><title type='html'>Hi</title><empty a='1'/><tags a='1'>x</tags><tags>y</tags><count>
      5
      </count><rate unit='m'> 2.5 </rate><isOpen> true </isOpen><kind a='1'>news</kind>
      <day a='1'> 2026-11-28T00:00:00Z </day></entry>
      """
    let entry = try #require(try Document(text)["entry"])
    let day = try #require(Document.Date(iso8601: "2026-11-28T00:00:00Z"))
    #expect(
      try entry.decode(Entry.self)
        == Entry(
          title: "Hi", empty: "", tags: ["x", "y"], count: 5, rate: 2.5, isOpen: true, kind: .news, day: day))
    #expect(try entry["title"]?.decode(String.self) == "Hi")
    struct Mixed: Decodable { var p: String }
    #expect(throws: DecodingError.self) { try Document("<r><p>Hi <b>x</b></p></r>")["r"]?.decode(Mixed.self) }
    struct Language: Decodable {
      enum CodingKeys: String, CodingKey { case lang = "@lang", value = "#text" }
      var lang: String?
      var value: String
    }
    for (text, value) in [("<a lang='de'/>", ""), ("<a>x</a>", "x"), ("<a lang='de'>x</a>", "x")] {
      #expect(try Document(text)["a"]?.decode(Language.self).value == value)
    }
  }

  /// A type that tries a dictionary, then an array, then scalars, which keeps attributes.
  private enum Dynamic: Decodable, CustomStringConvertible {
    case dictionary([String: Dynamic]), array([Dynamic]), text(String)
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    init(from decoder: any Decoder) throws {
      if let container = try? decoder.container(keyedBy: Key.self) {
        var values: [String: Dynamic] = [:]
        for key in container.allKeys {
          values[key.stringValue] = try container.decode(Self.self, forKey: key)
        }
        self = .dictionary(values)
      } else if var container = try? decoder.unkeyedContainer() {
        var elements: [Dynamic] = []
        while !container.isAtEnd { elements.append(try container.decode(Self.self)) }
        self = .array(elements)
      } else {
        self = .text(try decoder.singleValueContainer().decode(String.self))
      }
    }
    var description: String {
      switch self {
      case .dictionary(let values):
        "{" + values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
      case .array(let elements): "\(elements)"
      case .text(let text): text
      }
    }
  }

  @Test(arguments: [
    (XMLStyle.attributes, "<a><b>1</b></a>", "{a: {b: 1}}"),
    (.attributes, "<a><b i='2'>1</b><c/></a>", "{a: {b: {#text: 1, @i: 2}, c: }}"),
    (.attributes, "<a><b>1</b><b>2</b></a>", "{a: {b: [1, 2]}}"),
    (.jsonml, "<a><b>1</b></a>", "[a, [b, 1]]"),
  ])
  func typesThatTryDictionariesFirst(style: XMLStyle, text: String, value: String) throws {
    let document = try Document(text, options: ReadingOptions(xmlStyle: style))
    #expect(try document.decode(Dynamic.self).description == value)
  }

  /// Placing an error reads the text again, which the errors of many records may not all do.
  @Test func errorsOfManyRecordsTakeLinearTime() throws {
    struct Number: Decodable { var value: Int }
    let text = "[" + Array(repeating: "{\"value\": \"text\"}", count: 60_000).joined(separator: ",\n") + "]"
    let document = try Document(text)
    var places: [Int?] = []
    for (index, node) in document.root.elements.enumerated() {
      do { _ = try node.decode(Number.self) } catch let error as DecodingError {
        if index == 0 { #expect(error.context?.debugDescription.hasPrefix("1:12: ") == true) }
        if index % 20_000 == 19_999 {
          places.append((error.context?.underlyingError as? DocumentError)?.line)
        }
      }
    }
    #expect(places == [20_000, 40_000, 60_000])
  }

  /// Dynamic types: the type that decodes is the one of the argument.
  private class Base: Codable { var a = 1 }
  private final class Child: Base {}

  @Test func subclassesDecodeAsThemselves() throws {
    let type: Base.Type = [Child.self][0]
    struct Two: Decodable {
      var all: [Base] = []
      init(from decoder: any Decoder) throws {
        let type: Base.Type = [Child.self][0]
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd { all.append(try list.decode(type)) }
      }
    }
    #expect(try DocumentDecoder().decode(type, from: "{\"a\": 1}") is Child)
    #expect(try DocumentDecoder().decode(Two.self, from: "[{\"a\": 1}]").all.first is Child)
  }

  /// A container that follows an encoded value of the same key adds to it.
  @Test func containersOfTheSameKeyAreOne() throws {
    struct Twice: Encodable {
      enum Keys: CodingKey { case c, d }
      struct Part: Encodable { var foo = "Test" }
      func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Keys.self)
        try keys.encode(Part(), forKey: .c)
        var nested = keys.nestedContainer(keyedBy: Keys.self, forKey: .c)
        try nested.encode("Again", forKey: .d)
        nested = keys.nestedContainer(keyedBy: Keys.self, forKey: .c)
        try nested.encode(1, forKey: .c)
        try keys.encode([1], forKey: .d)
        var list = keys.nestedUnkeyedContainer(forKey: .d)
        try list.encode(2)
      }
    }
    #expect(
      try DocumentEncoder().text(of: Twice(), as: .json)
        == "{\"c\":{\"foo\":\"Test\",\"d\":\"Again\",\"c\":1},\"d\":[1,2]}\n")
  }
}
