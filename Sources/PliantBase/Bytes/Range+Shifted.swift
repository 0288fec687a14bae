extension Range<Int> {
  /// The range shifted by `distance`.
  @inlinable package func shifted(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
