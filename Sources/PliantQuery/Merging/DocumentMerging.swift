// A merge of whole inputs, from bytes to bytes: of texts with the same format by their text
// (MergedInputs.swift), of others with the edits of THEIRS applied to OURS.

package enum DocumentMerging {
  package struct Merged: ~Copyable {
    package let bytes: OutputBuffer
    package let conflicts: [MergeConflict]
    /// Whether a text had to be rewritten although its format allows edits.
    package let isRewritten: Bool
    /// Whether the merge includes the comments of THEIRS.
    package let keepsComments: Bool
    /// The documents to which the conflicts refer; nil for application XML.
    package let base: Document?
    package let theirs: Document?
  }

  /// Merges the changes from `base` to `theirs` into the document of a session.
  ///
  /// Throws errors in writing, and `merge.markers` if there are conflicts to mark in a binary document or in
  /// a text that cannot be edited.
  package static func merge(
    base: LoadedDocument, theirs: LoadedDocument, into ours: EditingSession, prefer preference: MergeSide?,
    marks: Bool, joinsArrays: Bool = false, losses: inout LossReport
  ) throws(Diagnostic) -> Merged {
    let (base, theirs) = (
      base.withLayout(of: ours.loaded.source), theirs.withLayout(of: ours.loaded.source)
    )
    let inputs = MergedInputs(
      base: base, ours: ours.loaded, theirs: theirs, prefer: preference, joinsArrays: joinsArrays)
    if let found = inputs.merged() {
      let side = preference ?? .ours
      let text = marks && !found.conflicts.isEmpty ? found.marked : found.text.text(preferring: side)
      return Merged(
        bytes: try ours.encoded(text), conflicts: found.conflicts, isRewritten: false, keepsComments: true,
        base: base.document, theirs: theirs.document)
    }
    // OURS's session must not change: its nodes are shared with every copy.
    var session = ours.reopened()
    let conflicts = try edit(
      &session, base.document, theirs.document, prefer: preference, joinsArrays: joinsArrays)
    if marks && preference == nil && !conflicts.isEmpty {
      return try marked(session, ours, base.document, theirs.document, conflicts, joinsArrays, &losses)
    }
    let written = try session.write(losses: &losses)
    return Merged(
      bytes: written.bytes, conflicts: conflicts, isRewritten: written.isRewritten, keepsComments: false,
      base: base.document, theirs: theirs.document)
  }

  /// Git's merge of the lines of texts, with a side's lines or markers around conflicts; nil for binary files.
  ///
  /// Throws errors in encoding.
  package static func mergeLines(
    base: ByteView, ours: ByteView, theirs: ByteView, prefer preference: MergeSide?, marks: Bool
  ) throws(Diagnostic) -> (bytes: [UInt8], hasConflicts: Bool)? {
    func text(_ merged: MergedText) -> [UInt8] {
      marks ? merged.marked(joining: true) : merged.text(preferring: preference ?? .ours)
    }
    let inputs = [base, ours, theirs]
    func hasWideUnits(_ bytes: ByteView) -> Bool {
      bytes.count > 1 && (bytes[0] == 0xFF && bytes[1] == 0xFE || bytes[0] == 0xFE && bytes[1] == 0xFF)
    }
    if inputs.contains(where: hasWideUnits) {
      let texts = inputs.map { DecodedText($0, kind: .text, forced: nil) }
      let views = texts.map { $0.withText { $0 } }
      defer { withExtendedLifetime(texts) {} }
      let lines = LineMerge(base: views[0], ours: views[1], theirs: views[2]).merged
      return (try DocumentPatching.encoded(text(lines), .strings, ours, nil).bytes, lines.hasConflicts)
    }
    guard !inputs.contains(where: { $0.firstIndex(of: ASCII.null, from: 0) != nil }) else { return nil }
    let lines = LineMerge(base: base, ours: ours, theirs: theirs).merged
    return (text(lines), lines.hasConflicts)
  }

  /// The lines in which the merges that prefer OURS and THEIRS differ, between markers.
  private static func marked(
    _ session: EditingSession, _ ours: EditingSession, _ base: Document, _ theirs: Document,
    _ conflicts: [MergeConflict], _ joinsArrays: Bool, _ losses: inout LossReport
  ) throws(Diagnostic) -> Merged {
    var other = ours.reopened()
    _ = try edit(&other, base, theirs, prefer: .theirs, joinsArrays: joinsArrays)
    // Losses are reported once.
    var otherLosses = losses
    guard let own = try session.editedText(losses: &losses),
      let new = try other.editedText(losses: &otherLosses)
    else { throw Diagnostic(Failure(.mergeMarkers)) }
    let lines = own.withByteView { mine in
      new.withByteView { LineMerge(base: .empty, ours: mine, theirs: $0, joinsLines: false).merged }
    }
    return Merged(
      bytes: try ours.encoded(lines.marked()), conflicts: conflicts, isRewritten: false,
      keepsComments: false, base: base, theirs: theirs)
  }

  private static func edit(
    _ session: inout EditingSession, _ base: Document, _ theirs: Document, prefer preference: MergeSide?,
    joinsArrays: Bool
  ) throws(Diagnostic) -> [MergeConflict] {
    let ours = session.loaded.document
    let isTyped = [base, ours, theirs].allSatisfy { $0.origin.format?.traits.values == .propertyList }
    do throws(Failure) {
      var merge = ThreeWayMerge(
        base: base, ours: ours, theirs: theirs, comparesNumbersByValue: !isTyped, prefer: preference,
        joinsArrays: joinsArrays)
      try merge.run { edit throws(Failure) in
        switch edit {
        case .add(let path, let value): try session.add(try theirs.copy(of: value), at: path)
        case .replace(let path, let value): try session.replace(at: path, with: try theirs.copy(of: value))
        case .remove(let path): try session.remove(at: path)
        }
      }
      return merge.conflicts
    } catch { throw Diagnostic(error) }
  }
}
