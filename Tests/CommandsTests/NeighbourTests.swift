// First guesses of people who know other programs: each error leads to the right command.

import CommandLineKit
import Commands
import Foundation
import TestSupport
import Testing

@Suite struct NeighbourTests {
  @Test("Words, options and operands of other programs", arguments: rows)
  func leadsToTheCommand(_ row: (words: [String], advice: String)) throws {
    try withTemporaryFolder { folder in
      try write(["a.json": "{\"a\":{\"b\":1}}", "b.xml": "<a><b/></a>", "l.txt": "x\n"], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(Program.run(row.words, context: run.context) == .trouble, "\(row.words)")
      #expect(run.errorText.contains(row.advice), "\(row.words): \(run.errorText)")
      #expect(run.outputText.isEmpty)
    }
  }

  static let rows: [(words: [String], advice: String)] = [
    (["sel", "-t", "-v", "//title", "b.xml"], "use 'pliant xpath --as value XPATH'"),
    (["ed", "-u", "//b", "b.xml"], "use 'pliant replace --xpath XPATH --string TEXT FILE'"),
    (["val", "b.xml"], "use 'pliant lint'"), (["fo", "b.xml"], "use 'pliant format'"),
    (["--xpath", "//b", "b.xml"], "use 'pliant xpath XPATH FILE'"),
    (["--noout", "b.xml"], "use 'pliant lint'"),
    (["iconv", "-f", "latin1", "l.txt"], "use 'pliant transcode --input-encoding NAME --to NAME FILE'"),
    (["transcode", "--to", "ASCII//TRANSLIT", "l.txt"], "use 'ASCII' and --unmappable replace"),
    (["transcode", "-l"], "pliant help encodings lists the encodings"),
    (["encoding", "--mime", "l.txt"], "use --json, for programs"),
    (["xml2json", "b.xml"], "use 'pliant convert json'"),
    (["minify", "a.json"], "use 'pliant format --minify'"),
    (["query", ".a.b", "a.json"], "in JSONPath it is '$.a.b'"),
    (["query", ".", "a.json"], "in JSONPath it is '$'"),
    (["query", ".a[].b", "a.json"], "in JSONPath it is '$.a[*].b'"),
    (["query", ".a[] | select(.b>1) | .c", "a.json"], "in JSONPath it is '$.a[?@.b>1].c'"),
    (["query", ".[\"a\"]", "a.json"], "in JSONPath it is '$[\"a\"]'"),
    (["query", ".a | length", "a.json"], "in JSONPath it is '$.a[*]' with --as count"),
    (["query", ".a | map(.b)", "a.json"], "'pliant help peers' shows filters and their JSONPaths"),
    (["query", "--raw-output", "$.a", "a.json"], "use --as value"),
    (["convert", "--to", "json", "b.xml"], "the format comes first: pliant convert FORMAT FILE"),
    (["format", "-i", "a.json"], "the file is rewritten in place unless -o or -e names another"),
    (["run", "w.json"], "use 'pliant workflow run FILE'"),
    (["plutil", "-p", "a.plist"], "use 'pliant -p FILE'"),
    (["workflow", "run", "w.json", "--version", "2.0"], "use --set version=VALUE"),
    (["workflow", "run", "-n", "w.json"], "use --dry-run"),
    (["extract", "a.b", "--json", "a.json"], "pliant extract KEYPATH json FILE"),
    (["lint", "-r", "."], "lint checks directories as they are"),
    (["print", "--recursive", "."], "--files-from -"),
    (["xpath", "b.xml", "//b"], "'b.xml' is a file: EXPR comes first; use 'pliant xpath //b b.xml'"),
    (["extract", "a.json", "a.b"], "use 'pliant extract a.b a.json'"),
    (["remove", "a.json", "a.b"], "use 'pliant remove a.b a.json'"),
    (["load", "a.json", "b.xml"], "use 'pliant load a.json b.xml DATABASE'"),
    (["help", "jq"], "use 'pliant query'"),
    (["lint", "--only", "xml/namespace", "."], "use --select for a rule"),
    (["convert", "csv", "--fields", "a", "--fields", "b", "a.json"], "separate the names with commas"),
    (["replace", "a", "--string", "-o", "-", "a.json"], "write --string=-o for the text '-o'"),
    (["query", "keys", "a.json"], "not a jq filter"),
    (["xpath", "if (a) then 1 else 2", "b.xml"], "'if' is XPath 2.0"),
    (["xpath", "//*:b", "b.xml"], "write *[local-name()='name']"),
    (["load", "a.json"], "missing DATABASE for load: 'a.json' is not an SQLite database"),
  ]

  @Test("A key path in another spelling is no new key")
  func foreignKeyPaths() async throws {
    let list = #"{"arr":[1],"o":{"x":2}}"#
    try await forEachRow(of: [
      (["replace", "arr[0]", "--integer", "5"], "did you mean 'arr.0'?"),
      (["insert", "arr/1", "--integer", "5"], "did you mean 'arr.1'?"),
      (["replace", ".o.x", "--integer", "5"], "did you mean 'o.x'?"),
      (["extract", ":o:x"], "did you mean 'o.x'?"), (["extract", "$.o.x"], "did you mean 'o.x'?"),
      (["extract", "o['x']"], "did you mean 'o.x'?"),
    ]) { (words: [String], advice: String) in
      try withTemporaryFolder { folder in
        try write(["a.json": list], in: folder)
        let run = try CapturedRun(in: folder)
        #expect(Program.run(words + ["a.json"], context: run.context) == .failure, "\(words)")
        #expect(run.errorText.contains(advice), "\(words): \(run.errorText)")
        #expect(read("a.json", in: folder) == list)
      }
    }
  }

  @Test("Every advice names commands and options that exist")
  func adviceExists() throws {
    let file = packageRoot.appending(path: "Sources/Commands/Texts/neighbours.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }
    #expect(lines.count > 100)
    var seen: Set<[Substring]> = []
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 2)
      try #require(parts.count == 3, "\(line)")
      #expect(seen.insert(Array(parts.prefix(2))).inserted, "\(line): twice")
      let words = parts[2].replacingOccurrences(of: "pliant ", with: "| ").split { " ;,:".contains($0) }
      let isCommand = parts[0] == "-"
      var verb = Program.commandSet.verb(named: isCommand ? String(words[0]) : String(parts[0]))
      if isCommand {
        #expect(
          verb != nil || ["help", "PlistBuddy"].contains(words[0]) || words[0].hasPrefix("-"), "\(line)")
      } else if verb == nil {
        // Of another program, which has advice of its own without the second word.
        #expect(parts[0] == "*" || lines.contains { $0.hasPrefix("- \(parts[0]) ") }, "\(line)")
      } else {
        let option = parts[1].hasPrefix("--") ? String(parts[1].dropFirst(2)) : ""
        #expect(option.isEmpty || verb?.option(named: option) == nil, "\(line): \(parts[0]) has it")
      }
      for (number, word) in words.enumerated() {
        if word == "|", number + 1 < words.count {
          verb = Program.commandSet.verb(named: String(words[number + 1])) ?? verb
        }
        guard word.hasPrefix("--"), parts[0] != "*", let verb else { continue }
        let option = String(word.dropFirst(2).prefix { $0 != "=" })
        #expect(([verb] + verb.subverbs).contains { $0.option(named: option) != nil }, "\(line): \(word)")
      }
    }
  }

  @Test("help takes the name of a page of a command")
  func helpOfPages() throws {
    let run = try CapturedRun()
    #expect(run.run("help", "pliant-lint") == .success)
    #expect(run.outputText.hasPrefix("pliant lint: "))
    let page = try CapturedRun()
    #expect(page.run("help", "pliant-git") == .success)
    #expect(page.outputText.hasPrefix("pliant-git: "))
  }

  @Test("A text in place of a file or an option leads to the right command")
  func textsInPlaceOfFiles() async throws {
    let list = #"{"name":"a","n":[1]}"#
    try await forEachRow(of: [
      (["print", "name", "a.json"], "use 'pliant extract name a.json' for the value at a key path"),
      (["escape", "<b>"], "use 'printf %s '<b>' | pliant escape' for a text"),
      (["replace", "name", "13", "a.json"], "use --string 13, --integer N"),
      (["set", "name", "13", "a.json"], "use 'pliant replace KEYPATH --string TEXT FILE'"),
      (["print", ":name", "a.json"], "use 'pliant extract name a.json'"),
      (["transcode", "utf-8", "a.json"], "use --to utf-8"),
      (["convert", "csv", "--records", "//n", "a.json"], "use '**/n' for one at any depth"),
    ]) { (words: [String], advice: String) in
      try withTemporaryFolder { folder in
        try write(["a.json": list], in: folder)
        let run = try CapturedRun(in: folder)
        #expect(Program.run(words, context: run.context) == .trouble)
        #expect(run.errorText.contains(advice), "\(run.errorText)")
        #expect(read("a.json", in: folder) == list)
      }
    }
  }
}
