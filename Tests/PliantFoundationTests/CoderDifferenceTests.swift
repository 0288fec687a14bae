// Random types and values through Foundation's coders and through the ones that take their place: the same bytes where
// Foundation's are fixed, otherwise the same values, and the same errors for documents of another shape.

import Foundation
import PliantFoundation
import TestSupport
import Testing

/// What a type encodes and asks for.
private indirect enum Shape: Sendable {
  case bool, int, int8, uint64, double, float, string, date, data, url, decimal, bytes, set
  case optional(Shape)
  case array(Shape)
  case dictionary(Shape)
  case object([Field])

  struct Field: Sendable {
    enum Way: CaseIterable { case plain, ifPresent, nested, nestedArray, superCoder }
    var key: String
    var shape: Shape
    var way: Way
  }

  var hasDictionary: Bool {
    switch self {
    case .dictionary: true
    case .optional(let inner), .array(let inner): inner.hasDictionary
    case .object(let fields): fields.contains { $0.shape.hasDictionary }
    default: false
    }
  }

  static let leaves: [Shape] = [
    .bool, .int, .int8, .uint64, .double, .float, .string, .date, .data, .url, .decimal, .bytes, .set,
  ]
  static let keys = ["a", "bC", "long_name", "myURLKey", "_x", "0", "é", "super", "aB1c", "trailing_"]

  init(_ random: inout SeededGenerator, depth: Int = 0) {
    switch depth > 3 ? 0 : Int.random(in: 0..<8, using: &random) {
    case 0...2: self = Self.leaves.randomElement(using: &random) ?? .int
    case 3: self = .optional(Shape(&random, depth: depth + 1))
    case 4: self = .array(Shape(&random, depth: depth + 1))
    case 5: self = .dictionary(Shape(&random, depth: depth + 1))
    default: self = .object(Self.fields(&random, depth: depth))
    }
  }

  static func fields(_ random: inout SeededGenerator, depth: Int) -> [Field] {
    keys.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)).map { key in
      let way = Field.Way.allCases.randomElement(using: &random) ?? .plain
      let inner = depth > 3 ? [] : fields(&random, depth: depth + 1)
      let shape: Shape =
        switch way {
        case .nested: .object(inner)
        case .nestedArray: .array(leaves.randomElement(using: &random) ?? .int)
        default: Shape(&random, depth: depth + 1)
        }
      return Field(key: key, shape: shape, way: way)
    }
  }
}

private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Random values of a shape, and what the decoder of one has read.
private indirect enum Sample: Sendable {
  case bool(Bool), int(Int), int8(Int8), uint64(UInt64), double(Double), float(Float), string(String)
  case date(Date), data(Data), url(URL), decimal(Decimal), bytes([UInt8]), set(Set<Int>), none
  case array([Sample])
  case dictionary([String: Sample])
  case object([(String, Sample)])

  private static let doubles = [
    0, -0.0, 0.1, 1, -1, 1e16, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 3.14159, 2.5,
    123456789.125, 1e15,
  ]
  private static let strings = [
    "", "a", "Grüße & <\u{1F600}>", "a/b\\\"\n\t", "$", "\u{7f}\u{2028}", "null", "true", "1",
  ]

  init(_ shape: Shape, _ random: inout SeededGenerator) {
    func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }
    switch shape {
    case .bool: self = .bool(.random(using: &random))
    case .int: self = .int(pick([0, 1, -1, .max, .min, 255, -128, 4_294_967_296]))
    case .int8: self = .int8(pick([0, 1, -128, 127]))
    case .uint64: self = .uint64(pick([0, 7, .max, UInt64(Int64.max)]))
    case .double: self = .double(pick(Self.doubles))
    case .float: self = .float(pick([0, -0.0, 0.1, 1e10, 16_777_216, 1e-10, 3.4e38]))
    case .string: self = .string(pick(Self.strings))
    case .date: self = .date(Date(timeIntervalSinceReferenceDate: pick([0, 0.5, -0.75, 1e9, 86_400, -1e9])))
    case .data: self = .data(pick([Data(), Data([0, 1, 255]), Data(repeating: 7, count: 200)]))
    case .url:
      self = .url(
        pick(["https://example.org/a?b=c#d", "file:///x%20y", "mailto:a@b"].compactMap { URL(string: $0) }))
    case .decimal:
      self = .decimal(pick(["1.5", "0", "-123456789.000000001", "1e20"].compactMap { Decimal(string: $0) }))
    case .bytes: self = .bytes(pick([[], [0, 255], [1, 2, 3]]))
    case .set: self = .set(pick([[], [7]]))
    case .optional(let inner): self = .random(using: &random) ? .none : Sample(inner, &random)
    case .array(let inner):
      self = .array((0..<Int.random(in: 0...3, using: &random)).map { _ in Sample(inner, &random) })
    case .dictionary(let inner):
      var values: [String: Sample] = [:]
      for key in ["k", "bC", "x_y"].prefix(Int.random(in: 0...3, using: &random)) {
        values[key] = Sample(inner, &random)
      }
      self = .dictionary(values)
    case .object(let fields): self = .object(fields.map { ($0.key, Sample($0.shape, &random)) })
    }
  }

  var text: String {
    switch self {
    case .double(let value): "double \(value)"
    case .float(let value): "float \(value)"
    case .date(let date): "date \(date.timeIntervalSinceReferenceDate)"
    case .data(let data): "data \([UInt8](data))"
    case .set(let set): "set \(set.sorted())"
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .dictionary(let values):
      "{" + values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ")
        + "}"
    case .object(let fields): "(" + fields.map { "\($0.0): \($0.1.text)" }.joined(separator: ", ") + ")"
    default: "\(self)"
    }
  }
}

