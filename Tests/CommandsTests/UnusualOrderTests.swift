// UCS-4 in all four orders of its bytes, which appendix F.1 of XML tells from the first four: every verb reads them.

import Commands
import Foundation
import TestSupport
import Testing

@Suite struct UnusualOrderTests {
  /// For each order which of a unit's bytes, the highest being 0, comes where.
  private static let orders: [(name: String, places: [Int])] = [
    ("UTF-32BE", [0, 1, 2, 3]), ("UTF-32LE", [3, 2, 1, 0]), ("X-ISO-10646-UCS-4-2143", [1, 0, 3, 2]),
    ("X-ISO-10646-UCS-4-3412", [2, 3, 0, 1]),
  ]

  private static func bytes(_ text: String, _ places: [Int]) -> Data {
    Data(
      text.unicodeScalars.flatMap { scalar in places.map { UInt8(scalar.value >> UInt32(24 - 8 * $0) & 0xFF) }
      })
  }

  @Test("Every verb reads every order, with a mark and without, declared and not")
  func orders() throws {
    let body = "<a><b k=\"ü\">x &amp; 😀</b></a>"
    let lines: [(words: String, output: String)] = [
      (
        "convert json -q --xml-style attributes -o - d.xml",
        "{\"a\":{\"b\":{\"@k\":\"ü\",\"#text\":\"x & 😀\"}}}\n"
      ),
      ("convert jsonl -q --records a/b d.xml", "{\"@k\":\"ü\",\"#text\":\"x & 😀\"}\n"),
      ("xpath -q //b/@k d.xml", "ü\n"),
      ("format --canonical -q -o - d.xml", body.replacing("&amp;", with: "&amp;")),
      ("diff -q d.xml plain.xml", ""), ("lint -q d.xml", ""),
      ("transcode -q -t UTF-8 --bom remove -o - d.xml", ""),
      ("events -q d.xml", ""), ("print -q d.xml", ""), ("info -q d.xml", ""),
      ("split --records b -q --size 1000000 -o p-%d.xml d.xml", ""),
      ("replace --xpath //b --string y -q d.xml", ""), ("xpath -q //b d.xml", "y\n"),
    ]
    for (name, places) in Self.orders {
      for (mark, declaration) in [
        ("", ""), ("\u{FEFF}", ""), ("", "ISO-10646-UCS-4"), ("\u{FEFF}", "ISO-10646-UCS-4"),
      ] {
        try withTemporaryFolder { folder in
          let head =
            declaration.isEmpty
            ? "<?xml version=\"1.0\"?>" : "<?xml version=\"1.0\" encoding=\"\(declaration)\"?>"
          try Self.bytes(mark + head + body, places).write(to: folder.appendingPathComponent("d.xml"))
          try write(["plain.xml": body], in: folder)
          for (line, output) in lines {
            let run = try CapturedRun(in: folder)
            let words = line.split(separator: " ").map(String.init)
            #expect(Program.run(words, context: run.context) == .success, "\(name) \(line): \(run.errorText)")
            if !output.isEmpty { #expect(run.outputText == output, "\(name) \(line)") }
          }
          let encoding = try CapturedRun(in: folder)
          #expect(encoding.run("encoding", "d.xml") == .success)
          #expect(encoding.outputText.hasPrefix("d.xml: \(name) ("), "\(name): \(encoding.outputText)")
          let text = Self.bytes(mark + head + "<a><b k=\"ü\">y</b></a>", places)
          expectSame(try Data(contentsOf: folder.appendingPathComponent("d.xml")), text, "\(name)")
        }
      }
    }
  }
}
