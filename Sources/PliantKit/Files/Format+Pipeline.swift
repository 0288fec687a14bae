// Adds all formats and encodings to the documents of PliantCoding.

import PliantCoding
import PliantCore
import PliantFormats

extension PliantCoding.Format: DocumentPipeline {
  package func load(
    _ input: InputFile, path: String?, format: PliantCoding.Format?, _ options: ReadingOptions
  ) throws(Diagnostic) -> PliantCodecs.Document {
    let conversion = try Conversion(reading: path, format: format, options)
    let document: InputFile
    do throws(Failure) { document = try DocumentInput.document(in: input, as: format?.core) } catch {
      throw Diagnostic(binary: error)
    }
    return try document.withBytes { bytes throws(Diagnostic) in
      try conversion.load(bytes, owner: document).document
    }
  }

  package func write(
    _ document: PliantCodecs.Document, as format: PliantCoding.Format, _ options: WritingOptions,
    to output: consuming OutputBuffer, _ losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer {
    let loaded = LoadedDocument(document.documentSource, document: document, ledger: document.origin.ledger)
    return try options.conversion(to: format).write(loaded, to: output, losses: &losses)
  }

  package func diagnostic(
    _ failure: Failure, at index: Int, of document: PliantCodecs.Document
  ) -> Diagnostic {
    document.documentSource.diagnostic(failure, at: index, of: document)
  }

  package func proof(
    of document: PliantCodecs.Document, as format: PliantCoding.Format, _ options: WritingOptions
  ) -> OutputProof? {
    let conversion = options.conversion(to: format)
    guard conversion.target.isReadable else { return nil }
    return try? conversion.proof(of: document, from: document.origin.format ?? .json)
  }
}

extension WritingOptions {
  package func conversion(to format: PliantCoding.Format) -> Conversion {
    var conversion = Conversion(to: format.core)
    conversion.loss = loss.core
    conversion.refusesAnnotations = false
    switch null {
    case .refuse: conversion.null = .refuse
    case .drop: conversion.null = .drop
    case .string: (conversion.null, conversion.marksNulls) = (.string, true)
    }
    conversion.sortsKeys = sortsKeys
    conversion.isPretty = isPretty
    conversion.isCanonical = isCanonical
    conversion.endsLine = !isCanonical
    conversion.xmlStyle = xmlStyle?.core
    return conversion
  }
}

extension Conversion {
  /// The conversion for reading a document from a path or from bytes in memory.
  ///
  /// Throws `encoding/unknown-name`.
  init(reading path: String?, format: PliantCoding.Format?, _ options: ReadingOptions) throws(Diagnostic) {
    self.init(to: .json)
    source = format?.core
    if let name = options.encoding { inputEncoding = try TextEncoding(libraryName: name) }
    xmlStyle = options.xmlStyle.core
    xmlLists = options.xmlLists
    sourceName = path ?? "-"
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
