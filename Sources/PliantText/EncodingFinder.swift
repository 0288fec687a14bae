// The encoding for decoding a document: forced, or from its mark, declaration, zero bytes or its format's
// default.

package enum EncodingFinder {
  /// The encoding found before decoding.
  package struct Finding {
    package var encoding: TextEncoding
    package var evidence: DecodedText.Evidence
    package var mark: ByteOrderMark?
    /// The range of the declared name after the mark, if known before decoding.
    package var declared: Range<Int>?
    package var problem: Failure?

    /// The range of the declared name, unless the decoded text ends before or inside it.
    package func declared(within text: ByteView) -> Range<Int>? {
      declared.flatMap { $0.upperBound <= text.count ? $0 : nil }
    }
  }

  package static func find(in bytes: ByteView, kind: DecodedText.Kind, forced: TextEncoding?) -> Finding {
    let mark = ByteOrderMark(bytes)
    if let forced { return Self.forced(forced, bytes, mark) }
    if let mark { return Finding(encoding: mark.encoding, evidence: .byteOrderMark, mark: mark) }
    if let wide = encodingByZeroBytes(bytes) { return Finding(encoding: wide, evidence: .zeroBytes) }
    if let declared = ebcdic(bytes) { return declared }
    if kind == .text {
      guard let declared = declaration(in: bytes), let range = declared.range else {
        return Finding(encoding: .utf8, evidence: .default)
      }
      // HTML treats UTF-16 as UTF-8 if the declaration reads as ASCII.
      let isWideHTML = declared.source == .metaElement && declared.encoding?.unitWidth == 2
      return byDeclaration(declared.name, range, isWideHTML ? .utf8 : declared.encoding)
    }
    guard let range = declared(in: bytes, kind: kind) else {
      return Finding(encoding: .utf8, evidence: .default)
    }
    let name = bytes[range].string
    return byDeclaration(name, range, TextEncoding(name: name))
  }

  private static func forced(_ encoding: TextEncoding, _ bytes: ByteView, _ mark: ByteOrderMark?) -> Finding {
    var finding = Finding(encoding: encoding, evidence: .forced)
    switch (encoding, mark?.encoding) {
    case (.utf8, .utf8): finding.mark = mark
    case (.utf16(let order), .utf16(let marked)) where order == nil || order == marked:
      finding.mark = mark
      finding.encoding = .utf16(marked)
    case (.utf32(let order), .utf32(let marked)) where order == nil || order == marked:
      finding.mark = mark
      finding.encoding = .utf32(marked)
    case (.utf16(nil), _), (.utf32(nil), _):
      finding.encoding =
        encodingByZeroBytes(bytes).flatMap { $0.unitWidth == encoding.unitWidth ? $0 : nil } ?? encoding
    default: break
    }
    return finding
  }

  private static func byDeclaration(
    _ name: String, _ range: Range<Int>, _ encoding: TextEncoding?
  ) -> Finding {
    var finding = Finding(encoding: .utf8, evidence: .declaration, declared: range)
    guard let encoding else {
      finding.evidence = .default
      finding.problem = unknownName(name, at: range.lowerBound)
      return finding
    }
    // The declaration itself was readable, so the bytes are not wide units, whatever it declares.
    if encoding.keepsDeclarationInASCII {
      finding.encoding = encoding
    } else {
      finding.evidence = .default
      finding.problem = Failure(
        .declarationContradicts, at: range.lowerBound, "'\(name)', but the bytes are not in that encoding")
    }
    return finding
  }

  package static func unknownName(_ name: String, at offset: Int) -> Failure {
    if EncodingNames.isUnsupported(name) {
      return Failure(.unknownEncoding, at: offset, "unsupported encoding '\(name)'")
    }
    let shown = name.isEmpty ? "empty encoding name" : "unknown encoding '\(name)'"
    let nearest = EncodingNames.nearest(to: name).map { "; did you mean '\($0)'?" } ?? ""
    return Failure(.unknownEncoding, at: offset, shown + nearest)
  }

  /// A document that begins with `<?xml` in EBCDIC (XML 1.0, appendix F.1); nil for any other.
  ///
  /// Its declaration is decoded as IBM037, whose letters all EBCDIC code pages share.
  static func ebcdic(_ bytes: ByteView) -> Finding? {
    guard bytes.count > 5,
      zip(0..., [0x4C, 0x6F, 0xA7, 0x94, 0x93] as [UInt8]).allSatisfy({ bytes[$0] == $1 })
    else { return nil }
    var finding = Finding(encoding: .ebcdic(.ibm037), evidence: .declaration)
    var head = OutputBuffer()
    var decoder = TextDecoder(finding.encoding)
    _ = try? decoder.decode(bytes[0..<min(bytes.count, 1024)], isLast: false, into: &head)
    head.withHeldBytes { text in
      guard let range = XMLDeclaration(text)?.encoding?.value else { return }
      let name = text[range].string
      finding.declared = range
      if let encoding = TextEncoding(name: name) {
        finding.encoding = encoding
      } else {
        finding.problem = unknownName(name, at: range.lowerBound)
      }
    }
    return finding
  }

  /// UTF-16 or UTF-32 without a mark, by the zero bytes of its first ASCII characters (XML 1.0, appendix F.1).
  static func encodingByZeroBytes(_ bytes: ByteView) -> TextEncoding? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1], bytes.byte(at: 2) ?? 1, bytes.byte(at: 3) ?? 1) {
    case (0, 0, 0, 1...): return .utf32(.bigEndian)
    case (1..., 0, 0, 0): return .utf32(.littleEndian)
    case (0, 0, 1..., 0): return .utf32(.order2143)
    case (0, 1..., 0, 0): return .utf32(.order3412)
    case (0, 1..., 0, 1...): return .utf16(.bigEndian)
    case (1..., 0, 1..., 0): return .utf16(.littleEndian)
    case (0, 1..., _, _) where bytes.count == 2 || bytes.byte(at: 2) != 0: return .utf16(.bigEndian)
    case (1..., 0, _, _) where bytes.count == 2 || bytes.byte(at: 3) != 0: return .utf16(.littleEndian)
    default: return nil
    }
  }

  /// The range of the declared encoding's name in an ASCII-compatible text.
  package static func declared(in text: ByteView, kind: DecodedText.Kind) -> Range<Int>? {
    switch kind {
    case .xml, .propertyList: return XMLDeclaration(text)?.encoding?.value
    case .text: return declaration(in: text)?.range
    case .json, .openStep, .table: return nil
    }
  }

  /// The encoding of a text that is not UTF-8 and has no declaration, from its letters; nil if uncertain.
  static func byContent(_ bytes: ByteView) -> TextEncoding? {
    if UTF8Validation.validEnd(of: bytes) == bytes.count, bytes.firstIndex(of: ASCII.null) == nil {
      return nil
    }
    let verdict = EncodingSample(of: bytes).withBytes { EncodingDetector.judge($0) }
    let isLikely =
      verdict.evidence == .zeroBytes || verdict.evidence == .letters && verdict.confidence >= likely
    return isLikely ? verdict.encoding : nil
  }

  /// The minimum probability for decoding a text without a declaration.
  private static let likely = 0.9

  /// The first declaration of an ASCII-compatible text.
  ///
  /// Leaves out those in comments with unknown names.
  package static func declaration(in text: ByteView) -> DeclaredEncoding? {
    DeclaredEncoding.all(in: text, name: nil).first { declared in
      switch declared.source {
      case .xmlDeclaration, .charsetRule, .metaElement: true
      default: declared.range != nil && declared.encoding != nil
      }
    }
  }

  /// The contradiction between a declaration and the mark or the zero bytes.
  package static func contradiction(
    of declared: Range<Int>?, in text: ByteView, kind: DecodedText.Kind, _ finding: Finding
  ) -> Failure? {
    guard let declared, finding.evidence == .byteOrderMark || finding.evidence == .zeroBytes else {
      return nil
    }
    if kind == .text, let source = declaration(in: text)?.source, source != .xmlDeclaration,
      source != .charsetRule
    {
      // A mark overrides the declarations of HTML and source code.
      return nil
    }
    let (name, offset) = (text[declared].string, declared.lowerBound)
    guard let encoding = TextEncoding(name: name) else { return unknownName(name, at: offset) }
    if agrees(encoding, finding.encoding) { return nil }
    if finding.evidence == .byteOrderMark {
      return Failure(
        .byteOrderMarkContradicts, at: offset,
        "that of \(finding.encoding.name), but the declared encoding is '\(name)'")
    }
    return Failure(
      .declarationContradicts, at: offset, "'\(name)', but the bytes are \(finding.encoding.name)")
  }

  /// Whether a declared encoding matches the one found, which always has its byte order.
  private static func agrees(_ declared: TextEncoding, _ found: TextEncoding) -> Bool {
    switch (declared, found) {
    case (.utf16(nil), .utf16), (.utf32(nil), .utf32): true
    default: declared == found
    }
  }
}
