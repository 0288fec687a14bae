// What XML property lists mean, and what is wrong with those that mean nothing.

import PliantCore
import TestSupport
import Testing

/// The events of an XML property list as text.
func propertyListLog(_ text: String) throws(Failure) -> String {
  try Array(text.utf8).withByteView { view throws(Failure) in
    var log = EventLog()
    try XMLPropertyListReader.read(view, into: &log)
    return log.text
  }
}

struct XMLPropertyListReaderTests {
  static let values: [(String, String)] = [
    ("<dict><key>a</key><string>b</string><key/><array/></dict>", "{a: 'b' : []}"),
    ("<array><true/><false></false><string/><dict></dict></array>", "[true false '' {}]"),
    ("<array> <!-- x --> <string>a<!-- x -->b<?p?>c</string></array>", "['abc']"),
    ("<string>&lt;&#xE9;<![CDATA[<&>]]>\r\n</string>", "'<é<&>\n'"),
    ("<integer>42</integer>", "42"),
    ("<integer>-9223372036854775808</integer>", "-9223372036854775808"),
    ("<integer>9223372036854775808</integer>", "9223372036854775808w"),
    (
      "<integer>170141183460469231731687303715884105727</integer>", "170141183460469231731687303715884105727w"
    ),
    (
      "<integer>-170141183460469231731687303715884105728</integer>",
      "-170141183460469231731687303715884105728w"
    ),
    ("<integer> + 0XfF</integer>", "255"),
    ("<integer>- 0x10</integer>", "-16"),
    ("<integer>1<!-- x -->2</integer>", "12"),
    ("<integer>007</integer>", "7"),
    ("<real>1.50</real>", "1.50nr"),
    ("<real>1e400</real>", "1e400nr"),
    ("<real>5</real>", "5.0r"),
    ("<real> +1.</real>", "1.0r"),
    ("<real>.5E1</real>", "5.0r"),
    ("<real>9007199254740993</real>", "9007199254740993.0nr"),
    ("<real> -00.12345678901234567890E2</real>", "-0.12345678901234567890E2nr"),
    ("<real>-0</real>", "-0.0r"),
    ("<real>nan</real>", "nanr"),
    ("<real>+INF</real>", "infr"),
    ("<real>-infinity</real>", "-infr"),
    ("<date>2001-01-01T00:00:01Z</date>", "1.0d"),
    ("<date>0001-01-01T00:00:00Z</date>", "-63113904000.0d"),
    ("<date>1-01-01T00:00:00Z</date>", "-63113904000.0d"),
    ("<date>9999-12-31T23:59:59Z</date>", "252423993599.0d"),
    ("<data>\n\tQU\n\tFB QQ=\t=\n</data>", "<41 41 41 41>"),
    // Foundation ignores an incomplete group.
    ("<data>QQ</data>", "<>"),
    ("<data>Q</data>", "<>"),
    ("<data>QQ==QUE=</data>", "<41 41 41>"),
    ("<data></data>", "<>"),
    ("<plist><array><plist><true/></plist></array></plist>", "[true]"),
    ("<dict><key>CF$UID</key><integer>7</integer></dict>", "{CF$UID: 7}"),
    ("<!DOCTYPE plist [<!ENTITY e 'x<y>'>]><plist><string>z</string></plist>", "'z'"),
    ("<!DOCTYPE plist [<!ENTITY e '<true/>'>]><plist><array>&e;&e;</array></plist>", "[true true]"),
    ("<!DOCTYPE plist [<!ENTITY e 'é'>]><plist><string>caf&e;</string></plist>", "'café'"),
    ("<?xml version='1.0'?>\n<plist version='9' other=''>\n<true/>\n</plist>\n<!-- end -->\n", "true"),
  ]

  @Test func reads() async throws {
    try await forEachRow(of: Self.values) { (text: String, expected: String) throws in
      #expect(try propertyListLog(text) == expected)
      if text.hasPrefix("<plist") || text.contains("DOCTYPE") || text.hasPrefix("<?xml") { return }
      #expect(try propertyListLog("<plist version=\"1.0\">\n\(text)\n</plist>") == expected)
    }
  }

