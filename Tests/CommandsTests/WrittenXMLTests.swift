// What is written as XML can be read by everyone: names, prefixes, shape and white space.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct WrittenXMLTests {
  @Test func undeclaredPrefixesAreErrorsInEveryStyle() async throws {
    try await forEachRow(of: [
      ("attributes", ##"{"rss":{"channel":{"itunes:author":"x"}}}"##, "undeclared namespace prefix 'itunes'"),
      ("attributes", ##"{"rss":{"@itunes:a":"x"}}"##, "undeclared namespace prefix 'itunes'"),
      ("attributes", ##"{"rss":{"@xmlns:x":"","a":"x"}}"##, "cannot be declared with an empty namespace"),
      ("attributes", ##"{"rss":{"a":{"@xmlns:x":"urn:x"},"x:b":"x"}}"##, "undeclared namespace prefix 'x'"),
      ("attributes", ##"{"rss":{"@xmlns:x":"u","@xmlns:y":"u","@x:a":"1","@y:a":"2"}}"##, "y:a"),
      ("attributes", ##"{"a:b:c":"x"}"##, "invalid qualified name 'a:b:c'"),
      ("jsonml", ##"["a",["x:b","c"]]"##, "undeclared namespace prefix 'x'"),
      ("jsonml", ##"["a",{"x:b":"c"}]"##, "undeclared namespace prefix 'x'"),
      ("lossless", ##"{"children":[{"name":"x:a"}]}"##, "undeclared namespace prefix 'x'"),
      (
        "lossless", ##"{"children":[{"name":"a","attribs":{"x":"1"}}]}"##,
        "unknown key 'attribs' in an element"
      ),
      ("lossless", ##"{"children":[{"name":"a"}],"doctype":"<!DOCTYPE a>"}"##, "unknown key 'doctype'"),
      ("lossless", ##"{"children":[{"name":"a","children":[{"comment":"x","cdata":"y"}]}]}"##, "one key"),
      ("lossless", ##"{"children":[{"name":"r"},{"name":"q"}]}"##, "a document has one root element"),
      ("lossless", ##"{"children":[{"comment":"x"}]}"##, "the document has no root element"),
      ("lossless", ##"{"children":[{"name":"r","children":[{"comment":"\u0001"}]}]}"##, "U+0001"),
      ("lossless", ##"{"children":[{"name":"r","children":[{"comment":"a\rb"}]}]}"##, "U+000D"),
      ("lossless", ##"{"children":[{"name":"r","children":[{"cdata":"\ufffe"}]}]}"##, "U+FFFE"),
      ("lossless", ##"{"children":[{"instruction":"a","data":"\u0001"},{"name":"r"}]}"##, "U+0001"),
      ("lossless", ##"{"children":[{"instruction":"XML","data":"a"},{"name":"r"}]}"##, "'xml' cannot be"),
      ("lossless", ##"{"children":[{"cdata":"x"},{"name":"r"}]}"##, "outside the root element"),
      ("lossless", ##"{"children":[{"doctype":"<!DOCTYPE r"},{"name":"r"}]}"##, "a doctype is"),
      ("lossless", ##"{"children":[{"name":"r"},{"doctype":"<!DOCTYPE r>"}]}"##, "a doctype is"),
      ("jsonml", ##"["#document",["r"],["q"]]"##, "a document has one root element"),
      ("jsonml", ##"["!--","x"]"##, "the document has no root element"),
    ]) { (style: String, document: String, message: String) in
      let run = try CapturedRun(input: Array(document.utf8))
      #expect(run.run("convert", "xml", "--xml-style", style) == .failure)
      #expect(run.errorText.contains(message) && run.errorText.contains("<stdin>:1:"), "\(run.errorText)")
      #expect(run.outputText.isEmpty)
    }
  }

  /// Carriage returns outside references would be line feeds.
  @Test func carriageReturnsInCDATAAreReferences() throws {
    let run = try CapturedRun(
      input: Array(##"{"children":[{"name":"r","children":[{"cdata":"a\rb"},{"cdata":""}]}]}"##.utf8))
    #expect(run.run("convert", "xml", "--xml-style", "lossless") == .success)
    #expect(run.outputText.hasSuffix("<r><![CDATA[a]]>&#13;<![CDATA[b]]><![CDATA[]]></r>\n"))
  }

  @Test func textBesideAnEmptyElementIsProved() throws {
    try withTemporaryFolder { folder in
      try write(["a.json": ##"{"b":{"#text":"1","c":null}}"##], in: folder)
      let run = try CapturedRun(in: folder)
      let words = ["convert", "xml", "--xml-style", "attributes", "--loss", "note", "a.json"]
      #expect(Program.run(words, context: run.context) == .success, "\(run.errorText)")
    }
  }

  @Test func declaredPrefixesAreWritten() async throws {
    try await forEachRow(of: [
      ("attributes", ##"{"r":{"@xmlns:x":"urn:x","x:a":{"@x:b":"1"},"@xml:lang":"en"}}"##),
      ("jsonml", ##"["x:a",{"xmlns:x":"urn:x","x:b":"1"},["b",{"xmlns":""}]]"##),
      (
        "lossless", ##"{"children":[{"name":"a","attributes":{"xmlns:x":"u"},"children":[{"name":"x:b"}]}]}"##
      ),
    ]) { (style: String, document: String) in
      try withTemporaryFolder { folder in
        try write(["a.json": document], in: folder)
        let run = try CapturedRun(in: folder)
        #expect(
          run.run("convert", "xml", "--xml-style", style, "-o", "a.xml", "a.json") == .success,
          "\(run.errorText)")
        #expect(run.run("lint", "a.xml") == .success, "\(run.outputText)")
      }
    }
  }

  @Test func patchesUseThePrefixesOfTheDocument() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "a.xml": "<r xmlns:x=\"urn:x\"><x:a>1</x:a></r>\n",
          "good.json": ##"[{"op":"add","path":"/r/x:b","value":"2"}]"##,
          "bad.json": ##"[{"op":"add","path":"/r/y:b","value":"2"}]"##,
        ], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("patch", "-o", "-", "a.xml", "good.json") == .success, "\(run.errorText)")
      #expect(run.outputText.contains("<x:b>2</x:b>"))
      #expect(run.run("patch", "-o", "-", "a.xml", "bad.json") == .failure)
      #expect(run.errorText.contains("undeclared namespace prefix 'y'"), "\(run.errorText)")
    }
  }

  @Test func losslessKeepsStandaloneAndReferences() async throws {
    let document =
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<!DOCTYPE a [<!ENTITY v \"1\">]>\n<a b=\"&v;x\">q &v; &amp; z</a>\n"
    let there = try CapturedRun(input: Array(document.utf8))
    #expect(there.run("convert", "json", "--xml-style", "lossless", "--loss", "refuse") == .success)
    let back = try CapturedRun(input: there.outputBytes)
    #expect(back.run("convert", "xml", "--xml-style", "lossless") == .success)
    #expect(back.outputText == document)
  }

  @Test func anEmptyArrayIsALoss() throws {
    let text = Array(##"{"a":{"b":"x","baz":[]}}"##.utf8)
    let noted = try CapturedRun(input: text)
    #expect(noted.run("convert", "xml", "--xml-style", "attributes") == .success)
    #expect(noted.errorText.contains("1 empty array was dropped"), "\(noted.errorText)")
    let refused = try CapturedRun(input: text)
    #expect(refused.run("convert", "xml", "--xml-style", "attributes", "--loss", "refuse") == .failure)
  }

  // MARK: White space

  @Test func spaceBetweenWordsIsText() async throws {
    let document = "<p><b>Hello</b> <i>World</i></p>"
    for words in [["format"], ["format", "--minify"]] {
      let run = try CapturedRun(input: Array(document.utf8))
      #expect(Program.run(words, context: run.context) == .success)
      #expect(run.outputText.trimmingCharacters(in: .newlines) == document)
    }
    try withTemporaryFolder { folder in
      try write(["a.xml": document, "b.xml": "<p><b>Hello</b><i>World</i></p>"], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("diff", "a.xml", "b.xml") == .failure)
      #expect(run.run("diff", "a.xml", "a.xml") == .success)
    }
  }

  @Test func spaceWithALineEndIsLayout() throws {
    let document = "<p>\n  <b>1</b>\n  <b>2</b> \n</p>"
    let run = try CapturedRun(input: Array(document.utf8))
    #expect(run.run("format", "--minify") == .success)
    #expect(run.outputText.trimmingCharacters(in: .newlines) == "<p><b>1</b><b>2</b></p>")
    try withTemporaryFolder { folder in
      try write(["a.xml": document, "b.xml": "<p><b>1</b><b>2</b></p>"], in: folder)
      #expect(try CapturedRun(in: folder).run("diff", "a.xml", "b.xml") == .success)
    }
  }

  @Test func textBesideElementsKeepsItsSpace() async throws {
    try await forEachRow(of: [
      ("<r>Hallo <g>du</g></r>", [], ##"{"r":{"g":"du","#text":"Hallo "}}"##),
      ("<r>Hallo <g>du</g></r>", ["--trim"], ##"{"r":{"g":"du","#text":"Hallo"}}"##),
      ("<r> <a>1</a> <b>2</b> </r>", [], ##"{"r":{"a":"1","b":"2"}}"##),
      ("<r>\n  <a>1</a>\n</r>", [], ##"{"r":{"a":"1"}}"##),
    ]) { (text: String, words: [String], expected: String) in
      let run = try CapturedRun(input: Array(text.utf8))
      #expect(
        Program.run(["convert", "json", "-q", "--mapping", "none"] + words, context: run.context) == .success)
      #expect(run.outputText == expected + "\n")
    }
  }
}
