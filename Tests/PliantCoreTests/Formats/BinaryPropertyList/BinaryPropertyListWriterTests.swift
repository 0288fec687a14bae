// Binary property lists as they are written: object order, uniquing, widths, and what is lost of numbers.

import PliantCore
import TestSupport
import Testing

/// The document that a binary property list holds.
func binaryDocument(_ bytes: [UInt8]) throws -> Document {
  let owner = ByteOwner(bytes)
  var builder = DocumentBuilder(source: owner.view)
  try BinaryPropertyListReader.read(owner.view, into: &builder)
  return try builder.finish(owner: owner)
}

/// Keeps bytes at a fixed place.
final class ByteOwner {
  let view: ByteView
  private let memory: UnsafeMutableBufferPointer<UInt8>

  init(_ bytes: [UInt8]) {
    memory = .allocate(capacity: max(bytes.count, 1))
    _ = memory.initialize(from: bytes)
    view = ByteView(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<bytes.count]))
  }

  deinit { memory.deallocate() }
}

/// The bytes that the writer makes of a document.
func binaryBytes(
  _ document: Document, _ options: BinaryPropertyListWriter.Options = .init(),
  losses: inout LossReport
) throws -> [UInt8] {
  var output = OutputBuffer()
  var index = 0
  try BinaryPropertyListWriter.write(document, options: options, losses: &losses, index: &index, to: &output)
  return output.bytes
}

@Suite struct BinaryPropertyListWriterTests {
  private static var keepingNulls: BinaryPropertyListWriter.Options {
    var options = BinaryPropertyListWriter.Options()
    options.keepsNulls = true
    return options
  }

  /// Writes what `events` sends.
  private func written(
    _ options: BinaryPropertyListWriter.Options = .init(), policy: LossPolicy = .note,
    _ events: (inout DocumentBuilder) throws -> Void
  ) throws -> (bytes: [UInt8], notes: [String]) {
    var builder = DocumentBuilder(source: .empty)
    try events(&builder)
    var losses = LossReport(policy: policy)
    let bytes = try binaryBytes(try builder.finish(), options, losses: &losses)
    return (bytes, losses.notes)
  }

  @Test func writesBackWhatIsCanonical() throws {
    let cases: [BinarySample] = [
      BinarySample([0x00]), BinarySample([0x08]), BinarySample([0x09]),
      BinarySample([0x10, 0]), BinarySample([0x10, 0xFF]), BinarySample([0x11, 1, 0]),
      BinarySample([0x11, 0xFF, 0xFF]), BinarySample([0x12, 0, 1, 0, 0]),
      BinarySample([0x12, 0xFF, 0xFF, 0xFF, 0xFF]), BinarySample([0x13] + bigEndian(1 << 32, 8)),
      BinarySample([0x13] + bigEndian(.max, 8)), BinarySample([0x13, 0x80] + bigEndian(0, 7)),
      BinarySample([0x14] + bigEndian(0, 8) + bigEndian(1 << 63, 8)),
      BinarySample([0x14, 0x80] + bigEndian(0, 15)),
      BinarySample([0x23, 0x80] + bigEndian(0, 7)), BinarySample([0x23, 0x7F, 0xF8] + bigEndian(0, 6)),
      BinarySample([0x33, 0x3F, 0xE0] + bigEndian(0, 6)),
      BinarySample([0x40]), BinarySample([0x4E] + [UInt8](repeating: 1, count: 14)),
      BinarySample([0x4F, 0x10, 15] + [UInt8](repeating: 1, count: 15)),
      BinarySample([0x4F, 0x11, 1, 0] + [UInt8](repeating: 1, count: 256)).with { $0.offsetWidth = 2 },
      BinarySample([0x50]), BinarySample([0x52, 0x61, 0x00]), BinarySample([0x61, 0x00, 0xE9]),
      BinarySample([0x65, 0x00, 0x61, 0x07, 0xFF, 0x20, 0xAC, 0xDB, 0xFF, 0xDF, 0xFF]),
      BinarySample([0x80, 0xFF]), BinarySample([0x81, 1, 0]), BinarySample([0x83, 0, 1, 0, 0]),
      BinarySample([0x87] + bigEndian(1 << 32, 8)),
      BinarySample([0xA0]), BinarySample([0xC0]), BinarySample([0xD0]),
      // UIDs and containers are not uniqued; booleans and nulls are written each time and refer to the first.
      BinarySample([0xA6, 1, 1, 3, 3, 5, 6], [0x09], [0x09], [0x00], [0x00], [0x80, 1], [0x80, 1]),
      BinarySample([0xA4, 1, 1, 2, 3], [0x51, 0x61], [0xA0], [0xA0]),
      // The same bits of different types are different objects, and so are 0.0 and -0.0.
      BinarySample(
        [0xA7, 1, 2, 3, 4, 5, 6, 1], [0x10, 0], [0x23] + bigEndian(0, 8), [0x33] + bigEndian(0, 8),
        [0x23, 0x80] + bigEndian(0, 7), [0x40], [0x50]),
      // Keys before values, and depth first.
      BinarySample(
        [0xD2, 1, 2, 3, 5], [0x51, 0x61], [0x51, 0x62], [0xD1, 4, 1], [0x51, 0x78], [0x10, 1]),
      // A container shared by the input stays shared.
      BinarySample([0xA2, 1, 1], [0xD1, 2, 3], [0x51, 0x61], [0xA0]),
    ]
    for sample in cases {
      var losses = LossReport(policy: .refuse)
      let document = try binaryDocument(sample.bytes)
      for isWide in [false, true] {
        var options = Self.keepingNulls
        options.usesWideNumbers = isWide
        #expect(try binaryBytes(document, options, losses: &losses) == sample.bytes)
      }
    }
  }

