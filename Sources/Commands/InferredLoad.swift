// Records of any document as SQL without a mapping file: drafts a mapping from the documents themselves.

struct InferredLoad {
  /// The way of the inputs to SQL; without a mapping until one is drafted.
  var route: Route
  /// The name for records of a document that is not a dictionary.
  let list: String
  /// Whether the input itself is the sample, which proves its keys unique.
  var isDrafted = false
  /// Whether values of JSON have their own types: not if they were elements or cells.
  var hasTypes = true

  func format(of input: RepeatedInput) throws -> Format {
    if let format = route.reading.format { return format }
    let window = try input.open()
    var reading = route.reading
    reading.readsStreams = true
    guard let found = reading.detect(window.bytes) else { throw Failure(.formatUnknown) }
    return found
  }

  /// Inputs of one kind: elements with one root, documents without one, or documents of a known mapping.
  struct Group {
    var inference = MappingInference()
    var chosen: Mapping?
    var inputs: [InputOperand] = []

    init() {
      inference.joinsSamples = true
      inference.isForSQL = true
      inference.allowsAnyOrder = true
    }
  }

  /// Adds an input's document as a sample to its group, which becomes the last one, or makes a group for it.
  ///
  /// Throws the first problem with its position.
  func add(_ input: RepeatedInput, _ job: FileJob, to groups: inout [Group]) throws {
    let format = try format(of: input)
    guard format == .xml else {
      groups.takeLast { $0.chosen == nil && $0.inference.accepts(nil) }
      return try add(input, format, job, to: &groups[groups.count - 1].inference)
    }
    try input.whole(named: job.name).withBytes { bytes in
      let opened = try route.reading.open(bytes)
      defer { withExtendedLifetime(opened.owner) {} }
      if let chosen = opened.source.mapping?.mapping.mapping {
        groups.takeLast { $0.chosen?.name == chosen.name }
        return groups[groups.count - 1].chosen = chosen
      }
      var reader = XMLReader(opened.source.text, options: .namespaces)
      let hasRoot = reader.reachesRoot()
      let root = hasRoot ? (reader.namespaceURI, reader.localName) : (.empty, .empty)
      groups.takeLast { $0.chosen == nil && $0.inference.accepts(root) }
      do throws(Failure) { try groups[groups.count - 1].inference.add(opened.source.text) } catch {
        throw opened.source.diagnostic(error)
      }
    }
  }

  /// Adds a document other than XML as a sample.
  func add(
    _ input: RepeatedInput, _ format: Format, _ job: FileJob, to inference: inout MappingInference
  ) throws {
    var reading = route.reading
    reading.use(detected: format)
    let hasStrings = !format.traits.isTable || reading.table.infersTypes
    let keepsStrings = hasTypes && hasStrings && format.traits.values != .propertyListText
    try inference.add(named: list, keepsStrings: keepsStrings, isOfElements: !hasTypes) {
      receiver throws(Diagnostic) in
      try reading.readParts(try input.open(), format, named: list, lists: nil, to: receiver, job).rest
    }
  }

  /// Writes an input with the route's mapping; a document other than XML or a dictionary is a list of the
  /// root's record.
  func write(_ input: RepeatedInput, named name: String, to job: any ConversionJob) throws {
    let format = try format(of: input)
    var route = route
    route.reading.use(detected: format)
    let entries = route.reading.mapping?.mapping.mapping.entriesName
    if format != .xml, entries == nil, let mapping = route.reading.mapping,
      try mapping.writeTables(of: input, format, named: list, route, job, comparesKeys: !isDrafted)
    {
      return
    }
    try input.whole(named: name).withBytes { bytes in
      if format == .xml { return try route.run(bytes, job) }
      let loaded = try route.reading.load(bytes, job)
      let isRecords = entries != nil || !DocumentValue(loaded.document).isDictionary
      guard isRecords else { return try route.write(loaded, job) }
      let wrapped = try Self.wrapped(
        loaded.document, as: DocumentValue(loaded.document).isDictionary ? entries ?? list : list)
      let source = DocumentSource(format: format, text: .empty)
      try route.write(LoadedDocument(source, document: wrapped, ledger: loaded.ledger), job)
    }
  }

  /// The document as a list with that name in a dictionary; a single value is a list of one.
  private static func wrapped(_ document: Document, as name: String) throws(Failure) -> Document {
    var builder = DocumentBuilder(source: .empty)
    builder.beginDictionary(count: 1)
    builder.key(name)
    let value = DocumentValue(document)
    let isList = value.isArray || value.isDictionary
    if !isList { builder.beginArray(count: 1) }
    try document.send(into: &builder)
    if !isList { builder.endArray() }
    builder.endDictionary()
    return try builder.finish()
  }

  /// The name for records of a file: its name without directory and extension.
  static func listName(_ file: String) -> String {
    let name = Paths.stem(Paths.split(file).name)
    return name.isEmpty || file == "-" || name.hasPrefix("<") ? "records" : name
  }

  /// Writes one input as SQL with a mapping drafted from it, and reports that.
  static func convert(_ route: Route, _ job: FileJob) throws {
    guard let records = route.reading.records else {
      let input = try RepeatedInput(try job.openDocumentWindow(), job)
      return try convert(input, listName(job.name), route, job)
    }
    // The requested records are first written as JSON.
    var objects = route
    objects.reading.records?.place?.listsInner = false
    objects.writing.target = .json
    let file = try AnonymousFile()
    let redirected = RedirectedJob(job, to: file.descriptor)
    try objects.run(redirected)
    var tables = Route(Reading(.json), Writing(.sql))
    tables.refuseLosses(asked: route.writing.losses.policy, replacesSource: false)
    let list = records.place?.name ?? listName(job.name)
    try convert(
      RepeatedInput(file, job), list, tables, job, isWhole: false,
      hasTypes: !isUntyped(route.reading.format ?? redirected.detectedFormat, route.reading.table))
  }

  /// Whether all values of a format are texts.
  static func isUntyped(_ format: Format?, _ table: TableReading) -> Bool {
    guard let format else { return false }
    return format == .xml || format.traits.isTable && !table.infersTypes
      || format.traits.values == .propertyListText
  }

  private static func convert(
    _ input: RepeatedInput, _ list: String, _ route: Route, _ job: FileJob, isWhole: Bool = true,
    hasTypes: Bool = true
  ) throws {
    var load = InferredLoad(route: route, list: list, isDrafted: true, hasTypes: hasTypes)
    load.route.reading.table.emptyTable = .row
    var groups: [Group] = []
    try load.add(input, job, to: &groups)
    load.route.reading.table.emptyTable = .names
    if let chosen = groups[0].chosen {
      load.route.use(AppliedMapping(try CompiledMapping(chosen)))
      load.isDrafted = false
    } else {
      guard var mapping = groups[0].inference.mapping(named: list) else { return }
      mapping.isDraft = true
      var change = SQLSchemaChange()
      change.makeNamesDistinct(in: &mapping, withoutMarks: !isWhole)
      for note in change.notes { job.note(note, rule: .sqlName) }
      if isWhole {
        job.note("tables drafted from the document; pliant mapping infer shows how", rule: .mappingInfer)
      }
      load.route.use(AppliedMapping(try CompiledMapping(mapping)))
    }
    try load.write(input, named: job.name, to: job)
  }
}

extension [InferredLoad.Group] {
  /// Moves the group that fits to the end, or appends one.
  fileprivate mutating func takeLast(where fits: (InferredLoad.Group) -> Bool) {
    append(firstIndex(where: fits).map { remove(at: $0) } ?? InferredLoad.Group())
  }
}
