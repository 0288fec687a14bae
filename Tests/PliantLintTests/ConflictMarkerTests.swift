// A conflict that a merge left is one mistake of its own, in every grammar.

import PliantBase
import PliantLint
import TestSupport
import Testing

@Suite struct ConflictMarkerTests {
  private static let conflict = "<<<<<<< HEAD\n%1\n=======\n%2\n>>>>>>> theirs\n"

  private static func text(_ before: String, _ ours: String, _ theirs: String, _ after: String) -> String {
    before + conflict.replacing("%1", with: ours).replacing("%2", with: theirs) + after
  }

  static let documents: [(name: String, text: String)] = [
    ("a.xml", text("<a>\n", "<b/>", "<c/>", "</a>\n")),
    (
      "Info.plist",
      text("<plist version=\"1.0\"><dict>\n", "<key>a</key>", "<key>b</key>", "<true/></dict></plist>\n")
    ),
    ("a.json", text("{\n", "\"a\": 1", "\"a\": 2", "}\n")),
    ("a.strings", text("\"a\" = \"1\";\n", "\"b\" = \"1\";", "\"b\" = \"2\";", "")),
    (
      "project.pbxproj",
      text("// !$*UTF8*$!\n{\n\tobjects = {\n", "\t\tA = {};", "\t\tB = {};", "\t};\n}\n")
    ),
  ]

  @Test(arguments: documents)
  func isOneFinding(_ document: (name: String, text: String)) throws {
    let findings = Self.lint(document.text, document.name)
    let marker =
      1
      + document.text.prefix(upTo: document.text.firstRange(of: "<<<<<<<")!.lowerBound).count {
        $0 == "\n"
      }
    #expect(
      findings.map { "\($0.line):\($0.column) \($0.message)" }
        == ["\(marker):1 unresolved merge conflict; keep one side and remove the markers"], "\(document.name)"
    )
    #expect(findings.allSatisfy { $0.advice == nil })
  }

  @Test func otherMistakesStay() {
    let before = Self.lint("{\"a\" 1}\n\(Self.documents[2].text)", "a.json")
    #expect(before.contains { !$0.message.hasPrefix("unresolved") })
    #expect(!Self.lint("{\n<<<<<<< HEAD\n}", "a.json").contains { $0.message.hasPrefix("unresolved") })
  }

  private static func lint(_ text: String, _ name: String) -> [Finding] {
    Array(text.utf8).withByteView { Linter().lint($0, name: name).findings }
  }
}
