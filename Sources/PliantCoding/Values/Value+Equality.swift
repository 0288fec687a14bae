// Equality, hashes and descriptions of values. A value of a binary property list may contain another one in many places, and
// that one a third: visiting each place would never end, so these visit each stored array or pair of arrays once.

import PliantCodecs

extension Document.Value: Hashable {
  /// Whether two values are equal, in time proportional to their size; shared containers are compared once.
  public static func == (left: Self, right: Self) -> Bool {
    var comparison = ValueComparison()
    return comparison.areEqual(left, right)
  }

  /// Hashes the value: its first thousand scalars and counts, which the number of its repetitions does not change.
  public func hash(into hasher: inout Hasher) {
    var left = 1000
    hash(into: &hasher, &left)
  }

  private func hash(into hasher: inout Hasher, _ left: inout Int) {
    left -= 1
    guard left >= 0 else { return }
    hasher.combine(kind)
    switch self {
    case .null: break
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .number(let digits): hasher.combine(digits)
    case .date(let date): hasher.combine(date)
    case .data(let bytes): hasher.combine(bytes)
    case .uid(let uid): hasher.combine(uid)
    case .string(let text): hasher.combine(text)
    case .array(let elements), .set(let elements):
      hasher.combine(elements.count)
      for element in elements where left > 0 { element.hash(into: &hasher, &left) }
    case .dictionary(let entries):
      hasher.combine(entries.count)
      for entry in entries where left > 0 {
        hasher.combine(entry.key)
        entry.value.hash(into: &hasher, &left)
      }
    }
  }
}

extension Document.Entry: Hashable {
  /// Whether both keys and both values are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
  }

  /// Hashes the key and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}

extension Array {
  /// The address of the elements, which copies of an array share; nil without elements.
  var address: Int? {
    withUnsafeBufferPointer { $0.isEmpty ? nil : $0.baseAddress.map { Int(bitPattern: $0) } }
  }
}

/// Compares values; of those that occur repeatedly, each pair once.
private struct ValueComparison {
  private struct Pair: Hashable {
    let left: Int?
    let right: Int?
  }

  /// The number of containers to compare before it remembers pairs.
  private var plainPairs = 10_000
  private var equal: Set<Pair> = []

  mutating func areEqual(_ left: Document.Value, _ right: Document.Value) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.integer(let left), .integer(let right)): return left == right
    case (.real(let left), .real(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.date(let left), .date(let right)): return left == right
    case (.data(let left), .data(let right)): return left == right
    case (.uid(let left), .uid(let right)): return left == right
    case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)), (.set(let left), .set(let right)):
      return areEqual(left, right) { $0.areEqual($1, $2) }
    case (.dictionary(let left), .dictionary(let right)):
      return areEqual(left, right) { comparison, left, right in
        left.key.utf8.elementsEqual(right.key.utf8) && comparison.areEqual(left.value, right.value)
      }
    default: return false
    }
  }

  private mutating func areEqual<Element>(
    _ left: [Element], _ right: [Element], _ areEqual: (inout Self, Element, Element) -> Bool
  ) -> Bool {
    guard left.count == right.count else { return false }
    let pair = Pair(left: left.address, right: right.address)
    if pair.left == pair.right { return true }
    plainPairs -= 1
    if plainPairs < 0, equal.contains(pair) { return true }
    for (left, right) in zip(left, right) where !areEqual(&self, left, right) { return false }
    if plainPairs < 0 { equal.insert(pair) }
    return true
  }
}

extension Document.Value: CustomStringConvertible {
  /// The value as a Swift literal; data as its number of bytes.
  ///
  /// After a hundred thousand values, an ellipsis replaces the rest.
  public var description: String {
    var text = ""
    var left = 100_000
    describe(into: &text, &left)
    return text
  }

  private func describe(into text: inout String, _ left: inout Int) {
    left -= 1
    switch self {
    case .null: text += "nil"
    case .boolean(let value): text += "\(value)"
    case .integer(let value): text += "\(value)"
    case .real(let value): text += "\(value)"
    case .number(let digits): text += digits
    case .date(let date): text += "\(date)"
    case .data(let bytes): text += "\(bytes.count) byte\(bytes.count == 1 ? "" : "s")"
    case .uid(let uid): text += "UID(\(uid.rawValue))"
    case .string(let string): text += string.debugDescription
    case .array(let values), .set(let values):
      Self.list(values, into: &text, &left) { $0.describe(into: &$1, &$2) }
    case .dictionary(let entries) where entries.isEmpty: text += "[:]"
    case .dictionary(let entries):
      Self.list(entries, into: &text, &left) { entry, text, left in
        text += "\(entry.key.debugDescription): "
        entry.value.describe(into: &text, &left)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], into text: inout String, _ left: inout Int,
    _ describe: (Element, inout String, inout Int) -> Void
  ) {
    text += "["
    for (index, element) in elements.enumerated() {
      if index > 0 { text += ", " }
      guard left > 0 else {
        text += "…"
        break
      }
      describe(element, &text, &left)
    }
    text += "]"
  }
}

extension Document.Node: Equatable {
  /// Whether both values are equal, as `Document.Value` compares them, in time proportional to their size.
  public static func == (left: Self, right: Self) -> Bool {
    left.tape === right.tape && left.index == right.index || left.value == right.value
  }
}

extension Document: Equatable {
  /// Whether both documents contain the same values in the same order, whatever their formats.
  public static func == (left: Self, right: Self) -> Bool { left.root == right.root }
}
