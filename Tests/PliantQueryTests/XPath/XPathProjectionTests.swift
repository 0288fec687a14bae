// A tree without the elements that an expression cannot see: the same answers.

import Foundation
import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct XPathProjectionTests {
  private static let library = """
    <?xml version="1.0"?><!--start-->
    <library xmlns:p="urn:p" name="L"><shelf n="1"> text <book id="1">A<!--x--><title>T &amp; <i>1</i></title>
    <?pi x?><year>1890</year></book><p:book><title xmlns="urn:q">Q</title></p:book><note>n</note></shelf>
    <shelf n="2"><book id="2"><title><![CDATA[T2]]></title><year>1900</year><book id="3"><year>1</year></book></book>
    <empty/><empty></empty><box xmlns:z="urn:z"><note/></box></shelf></library>
    """

  /// The answer in two styles, or the failure.
  private func answers(_ expression: XPathExpression, _ text: [UInt8], keeping wanted: [[UInt8]]?) throws
    -> String
  {
    try text.withByteView { view in
      let tree = try XMLTree.read(view, keeping: wanted)
      var shown = ""
      for style in [XPathResultStyle.value, .xml, .count] {
        do throws(Failure) {
          var evaluator = try XPathEvaluator(expression, tree: tree)
          let value = try evaluator.evaluate()
          var writer = XPathResultWriter(evaluator, style: style)
          var output = OutputBuffer()
          try writer.write(value, to: &output)
          shown += String(decoding: output.bytes, as: UTF8.self)
        } catch {
          shown += "\(error.sentence) \(error.advice ?? "")"
        }
      }
      return shown + (expression.namespaceHint(for: tree)?.sentence ?? "")
    }
  }

  @Test func answersAreThoseOfTheWholeTree() async throws {
    let table: [(expression: String, wanted: String?)] = [
      ("//book", "book"), ("//book[@id = 2]/title", "book"), ("/library/shelf/book/title", "title"),
      ("/library/shelf[2]/book/title", "shelf"), ("//book/title/i", "i"), ("count(//year[. > 1000])", "year"),
      ("//title | //year", "year title"), ("string(//note)", "note"), ("//p:book/title", "title"),
      ("//book[year > 1895]//year", "book"), ("//book//@id", "book"), ("//note/@n", "note"),
      ("//shelf[2]//text()", "shelf"), ("(//book)[last()]", "book"), ("//book[1]", "book"), ("1 + 2", ""),
      ("//year/following-sibling::book/year", "year book"), ("//i/ancestor::book/@id", "i book"),
      ("//i/preceding::note", "i note"), ("//year[. = //year[2]]", "year year"), ("//empty", "empty"),
      ("//missing", "missing"), ("//q:title", "title"), ("//z:x", "x"), ("sum(//year) > 5", "year"),
      ("//book[name() = 'book']", "book"), ("//title[contains(., 'T')]/node()", "title"),
      ("/", nil), (".", nil), ("//*", nil), ("//@id", nil), ("//title/..", nil), ("//title/parent::*", nil),
      ("//text()", nil), ("id('1')", nil), ("//book[lang('en')]", nil), ("string()", nil), ("name(/*)", nil),
      ("//book/following-sibling::*", nil), ("/library", "library"), ("//p:*", nil), ("//comment()", nil),
      ("//book/namespace::*", nil), ("/library/@name", "library"), ("//book[/library/*]", "book library"),
      ("/descendant::book", "book"), ("/descendant-or-self::book", nil), ("-//year", "year"),
    ]
    let text = Array(Self.library.utf8)
    try await forEachRow(of: table) { row in
      let expression = try XPathExpression(parsing: row.expression)
      let wanted = expression.visibleElements
      let names = row.wanted.map { $0.split(separator: " ").map { Array($0.utf8) } }
      #expect(wanted.map(Set.init) == names.map(Set.init))
      let whole = try answers(expression, text, keeping: nil)
      #expect(try answers(expression, text, keeping: wanted) == whole)
    }
  }

  @Test func randomExpressionsHaveTheSameAnswers() async throws {
    try await forEachRow(of: 1...4) { (seed: UInt64) throws in
      var random = RandomXPath(seed: seed, dependsOnOrder: true)
      let text = Array(random.document().utf8)
      var compared = 0
      for _ in 0..<1500 {
        let expression = try XPathExpression(parsing: random.expression(4))
        guard let wanted = expression.visibleElements else { continue }
        compared += 1
        let whole = try answers(expression, text, keeping: nil)
        #expect(
          try answers(expression, text, keeping: wanted) == whole,
          "\(String(decoding: expression.source, as: UTF8.self)) on \(String(decoding: text, as: UTF8.self))")
      }
      #expect(compared > 50)
    }
  }

  @Test func failuresAreTheSame() throws {
    for text in [
      "<a><b></a>", "<a><b>&x;</b></a>", "<a><b>]]></b></a>", "<a><c/>", "<a><c>\u{1}</c></a>", "<a></a><b/>",
    ] {
      let bytes = Array(text.utf8)
      let (whole, projected) = bytes.withByteView { view in
        (
          Self.failure { () throws(Failure) in _ = try XMLTree.read(view) },
          Self.failure { () throws(Failure) in _ = try XMLTree.read(view, keeping: [Array("c".utf8)]) }
        )
      }
      #expect(whole != nil)
      #expect(whole == projected)
    }
  }

  private static func failure(_ body: () throws(Failure) -> Void) -> String? {
    do throws(Failure) {
      try body()
      return nil
    } catch { return "\(error.sentence) at \(error.offset ?? -1)" }
  }
}
