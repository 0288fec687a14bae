// From the bytes of an input to the valid UTF-8 text for readers.
//
//   EF BB BF 3C 3F 78 …          UTF-8 with a mark    the text is a view on the input after the mark
//   3C 3F 78 … encoding="…-1"    ISO-8859-1           the text is a buffer of its own
//   … C3 28 …                    broken               the text ends before C3, and `problem` says why

/// A document's text, with its encoding and the evidence.
///
/// Decoding never fails outright: `problem` is the error, `withText` passes the text before it, and the
/// problem's offset is in that text, so that its line and column can be counted.
package final class DecodedText {
  /// The rules for finding an encoding.
  package enum Kind: Sendable {
    /// XML 1.0: mark, declaration, else UTF-8.
    case xml
    /// XML property lists, as CoreFoundation reads them: the mark overrides the declaration.
    case propertyList
    /// RFC 8259: UTF-8; UTF-16 and UTF-32 by their mark or, as in RFC 4627, by their zero bytes.
    case json
    /// Old-style property lists and .strings, as in CoreFoundation: mark, zero bytes, else UTF-8.
    case openStep
    /// Anything else: mark, zero bytes, `@charset`, else UTF-8.
    case text
    /// Tables, which have no declarations: mark, zero bytes, UTF-8, else detection.
    case table
  }

  package enum Evidence: String, Sendable {
    case forced
    case byteOrderMark = "bom"
    case declaration
    /// Zero bytes that only UTF-16 or UTF-32 has.
    case zeroBytes = "zero-bytes"
    /// The letters of a text without a declaration that is not UTF-8.
    case content
    /// Nothing: the format's default.
    case `default`
  }

  /// The encoding used for decoding, with its byte order.
  package let encoding: TextEncoding
  package let evidence: Evidence
  package let byteOrderMark: ByteOrderMark?
  /// The name in the XML declaration or `@charset`, as written.
  package let declaredName: String?
  /// The reason why the text ends early or should not be read, with an offset in the text; nil without a
  /// problem.
  package let problem: Failure?
  /// The contradiction between the mark of a property list and its declaration, which the mark overrides.
  package let overruled: Failure?
  /// The offset in the input at which `problem` truncated the text, nil if it did not.
  package let invalidByteOffset: Int?
  /// The input after its mark.
  let body: ByteView
  private let text: ByteView
  private let owner: Storage?

  private final class Storage {
    var buffer: OutputBuffer
    init(_ buffer: consuming OutputBuffer) { self.buffer = buffer }
  }

  /// Decodes `bytes`, which must outlive the object; `forced` overrides every other evidence.
  package init(_ bytes: ByteView, kind: Kind, forced: TextEncoding? = nil) {
    var finding = EncodingFinder.find(in: bytes, kind: kind, forced: forced)
    if kind == .table, finding.evidence == .default, let found = EncodingFinder.byContent(bytes) {
      finding.encoding = found
      finding.evidence = .content
    }
    encoding = finding.encoding
    evidence = finding.evidence
    byteOrderMark = finding.mark
    body = bytes.suffix(from: finding.mark?.length ?? 0)
    var failure = finding.problem
    var badOffset: Int?
    let decoded: ByteView
    if finding.encoding == .utf8 || finding.encoding == .ascii {
      let end =
        finding.encoding == .utf8
        ? UTF8Validation.validEnd(of: body) : UTF8Validation.endOfASCII(in: body, from: 0)
      decoded = body[0..<end]
      owner = nil
      if end < body.count {
        badOffset = end
        failure = failure ?? TextDecoder.invalidBytes(body, at: end, encoding: finding.encoding)
      }
    } else {
      var buffer = OutputBuffer()
      do throws(Failure) {
        var decoder = TextDecoder(finding.encoding)
        _ = try decoder.decode(body, isLast: true, into: &buffer)
      } catch {
        badOffset = error.offset
        failure = failure ?? error.at(error.offset.map { _ in buffer.count })
      }
      decoded = buffer.withHeldBytes { $0 }
      owner = Storage(buffer)
    }
    let declared = finding.declared(within: decoded) ?? EncodingFinder.declared(in: decoded, kind: kind)
    let name = declared.map { decoded[$0].string }
    let opposed = EncodingFinder.contradiction(of: declared, in: decoded, kind: kind, finding)
    let marksWin = kind == .propertyList && finding.evidence == .byteOrderMark
    failure = failure ?? (marksWin ? nil : opposed)
    overruled = marksWin ? opposed : nil
    if forced == nil, finding.mark == nil, let found = failure, found.code == .invalidBytes,
      let remedy = DeclarationCheck.remedy(for: body, notIn: finding.encoding)
    {
      failure = Failure(
        found.code, at: found.offset, (found.subject ?? "") + remedy.addition, advice: remedy.advice)
    }
    if kind == .json, let found = failure, found.code == .invalidBytes {
      failure = Failure(.jsonEncoding, at: found.offset, found.subject, advice: found.advice)
    }
    text = decoded
    declaredName = name
    problem = failure
    invalidByteOffset = badOffset.map { $0 + (finding.mark?.length ?? 0) }
  }

  /// Runs `body` on the text, which is valid only inside it.
  package func withText<Result: ~Copyable, Problem: Error>(
    _ body: (ByteView) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(text)
  }

  /// Runs `body` on the text, or throws `problem` before.
  package func withValidText<Result: ~Copyable>(
    _ body: (ByteView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let problem { throw problem }
    return try withText(body)
  }

  /// Runs `body` on the text and the evidence against its declaration, or throws `problem` with its position.
  package func withReadableText<Result: ~Copyable>(
    _ body: (ByteView, Failure?) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    if let problem { throw withText { Diagnostic(problem, in: $0) } }
    let contradiction = contradiction
    return try withText { text throws(Diagnostic) in try body(text, contradiction) }
  }

  /// Whether the text is a view on the input and not a separate buffer.
  package var isView: Bool { owner == nil }

  package func position(of offset: Int) -> TextPosition {
    var index = LineIndex()
    return withText { index.position(of: offset, in: $0) }
  }

  /// The offsets in the input of ascending offsets in the text; nil for encodings with shift states.
  ///
  /// Reads the text once for all of them.
  package func inputOffsets(of offsets: some Sequence<Int>) -> [Int]? {
    if case .multibyte(let encoding) = encoding, encoding.isStateful { return nil }
    let markLength = byteOrderMark?.length ?? 0
    var (at, input) = (0, 0)
    return offsets.map { offset in
      let end = max(at, min(offset, text.count))
      input += inputLength(of: text[at..<end], from: input)
      at = end
      return markLength + input
    }
  }

  /// The number of input bytes of a part of the text; `start` is its offset after the mark.
  private func inputLength(of part: ByteView, from start: Int) -> Int {
    switch encoding {
    case .ascii, .utf8: part.count
    case .singleByte, .ebcdic: Self.units(in: part, astralUnits: 1)
    case .utf16: 2 * Self.units(in: part, astralUnits: 2)
    case .utf32: 4 * Self.units(in: part, astralUnits: 1)
    case .multibyte: bodyOffset(of: part.count, from: start) - start
    }
  }

  /// The offset after the mark at which the next `offset` bytes of the text end; decodes them again from
  /// `start`.
  private func bodyOffset(of offset: Int, from start: Int) -> Int {
    var decoder = TextDecoder(encoding)
    var (at, decoded, step) = (start, 0, Self.offsetStep)
    while decoded < offset && at < body.count {
      let end = min(body.count, at + step)
      var output = OutputBuffer()
      let used = (try? decoder.decode(body[at..<end], isLast: false, into: &output)) ?? 0
      if step == Self.offsetStep && (used == 0 || decoded + output.count > offset) {
        step = 1
      } else if used == 0 {
        // A character has at most four bytes.
        guard step < 4 else { return at }
        step += 1
      } else {
        at += used
        decoded += output.count
        if step < Self.offsetStep { step = 1 }
      }
    }
    return at
  }

  /// The number of bytes to decode at once when searching for an offset.
  private static let offsetStep = 4096

  /// The number of code units of the text, with `astralUnits` for a scalar above U+FFFF.
  private static func units(in text: ByteView, astralUnits: Int) -> Int {
    var count = 0
    for at in 0..<text.count {
      let byte = text[at]
      if byte & 0xC0 != 0x80 { count &+= byte >= 0xF0 ? astralUnits : 1 }
    }
    return count
  }
}
