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
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .dictionary(let entries):
      var container = encoder.container(keyedBy: PathKey.self)
      for entry in entries { try container.encode(entry.value, forKey: PathKey.name(entry.key)) }
    case .array(let elements), .set(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .date(let date): try date.encode(to: encoder)
    case .uid(let uid): try uid.encode(to: encoder)
    case .data(let bytes): try bytes.encode(to: encoder)
    default: try encodeScalar(to: encoder)
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
