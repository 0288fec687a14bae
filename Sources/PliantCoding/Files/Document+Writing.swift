import PliantCodecs

extension Document {
  /// Returns the document's bytes in a format.
  ///
  /// Throws a `DocumentError` of the rule `conversion/loss` for values that the format cannot represent and
  /// for content that reading left out, unless the options allow the loss; then `onLoss` receives one
  /// sentence for each kind.
  public func bytes(
    as format: Format, options: WritingOptions = WritingOptions(), onLoss: (String) -> Void = { _ in }
  ) throws(DocumentError) -> [UInt8] {
    try written(as: format, options, to: OutputBuffer(), onLoss).bytes
  }

  /// Returns the document's text in a text format.
  ///
  /// Throws as `bytes(as:options:onLoss:)`, and for `binaryPropertyList`, which has no text, under `format/unsupported`.
  public func text(
    as format: Format, options: WritingOptions = WritingOptions(), onLoss: (String) -> Void = { _ in }
  ) throws(DocumentError) -> String {
    guard format != .binaryPropertyList else { throw DocumentError(Failure(.formatWithoutText)) }
    return String(decoding: try bytes(as: format, options: options, onLoss: onLoss), as: UTF8.self)
  }

  /// Writes the document to a path, atomically: after any failure the old file is untouched.
  ///
  /// Before a document replaces its source, it is read back and compared. Throws a `DocumentError` as
  /// `bytes(as:options:onLoss:)`, and of a rule `file/…` if writing fails.
  public func write(
    to path: String, as format: Format, options: WritingOptions = WritingOptions(),
    onLoss: (String) -> Void = { _ in }
  ) throws(DocumentError) {
    let proof = tape.origin.name == path ? Format.json.pipeline.proof(of: tape, as: format, options) : nil
    try Self.replace(path, proof: proof) { descriptor throws(DocumentError) in
      try written(as: format, options, to: OutputBuffer(to: .descriptor(descriptor)), onLoss)
    }
  }

  /// Writes bytes to a path atomically, and reads them back.
  package static func write(
    _ bytes: [UInt8], to path: String, source: InputSnapshot? = nil
  ) throws(DocumentError) {
    let proof: OutputProof = { written in bytes.withByteView { $0 == written } }
    try replace(path, proof: proof, source: source) { descriptor throws(DocumentError) in
      var output = OutputBuffer(to: .descriptor(descriptor))
      bytes.withByteView { output.append($0) }
      return output
    }
  }

  private static func replace(
    _ path: String, proof: OutputProof?, source: InputSnapshot? = nil,
    _ write: (Int32) throws(DocumentError) -> OutputBuffer
  ) throws(DocumentError) {
    // A broken pipe is an error of this call; its signal would end the process.
    try Platform.withoutBrokenPipeSignal { () throws(DocumentError) in
      let file = try DocumentError.of(file: path) { () throws(Failure) in
        try Delivery.single.open(path, replacing: source)
      }
      defer { file.discard() }
      var output = try write(file.descriptor)
      do throws(Failure) {
        try output.drain()
        try Delivery.single.commit(file, proof: proof)
      } catch { throw DocumentError(error, file: path) }
    }
  }

  /// The bytes of an encoded document: values that the type restores are not lost.
  package func encodedBytes(as format: Format, _ options: WritingOptions) throws(DocumentError) -> [UInt8] {
    var lenient = options
    if options.loss == .refuse { lenient.loss = .note }
    var losses = LossReport()
    let output = try written(as: format, lenient, to: OutputBuffer(), losses: &losses)
    if options.loss == .refuse {
      for loss in Loss.allCases where losses.counts[loss.rawValue] > 0 && !loss.isRestoredByType {
        throw DocumentError(loss.refused(count: losses.counts[loss.rawValue]))
      }
    }
    return output.bytes
  }

  private func written(
    as format: Format, _ options: WritingOptions, to output: consuming OutputBuffer,
    _ onLoss: (String) -> Void
  ) throws(DocumentError) -> OutputBuffer {
    let duplicates = tape.origin.format == nil ? [] : tape.duplicateKeys
    if options.loss == .refuse, let duplicate = duplicates.first {
      throw error(Failure(.duplicateKeyLost, at: duplicate.offset, duplicate.key))
    }
    var losses = LossReport()
    let output = try written(as: format, options, to: output, losses: &losses)
    for text in losses.notes { onLoss(text) }
    for duplicate in duplicates { onLoss(Failure(.duplicateKey, duplicate.key).sentence) }
    return output
  }

  private func written(
    as format: Format, _ options: WritingOptions, to output: consuming OutputBuffer,
    losses: inout LossReport
  ) throws(DocumentError) -> OutputBuffer {
    losses = options.writing(format).makeLossReport()
    do throws(Diagnostic) {
      guard let limits = options.limits else {
        return try format.pipeline.write(tape, as: format, options, to: output, &losses)
      }
      var written: OutputBuffer? = consume output
      try Limits.with(limits.values) { () throws(Diagnostic) in
        written = try format.pipeline.write(tape, as: format, options, to: written.take()!, &losses)
      }
      return written.take()!
    } catch {
      // A changed document has no positions in its source.
      let hasPlaces = tape.origin.format != nil && !tape.source.isEmpty
      throw hasPlaces
        ? DocumentError(error, file: tape.origin.name)
        : DocumentError(Diagnostic(error.severity, error.sentence, advice: error.advice, rule: error.rule))
    }
  }

  private func error(_ failure: Failure) -> DocumentError {
    let source = tape.formattedText
    return DocumentError(
      source.diagnostic(failure.at(failure.offset.map(source.tokenStart))), file: tape.origin.name,
      start: tape.origin.start)
  }
}

extension Loss {
  /// Whether `DocumentDecoder` restores the value from its replacement, because the type determines it.
  var isRestoredByType: Bool {
    switch self {
    case .dateAsString, .dataAsString, .setAsArray, .numberAsString, .booleanAsString, .uidAsDictionary,
      .integerBeyond64Bits:
      true
    default: false
    }
  }
}