/// A value of a random type: it encodes and decodes as a type of its shape would.
private struct Specimen: Codable {
  /// The shape of what is decoded next.
  final class Plan: @unchecked Sendable {
    var next: Shape
    init(_ shape: Shape) { next = shape }
  }

  static let key = CodingUserInfoKey(rawValue: "plan")
  var shape: Shape
  var sample: Sample

  init(_ shape: Shape, _ sample: Sample) {
    self.shape = shape
    self.sample = sample
  }

  // MARK: Encoding

  func encode(to encoder: any Encoder) throws {
    switch (shape, sample) {
    case (.object(let fields), .object(let values)):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (field, value) in zip(fields, values) { try encode(field, value.1, into: &container) }
    case (.array(let inner), .array(let elements)):
      var container = encoder.unkeyedContainer()
      for element in elements { try Self.encode(inner, element, into: &container) }
    case (.dictionary(let inner), .dictionary(let values)):
      var container = encoder.singleValueContainer()
      try container.encode(values.mapValues { Specimen(inner, $0) })
    case (.optional, .none):
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case (.optional(let inner), let value): try Specimen(inner, value).encode(to: encoder)
    default:
      var container = encoder.singleValueContainer()
      switch sample {
      case .bool(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .int8(let value): try container.encode(value)
      case .uint64(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .float(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .date(let value): try container.encode(value)
      case .data(let value): try container.encode(value)
      case .url(let value): try container.encode(value)
      case .decimal(let value): try container.encode(value)
      case .bytes(let value): try container.encode(value)
      case .set(let value): try container.encode(value)
      default: break
      }
    }
  }

  private func encode(
    _ field: Shape.Field, _ value: Sample, into container: inout KeyedEncodingContainer<AnyKey>
  ) throws {
    let key = AnyKey(stringValue: field.key)
    switch field.way {
    case .plain, .ifPresent:
      if field.way == .ifPresent, case .none = value { return }
      // Concrete types take the containers' other methods.
      switch value {
      case .bool(let value): try container.encode(value, forKey: key)
      case .int(let value): try container.encode(value, forKey: key)
      case .int8(let value): try container.encode(value, forKey: key)
      case .uint64(let value): try container.encode(value, forKey: key)
      case .double(let value): try container.encode(value, forKey: key)
      case .float(let value): try container.encode(value, forKey: key)
      case .string(let value): try container.encode(value, forKey: key)
      case .none: try container.encodeNil(forKey: key)
      default: try container.encode(Specimen(field.shape, value), forKey: key)
      }
    case .nested:
      guard case .object(let fields) = field.shape, case .object(let values) = value else { return }
      // A second container of the same key is the first one again.
      for (field, value) in zip(fields, values) {
        var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
        try encode(field, value.1, into: &nested)
      }
      if fields.isEmpty { _ = container.nestedContainer(keyedBy: AnyKey.self, forKey: key) }
    case .nestedArray:
      guard case .array(let inner) = field.shape, case .array(let elements) = value else { return }
      for element in elements {
        var nested = container.nestedUnkeyedContainer(forKey: key)
        try Self.encode(inner, element, into: &nested)
      }
      if elements.isEmpty { _ = container.nestedUnkeyedContainer(forKey: key) }
    case .superCoder: try Specimen(field.shape, value).encode(to: container.superEncoder(forKey: key))
    }
  }

  private static func encode(
    _ shape: Shape, _ value: Sample, into container: inout any UnkeyedEncodingContainer
  ) throws {
    switch value {
    case .bool(let value): try container.encode(value)
    case .int8(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .none: try container.encodeNil()
    default: try container.encode(Specimen(shape, value))
    }
  }

  // MARK: Decoding

  init(from decoder: any Decoder) throws {
    let plan = try #require(Self.key.flatMap { decoder.userInfo[$0] as? Plan })
    let shape = plan.next
    defer { plan.next = shape }
    self.shape = shape
    switch shape {
    case .object(let fields):
      let container = try decoder.container(keyedBy: AnyKey.self)
      sample = .object(try fields.map { ($0.key, try Self.decode($0, from: container, plan)) })
    case .array(let inner):
      var container = try decoder.unkeyedContainer()
      sample = try Self.elements(of: &container, inner, plan)
    case .dictionary(let inner):
      plan.next = inner
      sample = .dictionary(
        try decoder.singleValueContainer().decode([String: Specimen].self).mapValues(\.sample))
    case .optional(let inner):
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        sample = .none
      } else {
        plan.next = inner
        sample = try Specimen(from: decoder).sample
      }
    default: sample = try Self.leaf(shape, in: try decoder.singleValueContainer())
    }
  }

  private static func leaf(_ shape: Shape, in container: any SingleValueDecodingContainer) throws -> Sample {
    switch shape {
    case .bool: .bool(try container.decode(Bool.self))
    case .int: .int(try container.decode(Int.self))
    case .int8: .int8(try container.decode(Int8.self))
    case .uint64: .uint64(try container.decode(UInt64.self))
    case .double: .double(try container.decode(Double.self))
    case .float: .float(try container.decode(Float.self))
    case .date: .date(try container.decode(Date.self))
    case .data: .data(try container.decode(Data.self))
    case .url: .url(try container.decode(URL.self))
    case .decimal: .decimal(try container.decode(Decimal.self))
    case .bytes: .bytes(try container.decode([UInt8].self))
    case .set: .set(try container.decode(Set<Int>.self))
    default: .string(try container.decode(String.self))
    }
  }

  private static func decode(
    _ field: Shape.Field, from container: KeyedDecodingContainer<AnyKey>, _ plan: Plan
  ) throws -> Sample {
    let key = AnyKey(stringValue: field.key)
    plan.next = field.shape
    switch field.way {
    case .ifPresent: return try container.decodeIfPresent(Specimen.self, forKey: key)?.sample ?? .none
    case .plain:
      switch field.shape {
      case .bool: return .bool(try container.decode(Bool.self, forKey: key))
      case .int: return .int(try container.decode(Int.self, forKey: key))
      case .int8: return .int8(try container.decode(Int8.self, forKey: key))
      case .double: return .double(try container.decode(Double.self, forKey: key))
      case .float: return .float(try container.decode(Float.self, forKey: key))
      case .string: return .string(try container.decode(String.self, forKey: key))
      default: return try container.decode(Specimen.self, forKey: key).sample
      }
    case .nested:
      guard case .object(let fields) = field.shape else { return .none }
      let nested = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
      return .object(try fields.map { ($0.key, try decode($0, from: nested, plan)) })
    case .nestedArray:
      guard case .array(let inner) = field.shape else { return .none }
      var nested = try container.nestedUnkeyedContainer(forKey: key)
      return try elements(of: &nested, inner, plan)
    case .superCoder: return try Specimen(from: container.superDecoder(forKey: key)).sample
    }
  }

  private static func elements(
    of container: inout any UnkeyedDecodingContainer, _ inner: Shape, _ plan: Plan
  ) throws -> Sample {
    var elements: [Sample] = []
    while !container.isAtEnd {
      plan.next = inner
      switch inner {
      case .bool: elements.append(.bool(try container.decode(Bool.self)))
      case .int8: elements.append(.int8(try container.decode(Int8.self)))
      case .string: elements.append(.string(try container.decode(String.self)))
      default: elements.append(try container.decode(Specimen.self).sample)
      }
    }
    return .array(elements)
  }
}

/// What came of decoding: the values, or the error's case and path.
private func outcome(_ shape: Shape, _ decode: (Specimen.Plan) throws -> Specimen) -> String {
  do {
    return try decode(Specimen.Plan(shape)).sample.text
  } catch let error as DecodingError {
    switch error {
    case .typeMismatch(_, let context): return "typeMismatch \(path(context))"
    case .valueNotFound(_, let context): return "valueNotFound \(path(context))"
    case .keyNotFound(let key, let context): return "keyNotFound \(key.stringValue) \(path(context))"
    case .dataCorrupted(let context): return "dataCorrupted \(path(context))"
    @unknown default: return "\(error)"
    }
  } catch {
    return "other: \(error)"
  }
}

private func path(_ context: DecodingError.Context) -> String {
  context.codingPath.map(\.stringValue).joined(separator: ".")
}

extension String {
  fileprivate var isError: Bool {
    ["typeMismatch", "valueNotFound", "keyNotFound", "dataCorrupted"].contains { hasPrefix($0) }
  }
}

@Suite struct CoderDifferenceTests {
  private static let rounds = isSanitized ? 100 : 600

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func propertyLists(format: PropertyListSerialization.PropertyListFormat) throws {
    var random = SeededGenerator(seed: format == .xml ? 1 : 2)
    let (ours, theirs) = (PliantPropertyListEncoder(), PropertyListEncoder())
    ours.outputFormat = format
    theirs.outputFormat = format
    func decode(_ data: Data, _ shape: Shape) -> (String, String) {
      let ours = outcome(shape) { plan in
        let decoder = PliantPropertyListDecoder()
        if let key = Specimen.key { decoder.userInfo[key] = plan }
        return try decoder.decode(Specimen.self, from: data)
      }
      let theirs = outcome(shape) { plan in
        let decoder = PropertyListDecoder()
        if let key = Specimen.key { decoder.userInfo[key] = plan }
        return try decoder.decode(Specimen.self, from: data)
      }
      return (ours, theirs)
    }
    try check(
      &random, ours: { try ours.encode($0) }, theirs: { try theirs.encode($0) },
      areBytesFixed: format == .xml,
      decode: decode)
  }

  @Test func json() async throws {
    try await forEachRow(of: 0..<6) { (strategy: Int) in
      var random = SeededGenerator(seed: UInt64(10 + strategy))
      let (ours, theirs) = (PliantJSONEncoder(), JSONEncoder())
      let formatting: JSONEncoder.OutputFormatting =
        strategy % 2 == 0 ? [.sortedKeys] : [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      (ours.outputFormatting, theirs.outputFormatting) = (formatting, formatting)
      let dates: [(JSONEncoder.DateEncodingStrategy, JSONDecoder.DateDecodingStrategy)] = [
        (.deferredToDate, .deferredToDate), (.iso8601, .iso8601), (.secondsSince1970, .secondsSince1970),
        (.millisecondsSince1970, .millisecondsSince1970),
      ]
      let date = dates[strategy % 4]
      (ours.dateEncodingStrategy, theirs.dateEncodingStrategy) = (date.0, date.0)
      let usesSnakeCase = strategy > 2
      if usesSnakeCase {
        (ours.keyEncodingStrategy, theirs.keyEncodingStrategy) = (.convertToSnakeCase, .convertToSnakeCase)
      }
      if strategy > 3 {
        (ours.dataEncodingStrategy, theirs.dataEncodingStrategy) = (.deferredToData, .deferredToData)
      }
      func decode(_ data: Data, _ shape: Shape) -> (String, String) {
        let ours = outcome(shape) { plan in
          let decoder = PliantJSONDecoder()
          decoder.dateDecodingStrategy = date.1
          if usesSnakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
          if strategy > 3 { decoder.dataDecodingStrategy = .deferredToData }
          if let key = Specimen.key { decoder.userInfo[key] = plan }
          return try decoder.decode(Specimen.self, from: data)
        }
        let theirs = outcome(shape) { plan in
          let decoder = JSONDecoder()
          decoder.dateDecodingStrategy = date.1
          if usesSnakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
          if strategy > 3 { decoder.dataDecodingStrategy = .deferredToData }
          if let key = Specimen.key { decoder.userInfo[key] = plan }
          return try decoder.decode(Specimen.self, from: data)
        }
        return (ours, theirs)
      }
      try check(
        &random, ours: { try ours.encode($0) }, theirs: { try theirs.encode($0) }, areBytesFixed: true,
        decode: decode)
    }
  }

  /// Every word of letters begins with a capital, after digits too: `image_2d` is `image2D`.
  @Test func keysFromSnakeCaseAreFoundations() throws {
    struct Names: Decodable {
      var names: [String]
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
      }
    }
    let (ours, theirs) = (PliantJSONDecoder(), JSONDecoder())
    (ours.keyDecodingStrategy, theirs.keyDecodingStrategy) = (.convertFromSnakeCase, .convertFromSnakeCase)
    for key in [
      "image_2d", "line_1st", "sha_256sum", "a_b1c2d", "x_my1Url", "_a_é1é_", "a_b c", "a_日b", "2d_a", "a1b",
    ] {
      let data = try JSONEncoder().encode([key: 1])
      #expect(try ours.decode(Names.self, from: data).names == theirs.decode(Names.self, from: data).names)
    }
  }

  private func check(
    _ random: inout SeededGenerator, ours: (Specimen) throws -> Data, theirs: (Specimen) throws -> Data,
    areBytesFixed: Bool, decode: (Data, Shape) -> (String, String)
  ) throws {
    var documents: [Data] = []
    var (encoded, wrong, differences) = (0, 0, 0)
    for round in 0..<Self.rounds {
      let shape = Shape(&random)
      let specimen = Specimen(shape, Sample(shape, &random))
      let mine = Result { try ours(specimen) }
      let other = Result { try theirs(specimen) }
      switch (mine, other) {
      case (.success(let mine), .success(let other)):
        encoded += 1
        if areBytesFixed, mine != other {
          differences += 1
          if differences < 10 {
            Issue.record(
              "round \(round): \(shape)\n\(String(decoding: mine, as: UTF8.self))\n\(String(decoding: other, as: UTF8.self))"
            )
          }
        }
        for data in [mine, other] { compare(decode(data, shape), shape, data, &differences) }
        if documents.count < 200 { documents.append(other) }
      case (.failure, .failure): break
      default:
        differences += 1
        if differences < 10 { Issue.record("round \(round): \(shape)\n\(mine)\n\(other)") }
      }
      // A document that another type wrote.
      if let document = documents.randomElement(using: &random) {
        compare(decode(document, shape), shape, document, &differences)
        wrong += 1
      }
    }
    #expect(differences == 0, "\(differences) differences")
    #expect(
      encoded > Self.rounds / 4 && wrong > Self.rounds / 2, "\(encoded) values, \(wrong) wrong documents")
  }

  private func compare(_ outcomes: (String, String), _ shape: Shape, _ data: Data, _ differences: inout Int) {
    guard outcomes.0 != outcomes.1 else { return }
    // Foundation decodes the values of a dictionary in no order: any of several errors may come first.
    if shape.hasDictionary, outcomes.0.isError && outcomes.1.isError { return }
    differences += 1
    if differences < 10 {
      Issue.record(
        "\(shape)\nours:   \(outcomes.0)\ntheirs: \(outcomes.1)\n\(String(decoding: data, as: UTF8.self))")
    }
  }

  // MARK: By hand

  /// Documents that no encoder writes, for each of the types.
  @Test func jsonDocuments() async throws {
    try await forEachRow(of: [
      "[1e400]", "[-1e400]", "[1.5]", "[1.0]", "[\"1\"]", "[null]", "[true]", "[-0.0]",
      "[18446744073709551616]", "[{}]",
      "[[]]", "[\"nan\"]", "[1e39]", "[0.1]", "[9007199254740993.0]", "[1e2]", "[12345678901234567890.0]",
      "[1, 2",
      "{\"a\":1,\"a\":2}", "", "[1e-400]",
    ]) { (text: String) in
      for leaf in Shape.leaves {
        for shape in [Shape.array(leaf), .array(.optional(leaf)), .dictionary(leaf)] {
          func run(_ decode: (Specimen.Plan) throws -> Specimen) -> String { outcome(shape, decode) }
          let ours = run { plan in
            let decoder = PliantJSONDecoder()
            if let key = Specimen.key { decoder.userInfo[key] = plan }
            return try decoder.decode(Specimen.self, from: Data(text.utf8))
          }
          let theirs = run { plan in
            let decoder = JSONDecoder()
            if let key = Specimen.key { decoder.userInfo[key] = plan }
            return try decoder.decode(Specimen.self, from: Data(text.utf8))
          }
          // JSONDecoder reads a number that underflows as the integer 0.
          if text == "[1e-400]", theirs.hasPrefix("[") { continue }
          #expect(ours == theirs, "\(shape)")
        }
      }
    }
  }

  @Test func propertyListDocuments() async throws {
    try await forEachRow(of: [
      "<real>1.5</real>", "<real>1.0</real>", "<integer>3</integer>", "<string>1</string>",
      "<string>$null</string>",
      "<true/>", "<date>2001-01-01T00:00:01Z</date>", "<data>AQI=</data>", "<real>nan</real>",
      "<integer>300</integer>",
      "<integer>18446744073709551615</integer>", "<array/>", "<dict/>", "<real>1e400</real>",
      "<real>1e40</real>",
      "<integer>0x10</integer>", "<real>-0.0</real>", "<array>",
    ]) { (text: String) in
      let data = Data("<plist><array>\(text)</array></plist>".utf8)
      for leaf in Shape.leaves {
        for shape in [Shape.array(leaf), .array(.optional(leaf)), .array(.dictionary(leaf))] {
          let ours = outcome(shape) { plan in
            let decoder = PliantPropertyListDecoder()
            if let key = Specimen.key { decoder.userInfo[key] = plan }
            return try decoder.decode(Specimen.self, from: data)
          }
          let theirs = outcome(shape) { plan in
            let decoder = PropertyListDecoder()
            if let key = Specimen.key { decoder.userInfo[key] = plan }
            return try decoder.decode(Specimen.self, from: data)
          }
          #expect(ours == theirs, "\(shape)")
        }
      }
    }
  }

  @Test func infiniteNumbers() throws {
    let values = ["a": [Double.infinity, -.infinity, .nan]]
    #expect(throws: EncodingError.self) { try PliantJSONEncoder().encode(values) }
    let (ours, theirs) = (PliantJSONEncoder(), JSONEncoder())
    ours.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    theirs.nonConformingFloatEncodingStrategy = ours.nonConformingFloatEncodingStrategy
    #expect(try ours.encode(values) == theirs.encode(values))
    let decoder = PliantJSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    let back = try decoder.decode([String: [Double]].self, from: try ours.encode(values))
    #expect(back["a"]?[0] == .infinity && back["a"]?[1] == -.infinity && back["a"]?[2].isNaN == true)
    let xml = PliantPropertyListEncoder()
    xml.outputFormat = .xml
    let foundation = PropertyListEncoder()
    foundation.outputFormat = .xml
    #expect(try xml.encode(values) == foundation.encode(values))
  }

  @Test func fragmentsAndNothing() throws {
    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    #expect(throws: EncodingError.self) { try PliantPropertyListEncoder().encode("a") }
    #expect(throws: Never.self) { try PliantPropertyListEncoder().encode(Data([1])) }
    #expect(throws: EncodingError.self) { try PliantPropertyListEncoder().encode(Int?.none) }
    #expect(throws: EncodingError.self) { try PliantJSONEncoder().encode(Nothing()) }
    #expect(try PliantJSONEncoder().encode(Int?.none) == JSONEncoder().encode(Int?.none))
    #expect(try PliantJSONEncoder().encode("a/b") == JSONEncoder().encode("a/b"))
    let (ours, theirs) = (PliantJSONEncoder(), JSONEncoder())
    (ours.dateEncodingStrategy, theirs.dateEncodingStrategy) = (.custom { _, _ in }, .custom { _, _ in })
    #expect(try ours.encode(Date.distantPast) == theirs.encode(Date.distantPast))
    #expect(try ours.encode([Date.distantPast]) == theirs.encode([Date.distantPast]))
  }
}
