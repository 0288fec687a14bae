/// A document that a rule's page shows and a test lints.
package struct LintExample: Sendable {
  package let name: String
  package let bytes: [UInt8]
}

extension LintExample {
  /// Creates a text in an encoding that has all of its characters.
  package init(_ name: String, _ text: String, encoding: TextEncoding = .utf8) {
    self.init(name: name, bytes: Array(text.utf8).withByteView { encoding.encoded($0) ?? [] })
  }

  /// Text whose letters reveal its encoding.
  static let sentence = "Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste."

  /// An XML document with a sentence.
  static func sentence(
    _ text: String = sentence, declaring declared: String?, in encoding: TextEncoding
  ) -> LintExample {
    let declaration = declared.map { " encoding=\"\($0)\"" } ?? ""
    let document = "<?xml version=\"1.0\"\(declaration)?>\n<satz>\(text)</satz>\n"
    return LintExample("a.xml", document, encoding: encoding)
  }

  static func propertyList(_ value: String) -> LintExample {
    let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n"
    return LintExample("a.plist", start + value + "\n</plist>\n")
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
