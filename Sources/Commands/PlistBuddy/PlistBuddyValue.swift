// The values of Set, Add, Clear and Import, by type.
//
// PlistBuddy accepts the digits at the beginning of `12abc` and half of a real's digits; here a value that
// does not parse as a whole is an error in PlistBuddy's words.

enum PlistBuddyValue {
  /// Parses a text as a type; without a text, returns the type's empty value, for a date the current time.
  static func document(_ type: PlistBuddyType, _ text: [UInt8], isGiven: Bool = true, zone: TimeZoneFile?)
    throws -> Document
  {
    switch type {
    case .string:
      guard text.withByteView({ UTF8Validation.firstInvalidOffset(in: $0) == nil }) else {
        throw PlistBuddyProblem("Unrecognized String Format", on: .output)
      }
      return try ValueText.document { sink in text.withByteView { sink.string($0) } }
    case .array, .dict: return try ValueText.emptyContainer(isArray: type == .array)
    case .bool:
      let word = String(decoding: text, as: UTF8.self).lowercased()
      return try ValueText.document { $0.boolean(word == "true" || word == "yes" || word == "1") }
    case .real: return try number(text, isGiven, ValueText.real, "Unrecognized Real Format")
    case .integer: return try number(text, isGiven, ValueText.integer, "Unrecognized Integer Format")
    case .date:
      let given = isGiven ? PlistBuddyDate.seconds(from: text, in: zone) : Platform.secondsSince2001()
      guard let seconds = given else { throw PlistBuddyProblem("Unrecognized Date Format", on: .output) }
      return try date(seconds)
    case .data: return try ValueText.document { sink in text.withByteView { sink.data($0) } }
    }
  }

  private static func number(
    _ text: [UInt8], _ isGiven: Bool, _ read: (String) -> Document?, _ problem: String
  ) throws -> Document {
    var digits = String(decoding: text, as: UTF8.self)[...]
    while let last = digits.utf8.last, last == ASCII.space || last == ASCII.tab { digits.removeLast() }
    guard let value = read(digits.isEmpty && !isGiven ? "0" : String(digits)) else {
      throw PlistBuddyProblem(problem, on: .output)
    }
    return value
  }

  /// Nested dictionaries with these keys, and the value in the innermost.
  static func nested(_ value: Document, under keys: ArraySlice<[UInt8]>) throws -> Document {
    try ValueText.document { (sink: inout DocumentBuilder) throws(Failure) in
      for key in keys {
        sink.beginDictionary(count: 1)
        key.withByteView { sink.key($0) }
      }
      try value.send(into: &sink)
      for _ in keys { sink.endDictionary() }
    }
  }

  /// The type of the value at a tape index, which a new value keeps.
  static func type(of document: Document) -> PlistBuddyType {
    switch PlutilType(document, at: 0) {
    case .float: .real
    case .dictionary: .dict
    case let type: PlistBuddyType(rawValue: type.rawValue) ?? .string
    }
  }

  static func date(_ seconds: Double) throws -> Document { try ValueText.document { $0.date(seconds) } }
}

/// Dates in PlistBuddy's form: that of date(1), in local time, `Mon Jan 01 00:00:00 UTC 2024`.
enum PlistBuddyDate {
  /// Appends a date in a zone; false outside the years 1 to 9999.
  static func append(_ seconds: Double, in zone: TimeZoneFile, to output: inout OutputBuffer) -> Bool {
    guard let pattern = try? DatePattern("EEE MMM dd HH:mm:ss z yyyy", in: zone) else { return false }
    return pattern.append(seconds.rounded(.down), to: &output)
  }

  /// The hours from UTC of abbreviations that mean one zone: those of RFC 822, and others without a namesake.
  private static let offsets: [String: Int] = [
    "UTC": 0, "GMT": 0, "UT": 0, "Z": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
    "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2,
    "EET": 2,
    "EEST": 3, "MSK": 3, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
  ]

  /// Parses a date: as Print shows it, with the zone after the year or without it, month, day and year between slashes,
  /// or ISO 8601.
  ///
  /// A zone is the local one or a common abbreviation; others are ambiguous.
  static func seconds(from text: [UInt8], in zone: TimeZoneFile?) -> Double? {
    var words = text.split(separator: ASCII.space).map(Array.init)
    var place = zone
    var hours = 0
    if words.count == 6 {
      let isLast = words[5].first?.isDigit == false
      let name = String(decoding: words.remove(at: isLast ? 5 : 4), as: UTF8.self)
      if !(zone?.offsets.contains { $0.abbreviation == name } ?? false) {
        guard let offset = offsets[name] else { return nil }
        (place, hours) = (nil, offset)
      }
    }
    let spelling = Array(words.joined(separator: [ASCII.space]))
    let formats = words.count == 5 ? ["EEE MMM d HH:mm:ss yyyy"] : ["M/d/yy", "M/d/yyyy", "iso8601"]
    for format in formats {
      guard let pattern = try? DatePattern(format, in: place) else { continue }
      if let seconds = spelling.withByteView({ pattern.seconds(from: $0) }) {
        return seconds - Double(hours * 3600)
      }
    }
    return nil
  }
}
