// English names of months, weekdays and zones, as in dates of data.

enum DateNames {
  static let months: [StaticString] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
  static let weekdays: [StaticString] = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// The zones of RFC 2822, section 4.3, with their hours from UTC.
  private static let zones: [(name: StaticString, hours: Int)] = [
    ("UT", 0), ("UTC", 0), ("GMT", 0), ("EDT", -4), ("EST", -5), ("CDT", -5), ("CST", -6), ("MDT", -6),
    ("MST", -7), ("PDT", -7), ("PST", -8),
  ]

  /// The seconds of a zone's name; letters of military zones mean UTC, because they were used with both signs.
  static func offset(of name: ByteView) -> Int? {
    if name.count == 1 { return name[0] & ~0x20 == UInt8(ascii: "J") ? nil : 0 }
    let reader = DateTextReader(text: name, zone: nil)
    let found = zones.first { $0.name.utf8CodeUnitCount == name.count && reader.matches(ByteView($0.name)) }
    return found.map { $0.hours * 3600 }
  }
}
