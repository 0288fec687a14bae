// Adds all formats and encodings to the documents of PliantCoding.

import PliantCoding
import PliantCore
import PliantFormats

extension PliantCoding.Format: DocumentPipeline {
  package func load(
    _ input: InputFile, path: String?, format: PliantCoding.Format?, _ options: ReadingOptions
  ) throws(Diagnostic) -> PliantCodecs.Document {
    let route = try Route(reading: path, format: format, options)
    let document = try Self.signedDocument(in: input) ?? input
    return try document.withBytes { bytes throws(Diagnostic) in
      try route.load(bytes, owner: document).document
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

  package func write(
    _ document: PliantCodecs.Document, as format: PliantCoding.Format, _ options: WritingOptions,
    to output: consuming OutputBuffer, _ losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer {
    let loaded = LoadedDocument(document.documentSource, document: document, ledger: document.origin.ledger)
    return try options.route(to: format).write(loaded, to: output, losses: &losses)
  }

  package func diagnostic(
    _ failure: Failure, at index: Int, of document: PliantCodecs.Document
  ) -> Diagnostic {
    document.documentSource.diagnostic(failure, at: index, of: document)
  }

  package func proof(
    of document: PliantCodecs.Document, as format: PliantCoding.Format, _ options: WritingOptions
  ) -> OutputProof? {
    let route = options.route(to: format)
    guard route.target.isReadable else { return nil }
    return try? route.proof(of: document, from: document.origin.format ?? .json)
  }
}

extension WritingOptions {
  /// The conversion to a format with these options.
  package func route(to format: PliantCoding.Format) -> Route {
    var route = Route(to: format.core)
    route.loss = loss.core
    route.refusesAnnotations = false
    switch null {
    case .refuse: route.null = .refuse
    case .drop: route.null = .drop
    case .string: (route.null, route.marksNulls) = (.string, true)
    }
    route.sortsKeys = sortsKeys
    route.isPretty = isPretty
    route.isCanonical = isCanonical
    route.endsLine = !isCanonical
    route.xmlStyle = xmlStyle?.core
    return route
  }
}

extension Route {
  /// The route for reading a document from a path or from bytes in memory.
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
        rule: DiagnosticCode.unknownEncoding.rule.description)
    }
    self = encoding
  }
}
