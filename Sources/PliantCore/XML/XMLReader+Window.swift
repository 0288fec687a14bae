// Reading documents larger than memory through a window that slides, and where things stand in lines and columns.

/// Counts lines and columns of text that is given piece by piece.
package struct XMLPlaceCounter: Sendable {
  /// From 0.
  package private(set) var line = 0
  /// Scalars since the line's beginning.
  package private(set) var column = 0
  private var endsInCarriageReturn = false

  package init() {}

  /// Counts on; line feeds, carriage returns and pairs of them end lines.
  package mutating func advance(over bytes: ByteView) {
    var at = 0
    while at < bytes.count {
      while at &+ 8 <= bytes.count && TextPositionCounter.isPlain(bytes.word(at: at)) {
        column &+= 8
        at &+= 8
        endsInCarriageReturn = false
      }
      guard at < bytes.count else { return }
      let byte = bytes[at]
      if byte == ASCII.lineFeed {
        if !endsInCarriageReturn { line += 1 }
        column = 0
      } else if byte == ASCII.carriageReturn {
        line += 1
        column = 0
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      endsInCarriageReturn = byte == ASCII.carriageReturn
      at &+= 1
    }
  }
}

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
  package func place(of offset: Int) -> (line: Int, column: Int) {
    let window = frames.count == 0 ? input : frames[0].input
    var counter = places
    counter.advance(over: window[0..<min(max(0, offset - windowOffset), window.count)])
    return (counter.line + 1, counter.column + 1)
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
