// I-Regexp (RFC 9485): the interoperable regular expressions, matched in time linear in the text.
//
// a(b|c)*  compiles to
//
//   0  scalar a
//   1  split 2, 7      again, or on
//   2  split 3, 5      either branch
//   3  scalar b
//   4  jump 6
//   5  scalar c
//   6  jump 1
//   7  match
//
// All threads of the program advance together over each scalar, so no pattern takes exponential time. `^` and
// `$` are the ends of the text, as in RFC 9485's mapping to ECMAScript (section 5.3) and in the compliance
// suite of JSONPath, although section 4 makes them ordinary characters; `[$]` and `\^` are the characters.

/// A compiled I-Regexp.
package struct IRegexp: Sendable {
  /// The maximum number of instructions; repetition counts multiply them.
  package static let maximumInstructions = 20_000
  /// The maximum nesting of groups.
  package static let maximumDepth = 100

  enum Instruction: Sendable {
    case scalar(Unicode.Scalar)
    case set(ScalarSet)
    case jump(Int)
    case split(Int, Int)
    /// `^` and `$`.
    case start
    case end
    case match
  }

  let program: [Instruction]

  /// The maximum cost of one character.
  package var instructionCount: Int { program.count }

  /// Compiles a pattern.
  ///
  /// Throws `regexp.*` failures with an offset in the pattern's Unicode scalars from 0.
  package init(_ pattern: String) throws(Failure) {
    var parser = IRegexpParser(pattern)
    program = try parser.parse()
  }

  /// Whether the pattern matches the whole text.
  package func matches(_ text: String) -> Bool { run(text.unicodeScalars, isAnchored: true) }

  /// Whether the pattern matches some part of the text.
  package func isFound(in text: String) -> Bool { run(text.unicodeScalars, isAnchored: false) }

  private func run(_ text: String.UnicodeScalarView, isAnchored: Bool) -> Bool {
    var current = ThreadList(capacity: program.count)
    var next = ThreadList(capacity: program.count)
    if addThread(0, to: &current, isAtStart: true) && !isAnchored { return true }
    for scalar in text {
      next.clear()
      for place in current.places {
        let isTaken =
          switch program[place] {
          case .scalar(let wanted): wanted == scalar
          case .set(let set): set.contains(scalar)
          case .jump, .split, .start, .end, .match: false
          }
        if isTaken { _ = addThread(place + 1, to: &next) }
      }
      if !isAnchored && addThread(0, to: &next) { return true }
      swap(&current, &next)
      if current.places.isEmpty { return false }
    }
    for place in current.places {
      guard case .end = program[place] else { continue }
      _ = addThread(place + 1, to: &current, isAtStart: text.isEmpty, isAtEnd: true)
    }
    return current.hasMatch
  }

  /// Adds a thread and all that it reaches without consuming a scalar; returns whether the list contains the
  /// match.
  private func addThread(
    _ start: Int, to list: inout ThreadList, isAtStart: Bool = false, isAtEnd: Bool = false
  ) -> Bool {
    list.pending.append(start)
    while let place = list.pending.popLast() {
      guard list.insert(place) else { continue }
      switch program[place] {
      case .jump(let target): list.pending.append(target)
      case .split(let first, let second): list.pending += [second, first]
      case .start: if isAtStart { list.pending.append(place + 1) }
      case .end: if isAtEnd { list.pending.append(place + 1) }
      case .match: list.hasMatch = true
      case .scalar, .set: break
      }
    }
    return list.hasMatch
  }

  /// The active instructions of the program, without duplicates.
  private struct ThreadList {
    private(set) var places: [Int] = []
    var pending: [Int] = []
    var hasMatch = false
    private var lastSeen: [Int]
    private var round = 1

    init(capacity: Int) { lastSeen = [Int](repeating: 0, count: capacity) }

    mutating func insert(_ place: Int) -> Bool {
      if lastSeen[place] == round { return false }
      lastSeen[place] = round
      places.append(place)
      return true
    }

    mutating func clear() {
      places.removeAll(keepingCapacity: true)
      hasMatch = false
      round += 1
    }
  }
}

/// A set of Unicode scalars: ranges and general categories, or their complement.
struct ScalarSet: Sendable {
  package var isNegated = false
  package var ranges: [ClosedRange<UInt32>] = []
  /// Names of general categories (`L`, `Lu`), and whether each is negated.
  package var categories: [(name: String, isNegated: Bool)] = []

  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isMember =
      ranges.contains { $0.contains(scalar.value) }
      || categories.contains {
        $0.isNegated != scalar.properties.generalCategory.abbreviation.hasPrefix($0.name)
      }
    return isMember != isNegated
  }

  /// The dot: everything but line feed and carriage return.
  static let anyButLineEnd = ScalarSet(isNegated: true, ranges: [0x0A...0x0A, 0x0D...0x0D])

  /// The category names of RFC 9485.
  static let categoryNames: Set<String> = [
    "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe",
    "Pf", "Pi", "Po", "Ps", "Z", "Zl", "Zp", "Zs", "S", "Sc", "Sk", "Sm", "So", "C", "Cc", "Cf", "Cn", "Co",
  ]
}

extension Unicode.GeneralCategory {
  /// The two letters of the Unicode standard; those of unassigned characters for a category that it adds.
  fileprivate var abbreviation: String { Self.abbreviations[self] ?? "Cn" }

  private static let abbreviations: [Self: String] = [
    .uppercaseLetter: "Lu", .lowercaseLetter: "Ll", .titlecaseLetter: "Lt", .modifierLetter: "Lm",
    .otherLetter: "Lo", .nonspacingMark: "Mn", .spacingMark: "Mc", .enclosingMark: "Me", .decimalNumber: "Nd",
    .letterNumber: "Nl", .otherNumber: "No", .connectorPunctuation: "Pc", .dashPunctuation: "Pd",
    .openPunctuation: "Ps", .closePunctuation: "Pe", .initialPunctuation: "Pi", .finalPunctuation: "Pf",
    .otherPunctuation: "Po", .mathSymbol: "Sm", .currencySymbol: "Sc", .modifierSymbol: "Sk",
    .otherSymbol: "So", .spaceSeparator: "Zs", .lineSeparator: "Zl", .paragraphSeparator: "Zp",
    .control: "Cc", .format: "Cf", .surrogate: "Cs", .privateUse: "Co", .unassigned: "Cn",
  ]
}
