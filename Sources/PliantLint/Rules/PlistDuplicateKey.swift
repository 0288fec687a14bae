// plist/duplicate-key: a dictionary has a key twice.

extension LintRule {
  static let plistDuplicateKey = LintRule(
    .plistDuplicateKey,
    summary: "a dictionary has a key twice",
    why: "One of the two values is lost; which one depends on the reader.",
    bad: .propertyList("<dict>\n  <key>a</key>\n  <true/>\n  <key>a</key>\n  <false/>\n</dict>"),
    good: .propertyList("<dict>\n  <key>a</key>\n  <true/>\n  <key>b</key>\n  <false/>\n</dict>"))
}
