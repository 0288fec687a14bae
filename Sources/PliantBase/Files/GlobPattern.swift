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
      text.withByteView { name.starts(with: $0, at: name.count - $0.count) }
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
      guard let found = scanClass(pattern, at, byte) else { break }
      return found.isMember ? found.end + 1 - at : nil
    default: break
    }
    return pattern[at] == byte ? 1 : nil
  }

  /// The bracket that closes a class, whether the class contains a byte, and its last range without bytes.
  typealias ScannedClass = (end: Int, isMember: Bool, emptyRange: ClosedRange<Int>?)

  /// Scans the class at `start`, in which a bracket in first position is a member; nil if it has no end.
  static func scanClass(_ pattern: [UInt8], _ start: Int, _ byte: UInt8 = 0) -> ScannedClass? {
    let isNegated = pattern[start...].starts(with: "[!".utf8) || pattern[start...].starts(with: "[^".utf8)
    let first = start + (isNegated ? 2 : 1)
    var (at, isMember) = (first, false)
    var low: Int?
    var emptyRange: ClosedRange<Int>?
    while at < pattern.count, pattern[at] != ASCII.rightBracket || at == first {
      let rest = pattern[at...]
      if rest.starts(with: "[:".utf8), let end = rest.dropFirst(2).firstIndex(of: ASCII.rightBracket),
        pattern[end - 1] == ASCII.colon
      {
        let name = String(decoding: pattern[at + 2..<max(end - 1, at + 2)], as: UTF8.self)
        isMember = isMember || namedClasses[name]?(byte) ?? false
        (at, low) = (end + 1, nil)
        continue
      }
      let isRange = low != nil && rest.first == ASCII.hyphen && rest.dropFirst().first != ASCII.rightBracket
      if isRange { at += 1 }
      if at + 1 < pattern.count, pattern[at] == ASCII.reverseSolidus { at += 1 }
      guard at < pattern.count else { return nil }
      let lower = isRange ? low ?? at : at
      isMember = isMember || pattern[lower] <= byte && byte <= pattern[at]
      if pattern[lower] > pattern[at] { emptyRange = lower...at }
      (at, low) = (at + 1, isRange ? nil : at)
    }
    return at < pattern.count ? (at, isMember != isNegated, emptyRange) : nil
  }

  private static let namedClasses: [String: @Sendable (UInt8) -> Bool] = [
    "alpha": { $0.isLetter }, "digit": { $0.isDigit }, "alnum": { $0.isLetter || $0.isDigit },
    "upper": { 0x41...0x5A ~= $0 }, "lower": { 0x61...0x7A ~= $0 }, "space": { $0.isWhitespace },
    "blank": { $0 == ASCII.space || $0 == ASCII.tab }, "cntrl": { $0 < ASCII.space || $0 == 0x7F },
    "graph": { 0x21...0x7E ~= $0 }, "print": { 0x20...0x7E ~= $0 }, "xdigit": { $0.hexadecimalValue != nil },
    "punct": { 0x21...0x7E ~= $0 && !$0.isLetter && !$0.isDigit },
  ]
}
