// The three-way merge of an array: which elements of OURS to keep, remove, merge, or replace with those of
// THEIRS.
//
//   BASE a b c    OURS a c    THEIRS a b c d    →    keep a, keep c, add d
//
// Each side is aligned with BASE: equal elements first, then dictionaries and arrays between them that have
// something in common. Elements between aligned ones were removed, inserted or replaced. If both sides
// replaced, or removed and changed, the same elements in different ways, that is a conflict; so are different
// insertions at one position, because their order would be a guess.

struct ArrayMerge {
  /// The action for the next elements of OURS.
  enum Step {
    case keep(Int)
    /// An element on both sides.
    case merge(ThreeWayMerge.Triple)
    /// A number of elements of OURS, and the elements of THEIRS that replace them.
    case replace(Int, [Int])
    case conflict(base: [Int], ours: [Int], theirs: [Int])
  }

  /// Elements of BASE missing on a side, and their replacement.
  private typealias Hunk = SequenceMerge.Change

  /// One side's elements, and how they differ from those of BASE.
  private struct Side {
    let fingerprints: DocumentFingerprints
    let elements: [Int]
    /// For each element of BASE, its index on this side; nil if it was removed.
    var places: [Int?]
    /// For each element of BASE, and its end, the first index after those of the preceding elements.
    var starts: [Int] = []
    var hunks: [Hunk] = []

    /// This side's elements for a range of BASE, which begins and ends outside hunks; without insertions at
    /// the ends.
    func elements(for range: Range<Int>) -> [Int] {
      let start = places[range.lowerBound] ?? starts[range.lowerBound]
      let isLastKept = places[range.upperBound - 1] != nil
      let next = range.upperBound < places.count ? places[range.upperBound] : elements.count
      let end = isLastKept ? starts[range.upperBound] : next ?? starts[range.upperBound]
      return Array(elements[start..<max(start, end)])
    }
  }

  private(set) var steps: [Step] = []
  private let base: DocumentFingerprints
  private let old: [Int]
  private let ours: Side
  private let theirs: Side

  init(
    base: DocumentFingerprints, _ old: [Int], ours: DocumentFingerprints, _ own: [Int],
    theirs: DocumentFingerprints, _ other: [Int]
  ) {
    self.base = base
    self.old = old
    self.ours = Self.side(base, old, ours, own)
    self.theirs = Self.side(base, old, theirs, other)
    merge()
  }

  // MARK: Alignment

  private static func side(
    _ base: DocumentFingerprints, _ old: [Int], _ fingerprints: DocumentFingerprints, _ elements: [Int]
  ) -> Side {
    var side = Side(
      fingerprints: fingerprints, elements: elements, places: [Int?](repeating: nil, count: old.count))
    let alignment = SequenceAlignment(old.map { base[$0] }, elements.map { fingerprints[$0] })
    for pair in alignment.pairs { side.places[pair.old] = pair.new }
    for gap in alignment.gaps {
      let pairing = ElementPairing(Array(old[gap.old]), of: base, Array(elements[gap.new]), of: fingerprints)
      for inner in pairing.pairs where inner.isDeeper && !pairing.isByPlace {
        let (before, after) = (old[gap.old.lowerBound + inner.old], elements[gap.new.lowerBound + inner.new])
        if fingerprints.identifiesOther(after, than: before, of: base) { continue }
        side.places[gap.old.lowerBound + inner.old] = gap.new.lowerBound + inner.new
      }
    }
    findHunks(of: &side)
    return side
  }

  private static func findHunks(of side: inout Side) {
    var (start, first) = (0, 0)
    for (index, place) in (side.places + [side.elements.count]).enumerated() {
      side.starts.append(start)
      guard let place else { continue }
      if first < index || start < place { side.hunks.append(Hunk(base: first..<index, side: start..<place)) }
      (start, first) = (place + 1, index + 1)
    }
  }

  // MARK: Merging

