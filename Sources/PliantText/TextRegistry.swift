// The diagnostic codes of encodings and of regular expressions.

extension DiagnosticRegistry {
  package static let text: [DiagnosticCode] = [
    .formatForeign,
    .regexpUnbalanced, .regexpNothingToRepeat, .regexpEscapeNeeded, .regexpBadEscape,
    .regexpBadCategory, .regexpBadClass, .regexpBadCount, .regexpTooLarge,
    .unknownEncoding, .byteOrderMarkContradicts,
    .declarationContradicts, .encodingMixed, .unmappable,
    .transcodingUnproved,
  ]
}
