// Formats by content: one line a document.

import PliantCore
import TestSupport
import Testing

@Suite struct FormatDetectorTests {
  @Test func byContent() async throws {
    try await forEachRow(
      of: [
        ("bplist00", .binary1), ("<?xml version='1.0'?><plist/>", .xml1), ("<plist version=\"1.0\">", .xml1),
        ("\u{FEFF}<plist>", .xml1), ("<!-- c --><!DOCTYPE plist PUBLIC \"-//A//B\" \"x>y\"><plist>", .xml1),
        ("<!DOCTYPE plist [<!ENTITY a \"]>\"> <!-- ' --> ]>\n<plist>", .xml1), ("<dict>", .xml1),
        ("<true/>", .xml1),
        ("<dictionary/>", .xml), ("<?xml version='1.0'?><rss>", .xml), ("<!DOCTYPE html><html>", .xml),
        ("<a", .xml),
        ("<a><b/></a>", .xml), ("<face>text</face>", .xml), ("<0fbd 77> // c", .openstep),
        ("<0fbd 77>", .openstep), ("<>", .openstep), ("<*I5>", .openstep), ("<dad>", .openstep),
        ("{\"a\": 1}", .json), (" { } ", .json), ("{", .json), ("[1, 2]", .json), ("\"text\"", .json),
        ("\"\\u00f7\\\\U\"", .json), ("\"\\U00f7\"", .openstep), ("\"\\367\"", .openstep), ("\"a\\", .json),
        ("12", .json),
        ("-1.5e+3", .json), ("true", .json), ("null\n", .json), ("{a: 1}", .json5), ("{'a': 1}", .json5),
        ("{a:1}", .json5), ("{\"a\": 'x'}", .json), ("// c\n{\"a\": 1}", .jsonc), ("/* c */[1]", .jsonc),
        ("{ // c\n\"a\": 1}", .jsonc), ("{\"a\": \"//\", /* c */}", .jsonc), ("[\"/*\\\"//\"]", .json),
        ("[1, // c\n2]", .jsonc), ("{\"a\" /* c */ : 1}", .jsonc), ("// c\n{'a' = 1;}", .openstep),
        ("[\(String(repeating: " ", count: 1 << 16))/* beyond */]", .json),
        ("{\"a\" = 1;}", .openstep), ("{a = 1;}", .openstep), ("{a;}", .openstep), ("{a:b = 1;}", .openstep),
        ("{ /* c */ }", .openstep), ("{\"a\" /* c */ = 1;}", .openstep),
        ("// !$*UTF8*$!\n{ a = b; }", .openstep), ("// !$*UTF8*$!\n{}", .openstep),
        ("// c\r{ a = b; }", .openstep),
        ("/* c */\u{2028}{ a = b; }", .openstep),
        ("(1, 2)", .openstep), ("word", .openstep), ("'text'", .openstep), ("1.2.3", .json),
        ("10.0-beta", .openstep),
        ("\"a\" = \"b\";", .strings), ("/* c */\n\"a\" = \"b\";", .strings), ("a;", .strings),
        ("/* only */", .strings),
        ("a /* c */ = b;", .strings), ("\"a\\\"b\" = c;", .strings), ("", nil), (" \n", nil),
      ] as [(String, Format?)]
    ) { (text: String, format: Format?) in
      #expect(Array(text.utf8).withByteView { FormatDetector.detect($0) } == format)
    }
  }

  @Test(arguments: ["<?xml version='1.0'?><plist/>", "{\"ü\": 1}", "a = b;", "<rss/>"]) func inWideEncodings(
    text: String
  ) {
    let expected = Array(text.utf8).withByteView { FormatDetector.detect($0) }
    let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let widest: [UInt8] = text.unicodeScalars.flatMap {
      [0, 0, UInt8($0.value >> 8), UInt8(truncatingIfNeeded: $0.value)]
    }
    let spellings: [[UInt8]] = [
      little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, widest, [0, 0, 0xFE, 0xFF] + widest,
    ]
    for bytes in spellings {
      #expect(bytes.withByteView { FormatDetector.detect($0) } == expected)
    }
  }

  @Test func anyPrefixIsJudgedWithoutACrash() {
    let text = Array("<!DOCTYPE plist [<!ENTITY a \"]>\"> <!-- ' --> ]>{\"a\\\" = 'b'; /* c */}".utf8)
    for start in 0..<text.count {
      for end in start...text.count {
        _ = Array(text[start..<end]).withByteView { FormatDetector.detect($0) }
      }
    }
  }
}
