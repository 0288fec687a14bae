// Documents as plutil reads them: first as property lists, whatever they look like, then as JSON, with its
// error texts.

/// A document with its source.
struct PlutilInput {
  let document: Document
  /// The format that it had; `.openStep` for .strings too.
  let format: PlutilFormat
  /// The reason why a result cannot replace the file: it was signed, or repaired while reading.
  let refusal: String?
  private let file: InputFile
  /// The bytes under the document's values: the file, or its signed contents.
  private let content: InputFile

  /// Reads a file, or standard input for `-`.
  ///
  /// Throws plutil's text: the error as a property list, and unless `isLint` as JSON.
  init(_ name: String, context: CommandContext, isLint: Bool) throws(PlutilProblem) {
    file = try Self.open(name, context)
    content = try Self.document(in: file)
    var refusal = content === file ? nil : Failure(.signedInPlace).message
    if refusal != nil { context.report(DocumentInput.signedNote, file: file.name) }
    var ledger = ReadLosses()
    let outcome = content.withBytes { Self.read($0, isLint: isLint, &ledger) }
    let repaired = [Loss.loneSurrogates, .bytesAboveASCII].compactMap { loss in
      ledger[loss].map { loss.refused(count: $0.count).message }
    }
    if !repaired.isEmpty {
      for note in ledger.lossNotes { context.report(note, file: file.name) }
      refusal = refusal ?? repaired[0]
    }
    self.refusal = refusal
    switch outcome {
    case .success((let document, let format)): (self.document, self.format) = (document, format)
    case .failure(let problem): throw problem
    }
  }

  /// The state of the file when it was read.
  func snapshot(at path: String) -> InputSnapshot? { InputSnapshot(path: path, status: file.status) }

  private static func open(_ name: String, _ context: CommandContext) throws(PlutilProblem) -> InputFile {
    if name.isEmpty { throw PlutilProblem("Empty path specified") }
    let file: InputFile
    do throws(Failure) { file = try context.openInput(name) } catch {
      throw PlutilProblem(PlutilMessages.fileProblem(error))
    }
    if name == "-" && file.count == 0 { throw PlutilProblem("(Unable to read file from standard input)") }
    return file
  }

  /// The file itself, or its signed contents; other kinds of file are errors with plutil's texts.
  private static func document(in file: InputFile) throws(PlutilProblem) -> InputFile {
    guard file.withBytes({ SignedData.isSigned($0) }) else { return file }
    do throws(Failure) { return try DocumentInput.document(in: file) } catch {
      throw PlutilProblem("(\(error.message))")
    }
  }

  private static func read(_ bytes: ByteView, isLint: Bool, _ ledger: inout ReadLosses) -> Result<
    (Document, PlutilFormat), PlutilProblem
  > {
    let problem: String
    do throws(PlutilProblem) { return .success(try propertyList(bytes, &ledger)) } catch {
      problem = error.text
    }
    if isLint { return .failure(PlutilProblem("(\(problem))")) }
    do throws(PlutilProblem) { return .success((try json(bytes), .json)) } catch {
      return .failure(PlutilProblem("Property List error: \(problem) / JSON error: \(error.text)"))
    }
  }

  private static func propertyList(_ bytes: ByteView, _ ledger: inout ReadLosses) throws(PlutilProblem)
    -> (Document, PlutilFormat)
  {
    if bytes.isEmpty { throw PlutilProblem("Cannot parse a NULL or zero-length data") }
    let detected = FormatDetector.detect(bytes)
    // Anything neither binary nor XML may be an old-style list; JSON comes second.
    let format: Format =
      switch detected {
      case .binary1: .binary1
      case .xml1, .xml: .xml1
      default: .strings
      }
    do throws(Failure) {
      let document = try read(bytes, format, &ledger)
      return (document, format == .binary1 ? .binary1 : format == .xml1 ? .xml1 : .openStep)
    } catch { throw PlutilProblem(PlutilMessages.propertyListProblem(error, format, in: bytes)) }
  }

  private static func json(_ bytes: ByteView) throws(PlutilProblem) -> Document {
    let text = DecodedText(bytes, kind: .json)
    if text.problem != nil { throw PlutilProblem("Unable to convert data to string.") }
    do throws(Failure) {
      return try text.withText { view throws(Failure) in
        var builder = DocumentBuilder(reading: view)
        // JSONSerialization skips a comma before a closing bracket.
        for mistake in JSONReader.readTolerantly(view, into: &builder)
        where mistake.code != .jsonTrailingComma { throw mistake }
        return try builder.finish(owner: text)
      }
    } catch { throw PlutilProblem(PlutilMessages.jsonProblem(error)) }
  }

  /// Counts only repairs: plutil ignores other losses.
  private static func read(_ bytes: ByteView, _ format: Format, _ ledger: inout ReadLosses) throws(Failure)
    -> Document
  {
    if format == .binary1 {
      var builder = DocumentBuilder(reading: bytes)
      try DocumentSource(format: format, text: bytes).read(into: &builder, ledger: &ledger)
      return try builder.finish()
    }
    let text = DecodedText(bytes, kind: DecodedText.Kind(format))
    return try text.withValidText { view throws(Failure) in
      var builder = DocumentBuilder(reading: view)
      var found = ReadLosses()
      let source = DocumentSource(format: format == .xml1 ? .xml1 : .openstep, text: view)
      try source.read(into: &builder, ledger: &found)
      // plutil rejects undefined entities.
      if let reference = found[.entityReferences] { throw Failure(.xmlUndefinedEntity, at: reference.offset) }
      ledger.record(.loneSurrogates, count: found[.loneSurrogates]?.count ?? 0)
      return try builder.finish(owner: text)
    }
  }
}
