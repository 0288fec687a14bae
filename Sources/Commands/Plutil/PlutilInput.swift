// Documents as plutil reads them: first as property lists, whatever they look like, then as JSON, with its
// error texts.

struct PlutilInput {
  var document: Document { loaded.document }
  let loaded: LoadedDocument
  /// The format that it had; `.openStep` for .strings too.
  let format: PlutilFormat
  /// The reason why a result cannot replace the file: it was signed, or reading repaired or dropped entries.
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
    let refusal = content === file ? nil : Failure(.signedInPlace).message
    if refusal != nil { context.report(DocumentInput.signedNote, file: file.name) }
    (loaded, format) = try content.withBytes { try Self.read($0, isLint: isLint) }
    let ledger = loaded.ledger
    let dropped = (Self.repairs + [.duplicateKeys]).compactMap { loss in
      ledger[loss].map { entry in
        Failure(loss.refusalCode, entry.refusal ?? loss.refusal(count: entry.count)).sentence
      }
    }
    self.refusal = refusal ?? dropped.first
    // Doubtful strings concern every command, the other losses only those that write the document.
    let isRepaired = Self.repairs.contains { ledger[$0] != nil }
    if isRepaired { for note in loaded.lossNotes { context.report(note, file: file.name) } }
    notes = isRepaired ? [] : loaded.lossNotes
  }

  private static let repairs: [Loss] = [.loneSurrogates, .bytesAboveASCII, .falseDeclaration]

  /// The notes on everything that reading left out or changed, for a command that writes the document.
  let notes: [Diagnostic]

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

  private static func read(_ bytes: ByteView, isLint: Bool) throws -> (LoadedDocument, PlutilFormat) {
    let problem: String
    do { return try propertyList(bytes) } catch { problem = PlutilProblem(of: error).text }
    if isLint { throw PlutilProblem("(\(problem))") }
    do { return (try json(bytes), .json) } catch {
      throw PlutilProblem("Property List error: \(problem) / JSON error: \(PlutilProblem(of: error).text)")
    }
  }

  private static func propertyList(_ bytes: ByteView) throws -> (LoadedDocument, PlutilFormat) {
    if bytes.isEmpty { throw PlutilProblem("Cannot parse a NULL or zero-length data") }
    let detected = FormatDetector.detect(bytes)
    // Anything neither binary nor XML may be an old-style list; JSON comes second.
    let format: Format =
      switch detected {
      case .binary1: .binary1
      case .xml1, .xml: .xml1
      case .openstep: .openstep
      default: .strings
      }
    do throws(Failure) {
      let loaded = try read(bytes, format)
      return (loaded, format == .binary1 ? .binary1 : format == .xml1 ? .xml1 : .openStep)
    } catch { throw PlutilProblem(PlutilMessages.propertyListProblem(error, format, in: bytes)) }
  }

  private static func json(_ bytes: ByteView) throws -> LoadedDocument {
    let text = DecodedText(bytes, kind: .json)
    if text.problem != nil { throw PlutilProblem("Unable to convert data to string.") }
    do throws(Failure) {
      return try text.withText { view throws(Failure) in
        var builder = DocumentBuilder(reading: view)
        // JSONSerialization skips a comma before a closing bracket.
        for mistake in JSONReader.readTolerantly(view, into: &builder)
        where mistake.code != .jsonTrailingComma { throw mistake }
        let document = try builder.finish(owner: text)
        if let number = document.numberBeyondPropertyLists {
          throw Failure(.plutilNumber, number.excerpt(80, ifLongerThan: 100))
        }
        return LoadedDocument(DocumentSource(format: .json, text: view), read: document, ledger: ReadLosses())
      }
    } catch { throw PlutilProblem(PlutilMessages.jsonProblem(error)) }
  }

  private static func read(_ bytes: ByteView, _ format: Format) throws(Failure) -> LoadedDocument {
    var ledger = ReadLosses()
    if format == .binary1 {
      var builder = DocumentBuilder(reading: bytes)
      let source = DocumentSource(format: format, text: bytes)
      try source.read(into: &builder, ledger: &ledger)
      return LoadedDocument(source, read: try builder.finish(), ledger: ledger)
    }
    let text = DecodedText(bytes, kind: DecodedText.Kind(format))
    let contradiction = text.contradiction
    return try text.withValidText { view throws(Failure) in
      var builder = DocumentBuilder(reading: view)
      var source = DocumentSource(format: format, text: view)
      source.contradiction = contradiction
      try source.read(into: &builder, ledger: &ledger)
      // plutil rejects undefined entities.
      if let reference = ledger[.entityReferences] {
        throw Failure(.xmlUndefinedEntity, at: reference.offset)
      }
      return LoadedDocument(source, read: try builder.finish(owner: text), ledger: ledger)
    }
  }
}

extension Document {
  /// The first number that neither a double nor an integer of 128 bits represents.
  fileprivate var numberBeyondPropertyLists: ByteView? {
    guard tags.contains(.tag(.realText)) || tags.contains(.tag(.integerText)) else { return nil }
    var index = 0
    while index < wordCount {
      switch tag(at: index) {
      case .realText where !NumberText.real(text(at: index)).isFinite: return text(at: index)
      case .integerText where NumberText.wideInteger(text(at: index)) == nil: return text(at: index)
      default: break
      }
      index = tag(at: index) == .container ? index + 2 : next(after: index)
    }
    return nil
  }
}
