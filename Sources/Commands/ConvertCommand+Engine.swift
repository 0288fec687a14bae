// convert with Foundation's engine, and verification by it.

package enum EngineChoice: String, CaseIterable, Sendable {
  case native
  case foundation
}

/// The effect of --engine, PLIANT_ENGINE and --verify.
struct EnginePlan: Sendable {
  let choice: EngineChoice
  /// Whether --engine is present, which makes another format an error.
  let isTyped: Bool
  let verifies: Bool
  /// Whether to decode keyed archives, which Foundation's serializers do not support.
  private let unarchives: Bool

  private static let names: ValueParser<EngineChoice> = .choice("ENGINE", EngineChoice.allCases)
  private static let engine = ValueOption(
    "engine", value: names,
    help: "the engine that converts among xml1, binary1 and json; `native` is the default",
    detail: """
      `foundation` lets PropertyListSerialization and JSONSerialization do the conversion, in the program
      *pliant-foundation* next to pliant. The variable PLIANT_ENGINE sets the default.
      """)
  private static let verify = Flag(
    "verify", help: "before writing, have Foundation read the output back and compare it with the input",
    detail: """
      Reports values that Foundation cannot represent as not verified. If there is a difference, pliant reports an
      error and writes nothing.
      """)
  static let options: [any Option] = [engine, verify]

  init(_ typed: ParsedArguments, _ conversion: Conversion, in context: CommandContext) throws(UsageError) {
    let chosen = typed[Self.engine]
    isTyped = chosen != nil
    let variable = context.environment("PLIANT_ENGINE") ?? ""
    let preset =
      variable.isEmpty ? .native : try Self.names.value(of: Argument(variable), for: "PLIANT_ENGINE")
    choice = chosen ?? preset
    verifies = typed[Self.verify]
    unarchives = conversion.archives != .asStored
    let target = conversion.target
    if choice == .foundation && isTyped && !EngineRequest.handles(target) {
      throw UsageError("the Foundation engine converts among xml1, binary1 and json, not to \(target)")
    }
    if choice == .foundation && conversion.isCanonical && target == .json {
      throw UsageError("JSONSerialization writes no canonical JSON (RFC 8785); use the native engine")
    }
    if conversion.archives != .asStored && (choice == .foundation && isTyped || verifies) {
      throw UsageError(
        "--unarchive is for the native engine, without \(verifies ? "--verify" : "--engine foundation")")
    }
    if verifies && !EngineRequest.handles(target) {
      throw UsageError("Foundation can verify xml1, binary1 and json, not \(target)")
    }
  }

  var needsEngine: Bool { choice == .foundation && !unarchives || verifies }

  /// Whether Foundation converts from this format.
  ///
  /// Throws if --engine requires it and it cannot; PLIANT_ENGINE alone leaves other formats to the native
  /// codecs.
  func usesFoundation(from source: Format, to target: Format) throws -> Bool {
    guard choice == .foundation, !unarchives else { return false }
    for format in [source, target] where !EngineRequest.handles(format) {
      if isTyped { throw Failure(.engineFormat, format.rawValue) }
      return false
    }
    return true
  }
}

/// A document that Foundation's serializers also read.
struct EngineConversion {
  let engine: FoundationEngine
  let source: Format
  let options: Conversion

  private func request(_ task: EngineRequest.Task) -> EngineRequest {
    var request = EngineRequest(task, from: source, to: options.target)
    request.loss = options.loss
    request.refusesAnnotations = options.refusesAnnotations
    request.null = options.null
    request.sortsKeys = options.sortsKeys || options.isCanonical
    request.isPretty = options.isPretty
    request.endsLine = options.endsLine
    request.maximumExpansion = options.maximumExpansion
    return request
  }

  /// Lets Foundation convert the bytes, and delivers its output and messages as pliant's.
  func convert(_ bytes: ByteView, _ job: FileJob, verifies: Bool) throws {
    if options.inputEncoding == nil, source.traits.text != nil {
      let text = DecodedText(bytes, kind: DecodedText.Kind(source))
      let contradiction = text.contradiction
      try text.withText { view in try options.enforce(contradiction, in: view, job) }
    }
    let response = try withEngineBytes(bytes) { bytes throws(Failure) in
      try engine.convert(bytes, request(.convert))
    }
    try response.payload.withByteView { payload in
      if verifies { try verify(bytes, payload, job) }
      try job.writeOutput(payload, proof: try proof(of: bytes, job))
    }
    show(response, job)
  }

  /// The proof of the replacement; Foundation's keys have no order.
  private func proof(of bytes: ByteView, _ job: FileJob) throws -> OutputProof? {
    guard job.replacesSource else { return nil }
    var conversion = options
    conversion.source = source
    conversion.sortsKeys = true
    let document = try conversion.load(bytes).document
    return try conversion.proof(of: document, from: source)
  }

  /// Lets Foundation read the output back; throws if it differs from the input.
  func verify(_ bytes: ByteView, _ output: ByteView, _ job: FileJob) throws {
    let response = try withEngineBytes(bytes) { bytes throws(Failure) in
      do throws(Failure) { return try engine.verify(bytes, output: output, request(.verify)) } catch {
        guard error.code == .engineRefused else { throw error }
        throw Failure(.engineDifference, error.subject)
      }
    }
    show(response, job)
  }

  private func show(_ response: EngineResponse, _ job: FileJob) {
    for line in response.lines {
      switch line {
      case .loss(let loss, let count): job.note(loss.text(count: count), rule: .conversionLoss)
      case .note(let text): job.note(text, rule: .engineFoundation)
      case .unverified(let text):
        job.report(Diagnostic(.warning, "not verified: \(text)", rule: .engineUnverified))
      case .error: break  // thrown before
      }
    }
  }

  /// The bytes, or with a forced encoding their UTF-8 after a byte order mark, which overrides the
  /// declaration.
  private func withEngineBytes(_ bytes: ByteView, _ body: (ByteView) throws(Failure) -> EngineResponse)
    throws -> EngineResponse
  {
    guard let encoding = options.inputEncoding, source.traits.text != nil else { return try body(bytes) }
    let text = DecodedText(bytes, kind: DecodedText.Kind(source), forced: encoding)
    if let problem = text.problem { throw problem }
    let marked = [0xEF, 0xBB, 0xBF] + text.withText { $0.array }
    return try marked.withByteView(body)
  }
}
