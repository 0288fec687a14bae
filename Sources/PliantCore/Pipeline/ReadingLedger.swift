// What reading left out of a document, or had to change, and what is to be reported of it: filled by the readers, settled in
// one place (`LossReport.settle`).

/// What became of an input's parts that its document does not hold.
package struct ReadingLedger: Sendable {
  /// One kind of loss: how often it happened, and where first.
  package struct Entry: Sendable {
    package var count: Int
    /// Where the first one begins, in bytes of the text.
    package let offset: Int?
    /// The same in lines and columns, where the text was read through a window.
    package let position: TextPosition?
    /// What is said of the first one if it is refused, rather than the loss's own sentence.
    let refusal: String?
    let advice: String?
    /// Whether the notes say it already.
    let isNoted: Bool
  }

  private var entries: [Loss: Entry] = [:]
  /// What is said of the document whatever becomes of it, such as by which mapping it was read.
  package var notes: [Diagnostic] = []

  package init() {}

  /// Whether nothing was left out.
  package var isEmpty: Bool { entries.isEmpty }

  /// Counts something that was left out.
  package mutating func record(
    _ loss: Loss, count: Int = 1, at offset: Int? = nil, position: TextPosition? = nil,
    refusal: String? = nil, advice: String? = nil, isNoted: Bool = false
  ) {
    guard count > 0 else { return }
    guard entries[loss] != nil else {
      entries[loss] = Entry(
        count: count, offset: offset, position: position, refusal: refusal, advice: advice, isNoted: isNoted)
      return
    }
    entries[loss]?.count += count
  }

  /// Counts a declaration that the bytes contradict, and notes it.
  package mutating func record(contradiction: Failure, in source: DocumentSource) {
    notes.append(source.diagnostic(contradiction).asNote)
    record(
      .falseDeclaration, at: contradiction.offset, refusal: contradiction.sentence,
      advice: contradiction.advice, isNoted: true)
  }

  /// The same without annotations, which a single value never has.
  var withoutAnnotations: ReadingLedger {
    var ledger = self
    for loss in Loss.allCases where loss.isAnnotation { ledger.entries[loss] = nil }
    return ledger
  }

  /// What is said of it where the document is only looked at, a sentence a kind.
  package var lossNotes: [Diagnostic] { diagnostics { $1 } }

  /// The same for some kinds.
  package func lossNotes(where isMeant: (Loss) -> Bool) -> [Diagnostic] {
    diagnostics { loss, count in isMeant(loss) ? count : 0 }
  }

  /// The same of a later version of a document, of whose annotations only those beyond the earlier one's count.
  package func lossNotes(addedTo earlier: ReadingLedger) -> [Diagnostic] {
    diagnostics { loss, count in loss.isAnnotation ? count - (earlier[loss]?.count ?? 0) : count }
  }

  private func diagnostics(_ counted: (Loss, Int) -> Int) -> [Diagnostic] {
    Loss.allCases.compactMap { loss in
      guard let entry = entries[loss], !entry.isNoted else { return nil }
      let count = counted(loss, entry.count)
      return count > 0 ? loss.note(count: count) : nil
    }
  }

  /// The entry of a kind of loss, or nil if there was none.
  package subscript(_ loss: Loss) -> Entry? { entries[loss] }
}

extension LossReport {
  /// Counts what reading left out among what the conversion lost.
  ///
  /// Throws `conversion.loss`, with the place of the first one, for what the policy refuses.
  package mutating func settle(_ ledger: ReadingLedger, in source: DocumentSource) throws(Diagnostic) {
    guard !ledger.isEmpty else { return }
    for loss in Loss.allCases {
      guard let entry = ledger[loss] else { continue }
      guard refuses(loss) else {
        if !entry.isNoted { count(loss, entry.count) }
        continue
      }
      let failure = Failure(
        loss.refusalCode, at: entry.offset, entry.refusal ?? loss.refusal(count: entry.count),
        advice: entry.advice ?? loss.advice())
      guard let position = entry.position else { throw source.diagnostic(failure) }
      throw Diagnostic(failure, at: .text(line: position.line, column: position.column))
    }
  }
}
