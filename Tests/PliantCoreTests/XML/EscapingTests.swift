// Escaping and unescaping, whole and cut at every byte.

import PliantCore
import TestSupport
import Testing

/// What a transformation of a stream gives, or its diagnostic as text.
private func stream(
  _ bytes: [UInt8], chunk: Int = 65536,
  _ body: (consuming TextWindow, consuming OutputBuffer) throws(Diagnostic) -> OutputBuffer
) -> String {
  guard let descriptor = Platform.makeAnonymousFile() else { return "no file" }
  defer { Platform.closeDescriptor(descriptor) }
  do throws(Failure) {
    var file = OutputBuffer(to: .descriptor(descriptor))
    bytes.withByteView { file.append($0) }
    try file.drain()
  } catch { return "no file" }
  Platform.seek(descriptor, to: 0)
  do throws(Diagnostic) {
    let window = TextWindow(InputWindow(descriptor: descriptor, chunkSize: chunk), kind: .text)
    let output = try body(window, OutputBuffer())
    return String(decoding: output.bytes, as: UTF8.self)
  } catch {
    return error.text(file: "f")
  }
}

private func escaped(
  _ text: String, chunk: Int = 65536, _ change: (inout XMLEscaper.Options) -> Void = { _ in }
)
  -> String
{
  var options = XMLEscaper.Options()
  change(&options)
  return stream(Array(text.utf8), chunk: chunk) { window, output throws(Diagnostic) in
    try XMLEscaper.run(window, options, output: output)
  }
}

private func unescaped(_ text: String, html: Bool = false, cdata: Bool = false, chunk: Int = 65536) -> String
{
  var options = XMLUnescaper.Options()
  options.asHTML = html
  options.readsCDATA = cdata
  return stream(Array(text.utf8), chunk: chunk) { window, output throws(Diagnostic) in
    try XMLUnescaper.run(window, options, output: output)
  }
}

@Suite struct EscapingTests {
  private static let sample = "a<b> & \"q\" 'ä'\t€ 😀\r\n]]>x]]]>"

