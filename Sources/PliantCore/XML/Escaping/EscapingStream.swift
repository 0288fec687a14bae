// Escapes and unescapes streams in chunks, with the positions of errors.

extension TextWindow {
  /// Passes all text to `rewrite`, which returns the number of bytes done, and returns the undrained output, which
  /// begins with `mark` in place of a byte order mark of UTF-8.
  fileprivate consuming func rewritten(
    to output: consuming OutputBuffer, mark: StaticString = "\u{FEFF}",
    _ rewrite: (_ text: ByteView, _ isLast: Bool, inout OutputBuffer) throws(Failure) -> Int
  ) throws(Diagnostic) -> OutputBuffer {
    countsPlaces = true
    do throws(Failure) {
      _ = try refill()
      if encoding == .utf8 && byteOrderMark != nil { output.append(mark) }
      while true {
        consume(try rewrite(text, isAtEnd && problem == nil, &output))
        try output.drainIfFull()
        if isAtEnd { break }
        _ = try refill()
      }
    } catch {
      // The offset is that in the chunk.
      throw Diagnostic(error, at: error.offset.map { Place(position(of: offset + $0)) } ?? .wholeFile)
    }
    guard let problem else { return output }
    throw Diagnostic(
      problem, at: problem.offset == nil ? .wholeFile : Place(position(of: offset + text.count)))
  }
}

extension XMLEscaper {
  /// Escapes all text of the window; returns the undrained output.
  package static func run(
    _ window: consuming TextWindow, _ options: Options, output: consuming OutputBuffer
  ) throws(Diagnostic) -> OutputBuffer {
    var escaper = XMLEscaper(options)
    let mark: StaticString = options.asCDATA ? "" : options.asciiOnly ? "&#xFEFF;" : "\u{FEFF}"
    var output = try window.rewritten(to: output, mark: mark) {
      (text: ByteView, _: Bool, output: inout OutputBuffer) throws(Failure) in
      try escaper.escape(text, into: &output)
      return text.count
    }
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
    return try window.rewritten(to: output) {
      (text: ByteView, isLast: Bool, output: inout OutputBuffer) throws(Failure) in
      try unescaper.unescape(text, isLast: isLast, into: &output)
    }
  }
}
