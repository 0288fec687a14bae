// Reader to writer without a document between: the same bytes and losses, or given up where the document is needed.

import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct DirectConversionTests {
  /// What the direct way gives, nil where it gives up, and what the usual way gives, nil where that fails.
  private func bothWays(
    _ bytes: [UInt8], _ options: Route
  ) throws -> (direct: [UInt8]?, usual: [UInt8]?, sameLosses: Bool) {
    try bytes.withByteView { (view: ByteView) throws(Diagnostic) in
      let opened = try options.open(view)
      guard options.isDirect(opened.source) else { return (nil, [], true) }
      var losses = LossReport(policy: options.loss)
      var digest: UInt64?
      let direct = options.writeDirect(opened, to: OutputBuffer(), losses: &losses, digest: &digest)?.bytes
      var expected = LossReport(policy: options.loss)
      var usual: [UInt8]?
      do throws(Diagnostic) {
        let loaded = try LoadedDocument(opened.source, owner: opened.owner)
        usual = try options.write(loaded, to: OutputBuffer(), losses: &expected).bytes
      } catch {}
      return (direct, usual, losses == expected)
    }
  }

  @Test func givesTheSameBytesAndLosses() throws {
    let root = testdata("valid")
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
    var compared = 0
    for name in names {
      guard let data = try? Data(contentsOf: root.appendingPathComponent(name)), !data.isEmpty else {
        continue
      }
      for target in [Format.xml1, .json] {
        for policy in [LossPolicy.note, .refuse] {
          var options = Route(to: target)
          options.loss = policy
          guard let ways = try? bothWays([UInt8](data), options), let direct = ways.direct else {
            continue
          }
          #expect(direct == ways.usual, "\(name) \(target)")
          #expect(ways.sameLosses, "\(name) \(target)")
          compared += 1
        }
      }
    }
    #expect(compared > 50)
  }

  @Test(arguments: [
    // Dictionaries like earlier ones, unlike them, inside one another, with more keys than are compared in pairs.
    #"[{"a":1,"b":2},{"a":1,"b":2},{"b":2,"a":1},{"a":1}]"#,
    #"{"a":{"x":1,"y":2},"b":{"x":1,"y":2},"c":{"x":{"x":1,"y":2},"y":{}}}"#,
    #"[{"a":{"x":1,"y":2}},{"a":{"x":3,"y":4}},{"a":{"p":3,"q":4},"b":{"x":1,"y":2}},{"a":{"x":3,"y":4}}]"#,
    #"[{"\u0061":1,"b\n":2},{"a":1,"b\n":2},{"\u0061":1,"\u0062\n":2}]"#,
    #"{"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8,"9":9,"10":{"1":1,"2":2}}"#,
  ])
  func takesDictionariesWithoutDuplicates(text: String) throws {
    let (direct, usual, _) = try bothWays(Array(text.utf8), Route(to: .json))
    #expect(direct != nil)
    #expect(direct == usual)
  }

  @Test func givesUpOnDuplicatesAndMistakes() async throws {
    try await forEachRow(of: [
      #"{"a":1,"a":2}"#, #"[{"a":1,"b":2},{"a":1,"a":2}]"#, #"{"a":{"x":1,"y":2},"a":{"x":1,"y":2}}"#,
      #"{"a":{"x":{"p":1,"q":2},"y":2},"b":{"x":{"p":1,"q":2},"y":2},"a":1}"#,
      #"{"a":{"x":{"p":1,"q":2},"y":2},"b":{"x":{"p":1,"p":2},"y":2}}"#,
      #"[{"\u0061":1,"a":2}]"#, #"[{"a\n":1,"b":1},{"a\n":2,"a\u000A":2}]"#,
      #"{"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8,"9":9,"1":{"1":1,"2":2}}"#,
      #"{"a":[}"#, #"[1,2"#, #"["\ud800"]"#,
    ]) { (text: String) throws in
      #expect(try bothWays(Array(text.utf8), Route(to: .json)).direct == nil)
    }
  }

  @Test func givesUpOnSharedContainersAndNulls() throws {
    let shared = try Data(contentsOf: testdata("valid/binary-plist/shared.plist"))
    #expect(try bothWays([UInt8](shared), Route(to: .xml1)).direct == nil)
    #expect(try bothWays(Array("[null]".utf8), Route(to: .xml1)).direct == nil)
  }

  @Test func leavesSortingAndTagsToTheDocument() throws {
    let changes: [(String, @Sendable (inout Route) -> Void)] = [
      ("sorted", { $0.sortsKeys = true }), ("canonical", { $0.isCanonical = true }),
      ("tagged", { $0.loss = .tag }), ("without nulls", { $0.null = .drop }),
      ("binary", { $0.target = .binary1 }),
    ]
    let text = Array("[1]".utf8)
    for (name, change) in changes {
      var options = Route(to: .json)
      change(&options)
      let isDirect = try text.withByteView { (view: ByteView) throws(Diagnostic) in
        options.isDirect(try options.open(view).source)
      }
      #expect(!isDirect, "\(name)")
    }
  }
}
