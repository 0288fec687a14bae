/// One input of a command: opens it, delivers its output, and collects its messages.
///
/// With one job, output and diagnostics are written immediately; with several, they are buffered and written
/// in the order of the inputs.
package final class FileJob: ConversionJob {
  package let planned: PlannedInput
  package let context: CommandContext
  private let isBuffered: Bool
  private var target: AtomicFile?
  private var isOpened = false
  private var snapshot: InputSnapshot?
  /// The document under a window.
  private var held: InputFile?
  /// Output for standard output, until its turn.
  private var collected: CollectedBytes?
  private(set) var buffered: [BufferedOutput] = []

  /// Bytes for one of the two streams.
  struct BufferedOutput: Sendable {
    let isError: Bool
    let bytes: [UInt8]
  }

  init(_ planned: PlannedInput, context: CommandContext, isBuffered: Bool = false) {
    self.planned = planned
    self.context = context
    self.isBuffered = isBuffered
  }

  convenience init(reading input: InputOperand, in context: CommandContext) {
    self.init(PlannedInput(reading: input), context: context)
  }

  package var name: String { planned.input.name }
  package private(set) lazy var namedFormat = planned.input.namedFormat

  package func openInput() throws(Diagnostic) -> InputFile {
    let input = try Diagnostic.of { () throws(Failure) in try context.openInput(planned.input) }
    remember(input.status)
    return input
  }

  package func openWindow() throws(Diagnostic) -> InputWindow {
    let window: InputWindow
    if let path = planned.input.path {
      do throws(Failure) { window = try InputWindow(path: path) } catch { throw Diagnostic(error) }
    } else {
      window = InputWindow(descriptor: context.standardInput)
    }
    remember(window.status)
    return window
  }

  /// Opens the document of the input for incremental reading; signed contents are read whole.
  package func openDocumentWindow() throws(Diagnostic) -> InputWindow {
    var window = try openWindow()
    do throws(Failure) {
      _ = try window.refill()
      if DocumentInput.isPlain(window.bytes, as: namedFormat) { return window }
      while canReopenInput == false, try window.refill() {}
    } catch { throw Diagnostic(error) }
    let input =
      canReopenInput ? try openDocument() : try document(in: InputFile(bytes: window.bytes.array, name: name))
    held = input
    return input.withBytes { InputWindow(held: $0) }
  }

  /// Remembers the status of the input when first opened.
  private func remember(_ status: FileStatus?) {
    if !isBuffered { context.progress?.opened(planned.input.name, status) }
    guard !isOpened else { return }
    isOpened = true
    snapshot =
      if let path = planned.input.path { InputSnapshot(path: path, status: status) } else {
        InputSnapshot(descriptor: context.standardInput, status: status)
      }
  }

  /// Throws `file.changed` if the input has changed since it was opened.
  func checkInput() throws(Failure) { try snapshot?.check(isToBeReplaced: planned.replacesSource) }

  /// The format of the input: the requested one, that of its name, or the detected one.
  func format(of bytes: ByteView, asked format: Format?) throws(Failure) -> Format {
    if let format = format ?? namedFormat ?? FormatDetector.detect(bytes) { return format }
    // An empty file of strings has no entries.
    if Paths.pathExtension(name) == "strings" { return .strings }
    throw Failure(.formatUnknown)
  }

  package private(set) lazy var canReopenInput = planned.input.regularSize != nil
  package var replacesSource: Bool { planned.replacesSource }

  /// Whether the output is a file, rather than standard output.
  var writesFile: Bool { if case .file = planned.target { true } else { false } }

  /// 1 if several inputs run in parallel.
  package var threadCount: Int { isBuffered ? 1 : context.threadCount }

  /// Opens the output; a file does not appear before `finish`.
  package func openOutput() throws(Diagnostic) -> OutputBuffer {
    guard case .file(let path, _) = planned.target else {
      guard isBuffered || isShown else {
        guard showsOnTerminal, let form = planned.rule.text else { return context.makeOutput() }
        return OutputBuffer(to: .terminal(context.standardOutput, form))
      }
      keepCollected()
      let collected = CollectedBytes()
      self.collected = collected
      return OutputBuffer(to: .collector(collected))
    }
    do throws(Failure) {
      let file = try context.delivery.open(path)
      target = file
      return OutputBuffer(to: .descriptor(file.descriptor))
    } catch { throw Diagnostic(error) }
  }

  /// Whether the output is a file that does not appear before `finish`; output to the null device never does.
  package var hidesOutput: Bool {
    guard case .file(let path, _) = planned.target else { return false }
    return AtomicFile.replaces(path) || path == "/dev/null"
  }

  /// Flushes the buffer and moves the output into place, after a proof if it replaces the source.
  package func finish(_ output: consuming OutputBuffer, proof: OutputProof?) throws(Diagnostic) {
    do throws(Failure) { try output.drain() } catch { throw Diagnostic(error) }
    try showCollected()
    do throws(Failure) {
      keepCollected()
      if let target {
        try checkInput()
        // From here on the file is the output.
        if planned.replacesSource, let snapshot {
          target.replaces(snapshot)
          self.snapshot = nil
        }
        try context.delivery.commit(target, proof: planned.needsProof ? proof ?? { _ in false } : proof)
      }
    } catch { throw Diagnostic(error) }
    if target?.separatesHardLink == true, case .file(_, let output) = planned.target {
      report(CommandContext.separatedHardLink, file: output)
    }
    target = nil
  }

  package func report(_ diagnostic: Diagnostic) {
    report(diagnostic.explained(for: planned.input, in: context), file: name)
  }

  private func report(_ diagnostic: Diagnostic, file: String) {
    guard let line = context.line(for: diagnostic, file: file) else { return }
    if isBuffered {
      buffered.append(BufferedOutput(isError: true, bytes: Array(line.utf8)))
    } else {
      context.writeError(line)
    }
  }

  func report(_ error: any Error) { report(Diagnostic(of: error)) }

  /// Returns the result of `body`; nil after an error of this input, which has been reported.
  func attempt<Result>(_ body: () throws -> Result) throws -> Result? {
    do { return try body() } catch {
      if error.isBrokenPipe { throw error }
      report(error)
      return nil
    }
  }

  func withDocument<Result>(_ body: (ByteView) throws -> Result) throws -> Result {
    try openDocument().withBytes(body)
  }

  /// Opens the output, lets `body` write it, and moves it into place.
  func print(_ body: (inout OutputBuffer) throws -> Void) throws {
    var output = try openOutput()
    try body(&output)
    try finish(output)
  }

  /// How this input is read: its name may reveal its format, and a false declaration is refused if the output
  /// replaces it.
  func reading(_ typed: Reading) -> Reading {
    var reading = typed
    reading.format = typed.format ?? namedFormat
    reading.name = planned.input.path == nil ? "-" : planned.input.name
    if planned.input.path == nil { reading.readsStreams = true }
    reading.refusesFalseDeclaration = planned.replacesSource
    return reading
  }

  /// The route of this input; losses are refused if the output replaces it, unless `loss` says otherwise.
  func route(_ typed: Route, loss: LossPolicy? = nil) -> Route {
    var route = typed
    route.reading = reading(typed.reading)
    route.refuseLosses(asked: loss, replacesSource: planned.replacesSource)
    return route
  }

  /// Whether the output is a document for a terminal, which appears once complete.
  private var isShown: Bool {
    planned.rule.isDocument && planned.target == .standardOutput
      && (context.colorsOutput || context.outputIsTerminal)
  }

  private func showCollected() throws(Diagnostic) {
    guard isShown, let collected else { return }
    self.collected = nil
    let bytes = try context.shown(collected.bytes)
    guard !isBuffered else { return buffered.append(BufferedOutput(isError: false, bytes: bytes)) }
    var output = context.makeOutput()
    bytes.withByteView { output.append($0) }
    do throws(Failure) { try output.drain() } catch { throw Diagnostic(error) }
  }

  /// Writes lines of plain values, prefixed with the file name if `isNamed`, and safe for a terminal.
  func printLines(isNamed: Bool, _ body: (inout OutputBuffer) throws -> Void) throws {
    let isEscaped = showsOnTerminal && !planned.rule.isDocument
    guard isNamed || isEscaped else { return try print(body) }
    var lines = OutputBuffer()
    try body(&lines)
    if isEscaped { lines.makeHarmless() }
    let prefix = isNamed ? Platform.displayPath(name) + ":" : ""
    try lines.withHeldBytes { text in
      try print { output in
        var start = 0
        while start < text.count {
          let end = text.firstIndex(of: ASCII.lineFeed, from: start).map { $0 + 1 } ?? text.count
          output.append(prefix)
          output.append(text[start..<end])
          start = end
          try output.drainIfFull()
        }
      }
    }
  }

  var showsOnTerminal: Bool { planned.target == .standardOutput && context.outputIsTerminal }

  /// Moves rewritten bytes into place; an unchanged file keeps its date.
  func rewrite(_ bytes: ByteView, as output: borrowing OutputBuffer) throws(Diagnostic) {
    try output.withHeldBytes { proved throws(Diagnostic) in
      if !planned.replacesSource || !(proved == bytes) { try writeOutput(proved) }
    }
  }

  /// Reads text incrementally, and reports bytes that contradict its declaration.
  func stream(
    _ window: consuming InputWindow, kind: DecodedText.Kind, forced: TextEncoding?,
    _ body: (consuming TextWindow, consuming OutputBuffer) throws -> OutputBuffer
  ) throws {
    let watch = DeclarationMonitor()
    let text = TextWindow(window, kind: kind, forced: forced, watch: watch)
    let output = try body(text, try openOutput())
    try enforce(watch.contradiction, in: .empty)
    try finish(output)
  }

  /// Reports bytes that contradict the declaration of a text; throws if the output replaces the file.
  func settleDeclaration(of text: DecodedText) throws(Diagnostic) {
    let contradiction = text.contradiction
    try text.withText { view throws(Diagnostic) in try enforce(contradiction, in: view) }
  }

  /// Reports a contradiction of the declaration of `text`; throws if the output replaces the file.
  func enforce(_ contradiction: Failure?, in text: ByteView) throws(Diagnostic) {
    let rule = LossRule(asked: nil, replacesSource: planned.replacesSource)
    try rule.enforce(contradiction, in: text, self)
  }

  private func keepCollected() {
    if let collected, !collected.bytes.isEmpty {
      let isEscaped = showsOnTerminal && planned.rule.text != nil
      let bytes =
        isEscaped ? context.harmless(collected.bytes, isJSON: planned.rule.text == .json) : collected.bytes
      buffered.append(BufferedOutput(isError: false, bytes: bytes))
    }
    collected = nil
  }

  /// Discards unfinished output together with its temporary file; output already written remains.
  package func abandon() {
    // An incomplete document has not appeared yet.
    if isShown { collected = nil }
    keepCollected()
    target?.discard()
    target = nil
  }
}
