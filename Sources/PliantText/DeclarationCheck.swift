// Detection of false declarations even if all bytes decode with the declared encoding.
//
//   <?xml … encoding="ISO-8859-1"?> … 8A …   →   declared 'ISO-8859-1', but the bytes are macintosh: here byte 8A is 'ä'

extension EncodingDetection {
  package enum Contradiction: Sendable {
    /// Bytes from 0x80 to 0x9F, which are only controls in the declared encoding.
    case controls
    /// Parts of the text are in different encodings.
    case mixed
    /// Letters of another encoding.
    case letters
  }

  /// The probability from which a text is read in the detected rather than the declared encoding.
  private static let readable = 0.8

  /// The encoding of the letters if likely enough to report.
  package var likelyEncoding: TextEncoding? {
    evidence == .letters && confidence >= Self.readable ? encoding : nil
  }

  /// The evidence against a declaration that decodes all bytes; nil if it may be true.
  ///
  /// `certain` is the certain encoding, from `EncodingCertainty`.
  package func contradiction(of declared: TextEncoding, certain: TextEncoding?) -> Contradiction? {
    if case .singleByte(let table) = declared, hasControlBytes, let likelyEncoding,
      likelyEncoding != declared, table.scalar(of: 0x92) == 0x92, table.scalar(of: 0x80) == 0x80
    {
      return .controls
    }
    if evidence == .mixed { return .mixed }
    guard let certain, certain != declared, !satisfies(declared) else { return nil }
    if let census, EncodingRefutation.spares(declared, for: certain, census) { return nil }
    return .letters
  }

  /// Whether a text that is not UTF-8 may be in an encoding that a project prescribes: it decodes all bytes,
  /// and nothing is certain that contradicts it.
  package func mayBe(_ expected: TextEncoding, in bytes: ByteView?) -> Bool {
    guard evidence == .letters, let bytes, expected.decoded(bytes) != nil else { return false }
    if satisfies(expected) { return true }
    return contradiction(of: expected, certain: EncodingCertainty.encoding(of: self, in: bytes)) == nil
  }

  /// The encodings in a mixed text: `parts of the text are UTF-8 and windows-1251`.
  package var partsText: String {
    parts.count < 2
      ? "parts of the text are not UTF-8"
      : "parts of the text are " + parts.map(\.name).joined(separator: " and ")
  }

  /// The first byte and its character in the detected encoding: `byte 8A is 'ä'`.
  package func shown(_ bytes: ByteView) -> String { Self.shown(bytes, in: encoding) }

  /// The first byte and its character in an encoding.
  package static func shown(_ bytes: ByteView, in encoding: TextEncoding) -> String {
    guard let first = bytes.byte(at: 0) else { return "end" }
    switch encoding {
    case .singleByte(let table):
      guard let value = table.scalar(of: first), let scalar = Unicode.Scalar(value), value >= 0xA0 else {
        return first.named
      }
      return "\(first.named) is '\(Character(scalar))'"
    case .utf8:
      let letter = bytes[0..<UTF8Validation.sequenceLength(in: bytes, at: 0)].string
      return letter.utf8.count < 2 ? first.named : "\(first.named) begins '\(letter)'"
    default: return first.named
    }
  }
}

extension UInt8 {
  /// `byte 8A`.
  package var named: String { "byte " + hexadecimal(2) }
}

