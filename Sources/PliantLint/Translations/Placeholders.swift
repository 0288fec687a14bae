// The placeholders of a text and of its translation, compared by type for each argument.
//
//   "%1$@ of %2$d"   →   1: object, 2: integer     "%(name)s %count%"   →   names name, count

struct Placeholders {
  /// How the arguments are typed.
  enum Style { case apple, c, java }

  enum Kind: String { case object, integer, number, character, text, pointer, date }

  /// The kind of each argument, and its spelling.
  private var arguments: [Int: (kind: Kind, spelling: String)] = [:]
  private var names: Set<String> = []
  /// Whether a placeholder can hardly be anything else, such as `%@` or `%1$d`.
  private var isCertain = false
  private(set) var isComplex = false
  /// The names in `%#@name@` and `%1$#@name@`, the variables of a dictionary of plurals.
  private(set) var variables: [String] = []
  /// The kind of the first placeholder without a number.
  private(set) var first: Kind?

  /// Finds the placeholders; with `allowsSpace`, also those with the flag for a space, such as `% d`, which may be the
  /// end of a percentage.
  init(_ text: String, _ style: Style, allowsSpace: Bool = false) {
    let bytes = Array(text.utf8)
    var (at, next) = (0, 1)
    while let start = bytes[min(at, bytes.count)...].firstIndex(of: ASCII.percentSign) {
      at = start + 1
      func byte() -> UInt8 { at < bytes.count ? bytes[at] : 0 }
      if byte() == ASCII.percentSign {
        at += 1
        continue
      }
      // A substitution of a string catalogue.
      if bytes[at...].starts(with: "arg".utf8) { isComplex = true }
      if let (name, end) = Self.name(in: bytes, at: at) {
        names.insert(name)
        at = end
        continue
      }
      var digits = 0
      while byte().isDigit { (digits, at) = (min(digits * 10 + Int(byte() - ASCII.digit0), 1000), at + 1) }
      let isNumbered = digits > 0 && byte() == ASCII.dollarSign
      if isNumbered { at += 1 } else { at = start + 1 }
      // One of the variables in a dictionary of plurals.
      if byte() == ASCII.numberSign, style == .apple {
        isComplex = true
        if let name = Self.variable(in: bytes, at: at) { variables.append(name) }
      }
      while "-+0,'#(".utf8.contains(byte()) { at += 1 }
      let isObject = style == .apple && bytes[at...].starts(with: " @".utf8)
      if byte() == ASCII.space, allowsSpace || isObject { at += 1 }
      while byte().isDigit || byte() == ASCII.fullStop || byte() == ASCII.asterisk {
        let isWidth = byte() == ASCII.asterisk
        at += 1
        guard isWidth else { continue }
        // `*2$` is the width in the second argument.
        let end = bytes[at...].firstIndex { !$0.isDigit } ?? bytes.count
        if end > at, end < bytes.count, bytes[end] == ASCII.dollarSign {
          arguments[Int(String(decoding: bytes[at..<end], as: UTF8.self)) ?? 0] = (.integer, "*")
          at = end + 1
        } else {
          arguments[next] = (.integer, "*")
          next += 1
        }
      }
      while "hlqLztj".utf8.contains(byte()) { at += 1 }
      // gettext writes the length of an integer as a macro, such as `%<PRIu64>`.
      let macro =
        style == .c && byte() == ASCII.lessThan ? bytes[at...].firstIndex(of: ASCII.greaterThan) : nil
      guard let kind = macro == nil ? Self.kind(byte(), style) : .integer else { continue }
      at = (macro ?? at) + 1
      if !isNumbered && first == nil { first = kind }
      let number = isNumbered ? digits : next
      if !isNumbered { next += 1 }
      arguments[number] = (kind, String(decoding: bytes[start..<at], as: UTF8.self))
      if kind == .object || isNumbered { isCertain = true }
    }
  }

  /// The name in `#@name@`.
  private static func variable(in bytes: [UInt8], at start: Int) -> String? {
    guard bytes[start...].starts(with: "#@".utf8) else { return nil }
    let name = bytes[(start + 2)...].prefix { $0 != ASCII.commercialAt && $0 != ASCII.space }
    guard name.endIndex < bytes.count, bytes[name.endIndex] == ASCII.commercialAt else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  private static func kind(_ conversion: UInt8, _ style: Style) -> Kind? {
    switch Character(Unicode.Scalar(conversion)) {
    case "@" where style == .apple: .object
    case "d", "i", "u", "x", "X", "o": .integer
    case "D", "U",
      "O" where style == .apple:
      .integer
    case "f", "e", "E", "g", "G", "a", "A": .number
    case "F" where style != .java: .number
    case "c", "C": .character
    case "s", "S": .text
    case "p" where style != .java: .pointer
    case "t",
      "T" where style == .java:
      .date
    default: nil
    }
  }

  /// `(name)s` or `name%` after a percent sign.
  private static func name(in bytes: [UInt8], at start: Int) -> (String, Int)? {
    guard start < bytes.count else { return nil }
    let isBracketed = bytes[start] == UInt8(ascii: "(")
    let first = start + (isBracketed ? 1 : 0)
    let end =
      bytes[first...].firstIndex { !$0.isLetter && !$0.isDigit && $0 != ASCII.underscore } ?? bytes.count
    guard end > first, end < bytes.count, bytes[first].isLetter,
      bytes[end] == (isBracketed ? UInt8(ascii: ")") : ASCII.percentSign)
    else { return nil }
    // `%d%%` is a number and a percent sign.
    let isConversion = bytes[first..<end - 1].allSatisfy { "hlqLztj".utf8.contains($0) }
    if !isBracketed && isConversion { return nil }
    return (String(decoding: bytes[first..<end], as: UTF8.self), end + 1)
  }

  /// Returns the difference of a translation, or nil; a form for one or no thing may leave out arguments.
  func difference(of translation: Placeholders, style: Style, mayLeaveOut: Bool) -> String? {
    if isComplex || translation.isComplex { return nil }
    if arguments.isEmpty && names.isEmpty {
      // Without any in the text, a percent sign is usually one.
      guard translation.isCertain, let extra = translation.arguments.values.first else { return nil }
      return "placeholder '\(extra.spelling)', which the text lacks"
    }
    for (number, argument) in arguments.sorted(by: { $0.key < $1.key }) {
      guard let other = translation.arguments[number] else {
        if mayLeaveOut { continue }
        return "missing placeholder '\(argument.spelling)'"
      }
      let isText = style == .java && (argument.kind == .text || other.kind == .text)
      if other.kind != argument.kind && !isText {
        return
          "placeholder '\(other.spelling)' for argument \(number), which is '\(argument.spelling)' in the text"
      }
    }
    if let extra = translation.arguments.filter({ arguments[$0.key] == nil }).min(by: { $0.key < $1.key }) {
      return "placeholder '\(extra.value.spelling)', but the text has only \(arguments.count)"
    }
    if !mayLeaveOut, let name = names.subtracting(translation.names).min() {
      return "missing placeholder '\(name)'"
    }
    return names.isEmpty
      ? nil : translation.names.subtracting(names).min().map { "unknown placeholder '\($0)'" }
  }
}
