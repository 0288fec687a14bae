// The differences between two documents by meaning: the order of keys does not count, that of elements does.
//
//   {"a": 1, "b": [1, 2]}   →   {"b": [0, 1, 2], "c": true}
//
//   removed a,  added b.0,  added c

/// One difference; a value with another kind is removed and added at once.
package struct DocumentChange {
  /// The tape index in the old document; nil if added.
  package let old: Int?
  /// The tape index in the new document; nil if removed.
  package let new: Int?
  /// The path in the old document; for an added element, its position there.
  package let oldPath: KeyPath
  /// The path in the new document; for a removed element, its position after all earlier changes.
  package let newPath: KeyPath
}

package struct DocumentDifference {
  /// A pair of values, or one of them, inside the pair of containers being compared.
  struct Item {
    var old: Int?
    var new: Int?
    /// The tape index of the key, or the number of the element.
    var oldStep = 0
    var newStep = 0
    /// Whether the two are compared further, rather than replaced whole.
    var isDeeper = false
    /// The text of the record's key, which is the step to it; nil without one.
    var name: [UInt8]?
  }

  /// The memory for a child during the comparison of its container: an item and a table entry.
  static let bytesOfChild = 160

  private struct Frame {
    let isDictionary: Bool
    let items: [Item]
    var next = 0
  }

  let old: DocumentFingerprints
  let new: DocumentFingerprints
  /// The fields that identify the records of an array, whose order then does not count.
  let keys: [KeyPath]
  private var frames: [Frame] = []
  private var valuesLeft: Int

  /// A comparison that optionally treats an integer and a real of the same value as equal, ignores the order of
  /// elements or the values at `ignored` tape indices, or pairs records by fields.
  package init(
    from old: Document, to new: Document, comparesNumbersByValue: Bool, isUnordered: Bool = false,
    ignored: (old: Set<Int>, new: Set<Int>) = ([], []), keys: [KeyPath] = [],
    maximumValues: Int = Limits.expandedValues
  ) {
    func fingerprints(_ document: Document, _ ignored: Set<Int>) -> DocumentFingerprints {
      DocumentFingerprints(
        document, comparesNumbersByValue: comparesNumbersByValue, isUnordered: isUnordered, ignoring: ignored)
    }
    self.init(
      from: fingerprints(old, ignored.old), to: fingerprints(new, ignored.new), keys: keys,
      maximumValues: maximumValues)
  }

  /// Creates a comparison from fingerprints, both computed in the same way.
  init(
    from old: DocumentFingerprints, to new: DocumentFingerprints, keys: [KeyPath] = [],
    maximumValues: Int = Limits.expandedValues
  ) {
    self.keys = keys
    valuesLeft = maximumValues
    self.old = old
    self.new = new
  }

  package var isEmpty: Bool { old[0] == new[0] }
  package var oldDocument: Document { old.document }
  package var newDocument: Document { new.document }

  /// Calls `body` with each difference, in the order of the documents.
  ///
  /// Applied in order, each at its `newPath`, they turn the old document into the new one. Throws
  /// `document.expansion` if repeated comparisons of shared objects exceed the budget.
  package mutating func forEach(_ body: (DocumentChange) throws(Failure) -> Void) throws(Failure) {
    guard !isEmpty else { return }
    // Without shared containers there are at most as many differences as words.
    var changesLeft = Limits.repeatedValues(ofWords: oldDocument.wordCount + newDocument.wordCount)
    let (left, right) = hasTwoShapes ? (old.rootElement, new.rootElement) : (0, 0)
    guard let left, let right, try open(left, right) else { return try body(change(Item(old: 0, new: 0))) }
    while let last = frames.indices.last {
      guard frames[last].next < frames[last].items.count else {
        frames.removeLast()
        continue
      }
      let item = frames[last].items[frames[last].next]
      frames[last].next += 1
      if item.isDeeper, let left = item.old, let right = item.new, try open(left, right) { continue }
      changesLeft -= 1
      guard changesLeft >= 0 else { throw Failure(.expansionTooLarge) }
      try body(change(item))
    }
  }

  /// Whether one is an element in JsonML and the other a document with nodes next to its root element: unless
  /// those are ignored, no edit leads from one to the other.
  private var hasTwoShapes: Bool {
    func isWhole(_ document: Document) -> Bool {
      document.elements(of: 0).first.map { document.text(at: $0) == "#document" } ?? false
    }
    func isJsonML(_ document: Document) -> Bool {
      document.origin.format == .xml && document.documentSource.xmlStyle == .jsonml
        && document.containerKind(at: 0) == .array
    }
    let (old, new) = (old.document, new.document)
    return isJsonML(old) && isJsonML(new) && isWhole(old) != isWhole(new)
  }

  /// Starts comparing two containers of the same kind; false for all other values.
  private mutating func open(_ left: Int, _ right: Int) throws(Failure) -> Bool {
    let (left, right) = (old.document.resolved(left), new.document.resolved(right))
    let kinds = (old.document.containerKind(at: left), new.document.containerKind(at: right))
    if kinds.0 != nil, kinds.1 != nil {
      // The children's tables, and the enclosing frames.
      let children = old.document.count(at: left) + new.document.count(at: right)
      try MemoryBudget.check(adding: children * Self.bytesOfChild)
    }
    switch kinds {
    case (.dictionary, .dictionary): frames.append(Frame(isDictionary: true, items: entries(left, right)))
    case (.array, .array): frames.append(Frame(isDictionary: false, items: try elements(left, right)))
    default: return false
    }
    valuesLeft -= old.document.count(at: left) + new.document.count(at: right)
    guard valuesLeft >= 0 else { throw Failure(.expansionTooLarge) }
    return true
  }

  private func change(_ item: Item) -> DocumentChange {
    var (left, right) = (KeyPath(components: []), KeyPath(components: []))
    for frame in frames {
      let item = frame.items[frame.next - 1]
      if frame.isDictionary {
        let key = item.old == nil ? new.document.text(at: item.newStep) : old.document.text(at: item.oldStep)
        left.components.append(key.array)
        right.components.append(key.array)
      } else if let name = item.name {
        left.components.append(name)
        right.components.append(name)
      } else {
        left.components.append(Array(String(item.oldStep).utf8))
        right.components.append(Array(String(item.newStep).utf8))
      }
    }
    return DocumentChange(old: item.old, new: item.new, oldPath: left, newPath: right)
  }

  // MARK: Dictionaries

  private func entries(_ left: Int, _ right: Int) -> [Item] {
    var values: [Fingerprint: (key: Int, value: Int)] = [:]
    for (key, value) in entries(of: right, in: new) { values[new.key(at: key)] = (key, value) }
    var items: [Item] = []
    for (key, value) in entries(of: left, in: old) {
      guard let other = values.removeValue(forKey: old.key(at: key)) else {
        items.append(Item(old: value, oldStep: key))
        continue
      }
      guard old[value] != new[other.value] else { continue }
      items.append(Item(old: value, new: other.value, oldStep: key, newStep: other.key, isDeeper: true))
    }
    for (key, value) in entries(of: right, in: new) where values[new.key(at: key)] != nil {
      items.append(Item(new: value, newStep: key))
    }
    return items
  }

  private func entries(
    of dictionary: Int, in fingerprints: DocumentFingerprints
  ) -> some Sequence<(key: Int, value: Int)> {
    DocumentValue(fingerprints.document, at: dictionary).entries.lazy.map(\.keyIndex)
      .filter { !fingerprints.isIgnored($0) }.map { ($0, fingerprints.document.next(after: $0)) }
  }

  // MARK: Arrays

  private struct Elements {
    var indices: [Int] = []
    /// The index of each in the array.
    var steps: [Int] = []
    /// The number of all elements.
    let count: Int

    /// Ignored elements are left out, unless they are to keep their places among the others.
    init(of array: Int, in fingerprints: DocumentFingerprints, keepsIgnored: Bool = false) {
      let all = fingerprints.document.elements(of: array)
      count = all.count
      for (step, index) in all.enumerated() where keepsIgnored || !fingerprints.isIgnored(index) {
        indices.append(index)
        steps.append(step)
      }
    }

    /// The index of an element, or the end of the array.
    func step(_ element: Int) -> Int { element < steps.count ? steps[element] : count }
  }

  private mutating func elements(_ left: Int, _ right: Int) throws(Failure) -> [Item] {
    if !keys.isEmpty, let items = try records(left, right) { return items }
    let keeps = !old.isXML && !old.isUnordered
    let (left, right) = (
      Elements(of: left, in: old, keepsIgnored: keeps), Elements(of: right, in: new, keepsIgnored: keeps)
    )
    if old.isUnordered { return unordered(left, right) }
    // One ignored element takes the place of another.
    func key(_ index: Int, _ fingerprints: DocumentFingerprints) -> Fingerprint {
      fingerprints.isIgnored(index) ? .zero : fingerprints[index]
    }
    let alignment = SequenceAlignment(left.indices.map { key($0, old) }, right.indices.map { key($0, new) })
    var items: [Item] = []
    for gap in alignment.gaps { addGap(left, gap.old, right, gap.new, to: &items) }
    // A patch keeps the ignored elements of the old array.
    if keeps {
      var shift = 0
      for (number, item) in items.enumerated() {
        items[number].newStep = item.oldStep + shift
        shift += item.new == nil ? -1 : item.old == nil ? 1 : 0
      }
    }
    return items
  }

  /// The differences between kept elements; similar ones are compared further.
  private func addGap(
    _ oldElements: Elements, _ left: Range<Int>, _ newElements: Elements, _ right: Range<Int>,
    to items: inout [Item]
  ) {
    let olds = left.filter { !old.isIgnored(oldElements.indices[$0]) }
    let news = right.filter { !new.isIgnored(newElements.indices[$0]) }
    let pairing = ElementPairing(
      olds.map { oldElements.indices[$0] }, of: old, news.map { newElements.indices[$0] }, of: new)
    var (x, y) = (0, 0)
    func add(hasOld: Bool = true, hasNew: Bool = true, isDeeper: Bool = false) {
      let (oldPlace, newPlace) = (
        x < olds.count ? olds[x] : left.upperBound, y < news.count ? news[y] : right.upperBound
      )
      items.append(
        Item(
          old: hasOld ? oldElements.indices[oldPlace] : nil,
          new: hasNew ? newElements.indices[newPlace] : nil,
          oldStep: oldElements.step(oldPlace), newStep: newElements.step(newPlace), isDeeper: isDeeper))
      if hasOld { x += 1 }
      if hasNew { y += 1 }
    }
    func skip(to left: Int, _ right: Int) {
      while x < left { add(hasNew: false) }
      while y < right { add(hasOld: false) }
    }
    for pair in pairing.pairs {
      skip(to: pair.old, pair.new)
      add(isDeeper: pair.isDeeper)
    }
    skip(to: olds.count, news.count)
  }

  // MARK: Without order

  /// The differences between elements in any order: equal ones match wherever they are, and additions go to
  /// the end.
  private func unordered(_ left: Elements, _ right: Elements) -> [Item] {
    var unmatched = Unmatched(left, right, old, new)
    var items = unmatched.takeHead(left, right, old, new)
    var shift = items.reduce(0) { $0 + ($1.new == nil ? -1 : $1.old == nil ? 1 : 0) }
    let (olds, news) = (
      unmatched.sorted(unmatched.old, left, old), unmatched.sorted(unmatched.new, right, new)
    )
    let pairing = ElementPairing(
      olds.map { left.indices[$0] }, of: old, news.map { right.indices[$0] }, of: new)
    var partners: [Int: (new: Int, isDeeper: Bool)] = [:]
    for pair in pairing.pairs { partners[olds[pair.old]] = (news[pair.new], pair.isDeeper) }
    for element in unmatched.old {
      let partner = partners[element]
      items.append(
        Item(
          old: left.indices[element], new: partner.map { right.indices[$0.new] },
          oldStep: left.steps[element],
          newStep: left.steps[element] + shift, isDeeper: partner?.isDeeper ?? false))
      if partner == nil { shift -= 1 }
    }
    let paired = Set(partners.values.map(\.new))
    for element in unmatched.new where !paired.contains(element) {
      items.append(Item(new: right.indices[element], oldStep: left.count, newStep: left.count + shift))
      shift += 1
    }
    return items
  }

  /// The elements without an equal one on the other side, by number among the relevant ones.
  private struct Unmatched {
    var old: [Int] = []
    var new: [Int] = []

    init(_ left: Elements, _ right: Elements, _ old: DocumentFingerprints, _ new: DocumentFingerprints) {
      var places: [Fingerprint: [Int]] = [:]
      for (element, index) in right.indices.enumerated().reversed() {
        places[new[index], default: []].append(element)
      }
      for (element, index) in left.indices.enumerated() where places[old[index]]?.popLast() == nil {
        self.old.append(element)
      }
      self.new = places.values.joined().sorted()
    }

    /// The differences of the name and the attributes, at the beginning of a JsonML element.
    mutating func takeHead(
      _ left: Elements, _ right: Elements, _ old: DocumentFingerprints, _ new: DocumentFingerprints
    ) -> [Item] {
      guard old.isXML else { return [] }
      func head(_ elements: Elements, _ fingerprints: DocumentFingerprints, isName: Bool) -> Int? {
        if isName { return 0 }
        guard elements.indices.count > 1 else { return nil }
        let isAttributes = fingerprints.document.containerKind(at: elements.indices[1]) == .dictionary
        return isAttributes ? 1 : nil
      }
      var items: [Item] = []
      for isName in [true, false] {
        let x = head(left, old, isName: isName).flatMap { self.old.contains($0) ? $0 : nil }
        let y = head(right, new, isName: isName).flatMap { self.new.contains($0) ? $0 : nil }
        guard x != nil || y != nil else { continue }
        self.old.removeAll { $0 == x }
        self.new.removeAll { $0 == y }
        items.append(
          Item(
            old: x.map { left.indices[$0] }, new: y.map { right.indices[$0] }, oldStep: isName ? 0 : 1,
            newStep: isName ? 0 : 1, isDeeper: !isName))
      }
      return items
    }

    /// The elements sorted by candidates for pairing: those with the same name together.
    func sorted(_ elements: [Int], _ all: Elements, _ fingerprints: DocumentFingerprints) -> [Int] {
      let document = fingerprints.document
      func group(_ element: Int) -> UInt64 {
        let place = document.resolved(all.indices[element])
        guard document.containerKind(at: place) == .array, document.count(at: place) > 0 else { return 0 }
        return document.tag(at: place + 2) == .string ? fingerprints[place + 2].low : 0
      }
      return elements.map { ($0, group($0)) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
    }
  }
}

extension DocumentFingerprints {
  /// The root element of XML in JsonML, or nil if something relevant is next to it.
  fileprivate var rootElement: Int? {
    guard isXML else { return nil }
    let nodes = document.elements(of: 0)
    guard let first = nodes.first, document.text(at: first) == "#document" else { return 0 }
    let counted = nodes.dropFirst().filter { !isIgnored($0) }
    return counted.count == 1 ? counted.first : nil
  }
}
