// Strategies for values that formats and types represent differently.

import PliantCodecs

extension DocumentEncoder {
  /// The strategy for encoding dates.
  @nonexhaustive
  public enum DateEncodingStrategy: Sendable {
    /// As dates; in a format without dates, as ISO 8601 strings.
    case automatic
    /// As the number of seconds since 2001, as Foundation's `Date` encodes itself.
    case deferredToDate
    /// As ISO 8601 strings.
    case iso8601
    case secondsSince1970
    case millisecondsSince1970
    case custom(@Sendable (Document.Date, any Encoder) throws -> Void)
  }

  /// The strategy for encoding data.
  @nonexhaustive
  public enum DataEncodingStrategy: Sendable {
    /// As data; in a format without data, as Base64 strings.
    case automatic
    /// As arrays of integers.
    case deferredToData
    case base64
    case custom(@Sendable ([UInt8], any Encoder) throws -> Void)
  }

  /// The strategy for encoding keys, except those of dictionaries.
  @nonexhaustive
  public enum KeyEncodingStrategy: Sendable {
    case useDefaultKeys
    /// `oneTwoThree` becomes `one_two_three`.
    case convertToSnakeCase
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
  }

  /// The strategy for encoding infinite numbers and NaN.
  @nonexhaustive
  public enum NonConformingFloatEncodingStrategy: Sendable {
    /// As in property lists; an error in a format without such numbers.
    case `throw`
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}

extension DocumentDecoder {
  /// The strategy for decoding dates.
  @nonexhaustive
  public enum DateDecodingStrategy: Sendable {
    /// From dates; in a format without dates, from ISO 8601 strings.
    case automatic
    /// From the number of seconds since 2001.
    case deferredToDate
    case iso8601
    case secondsSince1970
    case millisecondsSince1970
    case custom(@Sendable (any Decoder) throws -> Document.Date)
  }

  /// The strategy for decoding data.
  @nonexhaustive
  public enum DataDecodingStrategy: Sendable {
    /// From data; in a format without data, from Base64 strings.
    case automatic
    /// From arrays of integers.
    case deferredToData
    case base64
    case custom(@Sendable (any Decoder) throws -> [UInt8])
  }

  /// The strategy for decoding keys, except those of dictionaries.
  @nonexhaustive
  public enum KeyDecodingStrategy: Sendable {
    case useDefaultKeys
    /// `one_two_three` becomes `oneTwoThree`.
    case convertFromSnakeCase
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
  }

  /// The strategy for decoding infinite numbers and NaN.
  @nonexhaustive
  public enum NonConformingFloatDecodingStrategy: Sendable {
    case `throw`
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  /// Whether numbers and booleans are decoded from strings.
  @nonexhaustive
  public enum TextDecodingStrategy: Sendable {
    /// Only in formats that have only text: `openStep`, `strings`, `xml` and tables.
    case automatic
    case never
    case always
  }
}

/// The coders whose behaviour a coder follows.
package enum CodingManner: Sendable {
  case document
  case propertyListCoder
  case jsonCoder
}

/// A type that a document represents as one value, whatever its `Codable` conformance does.
///
/// PliantFoundation makes Foundation's `URL` and `Decimal` conform.
public protocol DocumentRepresentable {
  /// Creates the value from a node; nil if the node does not represent one.
  init?(documentNode node: Document.Node)
  /// The value in a document.
  var documentValue: Document.Value { get }
}

/// A type for points in time, to which the coders' strategies for dates apply.
///
/// PliantFoundation makes Foundation's `Date` conform.
public protocol DateRepresentable {
  /// Creates the value from a date.
  init(_ date: Document.Date)
  /// The date of the value.
  var documentDate: Document.Date { get }
}

/// A type for bytes, to which the coders' strategies for data apply.
///
/// PliantFoundation makes Foundation's `Data` conform.
public protocol DataRepresentable {
  /// Creates the value from bytes.
  init(documentBytes: [UInt8])
  /// The bytes of the value.
  var documentBytes: [UInt8] { get }
}

/// A key of a path or a dictionary, or the index of an element; small enough to need no allocation as `any CodingKey`.
enum PathKey: CodingKey {
  case name(String)
  case index(Int)

  init?(stringValue: String) { self = .name(stringValue) }
  init?(intValue: Int) { self = .name(String(intValue)) }

  var intValue: Int? { if case .index(let index) = self { index } else { nil } }
  var stringValue: String {
    switch self {
    case .name(let name): name
    case .index(let index): "Index \(index)"
    }
  }

  static let `super` = PathKey.name("super")
  /// The key of an element's text next to its attributes.
  static let text = "#text"
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
        // Capitals form a word, except the last one before a lowercase letter.
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
    word.reduce(into: "") { text, letter in
      let isFirst = text.last?.isCased != true
      text +=
        isFirst
        ? letter.unicodeScalars.map(\.properties.titlecaseMapping).joined() : letter.lowercased()
    }
  }
}
