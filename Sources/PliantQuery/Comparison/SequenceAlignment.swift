// The correspondence of elements in two sequences, so that an insertion is one difference rather than one per
// following element: Myers's algorithm with a bound, and beyond it anchors, elements that occur once in both.
//
//   a b c d
//   a x c d e     keeps a, c and d: the pairs (0, 0), (2, 2), (3, 3)

/// Finds a long common subsequence of two sequences of fingerprints.
struct SequenceAlignment {
  /// The maximum number of differences for an exact result.
  static let exactDistance = 1_000

  private let old: [Int32]
  private let new: [Int32]
  /// Pairs of indices of equal elements, both ascending.
  private(set) var pairs: [(old: Int, new: Int)] = []

  /// The ranges around and between pairs, one more than pairs; either may be empty.
  var gaps: [(old: Range<Int>, new: Range<Int>)] {
    var (x, y) = (0, 0)
    return (pairs + [(old.count, new.count)]).map { pair in
      defer { (x, y) = (pair.old + 1, pair.new + 1) }
      return (x..<pair.old, y..<pair.new)
    }
  }

  init(_ old: [Fingerprint], _ new: [Fingerprint]) {
    var symbols: [Fingerprint: Int32] = [:]
    func symbol(_ element: Fingerprint) -> Int32 {
      if let known = symbols[element] { return known }
      let number = Int32(truncatingIfNeeded: symbols.count)
      symbols[element] = number
      return number
    }
    self.old = old.map(symbol)
    self.new = new.map(symbol)
    align(0..<old.count, 0..<new.count, mayAnchor: true)
  }

  private mutating func align(_ left: Range<Int>, _ right: Range<Int>, mayAnchor: Bool) {
    var (left, right) = (left, right)
    while let first = left.first, let other = right.first, old[first] == new[other] {
      pairs.append((first, other))
      left.removeFirst()
      right.removeFirst()
    }
    var tail: [(old: Int, new: Int)] = []
    while let last = left.last, let other = right.last, old[last] == new[other] {
      tail.append((last, other))
      left.removeLast()
      right.removeLast()
    }
    if !left.isEmpty && !right.isEmpty {
      if let path = shortestPath(left, right) {
        pairs += path
      } else if mayAnchor {
        alignByAnchors(left, right)
      }
    }
    pairs += tail.reversed()
  }

  // MARK: Myers

  /// The pairs of a longest common subsequence, or nil if the sequences differ too much.
  private func shortestPath(_ left: Range<Int>, _ right: Range<Int>) -> [(old: Int, new: Int)]? {
    let (width, height) = (left.count, right.count)
    let bound = min(Self.exactDistance, width + height)
    // The furthest position on each diagonal, one row per number of differences.
    var furthest = [Int32](repeating: 0, count: 2 * bound + 3)
    var rows: [[Int32]] = []
    for distance in 0...bound {
      rows.append(Array(furthest[bound + 1 - distance - 1...bound + 1 + distance + 1]))
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let slot = diagonal + bound + 1
        let goesDown =
          diagonal == -distance || diagonal != distance && furthest[slot - 1] < furthest[slot + 1]
        var x = Int(goesDown ? furthest[slot + 1] : furthest[slot - 1] + 1)
        while x < width, x - diagonal < height, x - diagonal >= 0,
          old[left.lowerBound + x] == new[right.lowerBound + x - diagonal]
        {
          x += 1
        }
        furthest[slot] = Int32(truncatingIfNeeded: x)
        if x >= width && x - diagonal >= height { return backtrack(rows, left, right) }
      }
    }
    return nil
  }

  private func backtrack(_ rows: [[Int32]], _ left: Range<Int>, _ right: Range<Int>) -> [(old: Int, new: Int)]
  {
    var found: [(old: Int, new: Int)] = []
    var (x, y) = (left.count, right.count)
    for distance in stride(from: rows.count - 1, through: 0, by: -1) {
      let row = rows[distance]
      let diagonal = x - y
      // The middle of the row is diagonal 0.
      let slot = diagonal + distance + 1
      let goesDown = diagonal == -distance || diagonal != distance && row[slot - 1] < row[slot + 1]
      let previous = goesDown ? diagonal + 1 : diagonal - 1
      let fromX = distance == 0 ? 0 : Int(row[goesDown ? slot + 1 : slot - 1])
      let fromY = distance == 0 ? 0 : fromX - previous
      while x > fromX && y > fromY && x > 0 && y > 0
        && old[left.lowerBound + x - 1] == new[right.lowerBound + y - 1]
      {
        x -= 1
        y -= 1
        found.append((left.lowerBound + x, right.lowerBound + y))
      }
      (x, y) = (fromX, fromY)
    }
    return found.reversed()
  }

  // MARK: Anchors

  /// Aligns elements that occur once on each side, in their longest common order.
  private mutating func alignByAnchors(_ left: Range<Int>, _ right: Range<Int>) {
    var places: [Int32: (old: Int, new: Int)] = [:]
    for index in left {
      let known = places[old[index]]
      places[old[index]] = (known == nil ? index : -1, -2)
    }
    for index in right {
      guard let known = places[new[index]] else { continue }
      places[new[index]] = (known.old, known.new == -2 ? index : -1)
    }
    let anchors = places.values.filter { $0.old >= 0 && $0.new >= 0 }.sorted { $0.old < $1.old }
    var (x, y) = (left.lowerBound, right.lowerBound)
    for anchor in Self.longestAscending(anchors, by: \.new) {
      align(x..<anchor.old, y..<anchor.new, mayAnchor: false)
      pairs.append(anchor)
      (x, y) = (anchor.old + 1, anchor.new + 1)
    }
    align(x..<left.upperBound, y..<right.upperBound, mayAnchor: false)
  }

  /// The longest subsequence of values whose places ascend.
  static func longestAscending<Value>(_ values: [Value], by place: (Value) -> Int) -> [Value] {
    // For each length, the value that ends the run with the lowest last place.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: values.count)
    for index in values.indices {
      let length = ends.indices.firstIndex(notBefore: { place(values[ends[$0]]) < place(values[index]) })
      if length > 0 { before[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var result: [Value] = []
    var at = ends.last ?? -1
    while at >= 0 {
      result.append(values[at])
      at = before[at]
    }
    return result.reversed()
  }
}
