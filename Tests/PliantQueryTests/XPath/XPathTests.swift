// Expressions on small documents of our own, a line a case.

import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct XPathTests {
  @Test func onUsers() async throws {
    try await forEachRow(of: [
      ("/users/user[1]/@id", "@id=1"),
      ("/users/user[last()-1]", "user(6)"),
      ("//user[@id > 3 and @id < 7]", "user(4) user(5) user(6)"),
      ("//user[position() > 3]", "user(4) user(5) user(6) user(7)"),
      (
        "//job | //name",
        "name job name job name job name name job name job name"
      ),
      ("users/*/street", "street street street"),
      ("/users/*/@*", "@id=1 @v:last=2024-03-01 @id=2 @id=3 @id=4 @id=5 @id=6 @id=7 @v:id=8"),
      ("//br[not(node())]", "br br"),
      (
        "//*[not(@id)]/..",
        "/ users user(1) name user(2) name street user(3) name user(4) name user(5) user(6) user(7)"
      ),
      ("//text()[. = 'Lowry']/ancestor::*", "users user(1) name last user(4) name last"),
      ("/users/user[2]/following-sibling::*", "user(3) user(4) user(5) user(6) user(7) v:visitor"),
      (
        "/users/user[2]/following::*",
        "user(3) name first last job user(4) name first last street user(5) name job user(6) name job br user(7) name v:visitor"
      ),
      (
        "/users/node()",
        "\"~__\" user(1) \"~__\" user(2) \"~__\" user(3) \"~__\" user(4) \"~__\" user(5) \"~__\" user(6) \"~__\" ?visits \"~__\" user(7) \"~__\" v:visitor \"~\""
      ),
      ("/node()", "<!-- people, places and a few empty elements --> users"),
      ("//v:visitor/@v:id", "@v:id=8"),
      ("//@v:*", "@v:last=2024-03-01 @v:id=8"),
      ("//v:*", "v:visitor"),
      ("//street[. = 'Größe Allee 7']/../@id", "@id=4"),
      ("//user[name = 'Spoor & Dowser']", "user(6)"),
      ("string(//user[8]/name)", "''"),
      ("string(/users/user[7]/name)", "'Buttle <Archibald>'"),
      ("//user[7]", "user(7)"),
      ("(//first)[2]/text()", "\"Jill\""),
      ("//first[2]", ""),
      ("//user[2]/preceding-sibling::node()[1]", "\"~__\""),
      ("//job[preceding::job[1] = 'driver']", "job"),
      ("//last/ancestor::*[1]", "name name name name"),
      ("//last/ancestor::*[last()]", "users"),
      ("//user[3]/preceding::first[1]", "first"),
      ("string(//user[3]/preceding::first[1])", "'Jill'"),
      ("count(//user[@id = //address/../@id])", "2"),
      ("//user[not(job)]/@id", "@id=4 @id=7"),
      ("//@id[. = 2]/following::address", "address(a2)"),
      ("//@id[. = 1]/following::address/@id", "@id=a1 @id=a2"),
      ("//address[@id='a2']/@id/preceding::address", "address(a1)"),
      ("//comment()", "<!-- people, places and a few empty elements -->"),
      ("//processing-instruction('visits')", "?visits"),
      ("//processing-instruction('other')", ""),
      ("count(/users/user[1]/namespace::*)", "2"),
      ("/users/user[1]/namespace::v/..", "user(1)"),
      ("count(//namespace::v)", "36"),
      ("count(//namespace::* | //@*)", "83"),
      ("name(//namespace::*[2])", "'v'"),
      ("string(/users/namespace::v)", "'urn:example:visits'"),
      ("sum(//user/@id)", "28"),
      ("//user[@id mod 2 = 0]/@id", "@id=2 @id=4 @id=6"),
      ("//user[position() mod 3 = 0]/@id", "@id=3 @id=6"),
      ("//user[last()]/@id | //user[1]/@id", "@id=1 @id=7"),
      ("/users/user[@id='5']/name/text()", "\"Kurtzmann\""),
      ("//*[self::job or self::br]", "job job br job job job br"),
      ("local-name(//v:visitor)", "'visitor'"),
      ("namespace-uri(//v:visitor)", "'urn:example:visits'"),
      ("name(//v:visitor)", "'v:visitor'"),
      ("name(//@v:id)", "'v:id'"),
      ("/users/user[1]/descendant-or-self::node()/@id", "@id=1 @id=a1"),
      (".//address/@id", "@id=a1 @id=a2"),
      ("//user/descendant::br[1]", "br br"),
      ("//user/@id/../name/first", "first first first first"),
      ("//address/ancestor-or-self::*[@id][2]/@id", "@id=1 @id=2"),
    ]) { (expression: String, expected: String) throws in
      #expect(try result(expression, on: document("users.xml")) == expected)
    }
  }

  @Test func onEntries() async throws {
    try await forEachRow(of: [
      ("/root/sub[2]//entry", "entry entry entry"),
      ("/root/*/*[@*]", "group group"),
      ("//entry[1]", "entry entry entry entry entry"),
      ("//entry[1][. = 'e']", "entry"),
      ("//group//entry", "entry entry entry"),
      ("//group/descendant::entry[last()]", "entry entry"),
      ("string((//entry)[last()])", "'e'"),
      ("//entry[. = 'd']/following::entry", "entry"),
      ("//sub[@n = 3]/preceding::*", "sub entry group entry sub entry group entry group entry"),
      ("//sub[.//entry[. = 'e']]/@n", "@n=2"),
      ("//sub[not(*)]/@n", "@n=3"),
      ("//*[count(ancestor::*) = 3]", "entry entry group"),
    ]) { (expression: String, expected: String) throws in
      #expect(try result(expression, on: document("entries.xml")) == expected)
    }
  }

  @Test func withoutADocument() async throws {
    try await forEachRow(of: [
      ("1 div 3", "0.3333333333333333"), ("1 div 0", "Infinity"), ("-1 div 0", "-Infinity"),
      ("0 div 0", "NaN"),
      ("100000000000000000000", "100000000000000000000"), ("0.0000001", "0.0000001"), ("-0", "0"),
      ("123456789012345678", "123456789012345680"), ("1.50", "1.5"), ("-(-3)", "3"), ("--3", "3"),
      ("---3", "-3"),
      ("5 mod -2", "1"), ("-5 mod 2", "-1"), ("1.5 mod 0.5", "0"), ("2 + 3 * 4 - 1", "13"),
      ("10 - 4 - 3", "3"),
      ("8 div 4 div 2", "1"), ("1 < 2 = true()", "true"), ("3 > 2 > 1", "false"), ("'a' = 'a' = 'a'", "true"),
      ("round(-0.5) = 0", "true"), ("1 div round(-0.2)", "-Infinity"), ("round(2.5)", "3"),
      ("round(-2.5)", "-2"),
      ("number(' 12.5 ')", "12.5"), ("number('+1')", "NaN"), ("number('1e3')", "NaN"), ("number('')", "NaN"),
      ("number('.5')", "0.5"), ("number('5.')", "5"), ("number('-.5')", "-0.5"), ("number('.')", "NaN"),
      ("number(true())", "1"), ("string(0.1 + 0.2)", "'0.30000000000000004'"), ("string(1e0)", "!"),
      ("substring('12345', 2, 3)", "'234'"), ("substring('12345', 1.5, 2.6)", "'234'"),
      ("substring('12345', 0, 3)", "'12'"), ("substring('12345', 0 div 0, 3)", "''"),
      ("substring('12345', 1, 0 div 0)", "''"), ("substring('12345', -42, 1 div 0)", "'12345'"),
      ("substring('12345', -1 div 0, 1 div 0)", "''"), ("substring('12345', -1 div 0)", "'12345'"),
      ("substring('a😀ü', 2, 1)", "'😀'"), ("string-length('a😀ü')", "3"),
      ("translate('bäräa', 'äb', 'aB')", "'Baraa'"),
      ("translate('--aaa--', 'abc-', 'ABC')", "'AAA'"), ("normalize-space(' a  b\t\n')", "'a b'"),
      ("substring-before('1999/04/01', '/')", "'1999'"),
      ("substring-after('1999/04/01', '19')", "'99/04/01'"),
      ("substring-after('aab', 'ab')", "''"), ("substring-after('abc', '')", "'abc'"),
      ("contains('', '')", "true"),
      ("contains('aaab', 'aab')", "true"), ("starts-with('abc', '')", "true"),
      ("concat('a', 1, true())", "'a1true'"),
      ("boolean('false')", "true"), ("boolean(0 div 0)", "false"), ("not(1)", "false"), ("'1' = 1", "true"),
      ("true() > false()", "true"), ("'b' > 'a'", "false"), ("/ = ''", "true"), ("/x = 1 or true()", "true"),
      ("count(/ | /*)", "2"), ("/*", "any"), ("/ /*", "!"), ("lang('de')", "false"), ("4 div div", "NaN"),
      ("div div div", "NaN"), ("or or or", "false"), ("* * *", "NaN"), ("/*/* * 2", "NaN"), ("and", ""),
      ("count(child::node)", "0"), ("count(node())", "1"), ("count(text)", "0"), ("'\"'", "'\"'"),
      ("\"'\"", "'''"),
    ]) { (expression: String, expected: String) in
      let found = (try? result(expression, on: Array("<any/>".utf8))) ?? "!"
      #expect(found == expected)
    }
  }

  @Test func onDocuments() async throws {
    try await forEachRow(of: [
      // Ids, languages, defaults and normalised attributes come from the DTD.
      (
        "<!DOCTYPE r [<!ATTLIST i k ID #IMPLIED c CDATA 'x'>]><r><i k='a'/><i k=' b '/><i xml:id='c'/></r>",
        "id('b a c')/@k", "@k=a @k=b"
      ),
      (
        "<!DOCTYPE r [<!ATTLIST i k ID #IMPLIED c CDATA 'x'>]><r>a <i k='a'/></r>", "id(/r/text())/@c", "@c=x"
      ),
      ("<r xml:lang='en-GB'><a/><b xml:lang='DE'/></r>", "//*[lang('EN')]", "r a"),
      ("<r xml:lang='en-GB'><a/><b xml:lang='DE'/></r>", "//*[lang('de')]", "b"),
      ("<r xml:lang='en-GB'><a/></r>", "//*[lang('en-G')]", ""),
      // Text is one node across references and CDATA sections.
      ("<r>a&amp;<![CDATA[b<]]>&#x20AC;</r>", "/r/text()", "\"a&b<€\""),
      ("<r>a<!---->b</r>", "count(/r/text())", "2"),
      ("<!DOCTYPE r [<!ENTITY e 'x<b/>y'>]><r>1&e;2</r>", "/r/node()", "\"1x\" b \"y2\""),
      // Namespaces.
      ("<a xmlns='urn:a'><b/></a>", "//b", ""), ("<a xmlns='urn:a'><b/></a>", "//*[local-name()='b']", "b"),
      ("<p:a xmlns:p='urn:a' xmlns:q='urn:a'><q:a/></p:a>", "//p:a", "p:a q:a"),
      ("<p:a xmlns:p='urn:a'><p:a xmlns:p='urn:b'/></p:a>", "//p:a", "p:a"),
      ("<a xmlns='urn:a'><b xmlns=''/></a>", "//b", "b"),
      ("<a xmlns='urn:a'><b xmlns=''/></a>", "count(//b/namespace::*)", "1"),
      ("<a b='1' c='2'/>", "/a/attribute::node()[2]", "@c=2"),
      ("<a b='1'>t<!--c--><?p?></a>", "//@text() | //@comment() | //@processing-instruction()", ""),
      ("<a b='1'/>", "/a/@b/self::*", ""), ("<a b='1'/>", "/a/@b/self::node()", "@b=1"),
      ("<a b='1'/>", "/a/@b/descendant-or-self::node()", "@b=1"), ("<a b='1'/>", "/a/@b//node()", ""),
      ("<a b='1'/>", "/a/@*/..", "a"), ("<a b='1'><c/></a>", "//@b/following::*", "c"),
      ("<a><b/><b/></a>", "//b/following-sibling::*/preceding-sibling::*", "b"),
      ("<a><b><c/></b><b><c/></b></a>", "//c/ancestor::b[1]", "b b"),
      ("<a><b/>t<c/></a>", "/a/node()[last()]", "c"), ("<a/>", "/..", ""), ("<a/>", "//..", "/"),
      ("<a><b/></a>", "/a/b/ancestor-or-self::node()", "/ a b"),
      ("<a><b>1</b><b>2</b><c>2</c><c>3</c></a>", "/a/b = /a/c", "true"),
      ("<a><b>1</b><b>2</b><c>2</c><c>3</c></a>", "/a/b != /a/c", "true"),
      ("<a><b>1</b><b>2</b><c>0</c></a>", "/a/b <= /a/c", "false"),
      ("<a><b>1</b><b>2</b><c>2</c></a>", "/a/c >= /a/b", "true"),
      ("<a><b>1</b><b>1</b></a>", "/a/b != /a/b", "false"),
      ("<a><b>x</b></a>", "/a/b != 1", "true"), ("<a><b>x</b></a>", "/a/z = ''", "false"),
      ("<a><b/></a>", "/a/b = true()", "true"), ("<a><b/></a>", "/a/z = false()", "true"),
      ("<a><b/></a>", "/a/z < true()", "true"),
    ]) { (text: String, expression: String, expected: String) throws in
      #expect(try result(expression, on: Array(text.utf8)) == expected)
    }
  }

  /// A predicate with a position makes a path that is walked from each node.
  @Test func anIndexOfNeighboursFindsWhatAWalkFinds() async throws {
    let group =
      "<g k='1'><b k='1'>x<c>1</c></b><b k='2'/>t<b k='1'><b k='3'><c>1</c></b></b><c k='2'>x</c></g>"
    let text = Array("<r>\(String(repeating: group, count: 3))<b k='9'/><b/><c k='1'/><b>x<i/>y</b></r>".utf8)
    try await forEachRow(of: ["preceding", "following", "preceding-sibling", "following-sibling"]) {
      (axis: String) throws in
      for form in [
        "//*[@k = AXIS::bWALK/@k]/@k", "//b[not(@k = AXIS::bWALK/@k)]", "//*[AXIS::*WALK/c = c]",
        "//@k[. = AXIS::bWALK]",
        "//node()[count(AXIS::*WALK) > 2]", "//*[count(AXIS::b[@k]WALK) = 1]", "//@*[count(AXIS::*WALK) > 3]",
        "//*[AXIS::bWALK[@k = '9']]", "//*[AXIS::node()WALK = 't']", "//*[AXIS::b[@k = '1']WALK]",
        "//*[AXIS::zWALK]",
        "//b[string(@k) = AXIS::*WALK/@k]", "//text()[AXIS::text()WALK = .]", "//*[AXIS::*WALK//c = 1]",
        "//*[AXIS::*WALK/@k != @k]", "//*[. = AXIS::*WALK]", "//b[@k = AXIS::*WALK[@k = AXIS::*WALK/@k]/@k]",
      ] {
        let indexed = form.replacingText("AXIS", with: axis)
        let walked = try result(indexed.replacingText("WALK", with: "[position() > 0]"), on: text)
        #expect(try result(indexed.replacingText("WALK", with: ""), on: text) == walked, "\(indexed)")
      }
    }
  }

  @Test func variablesAreStrings() throws {
    let bindings = XPathBindings(variables: [("n", Array("3".utf8)), ("job", Array("engineer".utf8))])
    let users = try document("users.xml")
    #expect(try result("//user[job = $job and @id > $n]/@id", on: users, bindings: bindings) == "@id=6")
    #expect(try result("concat($n, '!')", on: users, bindings: bindings) == "'3!'")
  }

  @Test func boundPrefixesGoFirst() throws {
    let bindings = XPathBindings(namespaces: [("x", "urn:a"), ("p", "urn:b")])
    let text = Array("<a xmlns='urn:a' xmlns:p='urn:a'><b/><c xmlns='urn:b'/></a>".utf8)
    #expect(try result("//x:b | //p:c", on: text, bindings: bindings) == "b c")
    #expect(try result("//none:b", on: text, bindings: XPathBindings(namespaces: [("none", "urn:n")])) == "")
  }

  @Test func contextNodes() throws {
    let users = try document("users.xml")
    #expect(try result("street/text()", on: users, context: "/users/user[2]") == "\"Flat_31\" \"North_Gate\"")
    #expect(try result("address/@id", on: users, context: "/users/user[2]") == "@id=a2")
    #expect(try result("..", on: users, context: "//@v:last") == "user(1)")
  }

  @Test func pathsSelectTheirNode() throws {
    let text = Array(
      """
      <r xmlns:p='u' xmlns:q='u' xmlns:s='w'><a xmlns='u'/><a/><q:a/><p:a/><p:a xmlns:p='v'/><p:a q:x='1' \
      xml:id='i'/><s:a/><b xmlns:t='t'><t:c t:d='1'/><s:a xmlns:s='x'/></b><s:a s:e='2'/><?p?></r>
      """.utf8)
    let paths = try evaluating("//node() | //@*", on: text) { evaluator, value -> [String] in
      guard case .nodeSet(let nodes) = value else { return [] }
      var paths = XPathNodePath(evaluator.tree)
      return try nodes.map { node in
        let path = paths.path(of: node)
        let expression = try XPathExpression(parsing: path)
        var again = try XPathEvaluator(expression, tree: evaluator.tree, bindings: .init())
        guard case .nodeSet([node]) = try again.evaluate() else { return "\(path) selects another node" }
        return path
      }
    }
    #expect(
      paths == [
        "/r", "/r/*[1]", "/r/a[1]", "/r/*[3]", "/r/*[4]", "/r/*[5]", "/r/*[6]", "/r/*[6]/@*[1]",
        "/r/*[6]/@xml:id", "/r/s:a[1]", "/r/b[1]", "/r/b[1]/*[1]", "/r/b[1]/*[1]/@*[1]", "/r/b[1]/*[2]",
        "/r/s:a[2]", "/r/s:a[2]/@s:e", "/r/processing-instruction('p')[1]",
      ])
  }
}
