// Completion in real shells: verbs, options, and the values that only pliant knows.

import CommandLineKit
import Commands
import Foundation
import TestSupport
import Testing

@Suite struct CompletionValueTests {
  /// A line, a word that is offered for it, and one that is not; nil where nothing is asked.
  static let lines: [(line: String, offered: String?, other: String?)] = [
    ("pliant conv", "convert", "some.plist"), ("pliant convert ", "json", "some.plist"),
    ("pliant convert json ", "some.plist", "xml1"), ("pliant convert --loss ", "refuse", "some.plist"),
    ("pliant lint --select ", "encoding/mismatch", "some.plist"),
    ("pliant lint --explain xml/", "xml/namespace", "encoding/mismatch"),
    ("pliant transcode --to UTF-1", "UTF-16", "UTF-8"), ("pliant convert --mapping op", "opml", "gpx"),
    ("pliant extract --no-", "--no-filename", "--loss"), ("pliant cdata ", "wrap", "some.plist"),
    ("pliant -con", "-convert", "convert"), ("pliant -convert ", "binary1", nil),
    ("pliant -lint some", "some.plist", nil), ("pliant Pl", "PlistBuddy", "-p"),
    ("pliant extract name some", "some.plist", nil), ("pliant PlistBuddy some", "some.plist", nil),
    ("pliant help mapp", "mapping", "some.plist"),
  ]

  /// The program that the scripts ask for key paths.
  private static let program = builtProgram("pliant").path

  private func offered(_ shell: CompletionShell, _ line: String, after: String = "") throws -> Set<String>? {
    guard let program = find(shell.rawValue) else {
      try Test.cancel("\(shell.rawValue) is not installed")
    }
    return try withTemporaryFolder { folder in
      let script = shell.script(for: Program.commandSet)
      try write(
        [
          "some.plist": "", "some.json": "{\"comma\": {\"x\": 1, \"y\": 2}, \"colon\": 3}", "_pliant": script,
          "pliant.fish": script, "zsh.zsh": Self.zsh,
        ], in: folder)
      let result: (status: Int32, output: Data, errors: Data)
      switch shell {
      case .bash: result = try run(program, ["--norc", "-c", Self.bash(line, after: after)], in: folder)
      case .zsh: result = try run(program, ["zsh.zsh", line, Self.program, after], in: folder)
      case .fish:
        result = try run(
          program,
          [
            "--no-config", "-c",
            "function pliant; '\(Self.program)' $argv; end; source pliant.fish; complete -C '\(line)'",
          ], in: folder)
      }
      let text = String(decoding: result.output, as: UTF8.self)
      let words = text.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      return Set(words.map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }

  /// Calls the function as bash does, and adds file names where bash would.
  private static func bash(_ line: String, after: String) -> String {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
    let rest = after.split(separator: " ").map { " '\($0)'" }.joined()
    return """
      pliant() { '\(program)' "$@"; }
      compopt() { isPlain=1; }
      source ./_pliant
      isPlain= COMP_WORDS=(\(words.joined(separator: " "))\(rest)) COMP_CWORD=\(words.count - 1)
      _pliant
      printf '%s\\n' "${COMPREPLY[@]}"
      [[ -n $isPlain || ${#COMPREPLY[@]} -gt 0 ]] || compgen -f -- "${COMP_WORDS[COMP_CWORD]}"
      """
  }

  /// Types the line into an interactive zsh, goes back over what follows, and prints the words that completion adds.
  private static let zsh = #"""
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "unsetopt zle_bracketed_paste; PROMPT= RPROMPT=; LISTMAX=1000; fpath=($PWD \$fpath)"
    zpty -w shell "autoload -Uz compinit; compinit -D -u"
    zpty -w shell 'compadd() { local -a hits; builtin compadd -O hits "$@"; print -rl -- $hits >> '$PWD/out'; builtin compadd "$@" }'
    zpty -w shell 'pliant() { '$2' "$@" }'
    zpty -w shell 'print rea"dy"'
    zpty -r -m shell chunk '*ready*'
    back=; for i in {1..${#3}}; do [[ -n $3 ]] && back+=$'\x02'; done
    zpty -n -w shell "$1$3$back"$'\t'
    for i in {1..200}; do zpty -r -t shell chunk; sleep 0.05; [[ -s $PWD/out ]] && break; done
    for i in {1..6}; do zpty -r -t shell chunk; sleep 0.05; done
    zpty -d shell
    cat $PWD/out
    """#

  @Test(arguments: CompletionShell.allCases, lines.indices.sampled(every: 4)) func offersWhatFits(
    shell: CompletionShell, index: Int
  ) throws {
    let (line, expected, other) = Self.lines[index]
    guard let words = try offered(shell, line) else { return }
    if let expected { #expect(words.contains(expected), "\(line): \(words.sorted().prefix(20))") }
    if let other { #expect(!words.contains(other), "\(line)") }
  }

  /// Key paths of the file that the line names, before the word in question for fish, which sees no further.
  @Test(arguments: CompletionShell.allCases) func offersKeyPaths(shell: CompletionShell) throws {
    for (word, expected) in [("com", ["comma"]), ("comma.", ["comma.x", "comma.y"])] {
      let line = shell == .fish ? "pliant extract -o some.json \(word)" : "pliant extract \(word)"
      guard let words = try offered(shell, line, after: shell == .fish ? "" : " some.json") else { return }
      #expect(words == Set(expected), "\(word)")
    }
  }
}
