// The options that many verbs share, declared once, and what they mean.

import CommandLineKit
import PliantCore

extension Option {
  package static let output = Option(
    "output", letter: "o", value: "PATH", help: "write to *PATH*; `-` is standard output", section: "Output")
  package static let ending = Option(
    "extension", letter: "e", value: "EXT", help: "write beside each input, with this extension",
    section: "Output")
  package static let filesFrom = Option(
    "files-from", value: "FILE", help: "read names of inputs from *FILE*, one a line; `-` is standard input",
    section: "Input")
  package static let zeroSeparated = Option(
    letter: "0", help: "the names of `--files-from` are separated by NUL", section: "Input")
  package static let quiet = Option("quiet", letter: "q", help: "no notes", section: "Messages")
  package static let color = Option(
    "color", value: "WHEN", choices: ColorChoice.allCases.map(\.rawValue),
    help: "colour; `auto` asks the terminal and NO_COLOR", section: "Messages")
  package static let from = Option(
    "from", letter: "f", value: "FORMAT", choices: Format.allCases.filter(\.isReadable).map(\.rawValue),
    help: "take the input for this format instead of recognising it by content", section: "Input")
  package static let inputEncoding = Option(
    "input-encoding", value: "NAME", help: "take the input's text for this encoding, whatever it declares",
    section: "Input")
  package static let jobs = Option(
    "jobs", value: "N", help: "work on *N* files at once; 0 means as many as there are processors",
    section: "Messages")

  /// What every verb takes.
  package static let messages: [Option] = [quiet, color]
  /// What every verb with FILE operands takes.
  package static let inputs: [Option] = [filesFrom, zeroSeparated]
  /// What every verb that reads documents takes.
  package static let documents: [Option] = [from, inputEncoding] + inputs
  /// What every verb with one output an input takes.
  package static let outputs: [Option] = [output, ending]
  /// All of these, in the order of help.
  package static let filter: [Option] = outputs + inputs + [jobs] + messages
}

extension CommandContext {
  /// These surroundings with what the common options say of talk, colour and jobs.
  ///
  /// Throws a `UsageError` for a number of jobs that is none.
  package func configured(by arguments: ParsedArguments, verb: Verb) throws(UsageError) -> CommandContext {
    var context = self
    context.isQuiet = arguments.has("quiet")
    context.color = arguments.value("color").flatMap { ColorChoice(rawValue: $0) } ?? .auto
    if let text = arguments.value("jobs") {
      guard let jobs = Int(text), jobs >= 0 else {
        throw UsageError("'\(text)' is no number of jobs", verb: verb.name)
      }
      context.jobs = jobs
    }
    context.inputFailureCode = verb.exitStatus == .answering ? .trouble : .failure
    return context
  }

  /// The inputs that the operands and --files-from name.
  package func inputs(
    of arguments: ParsedArguments, operands: [String]? = nil, readsStandardInput: Bool = true
  ) throws(UsageError) -> [InputOperand] {
    try InputList.make(
      operands: operands ?? arguments.operands, filesFrom: arguments.value("files-from"),
      isZeroSeparated: arguments.has("0"), readsStandardInput: readsStandardInput, context: self)
  }

  /// The inputs with the outputs that -o, -e and the rule give them.
  package func plan(
    _ arguments: ParsedArguments, operands: [String]? = nil, rule: OutputRule
  ) throws(UsageError) -> [PlannedInput] {
    try OutputPlan.make(
      inputs: inputs(of: arguments, operands: operands), path: arguments.value("output"),
      ending: arguments.value("extension"), rule: rule, context: self)
  }
}

extension ParsedArguments {
  /// The format that --from names, or nil.
  package var sourceFormat: Format? { value("from").flatMap(Format.init(rawValue:)) }

  /// Where -o sends what a verb prints, or nil for standard output.
  ///
  /// Throws a `UsageError` for what was hardly meant as a name.
  package func outputPath() throws(UsageError) -> String? {
    guard let path = value("output") else { return nil }
    try OutputPlan.checkPath(path)
    return path
  }

  /// The encoding that --input-encoding names, or nil.
  ///
  /// Throws a `UsageError` with the nearest name for an unknown one.
  package func inputEncoding() throws(UsageError) -> TextEncoding? {
    guard let name = value("input-encoding") else { return nil }
    if let encoding = TextEncoding(name: name) { return encoding }
    throw UsageError(
      "'\(name)' is no encoding that is known here",
      suggestion: EncodingNames.nearest(to: name).map { "did you mean '\($0)'?" })
  }
}
