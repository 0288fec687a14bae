// pliant print: a document as a person wants to read it.

import CommandLineKit
import PliantKit

/// The verb `print`.
package enum PrintCommand {
  package static let command = Command("print", verb, run: run)

  private static let verb = Verb(
    "print", group: "Looking", summary: "show a document as a readable, coloured tree",
    description: [
      """
      Shows every value with its type: dates in UTC, data in hexadecimal with their length, control characters as \
      escapes. On a terminal long strings are cut to its width; in a pipe they are whole.
      """,
      "The layout is for people and may change; for programs there are `convert json`, `extract` and `query`.",
    ],
    operands: [.files],
    options: [Option("sort-keys", help: "sort keys as people look for them")] + Option.documents + [.jobs]
      + Option.messages,
    examples: [
      Example(
        "pliant print testdata/valid/examples/lottery.json", "Shows a document.",
        output: """
          dictionary (3 keys)
            lottozahlen: array (7 elements)
              0: integer 1
              1: integer 2
              2: integer 13
              3: integer 19
              4: integer 27
              5: integer 32
              6: integer 49
            zusatzzahl: integer 22
            gewinner: array (2 elements)
              0: dictionary (2 keys)
                name: string "Grete Müller"
                benachrichtigt: bool true
              1: dictionary (2 keys)
                name: string "Søren & Åse Nygård"
                benachrichtigt: bool false

          """)
    ],
    seeAlso: ["info", "extract", "format"])

  private static func run(_ typed: ParsedArguments, in context: CommandContext) throws(UsageError) -> ExitCode
  {
    var options = ConversionOptions(to: .json)
    options.source = typed.value("from").flatMap(Format.init(rawValue:))
    options.inputEncoding = try typed.inputEncoding()
    var replayOptions = ReplayOptions()
    replayOptions.collatesKeys = typed.has("sort-keys")
    let plan = try context.plan(typed, rule: .prints)
    let width = context.outputIsTerminal ? context.width : nil
    return context.forEachInput(plan) { [options, replayOptions] job throws(Diagnostic) in
      let input = try job.openInput()
      var options = options
      options.source = options.source ?? job.planned.input.namedFormat
      try input.withBytes { [options] bytes throws(Diagnostic) in
        let loaded = try Conversion.load(bytes, options)
        for note in loaded.duplicateKeyNotes { job.report(note) }
        var printer = TreePrinter(to: try job.openOutput(), isColored: context.colorsOutput, width: width)
        do throws(Failure) {
          var replay = Replay(loaded.document, options: replayOptions)
          try replay.run(into: &printer)
        } catch {
          throw Diagnostic(error)
        }
        try job.finish(printer.finish())
      }
      return .success
    }
  }
}

/// Writes the events of one document as an indented tree.
struct TreePrinter: ValueSink, ~Copyable {
  private enum Color: String {
    case key = "\u{1B}[36m"
    case type = "\u{1B}[2m"
    case string = "\u{1B}[32m"
    case number = "\u{1B}[33m"
    case other = "\u{1B}[35m"
  }

  /// Bytes of data that are shown.
  private static let shownBytes = 32

  private var output: OutputBuffer
  private let isColored: Bool
  /// Columns that a line may take; nil for no limit.
  private let width: Int?
  /// The next index in each open array; nil for a dictionary.
  private var indices: [Int?] = []
  private var column = 0

  init(to output: consuming OutputBuffer, isColored: Bool, width: Int?) {
    self.output = output
    self.isColored = isColored
    self.width = width
  }

  consuming func finish() -> OutputBuffer { output }

