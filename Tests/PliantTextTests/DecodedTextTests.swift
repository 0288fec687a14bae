// The encoding of a document: what it is found by, the text it gives, and where broken bytes are reported.

import PliantText
import TestSupport
import Testing

@Suite struct DecodedTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let kind: DecodedText.Kind
    let bytes: [UInt8]
    let text: String
    var encoding = "UTF-8"
    var evidence = DecodedText.Evidence.default
    var code: String?
    var line = 0
    var column = 0
    var testDescription: String { "\(kind) \(text)" }
  }

  static let latin1 = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8)

  static func wide(_ text: String, _ order: ByteOrder, mark: Bool) -> [UInt8] {
    let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
    return units.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return order == .bigEndian ? bytes : bytes.reversed()
    }
  }

  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  static let cases: [Case] = [
    Case(kind: .xml, bytes: bytes("<a>ä</a>"), text: "<a>ä</a>"),
    Case(kind: .xml, bytes: [0xEF, 0xBB, 0xBF] + bytes("<a/>"), text: "<a/>", evidence: .byteOrderMark),
    Case(
      kind: .xml, bytes: latin1 + [0xE4, 0x80], text: String(decoding: latin1, as: UTF8.self) + "ä\u{80}",
      encoding: "ISO-8859-1", evidence: .declaration),
    Case(
      kind: .xml, bytes: bytes("<?xml version='1.0' encoding='x-mac-roman'?>") + [0x8A],
      text: "<?xml version='1.0' encoding='x-mac-roman'?>ä", encoding: "macintosh", evidence: .declaration),
    Case(
      kind: .xml, bytes: bytes("<?xml version='1.0' encoding='cp1252'?>") + [0x80, 0x81],
      text: "<?xml version='1.0' encoding='cp1252'?>€", encoding: "windows-1252", evidence: .declaration,
      code: "encoding.invalid-bytes", line: 1, column: 41),
    Case(
      kind: .xml, bytes: wide("<?xml version='1.0' encoding='UTF-16'?>\n<a>😀</a>", .littleEndian, mark: true),
      text: "<?xml version='1.0' encoding='UTF-16'?>\n<a>😀</a>", encoding: "UTF-16LE",
      evidence: .byteOrderMark),
    Case(
      kind: .xml, bytes: wide("<?xml version='1.0'?><a/>", .bigEndian, mark: false),
      text: "<?xml version='1.0'?><a/>", encoding: "UTF-16BE", evidence: .zeroBytes),
    Case(
      kind: .xml, bytes: [0xEF, 0xBB, 0xBF] + latin1, text: String(decoding: latin1, as: UTF8.self),
      evidence: .byteOrderMark, code: "encoding.bom-mismatch", line: 1, column: 31),
    Case(
      kind: .xml, bytes: wide("<?xml version='1.0' encoding='utf-8'?><a/>", .bigEndian, mark: true),
      text: "<?xml version='1.0' encoding='utf-8'?><a/>", encoding: "UTF-16BE", evidence: .byteOrderMark,
      code: "encoding.bom-mismatch", line: 1, column: 31),
    Case(
      kind: .xml, bytes: bytes("<?xml version='1.0' encoding='UTF-16'?><a/>"),
      text: "<?xml version='1.0' encoding='UTF-16'?><a/>", code: "encoding.mismatch", line: 1, column: 31),
    Case(
      kind: .xml, bytes: bytes("<?xml version='1.0' encoding='utf-9'?><a/>"),
      text: "<?xml version='1.0' encoding='utf-9'?><a/>", code: "encoding.unknown-name", line: 1, column: 31),
    Case(
      kind: .xml, bytes: bytes("<a>\n ö") + [0x8A, 0x41], text: "<a>\n ö", code: "encoding.invalid-bytes",
      line: 2,
      column: 3),
    Case(
      kind: .xml, bytes: bytes("<?xml version='1.0' encoding='US-ASCII'?>ä"),
      text: "<?xml version='1.0' encoding='US-ASCII'?>", encoding: "US-ASCII", evidence: .declaration,
      code: "encoding.invalid-bytes", line: 1, column: 42),
    Case(
      kind: .xml, bytes: [0xFE, 0xFF, 0x00, 0x41, 0xD8, 0x00, 0x00, 0x42], text: "A", encoding: "UTF-16BE",
      evidence: .byteOrderMark, code: "encoding.invalid-bytes", line: 1, column: 2),
    Case(
      kind: .xml, bytes: [0xFE, 0xFF, 0x00, 0x41, 0x42], text: "A", encoding: "UTF-16BE",
      evidence: .byteOrderMark,
      code: "encoding.invalid-bytes", line: 1, column: 2),
    Case(kind: .json, bytes: bytes("[\"é\"]"), text: "[\"é\"]"),
    Case(kind: .json, bytes: bytes("[\"") + [0xE9], text: "[\"", code: "json.encoding", line: 1, column: 3),
    Case(
      kind: .json, bytes: wide("[1]", .littleEndian, mark: true), text: "[1]", encoding: "UTF-16LE",
      evidence: .byteOrderMark),
    Case(
      kind: .json, bytes: [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x5B, 0, 0, 0, 0x5D], text: "[]", encoding: "UTF-32BE",
      evidence: .byteOrderMark),
    Case(
      kind: .openStep, bytes: wide("\"a\" = \"ü\";", .bigEndian, mark: true), text: "\"a\" = \"ü\";",
      encoding: "UTF-16BE", evidence: .byteOrderMark),
    Case(
      kind: .openStep, bytes: wide("a = b;", .littleEndian, mark: false), text: "a = b;",
      encoding: "UTF-16LE",
      evidence: .zeroBytes),
    Case(
      kind: .text, bytes: bytes("@charset \"ISO-8859-1\";") + [0xFC], text: "@charset \"ISO-8859-1\";ü",
      encoding: "windows-1252", evidence: .declaration),
    Case(kind: .text, bytes: [], text: ""),
  ]

  @Test func findsAndDecodes() async throws {
    try await forEachRow(of: Self.cases) { (sample: Case) in
      sample.bytes.withByteView { bytes in
        let decoded = DecodedText(bytes, kind: sample.kind)
        #expect(decoded.withText { $0.string } == sample.text)
        #expect(decoded.encoding.name == sample.encoding)
        #expect(decoded.evidence == sample.evidence)
        #expect(decoded.problem?.code.name.description == sample.code)
        guard let problem = decoded.problem, let offset = problem.offset else { return }
        #expect(decoded.position(of: offset) == TextPosition(line: sample.line, column: sample.column))
      }
    }
  }

  @Test func nothingIsCopiedForUTF8() {
    Self.bytes("<a/>").withByteView { #expect(DecodedText($0, kind: .xml).isView) }
  }

  @Test func aForcedEncodingOverridesTheDeclaration() {
    (Self.latin1 + [0x8A]).withByteView { bytes in
      let decoded = DecodedText(bytes, kind: .xml, forced: .macRoman)
      #expect(decoded.problem == nil)
      #expect(decoded.withText { $0.string.last } == "ä")
      #expect(decoded.declaredName == "ISO-8859-1")
    }
  }

  @Test func offsetsLeadBackToTheInput() {
    Self.wide("aä😀b", .littleEndian, mark: true).withByteView { bytes in
      let decoded = DecodedText(bytes, kind: .text)
      #expect(decoded.inputOffsets(of: [0, 1, 3, 7, 8]) == [2, 4, 6, 10, 12])
    }
  }

  /// In encodings of several bytes a character too, where one reads two codes as the same character.
  @Test func tellsPlacesAmongCharactersOfSeveralBytes() throws {
    let pieces: [[UInt8]] = [[0x61], [0x93, 0xFA], [0xB1], [0xED, 0x40], [0xFA, 0x5C], [0x62]]
    let text = "a日ｱ纊纊b"
    for prefix in [0, 4095, 4096, 10_000] {
      let bytes = [UInt8](repeating: 0x63, count: prefix) + pieces.flatMap { $0 }
      bytes.withByteView { view in
        let decoded = DecodedText(view, kind: .text, forced: .multibyte(.windows31J))
        var (inText, inBytes) = (prefix, prefix)
        for (scalar, piece) in zip(text.unicodeScalars, pieces) {
          #expect(decoded.inputOffsets(of: [inText]) == [inBytes])
          inText += String(scalar).utf8.count
          inBytes += piece.count
        }
        #expect(decoded.inputOffsets(of: [inText]) == [inBytes])
      }
    }
  }
}
