// Edits XML nodes of a whole input, from bytes to bytes; the result is read again to verify it.

package enum XMLDocumentEditing {
  /// Returns the edited bytes of the input, and the notes on the input.
  ///
  /// `isList` requires that a property list remains one. Throws the first error in the input or the edit with
  /// its position; `edit.xml-nothing` if the expression selects nothing.
  package static func apply(
    _ request: XMLEditRequest, to bytes: ByteView, _ route: Route, isList: Bool
  ) throws(Diagnostic) -> DocumentPatching.Patched {
    let text = DecodedText(bytes, kind: .xml, forced: route.reading.encoding)
    return try text.withReadableText { view, contradiction throws(Diagnostic) in
      let notes = try route.writing.losses.notes(on: contradiction, in: view)
      do throws(Failure) {
        let tree = try XMLTree.read(view)
        let places = try XMLNodePlaces(of: tree)
        let edits = try request.edits(in: tree, places)
        let output = try apply(edits, to: tree, places, bytes, text)
        if isList { try checkList(output, route.reading.encoding) }
        return DocumentPatching.Patched(bytes: output, notes: notes, isRewritten: false)
      } catch {
        let isOfExpression = error.code.name.description.hasPrefix("xpath.")
        throw isOfExpression ? request.expression.diagnostic(of: error) : Diagnostic(error, in: view)
      }
    }
  }

  /// Returns the bytes of a tree's source with its nodes edited, and verified unless the caller does so.
  ///
  /// Throws `edit.xml-…`.
  static func apply(
    _ edits: XMLEdits, to tree: XMLTree, _ places: XMLNodePlaces, _ bytes: ByteView, _ text: DecodedText,
    laysOut: Bool = true, proves: Bool = true
  ) throws(Failure) -> OutputBuffer {
    let splices = try XMLSpliceMaker.splices(
      for: edits, in: tree, places, encoding: text.encoding, laysOut: laysOut)
    var output = OutputBuffer()
    try TextSplice.apply(splices, to: bytes, decodedAs: text, format: .xml, into: &output)
    guard proves else { return output }
    let wanted = XMLEditProof.digest(of: tree, with: edits)
    guard try digest(of: output, text) == wanted else { throw Failure(.editXMLUnsafe) }
    return output
  }

  /// The content of the edited bytes, read in the encoding of the input.
  private static func digest(of output: borrowing OutputBuffer, _ old: DecodedText) throws(Failure) -> UInt64?
  {
    let forced = old.evidence == .forced ? old.encoding : nil
    return try output.withHeldBytes { (bytes: ByteView) throws(Failure) in
      let text = DecodedText(bytes, kind: .xml, forced: forced)
      guard text.problem == nil, text.encoding == old.encoding else { return nil }
      return try text.withText { (view: ByteView) throws(Failure) in
        do throws(Failure) { return XMLEditProof.digest(of: try XMLTree.read(view)) } catch {
          throw Failure(.editXMLMalformed, error.sentence)
        }
      }
    }
  }

  private static func checkList(_ output: borrowing OutputBuffer, _ encoding: TextEncoding?) throws(Failure) {
    try output.withHeldBytes { (bytes: ByteView) throws(Failure) in
      let text = DecodedText(bytes, kind: .xml, forced: encoding)
      try text.withText { (view: ByteView) throws(Failure) in
        do throws(Failure) {
          try DocumentSource(format: .xml1, text: view).check()
        } catch { throw Failure(.editXMLList, error.sentence) }
      }
    }
  }
}
