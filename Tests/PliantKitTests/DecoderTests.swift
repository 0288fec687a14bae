// What a type sees of its decoder: paths, errors, keys in any order, and decoders that it keeps.

import Foundation
import PliantCore
import PliantKit
import TestSupport
import Testing

import struct PliantCoding.Document

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
}
