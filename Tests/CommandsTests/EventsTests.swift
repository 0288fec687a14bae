// The events of XML documents as users see them.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

private let greeting =
  "<hello xmlns:g=\"/greetings\"><g:text language=\"de\">Hallo Welt</g:text><?printer pagebreak?>"
  + "<g:text xmlns:m=\"/markup\" language=\"en\">Hello <m:u>world</m:u><m:break/></g:text></hello>"

private func events(_ document: String, _ options: String...) throws -> String {
  let run = try CapturedRun(input: Array(document.utf8))
  let code = Program.run(["events"] + options, context: run.context)
  return run.outputText + (code == .success ? "" : run.errorText)
}

@Suite struct EventsTests {
  @Test func theOrderIsThatOfTheDocument() throws {
    #expect(
      try events(greeting) == """
        start-document
        start-namespace g /greetings
        start-element hello
        start-element g:text language="de"
        characters Hallo Welt
        end-element g:text
        processing-instruction printer pagebreak
        start-namespace m /markup
        start-element g:text language="en"
        characters Hello \("")
        start-element m:u
        characters world
        end-element m:u
        start-element m:break
        end-element m:break
        end-element g:text
        end-namespace m
        end-element hello
        end-namespace g
        end-document

        """)
  }

  @Test func namesAreAsWrittenWithoutNamespaces() throws {
    #expect(
      try events("<a xmlns:g='u' g:b='1'/>", "--no-namespaces")
        == "start-document\nstart-element a xmlns:g=\"u\" g:b=\"1\"\nend-element a\nend-document\n")
  }

  @Test(arguments: [
    ("<a>\n x &amp; <![CDATA[<y>]]> ü\n</a>", [], "characters \\n x & <y> ü\\n"),
    ("<a>\n x &amp; <![CDATA[<y>]]> ü\n</a>", ["--trim"], "characters x & <y> ü"),
    (
      "<a>x &amp;<![CDATA[<y>]]></a>", ["--raw-characters"],
      "characters x \nreference amp &\ncdata <y>"
    ),
    ("<a> \n </a>", ["--trim"], ""),
    ("<a><!-- c\n\\ --></a>", [], "comment  c\\n\\\\ "),
  ])
  func textIsOneEventARun(_ document: String, _ options: [String], _ expected: String) throws {
    let run = try CapturedRun(input: Array(document.utf8))
    #expect(Program.run(["events"] + options, context: run.context) == .success)
    let middle = expected.isEmpty ? "" : expected + "\n"
    #expect(run.outputText == "start-document\nstart-element a\n\(middle)end-element a\nend-document\n")
  }

  @Test func jsonTellsPlacesPathsAndNamespaces() throws {
    let text = try events(
      "<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE a SYSTEM 's'>\n<a xmlns='u' xmlns:p='v'>ä\n <p:b p:c='1' d='\"'/></a>",
      "--json")
    #expect(
      text == """
        {"event":"start-document","line":1,"column":1,"version":"1.0","encoding":"UTF-8"}
        {"event":"doctype","line":2,"column":1,"path":"/","name":"a","system-id":"s"}
        {"event":"start-namespace","line":3,"column":1,"path":"/","prefix":"","uri":"u"}
        {"event":"start-namespace","line":3,"column":1,"path":"/","prefix":"p","uri":"v"}
        {"event":"start-element","line":3,"column":1,"path":"/","name":"a","local":"a","namespace":"u","attributes":[]}
        {"event":"characters","line":3,"column":26,"path":"/a","text":"ä\\n "}
        {"event":"start-element","line":4,"column":2,"path":"/a","name":"p:b","local":"b","namespace":"v","attributes":\
        [{"name":"p:c","local":"c","namespace":"v","value":"1"},{"name":"d","local":"d","namespace":"","value":"\\""}]}
        {"event":"end-element","line":4,"column":2,"path":"/a","name":"p:b","local":"b","namespace":"v"}
        {"event":"end-element","line":4,"column":22,"path":"/","name":"a","local":"a","namespace":"u"}
        {"event":"end-namespace","line":4,"column":22,"path":"/","prefix":"p"}
        {"event":"end-namespace","line":4,"column":22,"path":"/","prefix":""}
        {"event":"end-document","line":4,"column":26,"path":"/"}

        """)
  }

  @Test func windowsOfAnySizeGiveTheSame() throws {
    var document = "<r xmlns:n='u'>"
    for index in 0..<40 {
      document += "<n:e i='\(index)'>text ä\(index)\r\n &lt; <![CDATA[x]]>y</n:e>\n<!-- c -->"
    }
    document += "</r>"
    for asJSON in [false, true] {
      var options = XMLEventPrinter.Options()
      options.asJSON = asJSON
      let whole = try printed(document, options, chunk: 1 << 20)
      for chunk in [16, 61, 997] { #expect(try printed(document, options, chunk: chunk) == whole) }
    }
  }

  private func printed(_ document: String, _ options: XMLEventPrinter.Options, chunk: Int) throws -> String {
    let run = try CapturedRun(input: Array(document.utf8))
    let window = TextWindow(
      InputWindow(descriptor: run.context.standardInput, chunkSize: chunk), kind: .xml)
    let printer = XMLEventPrinter(window, options: options, output: OutputBuffer())
    var ledger = ReadLosses()
    let output = try printer.run(ledger: &ledger)
    return String(decoding: output.bytes, as: UTF8.self) + ledger.lossNotes.map(\.message).joined()
  }

  @Test(arguments: [
    ("<a>\n<b></a>", "<stdin>:2:1: error: "), ("<a>\u{1}</a>", "<stdin>:1:4: error: "),
    ("", "<stdin>:1:1: error: "),
    ("<a b='1' b='2'/>", "<stdin>:1:10: error: "),
  ])
  func whatIsWrongIsSaidInItsPlace(_ document: String, _ expected: String) throws {
    let run = try CapturedRun(input: Array(document.utf8))
    #expect(run.run("events") == .failure)
    #expect(run.errorText.hasPrefix(expected))
  }

  @Test(arguments: [1, 4]) func whatComesBeforeAMistakeIsPrinted(_ jobs: Int) throws {
    try withTemporaryFolder { folder in
      try write(["a": "<a><b></a>", "b": "<c/>"], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("events", "--jobs", "\(jobs)", "a", "b") == .failure)
      #expect(
        run.outputText == "start-document\nstart-element a\nstart-element b\n"
          + "start-document\nstart-element c\nend-element c\nend-document\n")
    }
  }

  @Test func bytesThatAreNoTextAreSaidInTheirPlace() throws {
    let run = try CapturedRun(input: Array("<a>\nä".utf8) + [0xFF] + Array("</a>".utf8))
    #expect(run.run("events") == .failure)
    #expect(run.errorText.hasPrefix("<stdin>:2:2: error: the byte FF"))
  }
}
