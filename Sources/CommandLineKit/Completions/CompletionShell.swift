package enum CompletionShell: String, Sendable, CaseIterable {
  case bash
  case zsh
  case fish

  /// Returns the script that completes commands, subcommands, options, their values and file names.
  package func script(for commands: CommandSet) -> String {
    switch self {
    case .bash: BashCompletion(commands: commands).script()
    case .zsh: ZshCompletion(commands: commands).script()
    case .fish: FishCompletion(commands: commands).script()
    }
  }
}

/// A script of Scripts/ with `%NAME%` in place of each value.
enum ScriptTemplate {
  static func filled(_ template: [UInt8], _ values: [Substring: String]) -> String {
    var text = ""
    var isAfterValue = true
    let parts = String(decoding: template, as: UTF8.self).split(
      separator: "%" as Character, omittingEmptySubsequences: false)
    for part in parts {
      if let value = values[part] {
        text += value
        isAfterValue = true
      } else {
        text += (isAfterValue ? "" : "%") + part
        isAfterValue = false
      }
    }
    return text
  }
}

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
  /// The completion of the option's value; nil if it has none.
  var completedValue: CompletedWords? {
    switch argument {
    case .none: nil
    case .required(let name), .optional(let name):
      CompletedWords(choices: choices, completions: completions(), name: name)
    }
  }

  var takesNextWord: Bool { if case .required = argument { true } else { false } }

  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + longNames.map { "--" + $0 } }
}

extension CommandSet {
  /// The allowed words of an operand; empty if any.
  func choices(of operand: Operand) -> [String] {
    operand.name == Operand.topic.name ? helpTopics : operand.choices
  }

  func completed(_ operand: Operand) -> CompletedWords {
    CompletedWords(choices: choices(of: operand), name: operand.name)
  }

  /// The words that lead to each command or subcommand, and the command, in order.
  var completedVerbs: [(path: [String], verb: Verb)] {
    verbs.flatMap { verb in
      verb.subverbs.isEmpty ? [([verb.name], verb)] : verb.subverbs.map { ([verb.name, $0.name], $0) }
    }
  }
}
