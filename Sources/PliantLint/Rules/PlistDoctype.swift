// plist/doctype: a property list with a document type that is not Apple's.

extension LintRule {
  static let plistDoctype = LintRule(
    "plist/doctype", .warning,
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
    ))
}
