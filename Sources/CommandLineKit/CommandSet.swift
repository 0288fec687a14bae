/// The length of a command's help: one that fits a terminal (`-h`), or everything (`--help`).
package enum HelpLength: Sendable {
  case short
  case whole
}

/// All commands of a program, in the order of its help, and the dispatch to one of them.
package struct CommandSet: Sendable {
  package let program: String
  package let summary: String
  package let version: String
  /// The commands in the output of the program without arguments.
  let commonest: [String]
  /// The options of every command, explained once in help and manual.
  let makeCommonOptions: @Sendable () -> [any Option]
  private let makeVerbs: @Sendable () -> [Verb]
  private let makeManual: @Sendable () -> String
  private let makePages: @Sendable () -> [ManualPage]
  private let verbNamed: (@Sendable (String) -> Verb?)?
  /// The advice for a word that other programs use, after a command or, if nil, in its place.
  let advice: @Sendable (_ word: String, _ command: String?) -> String?
  private let makeOtherWords: @Sendable () -> [OtherWord]

  /// A first word of another grammar, and the words that may follow it.
  package struct OtherWord: Sendable {
    package let name: String
    package let summary: String
    package let choices: [String]

    var isOption: Bool { name.hasPrefix("-") }

    package init(_ name: String, _ summary: String = "as plutil", choices: [String] = []) {
      self.name = name
      self.summary = summary
      self.choices = choices
    }
  }

  /// Commands and pages are created lazily: they would dominate the start-up time.
  ///
  /// `verbNamed` finds one command without creating the others.
  package init(
    program: String, summary: String, version: String, verbs: @autoclosure @escaping @Sendable () -> [Verb],
    manual: @autoclosure @escaping @Sendable () -> String = "",
    pages: @autoclosure @escaping @Sendable () -> [ManualPage] = [], commonest: [String] = [],
    commonOptions: @autoclosure @escaping @Sendable () -> [any Option] = [],
    otherWords: @autoclosure @escaping @Sendable () -> [OtherWord] = [],
    verbNamed: (@Sendable (String) -> Verb?)? = nil,
    advice: @escaping @Sendable (String, String?) -> String? = { _, _ in nil }
  ) {
    self.advice = advice
    makeOtherWords = otherWords
    self.program = program
    self.summary = summary
    self.version = version
    self.commonest = commonest
    makeCommonOptions = commonOptions
    makeVerbs = verbs
    makeManual = manual
    makePages = pages
    self.verbNamed = verbNamed
  }

  package var verbs: [Verb] { makeVerbs() }
  var commonOptions: [OptionDeclaration] { makeCommonOptions().map(\.declaration) }
  /// First words of another grammar, such as plutil's `-convert`.
  package var otherWords: [OtherWord] { makeOtherWords() }
  /// The sections of the program's own manual page, from DESCRIPTION on.
  package var manual: [ManualSection] { PageText.sections(makeManual()) }
  /// The pages that do not belong to a command.
  package var pages: [ManualPage] { makePages() }

  package enum Request: Sendable {
    /// The output of the program without arguments.
    case introduction
    case overview
    case version
    /// A command's help; the prefix precedes its name on the command line.
    case help(Verb, prefix: String, HelpLength)
    case page(ManualPage)
    case run(Verb, ParsedArguments)
  }

  /// The headings of the overview, in order.
  package var groups: [String] {
    var groups: [String] = []
    for verb in verbs where !groups.contains(verb.group) { groups.append(verb.group) }
    return groups
  }

  /// The operands of `help` and `man`: commands, and pages without the program's name.
  package var helpTopics: [String] { verbs.map(\.name) + pages.map(topic(of:)) }

  package func verb(named name: String) -> Verb? {
    if let verbNamed { return verbNamed(name) }
    return verbs.first { $0.name == name }
  }

  /// The page with a name, with or without the program's name and the section.
  package func page(named name: String) -> ManualPage? {
    let bare = name.hasSuffix(")") ? String(name.prefix { $0 != "(" }) : name
    return pages.first { $0.name == bare || shortName($0.name) == bare }
  }

  /// The topic of the page for help and man: its name without the program's, if no command has that name.
  func topic(of page: ManualPage) -> String {
    let short = shortName(page.name)
    return verb(named: short) == nil ? short : page.name
  }

  private func shortName(_ name: String) -> String {
    name.hasPrefix(program + "-") ? String(name.dropFirst(program.count + 1)) : name
  }

  /// Finds the command and parses the words after it.
  ///
  /// Throws a `UsageError` that suggests the nearest command for an unknown one.
  package func parse(_ words: [Argument]) throws(UsageError) -> Request {
    guard let first = words.first?.shown else { return .introduction }
    switch first {
    case "-h": return .introduction
    case "--help": return .overview
    case "--version", "-V": return .version
    case "version" where verb(named: first) == nil: return .version
    case "help": return try help(words.dropFirst().map(\.shown).filter { !$0.hasPrefix("-") }, .short)
    default: break
    }
    if first.hasPrefix("-") && first != "-" { throw unexpectedOption(first) }
    let verb = try find(first, before: words.dropFirst().first?.shown)
    let parsed = try ArgumentParser(verb: verb, of: self).parse(Array(words.dropFirst()))
    if let length = parsed.help { return try help(parsed.verbPath, length) }
    if parsed.asksForVersion { return .version }
    return .run(verb, parsed)
  }

  /// The help for a topic: a command, a command with its subcommand, or a page.
  private func help(_ topic: [String], _ length: HelpLength) throws(UsageError) -> Request {
    guard let name = topic.first else { return .overview }
    if verb(named: name) == nil, let page = page(named: name) { return .page(page) }
    guard let verb = verb(named: name) ?? verb(named: shortName(name)) else {
      throw UsageError(
        "unknown topic '\(name)'",
        suggestion: advice(name, nil) ?? NearestName.suggestion(for: name, among: helpTopics))
    }
    guard topic.count > 1 else { return .help(verb, prefix: program, length) }
    let subverb = try verb.subverb(named: topic[1])
    return .help(subverb, prefix: "\(program) \(verb.name)", length)
  }

  /// The error for an option in place of a command: a command with dashes, a misspelt option, or a command's
  /// option.
  private func unexpectedOption(_ word: String) -> UsageError {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    let isLong = word.hasPrefix("--")
    let plain = "unknown option '\(word)'"
    if let advice = advice(word, nil) { return UsageError(plain, suggestion: advice) }
    if verb(named: name) != nil { return UsageError(plain, suggestion: "did you mean '\(name)'?") }
    // Single letters are near one another by chance.
    let others = word.count > 3 ? otherWords.map(\.name) : []
    let options = isLong ? ["--help", "--version"] : others
    let nearest = NearestName.nearest(to: word, among: options)
    if let nearest { return UsageError(plain, suggestion: "did you mean '\(nearest)'?") }
    if let owners = owners(
      of: isLong ? "--\(name)" : word, { $0.spellings.contains(isLong ? "--\(name)" : word) })
    {
      return UsageError("unexpected option '\(word)' before the command", suggestion: owners)
    }
    let names = name.count > 1 ? verbs.map(\.name) : []
    return UsageError(plain, suggestion: NearestName.suggestion(for: name, among: names))
  }

  private static let namedOwners = 3

  /// The commands other than the one at `path` that have the option, or nil.
  func owners(of spelled: String, except path: [String] = [], _ matches: (OptionDeclaration) -> Bool)
    -> String?
  {
    let owners = completedVerbs.filter { $0.path != path && $0.verb.options.contains(where: matches) }.map {
      $0.path.joined(separator: " ")
    }
    guard !owners.isEmpty else { return nil }
    let named = owners.prefix(Self.namedOwners) + (owners.count > Self.namedOwners ? ["others"] : [])
    return "'\(spelled)' is an option of \(Array(named).joined(beforeLast: "and"))"
  }

  /// The command with a name; `next` is the word after it.
  private func find(_ name: String, before next: String?) throws(UsageError) -> Verb {
    if let verb = verb(named: name) { return verb }
    throw UsageError(
      "unknown command '\(name)'",
      suggestion: next.flatMap { advice($0, name) } ?? advice(name, nil)
        ?? NearestName.suggestion(
          for: name, among: verbs.map(\.name) + ["help"] + otherWords.filter { !$0.isOption }.map(\.name)))
  }
}
