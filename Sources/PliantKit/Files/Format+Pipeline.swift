// Adds all formats and encodings to the documents of PliantCoding.

import PliantCoding
import PliantCore
import PliantFormats

extension PliantCoding.Format: DocumentPipeline {
  package func load(
    _ input: InputFile, path: String?, format: PliantCoding.Format?, _ options: ReadingOptions
  ) throws(Diagnostic) -> PliantCodecs.Document {
    let reading = try Reading(path: path, format: format, options)
    let document: InputFile
    do throws(Failure) { document = try DocumentInput.document(in: input, as: format?.core) } catch {
      throw Diagnostic(binary: error)
    }
    return try document.withBytes { bytes throws(Diagnostic) in
      try reading.load(bytes, owner: document).document
    }
  }

  package func write(
    _ document: PliantCodecs.Document, as format: PliantCoding.Format, _ options: WritingOptions,
    to output: consuming OutputBuffer, _ losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer {
    let loaded = LoadedDocument(document.documentSource, document: document, ledger: document.origin.ledger)
    return try options.writing(format).write(loaded, to: output, losses: &losses)
  }

  package func diagnostic(
    _ failure: Failure, at index: Int, of document: PliantCodecs.Document
  ) -> Diagnostic {
    document.documentSource.diagnostic(failure, at: index, of: document)
  }

  package func proof(
    of document: PliantCodecs.Document, as format: PliantCoding.Format, _ options: WritingOptions
  ) -> OutputProof? {
    let writing = options.writing(format)
    guard writing.target.isReadable else { return nil }
    return try? writing.proof(of: document, from: document.origin.format ?? .json)
  }
}

extension Reading {
  /// How a document is read from a path, or from bytes in memory.
  ///
  /// Throws `encoding/unknown-name`.
  init(path: String?, format: PliantCoding.Format?, _ options: ReadingOptions) throws(Diagnostic) {
    self.init(format?.core)
    if let name = options.encoding { encoding = try TextEncoding(libraryName: name) }
    xmlStyle = options.xmlStyle.core
    xmlLists = options.xmlLists
    name = path ?? "-"
  }
}

extension TextEncoding {
  /// The encoding with an IANA name.
  ///
  /// Throws `encoding/unknown-name`.
  init(libraryName name: String) throws(Diagnostic) {
    guard let encoding = TextEncoding(name: name) else {
      throw Diagnostic(
        .error, EncodingFinder.unknownName(name, at: 0).sentence,
        rule: .encodingUnknownName)
    }
    self = encoding
  }
}
