// Encodings told by content: sentences of ours in the languages of Western Europe, wide encodings, other scripts.

import PliantText
import TestSupport
import Testing

@Suite struct EncodingDetectorTests {
  static func encode(_ text: String, _ encoding: TextEncoding) throws -> [UInt8] {
    var encoder = TextEncoder(encoding)
    var output = OutputBuffer()
    let consumed = Array(text.utf8).withByteView { encoder.encode($0, into: &output) }
    try #require(consumed == text.utf8.count, "\(encoding.name) holds the text")
    return output.bytes
  }

  static func decode(_ bytes: [UInt8], _ encoding: TextEncoding) -> String? {
    bytes.withByteView { view in
      var decoder = TextDecoder(encoding)
      var output = OutputBuffer()
      guard (try? decoder.decode(view, isLast: true, into: &output)) != nil else { return nil }
      return String(decoding: output.bytes, as: UTF8.self)
    }
  }

  /// Words with characters of UTF-8 and pieces of them in any order, of which each was once read past the end.
  @Test func piecesOfCharactersAreJudged() {
    let pieces: [[UInt8]] =
      ["word ", "and ", "\n", "é", "人", "tea, "].map { Array($0.utf8) }
      + [[0xE4], [0xE4, 0xBA], [0xF0, 0x9F], [0xC3], [0xA4], [0xB5]]
    for seed in rounds(400) {
      var random = SeededGenerator(seed: UInt64(seed))
      let bytes = (0..<random.below(120)).flatMap { _ in random.pick(pieces) }
      let verdict = bytes.withByteView { EncodingDetector.judge($0) }
      #expect((0...1).contains(verdict.confidence), "seed \(seed)")
    }
  }

  static let sentences = [
    "Die Müllerin hörte die Räder über dem Fluss, und der Schäfer grüßte sie höflich.",
    "DIE GRÖSSE DER ÄPFEL ÜBERRASCHTE ALLE GÄSTE",
    "Le garçon a déjà mangé la crème brûlée à l’hôtel, où l’été était très chaud.",
    "El niño pequeño soñó con una montaña; ¿quién sabía cómo acabaría?",
    "Den gamle mand gik langs åen og så på de små grønne træer før han rejste.",
    "La città è più bella perché c'è un caffè laggiù.",
    "As crianças não estão na praça, porque amanhã é feriado e o avô não vem.",
    "Flickan åkte till ön på lördag för att träffa sina älskade föräldrar.",
    "De patiënt had een coördinator nodig, maar de reünie was al geregeld.",
    "Hyvää päivää, sanoi mies ja lähti kävelemään kohti järven rantaa.",
    "“Don’t worry,” she said — it’s only a small matter…",
    "We couldn’t find the user’s file, so it wasn’t opened.",
    "// Größe des Fensters\nint width = 20;\nint height = 30;",
    "\"title\" = \"Überschrift\";\n\"cancel\" = \"Abbrechen\";",
    "<p><b>Prénom</b> <i>élève</i></p>\n<p>à</p>",
  ]

  @Test func decodesToTheRightText() async throws {
    try await forEachRow(
      of: Self.sentences,
      [TextEncoding.macRoman, .windows1252, .utf8, .utf16LittleEndian, .utf16(.bigEndian)]
    ) { (sentence: String, encoding: TextEncoding) in
      let bytes = try Self.encode(sentence, encoding)
      let found = bytes.withByteView { EncodingDetector.judge($0).encoding }
      #expect(Self.decode(bytes, found) == sentence, "\(found.name)")
    }
  }

