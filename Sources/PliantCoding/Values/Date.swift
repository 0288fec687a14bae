// Dates and UIDs, which the standard library lacks.

import PliantCodecs

extension Document {
  /// A point in time, as in property lists.
  ///
  /// PliantFoundation converts it to Foundation's `Date` and back.
  public struct Date: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 2001-01-01T00:00:00Z, possibly with a fraction.
    public var secondsSinceReferenceDate: Double

    /// Seconds from 1970 to 2001.
    package static let unixEpoch = 978_307_200.0

    /// Creates the date this many seconds after 2001-01-01T00:00:00Z.
    public init(secondsSinceReferenceDate: Double) {
      self.secondsSinceReferenceDate = secondsSinceReferenceDate
    }

    /// Creates a date from text such as `2012-03-01T06:00:00Z`; nil for any other text.
    ///
    /// A fraction may precede the `Z`; offsets from UTC are not supported.
    public init?(iso8601 text: String) {
      guard let seconds = Array(text.utf8).withByteView({ ISO8601.seconds(from: $0) }) else { return nil }
      secondsSinceReferenceDate = seconds
    }

    /// The date in ISO 8601, such as `2012-03-01T06:00:00Z`; nil for a year that does not fit in 32 bits.
    public var iso8601: String? {
      ISO8601.text(from: secondsSinceReferenceDate).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The date in ISO 8601, or its seconds.
    public var description: String { iso8601 ?? "\(secondsSinceReferenceDate) s" }

    /// Whether one date is before the other.
    public static func < (left: Date, right: Date) -> Bool {
      left.secondsSinceReferenceDate < right.secondsSinceReferenceDate
    }
  }

  /// A keyed archiver's reference.
  public struct UID: Hashable, Sendable {
    /// The number of the object.
    public var rawValue: UInt64

    /// Creates a reference to the object with this number.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
  }
}

extension Document.Date: Codable {
  /// Decodes a date; with another decoder than `DocumentDecoder` from an ISO 8601 string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = Document.Date(iso8601: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected an ISO 8601 date")
    }
    self = date
  }

  /// Encodes the date; with another encoder than `DocumentEncoder` as an ISO 8601 string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Document.UID: Codable {
  private enum CodingKeys: String, CodingKey { case number = "CF$UID" }

  /// Decodes a reference; with another decoder than `DocumentDecoder` from the dictionary `{"CF$UID": n}`.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.container(keyedBy: CodingKeys.self).decode(UInt64.self, forKey: .number)
  }

  /// Encodes the reference; with another encoder than `DocumentEncoder` as the dictionary `{"CF$UID": n}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rawValue, forKey: .number)
  }
}
