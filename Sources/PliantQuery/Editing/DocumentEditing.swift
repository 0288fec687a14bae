/// An edit of a whole input, from bytes to bytes.
package enum DocumentEditing {
  /// Returns the edited bytes of the input.
  ///
  /// Throws the first error in the input with its position, an `edit/path` error if the edit does not fit the
  /// document, and `conversion.loss` if `losses` refuses a value that the format cannot represent.
  package static func apply(
    _ request: EditRequest, to bytes: ByteView, _ options: Conversion, losses: inout LossReport
  ) throws(Diagnostic) -> DocumentPatching.Patched {
    var options = options
    options.source = options.source ?? FormatDetector.detect(bytes)
    if options.source == .xml { throw Diagnostic(Failure(.editXMLPath)) }
    let loaded = try options.load(bytes)
    let format = loaded.source.format
    // The policy concerns the new value alone: tagged objects elsewhere remain as they are.
    if options.loss == .tag { options.loss = .note }
    let changes = try Diagnostic.of { () throws(Failure) in
      let (path, edit) = try request.resolve(in: loaded.document)
      if edit.insertsNull, format.traits.values.areOfPropertyList, format != .binary1 {
        throw Failure(.editNull)
      }
      var builder = DocumentBuilder(source: loaded.document.source)
      try loaded.document.send(editing: path, edit, into: &builder)
      return DocumentChanges(document: try builder.finish(owner: loaded.document), edits: [(path, edit)])
    }
    switch format.traits.editing {
    case .rewriting: return try DocumentPatching.write(changes, loaded, bytes, options, losses: &losses)
    case .text:
      guard let edited = try DocumentPatching.edited(changes, loaded, bytes, options, losses: &losses) else {
        throw Diagnostic(Failure(.editUnsafe, request.shownPath))
      }
      return edited
    case .none: throw Diagnostic(Failure(.editFormat, format.rawValue))
    }
  }
}

extension DocumentEdit {
  fileprivate var insertsNull: Bool {
    switch self {
    case .replace(let value), .insert(let value), .append(let value): value.tags.contains(.tag(.null))
    case .remove: false
    }
  }
}
