// How coders treat what formats and types disagree about.

import PliantCore

extension DocumentEncoder {
  /// How dates are encoded.
  public enum DateEncodingStrategy: Sendable {
    /// As dates; in a format that has none as ISO 8601 strings.
    case automatic
    /// As the number of seconds since 2001, as Foundation's `Date` encodes itself.
    case deferredToDate
    /// As ISO 8601 strings.
    case iso8601
    case secondsSince1970
    case millisecondsSince1970
    case custom(@Sendable (Document.Date, any Encoder) throws -> Void)
  }

  /// How data is encoded.
  public enum DataEncodingStrategy: Sendable {
    /// As data; in a format that has none as Base64 strings.
    case automatic
    /// As arrays of integers.
    case deferredToData
    case base64
    case custom(@Sendable ([UInt8], any Encoder) throws -> Void)
  }

  /// How keys are encoded, but for those of dictionaries.
  public enum KeyEncodingStrategy: Sendable {
    case useDefaultKeys
    /// `oneTwoThree` becomes `one_two_three`.
    case convertToSnakeCase
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
  }

  /// How numbers that are infinite or not numbers are encoded.
  public enum NonConformingFloatEncodingStrategy: Sendable {
    /// As property lists have them; a format that has none refuses them.
    case `throw`
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}

extension DocumentDecoder {
  /// How dates are decoded.
  public enum DateDecodingStrategy: Sendable {
    /// From dates; in a format that has none from ISO 8601 strings.
    case automatic
    /// From the number of seconds since 2001.
    case deferredToDate
    case iso8601
    case secondsSince1970
    case millisecondsSince1970
    case custom(@Sendable (any Decoder) throws -> Document.Date)
  }

  /// How data is decoded.
  public enum DataDecodingStrategy: Sendable {
    /// From data; in a format that has none from Base64 strings.
    case automatic
    /// From arrays of integers.
    case deferredToData
    case base64
    case custom(@Sendable (any Decoder) throws -> [UInt8])
  }

  /// How keys are decoded, but for those of dictionaries.
  public enum KeyDecodingStrategy: Sendable {
    case useDefaultKeys
    /// `one_two_three` becomes `oneTwoThree`.
    case convertFromSnakeCase
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
  }

  /// How numbers that are infinite or not numbers are decoded.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    case `throw`
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  /// Whether numbers and booleans are decoded from strings.
  public enum TextDecodingStrategy: Sendable {
    /// Only in formats that have no other values: `openStep`, `strings`, `xml` and tables.
    case automatic
    case never
    case always
  }
}

/// Whose manner a coder has.
package enum CodingManner: Sendable {
  case document
  case propertyListCoder
  case jsonCoder
}

/// A type that a document represents as one value, whatever its `Codable` conformance does.
///
/// PliantFoundation makes Foundation's `URL` and `Decimal` conform.
public protocol DocumentRepresentable {
  /// The value that a node stands for; nil if it stands for none.
  init?(documentNode node: Document.Node)
  /// The value as a document has it.
  var documentValue: Document.Value { get }
}

/// Another type for dates, which strategies apply to as well: Foundation's `Date`.
package protocol DateRepresentable {
  init(_ date: Document.Date)
  var documentDate: Document.Date { get }
}

/// Another type for data, which strategies apply to as well: Foundation's `Data`.
package protocol DataRepresentable {
  init(documentBytes: [UInt8])
  var documentBytes: [UInt8] { get }
}

/// A step of a coding path.
struct PathKey: CodingKey {
  private let text: String?
  let intValue: Int?

  init(_ text: String) { (self.text, intValue) = (text, nil) }
  init(index: Int) { (text, intValue) = (nil, index) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { (text, self.intValue) = (String(intValue), intValue) }

  var stringValue: String { text ?? "Index \(intValue ?? 0)" }

  static let `super` = PathKey("super")
}

/// Names of properties as Foundation's coders convert them.
enum SnakeCase {
  /// `myURLProperty` as `my_url_property`.
  static func converted(to key: String) -> String {
    let letters = Array(key)
    var words: [ArraySlice<Character>] = []
    var (start, next) = (0, 1)
    while next < letters.count, let upper = letters[next...].firstIndex(where: \.isUppercase) {
      words.append(letters[start..<upper])
      start = upper
      guard let lower = letters[upper...].firstIndex(where: \.isLowercase) else { break }
      if lower > upper + 1 {
        // Capitals are a word of their own, but for the last one before a small letter.
        words.append(letters[upper..<lower - 1])
        start = lower - 1
      }
      next = lower + 1
    }
    words.append(letters[start...])
    return words.map { String($0).lowercased() }.joined(separator: "_")
  }

  /// `my_url_property` as `myUrlProperty`; underscores around the name remain.
  static func converted(from key: String) -> String {
    guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" })
    else { return key }
    let words = key[first...last].split(separator: "_")
    let name =
      words.count == 1
      ? String(key[first...last])
      : ([words[0].lowercased()] + words.dropFirst().map(capitalised)).joined()
    return key[..<first] + name + key[key.index(after: last)...]
  }

  private static func capitalised(_ word: Substring) -> String {
    let digits = word.prefix { !$0.isLetter }
    return digits + word.dropFirst(digits.count).prefix(1).uppercased()
      + word.dropFirst(digits.count + 1).lowercased()
  }
}
