// One conversion, planned once, run once and finished once:
//
//   Reading + Writing ─▶ Route.plan ─▶ Road ─▶ Route.run ─▶ RouteEnd ─▶ the job's output
//
//   document    bytes → format → text → reader → Document → replay → writer → bytes
//   events      bytes → format → text → reader ─────────────────────▶ writer → bytes
//   records     the same through a window, one record at a time
//   lines       JSON values of a window, one at a time
//   engine      Foundation's serializers in another process
//
// Nothing appears before the whole input is read and valid, except records and lines on a stream. A road that needs
// the whole document after all leaves the output unopened, and the conversion takes the road `document`.

/// The way of a document from its bytes to those of the output.
package enum Road: String, CaseIterable, Sendable {
  case document
  case events
  case records
  case lines
  case engine
}

/// Conditions of a road other than options: the beginning of an input, its size, and the kind of output.
package struct RoadConditions: Sendable, Equatable {
  /// The input's format; nil until its beginning is read, or if it is unknown.
  package var format: Format?
  /// Whether the input begins as a document in UTF-8, rather than signed or in another encoding.
  package var isPlainUTF8 = true
  /// The length of the decoded text in bytes.
  package var size = 0
  /// Whether a mapping reads the document.
  package var mapping: AppliedMapping?
  /// Whether the output appears only when complete.
  package var hidesOutput = false
  package var replacesSource = false

  package init(_ format: Format?, size: Int = 0) {
    self.format = format
    self.size = size
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.format == right.format && left.size == right.size && left.hidesOutput == right.hidesOutput
      && left.replacesSource == right.replacesSource && left.isPlainUTF8 == right.isPlainUTF8
      && (left.mapping == nil) == (right.mapping == nil)
  }
}

/// One conversion: how a document is read and written.
package struct Route: Sendable {
  package var reading: Reading
  package var writing: Writing
  /// Foundation's engine, if requested.
  package var engine: EngineUse?

  /// Smaller inputs always take the road `document`.
  package static let directSize = 1024 * 1024
  /// From this size on several threads read one input; below it, starting them costs more than it saves.
  static let sharedSize = 8 << 20

  package init(_ reading: Reading, _ writing: Writing) {
    self.reading = reading
    self.writing = writing
    self.reading.joinsRows = writing.target == .xml
    if writing.target == .jsonl || writing.target.traits.isTable || writing.target.traits.needsMapping {
      self.reading.readsStreams = true
    }
    self.reading.table.keepsDigits = !writing.target.traits.values.areOfPropertyList
  }

  package init(from source: Format? = nil, to target: Format) { self.init(Reading(source), Writing(target)) }

  /// Reads and writes application XML with a mapping.
  package mutating func use(_ mapping: AppliedMapping) {
    reading.mapping = mapping
    writing.mapping = mapping
  }

  /// Sets the requested loss policy or the default, by which losses of values in place are refused.
  package mutating func refuseLosses(asked: LossPolicy?, replacesSource: Bool) {
    writing.losses = LossRule(asked: asked, replacesSource: replacesSource)
    reading.refusesFalseDeclaration = writing.losses.refuses(.falseDeclaration)
  }

  /// Returns the road of an input.
  package func plan(_ input: RoadConditions) -> Road {
    if readsThroughWindow(input) { return .records }
    if let engine { return engine.converts(from: input.format, to: writing.target) ? .engine : .document }
    if copiesLines(input) { return .lines }
    return sendsEvents(input) ? .events : .document
  }

  /// Whether records, or rows of a table, are converted one at a time.
  private func readsThroughWindow(_ input: RoadConditions) -> Bool {
    if reading.records != nil { return true }
    return reading.format?.isCellTable == true && !input.replacesSource
      && (writing.target.isCellTable || writing.target == .json || writing.target == .jsonl)
  }

  /// Whether the input may be values of JSON that are copied one at a time.
  var mayCopyLines: Bool { plan(RoadConditions(reading.format ?? .json)) == .lines }

  private func copiesLines(_ input: RoadConditions) -> Bool {
    guard reading.encoding == nil, reading.archives == .asStored, input.isPlainUTF8 else {
      return false
    }
    return reading.format == .jsonl
      ? writing.target == .json || writing.target == .jsonl
      : writing.target == .jsonl && (input.format == .json || input.format == .jsonl)
  }

  /// Whether the reader drives the writer: every value is written in the order of the text, unchanged.
  private func sendsEvents(_ input: RoadConditions) -> Bool {
    guard input.size >= Self.directSize, reading.archives == .asStored, !writing.isCanonical
    else { return false }
    if let mapping = input.mapping {
      guard writing.losses.policy == .note else { return false }
      if writing.target.traits.needsMapping { return !mapping.options.keepsUnmapped }
      return (writing.target == .json || writing.target == .jsonl) && !writing.sortsKeys
    }
    guard input.hidesOutput, let format = input.format else { return false }
    return canStream(from: format)
  }

  /// Whether a document of the format can be written in the order of its text, with every value unchanged.
  package func canStream(from format: Format) -> Bool {
    guard !writing.sortsKeys, !writing.isCanonical, writing.losses.policy != .tag, writing.null == .keep,
      reading.archives == .asStored
    else { return false }
    switch (format, writing.target) {
    case (.binary1, .xml1), (.binary1, .json), (.xml1, .xml1), (.xml1, .json), (.json, .xml1), (.json, .json):
      return true
    default: return false
    }
  }
}

