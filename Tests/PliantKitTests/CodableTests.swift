// Types decoded from and encoded to documents of every format.

import Foundation
import PliantKit
import Testing

@Suite struct CodableTests {
  enum Colour: String, Codable { case red, blue }

  struct Everything: Codable, Equatable {
    struct Part: Codable, Equatable {
      var name: String
      var size: Double?
    }
    var zeta = "Grüße & <\u{1F600}>"
    var flag = true
    var small: Int8 = -128
    var count = 42
    var wide: UInt64 = .max
    var ratio = 0.1
    var single: Float = 0.1
    var when = Document.Date(secondsSinceReferenceDate: 86_400)
    var bytes: [UInt8] = [0, 1, 255]
    var colour = Colour.blue
    var parts = [Part(name: "a", size: 1.5), Part(name: "b", size: nil)]
    var table = ["x": 1, "y": 2]
    var tags: Set<String> = ["m", "n"]
    var matrix = [[1, 2], [3]]
    var optional: String?
    var uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()
  }

  @Test(arguments: [Format.xmlPropertyList, .binaryPropertyList, .json, .openStep])
  func everyFormatGivesTheValueBack(format: Format) throws {
    let value = Everything()
    let bytes = try DocumentEncoder().bytes(of: value, as: format)
    #expect(try DocumentDecoder().decode(Everything.self, from: bytes, format: format) == value)
  }

