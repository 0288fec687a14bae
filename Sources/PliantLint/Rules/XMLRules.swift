// The rules xml/… and plist/….

extension LintRule {
  static let xmlNotWellFormed = LintRule(
    .xmlNotWellFormed, summary: "the document breaks the grammar of XML",
    why: "Every XML reader must refuse it.",
    bad: LintExample("a.xml", "<a><b></a>\n"),
    good: LintExample("a.xml", "<a><b/></a>\n"))

  static let xmlIllegalCharacter = LintRule(
    .xmlIllegalCharacter, summary: "a character that XML does not allow",
    why: "XML does not allow most control characters, not even as references.",
    bad: LintExample("a.xml", "<a>&#1;</a>\n"),
    good: LintExample("a.xml", "<a>&#9;</a>\n"))

  static let xmlUndefinedEntity = LintRule(
    .xmlUndefinedEntity, summary: "a reference to an undeclared entity",
    why: """
      XML itself knows five: amp, lt, gt, quot and apos; declare HTML's others, or write them as numbers.
      """,
    bad: LintExample("a.xml", "<a>&nbsp;</a>\n"),
    good: LintExample("a.xml", "<a>&#160;</a>\n"))

  static let xmlNamespace = LintRule(
    .xmlNamespace, summary: "a name that breaks Namespaces in XML",
    why: """
      A prefix that nothing declares has no meaning; programs that know namespaces refuse the file, \
      others take the name as it is.
      """,
    bad: LintExample("a.xml", "<a><g:b/></a>\n"),
    good: LintExample("a.xml", "<a xmlns:g=\"urn:example\"><g:b/></a>\n"))

  static let feedDoubleEscaped = LintRule(
    .feedDoubleEscaped, .warning, summary: "doubly escaped text in a feed",
    why: """
      A title is plain text, so that readers show `&amp;amp;` as `&amp;`. `pliant repair --only double-escaping` undoes \
      one level.
      """,
    bad: LintExample("a.xml", "<rss version=\"2.0\"><channel><title>A &amp;amp; B</title></channel></rss>\n"),
    good: LintExample("a.xml", "<rss version=\"2.0\"><channel><title>A &amp; B</title></channel></rss>\n"))

  static let xmlDoctype = LintRule(
    .xmlDoctype, .warning, summary: "a document type that can harm readers, or that determines the text",
    why: """
      Entities inside entities make small files huge, and external parameter entities make readers open files and \
      connections. An ordinary external document type is fine, but a reference to an entity that it may declare is a \
      finding, since programs that do not read it see another text.
      """,
    bad: LintExample("a.xml", "<!DOCTYPE a [<!ENTITY % b SYSTEM \"http://example.com/b.dtd\"> %b;]>\n<a/>\n"),
    good: LintExample("a.xml", "<!DOCTYPE a SYSTEM \"a.dtd\" [<!ENTITY b \"text\">]>\n<a>&b;</a>\n"))

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

  static let plistStructure = LintRule(
    .plistStructure, summary: "the elements are not those of a property list",
    why: """
      Readers accept a property list whole or not at all: one wrong element and the application starts without \
      its settings.
      """,
    bad: .propertyList("<dict>\n  <key>a</key>\n</dict>"),
    good: .propertyList("<dict>\n  <key>a</key>\n  <true/>\n</dict>"))

  static let plistDuplicateKey = LintRule(
    .plistDuplicateKey, summary: "a dictionary has a key twice",
    why: "One of the two values is lost; which one depends on the reader.",
    bad: .propertyList("<dict>\n  <key>a</key>\n  <true/>\n  <key>a</key>\n  <false/>\n</dict>"),
    good: .propertyList("<dict>\n  <key>a</key>\n  <true/>\n  <key>b</key>\n  <false/>\n</dict>"))

  static let plistValue = LintRule(
    .plistValue, summary: "an invalid date, data, integer or real, or a value that a schema forbids",
    why: "Readers refuse the file or read a wrong value.",
    bad: .propertyList("<date>2012-02-30T00:00:00Z</date>"),
    good: .propertyList("<date>2012-02-29T00:00:00Z</date>"))

  static let plistDoctype = LintRule(
    .plistDoctype, .warning, summary: "a property list with a document type that is not Apple's",
    why: """
      Validating readers check against the named type; a wrong one makes them refuse the file or look \
      for it on the network.
      """,
    bad: example("SYSTEM \"http://example.org/my.dtd\""),
    good: example(
      "PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\""))

  private static func example(_ type: String) -> LintExample {
    let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist \(type)>\n"
    return LintExample("a.plist", start + "<plist version=\"1.0\"><true/></plist>\n")
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
