// File name patterns in the syntax of .gitignore: * ? [a-z] within a name, ** across names.

/// A compiled pattern; matching takes time proportional to pattern times path.
package struct GlobPattern: Sendable {
  private let segments: [[UInt8]]
  /// A quick test of the last segment.
  private let ending: Ending
  /// Whether it begins at its directory rather than anywhere below.
  private let isAnchored: Bool
  /// Whether it matches directories only.
  package let isFolderOnly: Bool
  /// Whether it re-includes paths that an earlier pattern excluded.
  package let isNegated: Bool

  /// Parses a line of .gitignore; nil for blank lines and comments.
  package init?(_ line: String) {
    var text = Substring(line)
    if text.last == "\r" { text.removeLast() }
    while text.last == " " && !text.hasSuffix("\\ ") { text.removeLast() }
    if text.isEmpty || text.first == "#" { return nil }
    let isNegated = text.first == "!"
    if isNegated { text.removeFirst() }
    self.init(text, isNegated: isNegated)
  }

  /// Parses a pattern without comments and negation; nil without a name.
  init?(_ pattern: Substring, isNegated: Bool = false) {
    var text = pattern
    self.isNegated = isNegated
    isFolderOnly = text.last == "/"
    if isFolderOnly { text.removeLast() }
    isAnchored = text.contains("/")
    if text.first == "/" { text.removeFirst() }
    if text.isEmpty { return nil }
    segments = text.split(separator: "/").map { Array($0.utf8) }
    ending = Ending(segments.last ?? [])
  }

  /// The last segment of a pattern: most are a name, or `*.ext`.
  private enum Ending {
    case exactly([UInt8])
    case suffix([UInt8])
    case other

    init(_ segment: [UInt8]) {
      let isSuffix = segment.first == ASCII.asterisk
      let rest = isSuffix ? Array(segment.dropFirst()) : segment
      let isPlain = !rest.contains {
        [ASCII.asterisk, ASCII.questionMark, ASCII.leftBracket, ASCII.reverseSolidus].contains($0)
      }
      self = !isPlain ? .other : isSuffix ? .suffix(rest) : .exactly(rest)
    }

    /// Whether the segment matches a name; nil if only a full comparison decides.
    func matches(_ name: ByteView) -> Bool? {
      switch self {
      case .exactly(let text): name.count == text.count && Self.ends(name, with: text)
      case .suffix(let text): name.count >= text.count && Self.ends(name, with: text)
      case .other: nil
      }
    }

    private static func ends(_ name: ByteView, with text: [UInt8]) -> Bool {
      var at = text.count
      let start = name.count &- at
      while at > 0 {
        at &-= 1
        if name[start &+ at] != text[at] { return false }
      }
      return true
    }
  }

  /// Whether the pattern matches a path relative to its directory, with `/` between names.
  package func matches(_ path: String, isFolder: Bool) -> Bool {
    var path = path
    return path.withUTF8 { matches(ByteView(UnsafeRawBufferPointer($0)), isFolder: isFolder) }
  }

  func matches(_ path: ByteView, isFolder: Bool) -> Bool {
    if isFolderOnly && !isFolder { return false }
    let end = path.byte(at: path.count - 1) == ASCII.solidus ? path.count - 1 : path.count
    let path = path[0..<max(end, 0)]
    let last = path.suffix(from: path.lastIndex(of: ASCII.solidus).map { $0 + 1 } ?? 0)
    guard !last.isEmpty, let final = segments.last else { return false }
    // The last name alone decides most patterns.
    if final != Self.anyDepth, !(ending.matches(last) ?? Self.matches(final, last)) { return false }
    return !isAnchored && segments.count == 1
      || reachable(by: Self.names(of: path), segments[...]).last == true
  }

  /// Whether a part of the pattern other than `**` leads to the directory or matches it, so that paths below
  /// may match.
  func names(folder path: String) -> Bool {
    if !isAnchored, segments.count == 1 {
      return Self.saysSomething(segments[0]) && matches(path, isFolder: true)
    }
    var path = path
    return path.withUTF8 { bytes in
      let names = Self.names(of: ByteView(UnsafeRawBufferPointer(bytes)))
      return segments.indices.contains { index in
        Self.saysSomething(segments[index]) && reachable(by: names, segments[...index]).last == true
      }
    }
  }

  private static func saysSomething(_ segment: [UInt8]) -> Bool { segment.contains { $0 != ASCII.asterisk } }

  private static func names(of path: ByteView) -> [ByteView] {
    var names: [ByteView] = []
    var start = 0
    while start < path.count {
      let end = path.firstIndex(of: ASCII.solidus, from: start) ?? path.count
      if end > start { names.append(path[start..<end]) }
      start = end + 1
    }
    return names
  }

  private static let anyDepth = Array("**".utf8)

  /// The numbers of leading names that the segments can consume.
  private func reachable(by names: [ByteView], _ segments: ArraySlice<[UInt8]>) -> [Bool] {
    var reached = [Bool](repeating: false, count: names.count + 1)
    reached[0] = true
    for (index, segment) in segments.enumerated() {
      var next = [Bool](repeating: false, count: names.count + 1)
      if segment == Self.anyDepth {
        var isOpen = false
        for place in 0...names.count {
          // At the end `**` consumes at least one name.
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
    return reached
  }

  /// Matches one name against one segment: retries a star only from its last position.
  private static func matches(_ pattern: [UInt8], _ name: ByteView) -> Bool {
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

  /// The length of the pattern's unit at `at` if it matches the byte, or nil.
  private static func unitWidth(_ pattern: [UInt8], _ at: Int, _ byte: UInt8) -> Int? {
    switch pattern[at] {
    case ASCII.questionMark: return 1
    case ASCII.reverseSolidus where at + 1 < pattern.count: return pattern[at + 1] == byte ? 2 : nil
    case ASCII.leftBracket:
      guard let end = endOfClass(pattern, at) else { break }
      let body = pattern[(at + 1)..<end]
      let isNegated = body.first == ASCII.exclamationMark || body.first == 0x5E
      let isMember = classHolds(isNegated ? body.dropFirst() : body, byte)
      return isMember != isNegated ? end + 1 - at : nil
    default: break
    }
    return pattern[at] == byte ? 1 : nil
  }

  /// The bracket that closes the class at `start`, or nil; a bracket in first position is a member.
  static func endOfClass(_ pattern: [UInt8], _ start: Int) -> Int? {
    var at = start + 1
    if at < pattern.count, pattern[at] == ASCII.exclamationMark || pattern[at] == 0x5E { at += 1 }
    return pattern.dropFirst(at + 1).firstIndex(of: ASCII.rightBracket)
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
