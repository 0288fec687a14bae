// The bar that shows the progress of slow work on a terminal.

import Commands
import Foundation
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

  // In a process of its own: what was read is counted for a process, and tests beside this one read too.
  @Test(
    .enabled(if: PseudoTerminal.isAvailable, "the system gives no pseudo-terminal"),
    arguments: [["lint", "-"], ["convert", "json", "-o", "/dev/null", "-"]])
  func aSlowInputShowsHowMuchWasRead(_ words: [String]) throws {
    let (terminal, input, process) = (try PseudoTerminal(), Pipe(), Process())
    process.executableURL = builtProgram("pliant")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = terminal.end
    try process.run()
    input.fileHandleForWriting.write(Data("[1,".utf8))
    // The rest comes only once the bar is there, however slow the machine is.
    let isShown = eventually { terminal.text.contains("0 MB read") }
    input.fileHandleForWriting.write(Data("2]".utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(isShown && process.terminationStatus == 0)
    #expect(terminal.text.hasSuffix("\r\u{1B}[K"), "\(terminal.text)")
  }
}
