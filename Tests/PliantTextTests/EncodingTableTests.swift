// Every table of one byte a character against other people's: iconv(3), Python, and Apple's list of NeXTSTEP's
// characters.

import Foundation
import PliantText
import TestSupport
import Testing

@Suite struct EncodingTableTests {
  /// Where the system's table is known to differ from the Unicode Consortium's, and why.
  static let systemDiffers: [SingleByteEncoding: Set<UInt8>] = [
    // Apple maps C6 to U+2206 INCREMENT and F0 to its logo at U+F8FF; glibc to Δ and U+E01E.
    .macRoman: [0xC6, 0xF0],
    // Apple replaced the currency sign by the euro in 1998.
    .macCyrillic: [0xFF],
    // glibc's MAC-IS is another, unpublished table.
    .macIcelandic: [0xA0, 0xC6, 0xD0, 0xD1, 0xD7, 0xDB, 0xDC, 0xDD, 0xE0, 0xF0, 0xF6, 0xF7],
    // glibc leaves the C1 controls out.
    .tis620: Set(0x80...0x9F),
    // The percent sign, not U+066A.
    .ibm864: [0x25],
  ]
  /// What iconv has no table of.
  static let notInSystem: Set<SingleByteEncoding> = [
    .macGreek, .macTurkish, .nextStep, .macCroatian, .macRomanian, .ibm720, .ibm1006,
  ]
  /// What iconv calls those that it knows by another name than IANA's.
  static let systemNames: [SingleByteEncoding: String] = [
    .macCentralEurope: "MAC-CENTRALEUROPE", .macCyrillic: "MAC-CYRILLIC", .macIcelandic: "MAC-IS",
    .ibm858: "CP858", .ibm737: "CP737", .ibm775: "CP775", .ibm1125: "CP1125", .windows874: "CP874",
    .kz1048: "RK1048",
  ]

  static func convert(_ bytes: [UInt8], from source: TextEncoding) -> String? {
    bytes.withByteView { view in
      var decoder = TextDecoder(source)
      var output = OutputBuffer()
      guard (try? decoder.decode(view, isLast: true, into: &output)) == bytes.count else { return nil }
      return String(decoding: output.bytes, as: UTF8.self)
    }
  }

  @Test func agreesWithIconv() async throws {
    try await forEachRow(of: SingleByteEncoding.allCases.sampled(every: 5)) { (table: SingleByteEncoding) in
      guard !Self.notInSystem.contains(table) else { return }
      let name = Self.systemNames[table] ?? TextEncoding.singleByte(table).name
      let codes = (UInt8.min...UInt8.max).map { [$0] }
      guard let references = try CodecReferences.of(codes, python: "ascii", iconv: name) else { return }
      for (code, reference) in zip(codes, references)
      where Self.systemDiffers[table]?.contains(code[0]) != true {
        let own = Self.convert(code, from: .singleByte(table)).map { Array($0.utf8) }
        #expect(own == reference.iconv, "\(name) \(code)")
      }
    }
  }

