// pliant-peers(7): each pair of commands does the same, where the other program is installed.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct PeersPageTests {
  static let pairs = PeerCommands.all.flatMap { peer in peer.commands.map { (peer.program, $0) } }

  @Test func pairsDoTheSame() async throws {
    try await forEachRow(of: Self.pairs.indices) { (index: Int) in
      let (program, pair) = Self.pairs[index]
      let ours = try Self.run(pair.new, aliases: "")
      #expect(ours.code == 0, "\(ours)")
      var aliases = ""
      if program == "plutil" {
        guard let plutil = toolchainTool("plutil") else { return }
        aliases = "plutil() { '\(plutil)' \"$@\"; }\n"
      } else if find(program) == nil {
        return print("skipped: \(program) is not installed")
      }
      let theirs = try Self.run(pair.old, aliases: aliases)
      #expect(ours.code == theirs.code, "\(theirs)")
      if pair.similarity == .output { #expect(Self.trimmed(ours.output) == Self.trimmed(theirs.output)) }
    }
  }

  /// Runs a command among copies of the examples.
  private static func run(_ command: String, aliases: String) throws -> Ended {
    try withTemporaryFolder { folder in
      let work = folder.appendingPathComponent("work")
      try FileManager.default.copyItem(at: testdata("examples"), to: work)
      return try shell(aliases + command, in: work)
    }
  }

  /// Without line ends at the end, which some programs add and others leave out.
  private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .newlines) }
}
