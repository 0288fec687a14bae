// pliant format from the command line.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct FormatCommandTests {
  @Test func prints() async throws {
    try await forEachRow(of: [
      (
        ["--indent", "4"], "<a><b x='1'>t</b><c><d/></c></a>",
        "<a>\n    <b x='1'>t</b>\n    <c>\n        <d/>\n    </c>\n</a>\n"
      ),
      ([], "<a>\n\n <b/> </a>", "<a>\n  <b/>\n</a>\n"),
      (["--minify"], "<a>\n  <b/> <!-- c -->\n</a>\n", "<a><b/><!-- c --></a>\n"),
      (["--indent=tab"], "<a><p>one <i>two</i> three</p></a>", "<a>\n\t<p>one <i>two</i> three</p>\n</a>\n"),
      (["--wrap-attributes", "10"], "<a bb='1' cc='22'/>", "<a\n  bb='1'\n  cc='22'/>\n"),
      (
        [], "<plist><dict><key>a</key><true/></dict></plist>",
        "<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n"
      ),
      (
        ["--canonical"], "<?xml version='1.0'?><a  b = '1'><!-- c --><d/></a>\n",
        "<a b=\"1\"><!-- c --><d></d></a>"
      ),
      (["--canonical", "--no-comments"], "<a><!-- c --><d/></a>", "<a><d></d></a>"),
      (["--canonical", "--from", "xml"], "<plist><true/></plist>", "<plist><true></true></plist>"),
      (["--canonical"], "{\"b\": 1.0, \"a\": \"\\u00e4\"}", "{\"a\":\"ä\",\"b\":1}"),
      (["--canonical"], "[333333333.33333329]", "[333333333.3333333]"),
      ([], "{\"b\": 1.0,\"a\":[],\"a\":{}}", "{\n  \"b\": 1.0,\n  \"a\": [],\n  \"a\": {}\n}\n"),
      ([], "{\"a\":\"\\u00e4\\/\",\n\n\"b\":1}", "{\n  \"a\": \"\\u00e4\\/\",\n  \"b\": 1\n}\n"),
      (["--minify"], "{ \"b\" : [ 1 , 2 ] }", "{\"b\":[1,2]}\n"),
      (["--indent", "tab"], "[1]", "[\n\t1\n]\n"),
      // Layouts of Apple's tools, recognised or named.
      (
        [], "{\n \"a\" : {},\n\"b\" : [1.0, \"\\/\"]}",
        "{\n  \"a\" : {\n\n  },\n  \"b\" : [\n    1.0,\n    \"\\/\"\n  ]\n}"
      ),
      (["--style", "resolved"], "{\"a\":[]}\n", "{\n  \"a\" : [\n\n  ]\n}\n"),
      (
        [], "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\"><a><b/></a></document>",
        "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\">\n    <a>\n        <b/>\n    </a>\n</document>"
      ),
      (
        [], "<Scheme\n   a = \"1\"\n   b = \"2\"><C\n d = \"3\">\n   </C>\n</Scheme>\n",
        "<Scheme\n   a = \"1\"\n   b = \"2\">\n   <C\n      d = \"3\">\n   </C>\n</Scheme>\n"
      ),
      (
        ["--style=xcworkspacedata"], "<W v=\"1\"><D/></W>\n",
        "<W\n   v = \"1\">\n   <D>\n   </D>\n</W>\n"
      ),
      (["--indent=2"], "{\n \"a\" : {}}", "{\n  \"a\": {}\n}\n"),
      ([], "{a=1;}", "{\n\ta = 1;\n}\n"),
      (["--indent", "2"], "{a=(1);}", "{\n  a = (\n    1\n  );\n}\n"),
    ]) { (words: [String], text: String, expected: String) in
      let run = try CapturedRun(input: Array(text.utf8))
      #expect(Program.run(["format"] + words, context: run.context) == .success, "\(run.errorText)")
      #expect(run.outputText == expected)
    }
  }

  @Test func refuses() async throws {
    try await forEachRow(of: [
      (["--canonical"], "<a xmlns='relative'/>", ExitCode.failure, "relative"),
      (["--canonical"], "{a = 1;}", .failure, "no canonical form"),
      ([], "bplist00", .failure, "has no layout to change"),
      ([], "<a><b></a>", .failure, "<stdin>:1:4: error:"),
      ([], "{\"a\": }", .failure, "<stdin>:1:7: error:"),
      (["--minify", "--indent", "4"], "<a/>", .trouble, "--minify and --indent cannot be used together"),
      (["--no-comments"], "<a/>", .trouble, "--no-comments needs --canonical"),
      (["--indent", "3"], "<a/>", .trouble, "3"),
    ]) { (words: [String], text: String, code: ExitCode, part: String) in
      let run = try CapturedRun(input: Array(text.utf8))
      #expect(Program.run(["format"] + words, context: run.context) == code)
      #expect(run.errorText.contains(part), "\(run.errorText)")
      #expect(run.outputText == "")
    }
  }

  @Test func filesAreRewrittenOnlyWhereTheyChange() throws {
    try withTemporaryFolder { folder in
      try write(["a.xml": "<a><b/></a>", "b.xml": "<a>\n  <b/>\n</a>\n"], in: folder)
      let path = folder.appendingPathComponent("b.xml").path
      let before = Platform.status(path)?.identity
      let run = try CapturedRun(in: folder)
      #expect(run.run("format", "a.xml", "b.xml") == .success)
      #expect(read("a.xml", in: folder) == "<a>\n  <b/>\n</a>\n")
      #expect(Platform.status(path)?.identity == before)
      try write(["c.xml": "<a><b></a>"], in: folder)
      #expect(run.run("format", "c.xml") == .failure)
      #expect(read("c.xml", in: folder) == "<a><b></a>")
    }
  }

  private func littleEndian(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    return bytes
  }

  @Test func encodingsStay() throws {
    let latin =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><a><b>".utf8) + [0xFC] + Array("</b></a>".utf8)
    let run = try CapturedRun(input: latin)
    #expect(run.run("format") == .success)
    let expected =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?>\n<a>\n  <b>".utf8) + [0xFC]
      + Array("</b>\n</a>\n".utf8)
    #expect(run.outputBytes == expected)
    let wide = [0xFF, 0xFE] + littleEndian("\"a\"=\"ü\";")
    let strings = try CapturedRun(input: wide)
    #expect(strings.run("format") == .success)
    let wanted =
      [0xFF, 0xFE] + littleEndian("\"a\" = \"ü\";\n")
    #expect(strings.outputBytes == wanted)
    let marked = try CapturedRun(input: [0xEF, 0xBB, 0xBF] + Array("<a><b/></a>".utf8))
    #expect(marked.run("format", "--minify") == .success)
    #expect(marked.outputBytes == [0xEF, 0xBB, 0xBF] + Array("<a><b/></a>\n".utf8))
  }

  @Test func twiceIsAsGoodAsOnce() throws {
    for name in [
      "valid/xml/users.xml", "valid/xml/entries.xml", "valid/examples/Info.plist",
      "valid/examples/lottery.json",
    ] {
      let source = Array(try Data(contentsOf: testdata(name)))
      for words in [[], ["--minify"], ["--indent", "4", "--wrap-attributes", "30"], ["--canonical"]] {
        let once = try CapturedRun(input: source)
        #expect(Program.run(["format"] + words, context: once.context) == .success, "\(once.errorText)")
        let twice = try CapturedRun(input: once.outputBytes)
        #expect(Program.run(["format"] + words, context: twice.context) == .success)
        #expect(twice.outputBytes == once.outputBytes, "\(name) \(words)")
      }
    }
  }
}
