// What CONTRIBUTING.md says of where a change goes.

import Foundation
import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct PlaceOfChangeTests {
  /// The files of `Sources` in which the pattern matches, by their paths in it.
  private static func files(matching pattern: String) throws -> [String] {
    let folder = packageRoot.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var found: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.range(of: pattern, options: .regularExpression) != nil {
        found.append(String(file.path.dropFirst(folder.path.count + 1)))
      }
    }
    return found
  }

  /// The table of formats is in three files: the cases, the definitions, and those that PliantFormats defines.
  @Test(arguments: [Format.csv, .tsv])
  func aFormatIsNamedByItsFolderAndTheTableOnly(format: Format) throws {
    let files = try Self.files(matching: "\\.\(format.rawValue)\\b")
    #expect(
      Set(files.filter { !$0.hasPrefix("PliantCore/Formats/Tables/") })
        == [
          "PliantCodecs/Formats/Format.swift", "PliantCore/Formats/Format.swift",
          "PliantFormats/Formats.swift",
        ])
  }

  @Test func aRuleIsAFile() throws {
    let rules = packageRoot.appendingPathComponent("Sources/PliantLint/Rules")
    #expect(try FileManager.default.contentsOfDirectory(atPath: rules.path).count == LintRule.all.count)
  }

  @Test func aVerbIsNamedByItsFileAndTheListOnly() throws {
    let folder = packageRoot.appendingPathComponent("Sources/Commands")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Command.swift") }.map { String($0.dropLast(6)) }
    #expect(names.count > 15)
    for name in names {
      #expect(try Self.files(matching: "\(name)\\.command,") == ["Commands/Commands.swift"], "\(name)")
    }
  }
}
