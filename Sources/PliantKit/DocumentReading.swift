// Reading any document.

import PliantCore

extension Document {
  /// Reads the document at a path.
  ///
  /// The format is recognised by content (a name ending in `.jsonl` tells JSON lines), the encoding of a text by its
  /// byte order mark, its declaration or its bytes. Nesting is limited to 512 levels. Throws a `DocumentError` with the
  /// place of the first problem.
  public static func read(contentsOf path: String, format: Format? = nil) throws(DocumentError) -> Document {
    let named = path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson") ? Format.jsonl : nil
    let input: InputFile
    do throws(Failure) {
      input = try InputFile(path: path)
    } catch {
      throw DocumentError(error)
    }
    return try read(input, format: format ?? named)
  }

  /// Reads a document from bytes in memory, which are copied.
  ///
  /// Without a format it is recognised by content. Throws a `DocumentError` with the place of the first problem.
  public static func read(_ bytes: [UInt8], format: Format? = nil) throws(DocumentError) -> Document {
    try read(InputFile(bytes: bytes, name: "-"), format: format)
  }

  /// Reads a document from a text, which is copied.
  ///
  /// Without a format it is recognised by content. Throws a `DocumentError` with the place of the first problem.
  public static func read(text: String, format: Format? = nil) throws(DocumentError) -> Document {
    // A byte order mark outranks whatever encoding the text declares.
    try read([0xEF, 0xBB, 0xBF] + Array(text.utf8), format: format)
  }

  /// The document in a signed message, or nil for any other input.
  private static func signedDocument(in input: InputFile) throws(Diagnostic) -> InputFile? {
    do throws(Failure) {
      let content = try input.withBytes { bytes throws(Failure) in try DocumentInput.content(of: bytes) }
      return content.map { InputFile(bytes: $0, name: input.name) }
    } catch {
      throw Diagnostic(binary: error)
    }
  }

  private static func read(_ input: InputFile, format: Format?) throws(DocumentError) -> Document {
    var options = Route(to: .json)
    options.source = format
    do throws(Diagnostic) {
      let document = try signedDocument(in: input) ?? input
      return try document.withBytes { bytes throws(Diagnostic) in
        try options.load(bytes, owner: document).document
      }
    } catch {
      throw DocumentError(error)
    }
  }
}
