// Errors in a text's encoding.

extension DiagnosticCode {
  package static var unknownEncoding: DiagnosticCode {
    DiagnosticCode("encoding.unknown-name", rule: "encoding/unknown-name", "%")
  }
  /// The subject is the mark's encoding and the declared one.
  package static var byteOrderMarkContradicts: DiagnosticCode {
    DiagnosticCode("encoding.bom-mismatch", rule: "encoding/bom-mismatch", "the byte order mark is %")
  }
  /// The subject is the declared encoding and the evidence.
  package static var declarationContradicts: DiagnosticCode {
    DiagnosticCode("encoding.mismatch", rule: "encoding/mismatch", "declared %")
  }
  /// The subject is the declared encoding and the evidence.
  package static var encodingMixed: DiagnosticCode {
    DiagnosticCode("encoding.mixed", rule: "encoding/mixed", "declared %")
  }
  /// The subject is the character and the encoding.
  package static var unmappable: DiagnosticCode {
    DiagnosticCode("encoding.unmappable", rule: "encoding/unmappable", "%")
  }
}
