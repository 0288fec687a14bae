// An edited project in its existing layout: merges the change, as Xcode writes it, into the text, so that a
// new object gets its section and comments and every other line remains.
//
//   Xcode's text of the project before ──▶ Xcode's text of it now
//   the text before                    ──▶ the text now

extension XcodeProject {
  /// Returns a changed project in the layout of its previous text; nil if that was not in Xcode's, or either
  /// is not a project.
  static func text(of changed: ByteView, laidOutAs original: ByteView) -> [UInt8]? {
    guard original.starts(with: header), original.firstIndex(of: "/* Begin ") != nil else { return nil }
    do throws(Failure) {
      let hasReturns = InsertedTextStyle(of: original, format: .openstep).lineBreak.count > 1
      var (before, after) = (
        try xcodesText(of: original, like: original), try xcodesText(of: changed, like: original)
      )
      if hasReturns { (before, after) = (withReturns(before), withReturns(after)) }
      return try before.withByteView { (old: ByteView) throws(Failure) in
        if old == original { return after }
        return try after.withByteView { (new: ByteView) throws(Failure) in
          let lines = LineMerge(base: old, ours: original, theirs: new).merged
          if !lines.hasConflicts { return lines.text(preferring: .ours) }
          let merge = TextMerge(
            base: try source(old), ours: try source(original), theirs: try source(new), prefer: nil)
          return merge.conflicts.isEmpty ? merge.merged.text(preferring: .ours) : nil
        }
      }
    } catch { return nil }
  }

  /// Line ends outside strings; Xcode escapes them in strings.
  private static func withReturns(_ text: [UInt8]) -> [UInt8] {
    text.flatMap { $0 == ASCII.lineFeed ? [ASCII.carriageReturn, $0] : [$0] }
  }

  private static func source(_ text: ByteView) throws(Failure) -> PropertyListMergeSource<OpenStepOutline> {
    let document = try DocumentSource(format: .openstep, text: text).document()
    return PropertyListMergeSource(
      OpenStepOutline(text: text), DocumentFingerprints(document, comparesNumbersByValue: false))
  }
}
