// The conversion of records, one at a time in constant memory.

extension Route {
  /// Converts the records of the input, or the beginning of a document, through a sliding window.
  func runRecords(_ job: any ConversionJob) throws(Diagnostic) {
    var window = try job.openWindow()
    try Self.refill(&window)
    var reading = reading
    reading.readsStreams = true
    guard let format = reading.detect(window.bytes) else {
      throw Diagnostic(Failure(.formatUnknown))
    }
    var mapping = format == .xml ? try chosenMapping(forBeginning: window.bytes) : nil
    var route = self
    if let requested = writing.fields, let own = mapping {
      let (fields, unknown) = own.translated(requested)
      if own.isChosen, own.options.records?.isFieldName != true, fields.map(requested.hasSamePaths) != true {
        // The names are those of the document.
        mapping = nil
      } else if own.options.records == nil {
        throw Diagnostic(missingPlace(own.mainRecords))
      } else if let fields {
        route.writing.fields = fields
      } else {
        throw Diagnostic(Self.unknownField(unknown ?? "", own.fieldNames))
      }
    }
    var held: RepeatedInput?
    defer { withExtendedLifetime(held) {} }
    if let chosen = mapping, chosen.isChosen {
      let repeated = try RepeatedInput(window, job)
      held = repeated
      let text = TextWindow(try repeated.open(), kind: .xml, forced: reading.encoding)
      if let misfit = chosen.misfit(in: text) {
        job.report(misfit)
        mapping = nil
      }
      window = try repeated.open()
    }
    if let mapping {
      let watch = DeclarationMonitor()
      var text = TextWindow(window, kind: .xml, forced: reading.encoding, watch: watch)
      do throws(Failure) { _ = try text.refill() } catch { throw Diagnostic(error) }
      return try mapping.runRecords(of: text, route, job, watch: watch)
    }
    if format == .xml && reading.records?.place == nil {
      throw Diagnostic(missingPlace(RepeatedElements.path(in: window.bytes)))
    }
    try convertRecords(window, format, job)
  }

  private func chosenMapping(forBeginning bytes: ByteView) throws(Diagnostic) -> AppliedMapping? {
    if let mapping = reading.mapping { return mapping }
    guard reading.xmlStyle == nil, reading.mappings != nil else { return nil }
    var text = TextWindow(InputWindow(held: bytes), kind: .xml, forced: reading.encoding)
    do throws(Failure) { _ = try text.refill() } catch { throw Diagnostic(error) }
    return try reading.chosenMapping(for: text.text)
  }

  /// The failure for a field that no record has, with the nearest name or the first ones.
  static func unknownField(_ name: String, _ known: [String]) -> Failure {
    let nearest =
      NearestSpelling.index(of: name, among: known) ?? known.firstIndex { $0.hasSuffix("@" + name) }
    let advice = nearest.map { "did you mean '\(known[$0])'?" }
    let names = known.prefix(8).joined(separator: ", ")
    return Failure(.recordsField, name, advice: advice ?? (known.isEmpty ? nil : "they have \(names)"))
  }

  /// The failure of an XML document without --records, which suggests a place.
  func missingPlace(_ suggestion: String?) -> Failure {
    let advice = "use pliant convert \(writing.target.rawValue) --records \(suggestion ?? "PLACE")"
    return Failure(.recordsNeedPlace, advice: advice)
  }

  /// Converts the records at the requested place, or the elements of a document that is a list.
  private func convertRecords(
    _ window: consuming InputWindow, _ format: Format, _ job: any ConversionJob
  ) throws(Diagnostic) {
    let input = RecordInput(
      reading: reading, place: reading.records?.place ?? .root, format: format, job: job,
      usesParents: writing.fields?.usesParents ?? false)
    if let dialect = TableDialect(writing.target) {
      if let fields = writing.fields {
        return try writeTable(input, window, dialect, TableColumns(fields.names), job)
      }
      return try writeTable(input, window, dialect, job)
    }
    guard writing.target == .json || writing.target == .jsonl else {
      return try collectRecords(input, window, job)
    }
    let writer = JSONWriter(
      to: try job.openOutput(), style: writing.jsonStyle, losses: writing.makeLossReport())
    let rows = ElementReplay(into: writer, options: writing.replayOptions(from: format))
    let outcome = try read(input, window, into: rows)
    let written = rows.finish()
    let losses = written.losses
    var output = written.finish()
    writing.endLine(&output)
    try finish(
      RouteEnd(output, losses, ledger: outcome.ledger, of: DocumentSource(format: format, text: .empty)), job)
  }

