// The diagnostic codes of encodings and of regular expressions.

extension DiagnosticRegistry {
  /// Of encodings, declarations, transcoding, regular expressions and files that are no documents.
  package static let text: [DiagnosticCode] = [
    .formatForeign,
    .regexpUnbalanced, .regexpNothingToRepeat, .regexpEscapeNeeded, .regexpBadEscape,
    .regexpBadCategory, .regexpBadClass, .regexpBadCount, .regexpTooLarge,
    .invalidBytes, .jsonEncoding, .unknownEncoding, .byteOrderMarkContradicts,
    .declarationContradicts, .encodingMixed, .unmappable,
    .transcodingUnproved,
  ]
}
