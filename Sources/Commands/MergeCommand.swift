// pliant merge: a three-way merge by meaning, usable as a merge driver for git.

package enum MergeCommand {
  private static let prefer = ValueOption(
    "prefer", value: .choice("SIDE", MergeSide.allCases),
    help: "resolve all conflicts in favour of `ours` or `theirs`")
  private static let markers = Flag(
    "markers", help: "put git's conflict markers around the lines of both sides; text formats only")

  private static let union = Flag(
    "union",
    help: "join the arrays that both sides have: every element of either once, unless a side removed it")
  private static let name = ValueOption(
    "path", value: .text("NAME"), help: "the file's name in messages and for its format: git's `%P`")

  static let verb = Verb(
    "merge", group: "Editing", summary: "merge the changes that two sides made to a document",
    page: PackageResources.merge_1_txt,
    operands: [Operand(path: "BASE"), Operand(path: "OURS"), Operand(path: "THEIRS")],
    options: [prefer, markers, union, name, CommonOptions.loss, CommonOptions.output, CommonOptions.from]
      + CommonOptions.messages,
    exitStatus: .failing(done: "merged without conflicts", failed: "conflicts remain, or an input failed"),
    seeAlso: ["diff", "patch", "pliant-git(7)"])

  private struct Options: Sendable {
    let preference: MergeSide?
    let marks: Bool
    let joinsArrays: Bool
    var route: Route
    let loss: LossPolicy?
    var source: Format? { route.reading.format }
  }

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let route = Route(Reading(typed[CommonOptions.from]), Writing(.json))
    let options = Options(
      preference: typed[prefer], marks: typed[markers], joinsArrays: typed[union], route: route,
      loss: typed[CommonOptions.loss])
    if options.marks && options.preference != nil { throw UsageError.exclusive("--markers", "--prefer") }
    return try context.forOperand(at: 1, of: typed, named: typed[name], rule: .rewrites) { job, jobs in
      guard let old = try jobs[0].attempt({ try jobs[0].openDocument() }),
        let other = try jobs[1].attempt({ try jobs[1].openDocument() })
      else { return .failure }
      let own = try job.openDocument()
      var failure: (any Error)?
      do {
        if let code = try merge(old, own, other, job, jobs, options) { return code }
      } catch { failure = error }
      // A malformed side still has lines.
      guard options.marks, let lines = try mergeLines(old, own, other, options) else {
        if let failure { throw failure }
        return .failure
      }
      if let failure { job.report(failure) }
      try lines.bytes.withByteView { bytes in try job.writeOutput(bytes) }
      return .failure
    }
  }

  /// Merges records of which each is a line, as git does; nil for binary files.
  private static func mergeRecords(
    _ old: InputFile, _ own: InputFile, _ other: InputFile, _ job: FileJob, _ options: Options
  ) throws -> ExitCode? {
    guard let lines = try mergeLines(old, own, other, options) else { return nil }
    try lines.bytes.withByteView { bytes in try job.writeOutput(bytes) }
    guard lines.hasConflicts, options.preference == nil else { return .success }
    job.report(Diagnostic(Failure(.mergeConflict, "lines that both sides changed")))
    return .failure
  }

  /// Merges three documents; nil after an error in BASE or THEIRS, which has been reported.
  private static func merge(
    _ old: InputFile, _ own: InputFile, _ other: InputFile, _ job: FileJob, _ jobs: [FileJob],
    _ typed: Options
  ) throws -> ExitCode? {
    var options = typed
    options.route.reading.format =
      options.source ?? dialect(of: [(own, job), (old, jobs[0]), (other, jobs[1])])
    if let format = options.source ?? job.namedFormat, format == .jsonl || format.traits.isTable,
      let code = try mergeRecords(old, own, other, job, options)
    {
      return code
    }
    if isApplicationXML(own, options), isApplicationXML(other, options),
      old.count == 0 || isApplicationXML(old, options)
    {
      return try mergeXML(old, own, other, job, options)
    }
    guard let base = try load(old, jobs[0], options, missing: Self.missing(other)),
      let theirs = try load(other, jobs[1], options)
    else { return nil }
    for note in base.ledger.lossNotes(where: { !$0.isAnnotation }) { jobs[0].report(note) }
    return try merge(base, own, job, theirs, options) {
      // BASE does not have those of another format.
      let known = theirs.source.format == base.source.format ? base.ledger : ReadLosses()
      for note in theirs.ledger.lossNotes(addedTo: known) { jobs[1].report(note) }
    }
  }

  private static func mergeLines(
    _ base: InputFile, _ ours: InputFile, _ theirs: InputFile, _ options: Options
  ) throws -> (bytes: [UInt8], hasConflicts: Bool)? {
    try base.withBytes { old in
      try ours.withBytes { own in
        try theirs.withBytes {
          try DocumentMerging.mergeLines(
            base: old, ours: own, theirs: $0, prefer: options.preference, marks: options.marks)
        }
      }
    }
  }

  /// The extension of JSON that the sides together show; nil if they show none or another format.
  private static func dialect(of sides: [(file: InputFile, job: FileJob)]) -> Format? {
    let formats = sides.compactMap { side in
      side.job.namedFormat ?? side.file.withBytes { FormatDetector.detect($0) }
    }
    guard formats.contains(where: \.isCommentedJSON),
      formats.allSatisfy({ $0 == .json || $0.isCommentedJSON })
    else { return nil }
    return formats.contains(.json5) ? .json5 : .jsonc
  }

  private static func isApplicationXML(_ file: InputFile, _ options: Options) -> Bool {
    file.withBytes { (options.source ?? FormatDetector.detect($0)) == .xml }
  }

  private static func mergeXML(
    _ base: InputFile, _ ours: InputFile, _ theirs: InputFile, _ job: FileJob, _ options: Options
  ) throws -> ExitCode {
    let merged = try base.withBytes { old in
      try ours.withBytes { own in
        try theirs.withBytes { other in
          try XMLMerging.merge(
            base: old, ours: own, theirs: other, prefer: options.preference, marks: options.marks,
            encoding: nil)
        }
      }
    }
    try merged.bytes.withHeldBytes { bytes in try job.writeOutput(bytes) }
    guard options.preference == nil else { return .success }
    ours.withBytes { text in
      for (index, conflict) in merged.conflicts.enumerated() {
        let isPlaced = index < XMLConflictReport.placed
        job.report(XMLConflictReport.diagnostic(conflict, in: text, isPlaced: isPlaced))
      }
    }
    return merged.conflicts.isEmpty ? .success : .failure
  }

  /// The JSON in place of the empty file that git passes for a missing BASE.
  private static func missing(_ side: InputFile) -> String {
    side.withBytes { $0.byte(at: $0.endOfSpace(from: 0)) == ASCII.leftBracket ? "[]" : "{}" }
  }

  /// The document of BASE, or `missing` if it is empty, or of THEIRS; nil after an error, which has been reported.
  private static func load(
    _ file: InputFile, _ job: FileJob, _ options: Options, missing: String? = nil
  ) throws -> LoadedDocument? {
    try job.attempt {
      let text = file.count == 0 ? missing : nil
      let file = text.map { InputFile(bytes: Array($0.utf8), name: file.name) } ?? file
      let reading = Reading(text != nil ? .json : options.source ?? job.namedFormat)
      return try file.withBytes { bytes in try reading.load(bytes, job, owner: file) }
    }
  }

  private static func merge(
    _ base: LoadedDocument, _ ours: InputFile, _ job: FileJob, _ theirs: LoadedDocument, _ options: Options,
    reportLostComments: () -> Void
  ) throws -> ExitCode {
    var route = job.route(options.route, loss: options.loss)
    if route.reading.format == nil, [base, theirs].contains(where: { $0.source.format == .openstep }),
      ours.withBytes({ ContentDetector.isEmptyDictionary($0) })
    {
      route.reading.format = .openstep
    }
    let session = try EditingSession(ours, route)
    for note in session.loaded.notes { job.report(note) }
    var losses = route.writing.makeLossReport()
    let merged = try DocumentMerging.merge(
      base: base, theirs: theirs, into: session, prefer: options.preference, marks: options.marks,
      joinsArrays: options.joinsArrays, losses: &losses)
    if !merged.keepsComments { reportLostComments() }
    try merged.bytes.withHeldBytes { bytes in try job.writeOutput(bytes) }
    job.report(losses)
    if merged.isRewritten {
      job.note("rewrote the text around the changes, which could not be kept", rule: .mergeText)
    }
    guard options.preference == nil else { return .success }
    var report = MergeConflictReport(
      base: merged.base ?? base.document, ours: session.loaded, theirs: merged.theirs ?? theirs.document)
    for conflict in merged.conflicts { job.report(try report.diagnostic(conflict)) }
    return merged.conflicts.isEmpty ? .success : .failure
  }
}