  private mutating func merge() {
    var index = 0
    var (own, other) = (ours.hunks[...], theirs.hunks[...])
    while true {
      insert(Self.takeInsertion(at: index, from: &own), Self.takeInsertion(at: index, from: &other))
      guard index < old.count else { return }
      var end = index
      var changes: (ours: [Hunk], theirs: [Hunk]) = ([], [])
      while true {
        if let hunk = Self.take(&own, from: index, to: end) {
          changes.ours.append(hunk)
          end = max(end, hunk.base.upperBound)
        } else if let hunk = Self.take(&other, from: index, to: end) {
          changes.theirs.append(hunk)
          end = max(end, hunk.base.upperBound)
        } else {
          break
        }
      }
      if end == index {
        steps.append(.merge(values(index)))
        index += 1
      } else {
        merge(index..<end, changes.ours, changes.theirs)
        index = end
      }
    }
  }

  /// The range that a side inserted before an element of BASE without removing any.
  private static func takeInsertion(at index: Int, from hunks: inout ArraySlice<Hunk>) -> Range<Int> {
    guard let next = hunks.first, next.base == index..<index else { return 0..<0 }
    hunks.removeFirst()
    return next.side
  }

  /// The next hunk if it begins in, or at the start of, a run of removed elements.
  private static func take(_ hunks: inout ArraySlice<Hunk>, from start: Int, to end: Int) -> Hunk? {
    guard let next = hunks.first, next.base.lowerBound < end || next.base.lowerBound == start else {
      return nil
    }
    return hunks.removeFirst()
  }

  private func values(_ index: Int) -> ThreeWayMerge.Triple {
    ThreeWayMerge.Triple(
      base: old[index], ours: ours.places[index].map { ours.elements[$0] },
      theirs: theirs.places[index].map { theirs.elements[$0] })
  }

  /// Whether a side keeps an element of BASE unchanged.
  private func isKept(_ index: Int, _ side: Side) -> Bool {
    side.places[index].map { side.fingerprints[side.elements[$0]] == base[old[index]] } ?? false
  }

  private func isSame(_ own: [Int], _ other: [Int]) -> Bool {
    own.map { ours.fingerprints[$0] } == other.map { theirs.fingerprints[$0] }
  }

  /// Merges insertions of both sides at one position.
  private mutating func insert(_ own: Range<Int>, _ other: Range<Int>) {
    let (mine, new) = (Array(ours.elements[own]), Array(theirs.elements[other]))
    if new.isEmpty || isSame(mine, new) {
      steps.append(.keep(mine.count))
    } else if mine.isEmpty {
      steps.append(.replace(0, new))
    } else {
      steps.append(.conflict(base: [], ours: mine, theirs: new))
    }
  }

  /// Merges a run of elements of BASE that the sides removed or replaced.
  private mutating func merge(_ run: Range<Int>, _ own: [Hunk], _ other: [Hunk]) {
    let (mine, new) = (ours.elements(for: run), theirs.elements(for: run))
    if other.isEmpty && run.allSatisfy({ isKept($0, theirs) }) || isSame(mine, new) {
      steps.append(.keep(mine.count))
    } else if own.isEmpty && run.allSatisfy({ isKept($0, ours) }) {
      steps.append(.replace(mine.count, new))
    } else if (own + other).allSatisfy(\.side.isEmpty), run.allSatisfy({ !isChangedAndRemoved($0) }) {
      for index in run where ours.places[index] != nil {
        steps.append(theirs.places[index] == nil ? .replace(1, []) : .merge(values(index)))
      }
    } else {
      steps.append(.conflict(base: run.map { old[$0] }, ours: mine, theirs: new))
    }
  }

  private func isChangedAndRemoved(_ index: Int) -> Bool {
    switch (ours.places[index], theirs.places[index]) {
    case (.some, nil): !isKept(index, ours)
    case (nil, .some): !isKept(index, theirs)
    default: false
    }
  }
}
