// What the library offers: the list of its public declarations, and its pages.

import Foundation
import TestSupport
import Testing

@Suite struct InterfaceTests {
  /// The declarations that the compiler sees from outside.
  private func symbolGraph(of module: String, in folder: URL) throws -> Bool {
    guard let tool = toolchainTool("swift-symbolgraph-extract"),
      let compiler = toolchainTool("swiftc"),
      let target = output(compiler, ["-print-target-info"]).flatMap(Self.target)
    else { return false }
    let modules = builtProgram("pliant").deletingLastPathComponent().appendingPathComponent("Modules")
    let ended = try run(
      tool,
      [
        "-module-name", module, "-I", modules.path, "-target", target, "-output-dir", folder.path,
        "-minimum-access-level", "public", "-skip-synthesized-members",
      ] + Self.sdk, in: folder)
    #expect(ended.status == 0, "\(String(decoding: ended.errors, as: UTF8.self))")
    return ended.status == 0
  }

  private static func target(_ information: String) -> String? {
    let object = try? JSONSerialization.jsonObject(with: Data(information.utf8)) as? [String: Any]
    return (object?["target"] as? [String: Any])?["triple"] as? String
  }

  private static var sdk: [String] {
    #if os(macOS)
      let path = output("/usr/bin/xcrun", ["--show-sdk-path"])?.trimmingCharacters(
        in: .whitespacesAndNewlines)
      return path.map { ["-sdk", $0] } ?? []
    #else
      return []
    #endif
  }

  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Fragment: Decodable { var spelling: String }
      struct Position: Decodable { var uri: String }
      struct Comment: Decodable {
        struct Line: Decodable { var text: String }
        var lines: [Line]
      }
      struct Kind: Decodable { var identifier: String }
      var kind: Kind
      var pathComponents: [String]
      var declarationFragments: [Fragment]?
      var docComment: Comment?
      var identifier: Identifier
      struct Identifier: Decodable { var precise: String }
    }
    var symbols: [Symbol]
  }

  private func symbols(of module: String) throws -> [Graph.Symbol]? {
    try withTemporaryFolder { folder in
      guard try symbolGraph(of: module, in: folder) else { return nil }
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      return try files.flatMap { try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)).symbols }
        // What the compiler makes of conformances is said by the conformance.
        .filter { !$0.identifier.precise.contains("::SYNTHESIZED::") }
    }
  }

  /// A change of the interface is a change of this file, which is looked at when it is made.
  @Test(arguments: ["PliantCoding", "PliantKit", "PliantFoundation"])
  func publicDeclarationsAreThoseListed(module: String) throws {
    guard let symbols = try symbols(of: module) else { return }
    let lines = Set(
      symbols.map { symbol in
        let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
        return symbol.pathComponents.dropLast().joined(separator: ".")
          + (symbol.pathComponents.count > 1 ? ": " : "") + declaration
      }
    ).sorted()
    let file = packageRoot.appendingPathComponent("Tests/PliantKitTests/Interface/\(module).txt")
    #expect(try difference(of: lines.joined(separator: "\n") + "\n", from: file) == nil)
  }

  @Test(arguments: ["PliantCoding", "PliantKit"]) func everyDeclarationIsDocumented(module: String) throws {
    guard let symbols = try symbols(of: module) else { return }
    // A case whose name says all needs no sentence.
    for symbol in symbols where symbol.docComment == nil && symbol.kind.identifier != "swift.enum.case" {
      let name = symbol.pathComponents.joined(separator: ".")
      // The requirements of the standard library's protocols are documented there.
      let isKnown = [
        "==(_:_:)", "!=(_:_:)", "hash(into:)", "Element", "rawValue", "init(rawValue:)", "allCases",
      ]
      #expect(isKnown.contains { name.hasSuffix($0) }, "\(name) has no documentation")
    }
  }

  /// No module has a type of one below it, so each catalogue stands on its own.
  @Test(arguments: ["PliantCoding", "PliantKit"]) func pagesBuildWithoutWarnings(module: String) throws {
    guard let docc = toolchainTool("docc") else { return }
    try withTemporaryFolder { folder in
      let graphs = folder.appendingPathComponent("graphs")
      try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
      guard try symbolGraph(of: module, in: graphs) else { return }
      let catalogue = packageRoot.appendingPathComponent("Sources/\(module)/\(module).docc").path
      let ended = try run(
        docc,
        [
          "convert", catalogue, "--additional-symbol-graph-dir", graphs.path, "--output-dir",
          folder.appendingPathComponent("pages").path, "--fallback-display-name", module,
          "--fallback-bundle-identifier", "pliant.\(module)", "--warnings-as-errors",
        ], in: folder)
      #expect(ended.status == 0, "\(String(decoding: ended.errors + ended.output, as: UTF8.self))")
    }
  }
}
