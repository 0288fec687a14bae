// pliant convert csv and tsv: records of a mapping, arrays of dictionaries, lists of values.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct ConvertTableTests {
  private func convert(_ words: [String], _ input: String, in folder: URL? = nil) throws -> (
    code: Int32, output: String, errors: String
  ) {
    let run = try CapturedRun(input: Array(input.utf8), in: folder)
    let code = Program.run(["convert"] + words, context: run.context)
    return (code.rawValue, run.outputText, run.errorText)
  }

  @Test("Cells of CSV") func cells() async throws {
    try await forEachRow(of: [
      (#"[{"a":1,"b":"x"},{"a":2.50,"c":true}]"#, "a,b,c\r\n1,x,\r\n2.50,,true\r\n"),
      (
        #"[{"b":"x,y","a":"say \"hi\""},{"a":"1\n2","b":" z"}]"#,
        "b,a\r\n\"x,y\",\"say \"\"hi\"\"\"\r\n\" z\",\"1\n2\"\r\n"
      ),
      (#"[{"a":"","b":null},{"b":""}]"#, "a,b\r\n\"\",\r\n,\"\"\r\n"),
      (#"[{"=1+2":"=A1"}]"#, "=1+2\r\n=A1\r\n"), (#"{"a":1,"b":"c"}"#, "a,b\r\n1,c\r\n"),
      (#"[["a","b"],[1,null,""]]"#, "a,b\r\n1,,\"\"\r\n"),
      ("[]", ""),
    ]) { (json: String, expected: String) in
      let result = try convert(["csv", "-f", "json"], json)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output == expected)
      #expect(result.errors.isEmpty)
    }
  }

  /// Most readers skip an empty line, so that a lone empty cell becomes an empty string.
  @Test("A lone empty cell of CSV is noted") func loneCells() async throws {
    try await forEachRow(of: [
      (
        #"[{"a":null},{"a":1},{}]"#, "a\r\n\"\"\r\n1\r\n\"\"\r\n",
        "1:7: note: 2 empty cells became empty strings, the first at 0.a"
      ),
      (
        #"["x",1,null]"#, "value\r\nx\r\n1\r\n\"\"\r\n", "1:8: note: 1 empty cell became an empty string at 2"
      ),
    ]) { (json: String, expected: String, note: String) in
      let result = try convert(["csv", "-f", "json"], json)
      #expect(result.code == 0 && result.output == expected)
      #expect(result.errors == "<stdin>:\(note) [conversion/loss]\n")
    }
  }

  @Test("An empty cell is no empty string", arguments: ["xml1", "binary1", "openstep"])
  func emptyCells(format: String) throws {
    let table = "a,b\r\n,\"\"\r\n1,\r\n"
    let note = "<stdin>: note: 2 empty cells became empty strings [conversion/loss]\n"
    #expect(try convert([format, "-f", "csv"], table).errors == note)
    #expect(try convert([format, "-f", "csv", "--loss", "refuse"], table).code == 1)
    #expect(try convert([format, "-f", "csv", "--json-null", "drop"], table).errors.isEmpty)
  }

  @Test("Cells of TSV")
  func tabs() throws {
    let result = try convert(["tsv"], #"[{"a":"x\ty","b":"1\n2\r\\"},{"a":"","b":",\""}]"#)
    #expect(result.output == "a\tb\nx\\ty\t1\\n2\\r\\\\\n\t,\"\n")
    #expect(
      result.errors == "<stdin>:1:42: note: 1 empty string became an empty cell at 1.b [conversion/loss]\n")
  }

  @Test("What does not fit a cell is JSON, which is noted or refused")
  func nested() throws {
    let json = #"[{"a":[1,"x"],"b":{"c":null}},{"a":[]}]"#
    let result = try convert(["csv"], json)
    #expect(result.output == "a,b\r\n\"[1,\"\"x\"\"]\",\"{\"\"c\"\":null}\"\r\n[],\r\n")
    #expect(
      result.errors
        == "<stdin>:1:7: note: 3 dictionaries and arrays became JSON in cells, the first at 0.a [conversion/loss]\n"
    )
    let refused = try convert(["csv", "--loss", "refuse"], json)
    #expect(refused.code == 1 && refused.output.isEmpty)
  }

  @Test("Dates, data and numbers of a property list")
  func propertyLists() throws {
    let xml = """
      <plist><array><dict><key>d</key><date>2012-03-01T06:00:00Z</date><key>x</key><data>AAEC</data>\
      <key>r</key><real>1</real></dict></array></plist>
      """
    let result = try convert(["csv"], xml)
    #expect(result.output == "d,x,r\r\n2012-03-01T06:00:00Z,AAEC,1.0\r\n")
    #expect(result.errors.contains("1 data value became a Base64 string"))
  }

  @Test("Sorted columns")
  func sorted() throws {
    #expect(try convert(["csv", "--sort-keys"], #"[{"b":1},{"a":2}]"#).output == "a,b\r\n,1\r\n2,\r\n")
  }

  @Test(
    "What is no table",
    arguments: [
      ("1", "found a single value"), (#"[{"a":1},[1]]"#, "found an array among dictionaries"),
      (#"[1,{"a":1}]"#, "found a dictionary among single values"),
    ])
  func shapes(_ json: String, _ message: String) throws {
    let result = try convert(["csv", "-f", "json"], json)
    #expect(result.code == 1 && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test("Records of a mapping have the mapping's columns, streamed or not")
  func records() throws {
    let schedule = testdata("valid/mapped/site-schedule.xml").path
    let run = try CapturedRun()
    #expect(run.run("convert", "csv", "-q", "-o", "-", "--records", "teams/team", schedule) == .success)
    let lines = run.outputText.components(separatedBy: "\r\n")
    #expect(lines[0] == "code,name,contacts")
    #expect(lines[2].hasPrefix("200,Rohbau & Söhne,"))
    let whole = try CapturedRun()
    #expect(whole.run("convert", "csv", "-o", "-", schedule) == .failure)
    #expect(whole.errorText.contains("name them with --records sites"), "\(whole.errorText)")
  }

  @Test("A table never replaces its source, and several do not join")
  func outputs() throws {
    try withTemporaryFolder { folder in
      try write(["a.json": #"[{"a":1}]"#, "b.json": #"[{"b":1}]"#], in: folder)
      let run = try CapturedRun(in: folder)
      #expect(run.run("convert", "csv", "a.json") == .success)
      #expect(run.outputText == "a\r\n1\r\n")
      #expect(read("a.json", in: folder) == #"[{"a":1}]"#)
      let several = try CapturedRun(in: folder)
      #expect(several.run("convert", "csv", "-o", "-", "a.json", "b.json") == .trouble)
      let beside = try CapturedRun(in: folder)
      #expect(beside.run("convert", "csv", "-e", "csv", "a.json", "b.json") == .success)
      #expect(read("b.csv", in: folder) == "b\r\n1\r\n")
    }
  }

  @Test("Rows become elements of a root without a mapping, and come back")
  func rowsAsElements() throws {
    try withTemporaryFolder { folder in
      try write(
        ["a.csv": "id,name\n1,x & y\n2,\n", "b.json": #"{"n":1.50}"#, "c.csv": "first name\n1\n"], in: folder)
      let run = try CapturedRun(in: folder)
      let words = ["convert", "xml", "--root", "rows", "--record", "row", "-o"]
      #expect(Program.run(words + ["a.xml", "a.csv"], context: run.context) == .success, "\(run.errorText)")
      let expected =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rows>\n  <row>\n    <id>1</id>\n    <name>x &amp; y</name>\n  </row>\n"
        + "  <row>\n    <id>2</id>\n    <name/>\n  </row>\n</rows>\n"
      #expect(read("a.xml", in: folder) == expected)
      let back = try CapturedRun(in: folder)
      #expect(back.run("convert", "csv", "-q", "--records", "rows/row", "-o", "-", "a.xml") == .success)
      #expect(back.outputText == "id,name\r\n1,x & y\r\n2,\r\n", "\(back.outputText)")
      let single = try CapturedRun(in: folder)
      #expect(
        single.run("convert", "xml", "--record", "r", "-o", "-", "b.json") == .success, "\(single.errorText)")
      #expect(single.outputText.contains("<records>\n  <r>\n    <n>1.50</n>"))
      for (words, message) in [
        (["xml", "--root", "a b", "a.csv"], "have to be names of XML elements"),
        (["json", "--root", "a", "a.csv"], "--root"),
        (["xml", "--root", "a", "--xml-style", "jsonml", "a.csv"], "jsonml"),
        (["xml", "-o", "-", "a.csv"], "--root and --record for rows"),
        (["xml", "--root", "a", "--first", "1", "a.csv"], "--first and --root cannot be used together"),
        (
          ["xml", "--record", "a", "--records", "b", "a.csv"],
          "--records and --record cannot be used together"
        ),
        (
          ["xml", "--root", "a", "--mapping", "podcast", "a.csv"],
          "--mapping and --root cannot be used together"
        ),
      ] {
        let run = try CapturedRun(in: folder)
        #expect(Program.run(["convert"] + words, context: run.context) == .trouble, "\(words)")
        #expect(run.errorText.contains(message), "\(run.errorText)")
      }
      let name = try CapturedRun(in: folder)
      #expect(Program.run(words + ["c.xml", "c.csv"], context: name.context) == .failure)
      #expect(name.errorText.contains("'first name' cannot be the name"), "\(name.errorText)")
    }
  }
}
