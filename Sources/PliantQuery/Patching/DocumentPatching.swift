// A patch applied to a whole input, from bytes to bytes: in the text if the format allows edits, otherwise by
// rewriting.

/// A patch of either kind.
package enum DocumentPatch {
  case operations(JSONPatch)
  case merge(MergePatch)

  func apply(to document: inout PatchedDocument) throws(Failure) {
    switch self {
    case .operations(let patch): try patch.apply(to: &document)
    case .merge(let patch): try patch.apply(to: &document)
    }
  }

  /// Returns the document with the patch applied.
  package func applied(to document: Document) throws(Failure) -> Document {
    var patched = PatchedDocument(document, keepsEdits: false)
    try apply(to: &patched)
    return try patched.document()
  }
}

/// Applies patches.
package enum DocumentPatching {
  /// A patched document and the notes on its source.
  package struct Patched: ~Copyable {
    package let bytes: OutputBuffer
    package let notes: [Diagnostic]
    /// Whether a text had to be rewritten although its format allows edits.
    package let isRewritten: Bool
  }

  /// Returns the bytes of the input with the patch applied.
  ///
  /// `options` specify the source's format, and change to write the same. Throws the first error in the input
  /// with its position, `patch.operation` for a failed operation, and `conversion.loss` if `losses` refuses a
  /// value that the format cannot represent.
  package static func apply(
    _ patch: DocumentPatch, to bytes: ByteView, _ options: Conversion, losses: inout LossReport
  ) throws(Diagnostic) -> Patched {
    if options.source ?? FormatDetector.detect(bytes) == .xml {
      return try XMLPatching.apply(patch, to: bytes, options, losses: &losses)
    }
    let loaded = try options.load(bytes)
    var patched = PatchedDocument(loaded.document, keepsEdits: loaded.source.format.traits.editing == .text)
    do throws(Failure) { try patch.apply(to: &patched) } catch { throw Diagnostic(error) }
    return try write(patched, loaded, bytes, options, losses: &losses)
  }

  /// Returns the bytes of the input of `loaded`, with the changes of `patched`.
  static func write(
    _ patched: PatchedDocument, _ loaded: LoadedDocument, _ bytes: ByteView, _ options: Conversion,
    losses: inout LossReport
  ) throws(Diagnostic) -> Patched {
    let format = loaded.source.format
    guard patched.isChanged else {
      var output = OutputBuffer()
      output.append(bytes)
      return Patched(bytes: output, notes: loaded.notes, isRewritten: false)
    }
    if let text = try editedText(patched, loaded, bytes, options, losses: &losses) {
      do throws(Failure) {
        return Patched(
          bytes: try encoded(text, format, bytes, options), notes: loaded.notes, isRewritten: false)
      } catch {
        throw Diagnostic(error)
      }
    }
    var options = options
    options.target = format
    let document: Document
    do throws(Failure) { document = try patched.document() } catch { throw Diagnostic(error) }
    let output = try options.write(
      LoadedDocument(loaded.source, document: document, ledger: loaded.ledger), to: OutputBuffer(),
      losses: &losses)
    do throws(Failure) { try output.prove(document, in: options) } catch { throw Diagnostic(error) }
    // A project in Xcode's layout keeps it.
    if format == .openstep,
      let project = output.withHeldBytes({ XcodeProject.text(of: $0, laidOutAs: loaded.source.text) }),
      isSame(project, format, as: document, losses)
    {
      var own = OutputBuffer()
      project.withByteView { own.append($0) }
      return Patched(bytes: own, notes: loaded.notes, isRewritten: false)
    }
    return Patched(bytes: output, notes: loaded.notes, isRewritten: format.traits.editing == .text)
  }

  /// Returns the edited decoded text; nil if the format has no editable text, or the changes cannot be made
  /// in it.
  static func editedText(
    _ patched: PatchedDocument, _ loaded: LoadedDocument, _ bytes: ByteView, _ options: Conversion,
    losses: inout LossReport
  ) throws(Diagnostic) -> [UInt8]? {
    guard let edits = patched.edits else { return nil }
    do throws(Failure) {
      let format = loaded.source.format
      let text = DecodedText(bytes, kind: DecodedText.Kind(format), forced: options.inputEncoding)
      let wanted = try patched.document()
      var report = losses
      let new = try text.withText { view throws(Failure) in
        try edited(view, bytes.count, format, edits, wanted, &report)
      }
      losses = report
      return new
    } catch {
      throw Diagnostic(error)
    }
  }

  /// The bytes with their text replaced, in their encoding.
  static func encoded(
    _ new: [UInt8], _ format: Format, _ bytes: ByteView, _ options: Conversion
  ) throws(Failure) -> OutputBuffer {
    let text = DecodedText(bytes, kind: DecodedText.Kind(format), forced: options.inputEncoding)
    let length = text.withText { $0.count }
    var output = OutputBuffer()
    try TextSplice.apply(
      [TextSplice(0..<length, new)], to: bytes, decodedAs: text, format: format, into: &output)
    return output
  }

  /// The text after all edits; nil if they would take too long, or produce another document.
  private static func edited(
    _ text: ByteView, _ length: Int, _ format: Format, _ edits: [(path: KeyPath, edit: DocumentEdit)],
    _ wanted: Document, _ losses: inout LossReport
  ) throws(Failure) -> [UInt8]? {
    let isAlways = edits.count <= Limits.patchedTextEditsAlways
    guard isAlways || edits.count <= Limits.patchedTextBytes / max(length, 1) else { return nil }
    var current = text.array
    var bytesLeft = Limits.patchedTextBytes
    var report = losses
    for (path, edit) in edits {
      // A growing text takes longer with each edit.
      bytesLeft -= current.count
      guard isAlways || bytesLeft >= 0 else { return nil }
      do throws(Failure) {
        let splices = try current.withByteView { (view: ByteView) throws(Failure) in
          try TextEditor.splices(
            for: edit, at: path, shownPath: path.shownPointer, in: view, format: format, losses: &report)
        }
        current = current.withByteView { TextSplice.apply(splices, to: $0) }
      } catch {
        if error.code == .editUnsafe { return nil }
        throw error
      }
    }
    guard isSame(current, format, as: wanted, report) else { return nil }
    losses = report
    guard format == .openstep else { return current }
    // A project in Xcode's layout keeps it, with comments for new objects.
    let project = current.withByteView { XcodeProject.text(of: $0, laidOutAs: text) }
    guard let project, isSame(project, format, as: wanted, report) else { return current }
    return project
  }

  /// Whether a text represents the wanted document; if values had to change, whether it is readable.
  private static func isSame(_ text: [UInt8], _ format: Format, as wanted: Document, _ losses: LossReport)
    -> Bool
  {
    text.withByteView { view in
      do throws(Failure) {
        var builder = DocumentBuilder(source: view)
        try DocumentSource(format: format, text: view).read(into: &builder)
        if !losses.notes.isEmpty { return true }
        let read = DocumentFingerprints(try builder.finish(), comparesNumbersByValue: false)
        let other = DocumentFingerprints(try wanted.expandingReferences(), comparesNumbersByValue: false)
        return read[0] == other[0]
      } catch {
        return false
      }
    }
  }
}