private enum XMLConflictReport {
  /// The maximum number of conflicts to locate, which counts the lines before each.
  static let placed = 1000

  static func diagnostic(_ conflict: MergeConflict, in ours: ByteView, isPlaced: Bool) -> Diagnostic {
    let path = conflict.path.components.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
    if case .comments = conflict.ours {
      return Diagnostic(Failure(.mergeConflict, "/\(path): ours and theirs changed its comment"))
    }
    var failure = Failure(
      .mergeConflict,
      "/\(path): base \(text(conflict.base)), ours \(text(conflict.ours)), theirs \(text(conflict.theirs))")
    guard isPlaced, case .text(_, let place) = conflict.ours else { return Diagnostic(failure) }
    failure.offset = place
    return Diagnostic(failure, in: ours)
  }

  private static func text(_ content: MergeConflict.Content) -> String {
    guard case .text(let text, _) = content else { return "nothing" }
    return MergeConflictReport.shortened("'" + String(decoding: text, as: UTF8.self) + "'")
  }
}

private struct MergeConflictReport {
  /// The maximum number of conflicts to locate in OURS, each of which may read it again.
  private static let placed = 100
  private static let shownBytes = 160

  let base: Document
  let ours: LoadedDocument
  let theirs: Document
  var placesLeft = Self.placed

