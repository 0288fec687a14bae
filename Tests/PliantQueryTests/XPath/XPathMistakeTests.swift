// What is said of expressions that are wrong, and where.

import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct XPathMistakeTests {
  @Test func message() async throws {
    try await forEachRow(of: [
      ("", 0, "the expression is empty"),
      ("  ", 0, "empty"),
      ("//a/preceeding::b", 4, "did you mean preceding::?"),
      ("ancestors::b", 0, "did you mean ancestor::?"),
      ("Child::b", 0, "did you mean child::?"),
      ("nowhere::b", 0, "unknown axis 'nowhere'"),
      ("//a/child:b", 4, "write child::b"),
      ("following-sibling:*", 0, "write following-sibling::*"),
      ("preceeding:b", 0, "write preceding::b"),
      ("child:node()", 0, "write child::node"),
      ("//child:text()", 2, "write child::text(…)"),
      ("child: b", 0, "write child::"),
      ("p:", 1, "missing name after the colon"),
      ("::a", 0, "missing axis before '::'"),
      ("/users/user[last()1]", 18, "did you mean last() - 1?"),
      ("//user[not @id = 3]", 7, "not is a function: write not(@…)"),
      ("//a[contains 'x']", 4, "contains is a function"),
      ("a[1", 1, "unmatched '['"),
      ("count(a", 5, "unmatched '('"),
      ("a]", 1, "unmatched '"), ("(a))", 3, "unmatched '"),
      ("a == 1", 2, "a single '='"), ("a && b", 2, "write 'and'"), ("a || b", 2, "write 'or'"),
      ("!a", 0, "write not(…)"), ("a <> b", 2, "write '!='"), ("a % 2", 2, "write 'mod'"),
      ("a eq b", 2, "write '='"), ("a AND b", 2, "and"), ("1 to 3", 2, "XPath 2.0"),
      ("\\a", 0, "'/'"), ("‘a’", 0, "straight quotes"), ("'abc", 0, "unterminated string"),
      ("'it''s'", 4, "doubling"),
      ("1.5e3", 0, "no exponent"), ("$", 0, "missing variable name"), ("$ x", 0, "missing"),
      ("/users/", 6, "missing step after '/'"), ("//", 0, "missing step after '//'"),
      ("a//", 1, "missing step after '//'"), ("a///b", 3, "missing step between '//' and '/'"),
      ("/[1]", 1, "a predicate needs a step"), ("a/[1]", 2, "a predicate needs a step"),
      ("[1]", 0, "needs a step"),
      ("a[]", 1, "empty"), ("()", 0, "empty parentheses"), (".[1]", 1, "write self::node()[…]"),
      ("..[a]", 2, "write parent::node()[…]"), ("@", 0, "node() after '@'"),
      ("child::", 0, "node() after 'child::'"),
      ("@@a", 1, "node() after '@'"), ("attribute::@a", 11, "node() after 'attribute::'"),
      ("child::elem()", 7, "does not name a kind of node"), ("/descendant::()", 13, "expected a name"),
      ("a/name()", 2, "a function cannot be a step"), ("a/count(b)", 2, "write count(…) around"),
      ("1 +", 2, "missing operand after '+'"), ("* and", 2, "missing operand after 'and'"),
      ("= 3", 0, "missing operand before '='"), ("a, b", 1, "unexpected comma"),
      ("concat(,)", 7, "missing expression after"),
      ("text(1)", 5, "takes nothing"), ("processing-instruction(x)", 23, "in quotes"),
      ("cuont(a)", 0, "did you mean count()?"), ("Count(a)", 0, "did you mean count()?"),
      ("elements()", 0, "unknown function"),
      ("ends-with(a, 'b')", 0, "substring("), ("lower-case(a)", 0, "translate("),
      ("exists(a)", 0, "boolean("),
      ("last(1)", 0, "takes 0 arguments, and 1"), ("contains('a')", 0, "takes 2 arguments, and 1"),
      ("concat('a')", 0, "at least 2 arguments"), ("substring('a')", 0, "2 or 3"),
      ("not()", 0, "takes 1 argument, and 0"),
      ("count(1)", 6, "this is a number"), ("sum('a')", 4, "this is a string"),
      ("name(true())", 5, "this is a boolean"),
      ("1 | a", 0, "'|' joins node-sets"), ("a | 'b'", 4, "'|' joins node-sets"),
      ("'a'/b", 0, "a path goes on"),
      ("1[2]", 1, "only a node-set takes a predicate"), ("a b", 2, "before 'b'"),
      ("a 'b'", 2, "missing operator"),
      ("a{1}", 1, "unexpected character"), ("$x", 1, "undefined variable $x"),
      ("q:a", 0, "bind it with --namespace q=URI"),
      ("//in:b", 2, "further inside it is: bind it with --namespace in=urn:in"),
    ]) { (expression: String, offset: Int, part: String) in
      let text = Array("<a><b xmlns:in='urn:in'/></a>".utf8)
      do {
        let found = try result(expression, on: text)
        Issue.record("\(expression) was accepted: \(found)")
      } catch let failure as Failure {
        #expect(failure.message.contains(part), "\(expression): \(failure.message)")
        #expect(failure.offset == offset, "\(expression): \(failure.message)")
      }
    }
  }

  @Test func nestingIsLimited() throws {
    func nested(_ count: Int) -> String {
      String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count)
    }
    #expect(try result(nested(Limits.xpathDepth), on: Array("<a/>".utf8)) == "1")
    for open in ["(", "a[", "not(", "-("] {
      let expression = String(repeating: open, count: 5000)
      #expect(throws: Failure.self) { try XPathExpression(parsing: expression) }
    }
  }

  @Test func longRowsOfOperatorsAreFine() throws {
    let text = Array("<a/>".utf8)
    #expect(try result("1" + String(repeating: "+1", count: 30_000), on: text) == "30001")
    #expect(try result("/a" + String(repeating: "|/a", count: 20_000), on: text) == "a")
    #expect(try result(String(repeating: "-", count: 60_001) + "1", on: text) == "-1")
    #expect(try result("/a" + String(repeating: "/.", count: 30_000), on: text) == "a")
    #expect(throws: Failure.self) {
      try XPathExpression(parsing: String(repeating: "1", count: Limits.xpathBytes + 1))
    }
  }

  @Test func workIsLimited() throws {
    let text = Array(("<a>" + String(repeating: "<b/>", count: 2000) + "</a>").utf8)
    var bindings = XPathBindings()
    bindings.maximumSteps = 200_000
    // From sets at once: linear, however long.
    #expect(
      try result(
        "count(//b" + String(repeating: "/following::*/preceding::*", count: 20) + ")", on: text,
        bindings: bindings)
        == "1999")
    #expect(
      throws: Failure(.xpathTooManySteps, at: nil, "200000"),
      performing: { try result("//b[count(following::*[position() > 1]) > 3]", on: text, bindings: bindings) }
    )
    // Predicates in predicates are remembered.
    #expect(
      try result(
        "count(//*[.//*[..//*[..//*[..//*]]]])", on: Array("<a><a><a><a><b/></a></a></a></a>".utf8),
        bindings: bindings)
        == "4")
  }
}
