// The public names of formats, and what is done about values that one of them lacks.

import PliantCore

/// A document format; its raw value is the name that the program pliant has for it.
///
/// PliantCoding reads `xmlPropertyList`, `binaryPropertyList`, `json`, `jsonLines`, `jsonWithComments` and `json5` in UTF-8,
/// UTF-16 and UTF-32, and writes the first four. PliantKit reads and writes the others too, in every encoding.
public enum Format: String, CaseIterable, Sendable {
  case xmlPropertyList = "xml1"
  case binaryPropertyList = "binary1"
  /// RFC 8259 JSON.
  case json
  /// JSON with comments and trailing commas, which is read only.
  case jsonWithComments = "jsonc"
  /// JSON5, which is read only.
  case json5
  /// One JSON value per line.
  case jsonLines = "jsonl"
  /// An old-style ASCII property list.
  case openStep = "openstep"
  /// Localisation strings.
  case strings
  /// Application XML.
  case xml
  /// A Swift source literal, which is written only.
  case swift
  /// An Objective-C source literal, which is written only.
  case objectiveC = "objc"
  /// Comma-separated values.
  case csv
  /// Tab-separated values.
  case tsv
  /// Records for SQLite, which only the program writes.
  case sql

  /// Whether PliantKit reads documents of this format.
  public var isReadable: Bool { ![.swift, .objectiveC, .sql].contains(self) }

  /// Whether PliantKit writes documents in this format.
  public var isWritable: Bool { ![.jsonWithComments, .json5, .sql].contains(self) }

  /// The format of this name in the modules below.
  package var core: PliantCore.Format { PliantCore.Format(rawValue: rawValue) ?? .json }

  package init(_ core: PliantCore.Format) { self = Format(rawValue: core.rawValue) ?? .json }
}

/// What is done about values that a format cannot represent.
public enum LossPolicy: String, Sendable, CaseIterable {
  /// Convert them and report each kind of change once.
  case note
  /// Throw before anything is written.
  case refuse
  /// Write tagged objects such as `{"$date": …}` for those that can be tagged, and report the others.
  case tag

  package var core: PliantCore.LossPolicy { PliantCore.LossPolicy(rawValue: rawValue) ?? .refuse }
}

/// What becomes of a null in a property list.
public enum NullPolicy: String, CaseIterable, Sendable {
  /// An error, before anything is written.
  case refuse
  /// Its key or element is left out.
  case drop
  /// The string `$null`, which Foundation's coders and these read as nil.
  case string
}

/// How the elements of application XML become values, and values elements.
public enum XMLStyle: String, CaseIterable, Sendable {
  /// Dictionaries with `@name` for attributes and `#text` for text.
  case attributes
  /// Arrays as JsonML has them.
  case jsonml
  /// A tree of nodes from which everything comes back.
  case lossless

  package var core: PliantCore.XMLStyle { PliantCore.XMLStyle(rawValue: rawValue) ?? .attributes }
}
