// pliant transcode: text from one encoding to another, and nothing but its encoding.

package enum TranscodeCommand {
  private static let to = ValueOption(
    "to", letter: "t", value: .encoding("NAME"), help: "the encoding to write: an IANA name or an alias")
  private static let bom = ValueOption(
    "bom", value: .choice("POLICY", ByteOrderMarkPolicy.allCases),
    help: "the byte order mark of Unicode encodings",
    detail: """
      Without this option, pliant writes a mark for UTF-16 and UTF-32, whose names do not specify the byte order, and
      keeps the mark of UTF-8 and of encodings with a byte order.
      """)
  private static let unmappable = ValueOption(
    "unmappable", value: .choice("POLICY", UnmappablePolicy.allCases),
    help: "what to do with characters that the encoding lacks",
    detail: #"""
      `escape`, the default, writes `&#x…;` in the text and attribute values of XML and HTML, `\uXXXX` in JSON
      strings, `\UXXXX` in those of .strings files and old-style property lists, and CSS's own escape in style sheets.
      Elsewhere it is an error. The file's suffix must agree with its content, or `--from` name the format; on
      standard input, pliant detects valid JSON, XML and HTML.
      """#)

  static let verb = Verb(
    "transcode", group: "Converting", summary: "re-encode text, including its encoding declaration",
    page: PackageResources.transcode_1_txt, operands: [.files],
    options: [to, CommonOptions.language, bom, unmappable] + CommonOptions.rewriting,
    seeAlso: ["encoding", "lint", "convert", "pliant-encodings(7)"])

  private struct Options: Sendable {
    let target: TextEncoding
    let forced: TextEncoding?
    let format: Format?
    let language: TextLanguage?
    let mark: ByteOrderMarkPolicy?
    let unmappable: UnmappablePolicy

    init(_ typed: ParsedArguments) throws(UsageError) {
      guard let target = typed[to] else {
        let name = typed.operands.first?.shown ?? ""
        throw UsageError(
          "missing option --to NAME, the encoding to write",
          suggestion: TextEncoding(name: name).map { _ in "use --to \(name)" })
      }
      self.target = target
      forced = typed[CommonOptions.inputEncoding]
      format = typed[CommonOptions.from]
      language = typed[CommonOptions.language]
      mark = typed[bom]
      unmappable = typed[TranscodeCommand.unmappable] ?? .escape
      if mark == .add, !target.isUnicode { throw UsageError("\(target.name) has no byte order mark to add") }
    }
  }

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try Options(typed)
    let plan = try context.plan(
      typed, rule: OutputRule(.inPlace, canJoin: false, isDocument: false, text: .text))
    let policy = try LintSettingsFile.policy(context)
    return context.processInputs(plan) { job in try transcode(job, options, policy.policy(for: job)) }
  }

  /// The number of bytes to search for a declaration.
  private static let headBytes = 16 * 1024

  private static func transcode(_ job: FileJob, _ options: Options, _ policy: FilePolicy?) throws {
    var window = try job.openDocumentWindow()
    try refill(&window, upTo: headBytes)
    let plan = try plan(for: &window, job, options, policy)
    do { try transcode(&window, job, plan) } catch {
      throw options.forced == nil ? explained(Diagnostic(of: error), job, plan.source) : error
    }
    if let policy, job.replacesSource, policy.encoding != plan.target, plan.target != .ascii {
      job.note(
        "\(policy.origin) still prescribes \(policy.encoding.name), but the file is \(plan.target.name) now",
        rule: .encodingUnexpected)
    }
  }

  /// An error about invalid bytes, with their actual encoding if it is certain.
  private static func explained(_ error: Diagnostic, _ job: FileJob, _ source: TextEncoding) -> Diagnostic {
    guard error.rule == .encodingInvalidBytes, job.canReopenInput,
      let file = try? job.openInput(),
      let remedy = file.withBytes({ DeclarationCheck.remedy(for: $0, notIn: source) })
    else { return error }
    return Diagnostic(
      error.severity, at: error.place, error.sentence + remedy.addition, advice: remedy.advice,
      rule: error.rule)
  }

  private static func transcode(_ window: inout InputWindow, _ job: FileJob, _ plan: Transcoder.Plan) throws {
    var output = try job.openOutput()
    // The transcoder verifies the bytes incrementally before writing them.
    let written = WrittenBytes()
    if job.writesFile { output.record = written }
    var transcoder = Transcoder(plan)
    while true {
      let consumed = try transcoder.write(window.bytes, isLast: window.isAtEnd, to: &output)
      window.consume(consumed)
      if window.isAtEnd { break }
      _ = try window.refill()
    }
    try transcoder.finish(&output)
    try job.finish(output) { written.areSame(as: $0) }
    for leftover in transcoder.leftovers {
      job.report(
        Diagnostic(.note, at: Place(leftover.position), leftover.sentence, rule: .encodingMismatch))
    }
  }

  private static func refill(_ window: inout InputWindow, upTo count: Int) throws {
    while window.bytes.count < count, try window.refill() {}
  }

  // MARK: Planning

  private static func plan(
    for window: inout InputWindow, _ job: FileJob, _ options: Options, _ policy: FilePolicy?
  ) throws -> Transcoder.Plan {
    if options.format == nil, TranscodeGrammar.needsWhole(window.bytes, name: job.name) {
      try refill(&window, upTo: pipeBytes)
    }
    if DeclaredEncoding.areThroughout(job.name, window.bytes) { try refill(&window, upTo: pipeBytes) }
    let head = window.bytes
    let format = options.format ?? FormatDetector.detect(head)
    if let format, format.traits.text == nil {
      throw Diagnostic(.error, "a binary property list has no text encoding", rule: .encodingUnmappable)
    }
    // HTML names its encoding in its own way.
    let isHTML = HTMLDeclaration.isHTML(head) && XMLDeclaration(head) == nil
    let grammar = TranscodeGrammar(
      head: head, format: format, isForced: options.format != nil, isHTML: isHTML
    )
    .grammar(name: job.name, isWhole: window.isAtEnd)
    let kind: DecodedText.Kind =
      grammar == .plain || grammar == .css || isHTML ? .text : format.map(DecodedText.Kind.init) ?? .text
    let wholeUnits = window.isAtEnd ? head.count : head.count & ~3
    let file = job.name == InputOperand.standardInputName ? nil : job.name
    if let file, let refusal = DeclaredEncoding.refusal(of: options.target, for: file) {
      throw Diagnostic(.error, refusal, rule: .encodingUnmappable)
    }
    let named = options.forced == nil && kind == .text ? try declaration(in: head, file) : nil
    let decoded = DecodedText(head[0..<wholeUnits], kind: kind, forced: options.forced ?? named?.encoding)
    // A character that the window cuts is not an error in the text.
    if let problem = decoded.problem, decoded.invalidByteOffset == nil {
      throw Diagnostic(problem, in: decoded)
    }
    if grammar == .xml, options.target.unitWidth == 1, !isRecognised(options.target) {
      throw Diagnostic(
        .error,
        "XML in \(options.target.name) could not be read again: its declaration would be hidden by the encoding that it names",
        rule: .encodingUnmappable)
    }
    var encoding = decoded.encoding
    if decoded.evidence == .default {
      let unread = DeclaredEncoding.all(in: head, name: file).first(where: \.isUnreadable)
      encoding = try undeclared(&window, job, options, policy, unread)
    } else if options.forced == nil, encoding.unitWidth > 1 {
      let verdict = try withBytes(&window, job) { EncodingDetector.judge($0) }
      if verdict.evidence == .mixed { throw mixed(verdict) }
      if verdict.evidence == .binary, decoded.byteOrderMark == nil { throw binary }
    }
    if let name = named?.name ?? (decoded.evidence == .declaration ? decoded.declaredName : nil) {
      try checkDeclaration(of: encoding, named: name, &window, job)
    }
    var plan = Transcoder.Plan(from: encoding, to: options.target)
    plan.name = file
    plan.grammar = grammar
    plan.unmappable = options.unmappable
    plan.sourceMarkLength = decoded.byteOrderMark?.length ?? 0
    // Joined files may begin with several marks.
    while options.mark == .remove, encoding == .utf8, plan.sourceMarkLength > 0,
      head.starts(with: "\u{FEFF}", at: plan.sourceMarkLength)
    {
      plan.sourceMarkLength += 3
    }
    plan.writesMark = writesMark(options, source: decoded)
    return plan
  }

  /// The declaration by which the readers of a file decode it, if it decides.
  ///
  /// Throws an error if parts of the file declare different encodings.
  private static func declaration(in head: ByteView, _ file: String?) throws -> DeclaredEncoding? {
    guard ByteOrderMark(head) == nil, head.firstIndex(of: ASCII.null) == nil else { return nil }
    let declared = DeclaredEncoding.all(in: head, name: file).filter {
      $0.encoding != nil && $0.source != .json
    }
    if let first = declared.first,
      let other = declared.first(where: { $0.source == first.source && $0.encoding != first.encoding })
    {
      throw Diagnostic(
        .error,
        "parts of the file declare different encodings, '\(first.name)' and '\(other.name)'; use --input-encoding NAME",
        rule: .encodingMixed)
    }
    return declared.first { $0.encoding?.keepsDeclarationInASCII == true }
  }

  private static func mixed(_ verdict: EncodingDetection) -> Diagnostic {
    Diagnostic(
      .error, at: .offset(verdict.firstStray ?? 0),
      "parts of the text are not \(verdict.encoding.name)", rule: .encodingMixed)
  }

  private static let binary = Diagnostic(
    .error, "the content is binary, not text", advice: "use --input-encoding NAME if it is text",
    rule: .encodingInvalidBytes)

  /// Whether XML that declares the encoding is read in it.
  private static func isRecognised(_ encoding: TextEncoding) -> Bool {
    let document = Array("<?xml version=\"1.0\" encoding=\"\(encoding.name)\"?><a/>".utf8)
    guard let bytes = document.withByteView(encoding.encoded) else { return false }
    return bytes.withByteView { bytes in
      let decoded = DecodedText(bytes, kind: .xml)
      return decoded.problem == nil && decoded.encoding == encoding
    }
  }

  private static func writesMark(_ options: Options, source: DecodedText) -> Bool {
    guard options.target.isUnicode else { return false }
    switch (options.mark, options.target) {
    case (.add, _): return true
    case (.remove, _): return false
    case (.keep, _): return source.byteOrderMark != nil
    case (nil, .utf16(nil)), (nil, .utf32(nil)): return true
    case (nil, _):
      return source.byteOrderMark?.encoding == .utf8 || source.byteOrderMark?.encoding == options.target
    }
  }

  /// The number of bytes of a pipe to detect an undeclared encoding from.
  private static let pipeBytes = 16 << 20

  /// The bytes up to the last line end if more follow, to avoid cutting a character.
  private static func wholeLines(_ bytes: ByteView, _ isAtEnd: Bool) -> ByteView {
    guard !isAtEnd, let end = bytes.lastIndex(of: ASCII.lineFeed) else { return bytes }
    return bytes[0..<end + 1]
  }

  /// Whether the window has the whole file, or bytes of a pipe.
  private static func isHeld(_ window: borrowing InputWindow, _ job: FileJob) -> Bool {
    window.isAtEnd || !job.canReopenInput
  }

  /// Runs `body` on the bytes of the whole file, or on the first of a pipe.
  private static func withBytes<Result>(
    _ window: inout InputWindow, _ job: FileJob, _ body: (ByteView) throws -> Result
  ) throws -> Result {
    if isHeld(window, job) {
      try refill(&window, upTo: pipeBytes)
      return try body(wholeLines(window.bytes, window.isAtEnd))
    }
    return try job.openInput().withBytes(body)
  }

  /// Reports bytes that contradict the declaration, as an error if the output replaces the file.
  private static func checkDeclaration(
    of encoding: TextEncoding, named name: String, _ window: inout InputWindow, _ job: FileJob
  ) throws {
    if encoding == .utf8 || encoding == .ascii { return }
    try withBytes(&window, job) { bytes in
      guard let problem = DeclarationCheck.problem(of: encoding, named: name, in: bytes) else { return }
      let before = DeclarationCheck.text(before: problem, in: bytes, encoding)
      try before.withHeldBytes { text in try job.enforce(problem.at(text.count), in: text) }
    }
  }

  /// The encoding of a text without a declaration: UTF-8, or that detected from the whole file.
  private static func undeclared(
    _ window: inout InputWindow, _ job: FileJob, _ options: Options, _ policy: FilePolicy?,
    _ unread: DeclaredEncoding?
  ) throws -> TextEncoding {
    if !isHeld(window, job), try isUTF8(job) { return .utf8 }
    let (verdict, isAsExpected) = try withBytes(&window, job) { bytes in
      let verdict = EncodingDetector.judge(bytes, in: options.language)
      return (verdict, policy.map { verdict.mayBe($0.encoding, in: bytes) } ?? false)
    }
    if let unread, [.letters, .mixed, .binary, .escapes].contains(verdict.evidence) {
      throw Diagnostic(
        .error, unread.unreadableSentence(isUTF8: false), advice: "use --input-encoding NAME",
        rule: .encodingUnknownName)
    }
    if isAsExpected, let policy {
      job.note(
        "no encoding is declared; decoded as \(policy.encoding.name), which \(policy.origin) prescribes",
        rule: .encodingMissingDeclaration)
      return policy.encoding
    }
    switch verdict.evidence {
    case .mixed where verdict.encoding.unitWidth > 1: throw mixed(verdict)
    case .binary: throw binary
    case .letters where verdict.confidence >= 0.9, .escapes, .zeroBytes:
      job.note(
        "no encoding is declared; detected \(verdict.encoding.name) from the content",
        rule: .encodingMissingDeclaration)
      return verdict.encoding
    case .letters:
      let names = verdict.candidates.prefix(2).map(\.encoding.name).joined(separator: " or ")
      throw Diagnostic(
        .error,
        "unknown encoding: none is declared, and the text is not UTF-8; it may be \(names), "
          + "so use --input-encoding NAME or --language CODE",
        rule: .encodingMissingDeclaration)
    default: return .utf8
    }
  }

  /// Whether all of a file is UTF-8 without zero bytes, in constant memory.
  private static func isUTF8(_ job: FileJob) throws -> Bool {
    var window = try job.openWindow()
    repeat {
      _ = try window.refill()
      let bytes = window.bytes
      let end = UTF8Validation.validEnd(of: bytes)
      guard end == bytes.count || !window.isAtEnd && UTF8Validation.isCutOff(bytes, at: end),
        bytes.firstIndex(of: ASCII.null) == nil
      else { return false }
      window.consume(end)
    } while !window.isAtEnd
    return true
  }
}
