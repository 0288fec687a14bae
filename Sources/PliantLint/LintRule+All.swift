// All rules, in the order of pages and lists.

extension LintRule {
  package static let all: [LintRule] = [
    .encodingMismatch,
    .encodingInvalidBytes,
    .encodingBOM,
    .encodingBOMMismatch,
    .encodingMissingDeclaration,
    .encodingUnknownName,
    .encodingNonstandardName,
    .encodingDoubleEncoded,
    .encodingMixed,
    .encodingLostCharacters,
    .encodingControlCharacters,
    .encodingStrayBOM,
    .encodingDeclarationNotFirst,
    .encodingUTF16WithoutBOM,
    .encodingUnexpected,
    .xmlNotWellFormed,
    .xmlIllegalCharacter,
    .xmlUndefinedEntity,
    .xmlNamespace,
    .xmlDoctype,
    .feedDoubleEscaped,
    .plistStructure,
    .plistDuplicateKey,
    .plistValue,
    .plistType,
    .plistRequired,
    .plistUnknownKey,
    .plistDoctype,
    .plistReaders,
    .jsonSyntax,
    .jsonDuplicateKey,
    .jsonEncoding,
    .stringsSyntax,
    .stringsIgnoredTail,
    .stringsDuplicateKey,
    .stringsPlaceholders,
    .stringsPlurals,
    .stringsMissing,
    .limitDepth,
    .fileUnrecognised,
    .binaryStructure,
    .textBidirectionalControl,
    .textControlCharacter,
    .textNormalization,
    .textLineEnds,
    .mappingUnknownElement,
    .mappingMissing,
    .mappingValue,
    .mappingReference,
    .mappingDuplicateKey,
    .xcodeDanglingReference,
    .xcodeMissingFile,
    .xcodeOrphan,
    .xcodeSeveralParents,
    .xcodeDuplicateFile,
    .xcodeDuplicateID,
    .xcodeWrongKind,
  ]

  package static func named(_ id: String) -> LintRule? { DiagnosticRule(rawValue: id).flatMap(named) }

  static func named(_ id: DiagnosticRule) -> LintRule? { all.first { $0.id == id } }

  /// Returns the rule of a reader's error; nil if it has none.
  static func reporting(_ code: DiagnosticCode) -> LintRule? {
    [.openStepIgnoredContent, .openStepUnmatchedBrace].contains(code) && code.rule == .stringsSyntax
      ? .stringsIgnoredTail : named(code.rule)
  }

  static func checkEncoding(_ analysis: EncodingAnalysis, _ collector: inout LintCollector) {
    for rule in all { if case .encoding(let check) = rule.check { check(rule, analysis, &collector) } }
  }

  static func checkText(
    _ text: LintText, _ analysis: EncodingAnalysis, _ collector: inout LintCollector
  ) throws(Failure) {
    for rule in all where collector.options.wants(rule) {
      if case .lines(let check) = rule.check { try check(rule, text, analysis, &collector) }
    }
    if try analysis.signs(of: text).isUnremarkable { return }
    for rule in all where collector.options.wants(rule) {
      if case .text(let check) = rule.check { try check(rule, text, analysis, &collector) }
    }
  }
}
