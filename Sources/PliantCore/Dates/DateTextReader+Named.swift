// The named spellings: ISO 8601 in all its usual forms, and the dates of mail and feeds.

extension DateTextReader {
  /// A date of ISO 8601, RFC 3339 or XML Schema: calendar, week or ordinal date, basic or extended, with or without time,
  /// fraction (point or comma) and zone.
  mutating func iso8601() -> Double? {
    guard take(.year, 4, 4), isoDay() else { return nil }
    let hasDay = at > 7 || at == 7 && text[4] != ASCII.hyphen && text[4] != UInt8(ascii: "W")
    var isMidnightAfter = false
    if hasDay, let byte, byte | 0x20 == UInt8(ascii: "t") || byte == ASCII.space {
      at += 1
      guard isoTime() else { return nil }
      isMidnightAfter = parts.hour == 24
      if isMidnightAfter {
        guard parts.minute == 0, parts.second == 0, parts.fraction == 0 else { return nil }
        parts.hour = 0
      }
    }
    if !isAtEnd {
      if byte == ASCII.space { at += 1 }
      guard let offset = numericOffset(.any), isAtEnd else { return nil }
      parts.offset = offset
    }
    if isMidnightAfter { guard move(toDay: parts.dayNumber + 1) else { return nil } }
    return parts.seconds(in: zone)
  }

  /// Reads the text after the year: none, `-MM`, `-MM-DD`, `MMDD`, `-DDD`, `DDD`, `-Www[-D]`, `Www[D]`.
  private mutating func isoDay() -> Bool {
    let isExtended = byte == ASCII.hyphen
    guard isExtended || byte?.isDigit == true || byte == UInt8(ascii: "W") else { return true }
    if isExtended { at += 1 }
    if skip(UInt8(ascii: "W")) { return isoWeek(isExtended: isExtended) }
    var digits = 0
    while let byte = text.byte(at: at + digits), byte.isDigit { digits += 1 }
    if digits == 3 {
      guard let day = number(3, 3), day >= 1, (1...9999).contains(parts.year) else { return false }
      let year = parts.year
      return move(toDay: ISO8601.days(year: year, month: 1, day: 1) + day - 1) && parts.year == year
    }
    guard take(.month, 2, 2) else { return false }
    if isExtended ? byte == ASCII.hyphen : digits == 4 {
      if isExtended { at += 1 }
      return take(.day, 2, 2)
    }
    return isExtended
  }

  private mutating func isoWeek(isExtended: Bool) -> Bool {
    guard let week = number(2, 2), (1...53).contains(week), (1...9999).contains(parts.year) else {
      return false
    }
    var weekday = 1
    if isExtended ? byte == ASCII.hyphen : byte?.isDigit == true {
      if isExtended { at += 1 }
      guard let value = number(1, 1), (1...7).contains(value) else { return false }
      weekday = value
    }
    // The first week is that of the fourth of January; 0001-01-01 was a Monday.
    let fourth = ISO8601.days(year: parts.year, month: 1, day: 4)
    let monday = fourth - fourth % 7
    let next = ISO8601.days(year: parts.year + 1, month: 1, day: 4)
    guard monday + 7 * (week - 1) < next - next % 7 else { return false }
    return move(toDay: monday + 7 * (week - 1) + weekday - 1)
  }

  /// Sets the date from a day since 0001-01-01.
  private mutating func move(toDay day: Int) -> Bool {
    guard day >= 0 else { return false }
    (parts.year, parts.month, parts.day) = ISO8601.civil(day)
    return parts.year <= 9999
  }

  /// `hh`, `hh:mm`, `hhmm`, `hh:mm:ss`, `hhmmss`, the last with a fraction.
  private mutating func isoTime() -> Bool {
    guard take(.hour, 2, 2) else { return false }
    let isExtended = byte == ASCII.colon
    guard isExtended || byte?.isDigit == true else { return true }
    if isExtended { at += 1 }
    guard take(.minute, 2, 2) else { return false }
    guard isExtended ? byte == ASCII.colon : byte?.isDigit == true else { return true }
    if isExtended { at += 1 }
    guard take(.second, 2, 2) else { return false }
    return skip(ASCII.fullStop) || skip(ASCII.comma) ? fraction() : true
  }

