// What the library and the program both do, they do by the same functions: each prints what the other gives.

import Commands
import PliantKit
import TestSupport
import Testing

import enum PliantCoding.Format

@Suite struct LibraryAndProgramTests {
  private static let texts = [
    "a.json": #"{"b":[1,2.50,"ä\u0000",null],"a":{"x":true,"y":[]},"big":123456789012345678901234567890}"#,
    "b.json": #"{"b":[1,"ä",3],"a":{"y":[{}]},"new":false}"#,
    "a.plist": """
    <plist version="1.0"><dict><key>d</key><date>2001-01-01T00:00:00Z</date><key>n</key><real>1</real>
    <key>b</key><data>AQI=</data><key>s</key><array><string>x &amp; y</string></array></dict></plist>
    """,
    "b.plist": "{ d = now; s = (x, z); }",
    "a.xml": "<r xmlns:p='u'><e a='1'>x</e><p:e a='2'>y<e/></p:e></r>",
    "c.json": #"{"a": 1, "a": 2, }"#,
  ]

  private static func inFolder(_ body: (String, (String...) throws -> String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try write(texts, in: folder)
      try body(folder.path) { (words: String...) in
        let run = try CapturedRun(in: folder)
        _ = Program.run(words, context: run.context)
        return run.outputText
      }
    }
  }

  @Test func conversions() async throws {
    try await forEachRow(
      of: ["a.json", "a.plist", "b.plist", "a.xml"], [Format.json, .xmlPropertyList, .openStep, .xml]
    ) { (name: String, format: Format) in
      try Self.inFolder { folder, program in
        var options = WritingOptions()
        options.loss = .note
        options.null = .drop
        if format == .xml { options.xmlStyle = .attributes }
        let document = try Document(contentsOf: folder + "/" + name)
        let library = try? document.text(as: format, options: options)
        let printed =
          format == .xml
          ? try program(
            "convert", "xml", "--xml-style", "attributes", "--json-null", "drop", "-q", "-o", "-", name)
          : try program("convert", format.rawValue, "--json-null", "drop", "-q", "-o", "-", name)
        #expect(printed == library ?? "")
      }
    }
  }

  @Test(arguments: ["$.b[*]", "$..*", "$[?@.x]", "$.none"]) func queries(query: String) throws {
    try Self.inFolder { folder, program in
      let nodes = try Document(contentsOf: folder + "/a.json").jsonPath(query)
      #expect(try program("query", query, "a.json", "--as", "count") == "\(nodes.count)\n")
      let printed = try Document(try program("query", query, "a.json"), format: .json)
      #expect(printed.value == .array(nodes.map(\.value)))
    }
  }

  @Test(arguments: ["//e/@a", "count(//*)", "string(/r)", "//*[@a > 1]"]) func paths(expression: String)
    throws
  {
    try Self.inFolder { folder, program in
      let result = try Document(contentsOf: folder + "/a.xml").xPath(expression)
      #expect(try program("xpath", expression, "a.xml") == result.strings.map { $0 + "\n" }.joined())
    }
  }

  @Test(arguments: [("a.json", "b.json"), ("a.plist", "b.plist"), ("b.json", "b.plist")])
  func differencesAndPatches(old: String, new: String) throws {
    try Self.inFolder { folder, program in
      let before = try Document(contentsOf: folder + "/" + old)
      let patch = try Document(contentsOf: folder + "/" + new).patch(from: before)
      let printed = try Document(try program("diff", "--json", old, new), format: .json)
      #expect(printed.value == patch.value)
      #expect(patch.root.count > 0)
    }
  }

  @Test func encodingsAndFindings() throws {
    try Self.inFolder { folder, program in
      let findings = try DocumentLinter().lint(contentsOf: folder + "/c.json")
      let lines = findings.map { $0.description.replacing(folder + "/", with: "") + "\n" }
      #expect(findings.count > 1)
      // The library has no command to advise.
      let printed = try program("lint", "c.json").replacing("; pliant repair fixes this", with: "")
      #expect(printed.hasPrefix(lines.joined()))
      let name = Document.detectEncoding(of: Array("Größe und Maß".utf8))?.name
      #expect(name == "UTF-8")
      #expect(try program("encoding", "a.json").hasPrefix("a.json: \(try #require(name))"))
    }
  }
}
