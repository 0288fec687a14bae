// Under --loss refuse nothing is written to a stream before all losses are known.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct RefusedStreamTests {
  private static let padding = (0..<40_000).map { "padding \($0)" }
  /// Documents of more bytes than an output buffer holds; the last value of the first three is lost.
  private static let documents = [
    "a.plist": list(padding.map { "<string>\($0)</string>" }.joined(), "<date>2020-01-01T00:00:00Z</date>"),
    "rows.json": "[" + padding.map { #"{"b":"\#($0)"},"# }.joined() + #"{"b":[1,2]}]"#,
    "dup.json": "[" + padding.map { #"{"b":"\#($0)"},"# }.joined() + #"{"b":1,"b":2}]"#,
    "good.json": "[" + padding.map { #"{"b":"\#($0)"},"# }.joined() + #"{"b":"x"}]"#,
  ]

  private static func list(_ strings: String, _ last: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>a</key><array>\(strings)</array><key>z</key>\(last)</dict></plist>
    """
  }

  @Test func nothingIsWrittenBeforeARefusal() async throws {
    try await forEachRow(of: [
      ("a.plist", ["json"]), ("a.plist", ["json", "--pretty"]), ("a.plist", ["json", "--sort-keys"]),
      ("a.plist", ["jsonl"]), ("a.plist", ["openstep"]), ("rows.json", ["csv"]),
      ("rows.json", ["csv", "--records", ""]), ("rows.json", ["csv", "--first", "90000"]),
      ("dup.json", ["json"]), ("dup.json", ["jsonl"]), ("dup.json", ["jsonl", "--first", "90000"]),
    ]) { (name: String, words: [String]) throws in
      try withTemporaryFolder { folder in
        try write(Self.documents, in: folder)
        for input in [nil, Self.documents[name].map { Array($0.utf8) }] {
          let run = try CapturedRun(input: input, in: folder)
          let line = ["convert"] + words + ["--loss", "refuse", "-o", "-"] + (input == nil ? [name] : [])
          #expect(Program.run(line, context: run.context) == .failure, "\(line) \(run.errorText)")
          #expect(run.outputBytes.isEmpty, "\(line)")
        }
      }
    }
  }

  @Test func theWholeOutputFollows() async throws {
    try await forEachRow(of: [["json"], ["jsonl"], ["csv"], ["xml1"]]) { (words: [String]) throws in
      try withTemporaryFolder { folder in
        try write(Self.documents, in: folder)
        let outputs = try [["--loss", "refuse"], []].map { options in
          let run = try CapturedRun(in: folder)
          let line = ["convert"] + words + options + ["-o", "-", "good.json"]
          #expect(Program.run(line, context: run.context) == .success, "\(run.errorText)")
          return run.outputBytes
        }
        #expect(outputs[0] == outputs[1] && outputs[0].count > 400_000)
      }
    }
  }
}
