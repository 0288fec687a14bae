// PlistBuddy and its file: when it is saved, in which format, and the conversation without -c.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct PlistBuddyFileTests {
  private typealias Buddy = PlistBuddyTests

  @Test func createsAFileThatIsNotThere() throws {
    let outcome = try Buddy.run(["Add :a:b string x"], on: nil)
    #expect(outcome.output == "File Doesn't Exist, Will Create: x.plist\n")
    #expect(outcome.error == "")
    #expect(
      outcome.file == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>a</key>
        \t<dict>
        \t\t<key>b</key>
        \t\t<string>x</string>
        \t</dict>
        </dict>
        </plist>

        """)
    #expect(try Buddy.run(["Save"], on: nil).file?.contains("<dict/>") == true)
    #expect(try Buddy.run(["Print"], on: nil).output.hasSuffix("Dict {\n}\n"))
  }

  @Test(arguments: ["Print", "Set :a x", "Help"]) func createsNothingWithoutAChange(command: String) throws {
    #expect(try Buddy.run([command], on: nil).file == nil)
  }

  @Test func savesOnceAfterTheLastCommandWhateverExitSays() throws {
    let outcome = try Buddy.run(["Set :Name New", "Exit", "Set :Version 1"])
    #expect(outcome.file == Buddy.sample.replacing("Test App", with: "New").replacing("42", with: "1"))
  }

  @Test func revertsToWhatWasSaved() throws {
    let outcome = try Buddy.run(["Set :Name One", "Save", "Set :Name Two", "Revert", "Print :Name"])
    #expect(outcome.output == "Saving...\nReverting to last saved state...\nOne\n")
    #expect(outcome.file == Buddy.sample.replacing("Test App", with: "One"))
    #expect(try Buddy.run(["Set :Name Two", "Revert"]).file == Buddy.sample)
  }

  @Test func binaryStaysBinary() throws {
    try withTemporaryFolder { folder in
      try write(["x.plist": Buddy.sample], in: folder)
      #expect(try CapturedRun(in: folder).run("convert", "binary1", "x.plist") == .success)
      #expect(try CapturedRun(in: folder).run("PlistBuddy", "-c", "Set :Name New", "x.plist") == .success)
      let bytes = try Data(contentsOf: folder.appendingPathComponent("x.plist"))
      #expect(bytes.starts(with: Data("bplist00".utf8)))
      let run = try CapturedRun(in: folder)
      #expect(run.run("PlistBuddy", "-c", "Print :Name", "x.plist") == .success)
      #expect(run.outputText == "New\n")
    }
  }

  @Test(
    arguments: [
      ("{ a = 1; /* c */ b = (x); }", "Set :a 2", "{ a = 2; /* c */ b = (x); }"),
      ("{\"a\": 1.50, \"b\": [1, 2]}", "Add :b:1 integer 7", "{\"a\": 1.50, \"b\": [1, 7, 2]}"),
      ("/* c */\n\"a\" = \"b\";\n", "Set :a x y", "/* c */\n\"a\" = \"x y\";\n"),
    ])
  func otherFormatsKeepTheirText(text: String, command: String, changed: String) throws {
    let outcome = try Buddy.run([command], on: text)
    #expect(outcome.error == "")
    #expect(outcome.file == changed)
  }

  @Test func refusesWhatTheFormatCannotHold() throws {
    let outcome = try Buddy.run(["Add :d date 2024-01-01T00:00:00Z"], on: "{\"a\": 1}")
    #expect(outcome.error.hasSuffix("Error Writing File: x.plist\n"))
    #expect(outcome.error.contains("[conversion/loss]"))
    #expect(outcome.code == .failure)
    #expect(outcome.file == "{\"a\": 1}")
  }

  @Test func aFileThatCannotBeWrittenIsAnError() throws {
    try withTemporaryFolder { folder in
      let run = try CapturedRun(in: folder)
      #expect(run.run("PlistBuddy", "-c", "Add :a string b", "none/x.plist") == .failure)
      #expect(run.errorText.hasSuffix("Error Writing File: none/x.plist\n"))
    }
  }

  @Test func followsLinksUnlessToldNot() throws {
    try withTemporaryFolder { folder in
      try write(["x.plist": Buddy.sample], in: folder)
      let link = folder.appendingPathComponent("link.plist")
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "x.plist")
      #expect(try CapturedRun(in: folder).run("PlistBuddy", "-c", "Set :Name New", "link.plist") == .success)
      #expect(read("x.plist", in: folder)?.contains("<string>New<") == true)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "x.plist")
      let run = try CapturedRun(in: folder)
      #expect(run.run("PlistBuddy", "-l", "-c", "Print :Name", "link.plist") == .failure)
      #expect(run.errorText == "Error Opening File: link.plist [Too many levels of symbolic links]\n")
      #expect(run.outputText == "Error Reading File: link.plist\n")
      #expect(try CapturedRun(in: folder).run("PlistBuddy", "-l", "-c", "Print", "x.plist") == .success)
    }
  }

  // MARK: Arguments

  @Test func argumentsThatAreNone() throws {
    try withTemporaryFolder { folder in
      try write(["x.plist": Buddy.sample], in: folder)
      func output(_ words: String...) throws -> (ExitCode, String) {
        let run = try CapturedRun(input: [], in: folder)
        let code = Program.run(["PlistBuddy"] + words, context: run.context)
        return (code, run.outputText)
      }
      for words in [[], ["-c"], ["-x"]] {
        let run = try CapturedRun(input: [], in: folder)
        #expect(Program.run(["PlistBuddy"] + words, context: run.context) == .failure)
        #expect(run.outputText.hasPrefix("Usage: PlistBuddy [-cxlh] <file.plist>\n"))
        #expect(run.outputText.hasSuffix("with command guide\n\n"))
      }
      #expect(try output("-h").0 == .success)
      #expect(try output("--help").1.hasPrefix("Command Format:\n    Help - Prints this information\n"))
      for words in [["x.plist", "y.plist"], ["-xc", "Print", "x.plist"]] {
        let run = try CapturedRun(input: [], in: folder)
        #expect(Program.run(["PlistBuddy"] + words, context: run.context) == .failure)
        #expect(run.outputText == "Invalid Arguments\n\n")
      }
    }
  }

  // MARK: Interactive mode

  @Test func converses() async throws {
    try await forEachRow(of: [
      ("", "Command: ", false), ("Exit\n", "Command: ", false), ("quit\n", "Command: ", false),
      ("bye", "Command: ", false),
      ("\n \nPrint :Name\n", "Command: Command: Command: Test App\nCommand: ", false),
      (
        "Foo\nPrint :Name\r\nExit\nPrint\n", "Command: Unrecognized Command\nCommand: Test App\nCommand: ",
        false
      ),
      ("Set :Name New\nExit\n", "Command: Command: ", false),
      ("Set :Name New\n", "Command: Command: ", false),
      ("Set :Name New\nSave\nExit\n", "Command: Command: Saving...\nCommand: ", true),
      ("Set :Name New\nSave", "Command: Command: Saving...\nCommand: ", true),
    ]) { (input: String, shown: String, isSaved: Bool) in
      let outcome = try Buddy.run([], input: input)
      #expect(outcome.output == shown)
      #expect(outcome.error == "")
      #expect(outcome.file == (isSaved ? Buddy.sample.replacing("Test App", with: "New") : Buddy.sample))
    }
  }

  @Test func helpIsOneAnswer() throws {
    let outcome = try Buddy.run([], input: "?\nExit\n")
    #expect(outcome.output.hasPrefix("Command: Command Format:\n"))
    #expect(outcome.output.hasSuffix("array\n\nCommand: "))
    #expect(outcome.code == .success)
  }

  @Test func isThePlistBuddyOfItsName() {
    #expect(PlistBuddy.handles("PlistBuddy"))
    #expect(PlistBuddy.handles("plistbuddy"))
    #expect(!PlistBuddy.handles("plutil"))
  }
}
