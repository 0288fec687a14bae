// Places in a part of a text as places in the whole.

extension Range<Int> {
  /// The range `distance` further on.
  @inlinable package func shifted(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}
