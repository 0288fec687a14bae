/// Suggestions by edit distance.
package enum NearestName {
  private static let maximumLength = 64

  /// Returns the candidate closest to the word, if one is close enough.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(word.lowercased())
    guard !wanted.isEmpty, wanted.count <= maximumLength else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate.count <= maximumLength {
      let name = Array(candidate.lowercased())
      let isPart = wanted != name && (wanted.starts(with: name) || name.starts(with: wanted))
      let distance = isPart ? 1 : distance(wanted, name)
      if distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    // One letter is near any other by chance.
    guard let best, best.distance <= max(1, wanted.count / 3),
      best.distance < max(wanted.count, best.name.count)
    else { return nil }
    return best.name
  }

  package static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
    nearest(to: word, among: candidates).map { "did you mean '\($0)'?" }
  }

  /// The number of insertions, deletions, replacements and transpositions that lead from one word to the
  /// other.
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var now = [row + 1] + [Int](repeating: 0, count: right.count)
      for column in 0..<right.count {
        let change = last[column] + (left[row] == right[column] ? 0 : 1)
        now[column + 1] = min(change, last[column + 1] + 1, now[column] + 1)
        let isSwap = row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
        if isSwap { now[column + 1] = min(now[column + 1], beforeLast[column - 1] + 1) }
      }
      (beforeLast, last) = (last, now)
    }
    return last[right.count]
  }
}
