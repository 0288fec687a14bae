// The three-way merge of sequences of comparable elements: unchanged elements, changes of one side, and
// changes that overlap or touch.
//
//   BASE a b c d   OURS a x c d   THEIRS a b c y   →   same a, ours x, same c, theirs y

struct SequenceMerge {
  /// Ranges of elements, in order.
  enum Hunk {
    /// The range of OURS.
    case same(Range<Int>)
    case ours(Range<Int>)
    case theirs(Range<Int>)
    case conflict(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  }

  /// A range of BASE and its replacement.
  struct Change {
    let base: Range<Int>
    let side: Range<Int>
  }

  /// One side during the traversal of BASE.
  private struct Side {
    var changes: ArraySlice<Change>
    /// The offset between its indices and those of BASE.
    var ahead = 0
    var start = 0
    var isChanged = false

    mutating func begin(at place: Int) {
      start = place + ahead
      isChanged = false
    }

    /// Consumes the next change if it begins by an index; returns the end of both.
    mutating func take(upTo end: Int) -> Int? {
      guard let next = changes.first, next.base.lowerBound <= end else { return nil }
      changes.removeFirst()
      ahead = next.side.upperBound - next.base.upperBound
      isChanged = true
      return max(end, next.base.upperBound)
    }

    func range(upTo end: Int) -> Range<Int> { start..<end + ahead }
  }

  private(set) var hunks: [Hunk] = []

  init(base: [Fingerprint], ours: [Fingerprint], theirs: [Fingerprint]) {
    var own = Side(changes: Self.changes(base, ours)[...])
    var other = Side(changes: Self.changes(base, theirs)[...])
    var at = 0
    while let start = [own.changes.first, other.changes.first].compactMap({ $0?.base.lowerBound }).min() {
      same(at..<start, own)
      own.begin(at: start)
      other.begin(at: start)
      var end = start
      while let next = own.take(upTo: end) ?? other.take(upTo: end) { end = next }
      let (mine, new) = (own.range(upTo: end), other.range(upTo: end))
      if !other.isChanged {
        hunks.append(.ours(mine))
      } else if !own.isChanged {
        hunks.append(.theirs(new))
      } else {
        hunks.append(.conflict(base: start..<end, ours: mine, theirs: new))
      }
      at = end
    }
    same(at..<base.count, own)
  }

  private mutating func same(_ range: Range<Int>, _ own: Side) {
    if range.isEmpty { return }
    hunks.append(.same(range.lowerBound + own.ahead..<range.upperBound + own.ahead))
  }

  private static func changes(_ old: [Fingerprint], _ new: [Fingerprint]) -> [Change] {
    SequenceAlignment(old, new).gaps.filter { !$0.old.isEmpty || !$0.new.isEmpty }
      .map { Change(base: $0.old, side: $0.new) }
  }
}
