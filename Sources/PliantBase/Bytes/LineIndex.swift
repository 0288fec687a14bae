// Lines and columns of byte offsets, computed on demand.
//
// A checkpoint every 16 KiB stores the position there, so that many lookups on one
// long line remain cheap and a single lookup counts no further than its offset. Lookups in the order of the
// text continue from the previous one.

/// Line and column, both from 1; the column counts Unicode scalars.
@usableFromInline
package struct TextPosition: Equatable, Sendable {
  @usableFromInline package let line: Int
  @usableFromInline package let column: Int

  @inlinable package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Counts lines in one UTF-8 text; a line ends at LF, CR LF or a lone CR.
package struct LineIndex {
  private static let interval = 16 * 1024
  private var checkpoints = [TextPositionCounter()]
  private var latest = (offset: 0, counter: TextPositionCounter())

  package init() {}

  /// Returns the position of `offset` in `text`, which must be the same text in every call; an offset past
  /// the end means the end, one inside a scalar means that scalar.
  package mutating func position(of offset: Int, in text: ByteView) -> TextPosition {
    var offset = text.startOfCharacter(at: max(0, min(offset, text.count)))
    // The line feed of CR LF is still on its line.
    let isInLineEnd =
      text.byte(at: offset) == ASCII.lineFeed && text.byte(at: offset - 1) == ASCII.carriageReturn
    if isInLineEnd { offset -= 1 }
    let wanted = offset / Self.interval
    while checkpoints.count <= wanted, var next = checkpoints.last {
      let start = (checkpoints.count - 1) * Self.interval
      next.advance(over: text[start..<start + Self.interval])
      checkpoints.append(next)
    }
    let start = wanted * Self.interval
    if latest.offset < start || latest.offset > offset { latest = (start, checkpoints[wanted]) }
    latest.counter.advance(over: text[latest.offset..<offset])
    latest.offset = offset
    let found = latest.counter.position
    return isInLineEnd ? TextPosition(line: found.line, column: found.column + 1) : found
  }
}
