package enum MappingCommand {
  private static let format = ValueOption(
    "format", value: .format("FORMAT", where: { [.json, .xml1, .binary1, .openstep].contains($0) }),
    help: "write the mapping in this format",
    default: "json")
  private static let name = ValueOption("name", value: .text("NAME"), help: "name of the mapping")
  private static let anyOrder = Flag(
    "any-order", help: "make fields and lists of elements in any order, which the draft declares meaningless")

  private enum Subverb: String {
    case list
    case show
    case check
    case infer
    case fromModel = "from-model"
  }

  static let verb = Verb(
    "mapping", group: "Converting", summary: "list, show, check and draft mappings of application XML",
    description: """
      A mapping describes once how an application's XML corresponds to dictionaries, arrays and typed values; `pliant
      convert --mapping` uses it in both directions. pliant-mapping(5) explains how to write one.

      A *MAPPING* is the path of a mapping file, which has a slash or an ending, or a name. pliant looks for a name
      among the built-in mappings, then for `NAME.json` or `NAME.plist` in the directories of `PLIANT_MAPPINGS` and in
      the user's directory.
      """,
    subverbs: [
      Verb(
        Subverb.list.rawValue, summary: "show the mappings and the directories that contain them",
        options: CommonOptions.messages,
        examples: """
          Show the built-in mappings and yours.
            $ pliant mapping list
            …
          """),
      Verb(
        Subverb.show.rawValue, summary: "print a mapping, as a file to start from",
        operands: [Operand(path: "MAPPING")],
        options: [format, CommonOptions.output] + CommonOptions.messages,
        examples: """
          Write a built-in mapping to a file, to change it.
            $ pliant mapping show xcdatamodel -o my.json
          """),
      Verb(
        Subverb.check.rawValue, summary: "find mistakes in a mapping, and prove that samples round-trip",
        description: """
          Finds unreachable and duplicate places, references to records without a key, constraints and defaults that
          contradict each other, inverses that do not match, and unused definitions. pliant reads each *SAMPLE* with
          the mapping, writes it as `convert xml` does, and reads it again: the mapping must cover all of it, and both
          the data and the XML must be the same, apart from prefixes, layout between elements, comments, processing
          instructions and added defaults; pliant reports the first difference with its place. With `sqlite3`, it also
          proves the round trip through SQL, in a database in memory. The exit status is 0 without findings, 1 with
          findings, and 2 if a file is unreadable.
          """, operands: [Operand(path: "MAPPING"), Operand(path: "SAMPLE", optional: true, repeats: true)],
        options: CommonOptions.messages,
        examples: """
          Check a mapping, and prove with a sample that nothing is lost in either direction.
            $ pliant mapping check books-mapping.json books.xml
          Find that a sample does not fit; the exit status is 1.
            $ pliant mapping check gpx books.xml
            [1]
          """),
      Verb(
        Subverb.infer.rawValue, summary: "draft a mapping from samples",
        description: """
          The draft reads every *SAMPLE*, XML or records in another format, without leaving anything out, and writes it
          back unchanged. pliant infers
          types, lists, required fields, keys and references from the samples; more samples improve the draft. Fields
          have an order that fits all samples. Elements without such an order, because they alternate or their order
          varies, are a list of a choice, which keeps their order; text next to elements remains XML.
          """, operands: [Operand(path: "SAMPLE", repeats: true)],
        options: [name, anyOrder, format, CommonOptions.output] + CommonOptions.messages,
        examples: """
          Draft a mapping from a sample.
            $ pliant mapping infer books.xml -o books.json
            …
          """),
      Verb(
        Subverb.fromModel.rawValue, summary: "make a mapping that enforces a Core Data model",
        description: """
          *MODEL* is an `.xcdatamodeld` bundle, of which pliant reads the current version, an `.xcdatamodel`
          directory, or its `contents`. An entity contains the records that it owns (cascade); other relationships are
          references by key: the uniqueness constraint of one attribute, else an attribute `id`. The mapping's `notes`
          list the constraints that it cannot enforce.
          """, operands: [Operand(path: "MODEL")],
        options: [name, format, CommonOptions.output] + CommonOptions.messages,
        examples: """
          Make a mapping from the data model of a photo diary.
            $ pliant mapping from-model diary-model.xml -o diary.json
            …
          """),
    ],
    exitStatus: .failing(
      done: "done; `check` found no mistakes", failed: "`check` found mistakes, or an input failed"),
    seeAlso: ["convert", "pliant-mapping(5)"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let mapping: Mapping?
    if typed.subverb != Subverb.show.rawValue {
      var gate = OutputGate(reading: typed.paths.map { InputOperand($0, in: context) }, in: context)
      try gate.add(typed[CommonOptions.output], typed: "-o")
    }
    switch typed.subverb.flatMap(Subverb.init) {
    case .list: return list(context)
    case .check:
      var check = MappingCheck(context: context)
      return check.run(typed.paths[0], samples: typed.otherPaths)
    case .infer: mapping = infer(typed, context)
    case .fromModel: mapping = fromModel(typed, context)
    case .show, nil: mapping = context.mapping(named: typed.paths[0])
    }
    guard let mapping else { return .failure }
    return write(mapping, as: typed[format] ?? .json, to: typed[CommonOptions.output], context)
  }

  // MARK: List

  private static func list(_ context: CommandContext) -> ExitCode {
    let library = context.mappingLibrary
    var code = ExitCode.success
    var rows: [WorkflowList.Row] = []
    for entry in library.entries {
      var text = ""
      do throws(MappingLibrary.Problem) { text = try library.mapping(entry).about ?? "" } catch {
        context.report(error.diagnostic, file: error.file)
        code = .failure
      }
      if let file = entry.file { text += (text.isEmpty ? "" : " ") + "(\(Platform.displayPath(file)))" }
      rows.append((entry.name, text))
    }
    var lines = ["", "Further mappings are looked for, as NAME.json or NAME.plist, in"]
    lines += library.folders.map { "  " + Platform.displayPath($0) }
    if library.folders.isEmpty { lines.append("  no directory: neither PLIANT_MAPPINGS nor HOME is set") }
    code.worsen(to: context.deliver(WorkflowList.lines(rows) + lines.joined(separator: "\n") + "\n", to: nil))
    return code
  }

  // MARK: Drafts

  private static func infer(_ typed: ParsedArguments, _ context: CommandContext) -> Mapping? {
    var inference = MappingInference()
    inference.allowsAnyOrder = typed[anyOrder]
    var context = context
    let bar = context.startProgress(total: typed.paths.count)
    defer { bar?.stop() }
    for input in typed.paths.map({ InputOperand($0, in: context) }) {
      bar?.begin(input)
      defer { bar?.finished(1) }
      do {
        try add(input, to: &inference, context)
      } catch {
        context.report(error, file: input.name)
        return nil
      }
    }
    let mapping = inference.mapping(named: typed[name] ?? name(ofFile: typed.paths[0]))
    for note in inference.notes { context.note(note, rule: .mappingInfer, file: typed.paths[0]) }
    return mapping
  }

  private static func add(
    _ input: InputOperand, to inference: inout MappingInference, _ context: CommandContext
  ) throws {
    let job = FileJob(reading: input, in: context)
    let sample = try RepeatedInput(try job.openDocumentWindow(), job)
    let list = InferredLoad.listName(input.name)
    let load = InferredLoad(route: Route(Reading(input.namedFormat), Writing(.sql)), list: list)
    let format = try load.format(of: sample)
    if ![.xml, .xml1].contains(format) {
      try load.add(sample, format, job, to: &inference)
      // Reports what reading changes.
      return try sample.whole(named: input.name).withBytes { _ = try load.route.reading.read($0, job) }
    }
    try sample.whole(named: input.name).withBytes { bytes in
      try context.withXMLText(in: bytes, of: input) { text throws(Diagnostic) in
        do throws(Failure) { try inference.add(text) } catch { throw Diagnostic(error, in: text) }
      }
    }
  }

  private static func name(ofFile file: String) -> String {
    let name = Paths.stem(Paths.split(Platform.pathText(file)).name)
    let words = name.split { $0.isWhitespace || $0 == "/" }
    return name == "-" || words.isEmpty ? "draft" : words.joined(separator: "-")
  }

  private static func fromModel(_ typed: ParsedArguments, _ context: CommandContext) -> Mapping? {
    let named = typed.paths[0]
    do {
      let model = try CoreDataModelFile(named, resolve: context.resolve)
      let input = try InputFile(path: context.resolve(model.path), name: model.path)
      let mapping = try input.withBytes { bytes in
        try CoreDataModelFile.mapping(of: bytes, named: typed[name] ?? model.name) { note in
          context.report(note, file: input.name)
        }
      }
      if !mapping.notes.isEmpty {
        let count = mapping.notes.count
        let text = count == 1 ? "1 thing of the model is" : "\(count) things of the model are"
        context.note("\(text) kept as notes only", rule: .mappingModel, file: named)
      }
      return mapping
    } catch {
      context.report(error, file: named)
      return nil
    }
  }

  // MARK: Output

  static func write(_ mapping: Mapping, as target: Format, to path: String?, _ context: CommandContext)
    -> ExitCode
  {
    var writing = Writing(target)
    writing.layout = .pretty
    do {
      let document = try MappingFileWriter.document(of: mapping)
      let loaded = LoadedDocument(DocumentSource(format: target, text: .empty), document: document)
      var losses = LossReport(policy: .note)
      return context.deliver(try writing.write(loaded, to: OutputBuffer(), losses: &losses), to: path)
    } catch {
      context.report(error, file: mapping.name)
      return .failure
    }
  }
}

extension CommandContext {
  package var mappingLibrary: MappingLibrary {
    let folder = workingDirectory
    return MappingLibrary(
      environment: environment, resolve: { Paths.resolve($0, against: folder) },
      note: { report($0, file: $1) })
  }

  /// The mapping with a name; nil if it is missing or invalid, which has been reported.
  package func mapping(named name: String) -> Mapping? {
    do throws(MappingLibrary.Problem) { return try mappingLibrary.mapping(name) } catch {
      report(error.diagnostic, file: error.file)
      return nil
    }
  }

  func withXMLText<Result>(of input: InputOperand, _ body: (ByteView) throws(Diagnostic) -> Result) throws
    -> Result
  {
    try openInput(input).withBytes { bytes in try withXMLText(in: bytes, of: input, body) }
  }

  func withXMLText<Result>(
    in bytes: ByteView, of input: InputOperand, _ body: (ByteView) throws(Diagnostic) -> Result
  ) throws -> Result {
    try DecodedText(bytes, kind: .xml).withReadableText { view, contradiction throws(Diagnostic) in
      if let contradiction { report(Diagnostic(contradiction, in: view).asNote, file: input.name) }
      return try body(view)
    }
  }

  /// Writes a generated text to the path of `-o`, standard output by default.
  package func deliver(_ text: String, to path: String?) -> ExitCode {
    var bytes = OutputBuffer()
    bytes.append(text)
    return deliver(bytes, to: path)
  }

  /// The same for bytes.
  func deliver(_ bytes: borrowing OutputBuffer, to path: String?) -> ExitCode {
    do throws(Failure) { try write(bytes, to: path == "-" ? nil : path) } catch {
      if error.code == .brokenPipe { return .brokenPipe }
      report(error, file: path ?? "<stdout>")
      return .failure
    }
    return .success
  }
}
