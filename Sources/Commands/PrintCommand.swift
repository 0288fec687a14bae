// pliant print: a document as a readable tree.

package enum PrintCommand {
  private static let sortKeys = Flag("sort-keys", help: "sort keys alphabetically, as plutil prints them")
  private static let raw = Flag("raw", help: "show a keyed archive without decoding it")
  private static let timeZone = ValueOption(
    "time-zone", value: zonedDates,
    help: "show dates in this zone, such as Europe/Berlin or +01:00, instead of UTC",
    detail: "Names of zones need the time zone files of the system, `/usr/share/zoneinfo`.")

  private static let textconv = Flag(
    "textconv",
    help: "print text for git: text files as UTF-8, binary ones as a tree, anything else unchanged")

  /// How dates are spelled: their seconds in a zone.
  private static let zonedDates = ValueParser<DatePattern>("NAME") { zone throws(ValueError) in
    do throws(Failure) { return try DatePattern("iso8601", zone: zone) } catch {
      throw .malformed(error.message)
    }
  }

  static let verb = Verb(
    "print", group: "Inspecting", summary: "show a document as a readable, coloured tree",
    page: PackageResources.print_1_txt, operands: [.files],
    options: [sortKeys, raw, timeZone, textconv, CommonOptions.maximumOutput, CommonOptions.output]
      + CommonOptions.reading, seeAlso: ["info", "extract", "format"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    var reading = typed.reading
    reading.archives = typed[raw] ? .asStored : .asObjects
    var replayOptions = ReplayOptions()
    if let bytes = typed[CommonOptions.maximumOutput] { replayOptions.expandedBytes = bytes }
    replayOptions.collatesKeys = typed[sortKeys]
    let dates = typed[timeZone]
    let plan = try context.plan(typed, rule: .prints)
    if typed[textconv] {
      return context.processInputs(plan) { [reading] job in try printForGit(job, reading) }
    }
    let width = context.outputIsTerminal ? context.width : nil
    return context.processInputs(plan) { [reading, replayOptions] job in
      let reading = job.reading(reading)
      try job.withDocument { bytes in
        if reading.format ?? FormatDetector.detect(bytes) == .xml {
          let text = DecodedText(bytes, kind: .xml, forced: reading.encoding)
          return try printNodes(text, job, isColored: context.colorsOutput, width: width)
        }
        let loaded = try reading.read(bytes, job)
        var printer = TreePrinter(
          to: try job.openOutput(), isColored: context.colorsOutput, width: width, dates: dates,
          opensData: reading.archives != .asStored)
        try loaded.document.send(options: replayOptions, into: &printer)
        try job.finish(printer.finish())
      }
    }
  }

  /// Prints the text that git compares: a text with its comments, the values of a binary file, or the
  /// unchanged bytes.
  private static func printForGit(_ job: FileJob, _ reading: Reading) throws {
    let input: InputFile
    do { input = try job.openDocument() } catch { input = try job.openInput() }
    try input.withBytes { bytes in
      try job.print { output in
        do {
          let text = try textForGit(bytes, reading)
          text.withHeldBytes { output.append($0) }
        } catch { output.append(bytes) }
      }
    }
  }

  private static func textForGit(_ bytes: ByteView, _ reading: Reading) throws -> OutputBuffer {
    guard let format = reading.format ?? FormatDetector.detect(bytes), format.traits.text == nil else {
      let kind = FormatDetector.detect(bytes).map { DecodedText.Kind($0) } ?? .text
      let text = DecodedText(bytes, kind: kind, forced: reading.encoding)
      if let problem = text.problem { throw Diagnostic(problem) }
      var output = OutputBuffer()
      text.withText { output.append($0) }
      return output
    }
    let loaded = try reading.load(bytes)
    var printer = TreePrinter(to: OutputBuffer(), isColored: false, width: nil, shownBytes: .max)
    try loaded.document.send(into: &printer)
    return printer.finish()
  }

  private static func printNodes(_ text: DecodedText, _ job: FileJob, isColored: Bool, width: Int?) throws {
    try job.settleDeclaration(of: text)
    try text.withText { text in
      let tree: XMLTree
      do throws(Failure) { tree = try XMLTree.read(text) } catch { throw Diagnostic(error, in: text) }
      for note in tree.ledger.lossNotes { job.report(note) }
      var printer = XMLNodePrinter(to: try job.openOutput(), isColored: isColored, width: width)
      try printer.print(tree)
      try job.finish(printer.finish())
    }
  }
}

/// Writes the events of one document as an indented tree.
struct TreePrinter: EventSink, ~Copyable {
  private let shownBytes: Int
  /// Whether to print the property lists in data.
  private let opensData: Bool
  /// The number of lists in data around the current value.
  private var nesting = 0
  /// Whether the next value is the root of a list in data, which continues the line.
  private var isAtNestedRoot = false

  private var lines: PrintedLines
  /// The next index in each open array; nil for a dictionary.
  private var indices: [Int?] = []
  /// The pattern of dates; nil for UTC.
  private let dates: DatePattern?

  init(
    to output: consuming OutputBuffer, isColored: Bool, width: Int?, dates: DatePattern? = nil,
    shownBytes: Int = 32, opensData: Bool = true
  ) {
    lines = PrintedLines(to: output, isColored: isColored, width: width)
    self.shownBytes = shownBytes
    self.opensData = opensData
    self.dates = dates
  }

  consuming func finish() -> OutputBuffer { lines.finish() }

  var writtenBytes: Int { lines.output.totalCount }

  private mutating func begin() {
    if isAtNestedRoot {
      isAtNestedRoot = false
      return
    }
    guard let last = indices.indices.last, let index = indices[last] else { return }
    lines.begin(depth: indices.count)
    lines.add("\(index)", .key)
    lines.add(": ")
    indices[last] = index + 1
  }

  private mutating func scalar(_ type: String, _ text: String, _ color: PrintedText.Color) throws(Failure) {
    begin()
    lines.add(type, .type)
    lines.add(" ")
    lines.add(text, color)
    try lines.endLine()
  }

  private mutating func open(_ type: String, _ count: Int?, _ unit: String, index: Int?) throws(Failure) {
    begin()
    lines.add(type, .type)
    if let count { lines.add(" (\(LintCoverage.count(count, unit)))", .type) }
    try lines.endLine()
    indices.append(index)
  }

  mutating func take(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .beginDictionary(let count): try open("dictionary", count, "key", index: nil)
    case .beginArray(let count): try open("array", count, "element", index: 0)
    case .beginSet(let count): try open("set", count, "element", index: 0)
    case .endDictionary, .endArray, .endSet: indices.removeLast()
    case .key(let text): try addKey(text)
    case .string(let text):
      begin()
      lines.add("string", .type)
      lines.add(" ")
      try lines.addQuoted(text)
      try lines.endLine()
    case .null: try scalar("null", "null", .other)
    case .boolean(let value): try scalar("bool", value ? "true" : "false", .other)
    case .integer(let value): try scalar("integer", String(value), .number)
    case .wideInteger(let value): try scalar("integer", String(value), .number)
    case .real(let value): try scalar("real", value.description, .number)
    case .number(let text, let kind): try scalar(kind == .integer ? "integer" : "real", text.string, .number)
    case .uid(let value): try scalar("uid", String(value), .number)
    case .date(let seconds): try add(seconds)
    case .data(let bytes): try add(bytes)
    }
  }

  private mutating func addKey(_ text: ByteView) throws(Failure) {
    lines.begin(depth: indices.count)
    let isPlain =
      !text.isEmpty && PrintedText.isPlain(text) && text.firstIndex(of: ASCII.space) == nil
      && text.firstIndex(of: ASCII.colon) == nil
    if isPlain {
      lines.add(text.string, .key)
    } else {
      try lines.addQuoted(text, .key, isWhole: true)
    }
    lines.add(": ")
  }

  private mutating func add(_ seconds: Double) throws(Failure) {
    var buffer = OutputBuffer()
    let isDate = dates.map { $0.append(seconds, to: &buffer) } ?? ISO8601.append(seconds, to: &buffer)
    guard isDate else { return try scalar("date", "\(seconds) s from 2001", .other) }
    var text = buffer.bytes
    if let mark = text.firstIndex(of: ASCII.upperT) { text[mark] = ASCII.space }
    if text.last == ASCII.upperZ {
      text.replaceSubrange((text.count - 1)..., with: Array(" UTC".utf8))
    } else {
      text.insert(ASCII.space, at: text.count - 6)
    }
    try scalar("date", String(decoding: text, as: UTF8.self), .other)
  }

  private mutating func add(_ bytes: ByteView) throws(Failure) {
    var hexadecimal = OutputBuffer()
    hexadecimal.appendGroups(of: bytes[0..<min(bytes.count, shownBytes)])
    let text = String(decoding: hexadecimal.bytes, as: UTF8.self) + (bytes.count > shownBytes ? " …" : "")
    let size = "data (\(LintCoverage.count(bytes.count, "byte")))"
    let list = opensData && nesting < Limits.nestedDocuments ? NestedDocument.read(bytes, owner: nil) : nil
    guard let list else {
      let kind = FileSignature.find(in: bytes, count: bytes.count).map { "\(size) \($0.name):" }
      return try scalar(kind ?? size, text, .other)
    }
    begin()
    let document = NestedDocument.decoded(list)
    let kind = document === list.document ? list.source.format.traits.summary : "keyed archive"
    lines.add("\(size) \(kind): ", .type)
    nesting += 1
    isAtNestedRoot = true
    try document.send(into: &self)
    nesting -= 1
  }
}
