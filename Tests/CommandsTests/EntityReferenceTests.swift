// A reference to an entity whose declaration is not in the document keeps its source text in every verb, with a note.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct EntityReferenceTests {
  private static let text = "<!DOCTYPE a SYSTEM \"x.dtd\"><a b=\"&dim; cm\">price: &cur; 5</a>"
  private static let list =
    "<!DOCTYPE plist SYSTEM \"x.dtd\">\n<plist><dict><key>price</key><string>&cur; 5</string></dict></plist>"
  private static let two = "note: 2 references to entities that are not in the document became plain text"
  private static let one = "note: 1 reference to an entity that is not in the document became plain text"

  private func run(_ words: [String], _ text: String = text) throws -> (
    code: ExitCode, output: String, error: String
  ) {
    let run = try CapturedRun(input: Array(text.utf8))
    let code = Program.run(words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  @Test func keepsTheSourceText() async throws {
    try await forEachRow(of: [
      (["convert", "json"], ##"{"a":{"@b":"&dim; cm","#text":"price: &cur; 5"}}"##),
      (["convert", "json", "--xml-style", "jsonml"], #"["a",{"b":"&dim; cm"},"price: &cur; 5"]"#),
      (["print"], "element a\n  @b \"&dim; cm\"\n  text \"price: &cur; 5\""),
      (["xpath", "/a"], "price: &cur; 5"),
      (["xpath", "string(/a/@b)"], "&dim; cm"),
      (["query", "--as", "value", "$.a['#text']"], "price: &cur; 5"),
    ]) { (words: [String], output: String) in
      let result = try run(words)
      #expect(result.code == .success)
      #expect(result.output == output + "\n")
      #expect(result.error.contains(Self.two))
    }
  }

  @Test func keepsItInPropertyLists() throws {
    let result = try run(["convert", "json"], Self.list)
    #expect(result.output == "{\"price\":\"&cur; 5\"}\n")
    #expect(result.error.contains(Self.one))
    #expect(result.error.contains("1 DOCTYPE was dropped"))
    #expect(try run(["print"], Self.list).error.contains(Self.one))
    #expect(try run(["info"], Self.list).error.contains(Self.one))
  }

  @Test func losslessHasANodeForIt() throws {
    let there = try run(["convert", "json", "--xml-style", "lossless", "--loss", "refuse"])
    #expect(there.code == .success)
    #expect(there.error.isEmpty)
    #expect(
      there.output.contains(
        ##""attributes":{"b":[{"reference":"dim"}," cm"]},"children":["price: ",{"reference":"cur"}," 5"]"##))
    let body = Self.text.replacing("dtd\"><", with: "dtd\">\n<")
    let back = try run(["convert", "xml", "--xml-style", "lossless"], there.output)
    #expect(back.output == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + body + "\n")
    let shapes = [
      #"{"children":[{"name":"a","children":[{"reference":"cur"}]}]}"#,
      #"{"children":[{"doctype":"<!DOCTYPE a SYSTEM 'x'>"},{"name":"a","children":[{"reference":"c r"}]}]}"#,
      #"{"children":[{"name":"a","attributes":{"b":[1]}}]}"#,
    ]
    for shape in shapes {
      #expect(try run(["convert", "xml", "--xml-style", "lossless"], shape).code == .failure)
    }
  }

  @Test func refusesInPlaceAndUnderRefuse() throws {
    try withTemporaryFolder { folder in
      for (text, policy, isRefused) in [
        (Self.text, nil, true), (Self.text, "note", false), (Self.text, "refuse", true),
        ("<!-- c --><a><![CDATA[x]]></a>", nil, false), ("<!-- c --><a/>", "refuse", true),
      ] {
        try write(["a.xml": text], in: folder)
        let run = try CapturedRun(in: folder)
        let options = policy.map { ["--loss", $0] } ?? []
        let code = Program.run(["convert", "json", "a.xml"] + options, context: run.context)
        #expect(code == (isRefused ? .failure : .success))
        #expect((read("a.xml", in: folder) == text) == isRefused)
        if text == Self.text && isRefused { #expect(run.errorText.contains("a.xml:1:34: error: ")) }
      }
    }
  }

  @Test func differentReferencesDiffer() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "a.xml": "<!DOCTYPE a SYSTEM 'x'><a>&eacute;</a>",
          "b.xml": "<!DOCTYPE a SYSTEM 'x'><a>&agrave;</a>",
        ], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("diff", "a.xml", "b.xml") == .failure)
      #expect(run.outputText == "- a.text(): \"&eacute;\"\n+ a.text(): \"&agrave;\"\n")
      #expect(run.errorText.contains(Self.one))
    }
  }

  @Test func lintFindsThem() throws {
    try withTemporaryFolder { folder in
      let control = "<plist><string>a\u{1}b</string></plist>"
      try write(["a.xml": Self.text, "b.plist": Self.list, "c.plist": control], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("lint", "--select", "xml", ".") == .failure)
      for finding in ["a.xml:1:34: warning", "never read; 1 more like it", "b.plist:2:38: error"] {
        #expect(run.outputText.contains(finding), "\(finding) in \(run.outputText)")
      }
      #expect(run.outputText.contains("c.plist:1:17: error"))
    }
  }
}

@Suite struct AnnotationTests {
  private static let list =
    "<!-- head --><plist><dict><!-- in --><key>a</key><string><![CDATA[b]]></string><?p i?></dict></plist>"

  /// What goes along with values is noted, in place too, and refused only on demand.
  @Test(arguments: ["json", "binary1", "openstep", "xml1"])
  func areNotedInPlace(target: String) throws {
    try withTemporaryFolder { folder in
      try write(["a.plist": Self.list], in: folder)
      let refused = try CapturedRun(in: folder)
      #expect(refused.run("convert", target, "--loss", "refuse", "a.plist") == .failure)
      #expect(read("a.plist", in: folder) == Self.list)
      let noted = try CapturedRun(in: folder)
      #expect(noted.run("convert", target, "a.plist") == .success)
      for note in ["2 comments were dropped", "1 processing instruction was", "1 CDATA section became"] {
        #expect(noted.errorText.contains(note))
      }
    }
  }

  /// What Apple's tools read is read with a note, and written where it can be.
  @Test func keepsControlCharactersWhereTheTargetHoldsThem() throws {
    try withTemporaryFolder { folder in
      let text = "<plist><string>a\u{1}b</string></plist>"
      try write(["a.plist": text], in: folder)
      let note = "a.plist:1:17: note: kept 1 control character that XML does not allow"
      for (target, isWritten) in [("json", true), ("binary1", true), ("xml1", false)] {
        let run = try CapturedRun(in: folder)
        #expect(run.run("convert", target, "-o", "b", "a.plist") == (isWritten ? .success : .failure))
        #expect(run.errorText.contains(note))
      }
      #expect(read("a.plist", in: folder) == text)
    }
  }

  @Test func appleDocumentTypesAreNoLoss() throws {
    let head = "<?xml version='1.0'?><!DOCTYPE plist PUBLIC '-//Apple//DTD PLIST 1.0//EN' 'p.dtd'>"
    let run = try CapturedRun(input: Array((head + "<plist><true/></plist>").utf8))
    #expect(run.run("convert", "json", "--loss", "refuse") == .success)
    #expect(run.errorText.isEmpty)
  }

  /// Large inputs go from reader to writer without a document.
  @Test func areNotedWithoutADocument() throws {
    try withTemporaryFolder { folder in
      let strings = String(repeating: "<string>some text or other</string>\n", count: 40_000)
      try write(["a.plist": "<plist><array><!-- c -->" + strings + "</array></plist>"], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("convert", "json", "-o", "b.json", "a.plist") == .success)
      #expect(run.errorText.contains("1 comment was dropped"))
      let refused = try CapturedRun(in: folder)
      #expect(refused.run("convert", "json", "--loss", "refuse", "-o", "c.json", "a.plist") == .failure)
      #expect(refused.errorText.contains("a.plist:1:15: error"))
      #expect(read("c.json", in: folder) == nil)
    }
  }
}
