// Reads the records of an input in any format, one at a time.

package struct RecordSelection: Sendable {
  /// Their place; nil for the elements of a document that is a list, which XML without a mapping is not.
  package var place: RecordPlace?
  package var first: Int?

  package init(place: RecordPlace?, first: Int? = nil) {
    self.place = place
    self.first = first
  }
}

/// Counts records and stops at the maximum.
final class RecordCounter: ElementReceiver {
  private let next: any ElementReceiver
  private let first: Int?
  private(set) var count = 0
  private(set) var duplicateKeys = 0
  /// The first of them.
  private(set) var duplicateKey: String?
  /// Whether there are more records than the maximum.
  private(set) var isStopped = false

  init(_ next: any ElementReceiver, first: Int?) {
    self.next = next
    self.first = first
  }

  var missingField: (name: String, known: [String])? { next.missingField }

  func beginElements() throws(Failure) { try next.beginElements() }

  func enter(_ parents: [DocumentValue]) { next.enter(parents) }

  func take(_ element: Document) throws(Failure) {
    if count == first {
      isStopped = true
      throw Failure(.recordsEnough)
    }
    count += 1
    duplicateKeys += element.duplicateKeys.count
    duplicateKey = duplicateKey ?? element.duplicateKeys.first?.key
    try next.take(element)
  }

  func endElements() throws(Failure) { try next.endElements() }
}

struct RecordInput {
  let reading: Reading
  let place: RecordPlace
  let format: Format
  let job: any ConversionJob
  /// Whether the receiver needs the dictionaries around the records.
  var usesParents = false

  /// The result of reading, except for the records.
  struct Outcome {
    var ledger = ReadLosses()
    /// Whether there is a value at the place.
    var isFound = true
    /// A suggestion, if the place was not found.
    var advice: String?
    /// The `keys`, or the `names` of elements, that records under a `*` lose.
    var dropped: String?
  }

  /// Sends the records to the receiver.
  ///
  /// Throws the first problem with its position; the outcome has what was lost before.
  func read(
    _ window: consuming InputWindow, into receiver: any ElementReceiver, _ outcome: inout Outcome
  ) throws(Diagnostic) {
    if usesParents {
      outcome = try readWithParents(window, into: receiver)
    } else if format == .xml, isPlain(window.bytes) {
      outcome = try readXML(window, into: receiver)
    } else {
      let selector = RecordSelector(place, receiver)
      try read(window, visitor: selector, &outcome)
      outcome.isFound = selector.isFound
      outcome.dropped = selector.dropsKeys ? "keys" : nil
      outcome.advice = place.nearestName(among: selector.otherKeys).map { "did you mean '\($0)'?" }
    }
  }

  /// The place of the first duplicate key; the whole file if the input cannot be read again.
  func placeOfDuplicateKey() -> Place {
    guard job.canReopenInput else { return .wholeFile }
    do throws(Diagnostic) {
      var window = try job.openWindow()
      try Route.refill(&window)
      var outcome = Outcome()
      try read(window, visitor: DuplicateKeyLocator(format.traits.duplicateKeyRule), &outcome)
    } catch { return error.place }
    return .wholeFile
  }

  private func isPlain(_ head: ByteView) -> Bool {
    DocumentInput.isPlain(head, as: format) && reading.archives == .asStored
  }

  /// Sends the values of a document that is not XML, through the window if the reader supports it.
  func read(
    _ window: consuming InputWindow, visitor: any ValueVisitor, _ outcome: inout Outcome
  ) throws(Diagnostic) {
    let isPlain = isPlain(window.bytes)
    switch format {
    case .json where isPlain, .xml1 where isPlain: try readText(window, visitor, &outcome)
    case .jsonl where isPlain && reading.encoding == nil && Route.isUTF8(window.bytes):
      try readLines(window, visitor, &outcome)
    default:
      guard let dialect = TableDialect(format), isPlain else {
        return outcome = try readWhole(window, visitor)
      }
      outcome = try readTable(window, dialect, visitor)
    }
  }

  private func textWindow(_ window: consuming InputWindow, _ watch: DeclarationMonitor) throws(Diagnostic)
    -> TextWindow
  {
    var text = TextWindow(
      window, kind: DecodedText.Kind(format), forced: reading.encoding, watch: watch)
    text.countsPlaces = format != .xml
    do throws(Failure) { _ = try text.refill() } catch { throw Diagnostic(error) }
    return text
  }

