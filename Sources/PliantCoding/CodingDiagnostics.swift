// The diagnostic codes of the coders and of documents in memory.

import PliantCodecs

extension DiagnosticCode {
  static let decodedType = Self("decoding.type", rule: .decodingType, "%")
  static let decodedNumber = Self("decoding.number", rule: .decodingNumber, "%")
  static let decodedKey = Self("decoding.key", rule: .decodingKey, "missing key '%'")

  static let formatWithoutText = Self(
    "format.no-text", rule: .formatUnsupported, "a binary property list has no text; ask for its bytes")

  static let valueTooDeep = Self(
    "value.too-deep", rule: .editValue, "the value is nested more than % levels deep")
  static let valueNoNumber = Self("value.no-number", rule: .editValue, "invalid JSON number '%'")
}
