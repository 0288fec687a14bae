// pliant repair: documents that are almost XML, JSON or a property list.

package enum RepairCommand {
  private static let only = RepeatedOption(
    "only", value: .choices("KINDS", RepairKind.allCases, kind: "kind"),
    help: "repair these kinds only, separated by commas")
  private static let replacement = ValueOption(
    "replace", value: .text("TEXT"), help: "write this instead of characters that XML forbids")
  private static let check = Flag(
    "check", help: "write nothing; the exit status is 1 if a document needs a repair")
  private static let diff = Flag(
    "diff", help: "print the changes in the format of `diff -u`, and write nothing")
  private static let list = Flag("list", help: "list the kinds of repairs")

  static let verb = Verb(
    "repair", group: "Markup", summary: "repair documents that are almost XML, JSON or a property list",
    page: PackageResources.repair_1_txt, operands: [.files],
    options: [only, replacement, check, diff, list] + CommonOptions.rewriting,
    seeAlso: ["lint", "format", "unescape"])

  private struct Options: Sendable {
    let kinds: Set<RepairKind>
    let replacement: [UInt8]
    let isCheck: Bool
    let isDiff: Bool
    let reading: Reading

    init(_ typed: ParsedArguments) throws(UsageError) {
      let named = typed[RepairCommand.only].joined()
      kinds = named.isEmpty ? RepairKind.defaults : Set(named)
      replacement = Array((typed[RepairCommand.replacement] ?? "").utf8)
      isCheck = typed[check]
      isDiff = typed[diff]
      reading = typed.reading
      try typed.checkExclusive(check, diff, CommonOptions.output, CommonOptions.ending)
      guard replacement.allSatisfy({ $0 >= ASCII.space && $0 != ASCII.lessThan && $0 != ASCII.ampersand })
      else {
        throw UsageError("--replace needs text without markup and control characters")
      }
    }
  }

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try Options(typed)
    if typed[list] {
      if let extra = typed.operands.first { throw UsageError.unexpected(extra.shown, "--list reads no file") }
      return context.deliver(kinds, to: nil)
    }
    let rule: OutputRule = options.isCheck || options.isDiff ? .prints : .rewrites
    return context.forEachInput(try context.plan(typed, rule: rule)) { job in
      try job.withDocument { bytes in try repair(bytes, job, options) }
    }
  }

  /// The kinds of repairs as lines.
  private static var kinds: String {
    let width = RepairKind.allCases.map(\.rawValue.count).max() ?? 0
    return RepairKind.allCases.map { kind in
      kind.rawValue + String(repeating: " ", count: width - kind.rawValue.count) + "  \(kind.summary)\n"
    }.joined()
  }

  private static func repair(_ bytes: ByteView, _ job: FileJob, _ options: Options) throws -> ExitCode {
    guard bytes.count <= Limits.rewrittenBytes else {
      throw Failure(.repairTooLarge, ByteCount.text(Limits.rewrittenBytes))
    }
    let format =
      try options.reading.format ?? job.namedFormat ?? RepairedFormat.find(in: bytes, name: job.name)
    guard let syntax = format.traits.syntax, format.traits.text != nil else {
      throw Failure(.repairFormat, format.rawValue)
    }
    let forced =
      options.reading.encoding ?? (syntax == .xml ? RepairedFormat.displacedEncoding(in: bytes) : nil)
    let text = DecodedText(bytes, kind: .init(format), forced: forced)
    if let problem = text.problem { throw Diagnostic(problem, in: text) }
    return try text.withText { view in
      let repaired = RepairedText(
        view, format: format, kinds: options.kinds, removedCharacter: options.replacement)
      let failure = remaining(repaired, in: view, format)
      let isRefused = failure != nil && job.planned.replacesSource && !options.isCheck && !options.isDiff
      if !isRefused { report(repaired, in: view, format, job) }
      var output = OutputBuffer()
      try TextSplice.apply(
        repaired.splices, to: bytes, decodedAs: text,
        format: format,
        into: &output)
      if options.isDiff, !repaired.repairs.isEmpty {
        try job.print { diff in
          output.withHeldBytes { UnifiedDiff.append(file: job.name, from: bytes, to: $0, to: &diff) }
        }
      }
      let needsRepair = !repaired.repairs.isEmpty || repaired.remaining != nil
      if options.isCheck || options.isDiff {
        if let failure { job.report(failure) }
        return (options.isCheck ? needsRepair : repaired.remaining != nil) ? .failure : .success
      }
      if let failure, isRefused { throw failure }
      if !(job.planned.replacesSource && repaired.repairs.isEmpty) {
        try output.withHeldBytes { result in
          try job.writeOutput(result, proof: proof(of: repaired, text, forced: options.reading.encoding))
        }
      }
      if let failure { throw failure }
      return .success
    }
  }

  private static func report(_ repaired: RepairedText, in text: ByteView, _ format: Format, _ job: FileJob) {
    var index = LineIndex()
    for repair in repaired.repairs where !repair.isSecondary {
      job.note(
        repair.sentence(in: text), at: Place(index.position(of: repair.splice.range.lowerBound, in: text)),
        rule: repair.kind.rule(in: format))
    }
  }

  /// The first mistake that is left, at its place in the source.
  private static func remaining(_ repaired: RepairedText, in text: ByteView, _ format: Format)
    -> Diagnostic?
  {
    repaired.remaining.map { failure in
      let offset = failure.offset.map { min(repaired.originalOffset(of: $0), text.count) }
      let advice = RepairedText.requestAdvice(for: text, format) ?? failure.advice
      return Diagnostic(Failure(failure.code, at: offset, failure.subject, advice: advice), in: text)
    }
  }

  /// The proof that the bytes are valid, in the encoding of the source, and its text outside the repairs.
  private static func proof(of repaired: RepairedText, _ source: DecodedText, forced: TextEncoding?)
    -> OutputProof
  {
    { result throws(Failure) in
      let decoded = DecodedText(result, kind: .init(repaired.format), forced: forced)
      guard decoded.problem == nil, decoded.encoding == source.encoding else { return false }
      return source.withText { old in
        decoded.withText { new in
          repaired.isSameOutside(old, new)
            && (repaired.remaining != nil || RepairedText.mistake(in: new, repaired.format) == nil)
        }
      }
    }
  }
}
