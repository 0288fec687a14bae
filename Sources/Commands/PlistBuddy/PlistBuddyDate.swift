// Dates in PlistBuddy's form: that of date(1), in local time.
//
//   Mon Jan 01 00:00:00 UTC 2024

enum PlistBuddyDate {
  /// Appends a date in a zone; false outside the years 1 to 9999.
  static func append(_ seconds: Double, in zone: TimeZoneFile, to output: inout OutputBuffer) -> Bool {
    guard let pattern = try? DatePattern("EEE MMM dd HH:mm:ss z yyyy", in: zone) else { return false }
    return pattern.append(seconds.rounded(.down), to: &output)
  }

  /// Parses a date: as Print shows it, without the zone, month, day and year between slashes, or ISO 8601.
  ///
  /// A zone is UTC or the local one; other abbreviations are ambiguous.
  static func seconds(from text: [UInt8], in zone: TimeZoneFile?) -> Double? {
    var words = text.split(separator: ASCII.space).map(Array.init)
    var place = zone
    if words.count == 6 {
      let name = String(decoding: words.remove(at: 4), as: UTF8.self)
      if ["UTC", "GMT", "UT", "Z"].contains(name) {
        place = nil
      } else if !(zone?.offsets.contains { $0.abbreviation == name } ?? false) {
        return nil
      }
    }
    let spelling = Array(words.joined(separator: [ASCII.space]))
    let formats = words.count == 5 ? ["EEE MMM d HH:mm:ss yyyy"] : ["M/d/yy", "M/d/yyyy", "iso8601"]
    for format in formats {
      guard let pattern = try? DatePattern(format, in: place) else { continue }
      if let seconds = spelling.withByteView({ pattern.seconds(from: $0) }) { return seconds }
    }
    return nil
  }
}
