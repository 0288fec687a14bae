// From reader to writer without a document between them; see Conversion+Direct.swift. Concrete functions, because
// generic ones are not specialised in other modules.

package enum DirectConversion {
  /// Sends a property list or JSON to a writer of JSON, and returns the writer.
  ///
  /// Sets `digest` to that of the values under `equality`, if any. Throws the failures of reader and writer, and a
  /// failure if the whole document is needed.
  package static func send(
    _ source: FormattedText, into writer: consuming JSONWriter, equality: ValueEquality?,
    digest: inout UInt64?, ledger: inout ReadLosses
  ) throws(Failure) -> JSONWriter {
    if source.format == .json, writer.style == .compact {
      var sink = DirectSink(
        JSONCopyWriter(writer, source: source.text), source: source.text, equality: equality)
      try JSONReader.read(source.text, into: &sink, ledger: &ledger)
      digest = sink.digest
      return sink.finish().finish()
    }
    var sink = DirectSink(writer, source: source.text, equality: equality)
    try read(source, into: &sink, ledger: &ledger)
    digest = sink.digest
    return sink.finish()
  }

  /// Does the same for a writer of XML property lists.
  package static func send(
    _ source: FormattedText, into writer: consuming XMLPropertyListWriter, equality: ValueEquality?,
    digest: inout UInt64?, ledger: inout ReadLosses
  ) throws(Failure) -> XMLPropertyListWriter {
    var sink = DirectSink(writer, source: source.text, equality: equality)
    try read(source, into: &sink, ledger: &ledger)
    digest = sink.digest
    return sink.finish()
  }

  private static func read<Sink: ValueSink & ~Copyable>(
    _ source: FormattedText, into sink: inout Sink, ledger: inout ReadLosses
  ) throws(Failure) {
    switch source.format {
    case .binary1: try BinaryPropertyListReader.read(source.text, into: &sink, ledger: &ledger)
    case .xml1: try XMLPropertyListReader.read(source.text, into: &sink, ledger: &ledger)
    default: try JSONReader.read(source.text, into: &sink, ledger: &ledger)
    }
  }
}

/// Forwards events, and throws as soon as they need the whole document.
struct DirectSink<Writer: ValueSink & ~Copyable>: EventSink, ~Copyable {
  var writer: Writer
  private var keys: DistinctKeys
  private var values: EqualityDigest
  private let isDigested: Bool

  /// Forwards events to `writer`, and digests them if there is an equality.
  init(_ writer: consuming Writer, source: ByteView, equality: ValueEquality? = nil) {
    self.writer = writer
    keys = DistinctKeys(source: source)
    isDigested = equality != nil
    values = EqualityDigest(equality ?? .exact)
  }

  var digest: UInt64? { isDigested ? values.state : nil }

  consuming func finish() -> Writer { writer }

  mutating func reset(source: ByteView) { keys.reset(source: source) }

  @inline(__always)
  mutating func key(_ text: ByteView) throws(Failure) {
    if isDigested { values.key(text) }
    keys.add(text)
    try writer.key(text)
  }

  @inline(__always)
  mutating func plainKey(_ text: ByteRun) throws(Failure) {
    if isDigested { values.key(text.bytes) }
    keys.add(text.bytes)
    try writer.plainKey(text)
  }

  @inline(__always)
  mutating func takeExpectedKey(
    in text: ByteView, at start: Int, before closing: StaticString
  ) throws(Failure) -> Int? {
    guard !isDigested, let end = keys.takeExpected(in: text, at: start, before: closing) else { return nil }
    try writer.plainKey(text.run(start..<end))
    return end
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

  mutating func take(_ event: ValueEvent) throws(Failure) {
    if isDigested { try values.send(event) }
    try writer.send(event)
  }

  mutating func reuse(_ identity: Int) throws(Failure) -> Bool { throw Failure(.expansionTooLarge) }

  mutating func boolean(_ value: Bool) throws(Failure) {
    if isDigested { values.boolean(value) }
    try writer.boolean(value)
  }
  mutating func integer(_ value: Int64) throws(Failure) {
    if isDigested { values.integer(value) }
    try writer.integer(value)
  }
  mutating func real(_ value: Double) throws(Failure) {
    if isDigested { values.real(value) }
    try writer.real(value)
  }
  mutating func date(_ seconds: Double) throws(Failure) {
    if isDigested { values.date(seconds) }
    try writer.date(seconds)
  }
  mutating func data(_ bytes: ByteView) throws(Failure) {
    if isDigested { values.data(bytes) }
    try writer.data(bytes)
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
}
