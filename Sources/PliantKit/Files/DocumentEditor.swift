// Values changed where they are: every byte that does not belong to them stays as it is.

import PliantCore
import PliantQuery

/// Changes values of a file and keeps the rest of its text: comments, order, spacing, quoting and line ends.
///
/// XML and OpenStep property lists, `.strings` and JSON are edited in their text; a binary property list is written anew.
/// Every edit is proved before it counts: the changed text is read again and must hold the edited value and, beside it,
/// the document that was there.
public struct DocumentEditor: Sendable {
  /// The bytes with the edits made so far.
  public private(set) var bytes: [UInt8]
  /// The path of the file; nil for bytes in memory.
  public let path: String?
  /// What is done about values that the format cannot hold.
  public var loss = LossPolicy.refuse
  private let options: ReadingOptions
  private var snapshot: InputSnapshot?

  /// Opens the file at a path.
  ///
  /// Throws a `DocumentError` of the rule `file/…` where it cannot be read.
  public init(
    contentsOf path: String, options: ReadingOptions = ReadingOptions()
  ) throws(DocumentError) {
    do throws(Failure) {
      let input = try InputFile(path: path)
      bytes = input.withBytes { $0.array }
      snapshot = InputSnapshot(path: path, status: input.status)
    } catch {
      throw DocumentError(error, file: path)
    }
    self.path = path
    self.options = options
  }

  /// Takes bytes in memory.
  public init(_ bytes: [UInt8], options: ReadingOptions = ReadingOptions()) {
    self.bytes = bytes
    path = nil
    self.options = options
  }

  /// Takes a text in memory.
  public init(text: String, format: Format? = nil) {
    self.init(Array(text.utf8), options: ReadingOptions(format: format))
  }

  /// The bytes as UTF-8, whatever they declare.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads the document with the edits made so far.
  ///
  /// Throws a `DocumentError` with the place of the first problem.
  public func document() throws(DocumentError) -> Document { try Document.read(bytes, options: options) }

  /// Puts another value at a key path or JSON Pointer, or a new key with it there.
  ///
  /// Throws a `DocumentError` of the rule `edit/path` where the document has no place for it, `conversion/loss` for a value
  /// that the format cannot hold, and what is wrong with the document.
  public mutating func replace(_ path: String, with value: Document.Value) throws(DocumentError) {
    try edit(path, .replace(try Document.make(value)))
  }

  /// Puts a new value at a key path or JSON Pointer: below a new key, or before the element of that index.
  ///
  /// The index after the last one, or `-` in a JSON Pointer, appends. Throws as `replace(_:with:)`, also where there is a
  /// value already.
  public mutating func insert(_ value: Document.Value, at path: String) throws(DocumentError) {
    try edit(path, .insert(try Document.make(value), isAppending: false))
  }

  /// Removes the value at a key path or JSON Pointer, and its key.
  ///
  /// Throws a `DocumentError` of the rule `edit/path` where there is none, and what is wrong with the document.
  public mutating func remove(_ path: String) throws(DocumentError) { try edit(path, .remove) }

  /// Carries out a JSON Patch (RFC 6902).
  ///
  /// Throws a `DocumentError` of the rule `patch/operation` for the first operation that fails, with nothing changed.
  public mutating func apply(patch: Document) throws(DocumentError) {
    try apply(from: patch.format) { values throws(Failure) in
      .operations(try JSONPatch(patch, values: values))
    }
  }

  /// Merges a merge patch (RFC 7396): what it holds replaces what is there, and its nulls take keys away.
  ///
  /// Throws a `DocumentError` where the format cannot hold a value.
  public mutating func merge(patch: Document) throws(DocumentError) {
    try apply(from: patch.format) { values throws(Failure) in .merge(try MergePatch(patch, values: values)) }
  }

  /// Writes the edited bytes to the file that was opened, in one step.
  ///
  /// Throws a `DocumentError` of the rule `file/changed` where the file has changed since it was opened, and of another rule
  /// `file/…` where it cannot be written; then the file there is the old one, whole.
  public mutating func save() throws(DocumentError) {
    guard let path else { throw DocumentError(Failure(.noFileToSave)) }
    do throws(Failure) {
      try snapshot?.check(isToBeReplaced: true)
    } catch {
      throw DocumentError(error, file: path)
    }
    try Document.write(bytes, to: path)
    snapshot = InputSnapshot(path: path, status: Platform.status(path))
  }

  /// Writes the edited bytes to a path in one step.
  ///
  /// Throws a `DocumentError` of the rule `file/…`; then the file there is the old one, whole.
  public func write(to path: String) throws(DocumentError) { try Document.write(bytes, to: path) }

  private func makeRoute() throws(DocumentError) -> Route {
    var route = try Route(reading: path, options)
    route.loss = loss
    route.refusesAnnotations = false
    return route
  }

  private mutating func edit(_ path: String, _ operation: EditRequest.Operation) throws(DocumentError) {
    guard let keyPath = KeyPath(path) else {
      throw DocumentError(Failure(.editNotFound, path), file: self.path)
    }
    let request = EditRequest(operation, path: keyPath, shownPath: path)
    let route = try makeRoute()
    var losses = route.makeLossReport()
    do throws(Diagnostic) {
      bytes = try bytes.withByteView { bytes throws(Diagnostic) in
        let edited = try DocumentEditing.apply(request, to: bytes, route, losses: &losses)
        return edited.bytes.withHeldBytes { $0.array }
      }
    } catch {
      throw DocumentError(error, file: self.path)
    }
  }

  private mutating func apply(
    from format: Format?, _ make: (ReplayOptions) throws(Failure) -> DocumentPatch
  ) throws(DocumentError) {
    var route = try makeRoute()
    route.source = route.source ?? bytes.withByteView { FormatDetector.detect($0) }
    // The patch tells the style in which it was made.
    if options.xmlStyle == .attributes { route.xmlStyle = nil }
    var losses = route.makeLossReport()
    do throws(Diagnostic) {
      let values = Document.patchValues(from: format, to: route.source)
      let patch: DocumentPatch
      do throws(Failure) { patch = try make(values) } catch { throw Diagnostic(error) }
      bytes = try bytes.withByteView { bytes throws(Diagnostic) in
        let patched = try DocumentPatching.apply(patch, to: bytes, route, losses: &losses)
        return patched.bytes.withHeldBytes { $0.array }
      }
    } catch {
      throw DocumentError(error, file: path)
    }
  }
}

extension DiagnosticCode {
  static var noFileToSave: DiagnosticCode {
    DiagnosticCode("file.none", rule: "file/write", "bytes in memory have no file to be saved in")
  }
}
