// The bytes of a linted file: all of them, or for a large file its beginning and any part on request.

/// The source of a large file, which can be read repeatedly.
package enum LintSource {
  case path(String)
  /// An open file, which is not closed.
  case descriptor(Int32)

  func open(chunkSize: Int) throws(Failure) -> InputWindow {
    switch self {
    case .path(let path): try InputWindow(path: path, chunkSize: chunkSize)
    case .descriptor(let descriptor):
      InputWindow(descriptor: descriptor, isPlaced: true, chunkSize: chunkSize)
    }
  }
}

/// The bytes of one file.
struct LintInput {
  /// All bytes, if in memory.
  let held: ByteView?
  /// The beginning; all bytes if in memory.
  let head: ByteView
  let count: Int
  private let source: LintSource?
  private let chunkSize: Int

  /// The number of bytes to keep from the beginning of a large file.
  static let headBytes = 64 * 1024

  /// Creates the input of a file in memory, or of a large one whose beginning is `head`.
  init(_ head: ByteView, count: Int? = nil, source: LintSource? = nil, chunkSize: Int = 0) {
    held = source == nil ? head : nil
    self.head = head
    self.count = count ?? head.count
    self.source = source
    self.chunkSize = chunkSize
  }

  func open() throws(Failure) -> InputWindow {
    if let held { return InputWindow(held: held) }
    return try source?.open(chunkSize: chunkSize) ?? InputWindow(held: .empty)
  }

  /// Passes the bytes in chunks with their offsets to `body` until it returns a value.
  ///
  /// Also returns nil if reading fails; the pass over the text reports that.
  func first<Result>(_ body: (ByteView, Int) -> Result?) -> Result? {
    if let held { return body(held, 0) }
    do throws(Failure) {
      var window = try open()
      while try window.refill() {
        if let found = body(window.bytes, window.offset) { return found }
        window.consume(window.bytes.count)
      }
    } catch { return nil }
    return nil
  }

  /// The offset of the first byte above 0x7F that satisfies `isWanted`, or nil.
  func firstHigh(where isWanted: (UInt8) -> Bool) -> Int? {
    first { piece, start in
      var at = 0
      while true {
        at = UTF8Validation.endOfASCII(in: piece, from: at)
        guard at < piece.count else { return nil }
        if isWanted(piece[at]) { return start + at }
        at += 1
      }
    }
  }

  /// Returns at most `count` bytes from `offset`.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    if let held { return held[min(offset, held.count)..<min(offset + count, held.count)].array }
    var found: [UInt8] = []
    _ = first { piece, start -> Bool? in
      let from = max(offset, start) - start
      let to = min(offset + count - start, piece.count)
      if from < to { found += piece[from..<to].array }
      return start + piece.count >= offset + count ? true : nil
    }
    return found
  }

  /// The first undecodable bytes, with their offset; nil if the encoding decodes everything.
  func firstInvalid(in encoding: TextEncoding) -> Failure? {
    do throws(Failure) { return try decode(0..<Int.max, in: encoding) { _ in } } catch { return nil }
  }

  /// The line and column of a byte; nil if the preceding bytes are invalid in the encoding.
  func place(of offset: Int, behindMark mark: Int, in encoding: TextEncoding) -> Place? {
    var counter = TextPositionCounter()
    do throws(Failure) {
      let invalid = try decode(mark..<max(mark, offset), in: encoding) { counter.advance(over: $0) }
      return invalid == nil ? Place(counter.position) : nil
    } catch { return nil }
  }

  /// Passes the text of a range of bytes to `body` in pieces; returns the first undecodable bytes, with
  /// their offset.
  private func decode(
    _ range: Range<Int>, in encoding: TextEncoding, _ body: (ByteView) -> Void
  ) throws(Failure) -> Failure? {
    var window = try open()
    var decoder = TextDecoder(encoding)
    while true {
      _ = try window.refill()
      window.consume(max(0, min(range.lowerBound - window.offset, window.bytes.count)))
      let start = window.offset
      let part = window.bytes[0..<max(0, min(range.upperBound - start, window.bytes.count))]
      let isLast = window.isAtEnd || start + part.count >= range.upperBound
      var text = OutputBuffer()
      do throws(Failure) { window.consume(try decoder.decode(part, isLast: isLast, into: &text)) } catch {
        return Failure(error.code, at: start + (error.offset ?? 0), error.subject)
      }
      text.withHeldBytes(body)
      if isLast { return nil }
    }
  }
}
