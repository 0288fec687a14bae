// pliant xpath from the command line: what is printed, the exit codes, and what is said of mistakes.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct XPathCommandTests {
  private let users = testdata("valid/xml/users.xml").path

  @Test func prints() async throws {
    try await forEachRow(of: [
      (["/users/user[1]/@id"], "1\n", 0),
      (["//first"], "Sam\nJill\nHarry\nIda\n", 0),
      (["--first", "//first"], "Sam\n", 0),
      (["//job[. = 'dentist']"], "", 1),
      (["--as", "count", "//user[@id > 3]"], "4\n", 0),
      (["--as", "count", "//nobody"], "0\n", 1),
      (["--as=json", "//nobody"], "[]\n", 1),
      (["count(//user)"], "7\n", 0),
      (["1 div 0"], "Infinity\n", 0),
      (["false()"], "false\n", 0),
      (["--as", "json", "1 div 0"], "\"Infinity\"\n", 0),
      (["--as", "json", "0.5 + 1"], "1.5\n", 0),
      (["--as", "json", "true()"], "true\n", 0),
      (["--as", "json", "string(//first)"], "\"Sam\"\n", 0),
      (["--as", "xml", "string(/users/user[6]/name)"], "Spoor &amp; Dowser\n", 0),
      (["--context", "/users/user[2]", "street/text()"], "Flat 31\nNorth Gate\n", 0),
      (["--context", "/users/user", "address/@id"], "a1\na2\n", 0),
      (["--context", "/users/user[position() < 4]", "count(*)"], "4\n4\n2\n", 0),
      (
        ["--context", "/users/user", "concat(position(), ' of ', last())", "--first"],
        "1 of 7\n2 of 7\n3 of 7\n4 of 7\n5 of 7\n6 of 7\n7 of 7\n", 0
      ),
      (["--context", "//nobody", "name"], "", 1),
      (["--var", "n=3", "--var=job=engineer", "//user[job = $job and @id > $n]/@id"], "6\n", 0),
      (["--namespace", "x=urn:example:visits", "//x:visitor"], "unknown\n", 0),
      (["//v:visitor"], "unknown\n", 0),
      (
        ["--as", "xml", "/users/user[5] | /users/user[1]/@v:last | //comment() | /users/user[1]/job/text()"],
        "<!-- people, places and a few empty elements -->\nv:last=\"2024-03-01\"\nclerk\n<user id=\"5\"><name>Kurtzmann</name><job>head of records</job></user>\n",
        0
      ),
      (
        ["--as", "xml", "//v:visitor | //namespace::v[../@id = 7]"],
        "xmlns:v=\"urn:example:visits\"\n<v:visitor xmlns:v=\"urn:example:visits\" v:id=\"8\">unknown</v:visitor>\n",
        0
      ),
      (
        ["--as", "json", "//user[6]/@id | //user[6]/br"],
        "[{\"type\":\"attribute\",\"name\":\"id\",\"path\":\"/users/user[6]/@id\",\"line\":25,\"column\":9,\"value\":\"6\"},{\"type\":\"element\",\"name\":\"br\",\"path\":\"/users/user[6]/br[1]\",\"line\":25,\"column\":66,\"value\":\"\"}]\n",
        0
      ),
    ]) { (words: [String], expected: String, code: Int32) in
      let run = try CapturedRun()
      let result = Program.run(["xpath"] + words + [users], context: run.context)
      #expect(run.outputText == expected)
      #expect(result.rawValue == code, "\(run.errorText)")
    }
  }

  @Test func refuses() async throws {
    try await forEachRow(of: [
      (
        ["/users/user[last()1]"],
        "expression, column 19: missing operator before '1': did you mean last() - 1?\n  /users/user[last()1]\n                    ^\n"
      ),
      (["//a/preceeding::b"], "column 5: unknown axis 'preceeding'; did you mean preceding::?"),
      (["//user[not @id = 3]"], "column 8: not is a function: write not(@…)"),
      (["größe[", "-"], "column 6"),
      (["$n"], "in the expression, column 2: undefined variable $n [xpath/name]"),
      (["x:a"], "bind it with --namespace x=URI"),
      (["--as", "count", "1 + 1"], "--as count counts nodes"),
      (["--context", "1", "a"], "--context must select nodes"),
      (["--var", "n", "a"], "invalid value 'n' for --var: expected NAME=VALUE"),
      (["--as", "yaml", "a"], "yaml"),
    ]) { (words: [String], part: String) in
      let run = try CapturedRun(input: Array("<a/>".utf8))
      #expect(Program.run(["xpath"] + words, context: run.context) == .trouble)
      #expect(run.errorText.contains(part), "\(run.errorText)")
      #expect(run.outputText == "")
    }
  }

  @Test func malformedInputIsTrouble() throws {
    let run = try CapturedRun(input: Array("<a><b></a>".utf8))
    #expect(run.run("xpath", "//b") == .trouble)
    #expect(run.errorText.hasPrefix("<stdin>:1:4: error: "))
  }

  @Test func hintsAtTheDefaultNamespace() throws {
    let text = Array("<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title></feed>".utf8)
    let run = try CapturedRun(input: text)
    #expect(run.run("xpath", "/feed/title") == .failure)
    #expect(run.errorText.contains("note: 'feed' matches elements in no namespace"))
    #expect(run.errorText.contains("--namespace p=http://www.w3.org/2005/Atom"))
    let quiet = try CapturedRun(input: text)
    #expect(quiet.run("xpath", "-q", "/feed/title") == .failure)
    #expect(quiet.errorText == "")
    let bound = try CapturedRun(input: text)
    #expect(bound.run("xpath", "--namespace", "p=http://www.w3.org/2005/Atom", "/p:feed/p:title") == .success)
    #expect(bound.outputText == "t\n")
  }

  @Test func severalFilesAndTheWorstCode() throws {
    try withTemporaryFolder { folder in
      try write(["1.xml": "<a><b>one</b></a>", "2.xml": "<a/>", "3.xml": "<a>"], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("xpath", "//b", "1.xml", "2.xml") == .failure)
      #expect(run.outputText == "1.xml:one\n")
      #expect(run.run("xpath", "//b", "1.xml", "3.xml") == .trouble)
      #expect(run.run("xpath", "//b", "-o", "out", "1.xml") == .success)
      #expect(read("out", in: folder) == "one\n")
    }
  }

  @Test func otherEncodings() throws {
    let latin =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>Gr".utf8) + [0xFC, 0xDF] + Array("e</a>".utf8)
    let run = try CapturedRun(input: latin)
    #expect(run.run("xpath", "/a") == .success)
    #expect(run.outputText == "Grüße\n")
  }
}

