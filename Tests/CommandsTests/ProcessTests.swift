// The real program: signals, full disks, broken pipes, odd names.

import Commands
import Foundation
import TestSupport
import Testing

private func names(in folder: URL) -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
}

/// The signals that end a program which does not ask for them.
private let endingSignals = [
  SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGABRT, SIGALRM,
]

/// The program, running in a folder with an open pipe as its standard input.
private func start(_ arguments: [String], in folder: URL) throws -> (Process, Pipe) {
  // Who runs the tests in the background may ignore signals, and children inherit that.
  for number in endingSignals { signal(number, SIG_DFL) }
  let process = Process()
  let pipe = Pipe()
  process.executableURL = builtProgram("pliant")
  process.arguments = arguments
  process.currentDirectoryURL = folder
  process.standardInput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  return (process, pipe)
}

/// Waits for the end, which a program that hangs meets by force.
private func waitForEnd(of process: Process) {
  if !eventually({ !process.isRunning }) { kill(process.processIdentifier, SIGKILL) }
  process.waitUntilExit()
}

@Suite struct ProcessTests {
  @Test func aSignalLeavesTheOldFile() async throws {
    try await forEachRow(of: endingSignals + [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGKILL]) {
      (signal: Int32) in
      try withTemporaryFolder { folder in
        try write(["out": "old"], in: folder)
        let (process, pipe) = try start(["escape", "-o", "out"], in: folder)
        // More than fits a pipe: when all is written, some was read, and the output is open.
        pipe.fileHandleForWriting.write(Data(repeating: 0x3C, count: 1_000_000))
        kill(process.processIdentifier, signal)
        waitForEnd(of: process)
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == signal)
        #expect(read("out", in: folder) == "old")
        let others = names(in: folder).filter { $0 != "out" }
        // On Linux an output in the making has no name, so that nothing is left even then.
        if signal == SIGKILL { others.forEach { #expect($0.hasPrefix(".out.pliant-")) } }
        if signal != SIGKILL { #expect(others == []) }
      }
    }
  }

  @Test(arguments: [1, 4]) func aSignalAmongManyFilesLeavesEachWhole(_ jobs: Int) throws {
    try withTemporaryFolder { folder in
      let files = (0..<400).map { "f\($0).json" }
      for name in files { try write([name: "[ \"\(name)\" ]"], in: folder) }
      let (process, _) = try start(["convert", "json", "--jobs", "\(jobs)"] + files, in: folder)
      usleep(useconds_t.random(in: 20_000...120_000))
      kill(process.processIdentifier, SIGTERM)
      waitForEnd(of: process)
      #expect(process.terminationReason == .exit || process.terminationStatus == SIGTERM)
      #expect(names(in: folder) == files.sorted())
      for name in files {
        let text = read(name, in: folder)
        #expect(text == "[ \"\(name)\" ]" || text == "[\"\(name)\"]\n")
      }
    }
  }

  @Test func anInterruptedWorkflowTakesBackItsOutputs() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "a.json": "[ 1 ]", "old.json": "old",
          "w.json": """
          {"name": "w", "purpose": "p", "outputs": [{"path": "new.json", "help": "h"}, {"path": "old.json", "help": "h"}], "steps": [
            {"run": "convert json -o new.json a.json", "why": "first"},
            {"run": "convert json -o old.json a.json", "why": "second"},
            {"run": "escape -", "why": "third"}]}
          """,
        ], in: folder)
      chmod(folder.appendingPathComponent("old.json").path, 0o640)
      let before = names(in: folder)
      let (process, _) = try start(["workflow", "run", "w.json"], in: folder)
      try #require(eventually { read("old.json", in: folder) == "[1]\n" })
      kill(process.processIdentifier, SIGTERM)
      waitForEnd(of: process)
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(names(in: folder) == before)
      #expect(read("old.json", in: folder) == "old")
      var status = stat()
      stat(folder.appendingPathComponent("old.json").path, &status)
      #expect(status.st_mode & 0o777 == 0o640)
    }
  }

  @Test func aPipeAmongTheFilesOfAFolderIsNotWaitedFor() throws {
    try withTemporaryFolder { folder in
      let ended = try shell(
        "mkdir d && echo '[1]' >d/a.json && mkfifo d/b.json d/.gitignore d/.pliant.json && timeout 20 pliant lint d",
        in: folder)
      #expect(ended.code == 2 || ended.code == 0)
      #expect(!ended.error.contains("b.json"))
    }
  }

  /// A named pipe, whose writer is gone once it was read, is not opened again for a message or a second pass.
  @Test(arguments: [
    ("convert json --xml-style attributes -o - p", "<a>&</a>", 1), ("repair -o - p", "<a>&<b></a>", 1),
    ("transcode --to utf-16 -o o p", "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>\\351t\\351</a>", 1),
    ("convert jsonl -o - p", "[1,2]", 0), ("load -f csv p x.db", "a,b\\n1,2\\n", 0),
  ])
  func aNamedPipeIsReadOnce(command: String, text: String, code: Int32) throws {
    try withTemporaryFolder { folder in
      let ended = try shell("mkfifo p; printf '\(text)' >p & timeout 20 pliant \(command)", in: folder)
      #expect(ended.code == code, "\(ended.error)")
    }
  }

  @Test func anIgnoredSignalStaysIgnored() throws {
    try withTemporaryFolder { folder in
      let ended = try shell(
        "trap '' HUP; (sleep 0.2; echo x) | pliant escape & sleep 0.1; kill -HUP $!; wait $!", in: folder)
      #expect(ended.output == "x\n")
    }
  }

  @Test func aBrokenPipeEndsTheProgramAsASignalWould() throws {
    try withTemporaryFolder { folder in
      try write(["big": String(repeating: "x", count: 2_000_000)], in: folder)
      let ended = try shell(
        "{ pliant escape big big big; echo $? >code; } | head -c 1 >/dev/null; cat code", in: folder)
      #expect(ended.output == "141\n")
      #expect(ended.error == "")
    }
  }

  @Test func fullDisksAndLimitsAreErrorsThatLeaveTheOldFile() throws {
    try withTemporaryFolder { folder in
      try write(["in": String(repeating: "x", count: 400_000), "out": "old"], in: folder)
      let full = try shell("pliant escape in >/dev/full", in: folder)
      #expect(full.code == 1)
      #expect(full.error == "in: error: cannot write: no space left on device [file/write]\n")
      #expect(try shell("pliant escape -o /dev/full in", in: folder).code == 1)
      // The thread sanitizer has files of its own.
      if !isSanitized {
        let limited = try shell("ulimit -f 100; pliant escape -o out in", in: folder)
        #expect(limited.code == 1)
        #expect(limited.error.contains("file too large"))
      }
      #expect(names(in: folder) == ["in", "out"])
      #expect(read("out", in: folder) == "old")
      let disk = try shell(
        """
        mkdir d && mount -t tmpfs -o size=64k tmpfs d 2>/dev/null || { rmdir d; exit 77; }
        echo old >d/out; pliant escape -o d/out in; echo $?; ls -A d; cat d/out; umount d; rmdir d
        """, in: folder)
      if disk.code == 77 { try Test.cancel("no right to mount a small disk") }
      #expect(disk.output == "1\nout\nold\n")
    }
  }

  @Test func namesThatAreNotUTF8AreFound() throws {
    try withTemporaryFolder { folder in
      let ended = try shell(
        """
        n=$(printf 'a\\377.txt'); echo 1 >"$n" || exit 77; pliant escape -e out "$n" && ls | od -An -c | tr -d ' \\n'
        pliant escape "nothing$n"
        """, in: folder)
      if ended.code == 77 { try Test.cancel("this disk takes only UTF-8 names") }
      #expect(ended.output == "a377.out\\na377.txt\\n")
      #expect(ended.error == "nothinga\\xFF.txt: error: no such file [file/read]\n")
    }
  }

  @Test func aClosedStandardDescriptorIsNoTrap() throws {
    try withTemporaryFolder { folder in
      try write(["a": "<"], in: folder)
      let ended = try shell(
        "pliant escape a >&-; echo $?; pliant escape -o b a >&- 2>&-; cat b; pliant escape - <&-", in: folder)
      #expect(ended.output == "1\n&lt;")
      #expect(ended.error.contains("a: error: cannot write: bad file descriptor"))
      #expect(ended.error.contains("<stdin>: error: cannot read: bad file descriptor"))
    }
  }

  @Test func talkOfManyJobsStaysInOrderAndApart() throws {
    try withTemporaryFolder { folder in
      for index in 0..<60 { try write(["f\(index)": index % 7 == 3 ? "&" : "&lt;\(index)\n"], in: folder) }
      let names = (0..<60).map { "f\($0)" }.joined(separator: " ")
      let one = try shell("pliant unescape \(names)", in: folder)
      let many = try shell("pliant unescape --jobs 5 \(names)", in: folder)
      #expect(one.code == 1 && many.code == 1)
      #expect(one.output == many.output && one.error == many.error)
      #expect(one.error.split(separator: "\n").count == 9)
    }
  }

  @Test func aReadOnlyFolderKeepsItsFile() throws {
    try withTemporaryFolder { folder in
      let ended = try shell(
        """
        [ "$(id -u)" = 0 ] && exit 77
        mkdir d; echo '[ 1 ]' >d/a.json; chmod 555 d; pliant convert json d/a.json; echo $?; cat d/a.json; chmod 755 d
        """, in: folder)
      if ended.code == 77 { try Test.cancel("nothing is read-only for root") }
      #expect(ended.output == "1\n[ 1 ]\n")
      #expect(ended.error.contains("permission denied"))
    }
  }

  #if os(Linux)
    @Test func aMappedFileThatIsCutShortIsSaidToHaveChanged() throws {
      try withTemporaryFolder { folder in
        let url = folder.appendingPathComponent("big.json")
        var bytes = Data("[".utf8)
        bytes.append(Data(repeating: 0x20, count: 100_000_000))
        bytes.append(Data("]".utf8))
        try bytes.write(to: url)
        let errors = folder.appendingPathComponent("errors")
        try Data().write(to: errors)
        let process = Process()
        process.executableURL = builtProgram("pliant")
        process.arguments = ["convert", "json", "-o", "out", "big.json"]
        process.currentDirectoryURL = folder
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let maps = "/proc/\(process.processIdentifier)/maps"
        let isMapped = eventually {
          // Read in pieces: such a file tells no size, and a sanitizer makes it long.
          let map = FileHandle(forReadingAtPath: maps)?.readDataToEndOfFile()
          return map?.range(of: Data("big.json".utf8)) != nil
        }
        try #require(isMapped)
        truncate(url.path, 4096)
        waitForEnd(of: process)
        #expect(process.terminationStatus == 1)
        #expect(read("errors", in: folder) == "big.json: error: changed while it was read [file/read]\n")
        #expect(names(in: folder) == ["big.json", "errors"])
      }
    }
  #endif
}
