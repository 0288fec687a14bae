// Reading documents larger than memory through a window that slides, and where things are in lines and columns.

extension XMLReader {
  /// Prepares to slide the window: returns how many of its bytes, from its beginning, are no longer needed.
  ///
  /// After this the window's bytes may be moved and freed; then `refill` must be called. `place(of:)` knows no places
  /// any more unless they are counted.
  package mutating func prepareToRefill(countingPlaces: Bool = true) -> Int {
    if countingPlaces { source.countPlaces() }
    elements.rescueNames()
    token.name = .empty
    token.text = .empty
    return source.position
  }

  /// Goes on with a window that begins with the bytes that are still needed.
  package mutating func refill(_ window: ByteView, isFinal: Bool) { source.refill(window, isFinal: isFinal) }

  /// Goes on with a window of a document that begins at this place in it.
  mutating func refill(_ window: ByteView, isFinal: Bool, at place: TextPosition) {
    source.setPlace(place)
    source.refill(window, isFinal: isFinal)
  }

  /// Line and column, from 1, of an offset, or of the window's nearer end where it is outside; column in scalars.
  package func place(of offset: Int) -> TextPosition { source.place(of: offset) }

  /// Lines and columns of several offsets in the window.
  var places: XMLWindowPlaces { source.places }
}
