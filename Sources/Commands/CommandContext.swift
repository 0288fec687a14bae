package enum ColorChoice: String, Sendable, CaseIterable {
  case auto
  case always
  case never
}

/// The environment of a command's run: streams, working directory, variables and terminal; tests create their
/// own and run commands in process.
///
/// Paths are resolved against `workingDirectory`; the process's own never changes.
package struct CommandContext: Sendable {
  package var standardInput: Int32
  package var standardOutput: Int32
  package var standardError: Int32
  /// The working directory; nil is the process's own.
  package var workingDirectory: String?
  package var environment: @Sendable (String) -> String?
  package var inputIsTerminal: Bool
  package var outputIsTerminal: Bool
  package var errorIsTerminal: Bool
  /// The width, if given; the terminal is queried only when text needs a layout.
  private var knownWidth: Int?
  /// The text of `--version`.
  package var build = BuildInformation.unstamped
  package var isQuiet = false
  package var color = ColorChoice.auto
  /// Whether `-o -` is present.
  package var asksForStandardOutput = false
  /// `--jobs`; 0 is the number of processors.
  package var jobs = 1
  /// The way of outputs to files; flushes them to the disk first, except with `--no-sync`.
  package var delivery = Delivery()
  /// The bar now on standard error; other output to standard error goes through it.
  package var progress: ProgressBar?
  /// Whether the command has --files-from.
  var takesFileLists = false
  /// The exit status for a failed input: `failure`, or `trouble` for commands that test.
  package var inputFailureCode = ExitCode.failure

  package init(
    standardInput: Int32, standardOutput: Int32, standardError: Int32, workingDirectory: String? = nil,
    environment: @escaping @Sendable (String) -> String?, inputIsTerminal: Bool = false,
    outputIsTerminal: Bool = false, errorIsTerminal: Bool = false, width: Int? = 80
  ) {
    self.standardInput = standardInput
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.workingDirectory = workingDirectory
    self.environment = environment
    self.inputIsTerminal = inputIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    knownWidth = width
  }

  package var width: Int {
    get {
      knownWidth ?? environment("COLUMNS").flatMap { Int($0) } ?? Platform.terminalWidth(standardOutput)
        ?? Platform.terminalWidth(standardError) ?? 80
    }
    set { knownWidth = newValue }
  }

  package static func process() -> CommandContext {
    CommandContext(
      standardInput: 0, standardOutput: 1, standardError: 2, environment: { Platform.variable($0) },
      inputIsTerminal: Platform.isTerminal(0), outputIsTerminal: Platform.isTerminal(1),
      errorIsTerminal: Platform.isTerminal(2), width: nil)
  }

  /// Returns the path for the system.
  package func resolve(_ path: String) -> String { Paths.resolve(path, against: workingDirectory) }

  /// The path of a program that `PATH` finds; nil if it is not installed.
  func program(named name: String) -> String? {
    (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { Platform.isExecutable($0) && Platform.status($0)?.kind == .regular }
  }

  /// Reads an input; throws `file.not-found` and the like.
  func openInput(_ input: InputOperand) throws(Failure) -> InputFile {
    guard let path = input.path else { return try InputFile(descriptor: standardInput, name: input.name) }
    do throws(Failure) { return try InputFile(path: path, name: input.name) } catch {
      let project = "project.pbxproj"
      guard error.code == .isFolder, Platform.status(Paths.join(path, project)) != nil else { throw error }
      throw Failure(.isFolder, advice: "use '\(Platform.displayPath(Paths.join(input.name, project)))'")
    }
  }

  package var colorsOutput: Bool { colors(isTerminal: outputIsTerminal) }
  package var colorsErrors: Bool { colors(isTerminal: errorIsTerminal) }

  private func colors(isTerminal: Bool) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }
  }

  /// A buffer whose bytes go to standard output; the caller drains it.
  package func makeOutput() -> OutputBuffer { OutputBuffer(to: .descriptor(standardOutput)) }

  /// Writes text to standard output at once.
  package func write(_ text: String) throws(Failure) { try Platform.writeAll(standardOutput, text) }

  /// Writes bytes to a file, which they replace atomically if they read back the same, pass the proof and
  /// `snapshot` shows no other change; without a path, to standard output.
  func write(
    _ bytes: ByteView, to path: String?, snapshot: InputSnapshot? = nil, proof: OutputProof? = nil
  ) throws(Failure) {
    guard let path else {
      var output = makeOutput()
      return try output.drain(bytes)
    }
    if try delivery.write(bytes, to: resolve(path), replacing: snapshot, proof: proof) {
      report(Self.separatedHardLink, file: path)
    }
  }

  /// The note on a replaced file with hard links.
  static let separatedHardLink = Diagnostic(
    .note, "it had other names (hard links), which keep the old contents", rule: .fileWrite)

  func write(
    _ bytes: borrowing OutputBuffer, to path: String?, snapshot: InputSnapshot? = nil,
    proof: OutputProof? = nil
  ) throws(Failure) {
    try bytes.withHeldBytes { bytes throws(Failure) in
      try write(bytes, to: path, snapshot: snapshot, proof: proof)
    }
  }

  /// Writes the rest of a buffer; reports a failure, which has the exit status `inputFailureCode`.
  func drain(_ output: inout OutputBuffer, _ code: ExitCode = .success) -> ExitCode {
    do throws(Failure) { try output.drain() } catch {
      if error.code == .brokenPipe { return .brokenPipe }
      report(error, file: "<stdout>")
      return inputFailureCode
    }
    return code
  }

  /// Writes bytes, harmless ones to a terminal, to standard output.
  func printHarmless(_ bytes: [UInt8], isJSON: Bool = false) throws(Failure) {
    var output = makeOutput()
    harmless(bytes, isJSON: isJSON).withByteView { output.append($0) }
    try output.drain()
  }

  /// Writes text to standard error; nothing can be done if that fails.
  package func writeError(_ text: String) {
    let write = { _ = try? Platform.writeAll(standardError, text) }
    if let progress { progress.hidden(write) } else { write() }
  }

  /// Reports an invalid command line, whose words may contain any bytes.
  package func writeError(_ error: UsageError) {
    writeError(TerminalText.escaped(error.text(program: "pliant"), keepsLines: true))
  }

  /// Reports a diagnostic or another error of a file (notes unless quiet) on standard error.
  package func report(_ error: any Error, file: String) {
    if let line = line(for: Diagnostic(of: error), file: file) { writeError(line) }
  }

  func note(_ text: String, rule: DiagnosticRule, file: String) {
    report(Diagnostic(.note, text, rule: rule), file: file)
  }

  package func line(for diagnostic: Diagnostic, file: String) -> String? {
    if diagnostic.severity == .note && isQuiet { return nil }
    return diagnostic.text(file: Platform.displayPath(file), isColored: colorsErrors) + "\n"
  }
}
