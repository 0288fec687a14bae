// Lines and columns of byte offsets, computed on demand.
//
// A checkpoint every 16 KiB stores the number of lines and scalars before it, so that many lookups on one
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
    var line = 1
    /// The number of scalars before the checkpoint.
    var scalars = 0
    /// The number of scalars before the start of the checkpoint's line.
    var lineStart = 0
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
      checkpoints.append(Self.advance(last, to: checkpoints.count * Self.interval, in: text))
    }
    let isAhead = latest.offset > checkpoints[wanted].offset && latest.offset <= offset
    var found = Self.advance(isAhead ? latest : checkpoints[wanted], to: offset, in: text)
    latest = found
    if offset < text.count, text[offset] & 0xC0 == 0x80 { found.scalars -= 1 }
    return TextPosition(line: found.line, column: max(found.scalars - found.lineStart, 0) + 1)
  }

  private static func advance(_ start: Checkpoint, to offset: Int, in text: ByteView) -> Checkpoint {
    var now = start
    while now.offset < offset {
      let byte = text[now.offset]
      now.offset += 1
      if byte & 0xC0 != 0x80 { now.scalars += 1 }
      let endsLine =
        byte == ASCII.lineFeed
        || byte == ASCII.carriageReturn && text.byte(at: now.offset) != ASCII.lineFeed
      if endsLine {
        now.line += 1
        now.lineStart = now.scalars
      }
    }
    return now
  }
}
