// The JSON reader: what it sends, what it refuses and where, on our own tables and on the corpora.

import PliantCore
import TestSupport
import Testing

@Suite struct JSONReaderTests {
  private func log(_ text: String) throws -> String {
    try Array(text.utf8).withByteView { (view: ByteView) throws(Failure) in
      var log = EventLog()
      try JSONReader.read(view, into: &log)
      return log.text
    }
  }

  @Test func sends() async throws {
    try await forEachRow(of: [
      ("{}", "{}"),
      ("[]", "[]"),
      (" [ ] ", "[]"),
      ("\t{\r\n}\n", "{}"),
      ("null", "null"),
      ("true", "true"),
      ("[false]", "[false]"),
      ("\"\"", "''"),
      ("12", "12n"),
      ("-0", "-0n"),
      ("-0.0", "-0.0nr"),
      ("1E5", "1E5nr"),
      ("1e400", "1e400nr"),
      ("0.10", "0.10nr"),
      ("9223372036854775808", "9223372036854775808n"),
      ("{\"a\": [1, \"b\"], \"c\": 2.5}", "{a: [1n 'b'] c: 2.5nr}"),
      ("{\"\":{\"\":[[],{}]}}", "{: {: [[] {}]}}"),
      ("\"a\\\"b\\\\c\\/d\\b\\f\\n\\r\\te\"", "'a\"b\\c/d\u{8}\u{C}\n\r\te'"),
      ("\"\\u0041\\u00e9\\u20AC\\uD83D\\uDE00\\u0000\"", "'Aé€😀\0'"),
      (
        "\"plain text longer than a word, then \\u0041 and more text after it\"",
        "'plain text longer than a word, then A and more text after it'"
      ),
      ("\"ü\u{2028}\u{7F}😀\"", "'ü\u{2028}\u{7F}😀'"),
      ("[1,2 , 3\n,4]", "[1n 2n 3n 4n]"),
      ("[\"\\\\\",\"\\\"\"]", "['\\' '\"']"),
    ]) { (text: String, events: String) throws in
      #expect(try log(text) == events)
    }
  }

