// The family plist/…: the reader's mistakes, keys that stand twice, and the document type.

import PliantCore

/// Checks XML property lists.
enum PropertyListChecks {
  /// Reads the whole document and goes on after what can be passed over.
  ///
  /// Throws `file.read`.
  static func run(
    _ window: consuming TextWindow, base: Int, _ collector: inout LintCollector
  ) throws(Failure) -> GrammarChecks.Outcome {
    var keys = DuplicateKeySink(.lintPropertyListDuplicateKey)
    let outcome = try XMLPropertyListReader.readTolerantly(window, limit: LintCollector.limit, into: &keys)
    for mistake in outcome.mistakes { collector.add(mistake, base: base, default: .plistStructure) }
    if let type = outcome.documentType, let offset = outcome.documentTypeOffset, !isApples(type) {
      collector.add(
        .plistDoctype, at: .text(offset + base), "the document type is not Apple's for property lists")
    }
    return GrammarChecks.Outcome(
      problem: outcome.textProblem, note: GrammarChecks.note(isIncomplete: keys.isIncomplete))
  }

  /// Whether the document type is Apple's: by its public name, or by the file's where there is none.
  private static func isApples(_ type: XMLDocumentType) -> Bool {
    guard type.name == "plist" else { return false }
    if let name = type.publicID {
      return name == "-//Apple//DTD PLIST 1.0//EN" || name == "-//Apple Computer//DTD PLIST 1.0//EN"
    }
    return type.systemID?.firstIndex(of: "PropertyList-1.0.dtd") != nil
  }
}
