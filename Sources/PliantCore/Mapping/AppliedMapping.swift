/// A mapping with its options, for conversions.
package struct AppliedMapping: DocumentMapping {
  package let mapping: CompiledMapping
  package var options = MappingReader.Options()
  package var writing = MappingWriter.Options()
  /// Whether it was selected automatically.
  package let isChosen: Bool
  let tables: any MappingTables

  package init(_ mapping: CompiledMapping, isChosen: Bool, tables: any MappingTables) {
    self.mapping = mapping
    self.isChosen = isChosen
    self.tables = tables
  }
}

extension AppliedMapping {
  func ledger(_ report: MappingReport, of source: DocumentSource) -> ReadLosses {
    let text = source.text
    var ledger = ReadLosses()
    if !options.keepsUnmapped, let first = report.unmapped.first {
      ledger.record(
        .unmapped, at: first.offset, position: first.position,
        refusal: first.message,
        advice: "use --keep-unmapped to keep it, or --loss note to convert anyway", isNoted: true)
    }
    for (loss, found) in report.losses {
      ledger.record(loss, count: found.count, at: text.isEmpty ? nil : found.offset, position: found.position)
    }
    ledger.record(.otherNamespaces, count: report.otherNamespaces.count)
    if let first = report.replaced.first {
      ledger.record(
        .repeatedKeys, count: report.replacedRecords, at: text.isEmpty ? nil : first.offset,
        refusal: first.message, isNoted: true)
    }
    ledger.record(.comments, count: report.comments)
    ledger.record(.instructions, count: report.instructions)
    // A window's text is no longer available for positions.
    func record(_ loss: Loss, _ found: XMLOccurrences) {
      ledger.record(loss, count: found.count, at: text.isEmpty ? nil : found.offset)
    }
    record(.documentType, report.tally.documentTypes)
    record(.defaultedAttributes, report.tally.defaultedAttributes)
    record(.entityReferences, report.tally.unreadReferences)
    ledger.notes = notes(report, in: text)
    return ledger
  }

  /// The notes on a document read with a mapping: the mapping, unmapped content, and unread records.
  private func notes(_ report: MappingReport, in text: ByteView) -> [Diagnostic] {
    var lines = LineIndex()
    var notes: [Diagnostic] = []
    func note(_ message: String, _ position: TextPosition?, _ offset: Int, rule: DiagnosticRule) {
      if position == nil && text.isEmpty { return notes.append(Diagnostic(.note, message, rule: rule)) }
      let place = Place(position ?? lines.position(of: offset, in: text))
      notes.append(Diagnostic(.note, at: place, message, rule: rule))
    }
    let name = mapping.mapping.name
    if isChosen {
      notes.append(
        Diagnostic(
          .note, "read by the mapping \(name)", advice: "--mapping none reads it without one",
          rule: .mappingChosen))
    }
    for unmapped in report.unmapped {
      note(unmapped.message, unmapped.position, unmapped.offset, rule: .mappingUnknownElement)
    }
    if report.unlistedCount > 0 {
      notes.append(
        Diagnostic(
          .note, "\(report.unlistedCount) more elements, attributes or texts are not covered by the mapping",
          rule: .mappingUnknownElement))
    }
    if let first = report.firstText {
      let rest = report.textCount - 1
      let more =
        rest == 0 ? "" : rest == 1 ? ", and so was 1 more value" : ", and so were \(rest) more values"
      note(
        "\(first.message); it was kept as text\(more)", first.position, first.offset, rule: .mappingValue)
    }
    for replaced in report.replaced {
      note(replaced.message, nil, replaced.offset, rule: .mappingDuplicateKey)
    }
    if report.replacedRecords > report.replaced.count {
      let count = report.replacedRecords - report.replaced.count
      let text = "\(count) more records with the key of an earlier one"
      notes.append(Diagnostic(.note, text, rule: .mappingDuplicateKey))
    }
    notes += Self.streamingNotes(report)
    if let stop = report.stop {
      note(
        "reading stopped here, after \(stop.records) record\(stop.records == 1 ? "" : "s"); the rest was not read",
        stop.position, stop.offset, rule: .mappingFirst)
    }
    return notes
  }
}

extension AppliedMapping {
  /// The notes on keys and references when records were sent one by one.
  private static func streamingNotes(_ report: MappingReport) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    if report.doubledRecords > 0 {
      let many = report.doubledRecords > 1
      let text =
        many
        ? "\(report.doubledRecords) records have the key of an earlier one; read one by one, they were kept as well"
        : "1 record has the key of an earlier one; read one by one, it was kept as well"
      notes.append(Diagnostic(.note, text, rule: .mappingDuplicateKey))
    }
    if report.forgottenKeys > 0 {
      let text =
        "only the first \(Limits.streamedKeys) keys were remembered, so that \(report.forgottenKeys) later ones were not "
        + "compared with each other"
      notes.append(
        Diagnostic(.note, text, advice: "without --records all are", rule: .mappingDuplicateKey))
    }
    if let field = report.uncheckedReference {
      let text =
        "records read one by one have no references looked up: \(field) may refer to a record that is not there"
      notes.append(Diagnostic(.note, text, rule: .mappingReference))
    }
    return notes
  }
}