  @Test(arguments: [255, 256, 65_535, 65_536])
  func widensReferences(count: Int) throws {
    let (bytes, _) = try written { builder in
      builder.beginArray(count: nil)
      for value in 1..<count { builder.integer(Int64(value)) }
      builder.endArray()
    }
    #expect(bytes[bytes.count - 25] == (count < 256 ? 1 : count < 65_536 ? 2 : 4))
    let events = binaryEvents(bytes)
    #expect(events.hasPrefix("[ 1 2 ") && events.hasSuffix(" \(count - 1) ]"))
  }

  @Test func keepsEqualTextsOfDifferentUnicodeApart() throws {
    let (bytes, _) = try written { builder in
      builder.beginDictionary(count: nil)
      for text in ["\u{E9}", "e\u{301}"] {
        Array(text.utf8).withByteView { view in
          builder.key(view)
          builder.string(view)
        }
      }
      builder.endDictionary()
    }
    #expect(bytes[8..<13] == [0xD2, 1, 2, 1, 2])
  }

  @Test func resolvesNumberTexts() throws {
    let cases: [(StaticString, NumberKind, String, [String])] = [
      ("0", .integer, "0", []), ("-1", .integer, "-1", []),
      ("9223372036854775807", .integer, "9223372036854775807", []),
      ("9223372036854775808", .integer, "wide:9223372036854775808", []),
      ("-9223372036854775808", .integer, "-9223372036854775808", []),
      (
        "170141183460469231731687303715884105727", .integer,
        "wide:170141183460469231731687303715884105727", []
      ),
      (
        "-170141183460469231731687303715884105728", .integer,
        "wide:-170141183460469231731687303715884105728", []
      ),
      (
        "170141183460469231731687303715884105728", .integer,
        "\"170141183460469231731687303715884105728\"", ["1 integer of more than 128 bits became a string"]
      ),
      ("1.0", .real, "real:1.0", []), ("0.10", .real, "real:0.1", []), ("-0.0", .real, "real:-0.0", []),
      ("1e3", .real, "real:1000.0", []), ("1E-2", .real, "real:0.01", []), ("25e+1", .real, "real:250.0", []),
      ("0.10000000000000001", .real, "real:0.1", []),
      ("1.7976931348623157e308", .real, "real:1.7976931348623157e+308", []),
      ("5e-324", .real, "real:5e-324", []),
      ("0e999999999999", .real, "real:0.0", []),
      (
        "0.1000000000000000000001", .real, "real:0.1",
        ["1 number lost digits that a double cannot represent"]
      ),
      ("1e-400", .real, "real:0.0", ["1 number lost digits that a double cannot represent"]),
      (
        "1e400", .real, "\"1e400\"", ["1 number beyond the range of a double became a string"]
      ),
    ]
    for (text, kind, expected, notes) in cases {
      let result = try written { $0.number(ByteView(text), kind: kind) }
      #expect(binaryEvents(result.bytes) == expected)
      #expect(result.notes == notes)
      if !notes.isEmpty {
        #expect(throws: Failure.self) {
          try written(policy: .refuse) { $0.number(ByteView(text), kind: kind) }
        }
      }
    }
  }

  @Test func uniquesNumbersByValue() throws {
    let (bytes, _) = try written { builder in
      builder.beginArray(count: nil)
      builder.integer(7)
      builder.number(ByteView("7"), kind: .integer)
      builder.number(ByteView("1.50"), kind: .real)
      builder.real(1.5)
      builder.endArray()
    }
    #expect(bytes[8..<13] == [0xA4, 1, 1, 2, 2])
  }

  @Test func writesArchiverReferences() throws {
    func send(_ builder: inout DocumentBuilder, _ number: StaticString) {
      builder.beginDictionary(count: nil)
      builder.key(ByteView("CF$UID"))
      builder.number(ByteView(number), kind: .integer)
      builder.endDictionary()
    }
    var options = BinaryPropertyListWriter.Options()
    let plain = try written(options) { send(&$0, "300") }
    #expect(binaryEvents(plain.bytes) == "{ CF$UID= 300 }")
    options.convertsUIDDictionaries = true
    let cases: [(StaticString, String)] = [
      ("300", "uid:300"), ("18446744073709551615", "uid:18446744073709551615"),
      ("18446744073709551616", "{ CF$UID= wide:18446744073709551616 }"), ("-1", "{ CF$UID= -1 }"),
    ]
    for (number, expected) in cases {
      let result = try written(options) { send(&$0, number) }
      #expect(binaryEvents(result.bytes) == expected)
    }
    let nested = try written(options) { builder in
      builder.beginArray(count: nil)
      send(&builder, "1")
      send(&builder, "1")
      builder.endArray()
    }
    #expect(nested.bytes == BinarySample([0xA2, 1, 2], [0x80, 1], [0x80, 1]).bytes)
  }

  @Test func refusesNullsUnlessTold() {
    #expect(throws: Failure(.nullRefused)) { try written { $0.null() } }
  }

  @Test func writesAfterOtherOutput() throws {
    var output = OutputBuffer()
    output.append("before")
    var losses = LossReport()
    let sample = BinarySample([0xA2, 1, 2], [0x10, 7], [0x51, 0x78]).bytes
    var index = 0
    try BinaryPropertyListWriter.write(
      try binaryDocument(sample), losses: &losses, index: &index, to: &output)
    #expect(output.bytes == Array("before".utf8) + sample)
  }

  @Test func readsBackTheSame() async throws {
    try await forEachRow(of: [
      "cf-plist-fixtures", "libplist", "plist-impls", "swift-foundation", "realworld", "hostile",
    ]) { (suite: String) in
      for entry in corpusEntries(suite) where entry.format == "bplist" {
        guard let document = try? binaryDocument(entry.bytes) else { continue }
        var losses = LossReport()
        let bytes = try binaryBytes(document, Self.keepingNulls, losses: &losses)
        var first = EventText()
        var replayOptions = ReplayOptions()
        replayOptions.expandedValues = 100_000
        var replay = Replay(document, options: replayOptions)
        guard (try? replay.run(into: &first)) != nil, document.duplicateKeys.isEmpty else { continue }
        #expect(binaryEvents(bytes) == first.text, "\(entry.path)")
      }
    }
  }
}
