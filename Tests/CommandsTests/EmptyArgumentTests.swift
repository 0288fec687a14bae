// Lists without a name and options without a text: each is an error or does nothing, and none ends the process.

import CommandLineKit
import Commands
import Foundation
import TestSupport
import Testing

@Suite struct EmptyArgumentTests {
  private static let documented: [Int32] = [0, 1, 2]

  /// The command lines of one verb, each with one option that has no text.
  private static func lines(of verb: Verb, _ line: [String]) -> [[String]] {
    verb.options.compactMap { option in
      if option.key == "files-from" { return line + ["--files-from", "/dev/null"] }
      guard option.valueText != nil else { return nil }
      return line + (option.longNames.isEmpty ? ["-\(option.key)", ""] : ["--\(option.key)="])
    }
  }

  @Test func endsWithADocumentedStatus() async throws {
    try await forEachRow(of: OptionLookupTests.paths.map { $0.path.joined(separator: " ") }) {
      (name: String) throws in
      let (path, _, verb) = try #require(
        OptionLookupTests.paths.first { $0.path.joined(separator: " ") == name })
      let line = try #require(OptionLookupTests.lines[name])
      for words in Self.lines(of: verb, path + line) {
        try withTemporaryFolder { folder in
          try write(["s.xml": "<a><b c='1'/></a>"], in: folder)
          let run = try CapturedRun(input: [], in: folder)
          let code = Program.run(words, context: run.context)
          #expect(Self.documented.contains(code.rawValue), "\(words): \(code)")
          #expect(code == .success || !run.errorText.isEmpty || !run.outputBytes.isEmpty, "\(words): \(code)")
        }
      }
    }
  }

  /// The list is empty, so that nothing is read or made.
  @Test func loadsNothingFromAnEmptyList() throws {
    try withTemporaryFolder { folder in
      let run = try CapturedRun(input: nil, in: folder)
      #expect(run.run("load", "--files-from", "/dev/null", "x.db") == .success)
      #expect(run.errorText == "x.db: note: no files to load [sql/load]\n")
      #expect(read("x.db", in: folder) == nil)
    }
  }
}
