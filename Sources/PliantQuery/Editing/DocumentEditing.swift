// An edit of a whole input, from bytes to bytes: in the text if the format has one, otherwise by rewriting.

package enum DocumentEditing {
  /// An edited document and the notes on its source.
  package struct Edited: ~Copyable {
    package let bytes: OutputBuffer
    package let notes: [Diagnostic]
  }

  /// Returns the edited bytes of the input.
  ///
  /// Throws the first error in the input with its position, an `edit/path` error if the edit does not fit the
  /// document, and `conversion.loss` if `losses` refuses a value that the format cannot represent.
  package static func apply(
    _ request: EditRequest, to bytes: ByteView, _ options: Conversion, losses: inout LossReport
  ) throws(Diagnostic) -> Edited {
    var options = options
    options.source = options.source ?? FormatDetector.detect(bytes)
    if options.source == .xml { throw Diagnostic(Failure(.editXMLPath)) }
    let loaded = try options.load(bytes)
    let format = loaded.source.format
    // A rewritten document lacks everything that reading left out.
    if format.traits.editing == .rewriting { try losses.enforce(loaded.ledger, in: loaded.source) }
    do throws(Failure) {
      let (path, edit) = try request.resolve(in: loaded.document)
      switch format.traits.editing {
      case .rewriting:
        return Edited(bytes: try binary(loaded.document, path, edit, &losses), notes: loaded.notes)
      case .text:
        let text = DecodedText(bytes, kind: DecodedText.Kind(format), forced: options.inputEncoding)
        let output = try edited(text, bytes, format, request, path, edit, &losses)
        return Edited(bytes: output, notes: loaded.notes)
      case .none: throw Failure(.editFormat, format.rawValue)
      }
    } catch {
      throw Diagnostic(error.code == .nullRefused ? Failure(.editNull) : error)
    }
  }

  private static func edited(
    _ text: DecodedText, _ bytes: ByteView, _ format: Format, _ request: EditRequest, _ path: KeyPath,
    _ edit: DocumentEdit, _ losses: inout LossReport
  ) throws(Failure) -> OutputBuffer {
    var output = OutputBuffer()
    var report = losses
    let splices = try text.withText { view throws(Failure) in
      try TextEditor.splices(
        for: edit, at: path, shownPath: request.shownPath, in: view, format: format, losses: &report)
    }
    losses = report
    let project = try text.withText { view throws(Failure) -> [UInt8]? in
      let changed = TextSplice.apply(splices, to: view)
      guard changed.withByteView({ EditCheck.holds($0, view, format, edit, at: path) }) else {
        throw Failure(.editUnsafe, request.shownPath)
      }
      guard format == .openstep, text.isView, text.byteOrderMark == nil else { return nil }
      let project = changed.withByteView { XcodeProject.text(of: $0, laidOutAs: view) }
      let isSafe = project?.withByteView { EditCheck.holds($0, view, format, edit, at: path) } ?? false
      return isSafe ? project : nil
    }
    // A project in Xcode's layout keeps it, with comments for new objects.
    if let project {
      project.withByteView { output.append($0) }
      return output
    }
    try TextSplice.apply(splices, to: bytes, decodedAs: text, format: format, into: &output)
    return output
  }

  private static func binary(
    _ document: Document, _ path: KeyPath, _ edit: DocumentEdit, _ losses: inout LossReport
  ) throws(Failure) -> OutputBuffer {
    var builder = DocumentBuilder(source: document.source)
    try document.send(editing: path, edit, into: &builder)
    let changed = try builder.finish(owner: document.owner)
    var options = BinaryPropertyListWriter.Options()
    options.keepsNulls = true
    var failed = 0
    var output = OutputBuffer()
    try BinaryPropertyListWriter.write(
      changed, options: options, losses: &losses, index: &failed, to: &output)
    try output.prove(changed, in: Conversion(to: .binary1))
    return output
  }
}
