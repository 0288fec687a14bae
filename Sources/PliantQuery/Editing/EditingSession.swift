// A document under a sequence of edits by path, and the file that it becomes: what PlistBuddy and merge change documents
// through.
//
//   bytes → Document → edits, one after the other → the text with the edits, or the document written anew

import PliantCore

/// A document that is being edited.
package struct EditingSession {
  package let loaded: LoadedDocument
  private let file: InputFile
  private let route: Route
  private var patched: PatchedDocument
  private let memory = SharedMemoryCharge()
  /// What a value takes that was put in, a document in itself.
  private static let bytesOfValue = 1000

  /// Reads the file as `route` says.
  ///
  /// Throws the first problem of the input with its place, and `edit.format` for a format that is not edited.
  package init(_ file: InputFile, _ route: Route) throws(Diagnostic) {
    let loaded = try file.withBytes { bytes throws(Diagnostic) in try route.load(bytes, owner: file) }
    let format = loaded.source.format
    guard format.traits.editing != .none else {
      throw Diagnostic(Failure(.editFormat, format.rawValue))
    }
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

  /// Where the memory budget is used up nothing is found; the change or the writing that follows says so.
  private func find(_ path: KeyPath) -> PatchNode? {
    do throws(Failure) { return try patched.find(path) } catch { return nil }
  }

  /// Whether there is a value at a path.
  package func holdsValue(at path: KeyPath) -> Bool { find(path) != nil }

  /// What kind of container the value at a path is; nil for a scalar and where there is nothing.
  package func kind(at path: KeyPath) -> ContainerKind? { find(path)?.kind }

  /// The number of entries or elements of the container at a path.
  package func count(at path: KeyPath) -> Int { find(path)?.count ?? 0 }

  /// The value at a path as a document, or nil.
  package func value(at path: KeyPath) throws(Failure) -> Document? {
    guard let node = find(path) else { return nil }
    var builder = DocumentBuilder(source: loaded.document.source)
    try node.send(into: &builder)
    return try builder.finish(owner: loaded.document)
  }

  // MARK: Changing

  /// Puts a value, in which nothing is shared, at a path: a new element before another or at the array's end, the value
  /// of a key, new or not, or the document itself.
  package mutating func add(_ value: Document, at path: KeyPath) throws(Failure) {
    try memory.add(Self.bytesOfValue)
    try patched.add(PatchNode(value), at: path)
  }

  /// Puts a value, in which nothing is shared, in the place of the one at a path.
  package mutating func replace(at path: KeyPath, with value: Document) throws(Failure) {
    try memory.add(Self.bytesOfValue)
    try patched.replace(at: path, with: PatchNode(value))
  }

  /// Removes the value at a path that is not the document itself.
  package mutating func remove(at path: KeyPath) throws(Failure) { _ = try patched.remove(at: path) }

  // MARK: Writing

  /// The bytes of the file with the edits made.
  ///
  /// Throws `conversion.loss` if `losses` refuses what the format cannot hold of a value, and what writing throws.
  package func write(losses: inout LossReport) throws(Diagnostic) -> DocumentPatching.Patched {
    try file.withBytes { bytes throws(Diagnostic) in
      try DocumentPatching.write(patched, loaded, bytes, route, losses: &losses)
    }
  }

  /// The decoded text with the edits made, or nil if the format has none or the edits cannot be made in it.
  ///
  /// Throws as `write` does.
  package func editedText(losses: inout LossReport) throws(Diagnostic) -> [UInt8]? {
    try file.withBytes { bytes throws(Diagnostic) in
      try DocumentPatching.editedText(patched, loaded, bytes, route, losses: &losses)
    }
  }

  /// The bytes of the file with another text in the place of its own, in its encoding.
  package func encoded(_ text: [UInt8]) throws(Diagnostic) -> OutputBuffer {
    try file.withBytes { bytes throws(Diagnostic) in
      do throws(Failure) {
        return try DocumentPatching.encoded(text, loaded.source.format, bytes, route)
      } catch {
        throw Diagnostic(error)
      }
    }
  }
}
