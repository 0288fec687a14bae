// The tables of diagnostic codes, read from the sources: Swift cannot list the static properties of a type.

import Foundation

/// A diagnostic code as a module declares it.
public struct DeclaredCode: Sendable {
  /// Its name, for example `json.trailing-comma`.
  public let name: String
  /// Its rule, for example `json/syntax`.
  public let rule: String
  /// Its message, with `%` for the subject.
  public let text: String
}

extension DeclaredCode {
  /// The codes of modules, each of which has at most one table, an extension of DiagnosticCode.
  public static func inTables(of modules: String...) throws -> [DeclaredCode] {
    // The helper of the base is for every module.
    let common = try tables(of: "PliantBase").flatMap(rulesOfHelpers)
    return try modules.flatMap { module in
      let tables = try tables(of: module)
      guard tables.count <= 1 else { throw Problem.severalTables(module) }
      return try tables.flatMap { try codes(in: $0, common + rulesOfHelpers(in: $0)) }
    }
  }

  /// The codes of all modules.
  public static func inAllTables() throws -> [DeclaredCode] {
    let modules = try FileManager.default.contentsOfDirectory(
      atPath: packageRoot.appendingPathComponent("Sources").path)
    return try modules.flatMap { try inTables(of: $0) }
  }

  enum Problem: Error {
    case severalTables(String)
    case unreadable([String])
  }

  private static func codes(
    in table: Substring, _ helpers: [(name: Substring, rule: Substring)]
  ) throws -> [DeclaredCode] {
    let rules = try ruleNames()
    var unread = table.matches(of: #/ static let (\w+) =/#).map { String($0.1) }
    let declaration =
      #/static let (\w+) = (\w+)\(\s*"([^"]+)",(?:\s*rule: \.(\w+),)?\s*"((?:[^"\\]|\\.)*)"/#
    let codes = table.matches(of: declaration).compactMap { found -> DeclaredCode? in
      guard let value = found.4 ?? helpers.last(where: { $0.name == found.2 })?.rule, let rule = rules[value]
      else { return nil }
      unread.removeAll { $0 == found.1 }
      return DeclaredCode(
        name: String(found.3), rule: String(rule),
        text: found.5.replacingOccurrences(of: "\\\"", with: "\"").replacingOccurrences(
          of: "\\\\", with: "\\"))
    }
    guard unread.isEmpty else { throw Problem.unreadable(unread) }
    return codes
  }

  /// The rules by the names of their values.
  private static func ruleNames() throws -> [Substring: Substring] {
    let file = "Sources/PliantBase/Diagnostics/DiagnosticRule.swift"
    let text = try String(contentsOf: packageRoot.appendingPathComponent(file), encoding: .utf8)
    let cases = text.matches(of: #/ case (\w+) = "([^"]+)"/#).map { ($0.1, $0.2) }
    return Dictionary(uniqueKeysWithValues: cases)
  }

  /// The functions of a table that make codes of one rule.
  private static func rulesOfHelpers(in table: Substring) -> [(name: Substring, rule: Substring)] {
    table.matches(of: #/static func (\w+)\(\s*_ name: StaticString[^{]*\{\s*Self\(name, rule: \.(\w+)/#)
      .map { ($0.1, $0.2) }
  }

  private static func tables(of module: String) throws -> [Substring] {
    let folder = packageRoot.appendingPathComponent("Sources/\(module)")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Diagnostics.swift") }
      .compactMap { path in
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
          .split(separator: "\nextension DiagnosticCode {").dropFirst().first
      }
  }
}
