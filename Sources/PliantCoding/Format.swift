import PliantCodecs

/// A document format; its raw value is the program's name for it.
///
/// PliantCoding reads `xmlPropertyList`, `binaryPropertyList`, `json`, `jsonLines`, `jsonWithComments` and `json5` in UTF-8,
/// UTF-16 and UTF-32, and writes the first four. PliantKit reads and writes the others too, in every encoding.
@nonexhaustive
public enum Format: String, CaseIterable, Sendable {
  case xmlPropertyList = "xml1"
  case binaryPropertyList = "binary1"
  /// RFC 8259 JSON.
  case json
  /// JSON with comments and trailing commas, read-only.
  case jsonWithComments = "jsonc"
  /// JSON5, read-only.
  case json5
  /// One JSON value per line.
  case jsonLines = "jsonl"
  /// An old-style ASCII property list.
  case openStep = "openstep"
  /// Localisation strings.
  case strings
  /// Application XML.
  case xml
  /// A Swift source literal, write-only.
  case swift
  /// An Objective-C source literal, write-only.
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

  package var core: PliantCodecs.Format { PliantCodecs.Format(named: rawValue) }

  package init(_ core: PliantCodecs.Format) { self = Format(rawValue: core.rawValue) ?? .json }
}

/// The policy for values that a format cannot represent.
@nonexhaustive
public enum LossPolicy: String, Sendable, CaseIterable {
  /// Convert them and report each kind of change once.
  case note
  /// Throw before writing anything.
  case refuse
  /// Write tagged objects such as `{"$date": …}` for values that can be tagged, and report the others.
  case tag

  package var core: PliantCodecs.LossPolicy { PliantCodecs.LossPolicy(rawValue: rawValue) ?? .refuse }
}

/// The policy for null in a property list.
@nonexhaustive
public enum NullPolicy: String, CaseIterable, Sendable {
  /// Throw before writing anything.
  case refuse
  /// Leave out its key or element.
  case drop
  /// Write the string `$null`, which Foundation's coders and these read as nil.
  case string
}

/// The correspondence between elements of application XML and values.
@nonexhaustive
public enum XMLStyle: String, CaseIterable, Sendable {
  /// Dictionaries with `@name` for attributes and `#text` for text.
  case attributes
  /// Arrays in the form of JsonML.
  case jsonml
  /// A tree of nodes that keeps everything.
  case lossless

  package var core: PliantCodecs.XMLStyle { PliantCodecs.XMLStyle(rawValue: rawValue) ?? .attributes }
}
