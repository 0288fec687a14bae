// README's table of what pliant and its peers do: every yes and no is shown by a script, where the peer is installed.

import Foundation
import TestSupport
import Testing

@Suite struct PeerClaimsTests {
  /// A cell, and a script whose success means yes.
  struct Claim: Sendable {
    let row: String
    let peer: String
    let script: String
  }

  static let claims: [Claim] = [
    order("plutil", "plutil -convert xml1 -o - order.json"),
    order("plistutil", "plistutil -i order.plist -f bin -o o.bin; plistutil -i o.bin | sed 1,3d"),
    order("jq", "jq -c . order.json"), order("pliant", "pliant convert xml1 -o - order.json"),
    digits("plutil", "plutil -convert json -o - digits.json"), digits("jq", "jq -c . digits.json"),
    digits("pliant", "pliant convert json -o - digits.json"),
    losses("plutil", "plutil -convert xml1 -o /dev/null twice.json"), losses("jq", "jq . twice.json"),
    losses("pliant", "pliant convert xml1 -o /dev/null twice.json"),
    whole("plutil", "plutil -convert xml1 big.plist"),
    whole("plistutil", "plistutil -i big.plist -o big.plist -f xml"),
    whole("pliant", "pliant convert xml1 big.plist"),
    macRoman("xmllint", "xmllint --noout roman.xml"), macRoman("xmlstarlet", "xmlstarlet val -e roman.xml"),
    macRoman("iconv", "iconv -f ISO-8859-1 -t UTF-8 roman.xml"), macRoman("pliant", "pliant lint roman.xml"),
    declaration("xmllint", "xmllint --encode UTF-8 latin1.xml"),
    declaration("xmlstarlet", "xmlstarlet fo --encode UTF-8 latin1.xml"),
    declaration("iconv", "iconv -f ISO-8859-1 -t UTF-8 latin1.xml"),
    declaration("pliant", "pliant transcode --to UTF-8 -o - latin1.xml"),
    prefix("xmllint", "xmllint --noout prefix.xml"), prefix("xmlstarlet", "xmlstarlet val -w prefix.xml"),
    prefix("pliant", "pliant lint prefix.xml"),
    edit("plutil", "plutil -replace a -integer 2 -o out edit.plist", "edit.plist"),
    edit("xmlstarlet", "xmlstarlet ed -u //@x -v 2 edit.xml > out", "edit.xml"),
    edit("jq", "jq '.a = 2' edit.json > out", "edit.json"),
    edit("pliant", "pliant replace a --integer 2 -o out edit.json", "edit.json"),
    Claim(
      row: "application XML to typed records and back", peer: "pliant",
      script: """
        pliant convert json -q --mapping library.json -o books.json library.xml &&
          pliant convert xml -q --mapping library.json -o again.xml books.json &&
          pliant convert json -q --mapping library.json -o - again.xml | cmp - books.json
        """),
  ]

  private static func order(_ peer: String, _ script: String) -> Claim {
    Claim(row: "keeps key order", peer: peer, script: "\(script) | tr -d ' \\n\\t' | grep -q 'b.*a'")
  }
  private static func digits(_ peer: String, _ script: String) -> Claim {
    Claim(
      row: "keeps digits (`1e400`, 40-digit integers)", peer: peer,
      script: "\(script) | grep -q '1[eE]+\\{0,1\\}400,1234567890123456789012345678901234567890'")
  }
  private static func losses(_ peer: String, _ script: String) -> Claim {
    Claim(row: "reports what a conversion lost", peer: peer, script: "\(script) 2>&1 >/dev/null | grep -q .")
  }
  private static func whole(_ peer: String, _ script: String) -> Claim {
    Claim(
      row: "keeps the old file after a failure", peer: peer,
      script: "cp big.plist old; (ulimit -f 8; trap '' XFSZ; \(script)) 2>/dev/null; cmp -s old big.plist")
  }
  private static func macRoman(_ peer: String, _ script: String) -> Claim {
    Claim(row: "finds Mac OS Roman declared as Latin-1", peer: peer, script: "! \(script) >/dev/null 2>&1")
  }
  private static func declaration(_ peer: String, _ script: String) -> Claim {
    Claim(row: "changes the declaration with the bytes", peer: peer, script: "\(script) | grep -q UTF-8")
  }
  private static func prefix(_ peer: String, _ script: String) -> Claim {
    Claim(row: "refuses undeclared prefixes", peer: peer, script: "! \(script) >/dev/null 2>&1")
  }
  private static func edit(_ peer: String, _ script: String, _ file: String) -> Claim {
    Claim(
      row: "edits without touching other bytes", peer: peer,
      script: "\(script); tr 1 2 < \(file) | cmp -s - out")
  }

