// The placeholders of a text and of its translation, compared by type for each argument.
//
//   "%1$@ of %2$d"   →   1: object, 2: integer     "%(name)s %count%"   →   names name, count

struct Placeholders {
  /// How the arguments are typed.
  ///
  /// `script` is printf of Python and PHP, whose integers have no size; `qt` has positions such as `%1` only.
  enum Style { case apple, c, script, java, qt }

  enum Kind: String { case object, integer, number, character, text, pointer, date }

  private struct Argument {
    let kind: Kind
    let spelling: String
    /// The size of an integer in C, and `u` for one without a sign.
    var size = ""

    func isSame(as other: Argument) -> Bool { kind == other.kind && size == other.size }
  }

  private var arguments: [Int: Argument] = [:]
  private var names: Set<String> = []
  /// The arguments that Python names, such as `%(n)d`.
  private var named: [String: Argument] = [:]
  /// The spelling of each name in braces, such as `${name}` of `name`.
  private let braces: [String: String]
  /// The numbers of placeholders such as `%1`, which Qt and others have.
  private var positions: Set<Int> = []
  /// The first percent sign that begins no placeholder, with the character that follows.
  private var stray: String?
  /// Two spellings of an argument whose types differ.
  private(set) var conflict: String?
  /// Whether a placeholder can hardly be anything else, such as `%@` or `%1$d`.
  private var isCertain = false
  private(set) var isComplex = false
  /// The names in `%#@name@` and `%1$#@name@`, the variables of a dictionary of plurals.
  private(set) var variables: [String] = []
  /// The kind of the first placeholder without a number.
  private(set) var first: Kind?

  /// Finds the placeholders, without a style only those in braces; with `allowsSpace`, also those with the flag for a
  /// space, such as `% d`, which may be the end of a percentage.
  init(_ text: String, _ style: Style?, allowsSpace: Bool = false) {
    let bytes = Array(text.utf8)
    braces = Self.braces(in: bytes)
    guard let style else { return }
    var (at, next) = (0, 1)
    while let start = bytes[min(at, bytes.count)...].firstIndex(of: ASCII.percentSign) {
      at = start + 1
      func byte() -> UInt8 { at < bytes.count ? bytes[at] : 0 }
      if byte() == ASCII.percentSign {
        at += 1
        continue
      }
      // A substitution of a string catalogue.
      if style == .apple, bytes[at...].starts(with: "arg".utf8) {
        isComplex = true
        at += 3
        continue
      }
      if style == .qt {
        if byte() == UInt8(ascii: "L") { at += 1 }
        let digits = bytes[min(at, bytes.count)...].prefix(2).prefix(while: \.isDigit)
        if let number = Int(String(decoding: digits, as: UTF8.self)), number > 0 { positions.insert(number) }
        continue
      }
      if let (name, end) = Self.name(in: bytes, at: at) {
        names.insert(name)
        at = end
        let conversion = bytes[at...].drop { $0.isDigit || "-+0 #.hlL".utf8.contains($0) }
        if style == .script, bytes[start + 1] == ASCII.leftParenthesis, let byte = conversion.first,
          let kind = Self.kind(byte, style)
        {
          let spelling = String(decoding: bytes[start...conversion.startIndex], as: UTF8.self)
          named[name] = Argument(kind: kind, spelling: spelling)
        }
        continue
      }
      var digits = 0
      while byte().isDigit { (digits, at) = (min(digits * 10 + Int(byte() - ASCII.digit0), 1000), at + 1) }
      let isNumbered = digits > 0 && byte() == ASCII.dollarSign
      let endOfDigits = at
      if isNumbered { at += 1 } else { at = start + 1 }
      // One of the variables in a dictionary of plurals.
      if byte() == ASCII.numberSign, style == .apple {
        isComplex = true
        if let name = Self.variable(in: bytes, at: at) {
          variables.append(name)
          at += name.utf8.count + 3
          continue
        }
      }
      while "-+0,'#(".utf8.contains(byte()) || style == .java && byte() == ASCII.lessThan { at += 1 }
      let isObject = style == .apple && bytes[at...].starts(with: " @".utf8)
      if byte() == ASCII.space, allowsSpace || isObject { at += 1 }
      while byte().isDigit || byte() == ASCII.fullStop || byte() == ASCII.asterisk {
        let isWidth = byte() == ASCII.asterisk
        at += 1
        guard isWidth else { continue }
        // `*2$` is the width in the second argument.
        let end = bytes[at...].firstIndex { !$0.isDigit } ?? bytes.count
        if end > at, end < bytes.count, bytes[end] == ASCII.dollarSign {
          let number = Int(String(decoding: bytes[at..<end], as: UTF8.self)) ?? 0
          arguments[number] = Argument(kind: .integer, spelling: "*")
          at = end + 1
        } else {
          arguments[next] = Argument(kind: .integer, spelling: "*")
          next += 1
        }
      }
      let startOfSize = at
      while style != .java, "hlqLztj".utf8.contains(byte()) { at += 1 }
      // gettext writes the length of an integer as a macro, such as `%<PRIu64>`.
      let macro =
        style == .c && byte() == ASCII.lessThan ? bytes[at...].firstIndex(of: ASCII.greaterThan) : nil
      guard let kind = macro == nil ? Self.kind(byte(), style) : .integer else {
        if !isNumbered, (1...99).contains(digits), endOfDigits - start < 4 {
          positions.insert(digits)
          // `%1%` is a placeholder of Boost.
          at = endOfDigits + (endOfDigits < bytes.count && bytes[endOfDigits] == ASCII.percentSign ? 1 : 0)
        } else if stray == nil, !Self.others(style).contains(byte()) {
          let end = min(at + (byte() == 0 ? 0 : 1), bytes.count)
          stray = byte() < 0x80 ? String(decoding: bytes[start..<end], as: UTF8.self) : "%"
        }
        continue
      }
      let isUnsigned = kind == .integer && macro == nil && !"di".utf8.contains(byte())
      let size = String(decoding: bytes[startOfSize..<(macro ?? at)], as: UTF8.self) + (isUnsigned ? "u" : "")
      at = (macro ?? at) + 1
      if !isNumbered && first == nil { first = kind }
      let number = isNumbered ? digits : next
      if !isNumbered { next += 1 }
      let spelling = String(decoding: bytes[start..<at], as: UTF8.self)
      let other = arguments[number]
      if isNumbered, conflict == nil, let other, other.spelling.utf8.contains(ASCII.dollarSign),
        !other.kind.agrees(with: kind), style != .java || kind != .text && other.kind != .text
      {
        conflict = "argument \(number) has two types, '\(other.spelling)' and '\(spelling)'"
      }
      // The address of an object says nothing about its type.
      if other == nil || kind != .pointer {
        arguments[number] = Argument(
          kind: kind, spelling: spelling, size: style == .c && kind == .integer ? size : "")
      }
      if kind == .object || isNumbered { isCertain = true }
    }
  }

