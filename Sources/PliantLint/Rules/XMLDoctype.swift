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

  /// Document types that go by a bare file name, which the programs that read them know by heart: GDB's, Log4j's,
  /// Fontconfig's, D-Bus's and XML Catalogs.
  private static let bareNames: [StaticString] = [
    "gdb-target.dtd", "gdb-syscalls.dtd", "log4j.dtd", "fonts.dtd", "busconfig.dtd", "xcatalog.dtd",
    "catalog.dtd",
  ]

  /// Whether the document type is a published one, by its public identifier, as a URN or by a name: programs have it
  /// with them.
  private static func isWellKnown(_ type: XMLDocumentType) -> Bool {
    if let name = type.publicID, name.starts(with: "-//") || name.starts(with: "+//") { return true }
    guard let place = type.systemID else { return false }
    return place.starts(with: "urn:") || bareNames.contains { place == $0 }
  }
}
