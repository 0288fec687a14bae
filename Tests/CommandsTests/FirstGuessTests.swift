// What a new user types first: an answer that is empty or refused says why, and leads on.

import Foundation
import TestSupport
import Testing

/// Whether a database can be made.
private let hasSQLite = find("sqlite3") != nil

@Suite struct FirstGuessTests {
  @Test(
    "Messages that lead on",
    arguments: [
      (
        "printf '<f xmlns=\"u\"><e/></f>' | pliant xpath 'count(//e)'", "0\n",
        "note: 'e' matches elements in no namespace"
      ),
      ("printf '<f xmlns=\"u\"><e/></f>' | pliant xpath 'count(/*)'", "1\n", ""),
      (
        "printf '<f xmlns:i=\"u\"><g/><i:e/></f>' | pliant xpath //e", "",
        "but those of the document are in u; write i:e"
      ),
      ("printf 'id,n\\n1,\"a, b\"\\n' | pliant convert json", "", "looks like CSV; use -f csv"),
      ("printf 'a;b\\n1;2\\n' | pliant convert json", "", "looks like CSV; use -f csv"),
      ("printf 'a;b\\n1;2;3\\n' | pliant convert json", "", "read as an old-style property list"),
      ("printf 'msgid \"a\"\\nmsgstr \"b\"\\n' | pliant convert json", "", "looks like a gettext catalogue"),
      ("printf '<a>' | pliant format", "", "element <a>"),
      (
        "printf '\"x, y\"\\tn\\n\"a, b\"\\t1\\n' | pliant convert json -f tsv -o - -",
        "[{\"\\\"x, y\\\"\":\"\\\"a, b\\\"\",\"n\":\"1\"}]\n", "-f csv omits the marks"
      ),
      (
        "printf '[{\"op\":\"add\",\"path\":\"/x\",\"value\":1}]' >p.json; printf '{\"a\":1}' >in.json; pliant patch p.json in.json",
        "", "the patch comes after FILE"
      ),
      (
        "printf 'n\\n5\\n50\\n' >n.csv; pliant query '$[?@.n > 10]' n.csv", "[]\n",
        "the cells of a table are strings"
      ),
      ("printf '{\"m\":1}\\n' | pliant load --table log k.db", "", "-f jsonl reads one object as a row"),
      (
        "printf '<?xml version=\"1.0\" encoding=\"UTF-8\"?><m>Cr\\350me br\\373l\\351e f\\374r zwei</m>' >m.xml; pliant transcode --to UTF-8 -o - m.xml",
        "",
        "use --input-encoding ISO-8859-1"
      ),
    ])
  func leadsOn(_ row: (script: String, output: String, message: String)) throws {
    try withTemporaryFolder { folder in
      let ended = try shell(row.script, in: folder)
      #expect(ended.output == row.output, "\(row.script): \(ended)")
      #expect(
        row.message.isEmpty ? ended.error == "" : ended.error.contains(row.message), "\(row.script): \(ended)"
      )
    }
  }

  @Test func reportsOfAnEarlierRunAreNotChecked() throws {
    try withTemporaryFolder { folder in
      try write(["a.json": "{}"], in: folder)
      for _ in 0..<2 {
        let ended = try shell("pliant lint --report sarif=out.sarif --report json=./out.json", in: folder)
        #expect(ended.code == 0 && ended.output.contains("1 file checked, no findings"), "\(ended)")
      }
    }
  }

  @Test(.enabled(if: hasSQLite, "sqlite3 is not installed"))
  func aDocumentIsFoundAgainAfterTheProjectMoved() throws {
    try withTemporaryFolder { folder in
      let ended = try shell(
        """
        mkdir -p a/out && printf 'x,y\\n1,1\\n' >a/k.csv
        (cd a && pliant load -q k.csv out/k.db) && mv a b && (cd b && pliant load -q k.csv out/k.db)
        sqlite3 b/out/k.db 'select file from document; select count(*) from k'
        """, in: folder)
      #expect(ended.output.hasSuffix("../k.csv\n1\n"), "\(ended)")
    }
  }

  @Test func aFolderOfAnOutputIsMade() throws {
    try withTemporaryFolder { folder in
      try write(
        [
          "in.json": "{}",
          "w.json": """
          {"name":"w","purpose":"show it","parameters":[{"name":"version","help":"the version"},
           {"name":"out","kind":"folder","default":"out","help":"the results"}],
           "outputs":[{"path":"{out}/a.json","help":"j"}],
           "steps":[{"run":"insert v --string {version} -o {out}/a.json in.json","why":"x"}]}
          """,
        ], in: folder)
      let ended = try shell("pliant workflow run -q --set version=2.0 w.json && cat out/a.json", in: folder)
      #expect(ended.output.contains("2.0") && ended.code == 0, "\(ended)")
      let page = try shell("pliant workflow man w.json", in: folder)
      #expect(page.output.contains("made if missing"))
      #expect(page.output.contains("set version=VALUE w.json"), "\(page)")
    }
  }
}
