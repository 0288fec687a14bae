// The encoding error of a file, determined once, from the raw bytes.

/// The encoding error of a file; a file has at most one.
enum EncodingContradiction: Equatable {
  case none
  /// The bytes contradict the declaration; with the first conclusive byte, if any.
  case mismatch(Int?)
  /// A byte that is invalid in the declared encoding, with the decoder's message.
  case invalid(Int, String?)
  /// Parts in different encodings; with the first byte that is not UTF-8.
  case mixed(Int)
  /// A byte that is not UTF-8, without a declaration.
  case undeclared(Int)
  /// JSON that is not UTF-8; with the first conclusive byte, if any.
  case notUTF8(Int?)
  /// UTF-16 without a byte order mark.
  case unmarked

  init(_ subject: LintSubject, certain: TextEncoding?) {
    self = EncodingDecision(subject: subject, certain: certain).fault
  }
}

/// Determines the encoding error of a file.
private struct EncodingDecision {
  let subject: LintSubject
  let certain: TextEncoding?

  private var verdict: EncodingDetection { subject.verdict }
  private var likely: TextEncoding? { verdict.likelyEncoding }

  var fault: EncodingContradiction {
    if subject.kind == .json { return json }
    if verdict.byteOrderMark != nil {
      guard verdict.evidence == .mixed, let stray = subject.firstInvalid else { return .none }
      return .mixed(stray)
    }
    if verdict.evidence == .zeroBytes { return wide }
    // ASCII, and UTF-8 without another declaration, need no further examination.
    let isUTF8 = verdict.evidence == .ascii || verdict.evidence == .utf8
    if isUTF8, subject.declared == nil || subject.declared?.encoding == .utf8 { return .none }
    guard let declared = subject.declared else { return undeclared }
    guard let encoding = declared.encoding else { return .none }
    return bytes(encoding)
  }

  private var json: EncodingContradiction {
    switch verdict.evidence {
    case .mixed: subject.firstInvalid.map { .mixed($0) } ?? .none
    case .letters, .binary, .utf8: subject.firstInvalid.map { .notUTF8($0) } ?? .none
    case .zeroBytes: .notUTF8(nil)
    case .byteOrderMark where verdict.encoding != .utf8: .notUTF8(nil)
    default: .none
    }
  }

  private var wide: EncodingContradiction {
    let declared = subject.declared?.encoding
    if let declared, !verdict.satisfies(declared) { return .mismatch(nil) }
    // RFC 2781: a name that specifies the byte order requires no mark.
    guard case .utf16 = verdict.encoding, declared != verdict.encoding else { return .none }
    return .unmarked
  }

  private var undeclared: EncodingContradiction {
    guard let stray = subject.firstInvalid else { return .none }
    return verdict.evidence == .mixed ? .mixed(stray) : .undeclared(stray)
  }

  private func bytes(_ declared: TextEncoding) -> EncodingContradiction {
    if verdict.evidence == .mixed, let stray = subject.firstInvalid { return .mixed(stray) }
    switch declared {
    case .utf8: return utf8
    case .ascii: return subject.firstHigh.map { .mismatch($0) } ?? .none
    case .utf16, .utf32: return .mismatch(nil)
    case .ebcdic: return verdict.satisfies(declared) ? .none : .mismatch(nil)
    default: break
    }
    if verdict.evidence == .ascii || verdict.evidence == .escapes { return .none }
    if let undefined = subject.firstInvalid(in: declared) {
      let isKnown = likely.map { $0 != declared } ?? (verdict.evidence == .utf8)
      let first = verdict.evidence == .utf8 ? subject.firstHigh : nil
      return isKnown
        ? .mismatch(first ?? undefined.offset ?? 0) : .invalid(undefined.offset ?? 0, undefined.sentence)
    }
    return verdictOnDeclared(declared)
  }

  private var utf8: EncodingContradiction {
    guard let stray = subject.firstInvalid else { return .none }
    return likely == nil ? .invalid(stray, nil) : .mismatch(stray)
  }

  /// Whether a declaration that decodes all bytes is nevertheless wrong.
  private func verdictOnDeclared(_ declared: TextEncoding) -> EncodingContradiction {
    switch verdict.contradiction(of: declared, certain: certain) {
    case .controls: subject.firstControl.map { .mismatch($0) } ?? .none
    case .mixed: subject.firstInvalid.map { .mixed($0) } ?? .none
    case .letters: subject.firstHigh.map { .mismatch($0) } ?? .none
    case nil: .none
    }
  }
}
