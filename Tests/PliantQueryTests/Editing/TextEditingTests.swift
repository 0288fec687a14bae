// Edits that keep the text: exact results by format, and random edits whose untouched regions are compared.

import Foundation
import PliantCore
import PliantQuery
import TestSupport
import Testing

/// Bytes → bytes with one edit, or the failure's code.
private func edited(
  _ bytes: [UInt8], _ operation: EditRequest.Operation, _ path: String, format: Format? = nil,
  policy: LossPolicy = .note
) throws -> [UInt8] {
  let keyPath = try #require(KeyPath(path))
  let options = Route(from: format, to: .json)
  return try bytes.withByteView { view in
    var losses = LossReport(policy: policy)
    let edited = try DocumentPatching.apply(
      EditRequest(operation, path: keyPath, shownPath: path), to: view, options, losses: &losses)
    return edited.bytes.bytes
  }
}

private func json(_ text: String) -> Document {
  do { return try ValueText.json(text) } catch { fatalError("a test's own JSON: \(text)") }
}

@Suite struct TextEditingTests {
  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>\r
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\r
    <plist version="1.0">\r
    <dict>\r
      <!-- the first -->\r
      <key>a</key>  <string>x &amp; y</string> <!-- note -->\r
      <key>list</key>\r
      <array>\r
        <integer>1</integer>\r
        <integer>2</integer>\r
      </array>\r
      <key>empty</key>\r
      <dict/>\r
    </dict>\r
    </plist>\r

