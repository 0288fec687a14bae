// plist/doctype: a property list with a document type that is not Apple's.

extension LintRule {
  static let plistDoctype = LintRule(
    .plistDoctype, .warning,
    summary: "a property list with a document type that is not Apple's",
    why: """
      Validating readers check against the named type; a wrong one makes them refuse the file or look \
      for it on the network.
      """,
    bad: example("SYSTEM \"http://example.org/my.dtd\""),
    good: example(
      "PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\""),
    check: .documentType { rule, declaration, collector in
      guard declaration.format == .xml1, !isPropertyListType(declaration.type) else { return }
      collector.add(
        rule, at: .text(declaration.offset), "the document type is not Apple's for property lists")
    })

  private static func example(_ type: String) -> LintExample {
    let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist \(type)>\n"
    return LintExample("a.plist", start + "<plist version=\"1.0\"><true/></plist>\n")
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
