// The options that many commands share, declared once, and their effects.

package enum CommonOptions {
  // Input
  package static let filesFrom = ValueOption(
    "files-from", value: .path("FILE"),
    help: "read the names of inputs from *FILE*, one per line; `-` is standard input", section: "Input")
  package static let zeroSeparated = Flag(
    letter: "0", help: "expect NUL between the names of `--files-from`", section: "Input")
  package static let from = ValueOption(
    "from", letter: "f", value: .format("FORMAT", where: { $0.isReadable }),
    help: "treat the input as *FORMAT*; don't detect it", section: "Input")
  package static let inputEncoding = ValueOption(
    "input-encoding", value: .encoding("NAME"), help: "decode the input as *NAME*, ignoring its declaration",
    section: "Input")

  package static let language = ValueOption(
    "language", value: .language, help: "take the text to be in this language to detect its encoding")

  // Output
  package static let maximumOutput = ValueOption(
    "max-output", value: .integer("BYTES", from: 1),
    help: "limit the output that shared objects of a binary property list add")
  package static let output = ValueOption(
    "output", letter: "o", value: .outputPath("PATH"), help: "write to *PATH*; `-` is standard output",
    section: "Output")
  package static let ending = ValueOption(
    "extension", letter: "e", value: .fileExtension("EXT"),
    help: "write next to each input, with this extension", section: "Output")
  package static let noSync = Flag(
    "no-sync", help: "don't flush outputs to the disk",
    detail: "A power failure can then damage a file; see OUTPUT in pliant(1).", section: "Output")

  // Lines of several files.
  package static let withFilename = Flag(
    "with-filename", letter: "H",
    help: "prefix each line with the file name (the default with several files)", section: "Output")
  package static let noFilename = Flag(
    "no-filename", help: "don't prefix lines with the file name", section: "Output")

  // Messages
  package static let quiet = Flag(
    "quiet", letter: "q", help: "print no notes", section: OptionDeclaration.commonSection)
  package static let color = ValueOption(
    "color", value: .choice("WHEN", ColorChoice.allCases),
    help: "when to use colour; `auto` means on a terminal unless NO_COLOR is set",
    section: OptionDeclaration.commonSection)
  package static let limit = RepeatedOption(
    "limit", value: LimitSetting.parser,
    help: "set a named limit, such as `memory=2GB`; see `pliant help limits`",
    section: OptionDeclaration.commonSection)
  package static let jobs = ValueOption(
    "jobs", value: .integer("N"), help: "process *N* files at once; 0 means one per processor",
    section: OptionDeclaration.commonSection)

  // Documents
  package static let loss = ValueOption(
    "loss", value: .choice("POLICY", LossPolicy.allCases),
    help: "what to do with values that the output format cannot represent",
    detail: """
      See CONVERSION LOSSES in pliant-formats(7). The default is `refuse` when converting in place, otherwise `note`.
      """)
  package static let jsonNull = ValueOption(
    "json-null", value: .choice("POLICY", NullPolicy.requestable),
    help: "how to write null in a property list")
  package static let control = ValueOption(
    "control", value: .choice("POLICY", ControlCharacterPolicy.allCases),
    help: "what to do with control characters in an XML property list; `refuse` is the default",
    detail: "See CONVERSION LOSSES in pliant-formats(7).")
  package static let unarchive = Flag(
    "unarchive", help: "decode a keyed archive into objects",
    detail: "See KEYED ARCHIVES in pliant-formats(7).")
  package static let xmlStyle = ValueOption(
    "xml-style", value: .choice("STYLE", XMLStyle.allCases), help: "how to represent XML in other formats",
    detail: "The default for reading is `attributes`; pliant-xml(7) shows the styles.")
  package static let pretty = Flag("pretty", letter: "r", help: "indent JSON")
  package static let sortKeys = Flag(
    "sort-keys", help: "sort the keys of each dictionary, as CoreFoundation does")

  /// The options of every command.
  package static let messages: [any Option] = [quiet, color, limit]
  /// The options of every command with FILE operands.
  package static let inputs: [any Option] = [filesFrom, zeroSeparated]
  /// The options of every command that reads documents.
  package static let documents: [any Option] = [from, inputEncoding] + inputs
  /// The options of commands that print lines of plain values.
  package static let filenames: [any Option] = [withFilename, noFilename]
  /// The options of every command with one output per input.
  package static let outputs: [any Option] = [output, ending, noSync]
  /// The options of commands that only read documents.
  static let reading: [any Option] = documents + [jobs] + messages
  /// The options of commands that print values of documents.
  static let printing: [any Option] = [output] + filenames + reading
  /// The options of commands that rewrite documents.
  static let rewriting: [any Option] = outputs + reading
  /// The options of commands that read text incrementally.
  static let streaming: [any Option] = outputs + inputs + [inputEncoding, jobs] + messages
}

