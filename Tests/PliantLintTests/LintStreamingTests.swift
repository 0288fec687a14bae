// A file that is read piece by piece gives what the same bytes give in memory, wherever the pieces end.

import Foundation
import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct LintStreamingTests {
  /// What one way of linting says, as lines.
  private static func lines(_ outcome: Linter.Outcome) -> [String] {
    let findings = zip(outcome.findings, outcome.fingerprints).map { finding, fingerprint in
      "\(finding.line):\(finding.column) \(finding.rule.id) \(finding.message) \(fingerprint)"
    }
    let note = [outcome.note].compactMap { $0 }
    if case .binary = outcome.look { return findings + [outcome.look.description] + note }
    return findings + note
  }

  /// Lints the bytes in memory and from a file in pieces, and expects the same of both.
  private static func compare(_ bytes: [UInt8], _ name: String, chunkSize: Int, in folder: URL) throws
    -> [String]
  {
    let linter = Linter(LintOptions())
    let held = lines(bytes.withByteView { linter.lint($0, name: name) })
    let file = folder.appendingPathComponent("file")
    try Data(bytes).write(to: file)
    let read = lines(
      try linter.lint(file: .path(file.path), count: bytes.count, name: name, chunkSize: chunkSize))
    #expect(held == read, "\(name), pieces of \(chunkSize)")
    let handle = try FileHandle(forReadingFrom: file)
    // Wherever the descriptor is.
    try handle.seekToEnd()
    let source = LintSource.descriptor(handle.fileDescriptor)
    let placed = lines(try linter.lint(file: source, count: bytes.count, name: name, chunkSize: chunkSize))
    #expect(held == placed, "\(name), pieces of \(chunkSize) of a descriptor")
    return held
  }

  static func repeated(_ head: String, _ body: (Int) -> String, _ tail: String) -> String {
    head + (0..<400).map(body).joined() + tail
  }

  static let documents: [(name: String, text: String, encoding: String, rules: Set<String>)] = [
    (
      "a.plist",
      repeated(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE plist SYSTEM \"other.dtd\">\n<plist><array>\n",
        { number in
          "<dict><key>näme &amp; \(number)</key><string>Größe <![CDATA[<b>]]> x</string>\r\n"
            + (number == 200 ? "<key>a</key><date>x</date><key>a</key><true/><key>b</key>" : "")
            + "<key>data</key><data>AAEC \n AwQ=</data></dict>\n"
        }, "</array></plist>\n"), "UTF-8",
      ["plist/doctype", "plist/value", "plist/duplicate-key", "plist/structure"]
    ),
    (
      "a.xml",
      repeated(
        "<a>", { "<b c='\($0)' d=\"&lt;ü\">t]]&gt; &\($0 == 300 ? "nope" : "amp");</b><!-- ö -->\n" }, "</a>"),
      "UTF-8", ["xml/undefined-entity"]
    ),
    (
      "a.xml",
      repeated("<?xml version='1.0' encoding='ISO-8859-1'?>\n<a>", { "<b>Straße \($0)</b>\n" }, "<c></a>"),
      "ISO-8859-1", ["xml/not-well-formed"]
    ),
    (
      "a.xml",
      repeated("\u{FEFF}<?xml version='1.0' encoding='UTF-16'?>\n<a>", { "<b>Straße \($0)</b>\n" }, "</b>"),
      "UTF-16LE", ["xml/not-well-formed"]
    ),
    (
      "a.xml",
      repeated("<?xml version='1.0' encoding='ISO-8859-1'?>\n<a>", { "<b>Straße \($0)</b>\n" }, "</a>"),
      "UTF-8", ["encoding/mismatch"]
    ),
    (
      "a.json",
      repeated(
        "{\"list\": [\n",
        {
          "{\"a\": [1, 2.5e3, -0], \"b , ]\": \"x\\\"}, \\u00fc\", \"c\" : {}, \"d\":\"ü\"\($0 == 350 ? ", \"a\": 1" : "")} ,\n"
        },
        "tru, [1,]], \"list\": 2}  \n"), "UTF-8", ["json/duplicate-key", "json/syntax"]
    ),
    (
      "a.json", repeated("[[[[", { "\n\t\"\(String(repeating: "long, [", count: $0 / 2))\" ," }, "1]]]"),
      "UTF-8",
      ["json/syntax"]
    ),
    (
      "a.jsonl",
      repeated("", { "{\"a\": \($0), \"b\": \"ü\"\($0 == 77 ? ",\"a\":1" : "")}\r\n\n" }, "[1,]\n{} {}"),
      "UTF-8",
      ["json/duplicate-key", "json/syntax"]
    ),
    (
      "a.strings",
      repeated("\u{FEFF}/* ü */\n", { "\"k\($0)\" = \"Übung\";\n" }, "\"k1\" = \"x\"\n\"y\" = \"z\";;"),
      "UTF-16LE",
      ["strings/duplicate-key", "strings/syntax"]
    ),
    (
      "a.strings",
      repeated(
        "// \"a;\n",
        { "/* ; */ k\($0) = {a = \"b;\\\"\"; /* \" */ c = (d, \"e;\"); h = http://x/; };\n" },
        "\"k3\" = 'x;'; \"a\" = \"b \"c\" d\";\n\"e\" = \"f\";\n"), "UTF-8",
      ["strings/duplicate-key", "strings/syntax"]
    ),
    (
      "a.xml",
      repeated(
        "<a>\n", { $0 == 390 ? "<!-- pliant:ignore xml -->\n" + "<b>&x;</b>\n" : "<b>line</b>\n" }, "&y;</a>"),
      "UTF-8", ["xml/undefined-entity"]
    ),
  ]

  @Test func piecesMakeNoDifference() async throws {
    try await forEachRow(of: Self.documents.indices, [64, 5000]) { (index: Int, chunkSize: Int) throws in
      let document = Self.documents[index]
      let bytes = LintExample(
        "", document.text, encoding: try #require(TextEncoding(name: document.encoding))
      )
      .bytes
      #expect(bytes.count > 4096)
      try withTemporaryFolder { folder in
        let found = try Self.compare(bytes, document.name, chunkSize: chunkSize, in: folder)
        let rules = Set(found.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
        #expect(rules == document.rules, "\(found)")
      }
    }
  }

  @Test(arguments: ["realworld", "encodings"]) func piecesMakeNoDifferenceToRealFiles(_ name: String) throws {
    let entries = corpusEntries(name).filter { $0.bytes.count < 60_000 }
    try withTemporaryFolder { folder in
      for (index, entry) in entries.enumerated() where index % (runsAllTests ? 4 : 24) == 0 {
        if entry.bytes.starts(with: Array("bplist".utf8)) { continue }
        _ = try Self.compare(entry.bytes, entry.path, chunkSize: 512, in: folder)
      }
    }
  }

  @Test func aFileInAnotherEncodingIsJudgedWhole() throws {
    // Letters come only behind what is held of the beginning.
    let body = String(repeating: "<b>plain text</b>\n", count: 8000)
    let sentence = "<c>Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste.</c>\n"
    for (declared, actual, rule) in [
      ("UTF-8", "macintosh", "encoding/mismatch"), ("ISO-8859-1", "UTF-8", "encoding/mismatch"),
      ("ISO-8859-1", "ISO-8859-1", nil), ("UTF-8", "UTF-8", nil),
    ] as [(String, String, String?)] {
      let text = "<?xml version=\"1.0\" encoding=\"\(declared)\"?>\n<a>\n" + body + sentence + body + "</a>\n"
      let bytes = LintExample("", text, encoding: try #require(TextEncoding(name: actual))).bytes
      try withTemporaryFolder { folder in
        let found = try Self.compare(bytes, "a.xml", chunkSize: 4096, in: folder)
        #expect(
          found.map { $0.split(separator: " ")[1] } == (rule.map { [Substring($0)] } ?? []),
          "\(declared) \(actual)")
        if rule != nil { #expect(found.first?.hasPrefix("8003:") == true, "\(found)") }
      }
    }
  }

  /// A sign that the text has once, wherever that is, and a comment that silences it.
  @Test func whatStandsOnceIsSeen() async throws {
    try await forEachRow(of: [0, 1, 4000, 7999], [4096, 65_536]) { (place: Int, chunkSize: Int) in
      let signs = [
        ("\u{FFFD}", "encoding/lost-characters"), ("x\u{FEFF}", "encoding/stray-bom"),
        ("\u{FFFD} <!-- pliant:ignore encoding/lost-characters -->", nil),
      ]
      for (sign, rule) in signs {
        var lines = [String](repeating: "<b>plain text</b>", count: 8000)
        lines[place] = "<b>\(sign)</b>"
        let text = (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<a>"] + lines + ["</a>", ""])
        let bytes = Array(text.joined(separator: "\n").utf8)
        try withTemporaryFolder { folder in
          let found = try Self.compare(bytes, "a.xml", chunkSize: chunkSize, in: folder)
          #expect(
            found.map { $0.split(separator: " ")[1] } == (rule.map { [Substring($0)] } ?? []), "\(found)")
          if rule != nil { #expect(found.first?.hasPrefix("\(place + 3):") == true, "\(found)") }
        }
      }
    }
  }

  @Test(.slow) func keysBeyondTheLimitAreNamed() {
    // One key less than the limit takes, in a dictionary of few long keys.
    let key = String(repeating: "k", count: 1 << 20)
    let text = "{" + (0..<65).map { "\"\($0)\(key)\": 0" }.joined(separator: ",") + "}"
    let outcome = Array(text.utf8).withByteView { Linter().lint($0, name: "a.json") }
    #expect(outcome.findings.isEmpty)
    #expect(outcome.note?.contains("64 MB") == true)
  }
}
