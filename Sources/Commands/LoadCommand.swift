// pliant load: records of documents into an SQLite database.

package enum LoadCommand {
  private static let mapping = ValueOption(
    "mapping", value: .mapping, help: "use this mapping; `none` always drafts one")
  private static let dryRun = Flag("dry-run", help: "print the mapping and load nothing")
  private static let replace = Flag(
    "replace", help: "also delete records with a key that the files no longer contain")
  private static let records = ValueOption(
    "records", value: .text("PLACE"), help: "load only the records at this place, as `convert --records` does"
  )
  private static let table = ValueOption(
    "table", value: .text("NAME"), help: "the table of the records of `--records`, of rows or of a list")
  private static let key = RepeatedOption(
    "key", value: .text("FIELD"),
    help: "the field that identifies a record, also one of another document; several together do")
  private static let column = RepeatedOption(
    "column", value: .text("NAME:TYPE"), help: "store a field as `text`, `integer` or `real`")
  private static let wait = ValueOption(
    "wait", value: .integer("SECONDS", from: 0),
    help: "wait for another load or a lock on the database (default: 60)")
  private static let name = "load"

  static let verb = Verb(
    name, group: "Converting", summary: "load the records of documents into an SQLite database",
    page: PackageResources.load_1_txt, operands: [.files, Operand(path: "DATABASE")],
    options: [
      records, table, key, column, mapping, dryRun, replace, wait, CommonOptions.output, CommonOptions.noSync,
    ] + TableOptions.all
      + CommonOptions.documents
      + CommonOptions.messages,
    exitStatus: .failing(done: "success", failed: "an input failed; nothing loaded"),
    seeAlso: ["convert", "mapping", "pliant-mapping(5)", "pliant-scale(7)"])

  static func run(_ typed: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let database = typed.paths[typed.paths.count - 1]
    if typed.paths.count == 1, SQLiteDatabase.isOtherFile(context.resolve(database)) {
      throw UsageError(
        "missing DATABASE for load: '\(Platform.displayPath(database))' is not an SQLite database")
    }
    if typed.paths.count > 1, SQLiteDatabase.isOtherFile(context.resolve(database)) {
      let first = context.resolve(typed.paths[0])
      let isFirst = Platform.status(first)?.kind == .regular && !SQLiteDatabase.isOtherFile(first)
      let suffix = database.split(separator: "." as Character).last.map(String.init)
      if isFirst || Format.all.contains(where: { $0.traits.fileExtension == suffix }) {
        let words = isFirst ? Array(typed.paths.dropFirst()) + [typed.paths[0]] : typed.paths + ["DATABASE"]
        throw UsageError(
          "'\(Platform.displayPath(database))' is not an SQLite database; DATABASE comes last",
          suggestion: "use '\(WorkflowWords.typed(["load"] + words))'")
      }
    }
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
    reading.table.namesCells = true
    var load = DatabaseLoad(
      context: context, route: Route(reading, Writing(.sql)), inputs: inputs,
      database: SQLiteDatabase(path: database, patience: typed[wait] ?? 60, in: context),
      replaces: typed[replace])
    if let typed = typed[records] {
      guard let place = RecordPlace(typed) else { throw UsageError.notPlaceOfRecords(typed) }
      load.place = place
      load.place?.listsInner = false
    }
    load.wishes = try DraftWishes(table: typed[table], keys: typed[key], columns: typed[column])
    if typed[mapping] != nil, typed[mapping] != "none", load.place != nil || !load.wishes.isEmpty {
      throw UsageError(
        "--records, --table, --key and --column are for drafted mappings; use them with --mapping none")
    }
    do {
      let isRead = typed[dryRun] || typed[CommonOptions.output] != nil
      return try isRead
        ? run(&load, typed, in: context) : load.database.locked { try run(&load, typed, in: context) }
    } catch {
      if error.isBrokenPipe { return .brokenPipe }
      context.report(error, file: load.current ?? database)
      return .failure
    }
  }

  private static func run(
    _ load: inout DatabaseLoad, _ typed: ParsedArguments, in context: CommandContext
  ) throws -> ExitCode {
    guard let plans = try load.plans(named: typed[mapping]) else { return .failure }
    if typed[dryRun] {
      return plans.map {
        MappingCommand.write($0.mapping, as: .json, to: typed[CommonOptions.output], context)
      }.max { $0.rawValue < $1.rawValue } ?? .success
    }
    return try load.run(plans, output: typed[CommonOptions.output])
  }
}

