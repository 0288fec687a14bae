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
    guard declaration.grammar == .xml else { return }
    let type = declaration.type
    if let first = type.externalEntityNames.first {
      collector.add(
        .xmlDoctype, at: .text(declaration.offset),
        "the entity '\(first.string)' is in another file, which is never read")
    } else if let place = type.systemID, !place.isEmpty, !isWellKnown(type) {
      collector.add(
        .xmlDoctype, at: .text(declaration.offset),
        "the document type is in another file, '\(place.string)', which is never read")
    }
  }

  /// Whether the document type is a published one, by its public identifier or as a URN: programs have it with them.
  private static func isWellKnown(_ type: XMLDocumentType) -> Bool {
    if let name = type.publicID, name.starts(with: "-//") || name.starts(with: "+//") { return true }
    return type.systemID?.starts(with: "urn:") ?? false
  }
}
