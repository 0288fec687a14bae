// PlistBuddy's commands: what they print where, what they leave in the file, and the exit status.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct PlistBuddyTests {
  static let sample = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <!-- the name -->
      <key>Name</key>
      <string>Test App</string>
      <key>Version</key>
      <integer>42</integer>
      <key>Enabled</key> <true/>
      <key>Rating</key>
      <real>3.14</real>
      <key>Icon</key>
      <data>QUJD</data>
      <key>When</key>
      <date>2024-07-01T12:00:00Z</date>
      <key>Tags</key>
      <array>
        <string>alpha</string>
        <string>beta</string>
      </array>
      <key>Nested</key>
      <dict>
        <key>Inner</key>
        <string>value</string>
      </dict>
    </dict>
    </plist>

    """

  /// What a call printed on both streams, its status, and the file afterwards.
  struct Outcome {
    var code: ExitCode
    var output: String
    var error: String
    var file: String?
  }

  static func run(
    _ commands: [String], on text: String? = sample, options: [String] = [], input: String = "",
    files: [String: String] = [:], zone: String = "UTC"
  ) throws -> Outcome {
    try withTemporaryFolder { folder in
      if let text { try write(["x.plist": text], in: folder) }
      try write(files, in: folder)
      let run = try CapturedRun(input: Array(input.utf8), in: folder, environment: ["TZ": zone])
      let words = ["PlistBuddy"] + options + commands.flatMap { ["-c", $0] } + ["x.plist"]
      let code = Program.run(words, context: run.context)
      return Outcome(
        code: code, output: run.outputText, error: run.errorText, file: read("x.plist", in: folder))
    }
  }

  // MARK: Print

  @Test func printsAValue() async throws {
    try await forEachRow(of: [
      (":Name", "Test App\n"), ("Name", "Test App\n"), (":Version", "42\n"), (":Enabled", "true\n"),
      (":Rating", "3.140000\n"), (":Icon", "ABC\n"), (":When", "Mon Jul 01 12:00:00 UTC 2024\n"),
      (":Tags", "Array {\n    alpha\n    beta\n}\n"), (":Tags:1", "beta\n"),
      (":Tags:", "Array {\n    alpha\n    beta\n}\n"),
      (":Nested", "Dict {\n    Inner = value\n}\n"), (":Nested:Inner", "value\n"),
      ("Nested::Inner", "value\n"),
      ("':Name' and more", "Test App\n"), (":\"Name\"", "Test App\n"),
    ]) { (entry: String, shown: String) in
      let outcome = try Self.run(["Print \(entry)"])
      #expect(outcome.output == shown)
      #expect(outcome.error == "")
      #expect(outcome.code == .success)
      #expect(outcome.file == Self.sample)
    }
  }

  @Test func printsTheWholeFile() async throws {
    try await forEachRow(of: ["Print", "Print :", "print", "PRINT :", "ls", "Print ''"]) {
      (command: String) in
      let outcome = try Self.run([command])
      #expect(
        outcome.output == """
          Dict {
              Name = Test App
              Version = 42
              Enabled = true
              Rating = 3.140000
              Icon = ABC
              When = Mon Jul 01 12:00:00 UTC 2024
              Tags = Array {
                  alpha
                  beta
              }
              Nested = Dict {
                  Inner = value
              }
          }

          """)
      #expect(outcome.code == .success)
    }
  }

  @Test func aNameMayEndAtAColon() throws {
    #expect(try Self.run(["Print:Name"]).output == "Test App\n")
    #expect(try Self.run(["Printed :Name"]).output == "Unrecognized Command\n")
  }

  @Test func printsXML() throws {
    let outcome = try Self.run(["Print :Tags"], options: ["-x"])
    #expect(outcome.output.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist"))
    #expect(
      outcome.output.hasSuffix(
        "<array>\n\t<string>alpha</string>\n\t<string>beta</string>\n</array>\n</plist>\n"))
  }

  @Test func showsDatesInLocalTime() throws {
    let shown = try Self.run(["Print :When"], zone: "Europe/Berlin").output
    #expect(shown == "Mon Jul 01 14:00:00 CEST 2024\n")
    for text in ["Mon Jul 01 14:00:00 CEST 2024", "Mon Jul 01 14:00:00 CET 2024", "Mon Jul 1 14:00:00 2024"] {
      let outcome = try Self.run(["Set :When \(text)"], zone: "Europe/Berlin")
      #expect(outcome.file == Self.sample, "\(text)")
    }
    #expect(
      try Self.run(["Set :When Mon Jul 01 12:00:00 UTC 2024"], zone: "Europe/Berlin").file == Self.sample)
    #expect(try Self.run(["Set :When 2024-07-01T12:00:00Z"], zone: "Europe/Berlin").file == Self.sample)
    #expect(try Self.run(["Set :When 07/02/24"]).file?.contains("2024-07-02T00:00:00Z") == true)
    let abroad = try Self.run(["Set :When Mon Jul 01 05:00:00 PDT 2024"], zone: "Europe/Berlin")
    #expect(abroad.file == Self.sample)
    let other = try Self.run(["Set :When Mon Jul 01 14:00:00 QQQ 2024"], zone: "Europe/Berlin")
    #expect(other.output == "Unrecognized Date Format\n")
    #expect(other.code == .failure)
  }

  // MARK: What is not there, or not allowed

  @Test func saysWhatIsWrongOnStandardError() async throws {
    try await forEachRow(of: [
      ("Print :Nonexistent", "Print: Entry, \":Nonexistent\", Does Not Exist\n"),
      ("Print Nonexistent", "Print: Entry, \"Nonexistent\", Does Not Exist\n"),
      ("Print :Tags:2", "Print: Entry, \":Tags:2\", Does Not Exist\n"),
      ("Print :Tags:-1", "Print: Entry, \":Tags:-1\", Does Not Exist\n"),
      ("Print :Tags:x", "Print: Entry, \":Tags:x\", Does Not Exist\n"),
      ("Print :Name:x", "Print: Entry, \":Name:x\", Does Not Exist\n"),
      ("Set :\"No Such\" 1", "Set: Entry, \":No Such\", Does Not Exist\n"),
      ("Set :Tags x", "Set: Cannot Perform Set On Containers\n"),
      ("Set : x", "Set: Cannot Perform Set On Containers\n"),
      ("Add :Name string x", "Add: \":Name\" Entry Already Exists\n"),
      ("Add :Name:sub string x", "Add: Can't Add Entry, \":Name:sub\", to Parent\n"),
      ("Add :Tags:x string x", "Add: Can't Add Entry, \":Tags:x\", to Parent\n"),
      ("Add :Tags:0:x string x", "Add: Can't Add Entry, \":Tags:0:x\", to Parent\n"),
      ("Copy :Nope :Foo", "Copy: Entry, \":Nope\", Does Not Exist\n"),
      ("Copy :Name :Version", "Copy: \":Version\" Entry Already Exists\n"),
      ("Delete :Nope", "Delete: Entry, \":Nope\", Does Not Exist\n"),
      ("Delete :", "Delete: Entry, \":\", Does Not Exist\n"),
      ("Delete :Tags:", "Delete: Entry, \":Tags:\", Does Not Exist\n"),
      ("CD :Nope", "CD: Entry, \":Nope\", Does Not Exist\n"),
      ("CD :Name", "CD: Entry, \":Name\", Is Not A Container\n"),
      ("Merge other.plist :Nope", "Merge: \":Nope\" Entry Does Not Exist\n"),
      ("Merge other.plist :Name", "Merge: Specified Entry Must Be a Container\n"),
      ("Merge other.plist :Tags", "Merge: Can't Add dict Entries to array\n"),
      ("Merge array.plist", "Merge: Can't Add array Entries to dict\n"),
      ("Import :Tags other.plist", "Import: Specified Entry Must Not Be a Container\n"),
    ]) { (command: String, text: String) in
      let outcome = try Self.run([command], files: ["other.plist": "{ a = b; }", "array.plist": "(1)"])
      #expect(outcome.error == text)
      #expect(outcome.output == "")
      #expect(outcome.code == .failure)
      #expect(outcome.file == Self.sample)
    }
  }

  @Test func saysWhatIsNoCommandOnStandardOutput() async throws {
    try await forEachRow(of: [
      ("FooBar", "Unrecognized Command"), ("", "Unrecognized Command"),
      ("Settle :a b", "Unrecognized Command"),
      ("Add :Foo badtype bar", "Unrecognized Type: badtype"), ("Clear dcit", "Unrecognized Type: dcit"),
      ("Set :Name \"open", "Parse Error: Unclosed Quotes"),
      ("Set :Name it's", "Parse Error: Unclosed Quotes"),
      ("Set :Version abc", "Unrecognized Integer Format"),
      ("Set :Version 12abc", "Unrecognized Integer Format"),
      ("Set :Rating abc", "Unrecognized Real Format"), ("Set :When never", "Unrecognized Date Format"),
      ("Add :New date never", "Unrecognized Date Format"), ("Set", "Entry Required for Set Command"),
      ("Set :Name", "Value Required for Set Command"), ("Add", "Entry Required for Add Command"),
      ("Add :New", "Type Required for Add Command"), ("Copy :Name", "Two Entries Required for Copy Command"),
      ("Delete", "Entry Required for Delete Command"), ("Merge", "File required for Merge Command"),
      ("Merge -r", "File required for Merge Command"), ("Import :New", "File required for Import Command"),
      ("CD", "Entry Required for CD Command"),
    ]) { (command: String, text: String) in
      let outcome = try Self.run([command])
      #expect(outcome.output == text + "\n")
      #expect(outcome.error == "")
      #expect(outcome.code == .failure)
      #expect(outcome.file == Self.sample)
    }
  }

  @Test func nothingIsDoneWhenALaterCommandIsNone() throws {
    let outcome = try Self.run(["Set :Name New", "FooBar"])
    #expect(outcome.output == "Unrecognized Command\n")
    #expect(outcome.file == Self.sample)
  }

  @Test func aCommandThatFailsDoesNotKeepTheOthers() throws {
    let outcome = try Self.run(["Print :Name", "Print :Nope", "Set :Version 43", "Print :Version"])
    #expect(outcome.output == "Test App\n43\n")
    #expect(outcome.error == "Print: Entry, \":Nope\", Does Not Exist\n")
    #expect(outcome.code == .failure)
    #expect(outcome.file == Self.sample.replacing("42", with: "43"))
  }

  // MARK: Changing

  @Test func changesOnlyTheBytesOfAValue() async throws {
    try await forEachRow(of: [
      ("Set :Name New", "Test App", "New"), ("= :Name New", "Test App", "New"),
      ("Set :Name hello  world", "Test App", "hello  world"),
      ("Set :Name \"hello world\"", "Test App", "hello world"),
      ("Set :Name \"it's\"", "Test App", "it's"), ("Set :Name it\\'s", "Test App", "it's"),
      ("Set :Name a\\\\b", "Test App", "a\\b"), ("Set :Name http\\://x", "Test App", "http://x"),
      ("Set :Name key=value", "Test App", "key=value"), ("Set :Name <&>", "Test App", "&lt;&amp;&gt;"),
      ("Set :Name ''", "<string>Test App</string>", "<string></string>"),
      ("Set :Version -1", "42", "-1"), ("Set :Version 0x10", "42", "16"), ("Set :Version 7 ", "42", "7"),
      ("Set :Enabled no", "<true/>", "<false/>"), ("Set :Rating 2.5", "3.14", "2.5"),
      ("Set :Tags:1 gamma", "beta", "gamma"),
      ("Set :Nested:Inner new", "value", "new"), ("Import :Name note.txt", "Test App", "a note"),
      ("Delete :Tags:0", "\n    <string>alpha</string>", ""),
      ("Delete :Tags:0 dict", "\n    <string>alpha</string>", ""),
      ("rm :Rating", "\n  <key>Rating</key>\n  <real>3.14</real>", ""),
      ("Add :Tags: string gamma", "beta</string>", "beta</string>\n    <string>gamma</string>"),
      ("Add :Tags:0 string first", "<string>alpha", "<string>first</string>\n    <string>alpha"),
      ("Add :Tags:99 bool yes", "beta</string>", "beta</string>\n    <true/>"),
      (
        "+ :Nested:New integer 5", "value</string>",
        "value</string>\n    <key>New</key>\n    <integer>5</integer>"
      ),
      (
        "Add :Nested:a\\:b string", "value</string>",
        "value</string>\n    <key>a:b</key>\n    <string></string>"
      ),
      (
        "cp :Name :Nested:Copy", "value</string>",
        "value</string>\n    <key>Copy</key>\n    <string>Test App</string>"
      ),
    ]) { (command: String, old: String, new: String) in
      let outcome = try Self.run([command], files: ["note.txt": "a note"])
      #expect(outcome.output == "")
      #expect(outcome.error == "")
      #expect(outcome.code == .success)
      #expect(outcome.file == Self.sample.replacing(old, with: new))
    }
  }

  @Test func addsAValueOfEachType() async throws {
    try await forEachRow(of: [
      ("string", "", "\n"), ("string", "two words", "two words\n"), ("array", "", "Array {\n}\n"),
      ("dict", "", "Dict {\n}\n"),
      ("bool", "", "false\n"), ("bool", "YES", "true\n"), ("integer", "", "0\n"), ("real", "", "0.000000\n"),
      ("REAL", "3.5", "3.500000\n"), ("real", "1e-9", "1e-09\n"), ("data", "", "\n"),
      ("data", "AQID", "AQID\n"),
      ("date", "Mon Jan 01 00:00:00 UTC 2024", "Mon Jan 01 00:00:00 UTC 2024\n"),
    ]) { (type: String, value: String, shown: String) in
      let outcome = try Self.run(["Add :a:b:c \(type) \(value)", "Print :a:b:c"])
      if value != "1e-9" { #expect(outcome.output == shown) }
      #expect(outcome.error == "")
      #expect(outcome.code == .success)
    }
  }

  @Test func setsDataToTheBytesOfAText() throws {
    #expect(try Self.run(["Set :Icon xyz"]).file?.contains("eHl6") == true)
    let outcome = try Self.run(["Import :Icon note", "Print :Icon"], files: ["note": "a note"])
    #expect(outcome.output == "a note\n")
    #expect(
      try Self.run(["Import :New note", "Print :New"], files: ["note": "a note"]).file?.contains("<data>")
        == true)
  }

  @Test func mergesDictionaries() throws {
    let other = "{ Name = Other; New = (1); Nested = { Inner = x; More = y; }; Tags = (gamma); }"
    let flat = try Self.run(["Merge other.plist", "Print :Nested"], files: ["other.plist": other])
    #expect(
      flat.output == """
        Duplicate Entry Was Skipped: Name
        Duplicate Entry Was Skipped: Nested
        Duplicate Entry Was Skipped: Tags
        Dict {
            Inner = value
        }

        """)
    #expect(flat.code == .success)
    let deep = try Self.run(
      ["Merge -r other.plist :", "Print :Nested", "Print :Tags"], files: ["other.plist": other])
    #expect(
      deep.output == """
        Duplicate Entry Was Skipped: Name
        Duplicate Entry Was Skipped: Inner
        Dict {
            Inner = value
            More = y
        }
        Array {
            alpha
            beta
            gamma
        }

        """)
  }

  @Test func mergesArrays() throws {
    let outcome = try Self.run(["Merge other.plist :Tags", "Print :Tags"], files: ["other.plist": "(c, d)"])
    #expect(outcome.output == "Array {\n    alpha\n    beta\n    c\n    d\n}\n")
  }

  @Test func filesThatCannotBeRead() throws {
    let merge = try Self.run(["Merge nope.plist"])
    #expect(merge.error.hasSuffix("Merge: Error Reading File: nope.plist\n"))
    #expect(merge.error.hasPrefix("Error Opening File: nope.plist ["))
    let imported = try Self.run(["Import :New nope.bin"])
    #expect(imported.error.hasSuffix("Import: Error Reading File: nope.bin\n"))
    let broken = try Self.run(["Print"], on: "not a plist")
    #expect(broken.output == "Error Reading File: x.plist\n")
    #expect(broken.error.hasPrefix("x.plist:1:"))
    #expect(broken.code == .failure)
    // An empty file is an empty dictionary.
    #expect(try Self.run(["Print"], on: "").output == "Dict {\n}\n")
    for text in ["<html/>", "bplist00", "<?xml version=\"1.0\"?>\n<!DOCTYPE plist"] {
      #expect(try Self.run(["Print"], on: text).output == "Error Reading File: x.plist\n")
    }
  }

  @Test func clears() async throws {
    try await forEachRow(of: [
      ("Clear", "Unrecognized Type: \nInitializing Plist...\n", "Dict {\n}\n"),
      ("Clear dict", "Initializing Plist...\n", "Dict {\n}\n"),
      ("Clear array", "Initializing Plist...\n", "Array {\n}\n"),
      ("Clear string", "Initializing Plist...\n", "\n"), ("Clear integer", "Initializing Plist...\n", "0\n"),
      ("Clear date", "Initializing Plist...\n", "Mon Jan 01 00:00:00 UTC 2001\n"),
    ]) { (command: String, said: String, shown: String) in
      let outcome = try Self.run([command, "Print"])
      #expect(outcome.output == said + shown)
      #expect(outcome.code == .success)
      #expect(outcome.file?.contains("Test App") == false)
    }
  }

  // MARK: The working container

  @Test func changesTheWorkingContainer() throws {
    #expect(
      try Self.run(["CD :Nested", "Print Inner", "Print :Name", "Print"]).output
        == "value\nTest App\nDict {\n    Inner = value\n}\n")
    let gone = try Self.run(["CD :Nested", "Delete :Nested", "Print Name"])
    #expect(gone.output == "Working Container has become Invalid.  Setting to :\nTest App\n")
  }

  @Test func keepsTheWorkingContainerWhenElementsMove() throws {
    let text = "( { a = 1; }, { a = 2; }, { a = 3; } )\n"
    let outcome = try Self.run(
      ["CD :1", "Add :0 dict", "Print a", "Delete :0", "Delete :0", "Print a"], on: text)
    #expect(outcome.output == "2\n2\n")
  }
}
