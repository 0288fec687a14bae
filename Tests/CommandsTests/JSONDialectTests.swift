// JSON with comments and JSON5 are read where --from says so; comments are annotations.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct JSONDialectTests {
  private static let text = "{\n  // why\n  \"a\": [1, 2,], /* and */\n}\n"

  @Test func commentsAreNoted() throws {
    let run = try CapturedRun(input: Array(Self.text.utf8))
    #expect(run.run("convert", "json", "--from", "jsonc") == .success)
    #expect(run.outputText == "{\"a\":[1,2]}\n")
    #expect(run.errorText == "<stdin>: note: 2 comments were dropped [conversion/loss]\n")
  }

  @Test func commentsAreRefusedOnlyWhereAsked() throws {
    let run = try CapturedRun(input: Array(Self.text.utf8))
    #expect(run.run("convert", "xml1", "--from", "jsonc", "--loss", "refuse") == .failure)
    #expect(run.outputText.isEmpty)
    #expect(run.errorText.contains("<stdin>:2:3: error: "))
  }

  @Test func json5IsRead() throws {
    let run = try CapturedRun(input: Array("{a: 'b', c: +0x1F, d: .5,}".utf8))
    #expect(run.run("convert", "json", "--from", "json5") == .success)
    #expect(run.outputText == "{\"a\":\"b\",\"c\":31,\"d\":0.5}\n")
  }

  @Test(arguments: ["jsonc", "json5"]) func theyAreNotWritten(format: String) throws {
    let run = try CapturedRun(input: Array("[1]".utf8))
    #expect(run.run("convert", format) == .trouble)
    #expect(run.errorText.contains("invalid value '\(format)' for FORMAT: expected xml1, "))
    #expect(run.errorText.contains("; pliant reads \(format), but does not write it\n"))
  }
}
