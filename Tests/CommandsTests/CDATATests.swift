// Wrapping escaped text in CDATA sections and unwrapping it, byte for byte.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

private func cdata(_ words: [String], _ document: [UInt8]) throws -> (ExitCode, [UInt8], String) {
  let run = try CapturedRun(input: document)
  let code = Program.run(["cdata"] + words, context: run.context)
  return (code, run.outputBytes, run.errorText)
}

@Suite struct CDATATests {
  @Test func theQuotationIsOneInThreeForms() throws {
    let escaped = [UInt8](try Data(contentsOf: testdata("valid/xml/faust-escaped.xml")))
    let sections = [UInt8](try Data(contentsOf: testdata("valid/xml/faust-cdata.xml")))
    let raw = [UInt8](try Data(contentsOf: testdata("invalid/xml/faust-raw.xml")))
    #expect(try cdata(["wrap", "--elements", "text"], escaped).1 == sections)
    #expect(try cdata(["wrap", "--all"], escaped).1 == sections)
    #expect(try cdata(["unwrap"], sections).1 == escaped)
    let (code, output, error) = try cdata(["wrap", "--all"], raw)
    #expect(code == .failure && output.isEmpty)
    #expect(error.hasPrefix("<stdin>:5:26: error: missing end tag of <br>"))
  }

  @Test func onlyEscapedTextIsWrapped() async throws {
    try await forEachRow(of: [
      ("<a>1 &lt; 2</a>", "<a><![CDATA[1 < 2]]></a>"),
      ("<a>1 &amp;&#60;&#x3C;&quot;&apos; 2</a>", "<a><![CDATA[1 &<<\"' 2]]></a>"),
      ("<a>plain</a>", "<a>plain</a>"),
      (
        "<a> &lt; <b x='&lt;'>&gt;</b> &lt;</a>",
        "<a><![CDATA[ < ]]><b x='&lt;'><![CDATA[>]]></b><![CDATA[ <]]></a>"
      ),
      ("<a>]]&gt;</a>", "<a><![CDATA[]]]]><![CDATA[>]]></a>"),
      (
        "<a>&lt;<!-- &lt; --><?p &lt;?><![CDATA[&lt;]]>x</a>",
        "<a><![CDATA[<]]><!-- &lt; --><?p &lt;?><![CDATA[&lt;]]>x</a>"
      ),
      ("<a>&lt;&#13;&lt;</a>", "<a><![CDATA[<]]>&#13;<![CDATA[<]]></a>"),
      (
        "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&lt;&e;y</a>",
        "<!DOCTYPE a [<!ENTITY e 'x'>]><a><![CDATA[<]]>&e;y</a>"
      ),
      ("<a>\r&#10;&lt;</a>", "<a>\r&#10;<![CDATA[<]]></a>"),
      ("<a>\r\n&lt;\r\n</a>\r\n", "<a><![CDATA[\r\n<\r\n]]></a>\r\n"),
      ("\u{FEFF}<a>&lt;ä</a>", "\u{FEFF}<a><![CDATA[<ä]]></a>"),
    ]) { (document: String, expected: String) in
      let (code, output, _) = try cdata(["wrap", "--all"], Array(document.utf8))
      #expect(code == .success)
      #expect(String(decoding: output, as: UTF8.self) == expected)
    }
  }

  @Test(arguments: [
    "<a><![CDATA[1 < 2 & 3 > \"2\"]]></a>", "<a><![CDATA[]]]]><![CDATA[>]]></a>",
    "<a><b>x</b><![CDATA[<b>ü</b>]]></a>",
  ])
  func unwrappingAndWrappingAgainIsTheIdentity(_ document: String) throws {
    let (_, unwrapped, _) = try cdata(["unwrap"], Array(document.utf8))
    #expect(!String(decoding: unwrapped, as: UTF8.self).contains("CDATA"))
    let (_, wrapped, _) = try cdata(["wrap", "--all"], unwrapped)
    #expect(String(decoding: wrapped, as: UTF8.self) == document)
  }

