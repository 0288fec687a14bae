// Placeholders of translations: those that differ, and percent signs that only look like one.

import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct TranslationTests {
  static func lint(_ text: String, _ name: String, other: (name: String, text: String)? = nil) -> [String] {
    var options = LintOptions()
    options.otherFile = { $0 == other?.name ? Array((other?.text ?? "").utf8) : nil }
    return LinterTests.lint(Array(text.utf8), name, options).map { "\($0.line) \($0.message)" }
  }

  private static func strings(_ source: String, _ target: String) -> [String] {
    lint(
      "\"k\" = \"\(target)\";\n", "a/de.lproj/L.strings",
      other: ("a/en.lproj/L.strings", "\"k\" = \"\(source)\";\n"))
  }

  @Test func strings() async throws {
    try await forEachRow(of: [
      ("%@ of %@", "%2$@ von %1$@", ""), ("%1$@ %2$d", "%2$ld, %1$@", ""), ("%d%%", "%d %%", ""),
      ("%d%%", "%%%d", ""),
      ("50% discount", "50 % Rabatt", ""), ("100%", "100 % der Daten", ""), ("%@", "% @", ""),
      ("%d items", "% d items", ""),
      ("%.2f of %5d", "%f von %d", ""), ("%*d %@", "%*d %@", ""), ("%#@files@", "%#@files@ %@", ""),
      ("%@", "", ""),
      ("%count% of %total%", "%total% / %count%", ""), ("%(name)s", "%(name)s", ""),
      ("Save 20%", "%20si", ""),
      ("%@ of %@", "%@", "missing placeholder '%@'"), ("%@", "@", "missing placeholder '%@'"),
      ("%@", "%d", "placeholder '%d' for argument 1, which is '%@' in the text"),
      ("%d of %@", "%@ von %d", "placeholder '%@' for argument 1, which is '%d' in the text"),
      ("%1$@ > %2$@", "1$@ > %2$@", "missing placeholder '%1$@'"),
      ("%d", "%d %d", "placeholder '%d', but the text has only 1"),
      ("done", "%@ fertig", "placeholder '%@', which the text lacks"),
      ("%name%", "%nome%", "missing placeholder 'name'"),
    ]) { (source: String, target: String, expected: String) in
      #expect(Self.strings(source, target) == (expected.isEmpty ? [] : ["1 'k': " + expected]))
    }
    // Without the development language's file, nothing is known.
    #expect(Self.lint("\"k\" = \"%@\";\n", "a/de.lproj/L.strings") == [])
  }

  @Test func otherFormats() async throws {
    let catalogue = """
      {"sourceLanguage": "en", "version": "1.0", "strings": {"%lld of %@": {"localizations": {
      "de": {"stringUnit": {"state": "translated", "value": "%lld"}},
      "fr": {"stringUnit": {"state": "new", "value": "%lld"}},
      "pl": {"variations": {"plural": {"one": {"stringUnit": {"state": "translated", "value": "jeden z %2$@"}},
        "other": {"stringUnit": {"state": "translated", "value": "%2$@"}}}}}}},
      "title": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "%@"}},
        "en": {"stringUnit": {"state": "translated", "value": "%@ %@"}}}}}}
      """
    #expect(
      Self.lint(catalogue, "L.xcstrings") == [
        "2 '%lld of %@': missing placeholder '%@'", "5 '%lld of %@': missing placeholder '%lld'",
        "6 'title': missing placeholder '%@'",
      ])
    let plurals = """
      <plist version="1.0"><dict><key>k</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
      <key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>ld</string><key>one</key><string>one of %2$@</string>
      <key>other</key><string>%@ files</string></dict></dict></dict></plist>
      """
    #expect(
      Self.lint(plurals, "L.stringsdict") == [
        "4 'k': object placeholder, but NSStringFormatValueTypeKey is 'ld'"
      ])
    let broken = """
      <plist version="1.0"><dict><key>k</key><dict><key>NSStringLocalizedFormatKey</key><string>%1$#@a@ %#@b@</string>
      <key>a</key><dict><key>NSStringFormatSpecTypeKey</key><string>Plural</string><key>one</key><string>x</string>
      </dict></dict></dict></plist>
      """
    #expect(
      Self.lint(broken, "L.stringsdict") == [
        "1 'k': missing variable 'b'", "2 missing key 'other' in 'k.a'",
        "2 'k.a.NSStringFormatSpecTypeKey' has the value 'Plural'; expected 'NSStringPluralRuleType'",
      ])
    let units = """
      <xliff version="1.2"><file><body><trans-unit id="a"><source>%@ and %d</source>
      <target>%d</target><alt-trans><target>none</target></alt-trans></trans-unit>
      <trans-unit id="/%d files:dict/files:dict/one:dict/:string"><source>%d file</source><target>a file</target></trans-unit>
      <trans-unit id="b"><source>%@ <x id="1"/></source><target><x id="1"/></target></trans-unit></body></file></xliff>
      """
    #expect(
      Self.lint(units, "de.xliff") == ["2 'a': placeholder '%d' for argument 1, which is '%@' in the text"])
    let android = """
      <resources><string name="a">%1$s is <b>%2$d</b></string><string name="f" formatted="false">%d</string>
      <plurals name="p"><item quantity="one">%d file</item><item quantity="other">%d files</item></plurals></resources>
      """
    let german = """
      <resources><string name="a">%1$s</string><string name="f" formatted="false">100%</string>
      <string name="x">%s</string>
      <plurals name="p"><item quantity="one">eine Datei</item><item quantity="other">Dateien</item></plurals></resources>
      """
    let other = ("res/values/strings.xml", android)
    #expect(
      Self.lint(german, "res/values-de/strings.xml", other: other)
        == ["1 'a': missing placeholder '%2$d'", "3 'p': missing placeholder '%d'"])
    #expect(Self.lint(german, "res/values-land/strings.xml", other: other) == [])
    let english = "# a\n! b = {9}\na = {0} of {1}\nb: %d of \\\n   %d\nc=plain\nd\\ e={0,number}\n"
    #expect(
      Self.lint(
        "a={1} {1}\nb=%d\nc={0}\nd\\ e = {0} '{2}'\n", "x/m_pt_BR.properties",
        other: ("x/m.properties", english))
        == [
          "1 'a': missing placeholder '{0}'", "2 'b': missing placeholder '%d'",
          "4 'd\\ e': placeholder '{2}', which the text lacks",
        ])
    #expect(Self.lint("a={1}\n", "x/m.properties", other: ("x/m_en.properties", english)) == [])
    #expect(
      Self.lint("a={0}\n", "x/m_de.properties", other: ("x/m_en.properties", english))
        == ["1 'a': missing placeholder '{1}'"])
    let po = """
      msgid ""
      msgstr "Content-Type: text/plain; charset=UTF-8\\n"

      #, c-format
      msgid "%s has "
      "%<PRIu64> of %d"
      msgstr "%s"

      #, c-format
      msgid "%d file"
      msgid_plural "%d files"
      msgstr[0] "one file"
      msgstr[1] "%s files"

      #, fuzzy, c-format
      msgid "%s"
      msgstr "none"

      msgid "100% sure"
      msgstr "%s"
      """
    #expect(
      Self.lint(po, "de.po") == [
        "7 '%s has %<PRIu64> of %d': missing placeholder '%<PRIu64>'",
        "13 '%d files': placeholder '%s' for argument 1, which is '%d' in the text",
      ])
  }
}
