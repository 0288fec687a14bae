// Types whose decoding fails, asks for paths or converts keys, for any decoder: the cost of strategies, errors and
// accesses.

/// A value of any type, found by attempts in order.
public enum AnyCodable: Codable {
  case boolean(Bool)
  case integer(Int)
  case real(Double)
  case string(String)
  case array([AnyCodable])
  case dictionary([String: AnyCodable])

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let found = try? value.decode(Bool.self) {
      self = .boolean(found)
    } else if let found = try? value.decode(Int.self) {
      self = .integer(found)
    } else if let found = try? value.decode(Double.self) {
      self = .real(found)
    } else if let found = try? value.decode(String.self) {
      self = .string(found)
    } else if let found = try? value.decode([AnyCodable].self) {
      self = .array(found)
    } else {
      self = .dictionary(try value.decode([String: AnyCodable].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .dictionary(let value): try container.encode(value)
    }
  }
}

/// An integer, else a string.
public enum Either: Decodable {
  case integer(Int)
  case string(String)

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    do { self = .integer(try value.decode(Int.self)) } catch { self = .string(try value.decode(String.self)) }
  }
}

/// Keys in camel case, of a document in snake case.
public struct Renamed: Decodable {
  var firstName: String
  var lastLoginCount: Int
  var isStillActive: Bool
}

/// Asks for the path and the last keys of each value.
public struct Located: Decodable {
  enum Key: String, CodingKey { case firstName = "first_name", value, tags }
  let depth: Int

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var depth = container.codingPath.count + container.allKeys.reversed().count
    var tags = try container.nestedUnkeyedContainer(forKey: .tags)
    while !tags.isAtEnd {
      _ = try tags.decode(String.self)
      depth += tags.codingPath.count + tags.currentIndex
    }
    self.depth = depth
  }
}

/// The shapes by name, and their document.
public enum Shape: String, CaseIterable {
  case any, snake, either, paths

  /// JSON of `count` records.
  public static func document(_ count: Int) -> String {
    var text = "["
    for number in 0..<count {
      if number > 0 { text += "," }
      text += "{\"first_name\":\"Ann \(number)\",\"last_login_count\":\(number),\"is_still_active\":true,"
      text += "\"value\":\(number % 2 == 0 ? "\(number)" : "\"n\(number)\""),\"share\":\(number).25,"
      text += "\"tags\":[\"a\(number)\",\"b\",\"c\"],\"more\":{\"none\":\"\",\"some\":[1,2.5,false]}}"
    }
    return text + "]"
  }
}

/// A record with a value of either type.
public struct Chosen: Decodable {
  var value: Either
}
