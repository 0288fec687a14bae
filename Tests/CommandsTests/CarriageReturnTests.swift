// Carriage returns in XML property lists, which every reader takes for line feeds unless they are references.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct CarriageReturnTests {
  private static let list =
    "<plist version=\"1.0\"><dict><key>a&#13;</key><string>x&#13;\ny</string></dict></plist>"

  /// A call, its code, and whether the file then has references.
  @Test func areKeptOrRefused() async throws {
    try await forEachRow(
      of: [
        ("convert xml1 a.plist", 0, true), ("-convert xml1 a.plist", 0, true),
        ("-insert b -bool YES a.plist", 0, true),
        ("convert xml1 --canonical a.plist", 1, nil), ("format --canonical a.plist", 1, nil),
        ("convert xml1 --canonical --loss note a.plist", 0, false),
        ("PlistBuddy -c Set_:b_1 a.plist", 1, nil),
        ("PlistBuddy -c Add_:b_integer_1 a.plist", 0, true),
      ] as [(String, Int32, Bool?)]
    ) { (line: String, code: Int32, hasReferences: Bool?) throws in
      try withTemporaryFolder { folder in
        try write(["a.plist": Self.list], in: folder)
        let run = try CapturedRun(in: folder)
        let words = line.split(separator: " ").map { $0.replacingOccurrences(of: "_", with: " ") }
        #expect(Program.run(words, context: run.context).rawValue == code, "\(run.errorText)")
        let text = try #require(read("a.plist", in: folder))
        guard let hasReferences else { return #expect(text == Self.list) }
        #expect(
          text.contains("x&#13;\ny") == hasReferences && text.contains("a&#13;") == hasReferences, "\(text)")
        if !hasReferences {
          #expect(run.errorText.contains("2 strings with carriage returns became ones with line feeds"))
        }
      }
    }
  }

  @Test func canonicalOutputIsCoreFoundationsAndSaysSo() throws {
    let run = try CapturedRun(input: Array(Self.list.utf8))
    #expect(run.run("convert", "xml1", "--canonical") == .success)
    #expect(run.outputText.contains("<string>x\r\ny</string>"))
    #expect(run.errorText.contains("[conversion/loss]"))
  }
}
