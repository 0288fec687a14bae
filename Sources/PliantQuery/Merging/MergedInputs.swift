// The choice of a merge for texts with the same format: git's if it has no conflict and the result is sound;
// otherwise the merge by meaning.

struct MergedInputs {
  struct Result {
    let text: MergedText
    var conflicts: [MergeConflict]
    let marked: [UInt8]
  }

  private let base: LoadedDocument?
  private let ours: LoadedDocument
  private let theirs: LoadedDocument
  private let preference: MergeSide?
  private let joinsArrays: Bool

  /// An empty JSON object is the BASE of a file that both sides added.
  init(
    base: LoadedDocument, ours: LoadedDocument, theirs: LoadedDocument, prefer preference: MergeSide?,
    joinsArrays: Bool = false
  ) {
    let isMissing = base.source.format == .json && base.source.text == "{}" && ours.source.format != .json
    self.base = isMissing ? nil : base
    self.ours = ours
    self.theirs = theirs
    self.preference = preference
    self.joinsArrays = joinsArrays
  }

  private var all: [LoadedDocument] { [base, ours, theirs].compactMap { $0 } }
  private var format: Format { ours.source.format }

  /// Merges the texts; nil if they have different formats or layouts, or no sound result.
  func merged() -> Result? {
    guard format.traits.editing == .text, all.allSatisfy({ $0.source.format == format }),
      !all.contains(where: { $0.document.isKeyedArchive })
    else { return nil }
    var result = Result(
      base: joinsArrays ? nil : base?.source.text, ours: ours.source.text, theirs: theirs.source.text,
      isSound: { isSound($0, allowsMisplaced: $1 != nil) },
      byMeaning: { isOneLayout ? format.outline.map { merge($0) } : nil })
    if let text = result?.text, result?.conflicts.isEmpty == true {
      result?.conflicts = misplaced(text.text(preferring: .ours))
    }
    return result
  }

  /// Whether pieces of one text fit the other's layout.
  private var isOneLayout: Bool {
    let layouts = [ours, theirs].map { InsertedTextStyle(of: $0.source.text, format: format) }
    guard layouts[0].lineBreak == layouts[1].lineBreak else { return false }
    // Entries of `.strings` are not nested: only comments contain indentation.
    return format == .strings
      || layouts[0].unit == layouts[1].unit && layouts[0].breaksLines == layouts[1].breaksLines
  }

  // MARK: By meaning

  private func merge<Outline: TextOutline>(
    _ outline: Outline.Type
  ) -> (merged: MergedText, conflicts: [MergeConflict]) {
    let byValue = format.traits.values == .json
    func source(_ loaded: LoadedDocument) -> PropertyListMergeSource<Outline> {
      PropertyListMergeSource(
        outline.init(text: loaded.source.text),
        DocumentFingerprints(loaded.document, comparesNumbersByValue: byValue))
    }
    let merge = TextMerge(
      base: base.map(source), ours: source(ours), theirs: source(theirs), prefer: preference,
      joinsArrays: joinsArrays)
    return (merge.merged, merge.conflicts)
  }

  // MARK: Soundness

  private func document(_ text: ByteView) -> Document? {
    try? DocumentSource(format: format, text: text).document()
  }

  /// Whether a text is readable, without new duplicate keys and without anything invalid in a project.
  private func isSound(_ text: [UInt8], allowsMisplaced: Bool) -> Bool {
    text.withByteView { view in
      guard let document = document(view) else { return false }
      let known = ours.document.duplicateKeys + theirs.document.duplicateKeys
      guard document.duplicateKeys.count <= known.count,
        Set(document.duplicateKeys.map(\.key)).isSubset(of: known.map(\.key))
      else { return false }
      return allowsMisplaced || newlyMisplaced(document).isEmpty
    }
  }

  /// Missing objects that a project refers to, and children of two groups, that neither side has.
  private func newlyMisplaced(_ document: Document) -> Set<[UInt8]> {
    let found = document.misplacedIdentifiers
    return found.isEmpty
      ? []
      : found.subtracting(ours.document.misplacedIdentifiers).subtracting(
        theirs.document.misplacedIdentifiers)
  }

  private func misplaced(_ text: [UInt8]) -> [MergeConflict] {
    let missing = text.withByteView { document($0).map(newlyMisplaced) ?? [] }
    return missing.sorted { $0.lexicographicallyPrecedes($1) }.map { identifier in
      let path = KeyPath(components: [Array("objects".utf8), identifier])
      return MergeConflict(
        path: path, base: .init(base?.document.index(at: path)), ours: .init(ours.document.index(at: path)),
        theirs: .init(theirs.document.index(at: path)))
    }
  }
}

extension MergedInputs.Result {
  /// Git's merge of the lines, otherwise that of the values; nil if neither is sound for both sides.
  ///
  /// `isSound` gets the conflicts of the latter.
  init?(
    base: ByteView?, ours: ByteView, theirs: ByteView, isSound: ([UInt8], [MergeConflict]?) -> Bool,
    byMeaning: () -> (merged: MergedText, conflicts: [MergeConflict])?
  ) {
    let lines = base.map { LineMerge(base: $0, ours: ours, theirs: theirs) }
    if let lines, case let text = lines.merged, !text.hasConflicts, !lines.revivesLine,
      isSound(text.text(preferring: .ours), nil)
    {
      self.init(text: text, conflicts: [], marked: [])
      return
    }
    guard let found = byMeaning(),
      MergeSide.allCases.allSatisfy({ isSound(found.merged.text(preferring: $0), found.conflicts) })
    else { return nil }
    self.init(
      text: found.merged, conflicts: found.conflicts,
      marked: found.merged.marked(ours, theirs))
  }
}

extension Document {
  /// The identifiers in a project's objects without an object, and of children of several groups.
  fileprivate var misplacedIdentifiers: Set<[UInt8]> {
    var children: Set<[UInt8]> = []
    let doubled = XcodeProject.references(in: self).filter { reference in
      reference.key == "children" && !children.insert(reference.identifier).inserted
    }
    return Set((XcodeProject.danglingReferences(in: self) + doubled).map(\.identifier))
  }
}
