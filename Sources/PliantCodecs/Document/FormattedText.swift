package struct FormattedText {
  package let format: Format
  /// The decoded text, or the bytes of a binary format.
  package let text: ByteView

  /// Whether positions in the source are lines and columns.
  package let isText: Bool

  package init(format: Format, text: ByteView, isText: Bool? = nil) {
    self.format = format
    self.text = text
    self.isText = isText ?? (format != .binary1)
  }

  package func diagnostic(_ failure: Failure) -> Diagnostic {
    isText ? Diagnostic(failure, in: text) : Diagnostic(binary: failure)
  }

  /// A failure at a value of a document, whose text `read` reads again up to there: positions are not stored.
  package func diagnostic(
    _ failure: Failure, at index: Int, of document: Document, read: (ValueLocator) throws(Failure) -> Void
  ) -> Diagnostic {
    var placed = failure
    placed.offset = offset(of: index, in: document, read: read)
    return diagnostic(placed)
  }

  /// The offset of a value or key, if it can be found; `read` reads the text again up to there.
  package func offset(
    of index: Int, in document: Document, read: (ValueLocator) throws(Failure) -> Void
  ) -> Int? {
    if let known = document.sourceOffset(at: index) { return tokenStart(ofTextAt: known) }
    guard document.duplicateKeys.isEmpty, !document.origin.isRearranged else { return nil }
    return Self.offset(ofOrdinal: document.ordinal(of: index), read)
  }

  /// The offset of a repeated key, if it can be found; `read` reads the text again up to there.
  package func offset(
    of duplicate: DuplicateKey, read: (ValueLocator) throws(Failure) -> Void
  ) -> Int? {
    if let known = duplicate.offset { return tokenStart(ofTextAt: known) }
    guard let ordinal = duplicate.ordinal, !text.isEmpty else { return nil }
    return Self.offset(ofOrdinal: ordinal, read)
  }

  private static func offset(ofOrdinal ordinal: Int, _ read: (ValueLocator) throws(Failure) -> Void) -> Int? {
    do throws(Failure) {
      try read(ValueLocator(stoppingAt: ordinal))
      return nil
    } catch { return error.offset }
  }

  /// The start of the token whose text is at `offset`: the quotation mark of a string, the tag of an element.
  package func tokenStart(ofTextAt offset: Int) -> Int {
    guard offset > 0, offset <= text.count, isText else { return offset }
    switch text[offset - 1] {
    case ASCII.quotationMark, ASCII.apostrophe: return offset - 1
    case ASCII.greaterThan:
      var at = offset - 1
      while at > 0 && text[at] != ASCII.lessThan { at -= 1 }
      return at
    default: return offset
    }
  }
}
