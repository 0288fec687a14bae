// The ends of markup, and the parts of XML declarations, one text a line.

import PliantBase
import TestSupport
import Testing

@Suite struct XMLScannerTests {
  @Test func markupEndsAtTheMark() async throws {
    try await forEachRow(
      of: [
        "<a b='>\"' c=\">'\">", "</a>", "<b/>", "<?x > ?? ?>", "<?>?>", "<!---->", "<!-- > -- -->",
        "<![CDATA[ > ]] ]]>", "<!DOCTYPE a>",
        "<!DOCTYPE a SYSTEM '>' [<!ENTITY b \"]>\"> <!-- ' ]> --> <?c ']> ?>]>",
        "<!X>", "<0123456789abcdef b=\"0123456789abcdef>\">",
      ] as [String]
    ) { (text: String) in
      Array(("x" + text + " >]]>-->?>").utf8).withByteView { bytes in
        #expect(XMLMarkupScanner.end(in: bytes, at: 1) == 1 + text.utf8.count)
        for end in 2...text.utf8.count {
          #expect(XMLMarkupScanner.end(in: bytes[0..<end], at: 1) == nil, "\(end) bytes")
        }
      }
    }
  }

  /// Each part with the white space before it, and the problem.
  private static func parts(_ text: String) -> String {
    Array(text.utf8).withByteView { bytes in
      guard let found = XMLDeclaration(bytes) else { return "-" }
      let parts = [found.version, found.encoding, found.standalone].map { part in
        part.map { "\(bytes[$0.range].string)>\(bytes[$0.value].string)" } ?? ""
      }
      return (parts + [found.problem ?? ""]).joined(separator: "|")
    }
  }

  @Test func declarationsHaveTheirParts() async throws {
    let order = "only version, encoding and standalone, in this order"
    try await forEachRow(
      of: [
        ("<?xml version='1.0' \n encoding = \"a-1\"?>", " version='1.0'>1.0| \n encoding = \"a-1\">a-1||"),
        ("<?xml version='1.0' standalone='no' ?>", " version='1.0'>1.0|| standalone='no'>no|"),
        ("<?xml?>", "|||missing version"), ("<?xml ?>", "|||missing version"),
        ("<?xml encoding='a'?>", "| encoding='a'>a||missing version"),
        ("<?xml encoding='a' version='1.0'?>", " version='1.0'>1.0| encoding='a'>a||missing version"),
        (
          "<?xml version='1.0' standalone='yes' encoding='a'?>",
          " version='1.0'>1.0| encoding='a'>a| standalone='yes'>yes|\(order)"
        ),
        ("<?xml version='1.0' version='1.1'?>", " version='1.0'>1.0|||\(order)"),
        ("<?xml version='1.0' x='1'?>", " version='1.0'>1.0|||\(order)"),
        ("<?xml version='1.0'encoding='a'?>", " version='1.0'>1.0|encoding='a'>a||missing white space"),
        ("<?xml version '1.0'?>", "|||missing '='"), ("<?xml version=1.0?>", "|||a value is not in quotes"),
        ("<?xml version='1.0?>", "|||a value is not in quotes"),
        ("<?xml version='2.0'?>", " version='2.0'>2.0|||the version is not 1.0"),
        (
          "<?xml version='1.0' encoding='1'?>",
          " version='1.0'>1.0| encoding='1'>1||the encoding is not a name"
        ),
        (
          "<?xml version='1.0' standalone=''?>",
          " version='1.0'>1.0|| standalone=''>|standalone is neither yes nor no"
        ),
        ("<?xmlversion='1.0'?>", "-"), ("<?xml version='1.0'>", "-"), (" <?xml version='1.0'?>", "-"),
      ] as [(String, String)]
    ) { (text: String, expected: String) in
      #expect(Self.parts(text) == expected)
    }
  }
}
