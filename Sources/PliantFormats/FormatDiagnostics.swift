// The diagnostic codes of the formats of this module.

extension DiagnosticRegistry {
  package static let formats: [DiagnosticCode] = [
    .archiveReference, .archiveClass, .archiveAlias, .archiveTooDeep, .archiveExpansion,
    .openStepEmpty, .openStepTrailingContent, .openStepIgnoredContent,
    .openStepDepth, .stringsRoot, .openStepMissingSemicolon, .openStepMissingEquals,
    .openStepMissingValue, .openStepMissingKey, .openStepExtraSemicolon, .openStepMissingComma,
    .openStepExtraComma, .openStepUnterminatedDictionary, .openStepUnterminatedArray,
    .openStepMismatchedBracket, .openStepUnexpected, .openStepUnquotedCharacter,
    .openStepStrayQuote, .openStepUnterminatedString, .openStepUnterminatedComment,
    .openStepLoneSurrogate, .openStepGNUstepEscape, .openStepUnterminatedData, .openStepDataDigit,
    .openStepOddData,
    .openStepBase64, .openStepTypedValue, .xcodeNoProject, .sqlNeedsMapping, .literalInteger,
  ]
}