private struct DatabaseLoad {
  /// Inputs of one kind, and the mapping for them.
  struct Plan {
    var mapping: Mapping
    var inputs: [InputOperand]
    /// Whether the mapping is drafted from the inputs, which proves its keys unique.
    var isDrafted = false
    /// The statements before its rows.
    var removals: [String] = []
    var additions: [String] = []
    var isFresh = false
  }

  var context: CommandContext
  let route: Route
  let inputs: [InputOperand]
  let database: SQLiteDatabase
  let replaces: Bool
  var place: RecordPlace?
  var wishes = DraftWishes()
  /// Standard input, which is read once, and the records of `place` as JSON.
  var held: [String: Held] = [:]
  /// The names of the documents in the database, by the input's.
  var documents: [String: String] = [:]
  /// The current input, for messages.
  var current: String?

  struct Held {
    let input: RepeatedInput
    /// Whether its values have types, or are texts only.
    var hasTypes = true
  }

  private var schema: SQLLoadOptions { SQLLoadOptions(file: "", replaces: replaces) }

  private mutating func withInputs(
    _ inputs: [InputOperand], _ body: (Held, InputOperand, FileJob) throws -> Void
  ) throws {
    for input in inputs {
      current = input.name
      let job = FileJob(reading: input, in: context)
      var repeated = held[input.name]
      if repeated == nil, let place {
        var objects = Route(route.reading, Writing(.json))
        objects.reading.format = route.reading.format ?? input.namedFormat
        objects.reading.records = RecordSelection(place: place)
        let file = try AnonymousFile()
        let redirected = RedirectedJob(job, to: file.descriptor)
        try objects.run(redirected)
        let format = objects.reading.format ?? redirected.detectedFormat
        repeated = Held(
          input: RepeatedInput(file, job),
          hasTypes: !InferredLoad.isUntyped(format, objects.reading.table))
      }
      let open = try repeated ?? Held(input: RepeatedInput(try job.openDocumentWindow(), job))
      if !job.canReopenInput || place != nil { held[input.name] = open }
      try body(open, input, job)
    }
    current = nil
  }

  /// The mappings for the inputs: from the command line, for the root element of a document, or drafted; nil if one
  /// is missing, which has been reported.
  mutating func plans(named name: String?) throws -> [Plan]? {
    if let name, name != "none" {
      guard var mapping = context.mapping(named: name) else { return nil }
      // It may be a draft, which allows one value for a list.
      mapping.isDraft = true
      try nameDocuments { [database] in try SQLSchemaChange(database.rows(SQLSchemaChange.query)) }
      return [Plan(mapping: mapping.withStoredReferences, inputs: inputs)]
    }
    var groups: [InferredLoad.Group] = []
    let route = route
    let (place, wishes) = (place, wishes)
    let mappings =
      name == nil && place == nil && wishes.isEmpty ? MappingSelection(context.mappingLibrary) : nil
    let bar = context.startProgress(total: inputs.count)
    defer { bar?.stop() }
    try withInputs(inputs) { held, input, job in
      bar?.begin(input)
      var own = route
      let format = route.reading.format ?? input.namedFormat
      own.reading.format = place == nil ? format : .json
      own.reading.mappings = mappings
      own.reading.table.emptyTable = .row
      let list = place?.name ?? wishes.table ?? InferredLoad.listName(input.name)
      let load = InferredLoad(route: own, list: list, hasTypes: held.hasTypes)
      try load.add(held.input, job, to: &groups)
      groups[groups.count - 1].inputs.append(input)
      // The last group is the input's.
      bar?.finished(1)
    }
    var change = SQLSchemaChange(try database.rows(SQLSchemaChange.query))
    try nameDocuments { change }
    return try groups.map { try plan($0, &change) }
  }

