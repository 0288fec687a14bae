// Conversion between dates of property lists (seconds since 2001-01-01T00:00:00Z) and ISO 8601.

/// Reading and writing dates of the form `2012-03-01T06:00:00Z`, proleptic Gregorian.
///
/// Years have four digits, or the form of CoreFoundation: `-002` is the year -2, `33689` has five. The year 0
/// is the one before 1, and years fit in 32 bits.
package enum ISO8601 {
  /// Days from 0001-01-01 to 2001-01-01.
  private static let referenceDay = 730_485
  private static let secondsPerDay = 86_400
  /// The seconds of 0001-01-01T00:00:00Z and of 10000-01-01T00:00:00Z.
  package static let firstSecond = Double(-730_485 * 86_400)
  package static let endSecond = Double((3_652_059 - 730_485) * 86_400)
  /// The seconds of the first day of the year -2147483647, and of the day after the last of 2147483647.
  private static let earliest = -67_768_101_514_656_000.0
  private static let end = 67_767_975_255_225_600.0

  /// The seconds since 2001 of `YYYY-MM-DDThh:mm:ssZ`, or nil if the text is not a valid date.
  ///
  /// With `allowsFraction`, the seconds may have a decimal fraction.
  package static func seconds(from text: ByteView, allowsFraction: Bool = true) -> Double? {
    guard text.count >= 17, text[text.count - 1] == ASCII.upperZ else { return nil }
    guard text.count >= 20, text[4] == ASCII.hyphen else {
      return otherYear(in: text, allowsFraction: allowsFraction)
    }
    // Three overlapping words cover the text up to its seconds; the exclusive-or leaves digits' values.
    let first = text.word(at: 0) ^ pattern("0000-00-")
    let middle = text.word(at: 8) ^ pattern("00T00:00")
    let last = text.word(at: 11) ^ pattern("00:00:00")
    guard isDigits(first, marks: 0xFF00_00FF_0000_0000), isDigits(middle, marks: 0x0000_FF00_00FF_0000),
      isDigits(last, marks: 0x0000_FF00_00FF_0000)
    else { return otherYear(in: text, allowsFraction: allowsFraction) }
    let year = twoDigits(first, 0) * 100 + twoDigits(first, 2)
    let (month, day) = (twoDigits(first, 5), twoDigits(middle, 0))
    let (hour, minute, second) = (twoDigits(middle, 3), twoDigits(last, 3), twoDigits(last, 6))
    guard (1...12).contains(month), day >= 1, day <= daysInMonth(month, of: year), hour < 24,
      minute < 60, second < 60
    else { return nil }
    let days = self.days(year: year, month: month, day: day) - referenceDay
    let whole = Double(days * secondsPerDay + hour * 3600 + minute * 60 + second)
    if text.count == 20 { return whole }
    guard allowsFraction, text[19] == ASCII.fullStop, text.count > 21, text.count <= 21 + 18,
      let numerator = number(text, 20, text.count - 21)
    else { return nil }
    return whole + Double(numerator) / scale(text.count - 21)
  }

  /// The seconds of a date whose year is not four digits: shorter, longer or negative.
  @inline(never)
  private static func otherYear(in text: ByteView, allowsFraction: Bool) -> Double? {
    let isNegative = text[0] == ASCII.hyphen
    let start = isNegative ? 1 : 0
    guard let end = text.firstIndex(of: ASCII.hyphen, from: start), (1...10).contains(end - start),
      isNegative || end - start != 4, let digits = number(text, start, end - start)
    else { return nil }
    guard digits <= Int32.max else { return nil }
    let year = isNegative ? -digits : digits
    // Years at the same position in the 400-year cycle have the same calendar.
    let inCycle = year - 400 * floorQuotient(year, 400) + 2000
    let moved = [UInt8](String(inCycle).utf8) + text.suffix(from: end).array
    guard
      let seconds = moved.withByteView({ view in
        view.count >= 20 ? self.seconds(from: view, allowsFraction: allowsFraction) : nil
      })
    else { return nil }
    let distance = days(year: year, month: 1, day: 1) - days(year: inCycle, month: 1, day: 1)
    // The whole seconds of distant years and a fraction do not add exactly in a double.
    let whole = seconds.rounded(.down)
    return Double(Int(whole) + distance * secondsPerDay) + (seconds - whole)
  }

  /// The quotient rounded towards negative infinity.
  @inline(__always)
  private static func floorQuotient(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  /// The text of a date with the shortest fraction, or nil if the year needs more than 32 bits.
  package static func text(from seconds: Double) -> [UInt8]? {
    var output = OutputBuffer()
    return append(seconds, to: &output) ? output.bytes : nil
  }

  /// Appends the text of a date, or returns false if the year needs more than 32 bits.
  ///
  /// With `wholeSeconds` a fraction is cut off (downwards), as CoreFoundation does.
  package static func append(_ seconds: Double, wholeSeconds: Bool = false, to output: inout OutputBuffer)
    -> Bool
  {
    guard seconds >= earliest, seconds < end else { return false }
    let floor = seconds.rounded(.down)
    let total = Int(floor) + referenceDay * secondsPerDay
    let days = floorQuotient(total, secondsPerDay)
    let rest = total - days * secondsPerDay
    let date = civil(days)
    if date.year < 0 || date.year > 9999 {
      append(otherYear: date.year, to: &output)
    } else {
      output.appendUninitialized(4) { start in
        putTwoDigits(date.year / 100, start)
        putTwoDigits(date.year % 100, start + 2)
        return 4
      }
    }
    output.appendUninitialized(15) { start in
      start[0] = ASCII.hyphen
      putTwoDigits(date.month, start + 1)
      start[3] = ASCII.hyphen
      putTwoDigits(date.day, start + 4)
      start[6] = ASCII.upperT
      putTwoDigits(rest / 3600, start + 7)
      start[9] = ASCII.colon
      putTwoDigits(rest / 60 % 60, start + 10)
      start[12] = ASCII.colon
      putTwoDigits(rest % 60, start + 13)
      return 15
    }
    if !wholeSeconds && seconds != floor { appendFraction(of: seconds, floor: floor, to: &output) }
    output.append(ASCII.upperZ)
    return true
  }

  /// Appends a year as CoreFoundation does: at least four characters, including a minus sign.
  @inline(never)
  private static func append(otherYear year: Int, to output: inout OutputBuffer) {
    let digits = String(year.magnitude)
    if year < 0 {
      output.append(ASCII.hyphen)
      output.append(repeating: ASCII.digit0, count: max(0, 3 - digits.utf8.count))
    }
    output.append(digits)
  }

  package static func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days from 0001-01-01 to a date.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    // Years begin in March here, so that the leap day is the last of a year.
    let shifted = month <= 2 ? year - 1 : year
    let cycle = floorQuotient(shifted, 400)
    let yearOfCycle = shifted - 400 * cycle
    let yearDays = 146_097 * cycle + 365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100
    let monthDays = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5
    return yearDays + monthDays + day - 307
  }

  /// The date that is `days` after 0001-01-01.
  package static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 306
    let era = floorQuotient(shifted, 146_097)
    let dayOfEra = shifted - 146_097 * era
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  @inline(__always)
  private static func pattern(_ text: StaticString) -> UInt64 { ByteView(text).word(at: 0) }

  /// Whether the word's bytes are zero at punctuation and below ten elsewhere.
  @inline(__always)
  private static func isDigits(_ word: UInt64, marks: UInt64) -> Bool {
    // Bytes above nine reach the high bit, and none carries into the next.
    let sums = (word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | word
    return word & marks | sums & 0x8080_8080_8080_8080 == 0
  }

  /// The number of two digits, whose values are in the word from a byte on.
  @inline(__always)
  private static func twoDigits(_ word: UInt64, _ index: UInt64) -> Int {
    let digits = word &>> (8 &* index)
    return Int(truncatingIfNeeded: (digits & 0xFF) &* 10 &+ digits &>> 8 & 0xFF)
  }

  /// The number of exactly `count` digits.
  package static func number(_ text: ByteView, _ start: Int, _ count: Int) -> Int? {
    var value = 0
    for index in start..<start + count {
      guard text[index].isDigit else { return nil }
      value = value &* 10 &+ Int(text[index] &- ASCII.digit0)
    }
    return value
  }

  @inline(__always)
  private static func putTwoDigits(_ value: Int, _ place: UnsafeMutablePointer<UInt8>) {
    place[0] = ASCII.digit0 &+ UInt8(truncatingIfNeeded: value / 10)
    place[1] = ASCII.digit0 &+ UInt8(truncatingIfNeeded: value % 10)
  }

  /// Ten to the power of a number of decimals (at most 18).
  package static func scale(_ decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return scale
  }

  /// Appends a point and the fewest decimals with which `floor` parses as `seconds`.
  package static func appendFraction(of seconds: Double, floor: Double, to output: inout OutputBuffer) {
    let fraction = seconds - floor
    var scale = 1.0
    var width = 0
    while width < 17 {
      scale *= 10
      width += 1
      let numerator = (fraction * scale).rounded()
      if numerator < scale && floor + numerator / scale == seconds {
        output.append(ASCII.fullStop)
        return output.appendDigits(UInt64(numerator), count: width)
      }
    }
  }
}
