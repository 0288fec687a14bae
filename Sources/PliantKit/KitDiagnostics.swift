// The diagnostic codes of the library's own calls.

import PliantCoding
import PliantCore

extension DiagnosticCode {
  static let xPathNoNodes = Self("edit.xpath-nodes", rule: .editXPath, "the expression must select nodes")
  static let xPathNoAttribute = Self(
    "edit.xpath-attribute", rule: .editXPath, "the expression must end with a new attribute, /@NAME")
  static let nodesOfXML = Self("edit.nodes", rule: .editFormat, "only XML has nodes that an XPath can edit")
  static let xPathNamespaceContext = Self(
    "xpath.namespace-context", rule: .xpathType, "a namespace node cannot be the context of an expression")
  static let noFileToSave = Self("file.none", rule: .fileWrite, "bytes in memory have no file to be saved in")

  /// Never shown: the consumer is gone.
  static let recordsCancelled = Self("records.cancelled", rule: .formatRecords, "no more records are wanted")

  static let recordsNotArray = Self(
    "records.not-array", rule: .formatRecords, "the document is not an array of records")
}
