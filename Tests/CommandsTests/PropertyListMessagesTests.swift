// What people do with property lists and what they are told: PlistBuddy's dates and empty files, the output of other
// tools, input without an end.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct PropertyListMessagesTests {
  private func run(
    _ words: [String], files: [String: String] = [:], input: [UInt8] = [],
    _ check: (CapturedRun, ExitCode, URL) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      try write(files, in: folder)
      let run = try CapturedRun(input: input, in: folder)
      let code = Program.run(words, context: run.context)
      try check(run, code, folder)
    }
  }

  @Test func plistBuddyClearsAnEmptyFile() throws {
    try run(["PlistBuddy", "-c", "Clear dict", "-c", "Add :a string b", "e.plist"], files: ["e.plist": ""]) {
      run, code, folder in
      #expect(code == .success, "\(run.errorText)")
      #expect(read("e.plist", in: folder)?.contains("<key>a</key>") == true)
    }
  }

  @Test(arguments: [
    ("Mon Apr 20 20:39:39 2020 JST", "2020-04-20T11:39:39Z"),
    ("Mon Apr 20 20:39:39 JST 2020", "2020-04-20T11:39:39Z"),
    ("Mon Apr 20 20:39:39 2020 PDT", "2020-04-21T03:39:39Z"),
    ("Mon Apr 20 20:39:39 UTC 2020", "2020-04-20T20:39:39Z"),
  ]) func plistBuddyReadsZones(date: String, expected: String) throws {
    let empty = "<plist version=\"1.0\"><dict/></plist>"
    try run(["PlistBuddy", "-c", "Add :d date \(date)", "a.plist"], files: ["a.plist": empty]) {
      run, code, folder in
      #expect(code == .success, "\(run.outputText)")
      #expect(read("a.plist", in: folder)?.contains("<date>\(expected)</date>") == true)
    }
  }

  @Test(arguments: [
    ("2012-06-16T15:59:28+02:00", "2012-06-16T13:59:28Z"),
    ("2012-06-16T15:59:28-05:30", "2012-06-16T21:29:28Z"),
    ("2012-06-16T13:59:28Z", "2012-06-16T13:59:28Z"), ("2012-06-16T15:59:28+24:00", nil),
    ("2012-06-16T15:59:28", nil),
  ]) func datesMayHaveAnOffset(date: String, expected: String?) throws {
    let empty = "<plist version=\"1.0\"><dict/></plist>"
    try run(["insert", "d", "--date", date, "a.plist"], files: ["a.plist": empty]) { run, code, folder in
      #expect((code == .success) == (expected != nil), "\(run.errorText)")
      if let expected { #expect(read("a.plist", in: folder)?.contains("<date>\(expected)</date>") == true) }
    }
  }

  @Test(arguments: [
    ("{ Name = Two Words; b = c; }", "1:10: error: the value 'Two Words' contains a space"),
    ("{ a = {length = 3, bytes = 0x112233}; }", "use 'defaults export'"),
    ("{ a = b\n c = d; }", "missing semicolon"),
  ]) func oldStyleMistakesHaveTheirCause(text: String, message: String) throws {
    try run(["convert", "json"], input: Array(text.utf8)) { run, code, _ in
      #expect(code == .failure)
      #expect(run.errorText.contains(message), "\(run.errorText)")
    }
  }

  @Test func entitlementsOfCodesignAreNamed() throws {
    let blob: [UInt8] =
      [0xFA, 0xDE, 0x71, 0x71, 0, 0, 0, 40] + Array("<plist version=\"1.0\"><dict/></plist>".utf8)
    try run(["convert", "json"], input: blob) { run, code, _ in
      #expect(code == .failure)
      #expect(run.errorText.contains("entitlements in a blob of codesign"), "\(run.errorText)")
    }
  }

  @Test func plutilPointsToTheEditOfStrings() throws {
    try run(["-replace", "a", "-string", "c", "L.strings"], files: ["L.strings": "a = b;\n"]) {
      run, code, folder in
      #expect(code == .failure)
      #expect(run.errorText.contains("pliant replace"), "\(run.errorText)")
      #expect(read("L.strings", in: folder) == "a = b;\n")
    }
  }

  @Test(arguments: ["xml1", "binary1"]) func plutilMakesNoStringOfAnInteger(format: String) throws {
    let text = "{\"n\": \(String(repeating: "9", count: 60))}"
    try run(["-convert", format, "-o", "-", "n.json"], files: ["n.json": text]) { run, code, _ in
      #expect(code == .failure)
      #expect(!run.outputText.contains("<string>"))
    }
  }

  @Test(arguments: [
    "convert xml1 -o -", "print", "info", "-lint", "-convert xml1 -o -", "query $", "PlistBuddy -c Print",
  ])
  func inputWithoutAnEndHasABudget(words: String) throws {
    try #require(FileManager.default.fileExists(atPath: "/dev/zero"))
    let program = builtProgram("pliant").path
    let words = words.split(separator: " ").map(String.init)
    let isPlutil = words[0].hasPrefix("-") || words[0] == "PlistBuddy"
    let limit = isPlutil ? [] : ["--limit", "memory=64MB"]
    // Under plutil's spelling there is no option, but the process's own limit.
    let shell = "ulimit -v 2000000; exec \"$@\" /dev/zero"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", shell, "sh", program] + words + limit
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = isPlutil ? errors : FileHandle.nullDevice
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus != 0)
    #expect(text.contains("memory budget of"), "\(text.prefix(300))")
  }
}
