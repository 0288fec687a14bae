// A value of any type as a property of a `Codable` type.
//
// `DocumentDecoder` and `DocumentEncoder` keep it unchanged; with other decoders and encoders, dates, data
// and UIDs encode as their own types do.

import PliantCodecs

extension Document.Value: Codable {
  /// Decodes a value of any type.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: PathKey.self) {
      self = .dictionary(
        try container.allKeys.map { key in
          Document.Entry(key: key.stringValue, value: try container.decode(Document.Value.self, forKey: key))
        })
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [Document.Value] = []
      while !container.isAtEnd { elements.append(try container.decode(Document.Value.self)) }
      self = .array(elements)
    } else {
      self = try Self.scalar(in: try decoder.singleValueContainer())
    }
  }

  private static func scalar(in container: any SingleValueDecodingContainer) throws -> Document.Value {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .boolean(value) }
    if let value = try? container.decode(Int64.self) { return .integer(Int128(value)) }
    if let value = try? container.decode(Double.self) { return .real(value) }
    return .string(try container.decode(String.self))
  }

  /// Encodes the value.
  ///
  /// Throws an `EncodingError` if containers that a binary property list shares would be repeated beyond a budget.
  public func encode(to encoder: any Encoder) throws {
    var expansion = ValueExpansion()
    guard expansion.count(of: self) <= Limits.repeatedValues(ofWords: expansion.storedCount) else {
      let error = DocumentError(Failure(.expansionTooLarge))
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: error.message, underlyingError: error))
    }
    try Part(value: self).encode(to: encoder)
  }

  /// A value in one whose expansion was checked.
  private struct Part: Encodable {
    let value: Document.Value

    func encode(to encoder: any Encoder) throws {
      switch value {
      case .dictionary(let entries):
        var container = encoder.container(keyedBy: PathKey.self)
        for entry in entries {
          try container.encode(Part(value: entry.value), forKey: PathKey.name(entry.key))
        }
      case .array(let elements), .set(let elements):
        var container = encoder.unkeyedContainer()
        for element in elements { try container.encode(Part(value: element)) }
      case .date(let date): try date.encode(to: encoder)
      case .uid(let uid): try uid.encode(to: encoder)
      case .data(let bytes): try bytes.encode(to: encoder)
      default: try value.encodeScalar(to: encoder)
      }
    }
  }

  private func encodeScalar(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .boolean(let value): try container.encode(value)
    case .integer(let value):
      guard let small = Int64(exactly: value) else { return try container.encode(value) }
      try container.encode(small)
    case .real(let value): try container.encode(value)
    case .number(let text): try container.encode(double ?? Double(text) ?? .nan)
    case .string(let text): try container.encode(text)
    default: try container.encodeNil()
    }
  }
}

/// Counts the values that a value becomes if its shared containers are repeated, in time proportional to its own size.
private struct ValueExpansion {
  private var counts: [Int: Int] = [:]
  private(set) var storedCount = 0

  mutating func count(of value: Document.Value) -> Int {
    switch value {
    case .dictionary(let entries): count(of: entries) { $0.count(of: $1.value) }
    case .array(let elements), .set(let elements): count(of: elements) { $0.count(of: $1) }
    default: 1
    }
  }

  private mutating func count<Element>(of elements: [Element], _ count: (inout Self, Element) -> Int) -> Int {
    guard let address = elements.address else { return 1 }
    if let known = counts[address] { return known }
    storedCount += elements.count
    var sum = 1
    for element in elements { sum = min(sum + count(&self, element), Int.max / 2) }
    counts[address] = sum
    return sum
  }
}
