// Output in plutil's formats and layouts, to plutil's destinations.

struct PlutilOutput {
  let context: CommandContext
  let arguments: PlutilArguments
  let input: String
  let source: PlutilInput
  let format: PlutilFormat
  var keyPath: String?
  var hasHeader = false
  var printsByDefault = false
  /// Whether the document was edited, rather than converted.
  var isEdit = false

  private var isPrinted: Bool {
    arguments.output == "-"
      || arguments.output == nil && (format == .raw || format == .type || printsByDefault && input != "")
  }

  /// The output's path, derived from the input's as in plutil; an extension is added if there is none to
  /// replace.
  private var path: String {
    if let output = arguments.output { return output }
    var path = input
    if let ending = arguments.ending { path = Paths.replacingExtension(of: path, with: ending) }
    guard path != "-", format == .objc || format == .swift else { return path }
    return Paths.replacingExtension(of: path, with: format == .objc ? "m" : "swift")
  }

  func write(_ document: Document, at index: Int) throws {
    // plutil's error for a null at any depth.
    if Self.hasNull(document, at: index) {
      throw PlutilProblem("Dictionaries are required to have string keys in property lists")
    }
    if format == .openStep {
      if isEdit {
        context.note(
          "use pliant replace, insert or remove, which keep the file's format", rule: .formatUnwritable,
          file: input)
      }
      throw PlutilProblem("Conversion to OpenStep format is not supported")
    }
    var text = OutputBuffer()
    var losses = LossReport(policy: .note)
    do throws(Failure) { text = try make(document, at: index, &losses) } catch {
      throw PlutilProblem(problem(error))
    }
    place(&losses, document)
    for note in losses.diagnostics { context.report(note, file: input) }
    try put(text, document, at: index)
    if format == .objc && hasHeader && !isPrinted { try writeHeader(document, at: index) }
  }

  /// Finds the first value of each kind of loss in a document that was not edited.
  private func place(_ losses: inout LossReport, _ document: Document) {
    guard document === source.document, let target = Format(rawValue: format.rawValue) else { return }
    writing(target).place(&losses, in: source.loaded)
  }

  /// The native way to write a target with plutil's values; CoreFoundation's reals are doubles.
  private func writing(_ target: Format) -> Writing {
    var writing = Writing(target)
    writing.controls = .keep
    writing.layout = target == .xml1 ? .canonical : .compact
    return writing
  }

  private static func hasNull(_ document: Document, at index: Int) -> Bool {
    guard document.tags.contains(.tag(.null)) else { return false }
    var finder = NullFinder()
    try? document.send(from: index, into: &finder)
    return finder.found
  }

  private func replay(of document: Document, at index: Int) -> Replay {
    var options = ReplayOptions()
    options.collatesKeys = format != .xml1 && format != .binary1
    options.sortKeys = true
    return Replay(document, from: index, options: options)
  }

  private func make(
    _ document: Document, at index: Int, _ losses: inout LossReport
  ) throws(Failure) -> OutputBuffer {
    var replay = replay(of: document, at: index)
    switch format {
    case .xml1:
      var style = XMLPropertyListStyle.faithful
      style.controls = .keep
      var writer = XMLPropertyListWriter(to: OutputBuffer(), style: style, losses: losses)
      try replay.run(into: &writer)
      try Self.checkIntegers(writer.losses)
      losses = writer.losses
      return writer.finish()
    case .binary1:
      var builder = DocumentBuilder(source: document.source)
      try replay.run(into: &builder)
      let sorted = try builder.finish()
      var binary = BinaryPropertyListWriter.Options()
      binary.convertsUIDDictionaries = true
      var failed = 0
      var output = OutputBuffer()
      try BinaryPropertyListWriter.write(
        sorted, options: binary, losses: &losses, index: &failed, to: &output)
      try Self.checkIntegers(losses)
      return output
    case .json:
      var writer = FoundationJSONWriter(isPretty: arguments.isReadable)
      try replay.run(into: &writer)
      losses = writer.losses
      return writer.finish()
    case .swift: return try literal(.swift, &replay, &losses)
    case .objc: return try literal(.objectiveC, &replay, &losses)
    case .raw, .type, .openStep:
      var output = OutputBuffer()
      if format == .raw {
        try RawValue.append(document, at: index, asPlutil: true, to: &output)
      } else {
        output.append(PlutilType(document, at: index).rawValue)
      }
      if isPrinted && arguments.endsLine { output.append(ASCII.lineFeed) }
      return output
    }
  }

