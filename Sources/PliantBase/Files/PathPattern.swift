// A user's pattern of paths, on the command line or in settings: as in .gitignore, with `{a,b}`, and with
// error messages.

package struct PathPatternMistake: Error, Sendable {
  /// A clause: `unterminated '{'`.
  package let reason: String
}

/// A pattern of paths, and the directory to which it is relative.
package struct PathPattern: Sendable {
  /// The pattern as written.
  package let text: String
  private let alternatives: [GlobPattern]
  /// The directory, from the root; nil for each directory that is walked.
  private let folder: String?

  /// The maximum number of alternatives from braces.
  private static let alternativeLimit = 1000

  package init(_ text: String, from folder: String? = nil) throws(PathPatternMistake) {
    if text.hasPrefix("!") { throw PathPatternMistake(reason: "patterns cannot be negated") }
    var found: [GlobPattern] = []
    for alternative in try Self.expanded(Array(text.utf8)) {
      try Self.check(alternative)
      guard let pattern = GlobPattern(Substring(decoding: alternative, as: UTF8.self)) else {
        throw PathPatternMistake(reason: "it is empty")
      }
      found.append(pattern)
    }
    self.text = text
    self.folder = folder
    alternatives = found
  }

  /// Whether it matches an absolute path; `walked` is the directory that is walked.
  func matches(_ path: String, in walked: String, isFolder: Bool) -> Bool {
    guard let relative = Paths.relative(path, to: folder ?? walked) else { return false }
    return alternatives.contains { $0.matches(relative, isFolder: isFolder) }
  }

  /// Whether it matches a path relative to the pattern's directory.
  package func matches(relative path: String) -> Bool {
    alternatives.contains { $0.matches(path, isFolder: false) }
  }

  /// Whether it matches the directory, so that it may match paths below.
  func names(folder path: String, in walked: String) -> Bool {
    guard let relative = Paths.relative(path, to: folder ?? walked) else { return false }
    return alternatives.contains { $0.names(folder: relative) }
  }

  // MARK: Braces

  /// Expands braces: the pattern with the first alternative of each pair, the second, and so on.
  private static func expanded(_ text: [UInt8]) throws(PathPatternMistake) -> [[UInt8]] {
    var pending = [text]
    var done: [[UInt8]] = []
    while let pattern = pending.popLast() {
      guard let group = try firstGroup(in: pattern) else {
        done.append(pattern)
        continue
      }
      for part in group.parts.reversed() {
        var alternative = Array(pattern[..<group.start])
        alternative += pattern[part]
        alternative += pattern[(group.end + 1)...]
        pending.append(alternative)
      }
      guard pending.count + done.count <= alternativeLimit else {
        throw PathPatternMistake(reason: "it expands to more than \(alternativeLimit) patterns")
      }
    }
    return done
  }

  /// The first pair of braces, and the parts between its own commas.
  private static func firstGroup(
    in text: [UInt8]
  ) throws(PathPatternMistake) -> (start: Int, end: Int, parts: [Range<Int>])? {
    var start: Int?
    var depth = 0
    var partStart = 0
    var parts: [Range<Int>] = []
    var at = 0
    while at < text.count {
      switch text[at] {
      case ASCII.reverseSolidus: at += 1
      case ASCII.leftBracket: at = GlobPattern.scanClass(text, at)?.end ?? at
      case ASCII.leftBrace:
        depth += 1
        if depth == 1 { (start, partStart) = (at, at + 1) }
      case ASCII.comma where depth == 1:
        parts.append(partStart..<at)
        partStart = at + 1
      case ASCII.rightBrace:
        guard depth > 0 else { throw PathPatternMistake(reason: "unmatched '}'") }
        depth -= 1
        if depth == 0, let start { return (start, at, parts + [partStart..<at]) }
      default: break
      }
      at += 1
    }
    if start != nil { throw PathPatternMistake(reason: "unterminated '{'") }
    return nil
  }

  // MARK: Mistakes

  private static func check(_ text: [UInt8]) throws(PathPatternMistake) {
    var at = 0
    while at < text.count {
      if text[at] == ASCII.reverseSolidus {
        guard at + 1 < text.count else { throw PathPatternMistake(reason: "nothing follows the last '\\'") }
        at += 1
      } else if text[at] == ASCII.leftBracket {
        guard let found = GlobPattern.scanClass(text, at) else {
          throw PathPatternMistake(reason: "unterminated '['")
        }
        if let range = found.emptyRange {
          throw PathPatternMistake(
            reason: "the range '\(String(decoding: text[range], as: UTF8.self))' is empty")
        }
        at = found.end
      }
      at += 1
    }
  }
}
