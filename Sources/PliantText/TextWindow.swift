// A sliding window on the text of an input that is read piece by piece: bytes → UTF-8, in constant memory.

/// The valid UTF-8 of a stream of bytes, a window at a time.
///
/// UTF-8 is checked where it lies; other encodings are decoded into a buffer. A byte order mark is left out.
package struct TextWindow: ~Copyable {
  private var input: InputWindow
  private let kind: DecodedText.Kind
  private let forced: TextEncoding?
  /// Whether bytes that are not UTF-8 are replaced, rather than the end of the text.
  private let repairs: Bool
  /// Told of the bytes that are decoded by what the text declares.
  private let watch: DeclarationWatch?
  /// Told of the text.
  private let signs: TextSignsWatch?
  private var decoder: TextDecoder?
  /// Text that was decoded, where the input is not UTF-8; `consumed` bytes of it are done with.
  private var decoded: OutputBuffer?
  private var consumed = 0
  /// Bytes at the beginning of the input's window that are valid UTF-8.
  private var validCount = 0
  /// Whether a table may still turn out to be in another encoding, since all of it was ASCII so far.
  private var mayBeOther = false
  private var hasBegun = false
  /// Whether nothing follows the window.
  package private(set) var isAtEnd = false
  /// Why the text ends where it does, its offset being the text's end; nil if all is well.
  package private(set) var problem: Failure?
  /// Where in the text the window begins.
  package private(set) var offset = 0
  /// Whether lines and columns are counted, for `position(of:)`.
  package var countsPlaces = false
  private var counter = TextPositionCounter()
  /// The mark at the input's beginning, known after the first `refill`.
  package private(set) var byteOrderMark: ByteOrderMark?
  /// The encoding; UTF-8 before the first `refill`.
  package private(set) var encoding = TextEncoding.utf8

  /// Reads text whose encoding is found by the rules of `kind`, or is `forced`.
  ///
  /// With `repairs`, bytes that are not UTF-8 become U+FFFD where the encoding is that.
  package init(
    _ input: consuming InputWindow, kind: DecodedText.Kind, forced: TextEncoding? = nil,
    repairs: Bool = false,
    watch: DeclarationWatch? = nil, signs: TextSignsWatch? = nil
  ) {
    self.input = input
    self.watch = watch
    self.signs = signs
    self.kind = kind
    self.forced = forced
    self.repairs = repairs
  }

  /// Text in memory that is valid UTF-8 and must outlive the window: one piece, there without `refill`.
  package init(text: ByteView) {
    var input = InputWindow(held: text)
    // Bytes in memory are there at once and cannot fail.
    _ = try? input.refill()
    self.input = input
    kind = .text
    forced = .utf8
    watch = nil
    signs = nil
    repairs = false
    validCount = text.count
    hasBegun = true
    isAtEnd = true
  }

  /// The text read and not yet consumed, valid until the next `refill`.
  package var text: ByteView {
    decoder == nil
      ? input.bytes[0..<validCount] : decoded?.withHeldBytes { $0.suffix(from: consumed) } ?? .empty
  }

  /// Bytes of the input that were read.
  package var readCount: Int { input.offset + input.bytes.count }

  /// Bytes of the input, or 0 where that is not known before its end.
  package var inputSize: Int { input.status?.kind == .regular ? input.status?.size ?? 0 : 0 }

  /// Gives up the first `count` bytes of the window.
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

  /// Line and column of an offset in the text, or of the window's nearer end if it is outside.
  package func position(of offset: Int) -> TextPosition {
    var counter = counter
    counter.advance(over: text[0..<max(0, min(offset - self.offset, text.count))])
    return counter.position
  }

  /// The failure at its place, or why the text ends early.
  package func diagnostic(_ failure: Failure) -> Diagnostic {
    let failure = problem ?? failure
    return Diagnostic(failure, at: failure.offset.map { Place(position(of: $0)) } ?? .wholeFile)
  }

  /// Reads more behind what is not consumed yet; false if the text has ended.
  ///
  /// Throws `file.read`; bytes that cannot be decoded end the text and leave a `problem`.
  package mutating func refill() throws(Failure) -> Bool {
    if isAtEnd { return false }
    // What is read to find the encoding is new as well.
    let before = hasBegun ? text.count : 0
    if !hasBegun { try begin() }
    // Bytes that cannot be decoded stay where they are; decoding them again would repeat the text before them.
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
      ?? EncodingFinder.contradiction(of: declared, in: start, kind: kind, finding)
    {
      problem = found
      isAtEnd = true
    }
  }

  /// Bytes by which the encoding of a table is judged.
  private static let judgedBytes = 1 << 16

  /// Whether the bytes from the first one above ASCII on are in another encoding, by which they are decoded from now on.
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
