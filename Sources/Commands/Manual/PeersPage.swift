// pliant-peers(7): commands of other programs, each with its pliant equivalent.

/// A command of another program and its pliant equivalent.
package struct PeerCommand: Sendable {
  /// The results that a test can compare.
  package enum Similarity: Character, Sendable {
    case output = "="
    /// The layout or the notes differ.
    case exitCode = "~"
  }

  package let old: String
  package let new: String
  package let similarity: Similarity

  /// Parses `= OLD → NEW`.
  init?(_ line: Substring) {
    guard let mark = line.first, let similarity = Similarity(rawValue: mark),
      let arrow = line.firstIndex(of: "→")
    else { return nil }
    self.similarity = similarity
    old = String(line[..<arrow].dropFirst(2).dropLast())
    new = String(line[arrow...].dropFirst(2))
  }
}

/// The commands of another program.
package struct PeerCommands: Sendable {
  package let program: String
  let note: String
  package let commands: [PeerCommand]

  package static let all = table.split(separator: "#").map { text in
    let lines = text.split(separator: "\n")
    let commands = lines.compactMap { PeerCommand($0) }
    return PeerCommands(
      program: String(lines[0].dropFirst()),
      note: lines.dropFirst().prefix(lines.count - 1 - commands.count).joined(separator: " "),
      commands: commands)
  }

  private static let table = """
    # plutil
    plutil command lines also work: `pliant -convert json -o - FILE`, or installed as plutil; see pliant-plutil(7).
    pliant's own commands also keep key order, comments and layout.
    ~ plutil -lint settings.plist → pliant lint settings.plist
    = plutil -convert xml1 -o - orders.json → pliant convert xml1 --canonical -o - orders.json
    = plutil -extract owner.name raw -o - settings.plist → pliant extract owner.name settings.plist
    = plutil -type closes settings.plist → pliant type closes settings.plist
    = plutil -replace vat -float 0.19 settings.plist → pliant replace vat --real 0.19 settings.plist
    = plutil -remove badge settings.plist → pliant remove badge settings.plist
    ~ plutil -p settings.plist → pliant print settings.plist

    # PlistBuddy
    Key paths use dots, or are JSON Pointers. PlistBuddy command lines also work; see pliant-plistbuddy(7).
    = PlistBuddy -c 'Print :owner:name' settings.plist → pliant extract owner.name settings.plist
    = PlistBuddy -c 'Add :city string London' settings.plist → pliant insert city --string London settings.plist
    = PlistBuddy -c 'Set :vat 0.19' settings.plist → pliant replace vat --real 0.19 settings.plist
    = PlistBuddy -c 'Delete :badge' settings.plist → pliant remove badge settings.plist

    # jq
    Queries use JSONPath (RFC 9535). Edits keep every other byte of the file. pliant-scale(7) shows pipelines with
    jq.
    = jq -r .currency orders.json → pliant extract currency orders.json
    = jq '.orders | length' orders.json → pliant extract orders orders.json
    = jq -r '.orders[].item' orders.json → pliant query --as value '$.orders[*].item' orders.json
    = jq -c '[.orders[] | select(.price > 60) | .item]' orders.json → pliant query '$.orders[?@.price > 60].item' orders.json
    = jq -c . orders.json → pliant format --minify -o - orders.json
    = jq -S -c . orders.json → pliant convert json --sort-keys -o - orders.json
    = jq '.currency = "USD"' orders.json > new.json → pliant replace currency --string USD -o new.json orders.json
    ~ jq 'del(.orders)' orders.json → pliant remove orders -o - orders.json
    ~ jq 'del(.orders[] | select(.paid))' orders.json → pliant remove '$.orders[?@.paid == true]' -o - orders.json

    # xmllint
    `pliant lint` also compares the declared encoding with the bytes.
    ~ xmllint --noout books.xml → pliant lint books.xml
    = xmllint --xpath 'string(//title)' books.xml → pliant xpath 'string(//title)' books.xml
    = xmllint --xpath 'count(//book)' books.xml → pliant xpath 'count(//book)' books.xml
    ~ xmllint --format books.xml → pliant format --indent 2 -o - books.xml
    = xmllint --c14n books.xml → pliant format --canonical -o - books.xml
    ~ xmllint --encode ISO-8859-1 books.xml → pliant transcode --to ISO-8859-1 -o - books.xml

    # xmlstarlet
    Both use XPath 1.0. Prefixes that the root element declares need no option.
    = xmlstarlet sel -t -v //title -n books.xml → pliant xpath //title books.xml
    = xmlstarlet sel -t -v 'count(//book)' -n books.xml → pliant xpath --as count //book books.xml
    ~ xmlstarlet sel -t -c '//book[2]' books.xml → pliant xpath --as xml '//book[2]' books.xml
    ~ xmlstarlet val -w books.xml → pliant lint books.xml
    = printf 'a < b' | xmlstarlet esc → printf 'a < b' | pliant escape
    ~ xmlstarlet el books.xml → pliant events --trim books.xml

    # iconv
    pliant also updates the XML declaration, `@charset` rule or byte order mark.
    = iconv -f ISO-8859-1 -t UTF-8 menu-latin1.xml → pliant transcode --input-encoding ISO-8859-1 --to UTF-8 -o - menu-latin1.xml
    ~ iconv -t UTF-16 menu.strings → pliant transcode --to UTF-16 -o - menu.strings
    ~ iconv -f UTF-8 books.xml > books.new → pliant lint books.xml
    """
}

extension Manual {
  static let peers = ManualPage(
    "pliant-peers", section: 7, summary: "pliant equivalents of plutil, jq, xmllint and other commands",
    sections: PageText.sections(
      """
      # DESCRIPTION
      Each command is followed by its pliant equivalent. The files are pliant's installed examples.
      """)
      + PeerCommands.all.map { peer in
        let commands = peer.commands.map { "\($0.old)\n\($0.new)\n" }.joined(separator: "\n")
        return ManualSection(
          "COMING FROM \(peer.program.uppercased())", [.paragraph(peer.note), .literal(commands)])
      }, seeAlso: ["pliant-plutil(7)", "pliant-formats(7)"])
}
