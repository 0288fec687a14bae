// binary/structure: a binary property list that contradicts itself.

extension LintRule {
  static let binaryStructure = LintRule(
    .binaryStructure,
    summary: "a binary property list that contradicts itself",
    why: "Its counts, offsets or references are invalid; the file is incomplete or damaged.",
    bad: LintExample("a.plist", bytes: Array(document.dropLast(3))),
    good: LintExample("a.plist", bytes: document))

  /// The value true, an offset table of one byte, and a trailer that refers to them.
  private static let document: [UInt8] =
    Array("bplist00".utf8) + [9, 8] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
    + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 9]
}
