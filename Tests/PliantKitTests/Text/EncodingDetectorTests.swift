// Encodings told by content: sentences of ours in the languages of Western Europe, wide encodings, other scripts.

import PliantKit
import Testing

@Suite struct EncodingDetectorTests {
  static func encode(_ text: String, _ encoding: TextEncoding) throws -> [UInt8] {
    var encoder = try TextEncoder(encoding)
    var output = OutputBuffer()
    let consumed = Array(text.utf8).withByteView { encoder.encode($0, into: &output) }
    try #require(consumed == text.utf8.count, "\(encoding.name) holds the text")
    return output.bytes
  }

  static func decode(_ bytes: [UInt8], _ encoding: TextEncoding) -> String? {
    bytes.withByteView { view in
      guard var decoder = try? TextDecoder(encoding) else { return nil }
      var output = OutputBuffer()
      guard (try? decoder.decode(view, isLast: true, into: &output)) != nil else { return nil }
      return String(decoding: output.bytes, as: UTF8.self)
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

  @Test(
    arguments: sentences, [TextEncoding.macRoman, .windows1252, .utf8, .utf16LittleEndian, .utf16BigEndian])
  func decodesToTheRightText(_ sentence: String, _ encoding: TextEncoding) throws {
    let bytes = try Self.encode(sentence, encoding)
    let found = bytes.withByteView { EncodingDetector.judge($0).encoding }
    #expect(Self.decode(bytes, found) == sentence, "\(found.name)")
  }

  @Test(arguments: [
    ("ætt og þjóð á Íslandi verður ávallt sögð gömul", "ISO-8859-1"),
    ("Grüße", "macintosh"), ("Grüße", "ISO-8859-1"), ("déjà", "macintosh"), ("naïveté", "macintosh"),
    ("Köln", "macintosh"),
    ("España", "ISO-8859-1"), ("smørrebrød", "macintosh"),
    ("Съешь же ещё этих мягких французских булок, да выпей чаю.", "windows-1251"),
    ("Съешь же ещё этих мягких французских булок, да выпей чаю.", "KOI8-R"),
    ("これは日本語の文章です。漢字とかなが交じっています。", "Shift_JIS"), ("これは日本語の文章です。漢字とかなが交じっています。", "EUC-JP"),
  ]) func tells(_ text: String, _ name: String) throws {
    let encoding = try #require(TextEncoding(name: name))
    let bytes = try Self.encode(text, encoding)
    #expect(bytes.withByteView { EncodingDetector.judge($0).encoding.name } == name)
  }

  @Test(arguments: [
    ([], "US-ASCII", "empty"), (Array("abc".utf8), "US-ASCII", "only ASCII"),
    ([0xEF, 0xBB, 0xBF, 0x61], "UTF-8", "byte order mark"),
    ([0xFF, 0xFE, 0x61, 0x00], "UTF-16LE", "byte order mark"),
    ([0, 0, 0, 0x61, 0, 0, 0, 0x62], "UTF-32BE", "zero bytes in every unit"),
    (Array("bplist00".utf8), "US-ASCII", "not text"),
    (Array("ä ö ü é à ".utf8) + [0xE4], "UTF-8", "UTF-8 mixed with other bytes"),
    ([0x1B, 0x24, 0x42, 0x46, 0x7C], "ISO-2022-JP", "escape sequences"),
  ]) func givesItsEvidence(_ bytes: [UInt8], _ name: String, _ evidence: String) {
    let verdict = bytes.withByteView { EncodingDetector.judge($0) }
    #expect(verdict.encoding.name == name)
    #expect(verdict.evidence.rawValue == evidence)
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
}
