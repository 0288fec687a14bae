// The rules strings/placeholders, strings/plurals and strings/missing.

extension LintRule {
  static let stringsPlaceholders = LintRule(
    .stringsPlaceholders, summary: "a translation whose placeholders are not those of the text",
    why: """
      The application crashes or shows a wrong or no value. lint compares the types of the arguments, in any order, names \
      such as {name}, and XLIFF's inline elements, in string catalogues, XLIFF and gettext, and with the development \
      language's file next to .strings and .properties files and Android's resources; forms of plurals for zero, one \
      and two may leave out their number. A percent sign that begins no placeholder must be %% in such a text.
      """,
    bad: xliff("%d de %d"), good: xliff("%2$@ de %1$@"))

  static let stringsPlurals = LintRule(
    .stringsPlurals, summary: "a plural whose forms are not those of its language or format",
    why: """
      The application shows the wrong form or none, and the compiler of Android's resources rejects the file. The forms \
      are zero, one, two, few, many and other; gettext's header declares their number.
      """,
    bad: plural("single"), good: plural("one"))

  private static func plural(_ form: String) -> LintExample {
    LintExample(
      "res/values/strings.xml",
      """
      <resources><plurals name="files">
      <item quantity="\(form)">a file</item><item quantity="other">%d files</item>
      </plurals></resources>

      """)
  }

  static let stringsMissing = LintRule(
    .stringsMissing, .warning, summary: "a text that a translation lacks",
    why:
      "The application shows the text of another language. Off unless selected, because translations follow later.",
    bad: LintExample("de.lproj/a.strings", "\"a\" = \"b\";\n"),
    good: LintExample("de.lproj/a.strings", "\"a\" = \"b\";\n\"c\" = \"d\";\n"), options: .missing,
    isDefault: false)

  private static func xliff(_ target: String) -> LintExample {
    LintExample(
      "a.xliff",
      """
      <xliff version="1.2"><file source-language="en" target-language="fr"><body>
      <trans-unit id="a"><source>%1$@ of %2$@</source><target>\(target)</target></trans-unit>
      </body></file></xliff>

      """)
  }
}

extension LintOptions {
  /// The options of the example, with a file of the development language.
  fileprivate static let missing: LintOptions = {
    var options = LintOptions(selecting: .stringsMissing)
    options.otherFile = { $0 == "en.lproj/a.strings" ? Array("\"a\" = \"b\";\n\"c\" = \"d\";\n".utf8) : nil }
    return options
  }()
}
