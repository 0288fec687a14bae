// What is wrong with a project's objects, and what only looks so.

import PliantCore
import PliantLint
import TestSupport
import Testing

@Suite struct ProjectRulesTests {
  private static func lint(_ objects: String) -> [String] {
    let text = """
      // !$*UTF8*$!
      {objects = {
      A1 = {isa = PBXProject; mainGroup = A2;};
      \(objects)
      }; rootObject = A1;}
      """
    return LinterTests.lint(Array(text.utf8), "project.pbxproj").map {
      "\($0.line) \($0.rule.id): \($0.message)"
    }
  }

  @Test func objects() async throws {
    try await forEachRow(of: [
      (
        "A2 = {isa = PBXGroup; children = (A3,\nA9,);};\nA3 = {isa = PBXFileReference; path = a;};",
        ["5 xcode/dangling-reference: missing object 'A9', to which 'children' of 'A2' refers"]
      ),
      (
        "",
        [
          "3 xcode/dangling-reference: missing object 'A2', to which 'mainGroup' of 'A1' (Project object) refers"
        ]
      ),
      (
        "A2 = {isa = PBXGroup; children = (A3, A4);};\nA3 = {isa = PBXGroup; children = (A5);};\n"
          + "A4 = {isa = PBXGroup; name = B; children = (A5);};\nA5 = {isa = PBXFileReference; path = a;};",
        ["6 xcode/several-parents: 'A5' (a) is in 'A3' and 'A4' (B)"]
      ),
      (
        "A2 = {isa = PBXGroup;};\nA4 = {isa = PBXSourcesBuildPhase; files = (A5, A6,\nA7);};\n"
          + "A5 = {isa = PBXBuildFile; fileRef = A8;}; A6 = {isa = PBXBuildFile; fileRef = A8; platformFilter = ios;};\n"
          + "A7 = {isa = PBXBuildFile; fileRef = A8;}; A8 = {isa = PBXFileReference; path = a.m;};",
        ["6 xcode/duplicate-file: 'a.m' is twice in the build phase 'A4' (Sources)"]
      ),
      // Identifiers of another project, of targets in attributes, and in text.
      (
        "A2 = {isa = PBXGroup; children = (A3);}; A3 = {isa = PBXFileReference; path = B.xcodeproj;};\n"
          + "A4 = {isa = PBXContainerItemProxy; containerPortal = A3; remoteGlobalIDString = 0123456789ABCDEF01234567;};\n"
          + "A5 = {isa = PBXBuildFile; productRef = A6;}; A6 = {isa = XCSwiftPackageProductDependency;};\n"
          + "A7 = {isa = PBXShellScriptBuildPhase; files = (); shellScript = 0123456789ABCDEF01234567;};",
        []
      ),
      (
        "A2 = {isa = PBXGroup;}; A4 = {isa = PBXContainerItemProxy; containerPortal = A1; remoteGlobalIDString = A9;};",
        [
          "4 xcode/dangling-reference: missing object 'A9', to which 'remoteGlobalIDString' of 'A4' (PBXContainerItemProxy) refers"
        ]
      ),
    ]) { (objects: String, expected: [String]) in
      #expect(Self.lint(objects) == expected)
    }
  }

  @Test func idsOfInterfaces() {
    let text = "<document><view id=\"a\"/><subviews>\n<view id=\"b\"/><label id=\"a\"/></subviews></document>"
    #expect(LinterTests.lint(text, "Main.storyboard") == ["2:15 xcode/duplicate-id"])
    #expect(LinterTests.lint(text, "a.xml") == [])
  }
}
