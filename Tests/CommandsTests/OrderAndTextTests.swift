// Order of siblings and text are values: kept, or their loss is told, whatever the verb and the target.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct OrderAndTextTests {
  private func run(_ text: String, _ words: String...) throws -> (
    code: ExitCode, output: String, error: String
  ) {
    let run = try CapturedRun(input: Array(text.utf8))
    let code = Program.run(words, context: run.context)
    return (code, run.outputText, run.errorText)
  }

  private func canonical(_ text: String) throws -> String {
    try run(text, "format", "--canonical", "-f", "xml").output
  }

  /// Documents of which the attributes style keeps all but white space between elements, and what it makes of them.
  private static let kept = [
    ("<a><b>1</b><b>2</b><c/></a>", ##"{"b":["1","2"],"c":null}"##),
    ("<a><c/><b>1</b><b>2</b></a>", ##"{"c":null,"b":["1","2"]}"##),
    ("<a>\n  <b> x </b>\n  <c>  </c>\n  <d>\n</d>\n</a>", ##"{"b":" x ","c":"  ","d":"\n"}"##),
    ("<a x='1'> y\t</a>", ##"{"@x":"1","#text":" y\t"}"##),
    ("<a> x&amp;y </a>", #"" x&y ""#),
    ("<a>&#13;&#10;</a>", #""\r\n""#),
    ("<a xmlns='u'><b xmlns=''/></a>", ##"{"@xmlns":"u","b":{"@xmlns":""}}"##),
    (
      "<a xml:space='preserve'><b/><c xml:space='default'><d/></c></a>",
      ##"{"@xml:space":"preserve","b":null,"c":{"@xml:space":"default","d":null}}"##
    ),
  ]

  @Test func whatTheAttributesStyleKeepsComesBack() throws {
    for (xml, content) in Self.kept {
      for target in ["json", "xml1", "binary1", "openstep"] {
        let there = try run(xml, "convert", target, "--loss", "refuse", "-f", "xml")
        #expect(there.code == .success, "\(xml) as \(target): \(there.error)")
        if target == "json" { #expect(there.output == "{\"a\":\(content)}\n") }
      }
      let there = try run(xml, "convert", "json").output
      let back = try run(there, "convert", "xml", "--xml-style", "attributes").output
      #expect(
        CanonicalTree.content(of: try canonical(back).utf8)
          == CanonicalTree.content(of: try canonical(xml).utf8),
        "\(xml)")
    }
  }

  /// Documents of which it loses the order of children, or of text and children; the first place of it.
  @Test(arguments: [
    ("<b><p>a</p><c>x</c><p>b</p></b>", "1:20", "1 element would lose the order of its children"),
    (
      "<r><a><x/><y/><x/></a><a><x/><y/><x/></a></r>", "1:15",
      "2 elements would lose the order of their children"
    ),
    ("<r><a/><c><x/><y/><x/></c><a/></r>", "1:19", "2 elements would lose the order of their children"),
    ("<a>t<b/></a>", "1:1", "1 element would lose the order of its text and children"),
    (
      "<a xml:space='preserve'> <b/></a>", "1:1", "1 element would lose the order of its text and children"
    ),
  ]) func orderThatIsLostIsToldByEveryTarget(xml: String, place: String, text: String) throws {
    for target in ["json", "jsonl", "xml1", "binary1", "openstep", "swift"] {
      let refused = try run(xml, "convert", target, "--loss", "refuse", "-f", "xml")
      #expect(refused.code == .failure, "\(target)")
      #expect(refused.output.isEmpty)
      #expect(
        refused.error.contains(
          "<stdin>:\(place): error: the target format cannot represent this: \(text); use --xml-style lossless or jsonml to keep it, or -o or --loss note"
        ), "\(target): \(refused.error)")
    }
    let told = text.replacing("would lose", with: "lost")
    let noted = try run(xml, "convert", "json")
    #expect(noted.code == .success)
    #expect(noted.error.contains("note: \(told); --xml-style lossless or jsonml keeps it"))
    for verb in [["query", "$"], ["extract", ""], ["type", ""]] {
      let seen = try CapturedRun(input: Array(xml.utf8))
      _ = Program.run(verb + ["-"], context: seen.context)
      #expect(seen.errorText.contains(told), "\(verb): \(seen.errorText)")
    }
    #expect(try run(xml, "info", "--json").output.contains("\"json\":{\"size\":"))
    #expect(try run(xml, "info", "--json").output.components(separatedBy: told).count > 8)
    for style in ["jsonml", "lossless"] {
      let whole = try run(xml, "convert", "json", "--xml-style", style, "--loss", "refuse")
      #expect(whole.code == .success && whole.error.isEmpty, "\(style)")
      let back = try run(whole.output, "convert", "xml", "--xml-style", style)
      #expect(try canonical(back.output) == canonical(xml))
    }
  }

  /// In place it is refused without a word of policy, and the file stays; any other output is made.
  @Test func aFileIsNotReplacedByOneWithoutItsOrder() throws {
    let xml = Array("<b><p>a</p><c>x</c><p>b</p></b>".utf8)
    try withTemporaryFolder { folder in
      let path = folder.path + "/d.xml"
      #expect(FileManager.default.createFile(atPath: path, contents: Data(xml)))
      let run = try CapturedRun()
      #expect(Program.run(["convert", "json", path], context: run.context) == .failure)
      #expect(FileManager.default.contents(atPath: path) == Data(xml))
      #expect(
        Program.run(["convert", "json", "-o", folder.path + "/d.json", path], context: run.context)
          == .success)
      #expect(
        Program.run(["convert", "json", "--xml-style", "jsonml", path], context: run.context) == .success)
    }
  }

  /// Sorted keys are another order of the elements that they are.
  @Test(arguments: [
    ("<r><b/><a/></r>", true), ("<r z='' x=''><a/><b/><b/></r>", false), ("<r><a>t</a></r>", false),
  ])
  func sortingKeysIsALossOfOrder(xml: String, isLoss: Bool) throws {
    for option in ["--sort-keys", "--canonical"] {
      let code = try run(xml, "convert", "json", option, "--loss", "refuse").code
      #expect((code == .failure) == isLoss, "\(option)")
    }
    // Canonical markup has its elements in their order.
    let whole = try run(
      xml, "convert", "xml", "--xml-style", "attributes", "--canonical", "--loss", "refuse", "-f", "xml")
    #expect(whole.code == .success)
    #expect(
      CanonicalTree.content(of: whole.output.utf8) == CanonicalTree.content(of: try canonical(xml).utf8))
  }

  @Test func trimmingIsAReportedLoss() throws {
    let xml = "<a><b> x </b><c> </c><d>y</d></a>"
    let trimmed = try run(xml, "convert", "json", "--trim")
    #expect(trimmed.output == ##"{"a":{"b":"x","c":null,"d":"y"}}"## + "\n")
    #expect(trimmed.error.contains("note: 2 texts lost white space"))
    let refused = try run(xml, "convert", "json", "--trim", "--loss", "refuse")
    #expect(refused.code == .failure && refused.error.contains("<stdin>:1:4: error:"))
    #expect(try run("<a>y</a>", "convert", "json", "--trim", "--loss", "refuse").code == .success)
    #expect(try run(xml, "convert", "json", "--trim", "--mapping", "users").code == .trouble)
  }
}
