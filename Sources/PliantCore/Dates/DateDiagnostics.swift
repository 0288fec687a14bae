// Errors in a date's pattern or zone.

extension DiagnosticCode {
  /// No such zone; its file may also be damaged.
  package static var unknownTimeZone: DiagnosticCode {
    DiagnosticCode(
      "date.zone", rule: "mapping/value",
      "unknown time zone '%'; use UTC, an offset such as +01:00, or a name that /usr/share/zoneinfo has")
  }
  package static var badDatePattern: DiagnosticCode {
    DiagnosticCode("date.pattern", rule: "mapping/value", "invalid date format: %")
  }
}