  private mutating func add(_ text: String, _ color: Color? = nil) {
    if isColored, let color { output.append(color.rawValue) }
    output.append(text)
    if isColored, color != nil { output.append("\u{1B}[0m") }
    column += text.count
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

  /// What stands before a value: the index in an array.
  private mutating func begin() {
    guard let last = indices.indices.last, let index = indices[last] else { return }
    indent()
    add("\(index)", .key)
    add(": ")
    indices[last] = index + 1
  }

  private mutating func scalar(_ type: String, _ text: String, _ color: Color) throws(Failure) {
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

  mutating func beginDictionary(count: Int?) throws(Failure) {
    try open("dictionary", count, "key", index: nil)
  }
  mutating func endDictionary() { indices.removeLast() }
  mutating func beginArray(count: Int?) throws(Failure) { try open("array", count, "element", index: 0) }
  mutating func endArray() { indices.removeLast() }
  mutating func beginSet(count: Int?) throws(Failure) { try open("set", count, "element", index: 0) }
  mutating func endSet() { indices.removeLast() }

  mutating func key(_ text: ByteView) {
    indent()
    let key = text.string
    let isPlain =
      !key.isEmpty
      && key.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != ":" && $0 != "\"" && $0.value != 0x7F }
    add(isPlain ? key : Self.quoted(key, limit: nil), .key)
    add(": ")
  }

  mutating func string(_ text: ByteView) throws(Failure) {
    begin()
    add("string", .type)
    add(" ")
    add(Self.quoted(text.string, limit: width.map { max(16, $0 - column) }), .string)
    try endLine()
  }

  /// The text in quotation marks with control characters escaped, cut to a number of columns.
  private static func quoted(_ text: String, limit: Int?) -> String {
    var result = "\""
    var columns = 2
    for character in text {
      let piece = escaped(character)
      columns += piece.count
      if let limit, columns > limit - 1 {
        return result + "\"…"
      }
      result += piece
    }
    return result + "\""
  }

  private static func escaped(_ character: Character) -> String {
    switch character {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\r\n": return "\\r\\n"
    case "\t": return "\\t"
    default:
      let needsEscape = character.unicodeScalars.contains { scalar in
        scalar.value < 0x20 || scalar.value >= 0x7F && scalar.value < 0xA0
          || scalar.properties.generalCategory == .format
            && scalar.value != 0x200D
          || scalar.value == 0x2028 || scalar.value == 0x2029
      }
      guard needsEscape else { return String(character) }
      return character.unicodeScalars.map { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }.joined()
    }
  }

  mutating func null() throws(Failure) { try scalar("null", "null", .other) }
  mutating func boolean(_ value: Bool) throws(Failure) {
    try scalar("bool", value ? "true" : "false", .other)
  }
  mutating func integer(_ value: Int64) throws(Failure) { try scalar("integer", String(value), .number) }
  mutating func wideInteger(_ value: Int128) throws(Failure) { try scalar("integer", String(value), .number) }
  mutating func real(_ value: Double) throws(Failure) { try scalar("real", value.description, .number) }
  mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    try scalar(kind == .integer ? "integer" : "real", text.string, .number)
  }
  mutating func uid(_ value: UInt64) throws(Failure) { try scalar("uid", String(value), .number) }

  mutating func date(_ seconds: Double) throws(Failure) {
    guard var text = ISO8601.text(from: seconds) else {
      return try scalar("date", "\(seconds) s from 2001", .other)
    }
    text[10] = ASCII.space
    text.removeLast()
    try scalar("date", String(decoding: text, as: UTF8.self) + " UTC", .other)
  }

  mutating func data(_ bytes: ByteView) throws(Failure) {
    var hexadecimal = OutputBuffer()
    let digits = ByteView("0123456789abcdef")
    for index in 0..<min(bytes.count, Self.shownBytes) {
      if index > 0 && index & 3 == 0 { hexadecimal.append(ASCII.space) }
      hexadecimal.append(digits[Int(bytes[index] >> 4)])
      hexadecimal.append(digits[Int(bytes[index] & 15)])
    }
    let text =
      String(decoding: hexadecimal.bytes, as: UTF8.self) + (bytes.count > Self.shownBytes ? " …" : "")
    try scalar("data (\(bytes.count) byte\(bytes.count == 1 ? "" : "s"))", text, .other)
  }
}
