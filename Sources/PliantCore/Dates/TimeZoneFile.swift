// A time zone of the system's zoneinfo: offsets of instants, and instants of local times.
//
// Europe/Berlin   … | 2012-03-25T01:00Z  +2 h CEST | 2012-10-28T01:00Z  +1 h CET | …
//
// localtime(3) uses the variable TZ of the whole process, but several threads need several zones.

/// The offsets of a time zone over time (RFC 9636).
///
/// All times are seconds since 1970-01-01T00:00:00Z, without leap seconds.
package final class TimeZoneFile: Sendable {
  /// The offset between two transitions.
  package struct Offset: Sendable, Equatable {
    /// The offset from UTC in seconds.
    package let seconds: Int
    /// The short name, such as `CET`.
    package let abbreviation: String
    package var isDaylightSaving = false
  }

  /// 400 years, the cycle of the Gregorian calendar's days and weekdays.
  static let cycle = 146_097 * 86_400
  /// A bound above any offset.
  private static let largestOffset = 26 * 3600

  package let name: String
  package let offsets: [Offset]
  /// The times of changes, ascending.
  let transitions: [Int]
  /// The offset, also as an index of `offsets`, from the transition before on; the first is before all.
  let spans: [Span]
  /// Whether the last 400 years of the table repeat forever.
  let repeats: Bool
  /// A year before the table's end, so that the transitions around a time are inside it.
  private static let margin = 366 * 86_400

  package struct Span: Sendable {
    let seconds: Int
    let offset: Int
  }

  package init(name: String, offsets: [Offset], transitions: [Int], spans: [Int], repeats: Bool) {
    self.name = name
    self.offsets = offsets
    self.transitions = transitions
    self.spans = spans.map { Span(seconds: offsets[$0].seconds, offset: $0) }
    self.repeats = repeats
  }

  /// A zone whose offset never changes.
  package convenience init(name: String, fixedOffset seconds: Int) {
    let offset = Offset(seconds: seconds, abbreviation: name)
    self.init(name: name, offsets: [offset], transitions: [], spans: [0], repeats: false)
  }

  package func secondsFromUTC(at instant: Int) -> Int { spans[span(at: wrapped(instant).time)].seconds }

  package func offset(at instant: Int) -> Offset { offsets[spans[span(at: wrapped(instant).time)].offset] }

  /// The instant of a local time, given as if in UTC; nil if a clock change skipped it.
  ///
  /// For a local time that occurred twice, the first of the two.
  package func instant(ofLocal local: Int) -> Int? {
    let (time, shift) = wrapped(local)
    var index = span(at: time - Self.largestOffset)
    while true {
      let instant = time - spans[index].seconds
      let isBegun = index == 0 || instant >= transitions[index - 1]
      if !isBegun { return nil }
      if index == transitions.count || instant < transitions[index] { return instant + shift }
      index += 1
    }
  }

  /// Moves a time far after the table back by whole cycles.
  func wrapped(_ time: Int) -> (time: Int, shift: Int) {
    guard repeats, let last = transitions.last, time > last - Self.margin else { return (time, 0) }
    let shift = ((time - (last - Self.margin)) / Self.cycle + 1) * Self.cycle
    return (time - shift, shift)
  }

  /// The number of transitions at or before a time.
  package func span(at time: Int) -> Int {
    transitions.indices.firstIndex(notBefore: { transitions[$0] <= time })
  }
}
