// Old-style property lists of other projects: the verdict of each file, and its value as Foundation reads it.

import Foundation
import PliantFormats
import TestSupport
import Testing

/// The file as UTF-8 without byte order mark, or nil where it is in another encoding.
private func utf8(_ bytes: [UInt8]) -> [UInt8]? {
  if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
    return String(data: Data(bytes), encoding: .utf16).map { Array($0.utf8) }
  }
  let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  return String(validating: body, as: UTF8.self) == nil ? nil : body
}

private func document(_ bytes: [UInt8], _ format: String) throws(Failure) -> NSObject {
  var builder = FoundationBuilder()
  try bytes.withByteView { (view: ByteView) throws(Failure) in
    try OpenStepReader.read(view, dialect: format == "strings" ? .strings : .openStep, into: &builder)
  }
  return builder.root
}

@Suite struct OpenStepCorpusTests {
  static let entries = ["cf-plist-fixtures", "plist-impls", "swift-foundation", "hostile", "realworld"]
    .flatMap { corpusEntries($0) }
    .filter {
      ["openstep-plist", "gnustep-plist", "strings"].contains($0.format) && !$0.path.hasSuffix(".md")
    }

  @Test func verdict() async throws {
    try await forEachRow(of: Self.entries) { (entry: CorpusEntry) throws in
      guard let text = utf8(entry.bytes) else { return }
      switch entry.expect {
      case "accept":
        let value = try document(text, entry.format)
        // Typed values and lone details are not Foundation's; everything that it reads, it reads alike.
        if let expected = try? PropertyListSerialization.propertyList(from: Data(entry.bytes), format: nil)
          as? NSObject,
          !entry.path.contains("escapes-all-octal")
        {
          #expect(value == expected)
        }
      case "reject": #expect(throws: Failure.self) { try document(text, entry.format) }
      default: _ = try? document(text, entry.format)
      }
    }
  }

  /// CoreFoundation's own layout, byte for byte.
  @Test func layout() async throws {
    try await forEachRow(
      of: Self.entries.filter { $0.path.hasSuffix("/openstep.plist") && !$0.path.contains("edge") }
    ) { (entry: CorpusEntry) in
      var writer = OpenStepWriter()
      try entry.bytes.withByteView { try OpenStepReader.read($0, into: &writer) }
      expectSame(writer.finish().bytes, entry.bytes)
    }
  }

  @Test func writingReadsBack() async throws {
    try await forEachRow(
      of: Self.entries.filter { $0.expect == "accept" && $0.format != "gnustep-plist" }.sampled(every: 6)
    ) { (entry: CorpusEntry) throws in
      guard let text = utf8(entry.bytes) else { return }
      let value = try document(text, entry.format)
      for style in [OpenStepStyle(), .compact] {
        var writer = OpenStepWriter(style: style)
        try text.withByteView { try OpenStepReader.read($0, into: &writer) }
        #expect(try document(writer.finish().bytes, "openstep-plist") == value)
      }
      guard value is NSDictionary else { return }
      for style in [OpenStepStyle(), .compact] {
        var writer = OpenStepWriter(dialect: .strings, style: style)
        try text.withByteView { try OpenStepReader.read($0, into: &writer) }
        #expect(try document(writer.finish().bytes, "strings") == value)
      }
    }
  }
}
