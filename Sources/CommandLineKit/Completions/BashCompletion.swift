// Completion for bash, including 3.2 of macOS: no bash-completion library, no associative arrays.

struct BashCompletion {
  let commands: CommandSet

  /// An empty answer leaves file names to bash's default, which quotes them correctly.
  func script() -> String {
    let verbs = commands.verbs.map(\.name) + ["help"]
    return ScriptTemplate.filled(
      PackageResources.bash_txt,
      [
        "PROGRAM": commands.program, "VERBS": verbs.joined(separator: " "),
        "OTHER_WORDS": commands.otherWords.map { " " + $0.name }.joined(), "OTHER_CASES": otherCases,
        "SUBVERBS": subverbs, "VALUES": values(), "OPTIONS": cases(),
      ])
  }

  /// Words of the other grammar take one of their words, then files.
  private var otherCases: String {
    verbCases(commands.otherWords.map { ($0.name, $0.choices) }, "      fi\n      return")
  }

  /// Joins a subcommand to its command, so that one word identifies both.
  private var subverbs: String {
    let verbs = commands.verbs.filter { !$0.subverbs.isEmpty }
    return verbCases(
      verbs.map { ($0.name, $0.subverbs.map(\.name) + ["--help"]) },
      "        return\n      fi\n      verb=\"$verb ${COMP_WORDS[2]}\" index=3")
  }

  /// A case for each first word, which completes the second one; `rest` follows.
  private func verbCases(_ words: [(name: String, choices: [String])], _ rest: String) -> String {
    guard !words.isEmpty else { return "" }
    let cases = words.map { word in
      """
          \(word.name))
            if (( COMP_CWORD == 2 )); then
              COMPREPLY=( $(compgen -W "\(word.choices.joined(separator: " "))" -- "$current") )
      \(rest)
            ;;
      """
    }
    return "  case \"$verb\" in\n" + cases.joined(separator: "\n") + "\n  esac"
  }

  /// A case for each option with a value: after `--option VALUE` the previous word contains a mark, after `=`
  /// it does not.
  private func values() -> String {
    var lines: [String] = []
    for (path, verb) in commands.completedVerbs {
      let name = path.joined(separator: " ")
      for option in verb.options {
        guard let completed = option.completedValue else { continue }
        var patterns = option.longNames.map { "\"\(name) --\($0)\"" }
        if option.takesNextWord {
          patterns += option.longNames.map { "\"\(name) --\($0) next\"" }
          patterns += option.letter.map { ["\"\(name) -\($0)\""] } ?? []
        }
        let answer =
          switch completed {
          case .words(let words):
            "COMPREPLY=( $(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\") ); return"
          case .files: "return"
          case .nothing, .keyPaths: "COMPREPLY=( \"$current\" ); return"
          }
        lines.append("    \(patterns.joined(separator: "|"))) \(answer) ;;")
      }
    }
    return lines.joined(separator: "\n")
  }

  private func cases() -> String {
    var lines: [String] = []
    for (path, verb) in commands.completedVerbs {
      let options = verb.options.flatMap(\.spellings).joined(separator: " ")
      let valued = verb.options.filter(\.takesNextWord).flatMap(\.spellings).joined(separator: " ")
      lines.append("    \"\(path.joined(separator: " "))\")")
      lines.append("      options=\"\(options)\"")
      lines.append("      valued=\"\(valued)\"")
      if case .keyPaths? = verb.operands.first.map(commands.completed) { lines.append("      paths=1") }
      let operands = verb.operands.prefix(2).map(commands.choices)
      if operands.count > 0, !operands[0].isEmpty {
        lines.append("      first=\"\(operands[0].joined(separator: " "))\"")
      }
      if operands.count > 1, !operands[1].isEmpty {
        lines.append("      others=\"\(operands[1].joined(separator: " "))\"")
      }
      lines.append("      ;;")
    }
    lines.append("    help) first=\"\(commands.helpTopics.joined(separator: " "))\" ;;")
    return lines.joined(separator: "\n")
  }
}
