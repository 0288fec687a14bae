// Text that was read in a wrong encoding and encoded again: found, undone, and left alone where it is meant.

import PliantText
import TestSupport
import Testing

@Suite struct DoubleEncodingTests {
  private static let texts = [
    "Größere Übergänge überraschen die Gäste.", "© 2024, 25 °C, «déjà vu» – l’été coûte 5 €",
    "Příliš žluťoučký kůň úpěl ďábelské ódy", "Выберите действие", "日本語の文章です。", "naïve café",
    "Fișierul șters există încă, înștiințați țara",
  ]

  /// The text taken for an encoding, as often as `times`; nil where the encoding has no character for a byte.
  private static func misread(_ text: String, as encoding: TextEncoding, times: Int) throws -> String? {
    var current = text
    for _ in 0..<times {
      var decoder = TextDecoder(encoding)
      var output = OutputBuffer()
      let bytes = Array(current.utf8)
      guard (try? bytes.withByteView { try decoder.decode($0, isLast: true, into: &output) }) != nil else {
        return nil
      }
      current = String(decoding: output.bytes, as: UTF8.self)
    }
    return current
  }

  private static func found(in text: [UInt8]) -> DoubleEncoding.Result? {
    var search = DoubleEncoding.Search(keepsSequences: true)
    _ = text.withByteView { search.advance(over: $0, isLast: true) }
    return search.result
  }

  private static func repaired(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let found = Self.found(in: bytes) else { return nil }
    return applied(found.sequences, to: bytes)
  }

  private static func applied(_ sequences: [DoubleEncoding.Sequence], to bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var at = 0
    for sequence in sequences {
      result += bytes[at..<sequence.range.lowerBound] + sequence.bytes
      at = sequence.range.upperBound
    }
    return String(decoding: result + bytes[at...], as: UTF8.self)
  }

  @Test func isUndoneAsOftenAsItHappened() async throws {
    try await forEachRow(of: Self.texts, [TextEncoding.latin1, .windows1252, .macRoman]) {
      (text: String, encoding: TextEncoding) in
      for times in 1...3 {
        guard let wrong = try Self.misread(text, as: encoding, times: times) else { continue }
        #expect(Self.repaired(wrong) == text, "\(times) times: \(wrong)")
      }
    }
  }

  /// Other code pages than those of Western Europe, too.
  @Test func isUndoneInEveryCodePageAndByParts() async throws {
    try await forEachRow(of: [
      ("РџСЂРёРІРµС‚, РјРёСЂ", "Привет, мир"), ("KГ¤se aus der WГјste", "Käse aus der Wüste"),
      ("K├ñse aus der W├╝ste", "Käse aus der Wüste"), ("KĂ¤se aus der WĂĽste", "Käse aus der Wüste"),
      ("PĹ™Ă­liĹˇ ĹľluĹĄouÄŤkĂ˝ kĹŻĹ\u{88}", "Příliš žluťoučký kůň"),
      ("ongeveer ongeÃ«venaard", "ongeveer ongeëvenaard"), ("a – DrÃ¥ber", "a – Dråber"),
      ("<a>„klug“</a><t>KÃ¤se aus der WÃ¼ste</t>", "<a>„klug“</a><t>Käse aus der Wüste</t>"),
      ("Grüße, Öl\nKÃ¤se aus der WÃ¼ste\nÄpfel", "Grüße, Öl\nKäse aus der Wüste\nÄpfel"),
    ]) { (wrong: String, text: String) in
      #expect(Self.repaired(wrong) == text)
    }
  }

  /// The one page whose bytes are the text's UTF-8, not its nearest relative.
  @Test func theOnePageThatExplainsAllIsUndone() async throws {
    try await forEachRow(of: [
      ("Zażółć gęślą jaźń", "ISO-8859-2"), ("šťastný", "ISO-8859-2"), ("Zażółć gęślą jaźń", "IBM852"),
      ("Příliš žluťoučký kůň", "x-mac-ce"), ("Привет", "x-mac-cyrillic"), ("Если Вы", "KOI8-R"),
      ("Привет", "IBM866"), ("سلام", "windows-1256"), ("שלום עולם", "IBM862"), ("😊", "windows-1254"),
      ("Καλημέρα κόσμε", "IBM737"), ("Žemė ąžuolas", "IBM775"),
    ]) { (text: String, name: String) in
      let encoding = try #require(TextEncoding(name: name))
      let wrong = try #require(try Self.misread(text, as: encoding, times: 1))
      let found = try #require(Self.found(in: Array(wrong.utf8)), "\(wrong)")
      #expect(found.isWhole && Self.repaired(wrong) == text, "\(wrong)")
    }
  }

