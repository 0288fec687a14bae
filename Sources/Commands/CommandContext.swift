// What a verb sees of the world: its streams, working directory, environment and terminal.

import CommandLineKit
import PliantCore

/// When to colour what is written.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto
  case always
  case never
}

/// The surroundings of one run of a verb; tests make their own and run verbs in process.
///
/// Paths are resolved against `workingDirectory`; the process's own is never changed.
package struct CommandContext: Sendable {
  package var standardInput: Int32
  package var standardOutput: Int32
  package var standardError: Int32
  /// Nil means the process's own.
  package var workingDirectory: String?
  package var environment: @Sendable (String) -> String?
  package var inputIsTerminal: Bool
  package var outputIsTerminal: Bool
  package var errorIsTerminal: Bool
  /// The columns that were given; the terminal is asked only by who lays out text for it.
  private var knownWidth: Int?
  /// What `--version` says.
  package var build = BuildInformation.unstamped
  /// Silences notes (`--quiet`).
  package var isQuiet = false
  /// `--color`.
  package var color = ColorChoice.auto
  /// Whether `-o -` was given.
  package var asksForStandardOutput = false
  /// `--jobs`; 0 means as many as there are processors.
  package var jobs = 1
  /// Whether outputs are on the disk before they replace files (not with `--no-sync`).
  package var synchronizesOutput = true
  /// Folders in which files were replaced, made durable once at the end of a run over several inputs.
  package var changedFolders: SharedState<Set<String>>?
  /// The bar that standard error shows now; what else is written there goes through it.
  package var progress: ProgressBar?
  /// The code that a failed input gives: `failure`, or `trouble` for verbs that answer.
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

  /// Columns of the terminal.
  package var width: Int {
    get {
      knownWidth ?? environment("COLUMNS").flatMap { Int($0) } ?? Platform.terminalWidth(standardOutput)
        ?? Platform.terminalWidth(standardError) ?? 80
    }
    set { knownWidth = newValue }
  }

  /// The surroundings of the process itself.
  package static func process() -> CommandContext {
    CommandContext(
      standardInput: 0, standardOutput: 1, standardError: 2, environment: { Platform.variable($0) },
      inputIsTerminal: Platform.isTerminal(0), outputIsTerminal: Platform.isTerminal(1),
      errorIsTerminal: Platform.isTerminal(2), width: nil)
  }

  /// The path as the system must be given it.
  package func resolve(_ path: String) -> String { Paths.resolve(path, against: workingDirectory) }

  /// Reads a file by its name on the command line, where `-` is standard input.
  ///
  /// Throws `file.not-found` and the like.
  func openInput(_ name: String) throws(Failure) -> InputFile {
    name == "-"
      ? try InputFile(descriptor: standardInput, name: InputOperand.standardInputName)
      : try InputFile(path: resolve(name), name: name)
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
  package func write(_ text: String) throws(Failure) {
    var output = makeOutput()
    output.append(text)
    try output.drain()
  }

  /// Writes text to standard error; nothing can be done if that fails.
  package func writeError(_ text: String) {
    if let progress { progress.hidden { writeAtOnce(text) } } else { writeAtOnce(text) }
  }

  /// Shows a mistake in a command line, whose words may come from a file's name.
  package func writeError(_ error: UsageError) {
    writeError(TerminalText.escaped(error.text(program: "pliant"), keepsLines: true))
  }

  private func writeAtOnce(_ text: String) {
    var output = OutputBuffer(to: .descriptor(standardError))
    output.append(text)
    do throws(Failure) { try output.drain() } catch { return }
  }

  /// Shows a diagnostic of a file (notes only unless quiet) on standard error.
  package func report(_ diagnostic: Diagnostic, file: String) {
    if let line = line(for: diagnostic, file: file) { writeError(line) }
  }

  /// A diagnostic as it is shown, or nil if it is silenced.
  package func line(for diagnostic: Diagnostic, file: String) -> String? {
    if diagnostic.severity == .note && isQuiet { return nil }
    return DiagnosticText.line(diagnostic, file: Platform.displayPath(file), colored: colorsErrors) + "\n"
  }
}
