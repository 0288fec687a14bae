//   bytes → Document → edits in order → the text with the edits, or the document written again

/// A document under a sequence of edits by path, and the resulting file, for PlistBuddy and merges.
package struct EditingSession {
  package let loaded: LoadedDocument
  private let file: InputFile
  private let route: Route
  private var patched: PatchedDocument
  private let memory = MemoryCharge()
  /// The memory for an inserted value, which is a separate document.
  private static let bytesOfValue = 1000

  /// Reads the file with the options of `route`.
  ///
  /// Throws the first error in the input with its position, and `edit.format` for a format without edits.
  package init(_ file: InputFile, _ route: Route) throws(Diagnostic) {
    let loaded = try file.withBytes { bytes throws(Diagnostic) in try route.reading.load(bytes, owner: file) }
    let format = loaded.source.format
    guard format.traits.editing != .none else { throw Diagnostic(Failure(.editFormat, format.rawValue)) }
    self.init(loaded, file, route)
  }

  private init(_ loaded: LoadedDocument, _ file: InputFile, _ route: Route) {
    self.loaded = loaded
    self.file = file
    self.route = route
    patched = PatchedDocument(loaded.document, keepsEdits: loaded.source.format.traits.editing == .text)
  }

  /// The same document without the edits.
  package func reopened() -> EditingSession { EditingSession(loaded, file, route) }

  // MARK: Looking

  /// Finds nothing if the memory budget is exhausted; the next change or write reports that.
  private func find(_ path: KeyPath) -> PatchNode? {
    do throws(Failure) { return try patched.find(path)?.node } catch { return nil }
  }

  package func holdsValue(at path: KeyPath) -> Bool { find(path) != nil }

  package func kind(at path: KeyPath) -> ContainerKind? { find(path)?.kind }

  /// The number of entries or elements of the container at a path.
  package func count(at path: KeyPath) -> Int { find(path)?.count ?? 0 }

  package func value(at path: KeyPath) throws(Failure) -> Document? {
    try find(path)?.document(in: loaded.document)
  }

  // MARK: Changing

  /// Adds a value without shared containers at a path: before an array element or at the array's end, for a
  /// new or existing key, or as the document.
  package mutating func add(_ value: Document, at path: KeyPath) throws(Failure) {
    try memory.add(Self.bytesOfValue)
    try patched.add(PatchNode(value), at: path)
  }

  package mutating func replace(at path: KeyPath, with value: Document) throws(Failure) {
    try memory.add(Self.bytesOfValue)
    try patched.replace(at: path, with: PatchNode(value))
  }

  /// Removes the value at a path other than the document itself.
  package mutating func remove(at path: KeyPath) throws(Failure) { _ = try patched.remove(at: path) }

  // MARK: Writing

  /// Returns the edited bytes of the file.
  ///
  /// Throws `conversion.loss` if `losses` refuses a value that the format cannot represent, and errors in
  /// writing.
  package func write(losses: inout LossReport) throws(Diagnostic) -> DocumentPatching.Patched {
    try file.withBytes { bytes throws(Diagnostic) in
      try DocumentPatching.write(patched, loaded, bytes, route, losses: &losses)
    }
  }

  /// Returns the edited decoded text, or nil if the format has none or the edits cannot be made in it.
  ///
  /// Throws as `write` does.
  package func editedText(losses: inout LossReport) throws(Diagnostic) -> [UInt8]? {
    try file.withBytes { bytes throws(Diagnostic) in
      try DocumentPatching.editedText(try patched.changes(), loaded, bytes, route, losses: &losses)
    }
  }

  /// The bytes of the file with its text replaced, in its encoding.
  package func encoded(_ text: [UInt8]) throws(Diagnostic) -> OutputBuffer {
    try file.withBytes { bytes throws(Diagnostic) in
      try DocumentPatching.encoded(text, loaded.source.format, bytes, route.reading.encoding)
    }
  }
}
