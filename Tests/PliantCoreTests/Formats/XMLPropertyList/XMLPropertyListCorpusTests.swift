// The verdicts of other projects' indexes on their XML property lists, and CoreFoundation's own bytes.

import PliantCore
import TestSupport
import Testing

@Suite struct XMLPropertyListCorpusTests {
  /// Files whose verdict is not ours, with the reason.
  private static let exceptions: [String: String] = [
    "xml-edge/date-edge.plist":
      "dates such as 2010-02-29 and 24:00:00, which CoreFoundation rolls over, are errors",
    "xml-edge/date-over-under.plist":
      "dates such as 13-33T25:61:61, which CoreFoundation rolls over, are errors",
    "xml-edge/date-empty-year.plist": "a date without a year is an error",
  ]

  /// The document, or what is wrong with it.
  static func read(_ bytes: [UInt8]) -> String? {
    bytes.withByteView { view -> String? in
      let decoded = DecodedText(view, kind: .xml)
      do throws(Failure) {
        try decoded.withValidText { text throws(Failure) in
          var builder = DocumentBuilder(source: text)
          try XMLPropertyListReader.read(text, into: &builder)
          _ = try builder.finish()
        }
        return nil
      } catch {
        return "\(error.code.name) at \(error.offset ?? -1): \(error.message)"
      }
    }
  }

  @Test func agreesWithTheIndex() async throws {
    try await forEachRow(of: [
      "cf-plist-fixtures", "libplist", "plist-impls", "swift-foundation", "realworld", "hostile",
    ]) { (suite: String) in
      for entry in corpusEntries(suite) where entry.format == "xml-plist" {
        guard entry.expect == "accept" || entry.expect == "reject" else {
          _ = Self.read(entry.bytes)
          continue
        }
        let problem = Self.read(entry.bytes)
        let agrees = (problem == nil) == (entry.expect == "accept")
        #expect(
          agrees == (Self.exceptions[entry.path] == nil),
          "\(suite)/\(entry.path) \(entry.expect): \(problem ?? "read")")
      }
    }
  }

  /// Files that cannot come out as CoreFoundation wrote them, with the reason.
  private static let outOfReach: [String: String] = [
    "dict-repeat/binary.plist": "a dictionary with the same key several times",
    "dict-repeat/xml.plist": "a dictionary with the same key several times",
    "integer-big/xml.plist": "CoreFoundation wrote the least 128-bit integer as -0",
  ]

  /// The text as CoreFoundation writes it.
  private static func canonical(_ bytes: [UInt8], isBinary: Bool) throws -> [UInt8] {
    try bytes.withByteView { view throws(Failure) in
      var builder = DocumentBuilder(source: view)
      if isBinary {
        try BinaryPropertyListReader.read(view, into: &builder)
      } else {
        try XMLPropertyListReader.read(view, into: &builder)
      }
      let document = try builder.finish()
      var options = ReplayOptions()
      options.sortKeys = true
      var replay = Replay(document, options: options)
      var writer = XMLPropertyListWriter(style: .canonical)
      try replay.run(into: &writer)
      return writer.finish().bytes
    }
  }

  @Test(.corpus("cf-plist-fixtures")) func writesApplesBytes() {
    for entry in corpusEntries("cf-plist-fixtures")
    where entry.expect == "accept" && !entry.unit.contains("-edge") && !entry.path.hasPrefix("xml-encoding") {
      let isBinary = entry.format == "bplist"
      guard isBinary || entry.format == "xml-plist" else { continue }
      let name = isBinary ? entry.expectedFile : entry.path
      guard name.hasSuffix("xml.plist"), let folder = corpus("cf-plist-fixtures") else { continue }
      let expected = readBytes(folder.appendingPathComponent(name))
      let written = (try? Self.canonical(entry.bytes, isBinary: isBinary)) ?? []
      let isSame = written == expected
      #expect(isSame == (Self.outOfReach[entry.path] == nil), "\(entry.path)")
    }
  }
}
