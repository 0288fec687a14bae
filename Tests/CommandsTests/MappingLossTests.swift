// What reading by a mapping changes is told: order, white space, spellings, what is as if it were not there, and records that
// are dropped or merged.

import Commands
import Foundation
import PliantCore
import TestSupport
import Testing

@Suite struct MappingLossTests {
  private static let mapping = """
    {"mapping": "m", "root": "r", "fields": {
       "a": "a", "n": "n integer", "box": "box/x", "boxes": "box/y list", "items": "i Item list", "note": "note \
       whitespace=collapse",
       "words": "w list split", "html": "h xml", "d": "d/@v default=1", "when": "when date", "flag": "flag boolean \
       true='1 yes' false='0 no'"},
     "records": {
       "Item": {"id": "@id key", "$repeated": "replace", "t": "text()", "p": "p", "q": "q list"}}}
    """

  private func convert(
    _ xml: String, mapping: String = Self.mapping, _ words: String...
  ) throws -> (code: ExitCode, output: String, error: String) {
    try withTemporaryFolder { folder in
      try write(["m.json": mapping], in: folder)
      let run = try CapturedRun(input: Array(xml.utf8), in: folder)
      let code = Program.run(["convert", "json", "--mapping", "./m.json"] + words, context: run.context)
      return (code, run.outputText, run.errorText)
    }
  }

  /// Each with what is said of it, and where; nothing where nothing is lost.
  private static let cases: [(xml: String, place: String, text: String)] = [
    ("<r><a>x</a><n>1</n><i id='1'/><i id='2'/><note>y</note></r>", "", ""),
    ("<r>\n <a>x</a>\n <i id='1'><p>1</p><q>2</q><q>3</q></i>\n</r>", "", ""),
    ("<r><n>1</n><a>x</a></r>", "1:12", "1 element would lose the order of its children"),
    ("<r><i id='1'/><a>x</a><i id='2'/></r>", "1:15", "1 element would lose the order of its children"),
    (
      "<r><i id='1'><q>1</q><p/></i><i id='2'><q>1</q><p/></i></r>", "1:22",
      "2 elements would lose the order of their children"
    ),
    ("<r><box><y>1</y><x>2</x></box></r>", "1:17", "1 element would lose the order of its children"),
    ("<r><i id='1'>t<p/>u</i></r>", "1:4", "1 element would lose the order of its text and children"),
    ("<r><i id='1'>t<p/></i></r>", "", ""),
    ("<r><a> x</a><note>a  b</note></r>", "1:4", "2 texts would lose white space"),
    ("<r><note>a\tb</note></r>", "1:4", "1 text would lose white space"),
    ("<r><i id='1'> </i></r>", "1:4", "1 text would lose white space"),
    ("<r><h> <b/> </h></r>", "", ""),
    ("<r><h> t<b/></h></r>", "1:4", "1 text would lose white space"),
    ("<r><n>007</n></r>", "1:4", "1 value would lose its spelling"),
    ("<r><n> 7 </n></r>", "1:4", "1 value would lose its spelling"),
    ("<r><w>a  b</w></r>", "1:4", "1 value would lose its spelling"),
    ("<r><flag>yes</flag></r>", "1:4", "1 value would lose its spelling"),
    ("<r><when>2012-03-01T06:00:00+00:00</when></r>", "1:4", "1 value would lose its spelling"),
    ("<r><n/></r>", "1:4", "1 empty element or attribute would be dropped"),
    ("<r><d/></r>", "1:4", "1 empty element or attribute would be dropped"),
    ("<r><box/></r>", "", ""),
  ]

