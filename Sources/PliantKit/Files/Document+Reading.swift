// Reading any document.

import PliantCore

/// How a document is read.
public struct ReadingOptions: Sendable {
  /// The format; nil to recognise it by content.
  public var format: Format?
  /// The encoding of a text by its IANA name, whatever the text declares; nil to find it.
  public var encoding: String?
  /// How the elements of application XML become values.
  public var xmlStyle = XMLStyle.attributes
  /// Names of elements that are arrays even where there is one, in the style `attributes`.
  public var xmlLists: [String] = []

  /// Everything is found by content.
  public init(format: Format? = nil) { self.format = format }
}

extension Document {
  /// Reads the document at a path.
  ///
  /// The format is recognised by content (a name ending in `.jsonl` is JSON lines), the encoding of a text by its
  /// byte order mark, its declaration or its bytes. Nesting is limited to 512 levels. Throws a `DocumentError` with the
  /// place of the first problem.
  public static func read(contentsOf path: String, format: Format? = nil) throws(DocumentError) -> Document {
    try read(contentsOf: path, options: ReadingOptions(format: format))
  }

  /// Reads the document at a path as the options say.
  ///
  /// Throws a `DocumentError` with the place of the first problem.
  public static func read(
    contentsOf path: String, options: ReadingOptions
  ) throws(DocumentError) -> Document {
    let input: InputFile
    do throws(Failure) {
      input = try InputFile(path: path)
    } catch {
      throw DocumentError(error, file: path)
    }
    return try read(input, path: path, options)
  }

  /// Reads a document from bytes in memory, which are copied.
  ///
  /// Without a format it is recognised by content. Throws a `DocumentError` with the place of the first problem.
  public static func read(_ bytes: [UInt8], format: Format? = nil) throws(DocumentError) -> Document {
    try read(bytes, options: ReadingOptions(format: format))
  }

  /// Reads a document from bytes in memory, which are copied, as the options say.
  ///
  /// Throws a `DocumentError` with the place of the first problem.
  public static func read(_ bytes: [UInt8], options: ReadingOptions) throws(DocumentError) -> Document {
    try read(InputFile(bytes: bytes, name: "-"), path: nil, options)
  }

  /// Reads a document from a text, which is copied.
  ///
  /// Without a format it is recognised by content. Throws a `DocumentError` with the place of the first problem.
  public static func read(text: String, format: Format? = nil) throws(DocumentError) -> Document {
    // A byte order mark outranks whatever encoding the text declares.
    try read([0xEF, 0xBB, 0xBF] + Array(text.utf8), format: format)
  }

  /// What reading left out or took for something else, a sentence a kind.
  ///
  /// That may be comments, an entity that is not in the document, or a key that a dictionary has twice. It counts as lost
  /// where the document is written; see `WritingOptions`.
  public var notes: [String] {
    origin.ledger.lossNotes.map(\.sentence) + duplicateKeys.map { Failure(.duplicateKey, $0.key).sentence }
  }

  /// The format that the document was read from; nil for one that was made.
  public var format: Format? { origin.format }

  private static func read(
    _ input: InputFile, path: String?, _ options: ReadingOptions
  ) throws(DocumentError) -> Document {
    let route = try Route(reading: path, options)
    do throws(Diagnostic) {
      let document = try signedDocument(in: input) ?? input
      return try document.withBytes { bytes throws(Diagnostic) in
        try route.load(bytes, owner: document).document
      }
    } catch {
      throw DocumentError(error, file: path)
    }
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
}

extension Route {
  /// The route of a document that is read, of the file at a path or of bytes in memory.
  init(reading path: String?, _ options: ReadingOptions) throws(DocumentError) {
    self.init(to: .json)
    let isLines = path.map { $0.hasSuffix(".jsonl") || $0.hasSuffix(".ndjson") } ?? false
    source = options.format ?? (isLines ? .jsonl : nil)
    if let name = options.encoding { inputEncoding = try TextEncoding(libraryName: name) }
    xmlStyle = options.xmlStyle
    xmlLists = options.xmlLists
    sourceName = path ?? "-"
  }
}

extension TextEncoding {
  /// The encoding of an IANA name.
  ///
  /// Throws `encoding/unknown-name`.
  init(libraryName name: String) throws(DocumentError) {
    guard let encoding = TextEncoding(name: name) else {
      throw DocumentError(
        Diagnostic(
          .error, EncodingFinder.unknownName(name, at: 0).sentence,
          rule: DiagnosticCode.unknownEncoding.rule.description))
    }
    self = encoding
  }
}
