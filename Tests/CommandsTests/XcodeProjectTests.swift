// project.pbxproj as Xcode writes it: by format, from JSON and back, and what is no project of Xcode's.

import Commands
import Foundation
import PliantCore
import PliantFormats
import TestSupport
import Testing

@Suite struct XcodeProjectTests {
  static let project = """
    // !$*UTF8*$!
    {
    	archiveVersion = 1;
    	classes = {
    	};
    	objectVersion = 46;
    	objects = {

    /* Begin PBXBuildFile section */
    		A1 /* main file.m in Sources */ = {isa = PBXBuildFile; fileRef = B1 /* main file.m */; settings = {ATTRIBUTES = (Public, ); }; };
    		A2 /* (null) in Sources */ = {isa = PBXBuildFile; };
    /* End PBXBuildFile section */

    /* Begin PBXFileReference section */
    		B1 /* main file.m */ = {isa = PBXFileReference; lastKnownFileType = sourcecode.c.objc; path = "main file.m"; sourceTree = "<group>"; };
    /* End PBXFileReference section */

    /* Begin PBXGroup section */
    		C1 = {
    			isa = PBXGroup;
    			children = (
    				B1 /* main file.m */,
    			);
    			sourceTree = "<group>";
    		};
    /* End PBXGroup section */

    /* Begin PBXNativeTarget section */
    		D1 /* App */ = {
    			isa = PBXNativeTarget;
    			buildConfigurationList = G1 /* Build configuration list for PBXNativeTarget "App" */;
    			buildPhases = (
    				F1 /* Sources */,
    			);
    			name = App;
    		};
    /* End PBXNativeTarget section */

    /* Begin PBXProject section */
    		E1 /* Project object */ = {
    			isa = PBXProject;
    			attributes = {
    				TargetAttributes = {
    					D1 = {
    						TestTargetID = D1;
    					};
    				};
    			};
    			buildConfigurationList = G2 /* Build configuration list for PBXProject "Tool" */;
    			mainGroup = C1;
    			targets = (
    				D1 /* App */,
    			);
    		};
    /* End PBXProject section */

    /* Begin PBXSourcesBuildPhase section */
    		F1 /* Sources */ = {
    			isa = PBXSourcesBuildPhase;
    			files = (
    				A1 /* main file.m in Sources */,
    				A2 /* (null) in Sources */,
    			);
    		};
    /* End PBXSourcesBuildPhase section */

    /* Begin XCConfigurationList section */
    		G1 /* Build configuration list for PBXNativeTarget "App" */ = {
    			isa = XCConfigurationList;
    			buildConfigurations = (
    			);
    		};
    		G2 /* Build configuration list for PBXProject "Tool" */ = {
    			isa = XCConfigurationList;
    			buildConfigurations = (
    			);
    		};
    /* End XCConfigurationList section */
    	};
    	rootObject = E1 /* Project object */;
    }

    """

  private func output(_ input: [UInt8], _ words: String...) throws -> [UInt8] {
    let run = try CapturedRun(input: input)
    #expect(Program.run(words, context: run.context) == .success, "\(run.errorText)")
    return run.outputBytes
  }

  @Test func aProjectStaysAsItIs() throws {
    let text = try output(Array(Self.project.utf8), "format")
    #expect(String(decoding: text, as: UTF8.self) == Self.project)
  }

