// The merge of application XML, from bytes to bytes.

package enum XMLMerging {
  /// Merges the changes from `base`, which is empty for files that both sides added, to `theirs` into `ours`.
  ///
  /// Throws an error in `ours`, and `merge.input` for an error in another input.
  package static func merge(
    base: ByteView, ours: ByteView, theirs: ByteView, prefer preference: MergeSide?, marks: Bool,
    encoding: TextEncoding?
  ) throws(Diagnostic) -> DocumentMerging.Merged {
    let texts = [base, ours, theirs].map { DecodedText($0, kind: .xml, forced: encoding) }
    for text in texts where !(text.isView && base.isEmpty) {
      if let problem = text.problem { throw text.withText { Diagnostic(problem, in: $0) } }
    }
    // The texts live as long as the array.
    let views = texts.map { $0.withText { $0 } }
    defer { withExtendedLifetime(texts) {} }
    var sources: [XMLMergeSource?] = []
    for view in views {
      do throws(Failure) {
        sources.append(view.isEmpty && base.isEmpty ? nil : try XMLMergeSource(view))
      } catch { throw Diagnostic(error, in: view) }
    }
    guard let mine = sources[1], let new = sources[2] else { throw Diagnostic(Failure(.formatUnknown)) }
    let found = merge(sources[0], mine, new, preference)
    let isMarked = marks && preference == nil && !found.conflicts.isEmpty
    let text = isMarked ? found.marked : found.text.text(preferring: preference ?? .ours)
    return DocumentMerging.Merged(
      bytes: try DocumentPatching.encoded(text, .xml, ours, encoding), conflicts: found.conflicts,
      isRewritten: false, keepsComments: true)
  }

  private static func merge(
    _ base: XMLMergeSource?, _ ours: XMLMergeSource, _ theirs: XMLMergeSource, _ preference: MergeSide?
  ) -> MergedInputs.Result {
    let known = max(ours.doubledIdentities, theirs.doubledIdentities)
    func isSound(_ text: [UInt8], _ conflicts: [MergeConflict]?) -> Bool {
      text.withByteView { view in
        guard let found = try? XMLMergeSource(view).doubledIdentities else { return false }
        // A value moved on one side and changed on the other occurs twice until the conflict is resolved.
        return found <= known || conflicts?.isEmpty == false
      }
    }
    let result = MergedInputs.Result(
      base: base?.text, ours: ours.text, theirs: theirs.text, isSound: isSound,
      byMeaning: {
        let merge = TextMerge(base: base, ours: ours, theirs: theirs, prefer: preference)
        return (merge.merged, merge.conflicts)
      })
    if let result { return result }
    // Without a sound result, the whole documents conflict.
    var whole = MergedText()
    whole.append(ours: ours.text.array, theirs: theirs.text.array, at: nil)
    let conflict = MergeConflict(
      path: KeyPath(components: []), base: base.map { $0.content(of: $0.root) } ?? .nothing,
      ours: ours.content(of: ours.root), theirs: theirs.content(of: theirs.root))
    return MergedInputs.Result(
      text: whole, conflicts: [conflict],
      marked: (base.map { LineMerge(base: $0.text, ours: ours.text, theirs: theirs.text).merged } ?? whole)
        .marked())
  }
}
