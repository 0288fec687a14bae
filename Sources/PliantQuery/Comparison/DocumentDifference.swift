// The differences of two documents by their meaning: the order of keys does not count, that of elements does.
//
//   {"a": 1, "b": [1, 2]}   →   {"b": [0, 1, 2], "c": true}
//
//   removed a,  added b.0,  added c

import PliantCore

/// One difference; a value that became another is removed and added at once.
package struct DocumentChange {
  /// The tape index in the old document; nil where there was nothing.
  package let old: Int?
  /// The tape index in the new document; nil where there is nothing any more.
  package let new: Int?
  /// Where the value is in the old document; of an added element, where it would be.
  package let oldPath: KeyPath
  /// Where it is in the new document; of a removed element, where it is once all before it has changed.
  package let newPath: KeyPath
}

/// Compares two documents.
package struct DocumentDifference {
  /// A pair of places, or one of them, below the pair of containers that is being compared.
  private struct Item {
    var old: Int?
    var new: Int?
    /// The tape index of the key, or the number of the element.
    var oldStep = 0
    var newStep = 0
    /// Whether the two are compared further, not replaced as a whole.
    var isDeeper = false
  }

  /// What a child takes while its container is compared: an item, a place in a table.
  static let bytesOfChild = 160

  private struct Frame {
    let isDictionary: Bool
    let items: [Item]
    var next = 0
  }

  private let old: DocumentFingerprints
  private let new: DocumentFingerprints
  private var frames: [Frame] = []
  private var valuesLeft: Int

  /// A comparison in which, where it says so, an integer and a real of the same value are the same.
  package init(
    from old: Document, to new: Document, comparesNumbersByValue: Bool,
    maximumValues: Int = Limits.expandedValues
  ) {
    valuesLeft = maximumValues
    self.old = DocumentFingerprints(old, comparesNumbersByValue: comparesNumbersByValue)
    self.new = DocumentFingerprints(new, comparesNumbersByValue: comparesNumbersByValue)
  }

  /// Whether there is none.
  package var isEmpty: Bool { old[0] == new[0] }

  /// Calls `body` with each difference, in the order of the documents.
  ///
  /// Carried out one after the other, each at its `newPath`, they make the new document of the old one. Throws
  /// `document.expansion` where shared objects would be compared again and again beyond the budget.
  package mutating func forEach(_ body: (DocumentChange) throws(Failure) -> Void) throws(Failure) {
    guard !isEmpty else { return }
    guard !hasTwoShapes, try open(0, 0) else { return try body(change(Item(old: 0, new: 0))) }
    while let last = frames.indices.last {
      guard frames[last].next < frames[last].items.count else {
        frames.removeLast()
        continue
      }
      let item = frames[last].items[frames[last].next]
      frames[last].next += 1
      if item.isDeeper, let left = item.old, let right = item.new, try open(left, right) { continue }
      try body(change(item))
    }
  }

  /// Whether one is an element in JsonML and the other a document, an element and what is beside it: no edit of the
  /// one makes the other.
  private var hasTwoShapes: Bool {
    func isWhole(_ document: Document) -> Bool {
      document.elements(of: 0).first.map { document.text(at: $0) == "#document" } ?? false
    }
    let isJsonML = [old.document, new.document].allSatisfy {
      $0.origin.format == .xml && $0.origin.xmlStyle == .jsonml && $0.containerKind(at: 0) == .array
    }
    return isJsonML && isWhole(old.document) != isWhole(new.document)
  }

  /// Begins to compare two containers of the same kind; false for all other values.
  private mutating func open(_ left: Int, _ right: Int) throws(Failure) -> Bool {
    let (left, right) = (old.document.resolved(left), new.document.resolved(right))
    let kinds = (old.document.containerKind(at: left), new.document.containerKind(at: right))
    if kinds.0 != nil, kinds.1 != nil {
      // Tables of the children, and the frames around them.
      let children = old.document.count(at: left) + new.document.count(at: right)
      try MemoryBudget.check(adding: children * Self.bytesOfChild)
    }
    switch kinds {
    case (.dictionary, .dictionary):
      frames.append(Frame(isDictionary: true, items: entries(left, right)))
    case (.array, .array): frames.append(Frame(isDictionary: false, items: elements(left, right)))
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
    forEachEntry(of: right, in: new.document) { key, value in
      values[Fingerprint(key: new.document.text(at: key))] = (key, value)
    }
    var items: [Item] = []
    var known: Set<Fingerprint> = []
    forEachEntry(of: left, in: old.document) { key, value in
      let name = Fingerprint(key: old.document.text(at: key))
      known.insert(name)
      guard let other = values[name] else {
        items.append(Item(old: value, oldStep: key))
        return
      }
      guard old[value] != new[other.value] else { return }
      items.append(Item(old: value, new: other.value, oldStep: key, newStep: other.key, isDeeper: true))
    }
    forEachEntry(of: right, in: new.document) { key, value in
      if !known.contains(Fingerprint(key: new.document.text(at: key))) {
        items.append(Item(new: value, newStep: key))
      }
    }
    return items
  }

  private func forEachEntry(
    of dictionary: Int, in document: Document, _ body: (_ key: Int, _ value: Int) -> Void
  ) {
    var at = dictionary + 2
    let end = document.word(at: dictionary).end
    while at < end {
      let value = document.next(after: at)
      body(at, value)
      at = document.next(after: value)
    }
  }

  // MARK: Arrays

  private func elements(_ left: Int, _ right: Int) -> [Item] {
    let (oldPlaces, newPlaces) = (old.document.elements(of: left), new.document.elements(of: right))
    let alignment = SequenceAlignment(oldPlaces.map { old[$0] }, newPlaces.map { new[$0] })
    var items: [Item] = []
    var (x, y) = (0, 0)
    for pair in alignment.pairs + [(oldPlaces.count, newPlaces.count)] {
      addGap(oldPlaces, x..<pair.old, newPlaces, y..<pair.new, to: &items)
      (x, y) = (pair.old + 1, pair.new + 1)
    }
    return items
  }

  /// The differences between elements that are kept: what resembles one another is compared further.
  private func addGap(
    _ oldPlaces: [Int], _ left: Range<Int>, _ newPlaces: [Int], _ right: Range<Int>, to items: inout [Item]
  ) {
    let pairing = ElementPairing(
      left.map { oldPlaces[$0] }, of: old, right.map { newPlaces[$0] }, of: new)
    var (x, y) = (left.lowerBound, right.lowerBound)
    func skip(to left: Int, _ right: Int) {
      while x < left {
        items.append(Item(old: oldPlaces[x], oldStep: x, newStep: y))
        x += 1
      }
      while y < right {
        items.append(Item(new: newPlaces[y], oldStep: x, newStep: y))
        y += 1
      }
    }
    for pair in pairing.pairs {
      skip(to: left.lowerBound + pair.old, right.lowerBound + pair.new)
      items.append(
        Item(old: oldPlaces[x], new: newPlaces[y], oldStep: x, newStep: y, isDeeper: pair.isDeeper))
      x += 1
      y += 1
    }
    skip(to: left.upperBound, right.upperBound)
  }
}
