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
}

extension LintSubject {
  /// The encoding error of the file, whose encoding is `certain` if not nil.
  func contradiction(certain: TextEncoding?) -> EncodingContradiction {
    if verdict.evidence == .mixed, verdict.encoding.unitWidth > 1, let stray = verdict.firstStray {
      return .mixed(stray)
    }
    switch parts {
    case .one: break
    case .areTrue: return .none
    case .areFalse(let offset): return .mixed(offset)
    }
    if kind == .json { return jsonContradiction }
    if verdict.byteOrderMark != nil {
      guard verdict.evidence == .mixed, let stray = firstInvalid else { return .none }
      return .mixed(stray)
    }
    if verdict.evidence == .zeroBytes { return wideContradiction }
    // ASCII, and UTF-8 without another declaration, need no further examination.
    let isUTF8 = verdict.evidence == .ascii || verdict.evidence == .utf8
    if isUTF8, declared == nil || declared?.encoding == .utf8 { return .none }
    guard let declared else {
      return firstInvalid.map { verdict.evidence == .mixed ? .mixed($0) : .undeclared($0) } ?? .none
    }
    guard let encoding = declared.encoding else {
      // A text in the named encoding, which pliant does not read, would hardly be UTF-8.
      let isFalse =
        certain == .utf8 && verdict.evidence == .utf8 && !declared.isUnknownName && declared.isUnreadable
      return isFalse ? .mismatch(firstHigh) : .none
    }
    return contradiction(of: encoding, certain)
  }

  private var jsonContradiction: EncodingContradiction {
    switch verdict.evidence {
    case .mixed: firstInvalid.map { .mixed($0) } ?? .none
    case .letters, .binary, .utf8: firstInvalid.map { .notUTF8($0) } ?? .none
    case .zeroBytes: .notUTF8(nil)
    case .byteOrderMark where verdict.encoding != .utf8: .notUTF8(nil)
    default: .none
    }
  }

  private var wideContradiction: EncodingContradiction {
    let encoding = declared?.encoding
    if let encoding, !verdict.satisfies(encoding) { return .mismatch(nil) }
    // RFC 2781: a name that specifies the byte order requires no mark.
    guard case .utf16 = verdict.encoding, encoding != verdict.encoding else { return .none }
    return .unmarked
  }

  private func contradiction(of declared: TextEncoding, _ certain: TextEncoding?) -> EncodingContradiction {
    if verdict.evidence == .mixed, let stray = firstInvalid { return .mixed(stray) }
    switch declared {
    case .utf8:
      return firstInvalid.map { verdict.likelyEncoding == nil ? .invalid($0, nil) : .mismatch($0) } ?? .none
    case .ascii: return firstHigh.map { .mismatch($0) } ?? .none
    case .utf16, .utf32: return .mismatch(nil)
    case .ebcdic: return verdict.satisfies(declared) ? .none : .mismatch(nil)
    default: break
    }
    if verdict.evidence == .ascii || verdict.evidence == .escapes { return .none }
    if let undefined = input.firstInvalid(in: declared) {
      let isKnown = verdict.likelyEncoding.map { $0 != declared } ?? (verdict.evidence == .utf8)
      let first = verdict.evidence == .utf8 ? firstHigh : nil
      return isKnown
        ? .mismatch(first ?? undefined.offset ?? 0) : .invalid(undefined.offset ?? 0, undefined.sentence)
    }
    return contradiction(ofReadable: declared, certain)
  }

  /// Whether a declaration that decodes all bytes is nevertheless wrong.
  private func contradiction(ofReadable declared: TextEncoding, _ certain: TextEncoding?)
    -> EncodingContradiction
  {
    switch verdict.contradiction(of: declared, certain: certain) {
    case .controls: input.firstHigh { $0 < 0xA0 }.map { .mismatch($0) } ?? .none
    case .mixed: firstInvalid.map { .mixed($0) } ?? .none
    case .letters: firstHigh.map { .mismatch($0) } ?? .none
    case nil: .none
    }
  }
}