  /// Throws for integers that would become strings.
  private static func checkIntegers(_ losses: LossReport) throws(Failure) {
    let count = losses.counts[Loss.wideIntegerAsString.rawValue]
    if count > 0 { throw Loss.wideIntegerAsString.refused(count: count) }
  }

  private func literal(
    _ language: SourceLiteralLanguage, _ replay: inout Replay, _ losses: inout LossReport
  ) throws(Failure) -> OutputBuffer {
    let name = SourceLiteralName(path: input, for: language)
    let header = language == .objectiveC && path != "-" ? Paths.split(headerPath).name : nil
    var writer = SourceLiteralWriter(
      language, name: name, importedHeader: isPrinted ? nil : header, losses: LossReport(policy: .refuse))
    writer.followsPlutil = true
    try replay.run(into: &writer)
    losses.add(writer.losses)
    return try writer.finish()
  }

  private var headerPath: String { Paths.replacingExtension(of: path, with: "h") }

  private func writeHeader(_ document: Document, at index: Int) throws {
    let root: StaticString =
      switch PlutilType(document, at: index) {
      case .dictionary: "NSDictionary"
      case .array: "NSArray"
      case .string: "NSString"
      default: "NSNumber"
      }
    var text = OutputBuffer()
    text.append(SourceLiteralWriter.header(SourceLiteralName(path: input, for: .objectiveC), root: root))
    try Self.replace(headerPath, text, context)
  }

  private func put(_ text: borrowing OutputBuffer, _ document: Document, at index: Int) throws {
    // plutil writes to a file called "-"; here it is standard output.
    if isPrinted || path == "-" { return try Self.print(text, context) }
    guard path == input else { return try Self.replace(path, text, context) }
    if let refusal = source.refusal { throw PlutilProblem("(\(refusal))") }
    try Self.replace(
      path, text, context, snapshot: source.snapshot(at: context.resolve(path)),
      proof: try proof(of: document, at: index))
  }

  /// The proof that a file has the value; nil for formats that never replace the input.
  private func proof(of document: Document, at index: Int) throws -> OutputProof? {
    guard let target = Format(rawValue: format.rawValue), target.isReadable else { return nil }
    let writing = writing(target)
    do throws(Failure) {
      var digest = EqualityDigest(ValueEquality(writing))
      var replay = replay(of: document, at: index)
      try replay.run(into: &digest)
      return writing.proof(of: digest.state)
    } catch { throw PlutilProblem(problem(error)) }
  }

  static func print(_ text: borrowing OutputBuffer, _ context: CommandContext) throws {
    do throws(Failure) { try context.printHarmless(text.bytes) } catch {
      if error.code == .brokenPipe { throw error }
      throw PlutilProblem(PlutilMessages.fileProblem(error))
    }
  }

  static func replace(
    _ path: String, _ text: borrowing OutputBuffer, _ context: CommandContext, snapshot: InputSnapshot? = nil,
    proof: OutputProof? = nil
  ) throws {
    do throws(Failure) { try context.write(text, to: path, snapshot: snapshot, proof: proof) } catch {
      throw PlutilProblem(PlutilMessages.writeProblem(error, context.resolve(path)))
    }
  }

  private func problem(_ failure: Failure) -> String {
    switch failure.code {
    case .foundationJSON: "Invalid object in plist for JSON format"
    case .lossRefused where format == .objc, .literalInteger:
      "Input contains an object that cannot be represented in Obj-C literal syntax"
    case .plutilRaw:
      "Value at \(keyPath ?? "unknown key path") is a (any) type and cannot be extracted in raw format"
    default: "(\(failure.message))"
    }
  }
}

private struct NullFinder: EventSink, ~Copyable {
  var found = false
  mutating func take(_ event: ValueEvent) { if case .null = event { found = true } }
}
