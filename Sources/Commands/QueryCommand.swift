// pliant query: JSONPath (RFC 9535) on property lists and JSON.

package enum QueryCommand {
  enum Style: String, CaseIterable, Sendable {
    case json
    case xml1
    case value
    case count
    case paths
  }

  static let verb = Verb(
    "query", group: "Inspecting", summary: "evaluate a JSONPath query",
    page: PackageResources.query_1_txt, operands: [Operand("JSONPATH"), .files],
    options: own + CommonOptions.printing,
    exitStatus: .answering(
      "the query found values in every input", "it found nothing in an input"),
    seeAlso: ["xpath", "extract"])

  private static let style = ValueOption(
    "as", value: .choice("WHAT", Style.allCases), help: "what to print",
    detail: """
      `json`, the default, prints an array of all values; `xml1` prints it as an XML property list; `value` prints one
      value per line, strings without quotation marks, arrays and dictionaries as JSON; `count` prints their number;
      `paths` prints their normalized paths.
      """)
  private static let own: [any Option] = [
    style, CommonOptions.unarchive, CommonOptions.pretty, CommonOptions.loss, CommonOptions.jsonNull,
  ]

  private struct Options: Sendable {
    let query: JSONPathQuery
    let text: String
    let style: Style
    let route: Route

    init(_ typed: ParsedArguments) throws(UsageError) {
      text = typed.text(0)
      query = try QueryCommand.parse(text)
      style = typed[QueryCommand.style] ?? .json
      var route = typed.route(to: style == .xml1 ? .xml1 : .json)
      route.reading.archives = typed[CommonOptions.unarchive] ? .asObjectsOrNote : .asStored
      route.writing.layout = typed[CommonOptions.pretty] ? .pretty : .compact
      route.writing.losses.policy = typed[CommonOptions.loss] ?? .note
      route.writing.null = typed[CommonOptions.jsonNull] ?? .keep
      self.route = route
    }
  }

  /// Parses a query; an error shows it with a mark below.
  static func parse(_ text: String) throws(UsageError) -> JSONPathQuery {
    do throws(Failure) { return try JSONPathQuery(parsing: text) } catch {
      if text.hasPrefix(".") {
        let found = path(ofFilter: text).flatMap { (try? JSONPathQuery(parsing: $0.path)) == nil ? nil : $0 }
        throw UsageError(
          "'\(text)' is a filter of jq",
          suggestion: found.map { "in JSONPath it is '\($0.path)'\($0.option)" }
            ?? "'pliant help peers' shows filters and their JSONPaths")
      }
      throw UsageError(error, in: "query", text)
    }
  }

  /// The JSONPath of a filter of jq, such as `.a[] | select(.b > 1) | .c`, and an option with it; nil for others.
  private static func path(ofFilter text: String) -> (path: String, option: String)? {
    var path = "$"
    var option = ""
    for piece in text.replacingText("[]", with: "[*]").split(separator: "|") {
      let step = piece.split(separator: " ").joined(separator: " ")
      if step == "length" {
        // Of each of several values it is a length, not a count.
        guard !path.utf8.contains(ASCII.leftBracket) else { return nil }
        path += "[*]"
        option = " with --as count"
      } else if step.hasPrefix("select(."), step.hasSuffix(")") {
        if path.hasSuffix("[*]") { path.removeLast(3) }
        let test = "@" + step.dropFirst(7).dropLast()
        // A member is true there unless it is false or null, and null if it is missing.
        if !test.utf8.contains(where: { "<>=".utf8.contains($0) }) {
          path += "[?\(test) && \(test) != false && \(test) != null]"
        } else {
          guard !test.hasSuffix("null") else { return nil }
          path += "[?\(test)]"
        }
      } else if step.hasPrefix(".") {
        path += step == "." ? "" : step
      } else {
        return nil
      }
    }
    // A slice selects the elements.
    let slices = path.replacingText(".[", with: "[").split(separator: "]", omittingEmptySubsequences: false)
    var parts: [Substring] = []
    for part in slices where !(part == "[*" && parts.last?.utf8.contains(ASCII.colon) == true) {
      parts.append(part)
    }
    return (parts.joined(separator: "]"), option)
  }

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try Options(typed)
    let isDocument = options.style == .json || options.style == .xml1
    let format = isDocument ? "--as \(options.style.rawValue)" : nil
    let (plan, isNamed) = try context.printPlan(typed, typed.otherPaths, as: format)
    return context.forEachInput(plan) { job in try answer(job, options, isNamed: isNamed) }
  }

  private static func answer(_ job: FileJob, _ options: Options, isNamed: Bool) throws -> ExitCode {
    try job.withDocument { bytes in
      let route = job.route(options.route, loss: options.route.writing.losses.policy)
      let loaded = try route.reading.load(bytes, job).withoutAnnotations
      loaded.noteLosses(job)
      let document = try loaded.document.expandingReferences()
      var evaluator = JSONPathEvaluator(options.query, on: document, keepsPaths: options.style == .paths)
      let nodes = try evaluator.evaluate(options.query)
      if options.style == .json || options.style == .xml1 {
        let list = try evaluator.list(nodes)
        try write(list, from: loaded.source, route, job)
      } else {
        try job.printLines(isNamed: isNamed) { output in
          try write(nodes, of: evaluator, options.style, to: &output)
        }
      }
      if nodes.isEmpty, let path = options.query.keyPath,
        let hint = KeyPathSuggestion(for: path, typedAs: "", in: document).text
      {
        job.note("no value at \(options.text); \(hint)", rule: .editPath)
      } else if nodes.isEmpty, loaded.source.format.traits.isTable, comparesNumbers(options.text) {
        job.note(
          "no match: the cells of a table are strings, not numbers; 'pliant convert jsonl --types -o -' types them",
          rule: .editPath)
      }
      return nodes.isEmpty ? .failure : .success
    }
  }

  /// Whether an expression compares with a number.
  private static func comparesNumbers(_ text: String) -> Bool {
    let bytes = Array(text.utf8.filter { $0 != ASCII.space && $0 != ASCII.hyphen })
    return zip(bytes, bytes.dropFirst()).contains { sign, next in
      next.isDigit && [ASCII.lessThan, ASCII.greaterThan, ASCII.equalsSign].contains(sign)
    }
  }

  /// Writes the count, or one line per node.
  private static func write(
    _ nodes: [JSONPathNode], of evaluator: borrowing JSONPathEvaluator, _ style: Style,
    to output: inout OutputBuffer
  ) throws {
    if style == .count { output.append("\(nodes.count)\n") }
    for node in nodes where style != .count {
      if style == .paths {
        output.append(evaluator.path(of: node) + "\n")
      } else {
        try ValueLine.append(evaluator.document, at: node.index, to: &output)
        output.append(ASCII.lineFeed)
      }
      try output.drainIfFull()
    }
  }

  /// Writes the array of all values, in JSON or as a property list.
  private static func write(
    _ list: Document, from source: DocumentSource, _ route: Route, _ job: FileJob
  ) throws {
    do {
      // Reading has converted application XML to JSON values.
      let format = source.format == .xml ? .json : source.format
      let found = LoadedDocument(DocumentSource(format: format, text: .empty), document: list)
      try route.write(found, job)
    } catch {
      // Positions in the array are not those of the input.
      throw error.isBrokenPipe ? error : Diagnostic(error.severity, error.message, rule: error.rule)
    }
  }
}

/// A value on one line: a string unquoted, a container as JSON.
enum ValueLine {
  static func append(_ document: Document, at index: Int, to output: inout OutputBuffer) throws(Failure) {
    guard document.tag(at: index) == .container else {
      return try RawValue.append(document, at: index, to: &output)
    }
    try json(document, at: index).withHeldBytes { output.append($0) }
  }

  /// A value as compact JSON.
  static func json(
    _ document: Document, at index: Int, _ options: ReplayOptions = ReplayOptions()
  ) throws(Failure) -> OutputBuffer {
    var writer = JSONWriter()
    try document.send(from: index, options: options, into: &writer)
    return writer.finish()
  }
}
