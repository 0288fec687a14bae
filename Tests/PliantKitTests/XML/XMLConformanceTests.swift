// The W3C XML Conformance Test Suite's verdicts, where the suite lies beside the project.

import Foundation
import PliantKit
import TestSupport
import Testing

struct XMLConformanceTests {
  struct Row: Sendable {
    let id: String
    let type: String
    let entities: String
    let path: String
    let version: String
    let edition: String
    let namespace: String
    let recommendation: String
    let isCore: Bool
    let text: String
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
        id: cells[0], type: cells[1], entities: cells[2], path: cells[3], version: cells[6],
        edition: cells[7],
        namespace: cells[8], recommendation: cells[9], isCore: cells[11] == "yes", text: cells[13])
    }
  }

  /// Whether the reader takes the file; the reason where it does not.
  static func verdict(_ row: Row, namespaces: Bool) -> Failure? {
    guard let folder = corpus("xmlconf"),
      let data = try? Data(contentsOf: folder.appendingPathComponent(row.path))
    else { return nil }
    guard let text = decode(Array(data)) else { return Failure(.xmlIllegalCharacter, at: 0, "outside UTF-8") }
    do throws(Failure) {
      _ = try events(of: text, options: namespaces ? .namespaces : .init())
      return nil
    } catch {
      return error
    }
  }

  static func decode(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return String(data: Data(bytes), encoding: .utf16)
    }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return String(validating: bytes.dropFirst(isMarked ? 3 : 0), as: UTF8.self)
  }

  /// Rows whose fault lies in the encoding, which is judged before the reader gets the text.
  static let encodingRows: Set = ["hst-lhs-007"]

  @Test func agreesOnCoreRows() {
    var wrong: [String] = []
    for row in Self.rows() where row.isCore && row.type != "error" && !Self.encodingRows.contains(row.id) {
      let failure = Self.verdict(row, namespaces: true)
      if (failure == nil) == (row.type == "not-wf") {
        wrong.append("\(row.id) \(row.path) \(row.type): \(failure?.message ?? "accepted") — \(row.text)")
      }
    }
    for line in wrong { print("WRONG", line) }
    #expect(wrong.isEmpty)
  }
}
