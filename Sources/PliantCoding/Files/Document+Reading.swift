import PliantCodecs

extension Document {
  /// Reads the document at a path.
  ///
  /// Without a format, it is detected from content (`.jsonl` and `.ndjson` names are JSON Lines), the
  /// encoding of a text from its byte order mark, declaration or bytes. Nesting is limited to 512 levels.
  /// Throws a `DocumentError` with the place of the first problem.
  public init(
    contentsOf path: String, format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DocumentError) {
    let input = try DocumentError.of(file: path) { () throws(Failure) in
      try InputFile(path: path, maps: options.access == .mapped)
    }
    let isLines = path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson")
    try self.init(input, path: path, format: format ?? (isLines ? .jsonLines : nil), options)
  }

  /// Reads a document from bytes in memory, which are copied.
  ///
  /// Throws as `init(contentsOf:format:options:)`.
  public init(
    bytes: [UInt8], format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DocumentError) {
    try self.init(InputFile(bytes: bytes, name: "-"), path: nil, format: format, options)
  }

  /// Reads a document from a text, whatever encoding it declares: a `String` has none.
  ///
  /// Throws as `init(contentsOf:format:options:)`.
  public init(
    _ text: String, format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DocumentError) {
    var options = options
    options.encoding = "utf-8"
    // A byte order mark outranks the declaration.
    let mark: [UInt8] = text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? [] : [0xEF, 0xBB, 0xBF]
    try self.init(bytes: mark + Array(text.utf8), format: format, options: options)
  }

  /// Reads a document from a text, as `init(_:format:options:)` does.
  public init(
    string text: String, format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DocumentError) {
    try self.init(text, format: format, options: options)
  }

  private init(
    _ input: InputFile, path: String?, format: Format?, _ options: ReadingOptions
  ) throws(DocumentError) {
    MemoryBudget.limitHost()
    let pipeline = options.keepsFirstDuplicates ? CodingPipeline() : Format.json.pipeline
    tape = try DocumentError.of(file: path) { () throws(Diagnostic) in
      try Limits.with(options.limits?.values) { () throws(Diagnostic) in
        try pipeline.load(input, path: path, format: format, options)
      }
    }
  }
}