  /// Names each input as a document of the database: a file after its path, a pipe as one that is not there yet.
  private mutating func nameDocuments(_ tables: () throws -> SQLSchemaChange) throws {
    for input in inputs {
      documents[input.name] =
        try database.documentName(input, in: context)
        ?? tables().freeDocumentName(input.name, rows: database.rows)
    }
  }

  private func plan(_ group: InferredLoad.Group, _ change: inout SQLSchemaChange) throws -> Plan {
    let first = group.inputs[0].name
    if let chosen = group.chosen {
      context.report(
        Diagnostic(
          .note, "read by the mapping \(chosen.name)", advice: "--mapping none drafts one",
          rule: .mappingChosen), file: first)
      return Plan(mapping: chosen.withStoredReferences.withSpelledNumbers, inputs: group.inputs)
    }
    var inference = group.inference
    guard var drafted = inference.mapping(named: InferredLoad.listName(first)) else {
      throw Failure(.formatUnknown)
    }
    drafted.isDraft = true
    try wishes.apply(to: &drafted, list: place?.name)
    let (noteCount, removalCount) = (change.notes.count, change.removals.count)
    change.makeNamesDistinct(in: &drafted, withoutMarks: place != nil)
    var mapping = try change.adapted(
      drafted, schema, keepsKeys: wishes.table == nil || !wishes.keys.isEmpty)
    try change.noteNames(in: mapping, schema)
    let files = group.inputs.compactMap { documents[$0.name] }
    try change.separate(
      &mapping, schema, files: files, isWhole: place == nil && wishes.table == nil,
      hasKey: { [wishes] in wishes.keys.isEmpty && inference.hasKey($1, ofRecord: $0) }, rows: database.rows)
    try change.add(mapping, schema)
    for note in inference.notes { context.note(note, rule: .mappingInfer, file: first) }
    for note in change.notes.dropFirst(noteCount) { context.note(note, rule: .sqlName, file: first) }
    return Plan(
      mapping: mapping, inputs: group.inputs, isDrafted: true,
      removals: Array(change.removals.dropFirst(removalCount)))
  }

  /// Loads the inputs with mappings, or writes the SQL for them.
  mutating func run(_ plans: [Plan], output path: String?) throws -> ExitCode {
    if path == nil, database.program != nil { return try load(plans) }
    return try writeSQL(plans, to: path ?? database.name + ".sql", isFallback: path == nil)
  }

  /// Sends statements to sqlite3 while reading the inputs, in one transaction.
  private mutating func load(_ given: [Plan]) throws -> ExitCode {
    let existing = SQLSchemaChange(try database.rows(SQLSchemaChange.query))
    var plans = given
    var widened: [SQLSchemaChange.Widening] = []
    for number in plans.indices {
      let additions = try existing.additions(for: plans[number].mapping, schema)
      plans[number].additions = additions.statements
      widened += additions.widened
      plans[number].isFresh = try existing.isFresh(for: plans[number].mapping, schema)
    }
    let widening =
      widened.isEmpty
      ? [] : try existing.widening(widened, try database.rows(SQLSchemaChange.definitions))
    if widened.isEmpty == false {
      try database.execute { (try? Platform.writeAll($0, widening.joined())) != nil }
    }
    do throws(Failure) {
      guard try send(plans, end: SQLLoadOptions.end) != nil else { return .failure }
    } catch {
      // The rows no longer exist: a second run lists them before the end.
      let (mappings, schema) = (plans.map(\.mapping), schema)
      guard error.subject?.hasText("FOREIGN KEY") == true,
        let question = try? mappings.map({ try SQLSchemaChange.orphans($0, schema) }).joined(),
        let orphans = try? send(plans, end: question), !orphans.isEmpty
      else { throw error }
      throw Failure(
        .sqliteFailed,
        String(decoding: orphans, as: UTF8.self).split(separator: "\n" as Character).joined(separator: "; ")
      )
    }
    for plan in plans {
      let counts = try counts(of: try SQLSchemaChange.tableNames(of: plan.mapping, schema))
      for (name, count) in counts {
        context.note("\(name): \(LintCoverage.count(count, "row"))", rule: .sqlLoad, file: database.name)
      }
      if plan.isDrafted { continue }
      let cleanup = try existing.cleanup(after: plan.mapping, schema, withRows: Set(counts.map(\.name)))
      try database.execute { (try? Platform.writeAll($0, cleanup)) != nil }
    }
    return .success
  }

