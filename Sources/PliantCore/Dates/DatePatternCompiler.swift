/// Compiles a UTS 35 date pattern to steps, and reports missing and duplicate fields.
struct DatePatternCompiler {
  private let pattern: [UInt8]
  private var at = 0
  private var steps: [DatePattern.Step] = []
  /// The kinds of steps so far, to find duplicate and missing fields.
  private var kinds: Set<UInt8> = []
  /// Whether the last step is a number of any width, which makes following digits ambiguous.
  private var isOpen = false
  /// Whether hours are from 1 to 12.
  private var hasHalves = false

  private init(_ format: String) { pattern = Array(format.utf8) }

  static func steps(of format: String) throws(Failure) -> [DatePattern.Step] {
    var compiler = DatePatternCompiler(format)
    return try compiler.compile()
  }

  private mutating func compile() throws(Failure) -> [DatePattern.Step] {
    while at < pattern.count {
      let byte = pattern[at]
      if byte == ASCII.apostrophe {
        try quoted()
      } else if byte.isLetter {
        var width = 1
        while at + width < pattern.count, pattern[at + width] == byte { width += 1 }
        try field(byte, width)
        at += width
      } else {
        literal(byte)
        at += 1
      }
    }
    guard kinds.contains(UInt8(ascii: "y")) else { throw wrong("it has no year (yyyy)") }
    if kinds.contains(UInt8(ascii: "d")) && !kinds.contains(UInt8(ascii: "M")) {
      throw wrong("it has a day (d) but no month (M)")
    }
    if hasHalves != kinds.contains(UInt8(ascii: "a")) {
      throw wrong("hours to 12 (h) and AM or PM (a) need each other; hours to 23 are H")
    }
    return steps
  }

  private mutating func literal(_ byte: UInt8) {
    steps.append(.literal(byte))
    isOpen = false
  }

  /// Text in quotes; two quotes are one, inside and outside.
  private mutating func quoted() throws(Failure) {
    at += 1
    if at < pattern.count, pattern[at] == ASCII.apostrophe {
      literal(ASCII.apostrophe)
      at += 1
      return
    }
    while at < pattern.count {
      if pattern[at] == ASCII.apostrophe {
        guard at + 1 < pattern.count, pattern[at + 1] == ASCII.apostrophe else {
          at += 1
          return
        }
        at += 1
      }
      literal(pattern[at])
      at += 1
    }
    throw wrong("a quote is not closed")
  }

  private mutating func field(_ letter: UInt8, _ width: Int) throws(Failure) {
    let step = try step(letter, width)
    let kind: UInt8 =
      switch letter {
      case UInt8(ascii: "L"): UInt8(ascii: "M")
      case UInt8(ascii: "h"): UInt8(ascii: "H")
      case UInt8(ascii: "x"), UInt8(ascii: "Z"), UInt8(ascii: "z"): UInt8(ascii: "X")
      default: letter
      }
    guard kinds.insert(kind).inserted else { throw wrong("'\(name(letter))' occurs twice") }
    if letter == UInt8(ascii: "h") { hasHalves = true }
    if isOpen, Self.beginsWithDigit(step) {
      throw wrong("'\(name(letter))' follows a number that may have any number of digits")
    }
    isOpen = false
    if case .number(_, let minimum, let maximum) = step { isOpen = minimum != maximum }
    steps.append(step)
  }

  private static func beginsWithDigit(_ step: DatePattern.Step) -> Bool {
    switch step {
    case .number, .shortYear, .fraction: true
    default: false
    }
  }

  private func step(_ letter: UInt8, _ width: Int) throws(Failure) -> DatePattern.Step {
    switch (letter, width) {
    case (UInt8(ascii: "y"), 2): return .shortYear
    case (UInt8(ascii: "y"), 1): return .number(.year, minimum: 1, maximum: 4)
    case (UInt8(ascii: "y"), 4): return .number(.year, minimum: 4, maximum: 4)
    case (UInt8(ascii: "M"), 3), (UInt8(ascii: "L"), 3): return .month(full: false)
    case (UInt8(ascii: "M"), 4), (UInt8(ascii: "L"), 4): return .month(full: true)
    case (UInt8(ascii: "M"), 1...2), (UInt8(ascii: "L"), 1...2): return number(.month, width)
    case (UInt8(ascii: "d"), 1...2): return number(.day, width)
    case (UInt8(ascii: "H"), 1...2): return number(.hour, width)
    case (UInt8(ascii: "h"), 1...2): return number(.halfDayHour, width)
    case (UInt8(ascii: "m"), 1...2): return number(.minute, width)
    case (UInt8(ascii: "s"), 1...2): return number(.second, width)
    case (UInt8(ascii: "S"), 1...15): return .fraction(digits: width)
    case (UInt8(ascii: "a"), 1...3): return .half
    case (UInt8(ascii: "E"), 1...3): return .weekday(full: false)
    case (UInt8(ascii: "E"), 4): return .weekday(full: true)
    case (UInt8(ascii: "X"), 1...3), (UInt8(ascii: "x"), 1...3):
      let writesZ = letter == UInt8(ascii: "X")
      return .offset(OffsetSpelling(hasColon: width == 3, isShort: width == 1, writesZ: writesZ))
    case (UInt8(ascii: "Z"), 1...3), (UInt8(ascii: "Z"), 5):
      return .offset(OffsetSpelling(hasColon: width == 5, isShort: false, writesZ: width == 5))
    case (UInt8(ascii: "Z"), 4), (UInt8(ascii: "z"), 1...4): return .zoneName
    default:
      let letters = String(repeating: name(letter), count: min(width, 20))
      throw wrong("unknown date field '\(letters)'; put text in single quotes")
    }
  }

  private func number(_ field: DatePattern.Field, _ width: Int) -> DatePattern.Step {
    .number(field, minimum: width, maximum: 2)
  }

  private func name(_ letter: UInt8) -> String { String(decoding: [letter], as: UTF8.self) }

  private func wrong(_ what: String) -> Failure {
    Failure(.badDatePattern, "in '\(String(decoding: pattern, as: UTF8.self))' \(what)")
  }
}

struct OffsetSpelling: Sendable, Equatable {
  var hasColon: Bool
  /// Whether zero minutes are omitted.
  var isShort: Bool
  /// Whether UTC is `Z`.
  var writesZ: Bool
  /// Accepts any form: with or without colon, minutes and `Z`; for reading only.
  var isAny = false

  static let any = OffsetSpelling(hasColon: true, isShort: true, writesZ: true, isAny: true)
}
