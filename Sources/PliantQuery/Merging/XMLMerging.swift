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
    // The texts live as long as the arrays.
    let own = texts[1].withText { $0 }
    let others = [texts[0], texts[2]].map { text in text.withText { OwnedText($0, withLineEndsOf: own) } }
    let views = [others[0].view, own, others[1].view]
    defer { withExtendedLifetime((texts, others)) {} }
    var sources: [XMLMergeSource?] = []
    for view in views {
      do throws(Failure) {
        sources.append(view.isEmpty && base.isEmpty ? nil : try XMLMergeSource(view))
      } catch { throw Diagnostic(error, in: view) }
    }
    let indented = [0, 2].map { sources[$0]?.indented(like: own) }
    defer { withExtendedLifetime(indented) {} }
    for (side, found) in zip([0, 2], indented) { sources[side] = found?.source ?? sources[side] }
    guard let mine = sources[1], let new = sources[2] else { throw Diagnostic(Failure(.formatUnknown)) }
    let found = merge(sources[0], mine, new, preference)
    let isMarked = marks && preference == nil && !found.conflicts.isEmpty
    let text = isMarked ? found.marked : found.text.text(preferring: preference ?? .ours)
    return DocumentMerging.Merged(
      bytes: try DocumentPatching.encoded(text, .xml, ours, encoding), conflicts: found.conflicts,
      isRewritten: false, keepsComments: true, base: nil, theirs: nil)
  }

  private static func merge(
    _ base: XMLMergeSource?, _ ours: XMLMergeSource, _ theirs: XMLMergeSource, _ preference: MergeSide?
  ) -> MergedInputs.Result {
    let local = [base, ours, theirs].reduce(into: Set()) { $0.formUnion($1?.namesWithLocalIDs ?? []) }
    let known = [ours, theirs].map { $0.doubledIdentities(local: local) }
    func isSound(_ text: [UInt8], _ conflicts: [MergeConflict]?) -> Bool {
      text.withByteView { view in
        guard let found = (try? XMLMergeSource(view))?.doubledIdentities(local: local) else { return false }
        // A value moved on one side and changed on the other occurs twice until the conflict is resolved.
        return found.count <= max(known[0].count, known[1].count) || conflicts?.isEmpty == false
      }
    }
    func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
      left.withByteView { left in
        right.withByteView { right in
          (try? XMLDifference(from: left, to: right, isUnordered: true))?.isEmpty == true
        }
      }
    }
    let sides = base.flatMap { base in
      IdentifierReferences.all { hasFields in
        [base, ours, theirs].map { IdentifierReferences($0.tree, fields: hasFields) }
      }
    }
    let parents = base.map { [$0, ours, theirs].map { $0.parents(local: local) } }
    /// The identifiers that the merge doubles, to whose elements it keeps references only, or of elements that one side
    /// removed and the other side moved to another parent.
    func misplaced(_ text: [UInt8]) -> Set<[UInt8]> {
      text.withByteView { view in
        guard let source = try? XMLMergeSource(view) else { return [] }
        var misplaced = Set(source.doubledIdentities(local: local)).subtracting(known.joined())
        if let parents {
          let found = source.parents(local: local)
          for (id, parent) in parents[0] where found[id] != nil {
            let (own, other) = (parents[1][id], parents[2][id])
            if (own == nil) != (other == nil), own ?? other != parent { misplaced.insert(id) }
          }
        }
        guard let sides else { return misplaced }
        return misplaced.union(sides[0].missing(in: IdentifierReferences(source.tree), sides[1], sides[2]))
      }
    }
    let result = MergedInputs.Result(
      base: base?.text, ours: ours.text, theirs: theirs.text, isSound: isSound, isSame: isSame,
      misplaced: misplaced,
      byMeaning: { contested in
        let merge = TextMerge(
          base: base, ours: ours, theirs: theirs, prefer: preference, contested: contested)
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
        .marked(), misplaced: [])
  }
}
