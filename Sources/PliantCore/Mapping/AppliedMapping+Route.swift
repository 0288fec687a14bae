// The conversions of the pipeline with a mapping.

extension AppliedMapping {
  /// The place of a document's main list of records, in the form of `--records`, or nil.
  var mainRecords: String? { MappingRecordPlace.mainList(in: mapping).map { mapping.fields[$0].model.name } }

  package func read(
    _ source: DocumentSource, ledger: inout ReadLosses
  ) throws(Failure) -> DocumentBuilder {
    var report = MappingReport()
    var builder = DocumentBuilder(reading: source.text)
    var isDone = false
    if source.text.count >= Route.directSize {
      isDone = try MappingReader.readDirectly(
        source.text, by: mapping, options: options, report: &report, into: &builder)
    }
    if !isDone {
      builder = DocumentBuilder(reading: source.text)
      try MappingReader.read(source.text, by: mapping, options: options, report: &report, into: &builder)
    }
    ledger = self.ledger(report, of: source)
    return builder
  }

  package func read(
    _ source: DocumentSource, into sink: inout VisitorSink, ledger: inout ReadLosses
  ) throws(Failure) {
    var report = MappingReport()
    try MappingReader.read(source.text, by: mapping, options: options, report: &report, into: &sink)
    ledger = self.ledger(report, of: source)
  }

  package func write(
    _ document: Document, index: inout Int, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    let (made, writing) = try documentToWrite(document, index: &index)
    guard made !== document else {
      return try MappingWriter.write(document, by: mapping, options: writing, index: &index, to: output)
    }
    do throws(Failure) {
      return try MappingWriter.write(made, by: mapping, options: writing, index: &index, to: output)
    } catch {
      // The converted document has no positions in the source.
      index = 0
      throw error
    }
  }

  /// The document of records for an array: rows of tables, or records of one of the mapping's lists.
  private func documentToWrite(
    _ document: Document, index: inout Int
  ) throws(Failure) -> (Document, MappingWriter.Options) {
    var options = writing
    let way =
      DocumentValue(document).isArray
      ? mapping.pathToList(of: DocumentValue(document), at: self.options.records) : nil
    if self.options.records == nil {
      do throws(Failure) {
        if let made = try tables.records(ofRows: document, by: mapping.mapping, index: &index) {
          return (made, options)
        }
      } catch {
        if way == nil {
          if let root = try document.onlyLine(of: document.origin.format ?? .json) { return (root, options) }
          throw error
        }
      }
    }
    if let place = self.options.records, DocumentValue(document).isArray, way == nil {
      throw Failure(
        .mappingShape, "\(place.record): the records in this array have keys that are not among its fields")
    }
    guard let way, way.count > 1 || self.options.records != nil else { return (document, options) }
    options.bareRecords = way.count
    return (try MappingWriter.document(around: document, way, in: mapping), options)
  }

  package func writeSQL(
    _ document: Document, losses: inout LossReport, index: inout Int, to output: consuming OutputBuffer
  ) throws(Failure) -> OutputBuffer {
    let document = try withoutRepeatedKeys(document, losses: &losses, index: &index)
    return try tables.write(document, by: mapping.mapping, losses: &losses, index: &index, to: output)
  }

  /// The document with one record for each key; later ones replace or join others, as when reading XML.
  private func withoutRepeatedKeys(
    _ document: Document, losses: inout LossReport, index: inout Int
  ) throws(Failure) -> Document {
    guard mapping.resolvesRepeatedKeys, try tables.repeatsKeys(document, by: mapping.mapping) else {
      return document
    }
    let xml = try MappingWriter.write(document, by: mapping, index: &index, to: OutputBuffer())
    let file = InputFile(bytes: xml.bytes, name: "")
    var options = options
    options.records = nil
    var report = MappingReport()
    let resolved = try file.withBytes { bytes throws(Failure) in
      try MappingReader.document(of: bytes, by: mapping, options: options, report: &report, owner: file)
    }
    try losses.record(.repeatedKeys, count: report.replacedRecords)
    return resolved
  }

  package func joinedRows(_ text: ByteView) -> [UInt8]? { tables.joinedRows(text) }
}

// MARK: Without a document

extension AppliedMapping {
  /// Sends the events of an opened input to the writer; false if the records must be read whole first.
  ///
  /// The output does not appear before the whole XML has been read and is valid.
  func sendEvents(
    _ opened: OpenedSource, _ route: Route, _ job: any ConversionJob
  ) throws(Diagnostic) -> Bool {
    let source = opened.source
    if route.writing.target.traits.needsMapping { return try writeTables(opened, route, job) }
    defer { withExtendedLifetime(opened.owner) {} }
    var report = MappingReport()
    var losses = route.writing.makeLossReport()
    let isHidden = job.hidesOutput
    let early = try write(
      source, route.writing, isEarly: true, to: isHidden ? try job.openOutput() : OutputBuffer(),
      report: &report, losses: &losses)
    if let written = early {
      let ledger = completeLedger(report, of: source)
      try route.finish(RouteEnd(written, losses, ledger: ledger, of: source, isOpened: isHidden), job)
      return true
    }
    // Later content changes earlier output: restarts, and sends only after reading everything.
    job.abandon()
    let late = try write(
      source, route.writing, isEarly: false, to: try job.openOutput(), report: &report, losses: &losses)
    if let written = late {
      try route.finish(RouteEnd(written, losses, ledger: completeLedger(report, of: source), of: source), job)
    }
    return true
  }

