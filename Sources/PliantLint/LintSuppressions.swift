// Comments that silence findings:
//
//   <!-- pliant:ignore plist/value -->          on the line, or alone on the line before
//   /* pliant:ignore-file encoding */           anywhere: in the whole file; a family, several rules, or none for all

/// The comments in a file that silence findings.
struct LintSuppressions {
  struct Comment {
    let place: TextPosition
    let isAlone: Bool
    let isWholeFile: Bool
    /// Rules or families; nil means all.
    let rules: [LintSelector]?
    /// Words that are neither rules nor families.
    let unknown: [String]

    func covers(_ rule: LintRule) -> Bool {
      rules?.contains { $0.matches(rule) } ?? true
    }

    var troubles: [Diagnostic] {
      unknown.map { name in
        Diagnostic(
          .error, at: .text(line: place.line, column: place.column), LintSelector.unknownName(name),
          rule: .lintSuppression)
      }
    }
  }

  private let wholeFile: [Comment]
  private let byLine: [Int: [Comment]]

  init(_ comments: [Comment]) {
    wholeFile = comments.filter(\.isWholeFile)
    var lines: [Int: [Comment]] = [:]
    for comment in comments where !comment.isWholeFile {
      lines[comment.place.line, default: []].append(comment)
      if comment.isAlone { lines[comment.place.line + 1, default: []].append(comment) }
    }
    byLine = lines
  }

  func contains(_ finding: Finding) -> Bool {
    wholeFile.contains { $0.covers(finding.rule) }
      || byLine[finding.line]?.contains { $0.covers(finding.rule) } == true
  }
}

extension LintSuppressions {
  /// Finds the comments in a part of a text that begins at the position of `counter`.
  static func comments(in text: ByteView, _ counter: TextPositionCounter) -> [Comment] {
    var found: [Comment] = []
    var counter = counter
    var at = 0
    while let start = text.firstIndex(of: "pliant:ignore", from: at) {
      counter.advance(over: text[at..<start])
      let place = counter.position
      var end = start
      while let byte = text.byte(at: end), byte != ASCII.lineFeed, !text.starts(with: "-->", at: end),
        !text.starts(with: "*/", at: end)
      {
        end += 1
      }
      let words = text[start..<end].string.split { $0 == " " || $0 == "," || $0 == "\t" || $0 == "\r" }
      counter.advance(over: text[start..<end])
      at = end
      guard let first = words.first, ["pliant:ignore-file", "pliant:ignore"].contains(first) else { continue }
      let names = words.dropFirst().map(String.init)
      let selectors = names.compactMap { LintSelector($0) }
      found.append(
        .init(
          place: place, isAlone: isAlone(in: text, start, end), isWholeFile: first == "pliant:ignore-file",
          rules: names.isEmpty || names.contains("all") ? nil : selectors,
          unknown: isComment(in: text, start)
            ? names.filter { $0 != "all" && LintSelector($0) == nil } : []))
    }
    return found
  }

  /// Whether a comment begins right before the words, to ignore other mentions of them.
  private static func isComment(in text: ByteView, _ start: Int) -> Bool {
    var at = start
    while at > 0, text[at - 1] == ASCII.space { at -= 1 }
    return text.starts(with: "<!--", at: at - 4) || text.starts(with: "/*", at: at - 2)
      || text.starts(with: "//", at: at - 2)
  }

  private static func isAlone(in text: ByteView, _ start: Int, _ end: Int) -> Bool {
    var at = start - 1
    while let byte = text.byte(at: at), byte != ASCII.lineFeed {
      if byte.isLetter || byte.isDigit || byte == ASCII.greaterThan || byte == ASCII.semicolon {
        return false
      }
      at -= 1
    }
    at = end
    if text.starts(with: "-->", at: at) { at += 3 }
    if text.starts(with: "*/", at: at) { at += 2 }
    while let byte = text.byte(at: at), byte != ASCII.lineFeed {
      if !byte.isWhitespace { return false }
      at += 1
    }
    return true
  }
}
