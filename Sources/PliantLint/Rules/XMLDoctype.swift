// xml/doctype: a document type that reaches outside the file or multiplies its text.

extension LintRule {
  static let xmlDoctype = LintRule(
    "xml/doctype", .warning,
    summary: "a document type that reaches outside the file or multiplies its text",
    why: """
      External entities make readers open files and connections; entities inside entities make small \
      files huge.
      """,
    bad: LintExample("a.xml", "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/hostname\">]>\n<a/>\n"),
    good: LintExample("a.xml", "<!DOCTYPE a [<!ENTITY b \"text\">]>\n<a>&b;</a>\n"))
}
