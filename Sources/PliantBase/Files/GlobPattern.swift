// File name patterns as .gitignore writes them: * ? [a-z] within a name, ** across names.

/// A compiled pattern; matching takes time in proportion to pattern times path.
package struct GlobPattern: Sendable {
  private let segments: [[UInt8]]
  /// Whether it begins at its folder rather than anywhere below.
  private let isAnchored: Bool
  /// Whether it means folders only.
  package let isFolderOnly: Bool
  /// Whether it brings back what an earlier pattern left out.
  package let isNegated: Bool

  /// A line of .gitignore or a pattern of `--exclude`; nil for blank lines and comments.
  package init?(_ line: String) {
    var text = Substring(line)
    while text.last == " " && !text.hasSuffix("\\ ") { text.removeLast() }
    if text.last == "\r" { text.removeLast() }
    if text.isEmpty || text.first == "#" { return nil }
    isNegated = text.first == "!"
    if isNegated { text.removeFirst() }
    isFolderOnly = text.last == "/"
    if isFolderOnly { text.removeLast() }
    isAnchored = text.contains("/")
    if text.first == "/" { text.removeFirst() }
    if text.isEmpty { return nil }
    segments = text.split(separator: "/").map { Array($0.utf8) }
  }

  /// Whether the pattern means the path, which is relative to the pattern's folder and has `/` between names.
  package func matches(_ path: String, isFolder: Bool) -> Bool {
    if isFolderOnly && !isFolder { return false }
    let names = path.split(separator: "/").map { Array($0.utf8) }
    guard let last = names.last else { return false }
    if !isAnchored, segments.count == 1 {
      return segments[0] == Self.anyDepth || Self.matches(segments[0], last)
    }
    return matchesNames(names)
  }

  private static let anyDepth = Array("**".utf8)

  /// Segments against names; `reached` holds which names the segments so far can have used up.
  private func matchesNames(_ names: [[UInt8]]) -> Bool {
    var reached = [Bool](repeating: false, count: names.count + 1)
    reached[0] = true
    for (index, segment) in segments.enumerated() {
      var next = [Bool](repeating: false, count: names.count + 1)
      if segment == Self.anyDepth {
        var isOpen = false
        for place in 0...names.count {
          // At the end `**` takes at least one name.
          next[place] = isOpen || reached[place] && index < segments.count - 1
          isOpen = isOpen || reached[place]
        }
      } else {
        for place in 0..<names.count where reached[place] && Self.matches(segment, names[place]) {
          next[place + 1] = true
        }
      }
      reached = next
    }
    return reached[names.count]
  }

  /// One name against one segment: a star is retried from its last place only.
  package static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    var (at, place) = (0, 0)
    var retry: (at: Int, place: Int)?
    while place < name.count {
      if at < pattern.count, pattern[at] == ASCII.asterisk {
        retry = (at, place)
        at += 1
      } else if at < pattern.count, let width = unitWidth(pattern, at, name[place]) {
        at += width
        place += 1
      } else if let again = retry {
        retry = (again.at, again.place + 1)
        (at, place) = (again.at + 1, again.place + 1)
      } else {
        return false
      }
    }
    while at < pattern.count, pattern[at] == ASCII.asterisk { at += 1 }
    return at == pattern.count
  }

  /// The bytes of the pattern's unit at `at` if it means the byte, or nil.
  private static func unitWidth(_ pattern: [UInt8], _ at: Int, _ byte: UInt8) -> Int? {
    switch pattern[at] {
    case ASCII.questionMark: return 1
    case ASCII.reverseSolidus where at + 1 < pattern.count: return pattern[at + 1] == byte ? 2 : nil
    case ASCII.leftBracket:
      guard let end = pattern[(at + 1)...].dropFirst().firstIndex(of: ASCII.rightBracket) else { break }
      let body = pattern[(at + 1)..<end]
      let isNegated = body.first == ASCII.exclamationMark || body.first == 0x5E
      let isMember = classHolds(isNegated ? body.dropFirst() : body, byte)
      return isMember != isNegated ? end + 1 - at : nil
    default: break
    }
    return pattern[at] == byte ? 1 : nil
  }

  private static func classHolds(_ body: ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
    var at = body.startIndex
    while at < body.endIndex {
      if at + 2 < body.endIndex, body[at + 1] == ASCII.hyphen {
        if body[at] <= byte && byte <= body[at + 2] { return true }
        at += 3
      } else {
        if body[at] == byte { return true }
        at += 1
      }
    }
    return false
  }
}
