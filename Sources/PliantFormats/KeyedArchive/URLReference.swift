// A URL reference resolved against a base (RFC 3986, section 5).
//
//   https://a/b/c?q  with  ../d#f  is  https://a/d#f

struct URLReference {
  private var scheme: ArraySlice<UInt8>?
  private var authority: ArraySlice<UInt8>?
  private var path: [UInt8]
  private var query: ArraySlice<UInt8>?
  private var fragment: ArraySlice<UInt8>?

  /// Parses a text; any text is a reference.
  package init(_ text: [UInt8]) {
    var rest = text[...]
    if let mark = rest.firstIndex(of: ASCII.numberSign) {
      fragment = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: ASCII.questionMark) {
      query = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ASCII.colon), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon]
      rest = rest[(colon + 1)...]
    }
    if rest.starts(with: [ASCII.solidus, ASCII.solidus]) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: ASCII.solidus) ?? rest.endIndex
      authority = rest[..<end]
      rest = rest[end...]
    }
    path = Array(rest)
  }

  private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
    text.first?.isLetter == true
      && text.allSatisfy {
        $0.isLetter || $0.isDigit || $0 == ASCII.plusSign || $0 == ASCII.hyphen || $0 == ASCII.fullStop
      }
  }

  package func resolved(against base: URLReference) -> URLReference {
    var result = self
    if scheme == nil {
      result.scheme = base.scheme
      if authority == nil {
        result.authority = base.authority
        if path.isEmpty {
          result.path = base.path
          result.query = query ?? base.query
          return result
        }
        if path.first != ASCII.solidus { result.path = merged(with: base) }
      }
    }
    result.path = Self.withoutDots(result.path)
    return result
  }

  /// The path appended to the base's up to its last slash.
  private func merged(with base: URLReference) -> [UInt8] {
    if base.authority != nil && base.path.isEmpty { return [ASCII.solidus] + path }
    guard let last = base.path.lastIndex(of: ASCII.solidus) else { return path }
    return base.path[...last] + path
  }

  /// A path without its `.` and `..` steps.
  private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    let isAbsolute = path.first == ASCII.solidus
    let steps = path.split(separator: ASCII.solidus, omittingEmptySubsequences: false)
    var kept: [ArraySlice<UInt8>] = []
    for (index, step) in steps.enumerated() {
      let isLast = index == steps.count - 1
      let isParent = step.elementsEqual([ASCII.fullStop, ASCII.fullStop])
      if isParent || step.elementsEqual([ASCII.fullStop]) {
        if isParent, kept.count > (isAbsolute ? 1 : 0) { kept.removeLast() }
        if isLast { kept.append([]) }
      } else {
        kept.append(step)
      }
    }
    return Array(kept.joined(separator: [ASCII.solidus]))
  }

  package var text: [UInt8] {
    var text: [UInt8] = []
    if let scheme { text += scheme + [ASCII.colon] }
    if let authority { text += [ASCII.solidus, ASCII.solidus] + authority }
    text += path
    if let query { text += [ASCII.questionMark] + query }
    if let fragment { text += [ASCII.numberSign] + fragment }
    return text
  }
}
