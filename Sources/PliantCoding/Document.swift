// The public document; Tape.swift in PliantCore describes its representation.

import PliantCodecs

/// A property list, JSON or XML document: immutable, in the order of its text, with its source.
///
///     let document = try Document(contentsOf: "Info.plist")
///     let name = document["CFBundleName"]?.string
public struct Document: Sendable {
  package let tape: PliantCodecs.Document

  package init(_ tape: PliantCodecs.Document) { self.tape = tape }

  /// The format that the document was read from; nil for one created in memory.
  public var format: Format? { tape.origin.format.map { Format($0) } }

  /// Content that reading left out or changed, one sentence per kind.
  ///
  /// For example comments, an entity that is not in the document, or a duplicate key. It counts as lost when
  /// the document is written; see `WritingOptions`.
  public var notes: [String] {
    tape.origin.ledger.lossNotes.map(\.sentence)
      + tape.duplicateKeys.map { Failure(.duplicateKey, $0.key).sentence }
  }

  /// The whole document as a node.
  public var root: Node { Node(tape) }

  /// The type of the whole document.
  public var kind: Kind { root.kind }

  /// The number of elements or entries; 0 for a scalar.
  public var count: Int { root.count }

  /// The value of a key if the document is a dictionary that contains it.
  public subscript(key: String) -> Node? { root[key] }

  /// An element if the document is an array or a set with that many.
  public subscript(index: Int) -> Node? { root[index] }

  /// The node at a key path such as `a.b.0` (`\.` for a dot in a key) or a JSON Pointer such as `/a/b/0` (RFC 6901), or nil.
  ///
  /// Each step takes the time of a subscript.
  public func node(at path: String) -> Node? {
    KeyPath(path).flatMap { tape.index(at: $0) }.map { Node(tape, at: $0) }
  }

  /// The value at a key path or JSON Pointer as in `node(at:)`, and everything in it, or nil.
  public func value(at path: String) -> Value? { node(at: path)?.value }

  /// The whole document as one value, in time proportional to its size.
  ///
  /// Containers that a binary property list shares remain shared in memory.
  public var value: Value { root.value }
}
