// The diagnostic codes of the formats of this module.

extension DiagnosticCode {
  static let sqlNeedsMapping = Self(
    "sql.mapping", rule: .formatUnwritable,
    "SQL needs a mapping for its tables", advice: "use --mapping NAME")

  package static let literalInteger = Self(
    "literal.integer", rule: .conversionLoss,
    "Objective-C has no integer literal for %, which needs more than 64 bits")

  /// The subject is the object's number.
  package static let archiveReference = Self(
    "archive.reference", rule: .archiveStructure,
    "invalid keyed archive: reference to object %, which does not exist")
  /// The subject is the object's number.
  package static let archiveClass = Self(
    "archive.class", rule: .archiveStructure,
    "invalid keyed archive: object % is used as a class and has no '$classname'")
  /// The subject is the object's number.
  package static let archiveAlias = Self(
    "archive.alias", rule: .archiveStructure,
    "invalid keyed archive: object % is only a reference to another object")
  package static let archiveTooDeep = Self(
    "archive.depth", rule: .archiveStructure, "objects of the keyed archive are nested more than % deep")
  package static let archiveExpansion = Self(
    "archive.expansion", rule: .archiveStructure,
    "values that the keyed archive shares would be repeated beyond the limit")

  static let xcodeNoProject = Self(
    "xcode.no-project", rule: .formatUnwritable,
    "not an Xcode project: expected a dictionary 'objects' whose values each have an 'isa'")

  private static func openStep(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: .plistStructure, text)
  }
  /// The same problem under the rule of `.strings` files.
  package var inStrings: DiagnosticCode {
    rule == .plistStructure ? under(.stringsSyntax) : self
  }

  // MARK: The document
  package static let openStepEmpty = openStep(
    "openstep.empty", "the file is empty; the smallest old-style property list is {}")
  package static let openStepTrailingContent = openStep(
    "openstep.trailing-content", "unexpected % after the end of the property list")
  package static let openStepIgnoredContent = openStep(
    "openstep.ignored-content",
    "% cannot begin a key; CoreFoundation silently ignores everything from here to the end of the file")
  package static let openStepUnmatchedBrace = openStep(
    "openstep.unmatched-brace",
    "unmatched '}'; CoreFoundation silently ignores everything from here to the end of the file")
  package static let openStepDepth = Self(
    "openstep.depth", rule: .limitDepth, "arrays and dictionaries are nested more than % deep",
    advice: "--limit depth=N raises the limit")
  package static let stringsRoot = openStep(
    "strings.root", "a .strings file is a list of \"key\" = \"value\"; and cannot be %")
  // MARK: Dictionaries and arrays
  package static let openStepMissingSemicolon = openStep(
    "openstep.missing-semicolon", "missing semicolon at the end of the entry for the key %")
  package static let openStepUnquotedSpace = openStep(
    "openstep.unquoted-space", "the value % contains a space and needs quotation marks")
  package static let openStepDefaultsRead = openStep(
    "openstep.defaults-read",
    "data as 'defaults read' prints it for people, without all bytes; use 'defaults export'")
  package static let openStepMissingEquals = openStep(
    "openstep.missing-equals", "missing equals sign after the key %")
  package static let openStepMissingValue = openStep(
    "openstep.missing-value", "missing value after the equals sign of the key %")
  package static let openStepMissingKey = openStep(
    "openstep.missing-key", "expected a string as the key, found %")
  package static let openStepExtraSemicolon = openStep(
    "openstep.extra-semicolon", "unexpected semicolon; remove it")
  package static let openStepMissingComma = openStep(
    "openstep.missing-comma", "missing comma before %; separate array elements with commas")
  package static let openStepExtraComma = openStep("openstep.extra-comma", "unexpected comma; remove it")
  package static let openStepUnterminatedDictionary = openStep(
    "openstep.unterminated-dictionary", "unterminated dictionary; add a closing }")
  package static let openStepUnterminatedArray = openStep(
    "openstep.unterminated-array", "unterminated array; add a closing )")
  package static let openStepMismatchedBracket = openStep("openstep.mismatched-bracket", "mismatched %")
  // MARK: Values
  package static let openStepUnexpected = openStep(
    "openstep.unexpected-character", "expected a value, found %; put the string in quotation marks")
  package static let openStepUnquotedCharacter = openStep(
    "openstep.unquoted-character", "unexpected % in a string without quotation marks")
  package static let openStepStrayQuote = openStep(
    "openstep.stray-quote", "unexpected text after a closing quotation mark; inside a string write \\\"")
  package static let openStepUnterminatedString = openStep(
    "openstep.unterminated-string", "unterminated string; add a closing %")
  package static let openStepUnterminatedComment = openStep(
    "openstep.unterminated-comment", "unterminated comment, which hides the rest of the file")
  package static let openStepLoneSurrogate = openStep("openstep.lone-surrogate", "unpaired surrogate %")
  package static let openStepGNUstepEscape = openStep(
    "openstep.gnustep-escape",
    "escape % of GNUstep, which Apple's parsers read as the letter u; \\U is the escape for hexadecimal digits"
  )
  package static let openStepUnterminatedData = openStep(
    "openstep.unterminated-data", "unterminated data; add a closing >")
  package static let openStepDataDigit = openStep(
    "openstep.data-digit", "invalid hexadecimal digit %; write data like <0fbd77>")
  package static let openStepOddData = openStep(
    "openstep.odd-data", "odd number of hexadecimal digits; data has two for each byte")
  package static let openStepBase64 = openStep("openstep.base64", "the text between <[ and ]> is not Base64")
  package static let openStepTypedValue = openStep(
    "openstep.typed-value",
    "invalid typed value <*%>; GNUstep has <*I5>, <*R1.5>, <*BY>, <*BN> and <*D2001-01-01 00:00:00 +0000>")
}
