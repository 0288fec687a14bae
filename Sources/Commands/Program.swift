// The library's modules never end the process, so only this file needs the C library for that.

import CLibrary

/// A command: its declaration and its implementation.
package struct Command: Sendable {
  package let name: String
  private let declaration: @Sendable () -> Verb
  /// Runs the command in a context that the common options have already configured.
  ///
  /// It throws a `UsageError`, or another error that no input has.
  package let run: @Sendable (ParsedArguments, CommandContext) throws -> ExitCode

  /// Declarations are created lazily, because a process needs only that of one command.
  package init(
    _ name: String, _ verb: @autoclosure @escaping @Sendable () -> Verb,
    run: @escaping @Sendable (ParsedArguments, CommandContext) throws -> ExitCode
  ) {
    self.name = name
    declaration = verb
    self.run = run
  }

  package var verb: Verb { declaration() }
}

package enum Program {
  package static let version = Version.text

  package static let commandSet = CommandSet(
    program: "pliant", summary: "convert, check, query and edit property lists, JSON and XML",
    version: version, verbs: commands.map(\.verb), manual: Manual.program, pages: Manual.pages,
    commonest: ["convert", "lint", "print", "extract", "transcode"],
    commonOptions: CommonOptions.messages + [CommonOptions.jobs],
    otherWords: Plutil.otherWords + [.init(PlistBuddy.name, "edit a property list, as PlistBuddy")],
    verbNamed: { name in commands.first { $0.name == name }?.verb }, advice: { advice($0, after: $1) })

  /// The advice for a word of another program after a command, nil before one, or for a format in place of a command.
  private static func advice(_ word: String, after verb: String?) -> String? {
    let table = String(decoding: PackageResources.neighbours_txt, as: UTF8.self)
    for line in table.split(separator: "\n" as Character) where !line.hasPrefix("#") {
      let parts = line.split(separator: " " as Character, maxSplits: 2)
      guard parts.count == 3, parts[1] == word, parts[0] == verb ?? "-" || verb != nil && parts[0] == "*"
      else {
        continue
      }
      let advice = String(parts[2])
      return verb == nil ? "use 'pliant \(advice)'" : advice.hasPrefix("-") ? "use \(advice)" : advice
    }
    guard verb == nil else { return nil }
    let format = try? ValueParser<Format>.format("FORMAT", where: { $0.isWritable }).parse(word)
    let synonym: Format? = ["ndjson": .jsonl, "plist": .xml1, "xml": .xml1][word]
    return (synonym ?? format).map { "use 'pliant convert \($0.rawValue)'" }
  }

  /// The process: runs its arguments and exits with their status.
  package static func main(build: BuildInformation = .unstamped) -> Never {
    Platform.holdStandardDescriptors()
    Platform.ownProcess { _exit($0) }
    let arguments = Platform.arguments().map { Argument(bytes: $0) }
    let name = arguments.first.map { Paths.split($0.path).name } ?? "pliant"
    let words = Array(arguments.dropFirst())
    var context = CommandContext.process()
    context.build = build
    let code = setLimits() ?? runNamed(name, words, in: context)
    if code == .brokenPipe {
      Platform.terminateByBrokenPipe()
      exit(141)  // 128 + SIGPIPE
    }
    exit(code.rawValue)
  }

  /// Runs the words in the grammar that the program's name, or the first word, selects.
  private static func runNamed(_ name: String, _ words: [Argument], in context: CommandContext) -> ExitCode {
    if PlistBuddy.handles(name) { return PlistBuddy.run(words, context: context) }
    if name == "plutil" || Plutil.handles(words) { return Plutil.run(words, name: name, context: context) }
    return run(words, context: context)
  }

  /// Sets the memory budget and the limits of the environment; returns an exit status if a setting is
  /// invalid.
  private static func setLimits() -> ExitCode? {
    MemoryBudget.activate()
    do throws(UsageError) {
      for setting in try LimitSetting.settings(in: { Platform.variable($0) }) { setting.apply() }
      return nil
    } catch {
      CommandContext.process().writeError(error)
      return .trouble
    }
  }

  /// Runs a command line, without the program's name.
  package static func run(_ words: [Argument], context: CommandContext) -> ExitCode {
    if PlistBuddy.handles(words.first?.text) {
      return PlistBuddy.run(Array(words.dropFirst()), context: context)
    }
    if Plutil.handles(words) { return Plutil.run(words, name: "pliant", context: context) }
    do throws(UsageError) {
      switch try commandSet.parse(words) {
      case .introduction: return context.deliver(help(context).introduction(commandSet), to: nil)
      case .overview: return context.deliver(help(context).overview(commandSet), to: nil)
      case .version: return context.deliver(context.build.text, to: nil)
      case .help(let verb, let prefix, .short):
        return context.deliver(help(context).shortPage(verb, prefix: prefix), to: nil)
      case .help(let verb, let prefix, .whole):
        return context.deliver(help(context).page(verb, prefix: prefix), to: nil)
      case .page(let page): return context.deliver(help(context).page(page), to: nil)
      case .run(let verb, let arguments): return try run(verb, arguments, context)
      }
    } catch {
      context.writeError(error)
      return .trouble
    }
  }

  private static func run(_ verb: Verb, _ arguments: ParsedArguments, _ context: CommandContext)
    throws(UsageError) -> ExitCode
  {
    guard let command = commands.first(where: { $0.name == verb.name }) else { return .trouble }
    let context = context.configured(by: arguments, verb: verb)
    if let problem = swappedOperands(verb, arguments, context) ?? textInPlaceOfFile(verb, arguments, context)
    {
      throw problem
    }
    ProcessEnd.troubleCode.store(context.inputFailureCode.rawValue, ordering: .relaxed)
    do { return try command.run(arguments, context) } catch let error as UsageError {
      // Adds the help reference for checks that do not know their command.
      throw UsageError(
        error.message, suggestion: error.suggestion, verb: error.verb ?? verb.name, page: error.page)
    } catch {
      if error.isBrokenPipe { return .brokenPipe }
      context.report(error, file: "pliant")
      return context.inputFailureCode
    }
  }

  /// The error for a file in place of the expression or key path before it, as other programs have them.
  private static func swappedOperands(
    _ verb: Verb, _ arguments: ParsedArguments, _ context: CommandContext
  ) -> UsageError? {
    guard let name = verb.operands.first?.name, ["EXPR", "JSONPATH", "KEYPATH"].contains(name),
      arguments.operands.count > 1,
      Platform.status(context.resolve(arguments.operands[0].path))?.kind == .regular,
      Platform.status(context.resolve(arguments.operands[1].path)) == nil
    else { return nil }
    let words = [verb.name, arguments.text(1), arguments.text(0)]
    return UsageError(
      "'\(arguments.text(0))' is a file: \(name) comes first",
      suggestion: "use '\(WorkflowWords.typed(words))'", verb: verb.name)
  }

  /// The error for a key path or a text, if a command takes only files.
  private static func textInPlaceOfFile(
    _ verb: Verb, _ arguments: ParsedArguments, _ context: CommandContext
  ) -> UsageError? {
    func kind(_ operand: Int) -> FileKind? {
      Platform.status(context.resolve(arguments.operands[operand].path))?.kind
    }
    func mistake(_ advice: String) -> UsageError {
      UsageError("'\(arguments.text(0))' is not a file", suggestion: "use \(advice)", verb: verb.name)
    }
    switch verb.name {
    case "print":
      guard arguments.operands.count == 2, kind(0) == nil, kind(1) == .regular else { return nil }
      let typed = arguments.text(0)
      let steps = typed.utf8.split(separator: ASCII.colon).map { Array($0) }
      let path = typed.hasPrefix(":") ? KeyPath(components: steps).spelled(asPointer: false) : typed
      let words = ["extract", path, arguments.text(1)]
      return mistake("'\(WorkflowWords.typed(words))' for the value at a key path")
    case "escape", "unescape":
      guard let text = arguments.operands.first?.shown,
        text.utf8.contains(where: { "<>&;".utf8.contains($0) }),
        kind(0) == nil
      else { return nil }
      return mistake("'printf %s \(WorkflowWords.quoted(text)) | pliant \(verb.name)' for a text")
    default: return nil
    }
  }

  private static func help(_ context: CommandContext) -> HelpRenderer {
    HelpRenderer(width: context.width, isStyled: context.colorsOutput)
  }
}
