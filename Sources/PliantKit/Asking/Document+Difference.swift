// Differences between documents, and patches from one to another.

import PliantCoding
import PliantCore
import PliantQuery

import struct PliantCoding.Document

extension Document {
  /// One difference of two documents.
  public struct Change: Sendable {
    /// The JSON Pointer of the value: in the old document if it was removed or replaced, otherwise in the new
    /// one.
    public let pointer: String
    /// The value in the old document; nil for an added value.
    public let old: Node?
    /// The value in the new document; nil for a removed value.
    public let new: Node?
  }

  /// Returns the differences from another document by meaning, in order; empty if both are equal.
  ///
  /// The order of keys does not count, that of elements does. Unless both are property lists, 1 and 1.0 are
  /// equal. Application XML is compared in document order, by expanded names; if the style `attributes` does
  /// not show a difference, pointers and values are those of JsonML. Takes time proportional to the size of both, and for
  /// arrays also to the number of differences. Throws a `DocumentError` if comparing
  /// shared containers exceeds the budget.
  public func difference(from old: Document) throws(DocumentError) -> [Change] {
    if let changes = try xmlChanges(from: old) { return changes }
    return try DocumentError.of { () throws(Failure) in
      var difference = try valueDifference(from: old)
      return try Change.all(in: &difference)
    }
  }

  private func valueDifference(from old: Document) throws(Failure) -> DocumentDifference {
    let byValue = ![self, old].allSatisfy { $0.tape.origin.format?.traits.values == .propertyList }
    return DocumentDifference(
      from: try old.tape.expandingReferences(), to: try tape.expandingReferences(),
      comparesNumbersByValue: byValue)
  }

  /// Returns the JSON Patch (RFC 6902) that turns another document into this one.
  ///
  /// Dates and other values that JSON lacks are tagged objects, which `applying(patch:)` understands. Throws
  /// as `difference(from:)`.
  public func patch(from old: Document) throws(DocumentError) -> Document {
    if let text = try xmlPatch(from: old) { return try Document(bytes: text, format: .json) }
    let text = try DocumentError.of { () throws(Failure) in
      var difference = try valueDifference(from: old)
      return try difference.patch(to: OutputBuffer(), tagsTypes: isTyped || old.isTyped).bytes
    }
    return try Document(bytes: text, format: .json)
  }

  /// Returns the document with a JSON Patch (RFC 6902) applied.
  ///
  /// `DocumentEditor.apply(patch:)` does the same in a text. Throws a `DocumentError` of the rule
  /// `patch/syntax` for an invalid patch, and of `patch/operation` for the first operation that fails.
  public func applying(patch: Document) throws(DocumentError) -> Document {
    try DocumentError.of { () throws(Failure) in
      let values = DocumentPatch.valueOptions(from: patch.tape.origin.format, to: tape.origin.format)
      let operations = DocumentPatch.operations(try JSONPatch(patch.tape, values: values))
      if let document = try xmlDocument(with: operations) { return document }
      return Document(try operations.applied(to: tape))
    }
  }

  /// Returns the document with a merge patch (RFC 7396) applied: its values replace those of the document,
  /// and its nulls remove keys.
  ///
  /// Throws a `DocumentError` if the result is nested too deeply.
  public func merging(patch: Document) throws(DocumentError) -> Document {
    try DocumentError.of { () throws(Failure) in
      let values = DocumentPatch.valueOptions(from: patch.tape.origin.format, to: tape.origin.format)
      return Document(try DocumentPatch.merge(try MergePatch(patch.tape, values: values)).applied(to: tape))
    }
  }

  private var isTyped: Bool { tape.origin.format?.traits.values.areOfPropertyList ?? true }
}
