// From reader to writer without a document between them, for output that is hidden until complete.
//
//   bytes → format → text → reader → DirectSink → writer → bytes
//
// Abandoned as soon as the whole document is needed: for a duplicate key, a shared container, or any failure,
// whose position only the document has. The conversion is then repeated in the usual way.

extension Route {
  /// Smaller inputs are converted in the usual way.
  package static let directSize = 1024 * 1024

  /// Whether the source can be written in the order of its text, with every value unchanged.
  package func isDirect(_ source: DocumentSource) -> Bool {
    guard !sortsKeys, !isCanonical, loss != .tag, null != .drop, null != .string, archives == .asStored
    else { return false }
    switch (source.format, target) {
    case (.binary1, .xml1), (.binary1, .json), (.xml1, .xml1), (.xml1, .json), (.json, .xml1), (.json, .json):
      return true
    default: return false
    }
  }

  /// Writes a source for which `isDirect` is true; returns nil if that needs the whole document, and leaves
  /// `output` incomplete.
  ///
  /// Sets `digest`, unless nil, to the digest of the values under the target's equality.
  package func writeDirect(
    _ opened: OpenedSource, to output: consuming OutputBuffer, losses: inout LossReport, digest: inout UInt64?
  ) -> OutputBuffer? {
    let equality = digest.map { _ in ValueEquality(self) }
    defer { withExtendedLifetime(opened.owner) {} }
    let source = opened.source
    var ledger = ReadingLedger()
    do throws(Failure) {
      if target == .json {
        var sink = DirectSink(
          JSONWriter(to: output, style: jsonStyle, losses: losses), source: source.text, equality: equality)
        try source.readDirect(into: &sink, ledger: &ledger)
        digest = sink.digest
        var writer = sink.finish()
        if endsLine { try writer.endLine() }
        losses = writer.losses
        return settles(ledger, in: source, &losses) ? writer.finish() : nil
      }
      var sink = DirectSink(
        XMLPropertyListWriter(to: output, losses: losses), source: source.text, equality: equality)
      try source.readDirect(into: &sink, ledger: &ledger)
      digest = sink.digest
      let writer = sink.finish()
      losses = writer.losses
      return settles(ledger, in: source, &losses) ? writer.finish() : nil
    } catch {
      return nil
    }
  }

  /// Records the losses of reading; false if they are refused or need the document's messages.
  private func settles(_ ledger: ReadingLedger, in source: DocumentSource, _ losses: inout LossReport) -> Bool
  {
    guard ledger.notes.isEmpty else { return false }
    do throws(Diagnostic) {
      try losses.settle(ledger, in: source)
      return true
    } catch {
      return false
    }
  }
}

extension DocumentSource {
  /// Reads the formats of `Route.isDirect`.
  fileprivate func readDirect<Sink: ValueSink & ~Copyable>(
    into sink: inout Sink, ledger: inout ReadingLedger
  ) throws(Failure) {
    switch format {
    case .binary1: try BinaryPropertyListReader.read(text, into: &sink, ledger: &ledger)
    case .xml1: try XMLPropertyListReader.read(text, into: &sink, ledger: &ledger)
    default: try JSONReader.read(text, into: &sink)
    }
    record(in: &ledger)
  }
}

/// Forwards events, and throws as soon as they need the whole document.
struct DirectSink<Writer: ValueSink & ~Copyable>: ValueSink, ~Copyable {
  var writer: Writer
  private var keys: DistinctKeys
  private var values: EqualityDigest
  /// Whether `values` is needed.
  private let isDigested: Bool

  /// Forwards events to `writer`, and digests them if there is an equality.
  init(_ writer: consuming Writer, source: ByteView, equality: ValueEquality? = nil) {
    self.writer = writer
    keys = DistinctKeys(source: source)
    isDigested = equality != nil
    values = EqualityDigest(equality ?? .exact)
  }

  /// The digest of the forwarded events, if needed.
  var digest: UInt64? { isDigested ? values.state : nil }

  consuming func finish() -> Writer { writer }

  /// Restarts with another text.
  mutating func reset(source: ByteView) { keys.reset(source: source) }

  @inline(__always)
  mutating func key(_ text: ByteView) throws(Failure) {
    if isDigested { values.key(text) }
    keys.add(ByteRun(text))
    try writer.key(text)
  }

  @inline(__always)
  mutating func plainKey(_ text: ByteRun) throws(Failure) {
    if isDigested { values.key(text.bytes) }
    keys.add(text)
    try writer.plainKey(text)
  }

  @inline(__always)
  mutating func beginDictionary(count entries: Int?) throws(Failure) {
    if isDigested { values.beginDictionary(count: entries) }
    keys.open()
    try writer.beginDictionary(count: entries)
  }

  @inline(__always)
  mutating func endDictionary() throws(Failure) {
    if isDigested { values.endDictionary() }
    guard keys.close() else { throw Failure(.duplicateKey) }
    try writer.endDictionary()
  }

  mutating func reuse(_ identity: Int) throws(Failure) -> Bool { throw Failure(.expansionTooLarge) }

  mutating func null() throws(Failure) {
    if isDigested { values.null() }
    try writer.null()
  }
  mutating func boolean(_ value: Bool) throws(Failure) {
    if isDigested { values.boolean(value) }
    try writer.boolean(value)
  }
  mutating func integer(_ value: Int64) throws(Failure) {
    if isDigested { values.integer(value) }
    try writer.integer(value)
  }
  mutating func wideInteger(_ value: Int128) throws(Failure) {
    if isDigested { values.wideInteger(value) }
    try writer.wideInteger(value)
  }
  mutating func real(_ value: Double) throws(Failure) {
    if isDigested { values.real(value) }
    try writer.real(value)
  }
  mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    if isDigested { values.number(text, kind: kind) }
    try writer.number(text, kind: kind)
  }
  mutating func date(_ seconds: Double) throws(Failure) {
    if isDigested { values.date(seconds) }
    try writer.date(seconds)
  }
  mutating func data(_ bytes: ByteView) throws(Failure) {
    if isDigested { values.data(bytes) }
    try writer.data(bytes)
  }
  mutating func uid(_ value: UInt64) throws(Failure) {
    if isDigested { values.uid(value) }
    try writer.uid(value)
  }
  mutating func string(_ text: ByteView) throws(Failure) {
    if isDigested { values.string(text) }
    try writer.string(text)
  }
  @inline(__always)
  mutating func plainString(_ text: ByteRun) throws(Failure) {
    if isDigested { values.string(text.bytes) }
    try writer.plainString(text)
  }
  @inline(__always)
  var takesQuotedStrings: Bool { writer.takesQuotedStrings && !isDigested }
  mutating func quotedString(_ text: ByteRun) throws(Failure) { try writer.quotedString(text) }
  @inline(__always)
  mutating func number(_ text: ByteRun, kind: NumberKind) throws(Failure) {
    if isDigested { values.number(text.bytes, kind: kind) }
    try writer.number(text, kind: kind)
  }
  mutating func beginArray(count: Int?) throws(Failure) {
    if isDigested { values.beginArray(count: count) }
    try writer.beginArray(count: count)
  }
  mutating func endArray() throws(Failure) {
    if isDigested { values.endArray() }
    try writer.endArray()
  }
  mutating func beginSet(count: Int?) throws(Failure) {
    if isDigested { values.beginSet(count: count) }
    try writer.beginSet(count: count)
  }
  mutating func endSet() throws(Failure) {
    if isDigested { values.endSet() }
    try writer.endSet()
  }
}
