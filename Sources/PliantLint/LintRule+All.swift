// All rules, in the order of pages and lists.

import PliantMapping

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
    .stringsDuplicateKey,
    .binaryStructure,
    .mappingUnknownElement,
    .mappingMissing,
    .mappingValue,
    .mappingReference,
    .mappingDuplicateKey,
  ]

  /// The rule with this id, or nil.
  package static func named(_ id: String) -> LintRule? { all.first { $0.id == id } }

  /// The families, in order.
  package static var families: [String] {
    var families: [String] = []
    for rule in all where !families.contains(rule.family) { families.append(rule.family) }
    return families
  }

  /// What stands before the slash.
  package var family: String { String(id.prefix { $0 != "/" }) }
}
