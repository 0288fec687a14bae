// encoding/mixed: parts of the file are in different encodings.

import PliantCore

extension LintRule {
  static let encodingMixed = LintRule(
    .encoding, "mixed",
    summary: "parts of the file are in different encodings",
    why: """
      No single declaration can be true; the file was put together from pieces, or edited by programs \
      that disagreed.
      """,
    bad: LintExample(
      "a.xml",
      bytes: [
        0x3C, 0x3F, 0x78, 0x6D, 0x6C, 0x20, 0x76, 0x65, 0x72, 0x73, 0x69, 0x6F, 0x6E, 0x3D, 0x22, 0x31, 0x2E,
        0x30, 0x22, 0x20, 0x65, 0x6E, 0x63, 0x6F, 0x64, 0x69, 0x6E, 0x67, 0x3D, 0x22, 0x55, 0x54, 0x46, 0x2D,
        0x38, 0x22, 0x3F, 0x3E, 0x0A, 0x3C, 0x61, 0x3E, 0x3C, 0x62, 0x3E, 0x47, 0x72, 0xC3, 0xB6, 0xC3, 0x9F,
        0x65, 0x3C, 0x2F, 0x62, 0x3E, 0x3C, 0x63, 0x3E, 0x47, 0x72, 0xF6, 0xDF, 0x65, 0x3C, 0x2F, 0x63, 0x3E,
        0x3C, 0x2F, 0x61, 0x3E, 0x0A,
      ]),
    good: LintExample(
      "a.xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a><b>Größe</b><c>Größe</c></a>\n"),
    fix: "--fix=mixed puts each part whose encoding is certain into the declared encoding, or into UTF-8",
    check: .encoding(check))

  private static func check(_ facts: EncodingFacts, _ collector: inout LintCollector) {
    guard case .mixed(let offset) = facts.fault else { return }
    let parts = facts.foreignParts
    let start = facts.declared.map { "declared '\($0.name)', but " } ?? ""
    if parts.isEmpty {
      let message = start + (facts.declared == nil ? "\(facts.verdict.partsText): here " : "here ")
      return collector.add(
        .encodingMixed, at: facts.place(of: offset), message + "the \(facts.byteText(offset)) is not UTF-8")
    }
    // The last finding that is kept carries the changes of all that follow.
    for (index, part) in parts.enumerated().prefix(collector.limit) {
      let fixes = index == collector.limit - 1 ? parts[index...].flatMap(\.fixes) : part.fixes
      collector.add(.encodingMixed, at: .place(part.place), start + part.sentence, fixes: fixes)
    }
  }
}
