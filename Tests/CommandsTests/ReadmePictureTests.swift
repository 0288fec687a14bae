// README.md's first screen: its pictures are what real runs and its own table give, and its commands run.

import Foundation
import TestSupport
import Testing

@Suite struct ReadmePictureTests {
  @Test("The pictures are up to date", .enabled(if: find("python3") != nil))
  func pictures() throws {
    let script = packageRoot.appending(path: "Sources/Scripts/draw_pictures.py").path
    let result = try run(
      #require(find("python3")), [script, "--check", builtProgram("pliant").path], in: packageRoot)
    #expect(result.status == 0, "\(String(decoding: result.output + result.errors, as: UTF8.self))")
  }

  @Test("The first commands run on the examples")
  func commands() throws {
    let text = try String(contentsOf: packageRoot.appending(path: "README.md"), encoding: .utf8)
    let screen = try #require(text.split(separator: "In a fresh clone").first)
    let lines = screen.split(separator: "\n").filter { $0.hasPrefix("    pliant ") }
    #expect(lines.count == 5)
    try withTemporaryFolder { folder in
      let examples = folder.appending(path: "examples")
      try FileManager.default.copyItem(at: testdata("examples"), to: examples)
      for line in lines {
        let command = try #require(line.split(separator: " #").first)
        let path = builtProgram("pliant").deletingLastPathComponent().path
        let result = try shell("PATH='\(path)':$PATH; \(command)", in: examples)
        // lint has findings in the examples.
        #expect(result.code == (command.contains("lint") ? 1 : 0), "\(command): \(result)")
      }
    }
  }
}
