/// Counts lines and columns over consecutive chunks of UTF-8 text, with the rules of `LineIndex`, for
/// streams.
@usableFromInline
package struct TextPositionCounter: Sendable {
  /// The position of the first byte not yet counted.
  @usableFromInline package internal(set) var position: TextPosition
  private var endsInCarriageReturn = false

  /// Creates a counter at the beginning of a text, or at another position.
  @inlinable package init(at position: TextPosition = TextPosition(line: 1, column: 1)) {
    self.position = position
  }

  package mutating func advance(over bytes: ByteView) {
    guard bytes.count > 0 else { return }
    // The line feed of a line end that began in the previous chunk.
    advance(over: bytes, in: (endsInCarriageReturn && bytes[0] == ASCII.lineFeed ? 1 : 0)..<bytes.count)
    endsInCarriageReturn = bytes[bytes.count &- 1] == ASCII.carriageReturn
  }

  /// Advances over a part of a whole text; a carriage return does not end a line if a line feed follows the part.
  mutating func advance(over bytes: ByteView, in range: Range<Int>) {
    var at = range.lowerBound
    while at < range.upperBound {
      let end = min(at &+ Self.chunkSize, range.upperBound)
      // For line ends that are only line feeds, the column depends only on the last.
      if end &- at == Self.chunkSize, let lines = Self.lineFeeds(in: bytes, from: at), lines > 0 {
        position = TextPosition(line: position.line &+ lines, column: 1)
        var last = end &- 1
        while bytes[last] != ASCII.lineFeed { last &-= 1 }
        at = last &+ 1
      }
      count(bytes, at..<end)
      at = end
    }
  }

  /// A chunk whose matches fit the counters in bytes.
  private static let chunkSize = 255 * 16

  /// The number of line feeds in a chunk; nil if it contains a carriage return.
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

  /// Continues over a part of `bytes`, line by line.
  private mutating func count(_ bytes: ByteView, _ range: Range<Int>) {
    var (line, column) = (position.line, position.column)
    var at = range.lowerBound
    while at < range.upperBound {
      // In sixteen bytes without line ends, the columns are the bytes that begin a scalar.
      while at &+ 16 <= range.upperBound {
        let block = bytes.block(at: at)
        let controls = (block .< ByteBlock(repeating: ASCII.space)).nibbles
        let continued =
          ((block .>= ByteBlock(repeating: 0x80)) .& (block .< ByteBlock(repeating: 0xC0))).nibbles
        // Everything before the first control character, or all.
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