  /// Reads the records twice: for the columns, and for the rows.
  private func writeTable(
    _ input: RecordInput, _ window: consuming InputWindow, _ dialect: TableDialect, _ job: any ConversionJob
  ) throws(Diagnostic) {
    let collector = ColumnCollector(
      sortsKeys: writing.sortsKeys || writing.isCanonical, hasText: input.format == .xml)
    let repeated = try RepeatedInput(window, job)
    _ = try read(input, try repeated.open(), into: collector, isFirstPass: true)
    try writeTable(input, try repeated.open(), dialect, collector.columns, job)
  }

  private func writeTable(
    _ input: RecordInput, _ window: consuming InputWindow, _ dialect: TableDialect, _ columns: TableColumns,
    _ job: any ConversionJob
  ) throws(Diagnostic) {
    let style = writing.tableStyle(from: input.format)
    let writer = TableWriter(
      to: try job.openOutput(), dialect, style, columns, losses: writing.makeLossReport())
    let rows = ElementReplay(into: writer, options: writing.replayOptions(from: input.format))
    let outcome = try read(
      input, window, into: input.format == .xml && writing.fields == nil ? TextRows(rows) : rows)
    let written = rows.finish()
    let losses = written.losses
    try finish(
      RouteEnd(
        written.finish(), losses, ledger: outcome.ledger,
        of: DocumentSource(format: input.format, text: .empty)),
      job)
  }

  /// Collects the records in an array for a format that needs all of them.
  private func collectRecords(
    _ input: RecordInput, _ window: consuming InputWindow, _ job: any ConversionJob
  ) throws(Diagnostic) {
    var options = ReplayOptions()
    options.fields = writing.fields
    let rows = ElementReplay(into: DocumentBuilder(source: .empty), options: options)
    let outcome = try read(input, window, into: rows)
    let document: Document
    do throws(Failure) { document = try rows.finish().finish() } catch { throw Diagnostic(error) }
    let source = DocumentSource(format: input.format, text: .empty)
    try write(LoadedDocument(source, document: document, ledger: outcome.ledger), job)
  }

  /// Reads the records, and notes their number and the unread rest.
  private func read(
    _ input: RecordInput, _ window: consuming InputWindow, into receiver: any ElementReceiver,
    isFirstPass: Bool = false
  ) throws(Diagnostic) -> RecordInput.Outcome {
    let counter = RecordCounter(receiver, first: reading.records?.first)
    var outcome = RecordInput.Outcome()
    do throws(Failure) { try counter.beginElements() } catch { throw Diagnostic(error) }
    do throws(Diagnostic) {
      try input.read(window, into: counter, &outcome)
    } catch {
      guard counter.isStopped else { throw error }
      let count = counter.count
      let text = "reading stopped here, after \(count) record\(count == 1 ? "" : "s"); the rest was not read"
      if !isFirstPass { input.job.note(text, at: error.place, rule: .mappingFirst) }
    }
    do throws(Failure) { try counter.endElements() } catch { throw Diagnostic(error) }
    let place = input.place
    if !outcome.isFound {
      throw Diagnostic(
        Failure(
          .recordsMissing, place.text,
          advice: outcome.advice ?? place.advice))
    }
    guard !isFirstPass else { return outcome }
    if !counter.isStopped, let (name, known) = counter.missingField {
      throw Diagnostic(Self.unknownField(name, known))
    }
    if !place.isRoot, !counter.isStopped {
      let count = counter.count
      let without = outcome.dropped.map { ", without their \($0)" } ?? ""
      input.job.note(
        "\(count) record\(count == 1 ? "" : "s") at \(place.text)\(without)", rule: .convertRecords)
    }
    if let key = counter.duplicateKey {
      let rule = input.format.traits.duplicateKeyRule
      let place = input.placeOfDuplicateKey()
      if writing.losses.refuses(.duplicateKeys) {
        throw Diagnostic(Failure(.duplicateKeyLost.under(rule), key), at: place)
      }
      input.job.note(Failure(.duplicateKey, key).message, at: place, rule: rule)
      if counter.duplicateKeys > 1 {
        input.job.note("\(counter.duplicateKeys - 1) more duplicate keys", rule: rule)
      }
    }
    return outcome
  }
}

