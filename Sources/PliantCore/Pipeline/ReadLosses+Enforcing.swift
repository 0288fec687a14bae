extension ReadLosses {
  /// Records a declaration that the bytes contradict.
  package mutating func record(contradiction: Failure, in source: DocumentSource) {
    notes.append(source.diagnostic(contradiction).asNote)
    record(
      .falseDeclaration, at: contradiction.offset, refusal: contradiction.sentence,
      advice: contradiction.advice, isNoted: true)
  }

  /// Records duplicate keys, whose notes `DocumentSource.notes(on:)` makes.
  mutating func record(duplicates: [DuplicateKey], in source: DocumentSource) {
    guard let first = duplicates.first else { return }
    record(
      .duplicateKeys, count: duplicates.count, at: source.offset(of: first), refusal: first.key,
      rule: source.format.traits.duplicateKeyRule, isNoted: true)
  }

  /// The place of the first value of an entry.
  func place(of entry: Entry, in source: DocumentSource) -> LossPlace? {
    if let position = entry.position { return LossPlace(Place(position)) }
    guard let offset = entry.offset, !source.text.isEmpty else { return nil }
    var lines = LineIndex()
    return LossPlace(source.isText ? Place(lines.position(of: offset, in: source.text)) : .offset(offset))
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
        if !entry.isNoted { count(loss, entry.count, first: ledger.place(of: entry, in: source)) }
        continue
      }
      let code = entry.rule.map { loss.refusalCode.under($0) } ?? loss.refusalCode
      let failure = Failure(
        code, at: entry.offset, entry.refusal ?? loss.refusal(count: entry.count),
        advice: entry.advice ?? loss.advice())
      guard let place = ledger.place(of: entry, in: source) else { throw source.diagnostic(failure) }
      throw Diagnostic(failure, at: place.place)
    }
  }
}
