// Line and column kept up while bytes go by, for streams whose text is gone when somebody asks.

/// Counts lines and columns over consecutive pieces of UTF-8 text, by the rules of `LineIndex`.
@usableFromInline
package struct TextPositionCounter: Sendable {
  /// The place of the first byte not yet counted.
  @usableFromInline package internal(set) var position: TextPosition
  private var endsInCarriageReturn = false

  /// Counts from the beginning of a text, or from another place in it.
  @inlinable package init(at position: TextPosition = TextPosition(line: 1, column: 1)) {
    self.position = position
  }

  /// Goes on over all of `bytes`.
  package mutating func advance(over bytes: ByteView) {
    guard bytes.count > 0 else { return }
    // The line feed of a line end that the piece before began.
    var at = endsInCarriageReturn && bytes[0] == ASCII.lineFeed ? 1 : 0
    while at < bytes.count {
      let end = min(at &+ Self.chunkSize, bytes.count)
      // Of lines that end in line feeds alone only the last matters for the column.
      if end &- at == Self.chunkSize, let lines = Self.lineFeeds(in: bytes, from: at), lines > 0 {
        position = TextPosition(line: position.line &+ lines, column: 1)
        var last = end &- 1
        while bytes[last] != ASCII.lineFeed { last &-= 1 }
        at = last &+ 1
      }
      count(bytes, at..<end)
      at = end
    }
    endsInCarriageReturn = bytes[bytes.count &- 1] == ASCII.carriageReturn
  }

  /// Blocks whose matches a byte can count.
  private static let chunkSize = 255 * 16

  /// How many line feeds are in a chunk; nil if there is a carriage return.
  private static func lineFeeds(in bytes: ByteView, from start: Int) -> Int? {
    var found = ByteBlock(repeating: 0)
    var returns = ByteBlock(repeating: 0)
    var at = start
    while at < start &+ chunkSize {
      let block = bytes.block(at: at)
      found &-= (block .== ByteBlock(repeating: ASCII.lineFeed)).bytes
      returns |= (block .== ByteBlock(repeating: ASCII.carriageReturn)).bytes
      at &+= 16
    }
    guard (returns .!= ByteBlock(repeating: 0)).isEmpty else { return nil }
    var count = 0
    for index in 0..<16 { count &+= Int(found[index]) }
    return count
  }

  /// Counts on over a part of `bytes`, line by line.
  private mutating func count(_ bytes: ByteView, _ range: Range<Int>) {
    var (line, column) = (position.line, position.column)
    var at = range.lowerBound
    while at < range.upperBound {
      // Sixteen bytes that are no line end are as many columns as begin a scalar.
      while at &+ 16 <= range.upperBound {
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
      guard at < range.upperBound else { break }
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
  }
}