  /// Python's codecs have Apple's own tables, by which those are judged that iconv lacks or has in another form.
  @Test func agreesWithPython() async throws {
    try await forEachRow(
      of: [
        (.macGreek, "mac_greek"), (.macTurkish, "mac_turkish"), (.macIcelandic, "mac_iceland"),
        (.macCyrillic, "mac_cyrillic"), (.macCentralEurope, "mac_latin2"), (.macRoman, "mac_roman"),
        (.ibm720, "cp720"), (.ibm1006, "cp1006"),
        (.tis620, "tis_620"), (.macCroatian, "mac_croatian"), (.macRomanian, "mac_romanian"),
      ] as [(SingleByteEncoding, String)]
    ) { (table: SingleByteEncoding, codec: String) in
      let script = "print(*[ord(c) for c in bytes(range(256)).decode('\(codec)', 'replace')])"
      guard let python = find("python3"), let text = output(python, ["-c", script]) else {
        try Test.cancel("there is no Python")
      }
      let values = text.split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }
      guard values.count == 256 else {
        try Test.cancel("this Python has no \(codec)")
      }
      for byte in UInt8.min...UInt8.max {
        let own = Self.convert([byte], from: .singleByte(table))?.unicodeScalars.first?.value
        #expect(own ?? 0xFFFD == values[Int(byte)], "\(codec) \(byte)")
      }
    }
  }

  @Test(.corpus("cf-plist-fixtures")) func nextStepIsAsAppleListsIt() throws {
    guard let folder = corpus("cf-plist-fixtures") else { return }
    let url = folder.appendingPathComponent("encoding/x-nextstep-table.txt")
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      let cells = line.split(separator: "=", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      let byte = try #require(UInt8(cells[0], radix: 16))
      #expect(SingleByteEncoding.nextStep.scalar(of: byte) == UInt16(cells[1]), "\(line)")
    }
  }

  /// Second codes of characters, which are read and not written.
  static let seconds: [SingleByteEncoding: Set<UInt8>] = [
    .armscii8: [0xA4, 0xA5, 0xA9, 0xAB, 0xAC], .ibm1006: [0xB1],
  ]

  @Test func encodesWhatItDecodes() async throws {
    try await forEachRow(of: SingleByteEncoding.allCases) { (table: SingleByteEncoding) in
      for byte in UInt8.min...UInt8.max where Self.seconds[table]?.contains(byte) != true {
        guard let text = Self.convert([byte], from: .singleByte(table)) else { continue }
        var encoder = TextEncoder(.singleByte(table))
        var output = OutputBuffer()
        let consumed = Array(text.utf8).withByteView { encoder.encode($0, into: &output) }
        #expect(consumed == text.utf8.count)
        #expect(output.bytes == [byte])
      }
    }
  }

  /// All of the Basic Multilingual Plane but its ideographs and syllables.
  @Test func encodesNothingElse() async throws {
    try await forEachRow(of: SingleByteEncoding.allCases) { (table: SingleByteEncoding) in
      let known = Set(
        (UInt8.min...UInt8.max).compactMap { byte in
          Self.convert([byte], from: .singleByte(table))?.unicodeScalars.first.map { UInt16($0.value) }
        })
      var encoder = TextEncoder(.singleByte(table))
      for value in Array(UInt16(0x80)...0x33FF) + Array(UInt16(0xE000)...0xFFFF) where !known.contains(value)
      {
        guard let scalar = Unicode.Scalar(value) else { continue }
        var output = OutputBuffer()
        let consumed = Array(String(scalar).utf8).withByteView { encoder.encode($0, into: &output) }
        if consumed != 0 || output.count != 0 { Issue.record("\(table) encodes \(value)") }
      }
    }
  }

  @Test func codePagesOfEBCDICAgreeWithPython() async throws {
    try await forEachRow(
      of: [
        (.ibm037, "cp037"), (.ibm500, "cp500"), (.ibm273, "cp273"), (.ibm424, "cp424"), (.ibm875, "cp875"),
        (.ibm1026, "cp1026"), (.ibm1140, "cp1140"),
      ] as [(EBCDICEncoding, String)]
    ) { (page: EBCDICEncoding, codec: String) in
      let codes = (UInt8.min...UInt8.max).map { [$0] }
      guard let references = try CodecReferences.of(codes, python: codec, iconv: "IBM037") else { return }
      for (code, reference) in zip(codes, references) {
        let own = Self.convert(code, from: .ebcdic(page)).map { Array($0.utf8) }
        // 875 has several U+001A, and BC of 273 is ¯ elsewhere.
        if own != reference.python, reference.python != [0x1A], page != .ibm273 || code != [0xBC] {
          Issue.record("\(codec) \(code)")
        }
        if let own {
          #expect(own.withByteView { TextEncoding.ebcdic(page).encoded($0) } == code, "\(codec) \(code)")
        }
      }
    }
  }

  @Test func lettersInPlaceOfControlsAreReadAndWritten() async throws {
    try await forEachRow(of: [
      ("VISCII", "ẲẴẪỶỸỴ", [2, 5, 6, 0x14, 0x19, 0x1E]), ("TCVN", "ÚỤỲÝ", [1, 2, 0x13, 0x16]),
    ]) {
      (name: String, text: String, bytes: [UInt8]) in
      let encoding = try #require(TextEncoding(name: name))
      #expect(Array(text.utf8).withByteView { encoding.encoded($0) } == bytes)
      #expect(Self.convert(bytes + [0x41, 0x0A], from: encoding) == text + "A\n")
      #expect([2].withByteView { encoding.encoded($0) } == nil)
    }
  }

  @Test func anyChunksGiveTheSame() async throws {
    try await forEachRow(of: [
      "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "GB18030", "ISO-8859-1", "macintosh",
      "Shift_JIS", "EUC-JP",
      "ISO-2022-JP", "Big5", "EUC-KR",
    ]) { (name: String) throws in
      let encoding = try #require(TextEncoding(name: name))
      let text =
        encoding.isUnicode || name == "GB18030"
        ? "aé€😀 日本語\n"
        : encoding.unitWidth == 1 && name.hasPrefix("ISO-8859") || name == "macintosh" ? "aéü\n" : "a日本\n"
      var encoder = TextEncoder(encoding)
      var encoded = OutputBuffer()
      #expect(Array(text.utf8).withByteView { encoder.encode($0, into: &encoded) } == text.utf8.count)
      encoder.finish(into: &encoded)
      for size in 1...5 {
        var decoder = TextDecoder(encoding)
        var output = OutputBuffer()
        var pending: [UInt8] = []
        let bytes = encoded.bytes
        for (index, byte) in bytes.enumerated() {
          pending.append(byte)
          guard pending.count >= size || index == bytes.count - 1 else { continue }
          let isLast = index == bytes.count - 1
          let used = try pending.withByteView { view throws(Failure) in
            try decoder.decode(view, isLast: isLast, into: &output)
          }
          pending.removeFirst(used)
        }
        #expect(String(decoding: output.bytes, as: UTF8.self) == text)
      }
    }
  }

  @Test func stopsAtWhatTheTargetLacks() throws {
    for (name, text, expected) in [
      ("ISO-8859-1", "aä€", 3), ("US-ASCII", "abä", 2), ("macintosh", "日", 0), ("Shift_JIS", "日é", 3),
      ("UTF-8", "日é", 5),
    ] {
      var encoder = try TextEncoder(#require(TextEncoding(name: name)))
      var output = OutputBuffer()
      #expect(Array(text.utf8).withByteView { encoder.encode($0, into: &output) } == expected, "\(name)")
    }
  }
}
