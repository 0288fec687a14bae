// Completion scripts for shells, from the declarations of verbs.

/// A shell for which there is a script.
package enum CompletionShell: String, Sendable, CaseIterable {
  case bash
  case zsh
  case fish

  /// The script that completes verbs, subverbs, options, their values and file names.
  package func script(for commands: CommandSet) -> String {
    switch self {
    case .bash: BashCompletion(commands).script()
    case .zsh: ZshCompletion(commands).script()
    case .fish: FishCompletion(commands).script()
    }
  }
}

/// What completes a value or an operand.
enum CompletedWords {
  case files
  case words([String])
  /// The key paths of the files on the command line.
  case keyPaths
  case nothing

  init(choices: [String], completions: [String] = [], name: String) {
    let isPath = ["PATH", "FILE", "FOLDER", "DIRECTORY", "A", "B", "PATCH", "SAMPLE", "MAPPING"].contains(
      name)
    let words = choices.isEmpty ? completions : choices
    self = !words.isEmpty ? .words(words) : isPath ? .files : name == "KEYPATH" ? .keyPaths : .nothing
  }
}

extension OptionDeclaration {
  /// What completes the option's value; nil if it takes none.
  var completedValue: CompletedWords? {
    switch argument {
    case .none: nil
    case .required(let name), .optional(let name):
      CompletedWords(choices: choices, completions: completions(), name: name)
    }
  }

  var takesNextWord: Bool { if case .required = argument { true } else { false } }

  /// Every spelling, with its dashes.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + longNames.map { "--" + $0 } }
}

extension CommandSet {
  /// The words that an operand may be, or none.
  func choices(of operand: Operand) -> [String] {
    operand.name == Operand.topic.name ? helpTopics : operand.choices
  }

  func completed(_ operand: Operand) -> CompletedWords {
    CompletedWords(choices: choices(of: operand), name: operand.name)
  }

  /// The words by which a verb or subverb is reached, and the verb, in order.
  var completedVerbs: [(path: [String], verb: Verb)] {
    verbs.flatMap { verb in
      verb.subverbs.isEmpty ? [([verb.name], verb)] : verb.subverbs.map { ([verb.name, $0.name], $0) }
    }
  }
}
