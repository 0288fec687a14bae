// Documents as plutil reads them: first as property lists, whatever they look like, then as JSON, with its
// error texts.

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
  init(_ name: String, context: CommandContext, isLint: Bool) throws {
    file = try Self.open(name, context)
    let content = try Self.document(in: file)
    self.content = content
    var refusal = content === file ? nil : Failure(.signedInPlace).message
    if refusal != nil { context.report(DocumentInput.signedNote, file: file.name) }
    var ledger = ReadLosses()
    let outcome = Result { try content.withBytes { try Self.read($0, isLint: isLint, &ledger) } }
    let repaired = [Loss.loneSurrogates, .bytesAboveASCII].compactMap { loss in
      ledger[loss].map { loss.refused(count: $0.count).message }
    }
    if !repaired.isEmpty {
      for note in ledger.lossNotes { context.report(note, file: file.name) }
      refusal = refusal ?? repaired[0]
    }
    self.refusal = refusal
    (document, format) = try outcome.get()
  }

  /// The state of the file when it was read.
  func snapshot(at path: String) -> InputSnapshot? { InputSnapshot(path: path, status: file.status) }

  private static func open(_ name: String, _ context: CommandContext) throws -> InputFile {
    if name.isEmpty { throw PlutilProblem("Empty path specified") }
    let file: InputFile
    do throws(Failure) { file = try context.openInput(InputOperand(name, in: context)) } catch {
      throw PlutilProblem(PlutilMessages.fileProblem(error))
    }
    if name == "-" && file.count == 0 { throw PlutilProblem("(Unable to read file from standard input)") }
    return file
  }

  /// The file itself, or its signed contents; other kinds of file are errors with plutil's texts.
  private static func document(in file: InputFile) throws -> InputFile {
    guard file.withBytes({ SignedData.isSigned($0) }) else { return file }
    return try DocumentInput.document(in: file)
  }

  private static func read(_ bytes: ByteView, isLint: Bool, _ ledger: inout ReadLosses) throws
    -> (Document, PlutilFormat)
  {
    let problem: String
    do { return try propertyList(bytes, &ledger) } catch { problem = PlutilProblem(of: error).text }
    if isLint { throw PlutilProblem("(\(problem))") }
    do { return (try json(bytes), .json) } catch {
      throw PlutilProblem("Property List error: \(problem) / JSON error: \(PlutilProblem(of: error).text)")
    }
  }

  private static func propertyList(_ bytes: ByteView, _ ledger: inout ReadLosses) throws
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

  private static func json(_ bytes: ByteView) throws -> Document {
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
