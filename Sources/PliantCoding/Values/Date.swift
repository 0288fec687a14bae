// The two kinds of value that property lists have and the standard library does not: dates and UIDs.

import PliantCore

extension Document {
  /// A point in time, as property lists hold it.
  ///
  /// PliantFoundation turns it into Foundation's `Date` and back.
  public struct Date: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 2001-01-01T00:00:00Z, which may have a fraction.
    public var secondsSinceReferenceDate: Double

    /// Seconds from 1970 to 2001.
    package static let unixEpoch = 978_307_200.0

    /// The date this many seconds after 2001-01-01T00:00:00Z.
    public init(secondsSinceReferenceDate: Double) {
      self.secondsSinceReferenceDate = secondsSinceReferenceDate
    }

    /// The date that a text such as `2012-03-01T06:00:00Z` gives; nil for any other text.
    ///
    /// A fraction may be before the `Z`; offsets from UTC are not read.
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

    /// The reference to the object of this number.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
  }
}

extension Document.Date: Codable {
  /// Reads a date; with another decoder than `DocumentDecoder` from an ISO 8601 string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = Document.Date(iso8601: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected an ISO 8601 date")
    }
    self = date
  }

  /// Writes the date; with another encoder than `DocumentEncoder` as an ISO 8601 string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Document.UID: Codable {
  private enum CodingKeys: String, CodingKey { case number = "CF$UID" }

  /// Reads a reference; with another decoder than `DocumentDecoder` from the dictionary `{"CF$UID": n}`.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.container(keyedBy: CodingKeys.self).decode(UInt64.self, forKey: .number)
  }

  /// Writes the reference; with another encoder than `DocumentEncoder` as the dictionary `{"CF$UID": n}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rawValue, forKey: .number)
  }
}
