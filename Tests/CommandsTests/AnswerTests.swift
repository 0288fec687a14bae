// No answer is not an answer: where something is not read, or is beyond a bound, every verb says so or reads it.

import Commands
import Foundation
import PliantCore
import PliantKit
import TestSupport
import Testing

@Suite struct AnswerTests {
  private func run(_ words: [String], input: [UInt8]) throws -> (
    code: ExitCode, output: String, errors: String
  ) {
    let run = try CapturedRun(input: input)
    let code = Program.run(words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  private func run(_ words: [String], _ text: String) throws -> (
    code: ExitCode, output: String, errors: String
  ) { try run(words, input: Array(text.utf8)) }

  @Test func patternsBeyondTheLimitAreRefused() throws {
    let groups = String(repeating: "(", count: 200) + "a" + String(repeating: ")", count: 200)
    for pattern in ["a{1,100000}", "(a{1,200}){1,200}", groups] {
      for name in ["match", "search"] {
        let result = try run(["query", "$[?\(name)(@, \"\(pattern)\")]"], "[\"a\"]")
        #expect(result.code == .trouble, "\(pattern)")
        #expect(result.output == "", "\(pattern)")
        #expect(result.errors.contains("[jsonpath/limit]"), "\(result.errors)")
      }
    }
    // What is no I-Regexp matches nothing (RFC 9535, 2.4.6).
    #expect(try run(["query", "$[?match(@, \"a{2,1}\")]"], "[\"a\"]").output == "[]\n")
  }

  @Test func eventsTellReferencesThatAreNotReadFromText() throws {
    let document =
      "<!DOCTYPE a SYSTEM 'x'><a b='&foo;' c='&amp;foo;' d='1&foo;&bar;2&amp;foo;'>&foo;&amp;foo;</a>"
    let lines = try run(["events", "--json"], document).output.split(separator: "\n")
    let start = try #require(lines.first { $0.contains("start-element") })
    #expect(start.contains(#""name":"b","local":"b","namespace":"","value":[{"reference":"foo"}]}"#))
    #expect(start.contains(#""name":"c","local":"c","namespace":"","value":"&foo;"}"#))
    #expect(start.contains(#""value":["1",{"reference":"foo"},{"reference":"bar"},"2&foo;"]}"#), "\(start)")
    #expect(lines.contains { $0.contains(#""event":"reference""#) && $0.contains(#""name":"foo""#) })
    for line in lines { #expect(throws: Never.self) { try PliantKit.Document(bytes: Array(line.utf8)) } }
  }

  /// Documents whose first bytes tell the family of their encoding (XML 1.0, appendix F.1).
  @Test func everyVerbReadsWhatTheFirstBytesTell() throws {
    let names = ["IBM037", "IBM500", "IBM1047", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"]
    let calls: [[String]] = [
      ["convert", "json", "--xml-style", "jsonml", "-o", "-"], ["info"], ["lint", "-"], ["print"],
      ["query", "$"], ["xpath", "/a"], ["extract", "a"], ["type", "a"], ["events"], ["format"],
      ["insert", "--xpath", "/a/@k", "--string", "v"], ["remove", "--xpath", "/a/b"],
      ["cdata", "wrap", "--all"],
    ]
    for name in names {
      let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?><a><b>h\u{E4} [x]!</b></a>"
      let encoded = try #require(
        TextEncoding(name: name).flatMap { encoding -> [UInt8]? in
          var output = OutputBuffer()
          var encoder = TextEncoder(encoding)
          let end = Array(text.utf8).withByteView { encoder.encode($0, into: &output) }
          return end == text.utf8.count ? output.bytes : nil
        })
      for words in calls {
        let result = try run(words, input: encoded)
        #expect(result.code == .success, "\(name) \(words) \(result.errors)")
      }
      #expect(try run(["encoding"], input: encoded).output.contains(": \(name) ("), "\(name)")
      let plain = try run(["transcode", "--to", "UTF-8"], input: encoded)
      #expect(plain.output == text.replacingOccurrences(of: name, with: "UTF-8"), "\(name) \(plain.errors)")
      let back = try CapturedRun(input: Array(plain.output.utf8))
      #expect(back.run("transcode", "--to", name) == .success)
      let again = try run(["transcode", "--to", "UTF-8"], input: back.outputBytes)
      #expect(again.output == plain.output, "\(name) \(again.errors)")
    }
  }

  @Test func emptyBracesDoNotDecideTheFormatOfAMerge() throws {
    for empty in ["{}", "{ }\n", "\u{FEFF}{\n}\n"] {
      try withTemporaryFolder { folder in
        try write(
          ["base": "{ a = <00ff>; }\n", "ours": empty, "theirs": "{ a = <00ff>; b = <0a>; }\n"], in: folder)
        let run = try CapturedRun(in: folder)
        #expect(run.run("merge", "-o", "-", "base", "ours", "theirs") == .success, "\(run.errorText)")
        #expect(run.outputText.contains("<0a>"), "\(run.outputText)")
        #expect(run.errorText == "")
      }
    }
    try withTemporaryFolder { folder in
      try write(["base": "{\"a\":1}", "ours": "{}", "theirs": "{\"a\":1,\"b\":2}"], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("merge", "-o", "-", "base", "ours", "theirs") == .success)
      #expect(run.outputText == "{\"b\":2}" || run.outputText.contains("\"b\": 2"), "\(run.outputText)")
    }
  }

  @Test func removingTheLastEntryWritesWhatCoreFoundationWrites() throws {
    let rows = [
      (
        "a.b", "<dict><key>a</key><dict><key>b</key><string>x</string></dict></dict>",
        "<dict><key>a</key><dict/></dict>"
      ),
      (
        "a.b", "<dict>\n\t<key>a</key>\n\t<dict>\n\t\t<key>b</key>\n\t\t<true/>\n\t</dict>\n</dict>",
        "<dict>\n\t<key>a</key>\n\t<dict/>\n</dict>"
      ),
      ("0", "<array>\n<true/>\n</array>", "<array/>"),
      ("a", "<dict>\n<!-- k --><key>a</key><true/></dict>", "<dict>\n<!-- k --></dict>"),
    ]
    for (path, body, expected) in rows {
      let result = try run(["remove", path], "<plist version=\"1.0\">\(body)</plist>")
      #expect(result.output == "<plist version=\"1.0\">\(expected)</plist>", "\(result.errors)")
    }
  }

  @Test func replacedStringsKeepTheirQuotationMarks() throws {
    let rows = [
      ("{ v = 1.4.2; }", "1.5", "{ v = 1.5; }"), ("{ v = \"1.4.2\"; }", "1.5", "{ v = \"1.5\"; }"),
      ("{ v = '1.4.2'; }", "1.5", "{ v = '1.5'; }"),
      ("{ v = '1'; }", "it's \"so\"", "{ v = 'it\\'s \"so\"'; }"),
      ("{ v = 1.4.2; }", "1 5", "{ v = \"1 5\"; }"), ("{ v = \"a\\\"b\"; }", "c", "{ v = \"c\"; }"),
    ]
    for (text, value, expected) in rows {
      let result = try run(["replace", "v", "--string", value], text)
      #expect(result.output == expected, "\(text) \(result.errors)")
    }
  }

  /// Paths of very many steps, which took minutes, end with an answer.
  @Test func longPathsHaveAnAnswer() throws {
    let steps = Array(repeating: "a", count: 60_000)
    for path in [steps.joined(separator: "."), "/" + steps.joined(separator: "/")] {
      for document in [
        "{\"a\":1}", "{\"a.a\":{\"a\":{\"b\":1}}}", "<plist><dict><key>a</key><array/></dict></plist>",
      ] {
        for words in [
          ["extract", path], ["type", path], ["remove", path], ["replace", path, "--integer", "1"],
        ] {
          let result = try run(words, document)
          #expect(result.code == .failure, "\(words[0]) \(document) \(result.errors.prefix(200))")
        }
      }
    }
  }
}
