// Errors of texts that are not valid UTF-8.

extension DiagnosticCode {
  /// The subject is the byte and the encoding.
  package static var invalidBytes: DiagnosticCode {
    DiagnosticCode("encoding.invalid-bytes", rule: "encoding/invalid-bytes", "%")
  }
  package static var jsonEncoding: DiagnosticCode {
    DiagnosticCode("json.encoding", rule: "json/encoding", "JSON must be UTF-8: %")
  }
}
