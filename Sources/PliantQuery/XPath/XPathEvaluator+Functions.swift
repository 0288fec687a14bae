// The core function library (section 4).

extension XPathEvaluator {
  mutating func call(
    _ function: XPathFunction, _ arguments: [Int], _ context: XPathContext
  ) throws(Failure) -> XPathValue {
    switch function {
    case .last: return .number(Double(context.size))
    case .position: return .number(Double(context.position))
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .count:
      if let count = try countOfNeighbours(arguments[0], context) { return .number(Double(count)) }
      return .number(Double(try nodeSet(arguments[0], context).count))
    case .sum: return .number(try sum(arguments[0], context))
    case .id: return .nodeSet(try nodes(withID: try value(arguments[0], context)))
    case .localName, .namespaceURI, .name: return .string(try name(function, arguments, context))
    case .boolean: return .boolean(try boolean(arguments[0], context))
    case .not: return .boolean(!(try boolean(arguments[0], context)))
    case .lang: return .boolean(hasLanguage(context.node, try string(arguments[0], context)))
    case .number, .floor, .ceiling, .round: return .number(try callNumeric(function, arguments, context))
    default: return try callString(function, arguments, context)
    }
  }

  private mutating func callNumeric(
    _ function: XPathFunction, _ arguments: [Int], _ context: XPathContext
  ) throws(Failure) -> Double {
    guard let argument = arguments.first else { return try number(ofNode: context.node) }
    let value = try number(argument, context)
    switch function {
    case .floor: return value.rounded(.down)
    case .ceiling: return value.rounded(.up)
    case .round: return XPathNumber.round(value)
    default: return value
    }
  }

  private mutating func sum(_ argument: Int, _ context: XPathContext) throws(Failure) -> Double {
    var total = 0.0
    for node in try nodeSet(argument, context) { total += try number(ofNode: node) }
    return total
  }

  private mutating func name(
    _ function: XPathFunction, _ arguments: [Int], _ context: XPathContext
  ) throws(Failure) -> [UInt8] {
    var node = context.node
    if let argument = arguments.first {
      guard let first = try nodeSet(argument, context).first else { return [] }
      node = first
    }
    guard Int(node) < tree.count else {
      return function == .namespaceURI ? [] : namespaceNodes.node(node, tree.count).prefix(in: tree).array
    }
    switch function {
    case .localName: return tree.localName(of: node).array
    case .namespaceURI: return tree.namespaceURI(of: node).array
    default: return tree.name(of: node).array
    }
  }

  // MARK: id and lang

  private mutating func nodes(withID value: XPathValue) throws(Failure) -> [XMLNodeID] {
    var names: [[UInt8]] = []
    if case .nodeSet(let nodes) = value {
      for node in nodes {
        names += Self.words(try string(ofNode: node))
        try MemoryBudget.check(adding: names.count * Self.bytesOfString)
      }
    } else {
      let text = try string(of: value)
      try MemoryBudget.check(adding: text.count / 2 * Self.bytesOfString)
      names = Self.words(text)
    }
    if ids == nil { try memory.add(tree.idAttributes.count * Self.bytesOfString) }
    let known = ids ?? makeIDs()
    ids = known
    var found: [XMLNodeID] = []
    for name in names { if let element = name.withByteView({ known[ByteKey($0)] }) { found.append(element) } }
    try sort(&found)
    return found
  }

  /// The memory for a short string in a collection.
  static let bytesOfString = 80

  private func makeIDs() -> [ByteKey: XMLNodeID] {
    var result: [ByteKey: XMLNodeID] = [:]
    for index in 0..<tree.idAttributes.count {
      let attribute = tree.idAttributes[index]
      let key = ByteKey(tree.value(of: attribute))
      if result[key] == nil { result[key] = tree.parents[Int(attribute)] }
    }
    return result
  }

  private static func words(_ text: [UInt8]) -> [[UInt8]] { text.split { $0.isWhitespace }.map(Array.init) }

  /// Whether `xml:lang` is this language, or one of its sub-languages.
  private func hasLanguage(_ start: XMLNodeID, _ wanted: [UInt8]) -> Bool {
    var at: XMLNodeID? = Int(start) < tree.count ? start : namespaceNodes.node(start, tree.count).element
    while let node = at {
      for attribute in tree.attributes(of: node) where tree.localName(of: attribute) == "lang" {
        guard tree.namespaceURI(of: attribute) == XPathBinder.xmlNamespace else { continue }
        return Self.language(tree.value(of: attribute), covers: wanted)
      }
      at = tree.parent(of: node)
    }
    return false
  }

  private static func language(_ found: ByteView, covers wanted: [UInt8]) -> Bool {
    guard found.count >= wanted.count else { return false }
    for (index, byte) in wanted.enumerated() {
      let other = found[index]
      if byte != other, !(byte.isLetter && byte | 0x20 == other | 0x20) { return false }
    }
    return found.count == wanted.count || found[wanted.count] == ASCII.hyphen
  }

  // MARK: Strings

