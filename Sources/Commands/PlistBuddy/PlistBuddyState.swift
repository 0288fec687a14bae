/// A document, its file, and the working container.
struct PlistBuddyState {
  let path: String
  let context: CommandContext
  let zone: TimeZoneFile
  var printsXML = false
  /// The working container, to which entries without a leading colon are relative.
  var current = KeyPath(components: [])
  /// Whether there are changes to save at the end.
  var isDirty = false
  var session: EditingSession
  private var snapshot: InputSnapshot?
  private var isNew: Bool
  /// Whether the document was signed, which prevents saving.
  private let isSigned: Bool

  /// Reads the file, or creates an empty dictionary if it is missing.
  ///
  /// Throws PlistBuddy's text after reporting the reason on standard error.
  init(_ path: String, context: CommandContext, isQuiet: Bool = false) throws {
    self.path = path
    self.context = context
    zone = TimeZoneFile.local(variable: context.environment("TZ"))
    let found: InputFile?
    do {
      found = try Self.existing(path, context)
      if found == nil { try Self.print("File Doesn't Exist, Will Create: \(path)\n", context) }
      // An empty file contains nothing to keep either.
      let file =
        found.flatMap { $0.count > 0 ? $0 : nil }
        ?? InputFile(bytes: Array(PlutilMessages.emptyXML.utf8), name: path)
      let document = try Self.document(in: file)
      isSigned = document !== file
      session = try Self.read(document)
    } catch {
      if error.isBrokenPipe { throw error }
      context.report(error, file: path)
      throw PlistBuddyProblem("Error Reading File: \(path)", on: .output)
    }
    if !isQuiet {
      let loaded = session.loaded
      // Text edits preserve content that reading leaves out.
      let losses = loaded.source.isText ? [] : loaded.ledger.lossNotes
      for note in (isSigned ? [DocumentInput.signedNote] : []) + loaded.notes + losses {
        context.report(note, file: path)
      }
    }
    isNew = found == nil
    snapshot = found.flatMap { InputSnapshot(path: context.resolve(path), status: $0.status) }
  }

  private static func existing(_ path: String, _ context: CommandContext) throws(Failure) -> InputFile? {
    do throws(Failure) { return try InputFile(path: context.resolve(path), name: path) } catch {
      if error.code == .noSuchFile { return nil }
      throw error
    }
  }

  private static func document(in file: InputFile) throws(Diagnostic) -> InputFile {
    do throws(Failure) { return try DocumentInput.document(in: file) } catch {
      throw Diagnostic(binary: error)
    }
  }

  private static func read(_ file: InputFile) throws(Diagnostic) -> EditingSession {
    let format = file.withBytes { FormatDetector.detect($0) }
    var route = Route(to: .xml1)
    // Reports application XML as an invalid property list.
    route.reading.format = format == .xml ? .xml1 : format
    // Only saving refuses losses.
    route.writing.losses = LossRule(asked: nil, replacesSource: true)
    return try EditingSession(file, route)
  }

  /// Reads the file again and discards all changes.
  mutating func revert(isQuiet: Bool = false) throws {
    var again = try PlistBuddyState(path, context: context, isQuiet: isQuiet)
    again.printsXML = printsXML
    self = again
  }

  /// Writes the document to its file atomically, unless the bytes are unchanged.
  mutating func save() throws {
    do {
      var losses = LossReport(LossRule(.refuse, refusesAnnotations: false))
      let saved = try session.write(losses: &losses)
      if isNew || isDirty { try put(saved.bytes) }
      for text in losses.notes { context.note(text, rule: .conversionLoss, file: path) }
    } catch {
      context.report(error, file: path)
      throw PlistBuddyProblem("Error Writing File: \(path)")
    }
    let container = current
    try revert(isQuiet: true)
    if session.kind(at: container) != nil { current = container }
  }

  private func put(_ bytes: borrowing OutputBuffer) throws {
    if isSigned { throw Failure(.signedInPlace) }
    if let contradiction = session.loaded.source.contradiction {
      throw session.loaded.source.diagnostic(contradiction)
    }
    guard AtomicFile.replaces(context.resolve(path)) else {
      throw Failure(.cannotReplace, "\(Platform.displayPath(path)): not a regular file")
    }
    let proved = bytes.withHeldBytes { $0 }
    try context.write(bytes, to: path, snapshot: snapshot) { written throws(Failure) in proved == written }
  }

  // MARK: Talk

  func print(_ text: String) throws { try Self.print(text, context) }

  static func print(_ text: String, _ context: CommandContext) throws {
    try context.write(context.outputIsTerminal ? TerminalText.escaped(text, keepsLines: true) : text)
  }

  func show(_ value: Document) throws {
    var output = printsXML ? try xml(value) : try text(value)
    if context.outputIsTerminal {
      output.makeHarmless()
      try output.withHeldBytes { text throws(Failure) in try context.write(text.string) }
    }
    try output.drain()
  }

  /// The output of Print; escaped for a terminal.
  private var shownOutput: OutputBuffer { context.outputIsTerminal ? OutputBuffer() : context.makeOutput() }

  private func text(_ value: Document) throws(Failure) -> OutputBuffer {
    var printer = PlistBuddyPrinter(to: shownOutput, zone: zone)
    try value.send(into: &printer)
    return printer.finish()
  }

  /// CoreFoundation's output, except carriage returns, which are references.
  private func xml(_ value: Document) throws(Failure) -> OutputBuffer {
    var options = ReplayOptions()
    options.sortKeys = true
    var style = XMLPropertyListStyle.faithful
    style.controls = .keep
    var writer = XMLPropertyListWriter(to: shownOutput, style: style)
    try value.send(options: options, into: &writer)
    return writer.finish()
  }
}
