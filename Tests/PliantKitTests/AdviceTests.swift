// What the modules under the library say: what to type on the command line is advice, which only the program shows.

import Foundation
import TestSupport
import Testing

@Suite struct AdviceTests {
  private static let modules = [
    "PliantBase", "PliantText", "PliantCodecs", "PliantCore", "PliantFormats", "PliantQuery", "PliantMapping",
    "PliantLint",
    "PliantKit",
  ]
  /// Files that name options for another reason.
  private static let exceptions = [
    "EngineRequest.swift": "the arguments of pliant-foundation"
  ]

  /// The lines with an option in a literal that is not given as advice.
  private static func spoken(in source: String) -> [String] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    var function: Substring = ""
    return lines.indices.compactMap { number in
      let line = lines[number]
      if line.contains("func ") { function = line }
      let text = line.drop { $0 == " " }
      guard !text.hasPrefix("//"), let quote = line.firstIndex(of: "\""),
        line[quote...].contains(/(^|\W)--[a-z]|pliant [a-z]+ -/)
      else { return nil }
      let isAdvice = lines[max(0, number - 2)...number].contains { $0.contains("advice") }
      return isAdvice || function.contains("dvice") ? nil : "line \(number + 1): \(text)"
    }
  }

  @Test func optionsAreNamedInAdviceAlone() throws {
    var found: [String] = []
    for module in Self.modules {
      let folder = packageRoot.appendingPathComponent("Sources/\(module)")
      let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        if Self.exceptions[file.lastPathComponent] != nil { continue }
        // What a rule's explanation says of its fix is shown by the program alone.
        let lines = Self.spoken(in: try String(contentsOf: file, encoding: .utf8)).filter {
          module != "PliantLint" || !$0.contains("--fix=")
        }
        found += lines.map { "\(module)/\(file.lastPathComponent), \($0)" }
      }
    }
    #expect(found == [])
  }

  @Test func theCheckFindsAnOptionInASentence() {
    #expect(Self.spoken(in: "  f(\"unknown text; use --input-encoding X\")").count == 1)
    #expect(Self.spoken(in: "  f(\"unknown text\", advice: \"use --input-encoding X\")").isEmpty)
    #expect(Self.spoken(in: "  // \"--records\" is an option").isEmpty)
  }
}
