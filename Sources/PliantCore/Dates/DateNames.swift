// English names of months, weekdays and zones, as in dates of data.

enum DateNames {
  static let months: [StaticString] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
  static let weekdays: [StaticString] = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// The seconds of a zone's name in RFC 2822, section 4.3; letters of military zones mean UTC, because they
  /// were used with both signs.
  static func offset(of name: ByteView) -> Int? {
    guard name.count >= 1, name.count <= 3 else { return nil }
    var folded: UInt32 = 0
    for index in 0..<name.count { folded = folded << 8 | UInt32(name[index] & ~0x20) }
    if name.count == 1 { return folded == UInt32(UInt8(ascii: "J")) ? nil : 0 }
    switch folded {
    case letters("UT"), letters("UTC"), letters("GMT"): return 0
    case letters("EST"), letters("CDT"): return -5 * 3600
    case letters("EDT"): return -4 * 3600
    case letters("CST"), letters("MDT"): return -6 * 3600
    case letters("MST"), letters("PDT"): return -7 * 3600
    case letters("PST"): return -8 * 3600
    default: return nil
    }
  }

  @inline(__always)
  private static func letters(_ name: StaticString) -> UInt32 {
    let view = ByteView(name)
    var folded: UInt32 = 0
    for index in 0..<view.count { folded = folded << 8 | UInt32(view[index]) }
    return folded
  }
}
