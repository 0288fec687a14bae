extension Range<Int> {
  /// The range shifted by `distance`.
  @inlinable package func shifted(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }

  /// The first index for which `before` is false, by binary search; it must be true for all earlier ones only.
  @inlinable package func firstIndex(notBefore before: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low &+ high) / 2
      if before(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}
