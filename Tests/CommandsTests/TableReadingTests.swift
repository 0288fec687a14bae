// csv and tsv as formats that are read: dialects, ragged rows, types, and the way back.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct TableReadingTests {
  private func convert(_ words: [String], _ input: String) throws -> (
    code: Int32, output: String, errors: String
  ) {
    let run = try CapturedRun(input: Array(input.utf8))
    let code = Program.run(["convert"] + words, context: run.context)
    return (code.rawValue, run.outputText, run.errorText)
  }

  @Test("Dialects")
  func dialects() throws {
    let rows: [(words: [String], text: String, json: String)] = [
      (["-f", "csv"], "a,b\r\n1,\r\n\"\",x\r\n", #"[{"a":"1","b":null},{"a":"","b":"x"}]"#),
      (["-f", "csv"], "a;b\n\"x;y\";2\n", #"[{"a":"x;y","b":"2"}]"#),
      (["-f", "csv"], "a\tb\rx\t2", #"[{"a":"x","b":"2"}]"#),
      (["-f", "csv"], "sep=|\r\na,1|b\r\n2|3\r\n", #"[{"a,1":"2","b":"3"}]"#),
      (["-f", "csv"], "\u{FEFF}\"a\",b\n\"say \"\"hi\"\"\",\" \n \"\n", #"[{"a":"say \"hi\"","b":" \n "}]"#),
      (["-f", "csv"], "\u{FEFF}\u{FEFF}a,b\n1,2\n", #"[{"a":"1","b":"2"}]"#),
      (
        ["-f", "csv"], "a, \"b\"\n1,  \"x, \"\"y\"\"\"\n2, \"p\nq\"\n 3, z\n",
        #"[{"a":"1","b":"x, \"y\""},{"a":"2","b":"p\nq"},{"a":" 3","b":" z"}]"#
      ),
      (
        ["-f", "csv"], "\"a\"  ,  \"b\",\"c\" \n1997, \"Ford\" ,E350 \n",
        #"[{"a":"1997","b":"Ford","c":"E350 "}]"#
      ),
      (["-f", "csv"], "a,b\n1,\"x\"\n2, \"y\"\n", #"[{"a":"1","b":"x"},{"a":"2","b":" \"y\""}]"#),
      (["-f", "csv"], "a, b\n1, \"x\" y\n2, \"\n", #"[{"a":"1"," b":" \"x\" y"},{"a":"2"," b":" \""}]"#),
      (["-f", "csv"], "a,b\n\n1,2\n\n", #"[{"a":"1","b":"2"}]"#),
      (["-f", "csv", "--delimiter", ":"], "a:b,c\n1:2\n", #"[{"a":"1","b,c":"2"}]"#),
      (
        ["-f", "csv", "--delimiter", " "], "a b c\n1  \"x y\"\n\"p\" q \n",
        #"[{"a":"1","b":null,"c":"x y"},{"a":"p","b":"q","c":null}]"#
      ),
      (["-f", "csv", "--no-header"], "a,b\n1,2\n", #"[["a","b"],["1","2"]]"#),
      (
        ["-f", "csv", "--ragged", "fill"], "a,b\n1\n1,2,3\n",
        #"[{"a":"1","b":null},{"a":"1","b":"2","3":"3"}]"#
      ),
      (["-f", "tsv"], "a\tb\nx\\ty\t1\\n2\\\\\n", #"[{"a":"x\ty","b":"1\n2\\"}]"#),
      (["-f", "tsv"], "a\n\"q\"\n", #"[{"a":"\"q\""}]"#),
      (["-f", "csv", "--first", "1"], "a\n1\n2\n", #"[{"a":"1"}]"#),
      (["-f", "csv", "--fields", "x=b,a"], "a,b\n1,2\n", #"[{"x":"2","a":"1"}]"#),
      (
        ["-f", "csv", "--types"],
        "n,zip,t,d,r\n1,007,true,2026-03-29T21:30:00Z,9.50\n-2,12,false,2026-03-30T21:30:00Z,1e3\n,,,,\n",
        #"[{"n":1,"zip":"007","t":true,"d":"2026-03-29T21:30:00Z","r":9.50},"#
          + #"{"n":-2,"zip":"12","t":false,"d":"2026-03-30T21:30:00Z","r":1e3},"#
          + #"{"n":null,"zip":null,"t":null,"d":null,"r":null}]"#
      ),
    ]
    for (words, text, json) in rows {
      let result = try convert(["json", "-q"] + words, text)
      #expect(
        result.code == 0 && result.output == json + "\n", "\(words) \(text): \(result.output)\(result.errors)"
      )
    }
  }

  @Test("What a table's reader drops beside its cells is noted, with the place of the first")
  func notes() throws {
    let result = try convert(["json", "-f", "csv"], "\u{FEFF}\u{FEFF}a,b\n1, \"x\"\n2, \"y\"\n")
    #expect(result.errors.contains("1 second byte order mark was dropped"), "\(result.errors)")
    #expect(
      result.errors.contains(
        "2:4: note: 2 cells with spaces around their quotation marks were read as quoted"),
      "\(result.errors)")
    #expect(try convert(["json", "-f", "csv", "--loss", "refuse"], "a,b\n1, \"x\"\n").code == 1)
    #expect(try convert(["csv", "-f", "json"], "[{\"\u{FEFF}a\":1}]").output == "\"\u{FEFF}a\"\r\n1\r\n")
  }

  @Test("Columns with one name are numbered without a search for each")
  func equalColumns() throws {
    let row = [String](repeating: "a", count: 20_000).joined(separator: ",") + "\n"
    let result = try convert(["json", "-q", "-f", "csv"], row + row)
    #expect(result.output.hasSuffix(#","a_19999":"a","a_20000":"a"}]"# + "\n"))
  }

  @Test("Mistakes have a line and a column")
  func mistakes() throws {
    let rows: [(text: String, place: String, message: String)] = [
      ("a,b\n1\n", "2:2", "expected 2 cells, found 1"), ("a,b\n1,2,3\n", "2:5", "expected 2 cells, found 3"),
      ("a,b\n1,\"x\n", "2:3", "unterminated cell"), ("a\n\"x\"y\n", "2:4", "unexpected text after"),
    ]
    for (text, place, message) in rows {
      let result = try convert(["json", "-f", "csv"], text)
      #expect(
        result.code == 1 && result.errors.hasPrefix("<stdin>:\(place): error: \(message)"),
        "\(text): \(result.errors)")
    }
    #expect(try convert(["json", "-f", "csv", "--delimiter", "ab"], "a\n").code == 2)
  }

  @Test("Other encodings, the suffix, and property lists")
  func neighbours() throws {
    try withTemporaryFolder { folder in
      try Data([0x61, 0x0A, 0xE9, 0x0A]).write(to: folder.appendingPathComponent("l.csv"))
      try write(["a.csv": "a,b\n1,\n"], in: folder)
      let latin = try CapturedRun(in: folder)
      #expect(latin.run("convert", "json", "-o", "-", "--input-encoding", "ISO-8859-1", "l.csv") == .success)
      #expect(latin.outputText == "[{\"a\":\"é\"}]\n")
      let list = try CapturedRun(in: folder)
      #expect(list.run("convert", "xml1", "-o", "-", "--types", "a.csv") == .success, "\(list.errorText)")
      #expect(
        list.outputText.contains("<integer>1</integer>") && list.outputText.contains("<string></string>"))
      let query = try CapturedRun(in: folder)
      #expect(query.run("query", "$[0].a", "a.csv") == .success, "\(query.errorText)")
    }
  }

  @Test("A table converted in place is no table in spite of its name", arguments: ["xml1", "binary1"])
  func nameAfterConversion(format: String) throws {
    try withTemporaryFolder { folder in
      try write(["a.csv": "a\n1\n", "b.tsv": "a\n1\n", "c.jsonl": "{\"a\":\"1\"}\n"], in: folder)
      let names = ["a.csv", "b.tsv", "c.jsonl"]
      let conversion = try CapturedRun(in: folder)
      #expect(Program.run(["convert", format] + names, context: conversion.context) == .success)
      for name in names {
        let run = try CapturedRun(in: folder)
        #expect(run.run("query", "$", name) == .success, "\(run.errorText)")
        #expect(run.outputText == "[[{\"a\":\"1\"}]]\n", "\(name)")
      }
    }
  }

  /// Rows, line ends and characters that a window cuts in two; `query` reads the same table whole.
  @Test("A table of several windows has the rows of one that is read whole")
  func windows() throws {
    try withTemporaryFolder { folder in
      for (name, end) in [("a.csv", "\r\n"), ("b.csv", "\n"), ("c.csv", "\r"), ("d.tsv", "\n")].sampled(
        every: 3)
      {
        let comma = name.hasSuffix("tsv") ? "\t" : ","
        var random = SeededGenerator(seed: 5)
        var text = ["n", "ä", "q"].joined(separator: comma) + end
        for number in 0..<12_000 {
          let length = random.below(60)
          let filler = String(repeating: random.pick(["x", "é", "😀"]), count: length)
          let quoted = name.hasSuffix("tsv") ? "t\\tn\\n" : "\"a \"\"b\"\",\(end)\(filler)\""
          text += ["\(number)", filler, quoted].joined(separator: comma) + end
        }
        #expect(text.utf8.count > 600_000)
        try write([name: text, "ragged-" + name: text + "1\(comma)2\n"], in: folder)
        for words in [[], ["--types"]] {
          let pieces = try CapturedRun(in: folder)
          #expect(
            Program.run(["convert", "json", "-q", "-o", "-"] + words + [name], context: pieces.context)
              == .success)
          if words.isEmpty {
            let whole = try CapturedRun(in: folder)
            #expect(whole.run("query", "$[*]", "-q", name) == .success)
            #expect(pieces.outputText == whole.outputText, "\(name)")
          }
          let piped = try CapturedRun(input: Array(text.utf8))
          let from = String(name.suffix(3))
          #expect(
            Program.run(["convert", "json", "-q", "-f", from] + words, context: piped.context) == .success)
          #expect(piped.outputText == pieces.outputText, "\(name) \(words)")
        }
        let ragged = try CapturedRun(in: folder)
        #expect(ragged.run("convert", "csv", "-q", "-o", "-", "ragged-" + name) == .failure)
        let lines = name.hasSuffix("tsv") ? 12_002 : 24_002
        #expect(
          ragged.errorText.hasPrefix("ragged-\(name):\(lines):4: error: expected 3 cells, found 2"),
          "\(ragged.errorText)")
      }
    }
  }

  /// The first letter above ASCII lies beyond the first window.
  @Test("The encoding of a table is found by its letters")
  func encodings() throws {
    let sentence = "Für die Straße über den Fluß, größer als Köln; déjà vu à Noël, c’est çà – “élève”"
    let text = "n,t\n" + (0..<40_000).map { "\($0),plain\n" }.joined() + "1,\"\(sentence)\"\n"
    let encodings: [(name: String, mark: String)] = [
      ("windows-1252", "remove"), ("macintosh", "remove"), ("UTF-16LE", "remove"), ("UTF-16BE", "remove"),
      ("UTF-16LE", "add"), ("UTF-8", "add"),
    ]
    try withTemporaryFolder { folder in
      for (name, mark) in encodings.sampled(every: 3) {
        let made = try CapturedRun(input: Array(text.utf8))
        #expect(made.run("transcode", "-q", "-t", name, "--bom", mark) == .success, "\(made.errorText)")
        try Data(made.outputBytes).write(to: folder.appendingPathComponent("t.csv"))
        for words in [["convert", "json", "-o", "-", "t.csv"], ["query", "$[*]", "t.csv"]] {
          let run = try CapturedRun(in: folder)
          #expect(Program.run(words, context: run.context) == .success, "\(name): \(run.errorText)")
          #expect(run.outputText.hasSuffix("{\"n\":\"1\",\"t\":\"\(sentence)\"}]\n"), "\(name)")
          let isGuessed = ["windows-1252", "macintosh"].contains(name)
          #expect(
            run.errorText.contains("no encoding declared; read as \(name)") == isGuessed, "\(run.errorText)")
        }
      }
      let mixed = Data("n,t\n1,größer\n".utf8) + Data([0x32, 0x2C, 0xE9, 0x0A])
      try mixed.write(to: folder.appendingPathComponent("t.csv"))
      let run = try CapturedRun(in: folder)
      #expect(run.run("convert", "json", "-o", "-", "t.csv") == .failure)
      #expect(run.errorText.hasPrefix("t.csv:3:3: error:"), "\(run.errorText)")
    }
  }

  @Test("A header that is lost or changed is a loss")
  func headers() throws {
    let empty = try convert(["json", "-f", "csv"], "a,b\n")
    #expect(empty.output == "[]\n" && empty.errors.contains("1 header without rows was dropped"))
    let same = try convert(["json", "-f", "csv"], "a,a,\n1,2,3\n")
    #expect(same.output == #"[{"a":"1","a_2":"2","":"3"}]"# + "\n" && same.errors.contains("1 column became"))
    #expect(try convert(["json", "-f", "csv", "--loss", "refuse"], "a,a\n1,2\n").code == 1)
  }

  @Test("A row that comes back as none is a loss")
  func rowsWithoutCells() throws {
    for (format, json) in [("csv", #"[["a"],[],["c"]]"#), ("csv", "[{},{}]"), ("tsv", "[[null]]")] {
      let table = try convert([format], json)
      #expect(table.errors.contains("without cells became"), "\(format) \(json): \(table.errors)")
      #expect(try convert([format, "--loss", "refuse"], json).code == 1)
    }
    #expect(try convert(["tsv", "--loss", "refuse"], #"[{"a":null}]"#).code == 0)
  }

  @Test("What pliant writes comes back byte by byte through JSON")
  func ownDialect() throws {
    var random = SeededGenerator(seed: 7)
    let texts = [
      "", "x", "a,b", "a;b", "\"", "1\r\n2", " z ", "ä€", "\t", "|", "sep=;", "\u{FEFF}x", "\\n", "\0",
      "a\0b",
    ]
    for number in rounds(1000) {
      let keys = (0..<1 + random.below(4)).map { "\(random.pick(texts))\($0)" }
      let rows = (0..<1 + random.below(4)).map { _ in
        Dictionary(
          uniqueKeysWithValues: keys.map { ($0, random.below(4) == 0 ? NSNull() : random.pick(texts) as Any) }
        )
      }
      let json = String(decoding: try JSONSerialization.data(withJSONObject: rows), as: UTF8.self)
      for format in ["csv", "tsv"] {
        let table = try convert([format, "-q", "--sort-keys"], json).output
        let back = try convert(["json", "-q", "-f", format], table)
        let again = try convert([format, "-q", "-f", "json"], back.output).output
        #expect(
          again == table, "\(number) \(format): \(json)\n\(table)\n\(back.output)\(back.errors)\n\(again)")
      }
    }
  }

  @Test("Random files have the cells that Python's csv finds", .enabled(if: find("python3") != nil))
  func python() throws {
    var random = SeededGenerator(seed: 2000)
    let texts = [
      "", "x", "a,b", "a;b", "\"", "say \"hi\"", "1\r\n2", "\n", "\r", " z ", "ä€😀", "\t", "|", "'", "0",
      "\\",
    ]
    var files: [(text: String, delimiter: String)] = []
    for _ in rounds(2000) {
      let delimiter = random.pick([",", ";", "\t", "|"])
      let end = random.pick(["\r\n", "\n", "\r"])
      let width = 2 + random.below(4)
      let quotesAll = random.below(3) == 0
      let lines = (0..<1 + random.below(6)).map { _ in
        (0..<width).map { _ in
          let text = random.pick(texts)
          let marks = Set(("\"\r" + "\n" + delimiter).unicodeScalars)
          let needs = text.unicodeScalars.contains(where: marks.contains)
          let quotes = quotesAll || needs || random.below(5) == 0
          return quotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
        }.joined(separator: delimiter)
      }
      files.append((lines.joined(separator: end) + (random.below(2) == 0 ? end : ""), delimiter))
    }
    let script = """
      import csv, io, json, sys
      for text, delimiter in json.load(sys.stdin):
          print(json.dumps([r for r in csv.reader(io.StringIO(text, newline=''), delimiter=delimiter) if r]))
      """
    let input = try JSONSerialization.data(withJSONObject: files.map { [$0.text, $0.delimiter] })
    let answer = try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("in.json")
      try input.write(to: file)
      return try run(#require(find("python3")), ["-c", script], in: folder, input: file).output
    }
    let expected = String(decoding: answer, as: UTF8.self).split(separator: "\n")
    try #require(expected.count == files.count)
    for (file, line) in zip(files, expected) {
      let wanted = try rows(String(line))
      let words = ["-q", "-f", "csv", "--no-header", "--delimiter", file.delimiter]
      let json = try convert(["json"] + words, file.text)
      #expect(try rows(json.output) == wanted, "\(file.text.debugDescription): \(json.output)\(json.errors)")
      let csv = try convert(["csv", "-q"], json.output).output
      let back = try convert(["json", "-q", "-f", "csv", "--no-header", "--delimiter", ","], csv)
      #expect(
        back.output == json.output, "\(file.text.debugDescription): \(csv.debugDescription) \(back.errors)")
    }
  }

  /// The cells of JSON rows, null being an empty one.
  private func rows(_ json: String) throws -> [[String]] {
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[Any]] ?? []
    return value.map { $0.map { $0 as? String ?? "" } }
  }
}
