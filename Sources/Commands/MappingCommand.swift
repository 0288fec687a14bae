package enum MappingCommand {
  private static let format = ValueOption(
    "format", value: .format("FORMAT", where: { [.json, .xml1, .binary1, .openstep].contains($0) }),
    help: "write the mapping in this format",
    default: "json")
  private static let name = ValueOption("name", value: .text("NAME"), help: "name of the mapping")
  private static let anyOrder = Flag(
    "any-order", help: "make fields and lists of elements in any order, which the draft declares meaningless")
  private static let schema = Flag(
    "schema", help: "draft a schema of keys and types for `lint --schema` instead; see pliant-schema(5)")

  private enum Subverb: String {
    case list
    case show
    case check
    case infer
    case fromModel = "from-model"
  }

  static let verb = Verb(
    "mapping", group: "Converting", summary: "list, show, check and draft mappings of application XML",
    page: PackageResources.mapping_1_txt,
    subverbs: [
      Verb(
        Subverb.list.rawValue, summary: "show the mappings and the directories that contain them",
        page: PackageResources.mapping_list_1_txt,
        options: CommonOptions.messages),
      Verb(
        Subverb.show.rawValue, summary: "print a mapping, as a file to start from",
        page: PackageResources.mapping_show_1_txt,
        operands: [Operand(path: "MAPPING")],
        options: [format, CommonOptions.output] + CommonOptions.messages),
      Verb(
        Subverb.check.rawValue, summary: "find mistakes in a mapping, and prove that samples round-trip",
        page: PackageResources.mapping_check_1_txt,
        operands: [Operand(path: "MAPPING"), Operand(path: "SAMPLE", optional: true, repeats: true)],
        options: CommonOptions.messages),
      Verb(
        Subverb.infer.rawValue, summary: "draft a mapping from samples",
        page: PackageResources.mapping_infer_1_txt,
        operands: [Operand(path: "SAMPLE", repeats: true)],
        options: [name, anyOrder, schema, format, CommonOptions.output] + CommonOptions.messages),
      Verb(
        Subverb.fromModel.rawValue, summary: "make a mapping that enforces a Core Data model",
        page: PackageResources.mapping_from_model_1_txt, operands: [Operand(path: "MODEL")],
        options: [name, format, CommonOptions.output] + CommonOptions.messages),
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
    case .infer where typed[schema]: return try inferSchema(typed, context)
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

  private static func inferSchema(_ typed: ParsedArguments, _ context: CommandContext) throws -> ExitCode {
    try typed.checkExclusive(schema, anyOrder)
    var draft = SchemaDraft()
    for input in typed.paths.map({ InputOperand($0, in: context) }) {
      do {
        let job = FileJob(reading: input, in: context)
        try context.openInput(input).withBytes { bytes in
          let loaded = try Reading(input.namedFormat).read(bytes, job)
          try draft.add(loaded.document, loaded.source.format)
        }
      } catch {
        context.report(error, file: input.name)
        return .failure
      }
    }
    return write(
      try draft.document(named: typed[name] ?? name(ofFile: typed.paths[0])), as: typed[format] ?? .json,
      to: typed[CommonOptions.output], context)
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
    do {
      return write(try MappingFileWriter.document(of: mapping), as: target, to: path, context)
    } catch {
      context.report(error, file: mapping.name)
      return .failure
    }
  }

  private static func write(
    _ document: Document, as target: Format, to path: String?, _ context: CommandContext
  ) -> ExitCode {
    var writing = Writing(target)
    writing.layout = .pretty
    let loaded = LoadedDocument(DocumentSource(format: target, text: .empty), document: document)
    var losses = LossReport(policy: .note)
    do {
      return context.deliver(try writing.write(loaded, to: OutputBuffer(), losses: &losses), to: path)
    } catch {
      context.report(error, file: path ?? "<stdout>")
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