  /// What is still garbled afterwards was not undone.
  @Test func theResultIsProved() throws {
    let text = Array(
      "birinci sÃ\u{84}Ä\u{85}rada gelir, TÃ\u{83}Å§rkÃ\u{83}Â§e altyazÃ\u{84}Ä\u{85}sÃ\u{84}Ä\u{85}".utf8)
    if let found = Self.found(in: text) { #expect(!text.withByteView { found.proved(in: $0).isWhole }) }
    let wrong = Array("Die WÃ¤rme der grÃ¶ÃŸeren FlÃ¼sse".utf8)
    let found = try #require(Self.found(in: wrong))
    #expect(wrong.withByteView { found.proved(in: $0).isWhole })
  }

  /// What came out right is not decoded again, and a file is undone as a whole or left alone.
  @Test func rightTextIsNotDecodedAgain() async throws {
    try await forEachRow(of: [
      ("УКРАЇНА, РІК 2024 — свято", TextEncoding.singleByte(.windows1251)), ("AMANHÃ… é", .windows1252),
      ("„Ä“ … ä", .windows1252),
    ]) { (text: String, encoding: TextEncoding) in
      #expect(Self.repaired(text) == nil)
      let wrong = try #require(try Self.misread(text, as: encoding, times: 1))
      #expect(Self.repaired(wrong) == text)
    }
  }

  @Test(arguments: [
    "ÐœÐ¾ÑÐºÐ²Ð°", "dÃ©jÃ  vu Ã  Paris", "Å½emÄ— Ä…Å¾uolas Åalčiausias", "ensimmÃ¤ist¤ kertaa jÃ¤rjestetty",
    "PÃ¢mela\nSÃ´nia\nLetÃcia", "KÃ¤se und WÃ¼ste, Größe", "KÃ¤se und WÃ¼ste\nZa┼ł├│┼é",
  ])
  func isNotWholeWithACharacterThatStays(_ text: String) {
    #expect(Self.found(in: Array(text.utf8)).map { !$0.isWhole } ?? false, "\(text)")
  }

  @Test func textAboutItStays() async throws {
    try await forEachRow(of: [
      "Ã© means é", "naÃ¯ve is naïve", "ä is shown as Ã¤, ö as Ã¶", "<td>Ã¤</td><td>ä</td>",
      "┌──┬──┐\n│ä │ö │\n├──┼──┤",
      "Её имя — Алёна, США»",
      "Рівне і Січ, «їжа»", "вставляє рядки з ЕҐ\n  -cТЕҐ, --add[=ТЕҐ] вставляє блок з ТЕҐ-ом і",
    ]) { (text: String) in
      #expect(Self.repaired(text) == nil)
    }
  }

  /// Words of one script in the case of words are correct, although they are the bytes of others in a code page.
  @Test(arguments: [
    "{\"a\":\"целыми\"}", "ФИФО\nПривет мир это текст", "Название;Кол\nцелыми;1", "size: 5 ТиБ / 7 ТиБ",
    "5 ТБ\n6 ТБ", "{\"a\":\"đáp\",\"b\":\"đích\"}", "key = петља (петља)", "УКУК", "а = Привет\nb = целыми",
    "printf(\"\\nцелыми %dцелых\")", "ваг", "цез",
  ])
  func correctWordsAreKept(_ text: String) {
    #expect(Self.found(in: Array(text.utf8)) == nil, "\(text)")
  }

  /// Letters of no language, capitals inside words and mixed scripts are not correct.
  @Test func wordsOfLettersAreUndone() async throws {
    try await forEachRow(of: [
      ("Über Österreich", TextEncoding.windows1252), ("что или но", .singleByte(.windows1251)),
      ("的是在", .singleByte(.ibm866)), ("“%s” och “%s”", .singleByte(.macCyrillic)),
      ("Županija žena", .singleByte(.windows1251)), ("être", .singleByte(.windows1250)),
    ]) { (text: String, encoding: TextEncoding) in
      let wrong = try #require(try Self.misread(text, as: encoding, times: 1))
      #expect(Self.repaired(wrong) == text, "\(wrong)")
    }
  }

  @Test(arguments: [
    "Â©", "20 Â°C", "Â«a Â»", "Ã¤", "Â½ cup", "Acme Â®", "1Âº", "a Ã· b", "ok âœ“", "â€œaâ€\u{9D}",
  ])
  func isFoundInAFewCharacters(_ text: String) {
    #expect(Self.repaired(text) != nil, "\(text)")
  }

  /// A letter that hardly anybody writes is not undone, and a text that has one not by halves.
  @Test(arguments: [TextEncoding.latin1, .windows1252, .macRoman])
  func isNotWholeWithALetterThatIsNotPlausible(_ encoding: TextEncoding) throws {
    for times in 1...3 {
      for (text, isWhole) in [("greške za kȏd domene, šifra", false), ("greške za kod domene, šifra", true)] {
        guard let wrong = try Self.misread(text, as: encoding, times: times) else { continue }
        let found = Self.found(in: Array(wrong.utf8))
        #expect(found?.isWhole == isWhole, "\(times) times: \(wrong)")
      }
    }
  }

  @Test func meantTextIsLeftAlone() async throws {
    try await forEachRow(
      of: Self.texts + [
        "NÃO", "“AMANHÔ", "√π", "Ça va ? Où ça ? À Noël", "50 % ±2 °C", "ÉTÉ À LA PLAGE", "a â€",
        "Créée à l’été, la pièce ÉÉÉ", "ÀÈÌÒÙ àèìòù ÄÖÜ äöü", "ÄÖÜÄÖÜ und ÀÁÂÃÄÅ",
      ]
    ) { (text: String) in
      #expect(Self.repaired(text) == nil)
      #expect(Array(text.utf8).withByteView { MisreadText.find(in: $0, NotableCharacters($0)) == nil })
    }
  }

  @Test func aSequenceIsFoundAcrossPieces() throws {
    let text = try #require(try Self.misread(Self.texts[0], as: .windows1252, times: 2))
    let bytes = Array(text.utf8)
    for cut in 1..<bytes.count {
      var search = DoubleEncoding.Search(keepsSequences: true)
      var done = 0
      bytes.withByteView { view in
        var end = cut
        // A window never cuts a character.
        while end < view.count, view[end] & 0xC0 == 0x80 { end += 1 }
        done = search.advance(over: view[0..<end], isLast: false)
        _ = search.advance(over: view.suffix(from: done), isLast: true)
      }
      #expect(search.result.map { Self.applied($0.sequences, to: bytes) } == Self.texts[0])
    }
  }

  static let misread = [
    (
      "Die Wärme der Übergänge überrascht die Gäste, für größere Flüsse.", TextEncoding.macRoman,
      TextEncoding.windows1252
    ),
    ("Die Wärme der Übergänge überrascht die Gäste, für größere Flüsse.", .windows1252, .macRoman),
    ("Les élèves ont été très étonnés de la réponse donnée à côté.", .latin1, .macRoman),
    (
      "Файл не найден. Нажмите любую клавишу, чтобы продолжить установку программы.",
      .singleByte(.windows1251), .windows1252
    ),
    (
      "Файл не найден. Нажмите любую клавишу, чтобы продолжить установку программы.", .singleByte(.koi8r),
      .latin1
    ),
    (
      "Το αρχείο δεν βρέθηκε. Πατήστε οποιοδήποτε πλήκτρο για να συνεχίσετε την εγκατάσταση.",
      .singleByte(.windows1253), .latin1
    ),
  ]

  @Test(arguments: misread)
  func macRomanAndLatin1AreToldApart(_ text: String, _ actual: TextEncoding, _ assumed: TextEncoding) throws {
    var encoder = TextEncoder(actual)
    var encoded = OutputBuffer()
    _ = Array(text.utf8).withByteView { encoder.encode($0, into: &encoded) }
    var decoder = TextDecoder(assumed)
    var output = OutputBuffer()
    _ = try encoded.bytes.withByteView { try decoder.decode($0, isLast: true, into: &output) }
    let found = try #require(output.bytes.withByteView { MisreadText.find(in: $0, NotableCharacters($0)) })
    #expect(Self.applied(found.sequences, to: output.bytes) == text)
  }
}
