// pliant print: a document as a readable tree.

/// The command `print`.
package enum PrintCommand {
  package static let command = Command("print", verb, run: run)

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

  private static let verb = Verb(
    "print", group: "Inspecting", summary: "show a document as a readable, coloured tree",
    description: """
      Shows every value with its type: dates in UTC or the zone of `--time-zone`, data in hexadecimal with their
      length, control characters as escapes. On a terminal, cuts long strings to its width.

      Shows application XML as a tree of nodes: elements with their namespaces and attributes, text in quotation marks
      with all of its white space, comments and processing instructions.

      Decodes a keyed archive into objects: fields, with the class as `$class`, and plain values for Foundation's
      collections and values. An object with several references to it has a number, `$id`, at its first occurrence,
      and is `$ref` elsewhere. `--raw` shows the archive without decoding it.

      The layout is for people and may change; programs should use `convert json`, `extract` or `query`.
      """, operands: [.files],
    options: [sortKeys, raw, timeZone, textconv, CommonOptions.maximumOutput] + CommonOptions.documents + [
      CommonOptions.jobs
    ] + CommonOptions.messages,
    examples: #"""
      Show a document as a tree.
        $ pliant print orders.json
        dictionary (2 keys)
          orders: array (3 elements)
            0: dictionary (4 keys)
              id: integer 1
              item: string "lamp"
              price: real 49.5
              paid: bool true
            1: dictionary (4 keys)
              id: integer 2
              item: string "desk"
              price: integer 320
              paid: bool false
            2: dictionary (4 keys)
              id: integer 3
              item: string "chair"
              price: integer 85
              paid: bool true
          currency: string "EUR"
      Show dates in a time zone.
        $ pliant print --time-zone Europe/Berlin settings.plist | head -n 5
        dictionary (6 keys)
          name: string "Harbour Café"
          closes: date 2026-03-29 23:30:00 +02:00
          tables: array (3 elements)
            0: integer 2
      Show XML as nodes, with its white space.
        $ printf '<note to="Ann">Tea\n <b>now</b></note>' | pliant print
        element note
          @to "Ann"
          text "Tea\n "
          element b
            text "now"
      Show a binary property list.
        $ pliant convert binary1 --loss tag -o - settings.plist | pliant print | tail -n 2
            notify: bool true
          badge: data (3 bytes) 000102
      """#, seeAlso: ["info", "extract", "format"])

  private static func run(_ typed: ParsedArguments, in context: CommandContext) throws(UsageError) -> ExitCode
  {
    var options = Conversion(to: .json)
    options.source = typed[CommonOptions.from]
    options.inputEncoding = typed[CommonOptions.inputEncoding]
    options.archives = typed[raw] ? .asStored : .asObjects
    var replayOptions = ReplayOptions()
    if let bytes = typed[CommonOptions.maximumOutput] { replayOptions.expandedBytes = bytes }
    replayOptions.collatesKeys = typed[sortKeys]
    let dates = typed[timeZone]
    let plan = try context.plan(typed, rule: .prints)
    if typed[textconv] {
      return context.forEachInput(plan) { [options] job throws(Diagnostic) in
        try printForGit(job, options)
        return .success
      }
    }
    let width = context.outputIsTerminal ? context.width : nil
    return context.forEachInput(plan) { [options, replayOptions] job throws(Diagnostic) in
      let input = try job.openDocument()
      var options = options
      options.source = options.source ?? job.planned.input.namedFormat
      try input.withBytes { [options] bytes throws(Diagnostic) in
        if options.source ?? FormatDetector.detect(bytes) == .xml {
          let text = DecodedText(bytes, kind: .xml, forced: options.inputEncoding)
          return try printNodes(text, job, isColored: context.colorsOutput, width: width)
        }
        let loaded = try options.read(bytes, job)
        var printer = TreePrinter(
          to: try job.openOutput(), isColored: context.colorsOutput, width: width, dates: dates)
        do throws(Failure) {
          var replay = Replay(loaded.document, options: replayOptions)
          try replay.run(into: &printer)
        } catch { throw Diagnostic(error) }
        try job.finish(printer.finish())
      }
      return .success
    }
  }

  /// Prints the text that git compares: a text with its comments, the values of a binary file, or the
  /// unchanged bytes.
  private static func printForGit(_ job: FileJob, _ conversion: Conversion) throws(Diagnostic) {
    let input: InputFile
    do throws(Diagnostic) { input = try job.openDocument() } catch { input = try job.openInput() }
    try input.withBytes { bytes throws(Diagnostic) in
      var output = try job.openOutput()
      do throws(Diagnostic) {
        let text = try textForGit(bytes, conversion)
        text.withHeldBytes { output.append($0) }
      } catch { output.append(bytes) }
      try job.finish(output)
    }
  }

  private static func textForGit(_ bytes: ByteView, _ conversion: Conversion) throws(Diagnostic)
    -> OutputBuffer
  {
    guard let format = conversion.source ?? FormatDetector.detect(bytes), format.traits.text == nil else {
      let kind = FormatDetector.detect(bytes).map { DecodedText.Kind($0) } ?? .text
      let text = DecodedText(bytes, kind: kind, forced: conversion.inputEncoding)
      if let problem = text.problem { throw Diagnostic(problem) }
      var output = OutputBuffer()
      text.withText { output.append($0) }
      return output
    }
    let loaded = try conversion.load(bytes)
    var printer = TreePrinter(to: OutputBuffer(), isColored: false, width: nil, shownBytes: .max)
    do throws(Failure) {
      var replay = Replay(loaded.document)
      try replay.run(into: &printer)
    } catch { throw Diagnostic(error) }
    return printer.finish()
  }

  /// Prints application XML as its nodes.
  private static func printNodes(_ text: DecodedText, _ job: FileJob, isColored: Bool, width: Int?)
    throws(Diagnostic)
  {
    try job.settleDeclaration(of: text)
    try text.withText { text throws(Diagnostic) in
      let tree: XMLTree
      do throws(Failure) { tree = try XMLTree.read(text) } catch { throw Diagnostic(error, in: text) }
      for note in tree.ledger.lossNotes { job.report(note) }
      var printer = XMLNodePrinter(to: try job.openOutput(), isColored: isColored, width: width)
      do throws(Failure) { try printer.print(tree) } catch { throw Diagnostic(error) }
      try job.finish(printer.finish())
    }
  }
}

/// Writes the events of one document as an indented tree.
struct TreePrinter: EventSink, ~Copyable {
  /// The maximum bytes of data to show.
  private let shownBytes: Int

  private var output: OutputBuffer
  private let isColored: Bool
  /// The maximum width of a line; nil for no limit.
  private let width: Int?
  /// The next index in each open array; nil for a dictionary.
  private var indices: [Int?] = []
  private var column = 0
  /// The pattern of dates; nil for UTC.
  private let dates: DatePattern?

  init(
    to output: consuming OutputBuffer, isColored: Bool, width: Int?, dates: DatePattern? = nil,
    shownBytes: Int = 32
  ) {
    self.output = output
    self.shownBytes = shownBytes
    self.dates = dates
    self.isColored = isColored
    self.width = width
  }

  consuming func finish() -> OutputBuffer { output }

  var writtenBytes: Int { output.totalCount }

  private mutating func add(_ text: String, _ color: PrintedText.Color? = nil) {
    if isColored, let color { output.append(color.rawValue) }
    output.append(text)
    if isColored, color != nil { output.append("\u{1B}[0m") }
    if width != nil { column += text.count }
  }

  private mutating func addQuoted(_ text: ByteView, _ color: PrintedText.Color, limit: Int?) throws(Failure) {
    if isColored { output.append(color.rawValue) }
    try PrintedText.appendQuoted(text, limit: limit, to: &output)
    if isColored { output.append("\u{1B}[0m") }
  }

  private mutating func endLine() throws(Failure) {
    output.append(ASCII.lineFeed)
    column = 0
    try output.drainIfFull()
  }

  private mutating func indent() {
    column = 2 * indices.count
    output.append(repeating: ASCII.space, count: column)
  }

  /// Writes the index of an array element.
  private mutating func begin() {
    guard let last = indices.indices.last, let index = indices[last] else { return }
    indent()
    add("\(index)", .key)
    add(": ")
    indices[last] = index + 1
  }

  private mutating func scalar(_ type: String, _ text: String, _ color: PrintedText.Color) throws(Failure) {
    begin()
    add(type, .type)
    add(" ")
    add(text, color)
    try endLine()
  }

  private mutating func open(_ type: String, _ count: Int?, _ unit: String, index: Int?) throws(Failure) {
    begin()
    add(type, .type)
    if let count { add(" (\(count) \(unit)\(count == 1 ? "" : "s"))", .type) }
    try endLine()
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
      add("string", .type)
      add(" ")
      try addQuoted(text, .string, limit: width.map { max(16, $0 - column) })
      try endLine()
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
    indent()
    let isPlain =
      !text.isEmpty && PrintedText.isPlain(text) && text.firstIndex(of: ASCII.space) == nil
      && text.firstIndex(of: ASCII.colon) == nil
    if isPlain {
      add(text.string, .key)
    } else {
      try addQuoted(text, .key, limit: nil)
      if width != nil { column += PrintedWidth.columns(of: text) + 2 }
    }
    add(": ")
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
    try scalar("data (\(bytes.count) byte\(bytes.count == 1 ? "" : "s"))", text, .other)
  }
}
