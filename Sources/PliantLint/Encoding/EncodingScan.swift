// One pass over a large file: whether it is UTF-8, and a sample for detection if it is not.
//
// The sample contains the beginning, the positions of bytes that are not UTF-8, and excerpts with non-ASCII
// letters from the whole file (`EncodingSample`).

/// The bytes of a large file.
struct EncodingScan {
  /// The first byte that is not UTF-8, or nil.
  private(set) var firstInvalid: Int?
  /// The first byte above 0x7F, or nil.
  private(set) var firstHigh: Int?

  private static let pieceBytes = 4096
  private static let sampleBytes = 4 * 1024 * 1024
  private static let wideBytes = 1 << 20

  /// The beginning and remarkable excerpts, which are never dropped.
  private var kept: [UInt8] = []
  private var sample = EncodingSample(capacity: Self.sampleBytes)
  private var hasNull = false
  private let headCount: Int

  /// Reads the whole file.
  init(_ input: LintInput) throws(Failure) {
    kept = input.head.array
    headCount = input.head.count
    var window = try input.open()
    while try window.refill() {
      let bytes = window.bytes
      let end = UTF8Validation.validEnd(of: bytes)
      let start = window.offset
      if firstInvalid == nil, end < bytes.count, !UTF8Validation.isCutOff(bytes, at: end) || window.isAtEnd {
        firstInvalid = start + end
        keep(
          bytes[max(0, end - Self.pieceBytes / 2)..<min(bytes.count, end + Self.pieceBytes / 2)],
          at: start + end)
      }
      let high = UTF8Validation.endOfASCII(in: bytes, from: 0)
      if high < bytes.count {
        firstHigh = firstHigh ?? start + high
        sample.add(bytes, from: max(high, min(headCount - start, bytes.count)))
      }
      if !hasNull, let null = bytes.firstIndex(of: ASCII.null) {
        hasNull = true
        keep(bytes[max(0, null - 64)..<min(bytes.count, null + 64)], at: start + null)
      }
      // After the first byte that is not UTF-8, a truncated character is irrelevant.
      window.consume(firstInvalid == nil && end > 0 ? end : bytes.count)
    }
    if firstInvalid == nil, !window.bytes.isEmpty { firstInvalid = window.offset }
  }

  private mutating func keep(_ piece: ByteView, at offset: Int) {
    if offset >= headCount, kept.count < 2 * LintInput.headBytes {
      kept += EncodingSample.wholeCharacters(piece).array
    }
  }

  func verdict(_ input: LintInput, in language: TextLanguage?) -> EncodingDetection {
    if input.head.firstIndex(of: ASCII.null) != nil, ByteOrderMark(input.head) == nil {
      let count = min(input.count, Self.wideBytes)
      let wide = input.bytes(at: 0, count: count & ~3 | input.count & 3)
      let found = wide.withByteView { EncodingDetector.judge($0) }
      if found.evidence == .zeroBytes { return found }
    }
    return (kept + sample.piecewise).withByteView { EncodingDetector.judge($0, in: language) }
  }
}
