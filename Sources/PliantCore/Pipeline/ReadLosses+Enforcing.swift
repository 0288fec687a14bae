extension ReadLosses {
  /// Records a declaration that the bytes contradict.
  package mutating func record(contradiction: Failure, in source: DocumentSource) {
    notes.append(source.diagnostic(contradiction).asNote)
    record(
      .falseDeclaration, at: contradiction.offset, refusal: contradiction.sentence,
      advice: contradiction.advice, isNoted: true)
  }
}

extension LossReport {
  /// Adds the losses of reading to those of the conversion.
  ///
  /// Throws `conversion.loss`, with the position of the first one, for losses that the policy refuses.
  package mutating func enforce(_ ledger: ReadLosses, in source: DocumentSource) throws(Diagnostic) {
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
      throw Diagnostic(failure, at: Place(position))
    }
  }
}
