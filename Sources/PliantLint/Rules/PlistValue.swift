// plist/value: an invalid date, data, integer or real.

extension LintRule {
  static let plistValue = LintRule(
    .plistValue,
    summary: "an invalid date, data, integer or real",
    why: "Readers refuse the file or read a wrong value.",
    bad: .propertyList("<date>2012-02-30T00:00:00Z</date>"),
    good: .propertyList("<date>2012-02-29T00:00:00Z</date>"))
}
