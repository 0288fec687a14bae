/// Parses the words after a command into options and operands, according to its declaration.
package struct ArgumentParser {
  private let verb: Verb
  private let path: [String]
  /// All commands, to find the owner of a misplaced option.
  private let commands: CommandSet?
  private var given: [ParsedArguments.Given] = []
  private var operands: [Argument] = []
  private var help: HelpLength?
  private var asksForVersion = false

  /// `commands` is the program of the command, for suggestions; `parent` the command of a subcommand.
  package init(verb: Verb, of commands: CommandSet? = nil, in parent: [String] = []) {
    self.verb = verb
    path = parent + [verb.name]
    self.commands = commands
  }

  /// Returns the options and operands of the words.
  ///
  /// Throws a `UsageError` for an unknown option or value, a missing value, and too few or too many operands.
  package func parse(_ words: [Argument]) throws(UsageError) -> ParsedArguments {
    if !verb.subverbs.isEmpty { return try parseSubverb(words) }
    var parser = self
    return try parser.run(words)
  }

  private func parseSubverb(_ words: [Argument]) throws(UsageError) -> ParsedArguments {
    guard let name = words.first(where: { !$0.hasPrefix("-") }), let place = words.firstIndex(of: name) else {
      if words.contains(where: { $0 == "--help" }) { return ParsedArguments(verbPath: path, help: .whole) }
      if words.contains(where: { $0 == "-h" }) { return ParsedArguments(verbPath: path, help: .short) }
      let names = verb.subverbs.map(\.name).joined(beforeLast: "or")
      throw usage("missing command for \(verb.name)", suggestion: "expected \(names)")
    }
    let subverb = try verb.subverb(named: name.shown)
    var rest = words
    rest.remove(at: place)
    var parser = ArgumentParser(verb: subverb, of: commands, in: path)
    return try parser.run(rest)
  }

  private mutating func run(_ words: [Argument]) throws(UsageError) -> ParsedArguments {
    var index = 0
    var terminator: Int?
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--" {
        terminator = operands.count
        operands += words[index...]
        break
      } else if word.hasPrefix("--") {
        try longOption(word, words, &index)
      } else if word.hasPrefix("-") && word != "-" {
        try letters(word, words, &index)
      } else {
        operands.append(word)
      }
    }
    if help == nil && !asksForVersion { try checkOperands() }
    return ParsedArguments(
      verbPath: path, given: given, operands: operands, operandsBeforeTerminator: terminator, help: help,
      asksForVersion: asksForVersion)
  }

  // MARK: Options

  private mutating func longOption(_ word: Argument, _ words: [Argument], _ index: inout Int)
    throws(UsageError)
  {
    let body = word.bytes.dropFirst(2)
    let typed = body.prefix { $0 != UInt8(ascii: "=") }
    let name = Argument(bytes: typed).shown
    let text = body.count > typed.count ? Argument(bytes: body.dropFirst(typed.count + 1)) : nil
    guard let option = verb.options.first(where: { $0.longNames.contains(name) }) else {
      switch name {
      case "help" where text == nil: return help = .whole
      case "version" where text == nil && operands.isEmpty: return asksForVersion = true
      default: throw unknownOption(name)
      }
    }
    switch option.argument {
    case .none:
      if let text { throw usage("unexpected value '\(text.shown)' for --\(name)") }
      given.append(.init(option))
    case .optional:
      if let text { try add(option, text, spelled: "--\(name)") } else { given.append(.init(option)) }
    case .required: try take(option, text, spelled: "--\(name)", words, &index)
    }
  }

  private mutating func letters(_ word: Argument, _ words: [Argument], _ index: inout Int) throws(UsageError)
  {
    var rest = word.bytes.dropFirst()
    while let byte = rest.popFirst() {
      let letter =
        byte < 0x80 ? Character(Unicode.Scalar(byte)) : Argument(bytes: [byte] + rest).shown.first ?? "?"
      if letter == "h" && verb.option(named: "h") == nil {
        help = help ?? .short
        continue
      }
      if letter == "V" && verb.option(named: "V") == nil {
        asksForVersion = true
        continue
      }
      guard let option = verb.options.first(where: { $0.letter == letter }) else {
        throw unknownLetter(letter, in: word.shown)
      }
      switch option.argument {
      case .none, .optional: given.append(.init(option))
      case .required:
        if rest.first == UInt8(ascii: "=") { rest.removeFirst() }
        let value = rest.isEmpty ? nil : Argument(bytes: rest)
        rest = []
        try take(option, value, spelled: "-\(letter)", words, &index)
      }
    }
  }

  /// Takes the value from the same word, or else from the next.
  private mutating func take(
    _ option: OptionDeclaration, _ attached: Argument?, spelled: String, _ words: [Argument],
    _ index: inout Int
  ) throws(UsageError) {
    var word = attached
    if word == nil && index < words.count {
      let next = words[index].shown
      if spelled.hasPrefix("--"), isOption(next) {
        throw usage(
          "missing value for \(spelled)", suggestion: "write \(spelled)=\(next) for the text '\(next)'")
      }
      word = words[index]
      index += 1
    }
    guard let word else {
      throw usage(
        "missing value for \(spelled)", suggestion: "write \(spelled) \(option.valueText ?? "VALUE")")
    }
    try add(option, word, spelled: spelled)
  }

  /// Whether a word is exactly an option of the command, and no number.
  private func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let letter = word.dropFirst().first, !letter.isNumber else { return false }
    let name = String(word.drop { $0 == "-" })
    return word.hasPrefix("--")
      ? verb.options.contains { $0.longNames.contains(name) }
      : name.count == 1 && verb.options.contains { $0.letter == letter }
  }

  private mutating func add(_ option: OptionDeclaration, _ word: Argument, spelled: String) throws(UsageError)
  {
    do throws(ValueError) {
      given.append(.init(option, text: word.shown, value: try option.parse(word)))
    } catch { throw error.usageError(value: word.shown, for: spelled, verb: path.first) }
  }

  // MARK: Operands

  private func checkOperands() throws(UsageError) {
    let required = verb.operands.filter { !$0.isOptional }
    if operands.count < required.count {
      let missing = required[operands.count]
      let choices = missing.choices.joined(beforeLast: "or")
      throw usage(
        "missing \(missing.name) for \(spelledPath)",
        suggestion: choices.isEmpty ? nil : "expected \(choices)")
    }
    if !verb.operands.contains(where: \.repeats), operands.count > verb.operands.count {
      let word = operands[verb.operands.count].shown
      let isSetting = word.contains("=") && verb.option(named: "set") != nil
      throw usage("unexpected argument '\(word)'", suggestion: isSetting ? "use --set \(word)" : nil)
    }
    for (operand, word) in zip(verb.operands, operands) {
      do throws(ValueError) { try operand.check(word) } catch {
        throw error.usageError(value: word.shown, for: operand.name, verb: path.first)
      }
    }
  }

  // MARK: Errors

  private var spelledPath: String { path.joined(separator: " ") }

  private func usage(_ message: String, suggestion: String? = nil) -> UsageError {
    UsageError(message, suggestion: suggestion, verb: path.first)
  }

  private func unknownOption(_ name: String) -> UsageError {
    let names = verb.options.flatMap(\.longNames) + ["help", "version"]
    let nearest = NearestName.nearest(to: name, among: names).map { "did you mean '--\($0)'?" }
    return usage(
      "unknown option '--\(name)' for \(spelledPath)",
      suggestion: operand(named: name) ?? advice("--\(name)") ?? owners(of: "--\(name)") {
        $0.longNames.contains(name)
      } ?? nearest)
  }

  private func unknownLetter(_ letter: Character, in word: String) -> UsageError {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    if let operand = operand(named: name) {
      return usage("unknown option '\(word)' for \(spelledPath)", suggestion: operand)
    }
    if word.count > 2, let nearest = NearestName.nearest(to: name, among: verb.options.flatMap(\.longNames)) {
      return usage("unknown option '\(word)' for \(spelledPath)", suggestion: "did you mean '--\(nearest)'?")
    }
    return usage(
      "unknown option '-\(letter)'\(word.count > 2 ? " in '\(word)'" : "") for \(spelledPath)",
      suggestion: advice("-\(letter)") ?? owners(of: "-\(letter)") { $0.letter == letter })
  }

  private func advice(_ word: String) -> String? { path.first.flatMap { commands?.advice(word, $0) } }

  private func owners(of spelled: String, _ matches: (OptionDeclaration) -> Bool) -> String? {
    commands?.owners(of: spelled, except: path, matches)
  }

  /// The correct spelling for an option with the name of an operand's value: `convert --json`.
  private func operand(named name: String) -> String? {
    guard verb.operands.contains(where: { $0.choices.contains(name) }) else { return nil }
    return "did you mean '\(spelledPath) \(name)'?"
  }
}
