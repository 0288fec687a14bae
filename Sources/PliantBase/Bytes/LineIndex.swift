// From a byte offset to line and column, counted only when somebody asks.
//
// Every 16 KiB a checkpoint holds how many lines and scalars came before, so that many questions on one long line
// stay cheap and a single question counts no further than its offset. Questions in the order of the text, as those of
// many findings are, go on where the last one ended.

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
    /// Scalars before the checkpoint.
    var scalars = 0
    /// Scalars before the start of the checkpoint's line.
    var lineStart = 0
  }

  private static let interval = 16 * 1024
  private var checkpoints = [Checkpoint()]
  private var latest = Checkpoint()

  package init() {}

  /// The place of `offset` in `text`, which must be the same text at every call; an offset past the end means the
  /// end, one inside a scalar means that scalar.
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
