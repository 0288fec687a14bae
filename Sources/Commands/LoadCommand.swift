// pliant load: records of documents into an SQLite database.

package enum LoadCommand {
  private static let mapping = ValueOption(
    "mapping", value: .mapping, help: "use this mapping; `none` always drafts one")
  private static let dryRun = Flag("dry-run", help: "print the mapping and load nothing")
  private static let replace = Flag(
    "replace", help: "also delete records with a key that the files no longer contain")
  private static let name = "load"

  static let verb = Verb(
    name, group: "Converting", summary: "load the records of documents into an SQLite database",
    description: """
      Creates tables in *DATABASE*, which need not exist, and fills them with the records of each *FILE*: XML, JSON,
      JSON Lines, property lists, CSV or TSV. pliant drafts a mapping from all files (see `--dry-run`) unless you
      specify one or the documents have a known root element. Strings of JSON and property lists remain text. Nested
      records get tables with keys and references, and a view `NAME_view` joins each table with its owners; other
      lists become JSON in a column.

      The *sqlite3*(1) program loads all files in one transaction. Without that program, or with `-o`, pliant writes
      the SQL to `DATABASE.sql` or *PATH* instead.

      Loading again updates records with a key, and replaces records without one if they came from a file of the same
      name. pliant adds missing columns to existing tables; a different key or column type is an error. Without *FILE*,
      it reads standard input.
      """, operands: [.files, Operand(path: "DATABASE")],
    options: [mapping, dryRun, replace, CommonOptions.output, CommonOptions.noSync] + TableOptions.all
      + CommonOptions.documents
      + CommonOptions.messages,
    examples: #"""
      Load a JSON file into a new database.
        $ pliant load -q orders.json shop.db
      Show the drafted mapping; here only its root element.
        $ pliant load --dry-run -q books.xml shop.db | pliant extract root
        books
      Write the SQL to a file.
        $ printf 'id,price\n1,9.50\n' | pliant load -q -f csv -o prices.sql shop.db
      Load standard input.
        $ printf '[{"id":1,"price":2.5}]' | pliant load -q shop.db
      """#, exitStatus: .failing(done: "success", failed: "an input failed; nothing loaded"),
    seeAlso: ["convert", "mapping", "pliant-mapping(5)", "pliant-scale(7)"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let database = typed.paths[typed.paths.count - 1]
    let inputs = try context.inputs(of: typed, operands: Array(typed.paths.dropLast()))
    var gate = OutputGate(reading: inputs, in: context)
    try gate.add(typed[CommonOptions.output], typed: "-o")
    try gate.add(database, typed: "")
    guard !inputs.isEmpty else {
      context.note("no files to load", rule: .sqlLoad, file: database)
      return .success
    }
    var reading = typed.reading
    reading.table = TableOptions.reading(typed)
    var load = DatabaseLoad(
      context: context, route: Route(reading, Writing(.sql)), inputs: inputs,
      database: SQLiteDatabase(path: database, in: context), replaces: typed[replace])
    do {
      guard let mapping = try load.mapping(named: typed[mapping]) else { return .failure }
      if typed[dryRun] {
        return MappingCommand.write(mapping, as: .json, to: typed[CommonOptions.output], context)
      }
      return try load.run(mapping, output: typed[CommonOptions.output])
    } catch {
      if error.isBrokenPipe { return .brokenPipe }
      context.report(error, file: load.current ?? database)
      return .failure
    }
  }
}

private struct DatabaseLoad {
  var context: CommandContext
  let route: Route
  let inputs: [InputOperand]
  let database: SQLiteDatabase
  let replaces: Bool
  /// Standard input, which is read once.
  var held: RepeatedInput?
  /// Whether the mapping is drafted from the inputs, which proves its keys unique.
  var isDrafted = false
  /// The current input, for messages.
  var current: String?

  private mutating func withInputs(_ body: (RepeatedInput, InputOperand, FileJob) throws -> Void) throws {
    for input in inputs {
      current = input.name
      let job = FileJob(reading: input, in: context)
      let known = input.path == nil ? held : nil
      let repeated = try known ?? RepeatedInput(try job.openDocumentWindow(), job)
      if input.path == nil { held = repeated }
      try body(repeated, input, job)
    }
    current = nil
  }

  /// The mapping from the command line, for the root element of the first document, or drafted; nil if it is
  /// missing, which has been reported.
  mutating func mapping(named name: String?) throws -> Mapping? {
    if let name, name != "none" {
      var mapping = context.mapping(named: name)
      // It may be a draft, which allows one value for a list.
      mapping?.isDraft = true
      return mapping
    }
    var chosen: Mapping?
    var inference = MappingInference()
    inference.joinsSamples = true
    var isFirst = true
    let route = route
    let mappings = name == nil ? MappingSelection(context.mappingLibrary) : nil
    let bar = context.startProgress(total: inputs.count)
    defer { bar?.stop() }
    try withInputs { repeated, input, job in
      bar?.begin(input)
      var own = route
      own.reading.format = route.reading.format ?? input.namedFormat
      if isFirst { own.reading.mappings = mappings }
      isFirst = false
      if chosen == nil {
        let load = InferredLoad(route: own, list: InferredLoad.listName(input.name))
        chosen = try load.add(repeated, job, to: &inference)?.mapping.mapping
      }
      bar?.finished(1)
    }
    isDrafted = chosen == nil
    if let chosen {
      context.report(
        Diagnostic(
          .note, "read by the mapping \(chosen.name)", advice: "--mapping none drafts one",
          rule: .mappingChosen), file: inputs[0].name)
      return chosen
    }
    guard var drafted = inference.mapping(named: InferredLoad.listName(inputs[0].name)) else { return nil }
    drafted.isDraft = true
    for note in inference.notes { context.note(note, rule: .mappingInfer, file: inputs[0].name) }
    let adapted = try existing().adapted(drafted, SQLLoadOptions(file: "", replaces: replaces))
    // Nothing is known about the keys of existing tables.
    isDrafted =
      adapted.records.map { $0.fields.map(\.isKey) } == drafted.records.map { $0.fields.map(\.isKey) }
    return adapted
  }

  private func existing() throws(Failure) -> SQLSchemaChange {
    SQLSchemaChange(try database.rows(SQLSchemaChange.query))
  }

  /// Loads the inputs with a mapping, or writes the SQL for it.
  mutating func run(_ mapping: Mapping, output path: String?) throws -> ExitCode {
    let compiled = try CompiledMapping(mapping)
    if path == nil, database.program != nil { return try load(compiled) }
    return try writeSQL(compiled, to: path ?? database.name + ".sql", isFallback: path == nil)
  }

  /// Sends statements to sqlite3 while reading the inputs, in one transaction.
  private mutating func load(_ mapping: CompiledMapping) throws -> ExitCode {
    let schema = SQLLoadOptions(file: "", replaces: replaces)
    let existing = try existing()
    let additions = try existing.additions(for: mapping.mapping, schema)
    let isFresh = try existing.isFresh(for: mapping.mapping, schema)
    var problem: (any Error)?
    let bar = context.startProgress(total: inputs.count)
    defer { bar?.stop() }
    defer { current = nil }
    try database.execute { descriptor in
      do {
        try Platform.writeAll(descriptor, SQLLoadOptions.start + additions.joined())
        try writeInputs(mapping, descriptor, bar, isGuarded: false, isFresh: isFresh)
        try Platform.writeAll(descriptor, SQLLoadOptions.end)
        bar?.begin(.loading, named: database.name)
      } catch { problem = error }
      // Only sqlite3 knows why it stopped reading.
      return problem?.isBrokenPipe ?? true
    }
    if let problem {
      context.report(problem, file: current ?? database.name)
      return .failure
    }
    bar?.stop()
    try summarize(try SQLSchemaChange.tableNames(of: mapping.mapping, schema))
    return .success
  }

  /// Writes the SQL to the requested path, or next to the database.
  private mutating func writeSQL(
    _ mapping: CompiledMapping, to target: String, isFallback: Bool
  ) throws -> ExitCode {
    let file = target == "-" ? nil : try context.delivery.open(context.resolve(target))
    // A stream gets nothing before all inputs are read.
    let isHidden = file?.isReplacement == true
    let held = isHidden ? nil : try AnonymousFile()
    guard let descriptor = held?.descriptor ?? file?.descriptor else { return .failure }
    let bar = context.startProgress(total: inputs.count)
    defer { bar?.stop() }
    try Platform.writeAll(descriptor, SQLLoadOptions.start)
    try writeInputs(mapping, descriptor, bar, isGuarded: true, isFresh: false)
    try Platform.writeAll(descriptor, SQLLoadOptions.end)
    if let held { try copy(held, to: file?.descriptor ?? context.standardOutput) }
    if let file { try context.delivery.commit(file) }
    if isFallback {
      let text =
        "sqlite3 is not installed, so nothing was loaded; run sqlite3 '\(database.name)' < '\(target)'"
      context.note(text, rule: .sqlLoad, file: database.name)
    }
    return .success
  }

  private func copy(_ held: AnonymousFile, to descriptor: Int32) throws {
    Platform.seek(held.descriptor, to: 0)
    var window = InputWindow(descriptor: held.descriptor)
    while try window.refill() {
      try Platform.writeAll(descriptor, window.bytes)
      window.consume(window.bytes.count)
    }
  }

  private mutating func writeInputs(
    _ mapping: CompiledMapping, _ descriptor: Int32, _ bar: ProgressBar?, isGuarded: Bool, isFresh: Bool
  ) throws {
    let (route, replaces, isDrafted) = (route, replaces, isDrafted)
    var hasTables = false
    let loaded = isDrafted || inputs.count < 2 ? nil : SQLLoadedKeys()
    try withInputs { repeated, input, job in
      bar?.begin(input)
      var own = route
      own.reading.format = route.reading.format ?? input.namedFormat
      own.use(
        AppliedMapping(
          mapping, isChosen: false,
          load: SQLLoadOptions(
            file: input.name, replaces: replaces, isGuarded: isGuarded, isFresh: isFresh && !hasTables,
            hasTables: hasTables, loaded: loaded)))
      let load = InferredLoad(
        route: own, list: InferredLoad.listName(input.name), isDrafted: isDrafted)
      let target = RedirectedJob(job, to: descriptor, brackets: isGuarded ? nil : Self.savepoint)
      try load.write(repeated, named: input.name, to: target)
      hasTables = !isGuarded
      bar?.finished(1)
    }
  }

  private static let savepoint = RedirectedJob.Brackets(
    start: "SAVEPOINT \"pliant_file\";\n", end: "RELEASE \"pliant_file\";\n",
    undo: "ROLLBACK TO \"pliant_file\";\nRELEASE \"pliant_file\";\n")

  private func summarize(_ tables: [String]) throws(Failure) {
    if context.isQuiet || tables.isEmpty { return }
    for row in DocumentValue(try database.rows(SQLSchemaChange.count(tables))).elements {
      let (name, count) = (row.value(forKey: "t")?.string ?? "", Int(row.value(forKey: "n")?.integer ?? 0))
      context.note("\(name): \(LintCoverage.count(count, "row"))", rule: .sqlLoad, file: database.name)
    }
  }
}
