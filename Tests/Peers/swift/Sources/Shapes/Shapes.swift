// Types that make any decoder fail, convert keys and make paths: the cost of errors, strategies and accesses.

/// A value of any type, found by attempts in order.
package enum AnyCodable: Codable {
  case boolean(Bool)
  case integer(Int)
  case real(Double)
  case string(String)
  case array([AnyCodable])
  case dictionary([String: AnyCodable])

  package init(from decoder: any Decoder) throws {
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

  package func encode(to encoder: any Encoder) throws {
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
package enum Either: Decodable {
  case integer(Int)
  case string(String)

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    do { self = .integer(try value.decode(Int.self)) } catch { self = .string(try value.decode(String.self)) }
  }
}

/// Keys in camel case, of a document in snake case.
package struct Renamed: Decodable {
  var firstName: String
  var lastLoginCount: Int
  var isStillActive: Bool
}

/// Reads the path and all keys of each value, the last key first.
package struct Located: Decodable {
  enum Key: String, CodingKey { case firstName = "first_name", value, tags }
  let depth: Int

  package init(from decoder: any Decoder) throws {
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

/// The shapes, and their document.
package enum Shape: String, CaseIterable {
  case any, snake, either, paths

  /// JSON of `count` records.
  package static func document(_ count: Int) -> String {
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
package struct Chosen: Decodable {
  var value: Either
}
