/// Reads a date's text with the steps of a pattern.
struct DateTextReader {
  let text: ByteView
  package let zone: TimeZoneFile?
  var at = 0
  var parts = DateParts()

  var isAtEnd: Bool { at == text.count }
  var byte: UInt8? { text.byte(at: at) }

  /// Reads a whole text according to the steps.
  mutating func date(_ steps: [DatePattern.Step]) -> Double? {
    for step in steps where !take(step) { return nil }
    guard isAtEnd else { return nil }
    if let isAfternoon = parts.isAfternoon {
      guard parts.hour >= 1, parts.hour <= 12 else { return nil }
      parts.hour = parts.hour % 12 + (isAfternoon ? 12 : 0)
    }
    return parts.seconds(in: zone)
  }

  private mutating func take(_ step: DatePattern.Step) -> Bool {
    switch step {
    case .literal(let byte): return skip(byte)
    case .number(let field, let minimum, let maximum):
      return take(field, minimum, maximum)
    case .shortYear:
      guard let value = number(2, 2) else { return false }
      parts.year = value < 69 ? 2000 + value : 1900 + value
    case .month(let full):
      guard let index = name(of: DateNames.months, full: full) else { return false }
      parts.month = index + 1
    case .weekday(let full):
      guard let index = name(of: DateNames.weekdays, full: full) else { return false }
      parts.weekday = index
    case .half:
      guard let index = name(of: ["AM", "PM"], full: true) else { return false }
      parts.isAfternoon = index == 1
    case .fraction(let digits):
      guard let value = number(digits, digits) else { return false }
      (parts.fraction, parts.fractionDigits) = (value, digits)
    case .offset(let spelling):
      parts.offset = numericOffset(spelling)
      return parts.offset != nil
    case .zoneName:
      parts.offset = namedOffset()
      return parts.offset != nil
    }
    return true
  }

  /// Reads a field with this many digits.
  mutating func take(_ field: DatePattern.Field, _ minimum: Int, _ maximum: Int) -> Bool {
    guard let value = number(minimum, maximum) else { return false }
    switch field {
    case .year: parts.year = value
    case .month: parts.month = value
    case .day: parts.day = value
    case .hour, .halfDayHour: parts.hour = value
    case .minute: parts.minute = value
    case .second: parts.second = value
    }
    return true
  }

  mutating func skip(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    at &+= 1
    return true
  }

  /// A number with this many digits.
  mutating func number(_ minimum: Int, _ maximum: Int) -> Int? {
    let start = at
    var value = 0
    while let byte, byte.isDigit, at &- start < maximum {
      value = value &* 10 &+ Int(byte &- ASCII.digit0)
      at &+= 1
    }
    return at &- start >= minimum ? value : nil
  }

  /// The index of the name here, in any case; only its first three letters unless `full`.
  mutating func name(of names: [StaticString], full: Bool) -> Int? {
    for index in names.indices {
      let whole = ByteView(names[index])
      if matches(full ? whole : whole[0..<3]) {
        at += full ? whole.count : 3
        return index
      }
    }
    return nil
  }

  /// Whether the letters follow, in any case.
  func matches(_ letters: ByteView) -> Bool {
    guard at + letters.count <= text.count else { return false }
    for index in 0..<letters.count where text[at + index] | 0x20 != letters[index] | 0x20 { return false }
    return true
  }

  /// An offset such as `+01:00` in seconds.
  mutating func numericOffset(_ spelling: OffsetSpelling) -> Int? {
    if spelling.writesZ, let byte, byte == ASCII.upperZ || spelling.isAny && byte == ASCII.upperZ | 0x20 {
      at += 1
      return 0
    }
    guard let sign = byte, sign == ASCII.plusSign || sign == ASCII.hyphen else { return nil }
    at += 1
    guard let hours = number(2, 2) else { return nil }
    var minutes = 0
    let hasColon = byte == ASCII.colon
    if hasColon || byte?.isDigit == true || !spelling.isShort {
      guard spelling.isAny || hasColon == spelling.hasColon else { return nil }
      if hasColon { at += 1 }
      guard let value = number(2, 2) else { return nil }
      minutes = value
    }
    guard hours < 24, minutes < 60 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return sign == ASCII.hyphen ? -seconds : seconds
  }

  /// The offset of a zone's short name: UTC's and the United States' (RFC 2822, section 4.3), the given zone's own, `GMT+1`.
  mutating func namedOffset() -> Int? {
    let start = at
    while let byte, byte.isLetter { at += 1 }
    let letters = text[start..<at]
    if letters.isEmpty, let byte, byte == ASCII.plusSign || byte == ASCII.hyphen {
      return numericOffset(.any)
    }
    let own = zone?.offsets.first { $0.abbreviation == letters.string }
    if let own, !letters.isEmpty { return own.seconds }
    guard let known = DateNames.offset(of: letters) else { return nil }
    guard known == 0, letters.count >= 2, let byte, byte == ASCII.plusSign || byte == ASCII.hyphen else {
      return known
    }
    return offsetAfterGMT()
  }

  /// `+1`, `+01`, `+1:30`, `+0130`.
  private mutating func offsetAfterGMT() -> Int? {
    let sign = byte
    let start = at + 1
    var count = 0
    while let digit = text.byte(at: start + count), digit.isDigit { count += 1 }
    if count != 1 { return numericOffset(.any) }
    at = start
    guard let hours = number(1, 1) else { return nil }
    var seconds = hours * 3600
    if skip(ASCII.colon) {
      guard let minutes = number(2, 2), minutes < 60 else { return nil }
      seconds += minutes * 60
    }
    return sign == ASCII.hyphen ? -seconds : seconds
  }
}
