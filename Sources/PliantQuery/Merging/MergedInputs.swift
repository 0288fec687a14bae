// The choice of a merge for texts with the same format: git's if it has no conflict and the result is sound;
// otherwise the merge by meaning.

final class MergedInputs {
  struct Result {
    let text: MergedText
    var conflicts: [MergeConflict]
    let marked: [UInt8]
    /// The identifiers that the text still doubles or lacks.
    let misplaced: Set<[UInt8]>
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

  /// The references of the three documents, unless they are projects, BASE is missing or no side removed any.
  private var references: [IdentifierReferences]? {
    guard let base, !ours.document.isProject else { return nil }
    return IdentifierReferences.all { hasFields in
      [base, ours, theirs].map { IdentifierReferences($0.document, fields: hasFields) }
    }
  }

  private var all: [LoadedDocument] { [base, ours, theirs].compactMap { $0 } }
  private var format: Format { ours.source.format }

  /// Merges the texts; nil if they have different formats or layouts, or no sound result.
  func merged() -> Result? {
    guard format.traits.editing == .text, all.allSatisfy({ $0.source.format == format }),
      !all.contains(where: { $0.document.isKeyedArchive })
    else { return nil }
    let known = references
    func misplaced(_ text: [UInt8]) -> Set<[UInt8]> {
      text.withByteView { document($0).map { newlyMisplaced($0, known) } ?? [] }
    }
    var result = Result(
      base: joinsArrays ? nil : base?.source.text, ours: ours.source.text, theirs: theirs.source.text,
      isSound: { text, _ in isSound(text) },
      isSame: isSame, misplaced: misplaced,
      byMeaning: { contested in isOneLayout ? format.outline.map { merge($0, contested) } : nil })
    if let found = result, found.conflicts.isEmpty { result?.conflicts = conflicts(at: found.misplaced) }
    return result
  }

  /// Whether pieces of one text fit the other's layout.
  private var isOneLayout: Bool {
    let layouts = [ours, theirs].map { InsertedTextStyle(of: $0.source.text, format: format) }
    guard layouts[0].lineBreak == layouts[1].lineBreak else { return false }
    return format == .strings
      || layouts[0].unit == layouts[1].unit && layouts[0].breaksLines == layouts[1].breaksLines
  }

  // MARK: By meaning

  private func merge<Outline: TextOutline>(
    _ outline: Outline.Type, _ contested: Set<[UInt8]>
  ) -> (merged: MergedText, conflicts: [MergeConflict]) {
    let byValue = format.traits.values == .json
    func source(_ loaded: LoadedDocument) -> PropertyListMergeSource<Outline> {
      PropertyListMergeSource(
        outline.init(text: loaded.source.text),
        DocumentFingerprints(loaded.document, comparesNumbersByValue: byValue))
    }
    let merge = TextMerge(
      base: base.map(source), ours: source(ours), theirs: source(theirs), prefer: preference,
      joinsArrays: joinsArrays, contested: contested)
    return (merge.merged, merge.conflicts)
  }

  // MARK: Soundness

  private func document(_ text: ByteView) -> Document? {
    try? DocumentSource(format: format, text: text).document()
  }

  /// Whether a text is readable, without new duplicate keys.
  private func isSound(_ text: [UInt8]) -> Bool {
    text.withByteView { view in
      guard let document = document(view) else { return false }
      let known = ours.document.duplicateKeys + theirs.document.duplicateKeys
      return document.duplicateKeys.count <= known.count
        && Set(document.duplicateKeys.map(\.key)).isSubset(of: known.map(\.key))
    }
  }

  /// Whether two texts have the same values, but for the order of elements.
  private func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    let values = [left, right].map { text in
      text.withByteView { view in
        document(view).map {
          DocumentFingerprints($0, comparesNumbersByValue: false, isUnordered: true)[0]
        }
      }
    }
    return values[0] == values[1]
  }

  /// The identifiers of missing objects that a document refers to, of children of two groups, and of files that
  /// both sides added, unless a side has them too.
  private func newlyMisplaced(_ merged: Document, _ known: [IdentifierReferences]?) -> Set<[UInt8]> {
    if let known { return known[0].missing(in: IdentifierReferences(merged), known[1], known[2]) }
    guard merged.isProject else { return [] }
    func new(_ found: (Document) -> Set<[UInt8]>) -> Set<[UInt8]> {
      let all = found(merged)
      return all.isEmpty ? [] : all.subtracting(found(ours.document)).subtracting(found(theirs.document))
    }
    func isObject(_ identifier: [UInt8], in document: Document?) -> Bool {
      document?.index(at: KeyPath(components: [Array("objects".utf8), identifier])) != nil
    }
    var found = new(\.misplacedIdentifiers).union(new(\.doubledFiles))
    // An object that a side removed together with a missing one comes back with it.
    for reference in found.isEmpty ? [] : base.map({ XcodeProject.references(in: $0.document) }) ?? []
    where found.contains(reference.identifier) {
      guard let owner = reference.owner else { continue }
      if !isObject(owner, in: ours.document) || !isObject(owner, in: theirs.document) { found.insert(owner) }
    }
    // Objects that a side added, and to which only that side refers.
    let used = Set(XcodeProject.references(in: merged).map(\.identifier))
    for reference in [ours, theirs].flatMap({ XcodeProject.references(in: $0.document) })
    where !used.contains(reference.identifier) {
      let isNew = !isObject(reference.identifier, in: base?.document)
      if isNew && isObject(reference.identifier, in: merged) { found.insert(reference.identifier) }
    }
    return found
  }

