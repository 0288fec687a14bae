// Small files that ask for much memory: an error within the budget, whatever the verb, and nothing left behind.

import Commands
import CommandLineKit
import Foundation
import PliantCore
import TestSupport
import Testing

/// Files of a few bytes that become large.
enum Bomb {
  /// A binary property list of arrays (or what the marker says) that hold the next one twice.
  static func doubled(levels: Int, marker: UInt8 = 0xA2) -> Data {
    let keys = marker == 0xD2 ? reference(levels) + reference(levels + 1) : []
    return binary(
      (1...levels).map { [marker] + keys + reference($0) + reference($0) } + [string("x"), string("y")])
  }

  /// A binary property list of an array that holds a string of as many bytes as it has elements, as each of them.
  static func wide(_ count: Int) -> Data {
    let elements = Array(repeating: reference(1), count: count).flatMap { $0 }
    let characters = [UInt8](repeating: 0x78, count: count)
    return binary([
      [0xAF, 0x12] + bigEndian(count, 4) + elements, [0x5F, 0x12] + bigEndian(count, 4) + characters,
    ])
  }

  /// A binary property list of arrays, each the only element of the one before.
  static func chain(_ count: Int) -> Data { binary((1...count).map { [0xA1] + reference($0) } + [[0xA0]]) }

  private static func string(_ character: Character) -> [UInt8] { [0x51] + Array(String(character).utf8) }

  private static func reference(_ object: Int) -> [UInt8] { bigEndian(object, 2) }

  private static func bigEndian(_ number: Int, _ width: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt64(number).bigEndian) { $0.suffix(width).map { $0 } }
  }

  /// A binary property list of objects, the first of which is the root.
  private static func binary(_ objects: [[UInt8]]) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += bigEndian(bytes.count, 4)
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 4, 2]
    for number in [objects.count, 0, table] { bytes += bigEndian(number, 8) }
    return Data(bytes)
  }

  /// An element with many namespaces, and as many elements in their scope.
  static func namespaces(_ count: Int) -> String {
    let declarations = (0..<count).map { " xmlns:n\($0)='u'" }.joined()
    return "<r\(declarations)>" + String(repeating: "<e/>", count: count) + "</r>"
  }

  /// A patch with as many tests of one value.
  static func tests(_ count: Int) -> String {
    "[" + Array(repeating: #"{"op":"test","path":"/0","value":1}"#, count: count).joined(separator: ",") + "]"
  }
}

@Suite struct MemoryBudgetTests {
  @Test func exhaustingItIsAnError() async throws {
    let rows: [(String, Int32)] = [
      ("convert swift -o - bomb", 1), ("convert objc -o - bomb", 1), ("convert swift bomb", 1),
      ("convert xml1 -o out bomb", 0), ("convert binary1 -o out bomb", 0),
      ("-convert swift -o - bomb", 1), ("-convert objc -o - bomb", 1), ("-convert xml1 -o out bomb", 1),
      ("-convert json -o out bomb", 1), ("-p bomb", 1), ("xpath / bomb", 2), ("xpath //string bomb", 2),
      ("query '$..*' bomb", 2), ("info little", 0),
      ("xpath 'count(//namespace::*)' names.xml", 2), ("xpath 'count(//namespace::n3)' names.xml", 2),
      ("xpath '//e[namespace::n5]' names.xml", 2),
      ("convert json -o - --xml-style lossless names.xml", 0), ("lint names.xml", 0),
      ("query '$..*' --as paths long.json", 2), ("patch one.json tests.json -o out", 0),
      ("diff long.json other.json", 2), ("patch long.json replace.json -o out", 1),
      ("merge one.json two.json huge.json -o out", 1), ("merge huge.json vast.json one.json -o out", 1),
      ("convert swift -o - wide", 1), ("convert objc -o out wide", 1), ("info wide", 0),
    ]
    try await forEachRow(of: rows.sampled(every: 5)) { (command: String, code: Int32) throws in
      try withTemporaryFolder { folder in
        try Bomb.doubled(levels: 20).write(to: folder.appendingPathComponent("bomb"))
        try Bomb.doubled(levels: 16).write(to: folder.appendingPathComponent("little"))
        try Bomb.wide(9000).write(to: folder.appendingPathComponent("wide"))
        try write(
          [
            "names.xml": Bomb.namespaces(1500), "tests.json": Bomb.tests(5000),
            "one.json": "[1]", "two.json": "[1, 2]",
            "replace.json": #"[{"op":"replace","path":"/3","value":2}]"#,
            "long.json": "[" + Array(repeating: "1", count: 60_000).joined(separator: ",") + "]",
            "huge.json": "[" + Array(repeating: "1", count: 400_000).joined(separator: ",") + "]",
            "vast.json": "[" + Array(repeating: "2", count: 400_000).joined(separator: ",") + "]",
            "other.json": "[" + Array(repeating: "2", count: 60_000).joined(separator: ",") + "]",
          ], in: folder)
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let ended = try shell(
          "\(isSanitized ? "" : "ulimit -v 1048576;") PLIANT_LIMITS=memory=4MB pliant \(command) >/dev/null",
          in: folder)
        #expect(ended.code == code, "\(ended.error)")
        if code == 0 { return }
        #expect(ended.error.contains("memory budget of 4 MB exhausted"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
      }
    }
  }

