// pliant extract and type: one value of a document, found without building the rest of it.

import CommandLineKit
import PliantCore
import PliantQuery

/// Finding the value at a key path.
enum Extraction {
  /// The value at the path with the source that its places lie in, or nil where there is none.
  ///
  /// Throws the first problem of the input with its place; all of it is read.
  static func value(
    at path: KeyPath, in bytes: ByteView, source: Format?, encoding: TextEncoding?
  ) throws(Diagnostic) -> LoadedDocument? {
    guard let format = source ?? FormatDetector.detect(bytes) else {
      throw Diagnostic(Failure(.formatUnknown))
    }
    var view = bytes
    var owner: DecodedText?
    if format != .binary1 {
      let text = DecodedText(bytes, kind: DecodedText.Kind(format), forced: encoding)
      view = text.withText { $0 }
      owner = text
    }
    let documentSource = DocumentSource(format: format, text: view)
    if let problem = owner?.problem { throw documentSource.diagnostic(problem) }
    var finder = PathFinder(path, source: view)
    do throws(Failure) {
      try documentSource.read(into: &finder)
      guard let document = try finder.finish(owner: owner) else { return nil }
      return LoadedDocument(documentSource, document: document)
    } catch {
      throw documentSource.diagnostic(error)
    }
  }
}

/// The verb `extract`.
package enum ExtractCommand {
  package static let command = Command("extract", verb, run: run)

  private static let verb = Verb(
    "extract", group: "Looking inside", summary: "show one value of a document",
    description: [
      """
      Prints the value at *KEYPATH*, a dotted path such as `a.b.0` (`\\.` for a dot in a key) or a JSON Pointer such as \
      `/a/b/0`. The second word is the output's format if it is a format's name, or `raw`, which is the default.
      """,
      """
      `raw` prints a string, number, date or data (Base64) as it is, `true` or `false`, the number of elements of an array, \
      and the keys of a dictionary, one a line.
      """,
    ],
    operands: [Operand("KEYPATH"), Operand("FORMAT", optional: true), .files],
    options: [
      Option("expect", value: "TYPE", choices: types, help: "the value must be of this type"),
      Option("no-newline", letter: "n", help: "no line end after the value"),
      Option("pretty", letter: "r", help: "indent JSON"),
      Option("sort-keys", help: "sort the keys of each dictionary, as CoreFoundation does"),
      .loss,
      Option(
        "json-null", value: "POLICY", choices: JSONNullPolicy.allCases.map(\.rawValue),
        help: "what becomes of null in a property list"),
    ] + Option.outputs + Option.documents + [.jobs] + Option.messages,
    examples: [
      Example(
        "pliant extract gewinner.0.name testdata/valid/examples/lottery.plist", "Shows a string.",
        output: "Grete Müller\n"),
      Example(
        "pliant extract /lottozahlen json testdata/valid/examples/lottery.plist", "Shows an array as JSON.",
        output: "[1,2,13,19,27,32,49]\n"),
    ],
    exitStatus: .answering, seeAlso: ["query", "type", "insert"])

  static let types = [
    "bool", "integer", "float", "string", "date", "data", "dictionary", "array", "set", "uid", "null",
  ]

  private static func run(_ typed: ParsedArguments, in context: CommandContext) throws(UsageError) -> ExitCode
  {
    let path = try typed.keyPath()
    var operands = Array(typed.operands.dropFirst())
    var target: Format?
    if let word = operands.first, word == "raw" || Format(rawValue: word) != nil {
      target = Format(rawValue: word)
      operands.removeFirst()
    }
    var options = Route(to: target ?? .json)
    options.source = typed.value("from").flatMap(Format.init(rawValue:))
    options.inputEncoding = try typed.inputEncoding()
    options.isPretty = typed.has("pretty")
    options.sortsKeys = typed.has("sort-keys")
    options.endsLine = !typed.has("no-newline")
    if let null = typed.value("json-null").flatMap(JSONNullPolicy.init(rawValue:)) { options.null = null }
    let loss = typed.value("loss").flatMap(LossPolicy.init(rawValue:))
    let expected = typed.value("expect")
    let shown = typed.operands[0]
    let plan = try context.plan(typed, operands: operands, rule: .prints)
    return context.forEachInput(plan) { [options, target] job throws(Diagnostic) in
      var options = options
      options.loss = loss ?? (job.planned.replacesSource ? .refuse : .note)
      options.sourceName = job.planned.input.path == nil ? "-" : job.planned.input.name
      options.source = options.source ?? job.planned.input.namedFormat
      return try extract(job, path, shown, target, expected, options)
    }
  }

  private static func extract(
    _ job: FileJob, _ path: KeyPath, _ shown: String, _ target: Format?, _ expected: String?,
    _ options: Route
  ) throws(Diagnostic) -> ExitCode {
    let input = try job.openInput()
    return try input.withBytes { bytes throws(Diagnostic) in
      guard
        let found = try Extraction.value(
          at: path, in: bytes, source: options.source, encoding: options.inputEncoding)
      else {
        job.report(.nothing(at: shown))
        return .failure
      }
      let type = ValueType.name(found.document, at: 0)
      if let expected, expected != type {
        job.note("the value at \(shown) is of type \(type), not \(expected)", rule: "edit/type")
        return .failure
      }
      var losses = LossReport(policy: options.loss)
      if target == nil {
        try job.writeOutput { output throws(Diagnostic) in
          do throws(Failure) {
            try RawValue.append(found.document, to: &output)
          } catch {
            throw Diagnostic(error)
          }
          if options.endsLine { output.append(ASCII.lineFeed) }
        }
      } else {
        try job.finish(try options.write(found, to: try job.openOutput(), losses: &losses))
      }
      for text in losses.notes { job.note(text, rule: "conversion/loss") }
      return .success
    }
  }
}