extension ParsedArguments {
  /// How documents are read that `--from` and `--input-encoding` describe.
  var reading: Reading {
    var reading = Reading(self[CommonOptions.from])
    reading.encoding = self[CommonOptions.inputEncoding]
    return reading
  }

  /// The way of such documents to a format.
  func route(to target: Format) -> Route { Route(reading, Writing(target)) }

  /// The key path in the first operand.
  func keyPath() throws(UsageError) -> KeyPath {
    let text = operands.isEmpty ? "" : self.text(0)
    guard let path = KeyPath(text) else {
      throw UsageError("invalid key path '\(text)': in a JSON Pointer ~ is followed by 0 or 1")
    }
    return path
  }

  package var paths: [String] { operands.map(\.path) }

  var otherPaths: [String] { Array(paths.dropFirst()) }
}

extension CommandContext {
  /// Applies the common options for messages, colour and jobs; limits apply to the process.
  package func configured(by typed: ParsedArguments, verb: Verb) -> CommandContext {
    var context = self
    for setting in typed[CommonOptions.limit] { setting.apply() }
    context.isQuiet = typed[CommonOptions.quiet]
    context.color = typed[CommonOptions.color] ?? .auto
    context.jobs = typed[CommonOptions.jobs] ?? context.jobs
    context.delivery = Delivery(
      isSynchronized: !typed[CommonOptions.noSync], willReplace: delivery.willReplace)
    context.asksForStandardOutput = typed[CommonOptions.output] == "-"
    context.takesFileLists = verb.option(named: "files-from") != nil
    context.inputFailureCode = verb.exitStatus.isAnswer ? .trouble : .failure
    return context
  }

  /// The inputs in the operands and --files-from.
  package func inputs(of typed: ParsedArguments, operands: [String]? = nil, readsStandardInput: Bool = true)
    throws(UsageError) -> [InputOperand]
  {
    var inputs = try InputList.make(
      operands: operands ?? typed.paths, filesFrom: typed[CommonOptions.filesFrom],
      isZeroSeparated: typed[CommonOptions.zeroSeparated], readsStandardInput: readsStandardInput,
      context: self)
    for index in inputs.indices { inputs[index].requestedFormat = typed[CommonOptions.from] }
    return inputs
  }

  /// The plan of a command that prints values of the files after its first operand, and whether the printed
  /// lines begin with the file name.
  ///
  /// `format` is the format of printed documents, which a file name cannot precede; nil for lines of plain
  /// values.
  func printPlan(
    _ typed: ParsedArguments, _ operands: [String], as format: String?, rule: OutputRule = .printsDocument
  ) throws(UsageError) -> (plan: [PlannedInput], isNamed: Bool) {
    let plan = try plan(typed, operands: operands, rule: format == nil ? .prints : rule)
    try typed.checkExclusive(CommonOptions.withFilename, CommonOptions.noFilename)
    let isAsked = typed[CommonOptions.withFilename]
    guard let format else { return (plan, isAsked || plan.count > 1 && !typed[CommonOptions.noFilename]) }
    if isAsked { throw UsageError("-H is for lines of plain values, not for \(format)") }
    return (plan, false)
  }

  /// The inputs with their outputs according to -o, -e and the rule.
  package func plan(_ typed: ParsedArguments, operands: [String]? = nil, rule: OutputRule) throws(UsageError)
    -> [PlannedInput]
  {
    let inputs = try inputs(of: typed, operands: operands)
    let plan = try OutputPlan.make(
      inputs: inputs, path: typed[CommonOptions.output], ending: typed[CommonOptions.ending], rule: rule,
      context: self)
    var gate = OutputGate(reading: inputs.filter { $0.path == nil }, typed, in: self)
    guard !gate.readsOnlyInputs else { return plan }
    for planned in plan { if case .file(_, let name) = planned.target { try gate.check(name) } }
    return plan
  }
}
