// All rules, in the order of pages and lists.

extension LintRule {
  /// Every rule.
  package static let all: [LintRule] = [
    .encodingMismatch,
    .encodingInvalidBytes,
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
    .plistStructure,
    .plistDuplicateKey,
    .plistValue,
    .plistDoctype,
    .jsonSyntax,
    .jsonDuplicateKey,
    .jsonEncoding,
    .stringsSyntax,
    .stringsIgnoredTail,
    .stringsDuplicateKey,
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
  ]

  private static let byName: [String: LintRule] = Dictionary(
    all.map { ($0.id.description, $0) }, uniquingKeysWith: { first, _ in first })
  private static let encodingChecks: [LintCheck.Encoding] = all.compactMap { rule in
    if case .encoding(let check) = rule.check { check } else { nil }
  }
  private static let textChecks: [LintCheck.Text] = all.compactMap { rule in
    if case .text(let check) = rule.check { check } else { nil }
  }
  private static let lineChecks: [LintCheck.Text] = all.compactMap { rule in
    if case .lines(let check) = rule.check { check } else { nil }
  }
  private static let documentTypeChecks: [LintCheck.DocumentType] = all.compactMap { rule in
    if case .documentType(let check) = rule.check { check } else { nil }
  }

  /// Returns the rule with this id, or nil.
  package static func named(_ id: String) -> LintRule? { byName[id] }

  /// Returns the rule of a reader's error; nil if it has none.
  static func reporting(_ code: DiagnosticCode) -> LintRule? {
    code == .openStepIgnoredContent && code.rule.description.hasPrefix("strings/")
      ? .stringsIgnoredTail : named(code.rule.description)
  }

  static func checkEncoding(_ facts: EncodingAnalysis, _ collector: inout LintCollector) {
    for check in encodingChecks { check(facts, &collector) }
  }

  /// Throws `file.read`.
  static func checkText(
    _ text: LintText, _ facts: EncodingAnalysis, _ collector: inout LintCollector
  ) throws(Failure) {
    for check in lineChecks { try check(text, facts, &collector) }
    if try facts.signs(of: text).isUnremarkable { return }
    for check in textChecks { try check(text, facts, &collector) }
  }

  static func checkDocumentType(_ type: LintDocumentType, _ collector: inout LintCollector) {
    for check in documentTypeChecks { check(type, &collector) }
  }
}
