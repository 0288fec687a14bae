// pliant mapping, as it is typed.

import Commands
import Foundation
import TestSupport
import Testing

@Suite("MappingCommand")
struct MappingCommandTests {
  @Test func listShowsBuiltInsAndFolders() throws {
    let run = try CapturedRun(environment: ["HOME": "/home/somebody", "PLIANT_MAPPINGS": "/etc/maps:shared"])
    #expect(run.run("mapping", "list") == .success)
    #expect(run.outputText.contains("xcdatamodel "), "\(run.outputText)")
    #expect(run.outputText.contains("\n  /etc/maps\n  shared\n"))
    #expect(run.outputText.contains("/home/somebody/"))
  }

  @Test func showPrintsAFileThatIsTheSameMapping() throws {
    try withTemporaryFolder { folder in
      let run = try CapturedRun(in: folder)
      #expect(run.run("mapping", "show", "xcdatamodel", "-o", "my.json") == .success, "\(run.errorText)")
      #expect(run.run("mapping", "show", "./my.json", "--format", "xml1", "-o", "my.plist") == .success)
      let again = try CapturedRun(in: folder)
      #expect(again.run("mapping", "show", "my.plist") == .success, "\(again.errorText)")
      #expect(again.outputText == read("my.json", in: folder))
    }
  }

  @Test func unknownNamesSuggestTheNearest() throws {
    let run = try CapturedRun()
    #expect(run.run("mapping", "show", "xcdatamodell") == .failure)
    #expect(run.errorText.contains("unknown mapping 'xcdatamodell'; did you mean 'xcdatamodel'?"))
  }

  @Test func inferAndFromModelGiveFilesThatAreRead() throws {
    let run = try CapturedRun(in: testdata("valid/mapping"))
    #expect(run.run("mapping", "infer", "diary.xml", "--name", "draft") == .success, "\(run.errorText)")
    #expect(run.outputText.contains("\"mapping\": \"draft\""))
    let model = try CapturedRun(in: testdata("valid/mapping"))
    #expect(model.run("mapping", "from-model", "Shapes.xcdatamodeld") == .success, "\(model.errorText)")
    #expect(model.outputText.contains("\"Polygon\""))
    let old = try CapturedRun(in: testdata("valid/mapping"))
    #expect(old.run("mapping", "from-model", "App.momd") == .failure)
    #expect(old.errorText.contains("compiled model"))
  }
}

@Suite("MappingCommandChecks")
struct MappingCommandCheckTests {
  @Test func checkSaysNothingOfWhatIsSound() throws {
    let run = try CapturedRun(in: testdata(""))
    #expect(run.run("mapping", "check", "mappings/library.json", "valid/mapping/library.xml") == .success)
    #expect(run.outputText + run.errorText == "")
  }