  @Test func aPatchThatExhaustsItSaysSo() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "long.json": "[" + Array(repeating: "1", count: 60_000).joined(separator: ",") + "]",
          "patch.json": #"[{"op": "replace", "path": "/3", "value": 2}]"#,
        ], in: folder)
      let ended = try shell("pliant patch --limit memory=4MB -o out long.json patch.json", in: folder)
      #expect(ended.code == 1)
      #expect(
        ended.error
          == "long.json: error: memory budget of 4 MB exhausted; raise it with --limit memory=SIZE [limit/memory]\n"
      )
    }
  }

  @Test(.disabled(if: isSanitized, "sanitizers need more addresses"))
  func itIsLoweredToTheLimitsOfTheProcess() throws {
    try withTemporaryFolder { folder in
      try Bomb.doubled(levels: 40).write(to: folder.appendingPathComponent("bomb"))
      let ended = try shell("ulimit -v 262144; pliant convert swift -o - bomb", in: folder)
      #expect(ended.code == 1)
      #expect(ended.error.contains("[limit/memory]"))
    }
  }

  @Test func aFileWithinItIsRead() throws {
    try withTemporaryFolder { folder in
      try write(
        ["a.json": "[" + Array(repeating: "1", count: 100_000).joined(separator: ",") + "]"], in: folder)
      let refused = try shell("pliant convert xml1 --limit memory=64KB -o out a.json", in: folder)
      #expect(refused.code == 1)
      #expect(
        refused.error == """
          a.json: error: memory budget of 64 KB exhausted; raise it with --limit memory=SIZE [limit/memory]

          """)
      #expect(try shell("pliant convert xml1 --limit memory=64MB -o out a.json", in: folder).code == 0)
    }
  }

  @Test(arguments: [
    ("--limit memry=1", "unknown limit 'memry'; did you mean 'memory'?"),
    ("--limit memory", "invalid value 'memory' for --limit: expected NAME=VALUE"),
    (
      "--limit memory=x",
      "invalid value 'memory=x' for --limit: expected a size such as 64KB, 512MB or 2GB"
    ),
    ("--limit depth=0", "invalid value 'depth=0' for --limit: expected a whole number of at least 1"),
    ("--limit depth=20000", "invalid value 'depth=20000' for --limit: expected at most 10000"),
  ])
  func aMistakeInALimitIsNamed(_ option: String, _ message: String) throws {
    let run = try CapturedRun(input: [])
    let words = ["convert", "json"] + option.split(separator: " ").map(String.init)
    #expect(Program.run(words, context: run.context) == .trouble)
    #expect(run.errorText.contains(message))
  }

  @Test func depthIsALimitLikeOthers() throws {
    try withTemporaryFolder { folder in
      let deep = String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000)
      try write(["deep.json": deep], in: folder)
      #expect(try shell("pliant convert xml1 -o - deep.json", in: folder).code == 1)
      for verb in [
        "convert json -o -", "print", "query '$..*'", "info", "format -o -", "lint", "convert binary1 -o -",
      ] {
        let ended = try shell("pliant \(verb) --limit depth=5000 deep.json >/dev/null", in: folder)
        #expect(ended.code == 0, "\(verb): \(ended.error)")
      }
      let shallow = try shell("pliant convert json -o - --limit depth=7 deep.json", in: folder)
      #expect(
        shallow.error
          == "deep.json:1:8: error: arrays and objects are nested more than 7 deep; --limit depth=N raises the limit [limit/depth]\n"
      )
      let mistyped = try shell("PLIANT_LIMITS=depht=3 pliant convert json -o - deep.json", in: folder)
      #expect(mistyped.code == 2)
      #expect(mistyped.error.hasPrefix("pliant: unknown limit 'depht'; did you mean 'depth'?"))
    }
  }
}

@Suite struct ByteCountTests {
  @Test func sizesAreReadWithTheirUnits() async throws {
    try await forEachRow(
      of: [
        ("0", 0), ("4096", 4096), ("64K", 65_536), ("64KB", 65_536), ("64kib", 65_536), ("2GB", 2 << 30),
        ("7b", 7), ("", nil), ("K", nil), ("-1", nil), ("1.5GB", nil), ("1X", nil), ("1KBB", nil),
        ("99999999999T", nil),
      ] as [(String, Int?)]
    ) { (text: String, value: Int?) in
      #expect(ByteCount.value(text) == value)
    }
  }

  @Test(arguments: [
    (0, "0 bytes"), (1023, "1023 bytes"), (65_536, "64 KB"), (256 << 20, "256 MB"), (5 << 40, "5 TB"),
  ])
  func sizesAreWrittenWithTheLargestUnit(_ value: Int, _ text: String) {
    #expect(ByteCount.text(value) == text)
  }
}
