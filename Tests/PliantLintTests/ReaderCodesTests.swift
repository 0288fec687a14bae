// Every mistake that a reader can tell is a finding: its rule exists, and a document shows that lint gets to it.

import Foundation
import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct ReaderCodesTests {
  /// The codes that readers tell of a document, by the first word of their names.
  static func codes() throws -> [DeclaredCode] {
    let readers: Set = ["xml", "plist", "openstep", "strings", "json", "binary", "encoding"]
    return try DeclaredCode.inTables(
      of: "PliantBase", "PliantText", "PliantCodecs", "PliantFormats", "PliantLint"
    ).filter {
      readers.contains(String($0.name.prefix { $0 != "." }))
        && !["xml/style", "conversion/loss", "encoding/unmappable"].contains($0.rule)
    }
  }

  /// Codes that no document brings about in lint, and why.
  static let elsewhere: [String: String] = [
    "xml.token-too-long": "needs more than a gigabyte",
    "xml.relative-namespace": "only canonical form refuses it",
    "xml.unread-entity": "only canonical form and XPath refuse it",
    "plist.unwritable-character": "a writer's",
    "plist.reference-in-stream": "lint resolves no reference in a file that it reads in parts",
    "openstep.empty": "an empty file is an empty dictionary in the other dialect",
    "binary.magic": "lint takes the file for text",
    "binary.references-too-narrow": "the object count is refused first",
    "binary.offsets-too-narrow": "the offset table is refused first",
    "binary.overlap": "needs a large file", "binary.repetition": "needs a large file",
    "json.encoding": "lint says more of the bytes itself", "encoding.unknown-name": "lint words it",
    "encoding.bom-mismatch": "lint words it", "encoding.mismatch": "lint words it",
    "encoding.mixed": "lint words it",
    "encoding.invalid-bytes": "lint says more of the bytes itself",
    "xml.misplaced-declaration": "tested below: the encoding's rule tells it at the beginning",
  ]

  /// Documents beside those of testdata/invalid.
  static let documents: [(name: String, text: String)] = [
    ("a.strings", "\"a\" = \"\\u7f6e\";"),
    ("a.xml", "<a" + (0...10_000).map { " a\($0)=''" }.joined() + "/>"),
    ("a.xml", "<\(String(repeating: "n", count: 70_000))/>"),
    (
      "a.xml",
      "<!DOCTYPE a [" + (0..<60).map { "<!ENTITY e\($0) \"&e\($0 + 1);\">" }.joined()
        + "<!ENTITY e60 'x'>]><a>&e0;</a>"
    ),
    ("a.strings", "\"a\" = \"b\"; ] \"c\" = \"d\";"), ("a.strings", "\"a\" = \"b\"; }"),
    ("a.strings", "\"a\" \"b\";"),
    ("a.pbxproj", "{ a = 1; ( = 1; }"), ("a.strings", "\"a\" = \"b\"c\";"),
    ("a.pbxproj", "{ a = 1;; b = 2; }"), ("a.pbxproj", "{ a = (1 2); }"), ("a.pbxproj", "{ a = (1,,2); }"),
    ("a.pbxproj", "{ a = [1]; }"), ("a.pbxproj", "{ a = x@y; }"),
    ("a.strings", "\"a\" = \"b\"; /* \"c\" = \"d\";"),
    ("a.pbxproj", "{ a = <0fbd"), ("a.pbxproj", "{ a = <g0>; }"), ("a.pbxproj", "{ a = <[!!!!]>; }"),
    ("a.pbxproj", "{ a = <*X1>; }"), ("a.pbxproj", "{ a = <0fb>; }"), ("a.jsonl", "1 2\n"),
    ("a.jsonc", "[1 /* 2]"), ("a.json5", "[0x\(String(repeating: "F", count: 40))]"),
    ("a.json", "[1, \u{FEFF}2]"), ("a.json", "[1,,2]"), ("a.json", "{1: 2}"), ("a.json", "1]"),
    ("a.json", "[1, *]"),
    ("a.json", "[True]"), ("a.json", "[1,\u{A0}2]"), ("a.json", "[1.]"), ("a.json", "[1e]"),
    ("a.json", "[0x1F]"),
    ("a.json", "[-]"), ("a.json", "[“a”]"), ("a.json", "[\"a\nb\"]"), ("a.json", "[\"\\u12g4\"]"),
    ("a.plist", "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>"),
    ("a.json", "{\"a\":1,\"a\":2}"),
    ("a.plist", "<plist><dict ID='1'><key>a</key><dict IDREF='1'/></dict></plist>"),
    ("a.plist", "<plist><array><true ID='1'/><true ID='1'/><true IDREF='1'/></array></plist>"),
    ("a.plist", "<plist><array><true IDREF='1'/></array></plist>"),
    ("a.plist", "<plist><array><true ID='1'/><false IDREF='1'/></array></plist>"),
    ("a.plist", "<plist><array><string ID='1'/><string IDREF='1'>a</string></array></plist>"),
    ("a.plist", "<plist><data format='octal'>1</data></plist>"),
    ("a.plist", "<plist><data format='hex'>1G</data></plist>"),
    ("a.plist", "<plist><data>QUJDRA==RA==</data></plist>"), ("a.pbxproj", "{ a = Two Words; }"),
    ("a.pbxproj", "{ a = {length = 3, bytes = 0x112233}; }"),
    ("a.strings", "\"a\" = \"b\"; \"a\" = \"c\";"),
  ]

  /// Whether the message is the code's text with something in the place of `%`.
  private static func fits(_ message: String, _ text: String) -> Bool {
    guard let mark = text.firstIndex(of: "%") else { return message == text }
    return message.hasPrefix(text[..<mark]) && message.hasSuffix(text[text.index(after: mark)...])
  }

  @Test func everyMistakeIsAFinding() throws {
    var messages: Set<String> = []
    for (name, text) in Self.documents { messages.formUnion(Self.messages(Array(text.utf8), name)) }
    let folder = testdata("invalid")
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let file = folder.appendingPathComponent(path)
      if path.contains(".") { messages.formUnion(Self.messages(readBytes(file), file.lastPathComponent)) }
    }
    let codes = try Self.codes()
    #expect(codes.count > 150)
    for code in codes where Self.elsewhere[code.name] == nil {
      #expect(messages.contains { Self.fits($0, code.text) }, "no finding says \(code.name)")
    }
    let names = Set(codes.map(\.name))
    for name in Self.elsewhere.keys { #expect(names.contains(name), "\(name) is no code") }
  }

  private static func messages(_ bytes: [UInt8], _ name: String) -> [String] {
    bytes.withByteView { Linter().lint($0, name: name).findings.map(\.message) }
  }

  @Test func everyRuleOfAReaderIsListed() throws {
    for code in try Self.codes() {
      #expect(LintRule.named(code.rule) != nil, "\(code.rule) of \(code.name)")
    }
  }

  @Test func aDeclarationInsideIsNotWellFormed() {
    #expect(LinterTests.lint("<a><?xml version='1.0'?></a>", "a.xml") == ["1:4 xml/not-well-formed"])
    #expect(LinterTests.lint(" <?xml version='1.0'?><a/>", "a.xml") == ["1:2 encoding/declaration-not-first"])
  }

  @Test(arguments: [
    (
      "a.pbxproj", "{ a = x@y; b = (1 2,,3); c = <0g>; ; d e; f = ; g = \"h\" i = j; g = 1; }",
      ["1:8", "1:19", "1:21", "1:31", "1:36", "1:39", "1:47", "1:56", "1:64"]
    ),
    (
      "a.strings", "\"a\" = \"b\"\n\"c\" \"d\";\n\"e\" = ;\n\"f\" = \"\\UD800\";",
      ["1:10", "2:4", "3:7", "4:8"]
    ),
  ]) func readingGoesOn(_ name: String, _ text: String, _ places: [String]) {
    #expect(LinterTests.lint(text, name).map { String($0.prefix { $0 != " " }) } == places)
  }
}
