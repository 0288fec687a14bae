// A fast path for dates in the usual spelling; all others, and invalid ones, are left to `DatePattern`.
//
// "yyyy-MM-dd H:mm"   →   year 4…4, "-", month 2…2, "-", day 2…2, " ", hour 1…2, ":", minute 2…2

/// A pattern of numbers and single characters, or one of the names, in a form that is trivial to copy.
package struct PlainDatePattern: BitwiseCopyable {
  enum Kind: UInt8 {
    /// Leaves every date to `DatePattern`.
    case none
    case steps
    case iso8601
    case rfc822
  }

  /// A range of local times with exactly one offset.
  package struct Span: BitwiseCopyable {
    var start = 0
    var end = 0
    var seconds = 0

    /// An empty range.
    package static let empty = Span()
  }

  private(set) var kind = Kind.none
  /// Sixteen bits per step, the first lowest: a character with the highest bit set, or a number's field and
  /// its minimum and maximum digits; 0 after the last.
  private var steps: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private static let limit = 16
  private static let literalMark: UInt64 = 0x8000

  /// Whether a text may have a zone or a fraction.
  package var hasZone: Bool { kind == .iso8601 || kind == .rfc822 }

  /// A pattern that reads nothing.
  package init() {}

  package init(_ pattern: DatePattern) {
    switch pattern.kind {
    case .iso8601: kind = .iso8601
    case .rfc822: kind = .rfc822
    case .unix: kind = .none
    case .steps(let all):
      guard all.count <= Self.limit else { return }
      var packed: [UInt64] = [0, 0, 0, 0]
      for (index, step) in all.enumerated() {
        guard let code = Self.code(of: step) else { return }
        packed[index / 4] |= code << UInt64(index % 4 * 16)
      }
      steps = (packed[0], packed[1], packed[2], packed[3])
      kind = .steps
    }
  }

  private static func code(of step: DatePattern.Step) -> UInt64? {
    switch step {
    case .literal(let byte): return literalMark | UInt64(byte)
    case .number(let field, let minimum, let maximum):
      let number: UInt64
      switch field {
      case .year: number = 1
      case .month: number = 2
      case .day: number = 3
      case .hour: number = 4
      case .minute: number = 5
      case .second: number = 6
      case .halfDayHour: return nil
      }
      guard minimum < 8, maximum < 8 else { return nil }
      return number << 8 | UInt64(minimum) << 4 | UInt64(maximum)
    default: return nil
    }
  }

  /// Parses a date, in seconds since 2001; nil to leave it to others, or if its local time is outside the
  /// span.
  package func seconds(from text: ByteView, in span: Span) -> Double? {
    switch kind {
    case .none: return nil
    case .iso8601: return ISO8601.seconds(from: text)
    case .rfc822: return Self.mailDate(text)
    case .steps:
      guard let local = localSeconds(from: text), local >= span.start, local < span.end else { return nil }
      return Self.date(local &- span.seconds)
    }
  }

  /// The span of a zone, nil for UTC, that contains the text's date without an offset; nil if unneeded or
  /// unavailable.
  @inline(never)
  package func span(of text: ByteView, in zone: TimeZoneFile?) -> Span? {
    guard kind == .steps, let local = localSeconds(from: text) else { return nil }
    guard let zone else { return Span(start: .min, end: .max, seconds: 0) }
    return zone.steadySpan(aroundLocal: local)
  }

  @inline(__always)
  private static func date(_ instant: Int) -> Double? {
    let whole = Double(instant &- DatePattern.referenceInstant)
    return whole >= ISO8601.firstSecond && whole < ISO8601.endSecond ? whole : nil
  }

  /// The time of the text in seconds since 1970, as if in UTC.
  private func localSeconds(from text: ByteView) -> Int? {
    var (year, month, day, hour, minute, second) = (0, 1, 1, 0, 0, 0)
    var at = 0
    var index = 0
    while index < Self.limit {
      let word = index < 8 ? (index < 4 ? steps.0 : steps.1) : (index < 12 ? steps.2 : steps.3)
      let step = word &>> UInt64(truncatingIfNeeded: (index & 3) &* 16) & 0xFFFF
      if step == 0 { break }
      index &+= 1
      if step & Self.literalMark != 0 {
        guard text.byte(at: at) == UInt8(truncatingIfNeeded: step) else { return nil }
        at &+= 1
        continue
      }
      let start = at
      let most = Int(truncatingIfNeeded: step & 15)
      var value = 0
      if step & 0xFF == 0x22, let high = text.byte(at: at), let low = text.byte(at: at &+ 1), high.isDigit,
        low.isDigit
      {
        // Two digits, the usual width.
        value = Int(high &- ASCII.digit0) &* 10 &+ Int(low &- ASCII.digit0)
        at &+= 2
      }
      while at &- start < most, let byte = text.byte(at: at), byte.isDigit {
        value = value &* 10 &+ Int(byte &- ASCII.digit0)
        at &+= 1
      }
      guard at &- start >= Int(truncatingIfNeeded: step &>> 4 & 15) else { return nil }
      switch step &>> 8 {
      case 1: year = value
      case 2: month = value
      case 3: day = value
      case 4: hour = value
      case 5: minute = value
      default: second = value
      }
    }
    guard at == text.count else { return nil }
    return Self.local(year, month, day, hour, minute, second)
  }

  @inline(__always)
  private static func local(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int
  ) -> Int? {
    guard year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1,
      day <= 28 || day <= ISO8601.daysInMonth(month, of: year), hour < 24, minute < 60, second < 60
    else { return nil }
    let days = ISO8601.days(year: year, month: month, day: day)
    return (days &- TimeZoneRule.unixDay) &* 86_400 &+ hour &* 3600 &+ minute &* 60 &+ second
  }

  // MARK: Mail

  /// `Thu, 01 Mar 2012 06:00:00 +0100`, its zone in numbers or `GMT`.
  private static func mailDate(_ text: ByteView) -> Double? {
    guard text.count >= 28, text[3] == ASCII.comma, text[4] == ASCII.space else { return nil }
    let dayDigits = text[6] == ASCII.space ? 1 : 2
    guard let day = number(text, 5, dayDigits) else { return nil }
    let at = 5 &+ dayDigits
    guard text.count >= at &+ 18, text[at] == ASCII.space, let month = Self.month(text, at &+ 1),
      text[at &+ 4] == ASCII.space, let year = number(text, at &+ 5, 4), text[at &+ 9] == ASCII.space,
      let hour = number(text, at &+ 10, 2), text[at &+ 12] == ASCII.colon,
      let minute = number(text, at &+ 13, 2), text[at &+ 15] == ASCII.colon,
      let second = number(text, at &+ 16, 2), let offset = mailOffset(text, at &+ 18),
      let local = local(year, month, day, hour, minute, second)
    else { return nil }
    // 1970-01-01 was a Thursday.
    let days = (local &- (local % 86_400 &+ 86_400) % 86_400) / 86_400
    guard weekday(text) == ((days % 7) &+ 11) % 7 else { return nil }
    return date(local &- offset)
  }

  /// The zone, starting at the space before it: `+0100` or `GMT`.
  @inline(__always)
  private static func mailOffset(_ text: ByteView, _ at: Int) -> Int? {
    let left = text.count &- at
    guard left == 4 || left == 6, text[at] == ASCII.space else { return nil }
    if left == 4 { return text.suffix(from: at &+ 1) == "GMT" ? 0 : nil }
    let sign = text[at &+ 1]
    guard sign == ASCII.plusSign || sign == ASCII.hyphen, let hours = number(text, at &+ 2, 2), hours < 24,
      let minutes = number(text, at &+ 4, 2), minutes < 60
    else { return nil }
    let seconds = hours &* 3600 &+ minutes &* 60
    return sign == ASCII.hyphen ? 0 &- seconds : seconds
  }

  @inline(__always)
  private static func number(_ text: ByteView, _ start: Int, _ count: Int) -> Int? {
    var value = 0
    var at = start
    while at < start &+ count {
      guard let byte = text.byte(at: at), byte.isDigit else { return nil }
      value = value &* 10 &+ Int(byte &- ASCII.digit0)
      at &+= 1
    }
    return value
  }

  /// Three letters as one number.
  @inline(__always)
  private static func letters(_ text: ByteView, _ at: Int) -> UInt32 {
    UInt32(text[at]) &<< 16 | UInt32(text[at &+ 1]) &<< 8 | UInt32(text[at &+ 2])
  }

  @inline(__always)
  private static func month(_ text: ByteView, _ at: Int) -> Int? {
    let found = letters(text, at)
    for index in 0..<12 where letters("JanFebMarAprMayJunJulAugSepOctNovDec", index &* 3) == found {
      return index &+ 1
    }
    return nil
  }

  /// 0 for Sunday.
  @inline(__always)
  private static func weekday(_ text: ByteView) -> Int? {
    let found = letters(text, 0)
    for index in 0..<7 where letters("SunMonTueWedThuFriSat", index &* 3) == found { return index }
    return nil
  }

  @inline(__always)
  private static func letters(_ names: StaticString, _ at: Int) -> UInt32 { letters(ByteView(names), at) }
}

extension TimeZoneFile {
  /// The local times around one with the same, unambiguous offset; nil if the time itself is ambiguous or
  /// skipped.
  func steadySpan(aroundLocal local: Int) -> PlainDatePattern.Span? {
    let (time, shift) = wrapped(local)
    guard shift == 0, let instant = instant(ofLocal: local) else { return nil }
    let index = span(at: instant)
    let seconds = spans[index].seconds
    var found = PlainDatePattern.Span(start: .min, end: .max, seconds: seconds)
    if index > 0 { found.start = transitions[index - 1] + max(spans[index - 1].seconds, seconds) }
    if index < transitions.count {
      found.end = transitions[index] + min(spans[index + 1].seconds, seconds)
    } else if repeats {
      return nil
    }
    return time >= found.start && time < found.end ? found : nil
  }
}
