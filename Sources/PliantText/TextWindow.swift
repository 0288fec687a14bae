// A sliding window on the text of a streamed input: bytes → UTF-8, in constant memory.

/// The valid UTF-8 of a stream of bytes, a window at a time.
///
/// Validates UTF-8 in place; decodes other encodings to a buffer. Omits a byte order mark.
package struct TextWindow: ~Copyable {
  private var input: InputWindow
  private let kind: DecodedText.Kind
  private let forced: TextEncoding?
  /// Whether to replace bytes that are not UTF-8 instead of ending the text.
  private let repairs: Bool
  /// Observes the bytes decoded with the declared encoding.
  private let watch: DeclarationMonitor?
  /// Observes the text.
  private let signs: NotableCharacterFinder?
  private var decoder: TextDecoder?
  /// Decoded text, if the input is not UTF-8; the first `consumed` bytes are processed.
  private var decoded: OutputBuffer?
  private var consumed = 0
  /// The length of the valid UTF-8 at the beginning of the input's window.
  private var validCount = 0
  /// Whether a table may still be in another encoding, because it was all ASCII so far.
  private var mayBeOther = false
  private var hasBegun = false
  /// Whether nothing follows the window.
  package private(set) var isAtEnd = false
  /// The reason why the text ends, with the text's end as offset; nil without a problem.
  package private(set) var problem: Failure?
  /// The offset of the window in the text.
  package private(set) var offset = 0
  /// Whether to count lines and columns, for `position(of:)`.
  package var countsPlaces = false
  private var counter = TextPositionCounter()
  /// The mark at the input's beginning, known after the first `refill`.
  package private(set) var byteOrderMark: ByteOrderMark?
  /// The encoding; UTF-8 before the first `refill`.
  package private(set) var encoding = TextEncoding.utf8

  /// Reads text whose encoding is found with the rules of `kind`, or `forced`.
  ///
  /// With `repairs`, invalid bytes in UTF-8 become U+FFFD.
  package init(
    _ input: consuming InputWindow, kind: DecodedText.Kind, forced: TextEncoding? = nil,
    repairs: Bool = false,
    watch: DeclarationMonitor? = nil, signs: NotableCharacterFinder? = nil
  ) {
    self.input = input
    self.watch = watch
    self.signs = signs
    self.kind = kind
    self.forced = forced
    self.repairs = repairs
  }

  /// Wraps valid UTF-8 in memory that outlives the window: one chunk, available without `refill`.
  package init(text: ByteView) {
    var input = InputWindow(held: text)
    // Bytes in memory are available at once and cannot fail.
    _ = try? input.refill()
    self.init(input, kind: .text, forced: .utf8)
    validCount = text.count
    hasBegun = true
    isAtEnd = true
  }

  /// The text read and not yet consumed, valid until the next `refill`.
  package var text: ByteView {
    decoder == nil
      ? input.bytes[0..<validCount] : decoded?.withHeldBytes { $0.suffix(from: consumed) } ?? .empty
  }

  package var readCount: Int { input.offset + input.bytes.count }

  package var inputSize: Int { input.status?.kind == .regular ? input.status?.size ?? 0 : 0 }

  /// Releases the first `count` bytes of the window.
  package mutating func consume(_ count: Int) {
    if countsPlaces { counter.advance(over: text[0..<count]) }
    offset += count
    if decoder == nil {
      input.consume(count)
      validCount -= count
    } else {
      precondition(count >= 0 && consumed + count <= decoded?.count ?? 0, "consumed more than there is")
      consumed += count
    }
  }

  /// Line and column of an offset in the text, clamped to the window.
  package func position(of offset: Int) -> TextPosition {
    var counter = counter
    counter.advance(over: text[0..<max(0, min(offset - self.offset, text.count))])
    return counter.position
  }

  /// The failure with its position, or the reason why the text ends early.
  package func diagnostic(_ failure: Failure) -> Diagnostic {
    let failure = problem ?? failure
    return Diagnostic(failure, at: failure.offset.map { Place(position(of: $0)) } ?? .wholeFile)
  }

  /// Reads more after the unconsumed text; false at the end of the text.
  ///
  /// Throws `file.read`; undecodable bytes end the text and set `problem`.
  package mutating func refill() throws(Failure) -> Bool {
    if isAtEnd { return false }
    // The text read to find the encoding also counts as new.
    let before = hasBegun ? text.count : 0
    if !hasBegun { try begin() }
    // Undecodable bytes remain in the input; decoding again would repeat the text before them.
    if problem != nil {
      isAtEnd = true
      signs?.add(text.suffix(from: before), isLast: true)
      return !text.isEmpty
    }
    repeat {
      let more = try input.refill()
      if decoder == nil { try checkUTF8() } else { decode() }
      if !more || problem != nil { isAtEnd = true }
    } while text.count == before && !isAtEnd
    signs?.add(text.suffix(from: before), isLast: isAtEnd)
    return text.count > before
  }

  /// Reads enough to find the encoding.
  private mutating func begin() throws(Failure) {
    hasBegun = true
    while input.bytes.count < 4096, try input.refill() {}
    let bytes = input.bytes
    let finding = EncodingFinder.find(in: bytes, kind: kind, forced: forced)
    encoding = finding.encoding
    byteOrderMark = finding.mark
    input.consume(finding.mark?.length ?? 0)
    if finding.encoding == .utf8 && repairs {
      decoder = TextDecoder(repairing: ())
      decode()
    } else if finding.encoding == .utf8 || finding.encoding == .ascii && forced == nil {
      mayBeOther = kind == .table && finding.evidence == .default
      try checkUTF8()
    } else {
      if let watch, finding.evidence == .declaration, let range = finding.declared {
        watch.begin(finding.encoding, named: bytes[range].string)
      }
      decoder = TextDecoder(finding.encoding)
      decode()
    }
    let start = text
    let declared = finding.declared(within: start) ?? EncodingFinder.declared(in: start, kind: kind)
    if let found = finding.problem
      ?? (kind == .propertyList && finding.evidence == .byteOrderMark
        ? nil : EncodingFinder.contradiction(of: declared, in: start, kind: kind, finding))
    {
      problem = found
      isAtEnd = true
    }
  }

  /// The number of bytes to detect the encoding of a table from.
  private static let judgedBytes = 1 << 16

  /// Whether the bytes from the first non-ASCII one are in another encoding, which decodes the rest.
  private mutating func switchesEncoding() throws(Failure) -> Bool {
    let start = UTF8Validation.endOfASCII(in: input.bytes, from: validCount)
    guard mayBeOther, start < input.bytes.count || input.bytes.firstIndex(of: ASCII.null) != nil else {
      return false
    }
    mayBeOther = false
    while input.bytes.count < start + Self.judgedBytes, try input.refill() {}
    var judged = input.bytes
    if !input.isAtEnd { judged = EncodingSample.wholeCharacters(judged) }
    guard let found = EncodingFinder.byContent(judged) else { return false }
    encoding = found
    decoder = TextDecoder(found)
    watch?.begin(found, named: found.name, isDetected: true)
    decode()
    return true
  }

  private mutating func checkUTF8() throws(Failure) {
    if try switchesEncoding() { return }
    let bytes = input.bytes
    let end =
      encoding == .ascii
      ? UTF8Validation.endOfASCII(in: bytes, from: validCount)
      : UTF8Validation.validEnd(of: bytes, from: validCount)
    validCount = end
    guard end < bytes.count, input.isAtEnd || !UTF8Validation.isCutOff(bytes, at: end) else { return }
    let failure = TextDecoder.invalidBytes(bytes, at: end, encoding: encoding)
    problem = Failure(failure.code, at: offset + end, failure.subject)
  }

  private mutating func decode() {
    var fresh = OutputBuffer()
    fresh.append(text)
    consumed = 0
    do throws(Failure) {
      let done = try decoder?.decode(input.bytes, isLast: input.isAtEnd, into: &fresh) ?? 0
      watch?.add(input.bytes[0..<done])
      input.consume(done)
    } catch {
      problem = Failure(error.code, at: offset + fresh.count, error.subject)
    }
    decoded = consume fresh
  }
}
