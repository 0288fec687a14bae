// A fast path for dates in the usual spelling; all others, and invalid ones, are left to `DatePattern`.
//
// "yyyy-MM-dd H:mm"   →   year 4…4, "-", month 2…2, "-", day 2…2, " ", hour 1…2, ":", minute 2…2

/// A pattern of numbers and single characters, or `iso8601`, in a form that is trivial to copy.
package struct PlainDatePattern: BitwiseCopyable {
  enum Kind: UInt8 {
    /// Leaves every date to `DatePattern`.
    case none
    case steps
    case iso8601
  }

  /// A range of local times with exactly one offset.
  package struct Span: BitwiseCopyable {
    var start = 0
    var end = 0
    var seconds = 0
  }

  private(set) var kind = Kind.none
  /// Sixteen bits per step, the first lowest: a character with the highest bit set, or a number's field and
  /// its minimum and maximum digits; 0 after the last.
  private var steps: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private static let limit = 16
  private static let literalMark: UInt64 = 0x8000

  /// Whether a text may have a zone or a fraction.
  package var hasZone: Bool { kind == .iso8601 }

  /// A pattern that reads nothing.
  package init() {}

  package init(_ pattern: DatePattern) {
    switch pattern.kind {
    case .iso8601: kind = .iso8601
    case .rfc822, .unix: kind = .none
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
    case .number(let field, let minimum, let maximum) where field != .halfDayHour && maximum < 8:
      return field.rawValue << 8 | UInt64(minimum) << 4 | UInt64(maximum)
    default: return nil
    }
  }

  /// Parses a date, in seconds since 2001; nil to leave it to others, or if its time is outside the span.
  package func seconds(from text: ByteView, in span: Span) -> Double? {
    switch kind {
    case .none: return nil
    case .iso8601: return ISO8601.seconds(from: text)
    case .steps:
      guard let local = localSeconds(from: text), local >= span.start, local < span.end else { return nil }
      let whole = Double(local &- span.seconds &- DatePattern.referenceInstant)
      return whole >= ISO8601.firstSecond && whole < ISO8601.endSecond ? whole : nil
    }
  }

  /// The span of a zone, nil for UTC, that contains a date without an offset; nil if unneeded or unknown.
  @inline(never)
  package func span(of text: ByteView, in zone: TimeZoneFile?) -> Span? {
    guard kind == .steps, let local = localSeconds(from: text) else { return nil }
    guard let zone else { return Span(start: .min, end: .max, seconds: 0) }
    return zone.steadySpan(aroundLocal: local)
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
    guard at == text.count, year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1,
      day <= 28 || day <= ISO8601.daysInMonth(month, of: year), hour < 24, minute < 60, second < 60
    else { return nil }
    let days = ISO8601.days(year: year, month: month, day: day)
    return (days &- TimeZoneRule.unixDay) &* 86_400 &+ hour &* 3600 &+ minute &* 60 &+ second
  }
}

extension TimeZoneFile {
  /// The local times around one with the same, unambiguous offset; nil if the time is ambiguous or skipped.
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
