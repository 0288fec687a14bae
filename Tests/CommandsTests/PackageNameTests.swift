// What the program uses of the modules under the library that an outsider cannot: each folder's names, with the reason.
//
//   PliantBase/Bytes
//     The reason, in a sentence or two.
//     ASCII ByteView …

import Foundation
import TestSupport
import Testing

@Suite struct PackageNameTests {
  private static let modules = [
    "PliantBase", "PliantText", "PliantCodecs", "PliantCore", "PliantFormats", "PliantQuery", "PliantMapping",
    "PliantLint",
  ]
  private static let list = packageRoot.appendingPathComponent("Tests/CommandsTests/PackageNames.txt")

  private static func sources(of module: String) throws -> [(folder: String, text: String)] {
    let folder = packageRoot.appendingPathComponent("Sources/\(module)")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var found: [(folder: String, text: String)] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let steps = file.path.dropFirst(folder.path.count + 1).split(separator: "/")
      let text = try String(contentsOf: file, encoding: .utf8)
      found.append((steps.count > 1 ? "\(module)/\(steps[0])" : module, text))
    }
    return found
  }

  /// The types that a module declares for the package, by folder.
  private static func declared() throws -> [String: String] {
    var folders: [String: String] = [:]
    for module in modules {
      for (folder, text) in try sources(of: module) {
        for line in text.split(separator: "\n") where line.hasPrefix("package ") {
          let match = line.firstMatch(
            of: #/^package (?:indirect |final )?(?:struct|class|enum|protocol|typealias) (\w+)/#)
          if let match { folders[String(match.1)] = folder }
        }
      }
    }
    return folders
  }

  /// Those of them that Commands names, by folder.
  private static func used() throws -> [String: Set<String>] {
    let declared = try declared()
    var used: [String: Set<String>] = [:]
    for (_, text) in try sources(of: "Commands") {
      for line in text.split(separator: "\n") {
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        for word in code.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
          if let folder = declared[String(word)] { used[folder, default: []].insert(String(word)) }
        }
      }
    }
    return used
  }

  /// The list's folders, each with its reason and names.
  private static func listed() throws -> [String: (reason: String, names: Set<String>)] {
    var found: [String: (reason: String, names: Set<String>)] = [:]
    for part in try String(contentsOf: list, encoding: .utf8).components(separatedBy: "\n\n") {
      let lines = part.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      guard lines.count > 1 else { continue }
      let names = lines.count > 2 ? Set(lines[2].split(separator: " ").map(String.init)) : []
      found[lines[0]] = (lines[1], names)
    }
    return found
  }

  @Test func everyNameIsListedWithAReason() throws {
    let used = try Self.used()
    if ProcessInfo.processInfo.environment["PLIANT_REWRITE"] != nil {
      let known = try Self.listed()
      let text = used.sorted { $0.key < $1.key }.map { folder, names in
        "\(folder)\n  \(known[folder]?.reason ?? "?")\n  \(names.sorted().joined(separator: " "))\n"
      }.joined(separator: "\n")
      try Data(text.utf8).write(to: Self.list)
    }
    let listed = try Self.listed()
    #expect(Set(listed.keys) == Set(used.keys))
    for (folder, names) in used {
      #expect(listed[folder]?.names == names, "\(folder)")
      #expect((listed[folder]?.reason.count ?? 0) > 30, "\(folder) has no reason")
    }
  }
}
