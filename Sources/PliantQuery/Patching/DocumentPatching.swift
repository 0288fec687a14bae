// Changes of a whole input, from bytes to bytes: in the text if the format allows edits, otherwise by rewriting.

package enum DocumentPatch {
  case operations(JSONPatch)
  case merge(MergePatch)

  func apply(to document: inout PatchedDocument) throws(Failure) {
    switch self {
    case .operations(let patch): try patch.apply(to: &document)
    case .merge(let patch): try patch.apply(to: &document)
    }
  }

  package func applied(to document: Document) throws(Failure) -> Document {
    var patched = PatchedDocument(document, keepsEdits: false)
    try apply(to: &patched)
    return try patched.document()
  }

  /// How a patch's values convert to a document's format, which is nil for one made in memory.
  package static func valueOptions(from source: Format?, to target: Format?) -> ReplayOptions {
    var options = ReplayOptions()
    if source?.traits.values == .propertyList {
      options.decodesTags = .propertyList
    } else if target?.traits.values.areOfPropertyList ?? true {
      options.decodesTags = .json
    }
    return options
  }
}

/// A changed document, and the changes as edits of its text; nil if unwanted or too many.
struct DocumentChanges {
  let document: Document
  let edits: [PathEdit]?
  /// Whether every path is one in the original document, rather than in the result of the edits before it.
  var areIndependent = false
}

