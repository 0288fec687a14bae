// A patch of application XML: compares the patched document with the nodes of the text, and turns differences
// into edits. Comments, instructions, CDATA, the DOCTYPE and everything else that a style omits remain.

enum XMLPatching {
  /// `route` specifies the style; by default it is that of the patch.
  static func apply(
    _ patch: DocumentPatch, to bytes: ByteView, _ route: Route, losses: inout LossReport
  ) throws(Diagnostic) -> DocumentPatching.Patched {
    let text = DecodedText(bytes, kind: .xml, forced: route.reading.encoding)
    return try text.withReadableText { view, contradiction throws(Diagnostic) in
      let notes = try route.writing.losses.notes(on: contradiction, in: view)
      let tree: XMLTree
      do throws(Failure) { tree = try XMLTree.read(view) } catch { throw Diagnostic(error, in: view) }
      let style = route.reading.xmlStyle ?? patch.style(for: tree)
      var writing = route.writing
      writing.xmlStyle = style
      writing.target = .xml
      let original = try document(view, style)
      var patched = PatchedDocument(
        original, keepsEdits: false, repeatsElements: style == .attributes)
      do throws(Failure) { try patch.apply(to: &patched) } catch { throw Diagnostic(error) }
      let wanted = try wanted(patched, writing, style, &losses)
      do throws(Failure) {
        let prolog = style == .lossless ? try XMLProlog(patched.root) : nil
        var problem = Failure(.editXMLUnsafe)
        // If a namespace declaration is removed or moved, a node's text may have another meaning in its new
        // position.
        // Edits in the style of attributes rewrite additions in any case.
        let strategies = style == .attributes ? [.keepsMovedText] : XMLPatchChanges.Strategy.allCases
        for strategy in strategies {
          do throws(Failure) {
            let output = try edited(original, patched.root, tree, bytes, text, style, strategy)
            guard holds(wanted, prolog, output, text, style) else { throw Failure(.editXMLUnsafe) }
            return DocumentPatching.Patched(bytes: output, notes: notes, isRewritten: strategy == .newRoot)
          } catch {
            guard error.code == .editXMLPrefix || error.code == .editXMLUnsafe else { throw error }
            problem = error
          }
        }
        throw problem
      } catch { throw Diagnostic(error) }
    }
  }

  private static func edited(
    _ original: Document, _ root: PatchNode, _ tree: XMLTree, _ bytes: ByteView, _ text: DecodedText,
    _ style: XMLStyle, _ strategy: XMLPatchChanges.Strategy
  ) throws(Failure) -> OutputBuffer {
    let places = try XMLNodePlaces(of: tree)
    var changes = XMLPatchChanges(
      tree: tree, places: places, original: original, encoding: text.encoding,
      laysOut: style == .attributes, strategy: strategy)
    if style == .attributes {
      try XMLAttributeStyleChanges().add(from: original, to: root, &changes)
    } else {
      try XMLTreeStyleChanges(style: style).add(from: original, to: root, &changes)
    }
    return try XMLDocumentEditing.apply(
      changes.edits, to: tree, places, bytes, text, laysOut: style == .attributes, proves: style != .lossless)
  }

  private static func source(_ text: ByteView, _ style: XMLStyle) -> DocumentSource {
    var reading = Reading(.xml)
    reading.xmlStyle = style
    return DocumentSource(reading, text: text)
  }

  private static func document(_ view: ByteView, _ style: XMLStyle) throws(Diagnostic) -> Document {
    try LoadedDocument(source(view, style)).document
  }

  /// The patched document after a round trip through XML.
  ///
  /// Throws an error for values that XML cannot represent.
  private static func wanted(
    _ patched: PatchedDocument, _ writing: Writing, _ style: XMLStyle, _ losses: inout LossReport
  ) throws(Diagnostic) -> Fingerprint {
    let document = try Diagnostic.of { () throws(Failure) in try patched.document() }
    let written: OutputBuffer
    do throws(Diagnostic) {
      written = try writing.write(
        LoadedDocument(source(.empty, style), document: document), to: OutputBuffer(), losses: &losses)
    } catch { throw Diagnostic(.error, error.sentence, advice: error.advice, rule: error.rule) }
    return try written.withHeldBytes { view throws(Diagnostic) in
      content(of: try self.document(view, style), style)
    }
  }

  private static func holds(
    _ wanted: Fingerprint, _ prolog: XMLProlog?, _ output: borrowing OutputBuffer, _ old: DecodedText,
    _ style: XMLStyle
  ) -> Bool {
    output.withHeldBytes { bytes in
      let text = DecodedText(bytes, kind: .xml, forced: old.evidence == .forced ? old.encoding : nil)
      return text.withText { view in
        guard let read = try? document(view, style) else { return false }
        if let prolog, (try? XMLProlog(PatchNode(read))) != prolog { return false }
        return content(of: read, style) == wanted
      }
    }
  }

  /// The contents of a document, except the XML declaration, which is always written.
  private static func content(of document: Document, _ style: XMLStyle) -> Fingerprint {
    let fingerprints = DocumentFingerprints(document, comparesNumbersByValue: false)
    let children = style == .lossless ? DocumentValue(document).value(forKey: "children") : nil
    return fingerprints[children?.index ?? 0]
  }
}

extension DocumentPatch {
  /// The style of the patch: an index or an array at the root means JsonML, and `children`, unless an element
  /// has that name, the lossless style.
  fileprivate func style(for tree: XMLTree) -> XMLStyle {
    guard case .operations(let patch) = self, let first = patch.firstStep else { return .attributes }
    guard let step = first.step else { return first.isArray ? .jsonml : .attributes }
    if KeyPath.index(step) != nil || step == [ASCII.hyphen] { return .jsonml }
    let isLossless = step.withByteView { $0 == "children" || $0 == "version" || $0 == "standalone" }
    let root = tree.rootElement.map { tree.name(of: $0).array }
    return isLossless && root != step ? .lossless : .attributes
  }
}
