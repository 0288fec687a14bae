// Documents as plutil reads them: property lists first, whatever they look like, then JSON; and the texts of its errors.

import PliantCore

/// A document with what it was read from.
struct PlutilInput {
  let document: Document
  /// The format that it had; `.openStep` for .strings too.
  let format: PlutilFormat
  private let file: InputFile

  /// Reads a file, or standard input for `-`.
  ///
  /// Throws plutil's text: what is wrong with it as a property list, and unless `isLint` as JSON.
  init(_ name: String, context: CommandContext, isLint: Bool) throws(PlutilProblem) {
    let file = try Self.open(name, context)
    self.file = file
    let outcome = file.withBytes { Self.read($0, isLint: isLint) }
    switch outcome {
    case .success((let document, let format)): (self.document, self.format) = (document, format)
    case .failure(let problem): throw problem
    }
  }

  /// What the file at a path was when it was read.
  func snapshot(at path: String) -> InputSnapshot? { InputSnapshot(path: path, status: file.status) }

  private static func open(_ name: String, _ context: CommandContext) throws(PlutilProblem) -> InputFile {
    if name.isEmpty { throw PlutilProblem("Empty path specified") }
    let file: InputFile
    do throws(Failure) {
      file =
        name == "-"
        ? try InputFile(descriptor: context.standardInput, name: "<stdin>")
        : try InputFile(path: context.resolve(name), name: name)
    } catch {
      throw PlutilProblem(PlutilTexts.fileProblem(error))
    }
    if name == "-" && file.count == 0 { throw PlutilProblem("(Unable to read file from standard input)") }
    return file
  }

  private static func read(
    _ bytes: ByteView, isLint: Bool
  ) -> Result<(Document, PlutilFormat), PlutilProblem> {
    let problem: String
    do throws(PlutilProblem) {
      return .success(try propertyList(bytes))
    } catch {
      problem = error.text
    }
    if isLint { return .failure(PlutilProblem("(\(problem))")) }
    do throws(PlutilProblem) {
      return .success((try json(bytes), .json))
    } catch {
      return .failure(PlutilProblem("Property List error: \(problem) / JSON error: \(error.text)"))
    }
  }

  private static func propertyList(_ bytes: ByteView) throws(PlutilProblem) -> (Document, PlutilFormat) {
    if bytes.isEmpty { throw PlutilProblem("Cannot parse a NULL or zero-length data") }
    let detected = FormatDetector.detect(bytes)
    // Whatever is neither binary nor XML may be an old-style list; JSON comes second.
    let format: Format =
      switch detected {
      case .binary1: .binary1
      case .xml1, .xml: .xml1
      default: .strings
      }
    do throws(Failure) {
      let document = try read(bytes, format)
      return (document, format == .binary1 ? .binary1 : format == .xml1 ? .xml1 : .openStep)
    } catch {
      throw PlutilProblem(PlutilTexts.propertyListProblem(error, format, in: bytes))
    }
  }

  private static func json(_ bytes: ByteView) throws(PlutilProblem) -> Document {
    let text = DecodedText(bytes, kind: .json)
    if text.problem != nil { throw PlutilProblem("Unable to convert data to string.") }
    do throws(Failure) {
      return try text.withText { view throws(Failure) in
        var builder = DocumentBuilder(reading: view)
        // JSONSerialization passes over a comma before a closing bracket.
        for mistake in JSONReader.readTolerantly(view, into: &builder)
        where mistake.code != .jsonTrailingComma {
          throw mistake
        }
        return try builder.finish(owner: text)
      }
    } catch {
      throw PlutilProblem(PlutilTexts.jsonProblem(error))
    }
  }

  private static func read(_ bytes: ByteView, _ format: Format) throws(Failure) -> Document {
    if format == .binary1 {
      var builder = DocumentBuilder(reading: bytes)
      try BinaryPropertyListReader.read(bytes, into: &builder)
      return try builder.finish()
    }
    let text = DecodedText(bytes, kind: DecodedText.Kind(format))
    return try text.withValidText { view throws(Failure) in
      var builder = DocumentBuilder(reading: view)
      if format == .xml1 {
        try XMLPropertyListReader.read(view, into: &builder)
      } else {
        try OpenStepReader.read(view, into: &builder)
      }
      return try builder.finish(owner: text)
    }
  }
}
