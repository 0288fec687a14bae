// The layout and spelling of written XML property lists.

import PliantCore
import TestSupport
import Testing

/// The document that an XML property list is, written again.
func rewrittenPropertyList(
  _ text: String, style: XMLPropertyListStyle = .standard, losses: inout LossReport
) throws(Failure) -> String {
  let report = losses
  let (result, counted) = try Array(text.utf8).withByteView { view throws(Failure) in
    var writer = XMLPropertyListWriter(style: style, losses: report)
    try XMLPropertyListReader.read(view, into: &writer)
    let counted = writer.losses
    return (String(decoding: writer.finish().bytes, as: UTF8.self), counted)
  }
  losses = counted
  return result
}

struct XMLPropertyListWriterTests {
  static let header = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  static func body(_ text: String, _ style: XMLPropertyListStyle = .standard) throws -> String {
    var losses = LossReport(policy: .refuse)
    let written = try rewrittenPropertyList(text, style: style, losses: &losses)
    return String(written.dropFirst(header.count).dropLast("\n</plist>\n".count))
  }

  @Test func writesApplesLayout() throws {
    let source = "<dict><key>a</key><array><dict/><array/><true/></array><key>b</key><data>QUFB</data></dict>"
    let expected = """
      <dict>
      \t<key>a</key>
      \t<array>
      \t\t<dict/>
      \t\t<array/>
      \t\t<true/>
      \t</array>
      \t<key>b</key>
      \t<data>
      \tQUFB
      \t</data>
      </dict>
      """
    #expect(try Self.body(source) == expected)
  }

  /// Value, as written, as written canonically.
  static let values: [(String, String, String)] = [
    ("<real>0.1</real>", "<real>0.1</real>", "<real>0.10000000000000001</real>"),
    ("<real>0.10</real>", "<real>0.1</real>", "<real>0.10000000000000001</real>"),
    ("<real>1.0</real>", "<real>1</real>", "<real>1</real>"),
    ("<real>0</real>", "<real>0.0</real>", "<real>0.0</real>"),
    ("<real>-0.0</real>", "<real>-0.0</real>", "<real>0.0</real>"),
    ("<real>1e20</real>", "<real>1e+20</real>", "<real>1e+20</real>"),
    ("<real>5e-324</real>", "<real>5e-324</real>", "<real>4.9406564584124654e-324</real>"),
    ("<real>inf</real>", "<real>+infinity</real>", "<real>+infinity</real>"),
    ("<real>-INF</real>", "<real>-infinity</real>", "<real>-infinity</real>"),
    ("<real>NaN</real>", "<real>nan</real>", "<real>nan</real>"),
    ("<integer>-0x10</integer>", "<integer>-16</integer>", "<integer>-16</integer>"),
    (
      "<string>&lt;&amp;&gt;\"'\t\n</string>", "<string>&lt;&amp;&gt;\"'\t\n</string>",
      "<string>&lt;&amp;&gt;\"'\t\n</string>"
    ),
    ("<string>\u{FFFD}ﬁ</string>", "<string>\u{FFFD}ﬁ</string>", "<string>\u{FFFD}ﬁ</string>"),
    (
      "<date>1-02-03T04:05:06Z</date>", "<date>0001-02-03T04:05:06Z</date>",
      "<date>0001-02-03T04:05:06Z</date>"
    ),
    ("<data></data>", "<data>\n</data>", "<data>\n</data>"),
  ]

  @Test func spells() async throws {
    try await forEachRow(of: Self.values) { (source: String, expected: String, canonical: String) throws in
      #expect(try Self.body(source) == expected)
      #expect(try Self.body(source, .canonical) == canonical)
    }
  }

  /// The canonical bytes that lose a value are written only where that is reported.
  @Test func canonicalLossesAreReported() throws {
    for (source, expected, canonical, loss) in [
      (
        "<real>1.00000000000000000001</real>", "<real>1.00000000000000000001</real>", "<real>1</real>",
        "digits"
      ),
      ("<real>1e400</real>", "<real>1e400</real>", "<real>+infinity</real>", "digits"),
      ("<string>a&#13;b</string>", "<string>a&#13;b</string>", "<string>a\rb</string>", "carriage return"),
    ] {
      #expect(try Self.body(source) == expected)
      #expect(throws: Failure.self, "\(source)") { try Self.body(source, .canonical) }
      var losses = LossReport(policy: .note)
      let written = try rewrittenPropertyList(source, style: .canonical, losses: &losses)
      #expect(written.contains(canonical), "\(written)")
      #expect(losses.notes.count == 1 && losses.notes[0].contains(loss), "\(losses.notes)")
    }
  }

  @Test func breaksDataByDepth() throws {
    let data = String(repeating: "QUFB", count: 40)
    let root = try Self.body("<data>\(data)</data>").split(separator: "\n")
    #expect(root.map(\.count) == [6, 76, 76, 8, 7])
    let deep =
      String(repeating: "<array>", count: 10) + "<data>\(data)</data>"
      + String(repeating: "</array>", count: 10)
    let lines = try Self.body(deep).split(separator: "\n")
    #expect(lines[11].count == 8 + 12)
    #expect(lines[11].prefix(9) == "\t\t\t\t\t\t\t\tQ")
  }

  @Test func countsLosses() throws {
    var writer = XMLPropertyListWriter()
    try writer.beginSet(count: 2)
    try writer.date(0.5)
    try writer.number(ByteView("1000000000000000000000000000000000000000"), kind: .integer)
    try writer.uid(3)
    try writer.endSet()
    #expect(writer.losses.notes.count == 3)
    let text = String(decoding: writer.finish().bytes, as: UTF8.self)
    #expect(text.contains("<date>2001-01-01T00:00:00Z</date>"))
    #expect(text.contains("<string>1000000000000000000000000000000000000000</string>"))
    #expect(text.contains("<key>CF$UID</key>\n\t\t<integer>3</integer>"))
  }

  @Test func refusesWhatXMLCannotHold() throws {
    var writer = XMLPropertyListWriter()
    #expect(throws: Failure(.plistUnwritableCharacter, "U+0001")) { try writer.string(ByteView("a\u{1}")) }
    #expect(throws: Failure(.plistUnwritableCharacter, "U+FFFE")) { try writer.key(ByteView("\u{FFFE}")) }
    #expect(throws: Failure(.nullRefused)) { try writer.null() }
    #expect(throws: Failure(.dateOutOfRange)) { try writer.date(1e17) }
  }
}