  /// Sends the rows of all inputs to sqlite3, and `end`; returns its output, or nil for a problem in an input, which
  /// has been reported.
  private mutating func send(_ plans: [Plan], end: String) throws(Failure) -> [UInt8]? {
    var problem: (any Error)?
    let bar = context.startProgress(total: inputs.count)
    defer { bar?.stop() }
    defer { current = nil }
    let database = database
    let output = try database.execute { descriptor in
      do {
        try Platform.writeAll(descriptor, SQLLoadOptions.start)
        for plan in plans {
          try Platform.writeAll(descriptor, (plan.additions + plan.removals).joined())
          try writeInputs(plan, descriptor, bar, isGuarded: false)
        }
        try Platform.writeAll(descriptor, end)
        bar?.begin(.loading, named: database.name)
      } catch { problem = error }
      // Only sqlite3 knows why it stopped reading.
      return problem?.isBrokenPipe ?? true
    }
    guard let problem else { return output }
    context.report(problem, file: current ?? database.name)
    return nil
  }

  /// Writes the SQL to the requested path, or next to the database.
  private mutating func writeSQL(
    _ plans: [Plan], to target: String, isFallback: Bool
  ) throws -> ExitCode {
    let file = target == "-" ? nil : try context.delivery.open(context.resolve(target))
    // A stream gets nothing before all inputs are read.
    let isHidden = file?.isReplacement == true
    let held = isHidden ? nil : try AnonymousFile()
    guard let descriptor = held?.descriptor ?? file?.descriptor else { return .failure }
    let bar = context.startProgress(total: inputs.count)
    defer { bar?.stop() }
    try Platform.writeAll(descriptor, SQLLoadOptions.start)
    for plan in plans { try writeInputs(plan, descriptor, bar, isGuarded: true) }
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
    _ plan: Plan, _ descriptor: Int32, _ bar: ProgressBar?, isGuarded: Bool
  ) throws {
    let mapping = try CompiledMapping(plan.mapping)
    let (route, replaces, isDrafted) = (route, replaces, plan.isDrafted && wishes.keys.isEmpty)
    let (place, table, documents) = (place, wishes.table, documents)
    var hasTables = false
    let loaded = isDrafted || inputs.count < 2 ? nil : SQLLoadedKeys()
    try withInputs(plan.inputs) { held, input, job in
      bar?.begin(input)
      var own = route
      own.reading.format = place == nil ? route.reading.format ?? input.namedFormat : .json
      own.reading.table.emptyTable = .names
      own.use(
        AppliedMapping(
          mapping, isChosen: false,
          load: SQLLoadOptions(
            file: documents[input.name] ?? input.name, replaces: replaces, isGuarded: isGuarded,
            isFresh: plan.isFresh && !isGuarded && !hasTables,
            hasTables: hasTables, loaded: loaded)))
      let load = InferredLoad(
        route: own, list: place?.name ?? table ?? InferredLoad.listName(input.name), isDrafted: isDrafted)
      let target = RedirectedJob(job, to: descriptor, brackets: isGuarded ? nil : Self.savepoint)
      try load.write(held.input, named: input.name, to: target)
      hasTables = !isGuarded
      bar?.finished(1)
    }
  }

  private static let savepoint = RedirectedJob.Brackets(
    start: "SAVEPOINT \"pliant_file\";\n", end: "RELEASE \"pliant_file\";\n",
    undo: "ROLLBACK TO \"pliant_file\";\nRELEASE \"pliant_file\";\n")

  /// The tables with rows, and their numbers.
  private func counts(of tables: [String]) throws(Failure) -> [(name: String, count: Int)] {
    if tables.isEmpty { return [] }
    return DocumentValue(try database.rows(SQLSchemaChange.count(tables))).elements.map { row in
      (row.value(forKey: "t")?.string ?? "", Int(row.value(forKey: "n")?.integer ?? 0))
    }
  }
}
