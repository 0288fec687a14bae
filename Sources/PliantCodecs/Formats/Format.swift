/// A document format, named as on the command line.
package enum Format: String, CaseIterable, Sendable {
  /// XML property list.
  case xml1
  /// Binary property list.
  case binary1
  /// RFC 8259 JSON.
  case json
  /// JSON with comments and trailing commas (read only).
  case jsonc
  /// JSON5 (read only).
  case json5
  /// One JSON value per line.
  case jsonl
  /// Old-style ASCII property list.
  case openstep
  /// Localisation strings.
  case strings
  /// Application XML.
  case xml
  /// Swift source literal (written only).
  case swift
  /// Objective-C source literal (written only).
  case objc
  /// Comma-separated values.
  case csv
  /// Tab-separated values.
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
