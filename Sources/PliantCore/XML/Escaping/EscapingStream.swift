// Escapes and unescapes streams in chunks, with the positions of errors.

/// The shared state of the two directions.
private struct PieceCounter {
  private var places = TextPositionCounter()

  mutating func advance(over text: ByteView) { places.advance(over: text) }

  /// A failure in the chunk at the counter.
  func diagnostic(_ failure: Failure, in piece: ByteView) -> Diagnostic {
    var here = places
    here.advance(over: piece[0..<min(failure.offset ?? 0, piece.count)])
    return Diagnostic(failure, at: Place(here.position))
  }

  /// A failure at the counter.
  func diagnostic(atEnd failure: Failure) -> Diagnostic {
    guard failure.offset != nil else { return Diagnostic(failure) }
    return Diagnostic(failure, at: Place(places.position))
  }
}

extension TextWindow {
  /// `refill` for callers that throw diagnostics.
  fileprivate mutating func fill() throws(Diagnostic) {
    do throws(Failure) { _ = try refill() } catch { throw Diagnostic(error) }
  }

  /// Copies the byte order mark of UTF-8 input.
  fileprivate func copyMark(to output: inout OutputBuffer) {
    if encoding == .utf8 && byteOrderMark != nil { output.append("\u{FEFF}") }
  }
}

extension OutputBuffer {
  fileprivate mutating func drainPiece() throws(Diagnostic) {
    do throws(Failure) { try drainIfFull() } catch { throw Diagnostic(error) }
  }
}

extension XMLEscaper {
  /// Escapes all text of the window; returns the undrained output.
  package static func run(
    _ window: consuming TextWindow, _ options: Options, output: consuming OutputBuffer
  ) throws(Diagnostic) -> OutputBuffer {
    var escaper = XMLEscaper(options)
    var counter = PieceCounter()
    try window.fill()
    window.copyMark(to: &output)
    while true {
      let text = window.text
      do throws(Failure) {
        try escaper.escape(text, into: &output)
      } catch {
        throw counter.diagnostic(error, in: text)
      }
      counter.advance(over: text)
      window.consume(text.count)
      try output.drainPiece()
      if window.isAtEnd { break }
      try window.fill()
    }
    if let problem = window.problem { throw counter.diagnostic(atEnd: problem) }
    escaper.finish(into: &output)
    return output
  }
}

extension XMLUnescaper {
  /// Resolves the references of all text of the window; returns the undrained output.
  package static func run(
    _ window: consuming TextWindow, _ options: Options, output: consuming OutputBuffer
  ) throws(Diagnostic) -> OutputBuffer {
    var unescaper = XMLUnescaper(options)
    var counter = PieceCounter()
    try window.fill()
    window.copyMark(to: &output)
    while true {
      let text = window.text
      let done: Int
      do throws(Failure) {
        done = try unescaper.unescape(text, isLast: window.isAtEnd && window.problem == nil, into: &output)
      } catch {
        throw counter.diagnostic(error, in: text)
      }
      counter.advance(over: text[0..<done])
      if window.isAtEnd {
        if let problem = window.problem {
          counter.advance(over: text[done..<text.count])
          throw counter.diagnostic(atEnd: problem)
        }
        return output
      }
      window.consume(done)
      try output.drainPiece()
      try window.fill()
    }
  }
}
