/// A document that a rule's page shows and a test lints.
package struct LintExample: Sendable {
  package let name: String
  package private(set) var bytes: [UInt8]
}

extension LintExample {
  /// Creates a text in an encoding that has all of its characters.
  package init(_ name: String, _ text: String, encoding: TextEncoding = .utf8) {
    self.init(name: name, bytes: Array(text.utf8).withByteView { encoding.encoded($0) ?? [] })
  }

  /// Adds a line, in which `\xNN` is a byte and a backslash at the end omits the line end.
  mutating func append(_ line: Substring) {
    var text = Array(line.utf8)[...]
    while let byte = text.popFirst() {
      if byte != ASCII.reverseSolidus {
        bytes.append(byte)
      } else if text.isEmpty {
        return
      } else {
        bytes +=
          UInt8(String(decoding: text.prefix(3).dropFirst(), as: UTF8.self), radix: 16).map { [$0] } ?? []
        text.removeFirst(3)
      }
    }
    bytes.append(ASCII.lineFeed)
  }

  /// The document with two spaces before each line, and \xNN for bytes that are not UTF-8.
  package var listing: String {
    let lines = shownText.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
    return shown.map { $0.count > 100 ? "  \($0.prefix(60))…\n" : "  \($0)\n" }.joined()
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

extension LintRule {
  /// The text of --explain: the rule with its reason, its examples and its fix.
  package var page: String {
    var text =
      "\(id) (\(severity.rawValue))\n\n\(summary)\n\n\(why)\n\nBad (\(bad.name)):\n\(bad.listing)\nGood:\n\(good.listing)"
    text += "\nFix: \(fix ?? "none; it cannot be fixed without guessing")\n"
    return text
  }
}
