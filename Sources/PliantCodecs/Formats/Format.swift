/// A document format, named as on the command line.
package enum Format: String, CaseIterable, Sendable {
  case xml1
  case binary1
  case json
  /// JSON with comments and trailing commas (read only).
  case jsonc
  /// JSON5 (read only).
  case json5
  /// One JSON value per line.
  case jsonl
  /// Old-style ASCII property list.
  case openstep
  case strings
  case xml
  /// Swift source literal (written only).
  case swift
  /// Objective-C source literal (written only).
  case objc
  case csv
  case tsv
  /// SQLite upserts of a mapping's records (written only).
  case sql

  /// Whether its numbers, booleans and dates are text like any other.
  package var hasOnlyText: Bool {
    switch self {
    case .openstep, .strings, .xml, .csv, .tsv: true
    default: false
    }
  }
}