  private static var options: ReplayOptions {
    var options = ReplayOptions()
    options.encodesTags = .json
    return options
  }

  mutating func diagnostic(_ conflict: MergeConflict) throws -> Diagnostic {
    let name = conflict.path.components.isEmpty ? "the document" : conflict.path.dotted
    if case .comments = conflict.ours {
      return Diagnostic(Failure(.mergeConflict, "\(name): ours and theirs changed its comment"))
    }
    let sides =
      "base \(try text(conflict.base, base)), ours \(try text(conflict.ours, ours.document)), "
      + "theirs \(try text(conflict.theirs, theirs))"
    let failure = Failure(.mergeConflict, "\(name): \(sides)")
    guard let index = Self.firstIndex(conflict.ours), placesLeft > 0 else { return Diagnostic(failure) }
    placesLeft -= 1
    return ours.source.diagnostic(failure, at: index, of: ours.document)
  }

  private static func firstIndex(_ content: MergeConflict.Content) -> Int? {
    switch content {
    case .nothing, .text, .comments: nil
    case .value(let index): index
    case .elements(let indices): indices.first
    }
  }

  private func text(_ content: MergeConflict.Content, _ document: Document) throws(Failure) -> String {
    switch content {
    case .nothing, .comments: return "nothing"
    case .text(let text, _): return Self.shortened(String(decoding: text, as: UTF8.self))
    case .value(let index): return try text(of: index, document)
    case .elements(let indices):
      let texts = try indices.prefix(3).map { index throws(Failure) in try text(of: index, document) }
      return "[" + (texts + (indices.count > 3 ? ["…"] : [])).joined(separator: ",") + "]"
    }
  }

  private func text(of index: Int, _ document: Document) throws(Failure) -> String {
    Self.shortened(try ValueLine.json(document, at: index, Self.options).withHeldBytes { $0.string })
  }

  static func shortened(_ text: String) -> String {
    guard text.utf8.count > shownBytes else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(shownBytes))) + "…"
  }
}