  @Test func refuses() async throws {
    try await forEachRow(of: [
      // The document.
      ("", "json.empty", 0),
      (" \n\t", "json.empty", 0),
      ("1 2", "json.trailing-content", 2),
      ("{} x", "json.trailing-content", 3),
      ("[1]]", "json.unopened-bracket", 3),
      ("]", "json.unopened-bracket", 0),
      ("[1]//x", "json.comment", 3),
      ("\u{FEFF}1", "json.byte-order-mark", 0),
      // Containers.
      ("[1,]", "json.trailing-comma", 2),
      ("{\"a\":1 , }", "json.trailing-comma", 7),
      ("[1,,2]", "json.extra-comma", 3),
      ("[,1]", "json.extra-comma", 1),
      ("[,]", "json.extra-comma", 1),
      ("[1 2]", "json.missing-comma", 3),
      ("[\"a\"\"b\"]", "json.missing-comma", 4),
      ("[1:2]", "json.missing-comma", 2),
      ("[1;2]", "json.missing-comma", 2),
      ("{\"a\":1 \"b\":2}", "json.missing-comma", 7),
      ("{\"a\" 1}", "json.missing-colon", 5),
      ("{\"a\"}", "json.missing-colon", 4),
      ("{\"a\",1}", "json.missing-colon", 4),
      ("{\"a\"=1}", "json.missing-colon", 4),
      ("{\"a\":}", "json.missing-value", 5),
      ("{\"a\":,\"b\":1}", "json.missing-value", 5),
      ("{a:1}", "json.unquoted-key", 1),
      ("{ä:1}", "json.unquoted-key", 1),
      ("{1:1}", "json.key-is-no-string", 1),
      ("{[]:1}", "json.key-is-no-string", 1),
      ("{null:1}", "json.unquoted-key", 1),
      ("[1}", "json.mismatched-bracket", 2),
      ("{]", "json.mismatched-bracket", 1),
      ("{\"a\":1]", "json.mismatched-bracket", 6),
      ("{\"a\":]", "json.mismatched-bracket", 5),
      ("{\"a\"]", "json.mismatched-bracket", 4),
      (" [", "json.unterminated-array", 1),
      ("[1,", "json.unterminated-array", 0),
      ("[[1],[2", "json.unterminated-array", 5),
      ("{\"a\":[1,2],", "json.unterminated-object", 0),
      ("{\"a\":{\"b\"", "json.unterminated-object", 5),
      ("{\"a\":", "json.unterminated-object", 0),
      // Values.
      ("[*]", "json.unexpected-character", 1),
      ("[\u{1}]", "json.unexpected-character", 1),
      ("[<]", "json.unexpected-character", 1),
      ("[abc]", "json.unknown-word", 1),
      ("[é]", "json.unknown-word", 1),
      ("[True]", "json.misspelt-literal", 1),
      ("[tru]", "json.misspelt-literal", 1),
      ("[nul", "json.misspelt-literal", 1),
      ("[None]", "json.misspelt-literal", 1),
      ("truex", "json.misspelt-literal", 0),
      ("[nullnull]", "json.misspelt-literal", 1),
      ("[NaN]", "json.not-finite", 1),
      ("[Infinity]", "json.not-finite", 1),
      ("[-Infinity]", "json.not-finite", 1),
      ("[-NaN]", "json.not-finite", 1),
      ("[1,/* x */2]", "json.comment", 3),
      ("// x\n1", "json.comment", 0),
      ("[\u{C}]", "json.white-space", 1),
      ("[\u{A0}1]", "json.white-space", 1),
      ("1\u{2028}", "json.white-space", 1),
      // Numbers.
      ("01", "json.leading-zero", 0),
      ("[-012]", "json.leading-zero", 1),
      ("+1", "json.plus-sign", 0),
      (".5", "json.missing-integer-digits", 0),
      ("-.5", "json.missing-integer-digits", 0),
      ("[1.]", "json.missing-fraction-digits", 1),
      ("[2.e3]", "json.missing-fraction-digits", 1),
      ("[1e]", "json.missing-exponent-digits", 1),
      ("[1.5E+]", "json.missing-exponent-digits", 1),
      ("0x1F", "json.hexadecimal-number", 0),
      ("-", "json.bad-number", 0),
      ("[--1]", "json.bad-number", 1),
      ("[1_000]", "json.bad-number", 1),
      ("[1.2.3]", "json.bad-number", 1),
      ("[1a]", "json.bad-number", 1),
      ("１", "json.unknown-word", 0),
      // Strings.
      ("\"abc", "json.unterminated-string", 0),
      ("[\"a\", \"b]", "json.unterminated-string", 6),
      ("\"abc\\", "json.unterminated-string", 0),
      ("\"abc\\\"", "json.unterminated-string", 0),
      ("\"\\u12", "json.unterminated-string", 0),
      ("['a']", "json.single-quotes", 1),
      ("{'a':1}", "json.single-quotes", 1),
      ("[“a”]", "json.typographic-quotes", 1),
      ("{“a”:1}", "json.typographic-quotes", 1),
      ("\"a\u{1}b\"", "json.control-character", 2),
      ("\"a\tb\"", "json.control-character", 2),
      ("\"a\0b\"", "json.control-character", 2),
      ("\"a\nb\"", "json.line-break-in-string", 2),
      ("[\"a\n", "json.unterminated-string", 1),
      ("\"\\x41\"", "json.bad-escape", 1),
      ("\"\\'\"", "json.bad-escape", 1),
      ("\"\\😀\"", "json.bad-escape", 1),
      ("\"\\u12G4\"", "json.bad-unicode-escape", 1),
      ("\"\\u12\"", "json.bad-unicode-escape", 1),
      ("\"\\uD83D\"", "json.lone-surrogate", 1),
      ("\"x\\uDE00\"", "json.lone-surrogate", 2),
      ("\"\\uD83D\\u0041\"", "json.lone-surrogate", 1),
      ("\"\\uD83D\\uD83D\\uDE00\"", "json.lone-surrogate", 1),
      ("\"\\uD83Dx\"", "json.lone-surrogate", 1),
    ]) { (text: String, code: String, offset: Int) in
      let failure = jsonFailure(Array(text.utf8))
      #expect(failure?.code.name.description == code)
      #expect(failure?.offset == offset)
      #expect(failure?.code.rule.description == "json/syntax")
    }
  }

  @Test func explains() async throws {
    try await forEachRow(of: [
      ("[1,]", "trailing comma before ]; remove it"),
      ("{a b:1}", "the key a needs double quotation marks around it"),
      ("[\u{1}]", "expected a value, found U+0001"),
      ("[\u{A0}1]", "invalid white space U+00A0: JSON allows space, tab, line feed and carriage return"),
      ("\"\\u12\"", "invalid \\u escape: expected four hexadecimal digits, found 12"),
      (
        "[0x" + String(repeating: "F", count: 60) + "]",
        "the number 0x" + String(repeating: "F", count: 38)
          + "… is not decimal; JSON has decimal numbers only"
      ),
    ]) { (text: String, message: String) in
      #expect(jsonFailure(Array(text.utf8))?.message == message)
    }
  }

