// Records, tables and sums beside lxml, Python's csv and sqlite3; see Sources/Scripts/compare_records.py.

import Foundation
import TestSupport
import Testing

@Suite struct RecordComparisonTests {
  private static let hasPeers =
    find("sqlite3") != nil
    && find("python3").flatMap { output($0, ["-c", "import lxml, sqlite3; print(1)"]) } == "1\n"

  @Test("Nine generated sets, and two vocabularies where they are installed", .enabled(if: hasPeers))
  func sets() throws {
    try withTemporaryFolder { folder in
      let script = packageRoot.appendingPathComponent("Sources/Scripts/compare_records.py").path
      let result = try run(
        #require(find("python3")),
        [script, builtProgram("pliant").path, "--work", folder.path, "--megabytes", "0.1"], in: folder)
      let table = String(decoding: result.output, as: UTF8.self)
      #expect(result.status == 0, "\(table)\(String(decoding: result.errors, as: UTF8.self))")
      #expect(table.split(separator: "\n").count >= 10, "\(table)")
    }
  }

  @Test(
    "SQL answers what Python answers about random documents with the same names, some loaded at once and again"
  )
  func databases() throws {
    guard find("sqlite3") != nil, let python = find("python3") else { return }
    try withTemporaryFolder { folder in
      let script = packageRoot.appendingPathComponent("Sources/Scripts/compare_databases.py").path
      let count = runsAllTests ? "400" : "32"
      let result = try run(python, [script, builtProgram("pliant").path, "--documents", count], in: folder)
      let said = String(decoding: result.output + result.errors, as: UTF8.self)
      #expect(result.status == 0 && said.hasSuffix("\(count) documents, 0 differences\n"), "\(said)")
    }
  }

  @Test(
    "The scripts of pliant-scale(7) for Spark and DuckDB: the page shows them, and they find every record",
    arguments: ["spark", "duckdb"])
  func peers(name: String) throws {
    let script = packageRoot.appendingPathComponent("Sources/Scripts/records_with_\(name).py")
    let text = try String(contentsOf: script, encoding: .utf8)
    let page = try String(
      contentsOf: packageRoot.appendingPathComponent("Sources/Commands/Manual/Pages/scale.txt"),
      encoding: .utf8)
    for line in (text.components(separatedBy: "\"\"\"\n").last ?? "").split(separator: "\n") {
      #expect(page.contains("    \(line)\n"), "\(line)")
    }
    let module = name == "spark" ? "pyspark" : name
    guard let python = find("python3"), output(python, ["-c", "import \(module); print(1)"]) == "1\n"
    else { return }
    try withTemporaryFolder { folder in
      let program = builtProgram("pliant").path
      var parts: [String] = []
      for part in 0..<5 {
        let records = (0..<100).map { "<Record v='\(part * 100 + $0).5'/>" }.joined()
        parts.append(folder.appendingPathComponent("part-\(part).xml").path)
        try write(["part-\(part).xml": "<e>\(records)</e>"], in: folder)
      }
      var words = [program, "Record", "`@v` string", "@v"] + parts
      if name == "duckdb" {
        for part in parts {
          let lines = try run(
            program, ["convert", "jsonl", "--records", "Record", "-q", "-o", part + "l", part], in: folder)
          #expect(lines.status == 0)
        }
        words = [#"{"@v": "DOUBLE"}"#, "@v"] + parts.map { $0 + "l" }
      }
      let result = try run(python, [script.path] + words, in: folder)
      let said = String(decoding: result.errors, as: UTF8.self)
      #expect(String(decoding: result.output, as: UTF8.self) == "500 125000.0\n", "\(said)")
    }
  }

  @Test("A document that ends early and a value that breaks a check leave no database")
  func failures() throws {
    let sqlite = find("sqlite3")
    try withTemporaryFolder { folder in
      let records = (0..<3000).map { "<r id='\($0)'><v>\(String(repeating: "x", count: 300))</v></r>" }
        .joined()
      try write(["cut.xml": "<a>" + records, "whole.xml": "<a>" + records + "</a>"], in: folder)
      let program = builtProgram("pliant")
      let cut = try run(program.path, ["load", "-q", "cut.xml", "new.db"], in: folder)
      #expect(cut.status == 1)
      #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("new.db").path))
      if sqlite != nil {
        // The second file fails while the first one's rows are with sqlite3 already.
        let mapping = try run(program.path, ["load", "-q", "--dry-run", "whole.xml", "x.db"], in: folder)
        try mapping.output.write(to: folder.appendingPathComponent("m.json"))
        let both = try run(
          program.path, ["load", "-q", "--mapping", "./m.json", "whole.xml", "cut.xml", "new.db"], in: folder)
        #expect(both.status == 1)
        #expect(String(decoding: both.errors, as: UTF8.self).hasPrefix("cut.xml:"))
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("new.db").path))
      }
    }
  }
}
