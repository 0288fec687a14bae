// Files that say what to do rather than being converted: workflows, mappings, settings. What reading leaves out of their
// values is said or refused by every verb that reads one; their comments are for people.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct LedgerSettingsTests {
  /// A file that is read, as JSON with the value TEXT, and the calls that read it as F.
  struct Settings: Sendable {
    let json: String
    let calls: [String]
  }

  static let settings = [
    Settings(
      json: #"{"name": "n", "purpose": "TEXT", "steps": [{"run": "encoding in.xml", "why": "w"}]}"#,
      calls: ["workflow check F", "workflow list F", "workflow man F", "workflow run F"]),
    Settings(
      json: #"{"mapping": "r", "about": "TEXT", "root": "r", "fields": {"k": "k"}}"#,
      calls: [
        "mapping show ./F", "mapping check ./F", "mapping check ./F in.xml",
        "convert json --mapping ./F -o - in.xml",
      ]),
    Settings(json: #"{"exclude": ["TEXT"]}"#, calls: ["lint --config F in.xml"]),
  ]

  /// What is done to a property list, and what is said of it; nothing of a comment.
  enum Change: String, CaseIterable {
    case comment, duplicate, reference, control, declaration

    var said: [String] {
      switch self {
      case .comment: []
      case .duplicate: ["duplicate key"]
      case .reference: ["reference to an entity", "&cur;"]
      case .control: ["control character", "U+0001"]
      case .declaration: ["declared 'ISO-8859-1', but"]
      }
    }

    func applied(to list: String) throws -> [UInt8] {
      switch self {
      case .comment: return Array(list.replacing("<dict>", with: "<dict><!-- c -->").utf8)
      case .duplicate:
        let start = try #require(list.range(of: "\t<key>")).lowerBound
        let rest = list[start...].dropFirst()
        let end = [rest.range(of: "\n\t<key>"), rest.range(of: "\n</dict>")].compactMap { $0?.lowerBound }
          .min()
        let pair = list[start..<(try #require(end))]
        return Array((list[..<start] + pair + "\n" + list[start...]).utf8)
      case .reference:
        let lines = list.split(separator: "\n").map { line in
          line.hasPrefix("<!DOCTYPE") ? "<!DOCTYPE plist SYSTEM 'x.dtd'>" : String(line)
        }
        return Array(lines.joined(separator: "\n").replacing("TEXT", with: "&cur;").utf8)
      case .control: return Array(list.replacing("TEXT", with: "v\u{1}").utf8)
      case .declaration: return LedgerSettingsTests.misdeclared(list)
      }
    }
  }

  /// The text in macintosh, declared to be ISO-8859-1.
  private static func misdeclared(_ text: String) -> [UInt8] {
    let german = "Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste."
    var encoder = TextEncoder(.macRoman)
    var output = OutputBuffer()
    let changed = text.replacing("UTF-8", with: "ISO-8859-1").replacing("TEXT", with: german)
    _ = Array(changed.utf8).withByteView { encoder.encode($0, into: &output) }
    return output.bytes
  }

  private func run(_ call: String, _ file: String, in folder: URL) throws -> CapturedRun {
    let run = try CapturedRun(in: folder)
    _ = Program.run(
      call.split(separator: " ").map { String($0).replacing("F", with: file) }, context: run.context)
    return run
  }

  @Test func valuesAreSaidAndCommentsAreNot() async throws {
    try await forEachRow(of: Self.settings, Change.allCases) { (settings: Settings, change: Change) in
      try withTemporaryFolder { folder in
        try write(["a.json": settings.json, "in.xml": "<r><k>v</k></r>"], in: folder)
        let list = try run("convert xml1 -o - F", "a.json", in: folder).outputText
        try Data(try change.applied(to: list)).write(to: folder.appendingPathComponent("a.plist"))
        for call in settings.calls {
          let run = try run(call, "a.plist", in: folder)
          if change == .comment {
            #expect(
              !run.errorText.contains("comment") && !run.errorText.contains("error"), "\(run.errorText)")
          } else {
            #expect(change.said.contains { run.errorText.contains($0) }, "\(call): \(run.errorText)")
          }
        }
      }
    }
  }

  @Test func aWorkflowInXMLAndAModelAreReadByTheSameRule() throws {
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let workflow = "<workflow name='n'><purpose>TEXT</purpose><step run='encoding in.xml'>w</step></workflow>"
    let model =
      "<model><!-- TEXT --><entity name='E'><attribute name='a' attributeType='String'/></entity></model>"
    try withTemporaryFolder { folder in
      for (text, call) in [(workflow, "workflow check F"), (model, "mapping from-model F")] {
        let file = folder.appendingPathComponent("a.xml")
        try Data(Self.misdeclared(declaration + text)).write(to: file)
        let misread = try run(call, "a.xml", in: folder)
        #expect(misread.errorText.contains("declared 'ISO-8859-1', but"), "\(call): \(misread.errorText)")
        try Data((declaration + "<!-- c -->" + text).utf8).write(to: file)
        let commented = try run(call, "a.xml", in: folder)
        #expect(commented.errorText.isEmpty, "\(call): \(commented.errorText)")
      }
      let reference = "<!DOCTYPE workflow SYSTEM 'x.dtd'>" + workflow.replacing("TEXT", with: "&cur;")
      try write(["a.xml": reference], in: folder)
      #expect(try run("workflow check F", "a.xml", in: folder).errorText.contains("1 reference to an entity"))
    }
  }

  @Test func aKeyThatATypedValueHasTwiceIsNoted() throws {
    for (option, value) in [("--json", #"{"k": 1, "k": 2}"#), ("--xml", "{k = 1; k = 2;}")] {
      let run = try CapturedRun(input: Array("{}".utf8))
      #expect(run.run("insert", "a", option, value, "-o", "-") == .success)
      #expect(run.errorText.contains("\(option): note: duplicate key 'k'"), "\(run.errorText)")
    }
  }
}
