// The rules that readers, schemas and comparisons of documents report, without a check of their own.

extension LintRule {
  static let xmlNotWellFormed = LintRule(.xmlNotWellFormed)
  static let xmlIllegalCharacter = LintRule(.xmlIllegalCharacter)
  static let xmlUndefinedEntity = LintRule(.xmlUndefinedEntity)
  static let xmlNamespace = LintRule(.xmlNamespace)
  static let xmlDoctype = LintRule(.xmlDoctype, .warning)
  static let feedDoubleEscaped = LintRule(.feedDoubleEscaped, .warning)

  static let plistStructure = LintRule(.plistStructure)
  static let plistDuplicateKey = LintRule(.plistDuplicateKey)
  static let plistValue = LintRule(.plistValue)
  static let plistType = LintRule(.plistType)
  static let plistRequired = LintRule(.plistRequired)
  static let plistUnknownKey: LintRule = LintRule(
    .plistUnknownKey, .warning, options: LintOptions(selecting: .plistUnknownKey), isDefault: false)
  static let plistDoctype = LintRule(.plistDoctype, .warning)
  static let plistReaders = LintRule(.plistReaders)

  static let jsonSyntax = LintRule(.jsonSyntax)
  static let jsonDuplicateKey = LintRule(.jsonDuplicateKey)

  static let stringsSyntax = LintRule(.stringsSyntax)
  static let stringsIgnoredTail = LintRule(.stringsIgnoredTail)
  static let stringsDuplicateKey = LintRule(.stringsDuplicateKey)
  static let stringsPlaceholders = LintRule(.stringsPlaceholders)
  static let stringsPlurals = LintRule(.stringsPlurals)
  static let stringsMissing = LintRule(.stringsMissing, .warning, options: .missing, isDefault: false)

  static let limitDepth = LintRule(.limitDepth)
  static let fileUnrecognised = LintRule(.fileUnrecognised)
  static let binaryStructure = LintRule(.binaryStructure)

  static let mappingUnknownElement = LintRule(.mappingUnknownElement, options: .teams)
  static let mappingMissing = LintRule(.mappingMissing, options: .teams)
  static let mappingValue = LintRule(.mappingValue, options: .teams)
  static let mappingReference = LintRule(.mappingReference, options: .teams)
  static let mappingDuplicateKey = LintRule(.mappingDuplicateKey, options: .teams)

  static let xcodeDanglingReference = LintRule(.xcodeDanglingReference)
  static let xcodeMissingFile = LintRule(.xcodeMissingFile, .warning)
  static let xcodeSeveralParents = LintRule(.xcodeSeveralParents, .warning)
  static let xcodeDuplicateFile = LintRule(.xcodeDuplicateFile, .warning)
  static let xcodeDuplicateID = LintRule(.xcodeDuplicateID)
  static let xcodeOrphan = LintRule(.xcodeOrphan, .warning)
  static let xcodeWrongKind = LintRule(.xcodeWrongKind)

  /// Reports a binary file according to its name.
  static func checkBinary(_ subject: LintSubject, _ collector: inout LintCollector) -> Bool {
    guard LintedFileTypes.isLinted(subject.name), !LintedFileTypes.isKnownBinary(subject.input) else {
      return false
    }
    collector.add(
      .fileUnrecognised, at: .place(.wholeFile), "neither text nor a binary form of the type in the file name"
    )
    return true
  }
}

extension LintOptions {
  /// The options of the example, with a file of the development language.
  fileprivate static let missing: LintOptions = {
    var options = LintOptions(selecting: .stringsMissing)
    options.otherFile = { $0 == "en.lproj/a.strings" ? Array("\"a\" = \"b\";\n\"c\" = \"d\";\n".utf8) : nil }
    return options
  }()
}
