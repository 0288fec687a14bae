// PlistBuddy: its complete grammar, under its own name or as a command.
//
//   PlistBuddy [-x] [-l] -c COMMAND… FILE      all commands, then the file is saved once if one of them changed it
//   PlistBuddy [-x] [-l] FILE                  commands from standard input, after a prompt each; Save saves
//
// Texts, layouts and streams are PlistBuddy's; if PlistBuddy loses data or hides a failure, this does the
// right thing (pliant-plistbuddy(7) lists the differences).

package enum PlistBuddy {
  /// The name of the program as PlistBuddy, and of the command.
  package static let name = "PlistBuddy"

  /// Whether a program's name or a command means PlistBuddy.
  package static func handles(_ word: String?) -> Bool { word?.lowercased() == "plistbuddy" }

  package static func run(_ words: [Argument], context: CommandContext) -> ExitCode {
    ProcessEnd.troubleCode.store(ExitCode.failure.rawValue, ordering: .relaxed)
    var run = PlistBuddyRun(context: context)
    do { try run.run(words) } catch { run.report(PlistBuddyProblem(of: error)) }
    return run.code
  }
}

private struct PlistBuddyRun {
  let context: CommandContext
  var code = ExitCode.success
  var state: PlistBuddyState?
  var commands: [PlistBuddyCommand] = []
  var printsXML = false
  var followsLinks = true

  /// Reports a problem and sets exit status 1.
  mutating func report(_ problem: PlistBuddyProblem) {
    guard !problem.text.isEmpty else {
      code = .brokenPipe
      return
    }
    code.worsen(to: .failure)
    guard problem.stream == .output else {
      let shown =
        context.errorIsTerminal ? TerminalText.escaped(problem.text, keepsLines: true) : problem.text
      return context.writeError(shown + "\n")
    }
    do { try PlistBuddyState.print(problem.text + "\n", context) } catch {
      if error.isBrokenPipe { code = .brokenPipe }
    }
  }

  mutating func run(_ words: [Argument]) throws {
    followsLinks = !words.contains("-l")
    guard try parse(words) else { return }
    guard var state else { throw PlistBuddyProblem(String(PlistBuddyTexts.usage.dropLast()), on: .output) }
    state.printsXML = printsXML
    if commands.isEmpty { try converse(&state) } else { try runCommands(&state) }
  }

  /// Parses the words and the file name; false if only help was requested.
  private mutating func parse(_ words: [Argument]) throws -> Bool {
    var words = words[...]
    while let word = words.popFirst() {
      switch word.shown {
      case "-h", "-help", "--help":
        try PlistBuddyState.print(PlistBuddyTexts.help, context)
        return false
      case "-x": printsXML = true
      case "-l": break
      case "-c":
        guard let command = words.popFirst() else {
          throw PlistBuddyProblem(String(PlistBuddyTexts.usage.dropLast()), on: .output)
        }
        commands.append(try PlistBuddyCommand(command.bytes))
      default:
        let path = word.path
        let isUnknown = path.utf8.first == ASCII.hyphen && Platform.status(context.resolve(path)) == nil
        guard state == nil, !isUnknown else { throw PlistBuddyProblem("Invalid Arguments\n", on: .output) }
        try checkLinks(path)
        state = try PlistBuddyState(path, context: context)
      }
    }
    return true
  }

  /// Rejects a path with symbolic links under -l.
  private func checkLinks(_ path: String) throws {
    guard !followsLinks else { return }
    var prefix = path.hasPrefix("/") ? "/" : ""
    for name in path.split(separator: "/") {
      prefix += (prefix.isEmpty || prefix == "/" ? "" : "/") + name
      guard Platform.linkStatus(context.resolve(prefix))?.kind == .symbolicLink else { continue }
      context.writeError("Error Opening File: \(path) [Too many levels of symbolic links]\n")
      throw PlistBuddyProblem("Error Reading File: \(path)", on: .output)
    }
  }

  /// Runs the commands of -c and saves the changes; a failed command does not stop the others.
  private mutating func runCommands(_ state: inout PlistBuddyState) throws {
    for command in commands { _ = try attempt(command, &state) }
    if state.isDirty { try state.save() }
  }

  /// Runs a command; false if it ends the session.
  private mutating func attempt(_ command: PlistBuddyCommand, _ state: inout PlistBuddyState) throws -> Bool {
    do { return try state.run(command) } catch {
      if error.isBrokenPipe { throw error }
      report(PlistBuddyProblem(of: error))
      return true
    }
  }

  // MARK: Interactive mode

  /// Reads commands from standard input until Exit or its end.
  private mutating func converse(_ state: inout PlistBuddyState) throws {
    var window = InputWindow(descriptor: context.standardInput)
    while true {
      try PlistBuddyState.print("Command: ", context)
      guard let line = try Self.line(&window) else { return }
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      let command: PlistBuddyCommand
      do { command = try PlistBuddyCommand(line) } catch {
        report(PlistBuddyProblem(of: error))
        continue
      }
      guard try attempt(command, &state) else { return }
    }
  }

  /// Returns the next line without its end, or nil at the end of input.
  private static func line(_ window: inout InputWindow) throws -> [UInt8]? {
    var searched = 0
    while true {
      let bytes = window.bytes
      if let end = bytes.firstIndex(of: ASCII.lineFeed, from: searched) {
        var line = bytes[0..<end].array
        window.consume(end + 1)
        if line.last == ASCII.carriageReturn { line.removeLast() }
        return line
      }
      searched = bytes.count
      if try window.refill() { continue }
      let rest = window.bytes.array
      window.consume(rest.count)
      return rest.isEmpty ? nil : rest
    }
  }
}
