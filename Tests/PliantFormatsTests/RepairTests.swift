// Repairs of texts that are almost XML, JSON or a property list, and what remains when a repair would be a guess.

import PliantFormats
import TestSupport
import Testing

private func repair(
  _ text: String, _ format: Format, only kinds: [RepairKind]? = nil, replacement: String = ""
) -> RepairedText {
  Array(text.utf8).withByteView { view in
    RepairedText(
      view, format: format, kinds: kinds.map { Set($0) } ?? RepairKind.defaults,
      removedCharacter: Array(replacement.utf8))
  }
}

@Suite struct RepairTests {
  /// Each row is repaired, so that the strict reader accepts the result, in which a second repair finds nothing.
  private func check(_ rows: [(String, String)], _ format: Format, only kinds: [RepairKind]? = nil) {
    for (text, expected) in rows {
      let result = repair(text, format, only: kinds)
      #expect(String(decoding: result.text, as: UTF8.self) == expected, "\(text)")
      #expect(result.remaining == nil, "\(text): \(result.remaining?.sentence ?? "")")
      let again = repair(expected, result.format, only: kinds)
      #expect(again.repairs.isEmpty && again.remaining == nil, "\(expected) again")
      Array(text.utf8).withByteView { old in
        result.text.withByteView { new in #expect(result.isSameOutside(old, new)) }
      }
    }
  }

  @Test func xml() {
    check(
      [
        ("<a>AT&T R&D; ?x=1&y=2</a>", "<a>AT&amp;T R&amp;D; ?x=1&amp;y=2</a>"),
        ("<a>&nbsp;&eacute;&LT;&AMP;</a>", "<a>\u{A0}é&lt;&amp;</a>"),
        ("<a b='&nbsp;&amp;&x'/>", "<a b='\u{A0}&amp;&amp;x'/>"),
        ("<a>x\u{1B}\u{8}\u{FFFF}y&#x1b;&#11;&#0;</a>", "<a>xy</a>"),
        ("<a>&#xD83D;&#xDE00;&#8217 </a>", "<a>😀&amp;#8217 </a>"),
        ("<a>1 < 2 <3 <= <me@x.y></a>", "<a>1 &lt; 2 &lt;3 &lt;= &lt;me@x.y></a>"),
        ("<a>x]]>y<![CDATA[]]></a>", "<a>x]]&gt;y<![CDATA[]]></a>"),
        ("<a><b>x</b </a", "<a><b>x</b> </a>"),
        ("<a b=1 c='2' d e=x/>", "<a b=\"1\" c='2' d=\"d\" e=\"x\"/>"),
        ("<a b=\"1\"c=\"2\"/>", "<a b=\"1\" c=\"2\"/>"),
        ("<a b=\"1\" b=\"1\"/>", "<a b=\"1\"/>"),
        ("<a href=\"x>t</a>", "<a href=\"x\">t</a>"),
        ("<a b=\"x c=\"y\"/>", "<a b=\"x\" c=\"y\"/>"),
        ("<a b=x\">t</a>", "<a b=\"x\">t</a>"),
        ("<a b=“x”/>", "<a b=\"x\"/>"), ("<a b=’x’ c=‘it’s’/>", "<a b=\"x\" c=\"it’s\"/>"),
        ("<a b=\"x \"y\" z\" c='1'/>", "<a b=\"x &quot;y&quot; z\" c='1'/>"),
        ("<a b=\">10 and <3\"/>", "<a b=\">10 and &lt;3\"/>"),
        ("<a b=\"x < y > z\"/>", "<a b=\"x &lt; y > z\"/>"),
        ("<a><!-- b -- c ---></a>", "<a><!-- b - - c - --></a>"),
        ("\n <?xml version=\"1.0\"?><a/>", "<?xml version=\"1.0\"?><a/>"),
        ("\u{FEFF}<?xml version=\"1.0\"?><a/>", "<?xml version=\"1.0\"?><a/>"),
        ("Warning: x\n<?xml version=\"1.0\"?><a/>", "<?xml version=\"1.0\"?><a/>"),
        ("<br />\n<b>Notice</b>: x<br />\n<?xml version=\"1.0\"?><a/>", "<?xml version=\"1.0\"?><a/>"),
        ("<!-- c --><?xml version=\"1.0\"?><a/>", "<?xml version=\"1.0\"?>\n<!-- c --><a/>"),
        ("<?xml encoding=\"UTF-8\"?><a/>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a/>"),
        ("<?xml version=\"1.0\">\n<a/>", "<?xml version=\"1.0\"?>\n<a/>"),
        ("<?xml version=1.0 encoding=UTF-8?><a/>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a/>"),
        ("<?xml version=\"\"1.0\"\"?><a/>", "<?xml version=\"1.0\"?><a/>"),
        ("<a/>\njunk\n", "<a/>\n\n"), ("<a/>Notice: <b>x</b>", "<a/> "),
        ("<a><b/></a></a>", "<a><b/></a>"),
        ("<a/><script>track()</script><!-- c -->", "<a/><!-- c -->"),
        ("<?xml version=\"1.1\"?><a>&#x1b;x</a>", "<?xml version=\"1.0\"?><a>x</a>"),
        (
          "<rss v=\"1\"><itunes:x/><media:y/></rss>",
          "<rss v=\"1\" xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\" xmlns:media=\"http://search.yahoo.com/mrss/\"><itunes:x/><media:y/></rss>"
        ),
        ("<a><b xmlns:dc=\"urn:x\"><dc:c/></b>&</a>", "<a><b xmlns:dc=\"urn:x\"><dc:c/></b>&amp;</a>"),
        ("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;&f;</a>", "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;&amp;f;</a>"),
      ], .xml)
  }

  @Test func xmlOnlyByChoice() {
    let cut: [(String, String)] = [
      ("<a><b>text", "<a><b>text</b></a>"), ("<a><b>text</", "<a><b>text</b></a>"),
      ("<a><b x=\"1", "<a></a>"), ("<a><b>x<!-- c", "<a><b>x<!-- c--></b></a>"),
      ("<a><![CDATA[x", "<a><![CDATA[x]]></a>"),
    ]
    check(cut, .xml, only: [.truncated])
    for (text, _) in cut { #expect(repair(text, .xml).remaining != nil, "\(text)") }
    check(
      [
        (
          "<r><title>A &amp;amp; B &amp;eacute;&amp;#233;</title></r>",
          "<r><title>A &amp; B é&#233;</title></r>"
        ),
        (
          "<r><description>A &amp;amp; B</description></r>", "<r><description>A &amp;amp; B</description></r>"
        ),
      ], .xml, only: [.doubleEscaping])
  }

  @Test func json() {
    check(
      [
        ("{\"a\": [1, 2,],}", "{\"a\": [1, 2]}"), ("{\"a\": 1 \"b\": 2}", "{\"a\": 1, \"b\": 2}"),
        ("[1 2\n3]", "[1, 2,\n3]"), ("{\"a\":1,,\"b\":2}", "{\"a\":1,\"b\":2}"),
        ("{'a': 'it\\'s \"x\"'}", "{\"a\": \"it's \\\"x\\\"\"}"), ("{“a”: “it’s”}", "{\"a\": \"it’s\"}"),
        ("{a: 1, $b-c: 2}", "{\"a\": 1, \"$b-c\": 2}"),
        ("[True, None, NaN, -Infinity, undefined]", "[true, null, null, null, null]"),
        ("[-nan]", "[null]"), ("{\"a\":\"b\"\"c\":1}", "{\"a\":\"b\",\"c\":1}"),
        ("[.5, 5., +1, 0x1F, -.5e3]", "[0.5, 5.0, 1, 31, -0.5e3]"),
        ("[\"a\tb\nc\u{1}\"]", "[\"a\\tb\\nc\\u0001\"]"),
        ("[\"C:\\dir \\x41 \\'\"]", "[\"C:\\\\dir \\\\x41 '\"]"),
        ("// c\n{\"a\": 1 /* d */} # e", "\n{\"a\": 1 }"), ("[\"http://x\" // c\n]", "[\"http://x\"\n]"),
        ("[\"C:\\temp\\x\"]", "[\"C:\\\\temp\\\\x\"]"),
        ("Sure:\n```json\n{\"a\": 1,}\n```\nBye {x}", "{\"a\": 1}\n"),
        ("cb({\"a\": 1});", "{\"a\": 1}"), (")]}',\n{\"a\": 1}", "\n{\"a\": 1}"),
        ("[u'a', U\"b\"]", "[\"a\", \"b\"]"),
        ("\u{FEFF}{\"a\": 1}", "{\"a\": 1}"),
      ], .json)
    check([("{\"a\":1}{\"b\":\n 2}\n[3]", "{\"a\":1}\n{\"b\":2}\n[3]")], .json)
    #expect(repair("{}{}", .json).format == .jsonl)
    check(
      [
        ("{\"a\":[1,{\"b\":\"xy", "{\"a\":[1,{\"b\":\"xy\"}]}"),
        ("{\"a\":[1,{\"b\":2,\"c\":", "{\"a\":[1,{\"b\":2}]}"),
        ("[\"a\\", "[\"a\"]"), ("{\"a\": \"b, c\n", "{\"a\": \"b, c\"}"),
        ("[\"a\\u00", "[\"a\"]"), ("[\"a\\\\u00", "[\"a\\\\u00\"]"), ("{\"a\": tru", "{\"a\": true}"),
        ("{\"a\": n\n", "{\"a\": null\n}"), ("[1, 2.", "[1]"), ("{\"a\": 1, \"b\": -", "{\"a\": 1}"),
        ("{\"a\": 1, \"b", "{\"a\": 1}"), ("[1, 2.5", "[1, 2.5]"),
      ], .json, only: [.truncated])
    for text in ["{\"a\": x", "[tr\n1]", "\"abc"] {
      #expect(repair(text, .json, only: [.truncated]).remaining != nil, "\(text)")
    }
  }

  @Test func quotationMarksInsideStrings() {
    check(
      [
        ("{\"a\": \"say \"hi\", no\", \"b\": 1}", "{\"a\": \"say \\\"hi\\\", no\", \"b\": 1}"),
        ("[\"version \"1.0\" beta\", \"x\"]", "[\"version \\\"1.0\\\" beta\", \"x\"]"),
        ("{\"h\": \"<a href=\"x\">y</a>\"}", "{\"h\": \"<a href=\\\"x\\\">y</a>\"}"),
        ("{\"a\": \"use \"{x}\" or \"[y]\"\"}", "{\"a\": \"use \\\"{x}\\\" or \\\"[y]\\\"\"}"),
        ("[{\"a\": \"5\" x 3\"}, {\"b\": \"\"}]", "[{\"a\": \"5\\\" x 3\"}, {\"b\": \"\"}]"),
        ("{\"a \"b\" c\": 1}", "{\"a \\\"b\\\" c\": 1}"),
      ], .json, only: [.innerQuotes])
    #expect(repair("{\"a\": \"x\n  \"b\": 2}", .json, only: [.innerQuotes]).remaining != nil)
  }

  /// What a dialect allows is kept.
  @Test func dialects() {
    check([("// c\n{\"a\": [1 2,], /* d */}", "// c\n{\"a\": [1, 2,], /* d */}")], .jsonc)
    check([("{a: 'x' b: .5, /* d */}", "{a: 'x', b: .5, /* d */}")], .json5)
  }

  @Test func oldStyle() {
    check(
      [
        ("\"a\" = \"1\"\n\"b\" = \"2\"", "\"a\" = \"1\";\n\"b\" = \"2\";"), ("“a” = “x”;", "\"a\" = \"x\";"),
        ("\"a\" = \"1\";;\n\"b\" = \"2\"; ;", "\"a\" = \"1\";\n\"b\" = \"2\"; "),
        ("\"a\" = \"1\";\nrest of it\n", "\"a\" = \"1\";\n\n"),
        ("a = Hello World;\n\"b\" = 1;", "a = \"Hello World\";\n\"b\" = 1;"),
        ("\"a\" = \"1\",\n\"b\" = \"2\";", "\"a\" = \"1\";\n\"b\" = \"2\";"),
      ], .strings)
    check([("{ a = (1\n2); b = { c = 1 } }", "{ a = (1,\n2); b = { c = 1; }; }")], .openstep)
    check(
      [
        ("{ a = (1, \"x", "{ a = (1, \"x\");}"), ("{ a = 1; b = { c", "{ a = 1; b = {};}"),
        ("{ a = 1; b = <0f", "{ a = 1;}"), ("({ a = 1; }, ", "({ a = 1; },)"),
      ], .openstep, only: [.truncated])
    check(
      [
        ("\"a\" = \"1\";\n\"b\" = \"x\\", "\"a\" = \"1\";\n\"b\" = \"x\";"),
        ("\"a\" = \"1\";\n\"b\"", "\"a\" = \"1\";"), ("\"a\" = \"1\"", "\"a\" = \"1\";"),
      ], .strings, only: [.truncated])
    check(
      [
        (
          "<plist version=\"1.0\"><string>a & b</string></plist>",
          "<plist version=\"1.0\"><string>a &amp; b</string></plist>"
        )
      ],
      .xml1)
  }

  /// What would need a guess remains, and so does everything of a valid document.
  @Test func unknownRemains() {
    let rows: [(String, Format)] = [
      ("<a>He</a> wears <b>it</b>", .xml), ("<a><b c=\"1\"\"/></a>", .xml), ("(a b)", .openstep),
      ("\"a\" = \"x;\n\"b\" = \"y\";", .strings), ("[\"\\d\\n\"]", .json), ("<a><b></a>", .xml),
      ("<a/><b/>", .xml), ("<a b=\"1\" b=\"2\"/>", .xml), ("<x:a/>", .xml),
      ("<a/><?xml version=\"1.0\"?><b/>", .xml), ("[1,,2]", .json), ("[1,2}", .json), ("{\"a\": 007}", .json),
      ("[abc]", .json), ("[\"\\u00A\"]", .json), ("{\"a\": \"b}", .json),
      ("<<<<<<< HEAD\n\"a\" = \"1\";\n=======\n\"a\" = \"2\";\n>>>>>>> x\n", .strings),
      ("\"a\" = \"1\";\n<<<<<<< HEAD\n\"b\" = \"2\";\n", .strings), ("{ a = ; }", .openstep),
    ]
    for (text, format) in rows { #expect(repair(text, format).remaining != nil, "\(text)") }
    for (text, format) in [
      ("<a b='&#9;'>x &amp;amp; y<!-- c --></a>", .xml), ("{\"a\":1,\"a\":2}", .json), ("a = 1;", .strings),
    ] as [(String, Format)] {
      let result = repair(text, format)
      #expect(result.repairs.isEmpty && result.remaining == nil && result.text == Array(text.utf8))
    }
  }

  @Test func chosenKindsAndReplacement() {
    let result = repair("<a>&\u{1B}</a>", .xml, only: [.controlCharacters], replacement: "?")
    #expect(String(decoding: result.text, as: UTF8.self) == "<a>&?</a>")
    #expect(result.remaining != nil && result.originalOffset(of: 5) == 5)
  }

  /// Any text, cut and changed anywhere: no crash, and the reader's word on the result.
  @Test func damagedDocuments() {
    var random = SeededGenerator(seed: 7)
    let sources: [(String, Format)] = [
      (
        "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY e 'x'>]><a b='1' c=\"2\"><!-- d --><b>&e;&lt;ä</b><![CDATA[x]]><?p q?></a>",
        .xml
      ),
      ("{\"a\": [1, -2.5e3, true, null, \"x\\u00e9\\n\"], 'b': {c: “d”}, /* e */ \"f\": NaN}", .json),
      ("/* c */ \"a\" = \"1\"; b = { c = (1, \"2\", <0fbd>); }; “d” = e;", .strings),
    ]
    let inserted: [[UInt8]] = [
      "<", ">", "&", "\"", "'", "{", "}", "[", "]", ",", ":", ";", "=", "--", "]]>", "\u{1B}", "“", "\\",
    ]
    .map { Array($0.utf8) }
    for round in 0..<3000 {
      let (source, format) = sources[round % sources.count]
      var bytes = Array(source.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(contentsOf: inserted.randomElement(using: &random) ?? [], at: place)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 3))
        default: bytes.removeSubrange(place...)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      Array(text.utf8).withByteView { old in
        let result = RepairedText(old, format: format, kinds: Set(RepairKind.allCases))
        result.text.withByteView { new in
          #expect(result.isSameOutside(old, new), "\(text)")
          #expect(
            (result.remaining == nil) == (RepairedText.mistake(in: new, result.format) == nil), "\(text)")
        }
      }
    }
  }

  @Test func wordsAroundTheDocument() {
    check(
      [
        ("Here it is:\n{\"a\": 1}\nIt's all.\n", "{\"a\": 1}\n"),
        ("<b>Notice</b>: x on line <b>3</b><br />\n[1]\n", "[1]\n"),
        ("HTTP/1.1 200 OK\nContent-Type: application/json\n\n{}\n", "{}\n"),
        ("var data = {a: 1};\nexport default data\n", "{\"a\": 1}\n"), ("export default [1];", "[1]"),
        ("jsonp12({\"a\": 1})", "{\"a\": 1}"), ("```json{\"a\": 1}\n```", "{\"a\": 1}\n"),
      ], .json)
    check(
      [
        ("<?xml version='1.0'?>\n<?xml version='1.0' encoding='UTF-8'?><a/>", "<?xml version='1.0'?>\n<a/>"),
        ("<?xml version='1.0'?><a><?xml version='1.0'?>x</a>", "<?xml version='1.0'?><a>x</a>"),
      ], .xml)
    for (text, format) in [
      ("a: {\"b\": 1}", .json), ("a: 1\nb: [1]", .json), ("see [1]\n{\"a\": 1}", .json),
      ("{\"a\": 1} words", .json), ("{\"a\": 1}\nwords\n{\"b\": 2}", .json), ("true words\n{}", .json),
      ("<?xml version='1.0'?><?xml version='1.0' encoding='latin1'?><a/>", .xml),
    ] as [(String, Format)] {
      #expect(repair(text, format).remaining != nil, "\(text)")
    }
  }

  /// A tag does not become text, an attribute no part of another, and a word no character.
  @Test func markupIsNoText() {
    check(
      [
        ("<r><a b=\"x\"\" c=\"5\"/></r>", "<r><a b=\"x\" c=\"5\"/></r>"),
        ("<r>1 < 2, 3 <4> 5, a <- b, <3</r>", "<r>1 &lt; 2, 3 &lt;4> 5, a &lt;- b, &lt;3</r>"),
        (
          "<r>&num , &image, rock &or roll, caf&eacute </r>",
          "<r>&amp;num , &amp;image, rock &amp;or roll, café </r>"
        ),
        ("<r>http://h/?a=1&copy</r>", "<r>http://h/?a=1&amp;copy</r>"),
      ], .xml)
    check(
      [
        (
          "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x\"><plist><string>&copy;</string></plist>",
          "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x\"><plist><string>©</string></plist>"
        )
      ], .xml1)
    for text in [
      "<r><0><n/></0></r>", "<r><1/></r>", "<r><p 00=\"1\"/></r>", "<r><type=\"o\"/></r>",
      "<r><t name \"t\" /></r>",
      "<p><i a=\"f\"\n width \"207\"/></p>", "<a h=\"x\" target\"_b\">t</a>", "<a><!- d --></a>",
      "<a><-- e --></a>",
      "<a><![CDATA [x]]></a>",
    ] {
      #expect(repair(text, .xml).remaining != nil, "\(text)")
    }
  }

  @Test func markupWithASlipOfTheKeyboard() {
    check(
      [
        ("<a>x<br/ >y</a>", "<a>x<br/>y</a>"), ("<a><b c=\"x\"/ ></a>", "<a><b c=\"x\"/></a>"),
        ("<a><![cdata[<b>x</b>]]></a>", "<a><![CDATA[<b>x</b>]]></a>"),
        ("<a b=\"1\", c=\"2\"; d=\"3\">t</a>", "<a b=\"1\" c=\"2\" d=\"3\">t</a>"),
        (
          "<a>Tom &amp Jerry 5 &lt 6 caf&eacute x &copy=1</a>",
          "<a>Tom &amp; Jerry 5 &lt; 6 café x &amp;copy=1</a>"
        ),
        ("<?xml encoding=\"UTF-8\" version=\"1.0\"?><a/>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a/>"),
        ("<a><!-- x -- y --!><b/><!-- z --></a>", "<a><!-- x - - y --><b/><!-- z --></a>"),
        ("<a b=x checked/>", "<a b=\"x\" checked=\"checked\"/>"),
      ], .xml)
    check(
      [
        ("{a: 'l1 \\\r\nl2', b: 'l3 \\\rl4'}", "{\"a\": \"l1 l2\", \"b\": \"l3 l4\"}"),
        ("{\"p\": \"C:\\xampp\\xab1\"}", "{\"p\": \"C:\\\\xampp\\\\xab1\"}"), ("{\"a\":2},\n", "{\"a\":2}\n"),
        ("<think>hm [1]</think>\n{\"a\": 1}\n", "\n{\"a\": 1}\n"),
        ("<t>x</t>\n ```json\n{\"a\": 1}\n```\n", "\n {\"a\": 1}\n"),
        ("[1, # one\n2]", "[1,\n2]"),
      ], .json)
    #expect(repair("{\"a\":\n 1}\n{\"b\":\n 2}\n", .json).repairs.contains { !$0.isSecondary })
  }

  @Test(
    "What may have been meant in two ways is left alone",
    arguments: [
      ("<n><s v=\"22,54<verbose level=\"0\"/>\n<d/></n>", "xml"), ("<t n=\"<b c=\"d\"/>\" m=\"1\"/>", "xml"),
      ("<doc>\n<a/\n</doc>", "xml"), ("<r><br/<br/></r>", "xml"), ("<a>x<b>y</ b></a>", "xml"),
      ("<f><![CDATA[x <![CDATA[bar]]><b/> tail]]></f>", "xml"), ("<a title=Hello World class=\"c\"/>", "xml"),
      ("<r><a b=\"if x=1 then>t</a></r>", "xml"), ("<think>hm</think>\n{\"a\": 1}\n", "xml"),
      ("[\"version \"1.0\" beta\", \"x\"]", "json"), ("[\"The \"true\" value\"]", "json"),
      ("{\"c\": [\n  #fff,\n  #000\n]}", "json"),
    ])
  func aGuessRemains(_ row: (text: String, format: String)) {
    #expect(repair(row.text, row.format == "xml" ? .xml : .json).remaining != nil, "\(row.text)")
  }
}
