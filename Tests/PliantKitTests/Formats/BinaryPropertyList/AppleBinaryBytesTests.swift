// Binary output against what CoreFoundation itself wrote, byte for byte.

import PliantKit
import TestSupport
import Testing

@Suite struct AppleBinaryBytesTests {
  /// Files that cannot come out as CoreFoundation wrote them, with the reason.
  private static let outOfReach: [String: String] = [
    "array-reuse": "CoreFoundation writes a shared container again each time, though all refer to the first",
    "set-reuse": "CoreFoundation writes a shared container again each time, though all refer to the first",
    "dict-repeat": "a dictionary with the same key several times",
    "integer-big": "42 held in 128 bits: a document does not keep the width of a number",
  ]

  @Test func rewritesAppleFilesUnchanged() throws {
    for entry in corpusEntries("cf-plist-fixtures")
    where entry.format == "bplist" && entry.expect == "accept" && !entry.path.hasPrefix("binary-edge") {
      var options = BinaryPropertyListWriter.Options()
      options.keepsNulls = true
      var losses = LossReport(policy: .refuse)
      let bytes = try binaryBytes(try binaryDocument(entry.bytes), options, losses: &losses)
      let isSame = bytes == entry.bytes
      #expect(isSame == (Self.outOfReach[entry.unit] == nil), "\(entry.path)")
    }
  }
}
