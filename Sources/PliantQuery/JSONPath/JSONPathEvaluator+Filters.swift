// Conditions, comparisons and functions of filters (RFC 9535, sections 2.3.5.2 and 2.4).

private enum JSONPathValue {
  case nothing
  case null
  case boolean(Bool)
  case number(DocumentNumber)
  /// UTF-8 in a document.
  case text(ByteView)
  /// UTF-8 computed here, from a date or data.
  case made([UInt8])
  case container(Int)

  /// Runs `body` on the text; nil for anything but a string.
  func withText<Result>(_ body: (ByteView) -> Result) -> Result? {
    switch self {
    case .text(let view): body(view)
    case .made(let bytes): bytes.withByteView(body)
    default: nil
    }
  }
}

extension JSONPathEvaluator {
  mutating func isTrue(_ condition: JSONPathCondition, of node: JSONPathNode) throws(Failure) -> Bool {
    switch condition {
    case .any(let parts):
      for part in parts where try isTrue(part, of: node) { return true }
      return false
    case .all(let parts):
      for part in parts where try !isTrue(part, of: node) { return false }
      return true
    case .not(let part): return try !isTrue(part, of: node)
    case .exists(let query): return try finds(query, at: node)
    case .matches(let text, let pattern, let isWhole):
      return try matches(try value(text, at: node), try value(pattern, at: node), isWhole: isWhole)
    case .comparison(let left, let comparison, let right):
      return try compare(try value(left, at: node), comparison, try value(right, at: node))
    }
  }

  // MARK: Values

  private mutating func value(_ operand: JSONPathOperand, at node: JSONPathNode) throws(Failure)
    -> JSONPathValue
  {
    switch operand {
    case .literal(let document): return Self.value(in: document, at: 0)
    case .query(let query):
      guard let found = try single(query, at: node) else { return .nothing }
      return Self.value(in: document, at: found.index)
    case .count(let query): return .number(.integer(Int128(try nodes(of: query, at: node).count)))
    case .value(let query):
      let found = try nodes(of: query, at: node)
      return found.count == 1 ? Self.value(in: document, at: found[0].index) : .nothing
    case .length(let operand): return try length(of: try value(operand, at: node))
    }
  }

  private static func value(in document: Document, at index: Int) -> JSONPathValue {
    switch document.tag(at: index) {
    case .null: return .null
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .string: return .text(document.text(at: index))
    case .date: return .made(ISO8601.text(from: Double(bitPattern: document.bits(at: index))) ?? [])
    case .data: return .made(Base64.encode(document.text(at: index)))
    case .container: return .container(index)
    default: return DocumentNumber(document, at: index).map { .number($0) } ?? .nothing
    }
  }

  /// Characters of a string, elements of an array, members of an object.
  private mutating func length(of value: JSONPathValue) throws(Failure) -> JSONPathValue {
    if case .container(let index) = value { return .number(.integer(Int128(document.count(at: index)))) }
    guard let count = value.withText({ (characters: $0.scalarCount, bytes: $0.count) }) else {
      return .nothing
    }
    try spend(count.bytes / 8)
    return .number(.integer(Int128(count.characters)))
  }

  // MARK: Comparisons

  private mutating func compare(
    _ left: JSONPathValue, _ comparison: JSONPathComparison, _ right: JSONPathValue
  ) throws(Failure) -> Bool {
    switch comparison {
    case .equal: try isEqual(left, right)
    case .notEqual: try !isEqual(left, right)
    case .less: isLess(left, right)
    case .greater: isLess(right, left)
    case .lessOrEqual: isLess(left, right) ? true : try isEqual(left, right)
    case .greaterOrEqual: isLess(right, left) ? true : try isEqual(left, right)
    }
  }

  private mutating func isEqual(_ left: JSONPathValue, _ right: JSONPathValue) throws(Failure) -> Bool {
    switch (left, right) {
    case (.nothing, .nothing), (.null, .null): return true
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.container(let left), .container(let right)): return try areEqual(left, right)
    default: return left.withText { left in right.withText { $0.isEqual(left) } ?? false } ?? false
    }
  }

  /// Numbers compare by value, strings by scalars, which have the order of their UTF-8; nothing else is
  /// ordered.
  private func isLess(_ left: JSONPathValue, _ right: JSONPathValue) -> Bool {
    if case .number(let left) = left, case .number(let right) = right { return left < right }
    return left.withText { left in right.withText { left.precedes($0) } ?? false } ?? false
  }

  // MARK: Patterns

  private mutating func matches(
    _ text: JSONPathValue, _ pattern: JSONPathValue, isWhole: Bool
  ) throws(Failure) -> Bool {
    guard let text = text.withText({ $0.string }), let pattern = pattern.withText({ $0.array }),
      let compiled = try compiled(pattern)
    else { return false }
    // Each character may visit every instruction.
    try spend(text.utf8.count * max(compiled.instructionCount / 4, 1))
    return isWhole ? compiled.matches(text) : compiled.isFound(in: text)
  }

  /// The compiled pattern; nil for one invalid in RFC 9485, which matches nothing.
  ///
  /// Throws `jsonpath.pattern-too-large`.
  private mutating func compiled(_ pattern: [UInt8]) throws(Failure) -> IRegexp? {
    if let known = patterns[pattern] { return known }
    var compiled: IRegexp?
    do throws(Failure) { compiled = try IRegexp(String(decoding: pattern, as: UTF8.self)) } catch {
      guard error.code != .regexpTooLarge else { throw Failure(.jsonPathPatternTooLarge) }
      compiled = nil
    }
    // Patterns from the document may be many.
    if patterns.count >= 256 { patterns.removeAll() }
    patterns[pattern] = .some(compiled)
    return compiled
  }
}

extension ByteView {
  fileprivate func precedes(_ other: ByteView) -> Bool {
    let shared = Swift.min(count, other.count)
    var at = 0
    while at < shared && self[at] == other[at] { at &+= 1 }
    return at == shared ? count < other.count : self[at] < other[at]
  }
}
