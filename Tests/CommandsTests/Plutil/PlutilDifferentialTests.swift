// Every call of a large matrix is made of the toolchain's plutil and of this one: both streams, the exit code and all
// files afterwards must be the same, save for the differences that are named here with their reasons.

import CommandLineKit
import Commands
import Foundation
import TestSupport
import Testing

/// What a call left behind.
private struct Outcome: Equatable, CustomStringConvertible {
  var status: Int32
  var output: Data
  var errors: String
  var files: [String: Data]

  var description: String {
    let shown = files.map { "\($0): \(String(decoding: $1, as: UTF8.self))" }.sorted().joined(separator: "\n")
    return "[\(status)] \(String(decoding: output, as: UTF8.self))\nstderr: \(errors)\n\(shown)"
  }
}

private let documents: [String: String] = [
  "info.plist": """
  <?xml version="1.0" encoding="UTF-8"?>
  <plist version="1.0"><dict>
  <key>CFBundleName</key><string>Pliant &amp; "co" \\ é</string><key>a10</key><real>0.5</real><key>a9</key><integer>-7</integer>
  <key>A</key><true/><key>b</key><false/><key>list</key><array><integer>1</integer><string>x</string><array/><dict/></array>
  <key>n.d</key><dict><key>deep</key><dict><key>er</key><string>z</string></dict></dict><key>u</key><integer>18446744073709551615</integer>
  <key>_x</key><string>l/s</string></dict></plist>
  """,
  "dated.plist": """
  <plist version="1.0"><array><date>2012-03-01T06:00:00Z</date><data>EBESExQV</data><real>1</real><real>1e+20</real></array></plist>
  """,
  "old.plist": "{ b = (1, \"two words\", <0fbd77>); a = { c; }; 'k 2' = \"q\\U00e9\"; }",
  "loc.strings": "/* c */\n\"greeting\" = \"Hello\";\n",
  "plain.json":
    #"{"z":[1,2.5,{"y":"a/b"}],"a":{"b":[1,[2]]},"c.d":1,"t":true,"e":1e20,"i":12345678901234567890,"s":"é\n\u2028"}"#,
  "array.json": "[[],{},[1]]",
  "nulls.json": #"{"a":null,"b":[null]}"#,
  "word.txt": "word",
  "broken.json": #"{"a":1,"#,
  "broken2.json": "[01]",
  "broken3.json": "[\"\\x\"]",
  "broken.txt": "x y",
  "trailing.json": "[1,]",
  "r string.plist": "<plist><string>s</string></plist>",
  "r-integer.plist": "<plist><integer>-4</integer></plist>",
  "r_real.plist": "<plist><real>2.5</real></plist>", "rTrue.plist": "<plist><true/></plist>",
  "rArray.plist": "<plist><array><string>a</string></array></plist>",
  "rDictionary.plist": "<plist><dict><key>k</key><string>v</string></dict></plist>",
  "crossed.plist": "<plist><array>\n<string>a\n</array></plist>", "data.plist": "<plist>\n<data/></plist>",
  "encoding.plist": "<?xml version='1.0' encoding='nope'?><plist><true/></plist>",
  "instruction.plist": "<plist>\n<?pi", "root.plist": "<plist><true/></dict>",
  "empty": "",
  "noext": #"{"a":"b"}"#,
]

private let keyPaths = [
  "CFBundleName", "a10", "a9", "A", "list", "list.0", "list.1", "list.9", "list.x", "list.4", "list.2",
  "n\\.d", "n\\.d.deep",
  "n\\.d.deep.er", "n\\.d.deep.er.x", "u", "nope", "nope.x", "", "list.", "_x",
]

