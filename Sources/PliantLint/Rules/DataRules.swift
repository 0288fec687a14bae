// The rules json/…, strings/…, file/… and binary/….

extension LintRule {
  static let jsonSyntax = LintRule(
    .jsonSyntax, summary: "the text breaks the grammar of JSON (RFC 8259)",
    why: "Every JSON reader must refuse it; comments and trailing commas are not JSON.",
    bad: LintExample("a.json", "{\"a\": [1, 2,]}\n"),
    good: LintExample("a.json", "{\"a\": [1, 2]}\n"))

  static let jsonDuplicateKey = LintRule(
    .jsonDuplicateKey, summary: "an object has a key twice",
    why: "RFC 8259 does not define which value counts; programs silently lose one.",
    bad: LintExample("a.json", "{\"a\": 1, \"a\": 2}\n"),
    good: LintExample("a.json", "{\"a\": 1, \"b\": 2}\n"))

  static let jsonEncoding = LintRule(
    .jsonEncoding, summary: "JSON that is not UTF-8",
    why: "RFC 8259 requires UTF-8 between systems; some readers silently replace other bytes.",
    bad: LintExample("a.json", "{\"ort\": \"Grüße aus Köln\"}\n", encoding: .latin1),
    good: LintExample("a.json", "{\"ort\": \"Grüße aus Köln\"}\n"),
    fix: "--fix=bytes encodes the text as UTF-8 if its encoding is certain",
    check: .encoding { rule, analysis, collector in
      guard case .notUTF8(let offset) = analysis.contradiction else { return }
      let message = offset.map(analysis.strayText) ?? "the bytes are \(analysis.verdict.encoding.name)"
      collector.add(
        rule, at: offset.map(analysis.place) ?? EncodingAnalysis.beginning,
        "JSON must be UTF-8: \(message)",
        fixes: analysis.bytesFix(to: .utf8))
    })

  static let stringsSyntax = LintRule(
    .stringsSyntax,
    summary: "the text breaks the grammar of .strings, gettext or Android resources",
    why: "The application shows keys instead of text, or the compiler of the texts rejects them.",
    bad: LintExample("a.strings", "\"a\" = \"b\"\n\"c\" = \"d\";\n"),
    good: LintExample("a.strings", "\"a\" = \"b\";\n\"c\" = \"d\";\n"))

  static let stringsIgnoredTail = LintRule(
    .stringsIgnoredTail, summary: "text after the place where Apple's readers stop",
    why: """
      The reader stops silently at the first text that is not an entry; all translations after it are missing.
      """,
    bad: LintExample("a.strings", "\"a\" = \"b\";\n\u{201C}c\u{201D} = \u{201C}d\u{201D};\n\"e\" = \"f\";\n"),
    good: LintExample("a.strings", "\"a\" = \"b\";\n\"c\" = \"d\";\n\"e\" = \"f\";\n"))

  static let stringsDuplicateKey = LintRule(
    .stringsDuplicateKey, summary: "a key, name or id with two translations",
    why: "The application shows only one of them.",
    bad: LintExample("a.strings", "\"a\" = \"b\";\n\"a\" = \"c\";\n"),
    good: LintExample("a.strings", "\"a\" = \"b\";\n\"c\" = \"d\";\n"))

  static let limitDepth = LintRule(
    .limitDepth, summary: "elements or containers nested deeper than the limit",
    why: "pliant stops there, and so do other readers, which protects them from exhausting their memory.",
    bad: LintExample(
      "a.json", String(repeating: "[", count: 513) + String(repeating: "]", count: 513) + "\n"),
    good: LintExample("a.json", "[[]]\n"))

  static let fileUnrecognised = LintRule(
    .fileUnrecognised, summary: "content that is not of the kind that the file name promises",
    why: "No program can read the file, because of damage, encryption, compression or a wrong name.",
    bad: LintExample(
      name: "a.plist",
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

  static let binaryStructure = LintRule(
    .binaryStructure, summary: "a binary property list that contradicts itself",
    why: "Its counts, offsets or references are invalid; the file is incomplete or damaged.",
    bad: LintExample(name: "a.plist", bytes: Array(document.dropLast(3))),
    good: LintExample(name: "a.plist", bytes: document))

  /// The value true, an offset table of one byte, and a trailer that refers to them.
  private static let document: [UInt8] =
    Array("bplist00".utf8) + [9, 8] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
    + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 9]
}
