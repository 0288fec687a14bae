// The registry of diagnostic codes: none is missing, and each is named and worded as the others are.

import Foundation
import PliantCore
import TestSupport
import Testing

@testable import Commands

@Suite struct DiagnosticRegistryTests {
  /// The modules of the program; PliantFoundation is linked by its helper alone.
  private static let modules = [
    "PliantBase", "PliantText", "PliantCodecs", "PliantCore", "PliantFormats", "PliantQuery", "PliantMapping",
    "PliantLint",
    "PliantKit",
    "Commands",
  ]

  @Test("Every code that is declared is in the registry", arguments: modules)
  func isComplete(module: String) throws {
    let folder = packageRoot.appendingPathComponent("Sources/\(module)")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".swift")
    }
    let texts = try paths.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    let registry = texts.filter { $0.contains("DiagnosticRegistry {") }.joined()
    let listed = Set(registry.matches(of: #/\.(\w+)/#).map { String($0.1) })
    let tables = texts.compactMap { $0.split(separator: "\nextension DiagnosticCode {").dropFirst().first }
    #expect(tables.count <= 1, "the codes of a module are one table")
    let declared = tables.flatMap { $0.matches(of: #/ static let (\w+) =/#).map { String($0.1) } }
    #expect(!declared.isEmpty || tables.isEmpty)
    #expect(Set(declared).subtracting(listed) == [])
  }

  @Test func namesAreUnique() {
    let names = DiagnosticRegistry.all.map(\.name.description)
    #expect(Set(names).count == names.count, "\(names.filter { name in names.count { $0 == name } > 1 })")
  }

  @Test func wordingsAreOfOneKind() {
    for code in DiagnosticRegistry.all {
      let (rule, text) = (code.rule.description, code.text.description)
      #expect(rule.contains(#/^[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/#), "\(code.name)")
      #expect(!text.isEmpty && !text.hasSuffix(".") && !text.contains("  "), "\(code.name): \(text)")
      #expect(
        text.first?.isUppercase != true || text.contains(#/^[A-Z][A-Za-z]*[A-Z]/#)
          || text.hasPrefix("OpenStep")
          || text.hasPrefix("Objective-C") || text.hasPrefix("Foundation") || text.hasPrefix("Xcode"),
        "\(code.name): \(text)")
    }
  }

  @Test func everyRuleHasACauseAndARemedy() {
    let rows = Manual.diagnosticRules
    #expect(rows.map(\.rule) == rows.map(\.rule).sorted())
    let internalRules: Set = ["document/located"]
    #expect(
      Set(rows.map { String($0.rule) })
        == Set(DiagnosticRegistry.all.map(\.rule.description)).subtracting(internalRules))
    for row in rows {
      for text in [row.cause, row.remedy] {
        #expect(
          text.count <= 72 && (text.first?.isLowercase != true || text.hasPrefix("pliant "))
            && !text.hasSuffix("."), "\(text)")
      }
    }
  }
}
