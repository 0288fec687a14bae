// pliant diff: two documents of any formats, compared by their meaning.

package enum DiffCommand {
  private static let json = Flag(
    "json", help: "print a JSON Patch (RFC 6902) that turns *A* into *B*; `pliant patch` applies it")

  private static let mergePatch = Flag(
    "merge", help: "print a merge patch (RFC 7396) that turns *A* into *B*; `pliant patch --merge` applies it"
  )
  private static let unordered = Flag(
    "unordered", help: "ignore the order of array elements, and of siblings in application XML")
  private static let keys = RepeatedOption(
    "key", value: .text("FIELD"), help: "pair the records of each array by *FIELD*, in any order",
    detail: """
      In paths the value of *FIELD* replaces the index of the record. Repeat the option if several fields together
      identify a record. If no record has them, the exit status is 2.
      """)
  private static let ignored = RepeatedOption(
    "ignore", value: .text("PATH"), help: "ignore the value at *PATH* in both documents",
    detail: """
      *PATH* is a key path, a JSON Pointer or a JSONPath that selects any number of values; in application XML it is an
      XPath expression. An added or removed value includes what it contains at *PATH*. A patch of --json or --merge keeps
      the ignored values of *A*; application XML has none with this option.
      """)

  static let verb = Verb(
    "diff", group: "Checking", summary: "compare two documents of any formats by their meaning",
    page: PackageResources.diff_1_txt, operands: [Operand(path: "A"), Operand(path: "B")],
    options: [
      json, mergePatch, unordered, keys, ignored, CommonOptions.unarchive, CommonOptions.xmlStyle,
      CommonOptions.output,
      CommonOptions.from, CommonOptions.inputEncoding,
    ] + CommonOptions.messages,
    exitStatus: .answering(
      "the documents are equal in meaning", "they differ"),
    seeAlso: ["patch", "extract", "query"])

  private struct Options: Sendable {
    let isPatch: Bool
    let isMergePatch: Bool
    let isUnordered: Bool
    let keys: [KeyPath]
    let ignored: [String]
    let reading: Reading
    var style: XMLStyle? { reading.xmlStyle }

    init(_ typed: ParsedArguments) throws(UsageError) {
      var reading = typed.reading
      reading.xmlStyle = typed[CommonOptions.xmlStyle]
      reading.archives = typed[CommonOptions.unarchive] ? .asObjects : .asStored
      self.reading = reading
      (isPatch, isMergePatch, isUnordered) = (typed[json], typed[mergePatch], typed[unordered])
      (keys, ignored) = (typed[DiffCommand.keys].map { KeyPath(dotted: $0) }, typed[DiffCommand.ignored])
      try typed.checkExclusive(json, mergePatch)
      // The operations of a JSON Patch have indices.
      if isPatch && !keys.isEmpty { throw .exclusive("--key", "--json") }
      if isMergePatch && !keys.isEmpty { throw .exclusive("--key", "--merge") }
    }
  }

  private struct Side {
    let loaded: LoadedDocument
    /// The tape indices of the ignored values.
    var ignored: Set<Int> = []
    /// The bytes of the document, which for XML lack the ignored nodes.
    let bytes: ByteView
    /// The paths of ignored values that select nothing.
    var unmatched: Set<String> = []
  }

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try Options(typed)
    return try context.forOperand(at: 0, of: typed, rule: .prints) { first, others in
      try withSide(of: first, options) { old in
        let compared = try others[0].attempt {
          try withSide(of: others[0], options) { new in try compare(old, new, first, others[0], options) }
        }
        return compared ?? .trouble
      }
    }
  }

  private static func compare(
    _ old: Side, _ new: Side, _ first: FileJob, _ second: FileJob, _ options: Options
  ) throws -> ExitCode {
    for path in options.ignored where old.unmatched.contains(path) && new.unmatched.contains(path) {
      first.note("--ignore \(path) selects nothing in either document", rule: .editPath)
    }
    let isPatch = options.isPatch || options.isMergePatch
    if isPatch, !options.ignored.isEmpty, [old, new].contains(where: { $0.loaded.source.format == .xml }) {
      throw Failure(.diffIgnoreXML)
    }
    let areXML = old.loaded.source.format == .xml && new.loaded.source.format == .xml
    if areXML && options.style != .lossless {
      if options.isMergePatch { throw Failure(.mergePatchXML) }
      note(old.loaded, first)
      note(new.loaded, second)
      return try writeXML(old.loaded, new.loaded, old.bytes, first, options)
    }
    for note in old.loaded.ledger.lossNotes { first.report(note) }
    for note in new.loaded.ledger.lossNotes { second.report(note) }
    return try write(old, new, first, options)
  }

  private static func withSide<Result>(
    of job: FileJob, _ options: Options, _ body: (Side) throws -> Result
  ) throws -> Result {
    try job.withDocument { bytes in
      // git's name for the file that one side lacks.
      let bytes = bytes.isEmpty && job.name == "/dev/null" ? ByteView("{}") : bytes
      let reading = job.reading(options.reading)
      let format = reading.format ?? FormatDetector.detect(bytes)
      if format == .xml, !options.ignored.isEmpty {
        let (file, unmatched) = try withoutIgnoredNodes(bytes, reading, options)
        return try file.withBytes { bytes in
          let loaded = try load(bytes, reading, job)
          return try body(Side(loaded: loaded, bytes: bytes, unmatched: unmatched))
        }
      }
      var side = Side(loaded: try load(bytes, reading, job), bytes: bytes)
      for path in options.ignored {
        let values = try ignoredValues(path, in: side.loaded.document)
        if values.isEmpty { side.unmatched.insert(path) }
        if values.contains(0) { throw Failure(.editRoot) }
        side.ignored.formUnion(values)
      }
      return try body(side)
    }
  }

  private static func load(_ bytes: ByteView, _ reading: Reading, _ job: FileJob) throws -> LoadedDocument {
    let loaded = try reading.load(bytes, job)
    let document = try loaded.document.expandingReferences()
    return LoadedDocument(loaded.source, document: document, ledger: loaded.ledger)
  }

  // MARK: Ignored values

  private static func ignoredValues(_ path: String, in document: Document) throws -> [Int] {
    if JSONPathQuery.isQuery(path) {
      let query = try QueryCommand.parse(path)
      var evaluator = JSONPathEvaluator(query, on: document)
      return try evaluator.evaluate(query).map(\.index)
    }
    guard let keyPath = KeyPath(path) else {
      throw UsageError("invalid key path '\(path)': in a JSON Pointer ~ is followed by 0 or 1")
    }
    return document.index(at: keyPath).map { [$0] } ?? []
  }

  /// The document without the nodes that the expressions select, and the expressions that select nothing.
  private static func withoutIgnoredNodes(
    _ bytes: ByteView, _ reading: Reading, _ options: Options
  ) throws -> (InputFile, unmatched: Set<String>) {
    var file = InputFile(bytes: bytes.array, name: "")
    var unmatched: Set<String> = []
    for path in options.ignored {
      let expression = try XPathCommand.parse(path, what: "expression of --ignore")
      var request = XMLEditRequest(
        .remove, expression: expression, bindings: XPathBindings(), takesFirst: false)
      request.mayFindNothing = true
      let rest = try file.withBytes { view in
        let rest = try XMLDocumentEditing.apply(
          request, to: view, Route(reading, Writing(.xml)), isList: false
        ).bytes.bytes
        if rest == view.array { unmatched.insert(path) }
        return rest
      }
      file = InputFile(bytes: rest, name: "")
    }
    return (file, unmatched)
  }

  // MARK: Comparing

  /// Reports the parts of application XML that the comparison ignores.
  private static func note(_ loaded: LoadedDocument, _ job: FileJob) {
    let kinds: [Loss] = [.falseDeclaration, .entityReferences]
    for note in loaded.ledger.lossNotes(where: { $0.isAnnotation || kinds.contains($0) }) { job.report(note) }
  }

  private static func writeXML(
    _ old: LoadedDocument, _ new: LoadedDocument, _ bytes: ByteView, _ job: FileJob, _ options: Options
  ) throws -> ExitCode {
    let difference = try XMLDifference(
      from: old.source.text, to: new.source.text, isUnordered: options.isUnordered)
    var route = Route(job.reading(options.reading), Writing(.json))
    route.reading.xmlStyle = nil
    let areModels = CoreDataComparison.isModel(old.source.text) && CoreDataComparison.isModel(new.source.text)
    if !options.keys.isEmpty || areModels && options.style == nil && !options.isPatch {
      let isByName = options.keys.isEmpty
      var comparison = try difference.comparison(
        keys: isByName ? [CoreDataComparison.key] : options.keys,
        lists: isByName ? CoreDataComparison.lists : [])
      if !isByName { try comparison.checkKeys() }
      return try writeLines(&comparison, tagsTypes: false, job)
    }
    let patch = options.isPatch ? try difference.patch(style: options.style, of: bytes, route) : []
    let isComparedFurther = !options.isPatch && !difference.isEmpty
    let comparison =
      isComparedFurther ? try difference.comparison(style: options.style, of: bytes, route) : nil
    var output = try job.openOutput()
    patch.withByteView { output.append($0) }
    if var comparison {
      let elements = options.style == nil ? ElementPaths() : nil
      output = try lines(&comparison, tagsTypes: false, elements, to: output, job).finish()
    }
    try job.finish(output)
    return difference.isEmpty ? .success : .failure
  }

  private static func write(_ left: Side, _ right: Side, _ job: FileJob, _ options: Options) throws
    -> ExitCode
  {
    let (old, new) = (left.loaded, right.loaded)
    let bothTyped = [old, new].allSatisfy { $0.source.format.traits.values == .propertyList }
    let tagsTypes = [old, new].contains { $0.source.format.traits.values.areOfPropertyList }
    var difference = DocumentDifference(
      from: old.document, to: new.document, comparesNumbersByValue: !bothTyped,
      isUnordered: options.isUnordered, ignored: (left.ignored, right.ignored), keys: options.keys)
    if !options.keys.isEmpty { try difference.checkKeys() }
    guard options.isPatch || options.isMergePatch else {
      return try writeLines(&difference, tagsTypes: tagsTypes, job)
    }
    let output = try job.openOutput()
    try job.finish(
      options.isPatch
        ? try difference.patch(to: output, tagsTypes: tagsTypes)
        : try difference.mergePatch(to: output, tagsTypes: tagsTypes))
    return difference.isEmpty ? .success : .failure
  }

  private static func writeLines(
    _ difference: inout DocumentDifference, tagsTypes: Bool, _ job: FileJob
  ) throws -> ExitCode {
    let written = try lines(&difference, tagsTypes: tagsTypes, to: try job.openOutput(), job)
    // Records in another order are equal.
    let isEmpty = written.count == 0
    try job.finish(written.finish())
    return isEmpty ? .success : .failure
  }

  private static func lines(
    _ difference: inout DocumentDifference, tagsTypes: Bool, _ elements: ElementPaths? = nil,
    to output: consuming OutputBuffer, _ job: FileJob
  ) throws -> DifferenceLines {
    var options = ReplayOptions()
    options.encodesTags = tagsTypes ? .json : nil
    var lines = DifferenceLines(
      elements: elements, old: difference.oldDocument, new: difference.newDocument, options: options,
      isColored: job.planned.target == .standardOutput && job.context.colorsOutput,
      width: job.showsOnTerminal ? job.context.width : nil, output: output)
    try difference.forEach { change throws(Failure) in try lines.append(change) }
    return lines
  }
}

