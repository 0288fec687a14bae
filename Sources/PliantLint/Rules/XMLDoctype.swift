// xml/doctype: a document type that multiplies the text or requires external files.

extension LintRule {
  static let xmlDoctype = LintRule(
    .xmlDoctype, .warning,
    summary: "a document type that can harm readers, or that determines the text",
    why: """
      Entities inside entities make small files huge, and external parameter entities make readers open files and \
      connections. An ordinary external document type is fine, but a reference to an entity that it may declare is a \
      finding, since programs that do not read it see another text.
      """,
    bad: LintExample("a.xml", "<!DOCTYPE a [<!ENTITY % b SYSTEM \"http://example.com/b.dtd\"> %b;]>\n<a/>\n"),
    good: LintExample("a.xml", "<!DOCTYPE a SYSTEM \"a.dtd\" [<!ENTITY b \"text\">]>\n<a>&b;</a>\n"),
    check: .documentType { rule, declaration, collector in
      guard declaration.format == .xml, collector.options.wants(rule) else { return }
      let type = declaration.type
      if let name = type.externalParameterEntityNames.first {
        collector.add(
          rule, at: .text(declaration.offset),
          "the parameter entity '%\(name.string);' is in another file, which is never read")
      } else if let name = type.amplifyingEntity() {
        collector.add(
          rule, at: .text(declaration.offset),
          "the entity '&\(name.string);' becomes far larger than the file")
      }
    })

  /// Reports the first reference to an entity that an unread part of the document type declares or may
  /// declare.
  static func report(
    references problems: [Failure], base: Int, _ type: XMLDocumentType, _ collector: inout LintCollector
  ) {
    guard let first = problems.first else { return }
    let name = first.subject ?? ""
    let place = type.systemID.flatMap { $0.isEmpty ? nil : "'\($0.string)'" } ?? "another file"
    let isDeclared = type.hasExternalEntity(named: name)
    let others = Set(problems.compactMap(\.subject)).count - 1
    collector.add(
      .xmlDoctype, at: .text((first.offset ?? 0) + base),
      "the entity '&\(name);' \(isDeclared ? "is in another file" : "may be declared in \(place)"), which is never "
        + "read" + (others == 0 ? "" : "; \(others) more like it"))
  }
}
