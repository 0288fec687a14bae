// Names without namespaces, XML 1.1, and documents deeper than the limit.

import Commands
import PliantCore
import TestSupport
import Testing

@Suite struct XMLNameAndLimitTests {
  private func run(_ words: [String], _ input: String) throws -> (
    code: ExitCode, output: String, errors: String
  ) {
    let run = try CapturedRun(input: Array(input.utf8))
    let code = Program.run(words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  @Test func namespacesAreStripped() throws {
    let document = "<x:a xmlns:x='u' xmlns='v' x:i='0'><x:b x:i='1' i='2' y='3'>t</x:b><c x:k='4'/></x:a>"
    let json = try run(["convert", "json", "--strip-namespaces"], document)
    #expect(
      json.output == ##"{"a":{"@i":"0","b":{"@x:i":"1","@i":"2","@y":"3","#text":"t"},"c":{"@k":"4"}}}"##
        + "\n")
    #expect(json.errors.isEmpty)
    let list = try run(["convert", "json", "--strip-namespaces", "--list", "b"], document)
    #expect(list.output.contains(#""b":[{"#))
    let records = try run(["convert", "jsonl", "-q", "--strip-namespaces", "--records", "a/b"], document)
    #expect(records.output == ##"{"@x:i":"1","@i":"2","@y":"3","#text":"t"}"## + "\n")
    for words in [["--xml-style", "jsonml"], ["--mapping", "podcast"]] {
      #expect(try run(["convert", "json", "--strip-namespaces"] + words, document).code == .trouble)
    }
  }

  /// XML 1.1 allows references to control characters; XML 1.0 does not.
  @Test func controlCharactersOfVersion11() throws {
    let document = "<?xml version='1.1'?><a b='x&#x1b;'>&#1;</a>"
    #expect(
      try run(["convert", "json"], document).output == ##"{"a":{"@b":"x\u001b","#text":"\u0001"}}"## + "\n")
    #expect(try run(["xpath", "string-length(/a/@b)"], document).output == "2\n")
    #expect(try run(["convert", "json"], document.replacing("1.1", with: "1.0")).code == .failure)
    #expect(try run(["convert", "json"], document.replacing("&#1;", with: "&#0;")).code == .failure)
    #expect(try run(["repair", "-q"], document).output == "<?xml version='1.0'?><a b='x'></a>")
  }

  /// A document beyond the limit is not called malformed, and the message says how to read it.
  @Test func depth() throws {
    for (open, close, format) in [("<a>", "</a>", "xml"), ("[", "]", "json"), ("(", ")", "openstep")] {
      let document = String(repeating: open, count: 600) + String(repeating: close, count: 600)
      let words = ["convert", "json", "--xml-style", "attributes", "-f", format]
      let refused = try run(words, document)
      #expect(
        refused.code == .failure
          && refused.errors.contains(
            "nested more than 512 deep; --limit depth=N raises the limit [limit/depth]"),
        "\(format)")
    }
    let lint = try run(["lint", "--stdin-filename", "a.xml"], String(repeating: "<a>", count: 600))
    #expect(lint.output.contains("[limit/depth]") && !lint.output.contains("xml/not-well-formed"))
  }
}
