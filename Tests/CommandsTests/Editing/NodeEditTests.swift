// insert, replace and remove with --xpath: what becomes of the text, what is refused, and that everything else stays.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct NodeEditTests {
  private func run(_ words: [String], input: [UInt8]) throws -> (code: Int32, output: [UInt8], errors: String)
  {
    let run = try CapturedRun(input: input)
    let code = Program.run(words, context: run.context)
    return (code.rawValue, run.outputBytes, run.errorText)
  }

  @Test func edits() async throws {
    try await forEachRow(
      of: [
        // Text
        ("<a><b>x</b></a>", ["replace", "//b", "--string", "1 < 2 & 3"], "<a><b>1 &lt; 2 &amp; 3</b></a>"),
        ("<a><b/></a>", ["replace", "//b", "--string", "t"], "<a><b>t</b></a>"),
        ("<a><b c='1' /></a>", ["replace", "//b", "--string", "t"], "<a><b c='1'>t</b></a>"),
        ("<a><b/></a>", ["replace", "//b", "--string", ""], "<a><b/></a>"),
        ("<a><b>x<c/></b></a>", ["replace", "//b", "--string", ""], "<a><b></b></a>"),
        (
          "<a x='it' y=\"2\"/>", ["replace", "//@x", "--string", "it's \"so\""],
          "<a x='it&apos;s &quot;so&quot;' y=\"2\"/>"
        ),
        ("<a x = \"1\"/>", ["replace", "//@x", "--string", "l\nm"], "<a x = \"l&#10;m\"/>"),
        ("<a>one<b/>two</a>", ["replace", "/a/text()[2]", "--string", "2"], "<a>one<b/>2</a>"),
        (
          "<a><![CDATA[x]]></a>", ["replace", "/a", "--string", "<b>]]>"],
          "<a><![CDATA[<b>]]]]><![CDATA[>]]></a>"
        ),
        ("<a>\n <![CDATA[x]]>\n</a>", ["replace", "/a", "--string", "&"], "<a><![CDATA[&]]></a>"),
        ("<a>&amp;<![CDATA[x]]></a>", ["replace", "/a/text()", "--string", "y"], "<a>y</a>"),
        ("<a><!-- c --></a>", ["replace", "//comment()", "--string", " d "], "<a><!-- d --></a>"),
        ("<?p q?><a/>", ["replace", "/processing-instruction()", "--string", "r"], "<?p r?><a/>"),
        ("<?p?><a/>", ["replace", "/processing-instruction()", "--string", "r"], "<?p r?><a/>"),
        ("<a>\r\n<b>x</b>\r\n</a>", ["replace", "//b", "--string", "1\n2"], "<a>\r\n<b>1\r\n2</b>\r\n</a>"),
        // Markup
        (
          "<a>\n  <b/>\n</a>", ["replace", "//b", "--markup", "<c>\n  <d/>\n</c>"],
          "<a>\n  <c>\n    <d/>\n  </c>\n</a>"
        ),
        ("<a>\n  <b/>\n</a>", ["replace", "//b", "--markup", "<c/><d/>"], "<a>\n  <c/>\n  <d/>\n</a>"),
        ("<a>x<b/>y</a>", ["replace", "//b", "--markup", "<c/> <d/>"], "<a>x<c/> <d/>y</a>"),
        ("<a>x</a>", ["replace", "/a/text()", "--markup", "<c/>z"], "<a><c/>z</a>"),
        ("<!--k--><a/>", ["replace", "/a", "--markup", "<b/>"], "<!--k--><b/>"),
        // Insertions
        (
          "<a>\n\t<b/>\n</a>", ["insert", "//b", "--before", "--markup", "<c/>"], "<a>\n\t<c/>\n\t<b/>\n</a>"
        ),
        ("<a>\n\t<b/>\n</a>", ["insert", "//b", "--after", "--markup", "<c/>"], "<a>\n\t<b/>\n\t<c/>\n</a>"),
        (
          "<a>\r\n\t<b/>\r\n</a>", ["insert", "//b", "--after", "--markup", "<c>\n<d/></c>"],
          "<a>\r\n\t<b/>\r\n\t<c>\r\n\t<d/></c>\r\n</a>"
        ),
        (
          "<a>\n\t<b/><!--k-->\n</a>", ["insert", "/a", "--append", "--markup", "<c/>"],
          "<a>\n\t<b/><!--k-->\n\t<c/>\n</a>"
        ),
        ("<a>\n  <b/>\n</a>", ["insert", "/a", "--append", "--markup", "<c/>"], "<a>\n  <b/>\n  <c/>\n</a>"),
        (
          "<a>\n    <b/>\n</a>", ["insert", "//b", "--append", "--markup", "<c/>"],
          "<a>\n    <b>\n        <c/>\n    </b>\n</a>"
        ),
        (
          "<a>\n  <b></b>\n</a>", ["insert", "//b", "--append", "--markup", "<c/>"],
          "<a>\n  <b>\n    <c/>\n  </b>\n</a>"
        ),
        ("<a><b/></a>", ["insert", "//b", "--append", "--markup", "<c/>"], "<a><b><c/></b></a>"),
        ("<p>one <b/> two</p>", ["insert", "//b", "--after", "--markup", "<c/>"], "<p>one <b/><c/> two</p>"),
        ("<p>one</p>", ["insert", "/p", "--append", "--markup", " &amp; <c/>"], "<p>one &amp; <c/></p>"),
        (
          "<a xml:space='preserve'>\n <b/>\n</a>", ["insert", "//b", "--after", "--markup", "<c/>"],
          "<a xml:space='preserve'>\n <b/><c/>\n</a>"
        ),
        (
          "<a>\n <b/>\n <b/>\n</a>", ["insert", "//b", "--before", "--markup", "<c/>"],
          "<a>\n <c/>\n <b/>\n <c/>\n <b/>\n</a>"
        ),
        ("<a/>", ["insert", "/a", "--before", "--markup", "<!--k-->"], "<!--k--><a/>"),
        (
          "<a xmlns:p='u'/>", ["insert", "/a", "--append", "--markup", "<p:c/>"], "<a xmlns:p='u'><p:c/></a>"
        ),
        (
          "<a/>", ["insert", "/a", "--append", "--markup", "<p:c xmlns:p='u'/>"], "<a><p:c xmlns:p='u'/></a>"
        ),
        (
          "<!DOCTYPE a [<!ENTITY e 'v'>]><a/>", ["insert", "/a", "--append", "--markup", "&e;"],
          "<!DOCTYPE a [<!ENTITY e 'v'>]><a>&e;</a>"
        ),
        // Attributes
        (
          "<a><b/><b c='1' /></a>", ["insert", "//b/@d", "--string", "2&"],
          "<a><b d=\"2&amp;\"/><b c='1' d=\"2&amp;\" /></a>"
        ),
        ("<a><b/></a>", ["insert", "//@d", "--string", "2"], "<a d=\"2\"><b d=\"2\"/></a>"),
        (
          "<a xmlns:q='u'><b/></a>", ["insert", "//b/@p:d", "--namespace", "p=u", "--string", "2"],
          "<a xmlns:q='u'><b q:d=\"2\"/></a>"
        ),
        ("<a/>", ["insert", "/a/@xml:lang", "--string", "de"], "<a xml:lang=\"de\"/>"),
        ("<a/>", ["insert", "/a/@xmlns:t", "--string", "urn:t"], "<a xmlns:t=\"urn:t\"/>"),
        ("<a>\n</a>", ["insert", "/a/@x", "--string", "1"], "<a x=\"1\">\n</a>"),
        // Removals
        ("<a>\n  <b/>\n  <c/>\n</a>", ["remove", "//b"], "<a>\n  <c/>\n</a>"),
        ("<a>\n  <b/>\n\n  <c/>\n</a>", ["remove", "//c"], "<a>\n  <b/>\n\n</a>"),
        ("<a><b/> <c/> <d/></a>", ["remove", "//c"], "<a><b/> <d/></a>"),
        ("<a>\n <b/><c/>\n</a>", ["remove", "//b"], "<a>\n <c/>\n</a>"),
        ("<a>one <b/> two</a>", ["remove", "//b"], "<a>one  two</a>"),
        ("<a  x='1'\n y='2'/>", ["remove", "//@y"], "<a  x='1'/>"),
        ("<a x='1' y='2'/>", ["remove", "//@x"], "<a y='2'/>"),
        ("<a>t<b/></a>", ["remove", "//text()"], "<a><b/></a>"),
        ("<a><b><b/></b></a>", ["remove", "//b"], "<a></a>"),
        ("<a><b><b/></b></a>", ["replace", "//b", "--markup", "<c/>"], "<a><c/></a>"),
        ("<a><b><b/></b></a>", ["replace", "//b | //b/@*", "--string", "c"], "<a><b>c</b></a>"),
        ("<a><b/><b/></a>", ["remove", "//b", "--first"], "<a><b/></a>"),
        ("<!--k-->\n<a/>\n<!--l-->\n", ["remove", "/comment()"], "\n<a/>\n"),
        ("<a><b n='1'/><b n='2'/></a>", ["remove", "//b[@n = $n]", "--var", "n=2"], "<a><b n='1'/></a>"),
      ] as [(String, [String], String)]
    ) { (document: String, words: [String], expected: String) in
      let arguments = [words[0], "--xpath"] + words.dropFirst()
      let result = try run(arguments, input: Array(document.utf8))
      #expect(String(decoding: result.output, as: UTF8.self) == expected, "\(result.errors)")
      #expect(result.code == 0)
      #expect(result.errors == "")
    }
  }

  @Test func refuses() async throws {
    try await forEachRow(
      of: [
        ("<a/>", ["remove", "//b"], 1, "error: '//b' finds nothing [edit/xpath]"),
        ("<a xmlns='u'/>", ["remove", "/a"], 1, "--namespace p=u, and write p:a"),
        ("<a/>", ["remove", "/a"], 1, "without exactly one root element"),
        ("<a/>", ["insert", "/a", "--after", "--markup", "<b/>"], 1, "without exactly one root element"),
        ("<a/>", ["replace", "/a", "--markup", "<b/><c/>"], 1, "without exactly one root element"),
        ("<a/>", ["insert", "/a", "--append", "--markup", "<p:b/>"], 1, "undeclared prefix 'p'"),
        ("<a/>", ["insert", "/a/@p:b", "--string", "1"], 1, "undeclared prefix 'p'"),
        ("<a/>", ["insert", "/a", "--append", "--markup", "<b>"], 1, "invalid markup: line 1, column 1"),
        ("<a/>", ["insert", "/a", "--append", "--markup", "</a><a>"], 1, "invalid markup"),
        ("<a/>", ["insert", "/a", "--append", "--markup", "x &y;"], 1, "undefined entity '&y;'"),
        ("<a b='1'/>", ["insert", "/a/@b", "--string", "1"], 1, "attribute b already present"),
        ("<a b='1'/>", ["replace", "//@b", "--markup", "<c/>"], 1, "use --string TEXT"),
        (
          "<a b='1'/>", ["insert", "//@b", "--append", "--markup", "<c/>"], 1,
          "markup can only be appended to elements"
        ),
        ("<a><!--k--></a>", ["replace", "//comment()", "--string", "a--b"], 1, "cannot contain '--'"),
        (
          "<?p q?><a/>", ["replace", "/processing-instruction()", "--string", "?>"], 1, "cannot contain '?>'"
        ),
        ("<a/>", ["replace", "/a", "--string", "\u{1}"], 1, "XML cannot represent the character U+0001"),
        ("<!DOCTYPE a [<!ENTITY e '<b/>'>]><a>&e;</a>", ["remove", "//b"], 1, "comes from an entity"),
        ("<a", ["remove", "//b"], 1, "xml/not-well-formed"),
        ("<a xmlns='u'/>", ["remove", "//namespace::*"], 1, "a namespace declaration can only be replaced"),
        ("{}", ["remove", "//b"], 1, "the format json has no XML text to edit"),
        (
          "<plist><dict><key>a</key><true/></dict></plist>", ["remove", "//key"], 1,
          "no longer be a property list"
        ),
        ("<a/>", ["remove", "1 + 1"], 2, "must select nodes"),
        ("<a/>", ["remove", "//["], 2, "expression of --xpath, column"),
        ("<a/>", ["replace", "/a"], 2, "missing value; use --string TEXT, --markup XML or --name NAME"),
        ("<a/>", ["replace", "/a", "--integer", "1"], 2, "--integer is for key paths"),
        ("<a/>", ["replace", "/a", "--string", "1", "--markup", "2"], 2, "--string and --markup cannot"),
        ("<a/>", ["replace", "/a", "--markup", ""], 2, "empty markup"),
        ("<a/>", ["insert", "/a", "--markup", "<b/>"], 2, "missing --before, --after or --append"),
        ("<a/>", ["insert", "/a", "--string", "b"], 2, "does not end with /@NAME"),
        ("<a/>", ["insert", "/a/@b", "--after", "--string", "b"], 2, "--after needs --markup XML"),
        ("<a/>", ["insert", "/a", "--before", "--after", "--markup", "b"], 2, "--before and --after cannot"),
      ] as [(String, [String], Int32, String)]
    ) { (document: String, words: [String], code: Int32, part: String) in
      let arguments = [words[0], "--xpath"] + words.dropFirst()
      let result = try run(arguments, input: Array(document.utf8))
      #expect(result.errors.contains(part), "\(result.errors)")
      #expect(result.code == code)
      #expect(result.output == [])
    }
  }

  @Test func optionsOfNodesNeedAnExpression() throws {
    #expect(
      try run(["replace", "a", "--markup", "<b/>"], input: []).errors.contains("--markup needs --xpath EXPR"))
    let path = try run(["remove", "a"], input: Array("<a/>".utf8))
    #expect(path.errors.contains("use --xpath EXPR to edit its nodes"))
    #expect(path.code == 1)
    let result = try run(["remove"], input: [])
    #expect(result.errors.contains("missing KEYPATH for remove; use --xpath EXPR for XML"))
    #expect(result.code == 2)
  }

  @Test func otherEncodingsStay() throws {
    let latin = Array(
      "<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>".unicodeScalars.map { UInt8($0.value) })
    let result = try run(
      ["insert", "--xpath", "/a", "--append", "--markup", "<b c='ü€'>–</b>"], input: latin)
    let expected = Array(
      "<?xml version='1.0' encoding='ISO-8859-1'?><a>é<b c='ü&#x20AC;'>&#x2013;</b></a>".unicodeScalars.map {
        UInt8($0.value)
      })
    #expect(result.output == expected, "\(result.errors)")
    // A comment has no way to write it.
    let refused = try run(["insert", "--xpath", "/a", "--append", "--markup", "<!--€-->"], input: latin)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("would not read back"))
  }

  @Test func filesAreEditedInPlaceOrLeftAlone() throws {
    try withTemporaryFolder { folder in
      try write(
        ["a.xml": "<a><b/></a>", "b.xml": "<a/>", "list.plist": "<plist><array><true/></array></plist>"],
        in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("remove", "--xpath", "//b", "a.xml", "b.xml") == .failure)
      #expect(read("a.xml", in: folder) == "<a></a>")
      #expect(read("b.xml", in: folder) == "<a/>")
      #expect(run.errorText == "b.xml: error: '//b' finds nothing [edit/xpath]\n")
      #expect(run.run("remove", "--xpath", "//b", "-o", "new.xml", "b.xml") == .failure)
      #expect(read("new.xml", in: folder) == nil)
      #expect(run.run("replace", "--xpath", "//true", "--markup", "<false/>", "list.plist") == .success)
      #expect(read("list.plist", in: folder) == "<plist><array><false/></array></plist>")
    }
  }
}
