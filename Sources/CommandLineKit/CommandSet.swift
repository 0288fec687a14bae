// A program: its verbs in the order in which help shows them.

/// How much of a verb's help is shown: what fits a terminal (`-h`), or everything (`--help`).
package enum HelpLength: Sendable {
  case short
  case whole
}

/// All verbs of a program, and the way from words to one of them.
package struct CommandSet: Sendable {
  package let program: String
  package let summary: String
  package let version: String
  /// The commands that the program alone shows.
  let commonest: [String]
  /// The options of every command, which help and the manual explain once.
  let makeCommonOptions: @Sendable () -> [any Option]
  private let makeVerbs: @Sendable () -> [Verb]
  private let makeManual: @Sendable () -> [ManualSection]
  private let makePages: @Sendable () -> [ManualPage]
  private let verbNamed: (@Sendable (String) -> Verb?)?
  /// What to type for a word that other programs have for a verb, or nil.
  private let guess: @Sendable (String) -> String?
  private let makeOtherWords: @Sendable () -> [OtherWord]

  /// A first word of another grammar, and the words that may follow it.
  package struct OtherWord: Sendable {
    package let name: String
    package let summary: String
    package let choices: [String]

    /// Whether it is spelled as an option is.
    var isOption: Bool { name.hasPrefix("-") }

    package init(_ name: String, _ summary: String = "as plutil", choices: [String] = []) {
      self.name = name
      self.summary = summary
      self.choices = choices
    }
  }

  /// Verbs and pages are made when they are asked for: most of a process's start would go into them.
  ///
  /// `verbNamed` finds one verb without making the others.
  package init(
    program: String, summary: String, version: String, verbs: @autoclosure @escaping @Sendable () -> [Verb],
    manual: @autoclosure @escaping @Sendable () -> [ManualSection] = [],
    pages: @autoclosure @escaping @Sendable () -> [ManualPage] = [], commonest: [String] = [],
    commonOptions: @autoclosure @escaping @Sendable () -> [any Option] = [],
    otherWords: @autoclosure @escaping @Sendable () -> [OtherWord] = [],
    verbNamed: (@Sendable (String) -> Verb?)? = nil,
    guess: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.guess = guess
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
  /// First words that belong to another grammar than that of verbs, such as plutil's `-convert`.
  package var otherWords: [OtherWord] { makeOtherWords() }
  /// The sections of the program's own manual page, from DESCRIPTION on.
  package var manual: [ManualSection] { makeManual() }
  /// The pages that belong to no verb.
  package var pages: [ManualPage] { makePages() }

  /// What the words ask for.
  package enum Request: Sendable {
    /// What the program alone shows.
    case introduction
    case overview
    case version
    /// A verb's help; the prefix is what comes before its name on a command line.
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

  /// The words that `help` and `man` take: verbs, and pages without the program's name.
  package var helpTopics: [String] { verbs.map(\.name) + pages.map(topic(of:)) }

  package func verb(named name: String) -> Verb? {
    if let verbNamed { return verbNamed(name) }
    return verbs.first { $0.name == name }
  }

  /// The page by its name, with or without the program's name and the section.
  package func page(named name: String) -> ManualPage? {
    let bare = name.hasSuffix(")") ? String(name.prefix { $0 != "(" }) : name
    return pages.first { $0.name == bare || shortName($0) == bare }
  }

  /// The word by which help and man show the page: its name without the program's, if that is no verb.
  func topic(of page: ManualPage) -> String {
    let short = shortName(page)
    return verb(named: short) == nil ? short : page.name
  }

  private func shortName(_ page: ManualPage) -> String {
    page.name.hasPrefix(program + "-") ? String(page.name.dropFirst(program.count + 1)) : page.name
  }

  /// Finds the verb and parses what follows it.
  ///
  /// Throws a `UsageError`, with the nearest verb for an unknown one.
  package func parse(_ words: [String]) throws(UsageError) -> Request {
    try parse(words.map { Argument($0) })
  }

  /// The same of words as a process is given them.
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
    let verb = try find(first)
    let parsed = try ArgumentParser(verb: verb, of: self).parse(Array(words.dropFirst()))
    if let length = parsed.help { return try help(parsed.verbPath, length) }
    if parsed.asksForVersion { return .version }
    return .run(verb, parsed)
  }

  /// The help for a topic: a verb, a verb with its subverb, or a page.
  private func help(_ topic: [String], _ length: HelpLength) throws(UsageError) -> Request {
    guard let name = topic.first else { return .overview }
    if verb(named: name) == nil, let page = page(named: name) { return .page(page) }
    guard let verb = verb(named: name) else {
      throw UsageError(
        "unknown topic '\(name)'", suggestion: NearestName.suggestion(for: name, among: helpTopics))
    }
    guard topic.count > 1 else { return .help(verb, prefix: program, length) }
    let subverb = try verb.subverb(named: topic[1])
    return .help(subverb, prefix: "\(program) \(name)", length)
  }

  /// An option where a verb is expected: a verb with dashes, a slip in an option, or a verb's option.
  private func unexpectedOption(_ word: String) -> UsageError {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    let isLong = word.hasPrefix("--")
    let plain = "unknown option '\(word)'"
    if verb(named: name) != nil { return UsageError(plain, suggestion: "did you mean '\(name)'?") }
    // Letters are near to one another without being meant.
    let others = word.count > 3 ? otherWords.map(\.name) : []
    let options = isLong ? ["--help", "--version"] : others
    let nearest = NearestName.nearest(to: word, among: options)
    if let nearest { return UsageError(plain, suggestion: "did you mean '\(nearest)'?") }
    if let owners = owners(
      of: isLong ? "--\(name)" : word, { $0.spellings.contains(isLong ? "--\(name)" : word) })
    {
      return UsageError("unexpected option '\(word)' before the command", suggestion: owners)
    }
    return UsageError(plain, suggestion: NearestName.suggestion(for: name, among: verbs.map(\.name)))
  }

  /// The largest number of verbs that are named as having an option.
  private static let namedOwners = 3

  /// Which verbs other than the one at `path` have such an option, or nil if none has.
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

  private func find(_ name: String) throws(UsageError) -> Verb {
    if let verb = verb(named: name) { return verb }
    throw UsageError(
      "unknown command '\(name)'",
      suggestion: guess(name).map { "use '\(program) \($0)'" }
        ?? NearestName.suggestion(
          for: name, among: verbs.map(\.name) + ["help"] + otherWords.filter { !$0.isOption }.map(\.name)))
  }
}
