// Errors in signed documents.

extension DiagnosticCode {
  package static var signedTruncated: DiagnosticCode {
    DiagnosticCode(
      "signed.truncated", rule: "signed/structure",
      "invalid signed document: an element extends past the end of its container; the file may be truncated")
  }
  package static var signedStructure: DiagnosticCode {
    DiagnosticCode(
      "signed.structure", rule: "signed/structure", "invalid signed document: unexpected element, expected %")
  }
  package static var signedTooDeep: DiagnosticCode {
    DiagnosticCode(
      "signed.depth", rule: "signed/structure", "invalid signed document: elements nested more than 64 deep")
  }
  package static var signedDetached: DiagnosticCode {
    DiagnosticCode(
      "signed.detached", rule: "signed/structure",
      "detached signature: the document that it signs is in another file")
  }
  package static var signedPEM: DiagnosticCode {
    DiagnosticCode(
      "signed.pem", rule: "signed/structure", "invalid Base64 in the PEM text of a signed document")
  }
  package static var signedUnverified: DiagnosticCode {
    DiagnosticCode(
      "signed.unverified", rule: "signed/unverified", "signed document; its signature was not verified")
  }
  package static var signedInPlace: DiagnosticCode {
    DiagnosticCode(
      "signed.in-place", rule: "signed/in-place",
      "cannot rewrite a signed document, as its signature would be lost; write its contents elsewhere with -o PATH"
    )
  }
}
