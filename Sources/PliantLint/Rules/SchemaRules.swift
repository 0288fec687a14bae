// The rules of schemas: plist/type, plist/required and plist/unknown-key; plist/value is one of XMLRules.

extension LintRule {
  static let plistType = LintRule(
    .plistType, summary: "a value whose type is not that of the schema or of the documentation",
    why: """
      Programs ignore it or read another value, such as no interval for a string. pliant knows the documented keys of \
      Info.plist, entitlements, privacy manifests, .stringsdict files, jobs of launchd and configuration profiles; \
      `--schema` adds yours.
      """,
    bad: job("<key>StartInterval</key><string>60</string>"),
    good: job("<key>StartInterval</key><integer>60</integer>"))

  static let plistRequired = LintRule(
    .plistRequired, summary: "a key that the schema or the documentation requires is missing",
    why: "The entry means nothing without it. See `plist/type` for the schemas.",
    bad: manifest("<key>NSPrivacyAccessedAPITypes</key>\n<array><dict/></array>"),
    good: manifest("<key>NSPrivacyTracking</key><false/>"))

  static let plistUnknownKey: LintRule = LintRule(
    .plistUnknownKey, .warning, summary: "a key that the schema does not list",
    why: "It may be misspelt. Off unless selected, because programs may have keys of their own.",
    bad: manifest("<key>NSPrivacyTrackin</key><false/>"),
    good: manifest("<key>NSPrivacyTracking</key><false/>"),
    options: LintOptions(selecting: .plistUnknownKey), isDefault: false)

  private static func job(_ entry: String) -> LintExample {
    .propertyList(
      "<dict>\n<key>Label</key><string>a</string>\n<key>Program</key><string>/bin/a</string>\n\(entry)\n</dict>"
    )
  }

  private static func manifest(_ entry: String) -> LintExample {
    LintExample(
      name: "PrivacyInfo.xcprivacy", bytes: LintExample.propertyList("<dict>\n\(entry)\n</dict>").bytes)
  }
}