  @Test func keysComeInTheOrderOfTheType() throws {
    let document = try DocumentEncoder().encode(Everything())
    #expect(
      document.root.entries.map(\.key) == [
        "zeta", "flag", "small", "count", "wide", "ratio", "single", "when", "bytes", "colour", "parts",
        "table",
        "tags", "matrix", "uuid",
      ])
    #expect(document["when"]?.kind == .date)
    #expect(document["bytes"]?.kind == .data)
    #expect(document["tags"]?.kind == .array)
    #expect(document["wide"]?.int128 == Int128(UInt64.max))
    #expect(document["single"]?.digits == "0.1")
  }

  @Test func linesAreAnArray() throws {
    let parts = [Everything.Part(name: "a", size: 1), Everything.Part(name: "b", size: nil)]
    let text = try DocumentEncoder().text(of: parts, as: .jsonLines)
    #expect(text == "{\"name\":\"a\",\"size\":1.0}\n{\"name\":\"b\"}\n")
    #expect(
      try DocumentDecoder().decode([Everything.Part].self, from: Array(text.utf8), format: .jsonLines)
        == parts)
  }

  @Test func wideIntegersAndUIDs() throws {
    struct Wide: Codable, Equatable {
      var least = Int128.min
      var most = UInt128.max
      var uid = Document.UID(7)
      var any: Document.Value = ["a": [1, nil, 2.5]]
    }
    let text = try DocumentEncoder().text(of: Wide(), as: .json)
    #expect(text.contains("340282366920938463463374607431768211455"))
    #expect(try DocumentDecoder().decode(Wide.self, from: Document(text)) == Wide())
  }

  @Test func stringsFilesAndApplicationXML() throws {
    struct Site: Decodable, Equatable {
      var code: Int
      var name: String
      var team: [String]
      var isOpen: Bool
    }
    struct Sites: Decodable { var site: [Site] }
    let text = "<sites><site code='7' isOpen='true'><name>Zugweg</name><team>A</team></site></sites>"
    let sites = try DocumentDecoder().decode([String: Sites].self, from: Document(text))
    #expect(sites["sites"]?.site == [Site(code: 7, name: "Zugweg", team: ["A"], isOpen: true)])
    let strings = try Document("\"Hello\" = \"Hallo\";\n", format: .strings)
    #expect(try DocumentDecoder().decode([String: String].self, from: strings) == ["Hello": "Hallo"])
  }

  /// The description of an error names the file's line and column, and so does its `DocumentError`.
  @Test(arguments: [
    ("{\n  \"name\": 7, \"size\": 1}", "2:11: expected a string, found an integer [decoding/type]", "name"),
    ("{\n  \"size\": 1}", "1:1: missing key 'name' [decoding/key]", ""),
    (
      "{\"name\": \"a\",\n \"size\": \"x\"}", "2:10: expected a number, found a string [decoding/type]",
      "size"
    ),
    ("[1]", "1:1: expected a dictionary, found an array [decoding/type]", ""),
  ])
  func errorsHaveTheirPlace(text: String, description: String, path: String) throws {
    let document = try Document(text)
    do {
      _ = try DocumentDecoder().decode(Everything.Part.self, from: document)
      Issue.record("decoded")
    } catch let error as DecodingError {
      let context = try #require(error.context)
      #expect(context.debugDescription == description)
      #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
      #expect((context.underlyingError as? DocumentError)?.line != nil)
    }
  }

  @Test func numbersThatDoNotFit() throws {
    for text in ["[300]", "[-129]", "[1.5]", "[1e400]"] {
      #expect(throws: DecodingError.self) {
        try DocumentDecoder().decode([Int8].self, from: Document(text))
      }
    }
    #expect(try DocumentDecoder().decode([Int8].self, from: Document("[1.0, 1e2]")) == [1, 100])
  }

  @Test func whatATypeCannotReadBackIsRefused() throws {
    let date = ["at": Document.Date(secondsSinceReferenceDate: 0.5)]
    #expect(throws: DocumentError.self) { try DocumentEncoder().bytes(of: date, as: .xmlPropertyList) }
    #expect(try DocumentDecoder().decode(from: DocumentEncoder().bytes(of: date, as: .json)) == date)
    var encoder = DocumentEncoder()
    encoder.options.loss = .note
    #expect(try encoder.text(of: date, as: .xmlPropertyList).contains("<date>2001-01-01T00:00:00Z</date>"))
    #expect(throws: DocumentError.self) {
      try DocumentEncoder().bytes(of: [Int?.none], as: .binaryPropertyList)
    }
  }

  @Test func nullsAndAbsentValues() throws {
    struct Maybe: Codable, Equatable {
      var a: Int?
      var b: [Int?]
    }
    let document = try Document("{\"a\": null, \"b\": [1, null]}")
    #expect(try DocumentDecoder().decode(from: document) == Maybe(a: nil, b: [1, nil]))
    #expect(try DocumentEncoder().text(of: Maybe(a: nil, b: [nil]), as: .json) == "{\"b\":[null]}\n")
  }

  class Animal: Codable {
    var legs = 4
  }
  final class Dog: Animal {
    var name = "Rex"
    private enum CodingKeys: CodingKey { case name }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func superclassesAndNestedContainers() throws {
    let dog = Dog()
    dog.legs = 3
    let text = try DocumentEncoder().text(of: dog, as: .json)
    #expect(text == "{\"name\":\"Rex\",\"super\":{\"legs\":3}}\n")
    #expect(try DocumentDecoder().decode(Dog.self, from: Document(text)).legs == 3)
  }

  @Test func userInfoReachesTheTypes() throws {
    struct Scaled: Codable, Equatable {
      static let key = CodingUserInfoKey(rawValue: "scale")
      var value: Int
      init(value: Int) { self.value = value }
      init(from decoder: any Decoder) throws {
        let scale = Self.key.flatMap { decoder.userInfo[$0] as? Int } ?? 1
        value = try decoder.singleValueContainer().decode(Int.self) * scale
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value / (Self.key.flatMap { encoder.userInfo[$0] as? Int } ?? 1))
      }
    }
    let key = try #require(Scaled.key)
    var decoder = DocumentDecoder()
    decoder.userInfo[key] = 10
    #expect(try decoder.decode([Scaled].self, from: Document("[4]")) == [Scaled(value: 40)])
    var encoder = DocumentEncoder()
    encoder.userInfo[key] = 10
    #expect(try encoder.text(of: [Scaled(value: 40)], as: .json) == "[4]\n")
  }

  /// Sixty arrays of which each holds the next one twice: a type that takes all of it would run for ever.
  @Test(.slow) func sharedContainersAreNotDecodedForEver() throws {
    indirect enum Nested: Decodable {
      case leaf
      case list([Nested])
      init(from decoder: any Decoder) throws {
        let list = try? decoder.unkeyedContainer()
        self = list == nil ? .leaf : .list(try [Nested](from: decoder))
      }
    }
    var value: Document.Value = true
    for _ in 0..<20 { value = [value] }
    let document = try Document(value)
    _ = try DocumentDecoder().decode(Nested.self, from: document)
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
    struct Count: Decodable {
      init(from decoder: any Decoder) throws {
        guard var list = try? decoder.unkeyedContainer() else {
          _ = try decoder.singleValueContainer().decode(Bool.self)
          return
        }
        while !list.isAtEnd { _ = try list.decode(Count.self) }
      }
    }
    #expect(throws: DecodingError.self) { try DocumentDecoder().decode(Count.self, from: bytes) }
  }

  /// As deep as readers go.
  @Test func deepDocumentsAreDecoded() throws {
    struct Nested: Codable {
      var depth: Int
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        depth = list.isAtEnd ? 1 : try list.decode(Nested.self).depth + 1
      }
    }
    let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try DocumentDecoder().decode(Nested.self, from: Document(text)).depth == 512)
  }

  @Test func aTypeThatEncodesItselfForEverIsRefused() throws {
    final class Loop: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(self)
      }
    }
    #expect(throws: EncodingError.self) { try DocumentEncoder().encode(Loop()) }
  }
}

extension DecodingError {
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
