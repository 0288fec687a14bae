// file/unrecognised: a file that is neither text nor a known binary format, despite its name.

extension LintRule {
  static let fileUnrecognised = LintRule(
    .fileUnrecognised,
    summary: "neither text nor a known binary format, despite the file name",
    why: "No program can read the file, because of damage, encryption, compression or a wrong name.",
    bad: LintExample(
      "a.plist",
      bytes: [0x00, 0xFF, 0x8E, 0x03, 0x9D, 0x01, 0xC4, 0x80, 0x06, 0x07, 0x1F, 0x00, 0xE2, 0x90, 0x04]),
    good: LintExample("a.plist", "<plist version=\"1.0\"><true/></plist>\n"))

  /// Reports a binary file according to its name.
  static func checkBinary(_ subject: LintSubject, _ collector: inout LintCollector) -> Bool {
    guard LintedFileTypes.isLinted(subject.name), !LintedFileTypes.isKnownBinary(subject.input) else {
      return false
    }
    collector.add(
      .fileUnrecognised, at: .place(.wholeFile), "neither text nor a binary form of the type in the file name"
    )
    return true
  }
}
