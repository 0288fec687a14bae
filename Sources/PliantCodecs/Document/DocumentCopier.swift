// Copies of documents and of parts of them.

extension Document {
  /// Returns the document with every UID as the dictionary `{"CF$UID": n}`; itself if it has none.
  package func expandingReferences() throws(Failure) -> Document {
    guard tags.contains(.tag(.uid)) else { return self }
    var copier = DocumentCopier(source: source, isWhole: true)
    try send(into: &copier)
    return try copier.builder.finish(owner: self)
  }

  /// Returns the value at an index as a separate document without shared containers.
  package func copy(of index: Int, _ options: ReplayOptions = ReplayOptions()) throws(Failure) -> Document {
    var copier = DocumentCopier(source: source, isWhole: false)
    try send(from: index, options: options, into: &copier)
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
    copier = DocumentCopier(source: document.source, isWhole: false)
    copier.builder.beginArray(count: nil)
  }

  /// Adds the value at an index and returns its number among the copies.
  package mutating func append(_ index: Int) throws(Failure) -> Int {
    try document.send(from: index, options: options, into: &copier)
    count += 1
    return count - 1
  }

  package consuming func finish() throws(Failure) -> Document {
    let owner = document
    copier.builder.endArray()
    return try copier.builder.finish(owner: owner)
  }
}

private struct DocumentCopier: EventSink, ~Copyable {
  var builder: DocumentBuilder
  /// Whether it is of the whole document, which keeps shared containers and expands references.
  private let isWhole: Bool

  init(source: ByteView, isWhole: Bool) {
    builder = DocumentBuilder(source: source)
    self.isWhole = isWhole
  }

  mutating func take(_ event: ValueEvent) throws(Failure) {
    guard isWhole, case .uid(let value) = event else { return try builder.send(event) }
    try builder.sendDictionary(ofUID: value)
  }

  mutating func reuse(_ identity: Int) -> Bool { isWhole && builder.reuse(identity) }
}
