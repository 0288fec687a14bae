// The rules xcode/….

extension LintRule {
  static let xcodeDanglingReference = LintRule(
    project: .xcodeDanglingReference, .error,
    summary: "a reference to an object that the project does not have",
    why:
      "A merge or an edit lost the object; Xcode drops the file, target or setting, or cannot open the project.",
    bad: "A3 = {isa = PBXGroup; children = (A9);};", good: "A3 = {isa = PBXGroup; children = ();};")

  static let xcodeMissingFile = LintRule(
    project: .xcodeMissingFile, summary: "a build file without a file",
    why:
      "A merge or an edit lost the reference, and Xcode shows '(null)'; the file is not part of the target.",
    bad:
      "A3 = {isa = PBXGroup;}; A4 = {isa = PBXBuildFile;}; A6 = {isa = PBXSourcesBuildPhase; files = (A4);};",
    good: """
      A3 = {isa = PBXGroup; children = (A5);}; A4 = {isa = PBXBuildFile; fileRef = A5;};
          \(file) A6 = {isa = PBXSourcesBuildPhase; files = (A4);};
      """)

  static let xcodeSeveralParents = LintRule(
    project: .xcodeSeveralParents, summary: "a file or a group in two groups, or twice in one",
    why: "Xcode calls the project malformed and keeps one of the two.",
    bad: "A3 = {isa = PBXGroup; children = (A4, A4);}; A4 = {isa = PBXGroup; path = A;};",
    good: "A3 = {isa = PBXGroup; children = (A4);}; A4 = {isa = PBXGroup; path = A;};")

  static let xcodeDuplicateFile = LintRule(
    project: .xcodeDuplicateFile,
    summary: "a file twice in a build phase or group, or an entry twice in another list",
    why: "Xcode skips the second with a warning in each build; it is usually left over from a merge.",
    bad: """
      A3 = {isa = PBXGroup; children = (A5);}; A4 = {isa = PBXBuildFile; fileRef = A5;};
          \(file) A6 = {isa = PBXSourcesBuildPhase; files = (A4, A4);};
      """,
    good: """
      A3 = {isa = PBXGroup; children = (A5);}; A4 = {isa = PBXBuildFile; fileRef = A5;};
          \(file) A6 = {isa = PBXSourcesBuildPhase; files = (A4);};
      """)

  static let xcodeDuplicateID = LintRule(
    .xcodeDuplicateID, summary: "an id that two elements of a storyboard or xib file have",
    why:
      "Interface Builder cannot open the file, or connects the wrong object; it is usually left over from a merge.",
    bad: interface("<view id=\"v1\"/><label id=\"v1\"/>"),
    good: interface("<view id=\"v1\"/><label id=\"l1\"/>"))

  static let xcodeOrphan = LintRule(
    project: .xcodeOrphan,
    summary: "a build file in no build phase, or a file that is built, but in no group",
    why: "A merge or an edit lost the entry: the file is not part of the target, or Xcode cannot find it.",
    bad: "A3 = {isa = PBXGroup; children = (A5);}; A4 = {isa = PBXBuildFile; fileRef = A5;}; \(file)",
    good: """
      A3 = {isa = PBXGroup; children = (A5);}; A4 = {isa = PBXBuildFile; fileRef = A5;};
          \(file) A6 = {isa = PBXSourcesBuildPhase; files = (A4);};
      """)

  static let xcodeWrongKind = LintRule(
    project: .xcodeWrongKind, .error, summary: "a reference to an object of another kind than its key means",
    why: "Xcode drops the entry or cannot open the project.",
    bad: "A3 = {isa = PBXGroup; children = (A5);}; \(file) A6 = {isa = PBXSourcesBuildPhase; files = (A5);};",
    good: """
      A3 = {isa = PBXGroup; children = (A5);}; A4 = {isa = PBXBuildFile; fileRef = A5;};
          \(file) A6 = {isa = PBXSourcesBuildPhase; files = (A4);};
      """)

  private static let file = "A5 = {isa = PBXFileReference; path = A.m;};"

  /// Creates a rule with the objects of a small project as examples.
  private convenience init(
    project id: DiagnosticRule, _ severity: Severity = .warning, summary: String, why: String, bad: String,
    good: String
  ) {
    @Sendable func project(_ objects: String) -> LintExample {
      LintExample(
        "project.pbxproj",
        """
        // !$*UTF8*$!
        {
          objects = {
            A1 = {isa = PBXProject; mainGroup = A3;};
            \(objects)
          };
          rootObject = A1;
        }

        """)
    }
    self.init(id, severity, summary: summary, why: why, bad: project(bad), good: project(good))
  }

  private static func interface(_ views: String) -> LintExample {
    LintExample(
      "a.xib", "<document type=\"com.apple.InterfaceBuilder3.Cocoa.XIB\">\n  \(views)\n</document>\n")
  }
}
