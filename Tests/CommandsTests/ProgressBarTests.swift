// The bar that shows the progress of slow work on a terminal.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct ProgressBarTests {
  @Test(arguments: [
    (0.0, 60, "[>                   ]   0%  x"), (0.5, 60, "[==========>         ]  50%  x"),
    (1.0, 60, "[====================] 100%  x"), (0.5, 45, " 50%  x"), (0.5, 5, " 50% "),
  ])
  func theLineFitsItsTerminal(_ fraction: Double, _ width: Int, _ expected: String) {
    #expect(ProgressBar.line(fraction: fraction, text: "x", width: width) == expected)
  }

  @Test func eachPhaseIsCounted() {
    let million = 1_000_000
    for (phase, size, written, expected) in [
      (WorkProgress.Phase.reading, 868 * million, 0, "312 of 868 MB read"),
      (.reading, 0, 7 * million, "312 MB read, 7 MB written"), (.writing, 0, 7 * million, "7 MB written"),
      (.checking, 400 * million, 400 * million, "312 of 400 MB checked"), (.checking, 0, 0, "measuring"),
      (.loading, 0, 0, "loading"),
    ] {
      #expect(ProgressBar.text(phase, offset: 312 * million, size: size, written: written) == expected)
    }
  }

  /// Runs a command whose standard input waits until the bar is there, and returns what the terminal was sent.
  private func run(
    _ words: [String], _ first: String, _ rest: String, output: (PseudoTerminal) -> Any
  ) throws -> (isShown: Bool, status: Int32, text: String) {
    let (terminal, input, process) = (try PseudoTerminal(), Pipe(), Process())
    process.executableURL = builtProgram("pliant")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    process.standardInput = input
    process.standardOutput = output(terminal)
    process.standardError = terminal.end
    process.currentDirectoryURL = testdata("examples")
    try process.run()
    input.fileHandleForWriting.write(Data(first.utf8))
    // The rest comes only once the bar is there, however slow the machine is.
    let isShown = eventually { terminal.text.contains("0 MB read") }
    input.fileHandleForWriting.write(Data(rest.utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return (isShown, process.terminationStatus, terminal.text)
  }

  // In a process of its own: what was read is counted for a process, and tests beside this one read too.
  @Test(
    .enabled(if: PseudoTerminal.isAvailable, "the system gives no pseudo-terminal"),
    arguments: [["lint", "-"], ["convert", "json", "-o", "/dev/null", "-"]])
  func aSlowInputShowsHowMuchWasRead(_ words: [String]) throws {
    let result = try run(words, "[1,", "2]") { _ in FileHandle.nullDevice }
    #expect(result.isShown && result.status == 0)
    #expect(result.text.hasSuffix("\r\u{1B}[K"), "\(result.text)")
  }

  /// The bar leaves its line before a result reaches the same terminal, and does not come back.
  @Test(.enabled(if: PseudoTerminal.isAvailable, "the system gives no pseudo-terminal"))
  func aResultFollowsAClearedLine() async throws {
    try await forEachRow(
      of: [
        ("info -f json -", "[1,", "2]", "encoding"),
        ("diff -f json - orders.json", "[1,", "2]", "(document)"),
        ("extract 1 -", "[1,", "2]", "2"),
        ("mapping infer -", "<a><b i='1'/>", "<b i='2'/></a>", "\"fields\""),
        ("mapping check books-mapping.json -", "<books>", "<book id='1'/></books>", "title"),
        ("load --dry-run - x.db", "<a><b i='1'/>", "<b i='2'/></a>", "\"fields\""),
      ].sampled(every: 3)
    ) { (line: String, first: String, rest: String, part: String) throws in
      let result = try run(line.split(separator: " ").map(String.init), first, rest) { $0.end }
      #expect(result.isShown, "\(line): \(result.text)")
      let afterLastBar = try #require(result.text.components(separatedBy: "MB read").last)
      #expect(afterLastBar.contains("\r\u{1B}[K") && afterLastBar.contains(part), "\(line): \(result.text)")
      let cleared = try #require(afterLastBar.components(separatedBy: "\r\u{1B}[K").last)
      #expect(cleared.contains(part) || part == "title", "\(line): \(result.text)")
    }
  }
}
