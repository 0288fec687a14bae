// A workflow as data: its purpose, parameters, and steps, which are pliant command lines.
//
//   {"name": "release-metadata", "purpose": "one line", "parameters": [{"name": "folder", "default": "."}],
//    "steps": [{"run": "convert json -o {folder}/Info.json {folder}/Info.plist", "why": "a reason"}]}

package struct Workflow: Sendable {
  struct Parameter: Sendable {
    enum Kind: String, Sendable, CaseIterable {
      case text
      case integer
      case file
      case folder
      /// A pattern such as `legacy/**/*.xml`, for all matching files.
      case files
    }

    let name: String
    let kind: Kind
    let help: String
    let defaultValue: String?
    let allowed: [String]
    /// An I-Regexp (RFC 9485) that the whole value must match.
    let pattern: String?
    /// The tape index in the workflow's document.
    let place: Int
  }

  struct File: Sendable {
    let path: String
    let help: String
    let place: Int
  }

  struct Step: Sendable {
    let why: String
    /// Command lines without the program's name, each reading the output of the previous one.
    let commands: [[String]]
    let place: Int
    /// The exit statuses with which its commands succeed.
    var accepted: Set<Int> = [0]
    /// The files that it makes, if it is skipped while they are newer than all others that its words name.
    var made: [String] = []

    /// The reason without markup, line ends and control characters, for a comment of a shell and a terminal.
    var whyOnOneLine: String { Workflow.oneLine(why) }
  }

  struct Example: Sendable {
    let command: String
    let help: String
    var place = 0
  }

  let name: String
  let purpose: String
  let description: [String]
  let parameters: [Parameter]
  let inputs: [File]
  let outputs: [File]
  let steps: [Step]
  let examples: [Example]

  /// Whether the value of a parameter is a path: its kind says so, or an input's or output's path begins with it.
  func isPath(_ parameter: Parameter) -> Bool {
    [.file, .folder, .files].contains(parameter.kind)
      || (inputs + outputs).contains { Self.pieces(of: $0.path).first == .placeholder(parameter.name) }
  }

  /// Whether a folder is made for an output, whose path begins with the parameter.
  func isMade(_ parameter: Parameter) -> Bool {
    outputs.contains { Self.pieces(of: $0.path).first == .placeholder(parameter.name) }
  }

  /// An error, and the tape index in the workflow's document.
  struct Problem {
    let sentence: String
    let place: Int
  }

  static func oneLine(_ text: String) -> String {
    TerminalText.escaped(Markup.plain(text).split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// The maximum number of steps, and of commands in a step.
  static let maximumCount = 1_000

  /// Returns the names between braces in a word; `{{` is a brace.
  static func placeholders(in word: String) -> [String] {
    pieces(of: word).compactMap { piece in if case .placeholder(let name) = piece { name } else { nil } }
  }

  enum Piece: Equatable {
    case text(String)
    case placeholder(String)
  }

  /// Splits a word at its placeholders; braces around anything but a name are literal.
  static func pieces(of word: String) -> [Piece] {
    var pieces: [Piece] = []
    var text = ""
    var rest = Substring(word)
    while let character = rest.popFirst() {
      if rest.first == character, character == "{" || character == "}" {
        rest.removeFirst()
        text.append(character)
        continue
      }
      let name = character == "{" ? rest.prefix { isNameCharacter($0) } : ""
      guard !name.isEmpty, rest.dropFirst(name.count).first == "}" else {
        text.append(character)
        continue
      }
      rest = rest.dropFirst(name.count + 1)
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
      pieces.append(.placeholder(String(name)))
    }
    if !text.isEmpty { pieces.append(.text(text)) }
    return pieces
  }

  static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
  }

  /// Replaces the placeholders in a word with values.
  ///
  /// A word that is one placeholder of a list of files becomes one word per file; a value is never split or
  /// interpreted.
  package static func fill(_ word: String, _ values: [String: [Argument]]) -> [Argument] {
    let pieces = pieces(of: word)
    if pieces.count == 1, case .placeholder(let name) = pieces[0] { return values[name] ?? [] }
    return [
      Argument(
        bytes: pieces.flatMap { piece in
          switch piece {
          case .text(let text): Array(text.utf8)
          case .placeholder(let name):
            Array((values[name] ?? []).map(\.bytes).joined(separator: [ASCII.space]))
          }
        })
    ]
  }
}

/// A command line as text, split into words without a shell.
package enum WorkflowWords {
  /// Shell operators, which are unsupported.
  private static let shellWords: Set<String> = [">", ">>", "<", "&", "&&", "||", ";", "2>", "2>&1"]

  /// Returns the commands between `|`, each as its words; nil and a problem for an invalid line.
  ///
  /// Quotation marks of both kinds keep a word together; `\` before a space, a quotation mark, `|` or itself
  /// quotes that character. All other characters are literal.
  package static func split(_ line: String) -> (commands: [[String]], problem: String?) {
    var commands: [[String]] = [[]]
    var word: String?
    var quote: Character?
    var rest = Substring(line)
    while let character = rest.popFirst() {
      if let mark = quote {
        if character == mark { quote = nil } else { word?.append(character) }
      } else if character == "\\", let next = rest.first, "\\ '\"|".contains(next) {
        word = (word ?? "") + String(next)
        rest.removeFirst()
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if " \t\n".contains(character) || (character == "|" && word == nil) {
        if let done = word {
          if shellWords.contains(done) { return ([], shellProblem(done)) }
          commands[commands.count - 1].append(done)
        }
        word = nil
        if character == "|" { commands.append([]) }
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if quote != nil { return ([], "unmatched quotation mark in: \(line)") }
    if let word { commands[commands.count - 1].append(word) }
    for index in commands.indices where commands[index].first == "pliant" { commands[index].removeFirst() }
    if commands.contains(where: \.isEmpty) { return ([], "empty command in: \(line)") }
    return (commands, nil)
  }

  private static func shellProblem(_ word: String) -> String {
    "unsupported '\(word)': steps are not run by a shell; "
      + (word.contains(where: { "&;".contains($0) }) ? "write one step per command" : "name outputs with -o")
  }

  /// Returns a command quoted for a shell.
  package static func typed(_ words: [String]) -> String {
    (["pliant"] + words).map(quoted).joined(separator: " ")
  }

  static func quoted(_ word: String) -> String {
    // To a shell, a placeholder is its own text.
    let pieces = Workflow.pieces(of: word)
    let isPlainWord = pieces.allSatisfy { piece in
      if case .text(let text) = piece { text.unicodeScalars.allSatisfy(isPlain) } else { true }
    }
    if !pieces.isEmpty, isPlainWord, !word.hasText("{{"), !word.hasText("}}") { return word }
    return ShellText.quoted(word)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "-_./=:,@%+".unicodeScalars.contains(scalar) : scalar.properties.isAlphabetic
  }
}
