// Words → options and operands, by a verb's declaration.

/// Parses what follows the verb on a command line.
package struct ArgumentParser {
  private let verb: Verb
  private let path: [String]
  private var given: [ParsedArguments.Given] = []
  private var operands: [String] = []

  package init(verb: Verb) { self.init(verb: verb, path: [verb.name]) }

  private init(verb: Verb, path: [String]) {
    self.verb = verb
    self.path = path
  }

  /// The options and operands of the words.
  ///
  /// Throws a `UsageError` for an unknown option or value, a missing value, and too few or too many operands.
  package func parse(_ words: [String]) throws(UsageError) -> ParsedArguments {
    if !verb.subverbs.isEmpty { return try parseSubverb(words) }
    var parser = self
    return try parser.run(words)
  }

  private func parseSubverb(_ words: [String]) throws(UsageError) -> ParsedArguments {
    guard let name = words.first(where: { !$0.hasPrefix("-") }), let place = words.firstIndex(of: name) else {
      if words.contains(where: { $0 == "--help" || $0 == "-h" }) {
        return ParsedArguments(verbPath: path, given: [], operands: [], asksForHelp: true)
      }
      let names = verb.subverbs.map(\.name).joined(separator: ", ")
      throw UsageError("\(verb.name) needs one of: \(names)", verb: verb.name)
    }
    guard let subverb = verb.subverbs.first(where: { $0.name == name }) else {
      throw unknown("'\(name)' is nothing that \(verb.name) does", name, among: verb.subverbs.map(\.name))
    }
    var rest = words
    rest.remove(at: place)
    var parser = ArgumentParser(verb: subverb, path: path + [name])
    return try parser.run(rest)
  }

  private mutating func run(_ words: [String]) throws(UsageError) -> ParsedArguments {
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
    let asksForHelp = given.contains { $0.key == "help" }
    let asksForVersion = given.contains { $0.key == "version" } && verb.option(named: "version") == nil
    if !asksForHelp && !asksForVersion { try checkOperands() }
    return ParsedArguments(
      verbPath: path, given: given, operands: operands, operandsBeforeTerminator: terminator,
      asksForHelp: asksForHelp, asksForVersion: asksForVersion)
  }

  // MARK: Options

  private mutating func longOption(_ word: String, _ words: [String], _ index: inout Int) throws(UsageError) {
    let body = word.dropFirst(2)
    let name = String(body.prefix { $0 != "=" })
    let value = body.count > name.count ? String(body.dropFirst(name.count + 1)) : nil
    guard let option = verb.options.first(where: { $0.longNames.contains(name) }) else {
      if ["help", "version"].contains(name) && value == nil {
        return given.append(.init(key: name, value: nil))
      }
      let names = verb.options.flatMap(\.longNames) + ["help", "version"]
      throw unknown("unknown option '--\(name)'", name, among: names, prefix: "--")
    }
    switch option.argument {
    case .none:
      guard value == nil else { throw usage("'--\(name)' takes no value") }
      given.append(.init(key: option.key, value: nil))
    case .optional:
      given.append(
        .init(key: option.key, value: try value.map { v throws(UsageError) in try checked(v, for: option) }))
    case .required: try take(option, value, spelled: "--\(name)", words, &index)
    }
  }

  private mutating func letters(_ word: String, _ words: [String], _ index: inout Int) throws(UsageError) {
    var rest = word.dropFirst()
    while let letter = rest.popFirst() {
      if letter == "h" && verb.option(named: "h") == nil {
        given.append(.init(key: "help", value: nil))
        continue
      }
      guard let option = verb.options.first(where: { $0.letter == letter }) else {
        throw unknownLetter(letter, in: word)
      }
      switch option.argument {
      case .none, .optional: given.append(.init(key: option.key, value: nil))
      case .required:
        if rest.first == "=" { rest.removeFirst() }
        let value = rest.isEmpty ? nil : String(rest)
        rest = ""
        try take(option, value, spelled: "-\(letter)", words, &index)
      }
    }
  }

  /// The value that stands in the same word, or else in the next.
  private mutating func take(
    _ option: Option, _ attached: String?, spelled: String, _ words: [String], _ index: inout Int
  ) throws(UsageError) {
    var value = attached
    if value == nil && index < words.count {
      value = words[index]
      index += 1
    }
    guard let value else {
      throw usage("'\(spelled)' needs a value: \(spelled) \(option.valueText ?? "VALUE")")
    }
    if option.key == "output" && value.hasPrefix("-") && value != "-" {
      throw usage(
        "'\(value)' after \(spelled) looks like an option, not a file",
        suggestion: "for standard output type '\(spelled) - \(value)', for a file of that name './\(value)'")
    }
    given.append(.init(key: option.key, value: try checked(value, for: option)))
  }

  private func checked(_ value: String, for option: Option) throws(UsageError) -> String {
    guard !option.choices.isEmpty, !option.choices.contains(value) else { return value }
    throw unknown(
      "'\(value)' is no value of \(option.typed) (\(option.choices.joined(separator: ", ")))", value,
      among: option.choices)
  }

  // MARK: Operands

  private func checkOperands() throws(UsageError) {
    let required = verb.operands.filter { !$0.isOptional }
    if operands.count < required.count {
      let missing = required[operands.count]
      let choices = missing.choices.isEmpty ? "" : " (\(missing.choices.joined(separator: ", ")))"
      throw usage("\(path.joined(separator: " ")) needs \(missing.name)\(choices)")
    }
    if !verb.operands.contains(where: \.repeats), operands.count > verb.operands.count {
      throw usage("'\(operands[verb.operands.count])' is one word too many")
    }
    for (operand, word) in zip(verb.operands, operands) where !operand.choices.isEmpty {
      guard !operand.choices.contains(word) else { continue }
      throw unknown(
        "'\(word)' is no \(operand.name) (\(operand.choices.joined(separator: ", ")))", word,
        among: operand.choices)
    }
  }

  // MARK: Errors

  private func usage(_ message: String, suggestion: String? = nil) -> UsageError {
    UsageError(message, suggestion: suggestion, verb: path.first)
  }

  private func unknown(_ message: String, _ word: String, among names: [String], prefix: String = "")
    -> UsageError
  {
    let nearest = NearestName.nearest(to: word, among: names)
    return usage(message, suggestion: nearest.map { "did you mean '\(prefix)\($0)'?" })
  }

  private func unknownLetter(_ letter: Character, in word: String) -> UsageError {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    if word.count > 2, let nearest = NearestName.nearest(to: name, among: verb.options.flatMap(\.longNames)) {
      return usage("unknown option '\(word)'", suggestion: "did you mean '--\(nearest)'?")
    }
    return usage("unknown option '-\(letter)'\(word.count > 2 ? " in '\(word)'" : "")")
  }
}
