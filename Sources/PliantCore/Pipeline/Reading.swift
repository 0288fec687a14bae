// How a document is read, and the first half of every road: bytes → format → text → reader → Document.

package enum KeyedArchivePolicy: Sendable {
  /// As any other document.
  case asStored
  /// As its objects; another document unchanged.
  case asObjects
  /// As its objects; for another document a note reports that it is not an archive.
  case asObjectsOrNote
}

/// The names of a root element and of its children, one for each record: `[{"a": 1}]` as `{"rows": {"row": [{"a": 1}]}}`.
package struct RecordElements: Sendable {
  /// The root's, and that of each record.
  let names: [[UInt8]]

  /// Nil for a name that XML does not allow.
  package init?(root: String, record: String) {
    names = [Array(root.utf8), Array(record.utf8)]
    for name in names where !name.withByteView({ XMLCharacters.isName($0) }) { return nil }
  }
}

/// How the bytes of one document are read; kept whole in its source and in the document's origin.
package struct Reading: DocumentReading {
  /// The format; nil to detect it.
  package var format: Format?
  /// Whether several values of JSON are read as JSON Lines without being requested.
  package var readsStreams = false
  /// Whether the format was detected.
  private(set) var isDetected = false
  /// The encoding of a text, which overrides its declaration.
  package var encoding: TextEncoding?
  package var table = TableReading()
  /// The style of application XML; nil for a mapping's, or for `attributes`.
  package var xmlStyle: XMLStyle?
  /// Elements that are arrays even if single, in the style `attributes`.
  package var xmlLists: [String] = []
  /// Whether each of these must occur.
  package var requiresLists = false
  /// Whether texts of application XML lose the white space around them.
  package var trimsText = false
  /// Whether names of application XML lose their prefixes, and namespace declarations are left out, in the style
  /// `attributes`.
  package var stripsNamespaces = false
  /// The mapping for application XML; nil for a style.
  package var mapping: AppliedMapping?
  /// Chooses the mapping by a document's root element, if neither mapping nor style was specified.
  package var mappings: (any MappingChooser)?
  /// Whether consecutive JSON arrays of rows are one, as databases print them.
  package var joinsRows = false
  /// The requested records, which are read through a window; nil for the whole document.
  package var records: RecordSelection?
  /// The names of elements around the records, for a target that has one root.
  package var elements: RecordElements?
  package var archives = KeyedArchivePolicy.asStored
  /// Whether a declaration that the bytes contradict is an error before anything is read.
  package var refusesFalseDeclaration = false
  /// The input's name; `-` without one.
  package var name = "-"

  package init(_ format: Format? = nil) { self.format = format }
}

/// A text together with the bytes that it is a view of.
private final class TextAndBytes {
  let text: DecodedText
  let bytes: AnyObject

  init(text: DecodedText, bytes: AnyObject) {
    self.text = text
    self.bytes = bytes
  }
}

extension Reading {
  /// Reads the bytes of one document.
  ///
  /// Throws the first problem, with its position. The bytes must outlive the result, or belong to `owner`.
  package func load(
    _ bytes: ByteView, owner: AnyObject? = nil, resolvesReals: Bool = false
  ) throws(Diagnostic) -> LoadedDocument {
    try load(try open(bytes, owner: owner), resolvesReals: resolvesReals)
  }

  /// Reads an opened source; `resolvesReals` is for documents whose numbers are needed rather than their texts.
  package func load(_ opened: OpenedSource, resolvesReals: Bool = false) throws(Diagnostic) -> LoadedDocument
  {
    try unarchived(
      LoadedDocument(
        opened.source, owner: opened.owner, name: name == "-" ? nil : name, resolvesReals: resolvesReals))
  }

  /// The objects of a keyed archive, if requested; any other document unchanged.
  private func unarchived(_ loaded: LoadedDocument) throws(Diagnostic) -> LoadedDocument {
    guard archives != .asStored else { return loaded }
    var ledger = loaded.ledger
    do throws(Failure) {
      var decoded = try linkedFormatTable().unarchived(loaded.document)
      // Commands that show a document show the contents of its data themselves.
      if archives == .asObjectsOrNote {
        decoded = try NestedDocument.opened(decoded ?? loaded.document) ?? decoded
      }
      if let decoded { return LoadedDocument(loaded.source, document: decoded, ledger: ledger) }
    } catch { throw loaded.source.diagnostic(error) }
    if archives == .asObjectsOrNote {
      ledger.notes.append(Diagnostic(Failure(.notKeyedArchive), severity: .note))
    }
    return LoadedDocument(loaded.source, document: loaded.document, ledger: ledger)
  }

  /// Sets the format of the input, which was detected unless it was set before.
  package mutating func use(detected format: Format) {
    isDetected = isDetected || self.format == nil
    self.format = format
  }

