// Completion for fish: one line per command and option.

struct FishCompletion {
  let commands: CommandSet

  func script() -> String {
    let program = commands.program
    var lines: [String] = []
    lines.append("complete -c \(program) -n __fish_use_subcommand -s h -l help -d 'show help'")
    lines.append("complete -c \(program) -n __fish_use_subcommand -l version -d 'show the version'")
    for verb in commands.verbs {
      lines.append(line("__fish_use_subcommand", "-f -a \(verb.name) -d \(quoted(verb.summary))"))
    }
    lines.append(line("__fish_use_subcommand", "-f -a help -d 'explain a command'"))
    lines.append(line(seen("help"), "-f -a \(quoted(commands.helpTopics.joined(separator: " ")))"))
    for word in commands.otherWords {
      guard word.isOption else {
        lines.append(line("__fish_use_subcommand", "-f -a \(word.name) -d \(quoted(word.summary))"))
        continue
      }
      lines.append(
        "complete -c \(program) -n __fish_use_subcommand -o \(word.name.dropFirst()) -d \(quoted(word.summary))"
      )
      let condition = "__fish_seen_argument -o \(word.name.dropFirst())"
      lines.append(line(condition, "-F"))
      if !word.choices.isEmpty {
        lines.append(line(condition, "-a \(quoted(word.choices.joined(separator: " ")))"))
      }
    }
    for verb in commands.verbs {
      lines.append("")
      subverbs(verb, &lines)
      if verb.subverbs.isEmpty { entries(verb, seen(verb.name), &lines) }
    }
    return ScriptTemplate.filled(
      PackageResources.fish_txt, ["PROGRAM": program, "COMPLETIONS": lines.joined(separator: "\n")])
  }

  private func subverbs(_ verb: Verb, _ lines: inout [String]) {
    let names = verb.subverbs.map(\.name).joined(separator: " ")
    for subverb in verb.subverbs {
      let first = "\(seen(verb.name)); and not \(seen(names))"
      lines.append(line(first, "-f -a \(subverb.name) -d \(quoted(subverb.summary))"))
      entries(subverb, "\(seen(verb.name)); and \(seen(subverb.name))", pathLength: 2, &lines)
    }
  }

  /// `pathLength` is the number of words that lead to the command.
  private func entries(_ verb: Verb, _ condition: String, pathLength: Int = 1, _ lines: inout [String]) {
    for (place, operand) in verb.operands.prefix(2).enumerated() {
      let words = commands.choices(of: operand)
      guard !words.isEmpty else { continue }
      // The program and the command's words precede the operand.
      let count = "test (__fish_number_of_cmd_args_wo_opts) -eq \(place + pathLength + 1)"
      let isOptional = operand.isOptional && place > 0
      lines.append(
        line(
          "\(condition); and \(count)", "\(isOptional ? "" : "-f ")-a \(quoted(words.joined(separator: " ")))"
        ))
    }
    if case .keyPaths? = verb.operands.first.map(commands.completed) {
      lines.append(line(condition, "-a '(__\(commands.program)_key_paths)'"))
    }
    for option in verb.options {
      var text = (option.letter.map { ["-s \($0)"] } ?? []) + option.longNames.map { "-l \($0)" }
      switch option.completedValue {
      case .files: text.append("-r")
      case .words(let words):
        text.append((option.takesNextWord ? "-x" : "-f") + " -a \(quoted(words.joined(separator: " ")))")
      case .nothing, .keyPaths: if option.takesNextWord { text.append("-x") }
      case nil: break
      }
      text.append("-d \(quoted(option.summary))")
      lines.append(line(condition, text.joined(separator: " ")))
    }
  }

  private func line(_ condition: String, _ rest: String) -> String {
    "complete -c \(commands.program) -n \(ShellText.quoted(condition)) \(rest)"
  }

  private func seen(_ words: String) -> String { "__fish_seen_subcommand_from \(words)" }

  private func quoted(_ text: String) -> String { "'" + ShellText.escaped(Markup.plain(text), "\\'") + "'" }
}
