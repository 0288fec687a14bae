/// A property of values that Foundation objects cannot represent, so a comparison of them proves nothing
/// about it.
enum UnverifiedKind: String, CaseIterable {
  case wideIntegers = "integers of more than 64 bits"
  case fractions = "dates with fractions of a second"
  case references = "keyed archiver's references, UIDs"
  case duplicates = "duplicate keys"
  case realsWithoutFraction = "whether a number is 1.0 or 1"
  case digits = "digits beyond a double"

  /// Describes the property for `count` unverified values.
  func text(count: Int) -> String {
    "\(rawValue) (\(count) \(count == 1 ? "place" : "places"))"
  }
}

/// How often each kind occurred.
struct UnverifiedCounts {
  private var counts: [UnverifiedKind: Int] = [:]

  mutating func count(_ kind: UnverifiedKind, _ occurrences: Int = 1) {
    counts[kind, default: 0] += occurrences
  }

  subscript(kind: UnverifiedKind) -> Int { counts[kind] ?? 0 }

  /// One line per kind.
  var texts: [String] { UnverifiedKind.allCases.compactMap { self[$0] > 0 ? $0.text(count: self[$0]) : nil } }
}
