// What is known of one file's encoding, from which the rules of the family encoding/… take their findings.
//
//   bytes ─▶ verdict ─┬─▶ fault (decided once) ─▶ rules ─▶ findings
//   declaration ──────┘

import PliantCore

/// The encoding of one file: what it declares, what its bytes are, and what is wrong with that.
final class EncodingFacts {
  let subject: LintSubject
  let scope: LintScope
  /// Whether findings are to carry the changes that fix them.
  let makesFixes: Bool
  /// What is wrong with the bytes.
  let fault: EncodingFault
  /// The encoding that the bytes are in beyond doubt; nil below certainty.
  let certainEncoding: TextEncoding?
  private var signs: TextSigns?
  /// Whether a part of the text could not be decoded.
  var hasProblem = false
  /// Sees the text when it is read by its grammar.
  let signsWatch = TextSignsWatch()

  var input: LintInput { subject.input }
  var verdict: EncodingVerdict { subject.verdict }
  var declared: DeclaredEncoding? { subject.declared }
  var markLength: Int { verdict.byteOrderMark?.length ?? 0 }

  init(_ subject: LintSubject, _ scope: LintScope, makesFixes: Bool) {
    self.subject = subject
    self.scope = scope
    self.makesFixes = makesFixes
    let certain = EncodingCertainty.encoding(
      of: subject.verdict, in: subject.input.held, isExhaustive: makesFixes)
    certainEncoding = certain
    fault = EncodingFault(subject, certain: certain)
  }

  /// What the rules on characters look for in the file's text.
  ///
  /// Throws `file.read`.
  func signs(of text: LintText) throws(Failure) -> TextSigns {
    if let signs = signs ?? signsWatch.signs { return signs }
    let found: TextSigns
    if let plain = text.plainText { found = TextSigns(plain) } else { found = try readSigns(of: text) }
    signs = found
    return found
  }

  /// Whether a text that was presumed to be UTF-8 is something else, or may be a binary file.
  ///
  /// Throws `file.read`.
  func isRefuted(by text: LintText) throws(Failure) -> Bool {
    try signs(of: text).hasControlCharacters || hasProblem
  }

  private func readSigns(of text: LintText) throws(Failure) -> TextSigns {
    let watch = TextSignsWatch()
    var window = try text.open(watch: watch)
    while !window.isAtEnd {
      window.consume(window.text.count)
      _ = try window.refill()
    }
    hasProblem = hasProblem || window.problem != nil
    return watch.signs ?? TextSigns(.empty)
  }

  var likelyEncoding: TextEncoding? { verdict.likelyEncoding }

  /// The encoding by which the text can be read although what it declares is wrong; nil to believe it.
  var readableEncoding: TextEncoding? {
    switch verdict.evidence {
    case .letters: likelyEncoding
    case .mixed, .binary, .empty: nil
    default: verdict.encoding
    }
  }

  /// Whether the text may have characters above ASCII.
  var mayHaveHighCharacters: Bool { verdict.evidence != .ascii && verdict.evidence != .empty }

  /// The encoding that is certain, or the declared one where the bytes agree with it.
  var trustedEncoding: TextEncoding? {
    if let certainEncoding { return certainEncoding }
    guard fault == .none, let encoding = declared?.encoding, verdict.satisfies(encoding) else { return nil }
    return encoding
  }

  /// Whether the text is read as it was meant, so that its characters can be judged.
  var isReadable: Bool { fault == .none || readableEncoding != nil }

  /// The encoding to read on by after a mistake in the encoding, and whether bytes that are not UTF-8 become
  /// U+FFFD: the grammar's characters are the same in all that is possible.
  var textEncoding: (TextEncoding?, repairs: Bool) {
    if let encoding = readableEncoding { return (encoding, false) }
    switch verdict.evidence {
    case .letters:
      // What is UTF-8 up to a stray byte is taken for that with a mistake.
      if case .singleByte = verdict.encoding, firstHigh == strayOffset { return (.latin1, false) }
      return (.utf8, true)
    case .mixed: return (.utf8, true)
    default: return (nil, false)
    }
  }

  // MARK: Offsets

  /// The first byte that is not UTF-8, or nil.
  var strayOffset: Int? { subject.firstInvalid }
  var firstHigh: Int? { subject.firstHigh }

  // MARK: Places

  static let beginning = LintPosition.place(.text(line: 1, column: 1))

  var declarationPlace: LintPosition {
    declared?.inputRange.map { place(of: $0.lowerBound) } ?? Self.beginning
  }

  /// The place of a byte: what precedes is counted in letters of UTF-8 where it is, otherwise of the declared encoding
  /// or of the one found, or else byte by byte.
  func place(of offset: Int) -> LintPosition {
    for encoding in encodings(before: offset) {
      if let place = input.place(of: offset, behindMark: markLength, in: encoding) { return .place(place) }
    }
    return Self.beginning
  }

  /// The encodings that may be those of what precedes a byte, the likeliest first.
  private func encodings(before offset: Int) -> [TextEncoding] {
    guard verdict.encoding.keepsDeclarationInASCII else { return [verdict.encoding] }
    let isUTF8 = strayOffset.map { offset <= $0 } ?? true
    let multibyte = [declared?.encoding, verdict.encoding].compactMap(\.self).filter(\.isMultibyte)
    return (isUTF8 ? [.utf8] : []) + multibyte + [.latin1]
  }

  // MARK: Words

  func byteText(_ offset: Int) -> String {
    guard let byte = input.bytes(at: offset, count: 1).first else { return "end" }
    return byte.named
  }

  func strayText(_ offset: Int) -> String {
    guard let likely = likelyEncoding else { return "the \(byteText(offset)) is not UTF-8" }
    return "the bytes are probably \(likely.name): here \(shown(offset))"
  }

  /// A byte and what it is in the encoding found: `byte 8A is 'ä'`.
  func shown(_ offset: Int) -> String {
    let bytes = input.bytes(at: offset, count: 4)
    return bytes.isEmpty ? "end" : bytes.withByteView { verdict.shown($0) }
  }
}

extension TextEncoding {
  /// Whether a character of the encoding may take several bytes and ASCII's bytes may be part of it.
  fileprivate var isMultibyte: Bool {
    switch self {
    case .ascii, .utf8, .utf16, .utf32, .singleByte: false
    default: true
    }
  }
}
