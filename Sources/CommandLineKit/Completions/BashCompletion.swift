// Completion for bash, including 3.2 of macOS: no bash-completion library, no associative arrays.

struct BashCompletion {
  let commands: CommandSet

  /// An empty answer leaves file names to bash's default, which quotes them correctly.
  func script() -> String {
    let program = commands.program
    let verbs = commands.verbs.map(\.name) + ["help"]
    let other = commands.otherWords.isEmpty ? nil : commands.otherWords.map(\.name).joined(separator: " ")
    return """
      # bash completion for \(program)

      # key paths of the files on the command line; what a file holds is never expanded
      _\(program)_key_paths() {
        local word files=() plain=${1//\\\\\\\\/\\\\}
        plain=${plain#[\\"\\']}
        for word in "${COMP_WORDS[@]:2}"; do
          [[ -f $word ]] && files+=(--in "$word")
        done
        (( ${#files[@]} )) || return
        while IFS= read -r word; do
          case $1 in
            [\\"\\']*) COMPREPLY+=("$word") ;;
            *) COMPREPLY+=("$(printf %q "$word")") ;;
          esac
        done < <("${COMP_WORDS[0]}" completions bash --key-paths="$plain" "${files[@]}" 2>/dev/null)
        type compopt >/dev/null 2>&1 && compopt -o nospace 2>/dev/null
      }

      _\(program)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local verb=${COMP_WORDS[1]} options= valued= paths= first= others= word= index=2 operands=0
        COMPREPLY=()
        # bash takes the = of --option=value for a word of its own
        if [[ $current == "=" ]]; then
          current=
        elif [[ $previous == "=" ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        elif [[ $previous == --* ]]; then
          previous="$previous next"
        fi
        if (( COMP_CWORD == 1 )); then
          COMPREPLY=( $(compgen -W "\(verbs.joined(separator: " ")) --help --version\(other.map { " " + $0 } ?? "")" -- "$current") )
          compopt +o default +o bashdefault 2>/dev/null
          return
        fi
      \(otherCases)
      \(subverbs)
        case "$verb $previous" in
      \(values())
        esac
        case "$verb" in
      \(cases())
        esac
        if [[ $current == -* ]]; then
          COMPREPLY=( $(compgen -W "$options --help" -- "$current") )
          return
        fi
        for (( ; index < COMP_CWORD; index++ )); do
          word=${COMP_WORDS[index]}
          if [[ " $valued " == *" $word "* ]]; then
            (( index++ ))
          elif [[ $word != -* || $word == "-" ]]; then
            (( operands++ ))
          fi
        done
        if (( operands == 0 )) && [[ -n $paths ]]; then
          _\(program)_key_paths "$current"
          return
        elif (( operands == 1 )); then
          first=$others
        elif (( operands > 1 )); then
          first=
        fi
        [[ -n $first ]] || return
        COMPREPLY=( $(compgen -W "$first" -- "$current") )
        # a name is wanted that is no file's
        if [[ -z $others || $operands == 1 ]]; then
          compopt +o default +o bashdefault 2>/dev/null
        fi
      }

      complete -o bashdefault -o default -F _\(program) \(program)

      """
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
