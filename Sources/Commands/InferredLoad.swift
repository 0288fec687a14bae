// Records of any document as SQL without a mapping file: drafts a mapping from the documents themselves.

struct InferredLoad {
  /// The conversion of the inputs; without a mapping until one is drafted.
  var conversion: Conversion
  /// The name for records of a document that is not a dictionary.
  let list: String
  /// Whether the input itself is the sample, which proves its keys unique.
  var isDrafted = false
  /// Whether values of JSON have their own types: not if they were elements or cells.
  var hasTypes = true

  private func format(of input: RepeatedInput) throws -> Format {
    if let source = conversion.source { return source }
    let window = try input.open()
    guard let found = FormatDetector.detect(window.bytes) else { throw Failure(.formatUnknown) }
    return found
  }

  /// Adds an input's document as a sample; returns a mapping if the document has a known root element.
  ///
  /// Throws the first problem with its position.
  func add(
    _ input: RepeatedInput, _ job: FileJob, to inference: inout MappingInference
  ) throws -> AppliedMapping? {
    let format = try format(of: input)
    guard format == .xml else {
      var reading = conversion
      reading.source = format
      let keepsStrings = hasTypes && !format.traits.isTable && format.traits.values != .propertyListText
      try inference.add(named: list, keepsStrings: keepsStrings) { receiver throws(Diagnostic) in
        try reading.readParts(try input.open(), format, named: list, lists: nil, to: receiver, job).rest
      }
      return nil
    }
    return try input.whole(named: job.name).withBytes { bytes in
      let opened = try conversion.open(bytes)
      defer { withExtendedLifetime(opened.owner) {} }
      if let chosen = opened.source.mapping { return chosen }
      do throws(Failure) { try inference.add(opened.source.text) } catch {
        throw opened.source.diagnostic(error)
      }
      return nil
    }
  }

  /// Writes an input with the conversion's mapping; a document other than XML or a dictionary is a list of the
  /// root's record.
  func write(_ input: RepeatedInput, named name: String, to job: any ConversionJob) throws {
    let format = try format(of: input)
    var writing = conversion
    writing.source = format
    if format != .xml, let mapping = conversion.mapping,
      try mapping.convertToTables(of: input, format, named: list, writing, job, comparesKeys: !isDrafted)
    {
      return
    }
    try input.whole(named: name).withBytes { bytes in
      if format == .xml { return try writing.convert(bytes, job) }
      let loaded = try writing.load(bytes, job)
      guard !DocumentValue(loaded.document).isDictionary else { return try writing.write(loaded, job) }
      let wrapped = try Self.wrapped(loaded.document, as: list)
      let source = DocumentSource(format: format, text: .empty)
      try writing.write(LoadedDocument(source, document: wrapped, ledger: loaded.ledger), job)
    }
  }

  /// The document as a list with that name in a dictionary; a single value is a list of one.
  private static func wrapped(_ document: Document, as name: String) throws(Failure) -> Document {
    var builder = DocumentBuilder(source: .empty)
    builder.beginDictionary(count: 1)
    Array(name.utf8).withByteView { builder.key($0) }
    let isList = DocumentValue(document).isArray
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
  static func convert(_ conversion: Conversion, _ job: FileJob) throws {
    guard conversion.readsRecords else {
      let input = try RepeatedInput(try job.openDocumentWindow(), job)
      return try convert(input, listName(job.name), conversion, job)
    }
    // The requested records are first written as JSON.
    var reading = conversion
    reading.target = .json
    let file = try AnonymousFile()
    try reading.convert(RedirectedJob(job, to: file.descriptor))
    var writing = Conversion(to: .sql)
    writing.source = .json
    writing.setLoss(conversion.loss, replacesSource: false)
    let list = conversion.records?.place?.name ?? listName(job.name)
    try convert(RepeatedInput(file, job), list, writing, job, hasTypes: false)
  }

  private static func convert(
    _ input: RepeatedInput, _ list: String, _ conversion: Conversion, _ job: FileJob, hasTypes: Bool = true
  ) throws {
    var load = InferredLoad(conversion: conversion, list: list, isDrafted: true, hasTypes: hasTypes)
    var inference = MappingInference()
    if let chosen = try load.add(input, job, to: &inference) {
      load.conversion.mapping = chosen
      load.isDrafted = false
    } else {
      guard var mapping = inference.mapping(named: list) else { return }
      mapping.isDraft = true
      if !conversion.readsRecords {
        job.note("tables drafted from the document; pliant mapping infer shows how", rule: .mappingInfer)
      }
      load.conversion.mapping = AppliedMapping(try CompiledMapping(mapping))
    }
    try load.write(input, named: job.name, to: job)
  }
}
