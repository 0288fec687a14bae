// Errors in patches and their application.

import PliantCore

extension DiagnosticCode {
  private static func patch(_ name: StaticString, _ text: StaticString) -> DiagnosticCode {
    DiagnosticCode(name, rule: "patch/operation", text)
  }

  /// A failure of one operation; the subject is the operation and the sentence.
  package static var patchOperation: DiagnosticCode { patch("patch.operation", "%") }
  package static var patchNotFound: DiagnosticCode { patch("patch.not-found", "no value at %") }
  package static var patchNoContainer: DiagnosticCode {
    patch("patch.no-container", "% goes through a value that is neither a dictionary nor an array")
  }
  package static var patchNoIndex: DiagnosticCode {
    patch("patch.no-index", "expected an array index without leading zeros, or -, in %")
  }
  package static var patchBounds: DiagnosticCode { patch("patch.bounds", "% is past the end of the array") }
  package static var patchRoot: DiagnosticCode {
    patch("patch.root", "the document itself cannot be removed")
  }
  package static var patchIntoItself: DiagnosticCode {
    patch("patch.into-itself", "% cannot be moved into itself")
  }
  package static var patchTest: DiagnosticCode { patch("patch.test", "the value at % is different") }
  package static var patchTooLarge: DiagnosticCode {
    patch("patch.too-large", "the copies that the patch makes contain more than % values")
  }
  /// An XML declaration that cannot be changed.
  package static var patchXMLProlog: DiagnosticCode {
    patch("patch.xml-prolog", "cannot remove the XML declaration: it declares the encoding or standalone")
  }
  /// The patch is invalid.
  package static var patchSyntax: DiagnosticCode { DiagnosticCode("patch.syntax", rule: "patch/syntax", "%") }
}
