// Dates as seconds since 1970, with or without decimals.

extension DatePattern {
  static func unixSeconds(_ text: ByteView) -> Double? {
    var reader = DateTextReader(text: text, zone: nil)
    let isNegative = reader.skip(ASCII.hyphen)
    guard let whole = reader.number(1, 12) else { return nil }
    var fraction = 0.0
    if reader.skip(ASCII.fullStop) {
      let start = reader.at
      guard let value = reader.number(1, 15) else { return nil }
      fraction = Double(value) / ISO8601.scale(reader.at - start)
    }
    guard reader.isAtEnd else { return nil }
    let instant = isNegative ? -whole : whole
    let reference = Double(instant - referenceInstant)
    let seconds = isNegative ? reference - fraction : reference + fraction
    return seconds >= ISO8601.firstSecond && seconds < ISO8601.endSecond ? seconds : nil
  }

  static func appendUnix(_ seconds: Double, to output: inout OutputBuffer) {
    let floor = seconds.rounded(.down)
    let instant = Int(floor) + referenceInstant
    guard instant < 0, floor != seconds else {
      output.appendDecimal(Int64(instant))
      if floor != seconds { ISO8601.appendFraction(of: seconds, floor: floor, to: &output) }
      return
    }
    // Before 1970, the decimals count backwards.
    output.append(ASCII.hyphen)
    output.appendDecimal(Int64(-(instant + 1)))
    ISO8601.appendFraction(of: -seconds, floor: -seconds.rounded(.up), to: &output)
  }
}
