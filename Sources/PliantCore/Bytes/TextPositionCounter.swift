// Line and column kept up while bytes go by, for streams whose text is gone when somebody asks.

/// Counts lines and columns over consecutive pieces of UTF-8 text, by the rules of `LineIndex`.
package struct TextPositionCounter: Sendable {
  /// The place of the first byte not yet counted.
  package private(set) var position: TextPosition
  private var endsInCarriageReturn = false

  /// Counts from the beginning of a text, or from another place in it.
  package init(at position: TextPosition = TextPosition(line: 1, column: 1)) { self.position = position }

  /// Goes on over all of `bytes`.
  package mutating func advance(over bytes: ByteView) {
    guard bytes.count > 0 else { return }
    var line = position.line
    var column = position.column
    // The line feed of a line end that the piece before began.
    var at = endsInCarriageReturn && bytes[0] == ASCII.lineFeed ? 1 : 0
    while at < bytes.count {
      // Sixteen bytes that are no line end are as many columns as begin a scalar.
      while at &+ 16 <= bytes.count {
        let block = bytes.block(at: at)
        let controls = (block .< ByteBlock(repeating: ASCII.space)).nibbles
        let continued =
          ((block .>= ByteBlock(repeating: 0x80)) .& (block .< ByteBlock(repeating: 0xC0))).nibbles
        // All before the first control character, or all.
        let counted = controls == 0 ? .max : (controls & (0 &- controls)) &- 1
        let length = controls == 0 ? 16 : controls.trailingZeroBitCount &>> 2
        column &+= length &- (continued & counted).nonzeroBitCount &>> 2
        at &+= length
        if length < 16 { break }
      }
      guard at < bytes.count else { break }
      let byte = bytes[at]
      at &+= 1
      if byte == ASCII.lineFeed || byte == ASCII.carriageReturn && bytes.byte(at: at) != ASCII.lineFeed {
        line &+= 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column &+= 1
      }
    }
    position = TextPosition(line: line, column: column)
    endsInCarriageReturn = bytes[bytes.count &- 1] == ASCII.carriageReturn
  }
}
