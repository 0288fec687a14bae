// pliant-peers(7): commands of other programs, each with its pliant equivalent.

/// A command of another program and its pliant equivalent.
package struct PeerCommand: Sendable {
  /// The results that a test can compare.
  package enum Similarity: Sendable {
    case output
    /// The layout or the notes differ.
    case exitCode
  }

  package let old: String
  package let new: String
  package let similarity: Similarity

  init(_ old: String, _ new: String, _ similarity: Similarity = .output) {
    self.old = old
    self.new = new
    self.similarity = similarity
  }
}

/// The commands of another program.
package struct PeerCommands: Sendable {
  package let program: String
  let note: String
  package let commands: [PeerCommand]

  package static let all = [
    PeerCommands(
      program: "plutil",
      note: """
        plutil command lines also work: `pliant -convert json -o - FILE`, or installed as plutil; see pliant-plutil(7). \
        pliant's own commands also keep key order, comments and layout.
        """,
      commands: [
        PeerCommand("plutil -lint settings.plist", "pliant lint settings.plist", .exitCode),
        PeerCommand(
          "plutil -convert xml1 -o - orders.json", "pliant convert xml1 --canonical -o - orders.json"),
        PeerCommand(
          "plutil -extract owner.name raw -o - settings.plist", "pliant extract owner.name settings.plist"),
        PeerCommand("plutil -type closes settings.plist", "pliant type closes settings.plist"),
        PeerCommand(
          "plutil -replace vat -float 0.19 settings.plist", "pliant replace vat --real 0.19 settings.plist"),
        PeerCommand("plutil -remove badge settings.plist", "pliant remove badge settings.plist"),
        PeerCommand("plutil -p settings.plist", "pliant print settings.plist", .exitCode),
      ]),
    PeerCommands(
      program: "PlistBuddy",
      note:
        "Key paths use dots, or are JSON Pointers. PlistBuddy command lines also work; see pliant-plistbuddy(7).",
      commands: [
        PeerCommand(
          "PlistBuddy -c 'Print :owner:name' settings.plist", "pliant extract owner.name settings.plist"),
        PeerCommand(
          "PlistBuddy -c 'Add :city string London' settings.plist",
          "pliant insert city --string London settings.plist"),
        PeerCommand(
          "PlistBuddy -c 'Set :vat 0.19' settings.plist", "pliant replace vat --real 0.19 settings.plist"),
        PeerCommand("PlistBuddy -c 'Delete :badge' settings.plist", "pliant remove badge settings.plist"),
      ]),
    PeerCommands(
      program: "jq",
      note: """
        Queries use JSONPath (RFC 9535). Edits keep every other byte of the file. pliant-scale(7) shows pipelines with jq.
        """,
      commands: [
        PeerCommand("jq -r .currency orders.json", "pliant extract currency orders.json"),
        PeerCommand("jq '.orders | length' orders.json", "pliant extract orders orders.json"),
        PeerCommand(
          "jq -r '.orders[].item' orders.json", "pliant query --as value '$.orders[*].item' orders.json"),
        PeerCommand(
          "jq -c '[.orders[] | select(.price > 60) | .item]' orders.json",
          "pliant query '$.orders[?@.price > 60].item' orders.json"),
        PeerCommand("jq -c . orders.json", "pliant format --minify -o - orders.json"),
        PeerCommand("jq -S -c . orders.json", "pliant convert json --sort-keys -o - orders.json"),
        PeerCommand(
          #"jq '.currency = "USD"' orders.json > new.json"#,
          "pliant replace currency --string USD -o new.json orders.json"),
        PeerCommand("jq 'del(.orders)' orders.json", "pliant remove orders -o - orders.json", .exitCode),
      ]),
    PeerCommands(
      program: "xmllint", note: "`pliant lint` also compares the declared encoding with the bytes.",
      commands: [
        PeerCommand("xmllint --noout books.xml", "pliant lint books.xml", .exitCode),
        PeerCommand(
          "xmllint --xpath 'string(//title)' books.xml", "pliant xpath 'string(//title)' books.xml"),
        PeerCommand("xmllint --xpath 'count(//book)' books.xml", "pliant xpath 'count(//book)' books.xml"),
        PeerCommand("xmllint --format books.xml", "pliant format --indent 2 -o - books.xml", .exitCode),
        PeerCommand("xmllint --c14n books.xml", "pliant format --canonical -o - books.xml"),
        PeerCommand(
          "xmllint --encode ISO-8859-1 books.xml", "pliant transcode --to ISO-8859-1 -o - books.xml",
          .exitCode),
      ]),
    PeerCommands(
      program: "xmlstarlet",
      note: "Both use XPath 1.0. Prefixes that the root element declares need no option.",
      commands: [
        PeerCommand("xmlstarlet sel -t -v //title -n books.xml", "pliant xpath //title books.xml"),
        PeerCommand(
          "xmlstarlet sel -t -v 'count(//book)' -n books.xml", "pliant xpath --as count //book books.xml"),
        PeerCommand(
          "xmlstarlet sel -t -c '//book[2]' books.xml", "pliant xpath --as xml '//book[2]' books.xml",
          .exitCode), PeerCommand("xmlstarlet val -w books.xml", "pliant lint books.xml", .exitCode),
        PeerCommand("printf 'a < b' | xmlstarlet esc", "printf 'a < b' | pliant escape"),
        PeerCommand("xmlstarlet el books.xml", "pliant events --trim books.xml", .exitCode),
      ]),
    PeerCommands(
      program: "iconv", note: "pliant also updates the XML declaration, `@charset` rule or byte order mark.",
      commands: [
        PeerCommand(
          "iconv -f ISO-8859-1 -t UTF-8 menu-latin1.xml",
          "pliant transcode --input-encoding ISO-8859-1 --to UTF-8 -o - menu-latin1.xml"),
        PeerCommand(
          "iconv -t UTF-16 menu.strings", "pliant transcode --to UTF-16 -o - menu.strings", .exitCode),
        PeerCommand("iconv -f UTF-8 books.xml > books.new", "pliant lint books.xml", .exitCode),
      ]),
  ]
}

extension Manual {
  /// pliant-peers(7).
  static let peers = ManualPage(
    "pliant-peers", section: 7, summary: "pliant equivalents of plutil, jq, xmllint and other commands",
    sections: [
      ManualSection(
        "DESCRIPTION",
        [
          .paragraph(
            """
            Each command is followed by its pliant equivalent. The files are pliant's installed examples.
            """)
        ])
    ]
      + PeerCommands.all.map { peer in
        ManualSection(
          "COMING FROM \(peer.program.uppercased())",
          [
            .paragraph(peer.note),
            .literal(peer.commands.map { "\($0.old)\n\($0.new)\n" }.joined(separator: "\n")),
          ])
      }, seeAlso: ["pliant-plutil(7)", "pliant-formats(7)"])
}
