// pliant info: a document's format and contents, and its conversion to every other format.

package enum InfoCommand {
  private static let json = Flag("json", help: "print a JSON object per file, one per line")

  static let verb = Verb(
    "info", group: "Checking", summary: "show a document's format, contents and conversion losses",
    page: PackageResources.info_1_txt, operands: [.files],
    options: [json, CommonOptions.unarchive, CommonOptions.xmlStyle, CommonOptions.output]
      + CommonOptions.reading, seeAlso: ["encoding", "type", "convert", "pliant-formats(7)"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    var options = typed.reading
    options.xmlStyle = typed[CommonOptions.xmlStyle]
    options.archives = typed[CommonOptions.unarchive] ? .asObjectsOrNote : .asStored
    let isJSON = typed[json]
    let plan = try context.plan(typed, rule: .prints)
    let isAlone = plan.count == 1
    return context.processInputs(plan) { [options] job in
      let reading = job.reading(options)
      let info = try job.withDocument { bytes in try DocumentInfo(bytes, name: job.name, reading, job) }
      try job.print { output in
        if isJSON { info.appendJSON(to: &output) } else { info.appendText(to: &output, separated: !isAlone) }
      }
    }
  }
}

struct DocumentInfo {
  private struct Outcome {
    let format: Format
    /// Bytes, or nil if the format cannot represent the document.
    var size: Int?
    var notes: [String] = []
    /// Whether shared objects repeat so often that the size is unknown.
    var isTooLarge = false

    static func tooLarge(as format: Format) -> Outcome {
      let bytes = DocumentInfo.bytes(DocumentInfo.measuredExpansion)
      return Outcome(
        format: format, notes: ["more than \(bytes), since shared objects are repeated"], isTooLarge: true)
    }
  }

  private let name: String
  private let format: Format
  private let size: Int
  private var encoding: String?
  private var byteOrderMark = false
  private var counts: [(type: String, count: Int)] = []
  private var depth = 0
  private var keyCount = 0
  private var outcomes: [Outcome] = []
  /// Maximum bytes of repeated shared objects when computing a size.
  private static let measuredExpansion = min(Limits.expandedBytes, 256 * 1024 * 1024)

  /// The number of objects in a keyed archive that is not decoded; nil for other documents.
  private var archivedObjects: Int?

  init(_ bytes: ByteView, name: String, _ reading: Reading, _ job: any ConversionJob) throws {
    let loaded = try reading.read(bytes, job)
    self.name = name
    format = loaded.source.format
    size = bytes.count
    if format.traits.text != nil {
      let text = DecodedText(bytes, kind: DecodedText.Kind(format), forced: reading.encoding)
      encoding = text.encoding.name
      byteOrderMark = text.byteOrderMark != nil
    }
    WorkProgress.begin(.checking)
    count(loaded.document)
    archivedObjects = KeyedArchive(loaded.document)?.objects.count
    for target in Format.all where target.isWritable && !target.traits.isTable {
      // If one text format is too large, so are the others, which take long to compute.
      if target != .binary1, outcomes.contains(where: \.isTooLarge) {
        outcomes.append(.tooLarge(as: target))
      } else {
        outcomes.append(Self.outcome(of: loaded, as: target, reading.xmlStyle))
      }
    }
  }

  // MARK: Counting

  private mutating func count(_ document: Document) {
    let names = [
      "dictionary", "array", "set", "string", "integer", "real", "bool", "date", "data", "uid", "null",
    ]
    var numbers = [Int](repeating: 0, count: names.count)
    var ends: [Int] = []
    var at = 0
    while at < document.wordCount {
      while ends.last == at { ends.removeLast() }
      switch document.tag(at: at) {
      case .container:
        numbers[Int(document.word(at: at).containerKind.rawValue)] += 1
        ends.append(document.word(at: at).end)
        depth = max(depth, ends.count)
        at += 2
        continue
      case .key: keyCount += 1
      case .string: numbers[3] += 1
      case .smallInteger, .integer, .wideInteger, .integerText: numbers[4] += 1
      case .real, .realText: numbers[5] += 1
      case .true, .false: numbers[6] += 1
      case .date: numbers[7] += 1
      case .data: numbers[8] += 1
      case .uid: numbers[9] += 1
      case .null: numbers[10] += 1
      // A shared container counts once.
      case .shared: break
      }
      at = document.next(after: at)
    }
    counts = zip(names, numbers).filter { $0.1 > 0 }.map { (type: $0.0, count: $0.1) }
  }

  // MARK: Formats

  private static func outcome(
    of loaded: LoadedDocument, as target: Format, _ style: XMLStyle?
  ) -> Outcome {
    var writing = Writing(target)
    writing.maximumExpansion = measuredExpansion
    writing.xmlStyle = style ?? .attributes
    var outcome = Outcome(format: target)
    var losses = LossReport(policy: .note)
    do {
      let output = try writing.write(loaded, to: OutputBuffer(to: .nowhere), losses: &losses)
      outcome.size = output.totalCount
      outcome.notes = losses.notes
    } catch {
      if error.message == Failure(.expansionTooLarge).message { return .tooLarge(as: target) }
      outcome.notes = [error.message]
    }
    return outcome
  }

  // MARK: Writing

  func appendText(to output: inout OutputBuffer, separated: Bool) {
    func line(_ label: String, _ text: String) {
      output.append(label + String(repeating: " ", count: max(14 - label.count, 1)) + text + "\n")
    }
    line("file", Platform.displayPath(name))
    line("format", "\(format.rawValue) (\(format.traits.summary))")
    if let encoding { line("encoding", encoding + (byteOrderMark ? " with byte order mark" : "")) }
    line("size", Self.bytes(size))
    if let archivedObjects {
      line(
        "archive",
        "NSKeyedArchiver, \(LintCoverage.count(archivedObjects, "object")); use --unarchive to decode them")
    }
    line("values", "\(counts.reduce(0) { $0 + $1.count }), \(LintCoverage.count(depth, "level")) deep")
    for (type, count) in counts { line("  \(type)", "\(count)") }
    if keyCount > 0 { line("keys", "\(keyCount)") }
    output.append("as\n")
    for outcome in outcomes {
      let size = outcome.size.map(Self.bytes) ?? (outcome.isTooLarge ? nil : "not possible")
      let notes = (size.map { [$0] } ?? []) + outcome.notes
      line("  \(outcome.format.rawValue)", TerminalText.escaped(notes.joined(separator: "; ")))
    }
    if separated { output.append("\n") }
  }

  private static func bytes(_ count: Int) -> String { LintCoverage.count(count, "byte") }

  func appendJSON(to output: inout OutputBuffer) {
    output.append("{\"file\":", json: Platform.displayPath(name))
    output.append(",\"format\":\"\(format.rawValue)\"")
    if let encoding {
      output.append(",\"encoding\":", json: encoding)
      output.append(",\"bom\":\(byteOrderMark)")
    }
    output.append(",\"size\":\(size),\"depth\":\(depth),\"keys\":\(keyCount),\"counts\":{")
    output.append(counts.map { "\"\($0.type)\":\($0.count)" }.joined(separator: ","))
    output.append("},\"targets\":{")
    for (index, outcome) in outcomes.enumerated() {
      output.append((index > 0 ? "," : "") + "\"\(outcome.format.rawValue)\":{")
      output.append(outcome.size.map { "\"size\":\($0),\"losses\":[" } ?? "\"error\":")
      for (number, note) in outcome.notes.enumerated() {
        output.append(number > 0 ? "," : "", json: note)
      }
      output.append(outcome.size == nil ? "}" : "]}")
    }
    output.append("}}\n")
  }
}