private final class ColumnCollector: ElementReceiver {
  private(set) var columns = TableColumns()
  private let sortsKeys: Bool
  private let hasText: Bool

  init(sortsKeys: Bool, hasText: Bool) {
    self.sortsKeys = sortsKeys
    self.hasText = hasText
  }

  func take(_ element: Document) throws(Failure) {
    try columns.add(row: DocumentValue(hasText ? TextRows.row(element) : element))
  }
  func endElements() { columns.finish(sortsKeys: sortsKeys) }
}

/// Makes rows of elements with only text, which have no columns by themselves.
private final class TextRows: ElementReceiver {
  private let next: any ElementReceiver

  init(_ next: any ElementReceiver) { self.next = next }

  func beginElements() throws(Failure) { try next.beginElements() }
  func take(_ element: Document) throws(Failure) { try next.take(try Self.row(element)) }
  func endElements() throws(Failure) { try next.endElements() }

  /// The element as a dictionary: its text under `#text`, nothing if it is empty.
  static func row(_ element: Document) throws(Failure) -> Document {
    let value = DocumentValue(element)
    if value.isDictionary || value.isArray { return element }
    var builder = DocumentBuilder(source: .empty)
    builder.beginDictionary(count: nil)
    if let text = value.text {
      builder.key(ByteView("#text"))
      builder.string(text)
    }
    builder.endDictionary()
    return try builder.finish()
  }
}

/// An input that can be read repeatedly: opened again, or stored in an unnamed file.
package final class RepeatedInput {
  private let job: any ConversionJob
  /// Nil for an input that can be opened again.
  private let file: AnonymousFile?

  /// Takes an input whose beginning is in a window.
  package init(_ window: consuming InputWindow, _ job: any ConversionJob) throws(Diagnostic) {
    self.job = job
    file = job.canReopenInput ? nil : try AnonymousFile()
    guard let file else { return }
    do throws(Failure) {
      repeat {
        try Platform.writeAll(file.descriptor, window.bytes)
        window.consume(window.bytes.count)
      } while try window.refill()
    } catch { throw Diagnostic(error) }
  }

  /// Takes a file instead of a job's input.
  package init(_ file: AnonymousFile, _ job: any ConversionJob) {
    self.job = job
    self.file = file
  }

  package func open() throws(Diagnostic) -> InputWindow {
    var window =
      if let file { InputWindow(descriptor: file.descriptor, isPlaced: true) } else { try job.openWindow() }
    try Route.refill(&window)
    return window
  }

  /// The document in the whole input.
  package func whole(named name: String) throws(Diagnostic) -> InputFile {
    guard let file else { return try job.openDocument() }
    Platform.seek(file.descriptor, to: 0)
    let input = try Diagnostic.of { () throws(Failure) in
      try InputFile(descriptor: file.descriptor, name: name)
    }
    return try job.document(in: input)
  }
}

/// A file without a name, deleted after its last use.
package final class AnonymousFile {
  package let descriptor: Int32

  /// Throws `file.write`.
  package init() throws(Diagnostic) {
    guard let descriptor = Platform.makeAnonymousFile() else {
      throw Diagnostic(Failure(.cannotWrite, Platform.errorText(Platform.lastError)))
    }
    self.descriptor = descriptor
  }

  deinit { Platform.closeDescriptor(descriptor) }
}
