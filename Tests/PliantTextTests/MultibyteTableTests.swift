// Every code of the encodings of East Asia both ways, against Python's codecs and iconv(3) where they are there.

import PliantText
import TestSupport
import Testing

@Suite struct MultibyteTableTests {
  /// Which of two references is right where they differ.
  enum Choice {
    case python
    case iconv
    case neither
    /// The byte is ASCII, as in files of Shift_JIS.
    case ascii
  }

  /// An encoding with its references, and the codes in which those differ; the reasons are in
  /// `generate_double_byte_tables.py`.
  struct Subject: CustomTestStringConvertible, Sendable {
    let encoding: MultibyteEncoding
    let python: String
    let iconv: String
    /// First and last code, by their bytes.
    let differences: [(first: [UInt8], last: [UInt8], follows: Choice)]

    var testDescription: String { iconv }

    init(
      _ encoding: MultibyteEncoding, _ python: String, _ iconv: String,
      _ differences: [([UInt8], [UInt8], Choice)] = []
    ) {
      self.encoding = encoding
      self.python = python
      self.iconv = iconv
      self.differences = differences.map { ($0.0, $0.1, $0.2) }
    }

    func choices(for code: [UInt8]) -> [Choice] {
      differences.filter {
        !code.lexicographicallyPrecedes($0.first) && !$0.last.lexicographicallyPrecedes(code)
      }
      .map(\.follows)
    }
  }

  static let subjects = [
    Subject(
      .shiftJIS2004, "shift_jis_2004", "SHIFT_JISX0213",
      [
        ([0x5C], [0x5C], .ascii), ([0x7E], [0x7E], .ascii), ([0x80], [0x80, 0xFF], .iconv),
        ([0xA0], [0xA0, 0xFF], .iconv), ([0xFD], [0xFF, 0xFF], .iconv),
        ([0x81, 0x5C], [0x81, 0xD5], .iconv),
      ]),
    Subject(
      .eucJIS2004, "euc_jis_2004", "EUC-JISX0213",
      [
        ([0x80], [0x9F, 0xFF], .python), ([0x8F, 0xA1, 0xA1], [0x8F, 0xFE, 0xFE], .iconv),
        ([0xA1, 0xBD], [0xA2, 0xD7], .iconv),
      ]),
    Subject(
      .eucTW, "ascii", "EUC-TW",
      [([0x8E, 0xA2, 0xA1, 0xA1], [0xFE, 0xFE], .iconv), ([0x80], [0xA0], .python)]),
    Subject(.shiftJIS, "shift_jis", "SHIFT_JIS", [([0x5C], [0x5C], .python), ([0x7E], [0x7E], .python)]),
    Subject(
      .windows31J, "cp932", "CP932",
      [([0x80], [0x80, 0xFF], .iconv), ([0xA0], [0xA0, 0xFF], .iconv), ([0xFD], [0xFF, 0xFF], .iconv)]),
    Subject(
      .eucJP, "euc_jp", "EUC-JP",
      [([0x80], [0x9F, 0xFF], .python), ([0x8F, 0xA2, 0xB7], [0x8F, 0xA2, 0xB7], .iconv)]),
    Subject(
      .gb18030, "gb18030", "GB18030",
      [
        ([0xA6, 0xD9], [0xA6, 0xF3], .iconv), ([0xA8, 0xBC], [0xA8, 0xBC], .iconv),
        ([0xFE, 0x51], [0xFE, 0xA0], .iconv), ([0x81, 0x35, 0xF4, 0x37], [0x81, 0x35, 0xF4, 0x37], .iconv),
        ([0x84, 0x31, 0x82, 0x36], [0x84, 0x31, 0x83, 0x35], .python),
        ([0x82, 0x35, 0x90, 0x37], [0x82, 0x35, 0x91, 0x34], .python),
      ]),
    Subject(.gbk, "gbk", "GBK", [([0x80], [0x80, 0xFF], .iconv)]),
    Subject(.gb2312, "gb2312", "EUC-CN"),
    Subject(
      .big5, "cp950", "BIG5",
      [
        ([0x80], [0x80, 0xFF], .python), ([0xC6, 0xA1], [0xC8, 0xFE], .neither),
        ([0xC8, 0xA1], [0xC8, 0xFE], .python),
      ]),
    Subject(
      .big5HKSCS, "big5hkscs", "BIG5-HKSCS",
      [
        ([0x80], [0x80, 0xFF], .python), ([0x87, 0x7A], [0x87, 0xDF], .iconv),
        ([0xA1, 0x5A], [0xA1, 0x5A], .python),
        ([0xA1, 0xC3], [0xA1, 0xC5], .python), ([0xA1, 0xFE], [0xA2, 0x40], .python),
        ([0xA2, 0xCC], [0xA2, 0xCE], .python),
      ]),
    Subject(
      .eucKR, "euc_kr", "EUC-KR",
      [
        ([0x80], [0xA0, 0xFF], .python), ([0xA2, 0xE8], [0xA2, 0xE8], .iconv),
        ([0xA4, 0xD4], [0xA4, 0xD4], .iconv),
      ]),
    Subject(.cp949, "cp949", "CP949"),
    Subject(
      .johab, "johab", "JOHAB",
      [
        ([0x5C], [0x5C], .python), ([0x84, 0x41], [0x84, 0x5D], .iconv),
        ([0xD9, 0xE8], [0xD9, 0xE8], .iconv),
      ]),
  ]