  /// Conversions without an argument, or of one that is not compared.
  private static func others(_ style: Style) -> String.UTF8View {
    switch style {
    case .apple: "n".utf8
    case .c, .script, .qt: "nmrb".utf8
    case .java: "nbBhH".utf8
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
    case "d", "x", "X", "o": .integer
    case "i" where style != .java, "u" where style != .java: .integer
    case "D" where style == .apple, "U" where style == .apple, "O" where style == .apple: .integer
    case "f", "e", "E", "g", "G", "a", "A": .number
    case "F" where style != .java: .number
    case "c", "C": .character
    case "s", "S": .text
    case "p" where style != .java: .pointer
    case "t" where style == .java, "T" where style == .java: .date
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
  func difference(of translation: Placeholders, style: Style?, mayLeaveOut: Bool) -> String? {
    argumentDifference(of: translation, style, mayLeaveOut)
      ?? nameDifference(of: translation, mayLeaveOut)
  }

  private func argumentDifference(
    of translation: Placeholders, _ style: Style?, _ mayLeaveOut: Bool
  ) -> String? {
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
      // Java writes any value as text.
      let isText = style == .java && other.kind == .text
      if !other.isSame(as: argument) && !isText {
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
    for (name, argument) in named.sorted(by: { $0.key < $1.key }) {
      guard let other = translation.named[name], !other.isSame(as: argument) else { continue }
      return "placeholder '\(other.spelling)', which is '\(argument.spelling)' in the text"
    }
    if stray == nil, let found = translation.stray, !arguments.isEmpty || [.c, .script].contains(style) {
      return "'\(found)' is not a placeholder; write '%%' for a percent sign"
    }
    return names.isEmpty
      ? nil : translation.names.subtracting(names).min().map { "unknown placeholder '\($0)'" }
  }
}

extension Placeholders.Kind {
  /// Whether one argument may be written as both: a character is an integer, and every object has an address.
  func agrees(with other: Self) -> Bool {
    let kinds: Set = [self, other]
    return kinds.count == 1 || kinds.contains(.pointer) || kinds == [.integer, .character]
  }
}

// MARK: Names in braces

extension Placeholders {
  /// The types of arguments in messages of ICU and java.text.MessageFormat.
  private static let types: Set<String> = [
    "number", "date", "time", "choice", "spellout", "ordinal", "duration", "list", "plural", "select",
    "selectordinal",
  ]

  /// Finds `{name}`, `${name}`, `{{name}}`, `{0,number}`, `{x:>8}`, and those in the texts of ICU's plurals and choices.
  private static func braces(in bytes: [UInt8]) -> [String: String] {
    guard bytes.contains(ASCII.leftBrace) else { return [:] }
    var found: [String: String] = [:]
    // Whether each open brace contains cases, whose braces contain texts: {n, plural, one {…} other {…}}.
    var hasCases: [Bool] = []
    var at = 0
    func word(from start: inout Int) -> String {
      start = bytes[start...].firstIndex { $0 != ASCII.space } ?? bytes.count
      let first = start
      start = bytes[start...].firstIndex { !isNameByte($0) } ?? bytes.count
      return String(decoding: bytes[first..<start], as: UTF8.self)
    }
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == ASCII.rightBrace { _ = hasCases.popLast() }
      guard byte == ASCII.leftBrace else { continue }
      let open = at - 1
      if hasCases.last == true {
        hasCases.append(false)
        continue
      }
      // `{$name}` in templates of PHP and messages of Fluent.
      if at < bytes.count, bytes[at] == ASCII.dollarSign { at += 1 }
      var end = at
      let name = word(from: &end)
      let next = bytes[end...].first { $0 != ASCII.space } ?? 0
      let before = open > 0 ? bytes[open - 1] : 0
      let prefix = "$%#@".utf8.contains(before) ? String(UnicodeScalar(before)) : ""
      let isDouble = before == ASCII.leftBrace && bytes[end...].starts(with: "}}".utf8)
      let spelling = isDouble ? "{{\(name)}}" : prefix + "{\(name)}"
      var isPlural = false
      let isNamed: Bool
      switch next {
      case ASCII.rightBrace: isNamed = true
      case ASCII.comma:
        var start = (bytes[end...].firstIndex(of: ASCII.comma) ?? end) + 1
        let type = word(from: &start)
        isNamed = types.contains(type) || name.utf8.allSatisfy(\.isDigit)
        isPlural = isNamed && (type.hasPrefix("plural") || type.hasPrefix("select"))
        if isNamed { end = start }
      case ASCII.colon, ASCII.exclamationMark:
        let after = end + 1 < bytes.count && bytes[end] == next ? bytes[end + 1] : 0
        isNamed = isNameByte(after) || "<>=^+".utf8.contains(after)
      default: isNamed = false
      }
      if isNamed && name.utf8.contains(where: { $0.isLetter || $0.isDigit }) {
        found[name] = spelling
        at = end
      }
      hasCases.append(isPlural)
    }
    return found
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "_.-".utf8.contains(byte)
  }

  /// The first difference in names and in positions such as `%1`, which count only if the text has them.
  private func nameDifference(of translation: Placeholders, _ mayLeaveOut: Bool) -> String? {
    let isNumbered = arguments.isEmpty && positions == Set(1...max(1, positions.count))
    let pairs = [
      (braces, translation.braces),
      isNumbered ? (Self.shown(positions), Self.shown(translation.positions)) : ([:], [:]),
    ]
    for (own, others) in pairs where !own.isEmpty {
      if !mayLeaveOut, let missing = own.filter({ others[$0.key] == nil }).values.min() {
        return "missing placeholder '\(missing)'"
      }
      if let extra = others.filter({ own[$0.key] == nil }).values.min() {
        return "placeholder '\(extra)', which the text lacks"
      }
    }
    return nil
  }

  private static func shown(_ positions: Set<Int>) -> [String: String] {
    Dictionary(uniqueKeysWithValues: positions.map { ("\($0)", "%\($0)") })
  }
}
