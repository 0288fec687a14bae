// Writes dates with the steps of a pattern.

extension DatePattern {
  /// Appends the date in the pattern's zone or UTC; false, and nothing, outside the years 1 to 9999.
  ///
  /// Drops parts that the pattern lacks (see `holds`).
  @discardableResult
  package func append(_ seconds: Double, to output: inout OutputBuffer) -> Bool {
    guard seconds >= ISO8601.firstSecond, seconds < ISO8601.endSecond else { return false }
    let floor = seconds.rounded(.down)
    let instant = Int(floor) + Self.referenceInstant
    if case .unix = kind {
      Self.appendUnix(seconds, to: &output)
      return true
    }
    var offset = zone?.secondsFromUTC(at: instant) ?? 0
    // Local mean times have seconds, which offsets in text lack.
    if writesOffset { offset -= offset % 60 }
    let local = Double(Int(floor) + offset)
    guard local >= ISO8601.firstSecond, local < ISO8601.endSecond else { return false }
    if case .iso8601 = kind { return appendISO8601(seconds, local: local, offset: offset, to: &output) }
    var parts = Self.parts(local: local)
    parts.offset = offset
    let steps = if case .steps(let steps) = kind { steps } else { Self.mailSteps }
    for step in steps { append(step, parts, seconds, instant: instant, to: &output) }
    return true
  }

  /// `Thu, 01 Mar 2012 06:00:00 +0100`.
  private static let mailSteps = (try? DatePatternCompiler.steps(of: "EEE, dd MMM yyyy HH:mm:ss Z")) ?? []

  var writesOffset: Bool {
    guard case .steps(let steps) = kind else { return true }
    return steps.contains { if case .offset = $0 { true } else { false } }
  }

  private static func parts(local: Double) -> DateParts {
    let total = Int(local) + 730_485 * 86_400
    let (days, rest) = total.quotientAndRemainder(dividingBy: 86_400)
    var parts = DateParts()
    (parts.year, parts.month, parts.day) = ISO8601.civil(days)
    (parts.hour, parts.minute, parts.second) = (rest / 3600, rest / 60 % 60, rest % 60)
    parts.weekday = (days + 1) % 7
    return parts
  }

  private func append(
    _ step: Step, _ parts: DateParts, _ seconds: Double, instant: Int, to output: inout OutputBuffer
  ) {
    switch step {
    case .literal(let byte): output.append(byte)
    case .number(let field, let minimum, _):
      Self.append(Self.value(of: field, parts), width: minimum, to: &output)
    case .shortYear: Self.append(parts.year % 100, width: 2, to: &output)
    case .month(let full): Self.append(DateNames.months[parts.month - 1], full: full, to: &output)
    case .weekday(let full): Self.append(DateNames.weekdays[parts.weekday ?? 0], full: full, to: &output)
    case .half: output.append(parts.hour < 12 ? "AM" : "PM")
    case .fraction(let digits):
      let floor = seconds.rounded(.down)
      let scale = ISO8601.scale(digits)
      // The nearest decimals if they read back the same, otherwise truncated ones: never the next second.
      let nearest = ((seconds - floor) * scale).rounded()
      let isExact = nearest < scale && floor + nearest / scale == seconds
      let cut = min(((seconds - floor) * scale).rounded(.down), scale - 1)
      Self.append(Int(isExact ? nearest : cut), width: digits, to: &output)
    case .offset(let spelling): Self.append(offset: parts.offset ?? 0, spelling, to: &output)
    case .zoneName: appendZoneName(instant, to: &output)
    }
  }

  private static func value(of field: Field, _ parts: DateParts) -> Int {
    switch field {
    case .year: parts.year
    case .month: parts.month
    case .day: parts.day
    case .hour: parts.hour
    case .halfDayHour: (parts.hour + 11) % 12 + 1
    case .minute: parts.minute
    case .second: parts.second
    }
  }

  private static func append(_ name: StaticString, full: Bool, to output: inout OutputBuffer) {
    let letters = ByteView(name)
    output.append(full ? letters : letters[0..<3])
  }

  /// Appends a number with leading zeros.
  private static func append(_ value: Int, width: Int, to output: inout OutputBuffer) {
    let digits = UInt64(value)
    output.appendDigits(digits, count: max(width, OutputBuffer.decimalDigitCount(digits)))
  }

  private static func append(offset: Int, _ spelling: OffsetSpelling, to output: inout OutputBuffer) {
    if offset == 0 && spelling.writesZ { return output.append(ASCII.upperZ) }
    output.append(offset < 0 ? ASCII.hyphen : ASCII.plusSign)
    let minutes = Int(offset.magnitude) / 60
    append(minutes / 60, width: 2, to: &output)
    if spelling.isShort && minutes % 60 == 0 { return }
    if spelling.hasColon { output.append(ASCII.colon) }
    append(minutes % 60, width: 2, to: &output)
  }

  /// Appends the zone's short name, or `GMT+1` if it is not made of letters or ambiguous.
  private func appendZoneName(_ instant: Int, to output: inout OutputBuffer) {
    guard let offset = zone?.offset(at: instant) else { return output.append("UTC") }
    if offset.abbreviation.utf8.allSatisfy({ $0.isLetter }) { return output.append(offset.abbreviation) }
    output.append("GMT")
    output.append(offset.seconds < 0 ? ASCII.hyphen : ASCII.plusSign)
    let minutes = Int(offset.seconds.magnitude) / 60
    output.appendDecimal(Int64(minutes / 60))
    if minutes % 60 == 0 { return }
    output.append(ASCII.colon)
    Self.append(minutes % 60, width: 2, to: &output)
  }

  private func appendISO8601(
    _ seconds: Double, local: Double, offset: Int, to output: inout OutputBuffer
  ) -> Bool {
    guard zone != nil, offset != 0 else { return ISO8601.append(seconds, to: &output) }
    // Adds the fraction without rounding: its digits are those of the date in UTC.
    var whole = OutputBuffer()
    guard ISO8601.append(local, to: &whole) else { return false }
    whole.withHeldBytes { output.append($0[0..<19]) }
    let floor = seconds.rounded(.down)
    if seconds != floor { ISO8601.appendFraction(of: seconds, floor: floor, to: &output) }
    Self.append(offset: offset, OffsetSpelling(hasColon: true, isShort: false, writesZ: true), to: &output)
    return true
  }
}
