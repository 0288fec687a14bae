// Whether reading and writing a date with a pattern preserves its zone and its fraction.

extension DatePattern {
  /// Whether a date is written with the UTC offset of its text, if it has one, and with all digits of its
  /// second; true for an invalid date.
  package func keepsZoneAndFraction(of text: ByteView) -> Bool {
    // The usual spelling.
    if case .iso8601 = kind, zone == nil, text.count == 20, text[19] == ASCII.upperZ { return true }
    if case .unix = kind { return keepsDecimals(of: text) }
    let (read, parts) = read(text)
    guard let seconds = read else { return true }
    let offset = parts.offset
    // With a given zone, a text without one is in that zone.
    let keepsZone = offset == nil && zone != nil || offset == writtenOffset(of: seconds)
    return keepsZone && keepsFraction(of: parts, seconds)
  }

  /// The offset that the text of a date is written with; nil if the pattern has none.
  private func writtenOffset(of seconds: Double) -> Int? {
    if case .steps(let steps) = kind, !writesOffset, !steps.contains(.zoneName) { return nil }
    let offset = zone?.secondsFromUTC(at: Int(seconds.rounded(.down)) + Self.referenceInstant) ?? 0
    return writesOffset ? offset - offset % 60 : offset
  }

  private func keepsFraction(of parts: DateParts, _ seconds: Double) -> Bool {
    guard parts.fraction > 0 else { return true }
    let floor = seconds.rounded(.down)
    switch kind {
    case .rfc822, .unix: return false
    case .steps:
      let scale = ISO8601.scale(parts.fractionDigits)
      return ((seconds - floor) * scale).rounded() == Double(parts.fraction)
    case .iso8601:
      var (fraction, digits) = (parts.fraction, parts.fractionDigits)
      while fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
      var output = OutputBuffer()
      ISO8601.appendFraction(of: seconds, floor: floor, to: &output)
      return output.withHeldBytes { written in
        written.count == digits + 1 && NumberText.integer(written.suffix(from: 1)) == Int64(fraction)
      }
    }
  }

  /// Whether seconds since 1970 keep all their decimals when written.
  private func keepsDecimals(of text: ByteView) -> Bool {
    guard text.firstIndex(of: ASCII.fullStop) != nil, let seconds = Self.unixSeconds(text) else {
      return true
    }
    var output = OutputBuffer()
    Self.appendUnix(seconds, to: &output)
    return output.withHeldBytes { written in
      text.starts(with: written)
        && text.suffix(from: written.count).array.allSatisfy { $0 == ASCII.digit0 || $0 == ASCII.fullStop }
    }
  }
}
