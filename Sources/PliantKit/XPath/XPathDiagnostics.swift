// What can be wrong with an expression, or with evaluating it; offsets are into the expression.

extension DiagnosticCode {
  /// Any error of grammar; its subject is the sentence, since it often says what was meant.
  package static var xpathSyntax: DiagnosticCode { .init("xpath.syntax", rule: "xpath/syntax", "%") }
  package static var xpathEmpty: DiagnosticCode {
    .init("xpath.empty", rule: "xpath/syntax", "the expression is empty")
  }
  package static var xpathUnknownAxis: DiagnosticCode {
    .init("xpath.unknown-axis", rule: "xpath/name", "there is no axis %")
  }
  package static var xpathUnknownFunction: DiagnosticCode {
    .init("xpath.unknown-function", rule: "xpath/name", "there is no function %")
  }
  package static var xpathArguments: DiagnosticCode {
    .init("xpath.arguments", rule: "xpath/type", "%")
  }
  package static var xpathType: DiagnosticCode { .init("xpath.type", rule: "xpath/type", "%") }
  package static var xpathUnknownVariable: DiagnosticCode {
    .init("xpath.unknown-variable", rule: "xpath/name", "the variable $% has no value")
  }
  package static var xpathUnknownPrefix: DiagnosticCode {
    .init("xpath.unknown-prefix", rule: "xpath/name", "%")
  }
  package static var xpathTooLong: DiagnosticCode {
    .init("xpath.too-long", rule: "xpath/limit", "the expression is longer than % bytes")
  }
  package static var xpathTooDeep: DiagnosticCode {
    .init("xpath.too-deep", rule: "xpath/limit", "the expression nests more than % levels deep")
  }
  package static var xpathTooManySteps: DiagnosticCode {
    .init(
      "xpath.too-many-steps", rule: "xpath/limit",
      "the expression needs more than % steps on this document; ask for less, for example without a position in //"
    )
  }
  package static var xpathStringTooLong: DiagnosticCode {
    .init("xpath.string-too-long", rule: "xpath/limit", "a string of the evaluation is longer than % bytes")
  }
  /// A tree cannot number more.
  package static var xmlTreeTooLarge: DiagnosticCode {
    .init(
      "xml.tree-too-large", rule: "xml/limit",
      "the document is too large to be held as a tree (4 GB of text at most)")
  }
}

extension Limits {
  /// Bytes of one XPath expression.
  package static let xpathBytes = 64 * 1024
  /// Parentheses, predicates and arguments inside one another in an XPath expression.
  package static let xpathDepth = 100
  /// Nodes that one evaluation of an XPath expression may look at, each as often as it does.
  package static let xpathSteps = 4_000_000_000
  /// Bytes of one string during an evaluation.
  package static let xpathStringBytes = 1024 * 1024 * 1024
  /// Bytes of a document, and of its text put together, that a tree can refer to.
  package static let treeBytes = 4_294_000_000
  /// Nodes of a tree; namespace nodes are numbered after them.
  package static let treeNodes = 4_000_000_000
}
