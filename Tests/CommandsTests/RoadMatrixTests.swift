// One document with one oddity, by every road to one target: the data, the exit code and what is said of it (rule, place,
// key path) are those of a file that is converted to standard output, and in place it is noted or refused at that place.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct RoadMatrixTests {
  struct Oddity: Sendable {
    let file: String
    let text: String
    /// The part of the file's name that formats go by.
    var kind: String { String(file.drop { $0 != "." }.dropFirst()) }

    init(_ file: String, _ text: String) { (self.file, self.text) = (file, text) }
  }

  private static func list(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict><key>k</key>\(content)</dict>
    </plist>

    """
  }

  static let oddities: [Oddity] = [
    Oddity("plain.json", #"{"a":1,"b":[true,"x"]}"#),
    Oddity("dup.json", #"{"a":1,"b":{"c":1,"c":2}}"#),
    Oddity("wide.json", #"{"n":340282366920938463463374607431768211456}"#),
    Oddity("huge.json", #"{"x":[1,1e400]}"#),
    Oddity("digits.json", #"{"d":0.1234567890123456789012}"#),
    Oddity("null.json", #"{"k":[null]}"#),
    Oddity("surrogate.json", #"{"k":"a\ud800","z":1}"#),
    Oddity("surrogate-key.json", #"{"a\ud800":1,"z":1}"#),
    Oddity("control.json", #"{"k":"a\u001bb"}"#),
    Oddity("comment.json", "// c\n{\"a\":1,}"),
    Oddity("duplicate.plist", list("<string>x</string><key>k</key><string>y</string>")),
    Oddity("comment.plist", list("<!-- c --><string>x</string>")),
    Oddity("hyphens.plist", list("<!-- a -- b --><string>x</string>")),
    Oddity("cdata.plist", list("<string><![CDATA[x<y]]></string>")),
    Oddity("attribute.plist", list(#"<string id="q">x</string>"#)),
    Oddity("hex.plist", list(#"<data format="hex">DEADBEEF</data>"#)),
    Oddity("data.plist", list("<data>AQI=</data>")),
    Oddity("padding.plist", list("<data>QUJDRA==RA</data>")),
    Oddity("date.plist", list("<date>2020-01-02T03:04:05Z</date>")),
    Oddity("fraction.plist", list("<date>2020-01-02T03:04:05.678Z</date>")),
    Oddity("real.plist", list("<real>9007199254740993</real>")),
    Oddity("infinity.plist", list("<real>+infinity</real>")),
    Oddity("control.plist", list("<string>x\u{1b}y</string>")),
    Oddity("control-reference.plist", list("<string>x&#27;y</string>")),
    Oddity("duplicate.strings", "\"a\" = \"1\";\n\"a\" = \"2\";\n"),
    Oddity("comment.strings", "/* c */\n\"a\" = \"1\";\n"),
    Oddity("tail.strings", "\"a\" = \"1\";\n<<<<<<< HEAD\n\"b\" = \"2\";\n"),
    Oddity("order.xml", "<r a=\"1\"><b>x</b><c/><b>y</b></r>"),
    Oddity("comment.xml", "<r><!-- c --><b>x</b></r>"),
    Oddity("mixed.xml", "<r>Hallo <g>du</g></r>"),
  ]

  private struct Result: Equatable {
    var code: ExitCode
    var data: [UInt8]
    /// What is said, without the name of the file.
    var messages: [String]
  }

  private static func convert(
    _ oddity: Oddity, _ target: String, _ options: [String] = [], in folder: URL, reads name: String? = nil,
    input: [UInt8]? = nil, writes output: String? = nil, keepsFile: Bool = false
  ) throws -> Result {
    let file = folder.appendingPathComponent(oddity.file)
    if !keepsFile { try Data(oddity.text.utf8).write(to: file) }
    let run = try CapturedRun(input: input, in: folder)
    let style = target == "xml" ? ["--xml-style", "attributes"] : []
    let words = ["convert", target] + style + options + [name ?? oddity.file].filter { !$0.isEmpty }
    let code = Program.run(words, context: run.context)
    let data = output.map { readBytes(folder.appendingPathComponent($0)) } ?? run.outputBytes
    let named = name.map { $0.isEmpty || $0 == "-" ? "<stdin>" : $0 } ?? oddity.file
    let messages = run.errorText.split(separator: "\n").map {
      $0.hasPrefix(named) ? String($0.dropFirst(named.count)) : String($0)
    }
    return Result(code: code, data: code == .success ? data : [], messages: messages)
  }

  private static let targets = ["json", "jsonl", "xml1", "binary1", "openstep", "xml"]

  /// The name of the format as an option, which standard input has instead of a name.
  private static func format(_ oddity: Oddity) -> [String] {
    [
      "json": ["-f", oddity.file == "comment.json" ? "json5" : "json"], "plist": ["-f", "xml1"],
      "xml": ["-f", "xml"],
    ][
      oddity.kind] ?? ["-f", oddity.kind]
  }

  @Test func everyRoadSaysTheSame() async throws {
    try await forEachRow(of: Self.oddities, Self.targets) { (oddity: Oddity, target: String) in
      try withTemporaryFolder { folder in
        let format = Self.format(oddity)
        let base = try Self.convert(oddity, target, format + ["-o", "-"], in: folder)
        let bytes = Array(oddity.text.utf8)
        #expect(
          try Self.convert(oddity, target, ["-o", "-"] + format, in: folder, reads: "-", input: bytes) == base
        )
        #expect(
          try Self.convert(oddity, target, format + ["-o", "-"], in: folder, reads: "", input: bytes) == base)
        #expect(try Self.convert(oddity, target, format + ["-o", "out"], in: folder, writes: "out") == base)
        let stem = String(oddity.file.prefix { $0 != "." })
        #expect(
          try Self.convert(oddity, target, format + ["-e", "new"], in: folder, writes: "\(stem).new") == base)
        try Data("\(oddity.file)\n".utf8).write(to: folder.appendingPathComponent("names"))
        let listed = try Self.convert(
          oddity, target, format + ["--files-from", "names", "-e", "listed", "--jobs", "2"], in: folder,
          reads: "",
          writes: "\(stem).listed")
        #expect(listed.code == base.code)
        #expect(listed.data == base.data)
        #expect(
          listed.messages.map { $0.hasPrefix(oddity.file) ? String($0.dropFirst(oddity.file.count)) : $0 }
            == base.messages)
        try Self.compareInPlace(oddity, target, format, with: base, in: folder)
      }
    }
  }

  private static func compareInPlace(
    _ oddity: Oddity, _ target: String, _ format: [String], with base: Result, in folder: URL
  ) throws {
    let noted = try convert(oddity, target, format + ["--loss", "note"], in: folder, writes: oddity.file)
    #expect(noted.code == base.code)
    // A file that had the data all along is not written again.
    #expect(noted.data == base.data)
    #expect(noted.messages == base.messages)
    let plain = try convert(oddity, target, format, in: folder, writes: oddity.file)
    if plain.code == .success {
      #expect(plain == base)
    } else {
      #expect(readBytes(folder.appendingPathComponent(oddity.file)) == Array(oddity.text.utf8))
      // The refusal has the place and the rule of one of the notes.
      guard let refusal = plain.messages.last(where: { $0.contains(": error: ") }) else {
        Issue.record("\(plain.messages)")
        return
      }
      let place = refusal.components(separatedBy: ": error: ")[0]
      let rule = refusal.split(separator: "[").last
      let isNoted = base.messages.contains {
        $0.hasPrefix(place + ": ") && $0.split(separator: "[").last == rule
      }
      #expect(isNoted || base.code == .failure, "\(refusal) — \(base.messages)")
    }
  }

  @Test func largeDocumentsSayTheSame() async throws {
    let padded = Self.oddities.filter {
      $0.kind == "json" && $0.text.hasSuffix("}") && $0.file != "comment.json" || $0.kind == "plist"
    }
    try await forEachRow(of: padded, ["json", "xml1", "binary1"]) { (oddity: Oddity, target: String) in
      try withTemporaryFolder { folder in
        let padding = String(repeating: "p", count: 1100 << 10)
        let end =
          oddity.kind == "json"
          ? ",\"p\":\"\(padding)\"}" : "<key>p</key><string>\(padding)</string></dict>\n</plist>\n"
        let cut = oddity.kind == "json" ? "}" : "</dict>\n</plist>\n"
        let large = Oddity(oddity.file, String(oddity.text.dropLast(cut.count)) + end)
        let base = try Self.convert(oddity, target, Self.format(oddity) + ["-o", "-"], in: folder)
        for destination in [["-o", "-"], ["-o", "out"], ["--loss", "note"]] {
          let result = try Self.convert(large, target, Self.format(oddity) + destination, in: folder)
          #expect(result.code == base.code)
          #expect(result.messages == base.messages, "\(destination)")
        }
      }
    }
  }

  /// Foundation may say more, and refuse what it cannot hold; it says what the native road says at the same place.
  @Test func theEngineSaysAtLeastTheSame() async throws {
    let converted = Self.oddities.filter {
      $0.kind == "json" && $0.file != "comment.json" || $0.kind == "plist"
    }
    try await forEachRow(of: converted, ["json", "xml1", "binary1"]) { (oddity: Oddity, target: String) in
      try withTemporaryFolder { folder in
        let base = try Self.convert(oddity, target, Self.format(oddity) + ["-o", "-"], in: folder)
        let verified = try Self.convert(
          oddity, target, Self.format(oddity) + ["--verify", "-o", "-"], in: folder)
        let others = verified.messages.filter { !$0.contains("[engine/unverified]") }
        #expect(verified.code == base.code)
        #expect(verified.data == base.data)
        #expect(others.sorted() == base.messages.sorted())
        let engine = try Self.convert(
          oddity, target, Self.format(oddity) + ["--engine", "foundation", "-o", "-"], in: folder)
        if engine.code == .success {
          #expect(base.code == .success)
          #expect(Set(base.messages).isSubset(of: engine.messages), "\(engine.messages)")
        } else if base.code == .success {
          #expect(engine.messages.contains { $0.contains("[engine/refused]") }, "\(engine.messages)")
        }
      }
    }
  }
}
