// The diagnostic codes of encodings and of regular expressions.

extension DiagnosticCode {
  private static func regexp(_ name: StaticString, _ text: StaticString) -> Self {
    Self(name, rule: .mappingValue, text)
  }

  package static let regexpUnbalanced = regexp("regexp.unbalanced", "unmatched parenthesis in the pattern")
  package static let regexpNothingToRepeat = regexp(
    "regexp.nothing-to-repeat", "% has nothing to repeat; the character itself needs a backslash")
  package static let regexpEscapeNeeded = regexp(
    "regexp.escape-needed", "% needs a backslash here (I-Regexp, RFC 9485)")
  package static let regexpBadEscape = regexp(
    "regexp.bad-escape", "invalid escape % in an I-Regexp (RFC 9485); write [0-9] for a digit")
  package static let regexpBadCategory = regexp(
    "regexp.bad-category", "unknown Unicode category '%'; expected one such as \\p{L} or \\p{Nd}")
  package static let regexpBadClass = regexp(
    "regexp.bad-class", "invalid character class: empty, unterminated or with a reversed range")
  package static let regexpBadCount = regexp(
    "regexp.bad-count", "invalid count; expected {n}, {n,} or {n,m} with n at most m")
  package static let regexpTooLarge = regexp(
    "regexp.too-large", "the pattern is too large once its counts are expanded, or nested too deeply")

  package static let formatForeign = Self("format.foreign", rule: .formatUnsupported, "unsupported format: %")

  /// The subject is the encoding.
  static let transcodingUnproved = Self(
    "encoding.unproved", rule: .encodingUnmappable,
    "the text does not survive a round trip through %; nothing was written")

  package static let unknownEncoding = Self("encoding.unknown-name", rule: .encodingUnknownName, "%")
  /// The subject is the mark's encoding and the declared one.
  package static let byteOrderMarkContradicts = Self(
    "encoding.bom-mismatch", rule: .encodingBOMMismatch, "the byte order mark is %")
  /// The subject is the declared encoding and the evidence.
  package static let declarationContradicts = Self("encoding.mismatch", rule: .encodingMismatch, "declared %")
  /// The subject is the declared encoding and the evidence.
  package static let encodingMixed = Self("encoding.mixed", rule: .encodingMixed, "declared %")
  /// The subject is the reader and the encoding that it has no name for.
  package static let undeclarable = Self("encoding.undeclarable", rule: .encodingUnmappable, "%")
  /// The subject is the character and the encoding.
  package static let unmappable = Self("encoding.unmappable", rule: .encodingUnmappable, "%")
}
