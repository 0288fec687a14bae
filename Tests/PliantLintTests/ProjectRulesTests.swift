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
          + "A7 = {isa = PBXShellScriptBuildPhase; files = (A5); shellScript = 0123456789ABCDEF01234567;};",
        []
      ),
      (
        "A2 = {isa = PBXGroup;}; A4 = {isa = PBXContainerItemProxy; containerPortal = A1; remoteGlobalIDString = A9;};",
        [
          "4 xcode/dangling-reference: missing object 'A9', to which 'remoteGlobalIDString' of 'A4' (PBXContainerItemProxy) refers"
        ]
      ),
      // Objects of another kind, in no list, and twice in one.
      (
        "A2 = {isa = PBXGroup; children = (A3,\nA4);}; A3 = {isa = PBXFileReference; path = a.m; sourceTree = \"<group>\";};\n"
          + "A4 = {isa = PBXBuildFile; fileRef = A3;}; A5 = {isa = PBXSourcesBuildPhase; files = (\nA3);};",
        [
          "5 xcode/wrong-kind: 'children' of 'A2' refers to the build file 'A4' (a.m in (null)); expected a file or group",
          "7 xcode/wrong-kind: 'files' of 'A5' (Sources) refers to the file or group 'A3' (a.m); expected a build file",
        ]
      ),
      (
        "A2 = {isa = PBXGroup;};\nA3 = {isa = PBXFileReference; path = a.m; sourceTree = \"<group>\";};\n"
          + "A4 = {isa = PBXBuildFile; fileRef = A3;}; A5 = {isa = PBXSourcesBuildPhase; files = (A4);};\n"
          + "A6 = {isa = PBXBuildFile; fileRef = A3;};",
        [
          "5 xcode/orphan: 'A3' (a.m) is built, but in no group",
          "7 xcode/orphan: build file 'A6' (a.m in (null)) is in no build phase",
        ]
      ),
      (
        "A2 = {isa = PBXGroup; children = (A3, A4,\nA5, A6);};\n"
          + "A3 = {isa = PBXFileReference; path = a.m; sourceTree = \"<group>\";};\n"
          + "A4 = {isa = PBXFileReference; path = a.m; sourceTree = SOURCE_ROOT;};\n"
          + "A5 = {isa = PBXFileReference; path = a.m; sourceTree = \"<group>\";};\n"
          + "A6 = {isa = PBXFileReference; path = b.app; sourceTree = BUILT_PRODUCTS_DIR;};\n"
          + "A7 = {isa = PBXAggregateTarget; name = T; dependencies = (A8,\nA8);}; A8 = {isa = PBXTargetDependency;};",
        [
          "5 xcode/duplicate-file: 'a.m' is twice in 'A2', as 'A3' (a.m) and 'A5' (a.m)",
          "11 xcode/duplicate-file: 'A8' (PBXTargetDependency) is twice in 'dependencies' of 'A7' (T)",
        ]
      ),
      (
        "A2 = {isa = PBXGroup;};\nA3 = {path = a.m;};",
        ["5 plist/required: missing key 'isa' in 'objects.A3'"]
      ),
    ]) { (objects: String, expected: [String]) in
      #expect(Self.lint(objects) == expected)
    }
  }

  @Test func roots() {
    let text = "// !$*UTF8*$!\n{objects = {A1 = {isa = PBXProject; targets = (A1);};};}"
    #expect(
      LinterTests.lint(Array(text.utf8), "project.pbxproj").map(\.message) == [
        "missing key 'rootObject' in the document",
        "'targets' of 'A1' (Project object) refers to the project 'A1' (Project object); expected a target",
      ])
    // The brace that belongs on the next line.
    #expect(
      LinterTests.lint("// !$*UTF8*$!{\n  a = b;\n}\n", "project.pbxproj") == ["3:1 plist/structure"])
  }

  @Test func idsOfInterfaces() {
    let text = "<document><view id=\"a\"/><subviews>\n<view id=\"b\"/><label id=\"a\"/></subviews></document>"
    #expect(LinterTests.lint(text, "Main.storyboard") == ["2:15 xcode/duplicate-id"])
    #expect(LinterTests.lint(text, "a.xml") == [])
  }
}
