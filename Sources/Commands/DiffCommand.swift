// pliant diff: two documents of any formats, compared by their meaning.

package enum DiffCommand {
  private static let json = Flag(
    "json", help: "print a JSON Patch (RFC 6902) that turns *A* into *B*; `pliant patch` applies it")

  private static let unordered = Flag("unordered", help: "ignore the order of siblings in application XML")

  static let verb = Verb(
    "diff", group: "Checking", summary: "compare two documents of any formats by their meaning",
    description: """
      Prints values found only in *B* as `+ path: value`, and values found only in *A* as `- path: value`; a changed
      value has both lines. Paths are the key paths of *pliant-extract*(1), values are JSON on one line; dates, data
      and references are tagged objects, as with `--loss tag`.

      Formats, spacing, comments, the order of keys and the spelling of numbers do not matter; the order of elements
      does, and an inserted or removed element is one line. Between two property lists an integer and a real differ;
      if one document is JSON, which has one kind of number, 1 and 1.0 are equal. pliant compares reals as doubles.
      `/dev/null`, with which git replaces a new or deleted file, is an empty dictionary.

      pliant compares application XML in document order, with namespaces and local names instead of prefixes, and
      exact text except white space between elements. It ignores comments, CDATA marking and the DOCTYPE. Paths are
      those of `--xml-style attributes` if a patch with them leads to *B*, and otherwise those of `jsonml`, in which a
      patch tests each value before removing it. With `--xml-style lossless` all nodes count.
      """, operands: [Operand(path: "A"), Operand(path: "B")],
    options: [
      json, unordered, CommonOptions.unarchive, CommonOptions.xmlStyle, CommonOptions.output,
      CommonOptions.from, CommonOptions.inputEncoding,
    ] + CommonOptions.messages,
    examples: """
      Show one changed number; the exit status is 1.
        $ pliant replace vat --real 0.19 -o - settings.plist | pliant diff settings.plist -
        - vat: 0.07
        + vat: 0.19
        [1]
      Print the difference as a JSON Patch.
        $ pliant replace vat --real 0.19 -o - settings.plist | pliant diff --json settings.plist -
        [{"op":"replace","path":"/vat","value":0.19}]
        [1]
      Compare with standard input.
        $ printf '{"currency":"GBP"}' | pliant diff orders-merge.json -
        - shipped: false
        [1]
      Formats, order of keys and comments do not matter.
        $ pliant convert binary1 --loss tag -o - settings.plist | pliant diff settings.plist -
      """,
    exitStatus: .answering(
      "the documents are equal in meaning", "they differ"),
    seeAlso: ["patch", "extract", "query"])

  private struct Options: Sendable {
    let isPatch: Bool
    let isUnordered: Bool
    let reading: Reading
    var style: XMLStyle? { reading.xmlStyle }
  }

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    var reading = typed.reading
    reading.xmlStyle = typed[CommonOptions.xmlStyle]
    reading.archives = typed[CommonOptions.unarchive] ? .asObjects : .asStored
    let options = Options(isPatch: typed[json], isUnordered: typed[unordered], reading: reading)
    return try context.forOperand(at: 0, of: typed, rule: .prints) { first, others in
      try first.withDocument { bytes in
        let old = try load(bytes, first, options)
        return try others[0].attempt { try compare(old, bytes, first, others[0], options) } ?? .trouble
      }
    }
  }

  private static func compare(
    _ old: LoadedDocument, _ bytes: ByteView, _ first: FileJob, _ second: FileJob, _ options: Options
  ) throws -> ExitCode {
    try second.withDocument { other in
      let new = try load(other, second, options)
      let areXML = old.source.format == .xml && new.source.format == .xml
      if areXML && options.style != .lossless {
        note(old, first)
        note(new, second)
        return try writeXML(old, new, bytes, first, options)
      }
      if options.isUnordered { throw Failure(.unorderedNeedsXML) }
      for note in old.ledger.lossNotes { first.report(note) }
      for note in new.ledger.lossNotes { second.report(note) }
      return try write(old, new, first, options)
    }
  }

  private static func load(_ bytes: ByteView, _ job: FileJob, _ options: Options) throws -> LoadedDocument {
    // git's name for the file that one side lacks.
    let bytes = bytes.isEmpty && job.name == "/dev/null" ? ByteView("{}") : bytes
    let loaded = try job.reading(options.reading).load(bytes, job)
    let document = try loaded.document.expandingReferences()
    return LoadedDocument(loaded.source, document: document, ledger: loaded.ledger)
  }

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
    let patch = options.isPatch ? try difference.patch(style: options.style, of: bytes, route) : []
    let isComparedFurther = !options.isPatch && !difference.isEmpty
    let comparison =
      isComparedFurther ? try difference.comparison(style: options.style, of: bytes, route) : nil
    var output = try job.openOutput()
    patch.withByteView { output.append($0) }
    if var comparison { output = try lines(&comparison, tagsTypes: false, to: output, job) }
    try job.finish(output)
    return difference.isEmpty ? .success : .failure
  }

  private static func write(_ old: LoadedDocument, _ new: LoadedDocument, _ job: FileJob, _ options: Options)
    throws -> ExitCode
  {
    let bothTyped = [old, new].allSatisfy { $0.source.format.traits.values == .propertyList }
    let tagsTypes = [old, new].contains { $0.source.format.traits.values.areOfPropertyList }
    var difference = DocumentDifference(
      from: old.document, to: new.document, comparesNumbersByValue: !bothTyped)
    let output = try job.openOutput()
    if options.isPatch {
      try job.finish(try difference.patch(to: output, tagsTypes: tagsTypes))
    } else {
      try job.finish(try lines(&difference, tagsTypes: tagsTypes, to: output, job))
    }
    return difference.isEmpty ? .success : .failure
  }

  private static func lines(
    _ difference: inout DocumentDifference, tagsTypes: Bool, to output: consuming OutputBuffer, _ job: FileJob
  ) throws -> OutputBuffer {
    var options = ReplayOptions()
    options.encodesTags = tagsTypes ? .json : nil
    var lines = DifferenceLines(
      output: output, old: difference.oldDocument, new: difference.newDocument, options: options,
      isColored: job.planned.target == .standardOutput && job.context.colorsOutput,
      width: job.showsOnTerminal ? job.context.width : nil)
    try difference.forEach { change throws(Failure) in try lines.append(change) }
    return lines.finish()
  }
}

private struct DifferenceLines: ~Copyable {
  var output: OutputBuffer
  let old: Document
  let new: Document
  let options: ReplayOptions
  let isColored: Bool
  let width: Int?

  consuming func finish() -> OutputBuffer { output }

  mutating func append(_ change: DocumentChange) throws(Failure) {
    if let index = change.old { try line("-", "\u{1B}[31m", change.oldPath, old, index) }
    if let index = change.new { try line("+", "\u{1B}[32m", change.newPath, new, index) }
  }

  private mutating func line(
    _ sign: String, _ color: String, _ path: KeyPath, _ document: Document, _ index: Int
  ) throws(Failure) {
    let json = try ValueLine.json(document, at: index, options)
    let name = path.components.isEmpty ? "(document)" : Self.printable(path.dotted)
    let head = "\(sign) \(name): "
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
