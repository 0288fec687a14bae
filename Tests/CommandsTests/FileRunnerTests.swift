// Work on several inputs: order, exit codes, talk and files, with one job and with several.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

/// Puts `<…>` around each input; fails on an input that begins with `!`, notes one that begins with `?`.
private func wrap(_ job: FileJob) throws(Diagnostic) -> ExitCode {
  let input = try job.openInput()
  let bytes = input.withBytes { $0.array }
  if bytes.first == UInt8(ascii: "!") {
    throw bytes.withByteView { Diagnostic(Failure(.cannotRead, at: 2, "bad"), in: $0) }
  }
  if bytes.first == UInt8(ascii: "?") { job.note("odd", rule: .unspecified) }
  let wrapped = Array("<".utf8) + bytes + Array(">".utf8)
  try wrapped.withByteView { whole throws(Diagnostic) in try job.writeOutput(whole) }
  return .success
}

private func plan(_ names: [String], _ rule: OutputRule, _ run: CapturedRun) throws -> [PlannedInput] {
  try OutputPlan.make(
    inputs: InputList.make(operands: names, context: run.context), rule: rule, context: run.context)
}

@Suite struct FileRunnerTests {
  @Test(arguments: [1, 3]) func eachInputIsTriedAndTheWorstCodeWins(_ jobs: Int) throws {
    try withTemporaryFolder { folder in
      try write(["a": "1", "b": "!\nx", "c": "?3"], in: folder)
      let run = try CapturedRun(in: folder)
      run.context.jobs = jobs
      let code = try run.context.forEachInput(plan(["a", "b", "none", "c"], .prints, run), wrap)
      #expect(code == .failure)
      #expect(run.outputText == "<1><?3>")
      #expect(
        run.errorText == """
          b:2:1: error: cannot read: bad [file/read]
          none: error: no such file [file/read]
          c: note: odd [document/unspecified]

          """)
    }
  }

  @Test(arguments: [1, 3]) func whatWentOutBeforeAFailureIsTheSame(_ jobs: Int) throws {
    try withTemporaryFolder { folder in
      try write(["a": "1", "b": "2"], in: folder)
      let run = try CapturedRun(in: folder)
      run.context.jobs = jobs
      let code = try run.context.forEachInput(plan(["a", "b"], .prints, run)) { job throws(Diagnostic) in
        try job.writeOutput { output throws(Diagnostic) in
          output.append(repeating: job.name.utf8.first ?? 0, count: OutputBuffer.drainSize)
          do throws(Failure) { try output.drainIfFull() } catch { throw Diagnostic(error) }
          output.append("not put out")
          throw Diagnostic(Failure(.isFolder))
        }
        return .success
      }
      #expect(code == .failure)
      let size = OutputBuffer.drainSize
      #expect(run.outputText == String(repeating: "a", count: size) + String(repeating: "b", count: size))
    }
  }

  @Test(arguments: [1, 4]) func filesAreReplacedAndNothingElseIsLeft(_ jobs: Int) throws {
    try withTemporaryFolder { folder in
      let names = (0..<40).map { "f\($0)" }
      for name in names { try write([name: name == "f7" ? "!" : name], in: folder) }
      let run = try CapturedRun(in: folder)
      run.context.jobs = jobs
      run.context.inputFailureCode = .trouble
      #expect(try run.context.forEachInput(plan(names, .rewrites, run), wrap) == .trouble)
      for name in names { #expect(read(name, in: folder) == (name == "f7" ? "!" : "<\(name)>")) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == names.count)
    }
  }

  @Test func manyJobsPrintAsOne() throws {
    try withTemporaryFolder { folder in
      let names = (0..<200).map { "f\($0)" }
      for name in names { try write([name: String(repeating: name, count: 50)], in: folder) }
      let one = try CapturedRun(in: folder)
      let many = try CapturedRun(in: folder)
      many.context.jobs = 8
      _ = try one.context.forEachInput(plan(names, .prints, one), wrap)
      _ = try many.context.forEachInput(plan(names, .prints, many), wrap)
      #expect(one.outputBytes == many.outputBytes)
      #expect(one.outputBytes.count > 0)
    }
  }

  @Test func hardLinksAreNotedUnlessQuiet() throws {
    try withTemporaryFolder { folder in
      try write(["a": "1"], in: folder)
      try FileManager.default.linkItem(atPath: folder.path + "/a", toPath: folder.path + "/b")
      try FileManager.default.linkItem(atPath: folder.path + "/a", toPath: folder.path + "/c")
      let run = try CapturedRun(in: folder)
      #expect(try run.context.forEachInput(plan(["a"], .rewrites, run), wrap) == .success)
      #expect(run.errorText.hasPrefix("a: note: "))
      let quiet = try CapturedRun(in: folder)
      quiet.context.isQuiet = true
      #expect(try quiet.context.forEachInput(plan(["b"], .rewrites, quiet), wrap) == .success)
      #expect(quiet.errorText == "")
    }
  }

  @Test(arguments: [1, 3]) func aBrokenPipeEndsQuietly(_ jobs: Int) throws {
    try withTemporaryFolder { folder in
      for name in ["a", "b", "c"] { try write([name: String(repeating: "x", count: 500_000)], in: folder) }
      let run = try CapturedRun(in: folder)
      run.context.jobs = jobs
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      signal(SIGPIPE, SIG_IGN)
      run.context.standardOutput = pipe.fileHandleForWriting.fileDescriptor
      #expect(try run.context.forEachInput(plan(["a", "b", "c"], .prints, run), wrap) == .brokenPipe)
      #expect(run.errorText == "")
    }
  }

  @Test func aFullDiskIsAnErrorAndLeavesTheOldFile() throws {
    try withTemporaryFolder { folder in
      try write(["a": "1"], in: folder)
      let run = try CapturedRun(in: folder)
      run.context.standardOutput = open("/dev/full", O_WRONLY)
      defer { close(run.context.standardOutput) }
      #expect(try run.context.forEachInput(plan(["a"], .prints, run), wrap) == .failure)
      #expect(run.errorText == "a: error: cannot write: no space left on device [file/write]\n")
    }
  }

  @Test func colorsFollowTheChoiceAndTheEnvironment() throws {
    let table: [(ColorChoice, Bool, [String: String], Bool)] = [
      (.auto, true, [:], true), (.auto, false, [:], false), (.auto, true, ["NO_COLOR": "1"], false),
      (.auto, true, ["NO_COLOR": ""], true), (.auto, true, ["TERM": "dumb"], false),
      (.always, false, ["NO_COLOR": "1"], true), (.never, true, [:], false),
    ]
    for (choice, isTerminal, environment, isColored) in table {
      let run = try CapturedRun(environment: environment)
      run.context.color = choice
      run.context.errorIsTerminal = isTerminal
      run.context.report(Diagnostic(.error, "t", rule: .unspecified), file: "f")
      #expect(run.errorText.contains("\u{1B}[1;31merror:") == isColored)
      #expect(isColored || run.errorText == "f: error: t [document/unspecified]\n")
    }
  }
}