/// The names of types.
enum ValueType {
  static func name(_ document: Document, at index: Int) -> String {
    let place = document.resolved(index)
    switch document.tag(at: place) {
    case .null: return "null"
    case .uid: return "uid"
    case .container where document.containerKind(at: place) == .set: return "set"
    default: return PlutilType(document, at: place).rawValue
    }
  }
}

/// A value's bare form in the modern spelling: keys in order, all digits.
enum RawValue {
  static func append(_ document: Document, at index: Int = 0, to output: inout OutputBuffer) throws(Failure) {
    switch document.tag(at: index) {
    case .null: output.append("null")
    case .uid: output.append(String(document.bits(at: index)))
    case .real: appendReal(Double(bitPattern: document.bits(at: index)), to: &output)
    case .realText: output.append(document.text(at: index))
    case .date:
      guard ISO8601.append(Double(bitPattern: document.bits(at: index)), to: &output) else {
        throw Failure(.dateOutOfRange)
      }
    case .container where document.containerKind(at: index) == .dictionary:
      var at = index + 2
      while at < document.word(at: index).end {
        if at > index + 2 { output.append(ASCII.lineFeed) }
        output.append(document.text(at: at))
        at = document.next(after: document.next(after: at))
      }
    default: try PlutilRaw.append(document, at: index, to: &output)
    }
  }

  private static func appendReal(_ value: Double, to output: inout OutputBuffer) {
    if value.isFinite {
      output.appendShortest(value)
    } else {
      output.append(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    }
  }
}

/// The verb `type`.
package enum TypeCommand {
  package static let command = Command("type", verb, run: run)

  private static let verb = Verb(
    "type", group: "Looking inside", summary: "tell the type of one value of a document",
    description: [
      """
      Prints the type of the value at *KEYPATH*: bool, integer, float, string, date, data, dictionary, array, and of binary \
      property lists also set and uid, of JSON null.
      """
    ],
    operands: [Operand("KEYPATH"), .files],
    options: [
      Option("expect", value: "TYPE", choices: ExtractCommand.types, help: "the value must be of this type")
    ]
      + Option.documents + [.jobs] + Option.messages,
    examples: [
      Example(
        "pliant type /gewinner testdata/valid/examples/lottery.json", "Tells a type.", output: "array\n")
    ],
    exitStatus: .answering, seeAlso: ["extract", "info"])

  private static func run(_ typed: ParsedArguments, in context: CommandContext) throws(UsageError) -> ExitCode
  {
    let path = try typed.keyPath()
    let source = typed.value("from").flatMap(Format.init(rawValue:))
    let encoding = try typed.inputEncoding()
    let shown = typed.operands[0]
    let expected = typed.value("expect")
    let plan = try context.plan(typed, operands: Array(typed.operands.dropFirst()), rule: .prints)
    return context.forEachInput(plan) { job throws(Diagnostic) in
      let input = try job.openInput()
      return try input.withBytes { bytes throws(Diagnostic) in
        let source = source ?? job.planned.input.namedFormat
        guard let found = try Extraction.value(at: path, in: bytes, source: source, encoding: encoding) else {
          job.report(.nothing(at: shown))
          return .failure
        }
        let type = ValueType.name(found.document, at: 0)
        try job.writeOutput { output throws(Diagnostic) in output.append(type + "\n") }
        return expected == nil || expected == type ? .success : .failure
      }
    }
  }
}
