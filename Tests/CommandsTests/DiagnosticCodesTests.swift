// The diagnostic codes: each is named and worded as the others are, and the manual lists its rule.

import Foundation
import PliantCore
import TestSupport
import Testing

@testable import Commands

@Suite struct DiagnosticCodesTests {
  /// The codes of the program; PliantFoundation is linked by its helper alone.
  private func codes() throws -> [DeclaredCode] {
    try DeclaredCode.inTables(
      of: "PliantBase", "PliantText", "PliantCodecs", "PliantCore", "PliantFormats", "PliantQuery",
      "PliantMapping", "PliantLint", "Commands")
  }

  @Test("A code is declared in the one table of its module")
  func tablesAreComplete() throws {
    let sources = packageRoot.appendingPathComponent("Sources")
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      let hasTable = text.contains("\nextension DiagnosticCode {")
      #expect(!hasTable || path.hasSuffix("Diagnostics.swift"), "\(path)")
    }
    #expect(try codes().count > 300)
  }

  @Test func namesAreUnique() throws {
    let names = try codes().map(\.name)
    #expect(Set(names).count == names.count, "\(names.filter { name in names.count { $0 == name } > 1 })")
  }

  @Test func wordingsAreOfOneKind() throws {
    for code in try codes() {
      let (rule, text) = (code.rule, code.text)
      #expect(rule.contains(#/^[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/#), "\(code.name)")
      #expect(!text.isEmpty && !text.hasSuffix(".") && !text.contains("  "), "\(code.name): \(text)")
      #expect(
        text.first?.isUppercase != true || text.contains(#/^[A-Z][A-Za-z]*[A-Z]/#)
          || text.hasPrefix("OpenStep")
          || text.hasPrefix("Objective-C") || text.hasPrefix("Foundation") || text.hasPrefix("Xcode"),
        "\(code.name): \(text)")
    }
  }

  @Test func everyRuleHasACauseAndARemedy() throws {
    let rows = Manual.diagnosticRules
    #expect(rows.map(\.rule.rawValue) == rows.map(\.rule.rawValue).sorted())
    let internalRules: Set = [DiagnosticRule.documentLocated, .unspecified]
    #expect(Set(rows.map(\.rule)) == Set(DiagnosticRule.allCases).subtracting(internalRules))
    for row in rows {
      for text in [row.cause, row.remedy] {
        #expect(
          text.count <= 72 && (text.first?.isLowercase != true || text.hasPrefix("pliant "))
            && !text.hasSuffix("."), "\(text)")
      }
    }
  }
}
