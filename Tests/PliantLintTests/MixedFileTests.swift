// Files whose parts are in different encodings: found with every place, never declared or re-encoded as a whole, and
// put into one encoding by --fix=mixed where the parts are certain.

import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct MixedFileTests {
  /// Lines in an encoding each.
  private static func file(_ declared: String, _ lines: [(text: String, encoding: String)]) throws -> [UInt8]
  {
    var bytes = Array("<?xml version=\"1.0\" encoding=\"\(declared)\"?>\n<t>\n".utf8)
    for line in lines {
      bytes += try Array("<f>".utf8) + LinterTests.encode(line.text, line.encoding) + Array("</f>\n".utf8)
    }
    return bytes + Array("</t>\n".utf8)
  }

  private static let russian = "Не удалось открыть файл: доступ запрещён."
  private static let german = "Die Wärme der Übergänge überrascht die Gäste."
  private static let polish = "Nie można otworzyć pliku: sprawdź, czy ścieżka jest właściwa"
  private static let japanese = "ファイルを開くことができませんでした。もう一度やり直してください。"
  private static let french = "Les élèves ont été très étonnés de la réponse donnée à côté."

  private static let files: [(String, [(text: String, encoding: String)])] = [
    ("UTF-8", [(russian, "UTF-8"), (russian, "windows-1251")]),
    ("UTF-8", [(russian, "KOI8-R"), (russian, "UTF-8"), (russian, "UTF-8")]),
    ("windows-1251", [(russian, "windows-1251"), (russian, "UTF-8")]),
    ("UTF-8", [(german, "UTF-8"), (german, "ISO-8859-1")]),
    ("UTF-8", [(german, "UTF-8"), (german, "macintosh")]),
    ("ISO-8859-1", [(german, "ISO-8859-1"), (german, "macintosh")]),
    ("macintosh", [(german, "UTF-8"), (german, "macintosh")]),
    ("UTF-8", [(polish, "UTF-8"), (polish, "ISO-8859-2"), (polish, "UTF-8")]),
    ("UTF-8", [(japanese, "UTF-8"), (japanese, "Shift_JIS")]),
    ("UTF-8", [(japanese, "EUC-JP"), (japanese, "Shift_JIS")]),
    ("windows-1252", [(french, "UTF-8"), (french, "windows-1252"), ("plain", "UTF-8")]),
  ]

  @Test func partsArePutIntoTheDeclaredEncoding() async throws {
    try await forEachRow(of: Self.files.indices) { (index: Int) throws in
      let (declared, lines) = Self.files[index]
      let bytes = try Self.file(declared, lines)
      let findings = LinterTests.lint(bytes, "a.xml")
      #expect(
        findings.allSatisfy { $0.rule.id.description == "encoding/mixed" }, "\(findings.map(\.message))")
      // Every place that is not in the declared encoding, and no other.
      let wrong = lines.indices.filter { lines[$0].encoding != declared && lines[$0].text != "plain" }
      #expect(findings.map(\.line) == wrong.map { $0 + 3 }, "\(findings.map(\.message))")
      #expect(LintFixTests.fix(bytes, .declaration) == nil)
      #expect(LintFixTests.fix(bytes, .bytes) == nil)
      let fixed = try #require(LintFixTests.fix(bytes, .mixed), "\(findings.map(\.message))")
      #expect(try fixed == Self.file(declared, lines.map { ($0.text, declared) }))
      #expect(LintFixTests.fix(fixed, .mixed) == nil)
    }
  }

  private static let swedish = "Det går inte att öppna filen, åtkomst nekades av värden"
  private static let spanish = "No se encontró ningún código válido en la línea, inténtelo más tarde"
  private static let czech = "Soubor se nepodařilo otevřít, přístup byl odepřen správcem"

  /// One line in another encoding, although the declared one decodes it.
  @Test func oneLineInAnotherEncodingIsFound() async throws {
    try await forEachRow(of: [
      ("macintosh", "IBM850", Self.swedish), ("IBM850", "windows-1252", Self.swedish),
      ("windows-1252", "IBM850", Self.spanish), ("IBM852", "ISO-8859-2", Self.czech),
      ("x-mac-ce", "ISO-8859-2", Self.polish), ("windows-1250", "IBM852", Self.polish),
    ]) { (declared: String, other: String, text: String) in
      let bytes = try Self.file(declared, [declared, declared, other, declared].map { (text, $0) })
      let findings = LinterTests.lint(bytes, "a.xml")
      #expect(
        findings.map { "\($0.line) \($0.rule.id)" } == ["5 encoding/mixed"], "\(findings.map(\.message))")
      #expect(
        LinterTests.lint(try Self.file(declared, (0..<4).map { _ in (text, declared) }), "a.xml").isEmpty)
    }
  }

  /// Signs are not put in the place of letters that other lines have: 85 is `à` in IBM850 and `…` in windows-1252.
  @Test func signsMayBeLettersOfOtherLines() throws {
    let lines = [
      ("la verità non è più certa, perché può essere nota", "macintosh"),
      ("non è possibile, la libertà è già finita", "macintosh"),
      ("ò essere predisposta. Verrà chiesto se rimpiazzare", "IBM850"),
    ]
    let bytes = try Self.file("UTF-8", lines)
    let fixed = LintFixTests.fix(bytes, .mixed) ?? bytes
    #expect(!fixed.withByteView { $0.string.contains("Verr…") })
  }

  /// A line stays whole if the declared encoding cannot have one of its parts.
  @Test func linesOfWhichAPartCannotBeWrittenStay() throws {
    let ukrainian = "Не вдалося відкрити файл: доступ заборонено, рядок порожній"
    let line = "Ігноруємо назву «файл» (з \"%s\", рядок %lu і наступний рядок)"
    let lines = [(ukrainian, "x-mac-cyrillic"), (line, "x-mac-cyrillic"), (ukrainian, "KOI8-U")]
    let bytes = try Self.file("KOI8-U", lines)
    let fixed = try #require(LintFixTests.fix(bytes, .mixed))
    #expect(
      try fixed
        == Self.file("KOI8-U", [(ukrainian, "KOI8-U"), (line, "x-mac-cyrillic"), (ukrainian, "KOI8-U")]))
  }

  /// Two encodings in one line.
  @Test func runsInOneLineAreToldApart() throws {
    let start = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<f>".utf8)
    let text = "Größere Übergänge überraschen viele Gäste, "
    let bytes = try start + Array(text.utf8) + LinterTests.encode(text, "ISO-8859-1") + Array("</f>\n".utf8)
    #expect(
      LinterTests.lint(bytes, "a.xml").map { "\($0.line):\($0.column) \($0.rule.id)" } == [
        "2:49 encoding/mixed"
      ])
    #expect(LintFixTests.fix(bytes, .mixed) == start + Array((text + text + "</f>\n").utf8))
  }

  /// The byte that is not UTF-8 is reported, not the letters before it.
  @Test func aStrayByteIsReportedAtItsPlace() {
    for (name, end) in [("a.json", "\"}"), ("a.txt", "\n")] {
      let bytes = Array("{\"a\":\"Größe ".utf8) + [0xC3] + Array(end.utf8)
      let found = LinterTests.lint(bytes, name).first
      #expect(found?.column == 13 && found?.message.contains("here the byte C3 is not UTF-8") ?? false)
    }
  }

  /// What is not certain stays, and is still a finding.
  @Test func whatIsNotCertainStays() throws {
    let bytes = try Self.file("UTF-8", [(Self.german, "UTF-8"), ("x \u{E4} y", "ISO-8859-1")])
    #expect(LinterTests.lint(bytes, "a.xml").map { "\($0.line) \($0.rule.id)" } == ["4 encoding/mixed"])
    for kind in LintFix.Kind.allCases { #expect(LintFixTests.fix(bytes, kind) == nil) }
  }

  /// A line is repaired as a whole or not at all, although quotation marks divide it into parts: in x-mac-ce `řá` is one
  /// Thaana letter of UTF-8.
  @Test func linesAreNotRepairedInPart() throws {
    let line = "chyba v souboru \"%s\", řádek 5"
    let czech = Self.czech
    let lines = [(czech, "UTF-8"), (czech, "x-mac-ce"), (line, "x-mac-ce"), (czech, "x-mac-ce")]
    let bytes = try Self.file("UTF-8", lines)
    let fixed = try #require(LintFixTests.fix(bytes, .mixed))
    let right = try Self.file("UTF-8", lines.map { ($0.0, "UTF-8") })
    let left = try Self.file(
      "UTF-8", [(czech, "UTF-8"), (czech, "UTF-8"), (line, "x-mac-ce"), (czech, "UTF-8")])
    #expect(fixed == right || fixed == left)
  }

  /// A short line is certain if its letters are those of the lines in UTF-8, by one encoding only.
  @Test func lettersOfOtherLinesProveAnEncoding() throws {
    let lines = [
      ("Não foi possível abrir a ligação à rede; tente de novo após alguns instantes", "UTF-8"),
      ("Você não tem permissão para alterar as opções de impressão", "UTF-8"), ("não é válido", "ISO-8859-1"),
    ]
    let bytes = try Self.file("UTF-8", lines)
    #expect(
      try LintFixTests.fix(bytes, .mixed) == Self.file("UTF-8", lines.map { ($0.0, "UTF-8") }))
  }

  /// Signs of windows-1252 in the place of letters show that a line is in another encoding.
  @Test func signsInPlaceOfLettersAreNotPlausible() throws {
    let norwegian = "Klarte ikke å åpne fila, prøv igjen senere; økt må være påbegynt"
    let lines = Array(repeating: (norwegian, "windows-1252"), count: 4)
    let bytes = try Self.file("UTF-8", lines + [("serveren var for lat til å tildele en kode", "IBM850")])
    #expect(LinterTests.lint(bytes, "a.xml").allSatisfy { $0.rule.family == .encoding })
    for kind in [LintFix.Kind.declaration, .bytes] { #expect(LintFixTests.fix(bytes, kind) == nil) }
  }

  /// A file in one encoding is not mixed, whatever a few of its characters are.
  @Test func uniformFilesAreNotMixed() async throws {
    try await forEachRow(of: [
      (Self.russian + "\n" + Self.french + "\n", "UTF-8"), ("Ärger\nÖl\nüber\nß\n§ 5\n20 °C\n", "ISO-8859-1"),
      ("„so“ – 5 €\nGrüße\n", "windows-1252"), (Self.japanese + "\n①㈱\nＡＢＣ\n", "Windows-31J"),
      (Self.russian + "\nА\nЁ\n№ 5\n", "windows-1251"), ("한국어 문장입니다.\n이것은 시험입니다.\n똠\n", "CP949"),
    ]) { (text: String, encoding: String) in
      let bytes = try LinterTests.encode(text, encoding)
      let verdict = bytes.withByteView { EncodingDetector.judge($0) }
      let isSatisfied = try verdict.satisfies(#require(TextEncoding(name: encoding)))
      #expect(verdict.evidence != .mixed && isSatisfied, "\(verdict.encoding.name)")
    }
  }

  /// Many parts are judged, and the changes of all are kept beyond the number of findings.
  @Test func manyPartsAreFixed() throws {
    let lines = (0..<240).map { (text: Self.german, encoding: $0 % 2 == 0 ? "UTF-8" : "ISO-8859-1") }
    var options = LintOptions()
    options.findingLimit = 100
    let bytes = try Self.file("UTF-8", lines)
    let fixed = LintFixer(options, kind: .mixed).fix(bytes, name: "a.xml")?.bytes
    #expect(try fixed == Self.file("UTF-8", lines.map { ($0.text, "UTF-8") }))
  }
}
