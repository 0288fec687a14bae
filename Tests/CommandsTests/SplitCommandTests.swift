// pliant split: the records of all parts together are those of the whole, each once.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct SplitCommandTests {
  /// What a run gave: its code, the parts and what it said.
  private struct Outcome {
    var code: Int32 = -1
    var parts: [String] = []
    var errors = ""
  }

  /// Splits a document in a folder of its own.
  private func parts(_ document: Data, _ words: [String], name: String = "in.xml") throws -> Outcome {
    var outcome = Outcome()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pliant-split-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try document.write(to: folder.appendingPathComponent(name))
    let run = try CapturedRun(in: folder)
    outcome.code = Program.run(["split", "-o", "p-%03d"] + words + [name], context: run.context).rawValue
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!names.contains { $0.hasPrefix(".") }, "\(names)")
    for part in names where part != name { outcome.parts.append(read(part, in: folder) ?? "") }
    outcome.errors = run.errorText
    return outcome
  }

  /// The elements at a place, one a line, as XPath finds them in all parts.
  private func records(_ parts: [String], _ path: String) throws -> String {
    var found = ""
    for part in parts {
      let run = try CapturedRun(input: Array(part.utf8))
      let code = run.run("xpath", "--as", "xml", path)
      #expect(code != .trouble, "\(run.errorText)\n\(part)")
      found += run.outputText
    }
    return found
  }

  private static let tricky = """
    <?xml version="1.0"?>
    <!DOCTYPE r [<!ENTITY e "E &lt;item/&gt;"><!ATTLIST item k CDATA "d">]>
    <?style x?><!-- <item/> -->
    <r xmlns:p="urn:p" a=">"><title>t</title><p:list p:z='&e;'>
      <item id="1"><item id="nested"/>&e;</item><!-- <item id="no"/> -->
      <item id="2"/><![CDATA[<item id="no"/>]]>
      <other><item id="not-there"/></other>
      <p:item id="3"> x ]] &gt; </p:item>
      <item id="4"><![CDATA[</item><item>]]></item><?pi <item/>?>
    </p:list><list/><p:list><item id="5"/></p:list><tail/></r>
    <!-- end -->
    """

  @Test(arguments: [1, 150, 400, 10_000])
  func everyRecordIsThereOnce(_ size: Int) throws {
    let result = try parts(Data(Self.tricky.utf8), ["--records", "list/item", "--size", "\(size)"])
    #expect(result.code == 0, "\(result.errors)")
    #expect(size > 400 ? result.parts.count == 1 : result.parts.count > 1)
    let path = "/*/*[local-name()='list']/*[local-name()='item']"
    #expect(try records(result.parts, path) == (try records([Self.tricky], path)))
    #expect(
      try records(result.parts, "//title | //tail | //other")
        == (try records([Self.tricky], "//title | //other | //tail")))
    if size == 1 { #expect(result.parts.count == 5) }
  }

  @Test(arguments: [1, 2, 3, 5, 100])
  func numberOfParts(_ count: Int) throws {
    let items = (0..<20).map { "<i>\($0)</i>" }.joined()
    let document = "<r><a>\(items)</a></r>"
    let result = try parts(Data(document.utf8), ["--records", "r/a/i", "--parts", "\(count)"])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.parts.count <= min(count, 20) && result.parts.count >= min(count, 20) - 1)
    #expect(try records(result.parts, "/r/a/i") == (try records([document], "/r/a/i")))
  }

  @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .isoLatin1])
  func encodings(_ encoding: String.Encoding) throws {
    let name = encoding == .isoLatin1 ? "ISO-8859-1" : "UTF-16"
    let document =
      "\(encoding == .utf16LittleEndian ? "\u{FEFF}" : "")<?xml version='1.0' encoding='\(name)'?><r><i>ä</i><i>ö</i></r>"
    let data = try #require(document.data(using: encoding))
    let result = try parts(data, ["--records", "i", "--size", "60"])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.parts.count == 2)
    #expect(result.parts[1] == "<?xml version='1.0' encoding='UTF-8'?><r><i>ö</i></r>")
  }

  @Test func theLayoutAfterTheLastRecordCounts() throws {
    let document = "<r>\n  <l>\n    <i>1</i>\n    <i>2</i>\n  </l>\n</r>\n"
    for size in [document.utf8.count - 1, document.utf8.count - 5, 40] {
      let result = try parts(Data(document.utf8), ["--records", "l/i", "--size", "\(size)"])
      #expect(result.parts.count == 2 && result.parts.allSatisfy { $0.utf8.count <= size }, "\(result)")
    }
  }

  @Test func recordsInEntitiesStayTogether() throws {
    let document = "<!DOCTYPE r [<!ENTITY e '<i>1</i><i>2</i>'>]><r><i>0</i>&e;<i>3</i></r>"
    let result = try parts(Data(document.utf8), ["--records", "i", "--size", "1"])
    #expect(result.code == 0, "\(result.errors)")
    #expect(try records(result.parts, "/r/i") == "<i>0</i>\n<i>1</i>\n<i>2</i>\n<i>3</i>\n")
  }

  @Test func longerThanAWindow() throws {
    let items = (0..<40_000).map { "<i n='\($0)'>text &amp; more<b/><!-- <i> --></i>\n" }.joined()
    let document = "<r>\(items)</r>"
    let result = try parts(Data(document.utf8), ["--records", "i", "--size", "300000"])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.parts.allSatisfy { $0.utf8.count <= 300_000 })
    let bodies = result.parts.map {
      $0.replacing("<r>", with: "").replacing("</r>\n", with: "").replacing(
        "</r>", with: "")
    }
    #expect(bodies.joined() == items)
  }

  @Test func arraysAndLines() throws {
    let array = try parts(Data(#"[1, {"a":[2,"],"]} ,"x"]"#.utf8), ["--size", "1"], name: "in.json")
    #expect(array.parts == ["[\n1\n]\n", "[\n{\"a\":[2,\"],\"]}\n]\n", "[\n\"x\"\n]\n"])
    let lines = try parts(Data("1\n{\"a\":2}\n\n3".utf8), ["--size", "12"], name: "in.jsonl")
    #expect(lines.parts == ["1\n{\"a\":2}\n", "3\n"])
    #expect(try parts(Data("[]".utf8), ["--size", "5"], name: "in.json").parts == ["[]\n"])
  }

  @Test("An array in a JSON document: each part is the document with some of its elements")
  func arraysInDocuments() throws {
    let text = #"{"type": "C", "a": {"f": [1, {"f":["]"]} ,[] ]}, "n": "\u00e9]"}"#
    let result = try parts(Data(text.utf8), ["--records", "a.f", "--count", "2"], name: "in.json")
    let values = ["\n1,\n{\"f\":[\"]\"]}", "\n[]"]
    #expect(
      result.parts == values.map { #"{"type": "C", "a": {"f": ["# + $0 + #"]}, "n": "\u00e9]"}"# },
      "\(result)")
    #expect(
      try parts(Data(text.utf8), ["--records", "a/f", "--size", "1"], name: "in.json").parts.count == 3)
    let empty = #"{"f":[]}"#
    #expect(
      try parts(Data(empty.utf8), ["--records", "f", "--parts", "2"], name: "in.json").parts == [empty])
    #expect(
      try parts(Data("[1,2,3]".utf8), ["--count", "2"], name: "in.json").parts == [
        "[\n1,\n2\n]\n", "[\n3\n]\n",
      ])
  }

  @Test("What goes wrong leaves no parts") func mistakes() async throws {
    try await forEachRow(of: [
      ("<r><i/></r>", ["--records", "x", "--size", "1"], "no element at 'x'"),
      ("<r><i/><i></r>", ["--records", "i", "--size", "1"], "xml/not-well-formed"),
      ("<r><i/></r>", ["--size", "1"], "missing --records PLACE"),
      ("{\"a\":[]}", ["--size", "1", "-f", "json"], "not a top-level array"),
      ("[1,x]", ["--size", "1", "-f", "json"], "json/syntax"),
      ("[1,2", ["--size", "1", "-f", "json"], "json/syntax"),
      ("[1]\n", ["--size", "1", "--records", "a", "-f", "jsonl"], "the records of JSON Lines are the lines"),
      (#"{"names":[1]}"#, ["--size", "1", "--records", "name", "-f", "json"], "did you mean 'names'"),
      (#"{"names":1}"#, ["--size", "1", "--records", "names", "-f", "json"], "no element at 'names'"),
    ]) { (document: String, words: [String], message: String) in
      let result = try parts(Data(document.utf8), words)
      #expect(result.code == 1 && result.parts.isEmpty, "\(result)")
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test func usage() async throws {
    try await forEachRow(of: [
      ["--size", "1"], ["-o", "p.xml", "--size", "1"], ["-o", "%s", "--size", "1"],
      ["-o", "%d%d", "--size", "1"],
      ["-o", "%d"], ["-o", "%d", "--size", "1", "--parts", "2"], ["-o", "%d", "--parts", "0"],
      ["-o", "%d", "--size", "1", "--count", "2"],
    ]) { (words: [String]) in
      let run = try CapturedRun(input: Array("[1]".utf8))
      #expect(Program.run(["split"] + words, context: run.context) == .trouble)
    }
  }

  @Test func aFolderThatIsNone() throws {
    let run = try CapturedRun(input: Array("[1,2]".utf8))
    #expect(run.run("split", "-o", "/dev/null/%d", "--size", "1") == .failure)
  }
}
