// The grammar of RFC 9485, section 4, compiled in one pass; open groups are on a separate stack.

/// Compiles an I-Regexp to the program of `IRegexp`.
struct IRegexpParser {
  /// An open group: the start of it and of its current branch, and the jumps from its finished branches.
  private struct Group {
    let start: Int
    var branchStart: Int
    var exits: [Int] = []
    let place: Int
  }

  private let scalars: [Unicode.Scalar]
  private var at = 0
  private var program: [IRegexp.Instruction] = []
  private var groups: [Group] = [Group(start: 0, branchStart: 0, place: 0)]

  package init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  private var peek: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

  /// Skips the scalar if it is the next one.
  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    at += 1
    return true
  }

  package mutating func parse() throws(Failure) -> [IRegexp.Instruction] {
    while let scalar = peek {
      switch scalar {
      case "(":
        guard groups.count <= IRegexp.maximumDepth else { throw Failure(.regexpTooLarge, at: at) }
        groups.append(Group(start: program.count, branchStart: program.count, place: at))
        at += 1
      case "|":
        at += 1
        finishBranch()
      case ")":
        guard groups.count > 1 else { throw Failure(.regexpUnbalanced, at: at) }
        at += 1
        try quantify(from: finishGroup())
      case "*", "+", "?", "{": throw Failure(.regexpNothingToRepeat, at: at, String(scalar))
      case "]", "}": throw Failure(.regexpEscapeNeeded, at: at, String(scalar))
      default:
        program.append(try atom(scalar))
        try quantify(from: program.count - 1)
      }
    }
    guard groups.count == 1 else { throw Failure(.regexpUnbalanced, at: groups[groups.count - 1].place) }
    _ = finishGroup()
    program.append(.match)
    return program
  }

  // MARK: Groups

  /// At `|`: inserts a split before the finished branch, and a jump after it that `finishGroup` targets.
  private mutating func finishBranch() {
    let last = groups.count - 1
    let start = groups[last].branchStart
    let branch = program[start...].map { Self.moved($0, by: 1, from: start) }
    program.replaceSubrange(start..., with: [.split(start + 1, start + branch.count + 2)] + branch)
    groups[last].exits.append(program.count)
    program.append(.jump(-1))
    groups[last].branchStart = program.count
  }

  /// Closes the innermost group and returns its start.
  private mutating func finishGroup() -> Int {
    let group = groups.removeLast()
    for exit in group.exits { program[exit] = .jump(program.count) }
    return group.start
  }

  /// The instruction after the code from `place` has moved by `distance`.
  private static func moved(
    _ instruction: IRegexp.Instruction, by distance: Int, from place: Int
  ) -> IRegexp.Instruction {
    switch instruction {
    case .jump(let target): .jump(target >= place ? target + distance : target)
    case .split(let first, let second):
      .split(first >= place ? first + distance : first, second >= place ? second + distance : second)
    case .scalar, .set, .start, .end, .match: instruction
    }
  }

  // MARK: Quantifiers

  /// Parses the quantifier after the atom at `start`, if there is one.
  private mutating func quantify(from start: Int) throws(Failure) {
    guard let range = try quantifier() else { return try checkSize() }
    let copies = max(range.minimum, range.maximum ?? range.minimum + 1)
    guard copies * (program.count - start + 1) < IRegexp.maximumInstructions else {
      throw Failure(.regexpTooLarge, at: at)
    }
    repeatAtom(from: start, minimum: range.minimum, maximum: range.maximum)
    if let next = peek, "*+?{".unicodeScalars.contains(next) {
      throw Failure(.regexpNothingToRepeat, at: at, String(next))
    }
    try checkSize()
  }

  private func checkSize() throws(Failure) {
    guard program.count < IRegexp.maximumInstructions else { throw Failure(.regexpTooLarge, at: at) }
  }

  private mutating func quantifier() throws(Failure) -> (minimum: Int, maximum: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    return peek == "{" ? try countRange() : nil
  }

  /// Replaces the atom from `start` with its repetition.
  private mutating func repeatAtom(from start: Int, minimum: Int, maximum: Int?) {
    let atom = Array(program[start...])
    program.removeSubrange(start...)
    for _ in 0..<minimum { append(atom, writtenAt: start) }
    var splits: [Int] = []
    if let maximum {
      for _ in minimum..<max(minimum, maximum) {
        splits.append(program.count)
        program.append(.split(program.count + 1, -1))
        append(atom, writtenAt: start)
      }
    } else {
      splits.append(program.count)
      program.append(.split(program.count + 1, -1))
      append(atom, writtenAt: start)
      program.append(.jump(splits[0]))
    }
    for split in splits { program[split] = .split(split + 1, program.count) }
  }

  private mutating func append(_ atom: [IRegexp.Instruction], writtenAt start: Int) {
    let distance = program.count - start
    for instruction in atom { program.append(Self.moved(instruction, by: distance, from: start)) }
  }

  /// `{n}`, `{n,}` or `{n,m}`.
  private mutating func countRange() throws(Failure) -> (minimum: Int, maximum: Int?) {
    let place = at
    at += 1
    guard let minimum = number() else { throw Failure(.regexpBadCount, at: place) }
    var maximum: Int? = minimum
    if take(",") {
      maximum = number()
      if let maximum, maximum < minimum { throw Failure(.regexpBadCount, at: place) }
    }
    guard take("}") else { throw Failure(.regexpBadCount, at: place) }
    return (minimum, maximum)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let digit = peek, ("0"..."9").contains(digit) {
      value = min((value ?? 0) * 10 + Int(digit.value - 48), IRegexp.maximumInstructions)
      at += 1
    }
    return value
  }

  // MARK: Atoms

  private mutating func atom(_ scalar: Unicode.Scalar) throws(Failure) -> IRegexp.Instruction {
    if scalar == "[" { return .set(try characterClass()) }
    at += 1
    if scalar == "." { return .set(.anyButLineEnd) }
    if scalar == "^" { return .start }
    if scalar == "$" { return .end }
    guard scalar == "\\" else { return .scalar(scalar) }
    if peek == "p" || peek == "P" {
      var set = ScalarSet()
      set.categories.append(try category())
      return .set(set)
    }
    return .scalar(try escaped())
  }

  /// The scalar after a backslash.
  private mutating func escaped() throws(Failure) -> Unicode.Scalar {
    guard let scalar = peek else { throw Failure(.regexpBadEscape, at: at - 1, "\\") }
    at += 1
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}": return scalar
    default: throw Failure(.regexpBadEscape, at: at - 2, "\\" + String(scalar))
    }
  }

  /// `p{Lu}` or `P{Lu}`.
  private mutating func category() throws(Failure) -> (name: String, isNegated: Bool) {
    let place = at
    let isNegated = scalars[at] == "P"
    at += 1
    var name = ""
    if take("{") {
      while let scalar = peek, scalar != "}", name.unicodeScalars.count < 3 {
        name.unicodeScalars.append(scalar)
        at += 1
      }
    }
    guard take("}"), ScalarSet.categoryNames.contains(name) else {
      throw Failure(.regexpBadCategory, at: place - 1, name)
    }
    return (name, isNegated)
  }

  /// `[…]`; a hyphen is itself only at either end.
  private mutating func characterClass() throws(Failure) -> ScalarSet {
    let place = at
    var set = ScalarSet()
    at += 1
    set.isNegated = take("^")
    var isFirst = true
    while let scalar = peek, scalar != "]" {
      if take("-") {
        guard isFirst || peek == "]" else { throw Failure(.regexpEscapeNeeded, at: at - 1, "-") }
        set.ranges.append(0x2D...0x2D)
      } else {
        try classMember(scalar, into: &set)
      }
      isFirst = false
    }
    guard take("]"), !isFirst else { throw Failure(.regexpBadClass, at: place) }
    return set
  }

  private mutating func classMember(_ scalar: Unicode.Scalar, into set: inout ScalarSet) throws(Failure) {
    if scalar == "[" { throw Failure(.regexpEscapeNeeded, at: at, "[") }
    let place = at
    at += 1
    var low = scalar
    if scalar == "\\" {
      if peek == "p" || peek == "P" { return set.categories.append(try category()) }
      low = try escaped()
    }
    guard peek == "-", at + 1 < scalars.count, scalars[at + 1] != "]" else {
      return set.ranges.append(low.value...low.value)
    }
    at += 1
    var high = scalars[at]
    at += 1
    if high == "\\" { high = try escaped() }
    guard low.value <= high.value, high != "[" else { throw Failure(.regexpBadClass, at: place) }
    set.ranges.append(low.value...high.value)
  }
}
