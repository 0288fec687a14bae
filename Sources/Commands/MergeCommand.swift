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
    description: """
      Merges the changes from *BASE* to *THEIRS* into *OURS*. If git merges the lines without a conflict, and no key
      or identifier is duplicate and no reference leads to a missing object, pliant uses git's result. Otherwise it
      merges the values: two keys added in one place are not a conflict. The documents are property lists, JSON,
      .strings, .stringsdict, .xcstrings, project.pbxproj, or application XML such as storyboards; *OURS* determines
      the format of the result.

      If the three are texts of one format, every byte of the result is from one of them, with the line ends and the
      indentation of *OURS*: entries that a side added keep their comments and follow the entry that they follow
      there, or go to their place in a sorted list. If one side has all on one line, or another format, pliant changes
      only the bytes of the values that *THEIRS* changed, as `pliant patch` does, and rewrites a binary property list.

      A value that the two sides changed differently is a conflict. pliant lists it on standard error with its key
      path and the three values, and keeps the value of *OURS*; the exit status is 1. Dictionaries merge key by key.
      pliant aligns arrays: it accepts elements that one side added, removed or replaced, and merges dictionaries that
      have entries in common; different elements added in one place are a conflict. Dictionaries in an array, and XML
      elements of one name, merge by the field, or the two fields, that all of them have and whose values are unique,
      also among the additions of both sides: an attribute, a child without children, an entry, also one level deeper;
      then additions of both sides remain, and one that a side replaced and the other changed is a conflict. Lists of a project's objects are
      ordered sets: the additions of both sides remain. XML merges by attributes, and by elements with an `id`,
      `name`, `key` or the like, or with a unique name among their siblings. Keyed archives that both sides changed
      are a conflict as a whole, and so are a translation's state and text (the `stringUnit` of a catalogue, a
      `target` or `segment` of XLIFF), the requirement for a package, its resolved revision and version, an object
      that both sides put into different groups, a file that both added to one group of a project, and an element that
      one side removed and to whose identifier the other side refers. With `--union`, arrays
      merge like ordered sets, so that two lists without a *BASE* become one.

      A malformed document leaves *OURS* unchanged. With `--markers` pliant then merges the lines as git does.

      The arguments are those that git passes to a merge driver; *pliant-git*(7) shows how to set it up. An empty
      *BASE* is a document that both sides added.
      """, operands: [Operand(path: "BASE"), Operand(path: "OURS"), Operand(path: "THEIRS")],
    options: [prefer, markers, union, name, CommonOptions.loss, CommonOptions.output, CommonOptions.from]
      + CommonOptions.messages,
    examples: """
      Merge the other side's changes; both sides changed the version, and the exit status is 1.
        $ pliant merge -o - merge-base.json merge-ours.json merge-theirs.json
        merge-ours.json:3:14: error: conflict at version: base "1.0", ours "1.1", theirs "2.0" [merge/conflict]
        {
          "name": "harbour-cafe",
          "version": "1.1",
          "languages": ["de", "en", "fr"]
        }
        [1]
      Put markers for an editor around the conflict; the exit status is 1.
        $ pliant merge --markers -o - merge-base.json merge-ours.json merge-theirs.json
        merge-ours.json:3:14: error: conflict at version: base "1.0", ours "1.1", theirs "2.0" [merge/conflict]
        {
          "name": "harbour-cafe",
        <<<<<<< ours
          "version": "1.1",
        =======
          "version": "2.0",
        >>>>>>> theirs
          "languages": ["de", "en", "fr"]
        }
        [1]
      Use their value if both sides changed it.
        $ pliant merge --prefer theirs -o - merge-base.json merge-ours.json merge-theirs.json
        {
          "name": "harbour-cafe",
          "version": "2.0",
          "languages": ["de", "en", "fr"]
        }
      Write the result to another file, without changing *OURS*.
        $ pliant merge --prefer ours -o merged.json merge-base.json merge-ours.json merge-theirs.json
      """,
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
      guard options.marks, let lines = try mergeLines(old, own, other) else {
        if let failure { throw failure }
        return .failure
      }
      if let failure { job.report(failure) }
      try lines.withHeldBytes { bytes in try job.writeOutput(bytes) }
      return .failure
    }
  }

  /// Merges three documents; nil after an error in BASE or THEIRS, which has been reported.
  private static func merge(
    _ old: InputFile, _ own: InputFile, _ other: InputFile, _ job: FileJob, _ jobs: [FileJob],
    _ typed: Options
  ) throws -> ExitCode? {
    var options = typed
    options.route.reading.format =
      options.source ?? dialect(of: [(own, job), (old, jobs[0]), (other, jobs[1])])
    if (options.source ?? job.namedFormat) == .jsonl { throw Failure(.mergeLines) }
    if isApplicationXML(own, options), isApplicationXML(other, options),
      old.count == 0 || isApplicationXML(old, options)
    {
      return try mergeXML(old, own, other, job, options)
    }
    guard let base = try load(old, jobs[0], options, isBase: true),
      let theirs = try load(other, jobs[1], options, isBase: false)
    else { return nil }
    for note in base.ledger.lossNotes(where: { !$0.isAnnotation }) { jobs[0].report(note) }
    return try merge(base, own, job, theirs, options) {
      // BASE does not have those of another format.
      let known = theirs.source.format == base.source.format ? base.ledger : ReadLosses()
      for note in theirs.ledger.lossNotes(addedTo: known) { jobs[1].report(note) }
    }
  }

  private static func mergeLines(
    _ base: InputFile, _ ours: InputFile, _ theirs: InputFile
  ) throws -> OutputBuffer? {
    try base.withBytes { old in
      try ours.withBytes { own in
        try theirs.withBytes { try DocumentMerging.mergeLines(base: old, ours: own, theirs: $0) }
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

  /// The document of BASE or THEIRS; nil after an error, which has been reported.
  private static func load(_ file: InputFile, _ job: FileJob, _ options: Options, isBase: Bool)
    throws -> LoadedDocument?
  {
    try job.attempt {
      // git passes an empty file for a missing BASE.
      let isMissing = isBase && file.count == 0
      let file = isMissing ? InputFile(bytes: Array("{}".utf8), name: file.name) : file
      let reading = Reading(isMissing ? .json : options.source ?? job.namedFormat)
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
