// pliant convert: between any two formats.

import CommandLineKit
import PliantCore

/// The verb `convert`.
package enum ConvertCommand {
  package static let command = Command("convert", verb, run: run)

  private static let verb = Verb(
    "convert", group: "Converting", summary: "convert between property lists, JSON and XML",
    description: [
      """
      Converts each *FILE* to *FORMAT*. Without -o or -e the file is rewritten in place, in one step and only after \
      the whole output was made; what comes from standard input goes to standard output.
      """,
      """
      Order, digits and types are kept. What the target cannot hold is noted, or refused where the file would be \
      replaced by its own conversion; see `--loss`.
      """,
    ],
    operands: [Operand("FORMAT", choices: Format.allCases.map(\.rawValue)), .files],
    options: own + Option.outputs + Option.documents + [.jobs] + Option.messages,
    examples: [
      Example(
        "pliant convert json -o - testdata/valid/examples/lottery.plist", "Shows a property list as JSON.",
        output: """
          {"lottozahlen":[1,2,13,19,27,32,49],"zusatzzahl":22,"gewinner":[{"name":"Grete Müller",\
          "benachrichtigt":true},{"name":"Søren & Åse Nygård","benachrichtigt":false}]}

          """)
    ],
    seeAlso: ["transcode", "format", "pliant-formats(7)"])

  private static let own =
    [
      Option("pretty", letter: "r", help: "indent JSON"),
      Option("sort-keys", help: "sort the keys of each dictionary, as CoreFoundation does"),
      Option(
        "canonical", help: "write the target's canonical bytes",
        detail: [
          """
          For `xml1` exactly what Apple's PropertyListSerialization writes, for `json` RFC 8785, for `xml` \
          Canonical XML 1.0.
          """
        ]),
      Option(
        "loss", value: "POLICY", choices: LossPolicy.allCases.map(\.rawValue),
        help: "what to do about values that the target cannot hold",
        detail: [
          """
          `note` converts them and says so, `refuse` fails before anything is written, `tag` writes tagged objects \
          such as `{"$date": "…"}` and reads them back without loss. The default is `refuse` where a file is \
          replaced by its own conversion, otherwise `note`.
          """
        ]),
      Option(
        "json-null", value: "POLICY", choices: JSONNullPolicy.allCases.map(\.rawValue),
        help: "what becomes of null in a property list"),
      Option(
        "xml-style", value: "STYLE", choices: XMLStyle.allCases.map(\.rawValue),
        help: "how application XML and other formats correspond",
        detail: [
          """
          `attributes` (the default on reading) has `@name` for attributes and `#text` for text beside them; \
          `jsonml` and `lossless` keep the order of nodes, and `lossless` also comments, CDATA and instructions.
          """
        ]),
      Option(
        "list", value: "NAME", help: "elements of this name are an array even where there is one",
        repeatable: true),
      Option(
        "max-output", value: "BYTES",
        help: "how much the objects that a binary property list shares may add when they are written out"),
    ] + MappingPlan.options + EnginePlan.options

  package static func run(_ typed: ParsedArguments, in context: CommandContext) throws(UsageError) -> ExitCode
  {
    guard let target = Format(rawValue: typed.operands[0]) else {
      throw UsageError("'\(typed.operands[0])' is no format", verb: "convert")
    }
    guard let mapping = try MappingPlan.make(typed, target: target, in: context) else { return .trouble }
    let ready = try Ready(typed, target, mapping)
    let plan = try context.plan(
      typed, operands: Array(typed.operands.dropFirst()), rule: rule(for: ready.options.target))
    let enginePlan = try EnginePlan(typed, ready.options, in: context)
    let engine: FoundationEngine?
    do throws(Failure) {
      engine = enginePlan.needsEngine ? try FoundationEngine() : nil
    } catch {
      context.report(Diagnostic(error), file: "pliant")
      return context.inputFailureCode
    }
    let severalOnOneStream = plan.count { $0.target == .standardOutput } > 1
    return context.forEachInput(plan) { job throws(Diagnostic) in
      var options = ready.options(for: job.planned)
      if severalOnOneStream { options.endsLine = true }
      try convert(job, options, options.readsRecords ? nil : engine.map { (enginePlan, $0) })
      return .success
    }
  }

  /// A call whose options have been checked.
  private struct Ready: Sendable {
    let options: Route
    let loss: LossPolicy?

    init(_ typed: ParsedArguments, _ target: Format, _ mapping: MappingPlan) throws(UsageError) {
      var options = Route(to: target)
      options.source = typed.value("from").flatMap(Format.init(rawValue:))
      options.inputEncoding = try typed.inputEncoding()
      options.sortsKeys = typed.has("sort-keys")
      options.isCanonical = typed.has("canonical")
      options.isPretty = typed.has("pretty")
      options.endsLine = !options.isCanonical
      if let policy = typed.value("json-null").flatMap(JSONNullPolicy.init(rawValue:)) {
        options.null = policy
      }
      if let text = typed.value("max-output") {
        guard let bytes = Int(text), bytes > 0 else {
          throw UsageError("'\(text)' is no number of bytes", verb: "convert")
        }
        options.maximumExpansion = bytes
      }
      options.xmlStyle = typed.value("xml-style").flatMap(XMLStyle.init(rawValue:))
      options.xmlLists = typed.values("list")
      options.mapping = mapping.use
      options.mappings = mapping.selection
      options.readsRecords = mapping.streams
      if target == .xml && options.xmlStyle == nil && options.mapping == nil {
        throw UsageError(
          "writing application XML needs --xml-style STYLE or --mapping NAME",
          suggestion: "for an XML property list the format is xml1", verb: "convert")
      }
      if options.isCanonical && options.isPretty {
        throw UsageError("--canonical and --pretty contradict each other", verb: "convert")
      }
      self.options = options
      loss = typed.value("loss").flatMap(LossPolicy.init(rawValue:))
    }

    /// The options for one input: losses are refused by default where it would be replaced.
    func options(for planned: PlannedInput) -> Route {
      var options = options
      options.source = options.source ?? planned.input.namedFormat
      options.loss = loss ?? (planned.replacesSource ? .refuse : .note)
      options.sourceName = planned.input.path == nil ? "-" : planned.input.name
      return options
    }
  }

  private static func rule(for target: Format) -> OutputRule {
    switch target.traits.output {
    case .beside: OutputRule(.beside(target.traits.fileExtension), isOneWay: true, canJoin: false)
    case .standardOutput: OutputRule(.standardOutput, isOneWay: true, canJoin: true)
    case .inPlace(let joins): OutputRule(.inPlace, canJoin: joins)
    }
  }

  private static func convert(
    _ job: FileJob, _ route: Route, _ engine: (plan: EnginePlan, engine: FoundationEngine)?
  ) throws(Diagnostic) {
    guard let (plan, engine) = engine else { return try route.convert(job) }
    let input = try job.openInput()
    try input.withBytes { bytes throws(Diagnostic) in
      guard let source = route.source ?? FormatDetector.detect(bytes) else {
        return try route.convert(bytes, job)
      }
      let other = EngineConversion(engine: engine, source: source, options: route)
      if try plan.usesFoundation(from: source, to: route.target) {
        try other.convert(bytes, job, verifies: plan.verifies)
      } else if plan.verifies {
        let output = try route.converted(bytes, job)
        try output.withByteView { output throws(Diagnostic) in
          try other.verify(bytes, output, job)
          try job.writeOutput(output)
        }
      } else {
        try route.convert(bytes, job)
      }
    }
  }
}
