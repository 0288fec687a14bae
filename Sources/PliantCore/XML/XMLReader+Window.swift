// Reading documents larger than memory through a window that slides, and where things stand in lines and columns.

extension XMLReader {
  /// Prepares to slide the window: returns how many of its bytes, from its beginning, are no longer needed.
  ///
  /// After this the window's bytes may be moved and freed; then `refill` must be called. `place(of:)` knows no places
  /// any more unless they are counted.
  package mutating func prepareToRefill(countingPlaces: Bool = true) -> Int {
    if countingPlaces { places.advance(over: input[0..<position]) }
    rescueNames()
    name = .empty
    text = .empty
    return position
  }

  /// Goes on with a window that begins with the bytes that are still needed.
  package mutating func refill(_ window: ByteView, isFinal: Bool) {
    windowOffset += position
    position = 0
    input = window
    self.isFinal = isFinal
  }

  /// Line and column, from 1, of an offset inside the window or at its end; column in scalars.
  package func place(of offset: Int) -> TextPosition {
    let window = frames.count == 0 ? input : frames[0].input
    var counter = places
    counter.advance(over: window[0..<min(max(0, offset - windowOffset), window.count)])
    return counter.position
  }

  /// Copies names of open elements that lie in the window.
  private mutating func rescueNames() {
    var end = 0
    for index in 0..<rescuedCount { end += elements[index].name.count }
    rescuedNames.truncate(to: end)
    for index in rescuedCount..<elements.count { _ = rescuedNames.append(elements[index].name) }
    rescuedCount = elements.count
    var start = 0
    let kept = rescuedNames.view
    for index in 0..<elements.count {
      let count = elements[index].name.count
      elements[index].name = kept[start..<start + count]
      start += count
    }
  }
}
