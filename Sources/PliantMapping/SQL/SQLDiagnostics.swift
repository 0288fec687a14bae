// Errors in converting records of a mapping to SQL, and rows to records.

import PliantCore

extension DiagnosticCode {
  /// Names that are equal to SQLite, or that it cannot use; the subject is a whole sentence.
  package static var sqlName: DiagnosticCode { DiagnosticCode("sql.name", rule: "sql/name", "%") }
  /// The document does not follow the mapping; the subject is a whole sentence.
  package static var sqlValue: DiagnosticCode { DiagnosticCode("sql.value", rule: "mapping/value", "%") }
  package static var sqlKeyMissing: DiagnosticCode { DiagnosticCode("sql.key", rule: "mapping/missing", "%") }
  /// The subject is a whole sentence.
  package static var sqlRows: DiagnosticCode { DiagnosticCode("sql.rows", rule: "mapping/value", "%") }
}
