// A three-way merge by meaning: the changes from BASE to THEIRS as edits of OURS, and conflicts.
//
//   BASE {"a": 1, "b": 1}   OURS {"a": 2, "b": 1}   THEIRS {"a": 3, "b": 3}   →   replace b; conflict at a: 1, 2, 3
//
// A value unchanged on one side becomes the other side's. Dictionaries that both changed merge key by key,
// arrays element by element (ArrayMerge.swift); any other value that both changed differently is a conflict.

package enum MergeSide: String, Sendable, CaseIterable {
  case ours
  case theirs
}

/// An edit of OURS; paths are those of the document after all earlier edits.
package enum MergeEdit {
  /// Adds a value of THEIRS, by its tape index, for a missing key or before an element.
  case add(KeyPath, Int)
  case replace(KeyPath, Int)
  case remove(KeyPath)
}

/// A place that both sides changed differently.
package struct MergeConflict {
  /// A document's content at the conflict.
  package enum Content {
    case nothing
    /// The tape index of a value.
    case value(Int)
    /// The tape indices of adjacent elements.
    case elements([Int])
    /// Markup, and its offset in the text.
    case text([UInt8], at: Int)
    case comments

    init(_ index: Int?) { self = index.map { .value($0) } ?? .nothing }
  }

  /// The path in the merged document.
  package let path: KeyPath
  package let base: Content
  package let ours: Content
  package let theirs: Content
}