  private func readXML(_ window: consuming InputWindow, into receiver: any ElementReceiver) throws(Diagnostic)
    -> Outcome
  {
    let watch = DeclarationMonitor()
    var reader = XMLRecordReader(try textWindow(window, watch), at: place, reading)
    let counter = RecordCounter(receiver, first: nil)
    try reader.run(into: counter)
    var outcome = Outcome(ledger: reader.ledger, isFound: counter.count > 0)
    outcome.advice = reader.repeated.path.map { "the outermost that repeat are at '\($0)'" }
    outcome.dropped = place.name == nil && !place.isRoot ? "names" : nil
    record(watch, in: &outcome)
    return outcome
  }

  private func readText(
    _ window: consuming InputWindow, _ visitor: any ValueVisitor, _ outcome: inout Outcome
  ) throws(Diagnostic) {
    let watch = DeclarationMonitor()
    var sink = VisitorSink(visitor)
    let text = try textWindow(window, watch).streamed()
    if format == .json {
      try JSONReader.read(text, into: &sink, ledger: &outcome.ledger)
    } else {
      try XMLPropertyListReader.read(text, into: &sink, ledger: &outcome.ledger)
    }
    record(watch, in: &outcome)
  }

  private func readTable(
    _ window: consuming InputWindow, _ dialect: TableDialect, _ visitor: any ValueVisitor
  ) throws(Diagnostic) -> Outcome {
    let watch = DeclarationMonitor()
    var sink = VisitorSink(visitor)
    var outcome = Outcome()
    let options = reading.table
    if options.infersTypes {
      let input = try RepeatedInput(window, job)
      let types = try TableReader.types(in: textWindow(input.open(), watch), dialect, options)
      try TableReader.read(
        textWindow(input.open(), watch), dialect, options, types: types, into: &sink, ledger: &outcome.ledger)
    } else {
      try TableReader.read(
        textWindow(window, watch), dialect, options, types: [], into: &sink, ledger: &outcome.ledger)
    }
    record(watch, in: &outcome)
    return outcome
  }

  private func record(_ watch: DeclarationMonitor, in outcome: inout Outcome) {
    var source = DocumentSource(format: format, text: .empty)
    source.contradiction = watch.contradiction
    source.detected = watch.detected
    source.record(in: &outcome.ledger)
  }

  private func readLines(
    _ window: consuming InputWindow, _ visitor: any ValueVisitor, _ outcome: inout Outcome
  ) throws(Diagnostic) {
    var sink = VisitorSink(visitor)
    let isDetected = reading.isDetected || reading.format == nil
    let framing = JSONValueStream.framing(ofLines: window.bytes, acceptsSeveral: isDetected)
    var stream = JSONValueStream(window, framing: framing)
    do throws(Failure) {
      try sink.beginArray(count: nil)
      var reader = JSONReader(.empty, enclosure: .line)
      while let text = try stream.next() {
        try reader.read(value: text, base: stream.offset, into: &sink, ledger: &outcome.ledger) {
          stream.position(of: $0)
        }
      }
      try sink.endArray()
    } catch { throw Diagnostic(error, at: error.offset.map { Place(stream.position(of: $0)) } ?? .wholeFile) }
  }

  /// Reads a document that must be in memory as a whole.
  private func readWhole(_ window: consuming InputWindow, _ visitor: any ValueVisitor)
    throws(Diagnostic) -> Outcome
  {
    var reading = reading
    reading.use(detected: format)
    let input = try Route.wholeInput(window, job, named: reading.name)
    return try input.withBytes { bytes throws(Diagnostic) in
      if reading.archives == .asStored {
        let opened = try reading.open(bytes)
        defer { withExtendedLifetime(opened.owner) {} }
        var ledger = ReadLosses()
        do throws(Failure) {
          try opened.source.read(visitor: visitor, ledger: &ledger)
        } catch { throw opened.source.diagnostic(error) }
        return Outcome(ledger: ledger)
      }
      let loaded = try reading.load(bytes, job)
      var sink = VisitorSink(visitor)
      var replay = Replay(loaded.document)
      do throws(Failure) {
        try replay.run(into: &sink)
      } catch { throw loaded.source.diagnostic(error, at: replay.index, of: loaded.document) }
      return Outcome(ledger: loaded.ledger)
    }
  }
}
