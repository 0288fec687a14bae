// Reading old-style property lists and .strings: values, escapes, mistakes with their places, CoreFoundation's verdicts.

import Foundation
import PliantFormats
import TestSupport
import Testing

private func read(_ text: String, _ dialect: OpenStepReader.Dialect = .openStep) throws(Failure) -> String {
  var log = EventLog()
  try Array(text.utf8).withByteView { (view: ByteView) throws(Failure) in
    try OpenStepReader.read(view, dialect: dialect, into: &log)
  }
  return log.text
}

@Suite struct OpenStepReaderTests {
  @Test func values() async throws {
    try await forEachRow(of: [
      ("{}", "{}"),
      ("()", "[]"),
      (" \n\u{2028}", "{}"),
      ("/**/", "{}"),
      ("word", "'word'"),
      ("-._$/:", "'-._$/:'"),
      ("'a \"b\"'", "'a \"b\"'"),
      ("{a=b;}", "{a: 'b'}"),
      ("{a = (b, \"c d\",);}", "{a: ['b' 'c d']}"),
      ("{a; b = {c;};}", "{a: 'a' b: {c: 'c'}}"),
      ("<0fbd 7\n7>", "?"),
      ("<0fbd 77>", "<f bd 77>"),
      ("( <>, <[D713]>)", "[<> <f bd 77>]"),
      ("(/, A//, A//B)", "['/' 'A//' 'A//B']"),
      ("//Begin\n{A //x\r=//y\u{2029}B /* */;}//End", "{A: 'B'}"),
      ("a = b; \"c\" = 'd';", "{a: 'b' c: 'd'}"),
      ("a; b;", "{a: 'a' b: 'b'}"),
      ("a = {b = (c);}; d = e;", "{a: {b: ['c']} d: 'e'}"),
      (
        "(<*I5>, <*I-5>, <*I18446744073709551616>, <*R1.5>, <*BY>, <*BN>)",
        "[5 -5 18446744073709551616w 1.5r true false]"
      ),
      ("<*D2001-01-01 01:00:01 +0100>", "1.0d"),
      ("(<*I\"7\">, <*I\"8>, <*B\"Y>)", "[7 8 true]"),
      (#""\a\b\f\n\r\t\v\"\\\'\q""#, "'\u{7}\u{8}\u{C}\n\r\t\u{B}\"\\'q'"),
      (#""\0\08\16\0167\101\344""#, "'\0\08\u{E}\u{E}7A\u{EE}'"),
      (#""\U20138\U12 \U\Ud83d\ude00""#, "?"),
      (#""\U20138\U12 x\Ud83d\Ude00\u00e9""#, "'\u{2013}8\u{12} x\u{1F600}u00e9'"),
      ("\"\\é\\\n\"", "'é\n'"),
    ]) { (text: String, events: String) throws in
      if events == "?" {
        #expect(throws: Failure.self) { try read(text) }
      } else {
        #expect(try read(text) == events)
      }
    }
  }

  @Test func stringsMayBeEmpty() throws {
    #expect(try read("", .strings) == "{}")
    #expect(try read("/* nothing */", .strings) == "{}")
    #expect(try read("{a = b;}", .strings) == "{a: 'b'}")
  }

  @Test func mistakes() async throws {
    try await forEachRow(of: [
      ("", "openstep.empty", 0),
      ("{", "openstep.unterminated-dictionary", 0),
      ("{a=b;", "openstep.unterminated-dictionary", 0),
      ("{a=b", "openstep.unterminated-dictionary", 0),
      ("{a=(b", "openstep.unterminated-array", 3),
      ("(a,", "openstep.unterminated-array", 0),
      ("{a=b}", "openstep.missing-semicolon", 4),
      ("{a=b c=d;}", "openstep.missing-semicolon", 4),
      ("a = b", "openstep.missing-semicolon", 5),
      ("{a b;}", "openstep.missing-equals", 2),
      ("{\"A\"A;}", "openstep.missing-equals", 4),
      ("{a=;}", "openstep.missing-value", 3),
      ("{a=", "openstep.missing-value", 3),
      ("{;}", "openstep.extra-semicolon", 1),
      ("{a=b;;}", "openstep.extra-semicolon", 5),
      ("{(a)=b;}", "openstep.missing-key", 1),
      ("(a b)", "openstep.missing-comma", 3),
      ("(a,,b)", "openstep.extra-comma", 3),
      ("(,)", "openstep.extra-comma", 1),
      ("(a}", "openstep.mismatched-bracket", 2),
      ("{a=b;)", "openstep.mismatched-bracket", 5),
      ("{a=(b,};}", "openstep.mismatched-bracket", 6),
      ("{a=é;}", "openstep.unexpected-character", 3),
      ("{a=bé;}", "openstep.unquoted-character", 4),
      ("{a=b+c;}", "openstep.unquoted-character", 4),
      ("{a=\"b;}", "openstep.unterminated-string", 3),
      ("\"\\", "openstep.unterminated-string", 0),
      ("(\"\\\")", "openstep.unterminated-string", 1),
      ("\"\\Ud83d\"", "openstep.lone-surrogate", 1),
      ("\"\\Ude00\"", "openstep.lone-surrogate", 1),
      ("<abc>", "openstep.odd-data", 3),
      ("<ab", "openstep.unterminated-data", 0),
      ("<AZ", "openstep.odd-data", 1),
      ("<a1 zz>", "openstep.data-digit", 4),
      ("<[3]>", "openstep.base64", 3),
      ("<*I>", "openstep.typed-value", 0),
      ("(<*D5>)", "openstep.typed-value", 1),
      ("<*>", "openstep.typed-value", 0),
      ("<*D\">", "openstep.typed-value", 0),
      ("<*I3", "openstep.unterminated-data", 0),
      ("() x", "openstep.trailing-content", 3),
      (";", "openstep.unexpected-character", 0),
      ("\\", "openstep.unexpected-character", 0),
    ]) { (text: String, code: String, offset: Int) throws in
      let failure = #expect(throws: Failure.self) { try read(text) }
      #expect(failure?.code.name.description == code)
      #expect(failure?.offset == offset)
      #expect(failure?.code.rule.description == "plist/structure")
    }
  }

  @Test(arguments: [
    ("(a)", "strings.root"), ("\"a\"", "openstep.missing-equals"), ("<00>", "strings.root"),
    ("\"a\" = \"b\"", "openstep.missing-semicolon"),
  ])
  func mistakesInStrings(text: String, code: String) {
    let failure = #expect(throws: Failure.self) { try read(text, .strings) }
    #expect(failure?.code.name.description == code)
    #expect(failure?.code.rule.description == "strings/syntax")
  }

  @Test func whatCoreFoundationIgnoresIsFound() throws {
    let text = "a = b;\n!junk /* never closed"
    var log = EventLog()
    try Array(text.utf8).withByteView { view in
      var reader = OpenStepReader(view, dialect: .strings)
      try reader.readDocument(into: &log)
      #expect(log.text == "{a: 'b'}")
      #expect(reader.findings.map(\.offset) == [7])
      #expect(reader.findings.map(\.code.rule.description) == ["strings/syntax"])
    }
  }

  @Test func nestingIsBounded() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
    }
    #expect(try read(nested(Limits.depth)).count == 2 * Limits.depth)
    let failure = #expect(throws: Failure.self) { try read(nested(100_000)) }
    #expect(failure?.code == .openStepDepth)
    #expect(failure?.offset == Limits.depth)
  }

  @Test func octalEscapesFollowTheNeXTSTEPTable() throws {
    for byte in UInt8(0x80)...0xFD {
      let expected = try #require(String(bytes: [byte], encoding: .nextstep))
      #expect(try read("\"\\\(String(byte, radix: 8))\"") == "'\(expected)'")
    }
  }
}
