// The file format of time zones, TZif (RFC 9636), versions 1 to 4.
//
// header, block of 32-bit times [, header, block of 64-bit times, "\n" POSIX TZ "\n"]
// a block: transition times, the index of each one's type, types (offset, is-daylight, name), names, leap seconds, marks

extension TimeZoneFile {
  private static let headerSize = 44
  /// The number of years for which to expand the rule after the table: one cycle and a margin on both sides.
  private static let ruleYears = 405

  /// The counts of a block, in the header's order.
  private struct Counts {
    let marksUTC: Int
    let marksStandard: Int
    let leaps: Int
    let times: Int
    let types: Int
    let characters: Int

    init?(_ bytes: ByteView, at start: Int) {
      guard start + headerSize <= bytes.count, bytes.starts(with: "TZif", at: start) else { return nil }
      let numbers = (0..<6).map { Int(number(bytes, at: start + 20 + 4 * $0, width: 4)) }
      guard numbers.allSatisfy({ $0 >= 0 && $0 <= bytes.count }) else { return nil }
      (marksUTC, marksStandard, leaps) = (numbers[0], numbers[1], numbers[2])
      (times, types, characters) = (numbers[3], numbers[4], numbers[5])
    }

    func size(timeWidth: Int) -> Int {
      times * (timeWidth + 1) + types * 6 + characters + leaps * (timeWidth + 4) + marksStandard + marksUTC
    }
  }

  /// Reads a zone from a file's bytes; nil if they are invalid, or count leap seconds.
  package static func read(_ bytes: ByteView, name: String) -> TimeZoneFile? {
    guard let first = Counts(bytes, at: 0) else { return nil }
    let version = bytes[4]
    if version == 0 { return zone(bytes, at: headerSize, first, timeWidth: 4, rule: nil, name: name) }
    let second = headerSize + first.size(timeWidth: 4)
    guard let counts = Counts(bytes, at: second) else { return nil }
    let start = second + headerSize
    let end = start + counts.size(timeWidth: 8)
    guard end < bytes.count, bytes[end] == ASCII.lineFeed,
      let close = bytes.firstIndex(of: ASCII.lineFeed, from: end + 1)
    else { return nil }
    let footer = bytes[end + 1..<close]
    var rule: TimeZoneRule?
    if !footer.isEmpty {
      rule = TimeZoneRule(footer)
      if rule == nil { return nil }
    }
    return zone(bytes, at: start, counts, timeWidth: 8, rule: rule, name: name)
  }

  private static func zone(
    _ bytes: ByteView, at start: Int, _ counts: Counts, timeWidth: Int, rule: TimeZoneRule?, name: String
  ) -> TimeZoneFile? {
    guard start + counts.size(timeWidth: timeWidth) <= bytes.count, counts.types > 0, counts.leaps == 0
    else { return nil }
    let kinds = start + counts.times * timeWidth
    let types = kinds + counts.times
    let names = types + counts.types * 6
    let text = bytes[names..<names + counts.characters]
    let offsets = stride(from: types, to: names, by: 6).compactMap {
      offset(bytes[$0..<$0 + 6], names: text)
    }
    guard offsets.count == counts.types else { return nil }
    var transitions: [Int] = []
    var spans = [0]
    for index in 0..<counts.times {
      let time = number(bytes, at: start + index * timeWidth, width: timeWidth)
      let kind = Int(bytes[kinds + index])
      guard kind < offsets.count, time > transitions.last ?? .min else { return nil }
      // Some files begin with the earliest possible time, far from any local time.
      guard time > -(1 << 55) else {
        spans[0] = kind
        continue
      }
      guard time < 1 << 55 else { return nil }
      transitions.append(time)
      spans.append(kind)
    }
    return extended(name, offsets, transitions, spans, rule)
  }

  /// The table with the expanded rule for later times.
  private static func extended(
    _ name: String, _ offsets: [Offset], _ transitions: [Int], _ spans: [Int], _ rule: TimeZoneRule?
  ) -> TimeZoneFile {
    var (offsets, transitions, spans) = (offsets, transitions, spans)
    func zone(repeats: Bool = false) -> TimeZoneFile {
      TimeZoneFile(name: name, offsets: offsets, transitions: transitions, spans: spans, repeats: repeats)
    }
    guard let rule else { return zone() }
    func index(of offset: Offset) -> Int {
      if let known = offsets.firstIndex(of: offset) { return known }
      offsets.append(offset)
      return offsets.count - 1
    }
    let standard = index(of: rule.standard)
    guard let daylight = rule.daylight else {
      if transitions.isEmpty { spans[0] = standard }
      return zone()
    }
    let summer = index(of: daylight.offset)
    let last = transitions.last ?? 0
    let firstYear = TimeZoneRule.year(of: last)
    let end = TimeZoneRule.start(ofYear: firstYear + ruleYears - 1)
    for change in rule.changes(firstYear..<firstYear + ruleYears) where change.time > last {
      let kind = change.isDaylight ? summer : standard
      if spans.last == kind || change.time >= end { continue }
      transitions.append(change.time)
      spans.append(kind)
    }
    // With daylight saving all year, there are no further changes.
    return zone(repeats: (transitions.last ?? 0) > end - 2 * 366 * 86_400)
  }

  /// A type: four bytes of offset, is-daylight, the start of its name.
  private static func offset(_ bytes: ByteView, names: ByteView) -> Offset? {
    let seconds = number(bytes, at: 0, width: 4)
    let start = Int(bytes[5])
    guard seconds > -25 * 3600, seconds < 26 * 3600, bytes[4] <= 1, start < names.count,
      let end = names.firstIndex(of: ASCII.null, from: start)
    else { return nil }
    return Offset(seconds: seconds, abbreviation: names[start..<end].string, isDaylightSaving: bytes[4] == 1)
  }

  /// A signed big-endian number.
  private static func number(_ bytes: ByteView, at start: Int, width: Int) -> Int {
    var value: UInt64 = bytes[start] & 0x80 == 0 ? 0 : .max
    for index in start..<start + width { value = value << 8 | UInt64(bytes[index]) }
    return Int(truncatingIfNeeded: Int64(bitPattern: value))
  }
}
