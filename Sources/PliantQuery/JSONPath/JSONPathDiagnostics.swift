// Errors in queries and their evaluation; offsets are into the query.

import PliantCore

extension DiagnosticCode {
  /// Any error of grammar or type; its subject is the sentence.
  package static var jsonPathSyntax: DiagnosticCode {
    DiagnosticCode("jsonpath.syntax", rule: "jsonpath/syntax", "%")
  }
  package static var jsonPathTooLong: DiagnosticCode {
    DiagnosticCode("jsonpath.too-long", rule: "jsonpath/limit", "the query is longer than % bytes")
  }
  package static var jsonPathTooDeep: DiagnosticCode {
    DiagnosticCode("jsonpath.too-deep", rule: "jsonpath/limit", "the query nests more than % levels deep")
  }
  package static var jsonPathTooManySteps: DiagnosticCode {
    DiagnosticCode(
      "jsonpath.too-many-steps", rule: "jsonpath/limit",
      "the query needs more than % steps on this document; ask for less, for example with fewer '..'")
  }
  package static var jsonPathTooManyNodes: DiagnosticCode {
    DiagnosticCode(
      "jsonpath.too-many-nodes", rule: "jsonpath/limit", "the query finds more than % nodes on this document")
  }
  package static var jsonPathTooLarge: DiagnosticCode {
    DiagnosticCode(
      "jsonpath.too-large", rule: "jsonpath/limit",
      "the nodes that the query finds contain more than % values",
      advice: "use --as paths or --as count")
  }
  package static var jsonPathPatternTooLarge: DiagnosticCode {
    DiagnosticCode(
      "jsonpath.pattern-too-large", rule: "jsonpath/limit",
      "a pattern needs more than 20000 instructions, or nests more than 100 groups deep")
  }
}
