// What of an input is the document: all of it, or the content of a signed message; other kinds of file are named.

extension ConversionJob {
  /// Reads the document of the input.
  ///
  /// Throws what the input cannot be read for, what is wrong with a signed message, that one cannot be rewritten, and
  /// `format.foreign` for a file that is no document.
  package func openDocument() throws(Diagnostic) -> InputFile { try document(in: openInput()) }

  /// The document of an input that was read: the input itself, or what was signed, with a note.
  package func document(in input: InputFile) throws(Diagnostic) -> InputFile {
    let document: InputFile
    do throws(Failure) {
      document = try DocumentInput.document(in: input)
    } catch {
      throw Diagnostic(binary: error)
    }
    guard document !== input else { return input }
    if replacesSource { throw Diagnostic(Failure(.signedInPlace)) }
    report(DocumentInput.signedNote)
    return document
  }
}

/// What of bytes is a document.
package enum DocumentInput {
  /// Whether bytes are a document as they are, rather than a signed one or another kind of file.
  package static func isPlain(_ head: ByteView) -> Bool {
    !SignedData.isSigned(head) && FileSignature.find(in: head, count: head.count) == nil
  }

  /// What is said of a signed document that is read.
  package static var signedNote: Diagnostic { Diagnostic(Failure(.signedUnverified), severity: .note) }

  /// The document in a file that was read: the file itself, or another one with what was signed.
  ///
  /// Throws as `content` does.
  package static func document(in file: InputFile) throws(Failure) -> InputFile {
    let signed: [UInt8]? = try file.withBytes { bytes throws(Failure) in try content(of: bytes) }
    return signed.map { InputFile(bytes: $0, name: file.name) } ?? file
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