  /// Input, code, offset.
  static let errors: [(String, String, Int)] = [
    ("<plist></plist>", "plist.empty", 7),
    ("<plist/>", "plist.empty", 0),
    ("<plist><true/><false/></plist>", "plist.second-value", 14),
    ("<plist>x<true/></plist>", "plist.text", 7),
    ("<plist><true/>x</plist>", "plist.text", 14),
    ("<dict><key>a</key></dict>", "plist.key-without-value", 6),
    ("<dict><key>a</key><key>b</key></dict>", "plist.key-without-value", 6),
    ("<dict><true/></dict>", "plist.value-without-key", 6),
    ("<dict>x</dict>", "plist.text", 6),
    ("<array><key>a</key></array>", "plist.misplaced-key", 7),
    ("<key>a</key>", "plist.misplaced-key", 0),
    ("<array><set/></array>", "plist.unknown-element", 7),
    ("<html/>", "plist.unknown-element", 0),
    ("<string>a<b/></string>", "plist.element-in-value", 9),
    ("<true>x</true>", "plist.not-empty", 0),
    ("<integer></integer>", "plist.bad-integer", 0),
    ("<integer/>", "plist.bad-integer", 0),
    ("<integer>abc</integer>", "plist.bad-integer", 0),
    ("<integer>1.5</integer>", "plist.bad-integer", 0),
    ("<integer>0x</integer>", "plist.bad-integer", 0),
    ("<integer>--1</integer>", "plist.bad-integer", 0),
    ("<integer>5 </integer>", "plist.bad-integer", 0),
    ("<integer>170141183460469231731687303715884105728</integer>", "plist.huge-integer", 0),
    ("<real></real>", "plist.bad-real", 0),
    ("<real>1.2.3</real>", "plist.bad-real", 0),
    ("<real>1.e</real>", "plist.bad-real", 0),
    ("<real>0x10</real>", "plist.bad-real", 0),
    ("<real>1.5 </real>", "plist.bad-real", 0),
    ("<real>infinite</real>", "plist.bad-real", 0),
    ("<date>2001-02-30T00:00:00Z</date>", "plist.bad-date", 0),
    ("<date>1900-02-29T00:00:00Z</date>", "plist.bad-date", 0),
    ("<date>--01-01-01T00:00:00Z</date>", "plist.bad-date", 0),
    ("<date>2001-13-01T00:00:00Z</date>", "plist.bad-date", 0),
    ("<date>2001-01-01T24:00:00Z</date>", "plist.bad-date", 0),
    ("<date>2001-01-01 00:00:00Z</date>", "plist.bad-date", 0),
    ("<date>2001-01-01T00:00:00</date>", "plist.bad-date", 0),
    ("<date>2001-01-01T00:00:00.5Z</date>", "plist.bad-date", 0),
    ("<date/>", "plist.bad-date", 0),
    ("<data>QQ*=</data>", "plist.bad-data", 8),
    ("<data>=QQ=</data>", "plist.bad-data", 6),
    ("<data/>", "plist.bad-data", 0),
    ("<string>&nope;</string>", "xml.undefined-entity", 8),
    (
      "<!DOCTYPE plist PUBLIC '-//Apple//DTD PLIST 1.0//EN' ''><string>&nope;</string>",
      "xml.undefined-entity", 64
    ),
    ("<plist><true/></plist>x", "xml.text-outside-root", 22),
    ("<plist><true/></plist><plist/>", "xml.second-root", 22),
    ("<array><true/>", "xml.unclosed-element", 0),
  ]

  @Test func refuses() async throws {
    try await forEachRow(of: Self.errors) { (text: String, code: String, offset: Int) throws in
      let failure = #expect(throws: Failure.self) { try propertyListLog(text) }
      #expect(failure?.code.name.description == code)
      #expect(failure?.offset == offset)
    }
  }

  @Test func goesOnAfterMistakes() throws {
    let text = """
      <plist><dict>
      <key>a</key><integer>x</integer>
      <key>b</key>
      <key>c</key><date>2001-02-30T00:00:00Z</date>
      <true/>
      <key>d</key><set><string>s</string></set>
      stray &amp;
      <key>e</key><string>a<b>c</b>&nope;d</string>
      <key>f</key><data>*</data>
      <key>g</key><array><key>k</key><real>1,5</real></array>
      </dict><true/></plist>
      """
    let (codes, log) = try Array(text.utf8).withByteView { view throws(Failure) in
      var log = EventLog()
      let window = TextWindow(text: view).streamed()
      let findings = try XMLPropertyListReader.readTolerantly(window, limit: 100, into: &log).mistakes
      return (findings.map { "\($0.code.name)" }, log.text)
    }
    #expect(
      codes == [
        "plist.bad-integer", "plist.key-without-value", "plist.bad-date", "plist.value-without-key",
        "plist.unknown-element", "plist.text", "plist.element-in-value", "xml.undefined-entity",
        "plist.bad-data",
        "plist.misplaced-key", "plist.bad-real", "plist.second-value",
      ])
    #expect(log == "{a: null b: null c: null : true d: null e: 'ad' f: null g: ['k' null]}")
  }

  /// A space in the tag leaves the path of plain elements, and nothing else differs.
  @Test func plainElementsReadAsOthers() {
    let pieces = [
      "&amp;", "&lt;", "&#233;", "&#x1F600;", "&e;", "&none;", "&#0;", "&#xFFFF;", "&", "&amp", "]]", ">",
      "a\r\nb",
      "<![CDATA[&]]>", "<!-- -->", "Straße", "\u{FFFD}", "\u{1}", "",
    ]
    func outcome(_ tag: String, _ text: String) -> String {
      let document =
        "<!DOCTYPE plist [<!ENTITY e 'x&#38;amp;y'>]><plist><array><\(tag)>\(text)</string></array></plist>"
      do throws(Failure) { return try propertyListLog(document) } catch {
        return "\(error.code.name) \(error.offset.map { $0 - tag.utf8.count } ?? -1) \(error.subject ?? "")"
      }
    }
    for first in pieces {
      for second in pieces {
        for text in ["\(first)\(second)", "a\(first)b\(second)c", "\(first) \(second)&amp;"] {
          #expect(outcome("string", text) == outcome("string ", text), "\(text)")
        }
      }
    }
  }

  @Test func boundsTheDepth() throws {
    let fits =
      String(repeating: "<plist><array>", count: 512) + String(repeating: "</array></plist>", count: 512)
    _ = try propertyListLog(fits.replacing("<array></array>", with: "<array><true/></array>"))
    let deep = String(repeating: "<array>", count: 513)
    let failure = #expect(throws: Failure.self) { try propertyListLog(deep) }
    #expect(failure?.code == .documentTooDeep)
    #expect(failure?.offset == 7 * 512)
  }

  @Test func refusesEveryTruncation() {
    let text =
      "<?xml version='1.0'?><!DOCTYPE plist [<!ENTITY e 'x'>]><plist version='1.0'><dict><key>a&e;</key>"
      + "<array><integer>1</integer><!-- c --><string><![CDATA[x]]>&#65;</string><data>QQ==</data></array></dict></plist>"
    for length in 0..<text.count {
      #expect(throws: Failure.self) { try propertyListLog(String(text.prefix(length))) }
    }
  }
}
