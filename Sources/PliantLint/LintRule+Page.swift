extension LintRule {
  /// The text of --explain: the rule with its reason, its examples and its fix.
  package var page: String {
    var text =
      "\(id) (\(severity.rawValue))\n\n\(summary)\n\n\(why)\n\nBad (\(bad.name)):\n\(bad.listing)\nGood:\n\(good.listing)"
    text += "\nFix: \(fix ?? "none; it cannot be fixed without guessing")\n"
    return text
  }
}

extension LintExample {
  /// The document with two spaces before each line, and \xNN for bytes that are not UTF-8.
  package var listing: String {
    let lines = shownText.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
    return shown.map { "  \($0)\n" }.joined()
  }

  private var shownText: String {
    bytes.withByteView { view in
      var text = ""
      var at = 0
      while at < view.count {
        let length = UTF8Validation.sequenceLength(in: view, at: at)
        let isShown =
          length > 0 && (view[at] >= ASCII.space || view[at] == ASCII.lineFeed)
          && !view.starts(with: "\u{FEFF}", at: at)
        if isShown {
          text += view[at..<at + length].string
          at += length
        } else {
          text += "\\x" + view[at].hexadecimal(2)
          at += 1
        }
      }
      return text
    }
  }
}