@Suite struct ChangedInputTests {
  /// Writes what was read, after something happened to the file.
  private func outcome(
    of change: @escaping @Sendable (String) throws -> Void, in place: Bool, then expected: String?
  ) throws -> (ExitCode, String) {
    try withTemporaryFolder { folder in
      try write(["a": "old text"], in: folder)
      let path = folder.appendingPathComponent("a").path
      let run = try CapturedRun(in: folder)
      let rule = place ? OutputRule(.inPlace, canJoin: false) : OutputRule.prints
      let code = try run.context.forEachInput(plan(["a"], rule, run)) { job throws(Diagnostic) in
        let input = try job.openInput()
        // What a test does to its own file cannot fail.
        try? change(path)
        try input.withBytes { bytes throws(Diagnostic) in try job.writeOutput(bytes) }
        return .success
      }
      #expect(read("a", in: folder) == expected)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "a" } == [])
      return (code, run.errorText)
    }
  }

  private static func append(_ path: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(" and more".utf8))
    try handle.close()
  }

  @Test func aFileThatGrewIsNotReplaced() throws {
    let (code, text) = try outcome(of: Self.append, in: true, then: "old text and more")
    #expect(code == .failure)
    #expect(text == "a: error: changed while it was read [file/read]\n")
  }

  @Test func aFileThatShrankIsNotReplaced() throws {
    let (code, _) = try outcome(of: { _ = truncate($0, 3) }, in: true, then: "old")
    #expect(code == .failure)
  }

  @Test func aFileThatAnotherTookThePlaceOfIsNotReplaced() throws {
    let (code, _) = try outcome(
      of: { try Data("new text".utf8).write(to: URL(fileURLWithPath: $0), options: .atomic) }, in: true,
      then: "new text")
    #expect(code == .failure)
  }

  @Test func aFileThatGrewIsAnErrorOfReadingVerbs() throws {
    let (code, _) = try outcome(of: Self.append, in: false, then: "old text and more")
    #expect(code == .failure)
  }

  @Test func aFileThatAnotherTookThePlaceOfWasReadWhole() throws {
    let (code, text) = try outcome(
      of: { try Data("new text".utf8).write(to: URL(fileURLWithPath: $0), options: .atomic) }, in: false,
      then: "new text")
    #expect(code == .success)
    #expect(text == "")
  }

  @Test func aFileThatNobodyTouchedIsReplaced() throws {
    let (code, _) = try outcome(of: { _ in }, in: true, then: "old text")
    #expect(code == .success)
  }
}
