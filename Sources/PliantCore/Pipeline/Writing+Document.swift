// The second half, Document → replay → writer → bytes, with the source positions of refused values.

extension Writing {
  /// Writes a document in the target format.
  ///
  /// Throws an error for a value that the target refuses, with its source position, and leaves the output
  /// incomplete. Records changes in `losses`.
  package func write(
    _ loaded: LoadedDocument, to output: consuming OutputBuffer, losses: inout LossReport
  ) throws(Diagnostic) -> OutputBuffer {
    let source = loaded.source
    if let kept = keepingSurrogates(of: loaded) {
      try losses.enforce(loaded.ledger.without(.loneSurrogates), in: source)
      var output = output
      kept.withHeldBytes { output.append($0) }
      endLine(&output)
      return output
    }
    try losses.enforce(loaded.ledger, in: source)
    do throws(Failure) {
      if source.format.isCellTable && replayOptions(from: source.format).null == .emptyString {
        try losses.record(.missingAsEmptyString, count: Self.count(of: .null, in: loaded.document))
      }
      try losses.record(.numberSpelling, count: respelledNumbers(in: loaded))
      try losses.record(.siblingOrder, count: reorderedElements(in: loaded))
    } catch { throw Diagnostic(error) }
    var pass = WriteContext(loaded.document, from: source, self, losses: losses)
    defer { losses = pass.losses }
    do throws(Failure) {
      var written = try target.definition.write(&pass, to: output)
      endLine(&written)
      return written
    } catch {
      let place = pass.place
      throw source.diagnostic(error.naming(place, of: loaded.document), at: place, of: loaded.document)
    }
  }

  /// Finds the first value of each kind of loss that the writer counted.
  ///
  /// Writes the document again up to that value, because writers store no places.
  package func place(_ losses: inout LossReport, in loaded: LoadedDocument) {
    for loss in losses.unplaced {
      var pass = WriteContext(
        loaded.document, from: loaded.source, self, losses: LossReport(LossRule(only: loss)))
      do throws(Failure) { _ = try target.definition.write(&pass, to: OutputBuffer(to: .nowhere)) } catch {
        guard error.code == .lossRefused else { continue }
        let found = loaded.source.diagnostic(error, at: pass.place, of: loaded.document)
        losses.count(
          loss, 0, first: LossPlace(found.place, path: loaded.document.path(to: pass.place).dotted))
      }
    }
  }

  private func mayKeepSurrogates(of loaded: LoadedDocument) -> Bool {
    loaded.source.format == .json && target == .json && !sortsKeys && !isCanonical && losses.policy != .tag
      && fields == nil
  }

  /// The losses of reading, without those that writing may prevent.
  func losses(of loaded: LoadedDocument) -> ReadLosses {
    mayKeepSurrogates(of: loaded) ? loaded.ledger.without(.loneSurrogates) : loaded.ledger
  }

  /// JSON with the escapes of unpaired surrogates in its source's text, which the document lacks; nil without any,
  /// or if another order or form is wanted.
  private func keepingSurrogates(of loaded: LoadedDocument) -> OutputBuffer? {
    guard loaded.ledger[.loneSurrogates] != nil, mayKeepSurrogates(of: loaded) else { return nil }
    var digest: UInt64?
    var ledger = ReadLosses()
    do throws(Failure) {
      let writer = try DirectConversion.send(
        loaded.source.formattedText, into: JSONWriter(to: OutputBuffer(), style: jsonStyle), equality: nil,
        digest: &digest, ledger: &ledger)
      // A key always loses it.
      guard ledger[.loneSurrogates] == nil else { return nil }
      return writer.finish()
    } catch { return nil }
  }

  /// The number of numbers whose digits a mapping preserves, and which a property list would spell differently.
  private func respelledNumbers(in loaded: LoadedDocument) -> Int {
    let document = loaded.document
    guard loaded.source.mapping != nil, target == .xml1 || target == .binary1,
      document.tags.contains(.tag(.realText))
    else { return 0 }
    return Self.count(of: .realText, in: document) { changesSpelling(document.text(at: $0)) }
  }

