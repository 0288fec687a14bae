// What two documents differ in, and patches that make one of the other.

import PliantCoding
import PliantCore
import PliantQuery

import struct PliantCoding.Document

extension Document {
  /// One difference of two documents.
  public struct Change: Sendable {
    /// The JSON Pointer of the value: in the old document where it was removed or replaced, otherwise in the new one.
    public let pointer: String
    /// What is in the old document only; nil for an added value.
    public let old: Node?
    /// What is in the new document only; nil for a removed value.
    public let new: Node?
  }

  /// The differences from another document by meaning, in order; none where both say the same.
  ///
  /// The order of keys does not count, that of elements does. Unless both are property lists, 1 and 1.0 are the same.
  /// Application XML is compared in document order by expanded names; where the style of attributes does not show a
  /// difference, pointers and values are those of JsonML.
  /// Throws a `DocumentError` where shared containers would be compared beyond the budget.
  public func difference(from old: Document) throws(DocumentError) -> [Change] {
    if let changes = try xmlChanges(from: old) { return changes }
    var changes: [Change] = []
    do throws(Failure) {
      let (left, right) = (try old.tape.expandingReferences(), try tape.expandingReferences())
      var difference = DocumentDifference(
        from: left, to: right, comparesNumbersByValue: comparesNumbersByValue(with: old))
      try difference.forEach { changes.append(Change($0, left, right)) }
    } catch {
      throw DocumentError(error)
    }
    return changes
  }

  /// The JSON Patch (RFC 6902) that makes this document of another.
  ///
  /// Dates and what else JSON lacks are tagged objects in it, which `applying(patch:)` understands. Throws as
  /// `difference(from:)`.
  public func patch(from old: Document) throws(DocumentError) -> Document {
    if let text = try xmlPatch(from: old) { return try Document(bytes: text, format: .json) }
    let text: [UInt8]
    do throws(Failure) {
      let new = try tape.expandingReferences()
      var difference = DocumentDifference(
        from: try old.tape.expandingReferences(), to: new,
        comparesNumbersByValue: comparesNumbersByValue(with: old)
      )
      var patch = DifferencePatch(to: OutputBuffer(), new: new, tagsTypes: isTyped || old.isTyped)
      try difference.forEach { change throws(Failure) in try patch.append(change) }
      text = patch.finish().withHeldBytes { $0.array }
    } catch {
      throw DocumentError(error)
    }
    return try Document(bytes: text, format: .json)
  }

  /// The document with a JSON Patch (RFC 6902) carried out.
  ///
  /// `DocumentEditor.apply(patch:)` does the same in a text. Throws a `DocumentError` of the rule `patch/syntax` for what is
  /// not a patch, and `patch/operation` for the first operation that fails.
  public func applying(patch: Document) throws(DocumentError) -> Document {
    do throws(Failure) {
      let values = Self.patchValues(from: patch.tape.origin.format, to: tape.origin.format)
      let operations = DocumentPatch.operations(try JSONPatch(patch.tape, values: values))
      if let document = try xmlDocument(with: operations) { return document }
      return Document(try operations.applied(to: tape))
    } catch {
      throw DocumentError(error)
    }
  }

  /// The document with a merge patch (RFC 7396) merged into it: what the patch holds replaces what is there, and its nulls
  /// take keys away.
  ///
  /// Throws a `DocumentError` where the document would be nested too deep.
  public func merging(patch: Document) throws(DocumentError) -> Document {
    do throws(Failure) {
      let values = Self.patchValues(from: patch.tape.origin.format, to: tape.origin.format)
      return Document(try DocumentPatch.merge(try MergePatch(patch.tape, values: values)).applied(to: tape))
    } catch {
      throw DocumentError(error)
    }
  }

  /// What becomes of a patch's values on their way into a document of a format; nil is a document that was made.
  static func patchValues(
    from source: PliantCore.Format?, to target: PliantCore.Format?
  ) -> ReplayOptions {
    var options = ReplayOptions()
    if source?.traits.values == .propertyList {
      options.decodesTags = .propertyList
    } else if target?.traits.values.areOfPropertyList ?? true {
      options.decodesTags = .json
    }
    return options
  }

  /// Whether it has the types of a property list.
  private var isTyped: Bool { tape.origin.format?.traits.values.areOfPropertyList ?? true }

  private func comparesNumbersByValue(with other: Document) -> Bool {
    ![self, other].allSatisfy { $0.tape.origin.format?.traits.values == .propertyList }
  }
}