  private static let setUp = """
    echo '{"b":1,"a":2}' > order.json
    pliant convert xml1 -o order.plist order.json
    echo '[1e400,1234567890123456789012345678901234567890]' > digits.json
    echo '{"a":1,"a":2}' > twice.json
    printf '<?xml version="1.0" encoding="ISO-8859-1"?>\\n<a>Gr\\232\\247e f\\237r K\\232ln und M\\237nchen</a>\\n' > roman.xml
    printf '<?xml version="1.0" encoding="ISO-8859-1"?>\\n<a>\\351</a>\\n' > latin1.xml
    echo '<p:a/>' > prefix.xml
    printf "<a x='1'><!-- c --><b/></a>\\\\n" > edit.xml
    printf '{"a" : 1,  "b":[3,4]}\\n' > edit.json
    printf '<plist><dict><!--c--><key>a</key><integer>1</integer></dict></plist>' > edit.plist
    { echo '<plist><array>'; i=0; while [ $i -lt 900 ]; do echo '<string>a string of some length</string>'; i=$((i+1)); done
      echo '</array></plist>'; } > big.plist

    """

  @Test func cellIsTrue() async throws {
    try await forEachRow(of: Self.claims.indices) { (index: Int) throws in
      let claim = Self.claims[index]
      var alias = ""
      if claim.peer == "plutil" {
        guard let plutil = toolchainTool("plutil") else { return }
        alias = "plutil() { '\(plutil)' \"$@\"; }\n"
      } else if claim.peer != "pliant", find(claim.peer) == nil {
        return print("skipped: \(claim.peer) is not installed")
      }
      let cell = try #require(Self.cells["\(claim.row)/\(claim.peer)"], "README has no such cell")
      try withTemporaryFolder { folder in
        for name in ["mappings/library.json", "valid/mapping/library.xml"] {
          let source = testdata(name)
          try FileManager.default.copyItem(
            at: source, to: folder.appendingPathComponent(source.lastPathComponent))
        }
        let ended = try shell(Self.setUp + alias + claim.script, in: folder)
        #expect(cell == (ended.code == 0 ? "yes" : "no"), "\(ended)")
      }
    }
  }

  @Test func everyCellIsTested() {
    let tested = Set(Self.claims.map { "\($0.row)/\($0.peer)" })
    let claimed = Self.cells.filter { $0.value != "–" }.keys
    #expect(Set(claimed).subtracting(tested) == [])
  }

  /// README's cells by row and column.
  private static let cells: [String: String] = {
    let readme = try? String(contentsOf: packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
    let lines = (readme ?? "").split(separator: "\n").drop { !$0.hasPrefix("| | plutil") }
    let rows = lines.prefix { $0.hasPrefix("|") }.map { line in
      line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    var cells: [String: String] = [:]
    for row in rows.dropFirst(2) {
      for (peer, cell) in zip(rows[0], row).dropFirst() {
        cells["\(row[0])/\(peer.prefix { $0 != " " })"] = cell
      }
    }
    return cells
  }()
}
