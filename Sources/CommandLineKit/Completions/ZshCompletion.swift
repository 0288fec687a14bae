// Completion for zsh, with _arguments.

struct ZshCompletion {
  let commands: CommandSet

  func script() -> String {
    let words =
      commands.verbs.map { ($0.name, $0.summary) }
      + commands.otherWords.filter { !$0.isOption }.map { ($0.name, $0.summary) }
    return ScriptTemplate.filled(
      PackageResources.zsh_txt,
      [
        "PROGRAM": commands.program, "OTHER_CASES": otherCases(), "OTHER_OPTIONS": otherOptions,
        "COMMANDS": words.map { "        \(quoted("\($0):\($1)"))\n" }.joined(),
        "ENTRIES": commands.verbs.map(entry).joined(),
        "TOPICS": quoted("1:topic:(\(commands.helpTopics.joined(separator: " ")))"),
      ])
  }

  /// Words of the other grammar take one of their words, then files.
  private func otherCases() -> String {
    guard !commands.otherWords.isEmpty else { return "" }
    let names = commands.otherWords.map(\.name).joined(separator: "|")
    var text =
      "  if (( CURRENT > 2 )) && [[ $words[2] == (\(names)) ]]; then\n    case $CURRENT$words[2] in\n"
    for word in commands.otherWords where !word.choices.isEmpty {
      text += "      3\(word.name)) compadd -- \(word.choices.joined(separator: " ")) ;;\n"
    }
    return text + "      *) _files ;;\n    esac\n    return\n  fi\n"
  }

  /// Words of the other grammar as options of the program.
  private var otherOptions: String {
    commands.otherWords.filter(\.isOption).map { quoted("(- *)\($0.name)[\($0.summary)]") + " " }.joined()
  }

  private func entry(_ verb: Verb) -> String {
    guard !verb.subverbs.isEmpty else {
      return "        \(verb.name)) _arguments -s -S \(specifications(verb)) ;;\n"
    }
    var text = "        \(verb.name))\n          local -a subverbs\n          subverbs=(\n"
    for subverb in verb.subverbs { text += "            \(quoted("\(subverb.name):\(subverb.summary)"))\n" }
    text += """
                )
                if (( CURRENT == 2 )); then
                  _describe command subverbs
                  return
                fi
                shift words
                (( CURRENT-- ))
                case $words[1] in

      """
    for subverb in verb.subverbs {
      text += "            \(subverb.name)) _arguments -s -S \(specifications(subverb)) ;;\n"
    }
    return text + "          esac\n          ;;\n"
  }

  private func specifications(_ verb: Verb) -> String {
    var parts = ["'(- *)'{-h,--help}'[show help]'"] + verb.options.map(specification)
    for (index, operand) in verb.operands.enumerated() {
      let place = operand.repeats ? "*" : "\(index + 1)"
      var completed = commands.completed(operand)
      // An optional word, such as extract's FORMAT, may be a file.
      if operand.isOptional, case .nothing = completed, verb.operands.last?.repeats == true {
        completed = .files
      }
      parts.append(quoted("\(place):\(escaped(operand.name)):\(action(completed))"))
    }
    return parts.map { " \\\n          " + $0 }.joined()
  }

  private func specification(_ option: OptionDeclaration) -> String {
    let repeats = option.isRepeatable ? "*" : ""
    let text = "[\(escaped(Markup.plain(option.summary)))]"
    let action = option.completedValue.map(self.action) ?? ""
    return option.spellings.map { name in
      let others = option.spellings.filter { $0 != name }
      let excluded = option.isRepeatable || others.isEmpty ? "" : "(\(others.joined(separator: " ")))"
      let isLong = name.hasPrefix("--")
      let (sign, value) =
        switch option.argument {
        case .required(let word): (isLong ? "=" : "+", ":\(escaped(word)):\(action)")
        case .optional(let word) where isLong: ("=-", "::\(escaped(word)):\(action)")
        case .none, .optional: ("", "")
        }
      return quoted("\(repeats)\(excluded)\(name)\(sign)\(text)\(value)")
    }.joined(separator: " ")
  }

  private func action(_ completed: CompletedWords) -> String {
    switch completed {
    case .files: "_files"
    case .words(let words): "(\(words.map(escaped).joined(separator: " ")))"
    case .keyPaths: "_\(commands.program)_key_paths"
    case .nothing: " "
    }
  }

  /// Colons and brackets have a meaning in a specification.
  private func escaped(_ text: String) -> String { ShellText.escaped(text, "\\:[]") }

  private func quoted(_ text: String) -> String { ShellText.quoted(Markup.plain(text)) }
}

package enum ShellText {
  package static func quoted(_ text: String) -> String {
    let parts = text.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    return "'" + parts.map { String(Substring($0)) }.joined(separator: "'\\''") + "'"
  }

  /// Puts a backslash before each of the marks, which are ASCII.
  static func escaped(_ text: String, _ marks: String) -> String {
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      if marks.utf8.contains(byte) { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(byte)
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
