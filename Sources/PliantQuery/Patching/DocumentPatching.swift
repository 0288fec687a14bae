// A patch applied to a whole input, from bytes to bytes: in the text where the format has one that can be edited,
// otherwise by writing anew.

import PliantCore

/// A patch of either kind.
package enum DocumentPatch {
  case operations(JSONPatch)
  case merge(MergePatch)

  fileprivate func apply(to document: inout PatchedDocument) throws(Failure) {
    switch self {
    case .operations(let patch): try patch.apply(to: &document)
    case .merge(let patch): try patch.apply(to: &document)
    }
  }

  /// The document with the patch applied.
  package func applied(to document: Document) throws(Failure) -> Document {
    var patched = PatchedDocument(document, keepsEdits: false)
    try apply(to: &patched)
    return try patched.document()
  }
}

/// Applies patches.
package enum DocumentPatching {
  /// A patched document and what is to be said of the one it was made of.
  package struct Patched: ~Copyable {
    package let bytes: OutputBuffer
    package let notes: [Diagnostic]
    /// Whether a text was written anew although texts of its format are kept.
    package let isRewritten: Bool
  }

  /// The bytes of the input with the patch applied.
  ///
  /// `options` name the source's format and are changed to write the same. Throws the first problem of the input with its
  /// place, `patch.operation` for an operation that fails, and `conversion.loss` where `losses` refuses what the format
  /// cannot hold of a value.
  package static func apply(
    _ patch: DocumentPatch, to bytes: ByteView, _ options: Route, losses: inout LossReport
  ) throws(Diagnostic) -> Patched {
    let loaded = try options.load(bytes)
    let format = loaded.source.format
    let keepsText = format.traits.editing == .text
    var patched = PatchedDocument(loaded.document, keepsEdits: keepsText)
    let document: Document
    do throws(Failure) {
      try patch.apply(to: &patched)
      document = try patched.document()
    } catch {
      throw Diagnostic(error)
    }
    let notes = loaded.notes
    if let edits = patched.edits {
      do throws(Failure) {
        var report = losses
        if let output = try edited(bytes, format, edits, document, options, &report) {
          losses = report
          return Patched(bytes: output, notes: notes, isRewritten: false)
        }
      } catch {
        throw Diagnostic(error)
      }
    }
    var options = options
    options.target = format
    options.xmlStyle = options.xmlStyle ?? .attributes
    let output = try options.write(
      LoadedDocument(loaded.source, document: document, ledger: loaded.ledger), to: OutputBuffer(),
      losses: &losses)
    return Patched(bytes: output, notes: notes, isRewritten: keepsText)
  }

  /// The text with all edits made one after the other; nil where that would take too long, or gives another document.
  private static func edited(
    _ bytes: ByteView, _ format: Format, _ edits: [(path: KeyPath, edit: DocumentEdit)], _ wanted: Document,
    _ options: Route, _ losses: inout LossReport
  ) throws(Failure) -> OutputBuffer? {
    let text = DecodedText(bytes, kind: DecodedText.Kind(format), forced: options.inputEncoding)
    let isAlways = edits.count <= Limits.patchedTextEditsAlways
    guard isAlways || edits.count <= Limits.patchedTextBytes / max(bytes.count, 1) else { return nil }
    var current = text.withText { $0.array }
    let length = current.count
    var bytesLeft = Limits.patchedTextBytes
    for (path, edit) in edits {
      // A text that grows takes longer with each edit.
      bytesLeft -= current.count
      guard isAlways || bytesLeft >= 0 else { return nil }
      do throws(Failure) {
        let splices = try current.withByteView { (view: ByteView) throws(Failure) in
          try TextEditor.splices(
            for: edit, at: path, shownPath: path.shownPointer, in: view, format: format, losses: &losses)
        }
        current = current.withByteView { TextSplice.apply(splices, to: $0) }
      } catch {
        if error.code == .editUnsafe { return nil }
        throw error
      }
    }
    guard isSame(current, format, as: wanted, losses) else { return nil }
    var output = OutputBuffer()
    guard !edits.isEmpty else {
      output.append(bytes)
      return output
    }
    try TextSplice.apply(
      [TextSplice(0..<length, current)], to: bytes, decodedAs: text, format: format, into: &output)
    return output
  }

  /// Whether a text says what is wanted; where values had to change, whether it can be read.
  private static func isSame(_ text: [UInt8], _ format: Format, as wanted: Document, _ losses: LossReport)
    -> Bool
  {
    text.withByteView { view in
      do throws(Failure) {
        var builder = DocumentBuilder(source: view)
        try DocumentSource(format: format, text: view).read(into: &builder)
        if !losses.notes.isEmpty { return true }
        let read = DocumentFingerprints(try builder.finish(), comparesNumbersByValue: false)
        let other = DocumentFingerprints(
          try wanted.expandingReferences(), comparesNumbersByValue: false)
        return read[0] == other[0]
      } catch {
        return false
      }
    }
  }
}
