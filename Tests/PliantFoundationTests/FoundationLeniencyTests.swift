// What Foundation's coders accept beyond RFC 8259, and what else a program notices that takes these in their place: each
// row is decided by Foundation's coder.

import Foundation
import PliantBase
import PliantFoundation
import PliantKit
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
    "1", "\"a\": {\"b\": 1}", "\u{FEFF}{\"a\": 1}", "\u{FEFF}\"a\": 1",
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
    enum Two: DecodingConfigurationProviding, EncodingConfigurationProviding {
      static let decodingConfiguration = 2.0
      static let encodingConfiguration = 2.0
    }
    #expect(try PliantJSONEncoder().encode(Scaled(5), configuration: Two.self) == json)
    #expect(try PliantJSONDecoder().decode(Scaled.self, from: json, configuration: Two.self) == Scaled(5))
    var format = PropertyListSerialization.PropertyListFormat.xml
    _ = try PliantPropertyListDecoder().decode(Scaled.self, from: list, format: &format, configuration: 1.0)
    #expect(format == .binary)
    #expect(throws: DecodingError.self) {
      try PliantJSONDecoder().decode(Scaled.self, from: Data("[1]".utf8), configuration: 1.0)
    }
  }

  @Test(arguments: ["{\"a\": 1}", "\"a\": 1"])
  func dictionariesInUTF16(source: String) throws {
    let (ours, theirs) = (PliantJSONDecoder(), JSONDecoder())
    (ours.assumesTopLevelDictionary, theirs.assumesTopLevelDictionary) = (true, true)
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      let data = try #require(source.data(using: encoding))
      #expect(
        text { try ours.decode([String: Int].self, from: data) }
          == text { try theirs.decode([String: Int].self, from: data) })
    }
  }

  @Test func strings() throws {
    for source in [#"["QUJD"]"#, #"["QU JD"]"#, #"["QUJD\n"]"#] {
      let data = Data(source.utf8)
      #expect(
        text { try PliantJSONDecoder().decode([Data].self, from: data) }
          == text { try JSONDecoder().decode([Data].self, from: data) })
    }
    struct Names: Decodable { var éSs: Int }
    let (ours, theirs) = (PliantJSONDecoder(), JSONDecoder())
    (ours.keyDecodingStrategy, theirs.keyDecodingStrategy) = (.convertFromSnakeCase, .convertFromSnakeCase)
    let names = Data("{\"é_ß\": 1}".utf8)
    #expect(
      text { try ours.decode(Names.self, from: names) } == text { try theirs.decode(Names.self, from: names) }
    )
    for source in [#"["\ud800"]"#, #"["\ud800",]"#, #"["\udc00x"]"#, #"["\ud83d\ude00"]"#] {
      let data = Data(source.utf8)
      #expect(
        text { try PliantJSONDecoder().decode([String].self, from: data) }
          == text { try JSONDecoder().decode([String].self, from: data) })
    }
  }

  @Test func normalizedKeysAndNulls() throws {
    struct Place: Codable { var café: Int }
    let data = Data("{\"cafe\u{301}\": 1}".utf8)
    #expect(try PliantJSONDecoder().decode(Place.self, from: data).café == 1)
    #expect(try JSONDecoder().decode(Place.self, from: data).café == 1)
    let (ours, theirs) = (PliantJSONDecoder(), JSONDecoder())
    (ours.dataDecodingStrategy, theirs.dataDecodingStrategy) = (
      .custom { _ in Data() }, .custom { _ in Data() }
    )
    for type in [[Data].self, [Data?].self] as [any Decodable.Type] {
      #expect(
        text { try ours.decode(type, from: Data("[null]".utf8)) }
          == text { try theirs.decode(type, from: Data("[null]".utf8)) })
    }
    struct Empty: Encodable { func encode(to encoder: any Encoder) {} }
    struct Wrapper: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Empty())
      }
    }
    #expect(try PliantJSONEncoder().encode(Wrapper()) == JSONEncoder().encode(Wrapper()))
  }

  @Test(arguments: ["\n%", "%\0\0", "% text", "%"])
  func textAroundPropertyLists(pattern: String) throws {
    let list =
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a</key><integer>1</integer></dict></plist>"
    let data = Data(pattern.replacing("%", with: list).utf8)
    #expect(
      text { try PliantPropertyListDecoder().decode([String: Int].self, from: data) }
        == text { try PropertyListDecoder().decode([String: Int].self, from: data) })
  }

  @Test func sharedValuesHaveABudget() throws {
    var value: PliantKit.Document.Value = "x"
    var objects: Any = "x"
    for _ in 0..<60 {
      value = [value, value]
      objects = [objects, objects]
    }
    #expect(throws: EncodingError.self) { try PliantJSONEncoder().encode(value) }
    #expect(throws: EncodingError.self) { try PliantPropertyListEncoder().encode(value) }
    Limits.with(Self.few) { () -> Void in
      #expect(throws: FoundationBridgeError.self) { try FoundationObjects.document(of: objects) }
    }
  }

  private static let few = {
    var values = Limits.Values()
    values.expandedValues = 10_000
    return values
  }()

  /// Foundation's coders are open classes.
  private final class Subclass: PliantJSONDecoder, @unchecked Sendable {
    override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
      try super.decode(type, from: Data("[7]".utf8))
    }
  }

  @Test func subclasses() throws { #expect(try Subclass().decode([Int].self, from: Data()) == [7]) }
}