  @Test func tells() async throws {
    try await forEachRow(of: [
      ("ætt og þjóð á Íslandi verður ávallt sögð gömul", "ISO-8859-1"),
      ("Grüße", "macintosh"), ("Grüße", "ISO-8859-1"), ("déjà", "macintosh"), ("naïveté", "macintosh"),
      ("Köln", "macintosh"),
      ("España", "ISO-8859-1"), ("smørrebrød", "macintosh"),
      ("Съешь же ещё этих мягких французских булок, да выпей чаю.", "windows-1251"),
      ("Съешь же ещё этих мягких французских булок, да выпей чаю.", "KOI8-R"),
      ("これは日本語の文章です。漢字とかなが交じっています。", "Shift_JIS"), ("これは日本語の文章です。漢字とかなが交じっています。", "EUC-JP"),
    ]) { (text: String, name: String) throws in
      let encoding = try #require(TextEncoding(name: name))
      let bytes = try Self.encode(text, encoding)
      #expect(bytes.withByteView { EncodingDetector.judge($0).encoding.name } == name)
    }
  }

  /// A sentence in the languages of other encodings, each of which must be found or one that makes the same of it.
  static let others: [(String, [String])] = [
    (
      "Zażółć gęślą jaźń, a potem spróbuj znaleźć właściwą ścieżkę.",
      ["ISO-8859-2", "windows-1250", "x-mac-ce", "IBM852"]
    ),
    (
      "Příliš žluťoučký kůň úpěl ďábelské ódy, zatímco déšť smáčel střechy.",
      ["ISO-8859-2", "windows-1250", "x-mac-ce", "IBM852"]
    ),
    (
      "Az őrült gyümölcsárus hűvös üvegben tartotta a szőlőt és a körtét.",
      ["ISO-8859-2", "windows-1250", "x-mac-ce"]
    ),
    ("Bugün çok güneşli bir gün, çocuklar ağacın altında oyun oynuyorlar.", ["ISO-8859-9", "windows-1254"]),
    ("Vakar vėlai vakare žmonės ėjo į miestą ieškoti šviesių žvaigždžių.", ["ISO-8859-13", "windows-1257"]),
    (
      "Вчера вечером мы ходили в театр и смотрели новую пьесу.",
      ["windows-1251", "KOI8-R", "ISO-8859-5", "x-mac-cyrillic", "IBM866", "IBM855"]
    ),
    ("Χθες το βράδυ πήγαμε στο θέατρο και είδαμε ένα καινούργιο έργο.", ["windows-1253", "ISO-8859-7"]),
    ("אתמול בערב הלכנו לתיאטרון וראינו הצגה חדשה ומעניינת מאוד", ["windows-1255", "ISO-8859-8"]),
    ("ذهبنا مساء أمس إلى المسرح وشاهدنا مسرحية جديدة", ["windows-1256", "ISO-8859-6"]),
    ("เมื่อวานเย็นเราไปโรงละครและได้ดูละครเรื่องใหม่", ["TIS-620"]),
    ("昨日の夜、私たちは劇場に行って新しい芝居を見ました。", ["Shift_JIS", "EUC-JP"]),
    ("昨天晚上我们去剧院看了一场新的话剧，大家都很高兴。", ["GB18030"]),
    ("昨天晚上我們去劇院看了一場新的話劇，大家都很高興。", ["Big5"]),
    ("어제 저녁에 우리는 극장에 가서 새로운 연극을 보았습니다.", ["EUC-KR"]),
  ]

