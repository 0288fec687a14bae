// PliantKit is one module, so the compiler does not see which folder uses which; this does.

import Foundation
import TestSupport
import Testing

@Suite struct FolderDirectionTests {
  /// From the lowest to the highest; "" is the pipeline beside the folders.
  private static let levels: [[String]] = [
    ["Bytes", "Diagnostics", "Files"],
    ["Values", "Text", "Dates"],
    ["Document", "XML"],
    ["XPath"],
    ["Formats", "Mapping", "Lint", "JSONPath", "Editing", "Engine", ""],
    ["Library"],
  ]

  private struct Source {
    let folder: String
    let name: String
    /// The code without comments and literals.
    let code: String
  }

  @Test func noFolderUsesAHigherOne() throws {
    let sources = try Self.sources()
    #expect(sources.count > 100)
    var folderOfType: [Substring: Set<String>] = [:]
    var typesOfFolder: [String: Set<Substring>] = [:]
    for source in sources {
      for match in source.code.matches(
        of: /(?m)^(\ *)((?:[a-z]+\ )*)(?:struct|class|enum|protocol|typealias)\ (\w+)/)
      {
        typesOfFolder[source.folder, default: []].insert(match.3)
        if match.1.isEmpty, !match.2.contains("private") {
          folderOfType[match.3, default: []].insert(source.folder)
        }
      }
    }
    var compared = 0
    for source in sources {
      let level = try #require(Self.level(of: source.folder), "\(source.folder) has no level")
      for word in Set(source.code.matches(of: /\b[A-Z]\w+/).map(\.output))
      where typesOfFolder[source.folder]?.contains(word) != true {
        for folder in folderOfType[word] ?? [] {
          compared += 1
          #expect(
            try #require(Self.level(of: folder)) <= level,
            "\(source.folder)/\(source.name) uses \(word) of \(folder)")
        }
      }
    }
    #expect(compared > 1000)
  }

  private static func level(of folder: String) -> Int? { levels.firstIndex { $0.contains(folder) } }

  private static func sources() throws -> [Source] {
    let root = packageRoot.appendingPathComponent("Sources/PliantKit")
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return try names.filter { $0.hasSuffix(".swift") }.map { name in
      let text = try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
      let code = text.replacing(/\/\/.*|"(?:\\.|[^"\\\n])*"/, with: "")
      let parts = name.split(separator: "/")
      return Source(
        folder: parts.count > 1 ? String(parts[0]) : "", name: String(parts.last ?? ""), code: code)
    }
  }
}
