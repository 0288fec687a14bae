// Files whose names promise another kind than their content is.

import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct ContentKindTests {
  private static let html = "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=utf-8><p>404 & more</html>\n"

  @Test func contentOfAnotherKind() async throws {
    let rejected = "expected a property list, found JSON, which Apple's readers reject"
    try await forEachRow(of: [
      ("Info.plist", Self.html, "1 plist/structure: expected a property list, found HTML"),
      (
        "Info.plist", "<?xml version=\"1.0\"?>\n<html/>",
        "2 plist/structure: expected a property list, found HTML"
      ),
      ("a.mobileconfig", Self.html, "1 plist/structure: expected a property list, found HTML"),
      (
        "a.stringsdict", "<rss version=\"2.0\"/>",
        "1 plist/structure: expected a property list, found the element <rss>"
      ),
      ("a.plist", "\n{\"a\": 1}", "2 plist/structure: " + rejected),
      ("a.entitlements", "[]", "1 plist/structure: " + rejected),
      ("en.lproj/a.strings", "{\"a\": \"b\"}", "1 strings/syntax: expected a .strings file, found JSON"),
      ("a.strings", Self.html, "1 strings/syntax: expected a .strings file, found HTML"),
      ("a.storyboard", Self.html, "1 file/unrecognised: expected a .storyboard document, found HTML"),
      ("a.svg", "<!doctype html><p>", "1 file/unrecognised: expected a .svg document, found HTML"),
      ("de.xliff", "<svg/>", "1 file/unrecognised: expected a .xliff document, found the element <svg>"),
      ("de.xliff", "<x:xliff xmlns:x=\"u\"/>", ""), ("a.rss", "<feed/>", ""),
      // What these names allow.
      ("a.plist", "{}", ""), ("a.plist", "{a = 1;}", ""), ("a.plist", "<dict/>", ""),
      ("a.plist", "(\"a\")", ""),
      ("a.nib", "<archive/>", ""), ("a.xml", "<html/>", ""), ("a.svg", "<svg/>", ""), ("a.strings", "", ""),
      ("a.strings", "<plist version=\"1.0\"><dict/></plist>", ""), ("a.strings", "\"a\" = \"b\";", ""),
      ("project.pbxproj", "{\"objects\": 1}", ""), ("a.plist", "{% if a %}{\"a\": 1}{% endif %}", ""),
    ]) { (name: String, text: String, expected: String) in
      let found = LinterTests.lint(Array(text.utf8), name).filter { $0.rule.id != .plistDoctype }
      #expect(found.map { "\($0.line) \($0.rule.id): \($0.message)" } == (expected.isEmpty ? [] : [expected]))
    }
  }

  @Test func translationsWithoutAFormatAreChecked() {
    for (name, look) in [
      ("a.properties", "Java properties"), ("a.po", "gettext catalogue"), ("a.txt", "encoding only"),
    ] {
      let outcome = Array("a=b\n".utf8).withByteView { Linter().lint($0, name: name) }
      #expect(outcome.look.description == look)
    }
  }
}