  @Test func goesOnAfterPlainMistakes() {
    let text = """
      { // comment
        a: 'x',
        "b" 01,,
        "c": [NaN, 1 2, "\\x", "\\ud800", True,],
      }
      """
    Array(text.utf8).withByteView { view in
      var log = EventLog()
      let findings = JSONReader.readTolerantly(view, into: &log)
      #expect(
        findings.map(\.code.name.description) == [
          "json.comment", "json.unquoted-key", "json.single-quotes", "json.missing-colon",
          "json.leading-zero",
          "json.extra-comma", "json.not-finite", "json.missing-comma", "json.bad-escape",
          "json.lone-surrogate", "json.misspelt-literal", "json.trailing-comma", "json.trailing-comma",
        ])
      #expect(log.text == "{a: 'x' b: 0n c: [null 1n 2n 'x' '\u{FFFD}' null]}")
      #expect(JSONReader.readTolerantly(view, limit: 2, into: &log).count == 3)
    }
  }

  @Test func everyPrefixIsRefused() {
    let sample = Array(
      #"{"a": [1, -2.5e+3, true, false, null, "\u00e9\ud83d\ude00\n", {"b": {}}], "ü": "€"}"#.utf8)
    #expect(jsonFailure(sample) == nil)
    for length in 0..<sample.count {
      let failure = jsonFailure(Array(sample[..<length]))
      #expect(failure != nil, "\(length) bytes")
      #expect((failure?.offset ?? -1) <= length)
    }
  }

  @Test func nestingIsBounded() {
    func nested(_ depth: Int) -> [UInt8] {
      [UInt8](repeating: ASCII.leftBracket, count: depth)
        + [UInt8](repeating: ASCII.rightBracket, count: depth)
    }
    #expect(jsonFailure(nested(512)) == nil)
    #expect(jsonFailure(nested(513))?.code == .jsonDepth)
    #expect(jsonFailure(nested(100_000))?.offset == 512)
    #expect(jsonFailure(Array(String(repeating: "{\"\":", count: 100_000).utf8))?.code == .jsonDepth)
  }

  @Test func specialBytesAreFoundAtEveryPlace() async throws {
    try await forEachRow(of: 0..<40) { (length: Int) throws in
      let plain = String(repeating: "x", count: length)
      for tail in ["", "abcdefghijklmnop"] {
        #expect(try log("[\"\(plain)\\n\(tail)\"]") == "['\(plain)\n\(tail)']")
        #expect(try log("[\"\(plain)\"]\(String(repeating: " ", count: 20))") == "['\(plain)']")
        #expect(try log("[\"\(plain)é\u{7F}\(tail)\"]") == "['\(plain)é\u{7F}\(tail)']")
        #expect(jsonFailure(Array("[\"\(plain)\u{1F}\(tail)\"]".utf8))?.offset == length + 2)
        #expect(jsonFailure(Array("[\"\(plain)\(tail)".utf8))?.offset == 1)
      }
    }
  }

  @Test(arguments: 0..<4)
  func everyByteOfAnEscapeIsJudged(_ place: Int) throws {
    for byte in UInt8(0)...0x7F where byte != ASCII.quotationMark && byte != ASCII.reverseSolidus {
      var digits = Array("40ab".utf8)
      digits[place] = byte
      let text = "[\"\\u\(String(decoding: digits, as: UTF8.self))\"]"
      // With what follows and without: the last escape is read in another way.
      for tail in ["", "          "] {
        guard Character(Unicode.Scalar(byte)).isHexDigit else {
          #expect(jsonFailure(Array((text + tail).utf8))?.code == .jsonBadUnicodeEscape, "\(text)")
          continue
        }
        let unit = try #require(UInt32(String(decoding: digits, as: UTF8.self), radix: 16))
        let scalar = try #require(Unicode.Scalar(unit))
        #expect(
          try rewriteJSON(text + tail) == rewriteJSON("[\"\(scalar)\"]"))
      }
    }
  }

  @Test func longStrings() throws {
    let long = String(repeating: "0123456789é", count: 200_000)
    #expect(try rewriteJSON("[\"\(long)\"]") == "[\"\(long)\"]")
    #expect(try rewriteJSON("[\"\(long)\\u0041\"]") == "[\"\(long)A\"]")
  }

  // MARK: Corpora

  @Test(.corpus("jsontestsuite")) func jsonTestSuite() {
    for entry in corpusEntries("jsontestsuite") where entry.expect != "either" {
      #expect(acceptsJSON(entry.bytes) == (entry.expect == "accept"), "\(entry.path)")
    }
  }

  /// Documents that need JSON5 are refused, all others get the verdict of their index; wide encodings are for the
  /// decoder's tests.
  @Test(arguments: ["swift-foundation", "hostile", "plist-impls"]) func otherSuites(name: String) {
    for entry in corpusEntries(name) where entry.format == "json" {
      let bytes = entry.bytes
      if bytes.prefix(2).contains(0) { continue }
      switch entry.expect {
      case "accept": #expect(acceptsJSON(entry.bytes), "\(name)/\(entry.path)")
      case "reject", "accept-json5": #expect(!acceptsJSON(entry.bytes), "\(name)/\(entry.path)")
      default: _ = acceptsJSON(bytes)
      }
    }
  }
}
