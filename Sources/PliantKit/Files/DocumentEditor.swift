import PliantCoding
import PliantCore
import PliantQuery

import struct PliantCoding.Document
import enum PliantCoding.Format
import enum PliantCoding.LossPolicy

/// Changes values of a file and keeps the rest of its text: comments, order, spacing, quoting and line ends.
///
///     var editor = try DocumentEditor(contentsOf: "Info.plist")
///     try editor.set("42", at: "CFBundleVersion")
///     try editor.save()
///
/// XML and OpenStep property lists, `.strings` and JSON keep their text around an edit; a binary property
/// list is rewritten. The editor verifies every edit: it reads the changed text again, which must contain the
/// edited value and otherwise the same document.
public struct DocumentEditor: Sendable {
  /// The bytes with the edits made so far.
  public private(set) var bytes: [UInt8]
  /// The path of the file; nil for bytes in memory.
  public let path: String?
  /// The policy for values that the format cannot represent.
  public var loss = LossPolicy.refuse
  private let format: Format?
  private let options: ReadingOptions
  private var snapshot: InputSnapshot?

  /// Opens the file at a path.
  ///
  /// Throws a `DocumentError` of the rule `file/read` if it cannot be read.
  public init(
    contentsOf path: String, format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DocumentError) {
    let input = try DocumentError.of(file: path) { () throws(Failure) in
      try InputFile(path: path, maps: false)
    }
    bytes = input.withBytes { $0.array }
    snapshot = InputSnapshot(path: path, status: input.status)
    self.path = path
    self.format = format
    self.options = options
  }

  /// Takes bytes in memory.
  public init(bytes: [UInt8], format: Format? = nil, options: ReadingOptions = ReadingOptions()) {
    self.bytes = bytes
    path = nil
    self.format = format
    self.options = options
  }

  /// Takes a text in memory, which then declares UTF-8 if it declares an encoding.
  public init(_ text: String, format: Format? = nil, options: ReadingOptions = ReadingOptions()) {
    var options = options
    options.encoding = "utf-8"
    let bytes = Array(text.utf8)
    let transcoder = try? TextTranscoder(from: "utf-8", to: "utf-8")
    self.init(bytes: (try? transcoder?.transcode(bytes)) ?? bytes, format: format, options: options)
  }

  /// The text, decoded according to its byte order mark, its declaration or its bytes; undecodable bytes are read as UTF-8.
  public var text: String {
    let encoding = options.encoding.flatMap { TextEncoding(name: $0) }
    return bytes.withByteView { bytes in
      let format = format?.core ?? FormatDetector.detect(bytes)
      let decoded = DecodedText(bytes, kind: format.map(DecodedText.Kind.init) ?? .text, forced: encoding)
      return decoded.problem == nil ? decoded.withText(\.string) : bytes.string
    }
  }

  /// Reads the document with the edits made so far.
  ///
  /// Throws a `DocumentError` with the place of the first problem.
  public func document() throws(DocumentError) -> Document {
    try Document(bytes: bytes, format: format, options: options)
  }

  // MARK: Edits

  /// Sets the value at a key path or JSON Pointer, or adds a key with it.
  ///
  /// Every edit reads and verifies the whole document; `apply(_:)` makes several at once.
  /// Throws a `DocumentError` of the rule `edit/path` if the path does not fit the document,
  /// `conversion/loss` for a value that the format cannot represent, and any error in the document.
  public mutating func set(_ value: Document.Value, at path: String) throws(DocumentError) {
    try edit(path) { () throws(DocumentError) in .replace(try Document.made(value)) }
  }

  /// Inserts a value at a key path or JSON Pointer: below a new key, or before the element of that index.
  ///
  /// The index after the last one, or `-` in a JSON Pointer, appends. Throws as `set(_:at:)`, also if the
  /// value exists.
  public mutating func insert(_ value: Document.Value, at path: String) throws(DocumentError) {
    try edit(path) { () throws(DocumentError) in .insert(try Document.made(value), isAppending: false) }
  }

  /// Removes the value at a key path or JSON Pointer, and its key.
  ///
  /// Throws a `DocumentError` of the rule `edit/path` if there is no value, and any error in the document.
  public mutating func remove(at path: String) throws(DocumentError) {
    try edit(path) { .remove }
  }

  /// One of several edits.
  @nonexhaustive
  public enum Edit: Sendable {
    case set(Document.Value, at: String)
    case insert(Document.Value, at: String)
    case remove(at: String)
  }

  /// Makes several edits in order, and reads and verifies the document once for all of them.
  ///
  /// Throws as the single edits; then nothing changes.
  public mutating func apply(_ edits: [Edit]) throws(DocumentError) {
    let (input, path) = (bytes, path ?? "-")
    try rewrite { _, route, losses throws(Diagnostic) in
      var session = try EditingSession(InputFile(bytes: input, name: path), route)
      for edit in edits {
        do throws(DocumentError) { try Self.make(edit, in: &session) } catch { throw error.asDiagnostic }
      }
      return try session.write(losses: &losses).bytes.bytes
    }
  }

