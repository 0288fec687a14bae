// Paths: their spellings, and finding one value in a stream of events.

import PliantCore
import PliantQuery
import TestSupport
import Testing

@Suite struct KeyPathTests {
  @Test func spellings() async throws {
    try await forEachRow(of: [
      ("a.b\\.c.0", ["a", "b.c", "0"]), ("a", ["a"]), ("", []), ("a..b", ["a", "", "b"]),
      ("/a~1b/~0/0", ["a/b", "~", "0"]),
      ("/", [""]), ("a\\b", ["a\\b"]),
    ]) { (text: String, components: [String]) in
      let path = try #require(KeyPath(text))
      #expect(path.components == components.map { Array($0.utf8) })
    }
  }

  @Test func badPointers() {
    #expect(KeyPath("/a~2") == nil)
    #expect(KeyPath("/a~") == nil)
  }
}

@Suite struct PathFinderTests {
  @Test func values() async throws {
    try await forEachRow(of: [
      ("a", "1"), ("b.0", "'x'"), ("b.1.c", "{d: [true]}"), ("b.1.c.d.0", "true"), ("b.2", nil), ("x", nil),
      ("a.b", nil), ("/b/1/c/d", "[true]"),
      ("twice", "2"), ("nested.k", nil), ("b", "['x' {c: {d: [true]}}]"),
    ]) { (path: String, events: String?) throws in
      let text = """
        {"skip":{"a":[9]},"a":1,"b":["x",{"c":{"d":[true]}}],"twice":1,"twice":2,"nested":{"k":1},"nested":{"l":2}}
        """
      try Array(text.utf8).withByteView { view in
        let finder = PathFinder(try #require(KeyPath(path)), source: view)
        var sink = VisitorSink(finder)
        try JSONReader.read(view, into: &sink)
        #expect(try finder.finish()?.log() == events)
      }
    }
  }

  /// What lies beside the way is skipped in one go, and judged as it would be on the way.
  @Test func skipsWhatIsValid() async throws {
    try await forEachRow(of: [
      ("<array><dict><key>a</key><integer>1</integer></dict><string>x</string></array>", "1", "'x'"),
      ("<array><dict><key>a</key><integer> 0x10</integer></dict><string>x</string></array>", "1", "'x'"),
      (
        "<array><dict><key>&#97;</key><array><!-- c --><true></true></array></dict><string>x</string></array>",
        "1", "'x'"
      ),
      ("<dict><key>s</key><array><dict/></array><key>k</key><real>1.5</real></dict>", "k", "1.5nr"),
      ("<dict><key>k</key><real>1</real><key>k</key><data>QQ==</data></dict>", "k", "<41>"),
      (
        "<array><array></array><array><array><true/></array></array><date>2001-01-01T00:00:00Z</date></array>",
        "2", "0.0d"
      ),
      ("<array><dict><key>a</key></dict><true/></array>", "1", "plist.key-without-value"),
      ("<array><dict><integer>1</integer></dict><true/></array>", "1", "plist.value-without-key"),
      ("<array><array><integer>1x</integer></array><true/></array>", "1", "plist.bad-integer"),
      ("<array><array><real>x</real></array><true/></array>", "1", "plist.bad-real"),
      ("<array><array><date>2001-02-30T00:00:00Z</date></array><true/></array>", "1", "plist.bad-date"),
      ("<array><array><data>*</data></array><true/></array>", "1", "plist.bad-data"),
      ("<array><dict><key>a</key><true/></array></dict><true/></array>", "1", "xml.mismatched-tag"),
      ("<array><array><string>a & b</string></array><true/></array>", "1", "xml.bad-reference"),
      ("<array><array><string>a\u{1}</string></array><true/></array>", "1", "true"),
      ("<array><array><string>a\u{FFFE}</string></array><true/></array>", "1", "xml.illegal-character"),
      ("<array><array><true/>", "1", "xml.unclosed-element"),
      ("<array><array><string>a &amp;&#65; b &lt;</string></array><true/></array>", "1", "true"),
      ("<array><dict><key>&amp;</key><string>&#x41;</string></dict><true/></array>", "1", "true"),
      ("<array><array><string>]]&gt;</string></array><true/></array>", "1", "true"),
      ("<array><array><string>&#0;</string></array><true/></array>", "1", "xml.illegal-character-reference"),
      ("<array><array><string>&e;</string></array><true/></array>", "1", "xml.undefined-entity"),
      ("<array><array><string>&amp;]]></string></array><true/></array>", "1", "xml.section-end-in-text"),
      (
        "<array><array><date>x</date><data>QQ==</data></array><true/></array>", "1", "plist.bad-date"
      ),
    ]) { (text: String, path: String, outcome: String) throws in
      let whole = Array("<plist version=\"1.0\">\n\(text)\n</plist>".utf8)
      let found = try whole.withByteView { (view: ByteView) throws -> (way: String?, whole: Failure?) in
        var failure: Failure?
        var log = EventLog()
        do throws(Failure) { try XMLPropertyListReader.read(view, into: &log) } catch { failure = error }
        let finder = PathFinder(try #require(KeyPath(path)), source: view)
        var sink = VisitorSink(finder)
        do throws(Failure) {
          try XMLPropertyListReader.read(view, into: &sink)
        } catch {
          #expect(error == failure, "the failure of the whole")
          return (error.code.name.description, failure)
        }
        return (try finder.finish()?.log(), failure)
      }
      #expect(found.whole == nil ? found.way == outcome : found.way == found.whole?.code.name.description)
      if found.whole != nil { #expect(outcome.contains(".")) }
    }
  }

  /// What the tight loop takes of each type of value is what is right, and it takes no more.
  @Test(arguments: [
    (
      "data",
      [
        "", " ", "QQ==", "QUI=", "QUJD", "QQ", "Q", "Q Q\n=\t=", "QUJD\n\t\tREVG\r\n", "QQ==QQ==", "QQ==Q",
        "====",
        "QUI=x", "+/9A", "QUJDREVGR0hJSktM\nTU5P", "QUJDREVG@@@@", "QUJDREV\u{E9}", "QU=I", "[QUJ", "QQ===",
        "{{{{",
        "QUJDREVGR0hJSktMTU5PUFFS\u{1}", "`UJDREVG", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=",
      ]
    ),
    (
      "real",
      [
        "1.5", "-1.5", "1.", ".5", "1e5", "nan", "-inf", "-", "", "1.5x", "1.5.5", "+1.5", " 1.5",
        "12345678.12345678",
        "123456789.123456789", "1:5", "1./5",
      ]
    ),
    (
      "integer",
      [
        "1", "-1", "", "-", "--1", "+5", "0x1F", "123456789012345678", "1234567890123456789", "12345678:",
        "1234567/",
        "99999999999999999999999999999999999999999", "1 ",
      ]
    ),
    (
      "date",
      [
        "2012-03-01T06:00:00Z", "2012-02-30T06:00:00Z", "2012-03-01T24:00:00Z", "2012-03-01T06:60:00Z",
        "2012-03-01T06:00:60Z", "0000-01-01T00:00:00Z", "2012-13-01T06:00:00Z", "2012-00-01T06:00:00Z",
        "2012-03-00T06:00:00Z", "2012:03-01T06:00:00Z", "2012-03-01 06:00:00Z", "2012-03-01T06:00:00z",
        "2012-03-01T06-00:00Z", "2O12-03-01T06:00:00Z", "2012-03-01T06:00:00.5Z", "212-03-01T06:00:00Z", "",
        "2012-03-01T06:00:0:Z", "/012-03-01T06:00:00Z",
      ]
    ),
  ])
  func judgesValuesAsReadingDoes(type: String, texts: [String]) {
    for text in texts {
      let whole = Array("<array><array><\(type)>\(text)</\(type)></array><true/></array>".utf8)
      let (way, failure) = Self.failures(whole)
      #expect(way == failure, "\(type) \(text.debugDescription)")
    }
  }

  @Test func skippingFindsWhatReadingFinds() {
    var refused = 0
    for seed in 0..<600 {
      var text = SampleDocument(.xml1, seed: UInt64(seed)).text
      var random = SeededGenerator(seed: UInt64(seed) &* 7919)
      for _ in 0..<random.below(3) where !text.isEmpty {
        text[random.below(text.count)] = Array("<>&/ax\"=!-]\u{1}\r9".utf8)[random.below(14)]
      }
      let (way, failure) = Self.failures(text)
      #expect(way == failure, "\(seed): \(String(decoding: text, as: UTF8.self))")
      if failure != nil { refused += 1 }
    }
    #expect((100..<500).contains(refused))
  }

  /// Why a text is refused where one value is looked for, and where it is read whole.
  private static func failures(_ text: [UInt8]) -> (way: Failure?, whole: Failure?) {
    text.withByteView { view in
      guard UTF8Validation.firstInvalidOffset(in: view) == nil else { return (nil, nil) }
      let finder = PathFinder(KeyPath(dotted: "1.x"), source: view)
      var sink = VisitorSink(finder)
      var log = EventLog()
      var (way, whole): (Failure?, Failure?)
      do throws(Failure) { try XMLPropertyListReader.read(view, into: &sink) } catch { way = error }
      do throws(Failure) { try XMLPropertyListReader.read(view, into: &log) } catch { whole = error }
      return (way, whole)
    }
  }

  @Test func skipsJSON() async throws {
    try await forEachRow(of: [
      ("[{\"a\":[1,{}]},\"x\"]", "'x'"), ("[[1,]]", nil), ("[{\"a\":01},2]", nil), ("[[\"\\x\"],2]", nil),
      ("[[[]],[2]", nil),
      ("[{\"a\" 1},2]", nil), ("[[nul],2]", nil), ("[[],[\"b\"]]", "['b']"),
    ]) { (text: String, value: String?) throws in
      try Array(text.utf8).withByteView { view in
        let finder = PathFinder(KeyPath(dotted: "1"), source: view)
        var sink = VisitorSink(finder)
        guard let value else {
          #expect(throws: Failure.self) { try JSONReader.read(view, into: &sink) }
          return
        }
        try JSONReader.read(view, into: &sink)
        #expect(try finder.finish()?.log() == value)
      }
    }
  }

  @Test func containersDeeperThanAllowedAreRefusedBesideTheWayToo() {
    for depth in [40, 100, 510, 511, 512] {
      let text =
        "<array>" + String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
      let whole = Array((text + "<true/></array>").utf8)
      whole.withByteView { view in
        let finder = PathFinder(KeyPath(dotted: "1"), source: view)
        var sink = VisitorSink(finder)
        var failure: Failure?
        do throws(Failure) { try XMLPropertyListReader.read(view, into: &sink) } catch { failure = error }
        #expect((failure != nil) == (depth + 1 > Limits.depth), "\(depth)")
      }
    }
  }

  @Test func binaryListsAreNotReadBesideTheWay() throws {
    let document = try ValueText.json(#"{"s":[1,[2],[2]],"a":{"b":[[5],"v"]},"z":[[2],[2]]}"#)
    var losses = LossReport()
    var failed = 0
    var output = OutputBuffer()
    try BinaryPropertyListWriter.write(document, losses: &losses, index: &failed, to: &output)
    try output.bytes.withByteView { view in
      for (path, events) in [
        ("a.b.1", "'v'"), ("s.2.0", "2"), ("z", "[[2] [2]]"), ("a.b.0", "[5]"), ("s.3", nil),
      ] {
        let finder = PathFinder(KeyPath(dotted: path), source: view)
        var sink = VisitorSink(finder)
        try BinaryPropertyListReader.read(view, into: &sink)
        #expect(try finder.finish()?.log() == events, "\(path)")
      }
    }
  }
}
