// Random documents through csv and a reader that knows nothing of pliant: the cells are those that the manual promises.

import Commands
import Foundation
import TestSupport
import Testing

/// A value as JSON, and the text of its cell; nil for a cell that is missing.
private struct Cell {
  let json: String
  let text: String?
}

/// Makes values, rows and documents of any shape that has rows.
private struct TableSample {
  var random: SeededGenerator
  private static let texts = ["", "x", "a,b", "say \"hi\"", "1\r\n2", " z ", "ä€😀", "=1+2", "\t", "[]", "\n"]

  private static func json(_ text: String) -> String {
    let escapes: [Unicode.Scalar: String] = ["\"": "\\\"", "\r": "\\r", "\n": "\\n", "\t": "\\t"]
    return "\"" + text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined() + "\""
  }

  mutating func value(depth: Int = 0) -> Cell {
    switch random.below(depth > 2 ? 4 : 7) {
    case 0: return Cell(json: "null", text: nil)
    case 1: return ["true", "false"].map { Cell(json: $0, text: $0) }[random.below(2)]
    case 2:
      return ["1", "-0", "2.50", "1e400", "12345678901234567890"].map { Cell(json: $0, text: $0) }[
        random.below(5)]
    case 3, 4:
      let text = random.pick(Self.texts)
      return Cell(json: Self.json(text), text: text)
    case 5:
      let json =
        "[" + (0..<random.below(4)).map { _ in value(depth: depth + 1).json }.joined(separator: ",") + "]"
      return Cell(json: json, text: json)
    default:
      let json = dictionary(depth: depth + 1).json
      return Cell(json: json, text: json)
    }
  }

  mutating func dictionary(depth: Int = 0) -> (json: String, cells: [(key: String, cell: Cell)]) {
    let keys = ["a", "b,", "c\"", "d", ""].filter { _ in random.below(3) > 0 }.shuffled(using: &random)
    let cells = keys.map { ($0, value(depth: depth)) }
    return ("{" + cells.map { Self.json($0.0) + ":" + $0.1.json }.joined(separator: ",") + "}", cells)
  }

  /// A document and the rows of its table, the header included.
  mutating func table() -> (json: String, rows: [[String]]) {
    switch random.below(4) {
    case 0:
      let row = dictionary()
      return (
        row.json, row.cells.isEmpty ? [[]] : [row.cells.map(\.key), row.cells.map { $0.cell.text ?? "" }]
      )
    case 1:
      let rows = (0..<random.below(5)).map { _ in dictionary() }
      var header: [String] = []
      for row in rows { for (key, _) in row.cells where !header.contains(key) { header.append(key) } }
      let body = rows.map { row in
        header.map { name in row.cells.first { $0.key == name }?.cell.text ?? "" }
      }
      return ("[" + rows.map(\.json).joined(separator: ",") + "]", (header.isEmpty ? [] : [header]) + body)
    case 2:
      let rows = (0..<random.below(5)).map { _ in (0..<random.below(4)).map { _ in value() } }
      let json = rows.map { "[" + $0.map(\.json).joined(separator: ",") + "]" }.joined(separator: ",")
      return ("[\(json)]", rows.map { $0.map { $0.text ?? "" } })
    default:
      let values = (0..<1 + random.below(4)).map { _ in
        var cell = value()
        while cell.json.hasPrefix("[") || cell.json.hasPrefix("{") { cell = value() }
        return cell
      }
      return (
        "[" + values.map(\.json).joined(separator: ",") + "]", [["value"]] + values.map { [$0.text ?? ""] }
      )
    }
  }
}

/// The rows of RFC 4180's grammar.
private func rows(of text: String) -> [[String]] {
  var rows: [[String]] = []
  var row: [String] = []
  var cell = ""
  var isQuoted = false
  var scalars = Array(text.unicodeScalars)[...]
  while let scalar = scalars.popFirst() {
    if isQuoted {
      if scalar != "\"" {
        cell.unicodeScalars.append(scalar)
      } else if scalars.first == "\"" {
        cell.unicodeScalars.append(scalars.removeFirst())
      } else {
        isQuoted = false
      }
    } else if scalar == "\"" {
      isQuoted = true
    } else if scalar == "," {
      row.append(cell)
      cell = ""
    } else if scalar == "\r", scalars.first == "\n" {
      scalars.removeFirst()
      rows.append(row + [cell])
      row = []
      cell = ""
    } else {
      cell.unicodeScalars.append(scalar)
    }
  }
  return rows
}

@Suite struct TableCellTests {
  @Test("Every document of rows gives the cells that the manual promises")
  func cells() throws {
    var sample = TableSample(random: SeededGenerator(seed: 36))
    for number in 0..<3000 {
      let (json, expected) = sample.table()
      let run = try CapturedRun(input: Array(json.utf8))
      #expect(
        run.run("convert", "csv", "-f", "json", "-q") == .success, "\(number): \(json)\n\(run.errorText)")
      // A row without cells is a line without text, which this reader takes for one empty cell.
      let found = rows(of: run.outputText).map { $0 == [""] ? [] : $0 }
      #expect(found == expected.map { $0 == [""] ? [] : $0 }, "\(number): \(json)\n\(run.outputText)")
    }
  }

  @Test("The elements of a row that is no dictionary, one by one")
  func uids() throws {
    let list = "<plist><array><dict><key>CF$UID</key><integer>7</integer></dict></array></plist>"
    let run = try CapturedRun(input: Array(list.utf8))
    _ = run.run("convert", "csv", "-q")
    #expect(rows(of: run.outputText).last?.last?.contains("7") == true, "\(run.outputText)")
  }
}
