// plist/doctype: a property list with a document type that is not Apple's.

extension LintRule {
  static let plistDoctype = LintRule(
    .plist, "doctype", .warning,
    summary: "a property list with a document type that is not Apple's",
    why: """
      Validating readers check against the named type; a wrong one makes them refuse the file or look \
      for it on the network.
      """,
    bad: LintExample(
      "a.plist",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist SYSTEM \"http://example.org/my.dtd\">\n<plist version=\"1.0\"><true/></plist>\n"
    ),
    good: LintExample(
      "a.plist",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\"><true/></plist>\n"
    ),
    check: .documentType(check))

  private static func check(_ declaration: LintDocumentType, _ collector: inout LintCollector) {
    guard declaration.grammar == .propertyList, !isPropertyListType(declaration.type) else { return }
    collector.add(
      .plistDoctype, at: .text(declaration.offset), "the document type is not Apple's for property lists")
  }

  /// Whether the document type is Apple's: according to its public identifier, or without one its system
  /// identifier.
  private static func isPropertyListType(_ type: XMLDocumentType) -> Bool {
    guard type.name == "plist" else { return false }
    if let name = type.publicID {
      return name == "-//Apple//DTD PLIST 1.0//EN" || name == "-//Apple Computer//DTD PLIST 1.0//EN"
    }
    return type.systemID?.firstIndex(of: "PropertyList-1.0.dtd") != nil
  }
}
