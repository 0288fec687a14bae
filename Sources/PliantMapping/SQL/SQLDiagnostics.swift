// What can keep records of a mapping from becoming SQL, and rows from becoming records again.

import PliantCore

extension DiagnosticCode {
  /// Names that SQLite would take for one, or cannot have at all; the subject is a whole sentence.
  package static var sqlName: DiagnosticCode { DiagnosticCode("sql.name", rule: "sql/name", "%") }
  /// The document is not what the mapping says; the subject is a whole sentence.
  package static var sqlValue: DiagnosticCode { DiagnosticCode("sql.value", rule: "mapping/value", "%") }
  package static var sqlKeyMissing: DiagnosticCode {
    DiagnosticCode("sql.key", rule: "mapping/missing", "%")
  }
  /// The subject is a whole sentence.
  package static var sqlRows: DiagnosticCode { DiagnosticCode("sql.rows", rule: "mapping/value", "%") }
}
