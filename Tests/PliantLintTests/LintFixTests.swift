// What --fix changes is proved: the encoding once, from the bytes as they are, to exactly the text that they hold.

import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct LintFixTests {
  static func document(_ declared: String, _ text: String, _ actual: String) throws -> [UInt8] {
    let whole = "<?xml version=\"1.0\" encoding=\"\(declared)\"?>\n<a>\(text)</a>\n"
    return LintExample("", whole, encoding: try #require(TextEncoding(name: actual))).bytes
  }

  static func fix(_ bytes: [UInt8], _ kind: LintFix.Kind) -> [UInt8]? {
    LintFixer(LintOptions(), kind: kind).fix(bytes, name: "a.xml")?.bytes
  }

  /// The text by what is declared.
  static func text(_ bytes: [UInt8]) -> String? {
    bytes.withByteView { bytes in
      let decoded = DecodedText(bytes, kind: .xml)
      return decoded.problem == nil ? decoded.withText { $0.string } : nil
    }
  }

  static let russian = """
    Не удалось открыть файл: доступ запрещён. Проверьте права на каталог и повторите попытку, указав другой путь. \
    Если ошибка появится снова, обратитесь к администратору: Возможно, Диск Переполнен Или Повреждён.
    """
  static let polish = "Nie można otworzyć pliku: sprawdź, czy ścieżka do katalogu jest właściwa"

  @Test func findsAndFixesFalseDeclarationsInEveryScript() async throws {
    try await forEachRow(of: [
      ("windows-1251", "KOI8-R", Self.russian), ("KOI8-R", "windows-1251", Self.russian),
      ("ISO-8859-1", "KOI8-R", Self.russian),
      ("macintosh", "windows-1251", Self.russian), ("ISO-8859-1", "ISO-8859-2", Self.polish),
      ("macintosh", "ISO-8859-2", Self.polish), ("ISO-8859-2", "UTF-8", Self.polish),
      ("KOI8-R", "UTF-8", Self.russian),
    ]) { (declared: String, actual: String, text: String) throws in
      let bytes = try Self.document(declared, text, actual)
      #expect(
        LinterTests.lint(bytes, "a.xml").map(\.rule) == [try #require(LintRule.named("encoding/mismatch"))])
      for kind in LintFix.Kind.allCases {
        guard let fixed = Self.fix(bytes, kind) else {
          #expect(kind != .declaration)
          continue
        }
        let found = try #require(Self.text(fixed))
        #expect(found.contains("<a>\(text)</a>") || kind == .bytes && found.contains("&#x"), "\(kind)")
        // Once fixed, the file stays as it is.
        #expect(Self.fix(fixed, kind) == nil)
      }
    }
  }

  /// A word of Western Europe is enough.
  @Test func fixesSingleWords() async throws {
    try await forEachRow(of: ["Café", "Müller", "niño", "hôtel", "été", "crème", "São Paulo", "Straße"]) {
      (word: String) in
      let bytes = try Self.document("UTF-8", word, "ISO-8859-1")
      let fixed = try #require(Self.fix(bytes, .declaration))
      #expect(Self.text(fixed)?.contains("<a>\(word)</a>") == true)
    }
  }

  @Test func whatIsNotCertainStays() throws {
    // Latin-1, in which È is the likelier letter of Mac OS Roman.
    let portuguese =
      Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>HTTP ".utf8) + [0xE9]
      + Array(" a 80</a>\n".utf8)
    #expect(!LinterTests.lint(portuguese, "a.xml").isEmpty)
    for kind in LintFix.Kind.allCases { #expect(Self.fix(portuguese, kind) == nil) }
    // CESU-8: surrogates encoded each by itself.
    let cesu =
      Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>".utf8)
      + [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80, 0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x81] + Array("</a>\n".utf8)
    for kind in LintFix.Kind.allCases { #expect(Self.fix(cesu, kind) == nil) }
  }

  @Test func correctTextIsNeverMadeWorse() throws {
    let bytes = try Self.document("macintosh", "Èmfasi", "UTF-8")
    for kind in LintFix.Kind.allCases {
      guard let fixed = Self.fix(bytes, kind) else { continue }
      #expect(Self.text(fixed)?.contains("Èmfasi") == true, "\(kind)")
      #expect(Self.fix(fixed, kind) == nil)
    }
  }

  @Test func aDeclarationBehindALineFeedIsNotWrittenTwice() throws {
    let bytes = try [0x0A] + Self.document("UTF-8", LinterTests.sentence, "ISO-8859-1")
    let fixed = try #require(Self.fix(bytes, .declaration))
    #expect(fixed == (try Self.document("ISO-8859-1", LinterTests.sentence, "ISO-8859-1")))
    // Behind a comment it does not count, whatever it says.
    let commented = try Array("<!-- a -->".utf8) + Self.document("UTF-8", LinterTests.sentence, "ISO-8859-1")
    #expect(Self.fix(commented, .declaration) == nil)
  }

  /// What precedes the name takes other numbers of bytes in UTF-8 and in the file; no browser reads UTF-32.
  @Test(arguments: ["UTF-16LE", "UTF-16BE"])
  func theNameIsFoundBehindOtherLetters(_ actual: String) throws {
    func page(_ name: String) throws -> [UInt8] {
      let text = "\u{FEFF}<html><title>Größe 😀 в</title>\n<meta charset=\"\(name)\"><p>ä</html>\n"
      return LintExample("", text, encoding: try #require(TextEncoding(name: actual))).bytes
    }
    let bytes = try page("ISO-8859-1")
    let findings = LinterTests.lint(bytes, "a.html")
    #expect(findings.map { "\($0.line):\($0.column) \($0.rule.id)" } == ["2:16 encoding/bom-mismatch"])
    let fixed = try #require(LintFixer(LintOptions(), kind: .declaration).fix(bytes, name: "a.html")?.bytes)
    #expect(fixed == (try page("UTF-16")))
  }

  /// Found by a fuzz target: the name is of letters that are three bytes in UTF-8.
  @Test func aNameOfLettersAboveASCIIIsFixed() throws {
    func text(_ name: String) -> String { "<?xml version=\"1.0\" encoding=\"\(name)\"?><a>ä</a>" }
    let named = text(String(repeating: "\u{E4E4}", count: 20))
    let fixed = try #require(
      Self.fix(LintExample("", named, encoding: .utf16(.littleEndian)).bytes, .declaration))
    #expect(Self.text(fixed) == text("UTF-16LE"))
  }

  @Test func fixableMeansThatItIsFixed() throws {
    let documents = [
      try Self.document("ISO-8859-1", Self.russian, "KOI8-R"), try Self.document("utf8", "a", "UTF-8"),
      try Self.document("UTF-8", "<b>Größe der Fläche über den Bäumen", "ISO-8859-1"),
    ]
    for bytes in documents {
      let findings = bytes.withByteView {
        Linter(LintOptions(), makesFixes: true).lint($0, name: "a.xml").findings
      }
      let isFixable = findings.contains { $0.fixes.contains { $0.kind == .declaration } }
      #expect(isFixable == (Self.fix(bytes, .declaration) != nil))
    }
  }

  @Test func charactersThatNobodyWroteAreFound() {
    #expect(
      LinterTests.lint("<a>Gr\u{FFFD}e\n\u{FFFD}\u{FFFD}</a>", "a.xml") == [
        "1:6 encoding/lost-characters", "2:1 encoding/lost-characters",
      ])
    #expect(
      LinterTests.lint("<a>don\u{92}t &#x92; &#146; &#1460;</a>", "a.xml") == [
        "1:7 encoding/control-characters", "1:10 encoding/control-characters",
      ])
    #expect(LinterTests.lint("\u{FEFF}<a>b\u{FEFF}</a>", "a.xml") == ["1:5 encoding/stray-bom"])
    // A program that looks for them has them alone in quotation marks.
    #expect(LinterTests.lint("x = '\u{FFFD}' + `\u{FEFF}`", "a.js").isEmpty)
    #expect(LinterTests.lint("x = 'a\u{FFFD}'", "a.js") == ["1:7 encoding/lost-characters"])
  }

  @Test func namesDecideWhatIsADocument() {
    let noise = (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 3) }
    for name in ["r.plist", "r.json", "r.xml", "r.strings", "Package.resolved"] {
      #expect(LinterTests.lint(noise, name).map(\.rule.id.description) == ["file/unrecognised"], "\(name)")
    }
    #expect(LinterTests.lint(noise, "r.bin").isEmpty)
    // A compiled terminal description, most of which is numbers of two bytes.
    var terminal: [UInt8] =
      [0x1A, 1, 6, 0, 2, 0, 3, 0, 130, 0, 40, 0] + Array("m|our\0".utf8) + [1, 1, 80, 0, 255, 255, 24, 0]
    for _ in 0..<20 { terminal += [255, 255, 4, 0, 130, 0, 10, 0] }
    #expect(LinterTests.lint(terminal, "mine").isEmpty)
    for name in ["tsconfig.json", "tsconfig.build.json", ".vscode/settings.json", "a.jsonc", "a.json5"] {
      #expect(LinterTests.lint("{\n  // a comment\n  \"a\": [1,],\n}\n", name).isEmpty, "\(name)")
    }
    #expect(!LinterTests.lint("{\n  // a comment\n}\n", "a.json").isEmpty)
    #expect(LinterTests.lint("{\n  // a comment\n  \"a\": }\n", "tsconfig.json") == ["3:8 json/syntax"])
    #expect(LinterTests.lint("{a: 'b', c: +1,}\n", "a.json5").isEmpty)
    #expect(!LinterTests.lint("{a: 'b'}\n", "a.jsonc").isEmpty)
  }

  @Test func documentTypesInOtherFilesAreTold() {
    #expect(LinterTests.lint("<!DOCTYPE a SYSTEM \"x.dtd\"><a/>", "a.xml").isEmpty)
    #expect(
      LinterTests.lint("<!DOCTYPE a SYSTEM \"x.dtd\"><a>&cur; 5</a>", "a.xml") == ["1:31 xml/doctype"])
    #expect(
      LinterTests.lint(
        "<?xml version=\"1.0\" standalone=\"yes\"?><!DOCTYPE a SYSTEM \"x\"><a>&c;</a>", "a.xml")
        == ["1:65 xml/undefined-entity"])
    #expect(
      LinterTests.lint("<!DOCTYPE a [<!ENTITY % p SYSTEM \"p\"> %p;]><a/>", "a.xml") == ["1:1 xml/doctype"])
    var levels = "<!ENTITY e0 \"0123456789\">"
    for level in 1...6 {
      levels += "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 10) + "\">"
    }
    #expect(LinterTests.lint("<!DOCTYPE a [\(levels)]><a/>", "a.xml") == ["1:1 xml/doctype"])
    #expect(
      LinterTests.lint("<!DOCTYPE a [<!ENTITY b \"c\"><!ENTITY d \"&b;&b;\">]><a>&d;</a>", "a.xml").isEmpty)
    // What is not read may declare prefixes, unless the document says that it stands alone.
    let target = "<!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target><xi:include href=\"a.xml\"/></target>"
    #expect(LinterTests.lint(target, "a.xml").isEmpty)
    #expect(
      LinterTests.lint("<?xml version=\"1.0\" standalone=\"yes\"?>" + target, "a.xml").map { $0.suffix(13) }
        == [
          "xml/namespace"
        ])
    let page =
      "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">"
    #expect(LinterTests.lint(page + "<html>&eacute;</html>", "a.xhtml").isEmpty)
  }

  @Test func sourceThatBeginsLikeJSONIsNoJSON() {
    #expect(LinterTests.lint("[1, 2]\nprint(a)\n", "__init__.py").isEmpty)
    #expect(!LinterTests.lint("[1, 2]\nprint(a)\n", "data").isEmpty)
    #expect(LinterTests.lint("[[source]]\nurl = \"x\"\n", "Pipfile").isEmpty)
    #expect(!LinterTests.lint("[[1, 2]\n", "data").isEmpty)
  }

  @Test func templatesAreNoDocuments() {
    for name in ["%(encoding)s", "{{ encoding }}", "@ENCODING@"] {
      let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?>\n<a>"
      #expect(LinterTests.lint(text, "page.txt").isEmpty && LinterTests.lint(text, "a.xml.in").isEmpty)
    }
  }

  @Test func unknownRulesInCommentsAreErrors() {
    let text = "<é/><!-- pliant:ignore xml -->\r\n\r\n<!-- é --> <!-- pliant:ignore xml/namespac -->\n"
    let outcome = Array(text.utf8).withByteView { Linter().lint($0, name: "a.xml") }
    #expect(
      outcome.troubles.map { $0.text(file: "f") } == [
        "f:3:17: error: unknown rule 'xml/namespac'; did you mean 'xml/namespace'? [lint/suppression]"
      ])
  }
}