private let values: [[String]] = [
  ["-bool", "YES"], ["-bool", "no"], ["-integer", "42"], ["-float", "1.25"], ["-string", "s \"t\""],
  ["-string", ""],
  ["-date", "2020-02-29T00:00:00Z"], ["-data", "AAEC"], ["-dictionary"], ["-array"],
  ["-xml", "<string>x</string>"],
  ["-json", #"{"j":[1,true]}"#], ["-json", "\"frag\""], ["-data", "A"], ["-what", "x"], ["-bool"],
]

@Suite struct PlutilDifferentialTests {
  static let calls: [[String]] = {
    var calls: [[String]] = [
      [], ["-lint"], ["-help"], ["-lint", "-o", "x", "info.plist"], ["-lint", "-e", "x", "info.plist"],
      ["-lint", "-zz", "info.plist"],
      ["-zz", "info.plist"], ["-convert"], ["-convert", "foo", "info.plist"], ["-convert", "xml1"],
      ["-convert", "xml1", "-o"],
      ["-convert", "xml1", "-header", "info.plist"], ["-convert", "objc", "-header", "plain.json"],
      ["-convert", "objc", "-header", "-o", "out.mm", "plain.json"], ["-extract"], ["-extract", "a"],
      ["-extract", "a", "raw"],
      ["-extract", "A", "raw", "-expect"], ["-extract", "A", "raw", "-expect", "foo", "info.plist"],
      ["-type"], ["-type", "A"],
      ["-insert"], ["-insert", "a"], ["-remove"], ["-create"], ["-create", "xml1"],
      ["-create", "bogus", "x"], ["-p"],
      ["-p", "-o", "x", "info.plist"], ["-p", "-e", "x", "info.plist"], ["-p", "-s", "info.plist"],
      ["missing"], ["-p", "missing"],
      ["-lint", ""], ["-lint", "."], ["info.plist", "broken.txt", "missing", "old.plist"],
      ["-s", "info.plist"],
      ["-convert", "xml1", "-e", "xml", "plain.json", "old.plist"],
      ["-convert", "xml1", "-o", "missing/x", "info.plist"],
      ["-convert", "xml1", "plain.json", "broken.json", "old.plist"], ["-lint", "--", "info.plist"],
      ["-convert", "xml1", "-o", ".", "info.plist"],
      ["-insert", "q", "-string", "a", "-o", "-", "--", "info.plist"],
      ["-convert", "json", "-r", "-s", "-o", "z.json", "plain.json"],
      ["-convert", "binary1", "-o", "b", "word.txt"],
    ]
    for file in documents.keys.sorted() {
      calls += [["-lint", file], ["-p", file]]
      for format in ["xml1", "json", "swift", "objc", "raw", "type", "openStep", "NoConversion"] {
        calls.append(["-convert", format, "-r", "-o", "-", file])
      }
      calls.append(["-convert", "xml1", file])
      calls.append(["-convert", "json", "-r", file])
    }
    for file in documents.keys.sorted() where file.hasPrefix("r") {
      calls += [["-convert", "objc", "-header", file], ["-convert", "objc", "-header", "-o", "-", file]]
      calls += [["-convert", "objc", "-header", "-e", "mm", file], ["-convert", "swift", "-header", file]]
      calls += [["-convert", "objc", "-header", "-o", "x.m", file], ["-convert", "objc", file]]
    }
    for path in keyPaths {
      for file in ["info.plist", "plain.json"] {
        calls += [
          ["-type", path, file], ["-extract", path, "raw", file], ["-extract", path, "raw", "-n", file],
        ]
        calls += [
          ["-extract", path, "xml1", "-o", "-", file], ["-extract", path, "json", "-r", "-o", "-", file],
        ]
        calls += [
          ["-extract", path, "raw", "-expect", "string", file], ["-type", path, "-expect", "integer", file],
        ]
        calls += [
          ["-remove", path, "-r", "-o", "-", file], ["-insert", path, "-string", "v", "-r", "-o", "-", file],
        ]
        calls.append(["-insert", path, "-integer", "5", "-append", "-r", "-o", "-", file])
        if !path.hasPrefix("list.") {
          calls.append(["-replace", path, "-string", "v", "-r", "-o", "-", file])
        }
      }
    }
    for value in values {
      calls += [
        ["-insert", "new"] + value + ["-o", "-", "info.plist"], ["-replace", "a9"] + value + ["info.plist"],
      ]
      calls.append(["-insert", "new"] + value + ["-r", "-o", "-", "plain.json"])
    }
    for format in ["xml1", "binary1", "json", "swift", "objc", "raw", "type", "openStep", "NoConversion"] {
      calls += [
        ["-create", format, "-"], ["-create", format, "new.plist"], ["-create", format, "-r", "-n", "-"],
      ]
    }
    for input in [
      ["-lint", "-"], ["-p", "-"], ["-convert", "xml1", "-o", "-", "-"],
      ["-convert", "swift", "-o", "-", "-"],
    ] {
      calls.append(input)
    }
    return calls
  }()

  /// Calls that have another outcome here, each with the reason.
  static func difference(_ call: [String]) -> String? {
    let words = call.joined(separator: " ")
    let isLiteral = words.contains("swift -r") || words.contains("objc -")
    if isLiteral && (words.contains("info.plist") || words.contains("plain.json")) {
      return "literals compile: backslashes and line ends are escaped, nested collections name their type"
    }
    if words.contains("swift -r") && words.contains("array.json") {
      return "literals compile: an empty dictionary is [:], empty collections name their type"
    }
    if words.contains("swift -r") && (words.contains("old.plist") || words.contains("dated.plist")) {
      return "literals compile: Foundation is imported where there are dates or data"
    }
    let edits = ["-insert", "-replace", "-remove"]
    let oldStyle = [".strings", "old.plist", "dated.plist"]
    if let command = call.first, edits.contains(command), oldStyle.contains(where: words.contains) {
      return "a note points to the command that edits such files"
    }
    if words == "-p old.plist" {
      return "-p drops leading zeros of data and shows every other byte of long data"
    }
    if words.contains("-append") && (words.contains("list.9") || words.contains("list.4")) {
      return "-append at an index that is not there crashes"
    }
    if words == "-insert new -bool -r -o - plain.json" { return "unreadable -r: keys in no order" }
    return nil
  }

  /// Data that would be lost, crashes and plain mistakes, corrected.
  @Test func mended() throws {
    let cases: [(call: [String], status: Int32, output: String, errors: String)] = [
      (["-insert", "n", "-integer", "abc", "noext"], 1, "", "Invalid integer in argument: abc\n"),
      (["-insert", "n", "-float", "1.5x", "noext"], 1, "", "Invalid float in argument: 1.5x\n"),
      (["-insert", "n", "-date", "xx", "noext"], 1, "", "Invalid date in argument: xx\n"),
      (["-replace", "0", "-integer", "5", "-o", "-", "array.json"], 0, "[5,{},[1]]", ""),
      (["-extract", "a", "xml1", "noext"], 0, "<string>b</string>", ""),
      (
        ["-convert", "json", "-o", "-", "--", "-n"], 1, "",
        "-n: (The operation could not be completed. The file doesn’t exist.)\n"
      ),
      (["-extract", "r", "raw", "reals.json"], 0, "0.123456789\n", ""),
      (["-extract", "s", "raw", "reals.json"], 0, "0.500000\n", ""),
    ]
    for (call, status, output, errors) in cases {
      try withTemporaryFolder { folder in
        try write(documents, in: folder)
        try write(["reals.json": #"{"r":0.123456789,"s":0.5}"#], in: folder)
        let actual = try Self.runHere(call, in: folder)
        #expect(actual.0 == status, "\(call)")
        let text = String(decoding: actual.1, as: UTF8.self)
        #expect(output.isEmpty ? text.isEmpty : text.contains(output), "\(call)")
        #expect(actual.2 == errors, "\(call)")
        #expect(read("noext", in: folder) == documents["noext"], "the source stays")
      }
    }
  }

  @Test func anExtensionIsAddedWhereThereIsNone() throws {
    try withTemporaryFolder { folder in
      try write(documents, in: folder)
      #expect(try Self.runHere(["-convert", "xml1", "-e", "plist", "noext"], in: folder).0 == 0)
      #expect(read("noext", in: folder) == documents["noext"])
      #expect(read("noext.plist", in: folder)?.contains("<key>a</key>") == true)
    }
  }

  private static let shareCount = 8

  /// All calls take a minute, in shares that run side by side; without PLIANT_ALL_TESTS every twelfth call is a
  /// fair sample.
  @Test(arguments: 0..<shareCount) func matrix(share: Int) throws {
    guard let tool = toolchainTool("plutil") else { return }
    var mismatches: [String] = []
    let step = runsAllTests ? Self.shareCount : 12 * Self.shareCount
    let sample = stride(from: share, to: Self.calls.count, by: step).map { Self.calls[$0] }
    for call in sample where Self.difference(call) == nil {
      let expected = try outcome(call) { try Self.runTool(tool, call, in: $0) }
      let actual = try outcome(call) { folder in
        let (status, output, errors) = try Self.runHere(call, in: folder)
        // plutil has no notes.
        let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
        return (status, output, lines.filter { !$0.contains(": note: ") }.joined(separator: "\n"))
      }
      if expected != actual {
        mismatches.append("plutil \(call.joined(separator: " "))\nexpected \(expected)\nactual \(actual)")
      }
    }
    #expect(
      mismatches.isEmpty,
      "\(mismatches.count) of \(sample.count) calls differ:\n\(mismatches.prefix(5).joined(separator: "\n\n"))"
    )
  }

  private static let standardInput = "{ a = (b); }"

  private func outcome(
    _ call: [String], _ body: (URL) throws -> (Int32, Data, String)
  ) throws -> Outcome {
    try withTemporaryFolder { folder in
      try write(documents, in: folder)
      let (status, output, errors) = try body(folder)
      var files: [String: Data] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        let data = try? Data(contentsOf: folder.appendingPathComponent(name))
        if data != documents[name].map({ Data($0.utf8) }) { files[name] = data }
      }
      return Outcome(status: status, output: output, errors: errors, files: files)
    }
  }

  private static func runTool(_ tool: String, _ call: [String], in folder: URL) throws -> (
    Int32, Data, String
  ) {
    let input = folder.deletingLastPathComponent().appendingPathComponent(folder.lastPathComponent + ".in")
    try Data(standardInput.utf8).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    // Many of the calls crash, and a backtrace takes a second.
    let environment = ["SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin"]
    let ended = try run(tool, call, in: folder, input: input, environment: environment)
    // CoreFoundation's log lines of the time of day are no part of plutil's talk.
    let lines = String(decoding: ended.errors, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("CFPropertyListCreateFromXMLData()") }
    return (ended.status, ended.output, lines.joined(separator: "\n"))
  }

  private static func runHere(_ call: [String], in folder: URL) throws -> (Int32, Data, String) {
    let run = try CapturedRun(input: Array(standardInput.utf8), in: folder)
    let code = Plutil.run(call.map { Argument($0) }, context: run.context)
    return (code.rawValue, Data(run.outputBytes), run.errorText)
  }
}
