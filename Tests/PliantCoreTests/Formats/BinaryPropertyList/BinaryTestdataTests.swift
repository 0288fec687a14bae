// The project's own binary property lists: each valid one is read and written again, each invalid one refused as
// its name says.

import Foundation
import TestSupport
import Testing

@Suite struct BinaryTestdataTests {
  private func files(_ folder: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: testdata(folder), includingPropertiesForKeys: nil
    ).sorted { $0.deletingPathExtension().path < $1.deletingPathExtension().path }
  }

  @Test func readsValidFiles() throws {
    let expected = [
      "depth-512": String(repeating: "[ ", count: 512) + String(repeating: "] ", count: 511) + "]",
      "fraction": "date:0.125",
      "not-finite": "[ real:nan real:inf real:-inf ]",
      "null": "[ null \"after\" ]",
      "real-32-bits": "real:1.5",
      "set": "< \"a\" \"b\" 3 >",
      "shared": "[ { name= \"Åse\" } { name= \"Åse\" } [ { name= \"Åse\" } ] ]",
      "types": """
      { string= "Baustelle" text= "Žluťoučký kůň 😀" empty= "" integer= 12345 negative= -42 \
      large= 1099511627776 real= real:2.5 minus zero= real:-0.0 date= date:741484800.0 \
      early date= date:-63113817600.0 data= data:[0, 1, 254, 255] yes= true no= false array= [ ] \
      dictionary= { } }
      """,
      "uid": "[ uid:1 uid:256 uid:70000 ]",
      "unused-object": "\"used\"",
      "wide-integers": """
      [ wide:9223372036854775808 wide:170141183460469231731687303715884105727 \
      wide:-170141183460469231731687303715884105728 ]
      """,
      "widths-3-and-5": "{ key= \"value\" }",
    ]
    let files = try files("valid/binary-plist")
    #expect(files.map { $0.deletingPathExtension().lastPathComponent } == expected.keys.sorted())
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      #expect(binaryEvents(bytes) == expected[file.deletingPathExtension().lastPathComponent])
    }
  }

  @Test func refusesInvalidFiles() throws {
    let expected = [
      "array-count": "binary.object-length@8", "count-not-integer": "binary.count@8",
      "cut-off": "binary.too-short@0", "cycle": "binary.cycle@8", "depth-513": "binary.depth@1544",
      "fill": "binary.object-type@8", "half-surrogate": "binary.utf16@9",
      "integer-of-32-bytes": "binary.object-type@8", "key-not-string": "binary.key@11",
      "magic": "binary.magic@0", "not-ascii": "binary.ascii@9", "object-count": "binary.object-count@22",
      "object-offset": "binary.object-offset@13", "offset-table": "binary.offset-table@38",
      "offset-width-0": "binary.offset-width@20", "only-magic": "binary.too-short@0",
      "reference": "binary.reference@9", "reference-width-0": "binary.reference-width@21",
      "string-count": "binary.object-length@8", "top-object": "binary.top-object@30",
      "uid-of-9-bytes": "binary.uid@8", "unknown-type": "binary.object-type@8",
      "utf16-count": "binary.object-length@8", "version-15": "binary.version@6",
    ]
    let files = try files("invalid/binary-plist")
    #expect(files.map { $0.deletingPathExtension().lastPathComponent } == expected.keys.sorted())
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      #expect(
        binaryEvents(bytes) == expected[file.deletingPathExtension().lastPathComponent], "\(file.path)")
    }
  }
}