  /// The number of elements whose children sorting keys reorders.
  private func reorderedElements(in loaded: LoadedDocument) -> Int {
    let (document, source) = (loaded.document, loaded.source)
    guard source.format == .xml, source.mapping == nil, source.xmlStyle == .attributes,
      replayOptions(from: .xml).sortKeys
    else { return 0 }
    return Self.count(of: .container, in: document) {
      sortingReordersChildren(DocumentValue(document, at: $0))
    }
  }

  private static func count(
    of tag: TapeTag, in document: Document, where isCounted: (_ index: Int) -> Bool = { _ in true }
  ) -> Int {
    var count = 0
    var at = 0
    while at < document.wordCount {
      let found = document.tag(at: at)
      if found == tag, isCounted(at) { count += 1 }
      at = found == .container ? at + 2 : document.next(after: at)
    }
    return count
  }

  private func sortingReordersChildren(_ element: DocumentValue) -> Bool {
    var last = ByteView.empty
    for entry in element.entries where entry.key.byte(at: 0) != ASCII.commercialAt && !(entry.key == "#text")
    {
      if entry.key.precedesInUTF16(last) { return true }
      last = entry.key
    }
    return false
  }

  /// Whether a real is spelled differently although its digits are kept; one without a fraction gets one.
  private func changesSpelling(_ text: ByteView) -> Bool {
    !NumberText.isShortestSpelling(text)
      && (NumberScanner(text).whole.upperBound == text.count
        || !NumberText.losesDigits(text, as: NumberText.real(text)))
  }

  package func replay(of document: Document, from source: Format) -> Replay {
    Replay(document, options: replayOptions(from: source))
  }

  package func replayOptions(from source: Format) -> ReplayOptions {
    var replay = ReplayOptions()
    // Canonical XML preserves the order of elements.
    replay.sortKeys = sortsKeys || isCanonical && target != .xml
    replay.fields = fields
    replay.fields?.takesText = target.isCellTable
    replay.expandedBytes = maximumExpansion
    if losses.policy == .tag {
      replay.decodesTags = source.traits.values == .propertyList ? .propertyList : .json
      // A mapping, or the columns of a table, define types.
      let hasTypes = target.traits.isTable || target == .xml && mapping != nil
      replay.encodesTags = hasTypes ? nil : target.traits.values == .propertyList ? .propertyList : .json
    }
    if target.traits.values.areOfPropertyList {
      // An empty element or cell is an empty string if there is no null.
      let isEmptyText = null == .keep && (source == .xml || source.isCellTable)
      replay.null = isEmptyText ? .emptyString : null
    }
    return replay
  }
}

/// One document to write in one format, for `FormatDefinition.write`.
package struct WriteContext {
  package let document: Document
  package let source: DocumentSource
  package let writing: Writing
  private var replay: Replay
  /// The replayed document, for a writer that reads a document; nil for one that takes events.
  private var changed: Document?
  /// The index at which such a writer stopped.
  package var index = 0
  package var losses: LossReport

  init(_ document: Document, from source: DocumentSource, _ writing: Writing, losses: LossReport) {
    self.document = document
    self.source = source
    self.writing = writing
    self.losses = losses
    replay = writing.replay(of: document, from: source.format)
  }

  /// The document's index of the value that could not be written; changed values have no source position.
  package var place: Int {
    guard let changed else { return replay.index }
    return changed === document ? index : 0
  }

  /// Sends the document to a writer that takes events.
  package mutating func replayed<Writer: LossReportingSink & ~Copyable>(
    into writer: consuming Writer
  ) throws(Failure) -> Writer {
    try replay.run(into: &writer)
    losses = writer.losses
    return writer
  }

  /// The document as changed by the replay, if at all.
  package mutating func changedDocument() throws(Failure) -> Document {
    let changes = replay.options
    let changesTags =
      (changes.decodesTags != nil && document.tags.contains(.dollarKey)) || changes.encodesTags != nil
    let changesNulls = changes.null != .keep && document.tags.contains(.tag(.null))
    var made = document
    if changes.sortKeys || changesTags || changesNulls {
      var builder = DocumentBuilder(source: document.source)
      try replay.run(into: &builder)
      made = try builder.finish(owner: document.owner)
    }
    changed = made
    return made
  }
}