extension XPathCommandTests {
  @Test(arguments: [
    "{\"a\":null,\"b\":[1,2]}",
    "<plist><dict><key>b</key><array><real>1</real><integer>2</integer></array></dict></plist>",
  ])
  func propertyListsAndJSONAreQueriedAsXML(_ text: String) throws {
    let run = try CapturedRun(input: Array(text.utf8))
    #expect(run.run("xpath", "/plist/dict/key[. = 'b']/following-sibling::*[1]/integer[last()]") == .success)
    #expect(run.outputText == "2\n")
    let json = try CapturedRun(input: Array(text.utf8))
    #expect(json.run("xpath", "--as", "json", "//integer[last()]/@x | //key[. = 'b']") == .success)
    #expect(json.outputText.contains("\"line\"") == text.hasPrefix("<"))
  }

  @Test func linesOfJSONAreToldByTheName() throws {
    try withTemporaryFolder { folder in
      try write(["a.jsonl": "{\"a\": 1}\n{\"a\": 2}\n"], in: folder)
      for (words, output) in [
        (["xpath", "//integer[2] | //dict[2]/integer"], "2\n"), (["extract", "/1/a"], "2\n"),
        (["type", "/1"], "dictionary\n"),
      ] {
        let run = try CapturedRun(input: nil, in: folder)
        #expect(Program.run(words + ["a.jsonl"], context: run.context) == .success, "\(run.errorText)")
        #expect(run.outputText == output)
      }
    }
  }
}
