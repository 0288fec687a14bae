/// Finds the name closest to an unknown one.
package enum NearestSpelling {
  /// The maximum length of names to compare.
  package static let longest = 64

  /// The index of the closest candidate, the first of several; nil if none is close enough.
  ///
  /// A third of the letters may be wrong, but always at least one. Comparison is case-sensitive.
  package static func index(of name: String, among candidates: some Sequence<String>) -> Int? {
    let wanted = Array(name.utf8)
    guard wanted.count <= longest else { return nil }
    var best: (distance: Int, index: Int)?
    for (index, candidate) in candidates.enumerated() {
      let distance = distance(wanted, Array(candidate.utf8))
      if distance < best?.distance ?? .max { best = (distance, index) }
    }
    guard let best, best.distance <= max(1, wanted.count / 3) else { return nil }
    return best.index
  }

  /// The number of letters to insert, delete, change or swap.
  package static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var best = min(above[column] + (letter == other ? 0 : 1), above[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      before = above
      above = current
    }
    return above[right.count]
  }
}
