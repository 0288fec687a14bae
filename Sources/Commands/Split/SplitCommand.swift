// pliant split: a large document in several parts, split between records.

package enum SplitCommand {
  private static let records = ValueOption(
    "records", value: .text("PLACE"),
    help: "the elements to cut between, as a path below the root element, such as `channel/item`",
    detail: """
      Names can have the prefixes of the document or none. For JSON it is the path of an array, such as `features`;
      without it, the records are those of the top-level array. JSON Lines need no *PLACE*.
      """)
  private static let size = ValueOption(
    "size", value: .integer("BYTES", from: 1),
    help: "write parts of at most *BYTES*; a larger record becomes a separate part")
  private static let parts = ValueOption(
    "parts", value: .integer("N", from: 1), help: "write at most *N* parts of about the same size")
  private static let count = ValueOption(
    "count", value: .integer("N", from: 1), help: "write *N* records to each part")
  static let verb = Verb(
    "split", group: "Converting", summary: "split a large XML or JSON document between records",
    page: PackageResources.split_1_txt, operands: [Operand(path: "FILE", optional: true)],
    options: [records, size, parts, count, CommonOptions.output, CommonOptions.noSync]
      + [CommonOptions.from, CommonOptions.inputEncoding] + CommonOptions.messages,
    exitStatus: .failing(
      done: "all parts are written", failed: "the input failed or has no records; there are no parts"),
    seeAlso: ["convert", "mapping", "pliant-scale(7)"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    guard let names = SplitNames(typed[CommonOptions.output] ?? "") else {
      throw UsageError("missing -o PATH with %d or %04d in it, for the parts' numbers")
    }
    try typed.checkExclusive(size, parts)
    try typed.checkExclusive(size, count)
    try typed.checkExclusive(parts, count)
    guard typed[size] != nil || typed[parts] != nil || typed[count] != nil else {
      throw UsageError("missing --size BYTES, --parts N or --count N")
    }
    let inputs = try context.inputs(of: typed)
    let encoding = typed[CommonOptions.inputEncoding]
    let (size, parts, count) = (typed[size], typed[parts], typed[count])
    return context.processInputs([PlannedInput(reading: inputs[0])]) { job in
      let window = try job.openDocumentWindow()
      let length = window.inputLength
      let share = parts.flatMap { parts in length.map { SplitAmount.parts(parts, inputLength: $0) } }
      guard let amount = size.map(SplitAmount.bytes) ?? count.map(SplitAmount.records) ?? share else {
        throw Failure(.splitUnknownLength)
      }
      let gate = OutputGate(reading: inputs, in: context)
      let writer = PartWriter(names, amount, gate, in: context)
      do {
        let watch = DeclarationMonitor()
        try split(window, typed[records], job.namedFormat, encoding, writer, watch)
        try job.enforce(watch.contradiction, in: .empty)
        try writer.commit()
      } catch {
        writer.discard()
        throw error
      }
      let records = LintCoverage.count(writer.recordCount, "record")
      job.note("wrote \(records) in \(LintCoverage.count(writer.partCount, "part"))", rule: .splitParts)
    }
  }

  private static func split(
    _ start: consuming InputWindow, _ place: String?, _ named: Format?, _ encoding: TextEncoding?,
    _ writer: PartWriter, _ watch: DeclarationMonitor
  ) throws {
    var window = start
    _ = try window.refill()
    switch named ?? FormatDetector.detect(window.bytes) {
    case .json?, .jsonl?:
      if let place {
        guard named != .jsonl else { throw Failure(.splitJSONPlace) }
        while try window.refill() {}
        return try JSONSplitter.split(window.bytes, at: place, writer)
      }
      let isStream = named == .jsonl || JSONValueStream.isStream(window.bytes)
      let framing: JSONValueStream.Framing =
        isStream ? JSONValueStream.framing(ofLines: window.bytes, acceptsSeveral: true) : .elements
      let splitter = JSONSplitter(window, framing: framing, writer)
      try splitter.run()
    case .xml?, .xml1?:
      let places = (place ?? "").split(separator: "/").map { String($0) }
      guard !places.isEmpty else { throw Failure(.splitNeedsPlace) }
      let text = TextWindow(window, kind: .xml, forced: encoding, watch: watch)
      let splitter = XMLSplitter(text, at: places, writer)
      try splitter.run()
    case let format?: throw Failure(.splitFormat, format.rawValue)
    case nil: throw Failure(.formatUnknown)
    }
  }
}

enum SplitAmount {
  case bytes(Int)
  /// This many records in each part.
  case records(Int)
  /// This many parts of an input of this length.
  case parts(Int, inputLength: Int)
}
