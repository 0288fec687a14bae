// Errors in expressions and their evaluation; offsets are into the expression.

import PliantCore

extension DiagnosticCode {
  /// Any error of grammar; its subject is the sentence, which often suggests a correction.
  package static var xpathSyntax: DiagnosticCode { .init("xpath.syntax", rule: "xpath/syntax", "%") }
  package static var xpathEmpty: DiagnosticCode {
    .init("xpath.empty", rule: "xpath/syntax", "the expression is empty")
  }
  package static var xpathUnknownAxis: DiagnosticCode {
    .init("xpath.unknown-axis", rule: "xpath/name", "unknown axis %")
  }
  package static var xpathUnknownFunction: DiagnosticCode {
    .init("xpath.unknown-function", rule: "xpath/name", "unknown function %")
  }
  package static var xpathArguments: DiagnosticCode { .init("xpath.arguments", rule: "xpath/type", "%") }
  package static var xpathType: DiagnosticCode { .init("xpath.type", rule: "xpath/type", "%") }
  package static var xpathUnknownVariable: DiagnosticCode {
    .init("xpath.unknown-variable", rule: "xpath/name", "undefined variable $%")
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
    .init("xpath.string-too-long", rule: "xpath/limit", "the expression builds a string of more than % bytes")
  }
}
