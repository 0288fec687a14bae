/// A document that a rule's page shows and a test lints.
package struct LintExample: Sendable {
  package let name: String
  package let bytes: [UInt8]

  /// Creates a document in UTF-8.
  package init(_ name: String, _ text: String) {
    self.name = name
    bytes = Array(text.utf8)
  }

  /// Creates a document from bytes.
  package init(_ name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Creates a text with one byte per scalar, as in ISO-8859-1.
  package init(_ name: String, latin1: String) {
    self.name = name
    bytes = latin1.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// Creates a text in an encoding, without the characters that the encoding lacks.
  package init(_ name: String, _ text: String, encoding: TextEncoding) {
    var output = OutputBuffer()
    var encoder = TextEncoder(encoding)
    Array(text.utf8).withByteView { _ = encoder.encode($0, into: &output) }
    encoder.finish(into: &output)
    self.init(name, bytes: output.bytes)
  }
}
