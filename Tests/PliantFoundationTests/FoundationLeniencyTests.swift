// What Foundation's coders accept beyond RFC 8259, and what else a program notices that takes these in their place: each
// row is decided by Foundation's coder.

import Foundation
import PliantFoundation
import TestSupport
import Testing

@Suite struct FoundationLeniencyTests {
  private func text<T>(_ body: () throws -> T) -> String {
    do { return "\(try body())" } catch is DecodingError { return "DecodingError" } catch {
      return "\(type(of: error))"
    }
  }

  @Test(arguments: [
    "[1,2,]", "[1,2 , ]", "[1,,]", "[,]", "[1] ,", "[1] // c", "[1, /* c */ ]", "[1, // c\n]", "[[1,],]",
    "[01]", "[1.]",
    "[.5]", "[+1]", "[-]", "[1 2]", "[\"\\u0000\"]", "['a']", "\u{FEFF}[1]", "[NaN]", "[1e5,]", "", " ", "[",
    "{\"a\":1,}",
    "{\"a\":1,,}", "{,}", "{\"a\" 1}", "{a:1}",
  ])
  func documents(text source: String) {
    for json5 in [false, true] {
      func both(_ decode: (any Decodable.Type) throws -> Any) -> String {
        text { try decode([Double].self) } + text { try decode([[Double]].self) }
          + text { try decode([String: Double].self) }
      }
      let (ours, theirs) = (PliantJSONDecoder(), JSONDecoder())
      (ours.allowsJSON5, theirs.allowsJSON5) = (json5, json5)
      let data = Data(source.utf8)
      // JSON5 has more spellings of numbers than both agree on.
      if json5, ["[+1]", "[.5]", "[1.]", "[NaN]", "", " "].contains(source) { continue }
      #expect(
        both { try ours.decode($0, from: data) } == both { try theirs.decode($0, from: data) }, "\(json5)")
    }
  }

  @Test(arguments: [
    "\"a\": 1", "\"a\": 1, \"b\": 2,", "{\"a\": 1}", "  {\"a\": 1}", "", "  ", "[1]", "\"a\": 1}", "\"a\"",
    "1", "\"a\": {\"b\": 1}",
  ])
  func dictionariesWithoutBraces(source: String) {
    let (ours, theirs) = (PliantJSONDecoder(), JSONDecoder())
    (ours.assumesTopLevelDictionary, theirs.assumesTopLevelDictionary) = (true, true)
    let data = Data(source.utf8)
    #expect(
      text { try ours.decode([String: Int].self, from: data).sorted { $0.key < $1.key } }
        == text { try theirs.decode([String: Int].self, from: data).sorted { $0.key < $1.key } })
  }

  /// Keys whose order by UTF-8, by UTF-16 and by letters differs.
  @Test func sortedKeys() throws {
    let keys = [
      "\u{1F600}", "\u{FF41}", "a", "B", "é", "e\u{301}z", "a10", "a9", "", "_", "Z", "\u{E000}",
      "\u{10FFFF}", "ab", "a\0",
    ]
    let values = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
    let (ours, theirs) = (PliantJSONEncoder(), JSONEncoder())
    (ours.outputFormatting, theirs.outputFormatting) = (.sortedKeys, .sortedKeys)
    #expect(try ours.encode(values) == theirs.encode(values))
    let (list, foundation) = (PliantPropertyListEncoder(), PropertyListEncoder())
    (list.outputFormat, foundation.outputFormat) = (.xml, .xml)
    let plain = values.filter { $0.key != "a\0" }
    #expect(try list.encode(plain) == foundation.encode(plain))
  }

  @Test func depth() throws {
    struct Nothing: Decodable { init(from decoder: any Decoder) {} }
    for depth in [1, 511, 512, 513, 600] {
      let data = Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
      let ours = (try? PliantJSONDecoder().decode(Nothing.self, from: data)) != nil
      #expect(ours == ((try? JSONDecoder().decode(Nothing.self, from: data)) != nil), "\(depth)")
    }
  }

  @Test func codingPathsInStrategies() throws {
    struct Stay: Codable, Equatable {
      enum CodingKeys: String, CodingKey { case from = "start", until }
      var from: Date
      var until: Date
    }
    let json = Data(#"[{"start": 1, "until": 2}]"#.utf8)
    @Sendable func date(_ decoder: any Decoder) throws -> Date {
      let number = try decoder.singleValueContainer().decode(Double.self)
      let isStart = decoder.codingPath.last as? Stay.CodingKeys == .from
      return Date(timeIntervalSinceReferenceDate: isStart ? number : -number)
    }
    let (ours, theirs) = (PliantJSONDecoder(), JSONDecoder())
    (ours.dateDecodingStrategy, theirs.dateDecodingStrategy) = (.custom(date), .custom(date))
    let stays = try ours.decode([Stay].self, from: json)
    #expect(try stays == theirs.decode([Stay].self, from: json))
    #expect(stays[0].until.timeIntervalSinceReferenceDate == -2)
    @Sendable func encode(_ date: Date, _ encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(encoder.codingPath.map { "\(type(of: $0)) \($0.stringValue)" }.suffix(1))
    }
    let (writer, foundation) = (PliantJSONEncoder(), JSONEncoder())
    (writer.outputFormatting, foundation.outputFormatting) = (.sortedKeys, .sortedKeys)
    (writer.dateEncodingStrategy, foundation.dateEncodingStrategy) = (.custom(encode), .custom(encode))
    #expect(try writer.encode(stays) == foundation.encode(stays))
    @Sendable func key(_ path: [any CodingKey]) -> any CodingKey {
      path.count > 1 && path[path.count - 1].stringValue == "a" ? Stay.CodingKeys.until : path[path.count - 1]
    }
    (ours.keyDecodingStrategy, theirs.keyDecodingStrategy) = (.custom(key), .custom(key))
    let keyed = Data(#"[{"start": 3, "a": 4}]"#.utf8)
    #expect(try ours.decode([Stay].self, from: keyed) == theirs.decode([Stay].self, from: keyed))
  }

  @Test func configurations() throws {
    struct Scaled: Equatable, CodableWithConfiguration {
      var value: Double
      init(_ value: Double) { self.value = value }
      init(from decoder: any Decoder, configuration: Double) throws {
        value =
          try decoder.singleValueContainer().decode([String: Double].self)["v", default: 0] * configuration
      }
      func encode(to encoder: any Encoder, configuration: Double) throws {
        var container = encoder.singleValueContainer()
        try container.encode(["v": value / configuration])
      }
    }
    let json = try PliantJSONEncoder().encode(Scaled(5), configuration: 2.0)
    #expect(try json == JSONEncoder().encode(Scaled(5), configuration: 2.0))
    #expect(try PliantJSONDecoder().decode(Scaled.self, from: json, configuration: 2.0) == Scaled(5))
    let list = try PliantPropertyListEncoder().encode(Scaled(5), configuration: 10.0)
    #expect(
      try PliantPropertyListDecoder().decode(Scaled.self, from: list, configuration: 10.0) == Scaled(5))
    #expect(try PropertyListDecoder().decode(Scaled.self, from: list, configuration: 10.0) == Scaled(5))
    #expect(throws: DecodingError.self) {
      try PliantJSONDecoder().decode(Scaled.self, from: Data("[1]".utf8), configuration: 1.0)
    }
  }
}