  /// Recognises and decodes the bytes of one document.
  ///
  /// Throws encoding errors. The bytes must outlive the result, or belong to `owner`.
  package func open(_ bytes: ByteView, owner: AnyObject? = nil) throws(Diagnostic) -> OpenedSource {
    guard let format = detect(bytes) else { throw Diagnostic(Failure(.formatUnknown)) }
    var reading = self
    reading.use(detected: format)
    if format != .xml { reading.mapping = nil }
    if format.traits.text == nil {
      return OpenedSource(source: DocumentSource(reading, text: bytes), owner: owner)
    }
    if format == .json, joinsRows, let joined = mapping?.joinedRows(bytes) {
      reading.joinsRows = false
      let file = InputFile(bytes: joined, name: name)
      return try file.withBytes { bytes throws(Diagnostic) in try reading.open(bytes, owner: file) }
    }
    let text = DecodedText(bytes, kind: DecodedText.Kind(format), forced: encoding)
    // The text lives as long as its owner.
    let view = text.withText { $0 }
    var misfit: Diagnostic?
    if format == .xml {
      reading.mapping = try chosenMapping(for: view)
      misfit = reading.mapping?.misfit(in: view)
      if misfit != nil { reading.mapping = nil }
    }
    var opened = DocumentSource(reading, text: view)
    opened.misfit = misfit
    opened.overruled = text.overruled
    if text.evidence == .content { opened.detected = text.encoding }
    if let problem = text.problem { throw opened.diagnostic(problem) }
    if let contradiction = text.contradiction {
      if refusesFalseDeclaration { throw opened.diagnostic(contradiction) }
      opened.contradiction = contradiction
    }
    return OpenedSource(source: opened, owner: owner.map { TextAndBytes(text: text, bytes: $0) } ?? text)
  }

  /// The format of a document that begins with these bytes; nil if it is unknown.
  package func detect(_ head: ByteView) -> Format? {
    if let format { return format }
    let found = FormatDetector.detect(head)
    let isJSON = found == .json || found == nil || head.byte(at: 0) == ASCII.recordSeparator
    // Databases print arrays of rows.
    let isOfRows = joinsRows && mapping != nil
    return readsStreams && isJSON && !isOfRows && JSONValueStream.isStream(head) ? .jsonl : found
  }

  /// The requested mapping, or the one that the document requests.
  func chosenMapping(for text: ByteView) throws(Diagnostic) -> AppliedMapping? {
    if let mapping { return mapping }
    guard xmlStyle == nil else { return nil }
    return try mappings?.mapping(for: text)
  }
}

// MARK: For a job

extension Reading {
  /// Reads a document from the bytes of the job's input, with notes about it.
  package func load(
    _ bytes: ByteView, _ job: any ConversionJob, owner: AnyObject? = nil
  ) throws(Diagnostic) -> LoadedDocument {
    let loaded = try load(bytes, owner: owner)
    for note in loaded.notes { job.report(note) }
    return loaded
  }

  /// Reads a document for a command that shows all of it, with notes about it and about losses of reading.
  package func read(
    _ bytes: ByteView, _ job: any ConversionJob, owner: AnyObject? = nil
  ) throws(Diagnostic) -> LoadedDocument {
    let loaded = try load(bytes, job, owner: owner)
    loaded.noteLosses(job)
    return loaded
  }

  /// The value at a key path as a document, with notes about the input, or nil.
  ///
  /// Reads all of the input, but stores nothing else. Throws the first problem with its position.
  package func find(_ path: KeyPath, in bytes: ByteView, _ job: any ConversionJob) throws(Diagnostic)
    -> LoadedDocument?
  {
    if archives != .asStored { return try find(path, through: load(bytes, job)) }
    let opened = try open(bytes)
    let source = opened.source
    let finder = PathFinder(path, source: source.text)
    var ledger = ReadLosses()
    do throws(Failure) {
      try source.read(visitor: finder, ledger: &ledger)
      let found = finder.duplicateKeys
      let document = try finder.finish(owner: opened.owner)
      for note in source.notes(on: found + (document?.duplicateKeys ?? [])) + ledger.notes {
        job.report(note)
      }
      if let document { return LoadedDocument(source, document: document, ledger: ledger) }
    } catch { throw source.diagnostic(error) }
    guard source.format.traits.values == .propertyList else { return nil }
    return try find(path, through: LoadedDocument(source, owner: opened.owner))
  }

  package func find(_ path: KeyPath, in loaded: LoadedDocument) throws(Diagnostic) -> LoadedDocument? {
    guard let index = loaded.document.index(at: path) else { return nil }
    do throws(Failure) {
      let found = try loaded.document.copy(of: loaded.document.resolved(index))
      return LoadedDocument(loaded.source, document: found, ledger: loaded.ledger)
    } catch { throw Diagnostic(error) }
  }
}

extension LoadedDocument {
  /// Notes the losses of reading for a document that is not written.
  package func noteLosses(_ job: any ConversionJob) {
    for note in lossNotes.dropFirst(notes.count) { job.report(note) }
  }
}
