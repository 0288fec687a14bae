// Conversions by Foundation's serializers, and their verification of a native one.

/// Foundation's engine, and its part in a conversion.
package struct EngineUse: Sendable {
  let engine: FoundationEngine
  /// Whether it converts, rather than only verifies.
  let converts: Bool
  /// Whether a format that it cannot convert is an error.
  let isRequired: Bool
  let verifies: Bool

  package init(_ engine: FoundationEngine, converts: Bool, isRequired: Bool, verifies: Bool) {
    self.engine = engine
    self.converts = converts
    self.isRequired = isRequired
    self.verifies = verifies
  }

  func converts(from source: Format?, to target: Format) -> Bool {
    guard converts, let source else { return false }
    return EngineRequest.handles(source) && EngineRequest.handles(target)
  }

  /// Converts or verifies the bytes of an input; does nothing and returns false if the native codecs suffice.
  func run(_ route: Route, _ bytes: ByteView, _ job: any ConversionJob) throws(Diagnostic) -> Bool {
    guard let source = route.reading.format ?? FormatDetector.detect(bytes) else { return false }
    let conversion = EngineConversion(use: self, source: source, route: route)
    if converts(from: source, to: route.writing.target) {
      try conversion.convert(bytes, job)
      return true
    }
    if converts, isRequired {
      let unknown = [source, route.writing.target].first { !EngineRequest.handles($0) } ?? source
      throw Diagnostic(Failure(.engineFormat, unknown.rawValue))
    }
    if verifies { try conversion.verifyNative(bytes, job) }
    return verifies
  }
}

/// A document that Foundation's serializers also read.
private struct EngineConversion {
  let use: EngineUse
  let source: Format
  let route: Route

  private func request(_ task: EngineRequest.Task) -> EngineRequest {
    let writing = route.writing
    var request = EngineRequest(task, from: source, to: writing.target)
    request.encodesTags = writing.losses.policy == .tag
    request.null = writing.null
    request.controls = writing.controls
    request.sortsKeys = writing.sortsKeys || writing.isCanonical
    request.isPretty = writing.layout == .pretty
    request.maximumExpansion = writing.maximumExpansion
    return request
  }

  /// Lets Foundation convert the bytes, and delivers its output and messages as pliant's.
  ///
  /// The native conversion runs as well, because it knows the places of losses.
  func convert(_ bytes: ByteView, _ job: any ConversionJob) throws(Diagnostic) {
    let loaded = try route.load(try opened(bytes), job)
    var losses = route.writing.makeLossReport()
    _ = try route.writing.write(loaded, to: OutputBuffer(to: .nowhere), losses: &losses)
    route.writing.place(&losses, in: loaded)
    let response = try ask(bytes) { bytes throws(Failure) in
      try use.engine.convert(bytes, request(.convert))
    }
    for case .loss(let loss, let count, let path) in response.lines where losses.counts[loss.rawValue] == 0 {
      let index = KeyPath(path).flatMap { loaded.document.index(at: $0) } ?? 0
      let refusal = loaded.diagnostic(loss.refused(count: count), at: index)
      if losses.refuses(loss) { throw refusal }
      losses.count(loss, count, first: LossPlace(refusal.place, path: path))
    }
    try response.payload.withByteView { payload throws(Diagnostic) in
      var output = OutputBuffer()
      output.append(payload)
      route.writing.endLine(&output)
      try deliver(output, losses, of: loaded, verifies: use.verifies, from: bytes, job)
    }
    show(response, job)
  }

  /// Converts natively, and delivers the output if Foundation reads it as the input.
  func verifyNative(_ bytes: ByteView, _ job: any ConversionJob) throws(Diagnostic) {
    let loaded = try route.load(try opened(bytes), job)
    var losses = route.writing.makeLossReport()
    let output = try route.writing.write(loaded, to: OutputBuffer(), losses: &losses)
    route.writing.place(&losses, in: loaded)
    try deliver(output, losses, of: loaded, verifies: true, from: bytes, job)
  }

  private func opened(_ bytes: ByteView) throws(Diagnostic) -> OpenedSource {
    var reading = route.reading
    reading.format = source
    return try reading.open(bytes)
  }

  private func deliver(
    _ output: consuming OutputBuffer, _ losses: LossReport, of loaded: LoadedDocument, verifies: Bool,
    from bytes: ByteView, _ job: any ConversionJob
  ) throws(Diagnostic) {
    if verifies {
      try output.withHeldBytes { output throws(Diagnostic) in try verify(bytes, output, job) }
    }
    var proving = route
    // Foundation's keys have no order.
    if use.converts { proving.writing.sortsKeys = true }
    try route.finish(
      RouteEnd(
        output, losses, of: loaded.source, isOpened: false, proof: try proving.proof(of: loaded, for: job)),
      job)
  }

  /// Lets Foundation read the output back; throws if it differs from the input.
  private func verify(
    _ bytes: ByteView, _ output: ByteView, _ job: any ConversionJob
  ) throws(Diagnostic) {
    let response = try ask(bytes) { bytes throws(Failure) in
      do throws(Failure) { return try use.engine.verify(bytes, output: output, request(.verify)) } catch {
        guard error.code == .engineRefused else { throw error }
        throw Failure(.engineDifference, error.subject)
      }
    }
    show(response, job)
  }

  private func show(_ response: EngineResponse, _ job: any ConversionJob) {
    for line in response.lines {
      switch line {
      case .note(let text): job.note(text, rule: .engineFoundation)
      case .unverified(let text):
        job.report(Diagnostic(.warning, "not verified: \(text)", rule: .engineUnverified))
      case .loss, .error: break  // reported before
      }
    }
  }

  /// Sends the bytes, or with a forced encoding their UTF-8 after a byte order mark, which overrides the
  /// declaration.
  private func ask(
    _ bytes: ByteView, _ body: (ByteView) throws(Failure) -> EngineResponse
  ) throws(Diagnostic) -> EngineResponse {
    try Diagnostic.of { () throws(Failure) in
      guard let encoding = route.reading.encoding, source.traits.text != nil else { return try body(bytes) }
      let text = DecodedText(bytes, kind: DecodedText.Kind(source), forced: encoding)
      if let problem = text.problem { throw problem }
      let marked = [0xEF, 0xBB, 0xBF] + text.withText { $0.array }
      return try marked.withByteView(body)
    }
  }
}
