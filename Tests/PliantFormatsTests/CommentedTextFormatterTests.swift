// Old-style property lists laid out anew: what is written, that it means the same, and that twice is as good as once.

import Foundation
import PliantFormats
import TestSupport
import Testing

@Suite struct CommentedTextFormatterTests {
  private func formatted(
    _ text: [UInt8], dialect: OpenStepReader.Dialect = .openStep, style: OpenStepStyle = OpenStepStyle()
  ) throws -> [UInt8] {
    var output = OutputBuffer()
    try text.withUnsafeBytes { bytes in
      try CommentedTextFormatter.write(
        ByteView(bytes), format: dialect == .strings ? .strings : .openstep, indentation: style.indentation,
        to: &output)
    }
    return output.bytes
  }

  private func events(_ text: [UInt8], _ dialect: OpenStepReader.Dialect) throws -> String {
    var log = EventLog()
    try text.withUnsafeBytes { try OpenStepReader.read(ByteView($0), dialect: dialect, into: &log) }
    return log.text
  }

  @Test func indented() async throws {
    try await forEachRow(of: [
      (
        "{a=1;b=(x,\"y z\",<0fbd 77>);}",
        "{\n\ta = 1;\n\tb = (\n\t\tx,\n\t\t\"y z\",\n\t\t<0fbd 77>\n\t);\n}\n"
      ),
      ("{ }", "{}\n"), ("(\n)", "()\n"), ("word", "word\n"), ("{a;}", "{\n\ta;\n}\n"),
      ("{a = b; // why\n}", "{\n\ta = b; // why\n}\n"),
      ("{a=b;/* x */c=d;}", "{\n\ta = b; /* x */\n\tc = d;\n}\n"),
      ("{\n\n\n/* own */\na = 1 /* one */;}", "{\n\t/* own */\n\ta = 1 /* one */;\n}\n"),
      ("{a = 1;\n\n\n\nb = 2;}", "{\n\ta = 1;\n\n\tb = 2;\n}\n"),
      ("// head\n{a = '\\'}';}", "// head\n{\n\ta = '\\'}';\n}\n"), ("{a = <*I5>;}", "{\n\ta = <*I5>;\n}\n"),
      ("(a, // c\nb)", "(\n\ta, // c\n\tb\n)\n"), ("{ /* only */ }", "{ /* only */\n}\n"),
    ]) { (text: String, expected: String) throws in
      let once = try formatted(Array(text.utf8))
      #expect(String(decoding: once, as: UTF8.self) == expected)
      #expect(try formatted(once) == once)
    }
  }

  @Test(arguments: [
    ("{ a = 1 ; b = ( x , y ) ; }", "{a=1;b=(x,y);}"),
    ("{ a /* c */ = b; // d\n c = d; }", "{a /* c */=b;// d\nc=d;}"),
    ("\n", ""),
  ])
  func minified(_ text: String, _ expected: String) throws {
    let dialect: OpenStepReader.Dialect = text == "\n" ? .strings : .openStep
    #expect(
      String(decoding: try formatted(Array(text.utf8), dialect: dialect, style: .compact), as: UTF8.self)
        == expected)
  }

  @Test func aCommentWithoutAnEndDoesNotGrow() throws {
    let text = "\"a\" = \"b\";\n/* open\n"
    #expect(String(decoding: try formatted(Array(text.utf8), dialect: .strings), as: UTF8.self) == text)
  }

  @Test func ignoredTextStaysAsItIs() throws {
    let text = "\"a\"=\"b\";\n“Hallo” =  “ö” ;\n\n\nü   {"
    let expected = "\"a\" = \"b\";\n“Hallo” =  “ö” ;\n\n\nü   {"
    #expect(String(decoding: try formatted(Array(text.utf8), dialect: .strings), as: UTF8.self) == expected)
    #expect(try formatted(Array(expected.utf8), dialect: .strings) == Array(expected.utf8))
  }

  @Test func textAfterAGNUstepEscapeIsFormatted() throws {
    let text = Array("{a=\"\\u00e9\";b=1;}".utf8)
    #expect(String(decoding: try formatted(text), as: UTF8.self) == "{\n\ta = \"\\u00e9\";\n\tb = 1;\n}\n")
  }

  @Test func stringsKeepTheirGroups() throws {
    let text = "/* a */\n\"a\"=\"b\";\n\n\n/* c */\n\"c\"   =   \"d\";"
    let once = try formatted(Array(text.utf8), dialect: .strings)
    #expect(String(decoding: once, as: UTF8.self) == "/* a */\n\"a\" = \"b\";\n\n/* c */\n\"c\" = \"d\";\n")
  }

  @Test func mistakesAreTheReaders() {
    #expect(throws: Failure.self) { try formatted(Array("{a = b".utf8)) }
    #expect(throws: Failure.self) { try formatted(Array("{a = b;} c".utf8)) }
  }

  @Test(.corpus("realworld")) func realFilesMeanTheSame() throws {
    var count = 0
    for entry in corpusEntries("realworld") where ["strings", "openstep", "pbxproj"].contains(entry.format) {
      let dialect: OpenStepReader.Dialect = entry.format == "strings" ? .strings : .openStep
      let source = entry.bytes
      try source.withUnsafeBytes { bytes in
        let decoded = DecodedText(ByteView(bytes), kind: .openStep)
        guard decoded.problem == nil else { return }
        let text = decoded.withText { $0.array }
        guard let before = try? events(text, dialect) else { return }
        count += 1
        for style in [OpenStepStyle(), .compact] {
          let once = try formatted(text, dialect: dialect, style: style)
          #expect(try events(once, dialect) == before, "\(entry.path)")
          #expect(try formatted(once, dialect: dialect, style: style) == once, "\(entry.path)")
        }
      }
    }
    #expect(count > 5 || corpus("realworld") == nil)
  }
}
