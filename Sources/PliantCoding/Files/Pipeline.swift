// Conversions between bytes and documents: property lists and JSON here, all other formats in PliantKit.
//
//   Document ─▶ Format.pipeline ─┬─▶ what PliantKit declares, in a program that is linked with it
//                                └─▶ CodingPipeline, which refers to no other format's code, so that it is not linked

import PliantCodecs

/// Reads and writes documents.
package protocol DocumentPipeline {
  /// Reads a document from a file or from bytes in memory.
  ///
  /// Throws the first problem with its position.
  func load(
    _ input: InputFile, path: String?, format: Format?, _ options: ReadingOptions
  ) throws(Diagnostic) -> PliantCodecs.Document

  /// Writes a document in a format.
  ///
  /// Throws an error for a value that the format refuses, with its position.
  func write(
    _ document: PliantCodecs.Document, as format: Format, _ options: WritingOptions,
    to output: consuming OutputBuffer, _ losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer

  /// A failure at a value of a document, with its position in the source.
  func diagnostic(_ failure: Failure, at index: Int, of document: PliantCodecs.Document) -> Diagnostic

  /// The proof that an output in the format is the document; nil if no proof exists.
  func proof(of document: PliantCodecs.Document, as format: Format, _ options: WritingOptions) -> OutputProof?
}

extension Format {
  /// PliantKit's pipeline if the program links it, which makes `Format` conform.
  package var pipeline: any DocumentPipeline { self as? any DocumentPipeline ?? CodingPipeline() }
}

/// Property lists and JSON in Unicode.
struct CodingPipeline: DocumentPipeline {
  func load(
    _ input: InputFile, path: String?, format: Format?, _ options: ReadingOptions
  ) throws(Diagnostic) -> PliantCodecs.Document {
    let detected = input.withBytes { Self.detect($0) }
    guard let format = format ?? detected else { throw Diagnostic(Failure(.formatUnknown)) }
    guard let file = format == .binaryPropertyList ? input : try UnicodeText.decoded(input, options) else {
      throw Diagnostic(Failure(.formatOfKit, "the encoding"))
    }
    return try file.withBytes { bytes throws(Diagnostic) in
      let text =
        format == .binaryPropertyList ? bytes : bytes.suffix(from: bytes.starts(with: "\u{FEFF}") ? 3 : 0)
      return try load(text, owner: file, format, name: path, options)
    }
  }

  private func load(
    _ text: ByteView, owner: AnyObject, _ format: Format, name: String?, _ options: ReadingOptions
  ) throws(Diagnostic) -> PliantCodecs.Document {
    var ledger = ReadLosses()
    ledger.acceptsLoneSurrogates = false
    do throws(Failure) {
      if format != .binaryPropertyList, let invalid = UTF8Validation.firstInvalidOffset(in: text) {
        throw Failure(
          format == .xmlPropertyList ? .invalidBytes : .jsonEncoding, at: invalid, "invalid UTF-8")
      }
      var builder = DocumentBuilder(reading: text)
      if options.keepsFirstDuplicates, format == .json {
        try Self.readLeniently(text, into: &builder)
      } else {
        try CodingFormats.read(text, format.core, into: &builder, ledger: &ledger)
      }
      return try builder.finish(
        owner: owner, origin: DocumentOrigin(format: format.core, ledger: ledger, name: name),
        keepsFirst: options.keepsFirstDuplicates)
    } catch { throw format == .binaryPropertyList ? Diagnostic(binary: error) : Diagnostic(error, in: text) }
  }

  /// Reads JSON as JSONDecoder does: with commas before closing brackets, but without comments.
  private static func readLeniently(_ text: ByteView, into builder: inout DocumentBuilder) throws(Failure) {
    var ledger = ReadLosses()
    ledger.acceptsLoneSurrogates = false
    do throws(Failure) { try CodingFormats.read(text, .json, into: &builder, ledger: &ledger) } catch {
      guard error.code == .jsonTrailingComma else { throw error }
      builder = DocumentBuilder(reading: text)
      try CodingFormats.read(text, .jsonc, into: &builder, ledger: &ledger)
      if ledger[.comments] != nil { throw error }
    }
  }

  private static func detect(_ bytes: ByteView) -> Format? {
    if bytes.starts(with: "bplist") { return .binaryPropertyList }
    // Also skips the zero bytes of UTF-16 and UTF-32.
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0]
    for at in 0..<bytes.count where !bytes[at].isWhitespace && !marks.contains(bytes[at]) {
      return bytes[at] == ASCII.lessThan ? .xmlPropertyList : .json
    }
    return nil
  }

  func write(
    _ document: PliantCodecs.Document, as format: Format, _ options: WritingOptions,
    to output: consuming OutputBuffer, _ losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer {
    do throws(Failure) {
      for loss in Loss.allCases { try losses.record(loss, count: document.origin.ledger[loss]?.count ?? 0) }
      return try CodingFormats.write(document, options.writing(format), to: output, losses: &losses)
    } catch { throw Diagnostic(error) }
  }

  func diagnostic(_ failure: Failure, at index: Int, of document: PliantCodecs.Document) -> Diagnostic {
    CodingFormats.diagnostic(failure, at: index, of: document)
  }

  func proof(
    of document: PliantCodecs.Document, as format: Format, _ options: WritingOptions
  ) -> OutputProof? { nil }
}

enum UnicodeText {
  /// The input itself if it is UTF-8, or its text converted to UTF-8; nil for another encoding.
  static func decoded(_ input: InputFile, _ options: ReadingOptions) throws(Diagnostic) -> InputFile? {
    let names = ["utf-8", "us-ascii", "utf-16", "utf-16le", "utf-16be", "utf-32"]
    if let name = options.encoding, !names.contains(name.lowercased()) { return nil }
    if options.encoding?.lowercased() == "utf-8" { return input }
    return input.withBytes { bytes in
      guard let (width, isLittle, start) = layout(of: bytes) else {
        let declared = XMLDeclaration(bytes, at: bytes.starts(with: "\u{FEFF}") ? 3 : 0)?.encoding?.value
        return declared.map { names.contains(bytes[$0].string.lowercased()) } ?? true ? input : nil
      }
      let text = text(of: bytes, width, isLittle, start)
      return text.map { InputFile(bytes: Array($0.utf8), name: input.name) }
    }
  }

  /// Nil for invalid input.
  private static func text(of bytes: ByteView, _ width: Int, _ isLittle: Bool, _ start: Int) -> String? {
    guard (bytes.count - start) % width == 0 else { return nil }
    func unit(_ at: Int) -> UInt32 {
      (0..<width).reduce(0) { $0 << 8 | UInt32(bytes[at + (isLittle ? width - 1 - $1 : $1)]) }
    }
    let units = stride(from: start, to: bytes.count, by: width).lazy.map(unit)
    return width == 2
      ? String(validating: units.map { UInt16($0) }, as: UTF16.self)
      : String(validating: units.map { $0 }, as: UTF32.self)
  }

  private static func layout(of bytes: ByteView) -> (width: Int, isLittle: Bool, start: Int)? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1], bytes.byte(at: 2) ?? 1, bytes.byte(at: 3) ?? 1) {
    case (0xFF, 0xFE, 0, 0): return (4, true, 4)
    case (0, 0, 0xFE, 0xFF): return (4, false, 4)
    case (0xFF, 0xFE, _, _): return (2, true, 2)
    case (0xFE, 0xFF, _, _): return (2, false, 2)
    case (0, 0, 0, 1...): return (4, false, 0)
    case (1..., 0, 0, 0): return (4, true, 0)
    case (0, 1..., _, _): return (2, false, 0)
    case (1..., 0, _, _): return (2, true, 0)
    default: return nil
    }
  }
}