  /// Writes the source as JSON, during or after reading; nil if it cannot be written early.
  private func write(
    _ source: DocumentSource, _ writing: Writing, isEarly: Bool, to output: consuming OutputBuffer,
    report: inout MappingReport, losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer? {
    var writer = JSONWriter(to: output, style: writing.jsonStyle, losses: losses)
    do throws(Failure) {
      if isEarly {
        let isDone = try MappingReader.readDirectly(
          source.text, by: mapping, options: options, report: &report, into: &writer)
        guard isDone else { return nil }
      } else {
        try MappingReader.read(source.text, by: mapping, options: options, report: &report, into: &writer)
      }
      losses = writer.losses
      var written = writer.finish()
      writing.endLine(&written)
      return written
    } catch { throw source.diagnostic(error) }
  }

  /// Converts records through a window, whose bytes `watch` observes.
  func runRecords(
    of window: consuming TextWindow, _ route: Route, _ job: any ConversionJob, watch: DeclarationMonitor
  ) throws(Diagnostic) {
    var reading = route.reading
    (reading.format, reading.mapping) = (.xml, self)
    var source = DocumentSource(reading, text: .empty)
    let writing = route.writing
    var report = MappingReport()
    var losses = writing.makeLossReport()
    if options.records != nil,
      writing.target == .jsonl || writing.target == .json || writing.target.isCellTable
    {
      let output = try writeRecords(of: window, writing, job, report: &report, losses: &losses)
      source.contradiction = watch.contradiction
      let ledger = completeLedger(report, of: source)
      return try route.finish(RouteEnd(output, losses, ledger: ledger, of: source), job)
    }
    var builder = DocumentBuilder(source: .empty)
    if let fields = writing.fields {
      var selected = ReplayOptions()
      selected.fields = fields
      let rows = ElementReplay(into: builder, options: selected)
      try MappingReader.stream(window, by: mapping, options: options, report: &report, to: rows)
      builder = rows.finish()
    } else {
      try MappingReader.stream(window, by: mapping, options: options, report: &report, into: &builder)
    }
    source.contradiction = watch.contradiction
    let ledger = completeLedger(report, of: source)
    let loaded: LoadedDocument
    do throws(Failure) {
      loaded = LoadedDocument(source, document: try builder.finish(), ledger: ledger)
    } catch { throw Diagnostic(error) }
    for note in ledger.notes { job.report(note) }
    try route.write(loaded, job)
  }

  /// The ledger with the omissions of the source itself.
  package func completeLedger(_ report: MappingReport, of source: DocumentSource) -> ReadLosses {
    var ledger = ledger(report, of: source)
    source.record(in: &ledger)
    return ledger
  }

  /// Writes records as they are read.
  private func writeRecords(
    of window: consuming TextWindow, _ writing: Writing, _ job: any ConversionJob,
    report: inout MappingReport, losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer {
    let output = try job.openOutput()
    let replay = writing.replayOptions(from: .xml)
    if let dialect = TableDialect(writing.target), let place = options.records {
      let columns =
        writing.fields.map { TableColumns($0.names) }
        ?? TableColumns(mapping.records[place.type], in: mapping, keepsUnmapped: options.keepsUnmapped)
      let writer = TableWriter(to: output, dialect, writing.table, columns, losses: losses)
      let rows = ElementReplay(into: writer, options: replay)
      try MappingReader.stream(window, by: mapping, options: options, report: &report, to: rows)
      let finished = rows.finish()
      losses = finished.losses
      return finished.finish()
    }
    var writer = JSONWriter(to: output, style: writing.jsonStyle, losses: losses)
    let threads = window.inputSize < Route.sharedSize ? 1 : job.threadCount
    if threads > 1, options.first == nil, let root = XMLRecordCutter.root(of: window.text) {
      try MappingReader.copyRecords(
        of: window, root: root, by: mapping, options: options, replay: replay, threads: threads,
        report: &report, into: &writer)
    } else if replay.changesNothing {
      try MappingReader.stream(window, by: mapping, options: options, report: &report, into: &writer)
    } else {
      let records = ElementReplay(into: writer, options: replay)
      try MappingReader.stream(window, by: mapping, options: options, report: &report, to: records)
      writer = records.finish()
    }
    losses = writer.losses
    var written = writer.finish()
    writing.endLine(&written)
    return written
  }
}
