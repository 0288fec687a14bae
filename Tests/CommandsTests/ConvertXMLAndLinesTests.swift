// Application XML in its styles, and JSON lines, from the command line.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct ConvertXMLStyleTests {
  private func convert(_ text: String, _ words: String...) throws -> (
    code: ExitCode, output: String, error: String
  ) {
    let run = try CapturedRun(input: Array(text.utf8))
    let code = Program.run(["convert"] + words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  @Test func attributesStyle() async throws {
    try await forEachRow(of: [
      ("<a/>", "{\"a\":null}"), ("<a>1</a>", "{\"a\":\"1\"}"), ("<a x='1'/>", "{\"a\":{\"@x\":\"1\"}}"),
      ("<a x='1'>t</a>", "{\"a\":{\"@x\":\"1\",\"#text\":\"t\"}}"),
      ("<a><b>1</b><c/><b>2</b></a>", "{\"a\":{\"b\":[\"1\",\"2\"],\"c\":null}}"),
      ("<a xmlns='u' xmlns:p='v'><p:b/></a>", "{\"a\":{\"@xmlns\":\"u\",\"@xmlns:p\":\"v\",\"p:b\":null}}"),
    ]) { (xml: String, json: String) throws in
      let there = try convert(xml, "json")
      #expect(there.output == json + "\n")
      let back = try convert(there.output, "xml", "--xml-style", "attributes")
      #expect(back.code == .success)
      #expect(try convert(back.output, "json").output == there.output)
    }
  }

  /// Names that are written alike share a key, whatever their namespace, and are where the first one occurred.
  @Test(arguments: [
    (
      "<a><b>1</b><c>2</c><b>3</b><d>4</d><c>5</c><b>6</b></a>",
      ##"{"b":["1","3","6"],"c":["2","5"],"d":"4"}"##
    ),
    ("<a><b>1</b><c/><b xmlns='u'>2</b></a>", ##"{"b":["1",{"@xmlns":"u","#text":"2"}],"c":null}"##),
    (
      "<a><b><c>1</c><d/><c>2</c></b><e/><b><d>3</d></b></a>",
      ##"{"b":[{"c":["1","2"],"d":null},{"d":"3"}],"e":null}"##
    ),
    ("<a> x <b/> y <![CDATA[ z ]]> <!-- c --> </a>", ##"{"b":null,"#text":" x  y  z   "}"##),
    ("<a>Hi <b>x</b> <c>y</c>\n  </a>", ##"{"b":"x","c":"y","#text":"Hi  "}"##),
    ("<a> <b>1</b> <c>2</c> </a>", ##"{"b":"1","c":"2"}"##),
  ]) func elementsOfOneNameAreTogether(xml: String, content: String) throws {
    #expect(try convert(xml, "json", "--mapping", "none").output == "{\"a\":\(content)}\n")
  }

  @Test func jsonMLKeepsWhatStandsBesideTheRoot() async throws {
    try await forEachRow(of: [
      ("<a/>", ##"["a"]"##), ("<a><!--b--></a>", ##"["a",["!--","b"]]"##),
      ("<!--b--><a/>", ##"["#document",["!--","b"],["a"]]"##),
      ("<a/><!--b-->\n", ##"["#document",["a"],["!--","b"]]"##),
      ("<?p q?><a/>", ##"["#document",["?p","q"],["a"]]"##),
      ("<a/><?p q?>", ##"["#document",["a"],["?p","q"]]"##),
      ("<!--b--><!--c--><a/><?p?>", ##"["#document",["!--","b"],["!--","c"],["a"],["?p",""]]"##),
      ("<a>x<![CDATA[y]]>z</a>", ##"["a","xyz"]"##),
    ]) { (xml: String, json: String) in
      let there = try convert(xml, "json", "--xml-style", "jsonml")
      #expect(there.output == json + "\n")
      #expect(there.error.contains("1 CDATA section") == xml.contains("CDATA"))
    }
  }

  @Test func listsAreForced() throws {
    #expect(try convert("<a><b>1</b></a>", "json", "--list", "b").output == "{\"a\":{\"b\":[\"1\"]}}\n")
  }

  @Test func whatAStyleDropsIsNoted() throws {
    let xml = "<?xml version='1.0'?><!-- c --><a>x<b/><?p d?><![CDATA[y]]></a>"
    let noted = try convert(xml, "json")
    for part in ["1 comment", "1 processing instruction", "order of its text", "1 CDATA section"] {
      #expect(noted.error.contains(part), "\(part) in \(noted.error)")
    }
    #expect(try convert(xml, "json", "--loss", "refuse").code == .failure)
    #expect(try convert(xml, "json", "--xml-style", "lossless", "--loss", "refuse").code == .success)
  }

  @Test(.corpus("libxml2-xml"), arguments: ["jsonml", "lossless"]) func orderedStylesComeBackCanonically(
    style: String
  ) throws {
    let documents = corpusEntries("libxml2-xml").filter { $0.expect == "accept" && $0.format == "xml" }.map(
      \.bytes)
    let own = [
      "<?xml version='1.0'?><!-- t --><a x='1' xmlns:g='urn:g'>hi<!-- c --><b/>&lt;<g:c><![CDATA[x<y]]></g:c><?p d?></a><?q?>"
    ].map { Array($0.utf8) }
    var compared = 0
    for bytes in own + documents {
      var options = Route(from: .xml, to: .json)
      options.reading.xmlStyle = style == "jsonml" ? .jsonml : .lossless
      guard let there = try? bytes.withByteView({ try Self.convert($0, options) }) else { continue }
      var back = options
      back.reading.format = .json
      back.writing = Writing(.xml)
      back.writing.xmlStyle = options.reading.xmlStyle
      // Reading a style does not process namespaces, but what is written is a document for every reader.
      guard (try? bytes.withByteView { try readNamespaces($0) }) != nil else { continue }
      let again = try there.withByteView { try Self.convert($0, back) }
      // What canonical form refuses (relative namespace URIs) is compared no further.
      guard let canonical = try? Self.canonical(bytes) else { continue }
      #expect(try Self.canonical(again) == canonical)
      compared += 1
    }
    #expect(compared >= 1)
  }

  private static func canonical(_ bytes: [UInt8]) throws -> String {
    try bytes.withByteView { bytes in
      let text = DecodedText(bytes, kind: .xml)
      var output = OutputBuffer()
      try text.withValidText { (view: ByteView) throws(Failure) in
        _ = try CanonicalXML.write(view, to: &output)
      }
      return String(decoding: output.bytes, as: UTF8.self)
    }
  }

  private static func convert(_ bytes: ByteView, _ options: Route) throws(Diagnostic) -> [UInt8] {
    var losses = LossReport()
    let output = try options.writing.write(
      try options.reading.load(bytes), to: OutputBuffer(), losses: &losses)
    return output.bytes
  }

  @Test func otherShapesAreRefused() async throws {
    try await forEachRow(of: [
      ("[1]", "lossless"), ("{\"children\":[{\"nme\":\"a\"}]}", "lossless"), ("{}", "jsonml"),
      ("[1]", "jsonml"),
      ("[\"1a\"]", "jsonml"), ("[\"a\",{\"b\":1}]", "jsonml"), ("[]", "attributes"),
      ("{\"a\":1,\"b\":2}", "attributes"),
      ("{\"a b\":1}", "attributes"), ("{\"a\":{\"@x\":[]}}", "attributes"),
      ("{\"a\":\"\\u0001\"}", "attributes"),
    ]) { (json: String, style: String) in
      let result = try convert(json, "xml", "--xml-style", style)
      #expect(result.code == .failure)
      #expect(result.error.contains("<stdin>:1:"))
      #expect(result.output.isEmpty)
    }
  }

  @Test func deepXMLIsRefusedWithoutACrash() throws {
    let deep = String(repeating: "<a>", count: 100_000)
    for style in ["attributes", "jsonml", "lossless"] {
      #expect(try convert(deep, "json", "-f", "xml", "--xml-style", style).code == .failure)
    }
  }
}

@Suite struct ConvertLinesTests {
  private func convert(_ text: String, _ words: String...) throws -> (
    code: ExitCode, output: String, error: String
  ) {
    let run = try CapturedRun(input: Array(text.utf8))
    let code = Program.run(["convert"] + words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  @Test func bothWays() throws {
    #expect(try convert("[1, {\"a\": [2]},\n[3]]", "jsonl").output == "1\n{\"a\":[2]}\n[3]\n")
    #expect(try convert("1\n\n{\"a\":[2]}\n[3]", "json", "-f", "jsonl").output == "[1,{\"a\":[2]},[3]]\n")
    #expect(try convert("{\"a\": 1}", "jsonl").output == "{\"a\":1}\n")
    #expect(try convert("[]", "jsonl").output.isEmpty)
    #expect(try convert("", "json", "-f", "jsonl").output == "[]\n")
    #expect(
      try convert("<plist><array><true/><integer>2</integer></array></plist>", "jsonl").output == "true\n2\n")
    #expect(
      try convert("{\"b\":1,\"a\":2}\n", "jsonl", "-f", "jsonl", "--sort-keys").output
        == "{\"a\":2,\"b\":1}\n")
  }

  @Test func theSuffixTells() throws {
    try withTemporaryFolder { folder in
      try write(["a.jsonl": "1\n2\n", "b.json": "[1,2]"], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("convert", "json", "-o", "-", "a.jsonl") == .success)
      #expect(run.outputText == "[1,2]\n")
      #expect(run.run("convert", "xml1", "-e", "plist", "a.jsonl") == .success)
      #expect(read("a.plist", in: folder)?.contains("<integer>2</integer>") == true)
      #expect(run.run("convert", "jsonl", "b.json") == .success)
      #expect(read("b.json", in: folder) == "1\n2\n")
    }
  }

  @Test func mistakesHaveTheirLine() throws {
    let result = try convert("1\n{\"a\":\n3\n", "json", "-f", "jsonl")
    #expect(result.code == .failure)
    #expect(result.error.hasPrefix("<stdin>:2:"))
    let array = try convert("[1,\n 2,\n }", "jsonl")
    #expect(array.code == .failure)
    #expect(array.error.hasPrefix("<stdin>:3:"))
  }

  @Test func duplicateKeysAreNoted() throws {
    // At the quotation mark, whether the document is read value by value or whole.
    let lines = try convert("1\n{\"a\":1,\"a\":2}\n", "json", "-f", "jsonl")
    #expect(lines.error.hasPrefix("<stdin>:2:8: note: "), "\(lines.error)")
    for words in [["jsonl"], ["json", "--sort-keys"], ["xml1"]] {
      let run = try CapturedRun(input: Array("[1,\n{\"a\":1,\"a\":2}]".utf8))
      #expect(Program.run(["convert"] + words, context: run.context) == .success)
      #expect(run.errorText.hasPrefix("<stdin>:2:8: note: "), "\(words): \(run.errorText)")
    }
  }
}

/// Reads a document for errors of Namespaces 1.0.
private func readNamespaces(_ text: ByteView) throws(Failure) {
  var reader = XMLReader(text, options: .namespaces)
  try reader.readToEnd()
}
