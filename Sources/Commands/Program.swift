// From the words of a command line to an exit code.

import CommandLineKit
import PliantCore

/// A verb that can be run: its declaration and its work.
package struct Command: Sendable {
  package let name: String
  private let declaration: @Sendable () -> Verb
  /// Runs the verb in surroundings that the common options have configured already.
  package let run: @Sendable (ParsedArguments, CommandContext) throws(UsageError) -> ExitCode

  /// The declaration is made when it is asked for, since a process that runs one verb needs no other.
  package init(
    _ name: String, _ verb: @autoclosure @escaping @Sendable () -> Verb,
    run: @escaping @Sendable (ParsedArguments, CommandContext) throws(UsageError) -> ExitCode
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
    program: "pliant", summary: "property lists, JSON and XML, converted, checked, queried and edited",
    version: version, verbs: commands.map(\.verb), manual: Manual.program, pages: Manual.pages,
    verbNamed: { name in commands.first { $0.name == name }?.verb })

  /// The process: runs its arguments and ends as they say.
  package static func main() -> Never {
    Platform.holdStandardDescriptors()
    Platform.installSignalHandlers()
    let arguments = Platform.arguments()
    let name = arguments.first.map { Paths.split($0).name } ?? "pliant"
    let words = Array(arguments.dropFirst())
    let code =
      if PlistBuddy.isMeant(by: name) {
        PlistBuddy.run(words, context: .process())
      } else if name == "plutil" || Plutil.isMeant(by: words) {
        Plutil.run(words, name: name, context: .process())
      } else {
        run(words, context: .process())
      }
    if code == .brokenPipe { Platform.dieOfBrokenPipe() }
    Platform.exitProcess(code.rawValue)
  }

  /// Runs a command line, without the program's name.
  package static func run(_ words: [String], context: CommandContext) -> ExitCode {
    if PlistBuddy.isMeant(by: words.first) {
      return PlistBuddy.run(Array(words.dropFirst()), context: context)
    }
    if Plutil.isMeant(by: words) { return Plutil.run(words, name: "pliant", context: context) }
    do throws(UsageError) {
      switch try commandSet.parse(words) {
      case .overview: return print(help(context).overview(commandSet), context)
      case .version: return print("pliant \(version)\n", context)
      case .help(let verb, let prefix): return print(help(context).page(verb, prefix: prefix), context)
      case .page(let page): return print(help(context).page(page), context)
      case .run(let verb, let arguments): return try run(verb, arguments, context)
      }
    } catch {
      context.complain(error.text(program: "pliant"))
      return .trouble
    }
  }

  private static func run(
    _ verb: Verb, _ arguments: ParsedArguments, _ context: CommandContext
  ) throws(UsageError) -> ExitCode {
    guard let command = commands.first(where: { $0.name == verb.name }) else { return .trouble }
    do throws(UsageError) {
      let context = context.configured(by: arguments, verb: verb)
      ProcessEnd.troubleCode.store(context.inputFailureCode.rawValue, ordering: .relaxed)
      return try command.run(arguments, context)
    } catch {
      // Checks that do not know their verb still point at its help.
      throw UsageError(error.message, suggestion: error.suggestion, verb: error.verb ?? verb.name)
    }
  }

  private static func help(_ context: CommandContext) -> HelpRenderer {
    HelpRenderer(width: context.width, isStyled: context.colorsOutput)
  }

  private static func print(_ text: String, _ context: CommandContext) -> ExitCode {
    do throws(Failure) {
      try context.write(text)
      return .success
    } catch {
      if error.code == .brokenPipe { return .brokenPipe }
      context.report(Diagnostic(error), file: "<stdout>")
      return .failure
    }
  }
}
