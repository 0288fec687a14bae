// The W3C XML Conformance Test Suite's verdicts and outputs, where the suite lies beside the project.

import Foundation
import PliantCore
import TestSupport
import Testing

struct XMLConformanceTests {
  /// A test of the suite's index.
  struct Row: Sendable {
    let id: String
    let type: String
    let entities: String
    let path: String
    let output: String
    let version: String
    let edition: String
    let namespace: String
    let recommendation: String
    let text: String

    /// Whether an XML 1.0 (fifth edition) processor that reads nothing external has to agree.
    var isApplicable: Bool {
      guard version != "1.1", recommendation != "XML1.1", recommendation != "NS1.1", type != "error" else {
        return false
      }
      guard edition.isEmpty || edition == "any" || edition.contains("5") else { return false }
      return type != "not-wf" || entities == "none"
    }
  }

  static func rows() -> [Row] {
    guard let folder = corpus("xmlconf"),
      let table = try? String(contentsOf: folder.appendingPathComponent("tests.tsv"), encoding: .utf8)
    else { return [] }
    return table.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count > 13,
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(cells[3]).path)
      else { return nil }
      return Row(
        id: cells[0], type: cells[1], entities: cells[2], path: cells[3], output: cells[4], version: cells[6],
        edition: cells[7], namespace: cells[8], recommendation: cells[9], text: cells[13])
    }
  }

  static func bytes(_ path: String) -> [UInt8] {
    corpus("xmlconf").map { readBytes($0.appendingPathComponent(path)) } ?? []
  }

  /// What is wrong with the document, or nil.
  static func problem(_ bytes: [UInt8], namespaces: Bool) -> Failure? {
    bytes.withByteView { view -> Failure? in
      do throws(Failure) {
        try DecodedText(view, kind: .xml).withValidText { text throws(Failure) in
          var reader = XMLReader(text, options: namespaces ? .namespaces : .init())
          try reader.readToEnd()
        }
        return nil
      } catch {
        return error
      }
    }
  }

  /// Rows on which this reader disagrees, with the reason.
  static let exceptions: [String: String] = [:]

  @Test(.corpus("xmlconf")) func agreesOnVerdicts() {
    for row in Self.rows() where row.isApplicable {
      let failure = Self.problem(Self.bytes(row.path), namespaces: row.namespace != "no")
      let agrees = (failure != nil) == (row.type == "not-wf")
      #expect(
        agrees == (Self.exceptions[row.id] == nil),
        "\(row.id) \(row.path) \(row.type): \(failure?.message ?? "accepted") — \(row.text)")
    }
  }

  /// Rows whose output shows what is not a part of the document's content: a processing instruction inside the DTD.
  static let otherOutputs: Set = ["ibm-valid-P29-ibm29v01.xml"]

  @Test(.corpus("xmlconf")) func writesCanonicalOutputs() throws {
    for row in Self.rows()
    where row.isApplicable && row.type != "not-wf" && !row.output.isEmpty && row.entities == "none" {
      let expected = String(decoding: Self.bytes(row.output), as: UTF8.self)
      let found = try? Self.firstCanonicalForm(Self.bytes(row.path))
      let body =
        expected.hasPrefix("<!DOCTYPE")
        ? expected.split(separator: "]>\n", maxSplits: 1).last.map(String.init) : expected
      #expect((found == body) == !Self.otherOutputs.contains(row.id), "\(row.id) \(row.path)")
    }
  }

  /// James Clark's first canonical form.
  static func firstCanonicalForm(_ bytes: [UInt8]) throws(Failure) -> String {
    try bytes.withByteView { view throws(Failure) in
      try DecodedText(view, kind: .xml).withValidText { text throws(Failure) in
        var reader = XMLReader(text)
        var output = ""
        while true {
          switch try reader.next() {
          case .startElement:
            let attributes = (0..<reader.attributeCount).map { reader.attribute(at: $0) }
              .map { (name: $0.name.string, value: escape($0.value.string)) }
              .sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
            output +=
              "<\(reader.name.string)" + attributes.map { " \($0.name)=\"\($0.value)\"" }.joined() + ">"
          case .endElement: output += "</\(reader.name.string)>"
          case .text: output += escape(reader.text.string)
          case .processingInstruction: output += "<?\(reader.name.string) \(reader.text.string)?>"
          case .endDocument: return output
          default: break
          }
        }
      }
    }
  }

  private static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Files whose verdict is not ours, with the reason.
  static let otherVerdicts: [String: String] = [
    "feedparser/encoding/u16.xml": "the declared encoding 'u16' is nobody's name for UTF-16",
    "test/ebcdic_566012.xml": "there is no table for IBM-1141, EBCDIC with a euro sign",
  ]

  @Test(.corpus("feeds"), arguments: ["libxml2-xml", "hostile", "feeds", "realworld"])
  func agreesWithOtherIndexes(suite: String) {
    let formats: Set = ["xml", "rss", "atom", "opml", "feed", "gpx", "kml", "svg", "storyboard", "xib"]
    for entry in corpusEntries(suite) where formats.contains(entry.format) {
      let failure = Self.problem(entry.bytes, namespaces: false)
      guard entry.expect == "accept" || entry.expect == "reject" else { continue }
      let agrees = (failure != nil) == (entry.expect == "reject")
      #expect(
        agrees == (Self.otherVerdicts[entry.path] == nil),
        "\(suite)/\(entry.path) \(entry.expect): \(failure?.message ?? "accepted") at \(failure?.offset ?? -1) — \(entry.note)"
      )
    }
  }
}
