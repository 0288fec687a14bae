// Verifies a reformatted document before it replaces its source: read back, it must have the same content.

/// Checks that reformatting preserved the content.
package enum LayoutProof {
  /// Throws `file.unproved` unless `result` has the source's tokens, except white space, and encoding.
  ///
  /// JSON's strings may be spelled differently; its numbers, keys and their order may not. With `blankIsEmpty`
  /// an XML element with nothing but white space may lose it.
  package static func check(
    _ result: ByteView, of source: DecodedText, format: Format, forced: TextEncoding?,
    blankIsEmpty: Bool = false
  ) throws(Failure) {
    let decoded = DecodedText(result, kind: .init(format), forced: forced)
    guard decoded.problem == nil, decoded.encoding == source.encoding,
      decoded.byteOrderMark == source.byteOrderMark
    else { throw Failure(.outputUnproved) }
    let isSame = try source.withText { old throws(Failure) in
      try decoded.withText { new throws(Failure) in try holdsSame(old, new, format, blankIsEmpty) }
    }
    guard isSame else { throw Failure(.outputUnproved) }
  }

  /// Throws `file.unproved` unless `result` has the content of `source` under Canonical XML.
  package static func checkCanonicalXML(
    _ result: ByteView, of source: ByteView, keepsComments: Bool
  ) throws(Failure) {
    guard try holdsSame(source, result, .canonical(keepsComments: keepsComments)) else {
      throw Failure(.outputUnproved)
    }
  }

  /// The proof that bytes have the content of an XML text, regardless of CDATA sections.
  package static func ofContent(_ source: DecodedText, forced: TextEncoding?) -> OutputProof {
    { result throws(Failure) in
      let decoded = DecodedText(result, kind: .xml, forced: forced)
      guard decoded.problem == nil, decoded.encoding == source.encoding else { return false }
      return try source.withText { old throws(Failure) in
        try decoded.withText { new throws(Failure) in
          try holdsSame(old, new, .canonical(keepsComments: true))
        }
      }
    }
  }

  private static func holdsSame(
    _ old: ByteView, _ new: ByteView, _ format: Format, _ blankIsEmpty: Bool
  ) throws(Failure) -> Bool {
    switch format.traits.hasLayout ? format.traits.syntax : nil {
    case .xml: return try holdsSame(old, new, .layout, blankIsEmpty: blankIsEmpty)
    case .json, .openStep:
      guard format.definition.reader?.hasSameTokens(old, new) != false else { return false }
      let found = unlessFailed { () throws(Failure) in try ValueDigest.of(new, format: format) }
      return found == (try ValueDigest.of(old, format: format))
    case nil: return false
    }
  }

  private static func holdsSame(
    _ old: ByteView, _ new: ByteView, _ mode: XMLContentDigest.Mode, blankIsEmpty: Bool = false
  ) throws(Failure) -> Bool {
    let found = unlessFailed { () throws(Failure) in
      try XMLContentDigest.value(of: new, mode: mode, blankIsEmpty: blankIsEmpty)
    }
    return found == (try XMLContentDigest.value(of: old, mode: mode, blankIsEmpty: blankIsEmpty))
  }

  /// The digest of the result; nil if it cannot be read, which is the formatter's fault.
  private static func unlessFailed(_ body: () throws(Failure) -> UInt64) -> UInt64? {
    do throws(Failure) { return try body() } catch { return nil }
  }
}
