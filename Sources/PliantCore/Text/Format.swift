// The formats by the names that users type.

/// A document format, named as on the command line.
public enum Format: String, CaseIterable, Sendable {
  /// XML property list.
  case xml1
  /// Binary property list.
  case binary1
  /// RFC 8259 JSON.
  case json
  /// One JSON value a line.
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
  /// SQLite upserts of a mapping's records (written only).
  case sql

  /// What the format is, for help texts.
  package var summary: String {
    switch self {
    case .xml1: "XML property list"
    case .binary1: "binary property list"
    case .json: "JSON (RFC 8259)"
    case .jsonl: "JSON lines: one value a line"
    case .openstep: "old-style ASCII property list (project.pbxproj)"
    case .strings: "localisation .strings"
    case .xml: "application XML"
    case .swift: "Swift source literal"
    case .objc: "Objective-C source literal"
    case .sql: "SQLite upserts of a mapping's records"
    }
  }

  /// Whether documents of this format can be read.
  public var isReadable: Bool {
    switch self {
    case .swift, .objc, .sql: false
    default: true
    }
  }

  /// Whether the format is a property list, which holds no null.
  package var isPropertyList: Bool {
    switch self {
    case .xml1, .binary1, .openstep, .strings, .swift, .objc: true
    case .json, .jsonl, .xml, .sql: false
    }
  }

  /// Whether the format holds dates, data and UIDs, or only what JSON holds.
  package var hasPropertyListTypes: Bool {
    self == .xml1 || self == .binary1 || self == .swift || self == .objc
  }

  /// The file name extension that one-way targets and `-e` users expect.
  package var defaultExtension: String {
    switch self {
    case .xml1, .binary1, .openstep: "plist"
    case .json, .jsonl, .strings, .xml, .swift, .sql: rawValue
    case .objc: "m"
    }
  }
}
