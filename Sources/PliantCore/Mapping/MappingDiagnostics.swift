// Errors in documents read or written with a mapping, and in the mapping itself.

extension DiagnosticCode {
  /// The subject is a whole sentence, which includes the field and the value.
  package static var mappingValue: DiagnosticCode {
    DiagnosticCode("mapping.value", rule: "mapping/value", "%")
  }
  package static var mappingMissing: DiagnosticCode {
    DiagnosticCode("mapping.missing", rule: "mapping/missing", "%")
  }
  package static var mappingReference: DiagnosticCode {
    DiagnosticCode("mapping.reference", rule: "mapping/reference", "%")
  }
  package static var mappingDuplicateKey: DiagnosticCode {
    DiagnosticCode("mapping.duplicate-key", rule: "mapping/duplicate-key", "%")
  }
  package static var mappingUnknownElement: DiagnosticCode {
    DiagnosticCode("mapping.unknown-element", rule: "mapping/unknown-element", "%")
  }
  package static var mappingRoot: DiagnosticCode {
    DiagnosticCode("mapping.root", rule: "mapping/unknown-element", "%")
  }
  /// The data is not a dictionary for a record, or not an array for a list.
  package static var mappingShape: DiagnosticCode {
    DiagnosticCode("mapping.shape", rule: "mapping/value", "%")
  }
  package static var mappingUnusable: DiagnosticCode {
    DiagnosticCode("mapping.unusable", rule: "mapping/definition", "invalid mapping: %")
  }
}