  private static func make(_ edit: Edit, in session: inout EditingSession) throws(DocumentError) {
    let (value, path, isInsertion): (Document.Value?, String, Bool) =
      switch edit {
      case .set(let value, let path): (value, path, false)
      case .insert(let value, let path): (value, path, true)
      case .remove(let path): (nil, path, false)
      }
    let made = try value.map { value throws(DocumentError) in try Document.made(value) }
    do throws(Failure) {
      guard let keyPath = KeyPath(path) else { throw Failure(.editNotFound, path) }
      let exists = session.holdsValue(at: keyPath)
      guard let made else {
        guard exists else { throw Failure(.editNotFound, path) }
        if keyPath.components.isEmpty { throw Failure(.editRoot) }
        return try session.remove(at: keyPath)
      }
      let parent = KeyPath(components: keyPath.components.dropLast())
      let isEntry = session.kind(at: parent) == .dictionary
      if isInsertion && isEntry && exists { throw Failure(.editExists, path) }
      if !isInsertion && !isEntry && !exists { throw Failure(.editNotFound, path) }
      if exists && !isInsertion {
        try session.replace(at: keyPath, with: made)
      } else {
        try session.add(made, at: keyPath)
      }
    } catch {
      throw DocumentError(
        error.code.rule == .patchOperation ? Failure(.editNotFound, path) : error)
    }
  }

  /// A change to XML nodes.
  @nonexhaustive
  public enum NodeEdit: Sendable {
    /// The text of the elements, or the value of the attributes.
    case text(String)
    /// Markup that replaces them.
    case markup(String)
    case insertBefore(String)
    case insertAfter(String)
    /// Markup at the end of their content.
    case append(String)
    /// The value of a new attribute, with which the expression ends: `//user/@id`.
    case attribute(String)
    case remove
  }

  /// Changes the nodes of application XML that an XPath 1.0 expression selects, all of them or the first.
  ///
  /// `namespaces` are URIs by prefix, `variables` strings by name. Throws a `DocumentError` of the rule
  /// `edit/xpath` if it selects nothing or the change would not be well-formed, and as
  /// `Document.xPath(_:namespaces:variables:)`.
  public mutating func edit(
    xPath expression: String, _ edit: NodeEdit, firstOnly: Bool = false, namespaces: [String: String] = [:],
    variables: [String: String] = [:]
  ) throws(DocumentError) {
    let operation: XMLEditRequest.Operation =
      switch edit {
      case .text(let text): .replaceText(Array(text.utf8))
      case .markup(let markup): .replaceMarkup(Array(markup.utf8))
      case .insertBefore(let markup): .insertMarkup(Array(markup.utf8), .before)
      case .insertAfter(let markup): .insertMarkup(Array(markup.utf8), .after)
      case .append(let markup): .insertMarkup(Array(markup.utf8), .append)
      case .attribute(let value): .insertAttribute(Array(value.utf8))
      case .remove: .remove
      }
    let request = try DocumentError.of(expression: expression) { () throws(Failure) in
      let parsed = try XPathExpression(parsing: expression)
      guard parsed.type == .nodeSet else { throw Failure(.xPathNoNodes) }
      if case .attribute = edit, parsed.attributePlace == nil { throw Failure(.xPathNoAttribute) }
      return XMLEditRequest(
        operation, expression: parsed, bindings: XPathBindings(variables, namespaces), takesFirst: firstOnly)
    }
    try rewrite { bytes, route, _ throws(Diagnostic) in
      let format = route.reading.format ?? FormatDetector.detect(bytes)
      guard [nil, .xml, .xml1].contains(format) else { throw Diagnostic(Failure(.nodesOfXML)) }
      return try XMLDocumentEditing.apply(request, to: bytes, route, isList: format == .xml1).bytes.bytes
    }
  }

  /// Applies a JSON Patch (RFC 6902).
  ///
  /// Throws a `DocumentError` of the rule `patch/operation` for the first operation that fails, changing
  /// nothing.
  public mutating func apply(patch: Document) throws(DocumentError) {
    try apply(from: patch.tape.origin.format) { values throws(Failure) in
      .operations(try JSONPatch(patch.tape, values: values))
    }
  }

  /// Applies a merge patch (RFC 7396): its values replace those of the document, and its nulls remove keys.
  ///
  /// Throws a `DocumentError` if the format cannot represent a value.
  public mutating func merge(patch: Document) throws(DocumentError) {
    try apply(from: patch.tape.origin.format) { values throws(Failure) in
      .merge(try MergePatch(patch.tape, values: values))
    }
  }

  // MARK: Merging

  /// The side of a merge whose value wins a conflict.
  public enum MergeSide: Sendable {
    case ours
    case theirs
  }

