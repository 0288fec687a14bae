// xml/undefined-entity: a reference to an entity that nobody declared.

import PliantCore

extension LintRule {
  static let xmlUndefinedEntity = LintRule(
    .xml, "undefined-entity",
    summary: "a reference to an entity that nobody declared",
    why: """
      XML itself knows five: amp, lt, gt, quot and apos; HTML's others must be declared or written as \
      numbers.
      """,
    bad: LintExample("a.xml", "<a>&nbsp;</a>\n"),
    good: LintExample("a.xml", "<a>&#160;</a>\n"))

  /// Reports a reference that only a document type in another file could declare.
  static func checkReference(
    _ name: ByteView, of type: XMLDocumentType?, at offset: Int, _ collector: inout LintCollector
  ) {
    guard let type, !type.externalEntityNames.contains(where: { $0 == name }) else { return }
    collector.add(
      .xmlUndefinedEntity, at: .text(offset),
      "undefined entity '\(name.string)'; only a document type in another file can declare it, which is never read"
    )
  }
}
