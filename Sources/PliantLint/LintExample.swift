/// A document that a rule's page shows and a test lints.
package struct LintExample: Sendable {
  package let name: String
  package let bytes: [UInt8]

  package init(_ name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Creates a text in an encoding that has all of its characters.
  package init(_ name: String, _ text: String, encoding: TextEncoding = .utf8) {
    self.init(name, bytes: Array(text.utf8).withByteView { encoding.encoded($0) ?? [] })
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
}