  @Test func whatIsLostIsToldInItsPlace() throws {
    for (xml, place, text) in Self.cases {
      // The default is put in wherever it is missing, which is another loss.
      let mapping = Self.mapping.replacing(" default=1", with: "")
      let refused = try convert(xml, mapping: mapping, "--loss", "refuse")
      #expect((refused.code == .success) == text.isEmpty, "\(xml): \(refused.error)")
      if text.isEmpty { continue }
      #expect(
        refused.error.contains("<stdin>:\(place): error: the target format cannot represent this: \(text)"),
        "\(xml): \(refused.error)")
      let noted = try convert(xml, mapping: mapping)
      let told = text.replacing("would lose", with: "lost").replacing("would be", with: "was")
      #expect(noted.code == .success && noted.error.contains("note: \(told)"), "\(xml): \(noted.error)")
    }
  }

  @Test func aMappingMaySayThatOrderMeansNothing() throws {
    let mapping = Self.mapping.replacing("\"root\": \"r\",", with: "\"root\": \"r\", \"ordered\": false,")
      .replacing(" default=1", with: "")
    for (xml, _, text) in Self.cases
    where text.contains("order of its children") || text.contains("their children") {
      let run = try convert(xml, mapping: mapping, "--loss", "refuse")
      #expect(run.code == .success && run.error.isEmpty, "\(xml): \(run.error)")
    }
    let feed = "<rss version='2.0'><channel><item><guid>1</guid></item><title>c</title></channel></rss>"
    let run = try CapturedRun(input: Array(feed.utf8))
    #expect(
      Program.run(["convert", "json", "--mapping", "podcast", "--loss", "refuse"], context: run.context)
        == .success)
    let wrong = try convert(
      "<r/>", mapping: Self.mapping.replacing("\"root\": \"r\",", with: "\"root\": \"r\", \"ordered\": 1,"))
    #expect(wrong.code == .trouble && wrong.error.contains("'ordered' must be true or false"))
  }

  /// A default that is put in is told, and so is what is kept in another place.
  @Test func whatIsAddedOrMovedIsTold() throws {
    #expect(try convert("<r/>").error.contains("1 field became one with the mapping's default"))
    let mapping = Self.mapping.replacing(" default=1", with: "")
    let moved = try convert("<r><z/><a>x</a></r>", mapping: mapping, "--keep-unmapped")
    #expect(moved.error.contains("1 element lost the order of its children"))
    let kept = try convert("<r><a>x</a><z/></r>", mapping: mapping, "--keep-unmapped")
    #expect(kept.code == .success && !kept.error.contains("conversion/loss"))
    let alternative = mapping.replacing(
      "\"fields\": {", with: "\"namespaces\": {\"p\": [\"u\", \"v\"]}, \"fields\": {\"z\": \"p:z\", ")
    #expect(
      try convert("<r xmlns:p='v'><p:z>1</p:z></r>", mapping: alternative).error.contains(
        "1 namespace became that of the mapping"))
    #expect(try convert("<r xmlns:p='u'><p:z>1</p:z></r>", mapping: alternative).error == "")
  }

  @Test func aRecordThatIsDroppedOrMergedIsToldByKeyAndLine() throws {
    let xml = "<r>\n<i id='7'>x</i>\n<i id='8'>y</i>\n<i id='7'>z</i>\n</r>"
    let base = Self.mapping.replacing(" default=1", with: "")
    for (rule, change) in [("replace", "put in the place of"), ("merge", "merged with")] {
      let mapping = base.replacing("\"replace\"", with: "\"\(rule)\"")
      let noted = try convert(xml, mapping: mapping)
      let text = "Item: the record with the key '7' is \(change) an earlier one"
      #expect(noted.code == .success && noted.error.contains("<stdin>:4:1: note: \(text)"), "\(noted.error)")
      let refused = try convert(xml, mapping: mapping, "--loss", "refuse")
      #expect(refused.code == .failure && refused.output.isEmpty)
      #expect(refused.error.contains("<stdin>:4:1: error: the target format cannot represent this: \(text)"))
    }
    let feed =
      "<rss version='2.0'><channel><item><guid>1</guid></item>\n<item><guid>1</guid></item></channel></rss>"
    try withTemporaryFolder { folder in
      try write(["f.xml": feed], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(
        Program.run(["convert", "json", "--mapping", "podcast", "f.xml"], context: run.context) == .failure)
      #expect(read("f.xml", in: folder) == feed)
      #expect(run.errorText.contains("f.xml:2:1: error:"), "\(run.errorText)")
    }
  }
}