package enum DocumentPatching {
  package struct Patched: ~Copyable {
    package let bytes: OutputBuffer
    package let notes: [Diagnostic]
    /// Whether a text had to be rewritten although its format allows edits.
    package let isRewritten: Bool
  }

  /// Returns the bytes of the input with the patch applied.
  ///
  /// `route` specifies the source's format, and changes to write the same. Throws the first error in the input
  /// with its position, `patch.operation` for a failed operation, and `conversion.loss` if `losses` refuses a
  /// value that the format cannot represent.
  package static func apply(
    _ patch: DocumentPatch, to bytes: ByteView, _ route: Route, losses: inout LossReport
  ) throws(Diagnostic) -> Patched {
    if route.reading.format ?? FormatDetector.detect(bytes) == .xml {
      return try XMLPatching.apply(patch, to: bytes, route, losses: &losses)
    }
    let loaded = try route.reading.load(bytes)
    var patched = PatchedDocument(loaded.document, keepsEdits: loaded.source.format.traits.editing == .text)
    do throws(Failure) { try patch.apply(to: &patched) } catch { throw Diagnostic(error) }
    return try write(patched, loaded, bytes, route, losses: &losses)
  }

  /// Returns the edited bytes of the input.
  ///
  /// Throws the first error in the input with its position, an `edit/path` error if the edit does not fit the
  /// document, and `conversion.loss` if `losses` refuses a value that the format cannot represent.
  package static func apply(
    _ request: ValueEdit, to bytes: ByteView, _ route: Route, losses: inout LossReport
  ) throws(Diagnostic) -> Patched {
    var route = route
    route.reading.format = route.reading.format ?? FormatDetector.detect(bytes)
    if route.reading.format == .xml { throw Diagnostic(Failure(.editXMLPath)) }
    let loaded = try route.reading.load(bytes)
    let format = loaded.source.format
    let request = try editOfData(for: request, in: loaded, route, &losses) ?? request
    // The policy concerns the new value alone: tagged objects elsewhere remain as they are.
    if route.writing.losses.policy == .tag { route.writing.losses.policy = .note }
    let changes = try Diagnostic.of { () throws(Failure) in
      let edits = try request.edits(in: loaded.document)
      if edits.contains(where: { $0.edit.insertsNull }), format.traits.values.areOfPropertyList,
        format != .binary1
      {
        throw Failure(.editNull)
      }
      return DocumentChanges(
        document: try edited(loaded.document, edits), edits: edits, areIndependent: true)
    }
    switch format.traits.editing {
    case .rewriting: return try write(changes, loaded, bytes, route, losses: &losses)
    case .text:
      guard let edited = try edited(changes, loaded, bytes, route, losses: &losses) else {
        throw Diagnostic(Failure(.editUnsafe, request.shownPath))
      }
      return edited
    case .none: throw Diagnostic(Failure(.editFormat, format.rawValue))
    }
  }

  package static func apply(
    _ request: EditRequest, to bytes: ByteView, _ route: Route, losses: inout LossReport
  ) throws(Diagnostic) -> Patched {
    try apply(.path(request), to: bytes, route, losses: &losses)
  }

  /// The document after independent edits, of which those of later elements come first.
  private static func edited(_ document: Document, _ edits: [PathEdit]) throws(Failure) -> Document {
    guard edits.count == 1, let (path, edit) = edits.first, !edit.isRename else {
      var patched = PatchedDocument(document, keepsEdits: false)
      for (path, edit) in edits { try patched.apply(edit, at: path) }
      return try patched.document()
    }
    var builder = DocumentBuilder(source: document.source)
    try document.send(editing: path, edit, into: &builder)
    return try builder.finish(owner: document)
  }

  /// The edit of a list inside data that the path leads into, as the replacement of the data.
  private static func editOfData(
    for edit: ValueEdit, in loaded: LoadedDocument, _ route: Route, _ losses: inout LossReport
  ) throws(Diagnostic) -> ValueEdit? {
    guard case .path(let request) = edit else { return nil }
    let steps = request.path.components
    guard let (passed, list) = NestedDocument.entered(by: steps, in: loaded.document) else { return nil }
    guard request.nesting < Limits.nestedDocuments else {
      throw Diagnostic(Failure(.editUnsafe, request.shownPath))
    }
    var inner = route
    inner.reading = Reading(list.source.format)
    let rest = request.inner(KeyPath(components: Array(steps.dropFirst(passed))))
    let data = loaded.document.text(at: loaded.document.resolved(loaded.document.follow(steps).end))
    let edited = try apply(rest, to: data, inner, losses: &losses)
    let value = try Diagnostic.of { () throws(Failure) in
      var builder = DocumentBuilder(source: .empty)
      edited.bytes.withHeldBytes { builder.data($0) }
      return try builder.finish()
    }
    let outer = KeyPath(components: Array(steps.prefix(passed)))
    return .path(EditRequest(.replace(value), path: outer, shownPath: request.shownPath))
  }

  /// Returns the bytes of the input of `loaded`, with the changes of `patched`.
  static func write(
    _ patched: PatchedDocument, _ loaded: LoadedDocument, _ bytes: ByteView, _ route: Route,
    losses: inout LossReport
  ) throws(Diagnostic) -> Patched {
    guard patched.isChanged else {
      var output = OutputBuffer()
      output.append(bytes)
      return Patched(bytes: output, notes: loaded.notes, isRewritten: false)
    }
    return try write(try patched.changes(), loaded, bytes, route, losses: &losses)
  }

  /// Returns the bytes of the input of `loaded`, with changes in its text if possible.
  static func write(
    _ changes: DocumentChanges, _ loaded: LoadedDocument, _ bytes: ByteView, _ route: Route,
    losses: inout LossReport
  ) throws(Diagnostic) -> Patched {
    if let edited = try edited(changes, loaded, bytes, route, losses: &losses) { return edited }
    let (document, format) = (changes.document, loaded.source.format)
    var writing = route.writing
    writing.target = format
    let output = try writing.write(
      LoadedDocument(loaded.source, document: document, ledger: loaded.ledger), to: OutputBuffer(),
      losses: &losses)
    do throws(Failure) {
      if format.traits.isTable {
        var reading = route.reading
        reading.format = format
        try PatchedTable.check(output, document, reading)
      } else {
        try output.prove(document, as: writing)
      }
    } catch { throw Diagnostic(error) }
    // A project in Xcode's layout keeps it.
    if format == .openstep,
      let project = output.withHeldBytes({ XcodeProject.text(of: $0, laidOutAs: loaded.source.text) }),
      isSame(project, format, as: document, losses, sortsKeys: true)
    {
      var own = OutputBuffer()
      project.withByteView { own.append($0) }
      return Patched(bytes: own, notes: loaded.notes, isRewritten: false)
    }
    return Patched(bytes: output, notes: loaded.notes, isRewritten: format.traits.editing == .text)
  }

  /// Returns the bytes of the input of `loaded` with changes in its text, or nil as `editedText` does.
  static func edited(
    _ changes: DocumentChanges, _ loaded: LoadedDocument, _ bytes: ByteView, _ route: Route,
    losses: inout LossReport
  ) throws(Diagnostic) -> Patched? {
    guard let text = try editedText(changes, loaded, bytes, route, losses: &losses) else { return nil }
    return Patched(
      bytes: try encoded(text, loaded.source.format, bytes, route.reading.encoding), notes: loaded.notes,
      isRewritten: false)
  }

  /// Returns the edited decoded text; nil if the format has no editable text, or the changes cannot be made
  /// in it.
  static func editedText(
    _ changes: DocumentChanges, _ loaded: LoadedDocument, _ bytes: ByteView, _ route: Route,
    losses: inout LossReport
  ) throws(Diagnostic) -> [UInt8]? {
    guard let edits = changes.edits else { return nil }
    let format = loaded.source.format
    let text = DecodedText(bytes, kind: DecodedText.Kind(format), forced: route.reading.encoding)
    var report = losses
    let new = try Diagnostic.of { () throws(Failure) in
      try text.withText { view throws(Failure) in
        let rounds = changes.areIndependent ? [edits] : EditRounds.rounds(of: edits)
        let inRounds = try edited(view, bytes.count, format, rounds, changes.document, &report)
        if inRounds != nil || rounds.count == edits.count || changes.areIndependent { return inRounds }
        // Several insertions into an empty container need each other's separators.
        return try edited(
          view, bytes.count, format, edits.map { [$0] }, changes.document, &report)
      }
    }
    losses = report
    return new
  }

  /// The bytes with their text replaced, in their encoding; all outside the difference remain.
  static func encoded(
    _ new: [UInt8], _ format: Format, _ bytes: ByteView, _ encoding: TextEncoding?
  ) throws(Diagnostic) -> OutputBuffer {
    let text = DecodedText(bytes, kind: DecodedText.Kind(format), forced: encoding)
    let splice = text.withText { old in new.withByteView { TextSplice(from: old, to: $0) } }
    var output = OutputBuffer()
    do throws(Failure) {
      try TextSplice.apply([splice], to: bytes, decodedAs: text, format: format, into: &output)
    } catch { throw Diagnostic(error) }
    return output
  }

  /// The text after all edits, in rounds; nil if they would take too long, or produce another document.
  private static func edited(
    _ text: ByteView, _ length: Int, _ format: Format, _ rounds: [[PathEdit]],
    _ wanted: Document, _ losses: inout LossReport
  ) throws(Failure) -> [UInt8]? {
    let isAlways = rounds.count <= Limits.patchedTextEditsAlways
    guard isAlways || rounds.count <= Limits.patchedTextBytes / max(length, 1) else { return nil }
    var current = text.array
    var bytesLeft = Limits.patchedTextBytes
    var report = losses
    for edits in rounds {
      // A growing text takes longer with each edit.
      bytesLeft -= current.count
      guard isAlways || bytesLeft >= 0 else { return nil }
      let next = try current.withByteView { (view: ByteView) throws(Failure) in
        try TextEditor.splices(for: edits, in: view, format: format, losses: &report)
          .map { TextSplice.apply($0, to: view) }
      }
      guard let next else { return nil }
      current = next
    }
    let isSorted = format == .json && AppleJSONFormatter.isApples(text)
    guard isSame(current, format, as: wanted, report, sortsKeys: isSorted) else { return nil }
    losses = report
    guard format == .openstep else { return current }
    // A project in Xcode's layout keeps it, with comments for new objects.
    let project = current.withByteView { XcodeProject.text(of: $0, laidOutAs: text) }
    guard let project, isSame(project, format, as: wanted, report, sortsKeys: true) else { return current }
    return project
  }

  /// Whether a text represents the document, under the format's equality if values had to change.
  package static func isSame(
    _ text: [UInt8], _ format: Format, as wanted: Document, _ losses: LossReport, sortsKeys: Bool = false
  ) -> Bool {
    var writing = Writing(format)
    writing.losses.policy = losses.rule.policy
    let equality = losses.notes.isEmpty ? ValueEquality.exact : ValueEquality(writing)
    func digest(_ document: Document) throws(Failure) -> UInt64 {
      var options = ReplayOptions()
      options.sortKeys = sortsKeys
      var digest = EqualityDigest(equality)
      try document.send(options: options, into: &digest)
      return digest.state
    }
    return text.withByteView { view in
      do throws(Failure) {
        return try digest(try DocumentSource(format: format, text: view).document()) == digest(wanted)
      } catch { return false }
    }
  }
}

extension DocumentEdit {
  fileprivate var isRename: Bool { if case .rename = self { true } else { false } }

  fileprivate var insertsNull: Bool {
    switch self {
    case .replace(let value), .insert(let value), .append(let value): value.tags.contains(.tag(.null))
    case .remove, .rename: false
    }
  }
}
