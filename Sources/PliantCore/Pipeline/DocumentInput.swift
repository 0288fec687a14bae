// The document in an input: all of it, or the content of a signed message; other kinds of file are errors.

extension ConversionJob {
  /// Reads the document of the input.
  ///
  /// Throws errors of reading and of a signed message, an error if a signed message would be rewritten, and
  /// `format.foreign` for a file that is not a document.
  package func openDocument() throws(Diagnostic) -> InputFile { try document(in: openInput()) }

  /// The document in an input: the input itself, or its signed contents, with a note.
  package func document(in input: InputFile) throws(Diagnostic) -> InputFile {
    let document: InputFile
    do throws(Failure) {
      document = try DocumentInput.document(in: input, as: namedFormat)
    } catch { throw Diagnostic(binary: error) }
    guard document !== input else { return input }
    if replacesSource { throw Diagnostic(Failure(.signedInPlace)) }
    report(DocumentInput.signedNote)
    return document
  }
}

package enum DocumentInput {
  /// Whether bytes are a document themselves, rather than a signed one or another kind of file.
  package static func isPlain(_ head: ByteView, as format: Format? = nil) -> Bool {
    isTable(head, format)
      || !SignedData.isSigned(head) && FileSignature.find(in: head, count: head.count) == nil
  }

  /// Whether bytes are to be read as a table and begin like UTF-8: any text can be a table.
  private static func isTable(_ bytes: ByteView, _ format: Format?) -> Bool {
    // A character may cross the border.
    format?.isCellTable == true
      && UTF8Validation.validEnd(of: bytes[0..<min(bytes.count, 515)], from: 0) >= min(bytes.count, 512)
  }

  package static var signedNote: Diagnostic { Diagnostic(Failure(.signedUnverified), severity: .note) }

  /// The document in a file: the file itself, or another one with the signed contents.
  ///
  /// Throws errors in a signed message, and `format.foreign` for a file that is not a document.
  package static func document(in file: InputFile, as format: Format? = nil) throws(Failure) -> InputFile {
    let signed: [UInt8]? = try file.withBytes { bytes throws(Failure) in
      if isTable(bytes, format) { return nil }
      if SignedData.isSigned(bytes) { return try SignedData.content(of: bytes) }
      if let signature = FileSignature.find(in: bytes, count: bytes.count) { throw signature.failure }
      return nil
    }
    return signed.map { InputFile(bytes: $0, name: file.name) } ?? file
  }
}