  @Test func eachOptionEscapesWhatItSays() {
    #expect(escaped(Self.sample) == "a&lt;b&gt; &amp; \"q\" 'ä'\t€ 😀\r\n]]&gt;x]]]&gt;")
    #expect(
      escaped(Self.sample) { $0.forAttribute = true }
        == "a&lt;b&gt; &amp; &quot;q&quot; &apos;ä&apos;&#x9;€ 😀&#xD;&#xA;]]&gt;x]]]&gt;")
    #expect(
      escaped(Self.sample) { $0.asciiOnly = true }
        == "a&lt;b&gt; &amp; \"q\" '&#xE4;'\t&#x20AC; &#x1F600;\r\n]]&gt;x]]]&gt;")
    #expect(
      escaped(Self.sample) { $0.htmlNames = true }
        == "a&lt;b&gt; &amp; \"q\" '&auml;'\t&euro; 😀\r\n]]&gt;x]]]&gt;")
    #expect(
      escaped(Self.sample) { $0.asCDATA = true }
        == "<![CDATA[a<b> & \"q\" 'ä'\t€ 😀\r\n]]]]><![CDATA[>x]]]]]><![CDATA[>]]>")
    #expect(escaped("") { $0.asCDATA = true } == "<![CDATA[]]>")
    // A mark stays where other characters beyond ASCII may.
    #expect(escaped("\u{FEFF}ä") == "\u{FEFF}ä")
    #expect(escaped("\u{FEFF}ä") { $0.asciiOnly = true } == "&#xFEFF;&#xE4;")
    #expect(escaped("\u{FEFF}ä") { $0.asCDATA = true } == "<![CDATA[ä]]>")
  }

  @Test func whatXMLCannotHoldIsRefusedInItsPlace() {
    for (text, place) in [
      ("a\u{1}", "f:1:2:"), ("a\nb\u{0}", "f:2:2:"), ("ä\u{FFFF}", "f:1:2:"), ("\u{B}", "f:1:1:"),
    ] {
      #expect(
        escaped(text).hasPrefix(place + " error: U+00") || escaped(text).hasPrefix(place + " error: U+FFFF"))
      #expect(escaped(text) { $0.asCDATA = true }.hasPrefix(place))
    }
    #expect(
      stream([0x61, 0x0A, 0xC3, 0xA4, 0xFF]) { window, output throws(Diagnostic) in
        try XMLEscaper.run(window, XMLEscaper.Options(), output: output)
      }.hasPrefix("f:2:2: error: "))
  }

  @Test func piecesOfAnySizeGiveTheSame() {
    for chunk in [16, 17, 19, 23] {
      let long = String(repeating: Self.sample, count: 20)
      #expect(escaped(long, chunk: chunk) == escaped(long))
      #expect(escaped(long, chunk: chunk) { $0.asCDATA = true } == escaped(long) { $0.asCDATA = true })
      #expect(unescaped(escaped(long) { $0.asciiOnly = true }, chunk: chunk) == long)
      #expect(unescaped(escaped(long) { $0.htmlNames = true }, chunk: chunk) == long)
      #expect(unescaped(escaped(long) { $0.forAttribute = true }, chunk: chunk) == long)
      #expect(unescaped(escaped(long) { $0.asCDATA = true }, cdata: true, chunk: chunk) == long)
    }
  }

  @Test func referencesAreResolvedOrRefused() async throws {
    try await forEachRow(of: [
      ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&#233;&#xE9;&#x1F600;&#xe9;", "éé😀é"),
      ("&nbsp;", "\u{A0}"), ("&CounterClockwiseContourIntegral;", "∳"), ("&NotEqualTilde;", "≂̸"),
      ("&Auml;&auml;", "Ää"),
      ("&amp;amp;", "&amp;"), ("&#0000000065;", "A"), ("&#x10FFFF;", "\u{10FFFF}"),
      ("<a>&lt;</a>", "<a><</a>"),
      ("plain", "plain"), ("", ""), ("<![CDATA[&amp;]]>", "<![CDATA[&]]>"),
      ("&", "f:1:1: error: unescaped '&'; write &amp; for the character itself"),
      ("a & b", "f:1:3: error: unescaped '&'"),
      ("x\n&foo;", "f:2:1: error: undefined entity '&foo;'"),
      ("&amp", "f:1:1: error: missing ';' after the reference &amp"),
      ("&#;", "f:1:1: error: missing digits in the reference"),
      ("&#x;", "f:1:1: error: missing digits in the reference"),
      ("&#1a;", "f:1:1: error: missing digits in the reference"),
      ("&#xD800;", "f:1:1: error: invalid reference to U+D800"),
      ("&#0;", "f:1:1: error: invalid reference to"),
      ("&#x110000;", "f:1:1: error: invalid reference to a number beyond"),
      ("&#99999999999999999999;", "f:1:1: error: invalid reference to a number beyond"),
      ("ä&#x1;", "f:1:2: error: invalid reference to U+0001"),
      ("&#XE9;", "f:1:1: error: missing digits in the reference"),
    ]) { (text: String, expected: String) in
      let found = unescaped(text)
      #expect(expected.hasPrefix("f:") ? found.hasPrefix(expected) : found == expected)
    }
  }

  @Test func htmlIsReadAsHTMLDoes() async throws {
    try await forEachRow(of: [
      ("&copy 2020", "© 2020"), ("&notit;", "¬it;"), ("&#128;", "€"), ("&#XE9;", "é"), ("&ampx", "&x"),
      ("&notin;", "∉"), ("Tom & Jerry", "Tom & Jerry"), ("?a=1&b=2", "?a=1&b=2"), ("&#0;", "\u{FFFD}"),
      ("&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}"), ("&#65abc", "Aabc"), ("&;&#;&#x;&", "&;&#;&#x;&"),
      ("&unknown;", "&unknown;"), ("caf&eacute", "café"), ("&#x41g", "Ag"), ("&#1;", "\u{1}"),
      ("&&amp;", "&&"),
    ]) { (text: String, expected: String) in
      #expect(unescaped(text, html: true) == expected)
    }
  }

  @Test func sectionsAreReadAsTheirText() {
    #expect(unescaped("a<![CDATA[<&amp;>]]>&lt;<b>", cdata: true) == "a<&amp;><<b>")
    #expect(unescaped("<![CDATA[a]]]]><![CDATA[>]]>", cdata: true) == "a]]>")
  }

  @Test func everyNameIsKnown() {
    #expect(HTMLEntities.count == 2125)
    #expect(unescaped("&zwnj;&Aacute;&AElig;&zwj;") == "\u{200C}ÁÆ\u{200D}")
  }

  @Test func otherEncodingsBecomeUTF8() {
    let utf16: [UInt8] =
      [0xFF, 0xFE] + "ä<😀".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let found = stream(utf16, chunk: 16) { window, output throws(Diagnostic) in
      try XMLEscaper.run(window, XMLEscaper.Options(), output: output)
    }
    #expect(found == "ä&lt;😀")
  }
}
