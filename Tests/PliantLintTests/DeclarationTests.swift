// What HTML, sources and catalogues declare: judged by lint, and made true by its fixes.

import Foundation
import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct DeclarationTests {
  private static let german = "Die Wärme der Übergänge über den größeren Flüssen überrascht die Gäste."
  static let documents: [(name: String, head: String)] = [
    ("a.html", "<!DOCTYPE html>\n<html><head><meta charset=\"%\"></head>\n"),
    ("a.html", "<html><meta http-equiv='Content-Type' content='text/html; charset=%'>\n"),
    ("a.py", "#!/usr/bin/python3\n# -*- coding: % -*-\n# "),
    ("de.po", "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=%\\n\"\n# "),
    ("a.css", "@charset \"%\";\n/* "),
  ]

  private static func text(_ head: String, _ declared: String) -> String {
    head.replacingOccurrences(of: "%", with: declared) + german + "\n"
  }

  @Test(arguments: documents) func aFalseDeclarationIsFoundAndMadeTrue(_ name: String, _ head: String) throws
  {
    let bytes = try LinterTests.encode(Self.text(head, "UTF-8"), "macintosh")
    let findings: [Finding] = LinterTests.lint(bytes, name)
    #expect(findings.map { "\($0.rule.id)" } == ["encoding/mismatch"])
    // gettext has no name for it.
    if name == "de.po" {
      #expect(LintFixer(LintOptions(), kind: .declaration).fix(bytes, name: name) == nil)
      return
    }
    let fixed = try #require(LintFixer(LintOptions(), kind: .declaration).fix(bytes, name: name))
    #expect(fixed.bytes == (try LinterTests.encode(Self.text(head, "macintosh"), "macintosh")))
    let written = try #require(LintFixer(LintOptions(), kind: .bytes).fix(bytes, name: name))
    #expect(String(decoding: written.bytes, as: UTF8.self) == Self.text(head, "UTF-8"))
  }

  @Test(arguments: documents) func aTrueDeclarationIsClean(_ name: String, _ head: String) throws {
    // gettext calls windows-1252 CP1252.
    for encoding in ["UTF-8", "ISO-8859-1", name == "de.po" ? "CP1252" : "windows-1252"] {
      let bytes = try LinterTests.encode(Self.text(head, encoding), encoding)
      let findings: [Finding] = LinterTests.lint(bytes, name)
      #expect(findings.isEmpty, "\(encoding)")
    }
  }

  @Test func labelsOfHTMLMeanWhatBrowsersReadThemAs() throws {
    let page =
      "<!DOCTYPE html><head><meta charset=\"ISO-8859-1\"></head><p>It’s “fine” – très bien, voilà l’été.\n"
    let findings: [Finding] = LinterTests.lint(try LinterTests.encode(page, "windows-1252"), "a.html")
    #expect(findings.isEmpty)
  }

  @Test func wordsThatNameNoEncodingDeclareNone() {
    for text in [
      "# coding standards: none\n# é\n", "# encoding: see below\né\n", "<html><meta charset='{{x}}'>é\n",
    ] {
      let findings: [String] = LinterTests.lint(text, "a.txt")
      #expect(findings.isEmpty, "\(text)")
    }
  }
}
