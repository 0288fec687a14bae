// Encodings told by content, on texts whose encoding is known: where several encodings make the same of a text, any is
// right.

import Foundation
import PliantText
import TestSupport
import Testing

@Suite struct EncodingCorpusTests {
  /// A text of the corpus with its encoding's label.
  struct Item {
    let path: String
    let label: String
    let bytes: [UInt8]
  }

  /// Labels that are looked up under another name.
  static let labels = [
    "mac-centraleurope": "x-mac-ce", "mac_cyrillic": "x-mac-cyrillic", "mac_roman": "macintosh",
    "iso2022_jp": "ISO-2022-JP",
  ]

  static func items() throws -> [Item] {
    guard let folder = corpus("encodings") else { return [] }
    let index = try String(contentsOf: folder.appendingPathComponent("INDEX.tsv"), encoding: .utf8)
    return try index.split(separator: "\n").dropFirst().compactMap { row in
      let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells[1] == "test", !cells[0].hasPrefix("mismatch/"), !cells[4].hasPrefix("invalid") else {
        return nil
      }
      return Item(
        path: cells[0], label: cells[4],
        bytes: [UInt8](try Data(contentsOf: folder.appendingPathComponent(cells[0]))))
    }
  }

  static func decode(_ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding) -> [UInt8]? {
    Array(bytes).withByteView { view in
      var decoder = TextDecoder(encoding)
      var output = OutputBuffer()
      guard (try? decoder.decode(view, isLast: true, into: &output)) != nil else { return nil }
      return output.bytes
    }
  }

  /// Whether the bytes are found to be in the label's encoding or one that makes the same of them; nil where the label
  /// itself makes nothing of them.
  static func isRight(_ item: Item) -> Bool? {
    let verdict = item.bytes.withByteView { EncodingDetector.judge($0) }
    let label = item.label.lowercased().replacingOccurrences(of: "-sig", with: "")
      .replacingOccurrences(of: "+bom", with: "")
    guard let expected = TextEncoding(name: labels[label] ?? label) else { return nil }
    if verdict.encoding == expected || verdict.satisfies(expected) { return true }
    let body = item.bytes[(verdict.byteOrderMark?.length ?? 0)...]
    guard let wanted = decode(body, expected) else { return nil }
    return decode(body, verdict.encoding) == wanted
  }

  /// Encodings that every text of the corpus is found in.
  static let sure: Set<String> = [
    "utf-8", "utf-8-sig", "ascii", "iso-8859-1", "latin-1", "windows-1252", "cp1252", "macroman", "mac_roman",
    "utf-16-le", "utf-16-be", "utf-16le", "utf-16be", "utf-32-le", "utf-32-be", "utf-32le", "utf-32be",
    "utf-16",
    "utf-32", "koi8-r", "ibm866", "ibm855", "iso-8859-2", "windows-1250", "big5", "euc-kr",
  ]

  @Test(.corpus("encodings")) func findsWhatTheTextsAreLabelled() throws {
    var right = 0
    var wrong: [String] = []
    for item in try Self.items().sampled(every: 4) {
      // All bytes in turn, which no language has, and UTF-7, which is ASCII.
      if item.path.hasPrefix("quick-xml/") || item.label == "utf-7" { continue }
      switch Self.isRight(item) {
      case true: right += 1
      case false:
        wrong.append("\(item.path) \(item.label)")
        #expect(!Self.sure.contains(item.label.lowercased()), "\(item.path) is in \(item.label)")
      default: break
      }
    }
    if runsAllTests, right + wrong.count > 0 { #expect(right >= 20 * wrong.count, "\(wrong)") }
  }
}
