// Errors in keyed archives.

extension DiagnosticCode {
  /// The subject is the object's number.
  package static var archiveReference: DiagnosticCode {
    DiagnosticCode(
      "archive.reference", rule: "archive/structure",
      "invalid keyed archive: reference to object %, which does not exist")
  }
  /// The subject is the object's number.
  package static var archiveClass: DiagnosticCode {
    DiagnosticCode(
      "archive.class", rule: "archive/structure",
      "invalid keyed archive: object % is used as a class and has no '$classname'")
  }
  /// The subject is the object's number.
  package static var archiveAlias: DiagnosticCode {
    DiagnosticCode(
      "archive.alias", rule: "archive/structure",
      "invalid keyed archive: object % is only a reference to another object")
  }
  package static var archiveTooDeep: DiagnosticCode {
    DiagnosticCode(
      "archive.depth", rule: "archive/structure", "objects of the keyed archive are nested more than % deep"
    )
  }
  package static var archiveExpansion: DiagnosticCode {
    DiagnosticCode(
      "archive.expansion", rule: "archive/structure",
      "values that the keyed archive shares would be repeated beyond the limit")
  }
}
