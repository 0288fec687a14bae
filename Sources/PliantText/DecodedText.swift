// From the bytes of an input to the valid UTF-8 text that readers take.
//
//   EF BB BF 3C 3F 78 …          UTF-8 with a mark    the text is a view on the input behind the mark
//   3C 3F 78 … encoding="…-1"    ISO-8859-1           the text is a buffer of its own
//   … C3 28 …                    broken               the text ends before C3, and `problem` says why

/// A document's text, and how its encoding was found.
///
/// Decoding never fails outright: `problem` is what was wrong, `withText` gives what could be decoded before it, and
/// the problem's offset lies in that text, so that its line and column can be counted.
package final class DecodedText {
  /// By which rules an encoding is found.
  package enum Kind: Sendable {
    /// XML 1.0: mark, declaration, else UTF-8.
    case xml
    /// RFC 8259: UTF-8; UTF-16 and UTF-32 by their mark or, as RFC 4627 has it, by their zero bytes.
    case json
    /// Old-style property lists and .strings, as CoreFoundation: mark, zero bytes, else UTF-8.
    case openStep
    /// Anything else: mark, zero bytes, `@charset`, else UTF-8.
    case text
    /// Tables, which declare nothing: mark, zero bytes, UTF-8, else what the bytes show.
    case table
  }

  /// What an encoding was told by.
  package enum Evidence: String, Sendable {
    case forced
    case byteOrderMark = "bom"
    case declaration
    /// Zero bytes where only UTF-16 or UTF-32 has them.
    case zeroBytes = "zero-bytes"
    /// The letters of a text that declares nothing and is not UTF-8.
    case content
    /// Nothing: the format's default.
    case `default`
  }

  /// The encoding by which the text was decoded, with its byte order.
  package let encoding: TextEncoding
  package let evidence: Evidence
  package let byteOrderMark: ByteOrderMark?
  /// The name in the XML declaration or `@charset`, as written.
  package let declaredName: String?
  /// Why the text ends early or should not be read, with an offset in the text; nil if all is well.
  package let problem: Failure?
  /// Where in the input the text was cut off by `problem`, nil if it was not.
  package let invalidByteOffset: Int?
  /// The input behind its mark.
  private let body: ByteView
  private let text: ByteView
  private let owner: Storage?

  /// Holds decoded bytes.
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
    failure = failure ?? EncodingFinder.contradiction(of: declared, in: decoded, kind: kind, finding)
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

  /// Runs `body` on the text and on what its bytes say against its declaration, or throws `problem` at its place before.
  package func withReadableText<Result: ~Copyable>(
    _ body: (ByteView, Failure?) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    if let problem { throw withText { Diagnostic(problem, in: $0) } }
    let contradiction = contradiction
    return try withText { text throws(Diagnostic) in try body(text, contradiction) }
  }

  /// Runs `body` on the input behind its mark.
  func withBody<Result>(_ body: (ByteView) -> Result) -> Result { body(self.body) }

  /// Whether the text is a view on the input and not a buffer of its own.
  package var isView: Bool { owner == nil }

  /// The line and column of an offset in the text.
  package func position(of offset: Int) -> TextPosition {
    var index = LineIndex()
    return withText { index.position(of: offset, in: $0) }
  }

  /// Where in the input offsets in the text lie, which rise; nil for encodings with shift states.
  ///
  /// All of them take one pass over the text.
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

  /// How many bytes a part of the text takes in the input; `start` is where it begins behind the mark.
  private func inputLength(of part: ByteView, from start: Int) -> Int {
    switch encoding {
    case .ascii, .utf8: part.count
    case .singleByte, .ebcdic: Self.units(in: part, astralUnits: 1)
    case .utf16: 2 * Self.units(in: part, astralUnits: 2)
    case .utf32: 4 * Self.units(in: part, astralUnits: 1)
    case .multibyte: bodyOffset(of: part.count, from: start) - start
    }
  }

  /// Where behind the mark the next `offset` bytes of the text end, whose first was decoded at `start`; decodes them once
  /// more.
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
        // A character takes up to four bytes.
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

  /// Bytes decoded at once where the place of an offset is looked for.
  private static let offsetStep = 4096

  /// Code units of the text where a scalar above U+FFFF takes `astralUnits`.
  private static func units(in text: ByteView, astralUnits: Int) -> Int {
    var count = 0
    for at in 0..<text.count {
      let byte = text[at]
      if byte & 0xC0 != 0x80 { count &+= byte >= 0xF0 ? astralUnits : 1 }
    }
    return count
  }
}
