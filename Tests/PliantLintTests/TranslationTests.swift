// Placeholders of translations: those that differ, and percent signs that only look like one.

import Foundation
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
      // A lone percent sign in a format; in a text without arguments, or with one itself, it is one.
      ("%d%%", "%d%", "'%' is not a placeholder; write '%%' for a percent sign"),
      ("%lld%%", "%lld % sparen", "'% ' is not a placeholder; write '%%' for a percent sign"),
      ("%@: %d%%", "%@: %d % (ca.)", "'% ' is not a placeholder; write '%%' for a percent sign"),
      ("%@ %", "%@ % von", ""), ("done", "100 %", ""), ("%d %%", "%d\u{A0}%%", ""),
      // One argument has one type.
      ("%1$@", "%1$@ %1$d", "argument 1 has two types, '%1$@' and '%1$d'"), ("%1$d", "%1$d %1$x", ""),
      ("%@", "%1$@ %1$p", ""),
      // Names and numbers in braces, if the text has them.
      ("Hi {name}", "Salut {nom}", "missing placeholder '{name}'"),
      ("${count} items", "${anzahl} Dinge", "missing placeholder '${count}'"),
      ("{a} and {{b}}", "{{ b }} und { a }", ""),
      ("{a}", "{a} {b}", "placeholder '{b}', which the text lacks"),
      ("a", "{b}", ""), ("{a b} {…}", "{}", ""), ("p {color: red}", "p", ""), ("{x:>8}", "{x}", ""),
      ("{0:N2}", "{1}", "missing placeholder '{0}'"),
      ("{n, plural, one {one} other {{m} all}}", "{n, plural, one {eins} other {{m} alle}}", ""),
      ("{n, plural, one {one} other {{m} all}}", "{n, plural, other {alle}}", "missing placeholder '{m}'"),
      ("%1 of %2", "%2 / %1", ""), ("%1 of %2", "%1", "missing placeholder '%2'"), ("%20 of", "", ""),
      ("%2 of", "of", ""), ("%1%: %2%", "%2% %1%", ""),
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
      <trans-unit id="b"><source>%@ <x id="1"/></source><target><x id="1"/></target></trans-unit>
      <trans-unit id="a"><source>x</source><target>y</target></trans-unit></body></file></xliff>
      """
    #expect(
      Self.lint(units, "de.xliff") == [
        "2 'a': placeholder '%d' for argument 1, which is '%@' in the text",
        "4 'b': missing placeholder '%@'",
        "5 duplicate id 'a' of a translation unit",
      ])
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

  @Test func inlineElements() async throws {
    try await forEachRow(of: [
      ("Hi <x id=\"N\"/>!", "Salut!", "missing element <x id=\"N\">"),
      ("A <g id=\"1\">b</g>", "<g id=\"1\">b</g> A", ""),
      ("A <g id=\"1\">b</g>", "A b", "missing element <g id=\"1\">"),
      ("<x id=\"S\"/>b<x id=\"E\"/>", "<x id=\"S\"/>b<x id=\"S\"/>", "missing element <x id=\"E\">"),
      ("<ph id=\"1\">%s</ph> a", "a", "missing element <ph id=\"1\">"),
      ("<ph id=\"1\" canDelete=\"yes\"/>", "a", ""),
      ("<x id=\"1\"/>", "<x id=\"1\"/><x id=\"2\"/>", "element <x id=\"2\">, which the text lacks"),
      ("a", "<x id=\"1\"/>", ""), ("<x id=\"1\"/>", "", ""),
      ("{n, plural, other {<x id=\"1\"/>}}", "{n, plural, other {a}}", ""),
      ("<mrk id=\"1\">a</mrk>", "a", ""),
    ]) { (source: String, target: String, expected: String) in
      let old =
        "<xliff version=\"1.2\"><file><body><trans-unit id=\"k\"><source>\(source)</source><target>\(target)</target>"
        + "</trans-unit></body></file></xliff>"
      let new =
        "<xliff version=\"2.0\"><file><unit id=\"k\"><segment><source>\(source)</source><target>\(target)</target>"
        + "</segment></unit></file></xliff>"
      for text in [old, new] {
        #expect(Self.lint(text, "de.xlf") == (expected.isEmpty ? [] : ["1 'k': " + expected]))
      }
    }
  }

  private static func catalogue(_ localizations: String) -> String {
    "{\"sourceLanguage\": \"en\", \"version\": \"1.0\", \"strings\": {\"k\": {\"localizations\": {\(localizations)}}}}"
  }

  @Test func pluralsOfCatalogues() async throws {
    func unit(_ text: String) -> String {
      "{\"stringUnit\": {\"state\": \"translated\", \"value\": \"\(text)\"}}"
    }
    func plural(_ one: String, _ other: String, _ name: String = "one") -> String {
      "{\"variations\": {\"plural\": {\"\(name)\": \(unit(one)), \"other\": \(unit(other))}}}"
    }
    func substitution(_ value: String, _ form: String) -> String {
      unit(value).dropLast()
        + ", \"substitutions\": {\"n\": {\"formatSpecifier\": \"lld\", \"variations\": {\"plural\": {\"other\": \(unit(form))}}}}}"
    }
    let english = plural("%lld item", "%lld items")
    try await forEachRow(of: [
      (english, plural("ein Eintrag", "%lld Einträge"), []),
      (
        english, plural("%@ Eintrag", "%lld Einträge"),
        ["placeholder '%@' for argument 1, which is '%lld' in the text"]
      ),
      (english, plural("%lld Eintrag", "Einträge"), ["missing placeholder '%lld'"]),
      (english, unit("Einträge %@"), ["placeholder '%@' for argument 1, which is '%lld' in the text"]),
      (
        english, plural("%lld E", "%lld E", "single"),
        ["unknown plural form 'single'; expected zero, one, two, few, many, other"]
      ),
      (substitution("%#@n@", "%arg"), substitution("%#@n@ %#@m@", "%arg"), ["missing variable 'm'"]),
      (
        substitution("%#@n@", "%arg"), substitution("%#@n@", "%@"),
        ["object placeholder, but formatSpecifier is 'lld'"]
      ),
      (
        unit("%1$lld or %1$@"), unit("-"),
        ["argument 1 has two types, '%1$lld' and '%1$@'", "missing placeholder '%1$@'"]
      ),
    ]) { (own: String, german: String, expected: [String]) in
      let text = Self.catalogue("\"en\": \(own), \"de\": \(german)")
      #expect(Self.lint(text, "L.xcstrings") == expected.map { "1 'k': " + $0 })
    }
  }

  @Test func javaMessages() async throws {
    try await forEachRow(of: [
      (
        "a={0}", "a=l'heure: {0}",
        ["1 'a': placeholder '{0}' after an apostrophe, which quotes it; write '' for an apostrophe"]
      ),
      ("a={0}", "a=l''heure: {0}", []), ("a={0}", "a={0} l'heure", []), ("a='{0}'", "a='{0}'", []),
      // A reader to which an apostrophe is one.
      ("b=it's {0}\na={0}", "b={0}\na=l'heure: {0}", []),
      (
        "a={0}", "a=d'un {0}\na=x",
        [
          "1 'a': placeholder '{0}' after an apostrophe, which quotes it; write '' for an apostrophe",
          "2 duplicate key 'a'",
        ]
      ),
      ("a={0}", "[s]\na={0}\na={0}", []), ("a={user}", "a={User}", ["1 'a': missing placeholder '{user}'"]),
    ]) { (source: String, target: String, expected: [String]) in
      #expect(
        Self.lint(target + "\n", "x/m_fr.properties", other: ("x/m.properties", source + "\n")) == expected)
    }
  }

  @Test func dictionariesOfPlurals() {
    func plurals(_ format: String, _ form: String, type: String = "d") -> String {
      """
      <plist version="1.0"><dict><key>k</key><dict><key>NSStringLocalizedFormatKey</key><string>\(format)</string>
      <key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>\(type)</string><key>other</key><string>\(form)</string></dict>
      </dict></dict></plist>
      """
    }
    let own = ("en.lproj/L.stringsdict", plurals("%#@n@ in %@", "%d"))
    for (format, type, expected) in [
      ("%#@n@ in %@", "d", []), ("%2$@: %1$#@n@", "d", []),
      ("%#@n@ in %d", "d", ["1 'k': placeholder '%d' for argument 2, which is '%@' in the text"]),
      ("%#@n@", "d", ["1 'k': missing placeholder '%@'"]),
      ("%#@n@ in %@", "f", ["1 'k': placeholder '%f' for argument 1, which is '%d' in the text"]),
    ] {
      let found = Self.lint(plurals(format, "one", type: type), "de.lproj/L.stringsdict", other: own)
      #expect(found == expected, "\(format)")
    }
    // A variable within a form is no placeholder of it.
    #expect(Self.lint(plurals("%#@n@", "one in %#@n@"), "L.stringsdict") == [])
  }

  @Test(arguments: ["%i", "%u", "%ld", "%D"])
  func conversionsThatJavaLacks(_ placeholder: String) {
    func resource(_ text: String) -> String { "<resources><string name=\"k\">\(text)</string></resources>" }
    let found = Self.lint(
      resource(placeholder), "res/values-de/strings.xml", other: ("res/values/strings.xml", resource("%d")))
    #expect(found == ["1 'k': missing placeholder '%d'"])
  }

  @Test func androidResources() async throws {
    try await forEachRow(of: [
      ("<string name=\"k\">N'oubliez</string>", ["1 'k': unescaped apostrophe; write \\'"]),
      ("<string name=\"k\">N\\'oubliez \"x'y\" &apos;</string><string name=\"l\">\"N'oubliez\"</string>", []),
      ("<string name=\"k\"><![CDATA[<a href='x'>]]></string>", []),
      ("<string name=\"k\">x \\u00zz</string>", ["1 'k': '\\u' without four hexadecimal digits"]),
      ("<string name=\"k\">\\u00e9 \\\\u</string>", []),
      (
        "<string name=\"k\">%s to %s</string>",
        ["1 'k': several arguments without positions; write %1$s, or add formatted=\"false\""]
      ),
      (
        "<string name=\"k\">%1$s to %s</string>",
        ["1 'k': several arguments without positions; write %1$s, or add formatted=\"false\""]
      ),
      ("<string name=\"k\">%1$s to %2$s, 100%%</string><string name=\"d\">%D %M</string>", []),
      ("<string name=\"k\" formatted=\"false\">%s %s</string><string name=\"m\"><b>%s</b> %s</string>", []),
      (
        "<string name=\"k\">a</string>\n<string name=\"k\">b</string>", ["2 duplicate name 'k' of a <string>"]
      ),
      (
        "<string name=\"k\">a</string><string name=\"k\" product=\"tv\">b</string><bool name=\"k\">true</bool>",
        []
      ),
      (
        "<plurals name=\"k\"><item quantity=\"one\">%d</item></plurals>",
        ["1 'k': missing plural form 'other'"]
      ),
      (
        "<plurals name=\"k\"><item quantity=\"ones\">%d</item><item quantity=\"other\">%d</item></plurals>",
        ["1 'k': unknown plural form 'ones'; did you mean 'one'?"]
      ),
    ]) { (entries: String, expected: [String]) in
      let text = "<resources>\(entries)</resources>"
      #expect(Self.lint(text, "res/values/strings.xml") == expected)
      // Resources of other libraries have other rules.
      #expect(Self.lint(text, "composeResources/values/strings.xml") == [])
    }
    #expect(
      Self.lint(
        "<resources><string name=\"a\">%1$d%</string><string name=\"b\">%1$d</string></resources>",
        "res/values-fr/strings.xml",
        other: (
          "res/values/strings.xml",
          "<resources><string name=\"a\">%1$d of</string><string name=\"b\">%1$s</string></resources>"
        ))
        == [
          "1 'a': '%' is not a placeholder; write '%%' for a percent sign",
          "1 'b': placeholder '%1$d' for argument 1, which is '%1$s' in the text",
        ])
  }

  @Test func catalogues() async throws {
    let header = "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n!=1;\\n\"\n"
    try await forEachRow(of: [
      ("msgid \"a\"\nmsgstr \"b\"\nmsgctxt \"x\"\nmsgid \"a\"\nmsgstr \"\"\n#~ msgid \"a\"\n", []),
      ("msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"", ["6 duplicate msgid 'a'"]),
      (
        "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"", ["3 'a' has 1 plural form; the header declares 2"]
      ),
      ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"\"", []),
      (
        "msgid \"a\"\nmsgstr \"a \"b\"\"",
        ["4 unexpected text after a closing quotation mark; inside a string write \\\""]
      ),
      ("msgid \"a\"\nmsgstr \"a\n", ["4 unterminated string; add a closing quotation mark"]),
      ("msgid \"a\"\nmsgstr a\n", ["4 missing quotation mark before the string"]),
      ("msgid \"a\"\nmsgtsr \"a\"\n", ["3 missing msgstr of 'a'", "4 unknown keyword 'msgtsr'"]),
      ("msgid \"a {n}\"\nmsgstr \"a {m}\"", ["4 'a {n}': missing placeholder '{n}'"]),
      ("#,python-brace-format,fuzzy\nmsgid \"a {n}\"\nmsgstr \"a {m}\"", []),
      ("msgid \"a %s\"\nmsgstr \"a\"", []),
    ]) { (entries: String, expected: [String]) in
      #expect(Self.lint(header + entries + "\n", "de.po") == expected)
    }
  }

  private static let formats: [(entry: String, isRight: Bool)] = [
    ("#, c-format\nmsgid \"%ld a\"\nmsgstr \"%d a\"", false),
    ("#, c-format\nmsgid \"%u a\"\nmsgstr \"%d a\"", false),
    ("#, c-format\nmsgid \"%x a\"\nmsgstr \"%u a\"", true),
    ("#, c-format\nmsgid \"%i a\"\nmsgstr \"%5d a\"", true),
    ("#, c-format\nmsgid \"%5.2lf a\"\nmsgstr \"%f a\"", true),
    ("#, c-format\nmsgid \"%<PRIu64> a\"\nmsgstr \"%<PRIu32> a\"", false),
    ("#, c-format\nmsgid \"%zu a\"\nmsgstr \"%zu b\"", true),
    ("#, python-format\nmsgid \"%(n)d a\"\nmsgstr \"%(n)s a\"", false),
    ("#, python-format\nmsgid \"%(n)d a %(m)s\"\nmsgstr \"%(m)s a %(n)5d\"", true),
    ("#, python-format\nmsgid \"%ld a\"\nmsgstr \"%d a\"", true),
    ("#, qt-format\nmsgid \"%1 of %2\"\nmsgstr \"%2 of\"", false),
    ("#, qt-format\nmsgid \"%1 of %2\"\nmsgstr \"%2 of %1\"", true),
    ("#, c-format\nmsgid \"%d f\"\nmsgid_plural \"%d fs\"\nmsgstr[0] \"one\"\nmsgstr[1] \"%d fs\"", true),
    ("#, c-format\nmsgid \"%d f\"\nmsgid_plural \"%d fs\"\nmsgstr[0] \"%d f\"\nmsgstr[1] \"fs\"", false),
    ("msgid \"a\\n\"\nmsgstr \"b\"", false), ("msgid \"a\"\nmsgstr \"b\\n\"", false),
    ("msgid \"a\\n\"\nmsgstr \"b\\n\"", true),
  ]

  /// The verdict on each entry is msgfmt's.
  @Test func cataloguesAreJudgedAsMsgfmtDoes() throws {
    let header =
      "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n!=1;\\n\"\n\n"
    for (entry, isRight) in Self.formats {
      #expect(Self.lint(header + entry + "\n", "de.po").isEmpty == isRight, "\(entry)")
    }
    guard let msgfmt = find("msgfmt") else { try Test.cancel("msgfmt is not installed") }
    try withTemporaryFolder { folder in
      for (entry, isRight) in Self.formats {
        let file = folder.appendingPathComponent("de.po")
        try Data((header + entry + "\n").utf8).write(to: file)
        #expect((run(msgfmt, ["-c", "-o", "/dev/null", file.path]) == 0) == isRight, "\(entry)")
      }
    }
  }
}
