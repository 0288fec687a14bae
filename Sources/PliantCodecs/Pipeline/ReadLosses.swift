// The losses and notes of reading: recorded by the readers, reported in one place (`LossReport.enforce`).

/// Records the parts of an input that its document lacks.
package struct ReadLosses: Sendable {
  /// One kind of loss: its count, and the position of the first one.
  package struct Entry: Sendable {
    package var count: Int
    /// The byte offset of the first one.
    package let offset: Int?
    /// Its line and column, if the text was read through a window.
    package let position: TextPosition?
    /// The error message for the first one, instead of the loss's own sentence.
    package let refusal: String?
    package let advice: String?
    /// The rule of its messages, instead of the loss's own.
    package let rule: DiagnosticRule?
    /// Whether the notes report it already.
    package let isNoted: Bool
  }

  private var entries: [Loss: Entry] = [:]
  /// Unconditional notes on the document, such as which mapping read it.
  package var notes: [Diagnostic] = []

  /// Whether a reader of JSON continues after an unpaired surrogate.
  package var acceptsLoneSurrogates = true
  /// Whether a line of JSON Lines may have several values, because only their number shows the format.
  package var acceptsSeveralValues = false

  package init() {}

  /// Whether nothing was left out.
  package var isEmpty: Bool { entries.isEmpty }

  package mutating func record(
    _ loss: Loss, count: Int = 1, at offset: Int? = nil, position: TextPosition? = nil,
    refusal: String? = nil, advice: String? = nil, rule: DiagnosticRule? = nil, isNoted: Bool = false
  ) {
    guard count > 0 else { return }
    let first = Entry(
      count: 0, offset: offset, position: position, refusal: refusal, advice: advice, rule: rule,
      isNoted: isNoted)
    entries[loss, default: first].count += count
  }

  package func without(_ loss: Loss) -> ReadLosses {
    var ledger = self
    ledger.entries[loss] = nil
    return ledger
  }

  /// The same without annotations, which a single value never has.
  package var withoutAnnotations: ReadLosses {
    var ledger = self
    for loss in Loss.allCases where loss.isAnnotation { ledger.entries[loss] = nil }
    return ledger
  }

  /// The notes for a command that only shows the document, one for each kind.
  package var lossNotes: [Diagnostic] { diagnostics { $1 } }

  package func lossNotes(where isMeant: (Loss) -> Bool) -> [Diagnostic] {
    diagnostics { loss, count in isMeant(loss) ? count : 0 }
  }

  /// The notes for a later version of a document; only annotations that the earlier one lacks count.
  package func lossNotes(addedTo earlier: ReadLosses) -> [Diagnostic] {
    diagnostics { loss, count in loss.isAnnotation ? count - (earlier[loss]?.count ?? 0) : count }
  }

  private func diagnostics(_ counted: (Loss, Int) -> Int) -> [Diagnostic] {
    Loss.allCases.compactMap { loss in
      guard let entry = entries[loss], !entry.isNoted else { return nil }
      let count = counted(loss, entry.count)
      return count > 0 ? loss.note(count: count) : nil
    }
  }

  package subscript(_ loss: Loss) -> Entry? { entries[loss] }
}
