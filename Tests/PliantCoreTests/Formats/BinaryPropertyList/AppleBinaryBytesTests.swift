// Binary output against what CoreFoundation itself wrote, byte for byte.

import PliantCore
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

  @Test(.corpus("cf-plist-fixtures")) func rewritesAppleFilesUnchanged() throws {
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

  /// Objects whose XML text does not make CoreFoundation's binary, with the reason.
  private static let outOfReachFromXML: [String: String] = [
    "array-reuse": "CoreFoundation wrote one container in two places, which the text does not tell",
    "date-edge": "the text has no fractions of a second",
    "dict-26": "CoreFoundation's order of several keys is that of its hashes",
    "dict-repeat": "a dictionary with the same key several times",
  ]

  @Test(.corpus("cf-plist-fixtures")) func makesApplesBinaryFromItsXML() throws {
    let entries = corpusEntries("cf-plist-fixtures")
    for entry in entries where entry.path.hasSuffix("/xml.plist") && entry.expect == "accept" {
      let binary = entries.first { $0.path == "\(entry.unit)/binary.plist" && $0.expect == "accept" }
      guard let expected = binary?.bytes, binary?.expectedFile == entry.path else { continue }
      let bytes = try? entry.bytes.withByteView { view throws(Failure) in
        var builder = DocumentBuilder(source: view)
        try XMLPropertyListReader.read(view, into: &builder)
        var options = BinaryPropertyListWriter.Options()
        options.convertsUIDDictionaries = true
        var losses = LossReport(policy: .refuse)
        var index = 0
        var output = OutputBuffer()
        try BinaryPropertyListWriter.write(
          try builder.finish(), options: options, losses: &losses, index: &index, to: &output)
        return output.bytes
      }
      let isSame = bytes == expected
      #expect(isSame == (Self.outOfReachFromXML[entry.unit] == nil), "\(entry.path)")
    }
  }
}
