// Errors in documents of any format.

extension DiagnosticCode {
  package static var documentTooDeep: DiagnosticCode {
    DiagnosticCode("document.depth", rule: "document/depth", "containers are nested more than % deep")
  }
  package static var expansionTooLarge: DiagnosticCode {
    DiagnosticCode(
      "document.expansion", rule: "binary/structure",
      "objects that the file shares would be repeated beyond the budget",
      advice: "raise it with --max-output")
  }
  package static var badTag: DiagnosticCode {
    DiagnosticCode("document.bad-tag", rule: "document/tag", "invalid value for the tag %")
  }
  package static var dateOutOfRange: DiagnosticCode {
    DiagnosticCode("document.date-range", rule: "document/date", "a date whose year needs more than 32 bits")
  }
}
