// A time zone by its name in the system's zoneinfo: which offset holds at an instant, and which instant a local time is.
//
// Europe/Berlin   … | 2012-03-25T01:00Z  +2 h CEST | 2012-10-28T01:00Z  +1 h CET | …
//
// localtime(3) would do it by the variable TZ, which belongs to the whole process; several threads need several zones.

/// The offsets of a time zone over time (RFC 9636).
///
/// All times are seconds since 1970-01-01T00:00:00Z, without leap seconds.
package final class TimeZoneFile: Sendable {
  /// What holds between two transitions.
  package struct Offset: Sendable, Equatable {
    /// Seconds to be added to UTC.
    package let seconds: Int
    /// The short name, such as `CET`.
    package let abbreviation: String
    package let isDaylightSaving: Bool

    package init(seconds: Int, abbreviation: String, isDaylightSaving: Bool = false) {
      self.seconds = seconds
      self.abbreviation = abbreviation
      self.isDaylightSaving = isDaylightSaving
    }
  }

  /// 400 years, after which the Gregorian calendar's days and weekdays are the same again.
  static let cycle = 146_097 * 86_400
  /// More than any offset has, either way.
  private static let largestOffset = 26 * 3600

  package let name: String
  /// All offsets that occur.
  package let offsets: [Offset]
  /// When the offset changes, ascending.
  let transitions: [Int]
  /// The seconds and the index in `offsets` that hold from the transition of the same index less one on; the first
  /// holds before all.
  let spans: [Span]
  /// Whether the last 400 years of the table repeat for ever.
  let repeats: Bool
  /// A year before the table's end, so that what lies around a time is still in it.
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
  package init(name: String, fixedOffset seconds: Int) {
    self.name = name
    offsets = [Offset(seconds: seconds, abbreviation: name)]
    transitions = []
    spans = [Span(seconds: seconds, offset: 0)]
    repeats = false
  }

  /// What is added to UTC at an instant.
  package func secondsFromUTC(at instant: Int) -> Int { spans[span(at: wrapped(instant).time)].seconds }

  /// What holds at an instant.
  package func offset(at instant: Int) -> Offset {
    offsets[spans[span(at: wrapped(instant).time)].offset]
  }

  /// The instant of a local time, given as if it were UTC's; nil if clocks were put forward over it.
  ///
  /// Where clocks were put back, so that the local time was there twice, the first of the two.
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

  /// A time far after the table, put back by whole cycles.
  func wrapped(_ time: Int) -> (time: Int, shift: Int) {
    guard repeats, let last = transitions.last, time > last - Self.margin else { return (time, 0) }
    let shift = ((time - (last - Self.margin)) / Self.cycle + 1) * Self.cycle
    return (time - shift, shift)
  }

  /// The number of transitions that are not after a time.
  package func span(at time: Int) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low &+ high) / 2
      if transitions[middle] <= time { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}