package struct ThreeWayMerge {
  /// The tape indices of a value in the three documents; nil if missing.
  struct Triple {
    var base: Int?
    var ours: Int?
    var theirs: Int?
  }

  /// Two containers of the same kind being merged: the entries of dictionaries, or the steps of arrays.
  private struct Frame {
    var items: [(key: [UInt8], values: Triple)] = []
    var steps: [ArrayMerge.Step] = []
    let isArray: Bool
    var next = 0
    /// The index of the next element in the merged array; it advances past it once `isMerged`.
    var index = 0
    var isMerged = false
  }

  private let base: DocumentFingerprints
  private let ours: DocumentFingerprints
  private let theirs: DocumentFingerprints
  private let preference: MergeSide?
  private let joinsArrays: Bool
  private var frames: [Frame] = []
  private var valuesLeft = Limits.expandedValues
  package private(set) var conflicts: [MergeConflict] = []

  /// Creates a merge, which optionally treats an integer and a real of the same value as equal; `preference`
  /// resolves conflicts, which otherwise keep OURS's value.
  package init(
    base: Document, ours: Document, theirs: Document, comparesNumbersByValue: Bool,
    prefer preference: MergeSide?, joinsArrays: Bool = false
  ) {
    self.base = DocumentFingerprints(base, comparesNumbersByValue: comparesNumbersByValue)
    self.ours = DocumentFingerprints(ours, comparesNumbersByValue: comparesNumbersByValue)
    self.theirs = DocumentFingerprints(theirs, comparesNumbersByValue: comparesNumbersByValue)
    self.preference = preference
    self.joinsArrays = joinsArrays
  }

  /// Calls `body` with each edit of OURS, in an order in which they can be applied.
  ///
  /// Throws `document.expansion` if repeated comparisons of shared objects exceed the budget.
  package mutating func run(_ body: (MergeEdit) throws(Failure) -> Void) throws(Failure) {
    try merge(Triple(base: 0, ours: 0, theirs: 0), isRoot: true, body)
    while let last = frames.indices.last {
      let frame = frames[last]
      guard frame.next < frame.items.count + frame.steps.count else {
        frames.removeLast()
        continue
      }
      frames[last].next += 1
      guard frame.isArray else {
        try merge(frame.items[frame.next].values, body)
        continue
      }
      if frame.isMerged { advance(by: 1) }
      try take(frame.steps[frame.next], body)
    }
  }

  private var path: KeyPath {
    KeyPath(
      components: frames.map { $0.isArray ? Array(String($0.index).utf8) : $0.items[$0.next - 1].key })
  }

  // MARK: Values

  private mutating func merge(
    _ values: Triple, isRoot: Bool = false, _ body: (MergeEdit) throws(Failure) -> Void
  ) throws(Failure) {
    let (old, own, other) = (
      values.base.map { base[$0] }, values.ours.map { ours[$0] }, values.theirs.map { theirs[$0] }
    )
    guard other != old, own != other else { return }
    // The objects of a keyed archive refer to one another by number, and both sides renumber them.
    let isOpaque = isRoot && own != old && [base, ours, theirs].contains { $0.document.isKeyedArchive }
    if !isOpaque, try open(values) { return }
    if own != old {
      conflicts.append(
        MergeConflict(
          path: path, base: .init(values.base), ours: .init(values.ours), theirs: .init(values.theirs)))
      guard preference == .theirs else { return }
    }
    switch (values.ours, values.theirs) {
    case (nil, let new?): try body(.add(path, new))
    case (.some, let new?): try body(.replace(path, new))
    case (_, nil): try body(.remove(path))
    }
  }

  /// Starts merging two containers of the same kind; false for all other values.
  private mutating func open(_ values: Triple) throws(Failure) -> Bool {
    guard let own = values.ours.map(ours.document.resolved),
      let other = values.theirs.map(theirs.document.resolved),
      let kind = ours.document.containerKind(at: own), theirs.document.containerKind(at: other) == kind,
      case let steps = path.components, let form = ours.document.form(of: own, at: steps),
      form == theirs.document.form(of: other, at: steps)
    else { return false }
    var old = values.base.map(base.document.resolved)
    if let place = old, base.document.containerKind(at: place) != kind { old = nil }
    let children =
      (old.map(base.document.count) ?? 0) + ours.document.count(at: own) + theirs.document.count(at: other)
    try MemoryBudget.check(adding: children * DocumentDifference.bytesOfChild)
    switch kind {
    case .dictionary: frames.append(Frame(items: entries(old, own, other), isArray: false))
    case .array:
      if joinsArrays {
        frames.append(Frame(steps: union(old, own, other), isArray: true))
        break
      }
      guard let old else { return false }
      if let found = identified(old, own, other, at: steps) {
        frames.append(Frame(steps: found, isArray: true))
        break
      }
      let merge = ArrayMerge(
        base: base, base.document.elements(of: old), ours: ours, ours.document.elements(of: own),
        theirs: theirs, theirs.document.elements(of: other))
      frames.append(Frame(steps: merge.steps, isArray: true))
    case .set: return false
    }
    valuesLeft -= children
    guard valuesLeft >= 0 else { throw Failure(.expansionTooLarge) }
    return true
  }

  // MARK: Dictionaries

  private func entries(_ old: Int?, _ own: Int, _ other: Int) -> [(key: [UInt8], values: Triple)] {
    let olds = old.map { base.document.values(of: $0) } ?? [:]
    var others = theirs.document.values(of: other)
    var items: [(key: [UInt8], values: Triple)] = []
    for entry in DocumentValue(ours.document, at: own).entries {
      let name = Fingerprint(key: entry.key)
      let values = Triple(base: olds[name], ours: entry.value.index, theirs: others.removeValue(forKey: name))
      items.append((entry.key.array, values))
    }
    for entry in DocumentValue(theirs.document, at: other).entries {
      let name = Fingerprint(key: entry.key)
      guard others[name] != nil else { continue }
      items.append((entry.key.array, Triple(base: olds[name], ours: nil, theirs: entry.value.index)))
    }
    return items
  }

  // MARK: Arrays

  /// Removes from OURS what THEIRS removed, and appends what it added.
  private func union(_ old: Int?, _ own: Int, _ other: Int) -> [ArrayMerge.Step] {
    let known = Set(old.map { base.document.elements(of: $0).map { base[$0] } } ?? [])
    let elements = ours.document.elements(of: own)
    let others = theirs.document.elements(of: other)
    let kept = Set(others.map { theirs[$0] })
    let steps = elements.map { index -> ArrayMerge.Step in
      known.contains(ours[index]) && !kept.contains(ours[index]) ? .replace(1, []) : .keep(1)
    }
    var seen = known.union(elements.map { ours[$0] })
    return steps + [.replace(0, others.filter { seen.insert(theirs[$0]).inserted })]
  }

  /// The steps of an ordered set in a project, or of dictionaries that a field identifies; nil for other arrays,
  /// and for those in another order on a side.
  private func identified(_ old: Int, _ own: Int, _ other: Int, at path: [[UInt8]]) -> [ArrayMerge.Step]? {
    let sides = [base, ours, theirs]
    let lists = zip(sides, [old, own, other]).map { $0.document.elements(of: $1) }
    let isSet = ours.document.isProject && Document.isSetOfProject(path)
    var names = zip(sides, lists).map { side, list in
      isSet ? list.map { DocumentValue(side.document, at: $0).text?.array ?? [] } : []
    }
    var fields: [[LearntIdentity.Fields]] = []
    if !isSet {
      for (side, list) in zip(sides, lists) {
        let found = list.compactMap(side.fields)
        guard found.count == list.count else { return nil }
        fields.append(found)
      }
      guard let identity = LearntIdentity(fields) else { return nil }
      names = identity.values.map { $0.map { $0.reduce(into: []) { $0 += [0] + $1 } } }
    }
    guard names.allSatisfy({ Set($0).count == $0.count && !$0.contains([]) }) else { return nil }
    var (mine, new) = (names[1], names[2])
    EntryMerge.pairReplacements(base: names[0], ours: &mine, theirs: &new) { side, index, place in
      guard !isSet else { return false }
      let (old, own) = (fields[0][index], fields[side == .ours ? 1 : 2][place])
      let equal = own.count { field in old.contains { $0.name == field.name && $0.value == field.value } }
      return equal * 2 >= max(old.count, own.count)
    }
    let merge = EntryMerge(base: names[0], ours: mine, theirs: new) { side, index, place in
      (side == .ours ? ours[lists[1][place]] : theirs[lists[2][place]]) != base[lists[0][index]]
    }
    var at = 0
    var result: [ArrayMerge.Step] = []
    /// Removes elements of OURS before one; false if it precedes them.
    func skip(to place: Int) -> Bool {
      if place > at { result.append(.replace(place - at, [])) }
      defer { at = place + 1 }
      return place >= at
    }
    for step in merge.steps {
      switch step {
      case .copy(.ours, let place):
        guard skip(to: place) else { return nil }
        result.append(.keep(1))
      case .copy(.theirs, let place): result.append(.replace(0, [lists[2][place]]))
      case .merge(let before, let place, let new):
        guard skip(to: place) else { return nil }
        result.append(
          .merge(Triple(base: before.map { lists[0][$0] }, ours: lists[1][place], theirs: lists[2][new])))
      case .conflict(let before, let mine, let new):
        if let place = mine.first, !skip(to: place) { return nil }
        result.append(
          .conflict(
            base: before.map { lists[0][$0] }, ours: mine.map { lists[1][$0] },
            theirs: new.map { lists[2][$0] }))
      }
    }
    return skip(to: lists[1].count) ? result : nil
  }

  /// Advances in the array.
  private mutating func advance(by count: Int, isMerged: Bool = false) {
    frames[frames.count - 1].index += count
    frames[frames.count - 1].isMerged = isMerged
  }

  private mutating func take(
    _ step: ArrayMerge.Step, _ body: (MergeEdit) throws(Failure) -> Void
  ) throws(Failure) {
    switch step {
    case .keep(let count): advance(by: count)
    case .merge(let values):
      // Paths inside the element contain its index until the next step.
      advance(by: 0, isMerged: true)
      try merge(values, body)
    case .replace(let count, let new): try replace(count, new, body)
    case .conflict(let old, let own, let new):
      conflicts.append(
        MergeConflict(path: path, base: .elements(old), ours: .elements(own), theirs: .elements(new)))
      if preference == .theirs { try replace(own.count, new, body) } else { advance(by: own.count) }
    }
  }

  private mutating func replace(
    _ count: Int, _ new: [Int], _ body: (MergeEdit) throws(Failure) -> Void
  ) throws(Failure) {
    for index in new.prefix(count) {
      try body(.replace(path, index))
      advance(by: 1)
    }
    for index in new.dropFirst(count) {
      try body(.add(path, index))
      advance(by: 1)
    }
    for _ in 0..<max(0, count - new.count) { try body(.remove(path)) }
  }
}

extension Document {
  /// Whether it is the structure that NSKeyedArchiver writes.
  var isKeyedArchive: Bool {
    let root = DocumentValue(self)
    return root.value(forKey: "$objects")?.isArray == true && root.value(forKey: "$top")?.isDictionary == true
  }

  fileprivate func values(of dictionary: Int) -> [Fingerprint: Int] {
    Dictionary(
      DocumentValue(self, at: dictionary).entries.map { (Fingerprint(key: $0.key), $0.value.index) },
      uniquingKeysWith: { $1 })
  }
}