// MARK: Running

extension Route {
  /// Converts the job's input.
  ///
  /// Throws the first problem with its position, without any output.
  package func run(_ job: any ConversionJob) throws(Diagnostic) {
    let job = holdingOutput(of: job)
    var conditions = RoadConditions(reading.format)
    conditions.replacesSource = job.replacesSource
    if plan(conditions) == .records { return try runRecords(job) }
    guard let input = try inputUnlessLines(job) else { return }
    try input.withBytes { bytes throws(Diagnostic) in try run(bytes, job) }
  }

  /// Converts the bytes of the job's whole input.
  package func run(_ bytes: ByteView, _ job: any ConversionJob) throws(Diagnostic) {
    let job = holdingOutput(of: job)
    if let engine, try engine.run(self, bytes, job) { return }
    let opened = try reading.open(bytes)
    let source = opened.source
    if writing.target.isCellTable, source.format == .xml, source.mapping == nil {
      throw source.diagnostic(missingPlace(RepeatedElements.path(in: source.text)))
    }
    var conditions = RoadConditions(source.format, size: source.text.count)
    conditions.mapping = source.mapping
    conditions.hidesOutput = job.hidesOutput
    conditions.replacesSource = job.replacesSource
    if plan(conditions) == .events, try runEvents(opened, job) { return }
    try write(try load(opened, job), job)
  }

  func load(_ opened: OpenedSource, _ job: any ConversionJob) throws(Diagnostic) -> LoadedDocument {
    let loaded = try reading.load(opened, resolvesReals: writing.target == .binary1)
    var losses = writing.makeLossReport()
    try losses.enforce(writing.losses(of: loaded), in: loaded.source)
    for note in loaded.notes { job.report(note) }
    return loaded
  }

  /// Writes a document to the job's output, with notes about what changed.
  package func write(_ loaded: LoadedDocument, _ job: any ConversionJob) throws(Diagnostic) {
    let job = holdingOutput(of: job)
    var losses = writing.makeLossReport()
    WorkProgress.begin(.writing)
    let isMarkup = writing.target == .xml && (writing.mapping != nil || writing.xmlStyle != .attributes)
    if isMarkup, job.replacesSource {
      let output = try writing.write(loaded, to: OutputBuffer(), losses: &losses)
      writing.place(&losses, in: loaded)
      try finish(
        RouteEnd(output, losses, of: loaded.source, isOpened: false, proof: proofOfMarkup()), job)
    } else {
      // Opened late: an unreadable input must not touch the output.
      let output = try writing.write(loaded, to: try job.openOutput(), losses: &losses)
      writing.place(&losses, in: loaded)
      try finish(RouteEnd(output, losses, of: loaded.source, proof: try proof(of: loaded, for: job)), job)
    }
  }
}
