// Records of any document as SQL without a mapping that somebody wrote: one is drafted from the documents themselves.

import PliantCore
import PliantMapping

/// Drafts a mapping from inputs, and writes them by it.
struct InferredLoad {
  /// How inputs are read and what becomes of them; without a mapping until one is drafted.
  var route: Route

  /// Takes an input's document as a sample.
  ///
  /// Throws the first problem with its place.
  func add(_ bytes: ByteView, named name: String, to inference: inout MappingInference) throws(Diagnostic) {
    var reading = route
    reading.mapping = nil
    reading.mappings = nil
    let opened = try reading.open(bytes)
    defer { withExtendedLifetime(opened.owner) {} }
    guard opened.source.format == .xml else {
      let document = try LoadedDocument(opened.source, owner: opened.owner).document
      do throws(Failure) { return try inference.add(document, named: Self.listName(name)) } catch {
        throw Diagnostic(error)
      }
    }
    do throws(Failure) { try inference.add(opened.source.text) } catch {
      throw opened.source.diagnostic(error)
    }
  }

  /// Writes an input by the route's mapping; what is no XML and not a dictionary is a list of the root's record.
  func write(_ bytes: ByteView, named name: String, _ job: any ConversionJob) throws(Diagnostic) {
    let opened = try route.open(bytes)
    if opened.source.format == .xml { return try route.convert(bytes, job) }
    let loaded = try route.load(opened, job)
    guard !DocumentValue(loaded.document).isDictionary else { return try route.write(loaded, job) }
    let wrapped: Document
    do throws(Failure) { wrapped = try Self.wrapped(loaded.document, as: Self.listName(name)) } catch {
      throw Diagnostic(error)
    }
    let source = DocumentSource(format: opened.source.format, text: .empty)
    try route.write(LoadedDocument(source, document: wrapped, ledger: loaded.ledger), job)
  }

  /// The document as the list of that name in a dictionary; a single value is a list of one.
  private static func wrapped(_ document: Document, as name: String) throws(Failure) -> Document {
    var builder = DocumentBuilder(source: .empty)
    builder.beginDictionary(count: 1)
    Array(name.utf8).withByteView { builder.key($0) }
    let isList = DocumentValue(document).isArray
    if !isList { builder.beginArray(count: 1) }
    var replay = Replay(document)
    try replay.run(into: &builder)
    if !isList { builder.endArray() }
    builder.endDictionary()
    return try builder.finish()
  }

  /// What the records of a file are called: its name without directory and ending.
  static func listName(_ file: String) -> String {
    var name = Paths.split(file).name
    if let ending = Paths.pathExtension(name) { name = String(name.dropLast(ending.count + 1)) }
    return name.isEmpty || file == "-" || name.hasPrefix("<") ? "records" : name
  }

  /// The compiled form of a drafted mapping.
  static func compiled(_ mapping: Mapping) throws(Diagnostic) -> CompiledMapping {
    do throws(Failure) { return try CompiledMapping(mapping) } catch { throw Diagnostic(error) }
  }
}

extension InferredLoad {
  /// Writes the records that are asked for as SQL by a mapping that is drafted from them.
  private static func convertRecords(_ route: Route, _ job: FileJob) throws(Diagnostic) {
    var reading = route
    reading.target = .json
    let records = RedirectedJob(job)
    try reading.convert(records)
    let name = route.records?.place?.name ?? listName(job.name)
    var writing = Route(to: .sql)
    writing.source = .json
    writing.setLoss(route.loss, replacesSource: false)
    try records.collected.bytes.withByteView { bytes throws(Diagnostic) in
      var inference = MappingInference()
      try InferredLoad(route: writing).add(bytes, named: name, to: &inference)
      guard let mapping = inference.mapping(named: name) else { return }
      writing.mapping = MappingUse(try compiled(mapping))
      try InferredLoad(route: writing).write(bytes, named: name, job)
    }
  }

  /// Writes one input as SQL by a mapping that is drafted from it, which is noted.
  static func convert(_ route: Route, _ job: FileJob) throws(Diagnostic) {
    if route.readsRecords { return try convertRecords(route, job) }
    let input = try job.openDocument()
    try input.withBytes { bytes throws(Diagnostic) in
      if let chosen = try route.open(bytes).source.mapping {
        var route = route
        route.mapping = chosen
        return try route.convert(bytes, job)
      }
      var load = InferredLoad(route: route)
      var inference = MappingInference()
      try load.add(bytes, named: job.name, to: &inference)
      guard let mapping = inference.mapping(named: listName(job.name)) else { return }
      job.note("tables drafted from the document; pliant mapping infer shows how", rule: "mapping/infer")
      load.route.mapping = MappingUse(try compiled(mapping))
      try load.write(bytes, named: job.name, job)
    }
  }
}
