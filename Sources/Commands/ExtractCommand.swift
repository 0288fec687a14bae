// pliant extract and type: one value of a document, found without building the rest of it.

package enum ExtractCommand {
  /// Also an option of `type`.
  static let expect = ValueOption(
    "expect",
    value: .word(
      "TYPE",
      among: [
        "bool", "integer", "float", "string", "date", "data", "dictionary", "array", "set", "uid", "null",
      ], kind: "type"), help: "require a value of *TYPE*")
  private static let noNewline = Flag("no-newline", letter: "n", help: "omit the line end after the value")

  static let verb = Verb(
    "extract", group: "Inspecting", summary: "print a value of a document",
    page: PackageResources.extract_1_txt,
    operands: [Operand("KEYPATH"), Operand(path: "FORMAT", optional: true), .files],
    options: [
      expect, noNewline, CommonOptions.unarchive, CommonOptions.pretty, CommonOptions.sortKeys,
      CommonOptions.loss, CommonOptions.jsonNull, CommonOptions.control,
    ] + CommonOptions.outputs + CommonOptions.filenames + CommonOptions.reading,
    exitStatus: .answering(
      "every input has the value, with the expected type", "an input lacks the value, or it has another type"),
    seeAlso: ["query", "type", "insert"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let path = try typed.keyPath()
    var operands = typed.otherPaths
    var target: Format?
    let formats = ["raw", bytesFormat] + Format.all.filter(\.isWritable).map(\.rawValue)
    let writesBytes = operands.first == bytesFormat
    if let word = operands.first, formats.contains(word) {
      target = Format(rawValue: word)
      operands.removeFirst()
    } else if let word = operands.first, !word.contains("."), Format(rawValue: word) == nil,
      Platform.status(context.resolve(word)) == nil,
      let meant = NearestName.suggestion(for: Format.synonyms[word] ?? word, among: formats)
    {
      throw ValueError.unknown("format", suggestion: meant).usageError(value: word, for: "FORMAT")
    }
    var options = typed.route(to: target ?? .json)
    options.reading.archives = typed[CommonOptions.unarchive] ? .asObjectsOrNote : .asStored
    options.writing.layout = typed[CommonOptions.pretty] ? .pretty : .compact
    options.writing.sortsKeys = typed[CommonOptions.sortKeys]
    options.writing.endsLine = !typed[noNewline]
    options.writing.null = typed[CommonOptions.jsonNull] ?? .keep
    options.writing.controls = typed[CommonOptions.control] ?? .refuse
    let loss = typed[CommonOptions.loss]
    let expected = typed[expect]
    let shown = typed.text(0)
    let (plan, isNamed) = try context.printPlan(typed, operands, as: target?.rawValue, rule: .printsPart)
    return context.forEachInput(plan) { [options, target] job in
      let options = job.route(options, loss: loss)
      if writesBytes { return try writeBytes(job, path, shown, options.reading) }
      return try extract(job, path, shown, target, expected, options, isNamed: isNamed)
    }
  }

  /// The word for data as they are, in place of a format.
  private static let bytesFormat = "bytes"

  private static func writeBytes(
    _ job: FileJob, _ path: KeyPath, _ shown: String, _ reading: Reading
  ) throws -> ExitCode {
    try job.withDocument { bytes in
      guard let found = try reading.find(path, in: bytes, job)?.document else {
        job.report(.nothing(at: path, typedAs: shown, in: bytes, reading))
        return .failure
      }
      guard found.tag(at: 0) == .data else {
        job.note(
          "the value at \(shown) has type \(ValueType.name(found, at: 0)), expected data", rule: .editType)
        return .failure
      }
      try job.writeOutput(found.text(at: 0))
      return .success
    }
  }

  private static func extract(
    _ job: FileJob, _ path: KeyPath, _ shown: String, _ target: Format?, _ expected: String?,
    _ options: Route, isNamed: Bool
  ) throws -> ExitCode {
    try job.withDocument { bytes in
      guard let found = try options.reading.findAsConverted(path, in: bytes, job)?.withoutAnnotations else {
        job.report(.nothing(at: path, typedAs: shown, in: bytes, options.reading))
        return .failure
      }
      let type = ValueType.name(found.document, at: 0)
      if let expected, expected != type {
        job.note("the value at \(shown) has type \(type), expected \(expected)", rule: .editType)
        return .failure
      }
      if target == nil {
        found.noteLosses(job)
        try job.printLines(isNamed: isNamed) { output in
          try RawValue.append(found.document, at: 0, to: &output)
          if options.writing.endsLine { output.append(ASCII.lineFeed) }
        }
      } else {
        try options.write(found, job)
      }
      return .success
    }
  }
}

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

package enum TypeCommand {
  static let verb = Verb(
    "type", group: "Inspecting", summary: "print the type of a value of a document",
    page: PackageResources.type_1_txt, operands: [Operand("KEYPATH"), .files],
    options: [ExtractCommand.expect, CommonOptions.output] + CommonOptions.reading,
    exitStatus: .answering(
      "every input has the value, with the expected type", "an input lacks the value, or it has another type"),
    seeAlso: ["extract", "info"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let path = try typed.keyPath()
    let reading = typed.reading
    let shown = typed.text(0)
    let expected = typed[ExtractCommand.expect]
    let plan = try context.plan(typed, operands: typed.otherPaths, rule: .prints)
    return context.forEachInput(plan) { job in
      try job.withDocument { bytes in
        let reading = job.reading(reading)
        guard let found = try reading.findAsConverted(path, in: bytes, job)?.withoutAnnotations else {
          job.report(.nothing(at: path, typedAs: shown, in: bytes, reading))
          return .failure
        }
        found.noteLosses(job)
        let type = ValueType.name(found.document, at: 0)
        try job.print { output in output.append(type + "\n") }
        return expected == nil || expected == type ? .success : .failure
      }
    }
  }
}
