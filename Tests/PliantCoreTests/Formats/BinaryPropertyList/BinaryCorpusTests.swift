// The verdicts of other projects' indexes on their binary property lists.

import PliantCore
import TestSupport
import Testing

@Suite struct BinaryCorpusTests {
  /// Files whose verdict is not ours, with the reason.
  private static let exceptions: [String: String] = [:]

  @Test func agreesWithTheIndex() async throws {
    try await forEachRow(of: [
      "cf-plist-fixtures", "libplist", "plist-impls", "swift-foundation", "realworld", "hostile",
    ]) { (suite: String) in
      for entry in corpusEntries(suite) where entry.format == "bplist" {
        let result = entry.bytes.withByteView { view -> String? in
          var builder = DocumentBuilder(source: view)
          do throws(Failure) {
            try BinaryPropertyListReader.read(view, into: &builder)
            _ = try builder.finish()
            return nil
          } catch {
            return "\(error.code.name) at \(error.offset ?? -1)"
          }
        }
        guard Self.exceptions[entry.path] == nil else { continue }
        switch entry.expect {
        case "accept": #expect(result == nil, "\(suite)/\(entry.path)")
        case "reject": #expect(result != nil, "\(suite)/\(entry.path)")
        default: break
        }
      }
    }
  }
}