  /// All codes of an encoding: bytes, pairs behind bytes that are no characters, and longer ones.
  static func codes(_ encoding: MultibyteEncoding) -> [[UInt8]] {
    var codes: [[UInt8]] = (UInt8.min...UInt8.max).map { [$0] }
    for lead in UInt8(0x80)...UInt8.max where decode([lead], encoding) == nil {
      for trail in UInt8(0x21)...UInt8.max { codes.append([lead, trail]) }
    }
    if encoding == .eucTW {
      for row in UInt8(0xA1)...0xFE {
        for cell in UInt8(0xA1)...0xFE { codes.append([0x8E, 0xA2, row, cell]) }
      }
    }
    if encoding == .eucJP || encoding == .eucJIS2004 {
      for row in UInt8(0xA1)...0xFE { for cell in UInt8(0xA1)...0xFE { codes.append([0x8F, row, cell]) } }
    }
    if encoding == .gb18030 {
      // All of the Basic Multilingual Plane, and the other planes in steps.
      let numbers = Array(0..<39500) + Array(stride(from: 189_000, through: 189_000 + 0xFFFFF, by: 255))
      for number in numbers + [189_000 + 0x100000] {
        codes.append([
          UInt8(0x81 + number / 12600), UInt8(0x30 + number / 1260 % 10), UInt8(0x81 + number / 10 % 126),
          UInt8(0x30 + number % 10),
        ])
      }
    }
    return codes
  }

  static func decode(_ code: [UInt8], _ encoding: MultibyteEncoding) -> [UInt8]? {
    var decoder = TextDecoder(.multibyte(encoding))
    var output = OutputBuffer()
    let isRead = code.withByteView { view in
      (try? decoder.decode(view, isLast: true, into: &output)) == view.count
    }
    return isRead ? output.bytes : nil
  }

  static func encode(_ text: [UInt8], _ encoding: MultibyteEncoding) -> [UInt8]? {
    var encoder = TextEncoder(.multibyte(encoding))
    var output = OutputBuffer()
    let consumed = text.withByteView { encoder.encode($0, into: &output) }
    encoder.finish(into: &output)
    return consumed == text.count ? output.bytes : nil
  }

