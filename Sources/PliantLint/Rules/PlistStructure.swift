// plist/structure: the elements are not those of a property list.

extension LintRule {
  static let plistStructure = LintRule(
    .plistStructure,
    summary: "the elements are not those of a property list",
    why: """
      Readers accept a property list whole or not at all: one wrong element and the application starts without \
      its settings.
      """,
    bad: .propertyList("<dict>\n  <key>a</key>\n</dict>"),
    good: .propertyList("<dict>\n  <key>a</key>\n  <true/>\n</dict>"))
}
