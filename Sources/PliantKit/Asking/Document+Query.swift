// JSONPath on documents of every format.

import PliantCore
import PliantQuery

extension Document {
  /// The values that a JSONPath query (RFC 9535) such as `$.store.book[?@.price < 10].title` finds, in order.
  ///
  /// A property list is queried like the JSON that it would be. Throws a `DocumentError` of a rule `jsonpath/…` for a query
  /// that is not valid, with its column in the sentence, and for one that looks at too much.
  public func query(_ query: String) throws(DocumentError) -> [Node] {
    do throws(Failure) {
      let parsed = try JSONPathQuery(parsing: query)
      var evaluator = JSONPathEvaluator(parsed, on: try expandingReferences(), keepsPaths: false)
      let nodes = try evaluator.evaluate(parsed)
      let document = evaluator.document
      return nodes.map { Node(document, at: $0.index) }
    } catch {
      throw DocumentError(error, in: "query", column: error.column(in: query))
    }
  }
}

extension DocumentError {
  /// A failure at a column of what was asked.
  init(_ failure: Failure, in what: String, column: Int?) {
    let place = column.map { "\(what), column \($0): " } ?? ""
    self.init(Diagnostic(.error, place + failure.sentence, rule: failure.code.rule.description))
  }
}
