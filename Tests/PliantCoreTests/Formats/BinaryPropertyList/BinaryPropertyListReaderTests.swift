// Binary property lists that are read, a line each, and those that are refused, with code and offset.

import PliantCore
import TestSupport
import Testing

@Suite struct BinaryPropertyListReaderTests {
  @Test func readsEveryType() {
    let cases: [(BinarySample, String)] = [
      (BinarySample([0x00]), "null"),
      (BinarySample([0x08]), "false"),
      (BinarySample([0x09]), "true"),
      (BinarySample([0x10, 0xFF]), "255"),
      (BinarySample([0x11, 0xFF, 0xFE]), "65534"),
      (BinarySample([0x12, 0xFF, 0xFF, 0xFF, 0xFF]), "4294967295"),
      (BinarySample([0x13] + bigEndian(.max, 8)), "-1"),
      (BinarySample([0x13, 0x80, 0, 0, 0, 0, 0, 0, 0]), "-9223372036854775808"),
      (BinarySample([0x14] + bigEndian(0, 8) + bigEndian(5, 8)), "5"),
      (BinarySample([0x14] + bigEndian(0, 8) + bigEndian(.max, 8)), "wide:18446744073709551615"),
      (BinarySample([0x14] + bigEndian(.max, 8) + bigEndian(.max, 8)), "-1"),
      (
        BinarySample([0x14, 0x80] + bigEndian(0, 15)), "wide:-170141183460469231731687303715884105728"
      ),
      (BinarySample([0x22, 0x3F, 0xC0, 0, 0]), "real:1.5"),
      (BinarySample([0x22, 0xFF, 0x80, 0, 0]), "real:-inf"),
      (BinarySample([0x23, 0x80, 0, 0, 0, 0, 0, 0, 0]), "real:-0.0"),
      (BinarySample([0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]), "real:nan"),
      (BinarySample([0x33, 0x3F, 0xE0, 0, 0, 0, 0, 0, 0]), "date:0.5"),
      (BinarySample([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]), "date:inf"),
      (BinarySample([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]), "date:nan"),
      (BinarySample([0x40]), "data:[]"),
      (BinarySample([0x42, 0, 0xFF]), "data:[0, 255]"),
      (BinarySample([0x4F, 0x10, 1, 7]), "data:[7]"),
      (BinarySample([0x50]), "\"\""),
      (BinarySample([0x52, 0x61, 0x00]), "\"a\0\""),
      (BinarySample([0x5F, 0x11, 0, 2, 0x61, 0x62]), "\"ab\""),
      (BinarySample([0x5F, 0x14] + bigEndian(0, 15) + [2, 0x61, 0x62]), "\"ab\""),
      (BinarySample([0x61, 0x00, 0xE9]), "\"é\""),
      (BinarySample([0x63, 0x20, 0xAC, 0x00, 0x41, 0x07, 0xFF]), "\"€A\u{7FF}\""),
      (BinarySample([0x62, 0xD8, 0x3D, 0xDE, 0x00]), "\"😀\""),
      (BinarySample([0x62, 0xDB, 0xFF, 0xDF, 0xFF]), "\"\u{10FFFF}\""),
      (BinarySample([0x80, 0xFF]), "uid:255"),
      (BinarySample([0x82, 1, 0, 0]), "uid:65536"),
      (BinarySample([0x87] + bigEndian(.max, 8)), "uid:18446744073709551615"),
      (BinarySample([0x8F] + bigEndian(5, 16)), "uid:5"),
      (BinarySample([0xA0]), "[ ]"),
      (BinarySample([0xA2, 1, 2], [0x10, 7], [0x51, 0x78]), "[ 7 \"x\" ]"),
      (BinarySample([0xC1, 1], [0x09]), "< true >"),
      (BinarySample([0xD0]), "{ }"),
      (
        BinarySample([0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0x10, 1], [0x10, 2]),
        "{ a= 1 b= 2 }"
      ),
      (BinarySample([0xD1, 1, 2], [0x61, 0x26, 0x3A], [0xA1, 3], [0xD0]), "{ ☺= [ { } ] }"),
      (BinarySample([0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x10, 1], [0x10, 2]), "{ a= 1 a= 2 }"),
    ]
    for (sample, expected) in cases { #expect(binaryEvents(sample.bytes) == expected) }
  }

  @Test func readsEveryWidth() {
    for width in 1...8 {
      let reference = bigEndian(1, width)
      let offsets = BinarySample([0xA1] + reference, [0x10, 7]).with {
        $0.offsetWidth = width
        $0.referenceWidth = width
      }
      #expect(binaryEvents(offsets.bytes) == "[ 7 ]", "width \(width)")
    }
  }

  @Test func acceptsWhatNothingRefersTo() {
    let unused = BinarySample([0x10, 5], [0xFF], [0xB3, 1])
    #expect(binaryEvents(unused.bytes) == "5")
    #expect(binaryEvents(unused.with { $0.magic = "bplist0x" }.bytes) == "5")
    #expect(binaryEvents(unused.with { $0.topObject = 1 }.bytes) == "binary.object-type@10")
  }

  @Test func refusesBrokenFrames() {
    let good = BinarySample([0xA1, 1], [0x10, 5])
    let end = good.bytes.count - 32
    let many = BinarySample(objects: [[0xA0]] + [[UInt8]](repeating: [0x09], count: 255))
    let far = BinarySample([0x4F, 0x11, 1, 0] + [UInt8](repeating: 0, count: 256))
    let cases: [(BinarySample, String)] = [
      (good, "[ 5 ]"),
      (good.with { $0.magic = "bplisT00" }, "binary.magic@0"),
      (good.with { $0.magic = "bplist15" }, "binary.version@6"),
      (good.with { $0.trailerOffsetWidth = 0 }, "binary.offset-width@\(end + 6)"),
      (good.with { $0.trailerOffsetWidth = 9 }, "binary.offset-width@\(end + 6)"),
      (good.with { $0.trailerOffsetWidth = 255 }, "binary.offset-width@\(end + 6)"),
      (good.with { $0.trailerReferenceWidth = 0 }, "binary.reference-width@\(end + 7)"),
      (good.with { $0.trailerReferenceWidth = 16 }, "binary.reference-width@\(end + 7)"),
      (good.with { $0.objectCount = 0 }, "binary.object-count@\(end + 8)"),
      (good.with { $0.objectCount = 1 << 60 }, "binary.object-count@\(end + 8)"),
      (good.with { $0.objectCount = .max }, "binary.object-count@\(end + 8)"),
      (good.with { $0.objectCount = 3 }, "binary.offset-table@\(end + 24)"),
      (good.with { $0.objectCount = 1 }, "binary.offset-table@\(end + 24)"),
      (good.with { $0.topObject = 2 }, "binary.top-object@\(end + 16)"),
      (good.with { $0.topObject = .max }, "binary.top-object@\(end + 16)"),
      (good.with { $0.tableStart = 8 }, "binary.offset-table@\(end + 24)"),
      (good.with { $0.tableStart = 11 }, "binary.offset-table@\(end + 24)"),
      (good.with { $0.tableStart = UInt64(end) }, "binary.offset-table@\(end + 24)"),
      (good.with { $0.tableStart = .max }, "binary.offset-table@\(end + 24)"),
      (good.with { $0.gap = [0] }, "binary.offset-table@\(end + 25)"),
      (good.with { $0.offsets = [1: 12] }, "binary.object-offset@13"),
      (good.with { $0.offsets = [1: 255] }, "binary.object-offset@13"),
      (good.with { $0.offsets = [0: 7] }, "binary.object-offset@7"),
      (good.with { $0.offsets = [1: 0] }, "binary.object-offset@0"),
      (many.with { $0.offsetWidth = 2 }, "binary.references-too-narrow@\(8 + 256 + 512 + 7)"),
      (far.with { $0.offsetWidth = 1 }, "binary.offsets-too-narrow@\(8 + 260 + 1 + 6)"),
    ]
    for (sample, expected) in cases { #expect(binaryEvents(sample.bytes) == expected) }
  }

  @Test func refusesBrokenObjects() {
    let huge = [0x13] + bigEndian(1 << 60, 8)
    let cases: [(BinarySample, String)] = [
      (BinarySample([0x01]), "binary.object-type@8"),
      (BinarySample([0x0F]), "binary.object-type@8"),
      (BinarySample([0x0C]), "binary.object-type@8"),
      (BinarySample([0x15] + bigEndian(0, 32)), "binary.object-type@8"),
      (BinarySample([0x21, 0, 0]), "binary.object-type@8"),
      (BinarySample([0x24] + bigEndian(0, 16)), "binary.object-type@8"),
      (BinarySample([0x32, 0, 0, 0, 0]), "binary.object-type@8"),
      (BinarySample([0x70]), "binary.object-type@8"),
      (BinarySample([0x90]), "binary.object-type@8"),
      (BinarySample([0xB0]), "binary.object-type@8"),
      (BinarySample([0xE0]), "binary.object-type@8"),
      (BinarySample([0xFF]), "binary.object-type@8"),
      (BinarySample([0x13, 0, 0]), "binary.object-length@8"),
      (BinarySample([0x14] + bigEndian(0, 15)), "binary.object-length@8"),
      (BinarySample([0x23, 0]), "binary.object-length@8"),
      (BinarySample([0x33, 0, 0, 0, 0, 0, 0, 0]), "binary.object-length@8"),
      (BinarySample([0x42, 0]), "binary.object-length@8"),
      (BinarySample([0x4F] + huge), "binary.object-length@8"),
      (BinarySample([0x5F] + huge), "binary.object-length@8"),
      (BinarySample([0x6F, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]), "binary.object-length@8"),
      (BinarySample([0x5F, 0x13] + bigEndian(.max, 8)), "binary.object-length@8"),
      (BinarySample([0x5F, 0x14] + bigEndian(1, 8) + bigEndian(0, 8)), "binary.object-length@8"),
      (BinarySample([0xAF] + huge), "binary.object-length@8"),
      (BinarySample([0xCF] + huge), "binary.object-length@8"),
      (BinarySample([0xDF] + huge), "binary.object-length@8"),
      (BinarySample([0xD2, 0, 0, 0]), "binary.object-length@8"),
      (BinarySample([0x5F, 0x51, 0x61]), "binary.count@8"),
      (BinarySample([0x5F]), "binary.count@8"),
      (BinarySample([0x5F, 0x15, 0]), "binary.count@8"),
      (BinarySample([0x5F, 0x13, 0]), "binary.object-length@8"),
      (BinarySample([0x52, 0x61, 0xE9]), "binary.ascii@10"),
      (BinarySample([0x61, 0xD8, 0x00]), "binary.utf16@9"),
      (BinarySample([0x62, 0x00, 0x41, 0xDC, 0x00]), "binary.utf16@11"),
      (BinarySample([0x62, 0xDC, 0x00, 0xD8, 0x00]), "binary.utf16@9"),
      (BinarySample([0x62, 0xD8, 0x00, 0x00, 0x41]), "binary.utf16@9"),
      (BinarySample([0x8F, 1] + bigEndian(5, 15)), "binary.uid@8"),
      (BinarySample([0x87, 0]), "binary.object-length@8"),
      (BinarySample([0xA1, 1]), "binary.reference@9"),
      (BinarySample([0xD1, 1, 0], [0x10, 1]), "binary.key@11"),
      (BinarySample([0xD1, 1, 0], [0xA0]), "binary.key@11"),
      (BinarySample([0xD1, 0, 0]), "binary.key@8"),
      (BinarySample([0xA1, 0]), "binary.cycle@8"),
      (BinarySample([0xC1, 0]), "binary.cycle@8"),
      (BinarySample([0xA1, 1], [0xD1, 2, 0], [0x50]), "binary.cycle@8"),
      (BinarySample([0xA2, 1, 1], [0xA1, 2], [0xA1, 1]), "binary.cycle@11"),
    ]
    for (sample, expected) in cases { #expect(binaryEvents(sample.bytes) == expected) }
  }

  /// Apple's tools read them; what stands for them can be told from the note alone.
  @Test(
    arguments: [
      ([0x61, 0xD8, 0x00], "\u{FFFD}"), ([0x62, 0x00, 0x41, 0xDC, 0x00], "A\u{FFFD}"),
      ([0x62, 0xDC, 0x00, 0xD8, 0x00], "\u{FFFD}\u{FFFD}"),
      ([0x63, 0xD8, 0x00, 0x00, 0x41, 0x26, 0x3A], "\u{FFFD}A☺"),
      ([0x63, 0xD8, 0x00, 0xD8, 0x3D, 0xDE, 0x00], "\u{FFFD}😀"),
    ] as [([UInt8], String)])
  func repairsHalvesOfSurrogatePairs(object: [UInt8], text: String) throws {
    try BinarySample(object).bytes.withByteView { bytes throws(Failure) in
      var log = EventLog()
      var ledger = ReadLosses()
      try BinaryPropertyListReader.read(bytes, into: &log, ledger: &ledger)
      #expect(log.text == "'\(text)'")
      #expect(ledger[.loneSurrogates]?.count == 1)
      #expect(
        ledger.lossNotes.map(\.message) == ["1 string with half of a surrogate pair became one with U+FFFD"])
    }
  }

  /// As CoreFoundation reads them, in keys and values, each time that one occurs.
  @Test func readsBytesAboveASCIIAsLatin1() throws {
    let sample = BinarySample(
      [0xA2, 1, 2], [0xD1, 3, 4], [0xD1, 3, 4], [0x52, 0x61, 0xE9], [0x53, 0x80, 0xFF, 0x7F])
    try sample.bytes.withByteView { bytes throws(Failure) in
      var log = EventLog()
      var ledger = ReadLosses()
      try BinaryPropertyListReader.read(bytes, into: &log, ledger: &ledger)
      #expect(log.text == "[{aé: '\u{80}ÿ\u{7F}'} {aé: '\u{80}ÿ\u{7F}'}]")
      #expect(ledger[.bytesAboveASCII]?.count == 4)
    }
  }

  @Test func refusesEveryTruncation() {
    let sample = BinarySample(
      [0xD3, 1, 2, 3, 4, 5, 6], [0x51, 0x61], [0x61, 0x26, 0x3A], [0x53, 0x6B, 0x65, 0x79],
      [0xA2, 7, 8], [0x33, 0x3F, 0xE0, 0, 0, 0, 0, 0, 0], [0x42, 1, 2], [0x80, 1],
      [0x14] + bigEndian(1, 16)
    ).bytes
    #expect(binaryEvents(sample) == "{ a= [ uid:1 1 ] ☺= date:0.5 key= data:[1, 2] }")
    for length in 0..<sample.count {
      let result = binaryEvents(Array(sample[..<length]))
      #expect(result.hasPrefix("binary."), "truncated to \(length) bytes: \(result)")
    }
  }

  @Test func announcesSharedContainersOnly() {
    let sample = BinarySample([0xA3, 1, 1, 2], [0xA1, 3], [0xD1, 3, 4], [0x50], [0xA0])
    #expect(binaryEvents(sample.bytes) == "[ [ \"\" ] [ \"\" ] { = [ ] } ]")
    #expect(binaryEvents(sample.bytes, reusesContainers: true) == "[ [ \"\" ] same:1 { = [ ] } ]")
  }

  @Test func readsSharedArraysWithoutExpandingThem() {
    // Nine levels of arrays of a hundred references to the next: 100^9 values written out.
    var objects = (1...9).map { [0xAF, 0x10, 100] + [UInt8](repeating: UInt8($0), count: 100) }
    objects.append([0x10, 1])
    let result = binaryEvents(
      BinarySample(objects: objects).with { $0.offsetWidth = 2 }.bytes, reusesContainers: true)
    #expect(result.split(separator: " ").filter { $0 == "[" }.count == 9)
    #expect(result.split(separator: " ").filter { $0.hasPrefix("same") }.count == 8 * 99)
  }

  @Test func keepsLongTextsOnce() throws {
    // A string of 20,000 characters, a key and a value of 1,000 dictionaries: 40 MB if each were kept.
    let text = (0..<20_000).flatMap { _ in [0x26, 0x3A] as [UInt8] }
    let array = [0xAF, 0x11] + bigEndian(1000, 2) + (0..<1000).flatMap { bigEndian($0 + 2, 2) }
    let dictionaries = [[UInt8]](repeating: [0xD1, 0, 1, 0, 1], count: 1000)
    let bytes = BinarySample(objects: [array, [0x6F, 0x11] + bigEndian(20_000, 2) + text] + dictionaries).with
    {
      $0.referenceWidth = 2
      $0.offsetWidth = 4
    }.bytes
    let document = try binaryDocument(bytes)
    let (key, value) = (document.text(at: 4), document.text(at: document.wordCount - 1))
    #expect(key.count == 60_000)
    #expect(key.base == value.base && key.count == value.count)
    var losses = LossReport()
    #expect(try binaryBytes(document, losses: &losses).count < 60_000)
  }

  @Test func refusesStringsRepeatedWithoutEnd() {
    let sample = BinarySample([0xA4, 1, 1, 2, 2], [0x54, 0x61, 0x62, 0x63, 0x64], [0x61, 0x26, 0x3A])
    for (limit, isRead) in [(14, true), (13, false)] {
      let failure = sample.bytes.withByteView { view -> Failure? in
        var sink = EventText()
        do throws(Failure) {
          try BinaryPropertyListReader.read(view, into: &sink, textLimit: limit)
          return nil
        } catch {
          return error
        }
      }
      #expect(failure == (isRead ? nil : Failure(.binaryRepetition, at: 18, "13 bytes")))
    }
  }

  @Test func refusesOverlappingContainersInLinearTime() {
    // 20,000 objects at the place of one array that refers to all of them.
    let count = 20_000
    let references = (0..<count).flatMap { bigEndian(UInt64($0), 2) }
    let sample = BinarySample([0xAF, 0x11] + bigEndian(UInt64(count), 2) + references).with {
      $0.referenceWidth = 2
      $0.offsetWidth = 2
    }
    var bytes = Array(sample.bytes.dropLast(34))
    for _ in 0..<count { bytes += [0, 8] }
    let start = UInt64(8 + 4 + 2 * count)
    bytes += [0, 0, 0, 0, 0, 0, 2, 2] + bigEndian(UInt64(count), 8) + bigEndian(0, 8) + bigEndian(start, 8)
    #expect(binaryEvents(bytes) == "binary.overlap@8")
  }

  @Test(arguments: [(512, true), (513, false), (100_000, false)])
  func limitsDepth(depth: Int, isRead: Bool) {
    var objects = (1..<depth).map { [0xA1] + bigEndian(UInt64($0), 4) }
    objects.append([0xA0])
    let result = binaryEvents(
      BinarySample(objects: objects).with {
        $0.offsetWidth = 4
        $0.referenceWidth = 4
      }.bytes)
    #expect(result.hasPrefix(isRead ? "[ [" : "binary.depth@\(8 + 512 * 5)"))
  }

  @Test func placesTheErrorsOfSinks() {
    struct Refusal: Error {}
    struct RefusingSink: ValueSink {
      mutating func null() throws(Failure) { throw Failure(.nullRefused) }
      mutating func boolean(_ value: Bool) {}
      mutating func integer(_ value: Int64) {}
      mutating func wideInteger(_ value: Int128) {}
      mutating func real(_ value: Double) {}
      mutating func number(_ text: ByteView, kind: NumberKind) {}
      mutating func date(_ seconds: Double) {}
      mutating func data(_ bytes: ByteView) {}
      mutating func uid(_ value: UInt64) {}
      mutating func string(_ text: ByteView) {}
      mutating func key(_ text: ByteView) {}
      mutating func beginDictionary(count: Int?) {}
      mutating func endDictionary() {}
      mutating func beginArray(count: Int?) {}
      mutating func endArray() {}
      mutating func beginSet(count: Int?) {}
      mutating func endSet() {}
    }
    BinarySample([0xA2, 1, 2], [0x09], [0x00]).bytes.withByteView { view in
      var sink = RefusingSink()
      #expect(throws: Failure(.nullRefused, at: 12)) {
        try BinaryPropertyListReader.read(view, into: &sink)
      }
    }
  }
}