  private func conflicts(at identifiers: Set<[UInt8]>) -> [MergeConflict] {
    identifiers.sorted { $0.lexicographicallyPrecedes($1) }.map { identifier in
      let outer = ours.document.isProject ? [Array("objects".utf8)] : []
      let path = KeyPath(components: outer + [identifier])
      return MergeConflict(
        path: path, base: .init(base?.document.index(at: path)), ours: .init(ours.document.index(at: path)),
        theirs: .init(theirs.document.index(at: path)))
    }
  }
}

extension MergedInputs.Result {
  /// The maximum number of merges until all that a conflict concerns is part of it.
  private static let rounds = 8

  /// Git's merge of the lines if that of the values leads to the same ones, otherwise the latter; nil if neither is
  /// sound for both sides.
  ///
  /// Equal lines of two records can lead git to the wrong one. `isSound` gets the conflicts of the values; `isSame`
  /// compares two texts. `misplaced` returns the identifiers that a text doubles or lacks:
  /// their additions and removals are conflicts.
  init?(
    base: ByteView?, ours: ByteView, theirs: ByteView, isSound: ([UInt8], [MergeConflict]?) -> Bool,
    isSame: ([UInt8], [UInt8]) -> Bool, misplaced: ([UInt8]) -> Set<[UInt8]>,
    byMeaning: (Set<[UInt8]>) -> (merged: MergedText, conflicts: [MergeConflict])?
  ) {
    let lines = base.map { LineMerge(base: $0, ours: ours, theirs: theirs) }
    var byLines: [UInt8]?
    if let lines, case let text = lines.merged, !text.hasConflicts, !lines.revivesLine,
      case let bytes = text.text(preferring: .ours), isSound(bytes, nil), misplaced(bytes).isEmpty
    {
      byLines = bytes
    }
    var contested: Set<[UInt8]> = []
    let first = byMeaning(contested)
    /// Whether the merge of the values has the same result as that of the lines, usually byte by byte.
    func confirms(_ lines: [UInt8]) -> Bool {
      guard let first else { return true }
      let values = first.merged.text(preferring: .ours)
      return first.conflicts.isEmpty && (values == lines || isSame(values, lines))
    }
    if let lines, let byLines, confirms(byLines) {
      self.init(text: lines.merged, conflicts: [], marked: [], misplaced: [])
      return
    }
    guard var found = first else { return nil }
    var last: Set<[UInt8]> = []
    for round in 0...Self.rounds {
      last = Set(MergeSide.allCases.flatMap { misplaced(found.merged.text(preferring: $0)) })
      let known = contested.count
      contested.formUnion(last)
      guard round < Self.rounds, contested.count > known, let next = byMeaning(contested) else { break }
      found = next
    }
    guard MergeSide.allCases.allSatisfy({ isSound(found.merged.text(preferring: $0), found.conflicts) })
    else { return nil }
    self.init(
      text: found.merged, conflicts: found.conflicts,
      marked: found.merged.marked(ours, theirs), misplaced: last)
  }
}

extension Document {
  /// The identifiers in a project's objects without an object, and of children of several groups.
  fileprivate var misplacedIdentifiers: Set<[UInt8]> {
    var children: Set<[UInt8]> = []
    let references = XcodeProject.references(in: self)
    let doubled = references.filter { reference in
      reference.key == "children" && !children.insert(reference.identifier).inserted
    }
    return Set((XcodeProject.dangling(references, in: self) + doubled).map(\.identifier))
  }

  /// The lists of a project, and the keys with the identity of their objects.
  private static var identities: [String: [StaticString]] {
    [
      "children": ["path"], "files": ["fileRef", "productRef"], "packageReferences": ["repositoryURL"],
      "packageProductDependencies": ["productName"], "targets": ["name"],
    ]
  }

  /// The identifiers of references to one file in one group of a project, and the like.
  fileprivate var doubledFiles: Set<[UInt8]> {
    guard let objects = DocumentValue(self).value(forKey: "objects") else { return [] }
    var files: [[[UInt8]]: Set<[UInt8]>] = [:]
    for reference in XcodeProject.references(in: self) {
      guard let keys = Self.identities[reference.key], let owner = reference.owner,
        let object = reference.identifier.withByteView({ objects.value(forKey: $0) }),
        let kind = object.value(forKey: "isa")?.text, !(kind == "PBXGroup")
      else { continue }
      // The variants of a file have paths, and their group has a name.
      let all = kind == "PBXVariantGroup" ? ["name"] : keys
      guard let value = all.lazy.compactMap({ object.value(forKey: $0)?.text?.array }).first else { continue }
      let tree = object.value(forKey: "sourceTree")?.text?.array ?? []
      files[[owner, value, kind.array, tree], default: []].insert(reference.identifier)
    }
    return Set(files.values.filter { $0.count > 1 }.joined())
  }
}
