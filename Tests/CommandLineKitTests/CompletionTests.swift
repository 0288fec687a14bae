// Completion scripts: right syntax in each shell, and the right answers in bash.

import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite struct CompletionTests {
  @Test(arguments: CompletionShell.allCases) func isRightlyWritten(shell: CompletionShell) throws {
    guard let program = find(shell.rawValue) else {
      try Test.cancel("\(shell.rawValue) is not installed")
    }
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("script")
      try Data(shell.script(for: ManPageTests.commands).utf8).write(to: file)
      #expect(run(program, ["-n", file.path]) == 0)
    }
  }

  @Test func answersInBash() async throws {
    try await forEachRow(of: [
      ("pliant ", "convert cdata help --help --version"), ("pliant conv", "convert"),
      ("pliant convert ", "json xml1"), ("pliant convert x", "xml1"), ("pliant convert json ", ""),
      ("pliant convert --f", "--fix"), ("pliant convert --fix = ", "declaration bytes"),
      ("pliant convert --fix = b", "bytes"), ("pliant convert -o ", ""), ("pliant convert -o x j", "json"),
      ("pliant convert --name x j", "json"), ("pliant cdata ", "wrap unwrap --help"),
      ("pliant cdata wrap --", "--all --help"),
      ("pliant help for", "formats"),
    ]) { (line: String, expected: String) in
      guard let bash = find("bash") else { try Test.cancel("bash is not installed") }
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      let script =
        CompletionShell.bash.script(for: ManPageTests.commands) + """
          COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); _pliant; echo "${COMPREPLY[*]}"
          """
      #expect(output(bash, ["--norc", "-c", script]) == expected + "\n")
    }
  }

  @Test func answersInFish() throws {
    guard let fish = find("fish") else { try Test.cancel("fish is not installed") }
    let script = CompletionShell.fish.script(for: ManPageTests.commands)
    let answer = output(fish, ["--no-config", "-c", script + "complete -C 'pliant convert --fi'"])
    #expect(answer?.hasPrefix("--fix\tfix\n") == true)
    let values = output(fish, ["--no-config", "-c", script + "complete -C 'pliant convert --fix=b'"])
    #expect(values?.contains("--fix=bytes") == true)
  }
}
