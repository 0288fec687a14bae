// Rows that go into one statement, since a statement for each would be several times as long as what it says.
//
//   INSERT INTO "Team" ("code", "name") SELECT * FROM (VALUES
//   ('100', 'Abbruch'),
//   ('200', 'Rohbau')) WHERE EXISTS (SELECT 1 FROM "pliant_run") ON CONFLICT …;

import PliantCore

/// The rows of a statement that is not written yet.
struct SQLBatch: ~Copyable {
  /// Bytes and rows after which the statement is written; SQLite takes a million bytes in any build.
  static let maximumBytes = 512 * 1024
  static let maximumRows = 500

  private var rows = GrowableBuffer<UInt8>(capacity: 1024)
  private(set) var count = 0

  var isFull: Bool { rows.count >= Self.maximumBytes || count >= Self.maximumRows }

  /// Takes a row, its values without parentheses.
  mutating func append(_ row: ByteView) {
    if count > 0 { _ = rows.append(ByteView(",\n")) }
    rows.append(ASCII.leftParenthesis)
    _ = rows.append(row)
    rows.append(ASCII.rightParenthesis)
    count += 1
  }

  /// Writes the rows between the two parts of their statement, and forgets them.
  mutating func write(_ start: ByteView, _ end: ByteView, to output: inout OutputBuffer) {
    guard count > 0 else { return }
    output.append(start)
    output.append(rows.view)
    output.append(end)
    rows.truncate(to: 0)
    count = 0
  }
}

/// How a table gets the rows of one record type.
///
/// A column that is NULL in all of a statement's rows is left out of it.
final class SQLStatement {
  private let start: String
  private let names: [String]
  private let end: [UInt8]
  let columns: [SQLColumnPlan]
  /// The values of the rows one after another, and where each ends.
  private var values = GrowableBuffer<UInt8>(capacity: 1024)
  private var ends = GrowableBuffer<Int>(capacity: 64)
  /// For each column whether a row needs it.
  private var isNeeded: [Bool]

  init(table: SQLSchema.Table, end: String, columns: [SQLColumnPlan]) {
    start = "INSERT INTO \(SQLText.identifier(table.name)) ("
    names = table.columns.map { SQLText.identifier($0.name) }
    self.end = Array(end.utf8)
    self.columns = columns
    isNeeded = columns.map(\.isAlwaysWritten)
  }

  /// Takes a row, its values one after another, and writes the statement where it is full.
  func append(_ row: ByteView, ends rowEnds: [Int], to output: inout OutputBuffer) {
    let offset = values.count
    _ = values.append(row)
    var begin = 0
    for (number, end) in rowEnds.enumerated() {
      ends.append(offset + end)
      if !isNeeded[number], !(row[begin..<end] == ByteView("NULL")) { isNeeded[number] = true }
      begin = end
    }
    if values.count >= SQLBatch.maximumBytes || ends.count >= SQLBatch.maximumRows * names.count {
      write(to: &output)
    }
  }

  func write(to output: inout OutputBuffer) {
    guard ends.count > 0 else { return }
    let used = names.indices.filter { isNeeded[$0] }
    output.append(start + used.map { names[$0] }.joined(separator: ", ") + ") SELECT * FROM (VALUES\n")
    for row in 0..<ends.count / names.count {
      output.append(row > 0 ? ",\n(" : "(")
      for (place, column) in used.enumerated() {
        if place > 0 { output.append(", ") }
        let number = row * names.count + column
        output.append(values.view[(number > 0 ? ends[number - 1] : 0)..<ends[number]])
      }
      output.append(ASCII.rightParenthesis)
    }
    end.withByteView { output.append($0) }
    values.truncate(to: 0)
    ends.truncate(to: 0)
    isNeeded = columns.map(\.isAlwaysWritten)
  }
}

/// What a column's values are taken from.
struct SQLColumnPlan {
  let source: SQLSchema.Column.Source
  /// The field's number, or -1.
  let field: Int
  /// Which part of the table's key it is, or -1.
  let keyPlace: Int
  let isNow: Bool
  let isReal: Bool
  /// Whether NULL is not what SQLite puts there where the column is left out, or must not be there.
  let isAlwaysWritten: Bool
}