  @Test func aProjectInAnotherLayoutBecomesXcodes() throws {
    let plain = try output(Array(Self.project.utf8), "format", "--minify")
    let bare = String(decoding: plain, as: UTF8.self).replacing(/\/\*.*?\*\//, with: "")
    #expect(!bare.contains("main file.m in Sources"))
    // The project's name is known from a comment only.
    let text = String(decoding: try output(Array(bare.utf8), "format"), as: UTF8.self)
    #expect(text == Self.project.replacing("PBXProject \"Tool\"", with: "PBXProject \"App\""))
  }

  @Test func aProjectComesBackFromJSON() throws {
    let json = try output(Array(Self.project.utf8), "convert", "json")
    try withTemporaryFolder { folder in
      let inner = folder.appendingPathComponent("Tool.xcodeproj")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try Data(json).write(to: inner.appendingPathComponent("project.json"))
      let run = try CapturedRun(in: folder)
      let code = run.run("convert", "openstep", "--style", "xcode", "-o", "-", "Tool.xcodeproj/project.json")
      #expect(code == .success, "\(run.errorText)")
      #expect(run.outputText == Self.project)
    }
  }

  @Test func commentsOfOnesOwnAreNoted() throws {
    let text = Self.project.replacing("\tclasses", with: "\t/* mine */\n\tclasses")
    let run = try CapturedRun(input: Array(text.utf8))
    #expect(run.run("format") == .success)
    #expect(run.outputText == Self.project)
    #expect(run.errorText.contains("1 comment was dropped"), "\(run.errorText)")
  }

  @Test func whatIsNoProjectIsLaidOutAsUsual() throws {
    let text = try output(Array("// !$*UTF8*$!\n{b=1;/* c */a=2;}".utf8), "format")
    #expect(String(decoding: text, as: UTF8.self) == "// !$*UTF8*$!\n{\n\tb = 1; /* c */\n\ta = 2;\n}\n")
    let run = try CapturedRun(input: Array("{\"a\":1}".utf8))
    #expect(run.run("convert", "openstep", "--style", "xcode") == .failure)
    #expect(run.errorText.contains("not an Xcode project"), "\(run.errorText)")
    #expect(run.outputText == "")
    #expect(run.run("convert", "json", "--style", "xcode") == .trouble)
  }

  /// One that SwiftPM wrote in a layout of its own is the only one that changes.
  @Test(.enabled(if: corpus("realworld") != nil)) func realProjectsComeBackByteForByte() throws {
    var (count, same, back) = (0, 0, 0)
    for entry in corpusEntries("realworld").filter({ $0.path.hasSuffix(".pbxproj") }).sampled(every: 5) {
      let bytes = Array(entry.bytes)
      count += 1
      let formatted = try CapturedRun(input: bytes)
      #expect(formatted.run("format") == .success, "\(entry.path): \(formatted.errorText)")
      if formatted.outputBytes == bytes { same += 1 }
      #expect(try output(formatted.outputBytes, "format") == formatted.outputBytes, "\(entry.path)")
      let name = bytes.withByteView { XcodeProject.name(in: $0, path: "") }
      try withTemporaryFolder { folder in
        let inner = folder.appendingPathComponent(String(decoding: name ?? [], as: UTF8.self) + ".xcodeproj")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data(try output(bytes, "convert", "json")).write(to: inner.appendingPathComponent("p.json"))
        let run = try CapturedRun(in: inner)
        let path = inner.appendingPathComponent("p.json").path
        #expect(run.run("convert", "openstep", "--style", "xcode", "-o", "-", path) == .success)
        if run.outputBytes == bytes { back += 1 }
      }
    }
    #expect(Double(same) >= 0.95 * Double(count), "\(same) of \(count)")
    #expect(Double(back) >= 0.95 * Double(count), "\(back) of \(count)")
  }
}

extension XcodeProjectTests {
  @Test func editsKeepTheLayoutAndExplainWhatIsNew() throws {
    let file = "{\"isa\":\"PBXFileReference\",\"path\":\"new.m\"}"
    let first = try CapturedRun(input: Array(Self.project.utf8))
    #expect(first.run("insert", "objects.B2", "--json", file) == .success, "\(first.errorText)")
    let second = try CapturedRun(input: first.outputBytes)
    #expect(second.run("insert", "objects.C1.children", "--string", "B2", "--append") == .success)
    let wanted = Self.project.replacing(
      "sourceTree = \"<group>\"; };\n",
      with: "sourceTree = \"<group>\"; };\n\t\tB2 /* new.m */ = {isa = PBXFileReference; path = new.m; };\n"
    ).replacing(
      "\t\t\t\tB1 /* main file.m */,\n", with: "\t\t\t\tB1 /* main file.m */,\n\t\t\t\tB2 /* new.m */,\n")
    #expect(second.outputText == wanted, "\(second.errorText)")
  }

  /// Lines that Xcode would write in another way stay, and what is new still comes into its section, with its comment.
  @Test func layoutIsLearntFromTheText() throws {
    let odd = Self.project.replacing(
      "\t\t\tmainGroup = C1;\n", with: "\t\t\t/* mine */\n\t\t\tmainGroup = \"C1\";\n"
    )
    .replacing("/* Sources */ = {", with: "/* Kompilieren */ = {")
    for lineBreak in ["\n", "\r\n"] {
      let text = odd.replacing("\n", with: lineBreak)
      let run = try CapturedRun(input: Array(text.utf8))
      let file = "{\"isa\":\"PBXFileReference\",\"path\":\"new.m\"}"
      #expect(run.run("insert", "objects.B2", "--json", file) == .success, "\(run.errorText)")
      let wanted = text.replacing(
        "sourceTree = \"<group>\"; };\(lineBreak)/* End",
        with:
          "sourceTree = \"<group>\"; };\(lineBreak)\t\tB2 /* new.m */ = {isa = PBXFileReference; path = new.m; };\(lineBreak)/* End"
      )
      #expect(run.outputText == wanted, "\(run.outputText)")
    }
  }

