// The checks of document types.

extension LintRule {

  static func check(documentType type: XMLDocumentType, at offset: Int, _ collector: inout LintCollector) {
    guard collector.options.wants(.xmlDoctype) else { return }
    if let name = type.externalParameterEntityNames.first, !isDocBook(type) {
      collector.add(
        .xmlDoctype, at: .text(offset),
        "the parameter entity '%\(name.string);' is in another file, which is never read")
    } else if let name = type.amplifyingEntity() {
      collector.add(
        .xmlDoctype, at: .text(offset), "the entity '&\(name.string);' becomes far larger than the file")
    }
  }

  /// Reports the first reference to an entity that an unread part of the document type declares or may
  /// declare.
  static func report(
    references problems: [Failure], base: Int, _ type: XMLDocumentType, _ collector: inout LintCollector
  ) {
    guard let first = problems.first, !isDocBook(type) else { return }
    let name = first.subject ?? ""
    let place = type.systemID.flatMap { $0.isEmpty ? nil : "'\($0.string)'" } ?? "another file"
    let isDeclared = type.hasExternalEntity(named: name)
    let others = Set(problems.compactMap(\.subject)).count - 1
    collector.add(
      .xmlDoctype, at: .text((first.offset ?? 0) + base),
      "the entity '&\(name);' \(isDeclared ? "is in another file" : "may be declared in \(place)"), which is never "
        + "read" + (others == 0 ? "" : "; \(others) more like it"))
  }

  /// Whether a document type is DocBook's, whose catalogue every reader of DocBook has.
  private static func isDocBook(_ type: XMLDocumentType) -> Bool {
    type.publicID?.firstIndex(of: "//DTD DocBook ") != nil
  }

  /// Reports a document type that is not Apple's: according to its public identifier, or without one its
  /// system identifier.
  static func check(
    propertyListType type: XMLDocumentType, at offset: Int, _ collector: inout LintCollector
  ) {
    let isApples =
      type.publicID.map {
        $0 == "-//Apple//DTD PLIST 1.0//EN" || $0 == "-//Apple Computer//DTD PLIST 1.0//EN"
      } ?? (type.systemID?.firstIndex(of: "PropertyList-1.0.dtd") != nil)
    if type.name == "plist" && isApples { return }
    collector.add(.plistDoctype, at: .text(offset), "the document type is not Apple's for property lists")
  }
}
