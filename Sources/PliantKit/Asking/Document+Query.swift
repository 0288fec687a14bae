// JSONPath on documents of every format.

import PliantCoding
import PliantCore
import PliantQuery

import struct PliantCoding.Document

extension Document {
  /// Returns the values that a JSONPath query (RFC 9535) such as `$.store.book[?@.price < 10].title` selects,
  /// in order.
  ///
  /// A property list is queried as the equivalent JSON. Throws a `DocumentError` of a rule `jsonpath/…` for
  /// an invalid query, with its column, and for one that visits too many values.
  public func jsonPath(
    _ query: String, limits: DocumentLimits? = nil
  ) throws(DocumentError) -> [Node] {
    try DocumentError.of(expression: query) { () throws(Failure) in
      try Limits.with(limits?.values) { () throws(Failure) in
        let parsed = try JSONPathQuery(parsing: query)
        var evaluator = JSONPathEvaluator(parsed, on: try tape.expandingReferences(), keepsPaths: false)
        let nodes = try evaluator.evaluate(parsed)
        let document = evaluator.document
        return nodes.map { Node(document, at: $0.index) }
      }
    }
  }
}
