// The rules plist/…: the reader's errors, duplicate keys, and the document type.

enum PropertyListChecks {
  /// Reads the whole document, recovering from errors if possible.
  static func run(
    _ window: consuming TextWindow, base: Int, _ collector: inout LintCollector
  ) throws(Failure) -> GrammarChecks.Outcome {
    var keys = DuplicateKeySink(.plistDuplicateKey)
    let outcome = try XMLPropertyListReader.check(window.streamed(), limit: collector.limit, keys: &keys)
    for mistake in outcome.mistakes { collector.add(mistake, base: base, default: .plistStructure) }
    if let type = outcome.documentType, let offset = outcome.documentTypeOffset {
      LintRule.checkDocumentType(
        LintDocumentType(type: type, offset: offset + base, format: .xml1), &collector)
    }
    return GrammarChecks.Outcome(outcome.textProblem, isIncomplete: keys.isIncomplete)
  }
}
