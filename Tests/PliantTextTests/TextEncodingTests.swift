// Names and validation: what people write for encodings, and what is UTF-8.

import PliantText
import TestSupport
import Testing

@Suite struct TextEncodingTests {
  @Test func knows() async throws {
    try await forEachRow(of: [
      ("utf8", "UTF-8"), ("UTF-8", "UTF-8"), ("latin1", "ISO-8859-1"), ("Latin-1", "ISO-8859-1"),
      ("x-mac-roman", "macintosh"), ("MacRoman", "macintosh"), ("cp1252", "windows-1252"),
      ("WINDOWS-1252", "windows-1252"),
      ("sjis", "Shift_JIS"), ("koi8-r", "KOI8-R"), ("nextstep", "x-nextstep"), ("cp858", "IBM00858"),
      ("utf-16", "UTF-16"), ("x-mac-ce", "x-mac-ce"), ("iso-8859-16", "ISO-8859-16"),
      ("hp-roman8", "hp-roman8"), ("cp950", "Big5"), ("hz", "HZ-GB-2312"), ("cp037", "IBM037"),
      ("iso-8859-8-i", "ISO-8859-8"), ("logical", "ISO-8859-8"), ("ks_c_5601-1989", "EUC-KR"),
      ("cp65001", "UTF-8"), ("utf-8-sig", "UTF-8"), ("1251", "windows-1251"), ("dos-874", "windows-874"),
      ("iso_8859-2:1987", "ISO-8859-2"), ("koi", "KOI8-R"),
    ]) { (written: String, name: String) in
      #expect(TextEncoding(name: written)?.name == name)
    }
  }

  @Test func doesNotKnow() async throws {
    try await forEachRow(of: [
      "", "utf-9", "bogus", "UTF-8//IGNORE", "ISO-8859-12", "char\u{0}", "äöü", "ISO-2022-CN",
    ]) { (written: String) in
      #expect(TextEncoding(name: written) == nil)
    }
  }

  @Test func suggests() async throws {
    try await forEachRow(of: [
      ("uft-8", "UTF-8"), ("utf-9", "UTF-8"), ("iso-8859-12", "ISO-8859-1"), ("windows1253x", "windows-1253"),
      ("macromann", "macintosh"), ("zzzzzzzz", nil), ("", nil),
      ("uft8", "UTF-8"), ("lation1", "ISO-8859-1"), ("IOS-8859-15", "ISO-8859-15"),
      ("windows 1252", "windows-1252"),
      ("ISO 8859-2", "ISO-8859-2"), ("mca-roman", "macintosh"), ("shfit_jis", "Shift_JIS"),
      ("gb18003", "GB18030"),
      ("cp1225", "windows-1252"), ("\u{fc}tf-8", "UTF-8"), (String(repeating: "u", count: 65), nil),
    ]) { (written: String, name: String?) in
      #expect(EncodingNames.nearest(to: written) == name)
    }
  }

  @Test func tellsStandardNames() async throws {
    try await forEachRow(of: [
      ("UTF-8", true), ("utf-8", true), ("utf8", false), ("latin1", false), ("x-mac-roman", false),
      ("macintosh", true),
      ("ISO-8859-1", true), ("ISO-10646-UCS-2", true), ("cp1252", false),
    ]) { (written: String, isStandard: Bool) throws in
      #expect(try #require(TextEncoding(name: written)).isStandardName(written) == isStandard)
    }
  }

  @Test func everyNameLeadsToItsEncoding() {
    for entry in EncodingNames.entries {
      #expect(TextEncoding(name: entry.name) == entry.encoding)
      #expect(TextEncoding(name: entry.name.lowercased()) == entry.encoding)
    }
  }

  @Test func findsTheFirstBadByte() async throws {
    try await forEachRow(
      of: [
        ([0xC0, 0x80], 0), ([0x41, 0xC1, 0xBF], 1), ([0xE0, 0x9F, 0x80], 0), ([0xE0, 0xA0, 0x80], nil),
        ([0xED, 0xA0, 0x80], 0), ([0xED, 0x9F, 0xBF], nil), ([0xF0, 0x8F, 0x80, 0x80], 0),
        ([0xF0, 0x90, 0x80, 0x80], nil),
        ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF4, 0x8F, 0xBF, 0xBF], nil), ([0xF5, 0x80, 0x80, 0x80], 0),
        ([0x80], 0),
        ([0xC3], 0), ([0xE2, 0x82], 0), ([0x61, 0xF0, 0x9F, 0x98], 1), ([0xE2, 0x28, 0xA1], 0), ([0xFF], 0),
        (Array(repeating: 0x41, count: 67) + [0xC3, 0xA4, 0x8A], 69),
      ] as [([UInt8], Int?)]
    ) { (bytes: [UInt8], offset: Int?) in
      #expect(bytes.withByteView { UTF8Validation.firstInvalidOffset(in: $0) } == offset)
    }
  }

  @Test func agreesWithTheStandardLibrary() {
    var seed: UInt64 = 42
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<4 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let choices: [UInt8] = [
          0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4,
        ]
        bytes.append(choices[Int(seed >> 33) % choices.count])
      }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      #expect(
        (bytes.withByteView { UTF8Validation.firstInvalidOffset(in: $0) } == nil) == isValid, "\(bytes)")
    }
  }
}
