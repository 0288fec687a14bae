// The rule after a time zone's table: a POSIX TZ text, such as CET-1CEST,M3.5.0,M10.5.0/3 (RFC 9636, 3.3).

/// A standard offset and the yearly clock changes, if any.
struct TimeZoneRule {
  let standard: TimeZoneFile.Offset
  let daylight: Daylight?

  struct Daylight {
    let offset: TimeZoneFile.Offset
    let start: Day
    let end: Day
  }

  /// A day of the year and the time of the change in seconds after midnight.
  struct Day {
    enum Kind {
      /// 1 to 365; without the 29th of February.
      case julian(Int)
      /// 0 to 365.
      case ordinal(Int)
      /// The week-th (5 for the last) weekday (0 for Sunday) of a month.
      case monthly(month: Int, week: Int, weekday: Int)
    }
    let kind: Kind
    let seconds: Int
  }

  struct Change {
    let time: Int
    let isDaylight: Bool
  }

  /// Days from 0001-01-01 to 1970-01-01.
  static let unixDay = 719_162

  init?(_ text: ByteView) {
    var reader = DateTextReader(text: text, zone: nil)
    guard let name = reader.zoneName(), let west = reader.time(limit: 24) else { return nil }
    standard = TimeZoneFile.Offset(seconds: -west, abbreviation: name)
    if reader.isAtEnd {
      daylight = nil
      return
    }
    guard let summerName = reader.zoneName() else { return nil }
    var summer = 3600 - west
    if reader.byte != ASCII.comma {
      guard let other = reader.time(limit: 24) else { return nil }
      summer = -other
    }
    guard let start = reader.ruleDay(), let end = reader.ruleDay(), reader.isAtEnd else { return nil }
    daylight = Daylight(
      offset: TimeZoneFile.Offset(seconds: summer, abbreviation: summerName, isDaylightSaving: true),
      start: start, end: end)
  }

  /// The changes of these years in order of time; of two at once, the one to daylight saving is last.
  func changes(_ years: Range<Int>) -> [Change] {
    guard let daylight else { return [] }
    var changes: [Change] = []
    for year in years {
      let start = daylight.start.time(year: year) - standard.seconds
      let end = daylight.end.time(year: year) - daylight.offset.seconds
      changes.append(Change(time: start, isDaylight: true))
      changes.append(Change(time: end, isDaylight: false))
    }
    changes.sort { $0.time != $1.time ? $0.time < $1.time : !$0.isDaylight && $1.isDaylight }
    // Two simultaneous changes, as with daylight saving all year, cancel out.
    return changes.indices.filter { index in
      index + 1 == changes.count || changes[index].time != changes[index + 1].time
    }.map { changes[$0] }
  }

  static func year(of instant: Int) -> Int {
    let days = Int((Double(instant) / 86_400).rounded(.down)) + unixDay
    return days < 0 ? 1 : ISO8601.civil(days).year
  }

  /// The instant in UTC at which a year begins.
  static func start(ofYear year: Int) -> Int {
    (ISO8601.days(year: year, month: 1, day: 1) - unixDay) * 86_400
  }
}

extension TimeZoneRule.Day {
  /// The local time of the change, as if in UTC.
  func time(year: Int) -> Int {
    let first = ISO8601.days(year: year, month: 1, day: 1)
    let day: Int
    switch kind {
    case .ordinal(let number): day = first + number
    case .julian(let number):
      let isLeap = ISO8601.daysInMonth(2, of: year) == 29
      day = first + number - 1 + (isLeap && number >= 60 ? 1 : 0)
    case .monthly(let month, let week, let weekday):
      let start = ISO8601.days(year: year, month: month, day: 1)
      // 0001-01-01 was a Monday.
      let ahead = (weekday - (start + 1) % 7 + 7) % 7
      let last = start + ISO8601.daysInMonth(month, of: year) - 1
      let wanted = start + ahead + 7 * (week - 1)
      day = wanted > last ? wanted - 7 : wanted
    }
    return (day - TimeZoneRule.unixDay) * 86_400 + seconds
  }
}

// The parts of a rule's text.
extension DateTextReader {
  /// Three letters or more, or anything in angle brackets.
  fileprivate mutating func zoneName() -> String? {
    if skip(ASCII.lessThan) {
      guard let close = text.firstIndex(of: ASCII.greaterThan, from: at), close - at >= 3 else { return nil }
      defer { at = close + 1 }
      return text[at..<close].string
    }
    let start = at
    while let byte, byte.isLetter { at += 1 }
    return at - start >= 3 ? text[start..<at].string : nil
  }

  private mutating func number(limit: Int) -> Int? { number(1, 3).flatMap { $0 <= limit ? $0 : nil } }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  fileprivate mutating func time(limit: Int) -> Int? {
    let isNegative = skip(ASCII.hyphen)
    if !isNegative { _ = skip(ASCII.plusSign) }
    guard let hours = number(limit: limit) else { return nil }
    var seconds = hours * 3600
    if skip(ASCII.colon) {
      guard let minutes = number(limit: 59) else { return nil }
      seconds += minutes * 60
      if skip(ASCII.colon) {
        guard let rest = number(limit: 59) else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  /// `,Mm.w.d[/time]`, `,Jn[/time]` or `,n[/time]`.
  fileprivate mutating func ruleDay() -> TimeZoneRule.Day? {
    guard skip(ASCII.comma), let kind = dayKind() else { return nil }
    guard skip(ASCII.solidus) else { return TimeZoneRule.Day(kind: kind, seconds: 7200) }
    // Version 3 allows up to a week in either direction.
    return time(limit: 167).map { TimeZoneRule.Day(kind: kind, seconds: $0) }
  }

  private mutating func dayKind() -> TimeZoneRule.Day.Kind? {
    if skip(UInt8(ascii: "M")) {
      guard let month = number(limit: 12), month > 0, skip(ASCII.fullStop), let week = number(limit: 5),
        week > 0, skip(ASCII.fullStop), let weekday = number(limit: 6)
      else { return nil }
      return .monthly(month: month, week: week, weekday: weekday)
    }
    if skip(UInt8(ascii: "J")) {
      guard let day = number(limit: 365), day > 0 else { return nil }
      return .julian(day)
    }
    return number(limit: 365).map { .ordinal($0) }
  }
}
