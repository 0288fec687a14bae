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
      let opened = try options.reading.open(view)
      guard options.canStream(from: opened.source.format) else { return (nil, [], true) }
      var losses = LossReport(policy: options.writing.losses.policy)
      var digest: UInt64?
      let direct = options.writeEvents(opened, to: OutputBuffer(), losses: &losses, digest: &digest)?.bytes
      var expected = LossReport(policy: options.writing.losses.policy)
      var usual: [UInt8]?
      do throws(Diagnostic) {
        let loaded = try LoadedDocument(opened.source, owner: opened.owner)
        usual = try options.writing.write(loaded, to: OutputBuffer(), losses: &expected).bytes
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
          options.writing.losses.policy = policy
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

  @Test func copiesCompactTextInRuns() async throws {
    let long = String(repeating: #"{"key":"value","n":-1.5e3,"t":[true,false,null]},"#, count: 300)
    try await forEachRow(of: [
      "1", " 1 ", "[]", "{}", "[ ]", "{ }", "[[],{}]", "[ [ ] , { } ]", #""a""#, #" "a" "#, "true", " null\n",
      #"{"a":1,"b":[1,2,{"c":null}],"d":"x"}"#, #"{"a": 1, "b": [1, 2, {"c": null}], "d": "x"}"#,
      "{\n  \"a\": [\n    1,\n    true,\n\t false\r\n  ],\n  \"b\": {}\n}", "[1,2 ,3, 4 , 5]",
      #"["\/","a","\u0041","b\n","\u00e9",1]"#, #"["\u0041\u0041",1,2]"#, #"[1,"\/",",",1]"#,
      #"{"\/":1,"a":2}"#,
      #"{"a":"\/","b":["\/"],"c":{"d":"\/"}}"#, #"["\/]",[],"\/",{}]"#, #"["\u002c",true,"\u005d"]"#,
      #"[true, false,null , true]"#, #"{"a" :1,"b" : 2}"#, #"["ä","日本 ","😀"]"#,
      "[1.0,1E5,-0,0.10,123456789012345678901]",
      "[\(long)1]", "[ \(long.replacingOccurrences(of: ",", with: ", ")) 1]", #"["\t", "\u0009", "\u001f"]"#,
    ]) { (text: String) throws in
      let (direct, usual, sameLosses) = try bothWays(Array(text.utf8), Route(to: .json))
      #expect(direct != nil)
      #expect(direct == usual)
      #expect(sameLosses)
    }
  }

  @Test func copiesRandomTextInRuns() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let text = Self.randomJSON(&random, depth: 4)
      let (direct, usual, _) = try bothWays(Array(text.utf8), Route(to: .json))
      #expect(direct == usual, "\(text)")
    }
  }

  private static func randomJSON(_ random: inout SeededGenerator, depth: Int) -> String {
    func space() -> String { ["", "", "", " ", "\n ", "\t"].randomElement(using: &random)! }
    let scalars = [
      "0", "-1.50", "true", "false", "null", #""""#, #""a,b""#, #""\/""#, #""\u005d""#, #""\"""#, #""é]}""#,
    ]
    let kind = depth == 0 ? 2 : Int.random(in: 0...2, using: &random)
    if kind == 2 { return space() + scalars.randomElement(using: &random)! + space() }
    let entries = (0..<Int.random(in: 0...3, using: &random)).map { index in
      let key = space() + (index == 1 ? #""\/\#(index)""# : "\"k\(index)\"") + space() + ":"
      return (kind == 1 ? key : "") + randomJSON(&random, depth: depth - 1)
    }
    let inside = entries.isEmpty ? space() : entries.joined(separator: ",")
    return space() + (kind == 1 ? "{\(inside)}" : "[\(inside)]") + space()
  }

  @Test func expectsKeysOnlyAsTheyAreSpelled() async throws {
    let json = [
      (#"[{"x":1,"a\"b":1},{"x":1,"a\"b":2},{"x":1,"a\u0022b":2}]         "#, true),
      (#"[{"x":1,"a\"b":1},{"x":1,"a"b":2}]                "#, false),
      (#"[{"x":1,"a\nb":1},{"x":1,"a\#nb":2}]               "#, false),
      (#"[{"x":1,"":2},{"x":1,"":2},{"x":1,"" :2}]           "#, true),
      (#"[{"x":1,"abcdefghijklmno":2},{"x":1,"abcdefghijklmno":2},{"x":1,"abcdefghijklmnop":2}]     "#, true),
      (#"[{"x":1,"ab":2},{"x":1,"abc":2},{"x":1,"a":2},{"x":1,"ab":2,"c":3}]                  "#, true),
      (#"[{"x":1,"ab":2},{"x":1,"ab"}]                  "#, false),
    ]
    try await forEachRow(of: json) { text, isValid in
      let (direct, usual, _) = try bothWays(Array(text.utf8), Route(to: .json))
      #expect((direct != nil) == isValid)
      #expect(direct == usual)
    }
    func list(_ first: String, _ second: String) -> String {
      "<plist><array>"
        + [first, second].map { "<dict><key>x</key><true/><key>\($0)</key><true/></dict>" }.joined()
        + "</array></plist>\n"
    }
    let keys = [
      ("a", "a", true), ("a&lt;/key>b", "a&lt;/key>b", true), ("a&lt;/key>b", "a</key>b", false),
      ("a]]&gt;b", "a]]&gt;b", true), ("a]]&gt;b", "a]]>b", false), ("a&amp;b", "a&b", false),
      ("a\nb", "a\nb", true), ("a&#13;b", "a\rb", true), ("ab", "ab<!--c-->", true), ("ä\"b", "ä\"b", true),
    ]
    try await forEachRow(of: keys) { first, second, isValid in
      for target in [Format.json, .xml1] {
        let ways = try? bothWays(Array(list(first, second).utf8), Route(to: target))
        #expect((ways?.usual != nil) == isValid)
        if let direct = ways?.direct { #expect(direct == ways?.usual) }
      }
    }
  }

  @Test func givesUpOnDuplicatesAndMistakes() async throws {
    try await forEachRow(of: [
      #"{"a":1,"a":2}"#, #"[{"a":1,"b":2},{"a":1,"a":2}]"#, #"{"a":{"x":1,"y":2},"a":{"x":1,"y":2}}"#,
      #"{"a":{"x":{"p":1,"q":2},"y":2},"b":{"x":{"p":1,"q":2},"y":2},"a":1}"#,
      #"{"a":{"x":{"p":1,"q":2},"y":2},"b":{"x":{"p":1,"p":2},"y":2}}"#,
      #"[{"\u0061":1,"a":2}]"#, #"[{"a\n":1,"b":1},{"a\n":2,"a\u000A":2}]"#,
      #"{"1":1,"2":2,"3":3,"4":4,"5":5,"6":6,"7":7,"8":8,"9":9,"1":{"1":1,"2":2}}"#,
      #"{"a":[}"#, #"[1,2"#,
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
      ("sorted", { $0.writing.sortsKeys = true }), ("canonical", { $0.writing.layout = .canonical }),
      ("tagged", { $0.writing.losses.policy = .tag }), ("without nulls", { $0.writing.null = .drop }),
      ("binary", { $0.writing.target = .binary1 }),
    ]
    let text = Array("[1]".utf8)
    for (name, change) in changes {
      var options = Route(to: .json)
      change(&options)
      let isDirect = try text.withByteView { (view: ByteView) throws(Diagnostic) in
        options.canStream(from: try options.reading.open(view).source.format)
      }
      #expect(!isDirect, "\(name)")
    }
  }
}
