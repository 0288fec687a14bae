// The encoding analysis of a file, from which the encoding/… rules derive their findings.
//
//   bytes ─▶ verdict ─┬─▶ contradiction (decided once) ─▶ rules ─▶ findings
//   declaration ──────┘

/// A file's declared and actual encoding, and the contradictions between them.
final class EncodingAnalysis {
  let subject: LintSubject
  let makesFixes: Bool
  let contradiction: EncodingContradiction
  let certainEncoding: TextEncoding?
  private var signs: NotableCharacters?
  /// Whether part of the text was undecodable.
  var hasProblem = false
  /// Observes the text while its grammar is checked.
  let signsWatch = NotableCharacterFinder()

  var input: LintInput { subject.input }
  var verdict: EncodingDetection { subject.verdict }
  var declared: DeclaredEncoding? { subject.declared }
  var markLength: Int { verdict.byteOrderMark?.length ?? 0 }

  init(_ subject: LintSubject, makesFixes: Bool) {
    self.subject = subject
    self.makesFixes = makesFixes
    let certain = EncodingCertainty.encoding(
      of: subject.verdict, in: subject.input.held, isExhaustive: makesFixes)
    certainEncoding = certain
    contradiction = subject.contradiction(certain: certain)
  }

  /// The signs for the rules on characters.
  func signs(of text: LintText) throws(Failure) -> NotableCharacters {
    if let signs = signs ?? signsWatch.signs { return signs }
    let found = if let plain = text.plainText { NotableCharacters(plain) } else { try readSigns(of: text) }
    signs = found
    return found
  }

  /// Whether a text presumed to be UTF-8 is in another encoding or may be binary.
  func isRefuted(by text: LintText) throws(Failure) -> Bool {
    try signs(of: text).hasControlCharacters || hasProblem
  }

  private func readSigns(of text: LintText) throws(Failure) -> NotableCharacters {
    let watch = NotableCharacterFinder()
    var window = try text.open(watch: watch)
    while !window.isAtEnd {
      window.consume(window.text.count)
      _ = try window.refill()
    }
    hasProblem = hasProblem || window.problem != nil
    return watch.signs ?? NotableCharacters(.empty)
  }

  /// The encoding that decodes the text despite a wrong declaration; nil to trust the declaration.
  var readableEncoding: TextEncoding? {
    switch verdict.evidence {
    case .letters: verdict.likelyEncoding
    case .mixed, .binary, .empty: nil
    default: verdict.encoding
    }
  }

  /// Whether the text is neither ASCII nor Unicode.
  var hasForeignBytes: Bool { [.letters, .mixed, .binary, .escapes].contains(verdict.evidence) }

  /// Whether a comment that no reader obeys names the encoding, so that people know it.
  var isNamedInComment: Bool {
    DeclaredEncoding.overlooked(in: subject.input.head).map(verdict.satisfies) ?? false
  }

  /// The sentence about parts of a file in units of two bytes, or of one that declares several encodings.
  func sentenceOnParts(at offset: Int) -> String? {
    if verdict.encoding.unitWidth > 1 {
      return
        "parts of the text are not \(verdict.encoding.name): here the \(byteText(offset)) begins one-byte text"
    }
    return subject.parts == .one
      ? nil
      : "parts of the file declare different encodings, and the \(byteText(offset)) is not valid in its own"
  }

  var mayHaveHighCharacters: Bool { verdict.evidence != .ascii && verdict.evidence != .empty }

  /// The certain encoding, or the declared one if the bytes agree with it.
  var trustedEncoding: TextEncoding? {
    if certainEncoding != nil || contradiction != .none { return certainEncoding }
    return declared?.encoding.flatMap { verdict.satisfies($0) ? $0 : nil }
  }

  /// Whether the text is decoded as intended, so that its characters are meaningful.
  var isReadable: Bool { subject.parts == .one && (contradiction == .none || readableEncoding != nil) }

  /// The encoding for reading on after an encoding error, and whether bytes that are not UTF-8 become U+FFFD:
  /// the grammar's characters are the same in all candidates.
  var textEncoding: (TextEncoding?, repairs: Bool) {
    if let encoding = readableEncoding { return (encoding, false) }
    switch verdict.evidence {
    case .letters:
      // Text that is UTF-8 up to a stray byte counts as UTF-8 with an error.
      if case .singleByte = verdict.encoding, subject.firstHigh == subject.firstInvalid {
        return (.latin1, false)
      }
      return (.utf8, true)
    case .mixed: return verdict.encoding.unitWidth > 1 ? (verdict.encoding, false) : (.utf8, true)
    default: return (nil, false)
    }
  }

  // MARK: Places

  static let beginning = LintPosition.place(.text(line: 1, column: 1))

  var declarationPlace: LintPosition { declared.map { place(of: $0) } ?? Self.beginning }

  func place(of declared: DeclaredEncoding) -> LintPosition {
    declared.inputRange.map { place(of: $0.lowerBound) } ?? Self.beginning
  }

  /// The position of a byte, counting the characters before it in UTF-8 if valid, otherwise in the declared
  /// or detected encoding, or else bytes.
  func place(of offset: Int) -> LintPosition {
    for encoding in encodings(before: offset) {
      if let place = input.place(of: offset, behindMark: markLength, in: encoding) { return .place(place) }
    }
    return Self.beginning
  }

  /// Candidates for the encoding of the text before a byte, the likeliest first.
  private func encodings(before offset: Int) -> [TextEncoding] {
    guard verdict.encoding.keepsDeclarationInASCII else { return [verdict.encoding] }
    let isUTF8 = subject.firstInvalid.map { offset <= $0 } ?? true
    let multibyte = [declared?.encoding, verdict.encoding].compactMap(\.self).filter(\.isMultibyte)
    return (isUTF8 ? [.utf8] : []) + multibyte + [.latin1]
  }

  // MARK: Words

  func byteText(_ offset: Int) -> String {
    input.bytes(at: offset, count: 1).first?.named ?? "end"
  }

  func strayText(_ offset: Int) -> String {
    guard let likely = verdict.likelyEncoding else { return "the \(byteText(offset)) is not UTF-8" }
    return "the bytes are probably \(likely.name): here \(shown(offset))"
  }

  /// A byte and its character in the detected encoding: `byte 8A is 'ä'`.
  func shown(_ offset: Int) -> String {
    let bytes = input.bytes(at: offset, count: 4)
    return bytes.isEmpty ? "end" : bytes.withByteView { verdict.shown($0) }
  }
}

extension TextEncoding {
  /// Whether the encoding has multibyte characters with bytes in the range of ASCII.
  fileprivate var isMultibyte: Bool {
    switch self {
    case .ascii, .utf8, .utf16, .utf32, .singleByte: false
    default: true
    }
  }
}
