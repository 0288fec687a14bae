// A document together with its source, so that errors can be reported with positions.

/// A source and the owner of its text.
package struct OpenedSource {
  package let source: DocumentSource
  package let owner: AnyObject?
}

package struct LoadedDocument {
  package let source: DocumentSource
  package let document: Document
  /// Content that reading left out.
  package private(set) var ledger: ReadLosses

  /// Reads the source; its bytes must outlive the document, or belong to `owner`; `name` is that of the file.
  ///
  /// `resolvesReals` is for documents whose numbers are needed rather than their texts. Throws the reader's
  /// failure with its position.
  package init(
    _ source: DocumentSource, owner: AnyObject? = nil, name: String? = nil, resolvesReals: Bool = false
  ) throws(Diagnostic) {
    self.source = source
    var ledger = ReadLosses()
    do throws(Failure) {
      var builder = DocumentBuilder(reading: source.text, resolvesReals: resolvesReals)
      let elements = source.reading.elements?.names ?? []
      for name in elements {
        builder.beginDictionary(count: 1)
        name.withByteView { builder.key($0) }
      }
      try source.read(into: &builder, ledger: &ledger)
      for _ in elements { builder.endDictionary() }
      document = try builder.finish(owner: owner, origin: DocumentOrigin(source, ledger: ledger, name: name))
    } catch { throw source.diagnostic(error) }
    ledger.record(duplicates: document.duplicateKeys, in: source)
    self.ledger = ledger
  }

  /// Wraps another document, with the source of its positions.
  package init(_ source: DocumentSource, document: Document, ledger: ReadLosses = ReadLosses()) {
    self.source = source
    self.document = document
    self.ledger = ledger
  }

  /// Wraps a document that was read from the source, and records its duplicate keys.
  package init(_ source: DocumentSource, read document: Document, ledger: ReadLosses) {
    self.init(source, document: document, ledger: ledger)
    self.ledger.record(duplicates: document.duplicateKeys, in: source)
  }

  /// A failure at the value at an index, with its key path.
  func diagnostic(_ failure: Failure, at index: Int) -> Diagnostic {
    source.diagnostic(failure.naming(index, of: document), at: index, of: document)
  }

  /// The document without annotations such as comments, for a command that reads single values.
  package var withoutAnnotations: LoadedDocument {
    LoadedDocument(source, document: document, ledger: ledger.withoutAnnotations)
  }

  /// The notes on everything that reading left out or changed, with places.
  package var lossNotes: [Diagnostic] {
    notes
      + Loss.allCases.compactMap { loss in
        guard let entry = ledger[loss], !entry.isNoted else { return nil }
        return loss.note(count: entry.count, first: ledger.place(of: entry, in: source))
      }
  }

  /// The notes on the document before its use: those of reading, and duplicate keys.
  package var notes: [Diagnostic] { source.notes(on: document.duplicateKeys) + ledger.notes }

  /// The notes on a settings file, whose comments and layout are irrelevant.
  package var valueNotes: [Diagnostic] { notes + ledger.lossNotes(where: { !$0.isAnnotation }) }
}

extension DocumentSource {
  func notes(on duplicateKeys: [DuplicateKey]) -> [Diagnostic] {
    let rule = format.traits.duplicateKeyRule
    // One index for all: counting lines again for each would take quadratic time.
    var lines = LineIndex()
    var notes = duplicateKeys.prefix(Limits.listedDuplicateKeys).map { duplicate in
      let place: Place? = offset(of: duplicate).map {
        isText ? Place(lines.position(of: $0, in: text)) : .offset($0)
      }
      return Diagnostic(
        .note, at: place ?? .wholeFile, Failure(.duplicateKey, duplicate.key).message, rule: rule)
    }
    if let note = Self.note(ofDuplicates: duplicateKeys.count, rule: rule) { notes.append(note) }
    return notes
  }

  /// The note on duplicate keys beyond the listed ones.
  static func note(ofDuplicates count: Int, rule: DiagnosticRule) -> Diagnostic? {
    let unlisted = count - Limits.listedDuplicateKeys
    return unlisted > 0 ? Diagnostic(.note, "\(unlisted) more duplicate keys", rule: rule) : nil
  }
}
