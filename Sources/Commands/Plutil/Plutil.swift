// plutil: its complete grammar, under its own name or if the first word is one of its commands.
//
// Texts, layouts and exit codes are those of the Swift toolchain's plutil; if that one loses data, crashes or
// is plainly wrong, this does the right thing (pliant-plutil(7) lists the differences).

package enum Plutil {
  /// Whether the words after the program's name are in plutil's grammar: a first word with a single dash.
  package static func handles(_ words: [Argument]) -> Bool {
    guard let first = words.first?.text, first.hasPrefix("-") else { return false }
    return otherWords.contains { $0.name == first }
  }

  private static let formats = ["xml1", "binary1", "json", "swift", "objc"]

  /// The commands with their next words, for suggestions and completions.
  static let otherWords: [CommandSet.OtherWord] = [
    .init("-help"), .init("-lint"), .init("-convert", choices: formats), .init("-insert"), .init("-replace"),
    .init("-remove"), .init("-extract"), .init("-type"),
    .init("-create", choices: ["xml1", "binary1", "json"]), .init("-p"),
  ]

  /// Runs a command line; `name` is the program's, for the help text.
  package static func run(_ words: [Argument], name: String = "plutil", context: CommandContext) -> ExitCode {
    var context = context
    context.delivery = context.delivery.flushedOnce
    defer { context.delivery.flush() }
    do { return try run(PlutilCall(words), name, context) ? .success : .failure } catch {
      if error.isBrokenPipe { return .brokenPipe }
      context.writeError(TerminalText.escaped(PlutilProblem(of: error).text, keepsLines: true) + "\n")
      return .failure
    }
  }

  private static func run(_ call: PlutilCall, _ name: String, _ context: CommandContext) throws -> Bool {
    switch call {
    case .help:
      try print(PlutilMessages.help(name), context)
      return true
    case .lint(let arguments): return try lint(arguments, context)
    case .print(let arguments):
      if arguments.isSilent { context.writeError("-s doesn't make a lot of sense with -p.\n") }
      return try forEach(arguments, context) { file in try show(file, context) }
    case .convert(let format, let hasHeader, let arguments):
      return try forEach(arguments, context) { file in
        let input = try PlutilInput(file, context: context, isLint: false)
        var output = PlutilOutput(
          context: context, arguments: arguments, input: file, source: input, format: format ?? input.format)
        output.hasHeader = hasHeader
        for note in input.notes { context.report(note, file: file) }
        try output.write(input.document, at: 0)
      }
    case .extract(let path, let format, let expected, let arguments):
      return try forEach(arguments, context) { file in
        try extract(path, format, expected, file, arguments, context)
      }
    case .edit(let path, let arguments, let change):
      return try forEach(arguments, context) { file in
        let input = try PlutilInput(file, context: context, isLint: false)
        var output = PlutilOutput(
          context: context, arguments: arguments, input: file, source: input, format: input.format)
        output.keyPath = path
        output.isEdit = true
        let changed = try change(input.document)
        for note in input.notes { context.report(note, file: file) }
        try output.write(changed, at: 0)
      }
    case .create(let format, let arguments):
      return try forEach(arguments, context) { file in
        try create(format, file, arguments, context)
      }
    }
  }

  /// Tries every file; false if one failed.
  private static func forEach(
    _ arguments: PlutilArguments, _ context: CommandContext, _ body: (String) throws -> Void
  ) throws -> Bool {
    var hasSucceeded = true
    for file in arguments.files {
      do { try body(file) } catch {
        if error.isBrokenPipe { throw error }
        hasSucceeded = false
        let name = file == "-" ? "<stdin>" : Platform.displayPath(file)
        context.writeError(
          "\(name): \(TerminalText.escaped(PlutilProblem(of: error).text, keepsLines: true))\n")
      }
    }
    return hasSucceeded
  }

  private static func print(_ text: String, _ context: CommandContext) throws {
    var output = OutputBuffer()
    output.append(text)
    try PlutilOutput.print(output, context)
  }

  // MARK: The commands

  private static func lint(_ arguments: PlutilArguments, _ context: CommandContext) throws -> Bool {
    try forEach(arguments, context) { file in
      _ = try PlutilInput(file, context: context, isLint: true)
      let name = file == "-" ? "<stdin>" : Platform.displayPath(file)
      if !arguments.isSilent { try print("\(name): OK\n", context) }
    }
  }

  private static func show(_ file: String, _ context: CommandContext) throws {
    let input = try PlutilInput(file, context: context, isLint: false)
    var printer = PlutilPrinter()
    var options = ReplayOptions()
    options.collatesKeys = true
    try input.document.send(options: options, into: &printer)
    try PlutilOutput.print(printer.finish(), context)
  }

  private static func extract(
    _ path: String, _ format: PlutilFormat?, _ expected: PlutilType?, _ file: String,
    _ arguments: PlutilArguments, _ context: CommandContext
  ) throws {
    let input = try PlutilInput(file, context: context, isLint: false)
    let keys = KeyPath(dotted: path)
    guard !keys.components.contains([]), let index = input.document.index(at: keys) else {
      throw PlutilProblem(
        "Could not extract value, error: No value at that key path or invalid key path: \(path)")
    }
    if let expected {
      let actual = PlutilType(input.document, at: index)
      guard actual == expected else {
        throw PlutilProblem(
          "Value at [\(path)] expected to be \(expected.caseName) but is \(actual.caseName)")
      }
    }
    var output = PlutilOutput(
      context: context, arguments: arguments, input: file, source: input, format: format ?? input.format)
    output.keyPath = path
    // An extracted value never replaces its document.
    output.printsByDefault = arguments.ending == nil
    try output.write(input.document, at: index)
  }

  private static func create(
    _ format: PlutilFormat, _ file: String, _ arguments: PlutilArguments, _ context: CommandContext
  ) throws {
    var text = OutputBuffer()
    switch format {
    case .xml1: text.append(PlutilMessages.emptyXML)
    case .binary1: [UInt8](PlutilMessages.emptyBinary).withByteView { text.append($0) }
    case .json: text.append(arguments.isReadable ? "{\n\n}" : "{}")
    case .swift: text.append("/// Generated from -\nlet - = [\n    ]")
    case .objc:
      text.append(
        "/// Generated from -\n__attribute__((visibility(\"hidden\")))\nNSDictionary * const _ = @{\n};")
    case .raw: text.append("\n")
    case .type: text.append("dictionary")
    case .openStep: throw PlutilProblem("Cannot create open step property lists")
    }
    guard file == "-" else { return try PlutilOutput.replace(file, text, context) }
    if arguments.endsLine && (format == .raw || format == .type) { text.append(ASCII.lineFeed) }
    try PlutilOutput.print(text, context)
  }
}
