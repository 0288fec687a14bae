// plist/value: an invalid date, data, integer or real.

extension LintRule {
  static let plistValue = LintRule(
    .plist, "value",
    summary: "an invalid date, data, integer or real",
    why: """
      Readers refuse the file or read a wrong value.
      """,
    bad: LintExample(
      "a.plist",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<date>2012-02-30T00:00:00Z</date>\n</plist>\n"
    ),
    good: LintExample(
      "a.plist",
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<date>2012-02-29T00:00:00Z</date>\n</plist>\n"
    ))
}
