// The spelling of dates, from a Unicode pattern (UTS 35) or a name, compiled to steps for both directions.
//
// "yyyy-MM-dd H:mm"   →   number(year, 4), "-", number(month, 2), "-", number(day, 2), " ", number(hour, 1…2), …

/// Reads and writes dates in one spelling; dates are seconds since 2001-01-01T00:00:00Z, as in property lists.
///
/// Fields: `yyyy` `y` `yy` (1969 to 2068) `M` `MM` `MMM` `MMMM` `d` `dd` `H` `HH` `h` `hh` `a` `m` `mm` `s`
/// `ss` `S`… `E` `EEE` `EEEE` `X` `XX` `XXX` `x` `xx` `xxx` `Z` `ZZZZ` `ZZZZZ` `z`, with English names; text
/// in quotes, `''` for a quote. Names: `iso8601`, `rfc822`, `unix`. Reading is strict: two letters of a
/// number are two digits, and a weekday must match. Local times skipped by a clock change are invalid; of
/// ambiguous ones, the first is meant. Years are 1 to 9999, without leap seconds.
package struct DatePattern: Sendable {
  enum Kind: Sendable {
    case steps([Step])
    case iso8601
    case rfc822
    case unix
  }

  enum Step: Sendable, Equatable {
    case literal(UInt8)
    case number(Field, minimum: Int, maximum: Int)
    /// A two-digit year from 1969 to 2068.
    case shortYear
    case month(full: Bool)
    case weekday(full: Bool)
    /// AM or PM.
    case half
    case fraction(digits: Int)
    case offset(OffsetSpelling)
    /// `CET`, `GMT`, `GMT+1`.
    case zoneName
  }

  enum Field: UInt64, Sendable { case year = 1, month, day, hour, minute, second, halfDayHour }

  /// Seconds from 1970-01-01 to 2001-01-01.
  static let referenceInstant = 978_307_200

  /// The source of the pattern.
  package let format: String
  let kind: Kind
  /// The zone; nil for UTC.
  package let zone: TimeZoneFile?

  /// Creates a pattern from a format or name; `zone` is for reading dates without one, and for writing.
  ///
  /// Throws `date.pattern` for a pattern that cannot be read back, `date.zone` for an unknown zone.
  package init(_ format: String, zone: String? = nil) throws(Failure) {
    let zone = if let zone { try TimeZoneFile.named(zone) } else { nil as TimeZoneFile? }
    try self.init(format, in: zone)
  }

  /// Creates a pattern from a format or name, with a zone already read, or nil for UTC.
  ///
  /// Throws `date.pattern` for a pattern that cannot be read back.
  package init(_ format: String, in zone: TimeZoneFile?) throws(Failure) {
    self.format = format
    self.zone = zone
    switch format {
    case "iso8601": kind = .iso8601
    case "rfc822": kind = .rfc822
    case "unix": kind = .unix
    default: kind = .steps(try DatePatternCompiler.steps(of: format))
    }
  }

  /// Parses a date; nil for another spelling or an invalid date.
  package func seconds(from text: ByteView) -> Double? {
    if case .iso8601 = kind, let quick = ISO8601.seconds(from: text) { return quick }
    return read(text).seconds
  }

  /// Parses a date, and its parts except for seconds since 1970.
  func read(_ text: ByteView) -> (seconds: Double?, parts: DateParts) {
    var reader = DateTextReader(text: text, zone: zone)
    let seconds =
      switch kind {
      case .iso8601: reader.iso8601()
      case .rfc822: reader.rfc822()
      case .unix: Self.unixSeconds(text)
      case .steps(let steps): reader.date(steps)
      }
    return (seconds, reader.parts)
  }

  /// Whether the spelling represents the whole date, including its seconds and fraction.
  package func holds(_ seconds: Double) -> Bool {
    var output = OutputBuffer()
    guard append(seconds, to: &output) else { return false }
    return output.withHeldBytes { self.seconds(from: $0) } == seconds
  }
}

/// The pieces of a date during reading or writing.
struct DateParts {
  var year = 0
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  /// The fraction of the second: numerator and number of digits.
  var fraction = 0
  var fractionDigits = 0
  /// 0 for Sunday.
  var weekday: Int?
  var isAfternoon: Bool?
  /// The offset from UTC in seconds, if in the text.
  var offset: Int?

  /// Days since 0001-01-01.
  var dayNumber: Int { ISO8601.days(year: year, month: month, day: day) }

  /// The seconds since 2001, or nil if the date is invalid or its zone skips that time.
  package func seconds(in zone: TimeZoneFile?) -> Double? {
    guard year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1,
      day <= ISO8601.daysInMonth(month, of: year), minute < 60, second < 60, hour < 24
    else { return nil }
    let days = dayNumber
    // 0001-01-01 was a Monday.
    if let weekday, weekday != (days + 1) % 7 { return nil }
    let local = (days - TimeZoneRule.unixDay) * 86_400 + hour * 3600 + minute * 60 + second
    let instant: Int? =
      if let offset { local - offset } else if let zone { zone.instant(ofLocal: local) } else { local }
    guard let instant else { return nil }
    let whole = Double(instant - DatePattern.referenceInstant)
    guard whole >= ISO8601.firstSecond, whole < ISO8601.endSecond else { return nil }
    return fractionDigits == 0 ? whole : whole + Double(fraction) / ISO8601.scale(fractionDigits)
  }
}
