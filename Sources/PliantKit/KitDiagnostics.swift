// The diagnostic codes of the library's own calls.

import PliantCoding
import PliantCore

extension DiagnosticCode {
  static let xPathNoNodes = Self("edit.xpath-nodes", rule: "edit/xpath", "the expression must select nodes")
  static let xPathNoAttribute = Self(
    "edit.xpath-attribute", rule: "edit/xpath", "the expression must end with a new attribute, /@NAME")
  static let noFileToSave = Self(
    "file.none", rule: "file/write", "bytes in memory have no file to be saved in")

  /// Never shown: the consumer is gone.
  static let recordsCancelled = Self(
    "records.cancelled", rule: "format/records", "no more records are wanted")

  static let recordsNotArray = Self(
    "records.not-array", rule: "format/records", "the document is not an array of records")
}