  @Test func unwrappingJoinsNoLineEndAndNoDelimiter() async throws {
    try await forEachRow(of: [
      ("<a><![CDATA[\r]]>\n</a>", "<a>\r&#10;</a>"), ("<a>\r<![CDATA[\n]]></a>", "<a>\r&#10;</a>"),
      ("<a>\r<![CDATA[]]><![CDATA[]]>\n</a>", "<a>\r&#10;</a>"),
      ("<a>\r<!--c--><![CDATA[\r\n]]>\n</a>", "<a>\r<!--c-->\r\n\n</a>"),
      ("<a>]]<![CDATA[]]>></a>", "<a>]]&gt;</a>"), ("<a>]<![CDATA[]]]>>b</a>", "<a>]]&gt;b</a>"),
      ("<a>]<![CDATA[]]>]>b<![CDATA[c]]>d</a>", "<a>]]&gt;bcd</a>"),
    ]) { (document: String, expected: String) throws in
      let (_, output, _) = try cdata(["unwrap"], Array(document.utf8))
      #expect(String(decoding: output, as: UTF8.self) == expected)
    }
  }

  @Test func elementsAndNumbersOfEscapesSelect() throws {
    let document = Array("<r><a>&lt;</a><b>&lt;&lt;</b><n:c xmlns:n='u'>&lt;</n:c></r>".utf8)
    let table: [([String], String)] = [
      (["--elements", "a"], "<r><a><![CDATA[<]]></a><b>&lt;&lt;</b><n:c xmlns:n='u'>&lt;</n:c></r>"),
      (
        ["--elements", "a,n:c"],
        "<r><a><![CDATA[<]]></a><b>&lt;&lt;</b><n:c xmlns:n='u'><![CDATA[<]]></n:c></r>"
      ),
      (
        ["--all", "--min-escapes", "1"], "<r><a>&lt;</a><b><![CDATA[<<]]></b><n:c xmlns:n='u'>&lt;</n:c></r>"
      ),
    ]
    for (options, expected) in table {
      #expect(String(decoding: try cdata(["wrap"] + options, document).1, as: UTF8.self) == expected)
    }
    #expect(try cdata(["wrap"], document).0 == .trouble)
    #expect(try cdata(["wrap", "--all", "--elements", "a"], document).0 == .trouble)
    #expect(try cdata(["wrap", "--all", "--min-escapes", "x"], document).0 == .trouble)
  }

  @Test func theEncodingStaysAndLimitsWhatIsWrapped() throws {
    let head = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>"
    let latin = Array(head.utf8) + [0xE4] + Array("&lt;&#xFC;&#8364;&lt;</a>".utf8)
    let wrapped =
      Array(head.utf8) + Array("<![CDATA[".utf8) + [0xE4, 0x3C, 0xFC]
      + Array("]]>&#8364;<![CDATA[<]]></a>".utf8)
    #expect(try cdata(["wrap", "--all"], latin).1 == wrapped)
    let wide: (String) -> [UInt8] = {
      [0xFF, 0xFE] + $0.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }
    #expect(try cdata(["wrap", "--all"], wide("<a>&lt;ä€</a>")).1 == wide("<a><![CDATA[<ä€]]></a>"))
    // No escape sequence precedes the declaration.
    let shifted = "<?xml version=\"1.0\" encoding=\"ISO-2022-JP\"?><a>"
    #expect(
      try cdata(["wrap", "--all"], Array((shifted + "&#x65E5;&lt;</a>").utf8)).1
        == Array((shifted + "<![CDATA[\u{1B}$BF|\u{1B}(B<]]></a>").utf8))
  }

  @Test func aFileIsRewrittenInPlaceOnlyIfItChanges() throws {
    try withTemporaryFolder { folder in
      try write(["a.xml": "<a>&lt;</a>", "b.xml": "<a>x</a>"], in: folder)
      let before = Platform.status(folder.path + "/b.xml")?.identity
      let run = try CapturedRun(in: folder)
      #expect(run.run("cdata", "wrap", "--all", "a.xml", "b.xml") == .success)
      #expect(read("a.xml", in: folder) == "<a><![CDATA[<]]></a>")
      #expect(Platform.status(folder.path + "/b.xml")?.identity == before)
    }
  }
}
