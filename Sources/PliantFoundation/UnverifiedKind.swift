/// A property of values that Foundation objects cannot represent, so a comparison of them proves nothing
/// about it.
enum UnverifiedKind: Int, CaseIterable {
  case wideIntegers
  case fractions
  case references
  case sets
  case order
  case duplicates
  case realsWithoutFraction
  case digits
  case equivalentKeys

  /// Describes the property for `count` unverified values.
  func text(count: Int) -> String {
    let places = count == 1 ? "1 place" : "\(count) places"
    return switch self {
    case .wideIntegers: "integers of more than 64 bits (\(places))"
    case .fractions: "dates with fractions of a second (\(places))"
    case .references: "keyed archiver's references, UIDs (\(places))"
    case .sets: "sets (\(places))"
    case .order:
      count == 1 ? "the order of keys in 1 dictionary" : "the order of keys in \(count) dictionaries"
    case .duplicates: "duplicate keys (\(places))"
    case .realsWithoutFraction: "whether a number is 1.0 or 1 (\(places))"
    case .digits: "digits beyond a double (\(places))"
    case .equivalentKeys: "keys that differ only in their Unicode normalization (\(places))"
    }
  }
}

/// How often each kind occurred.
struct UnverifiedCounts {
  private var counts = [Int](repeating: 0, count: UnverifiedKind.allCases.count)

  mutating func count(_ kind: UnverifiedKind, _ occurrences: Int = 1) { counts[kind.rawValue] += occurrences }

  subscript(kind: UnverifiedKind) -> Int { counts[kind.rawValue] }

  /// One line per kind.
  var texts: [String] { UnverifiedKind.allCases.compactMap { self[$0] > 0 ? $0.text(count: self[$0]) : nil } }
}
