// The equality of values in a format, for the proof of output: one rule for each format, which includes
// reported losses.

/// The distinctions that a format preserves among a document's values.
package struct ValueEquality: Sendable {
  package enum Numbers: Sendable {
    /// Integers and reals are different types; digits beyond a double's precision count if `keepsDigits`.
    case typed(keepsDigits: Bool)
    /// Numbers are equal if their values are, however they are spelled.
    case byValue
    /// A number is its nearest double, as in RFC 8785.
    case doubles
    case texts
  }

  package enum Dates: Sendable {
    case exact
    case wholeSeconds
    case texts
    /// Whole seconds are dates, others texts.
    case datesOrTexts
  }

  package var numbers: Numbers
  package var dates: Dates
  package var dataAreTexts = false
  package var keepsSets = false
  /// Whether a real out of a double's range is its text, rather than infinite.
  package var hugeRealsAreTexts = true
  /// Whether a carriage return is a line feed, as in XML.
  package var losesCarriageReturns = false
  /// Whether characters that XML forbids are ignored.
  package var losesControlCharacters = false
  package var ignoresSignOfZero = false
  /// Whether containers shared in the document are shared in the output.
  package var keepsSharing = false
  package var booleansAreTexts = false

  package static let exact = ValueEquality(numbers: .typed(keepsDigits: true), dates: .exact, keepsSets: true)

  package init(numbers: Numbers, dates: Dates, dataAreTexts: Bool = false, keepsSets: Bool = false) {
    self.numbers = numbers
    self.dates = dates
    self.dataAreTexts = dataAreTexts
    self.keepsSets = keepsSets
  }
}
