// Line and column kept up while bytes go by, for streams whose text is gone when somebody asks.

/// Counts lines and columns over consecutive pieces of UTF-8 text, by the rules of `LineIndex`.
///
/// A piece must not end between the CR and the LF of one line end.
package struct TextPositionCounter: Sendable {
  /// The place of the first byte not yet counted.
  package private(set) var position = TextPosition(line: 1, column: 1)

  package init() {}

  /// Goes on over all of `bytes`.
  package mutating func advance(over bytes: ByteView) {
    var line = position.line
    var column = position.column
    var at = 0
    while at < bytes.count {
      // Eight bytes that are all below 0x80 and no line end are eight columns.
      while at &+ 8 <= bytes.count && Self.isPlain(bytes.word(at: at)) {
        column &+= 8
        at &+= 8
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
  }

  /// Whether all eight bytes are ASCII and at least a space; also false for some that are.
  @inline(__always)
  static func isPlain(_ word: UInt64) -> Bool {
    (word &- 0x2020_2020_2020_2020 | word) & 0x8080_8080_8080_8080 == 0
  }
}