  private mutating func callString(
    _ function: XPathFunction, _ arguments: [Int], _ context: XPathContext
  ) throws(Failure) -> XPathValue {
    if function == .concat { return .string(try concat(arguments, context)) }
    let first = try arguments.isEmpty ? string(ofNode: context.node) : string(arguments[0], context)
    try spend(first.count / 8)
    try MemoryBudget.check(adding: 2 * first.count)
    switch function {
    case .stringLength: return .number(Double(first.withByteView(\.scalarCount)))
    case .normalizeSpace: return .string(XPathText.normalizedSpace(first))
    case .startsWith: return .boolean(first.starts(with: try string(arguments[1], context)))
    case .contains: return .boolean(XPathText.range(of: try string(arguments[1], context), in: first) != nil)
    case .substringBefore, .substringAfter:
      let range = XPathText.range(of: try string(arguments[1], context), in: first)
      let part = range.map {
        function == .substringBefore ? first[..<$0.lowerBound] : first[$0.upperBound...]
      }
      return .string(Array(part ?? []))
    case .substring:
      let start = try number(arguments[1], context)
      let length = arguments.count > 2 ? try number(arguments[2], context) : nil
      return .string(XPathText.substring(first, start, length))
    case .translate:
      let from = try string(arguments[1], context)
      let to = try string(arguments[2], context)
      // Charges for the strings as scalars and the translation table.
      try MemoryBudget.check(adding: 4 * first.count + Self.bytesOfString * (from.count + to.count))
      return .string(XPathText.translate(first, from, to))
    default: return .string(first)
    }
  }

  private mutating func concat(_ arguments: [Int], _ context: XPathContext) throws(Failure) -> [UInt8] {
    var result: [UInt8] = []
    for argument in arguments {
      result += try string(argument, context)
      try spend(result.count / 64)
      try MemoryBudget.check(adding: 2 * result.count)
      if result.count > Limits.xpathStringBytes {
        throw Failure(.xpathStringTooLong, at: nil, String(Limits.xpathStringBytes))
      }
    }
    return result
  }
}

/// Operations on UTF-8 that count Unicode scalars, as XPath does.
enum XPathText {
  /// Trims white space, and replaces runs of it inside with one space.
  static func normalizedSpace(_ text: [UInt8]) -> [UInt8] {
    Array(text.split(whereSeparator: \.isWhitespace).joined(separator: [ASCII.space]))
  }

  /// The first range of `part` in `text`; an empty part is at the beginning.
  static func range(of part: [UInt8], in text: [UInt8]) -> Range<Int>? {
    guard let first = part.first else { return 0..<0 }
    return text.withByteView { text in
      part.withByteView { part in
        // The failure function of Knuth, Morris and Pratt keeps hostile repetitions linear.
        guard part.count > 1 else { return text.firstIndex(of: first).map { $0..<$0 + 1 } }
        let table = failureTable(part)
        var matched = 0
        var at = 0
        while at < text.count {
          if matched == 0 {
            guard let next = text.firstIndex(of: first, from: at) else { return nil }
            at = next
          }
          while matched > 0, text[at] != part[matched] { matched = table[matched - 1] }
          if text[at] == part[matched] { matched += 1 }
          at += 1
          if matched == part.count { return at - part.count..<at }
        }
        return nil
      }
    }
  }

  private static func failureTable(_ part: ByteView) -> [Int] {
    var table = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in 1..<part.count {
      while length > 0, part[index] != part[length] { length = table[length - 1] }
      if part[index] == part[length] { length += 1 }
      table[index] = length
    }
    return table
  }

  /// The characters whose position p satisfies round(start) ≤ p < round(start) + round(length), or without a
  /// length only the first condition (XPath 1.0, section 4.2).
  static func substring(_ text: [UInt8], _ start: Double, _ length: Double?) -> [UInt8] {
    let first = XPathNumber.round(start)
    let end = length.map { first + XPathNumber.round($0) } ?? .infinity
    var position = 0.0
    var from: Int?
    var to = text.count
    for (index, byte) in text.enumerated() where byte & 0xC0 != 0x80 {
      position += 1
      let isInside = position >= first && position < end
      if isInside, from == nil { from = index }
      if !isInside, from != nil {
        to = index
        break
      }
    }
    return from.map { Array(text[$0..<to]) } ?? []
  }

  /// Replaces each character of `from` with the one at its index in `to`, or removes it if there is none.
  static func translate(_ text: [UInt8], _ from: [UInt8], _ to: [UInt8]) -> [UInt8] {
    let targets = Array(String(decoding: to, as: UTF8.self).unicodeScalars)
    var table: [Unicode.Scalar: Unicode.Scalar?] = [:]
    for (index, scalar) in String(decoding: from, as: UTF8.self).unicodeScalars.enumerated()
    where table[scalar] == nil {
      table[scalar] = .some(index < targets.count ? targets[index] : nil)
    }
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if let found = table[scalar] {
        if let target = found { result.append(target) }
      } else {
        result.append(scalar)
      }
    }
    return Array(String(result).utf8)
  }
}