    """

  @Test func xmlText() async throws {
    try await forEachRow(of: [
      (EditRequest.Operation.replace(json("5")), "a", "<string>x &amp; y</string>", "<integer>5</integer>"),
      (
        .replace(json("{\"k\":[true]}")), "list.0", "<integer>1</integer>",
        "<dict>\r\n      <key>k</key>\r\n      <array>\r\n        <true/>\r\n      </array>\r\n    </dict>"
      ),
      (
        .insert(json("\"n\\nl\""), isAppending: false), "list.1", "<integer>2</integer>",
        "<string>n\r\nl</string>\r\n    <integer>2</integer>"
      ),
      (
        .insert(json("3"), isAppending: true), "list", "<integer>2</integer>",
        "<integer>2</integer>\r\n    <integer>3</integer>"
      ),
      (
        .insert(json("3"), isAppending: false), "/list/-", "<integer>2</integer>",
        "<integer>2</integer>\r\n    <integer>3</integer>"
      ),
      (
        .insert(json("true"), isAppending: false), "empty.<k>", "<dict/>",
        "<dict>\r\n    <key>&lt;k&gt;</key>\r\n    <true/>\r\n  </dict>"
      ),
      (
        .insert(json("false"), isAppending: false), "z", "  <dict/>",
        "  <dict/>\r\n  <key>z</key>\r\n  <false/>"
      ),
      (.remove, "a", "\r\n  <key>a</key>  <string>x &amp; y</string>", ""),
      (.remove, "list.0", "\r\n    <integer>1</integer>", ""),
      (.remove, "empty", "\r\n  <key>empty</key>\r\n  <dict/>", ""),
    ]) { (operation: EditRequest.Operation, path: String, old: String, new: String) throws in
      let expected = Self.xml.replacingOccurrences(of: old, with: new)
      #expect(String(decoding: try edited(Array(Self.xml.utf8), operation, path), as: UTF8.self) == expected)
    }
  }

  @Test func jsonText() async throws {
    try await forEachRow(of: [
      (
        "{\"a\":1,\"b\":[1, 2]}", EditRequest.Operation.replace(json("{\"x\":[]}")), "a",
        "{\"a\":{\"x\":[]},\"b\":[1, 2]}"
      ),
      ("{\"a\":1,\"b\":[1, 2]}", .insert(json("3"), isAppending: true), "b", "{\"a\":1,\"b\":[1, 2, 3]}"),
      ("{\"a\":1,\"b\":[1, 2]}", .insert(json("0"), isAppending: false), "b.0", "{\"a\":1,\"b\":[0, 1, 2]}"),
      (
        "{\"a\":1,\"b\":[1, 2]}", .insert(json("null"), isAppending: false), "c",
        "{\"a\":1,\"b\":[1, 2],\"c\":null}"
      ),
      ("{\"a\":1,\"b\":[1, 2]}", .remove, "a", "{\"b\":[1, 2]}"),
      ("{\"a\":1,\"b\":[1, 2]}", .remove, "b", "{\"a\":1}"),
      ("{\"a\":1,\"b\":[1, 2]}", .remove, "b.0", "{\"a\":1,\"b\":[2]}"),
      ("{\"a\":1,\"b\":[1, 2]}", .remove, "b.1", "{\"a\":1,\"b\":[1]}"),
      ("{ \"a\" : 1 }\n", .remove, "a", "{}\n"),
      ("{}", .insert(json("1"), isAppending: false), "a", "{\"a\":1}"),
      ("{\"a\":1,\"a\":2}", .remove, "a", "{}"),
      ("{\"a\":1,\"a\":2}", .replace(json("3")), "a", "{\"a\":1,\"a\":3}"),
      (
        "{\n\t\"a\" : [],\n\t\"b\\u0041\" : {}\n}", .insert(json("[1]"), isAppending: true), "a",
        "{\n\t\"a\" : [\n\t\t[\n\t\t\t1\n\t\t]\n\t],\n\t\"b\\u0041\" : {}\n}"
      ),
      (
        "{\n\t\"a\" : [],\n\t\"b\\u0041\" : {}\n}", .insert(json("1"), isAppending: false), "c",
        "{\n\t\"a\" : [],\n\t\"b\\u0041\" : {},\n\t\"c\" : 1\n}"
      ),
      (
        "{\n\t\"a\" : [],\n\t\"b\\u0041\" : {}\n}", .replace(json("1")), "bA",
        "{\n\t\"a\" : [],\n\t\"b\\u0041\" : 1\n}"
      ),
      ("{\n\t\"a\" : [],\n\t\"b\\u0041\" : {}\n}", .remove, "bA", "{\n\t\"a\" : []\n}"),
      ("[1]", .replace(json("2")), "/0", "[2]"),
    ]) { (text: String, operation: EditRequest.Operation, path: String, expected: String) throws in
      #expect(String(decoding: try edited(Array(text.utf8), operation, path), as: UTF8.self) == expected)
    }
  }

  @Test func openStepText() async throws {
    try await forEachRow(of: [
      (
        "{ a = b; /* c */ 'd e' = (1, 2,); }", EditRequest.Operation.replace(json("\"x y\"")), "a",
        "{ a = \"x y\"; /* c */ 'd e' = (1, 2,); }"
      ),
      (
        "{ a = b; /* c */ 'd e' = (1, 2,); }", .insert(json("\"3\""), isAppending: true), "d e",
        "{ a = b; /* c */ 'd e' = (1, 2, 3,); }"
      ),
      ("{ a = b; /* c */ 'd e' = (1, 2,); }", .remove, "a", "{ /* c */ 'd e' = (1, 2,); }"),
      (
        "{ a = b; /* c */ 'd e' = (1, 2,); }", .insert(json("\"v\""), isAppending: false), "k",
        "{ a = b; /* c */ 'd e' = (1, 2,); 'k' = v; }"
      ),
      (
        "{\n\ta = (\n\t\tb, // one\n\t\tc // two\n\t);\n}\n", .insert(json("\"d\""), isAppending: true), "a",
        "{\n\ta = (\n\t\tb, // one\n\t\tc, // two\n\t\td\n\t);\n}\n"
      ),
      (
        "{\n\ta = (\n\t\tb, // one\n\t\tc // two\n\t);\n}\n", .remove, "a.1",
        "{\n\ta = (\n\t\tb // one\n\t);\n}\n"
      ),
      (
        "{\n\ta = b; // note\n}\n", .insert(json("{\"x\":[\"y\"]}"), isAppending: false), "c",
        "{\n\ta = b; // note\n\tc = {\n\t\tx = (\n\t\t\ty\n\t\t);\n\t};\n}\n"
      ),
      ("{ a; }", .replace(json("\"b\"")), "a", "{ a = b; }"),
      // A comment that the line's end closes swallows nothing, and no word goes on with a comment's solidus.
      (
        "{a = b; // note\n}", .insert(json("\"d\""), isAppending: false), "c", "{a = b;c = d; // note\n}"
      ),
      ("(b // note\n)", .insert(json("\"d\""), isAppending: false), "/-", "(b,d // note\n)"),
      ("{// head\n a = b; c = d;}", .remove, "a", "{// head\n c = d;}"),
      ("(a, // one\n b)", .remove, "1", "(a // one\n )"),
      ("(a,\"b\"/* c */)", .remove, "1", "(a /* c */)"),
      ("{a = \"x\"/* c */;}", .replace(json("\"y\"")), "a", "{a = \"y\"/* c */;}"),
      ("(\"x\"// c\n)", .replace(json("\"y\"")), "0", "(\"y\"// c\n)"),
    ]) { (text: String, operation: EditRequest.Operation, path: String, expected: String) throws in
      #expect(
        String(decoding: try edited(Array(text.utf8), operation, path, format: .openstep), as: UTF8.self)
          == expected)
    }
  }

  @Test func stringsText() async throws {
    try await forEachRow(of: [
      (
        "/* Title */\n\"a\" = \"x\";\n\n/* Other */\n\"b\" = \"y\";\n",
        EditRequest.Operation.replace(json("\"ä \\\"q\\\"\"")), "a",
        "/* Title */\n\"a\" = \"ä \\\"q\\\"\";\n\n/* Other */\n\"b\" = \"y\";\n"
      ),
      (
        "/* Title */\n\"a\" = \"x\";\n\n/* Other */\n\"b\" = \"y\";\n",
        .insert(json("\"z\""), isAppending: false), "c",
        "/* Title */\n\"a\" = \"x\";\n\n/* Other */\n\"b\" = \"y\";\n\"c\" = \"z\";\n"
      ),
      (
        "/* Title */\n\"a\" = \"x\";\n\n/* Other */\n\"b\" = \"y\";\n", .remove, "a",
        "/* Title */\n\n/* Other */\n\"b\" = \"y\";\n"
      ),
      ("", .insert(json("\"z\""), isAppending: false), "c", "\"c\" = \"z\";\n"),
      (
        "/* nothing yet */\n", .insert(json("\"z\""), isAppending: false), "c",
        "/* nothing yet */\n\"c\" = \"z\";\n"
      ),
      (
        "/* none */\n\n", .insert(json("\"z\""), isAppending: false), "c", "/* none */\n\n\"c\" = \"z\";\n"
      ),
      ("/* none */", .insert(json("\"z\""), isAppending: false), "c", "/* none */\n\"c\" = \"z\";"),
      ("/* none */\n\n\"c\" = \"z\";\n", .remove, "c", "/* none */\n\n"),
      ("/* none */\r\n\"c\" = \"z\";", .remove, "c", "/* none */"),
      ("  \"c\" = \"z\"; \n/* end */", .remove, "c", "/* end */"),
      ("/* a */ \"c\" = \"z\"; // b\n", .remove, "c", "/* a */  // b\n"),
      (
        "\"a\" = \"b\"; // note\n", .insert(json("\"z\""), isAppending: false), "c",
        "\"a\" = \"b\"; // note\n\"c\" = \"z\";\n"
      ),
      (
        "  \"a\" = \"b\";", .insert(json("\"z\""), isAppending: false), "c",
        "  \"a\" = \"b\";\n  \"c\" = \"z\";"
      ),
      ("// head\n\"a\" = \"1\"; \"b\" = \"2\";\n", .remove, "a", "// head\n\"b\" = \"2\";\n"),
    ]) { (text: String, operation: EditRequest.Operation, path: String, expected: String) throws in
      #expect(
        String(decoding: try edited(Array(text.utf8), operation, path, format: .strings), as: UTF8.self)
          == expected)
    }
  }

  @Test func encodingsStay() throws {
    let text = "\"grüß\" = \"a\";\n\"b\" = \"c\";\n"
    let wide = [0xFF, 0xFE] + Array(try #require(text.data(using: .utf16LittleEndian)))
    let changed =
      [0xFF, 0xFE]
      + Array(
        try #require("\"grüß\" = \"日\";\n\"b\" = \"c\";\n".data(using: .utf16LittleEndian)))
    #expect(try edited(wide, .replace(json("\"日\"")), "grüß") == changed)
    let latin = try #require(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><dict><key>ü</key><string>é</string></dict></plist>"
        .data(
          using: .isoLatin1))
    let expected = try #require(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><dict><key>ü</key><string>&#x65E5;ö</string></dict></plist>"
        .data(using: .isoLatin1))
    #expect(try edited(Array(latin), .replace(json("\"日ö\"")), "ü") == Array(expected))
  }

  @Test func refusals() async throws {
    try await forEachRow(of: [
      (EditRequest.Operation.remove, "x", "edit/path"), (.remove, "a.b", "edit/path"),
      (.remove, "l.2", "edit/path"),
      (.insert(json("1"), isAppending: false), "a", "edit/path"),
      (.insert(json("1"), isAppending: false), "l.3", "edit/path"),
      (.insert(json("1"), isAppending: false), "x.y", "edit/path"),
      (.insert(json("1"), isAppending: true), "a", "edit/path"),
      (.replace(json("1")), "l.2", "edit/path"), (.replace(json("1")), "l.x", "edit/path"),
    ]) { (operation: EditRequest.Operation, path: String, rule: String) throws in
      let problem = #expect(throws: Diagnostic.self) {
        try edited(Array("{\"a\":1,\"l\":[1,2]}".utf8), operation, path)
      }
      #expect(problem?.rule.rawValue == rule)
    }
  }

  @Test func lossesAreRefusedOrNoted() throws {
    let date = try #require(ValueText.date("2020-01-01T00:00:00Z"))
    let problem = #expect(throws: Diagnostic.self) {
      try edited(Array("{}".utf8), .replace(date), "a", format: .json, policy: .refuse)
    }
    #expect(problem?.rule == .conversionLoss)
    #expect(
      String(decoding: try edited(Array("{}".utf8), .replace(date), "a", format: .json), as: UTF8.self)
        == "{\"a\":\"2020-01-01T00:00:00Z\"}")
  }
}

/// Random edits of documents with comments, odd spacing and several line ends.
@Suite struct TextEditingPropertyTests {
  static let documents: [(Format, String)] = [
    (.xml1, TextEditingTests.xml),
    (
      .xml1,
      "<plist><dict><key>a</key><array><true/><!-- c --><dict><key>b</key><real>1.5</real></dict></array></dict></plist>"
    ),
    (
      .xml1,
      "<!-- top --><plist>\n<array>\n\t<string>a<![CDATA[b]]></string><!-- in -->\n\n\t<dict>\n\t</dict>\n</array></plist><!-- end -->"
    ),
    (.json, "{\n  \"a\": [1, 2, {\"b\": null}],\n\n  \"c\"  :  { \"d\": \"e\\\"}\" , \"f\": [ ] }\n}\n"),
    (.json, "[{\"a\":[[],{}]},\"x\",2.50]"),
    (
      .openstep,
      "// !$*UTF8*$!\n{\n\tobjects = {\n\n/* Begin */\n\t\tA1 /* x.m */ = {isa = File; path = \"ü x\"; };\n\t\tB2 = { list = (\n\t\t\tA1 /* x.m */,\n\t\t\tC3, /* y */\n\t\t); };\n/* End */\n\t};\n\troot = A1 /* x.m */;\n}\n"
    ),
    (.openstep, "(a, (b), {c = <00 ff>; 'd' = \"e;\";},)"),
    (.strings, "/* one */\n\"a\" = \"1\"; // x\n\n/* two */ b = 'c;';\r\n\"k\";\n"),
  ]

  @Test func randomEdits() async throws {
    try await forEachRow(of: Self.documents.indices) { (index: Int) throws in
      let (format, text) = Self.documents[index]
      var random = SystemRandomNumberGenerator()
      for _ in 0..<60 {
        let bytes = Array(text.utf8)
        let document = try readDocument(bytes, format)
        let paths = Self.paths(of: document)
        let (path, isContainer) = try #require(paths.randomElement(using: &random))
        let value = json(
          ["\"new\"", "{\"n\":[\"v\"]}", "[]", "[\"x\",{}]"].randomElement(using: &random) ?? "[]")
        let operation: EditRequest.Operation
        var target = path
        switch Int.random(in: 0..<3, using: &random) {
        case 0 where !path.components.isEmpty: operation = .remove
        case 1 where isContainer == .dictionary:
          target = KeyPath(components: path.components + [Array("fresh".utf8)])
          operation = .insert(value, isAppending: false)
        case 1 where isContainer == .array:
          operation = .insert(value, isAppending: true)
        default:
          if path.components.isEmpty { continue }
          operation = .replace(value)
        }
        let request = EditRequest(operation, path: target, shownPath: target.dotted)
        try check(request, bytes, format, document)
      }
    }
  }

  private func check(_ request: EditRequest, _ bytes: [UInt8], _ format: Format, _ document: Document) throws
  {
    let (path, edit) = try request.resolve(in: document)
    var losses = LossReport()
    let (splices, result) = try bytes.withByteView { view in
      let splices = try #require(
        try TextEditor.splices(for: [(path, edit)], in: view, format: format, losses: &losses))
      return (splices, TextSplice.apply(splices, to: view))
    }
    // The document is the one that the edit asks for.
    var builder = DocumentBuilder(source: .empty)
    try document.send(editing: path, edit, into: &builder)
    let expected = try builder.finish()
    let actual = try readDocument(result, format)
    #expect(try actual.log() == expected.log(), "\(String(decoding: result, as: UTF8.self))")
    // Outside of the splices nothing changed, and no comment is lost but those within a removed entry.
    var at = 0
    var place = 0
    for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let kept = splice.range.lowerBound - at
      #expect(bytes[at..<splice.range.lowerBound].elementsEqual(result[place..<place + kept]))
      place += kept + splice.text.count
      at = splice.range.upperBound
    }
    #expect(bytes[at...].elementsEqual(result[place...]))
    if case .remove = edit { return }
    for comment in [
      "<!-- the first -->", "<!-- note -->", "<!-- c -->", "/* Begin */", "/* End */", "/* y */", "/* one */",
      "// x",
    ]
    where String(decoding: bytes, as: UTF8.self).contains(comment) {
      if case .replace = edit { continue }
      #expect(String(decoding: result, as: UTF8.self).contains(comment))
    }
  }

  /// All paths of a document with the kind of container that each leads to.
  private static func paths(of document: Document) -> [(KeyPath, ContainerKind?)] {
    var found: [(KeyPath, ContainerKind?)] = []
    var open: [(KeyPath, Int)] = [(KeyPath(components: []), 0)]
    while let (path, index) = open.popLast() {
      let kind = document.containerKind(at: index)
      found.append((path, kind))
      guard kind != nil else { continue }
      var at = index + 2
      var number = 0
      while at < document.word(at: index).end {
        var component = Array(String(number).utf8)
        if kind == .dictionary {
          component = document.text(at: at).array
          at = document.next(after: at)
        }
        open.append((KeyPath(components: path.components + [component]), at))
        at = document.next(after: at)
        number += 1
      }
    }
    return found
  }
}
