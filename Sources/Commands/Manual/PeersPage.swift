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

  private static let table = Manual.text(PackageResources.peers_txt)
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