  @Test func readsWhatOthersRead() async throws {
    try await forEachRow(of: Self.subjects) { (subject: Subject) in
      let codes = Self.codes(subject.encoding).sampled(every: 8)
      guard let references = try CodecReferences.of(codes, python: subject.python, iconv: subject.iconv)
      else {
        return
      }
      try #require(references.count == codes.count)
      var wrong: [String] = []
      for (code, reference) in zip(codes, references) {
        let own = Self.decode(code, subject.encoding)
        if own == reference.python && own == reference.iconv { continue }
        let isChosen = subject.choices(for: code).contains { choice in
          switch choice {
          case .python: own == reference.python
          case .iconv: own == reference.iconv
          case .ascii: own == code
          case .neither: reference.python != reference.iconv || reference.python == nil
          }
        }
        if !isChosen { wrong.append("\(code) \(own ?? []) \(reference)") }
      }
      #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }
  }

  /// Codes that are read and not written, because another one means the same.
  static func isSecond(_ code: [UInt8], _ encoding: MultibyteEncoding) -> Bool {
    let number = code.reduce(0) { $0 << 8 | Int($1) }
    return switch (encoding, number) {
    // NEC's selection of IBM's characters, and those that JIS X 0208 or NEC's row 13 has already.
    case (.windows31J, 0xED40...0xEEFC), (.windows31J, 0x8790...0x879C), (.windows31J, 0xFA4A...0xFA5B): true
    case (.gb18030, 0x8431_8236...0x8431_8335), (.gb18030, 0x8235_9037...0x8235_9134): true
    case (.gb18030, 0x8135_F437...0x8135_F437): false
    case (.gb18030, 0x9532_9031...0x9635_B630): true
    case (.big5, 0xA15A...0xA2CE), (.big5HKSCS, 0xA15A...0xA2CE), (.big5, 0xF9E9...0xF9F1): true
    default: false
    }
  }

  @Test func writesWhatItReads() async throws {
    try await forEachRow(of: Self.subjects.map(\.encoding)) { (encoding: MultibyteEncoding) in
      var wrong: [String] = []
      for code in Self.codes(encoding).sampled(every: 8) {
        guard let text = Self.decode(code, encoding) else { continue }
        let written = Self.encode(text, encoding)
        if written == code { continue }
        let isSame = written.flatMap { Self.decode($0, encoding) } == text
        if !isSame || !Self.isSecond(code, encoding) {
          wrong.append("\(code) is written as \(written ?? [])")
        }
      }
      #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }
  }

  /// What an encoder takes, the decoder gives back: nothing is written as something alike.
  @Test func writesNothingElse() async throws {
    try await forEachRow(of: Self.subjects.map(\.encoding)) { (encoding: MultibyteEncoding) in
      var encoder = TextEncoder(.multibyte(encoding))
      var text = OutputBuffer()
      var bytes = OutputBuffer()
      for value in Array(UInt32(0x80)..<0xD800) + Array(0xE000..<0x10000)
        + Array(stride(from: 0x1F000, to: 0x30000, by: 7))
      {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let character = Array(String(scalar).utf8)
        if character.withByteView({ encoder.encode($0, into: &bytes) }) == character.count {
          character.withByteView { text.append($0) }
        }
      }
      encoder.finish(into: &bytes)
      expectSame(try #require(Self.decode(bytes.bytes, encoding)), text.bytes)
      #expect(text.count > 1000)
    }
  }

  // MARK: Pieces and bad bytes

  @Test func readsTheSameInPieces() async throws {
    try await forEachRow(of: MultibyteEncoding.allCases) { (encoding: MultibyteEncoding) in
      var random = Generator(seed: 7 + UInt64(encoding.rawValue))
      for round in 0..<2000 {
        let bytes = random.bytes(round)
        let whole = Self.read(bytes) { _ in
          bytes.count
        } encoding: {
          encoding
        }
        let pieces = Self.read(bytes) {
          min(bytes.count, $0 + 1 + Int(random.next() % 4))
        } encoding: {
          encoding
        }
        #expect(pieces.text == whole.text && pieces.bad == whole.bad, "\(encoding) \(bytes)")
        #expect(String(validating: whole.text, as: UTF8.self) != nil, "\(encoding) \(bytes)")
        if let bad = whole.bad {
          // What precedes the bad byte is good by itself, or a state that only the end would tell.
          #expect(bad <= bytes.count)
          let before = Self.read(Array(bytes[..<bad])) { _ in
            bad
          } encoding: {
            encoding
          }
          #expect(before.text == whole.text, "\(encoding) \(bytes)")
        } else {
          let written = Self.encode(whole.text, encoding)
          #expect(written.flatMap { Self.decode($0, encoding) } == whole.text, "\(encoding) \(bytes)")
        }
      }
    }
  }

  /// Decodes pieces that end where `end` says; returns the text and the offset of the first bad byte.
  static func read(
    _ bytes: [UInt8], end: (Int) -> Int, encoding: () -> MultibyteEncoding
  ) -> (text: [UInt8], bad: Int?) {
    var decoder = TextDecoder(.multibyte(encoding()))
    var output = OutputBuffer()
    var at = 0
    var stop = 0
    repeat {
      stop = end(stop)
      do throws(Failure) {
        at += try Array(bytes[at..<stop]).withByteView { view throws(Failure) in
          try decoder.decode(view, isLast: stop == bytes.count, into: &output)
        }
      } catch {
        return (output.bytes, at + (error.offset ?? 0))
      }
    } while stop < bytes.count
    return (output.bytes, nil)
  }

  /// Random bytes among which the ones that begin and end characters are common.
  struct Generator {
    var state: UInt64
    static let special: [UInt8] = [
      0x1B, 0x24, 0x42, 0x28, 0x4A, 0x0E, 0x0F, 0x7E, 0x7B, 0x7D, 0x0A, 0x2B, 0x2D, 0x30, 0x39, 0x81, 0x8E,
      0x8F, 0x88,
      0x62, 0xA1, 0xFE, 0xFF, 0x80, 0xC3,
    ]

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }

    mutating func bytes(_ round: Int) -> [UInt8] {
      let prefixes: [[UInt8]] = [[], [], [0x1B, 0x24, 0x42], [0x1B, 0x24, 0x29, 0x43, 0x0E], [0x7E, 0x7B]]
      return prefixes[round % prefixes.count]
        + (0..<Int(next() % 24)).map { _ in
          next() % 3 == 0 ? Self.special[Int(next() % 25)] : UInt8(truncatingIfNeeded: next())
        }
    }
  }

  @Test func findsTheFirstBadByte() async throws {
    try await forEachRow(
      of: [
        (.shiftJIS, [0x61, 0x93, 0xFA, 0x80], 3), (.shiftJIS, [0x93], 0),
        (.eucJP, [0xC6, 0xFC, 0xC6, 0x41], 2),
        (.eucJP, [0x8F, 0xB0, 0x41], 0), (.gb18030, [0x61, 0x81, 0x30, 0x81, 0x41], 1),
        (.gbk, [0xC4, 0xE3, 0xFF], 2),
        (.big5, [0xA4, 0xA4, 0xA4], 2), (.eucKR, [0xC7, 0xD1, 0x81, 0x41], 2), (.cp949, [0x81, 0x5B], 0),
        (.iso2022JP, [0x41, 0x1B, 0x24, 0x43], 1), (.iso2022JP, [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x21], 5),
        (.iso2022KR, [0x0E], 0), (.hz, [0x61, 0x7E, 0x78], 1), (.utf7, [0x2B, 0x41, 0x21], 2),
        (.utf7, [0x61, 0xE4], 1),
        (.utf7, [0x2B, 0x32, 0x44, 0x77], 4), (.johab, [0xD4, 0x41], 0),
      ] as [(MultibyteEncoding, [UInt8], Int)]
    ) { (encoding: MultibyteEncoding, bytes: [UInt8], offset: Int) in
      #expect(
        Self.read(bytes) { _ in
          bytes.count
        } encoding: {
          encoding
        }.bad == offset)
    }
  }

  // MARK: Encodings with states

  @Test func writesStates() async throws {
    try await forEachRow(
      of: [
        (.iso2022JP, "a日本\nb¥‾c", "61 1b2442 467c 4b5c 1b2842 0a 62 1b284a 5c 7e 1b2842 63"),
        (.iso2022KR, "a한글b", "1b242943 61 0e 4751 315b 0f 62"),
        (.hz, "a~中文b", "61 7e7e 7e7b 5650 4e44 7e7d 62"),
        (.utf7, "A≢Α.", "41 2b 496d49446b51 2e"), (.utf7, "1+1-", "31 2b2d 31 2d"),
        (.utf7, "日本語a", "2b 5a65566e4c497165 2d 61"),
        (.big5HKSCS, "Ê̄ê̌ÊÊ̌", "8862 88a5 8866 8864"),
        (.shiftJIS2004, "\u{304B}か\u{309A}セ\u{309A}æ\u{300}a", "82a9 82f5 839c 8663 61"),
        (.eucJIS2004, "か\u{309A}\u{2E9}\u{2E5}𠀋剝", "a4f7 abe5 aea2 affe"),
        (.eucTW, "中文\u{4E42}", "c4e3 c5c6 8ea2a1a1"),
      ] as [(MultibyteEncoding, String, String)]
    ) { (encoding: MultibyteEncoding, text: String, hexadecimal: String) in
      let digits = hexadecimal.filter { $0 != " " }.utf8.map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
      let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
      #expect(Self.encode(Array(text.utf8), encoding) == bytes)
      #expect(Self.decode(bytes, encoding) == Array(text.utf8))
    }
  }

  @Test func accentsAreFoundAcrossPieces() {
    var encoder = TextEncoder(.multibyte(.big5HKSCS))
    var output = OutputBuffer()
    for piece in ["aÊ", "\u{304}b", "ê", "c", "Ê"] {
      let bytes = Array(piece.utf8)
      #expect(bytes.withByteView { encoder.encode($0, into: &output) } == bytes.count)
    }
    encoder.finish(into: &output)
    #expect(output.bytes == [0x61, 0x88, 0x62, 0x62, 0x88, 0xA7, 0x63, 0x88, 0x66])
  }

  /// ASCII alone is no other text in an encoding that is taken for a superset.
  @Test func keepsASCII() async throws {
    try await forEachRow(of: MultibyteEncoding.allCases) { (encoding: MultibyteEncoding) in
      let ascii = (UInt8(0x20)...0x7E).map { $0 } + [0x09, 0x0A, 0x0D]
      let isSame = Self.decode(ascii, encoding) == ascii
      #expect(isSame == TextEncoding.multibyte(encoding).isASCIISuperset)
    }
  }
}
