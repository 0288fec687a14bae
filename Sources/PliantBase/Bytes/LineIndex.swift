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
  private struct Checkpoint {
    var offset = 0
    var counter = TextPositionCounter()

    func advanced(to end: Int, in text: ByteView) -> Checkpoint {
      var counter = counter
      counter.advance(over: text, in: offset..<end)
      return Checkpoint(offset: end, counter: counter)
    }
  }

  private static let interval = 16 * 1024
  private var checkpoints = [Checkpoint()]
  private var latest = Checkpoint()

  package init() {}

  /// Returns the position of `offset` in `text`, which must be the same text in every call; an offset past
  /// the end means the end, one inside a scalar means that scalar.
  package mutating func position(of offset: Int, in text: ByteView) -> TextPosition {
    let offset = max(0, min(offset, text.count))
    let wanted = offset / Self.interval
    while checkpoints.count <= wanted, let last = checkpoints.last {
      checkpoints.append(last.advanced(to: checkpoints.count * Self.interval, in: text))
    }
    let isAhead = latest.offset > checkpoints[wanted].offset && latest.offset <= offset
    latest = (isAhead ? latest : checkpoints[wanted]).advanced(to: offset, in: text)
    let found = latest.counter.position
    let isInside = offset < text.count && text[offset] & 0xC0 == 0x80
    return TextPosition(line: found.line, column: max(found.column - (isInside ? 1 : 0), 1))
  }
}
