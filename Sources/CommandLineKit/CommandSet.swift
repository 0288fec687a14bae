// A program: its verbs in the order in which help shows them.

/// All verbs of a program, and the way from words to one of them.
package struct CommandSet: Sendable {
  package let program: String
  package let summary: String
  package let verbs: [Verb]
  package let version: String

  package init(program: String, summary: String, version: String, verbs: [Verb]) {
    self.program = program
    self.summary = summary
    self.version = version
    self.verbs = verbs
  }

  /// What the words ask for.
  package enum Request: Sendable {
    case overview
    case version
    case help(Verb)
    case run(Verb, ParsedArguments)
  }

  package func verb(named name: String) -> Verb? { verbs.first { $0.name == name } }

  /// Finds the verb and parses what follows it.
  ///
  /// Throws a `UsageError`, with the nearest verb for an unknown one.
  package func parse(_ words: [String]) throws(UsageError) -> Request {
    guard let first = words.first else { return .overview }
    switch first {
    case "--help", "-h": return .overview
    case "--version": return .version
    case "help":
      guard words.count > 1 else { return .overview }
      return .help(try find(words[1]))
    default: break
    }
    if first.hasPrefix("-") && first != "-" {
      throw UsageError("'\(first)' stands where a verb is expected")
    }
    let verb = try find(first)
    let parsed = try ArgumentParser(verb: verb).parse(Array(words.dropFirst()))
    if parsed.asksForHelp {
      return .help(verb.subverbs.first { $0.name == parsed.subverb } ?? verb)
    }
    return .run(verb, parsed)
  }

  private func find(_ name: String) throws(UsageError) -> Verb {
    if let verb = verb(named: name) { return verb }
    let nearest = NearestName.nearest(to: name, among: verbs.map(\.name) + ["help"])
    throw UsageError("unknown verb '\(name)'", suggestion: nearest.map { "did you mean '\($0)'?" })
  }
}
