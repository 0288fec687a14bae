// Documents of a rule's page, which its tests lint.

import PliantCore

/// A document that a rule's page shows and a test lints.
package struct LintExample: Sendable {
  package let name: String
  package let bytes: [UInt8]

  /// A document in UTF-8.
  package init(_ name: String, _ text: String) {
    self.name = name
    bytes = Array(text.utf8)
  }

  /// A document by its bytes.
  package init(_ name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// A text of which each scalar is one byte, as in ISO-8859-1.
  package init(_ name: String, latin1: String) {
    self.name = name
    bytes = latin1.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// A text encoded by one of pliant's tables; characters that the encoding lacks are left out.
  package init(_ name: String, _ text: String, encoding: TextEncoding) {
    var output = OutputBuffer()
    var encoder = TextEncoder(encoding)
    Array(text.utf8).withByteView { _ = encoder.encode($0, into: &output) }
    encoder.finish(into: &output)
    self.init(name, bytes: output.bytes)
  }
}
