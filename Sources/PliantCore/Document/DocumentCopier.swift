// Copies of documents and of parts of them.

extension Document {
  /// Returns the document with every keyed archiver's reference as the dictionary `{"CF$UID": n}` of other
  /// formats; the document itself if it has none.
  package func expandingReferences() throws(Failure) -> Document {
    guard tags.contains(.tag(.uid)) else { return self }
    var copier = DocumentCopier(source: source, expandsReferences: true, keepsSharing: true)
    var replay = Replay(self)
    try replay.run(into: &copier)
    return try copier.builder.finish(owner: self)
  }

  /// Returns the value at an index as a separate document without shared containers.
  package func copy(of index: Int, _ options: ReplayOptions = ReplayOptions()) throws(Failure) -> Document {
    var copier = DocumentCopier(source: source, expandsReferences: false, keepsSharing: false)
    var replay = Replay(self, from: index, options: options)
    try replay.run(into: &copier)
    return try copier.builder.finish(owner: self)
  }
}

/// Copies of several values of a document, together in one array without shared containers.
package struct DocumentCopies: ~Copyable {
  private let document: Document
  private let options: ReplayOptions
  private var copier: DocumentCopier
  private var count = 0

  package init(of document: Document, _ options: ReplayOptions) {
    self.document = document
    self.options = options
    copier = DocumentCopier(source: document.source, expandsReferences: false, keepsSharing: false)
    copier.beginArray(count: nil)
  }

  /// Adds the value at an index and returns its number among the copies.
  package mutating func append(_ index: Int) throws(Failure) -> Int {
    var replay = Replay(document, from: index, options: options)
    try replay.run(into: &copier)
    count += 1
    return count - 1
  }

  /// The array of all copies.
  package consuming func finish() throws(Failure) -> Document {
    let owner = document
    copier.endArray()
    return try copier.builder.finish(owner: owner)
  }
}

/// Builds a document from another one's events.
private struct DocumentCopier: ValueSink, ~Copyable {
  var builder: DocumentBuilder
  private let expandsReferences: Bool
  private let keepsSharing: Bool

  init(source: ByteView, expandsReferences: Bool, keepsSharing: Bool) {
    builder = DocumentBuilder(source: source)
    self.expandsReferences = expandsReferences
    self.keepsSharing = keepsSharing
  }

  mutating func uid(_ value: UInt64) throws(Failure) {
    guard expandsReferences else { return builder.uid(value) }
    builder.beginDictionary(count: 1)
    builder.key(ByteView("CF$UID"))
    if let small = Int64(exactly: value) {
      builder.integer(small)
    } else {
      builder.wideInteger(Int128(value))
    }
    builder.endDictionary()
  }

  mutating func null() { builder.null() }
  mutating func boolean(_ value: Bool) { builder.boolean(value) }
  mutating func integer(_ value: Int64) { builder.integer(value) }
  mutating func wideInteger(_ value: Int128) { builder.wideInteger(value) }
  mutating func real(_ value: Double) { builder.real(value) }
  mutating func number(_ text: ByteView, kind: NumberKind) { builder.number(text, kind: kind) }
  mutating func date(_ seconds: Double) { builder.date(seconds) }
  mutating func data(_ bytes: ByteView) { builder.data(bytes) }
  mutating func string(_ text: ByteView) { builder.string(text) }
  mutating func key(_ text: ByteView) { builder.key(text) }
  mutating func beginDictionary(count: Int?) { builder.beginDictionary(count: count) }
  mutating func endDictionary() { builder.endDictionary() }
  mutating func beginArray(count: Int?) { builder.beginArray(count: count) }
  mutating func endArray() { builder.endArray() }
  mutating func beginSet(count: Int?) { builder.beginSet(count: count) }
  mutating func endSet() { builder.endSet() }
  mutating func reuse(_ identity: Int) -> Bool { keepsSharing && builder.reuse(identity) }
}
