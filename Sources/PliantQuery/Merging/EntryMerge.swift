// The three-way merge of lists with named entries: dictionaries, ordered sets, elements with identifiers.
//
//   BASE a b   OURS a x b   THEIRS a y b z   →   a x y b z
//
// An addition follows the entry that it follows on its side, OURS's first; in a list that is sorted, there or on
// all sides, it goes to its sorted position. Removed entries are removed, unless the other side changed them. If
// the order is data, two different orders are a conflict.

struct EntryMerge {
  /// The number of entries on either side of a position that determine the order.
  private static let sortedNeighbours = 3

  private(set) var steps: [MergeStep] = []
  private let base: [[UInt8]: Int]
  private let isChanged: (MergeSide, Int, Int) -> Bool
  /// Whether all lists are sorted, regardless of case.
  private let isSorted: Bool

  /// `isChanged` returns whether an entry of a side differs from that of BASE, both by index; `isSequence` is whether
  /// the order is data.
  init(
    base: [[UInt8]]?, ours: [[UInt8]], theirs: [[UInt8]], isSequence: Bool = false,
    isChanged: @escaping (MergeSide, Int, Int) -> Bool
  ) {
    self.base = Self.places(base ?? [])
    self.isChanged = isChanged
    isSorted =
      (base?.count ?? 0) > 1
      && [base ?? [], ours, theirs].allSatisfy { names in
        let words = names.filter { $0.first != 0xFF }.map { $0.map(\.lowercased) }
        return zip(words, words.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
      }
    // If only one side moved entries, its order wins.
    let isOurOrderOld = Self.isInOrder(ours, of: self.base)
    if isOurOrderOld, !Self.isInOrder(theirs, of: self.base) {
      merge(theirs, .theirs, ours)
    } else if isSequence, !isOurOrderOld, !Self.isInOrder(theirs, of: Self.places(ours)),
      !Self.isInOrder(theirs, of: self.base)
    {
      conflictOfOrders(ours, theirs)
    } else {
      merge(ours, .ours, theirs)
    }
  }

  /// Merges the entries that both sides have at the ends, in one order; the others are a conflict.
  private mutating func conflictOfOrders(_ ours: [[UInt8]], _ theirs: [[UInt8]]) {
    let start = zip(ours, theirs).prefix { $0 == $1 }.count
    let end = zip(ours.reversed(), theirs.reversed()).prefix { $0 == $1 }.count
    let (own, other) = (start..<ours.count - end, start..<theirs.count - end)
    let merged = Set(ours[..<start] + ours[own.upperBound...])
    steps = ours[..<start].indices.map { .merge(base: base[ours[$0]], ours: $0, theirs: $0) }
    steps.append(
      .conflict(
        base: base.filter { !merged.contains($0.key) }.map(\.value).sorted(), ours: Array(own),
        theirs: Array(other)))
    steps += zip(own.upperBound..., other.upperBound..<theirs.count).map {
      .merge(base: base[ours[$0]], ours: $0, theirs: $1)
    }
  }

  static func places(_ names: [[UInt8]]) -> [[UInt8]: Int] {
    Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
  }

  static func isInOrder(_ names: [[UInt8]], of base: [[UInt8]: Int]) -> Bool {
    let places = names.compactMap { base[$0] }
    return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }

  private mutating func merge(_ names: [[UInt8]], _ side: MergeSide, _ others: [[UInt8]]) {
    let own = Self.places(names)
    let other = Self.places(others)
    let otherSide: MergeSide = side == .ours ? .theirs : .ours
    // The other side's additions, by the index of the entry that they follow.
    var additions: [Int: [(name: [UInt8], step: MergeStep)]] = [:]
    var anchor = -1
    for (place, name) in others.enumerated() {
      if let known = own[name] {
        anchor = known
      } else if let old = base[name] {
        guard isChanged(otherSide, old, place) else { continue }
        additions[anchor, default: []].append((name, conflict(old, otherSide, place)))
      } else {
        additions[anchor, default: []].append((name, .copy(otherSide, place)))
      }
    }
    func isOwn(_ place: Int) -> Bool { other[names[place]] == nil && base[names[place]] == nil }
    var waiting = (additions[-1] ?? [])[...]
    for (place, name) in names.enumerated() {
      if !waiting.isEmpty {
        if !isOwn(place) {
          steps += waiting.map(\.step)
          waiting = []
        } else if isSorted || isSorted(names, around: place) {
          let count = waiting.prefix { precedes($0.name, name) }.count
          steps += waiting.prefix(count).map(\.step)
          waiting.removeFirst(count)
        }
      }
      if let step = step(place, name, side, other[name]) { steps.append(step) }
      waiting += additions[place] ?? []
    }
    steps += waiting.map(\.step)
  }

  /// The step for an entry of the ordering side; nil if the other side removed it.
  private func step(_ place: Int, _ name: [UInt8], _ side: MergeSide, _ other: Int?) -> MergeStep? {
    let old = base[name]
    if let other {
      return side == .ours
        ? .merge(base: old, ours: place, theirs: other) : .merge(base: old, ours: other, theirs: place)
    }
    guard let old else { return .copy(side, place) }
    return isChanged(side, old, place) ? conflict(old, side, place) : nil
  }

  private func conflict(_ old: Int, _ side: MergeSide, _ place: Int) -> MergeStep {
    .conflict(base: [old], ours: side == .ours ? [place] : [], theirs: side == .ours ? [] : [place])
  }

  private static func isSectionMark(_ name: [UInt8]) -> Bool {
    let text = name.drop { $0 == 0xFF || $0.isDigit }
    return name.first == 0xFF && (text.starts(with: "/* Begin ".utf8) || text.starts(with: "/* End ".utf8))
  }

  private func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    isSorted
      ? left.map(\.lowercased).lexicographicallyPrecedes(right.map(\.lowercased))
      : left.lexicographicallyPrecedes(right)
  }

  private func isSorted(_ names: [[UInt8]], around place: Int) -> Bool {
    let start = max(0, place - Self.sortedNeighbours)
    let end = min(names.count, place + Self.sortedNeighbours + 1)
    // Each section of a project is sorted, but they follow the order of their names.
    let first = names[start..<place].lastIndex(where: Self.isSectionMark) ?? start
    let last = names[place..<end].firstIndex(where: Self.isSectionMark) ?? end
    let near = names[first..<last].filter { $0.first != 0xFF }
    return near.count > Self.sortedNeighbours
      && zip(near, near.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
  }
}

extension [MergeContainer] {
  /// Whether one side removed an element of a list, and the other side changed the order; BASE is first.
  var areRemovedAndMoved: Bool {
    guard allSatisfy(\.hasUniqueNames) else { return false }
    let names = map { $0.pieces.map(\.name) }
    let places = EntryMerge.places(names[0])
    let isInOrder = names.dropFirst().map { EntryMerge.isInOrder($0, of: places) }
    let hasRemoved = names.dropFirst().map { !Set(names[0]).isSubset(of: $0) }
    return hasRemoved[0] && !isInOrder[1] || hasRemoved[1] && !isInOrder[0]
  }
}