  @Test func checkFindsMistakesInTheirPlace() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "a.json": "{\"mapping\": \"m\", \"root\": \"r\",\n \"fields\": {\"a\": \"@a\",\n  \"b\": \"@a\"}}",
          "b.json": "{\"mapping\": \"m\", \"root\": \"r\", \"fields\": {\"a\": \"@a integer\"}}",
          "s.xml": "<r>\n<c/></r>", "t.xml": "<r", "u.xml": "<r a='x'/>",
        ], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("mapping", "check", "a.json") == .failure)
      #expect(
        run.errorText == "a.json:3:3: error: the field 'b' of 'r' has the same place as 'a' [mapping/file]\n")
      let samples = try CapturedRun(in: folder)
      #expect(samples.run("mapping", "check", "b.json", "s.xml", "u.xml") == .failure)
      #expect(
        samples.errorText.contains("s.xml:2:1: error: ")
          && samples.errorText.contains("[mapping/unknown-element]"))
      #expect(
        samples.errorText.contains("u.xml:1:4: error: ") && samples.errorText.contains("[mapping/value]"))
      let broken = try CapturedRun(in: folder)
      #expect(broken.run("mapping", "check", "b.json", "none.xml") == .trouble)
      #expect(broken.run("mapping", "check", "none.json") == .trouble)
    }
  }

  /// What a mapping says, a document, and what is said of them by a verb.
  @Test func problemsHaveTheirPlace() async throws {
    try await forEachRow(of: [
      (
        #""a": "a integer min=x""#, "<r/>", ["convert", "json", "--mapping", "m.json", "-o", "-", "s.xml"],
        "m.json:1:39: error: the field 'a' of 'r' cannot be read: 'x' is not a bound [mapping/file]"
      ),
      (
        #""a": "c/a list""#, "<r><c><a>1</a></c>\n<c><a>2</a></c></r>",
        ["mapping", "check", "m.json", "s.xml"],
        "s.xml:2:1: error: <c> occurs more than once in r, and its content is merged into one "
          + "[mapping/unknown-element]"
      ),
      (
        #""a": "@a date format='yyyy-MM-dd H:mm' zone=Europe/Berlin""#, #"<r a="2012-03-25 2:30"/>"#,
        ["mapping", "check", "m.json", "s.xml"],
        "s.xml:1:4: error: r.a: '2012-03-25 2:30' does not exist in Europe/Berlin, where clocks skip this time "
          + "[mapping/value]"
      ),
      (
        #""a": "@a""#, #"<!DOCTYPE r [<!ENTITY e SYSTEM "x">]><r>&e;</r>"#, ["mapping", "infer", "s.xml"],
        "s.xml:1:41: error: the entity &e; is external or undeclared; external entities are never read "
          + "[xml/undefined-entity]"
      ),
      (
        #""a": "@a real""#, #"<r a="3.14159265358979323846264338327950288"/>"#,
        ["convert", "sql", "--mapping", "m.json", "-o", "-", "s.xml"],
        "s.xml: note: 1 number lost digits that a double cannot represent [conversion/loss]"
      ),
      (
        ##""#unmapped": "@a""##, "<r/>", ["mapping", "check", "m.json"],
        "m.json:1:39: error: '#unmapped' cannot name a field, since reading adds a key of that name "
          + "[mapping/file]"
      ),
    ]) { (fields: String, sample: String, words: [String], expected: String) in
      try withTemporaryFolder { folder in
        let mapping = #"{"mapping":"m","root":"r", "fields": {\#(fields)}}"#
        try write(["m.json": mapping, "s.xml": sample], in: folder)
        let run = try CapturedRun(in: folder)
        _ = Program.run(words, context: run.context)
        #expect(run.errorText.contains(expected + "\n"), "\(run.errorText)")
      }
    }
  }

  @Test func lintChecksByAMappingThatIsNamed() throws {
    try withTemporaryFolder { folder in
      let bad = "<library><shelf id=\"A\"/><shelf id=\"A\"/><lamp/></library>\n"
      try write(
        [
          "a.xml": bad,
          "library.json": String(
            decoding: Data(contentsOf: testdata("mappings/library.json")), as: UTF8.self),
        ], in: folder)
      let plain = try CapturedRun(in: folder)
      #expect(plain.run("lint", "a.xml") == .success)
      let run = try CapturedRun(in: folder)
      #expect(run.run("lint", "--mapping", "library.json", "a.xml") == .failure)
      #expect(run.outputText.contains("[mapping/duplicate-key]"))
      #expect(run.outputText.contains("[mapping/unknown-element]"))
      try write([".pliant.json": #"{"lint": {"mappings": {"a*.xml": "./library.json"}}}"#], in: folder)
      let configured = try CapturedRun(in: folder)
      #expect(configured.run("lint", "a.xml") == .failure)
      #expect(configured.outputText.contains("[mapping/duplicate-key]"))
      let unknown = try CapturedRun(in: folder)
      #expect(unknown.run("lint", "--mapping", "libary", "a.xml") == .trouble)
    }
  }
}
