// The diagnostic codes of the coders and of documents in memory.

import PliantCodecs

extension DiagnosticCode {
  static let decodedType = Self("decoding.type", rule: "decoding/type", "%")
  static let decodedNumber = Self("decoding.number", rule: "decoding/number", "%")
  static let decodedKey = Self("decoding.key", rule: "decoding/key", "missing key '%'")

  static let duplicateKeyLost = Self(
    "conversion.duplicate-key", rule: "conversion/loss",
    "the first value of the duplicate key '%' would be dropped")
  static let formatWithoutText = Self(
    "format.no-text", rule: "format/unsupported", "a binary property list has no text; ask for its bytes")

  static let valueTooDeep = Self(
    "value.too-deep", rule: "edit/value", "the value is nested more than % levels deep")
  static let valueNoNumber = Self("value.no-number", rule: "edit/value", "invalid JSON number '%'")
}