  /// In a few characters of East Asia some pairs of bytes are UTF-8 by chance; second bytes of Big5 are often ASCII.
  @Test func tellsShortTextsOfEastAsia() async throws {
    try await forEachRow(of: [
      ("用于排序的公用标题\n", "GB18030"), ("没有继续记录标志\n那", "GB18030"), ("循環識別値\n循環パス", "Shift_JIS"),
      ("페이지 체크섬 사용", "EUC-KR"), ("を保持しつつ取り除く", "EUC-JP"), ("字元集\n是否確定要從", "Big5"),
      ("無效模式：%s\n無效的", "Big5"),
    ]) { (text: String, name: String) in
      let bytes = try Self.encode(text, #require(TextEncoding(name: name)))
      let verdict = bytes.withByteView { EncodingDetector.judge($0) }
      #expect(Self.decode(bytes, verdict.encoding) == text, "taken for \(verdict.encoding.name)")
    }
  }

  /// The name given is that of the smallest set that reads every byte.
  @Test func namesTheSmallestSet() async throws {
    try await forEachRow(of: [
      ("日本語のテキストです。", "Shift_JIS", "Shift_JIS"), ("①株式会社は㈱と書きます。テストの文章です。", "Windows-31J", "Windows-31J"),
      ("한국어 문장입니다. 이것은 시험입니다.", "CP949", "EUC-KR"), ("똠방각하 펲시콜라, 한국어 문장입니다. 이것은 시험입니다.", "CP949", "CP949"),
      ("昨天晚上我们去剧院看了一场新的话剧，大家都很高兴。", "GB18030", "GB2312"),
      ("朱镕基昨天晚上去剧院看了一场新的话剧，大家都很高兴。", "GBK", "GBK"),
      ("昨天晚上我们去剧院看了一场新的话剧㐀，大家都很高兴。", "GB18030", "GB18030"),
      ("昨天晚上我們去劇院看了一場新的話劇，大家都很高興。", "Big5", "Big5"),
    ]) { (text: String, actual: String, name: String) throws in
      let bytes = try Self.encode(text, #require(TextEncoding(name: actual)))
      let verdict = bytes.withByteView { EncodingDetector.judge($0) }
      #expect(verdict.encoding.name == name)
      #expect(Self.decode(bytes, verdict.encoding) == text)
      #expect(try verdict.satisfies(#require(TextEncoding(name: actual))))
    }
  }

  /// A dash of GBK is another one in GB2312, which the file may be declared to be in.
  @Test func namesGBKForItsDash() throws {
    let bytes = try Self.encode(
      "昨天晚上——我们去剧院看了一场新的话剧·大家都很高兴。", #require(TextEncoding(name: "GBK")))
    let verdict = bytes.withByteView { EncodingDetector.judge($0) }
    #expect(verdict.encoding.name == "GBK")
    #expect(try verdict.satisfies(#require(TextEncoding(name: "GB2312"))))
  }

  /// Box drawing begins with bytes that are zero in the other half of each unit.
  @Test(arguments: [TextEncoding.utf16LittleEndian, .utf16(.bigEndian)])
  func tellsUTF16ThatBeginsWithBoxDrawing(_ encoding: TextEncoding) throws {
    for text in [
      "┌──────┐\n│ Name │\n└──────┘\n", String(repeating: "─", count: 20) + "\nHello World, this is a text\n",
    ] {
      #expect(
        try Self.encode(text, encoding).withByteView { EncodingDetector.judge($0).encoding } == encoding)
    }
    let half = Array(String(repeating: "a\u{0}bc\u{1}\u{2}d", count: 40).utf8)
    #expect(half.withByteView { EncodingDetector.judge($0).evidence } == .binary)
  }

  /// UTF-8 with lines of Latin-1 is neither.
  @Test(arguments: [
    ("Größe für Köln", "Öl, Müll und Bär"), ("Où est l’élève ?", "déjà, ça, là"), ("žluťoučký kůň", "Über"),
  ]) func tellsMixedTexts(_ utf8: String, _ latin: String) throws {
    let bytes = try Array("\(utf8)\n".utf8) + Self.encode(latin, .latin1)
    #expect(bytes.withByteView { EncodingDetector.judge($0) }.evidence == .mixed)
  }

  @Test func tellsOtherEncodings() async throws {
    try await forEachRow(of: Self.others) { (sentence: String, names: [String]) throws in
      for name in names {
        let bytes = try Self.encode(sentence, #require(TextEncoding(name: name)))
        let verdict = bytes.withByteView { EncodingDetector.judge($0) }
        #expect(
          Self.decode(bytes, verdict.encoding) == sentence, "\(name) is taken for \(verdict.encoding.name)")
        #expect(try verdict.satisfies(#require(TextEncoding(name: name))))
      }
    }
  }

  /// A declaration is true where it makes the same text of the bytes.
  @Test func satisfiesWhatDecodesTheSame() async throws {
    try await forEachRow(of: [
      ("Grüße", "ISO-8859-1", "windows-1252", true), ("Grüße", "ISO-8859-1", "ISO-8859-15", true),
      ("5 € „so“", "windows-1252", "ISO-8859-1", false), ("5 € „so“", "windows-1252", "ISO-8859-15", false),
      ("Grüße", "macintosh", "windows-1252", false), ("Grüße", "ISO-8859-1", "US-ASCII", false),
      ("plain", "US-ASCII", "macintosh", true), ("plain", "US-ASCII", "UTF-16", false),
    ]) { (text: String, actual: String, declared: String, expected: Bool) throws in
      let bytes = try Self.encode(text, #require(TextEncoding(name: actual)))
      let verdict = bytes.withByteView { EncodingDetector.judge($0) }
      #expect(try verdict.satisfies(#require(TextEncoding(name: declared))) == expected)
    }
  }

  @Test(arguments: [
    ("Smörgås, Fußgängerübergang, café", 0.9), ("é", 0.2),
  ]) func isNotSurerThanItMayBe(_ text: String, _ least: Double) throws {
    let verdict = try Self.encode(text, .latin1).withByteView { EncodingDetector.judge($0) }
    #expect(verdict.confidence >= least && verdict.confidence < 1)
    #expect(verdict.candidates.map(\.probability).reduce(0, +) <= 1.000001)
    #expect(verdict.candidates.first?.encoding == verdict.encoding)
  }

  @Test func givesItsEvidence() async throws {
    try await forEachRow(of: [
      ([], "US-ASCII", "empty"), (Array("abc".utf8), "US-ASCII", "only ASCII"),
      ([0xEF, 0xBB, 0xBF, 0x61], "UTF-8", "byte order mark"),
      ([0xFF, 0xFE, 0x61, 0x00], "UTF-16LE", "byte order mark"),
      ([0, 0, 0, 0x61, 0, 0, 0, 0x62], "UTF-32BE", "zero bytes in every unit"),
      (Array("bplist00".utf8), "US-ASCII", "not text"),
      (Array("ä ö ü é à ".utf8) + [0xE4], "UTF-8", "mixed with other encodings"),
      ([0x1B, 0x24, 0x42, 0x46, 0x7C], "ISO-2022-JP", "escape sequences"),
    ]) { (bytes: [UInt8], name: String, evidence: String) in
      let verdict = bytes.withByteView { EncodingDetector.judge($0) }
      #expect(verdict.encoding.name == name)
      #expect(verdict.evidence.rawValue == evidence)
    }
  }

  /// As tests of decoders have them.
  @Test(arguments: [0x80, 0xA0, 0xC0]) func tablesOfBytesProveNothing(_ first: UInt8) throws {
    let run = Array(first...0xFF)
    let rows: [UInt8] = run.enumerated().flatMap { $0 % 16 == 15 ? [$1, 0x0A] : [$1] }
    for table in [run, rows] {
      let text = Array("<a>".utf8) + table + Array("</a>".utf8)
      let verdict = text.withByteView { EncodingDetector.judge($0) }
      #expect(verdict.confidence <= 0.5)
      #expect(verdict.likelyEncoding == nil)
    }
  }

  @Test func numbersOfFourBytesAreBinary() throws {
    let numbers: [UInt32] = (0..<500).map { $0 == 0 ? 0 : $0 * 100 + 13 }
    for isLittle in [true, false] {
      let bytes = numbers.flatMap { number in
        withUnsafeBytes(of: isLittle ? number.littleEndian : number.bigEndian) { Array($0) }
      }
      #expect(bytes.withByteView { EncodingDetector.judge($0).evidence } == .binary)
    }
  }

  /// A word is no better evidence for being repeated.
  @Test(arguments: [1, 20, 1000, 20_000]) func repetitionProvesNothing(_ count: Int) throws {
    let bytes = try Self.encode(String(repeating: "<b>Größe</b>\n", count: count), .latin1)
    #expect(bytes.withByteView { EncodingDetector.judge($0) }.encoding == .latin1)
  }

  @Test func wideTextOfEastAsiaNeedsFewZeros() throws {
    let texts = [
      "日本語のテキストです。今日はいい天気ですね。散歩に行きましょう。\n", "今天天气很好，我们一起去公园散步吧。这是一个测试文本。\r\n",
    ]
    for encoding in [TextEncoding.utf16LittleEndian, .utf16(.bigEndian)] {
      for text in texts {
        let bytes = try Self.encode(String(repeating: text, count: 5), encoding)
        #expect(bytes.withByteView { EncodingDetector.judge($0) }.encoding == encoding, "\(text)")
      }
    }
    // ASCII with a zero in it: as pairs, most letters are ideographs.
    for zero in [20, 21] {
      var bytes = Array(String(repeating: "Bush hid the facts, 30 of them. ", count: 20).utf8)
      bytes[zero] = 0
      bytes[zero + 40] = 0
      #expect(bytes.withByteView { EncodingDetector.judge($0) }.encoding.unitWidth == 1)
    }
  }

  @Test(arguments: [TextEncoding.utf16LittleEndian, .utf16(.bigEndian)])
  func tellsUTF16ByItsSpaces(_ encoding: TextEncoding) throws {
    let text = String(repeating: "Вчера вечером мы ходили в театр и смотрели новую пьесу. ", count: 5)
    let bytes = try Self.encode(text, encoding)
    #expect(bytes.withByteView { EncodingDetector.judge($0).encoding } == encoding)
  }

  @Test func theDeclarationIsNotBelieved() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>Die Müllerin hörte die Räder über dem Fluss.</a>"
    let bytes = try Self.encode(text, .macRoman)
    #expect(bytes.withByteView { EncodingDetector.judge($0).encoding } == .macRoman)
  }

  @Test func theWholeFileIsJudged() throws {
    let bytes =
      Array(repeating: UInt8(ascii: "a"), count: 100_000) + (try Self.encode(" déjà vu à l’été", .macRoman))
    #expect(bytes.withByteView { EncodingDetector.judge($0).encoding } == .macRoman)
  }

  @Test func theEndOfALongTextIsJudged() throws {
    let start = Array(repeating: Array("A line of plain ASCII, which says nothing.\n".utf8), count: 4000)
      .joined()
    let bytes = try start + Self.encode("ファイルを開くことができませんでした。もう一度やり直してください。", .multibyte(.eucJP))
    #expect(bytes.withByteView { EncodingDetector.judge($0).encoding } == .multibyte(.eucJP))
  }

  @Test func tellsRareEncodings() async throws {
    try await forEachRow(of: [
      ("ISO-2022-JP", "日本語のテスト文章です。"), ("ISO-2022-KR", "한국어 시험 문장입니다."),
      ("HZ-GB-2312", "中文测试文章，今天天气很好。"), ("UTF-7", "Grüße aus Köln, schöne Straße"),
      ("UTF-7", "日本語のテスト文章です。"), ("UTF-7", "Привет, как дела"), ("UTF-7", "café"),
      ("IBM037", "Hello World, this is EBCDIC text [x] in a file!"),
      ("IBM500", "Hello World, this is EBCDIC text [x] in a file!"),
      ("IBM1047", "Hello World, this is EBCDIC text [x] in a file!"),
      ("IBM273", "Die Größe läßt sich nicht ändern, da die Übertragung nicht möglich ist."),
      ("IBM037", "Die Größe läßt sich nicht ändern, da die Übertragung nicht möglich ist."),
      ("IBM424", "הקובץ 12 לא נמצא. הקש על מקש כלשהו להמשך."),
      ("IBM875", "Το αρχείο δεν βρέθηκε. Πατήστε ένα πλήκτρο για να συνεχίσετε."),
      ("IBM1026", "Dosya bulunamadı. Devam etmek için bir tuşa basın, şimdi değiştirildi."),
      ("IBM01140", "The price is 12 € for each of them, and 20 € for two."),
      ("UTF-32LE", "日本語のテスト文章です"), ("UTF-32BE", "Привет, как дела"), ("UTF-32BE", "Hello"),
      ("Johab", "한국어 시험 문장입니다. 오늘은 날씨가 좋습니다."),
    ]) { (name: String, text: String) in
      let encoding = try #require(TextEncoding(name: name))
      var encoder = TextEncoder(encoding)
      var output = OutputBuffer()
      _ = Array(text.utf8).withByteView { encoder.encode($0, into: &output) }
      encoder.finish(into: &output)
      #expect(output.bytes.withByteView { EncodingDetector.judge($0).encoding } == encoding)
    }
  }

  /// A language justifies sets that are not weighed otherwise, and decides between those that are.
  @Test func aLanguageIsEvidence() async throws {
    try await forEachRow(of: [
      ("he", "הקובץ לא נמצא. הקש על מקש כלשהו", "IBM862"),
      ("tr", "Dosya bulunamadı. Devam etmek için bir tuşa basın, şimdi değiştirildi", "IBM857"),
      ("el", "Το αρχείο δεν βρέθηκε. Πατήστε ένα πλήκτρο", "IBM737"),
      ("is_IS.UTF-8", "Skráin fannst ekki. Ýttu á einhvern hnapp, þá heldur það áfram", "x-mac-icelandic"),
      ("lv", "Fails nav atrasts. Nospiediet jebkuru taustiņu, lai turpinātu šķēles", "IBM775"),
      ("ka", "ფაილი ვერ მოიძებნა. დააჭირეთ ნებისმიერ ღილაკს", "GEORGIAN-PS"),
      ("uk", "Файл не знайдено. Натисніть будь-яку клавішу, щоб продовжити їх", "windows-1251"),
      ("ja", "新しいテキスト", "EUC-JP"),
    ]) { (code: String, text: String, name: String) in
      let language = try #require(TextLanguage(code))
      let bytes = try Self.encode(text, #require(TextEncoding(name: name)))
      let verdict = bytes.withByteView { EncodingDetector.judge($0, in: language) }
      #expect(
        verdict.confidence >= 0.9 && Self.decode(bytes, verdict.encoding) == text, "\(verdict.encoding)")
    }
    #expect(
      TextLanguage("xx") == nil && TextLanguage("no")?.code == "nb" && TextLanguage.codes.contains("zh"))
  }

  @Test func framesAreNamed() async throws {
    try await forEachRow(of: [
      ("╔══════╗\r\n║ MENU ║\r\n╚══════╝", true), ("┌──┬──┐\n", true), ("══╗ ══╗", false),
    ]) {
      (text: String, isNamed: Bool) in
      let bytes = try Self.encode(text, .singleByte(.ibm437))
      let verdict = bytes.withByteView { EncodingDetector.judge($0) }
      #expect((verdict.encoding == .singleByte(.ibm437) && verdict.confidence > 0.9) == isNamed)
    }
  }

  @Test func takesPlainTextForASCII() async throws {
    try await forEachRow(of: [
      "C++ is a+b and c+= 1; +foo +bar +abcd 1+1=2 x+yzw", "a+b", "git log +abcdefgh 12 + 3", "x+abc",
      "if [ ~{a} ]; then foo; fi =~{ }", "~{a,b}~", "512 / (2965+62+83+86-512)",
      "+++ b/Sources/main.swift\n--- a",
    ]) { (text: String) in
      #expect(Array(text.utf8).withByteView { EncodingDetector.judge($0).encoding } == .ascii)
    }
  }
}
