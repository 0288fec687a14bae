// xml/doctype: a document type that reaches outside the file or multiplies its text.

import PliantCore

extension LintRule {
  static let xmlDoctype = LintRule(
    .xml, "doctype", .warning,
    summary: "a document type that reaches outside the file or multiplies its text",
    why: """
      External entities make readers open files and connections; entities inside entities make small \
      files huge.
      """,
    bad: LintExample("a.xml", "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/hostname\">]>\n<a/>\n"),
    good: LintExample("a.xml", "<!DOCTYPE a [<!ENTITY b \"text\">]>\n<a>&b;</a>\n"),
    check: .documentType(check))

  private static func check(_ declaration: LintDocumentType, _ collector: inout LintCollector) {
    guard declaration.grammar == .xml, let first = declaration.type.externalEntityNames.first else { return }
    collector.add(
      .xmlDoctype, at: .text(declaration.offset),
      "the entity '\(first.string)' lies outside of the file; it is never read")
  }
}
