// Reads documents larger than memory through a sliding window, with lines and columns.

extension XMLReader {
  /// Prepares to slide the window; returns the number of its first bytes that are no longer needed.
  ///
  /// The window's bytes may then be moved and freed, and `refill` must be called. Without `countingPlaces`,
  /// `place(of:)` is no longer valid.
  package mutating func prepareToRefill(countingPlaces: Bool = true) -> Int {
    if countingPlaces { source.countPlaces() }
    elements.rescueNames()
    token.name = .empty
    token.text = .empty
    return source.position
  }

  /// Continues with a window that begins with the bytes still needed.
  package mutating func refill(_ window: ByteView, isFinal: Bool) { source.refill(window, isFinal: isFinal) }

  /// Continues with a window at this position in the document.
  package mutating func refill(_ window: ByteView, isFinal: Bool, at place: TextPosition) {
    source.setPlace(place)
    source.refill(window, isFinal: isFinal)
  }

  package func place(of offset: Int) -> TextPosition { source.place(of: offset) }

  /// Lines and columns of several offsets in the window.
  package var places: XMLWindowPlaces { source.places }
}