  /// Merges the changes from `base` to `theirs` into this document, by meaning, and returns the JSON Pointers
  /// of conflicts, in which the preferred side's value is kept.
  ///
  /// Throws a `DocumentError` for an error in the document.
  public mutating func merge(
    base: Document, theirs: Document, preferring side: MergeSide = .ours
  ) throws(DocumentError) -> [String] {
    let preference: PliantQuery.MergeSide = side == .ours ? .ours : .theirs
    let (input, path) = (bytes, path ?? "-")
    var conflicts: [String] = []
    try rewrite { bytes, route, losses throws(Diagnostic) in
      let isXML = (route.reading.format ?? FormatDetector.detect(bytes)) == .xml
      if isXML, base.format == .xml, theirs.format == .xml {
        let merged = try XMLMerging.merge(
          base: base.tape.source, ours: bytes, theirs: theirs.tape.source, prefer: preference, marks: false,
          encoding: route.reading.encoding)
        conflicts = merged.conflicts.map { $0.path.pointer }
        return merged.bytes.bytes
      }
      let session = try EditingSession(InputFile(bytes: input, name: path), route)
      // Without a preference, the conflicts are returned and OURS is kept.
      let found = try DocumentMerging.merge(
        base: base.loaded, theirs: theirs.loaded, into: session, prefer: nil, marks: false, losses: &losses)
      conflicts = found.conflicts.map(\.path.pointer)
      if conflicts.isEmpty || side == .ours { return found.bytes.bytes }
      return try DocumentMerging.merge(
        base: base.loaded, theirs: theirs.loaded, into: session.reopened(), prefer: preference, marks: false,
        losses: &losses
      ).bytes.bytes
    }
    return conflicts
  }

  // MARK: Files

  /// Writes the edited bytes to the file, atomically.
  ///
  /// Throws a `DocumentError` of the rule `file/read` if the file has changed since it was opened,
  /// `file/unproved` if the written bytes do not read back, and `file/write` if writing fails; then the old
  /// file is untouched.
  public mutating func save() throws(DocumentError) {
    guard let path else { throw DocumentError(Failure(.noFileToSave)) }
    try Document.write(bytes, to: path, source: snapshot)
    snapshot = InputSnapshot(path: path, status: Platform.status(path))
  }

  /// Writes the edited bytes to a path, atomically.
  ///
  /// Throws a `DocumentError` of a rule `file/…`; then the old file is untouched.
  public func write(to path: String) throws(DocumentError) { try Document.write(bytes, to: path) }

  /// Replaces the bytes with those that `change` makes of them.
  private mutating func rewrite(
    _ change: (ByteView, Route, inout LossReport) throws(Diagnostic) -> [UInt8]
  ) throws(DocumentError) {
    let reading = try DocumentError.of { () throws(Diagnostic) in
      try Reading(path: path, format: format, options)
    }
    var route = Route(reading, Writing(.json))
    route.writing.losses = LossRule(loss.core, refusesAnnotations: false)
    route.reading.refusesFalseDeclaration = route.writing.losses.refuses(.falseDeclaration)
    var losses = route.writing.makeLossReport()
    bytes = try DocumentError.of(file: path) { () throws(Diagnostic) in
      try Limits.with(options.limits?.values) { () throws(Diagnostic) in
        try bytes.withByteView { bytes throws(Diagnostic) in try change(bytes, route, &losses) }
      }
    }
  }

  private mutating func edit(
    _ path: String, _ operation: () throws(DocumentError) -> EditRequest.Operation
  ) throws(DocumentError) {
    guard let keyPath = KeyPath(path) else {
      throw DocumentError(Failure(.editNotFound, path), file: self.path)
    }
    let operation = try Limits.with(options.limits?.values) { () throws(DocumentError) in try operation() }
    let request = EditRequest(operation, path: keyPath, shownPath: path)
    try rewrite { bytes, route, losses throws(Diagnostic) in
      try DocumentPatching.apply(request, to: bytes, route, losses: &losses).bytes.bytes
    }
  }

  private mutating func apply(
    from format: PliantCodecs.Format?, _ make: (ReplayOptions) throws(Failure) -> DocumentPatch
  ) throws(DocumentError) {
    try rewrite { bytes, route, losses throws(Diagnostic) in
      var route = route
      route.reading.format = route.reading.format ?? FormatDetector.detect(bytes)
      // The patch records its style.
      if route.reading.xmlStyle == .attributes { route.reading.xmlStyle = nil }
      let values = DocumentPatch.valueOptions(from: format, to: route.reading.format)
      let patch = try Diagnostic.of { () throws(Failure) in try make(values) }
      return try DocumentPatching.apply(patch, to: bytes, route, losses: &losses).bytes.bytes
    }
  }
}

extension Document {
  var loaded: LoadedDocument {
    LoadedDocument(tape.documentSource, document: tape, ledger: tape.origin.ledger)
  }
}

extension XPathBindings {
  init(_ variables: [String: String], _ namespaces: [String: String]) {
    self.init(
      variables: variables.map { ($0.key, Array($0.value.utf8)) },
      namespaces: namespaces.map { ($0.key, $0.value) })
  }
}