  private mutating func fraction() -> Bool {
    let start = at
    guard let value = number(1, 18) else { return false }
    (parts.fraction, parts.fractionDigits) = (value, at - start)
    return true
  }
}

extension DateTextReader {
  /// A date of RFC 2822, its obsolete forms (section 4.3) included; also RFC 850's full names and hyphens.
  ///
  /// Ignores a wrong weekday, which is common in feeds. A text without a zone requires a given one.
  mutating func rfc822() -> Double? {
    skipSpace()
    if let byte, byte.isLetter {
      guard longestName(of: DateNames.weekdays) != nil else { return nil }
      skipSpace()
      if skip(ASCII.comma) || skip(ASCII.fullStop) { skipSpace() }
    }
    guard let day = number(1, 2), skipGap(), let month = longestName(of: DateNames.months) else { return nil }
    _ = skip(ASCII.fullStop)
    guard skipGap(), let year = mailYear() else { return nil }
    (parts.day, parts.month, parts.year) = (day, month + 1, year)
    skipSpace()
    guard mailTime() else { return nil }
    skipSpace()
    if isAtEnd {
      if zone == nil { return nil }
    } else {
      guard let offset = namedOffset() else { return nil }
      parts.offset = offset
      skipSpace()
    }
    return isAtEnd ? parts.seconds(in: zone) : nil
  }

  /// The wrong weekday in a date of RFC 2822; nil if it is right or the text is not such a date.
  static func contradictedWeekday(_ text: ByteView) -> String? {
    var names = DateTextReader(text: text, zone: nil)
    names.skipSpace()
    var reader = DateTextReader(text: text, zone: nil)
    guard let named = names.longestName(of: DateNames.weekdays), reader.rfc822() != nil else { return nil }
    // 0001-01-01 was a Monday.
    let actual = (reader.parts.dayNumber + 1) % 7
    return actual == named ? nil : ByteView(DateNames.weekdays[actual]).string
  }

  private mutating func mailYear() -> Int? {
    let start = at
    guard let value = number(2, 4) else { return nil }
    switch at - start {
    case 2: return value < 50 ? 2000 + value : 1900 + value
    case 3: return 1900 + value
    default: return value
    }
  }

  private mutating func mailTime() -> Bool {
    guard take(.hour, 1, 2), spacedColon(), take(.minute, 2, 2) else { return false }
    let before = at
    guard spacedColon() else {
      at = before
      return true
    }
    guard take(.second, 2, 2) else { return false }
    return skip(ASCII.fullStop) ? fraction() : true
  }

  private mutating func spacedColon() -> Bool {
    skipSpace()
    guard skip(ASCII.colon) else { return false }
    skipSpace()
    return true
  }

  /// Reads at least the first three letters of a name; also `Sept`.
  private mutating func longestName(of names: [StaticString]) -> Int? {
    guard let index = name(of: names, full: false) else { return nil }
    let whole = ByteView(names[index])
    var count = 3
    while count < whole.count, let byte, byte | 0x20 == whole[count] | 0x20 {
      at += 1
      count += 1
    }
    if let byte, byte.isLetter { return nil }
    return index
  }

  /// White space or a hyphen.
  private mutating func skipGap() -> Bool {
    let start = at
    if !skip(ASCII.hyphen) { skipSpace() }
    return at > start
  }

  /// White space and comments.
  private mutating func skipSpace() {
    var depth = 0
    while let byte {
      if byte == ASCII.leftParenthesis {
        depth += 1
      } else if byte == ASCII.rightParenthesis, depth > 0 {
        depth -= 1
      } else if depth == 0, !byte.isWhitespace {
        return
      }
      at += 1
    }
  }
}