/// Looks for evidence against a text's declaration.
package enum DeclarationCheck {
  /// The failure with the offset of a conclusive byte in `bytes`; nil if the declaration may be true.
  ///
  /// `declared` is the encoding that decodes all of `bytes`, `name` its spelling in the text.
  package static func problem(of declared: TextEncoding, named name: String, in bytes: ByteView) -> Failure? {
    let start = UTF8Validation.endOfASCII(in: bytes, from: 0)
    guard start < bytes.count, declared.isASCIISuperset else { return nil }
    let sample = EncodingSample(of: bytes)
    let found: (EncodingDetection, TextEncoding?, EncodingDetection.Contradiction)? = sample.withBytes {
      judged in
      let verdict = EncodingDetector.judge(judged)
      let certain = EncodingCertainty.encoding(of: verdict, in: judged)
      return verdict.contradiction(of: declared, certain: certain).map { (verdict, certain, $0) }
    }
    guard let (verdict, certain, contradiction) = found else { return nil }
    return failure(name, verdict, certain, at: offset(of: contradiction, in: bytes, from: start), in: bytes)
  }

  /// The actual encoding of invalid bytes, `; the bytes are …`, and the remedy; nil without one.
  package static func remedy(
    for bytes: ByteView, notIn encoding: TextEncoding
  ) -> (addition: String, advice: String)? {
    let (certain, likely) = EncodingSample(of: bytes).withBytes { judged in
      let verdict = EncodingDetector.judge(judged)
      return (
        EncodingCertainty.encoding(of: verdict, in: judged),
        verdict.evidence == .letters ? verdict.encoding : nil
      )
    }
    guard let found = certain ?? likely, found != encoding, found != .ascii else { return nil }
    return (
      "; the bytes are \(certain == nil ? "probably " : "")\(found.name)",
      advice(found, isCertain: certain != nil)
    )
  }

  private static func advice(_ encoding: TextEncoding, isCertain: Bool) -> String {
    "use --input-encoding \(encoding.name)"
      + (isCertain ? ", or correct the file with 'pliant lint --fix'" : "")
  }

  /// The text before the byte of a problem, which determines its position.
  package static func text(before problem: Failure, in bytes: ByteView, _ encoding: TextEncoding)
    -> OutputBuffer
  {
    var decoder = TextDecoder(encoding)
    var text = OutputBuffer()
    _ = try? decoder.decode(bytes[0..<min(problem.offset ?? 0, bytes.count)], isLast: false, into: &text)
    return text
  }

  private static func offset(
    of contradiction: EncodingDetection.Contradiction, in bytes: ByteView, from start: Int
  ) -> Int {
    switch contradiction {
    case .letters: return start
    case .mixed: return UTF8Validation.firstInvalidOffset(in: bytes) ?? start
    case .controls:
      var at = start
      while at < bytes.count, bytes[at] >= 0xA0 { at = UTF8Validation.endOfASCII(in: bytes, from: at + 1) }
      return at < bytes.count ? at : start
    }
  }

  private static func failure(
    _ name: String, _ verdict: EncodingDetection, _ certain: TextEncoding?, at offset: Int, in bytes: ByteView
  ) -> Failure {
    if verdict.evidence == .mixed {
      return Failure(.encodingMixed, at: offset, "'\(name)', but \(verdict.partsText)")
    }
    let actual = verdict.encoding
    let shown = verdict.shown(bytes.suffix(from: offset))
    return Failure(
      .declarationContradicts, at: offset,
      "'\(name)', but the bytes are \(certain == nil ? "probably " : "")\(actual.name): here \(shown)",
      advice: advice(actual, isCertain: certain != nil))
  }
}

extension DecodedText {
  /// The evidence against the declaration that decoded the text, with its offset in the text; nil if it may
  /// be true, or after another error.
  package var contradiction: Failure? {
    guard evidence == .declaration, problem == nil, !isView, let declaredName,
      let found = DeclarationCheck.problem(of: encoding, named: declaredName, in: body)
    else { return nil }
    return found.at(DeclarationCheck.text(before: found, in: body, encoding).count)
  }
}

/// Watches the bytes of a streamed text for evidence against its declaration.
package final class DeclarationMonitor {
  private var declared: (encoding: TextEncoding, name: String)?
  private var sample = EncodingSample()

  package init() {}

  /// The encoding detected for a text without a declaration.
  package private(set) var detected: TextEncoding?

  /// Starts a text decoded with its declared or detected encoding.
  package func begin(_ encoding: TextEncoding, named name: String, isDetected: Bool = false) {
    declared = (encoding, name)
    if isDetected { detected = encoding }
  }

  package func add(_ bytes: ByteView) { if declared != nil { sample.add(bytes) } }

  /// The evidence against the declaration, without a position; nil if it may be true.
  package var contradiction: Failure? {
    guard let declared else { return nil }
    let found = sample.withBytes {
      DeclarationCheck.problem(of: declared.encoding, named: declared.name, in: $0)
    }
    return found?.at(nil)
  }
}
