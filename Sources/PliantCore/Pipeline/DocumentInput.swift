// What of an input is the document: all of it, or the content of a signed message; other kinds of file are named.

extension ConversionJob {
  /// Reads the document of the input.
  ///
  /// Throws what the input cannot be read for, what is wrong with a signed message, that one cannot be rewritten, and
  /// `format.foreign` for a file that is no document.
  package func openDocument() throws(Diagnostic) -> InputFile { try document(in: openInput()) }

  /// The document of an input that was read: the input itself, or what was signed, with a note.
  package func document(in input: InputFile) throws(Diagnostic) -> InputFile {
    let content: [UInt8]?
    do throws(Failure) {
      content = try input.withBytes { bytes throws(Failure) in try DocumentInput.content(of: bytes) }
    } catch {
      throw Diagnostic(binary: error)
    }
    guard let content else { return input }
    if replacesSource { throw Diagnostic(Failure(.signedInPlace)) }
    report(Diagnostic(Failure(.signedUnverified), severity: .note))
    return InputFile(bytes: content, name: input.name)
  }
}

/// What of bytes is a document.
package enum DocumentInput {
  /// Whether bytes are a document as they are, rather than a signed one or another kind of file.
  package static func isPlain(_ head: ByteView) -> Bool {
    !SignedData.isSigned(head) && FileSignature.find(in: head, count: head.count) == nil
  }

  /// What was signed, or nil for bytes that are no signed message.
  ///
  /// Throws what is wrong with a signed message, and `format.foreign` for a file that is no document.
  package static func content(of bytes: ByteView) throws(Failure) -> [UInt8]? {
    if SignedData.isSigned(bytes) { return try SignedData.content(of: bytes) }
    if let signature = FileSignature.find(in: bytes, count: bytes.count) { throw signature.failure }
    return nil
  }
}
