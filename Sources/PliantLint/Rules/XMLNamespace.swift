// xml/namespace: a name that breaks Namespaces in XML.

extension LintRule {
  static let xmlNamespace = LintRule(
    .xmlNamespace,
    summary: "a name that breaks Namespaces in XML",
    why: """
      A prefix that nothing declares has no meaning; programs that know namespaces refuse the file, \
      others take the name as it is.
      """,
    bad: LintExample("a.xml", "<a><g:b/></a>\n"),
    good: LintExample("a.xml", "<a xmlns:g=\"urn:example\"><g:b/></a>\n"))
}
