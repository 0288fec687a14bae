// JSON with comments, and JSON5, read as JSON.

import PliantCore
import TestSupport
import Testing

@Suite struct JSONDialectTests {
  /// The text as compact JSON, or the code and place of the failure.
  private func read(_ text: String, _ dialect: JSONReader.Dialect) -> String {
    Array(text.utf8).withByteView { view in
      var writer = JSONWriter()
      do throws(Failure) {
        var ledger = ReadLosses()
        try JSONReader.read(view, dialect: dialect, into: &writer, ledger: &ledger)
        return String(decoding: writer.finish().bytes, as: UTF8.self)
      } catch {
        return "\(error.code.name) @\(error.offset ?? -1)"
      }
    }
  }

  @Test func commentsAndTrailingCommasAreRead() async throws {
    try await forEachRow(of: [
      ("[1, 2, ]", "[1,2]"), ("{\"a\": 1, // one\n}", "{\"a\":1}"),
      ("/* a */ {\"a\" /* b */ : /**/ 1 /* c */} // d", "{\"a\":1}"),
      ("// \u{2028} on\n1", "1"), ("[1,,]", "json.extra-comma @3"), ("[,]", "json.extra-comma @1"),
      ("[1 /* ", "json.unterminated-comment @3"),
      ("{'a': 1}", "json.single-quotes @1"), ("[+1]", "json.plus-sign @1"),
      ("/", "json.unexpected-character @0"),
    ]) { (text: String, result: String) in
      #expect(read(text, .commented) == result)
    }
  }

  @Test func json5IsRead() async throws {
    try await forEachRow(of: [
      ("{a: 1, $b_9: 2, 'c d': 3, \\u0065: 4, ä: 5,}", "{\"a\":1,\"$b_9\":2,\"c d\":3,\"e\":4,\"ä\":5}"),
      ("['it\\'s \"so\"', \"a'b\"]", "[\"it's \\\"so\\\"\",\"a'b\"]"),
      ("'\\x41\\v\\0\\q\\\n\\\r\nz'", "\"A\\u000b\\u0000qz\""), ("\"a\\\u{2028}b\\\nc\td\"", "\"abc\\td\""),
      ("[0x1F, -0xff, +1, .5, -.5, 5., 5.e3, +.5E-1, 1e2]", "[31,-255,1,0.5,-0.5,5.0,5.0e3,0.5E-1,1e2]"),
      ("[Infinity, -Infinity, +Infinity, NaN]", "[\"inf\",\"-inf\",\"inf\",\"nan\"]"),
      ("\u{FEFF}\u{A0}\u{0B}\u{0C}[\u{2028}1\u{2003}]", "[1]"), ("// a\u{2028}1", "1"),
      ("0x", "json.hexadecimal-number @0"), ("010", "json.leading-zero @0"),
      (".", "json.missing-integer-digits @0"),
      ("'a\nb'", "json.unterminated-string @0"), ("'a", "json.unterminated-string @0"),
      ("'\\1'", "json.bad-escape @1"),
      ("'\\01'", "json.bad-escape @1"), ("'\\xg1'", "json.bad-escape @1"),
      ("{1a: 2}", "json.key-is-no-string @1"),
      ("{a b: 1}", "json.missing-colon @3"), ("\u{85}1", "json.white-space @0"),
      ("'\\ud800'", "\"\u{FFFD}\""),
      ("0x80000000000000000000000000000000", "json.hexadecimal-range @0"),
      ("{\\u0020: 1}", "json.key-is-no-string @1"),
    ]) { (text: String, result: String) in
      #expect(read(text, .json5) == result)
    }
  }

  @Test func whatIsJSONIsTheSameInEveryDialect() {
    let text = "{\"a\": [1, -2.5e3, true, null, \"\\u00e4\\n\"], \"b\": {}}"
    for dialect in [JSONReader.Dialect.json, .commented, .json5] {
      #expect(read(text, dialect) == "{\"a\":[1,-2.5e3,true,null,\"ä\\n\"],\"b\":{}}")
    }
    #expect(read("[1,]", .json) == "json.trailing-comma @2")
    #expect(read("/**/1", .json) == "json.comment @0")
  }
}