private struct DifferenceLines: ~Copyable {
  /// The names of elements instead of indices.
  var elements: ElementPaths?
  let old: Document
  let new: Document
  let options: ReplayOptions
  let isColored: Bool
  let width: Int?
  var output: OutputBuffer
  /// The number of differences.
  fileprivate(set) var count = 0

  consuming func finish() -> OutputBuffer { output }

  mutating func append(_ change: DocumentChange) throws(Failure) {
    count += 1
    if let index = change.old { try line("-", "\u{1B}[31m", change.oldPath, old, index) }
    if let index = change.new { try line("+", "\u{1B}[32m", change.newPath, new, index) }
  }

  private mutating func line(
    _ sign: String, _ color: String, _ path: KeyPath, _ document: Document, _ index: Int
  ) throws(Failure) {
    let json = try ValueLine.json(document, at: index, options)
    let shown = path.components.isEmpty ? "(document)" : elements?.path(path, in: document) ?? path.dotted
    let head = "\(sign) \(Self.printable(shown)): "
    if isColored { output.append(color) }
    output.append(head)
    if let width {
      let text = head + TerminalText.escapedJSON(json.withHeldBytes { $0.string })
      let cut = text.count > width ? String(text.prefix(max(width - 1, head.count))) + "…" : text
      output.append(String(cut.dropFirst(head.count)))
    } else {
      json.withHeldBytes { output.appendHarmless(json: $0) }
    }
    if isColored { output.append("\u{1B}[0m") }
    output.append(ASCII.lineFeed)
    try output.drainIfFull()
  }

  /// The path on one line, with any keys.
  private static func printable(_ path: String) -> String {
    if path.unicodeScalars.allSatisfy(TerminalText.isHarmless) { return path }
    return path.unicodeScalars.map { scalar in
      TerminalText.isHarmless(scalar) ? String(Character(scalar)) : "\\u{\(String(scalar.value, radix: 16))}"
    }.joined()
  }
}