  /// A text that another program wrote, with quotation marks that Xcode leaves out.
  @Test func newObjectsHaveTheQuotesOfTheText() throws {
    let text = Self.project.replacing("path = \"main file.m\";", with: "path = \"main.m\";")
      .replacing("main file.m", with: "main.m")
    let run = try CapturedRun(input: Array(text.utf8))
    let file = "{\"isa\":\"PBXFileReference\",\"path\":\"new.m\",\"fileEncoding\":\"4\"}"
    #expect(run.run("insert", "objects.B2", "--json", file) == .success, "\(run.errorText)")
    let wanted = text.replacing(
      "sourceTree = \"<group>\"; };\n",
      with: "sourceTree = \"<group>\"; };\n"
        + "\t\tB2 /* new.m */ = {isa = PBXFileReference; fileEncoding = 4; path = \"new.m\"; };\n")
    #expect(run.outputText == wanted)
  }

  /// Both writers of folders come back, U+007F is raw, and a key that occurs twice leaves the project one.
  @Test func bothWritersComeBack() throws {
    let early = Self.project.replacing(
      "/* Begin PBXGroup",
      with: """
        /* Begin PBXFileSystemSynchronizedBuildFileExceptionSet section */
        \t\tX1 /* PBXFileSystemSynchronizedBuildFileExceptionSet */ = {
        \t\t\tisa = PBXFileSystemSynchronizedBuildFileExceptionSet;
        \t\t\ttarget = D1 /* App */;
        \t\t};
        /* End PBXFileSystemSynchronizedBuildFileExceptionSet section */

        /* Begin PBXFileSystemSynchronizedRootGroup section */
        \t\tX2 /* Code */ = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (X1 /* PBXFileSystemSynchronizedBuildFileExceptionSet */, ); explicitFileTypes = {}; explicitFolders = (); path = Code; };
        /* End PBXFileSystemSynchronizedRootGroup section */

        /* Begin PBXGroup
        """)
    let late = early.replacing(
      "/* PBXFileSystemSynchronizedBuildFileExceptionSet */",
      with: "/* Exceptions for \"Code\" folder in \"App\" target */"
    ).replacing(
      "{isa = PBXFileSystemSynchronizedRootGroup; exceptions = (X1",
      with: "{\n\t\t\tisa = PBXFileSystemSynchronizedRootGroup;\n\t\t\texceptions = (\n\t\t\t\tX1"
    ).replacing(
      "target */, ); explicitFileTypes = {}; explicitFolders = (); path = Code; };",
      with: "target */,\n\t\t\t);\n\t\t\tpath = Code;\n\t\t};")
    for text in [early, late, Self.project.replacing("main file", with: "main\u{7F}file")] {
      #expect(String(decoding: try output(Array(text.utf8), "format"), as: UTF8.self) == text)
    }
    let json = try output(Array(early.utf8), "convert", "json")
    let back = try output(json, "convert", "openstep", "--style", "xcode")
    #expect(String(decoding: back, as: UTF8.self).contains("= {isa = PBXFileSystemSynchronizedRootGroup;"))
    let lateJSON = try output(Array(late.utf8), "convert", "json")
    let lateBack = String(
      decoding: try output(lateJSON, "convert", "openstep", "--style", "xcode"), as: UTF8.self)
    #expect(lateBack.contains("{\n\t\t\tisa = PBXFileSystemSynchronizedRootGroup;"), "\(lateBack)")
    #expect(lateBack.contains("/* Exceptions for \"Code\" folder in \"App\" target */"), "\(lateBack)")
    let twice = try CapturedRun(
      input: Array(Self.project.replacing("\tarchive", with: "\tarchiveVersion = 1;\n\tarchive").utf8))
    #expect(twice.run("format") == .success)
    #expect(twice.outputText == Self.project)
    #expect(twice.errorText.contains("duplicate key 'archiveVersion'"), "\(twice.errorText)")
  }

  @Test func packagesAreNamedAsXcodeDoes() throws {
    for (url, name) in [
      ("https://host/a/Name.swift", "Name"), ("https://host/a/Name.swift.git", "Name.swift"),
      ("https://host/a/Name", "Name"),
    ] {
      let text = Self.project.replacing(
        "\t};\n\trootObject",
        with: """

          /* Begin XCRemoteSwiftPackageReference section */
          \t\tP1 /* XCRemoteSwiftPackageReference "\(name)" */ = {
          \t\t\tisa = XCRemoteSwiftPackageReference;
          \t\t\trepositoryURL = "\(url)";
          \t\t};
          /* End XCRemoteSwiftPackageReference section */

          /* Begin XCSwiftPackageProductDependency section */
          \t\tP2 /* Tool */ = {
          \t\t\tisa = XCSwiftPackageProductDependency;
          \t\t\tpackage = P1 /* XCRemoteSwiftPackageReference "\(name)" */;
          \t\t\tproductName = "plugin:Tool";
          \t\t};
          /* End XCSwiftPackageProductDependency section */
          \t};
          \trootObject
          """)
      #expect(String(decoding: try output(Array(text.utf8), "format"), as: UTF8.self) == text)
    }
  }
}
