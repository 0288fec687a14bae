// Rules against their own examples, declared encodings against actual ones, and all mistakes of a document told.

import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct LinterTests {
  static func lint(_ bytes: [UInt8], _ name: String, _ options: LintOptions = LintOptions()) -> [Finding] {
    bytes.withByteView { Linter(options).lint($0, name: name).findings }
  }

  static func lint(_ text: String, _ name: String) -> [String] {
    lint(Array(text.utf8), name).map { "\($0.line):\($0.column) \($0.rule.id)" }
  }

  static func encode(_ text: String, _ name: String) throws -> [UInt8] {
    LintExample("", text, encoding: try #require(TextEncoding(name: name))).bytes
  }

  // MARK: Rules

  @Test func findsItsBadExampleAndNotItsGoodOne() async throws {
    try await forEachRow(of: LintRule.all.map(\.id.description)) { (id: String) in
      let rule = try #require(LintRule.named(id))
      #expect(rule.family.rawValue == rule.id.family)
      let bad = Self.lint(rule.bad.bytes, rule.bad.name, rule.options)
      #expect(bad.contains { $0.rule == rule }, "\(bad.map(\.rule.id))")
      #expect(bad.allSatisfy { $0.rule.family == rule.family }, "\(bad.map(\.rule.id))")
      #expect(Self.lint(rule.good.bytes, rule.good.name, rule.options).isEmpty)
    }
  }

  // MARK: Encodings

  static let sentence = "Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste."

  static func document(_ declared: String?, _ actual: String) throws -> [UInt8] {
    let declaration = declared.map { " encoding=\"\($0)\"" } ?? ""
    return try encode("<?xml version=\"1.0\"\(declaration)?>\n<a>\(sentence)</a>\n", actual)
  }

  @Test func findsWrongDeclarations() async throws {
    try await forEachRow(
      of: [
        ("UTF-8", "macintosh", "encoding/mismatch"), ("UTF-8", "ISO-8859-1", "encoding/mismatch"),
        ("ISO-8859-1", "UTF-8", "encoding/mismatch"), ("ISO-8859-1", "macintosh", "encoding/mismatch"),
        ("windows-1252", "macintosh", "encoding/mismatch"), ("macintosh", "ISO-8859-1", "encoding/mismatch"),
        ("macintosh", "UTF-8", "encoding/mismatch"), ("US-ASCII", "UTF-8", "encoding/mismatch"),
        ("UTF-16", "UTF-8", "encoding/mismatch"), (nil, "ISO-8859-1", "encoding/missing-declaration"),
        (nil, "macintosh", "encoding/missing-declaration"),
      ] as [(String?, String, String)]
    ) { (declared: String?, actual: String, rule: String) in
      let findings = Self.lint(try Self.document(declared, actual), "a.xml")
      #expect(findings.map(\.rule.id.description) == [rule])
      #expect(findings.first?.message.contains(actual) == true)
    }
  }

  @Test func honestFilesAreClean() async throws {
    try await forEachRow(
      of: [
        ("UTF-8", "UTF-8"), ("ISO-8859-1", "ISO-8859-1"), ("windows-1252", "ISO-8859-1"),
        ("macintosh", "macintosh"),
        ("ISO-8859-15", "ISO-8859-1"), (nil, "UTF-8"),
      ] as [(String?, String)]
    ) { (declared: String?, actual: String) throws in
      #expect(Self.lint(try Self.document(declared, actual), "a.xml").isEmpty)
    }
  }

  @Test func tooLittleToTellIsNoError() throws {
    for (name, byte) in [
      ("ISO-8859-1", UInt8(0xE4)), ("macintosh", 0x8A), ("windows-1252", 0x80), ("windows-1251", 0xE4),
    ] {
      let bytes = Array("<?xml version=\"1.0\" encoding=\"\(name)\"?><a>".utf8) + [byte] + Array("</a>".utf8)
      #expect(Self.lint(bytes, "a.xml").isEmpty, "\(name)")
    }
  }

  @Test func fixesMakeTheDeclarationOrTheBytesTrue() throws {
    let bytes = try Self.document("ISO-8859-1", "macintosh")
    let declared = try #require(LintFixer(LintOptions(), kind: .declaration).fix(bytes, name: "a.xml"))
    #expect(declared.bytes == (try Self.document("macintosh", "macintosh")))
    let encoded = try #require(LintFixer(LintOptions(), kind: .bytes).fix(bytes, name: "a.xml"))
    #expect(encoded.bytes == (try Self.document("ISO-8859-1", "ISO-8859-1")))
    #expect(LintFixer(LintOptions(), kind: .bytes).fix(encoded.bytes, name: "a.xml") == nil)
  }

  @Test func whatCanBeFixedIsFixed() async throws {
    try await forEachRow(of: LintRule.all.filter { $0.fix != nil }.map(\.id.description)) {
      (id: String) throws in
      let rule = try #require(LintRule.named(id))
      let kinds = LintFix.Kind.allCases.filter { rule.fix?.contains("--fix=\($0.rawValue)") == true }
      #expect(!kinds.isEmpty)
      for kind in kinds {
        let fixed = try #require(
          LintFixer(rule.options, kind: kind).fix(rule.bad.bytes, name: rule.bad.name), "\(kind)")
        #expect(!Self.lint(fixed.bytes, rule.bad.name, rule.options).contains { $0.rule == rule }, "\(kind)")
      }
    }
  }

  // MARK: More than one mistake

  @Test func tellsThemAll() async throws {
    try await forEachRow(of: [
      (
        "a.plist",
        "<plist>\n<dict>\n<key>a</key>\n<key>b</key>\n<integer>x</integer>\n<date>y</date>\n<foo/>\n<key>c</key>\n</dict>\n</plist>",
        [
          "3:1 plist/structure", "5:1 plist/value", "6:1 plist/structure", "6:1 plist/value",
          "7:1 plist/structure", "8:1 plist/structure",
        ]
      ),
      (
        "a.xml", "<a b=\"1\" b=\"2\">\n&x; &y;\n<c:d/>\n</a>",
        [
          "1:10 xml/not-well-formed", "2:1 xml/undefined-entity", "2:5 xml/undefined-entity",
          "3:2 xml/namespace",
        ]
      ),
      (
        "a.json", "{\"a\": 1,\n\"b\": 02,\n\"c\": [1,],\n}",
        ["2:6 json/syntax", "3:9 json/syntax", "3:11 json/syntax"]
      ),
      ("a.json", "{\"a\": 1, \"a\": 2}", ["1:10 json/duplicate-key"]),
      ("a.strings", "\"a\" = \"b\"\n\"c\" = \"d\";", ["2:1 strings/syntax"]),
      ("a.jsonl", "{\"a\":1}\n{\"b\":}\n3\n[1,]\n", ["2:6 json/syntax", "4:4 json/syntax"]),
      ("a.txt", "plain text, not checked < & ", []), ("ABOUT", "<https://example.com/>\nSee there.\n", []),
      ("letter", "<ada@example.com> wrote:\n", []), ("feed", "<a/><b/>", ["1:5 xml/not-well-formed"]),
      (
        "a.xml", "<a><!-- x ------ y -- z\n--- --->\n</a>",
        ["1:11", "1:20", "2:1", "2:5"].map { $0 + " xml/not-well-formed" }
      ),
    ]) { (name: String, text: String, expected: [String]) in
      let found = Self.lint(text, name)
      // What one rule says of a place may come with another column where a reader is more exact.
      #expect(
        found.map { $0.split(separator: " ")[1] } == expected.map { $0.split(separator: " ")[1] }, "\(found)")
    }
  }

  /// One mistake is one finding, however much of the text it puts into another light.
  @Test func oneMistakeIsOneFinding() async throws {
    try await forEachRow(
      of: [
        ("a.strings", "\"a = \"b\";\n\"c\" = \"d\";\n", ["1:6 strings/syntax"]),
        (
          "a.strings", "\"a\" = \"he said \"hi\" to me\";\n\"c\" = ;\n",
          ["1:16 strings/syntax", "2:7 strings/syntax"]
        ),
        ("a.strings", "\"a\" = (1, 2;\n\"b\" = \"c\"\n", ["1:7 strings/syntax", "2:10 strings/syntax"]),
        ("a.pbxproj", "{ a 1; b = 2; }\n", ["1:4 plist/structure"]),
        ("a.plist", "\"UTF\\U20138\"", []),
        ("a.json", "{\"a\"}", ["1:5 json/syntax"]),
        (
          "a.plist",
          "<plist><dict>\n<key>a</key><string>x\n<key>b</key><integer>1</integer>\n</dict></plist>",
          ["2:13 xml/not-well-formed", "3:1 plist/structure"]
        ),
      ] as [(String, String, [String])]
    ) { (name: String, text: String, expected: [String]) in
      #expect(Self.lint(text, name) == expected)
    }
  }

  /// What follows a mistake in the encoding is read on, whatever stands for the bytes that nobody knows.
  @Test(
    arguments: [
      (
        "a.plist",
        "<?xml version=\"1.0\" encoding=\"UTF-99\"?>\n<plist><dict><key>\u{E4}</key><true/></dict></plist>",
        ["1:31 encoding/unknown-name"]
      ),
      (
        "a.plist", "<?xml version=\"1.0\" encoding=\"UTF-7\"?>\n<plist><string>\u{E4}x</string></plist>",
        ["2:16 encoding/invalid-bytes"]
      ),
      (
        "a.xml", "<?xml version=\"1.0\" encoding=\"UTF-99\"?>\n<a>\u{E4}\n<b></a>",
        ["1:31 encoding/unknown-name", "3:1 xml/not-well-formed"]
      ),
      (
        "a.xml", "<a>\u{C3}\u{A4}\u{C3}\u{B6}\u{C3}\u{BC}\n\u{E4} <b></a>",
        ["2:1 encoding/mixed", "2:3 xml/not-well-formed"]
      ),
      ("a.json", "{\"a\": \"\u{E4}\",\n}", ["1:8 json/encoding", "1:10 json/syntax"]),
    ] as [(String, String, [String])])
  func readsOnAfterMistakesInTheEncoding(_ name: String, _ latin1: String, _ expected: [String]) {
    #expect(
      Self.lint(LintExample("", latin1, encoding: .latin1).bytes, name).map {
        "\($0.line):\($0.column) \($0.rule.id)"
      }
        == expected)
  }

  @Test func otherWaysToDeclareAnEncodingAreLeftAlone() {
    let text = "#!/usr/bin/python\n# -*- coding: iso-8859-1 -*-\ns = 'Größe und Übung, täglich'\n"
    #expect(Self.lint(LintExample("", text, encoding: .latin1).bytes, "a.py").isEmpty)
    let silent = text.replacing("coding", with: "author")
    #expect(
      Self.lint(LintExample("", silent, encoding: .latin1).bytes, "a.py").map(\.rule.id.description) == [
        "encoding/missing-declaration"
      ]
    )
  }

  @Test func messagesStayOnTheirLine() {
    let diagnostic = Diagnostic(.error, at: .text(line: 1, column: 2), "a\nb\tc\u{1}", rule: .unspecified)
    #expect(diagnostic.text(file: "f") == "f:1:2: error: a\\nb\\tc\\x01 [document/unspecified]")
  }

  @Test func textsOfOtherKindsGetOnlyTheRulesOfEncodings() {
    #expect(Self.lint("{% if a %}<p>b</p>{% end %}", "a.html").isEmpty)
    #expect(Self.lint("[link]: http://example.org/", "a.md").isEmpty)
    #expect(Self.lint("<!ELEMENT a EMPTY>", "a.dtd").isEmpty)
    #expect(Self.lint("{\"a\":}", "a").map { $0.suffix(11) } == ["json/syntax"])
    #expect(Self.lint("<root>", "<stdin>") == ["1:1 xml/not-well-formed"])
    // HTML declares its encoding in a way of its own.
    let page =
      "<html><meta http-equiv=\"Content-Type\" content=\"text/html; charset=ISO-8859-1\"><p>Größe und Übung</p></html>"
    #expect(Self.lint(LintExample("", page, encoding: .latin1).bytes, "a.html").isEmpty)
    let silent = Self.lint(
      LintExample("", "<html><p>Größe und Übung, täglich</p></html>", encoding: .latin1).bytes, "a.html")
    #expect(silent.map(\.rule.id.description) == ["encoding/missing-declaration"])
    // IANA lists neither of the names.
    let mac = "<?xml version=\"1.0\" encoding=\"MacCyrillic\"?><a/>"
    #expect(Self.lint(mac, "a.xml").isEmpty)
  }

  @Test func commentsSilence() {
    let bad =
      "<plist><dict>\n<key>a</key>\n<date>x</date> <!-- pliant:ignore plist/value -->\n</dict></plist>"
    #expect(Self.lint(bad, "a.plist").isEmpty)
    let above = "<plist><dict>\n<key>a</key>\n<!-- pliant:ignore plist -->\n<date>x</date>\n</dict></plist>"
    #expect(Self.lint(above, "a.plist").isEmpty)
    let other = "<plist><dict>\n<key>a</key>\n<date>x</date> <!-- pliant:ignore xml -->\n</dict></plist>"
    #expect(Self.lint(other, "a.plist") == ["3:1 plist/value"])
    let whole = "<!-- pliant:ignore-file -->\n<plist><dict>\n<key>a</key>\n<date>x</date></dict></plist>"
    #expect(Self.lint(whole, "a.plist").isEmpty)
  }

  @Test(.corpus("realworld")) func realFilesAreHonest() {
    let entries = corpusEntries("realworld") + corpusEntries("feeds")
    var faults: [String] = []
    // Files that these projects keep because their encoding is wrong.
    let known = ["/encoding/", "/illformed/", "uolNoticias", "itunes-"]
    for entry in entries where !known.contains(where: entry.path.contains) {
      let findings = Self.lint(entry.bytes, entry.path).filter { $0.rule.family == .encoding }
      faults += findings.map { "\(entry.path): \($0.message)" }
    }
    #expect(faults.isEmpty)
  }

  /// A coding comment where Emacs does not read it tells people the encoding.
  @Test func anOverlookedNameIsKnown() throws {
    func lint(_ comment: String) throws -> [String] {
      let text = "[x]\n\(comment)\na=Größe und Wärme, Übergänge über den Flüssen\n"
      return Self.lint(try Self.encode(text, "ISO-8859-1"), "a.ini").map(\.rule.id.description)
    }
    #expect(try lint("; -*- coding: iso-8859-1 -*-").isEmpty)
    #expect(try lint("; -*- coding: utf-8 -*-") == ["encoding/missing-declaration"])
    #expect(try lint("; none") == ["encoding/missing-declaration"])
  }
}
