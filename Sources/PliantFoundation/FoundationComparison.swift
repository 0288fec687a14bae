import Foundation
import PliantCore

/// Compares two trees of Foundation objects, the expected one with the one read back.
struct FoundationComparison {
  private struct Pair {
    let path: String
    let expected: Any
    let found: Any
  }

  private let format: Format
  private var pairs: [Pair] = []

  init(format: Format) { self.format = format }

  mutating func difference(expected: Any, found: Any) -> String? {
    differences(expected: expected, found: found, limit: 1).first.map {
      "\($0.place): \($0.expected) should be there, but is \($0.found)"
    }
  }

  /// The differences in document order, with the values as texts, up to a number.
  mutating func differences(
    expected: Any, found: Any, limit: Int
  ) -> [(place: String, expected: String, found: String)] {
    var differences: [(place: String, expected: String, found: String)] = []
    pairs = [Pair(path: "", expected: expected, found: found)]
    while let pair = pairs.popLast(), differences.count < limit {
      if !compare(pair) {
        let place = pair.path.isEmpty ? "the whole document" : pair.path
        differences.append((place, Self.shown(pair.expected), Self.shown(pair.found)))
      }
    }
    return differences
  }

  private mutating func compare(_ pair: Pair) -> Bool {
    if pair.expected is UnverifiedValue { return true }
    if let expected = pair.expected as? String { return same(expected, pair.found as? String) }
    if pair.expected is NSNull { return pair.found is NSNull }
    if let expected = pair.expected as? Data { return expected == pair.found as? Data }
    if let expected = pair.expected as? Date { return same(expected, pair.found as? Date) }
    if let expected = pair.expected as? [Any] {
      return compare(expected, pair.found as? [Any], at: pair.path)
    }
    if let expected = pair.expected as? [String: Any] {
      return compare(expected, pair.found as? [AnyHashable: Any], at: pair.path)
    }
    guard let expected = FoundationNumber(pair.expected), let found = FoundationNumber(pair.found) else {
      return false
    }
    return same(expected, found)
  }

  private func same(_ expected: String, _ found: String?) -> Bool {
    // Strings compare by canonical equivalence in Swift; here every byte counts.
    found.map { expected.utf8.elementsEqual($0.utf8) } ?? false
  }

  private func same(_ expected: Date, _ found: Date?) -> Bool {
    guard let found else { return false }
    let (left, right) = (expected.timeIntervalSinceReferenceDate, found.timeIntervalSinceReferenceDate)
    return left == right || left.isNaN && right.isNaN
  }

  private func same(_ expected: FoundationNumber, _ found: FoundationNumber) -> Bool {
    if expected == found { return true }
    guard let left = expected.double, let right = found.double else { return false }
    if left.isNaN && right.isNaN { return true }
    // JSONSerialization does not distinguish 1.0 from 1.
    switch (expected, found) {
    case (.real, .real): return left == right
    case (.real, _): return format == .json && left == right
    default: return false
    }
  }

  private mutating func compare(_ expected: [Any], _ found: [Any]?, at path: String) -> Bool {
    guard let found, expected.count == found.count else { return false }
    for (index, (left, right)) in zip(expected, found).enumerated().reversed() {
      pairs.append(Pair(path: "\(path)/\(index)", expected: left, found: right))
    }
    return true
  }

  private mutating func compare(
    _ expected: [String: Any], _ found: [AnyHashable: Any]?, at path: String
  ) -> Bool {
    guard let found, expected.count == found.count else { return false }
    for (key, value) in expected {
      guard let index = found.index(forKey: key), let other = found[index].key.base as? String,
        same(key, other)
      else { return false }
      let step = key.replacing("~", with: "~0").replacing("/", with: "~1")
      pairs.append(Pair(path: "\(path)/\(step)", expected: value, found: found[index].value))
    }
    return true
  }

  /// A string with control characters as escapes, or data as Base64.
  private static func quoted(_ object: Any) -> String {
    if let data = object as? Data { return data.base64EncodedString() }
    return (object as? String ?? "").debugDescription
  }

  private static func shown(_ object: Any) -> String {
    if let array = object as? [Any] { return "an array of \(array.count)" }
    if let dictionary = object as? [AnyHashable: Any] { return "a dictionary of \(dictionary.count)" }
    let text = object is String || object is Data ? Self.quoted(object) : String(describing: object)
    return text.count > 60 ? text.prefix(60) + "…" : text
  }
}
