// A sample of a large text for detecting its encoding: the beginning, and pieces with non-ASCII bytes from
// the whole text. As it fills, every second piece is dropped, and from then on only every second one is
// added.

package struct EncodingSample {
  /// The maximum size of texts to examine whole.
  private static let wholeBytes = 1 << 20
  private static let pieceBytes = 4096

  /// The number of bytes from which every second piece is dropped.
  private let capacity: Int

  /// The whole text, if it is small and in memory.
  private var whole: ByteView?
  private var pieces: [[UInt8]] = []
  private var stride = 1
  private var seen = 0

  package init(capacity: Int = Self.wholeBytes) { self.capacity = capacity }

  /// Creates a sample of bytes that outlive it.
  package init(of bytes: ByteView) {
    self.init()
    if bytes.count <= Self.wholeBytes { whole = bytes } else { add(bytes) }
  }

  /// Adds pieces of `bytes`, the continuation of the previous call; everything before `start` is ASCII.
  package mutating func add(_ bytes: ByteView, from start: Int = 0) {
    var at = UTF8Validation.endOfASCII(in: bytes, from: start)
    while at < bytes.count {
      let begin = at / Self.pieceBytes * Self.pieceBytes
      let end = min(begin + Self.pieceBytes, bytes.count)
      if seen % stride == 0 { pieces.append(Self.wholeCharacters(bytes[begin..<end]).array) }
      seen += 1
      if pieces.count * Self.pieceBytes > capacity {
        pieces = pieces.indices.filter { $0 % 2 == 0 }.map { pieces[$0] }
        stride *= 2
      }
      at = UTF8Validation.endOfASCII(in: bytes, from: end)
    }
  }

  package var piecewise: [UInt8] { pieces.flatMap(\.self) }

  package func withBytes<Result>(_ body: (ByteView) -> Result) -> Result {
    if let whole { return body(whole) }
    return piecewise.withByteView(body)
  }

  /// The part between the first and the last byte that cannot be inside a character in any encoding; without
  /// such bytes, the whole characters if it is UTF-8.
  package static func wholeCharacters(_ piece: ByteView) -> ByteView {
    func isBorder(_ byte: UInt8) -> Bool {
      byte == ASCII.lineFeed || byte == ASCII.space || byte == ASCII.lessThan || byte == ASCII.greaterThan
    }
    var start = 0
    while start < piece.count, !isBorder(piece[start]) { start += 1 }
    var end = piece.count
    while end > start, !isBorder(piece[end - 1]) { end -= 1 }
    if start < end { return piece[start..<end] }
    (start, end) = (0, piece.count)
    while start < min(3, end), piece[start] & 0xC0 == 0x80 { start += 1 }
    for last in max(end - 3, start)..<end where UTF8Validation.isCutOff(piece, at: last) { end = last }
    return piece[start..<end]
  }
}
