// Application XML → typed dictionaries and arrays, with a mapping, in one pass over the XML events.
//
// A frame for each open element contains its node in its record type's tree; an entry for each open record
// contains the fields read so far. Values go into a log (see RecordBuffer) and are sent once the root record
// has ended, or with `--records` whenever one of those records has ended; the log is then cleared, so that
// memory does not grow.

package struct MappingReader: ~Copyable {
  package struct Options: Sendable {
    /// Store unmapped content in its record, under the key `#unmapped`.
    package var keepsUnmapped = false
    /// Send only the records at this place, as an array.
    package var records: MappingRecordPlace?
    /// Stop after this many records of `records`, or of the mapping's main list.
    package var first: Int?
    /// Collect problems in the report, up to a limit, instead of throwing.
    package var collectsProblems = false
    /// Reject invalid values of lenient fields, and duplicate elements and keys, rather than merge them.
    package var isStrict = false
    /// Stop at the first content that the mapping does not represent.
    package var requiresFit = false
    /// The maximum number of keys to remember while records are sent one by one.
    package var rememberedKeys = Limits.streamedKeys

    package init() {}
  }

  struct Frame: BitwiseCopyable {
    var node: Int
    /// The last child.
    var hint = 0
    var children: Int32 = 0
    /// The node of the last one, or -1.
    var last: Int32 = -1
    /// The last field that the previous child may contain; the following ones are written after it.
    var rank: Int32 = -1
    /// Whether its children are in another order than that of writing.
    var isReordered = false
    /// Whether it contains white space that no field uses.
    var hasSpace = false
    /// The start of its pieces of text.
    var firstPiece: Int
    var opensRecord = false
    /// Whether the alternative of a choice ends with it.
    var endsAlternative = false
    /// The start tag.
    var offset: Int
    /// Line and column, once the start tag has left the window; 0 before.
    var line = 0
    var column = 0
  }

  struct OpenRecord: BitwiseCopyable {
    var type: Int
    /// Its field; -1 for the root.
    var field: Int
    var entry: Int32
    var firstSlot: Int
    var offset: Int
    /// The number of dictionaries and arrays around its fields.
    var depth: Int
    /// Whether it, or a record around it, is an element of a list.
    var isInList: Bool
    /// The list of unmapped content, or -1.
    var unmapped: Int32 = -1
    /// A unique number.
    var serial: Int
    /// For direct output: whether it is begun in the output, its last field there, and the open list.
    var isBegun = false
    var sent: Int32 = -1
    /// The highest number of its sent entries.
    var highest: Int32 = -1
    var openList: Int32 = -1
  }

  struct Piece: BitwiseCopyable {
    var start: Int
    var count: Int
    var isInArena: Bool
    /// The number of child elements before it.
    var index: Int32
  }

  let mapping: CompiledMapping
  let options: Options
  var reader: XMLReader
  var window: TextWindow?
  let isWindowed: Bool
  /// Whether problems and notes need lines and columns, because offsets become meaningless.
  var countsLines: Bool { isWindowed || sharedKeys != nil }
  /// The document; empty if it is read through a window.
  let source: ByteView

  var log = RecordBuffer()
  var names: NameCache
  var plainAttributes = GrowableBuffer<PlainAttribute>(capacity: 16)
  /// For each field with a date, the cached span of its zone.
  var zoneSpans = GrowableBuffer<PlainDatePattern.Span>(capacity: 1)
  var frames = GrowableBuffer<Frame>(capacity: 64)
  var open = GrowableBuffer<OpenRecord>(capacity: 32)
  /// For each field of the open records, its log entry, or -1.
  var slots = GrowableBuffer<Int32>(capacity: 256)
  var pieces = GrowableBuffer<Piece>(capacity: 64)
  var keys: MappingKeyTable
  /// Keys that are unique within one record, while records are sent one by one.
  var innerKeys = MappingKeyTable()
  /// The keys of a part of a document, to be compared with those of other parts.
  var sharedKeys: MappedKeys?
  /// The number of the record that contains the requested records.
  var ownerSerial = 0
  var references = MappedKeys()
  /// Fields with an invalid value, with their record's entry: they do not count as missing.
  var failedFields: [(record: Int32, field: Int)] = []
  var keyText = GrowableBuffer<UInt8>(capacity: 64)
  var decoded = GrowableBuffer<UInt8>(capacity: 64)
  var capture = XMLFragmentWriter()
  /// The number of open skipped elements.
  var skipDepth = 0
  /// The number of steps of `options.records` that the open elements match.
  var matchedSteps = 0
  /// The number of records that `options.first` counts, and their field unless it is `options.records`.
  var countedRecords = 0
  let countedField: Int
  /// The entry with the root element's namespace, or -1.
  var namespaceEntry: Int32 = -1
  /// The entry with the root element's name, or -1.
  var rootEntry: Int32 = -1
  /// A finished record of `options.records` to be sent, or -1.
  var finishedRecord: Int32 = -1
  var report = MappingReport()
  /// The containers being sent: the next entry of each, and whether it is a record.
  var containers = GrowableBuffer<(next: Int32, isRecord: Bool)>(capacity: 64)
  /// The number of records begun so far.
  var recordSerial = 0

  // See MappingReader+Direct.
  var isStreaming = false
  /// Whether the root's lists may be sent in several parts with others between them.
  var reopensLists = false
  var hasFallenBack = false
  var isSendingDue = false
  var endedRecord: OpenRecord?
  var isRootSent = false
  /// The entries and bytes of the log to keep.
  var keptEntries = 0
  var keptArena = 0

  /// Reads a whole document.
  ///
  /// Throws `xml.…`, `mapping.…` or the sink's failure, with positions; sends nothing before the end of the
  /// document, except with `options.records`.
  package static func read(
    _ text: ByteView, by mapping: CompiledMapping, options: Options = Options(), report: inout MappingReport,
    into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    var reader = MappingReader(mapping, options, source: text, window: nil)
    defer { report = reader.report }
    try reader.run(into: &sink)
  }

  /// Returns the document of an XML text, which must outlive it or belong to `owner`; throws as `read` does.
  package static func document(
    of text: ByteView, by mapping: CompiledMapping, options: Options = Options(), report: inout MappingReport,
    owner: AnyObject? = nil
  ) throws(Failure) -> Document {
    var builder = DocumentBuilder(reading: text)
    try read(text, by: mapping, options: options, report: &report, into: &builder)
    return try builder.finish(owner: owner)
  }

  /// Reads a document through a window only to check it.
  ///
  /// Throws as `stream` does.
  package static func check(
    _ window: consuming TextWindow, by mapping: CompiledMapping, options: Options, report: inout MappingReport
  ) throws(Diagnostic) {
    var sink = VisitorSink.discarding
    try stream(window, by: mapping, options: options, report: &report, into: &sink)
  }

  /// Reads a document through a window that slides over it.
  ///
  /// Throws as `read` does. Without `options.records` or `options.first`, memory grows with the document.
  package static func stream(
    _ window: consuming TextWindow, by mapping: CompiledMapping, options: Options,
    report: inout MappingReport, into sink: inout some ValueSink & ~Copyable
  ) throws(Diagnostic) {
    var reader = MappingReader(mapping, options, source: .empty, window: consume window)
    defer { report = reader.report }
    do throws(Failure) {
      try reader.run(into: &sink)
    } catch { throw reader.diagnostic(reader.window?.problem ?? error) }
    if let problem = reader.window?.problem { throw reader.diagnostic(problem) }
  }

  /// Reads records through a window and passes each to a receiver, whose error ends the reading.
  ///
  /// Throws as `read` does.
  package static func stream(
    _ window: consuming TextWindow, by mapping: CompiledMapping, options: Options,
    report: inout MappingReport, to receiver: any ElementReceiver
  ) throws(Diagnostic) {
    var sink = ElementSink(receiver)
    try stream(window, by: mapping, options: options, report: &report, into: &sink)
  }

  init(
    _ mapping: CompiledMapping, _ options: Options, source: ByteView, window: consuming TextWindow?,
    isWhole: Bool = true
  ) {
    self.mapping = mapping
    self.options = options
    self.source = source
    let countsMainList = options.first != nil && options.records == nil
    countedField = countsMainList ? MappingRecordPlace.mainList(in: mapping) ?? -1 : -1
    // A window may already have been filled.
    let text = window?.text ?? source
    let isFinal = window?.isAtEnd ?? isWhole
    isWindowed = window != nil
    self.window = consume window
    var readerOptions = XMLReader.Options.namespaces
    readerOptions.keepsUnreadReferences = true
    reader = XMLReader(text, options: readerOptions, isFinal: isFinal)
    names = NameCache(mapping)
    keys = MappingKeyTable(keepsRecords: mapping.resolvesRepeatedKeys && options.records == nil)
    zoneSpans.append(repeating: PlainDatePattern.Span(), count: mapping.fields.count)
  }

  // MARK: Events

  mutating func run(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let sendsRecords = options.records != nil
    if sendsRecords { try sink.beginArray(count: nil) }
    try readEvents(into: &sink)
    report.tally = reader.tally
    if report.stop != nil { try cutShort() }
    if sendsRecords { return try sink.endArray() }
    try resolveKeys()
    if report.stop == nil { try resolveReferences() }
    if !isRootSent { try send(0, into: &sink) }
  }

  /// Reads to the end of the text, or to a stop.
  mutating func readEvents(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    while true {
      if options.requiresFit, report.lacksContent { throw Failure(.recordsEnough) }
      if isPlain {
        try readPlainElements()
        if finishedRecord >= 0 {
          try sendRecord(into: &sink)
          continue
        }
        if isSendingDue {
          try flushCompleted(into: &sink)
          continue
        }
      }
      switch try reader.next() {
      case .startElement:
        try beginElement()
        if report.stop != nil { return }
        if finishedRecord >= 0 { try sendRecord(into: &sink) }
        if isSendingDue { try flushCompleted(into: &sink) }
      case .endElement:
        try endElement()
        if finishedRecord >= 0 { try sendRecord(into: &sink) }
        if isSendingDue { try flushCompleted(into: &sink) }
      case .text, .cdata: text()
      case .comment:
        if capture.isActive { capture.comment(reader.text) } else { report.comments += 1 }
      case .processingInstruction:
        if capture.isActive {
          capture.instruction(reader.name, reader.text)
        } else {
          report.instructions += 1
        }
      case .needsInput:
        guard isWindowed else { return }
        try slide()
      case .endDocument: return
      case .declaration, .doctype, .reference: break
      }
    }
  }

  /// Advances to the next part of the document.
  private mutating func slide() throws(Failure) {
    rememberPlaces()
    let done = reader.prepareToRefill()
    window?.consume(done)
    _ = try window?.refill()
    reader.refill(window?.text ?? .empty, isFinal: window?.isAtEnd ?? true)
  }

  /// Throws the problem, or records it.
  @inline(never)
  mutating func report(_ failure: Failure, at offset: Int) throws(Failure) {
    var placed = failure
    placed.offset = offset
    guard options.collectsProblems, report.problems.count < MappingReport.limit else { throw placed }
    report.problems.append(placed)
  }

  /// Ends the open records, without checking for missing content.
  private mutating func cutShort() throws(Failure) {
    while frames.count > 0 {
      let frame = frames.removeLast()
      if open.count > 0 { try leave(frame, isCut: true) }
      if frame.endsAlternative, open.count > 0 { try endRecord(isCut: true) }
    }
  }

  mutating func text() {
    if skipDepth > 0 { return }
    if capture.isActive { return capture.text(reader.text) }
    guard frames.count > 0, open.count > 0 else { return }
    take(reader.text)
  }

  /// Adds a piece of the innermost element's text.
  mutating func take(_ text: ByteView) {
    let top = frames.count - 1
    if mapping.nodes[frames[top].node].textCount > 0 {
      let (isInArena, start) = keep(text)
      pieces.append(Piece(start: start, count: text.count, isInArena: isInArena, index: frames[top].children))
    } else if !text.isWhitespaceOnly {
      skipUnmappedText(text)
    } else {
      frames[top].hasSpace = true
    }
  }

  @inline(__always)
  func text(of piece: Piece) -> ByteView {
    (piece.isInArena ? log.arena.view : source)[piece.start..<piece.start &+ piece.count]
  }

  /// A stable location of the bytes: in the source, or in a copy.
  @inline(__always)
  mutating func keep(_ text: ByteView) -> (isInArena: Bool, start: Int) {
    if let offset = text.offset(in: source) { return (false, offset) }
    if let offset = text.offset(in: log.arena.view) { return (true, offset) }
    return (true, log.arena.append(text))
  }
}