/// Removes rows of owners, each of which is inserted into a view whose trigger does so.
///
///     INSERT INTO "pliant_list_0" SELECT * FROM (VALUES ('100', 2), ('200', 0)) WHERE …;
///
/// Owners that have a position are taken together where they follow one another: the first number is then the first of
/// their positions, the second the last.
final class SQLListRemoval {
  private let view: String
  private let start: [UInt8]
  private let end: [UInt8]
  private let definition: String
  /// What removes the owners' rows at the end, where that may not be done before.
  private let late: String?
  private var isDefined = false
  private var batch = SQLBatch()
  private var range: (key: [String], first: Int, last: Int)?
  /// Rows that were written, each of which is a step.
  private(set) var rowCount = 0

  /// Does `actions`, whose `NEW` has an owner's key as `k0`, `k1` … and the numbers `m` and `n`, for each owner.
  ///
  /// With `isLate` they are done once all records have their places.
  init(number: Int, keyCount: Int, actions: [String], isLate: Bool) {
    view = Self.name(number)
    let names = (0..<keyCount).map { "\"k\($0)\"" } + ["\"m\"", "\"n\""]
    let columns = names.map { "NULL AS \($0)" }.joined(separator: ", ")
    let guarded = "WHERE EXISTS (SELECT 1 FROM \"pliant_run\");\n"
    let later = "\"\(view)_late\""
    let table =
      "DROP TABLE IF EXISTS temp.\(later);\nCREATE TEMP TABLE \(later) (\(names.joined(separator: ", ")));\n"
    definition =
      """
      DROP VIEW IF EXISTS temp."\(view)";
      CREATE TEMP VIEW "\(view)" AS SELECT \(columns);
      CREATE TEMP TRIGGER "\(view)_rows" INSTEAD OF INSERT ON "\(view)" BEGIN \
      \(actions.map { $0 + "; " }.joined())\
      UPDATE "pliant_done" SET "n" = "n" + 1; END;

      """ + (isLate ? table : "")
    let head = isLate ? "INSERT INTO \(later) VALUES\n" : "INSERT INTO \"\(view)\" SELECT * FROM (VALUES\n"
    start = Array(head.utf8)
    end = Array((isLate ? ";\n" : ") " + guarded).utf8)
    late = isLate ? "INSERT INTO \"\(view)\" SELECT * FROM \(later) " + guarded : nil
  }

  private static func name(_ number: Int) -> String { "pliant_list_\(number)" }

  /// The statements that drop what was made for the first removals.
  static func drops(_ count: Int) -> String {
    (0..<count).map { number in
      "DROP VIEW IF EXISTS temp.\"\(name(number))\";\nDROP TABLE IF EXISTS temp.\"\(name(number))_late\";\n"
    }.joined()
  }

  /// Takes an owner's key, as literals, and a number.
  func append(key: [String], count: Int, to output: inout OutputBuffer) {
    append(key, 0, count, to: &output)
  }

  /// Takes an owner by the key of its own owner and its position.
  func append(key: [String], position: Int, to output: inout OutputBuffer) {
    if let range, range.last + 1 == position, range.key == key {
      self.range?.last = position
      return
    }
    writeRange(to: &output)
    range = (key, position, position)
  }

  private func writeRange(to output: inout OutputBuffer) {
    if let range { append(range.key, range.first, range.last, to: &output) }
    range = nil
  }

  private func append(_ key: [String], _ first: Int, _ second: Int, to output: inout OutputBuffer) {
    let row = Array((key + [String(first), String(second)]).joined(separator: ", ").utf8)
    row.withByteView { batch.append($0) }
    rowCount += 1
    if batch.isFull { writeBatch(to: &output) }
  }

  private func writeBatch(to output: inout OutputBuffer) {
    guard batch.count > 0 else { return }
    if !isDefined {
      isDefined = true
      output.append(definition)
    }
    start.withByteView { start in end.withByteView { batch.write(start, $0, to: &output) } }
  }

  /// Writes what was taken so far.
  func write(to output: inout OutputBuffer) {
    writeRange(to: &output)
    writeBatch(to: &output)
  }

  /// Removes what was put off.
  func finish(to output: inout OutputBuffer) {
    if isDefined, let late { output.append(late) }
  }
}
