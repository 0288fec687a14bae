// Rows combined in one statement, because one per row would be several times as long.
//
//   INSERT INTO "Team" ("code", "name") SELECT * FROM (VALUES
//   ('100', 'Abbruch'),
//   ('200', 'Rohbau')) WHERE EXISTS (SELECT 1 FROM "pliant_run") ON CONFLICT …;

/// The limits of a statement; SQLite accepts a million bytes in any build.
private enum SQLBatch {
  static let maximumBytes = 512 * 1024
  static let maximumRows = 500
}

/// Inserts the rows of one record type into a table.
///
/// Omits a column that is NULL in all rows of a statement.
final class SQLStatement {
  private let start: String
  private let names: [String]
  /// Between the columns' names and the rows.
  private let rowsStart: String
  private let end: String
  let columns: [SQLColumnPlan]
  /// The values of the rows concatenated, and their ends.
  private var values = GrowableBuffer<UInt8>(capacity: 1024)
  private var ends = GrowableBuffer<Int>(capacity: 64)
  /// For each column, whether a row has a value.
  private var isNeeded: [Bool]

  init(table: SQLSchema.Table, end: String, isGuarded: Bool, columns: [SQLColumnPlan]) {
    start = "INSERT INTO \(SQLText.identifier(table.name)) ("
    rowsStart = isGuarded ? ") SELECT * FROM (VALUES\n" : ") VALUES\n"
    names = table.columns.map { SQLText.identifier($0.name) }
    self.end = end
    self.columns = columns
    isNeeded = columns.map(\.isAlwaysWritten)
  }

  /// Adds a row, its values concatenated, and writes the statement if it is full.
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
    output.append(start + used.map { names[$0] }.joined(separator: ", ") + rowsStart)
    for row in 0..<ends.count / names.count {
      output.append(row > 0 ? ",\n(" : "(")
      for (place, column) in used.enumerated() {
        if place > 0 { output.append(", ") }
        let number = row * names.count + column
        output.append(values.view[(number > 0 ? ends[number - 1] : 0)..<ends[number]])
      }
      output.append(ASCII.rightParenthesis)
    }
    output.append(end)
    values.truncate(to: 0)
    ends.truncate(to: 0)
    isNeeded = columns.map(\.isAlwaysWritten)
  }
}

struct SQLColumnPlan {
  enum Shortcut {
    case none
    /// Strings are literal.
    case text
    case integer
  }

  let source: SQLSchema.Column.Source
  /// The field's number, or -1.
  let field: Int
  /// The index in the table's key, or -1.
  let keyPlace: Int
  let isNow: Bool
  let isReal: Bool
  var isEntryKey = false
  /// The texts of the most common values.
  var shortcut = Shortcut.none
  /// Whether omitting the column would not leave NULL, or NULL is not allowed.
  let isAlwaysWritten: Bool
}

/// Deletes rows of owners, each inserted into a view whose trigger deletes them.
///
///     INSERT INTO "pliant_list_0" SELECT * FROM (VALUES ('100', 2), ('200', 0)) WHERE …;
///
/// Consecutive owners with positions are combined: the numbers are then the first and last position.
final class SQLListRemoval {
  private let view: String
  private let start: String
  private let end: String
  private let definition: String
  /// Deletes the owners' rows at the end, if it cannot be done earlier.
  private let late: String?
  private var isDefined = false
  /// The unwritten rows, and their number.
  private var rows = GrowableBuffer<UInt8>(capacity: 1024)
  private var pendingCount = 0
  private var range: (key: [String], first: Int, last: Int)?
  /// The number of rows written, each of which is a step.
  private(set) var rowCount = 0

  /// Runs `actions` for each owner; `NEW` has its key as `k0`, `k1` … and the numbers `m` and `n`.
  ///
  /// With `isLate`, runs them after all records are in place.
  init(number: Int, keyCount: Int, actions: [String], isLate: Bool, isGuarded: Bool) {
    view = Self.name(number)
    let names = (0..<keyCount).map { "\"k\($0)\"" } + ["\"m\"", "\"n\""]
    let columns = names.map { "NULL AS \($0)" }.joined(separator: ", ")
    let guarded = isGuarded ? "WHERE EXISTS (SELECT 1 FROM \"pliant_run\");\n" : ";\n"
    let later = "\"\(view)_late\""
    let table =
      "DROP TABLE IF EXISTS temp.\(later);\nCREATE TEMP TABLE \(later) (\(names.joined(separator: ", ")));\n"
    definition =
      """
      DROP VIEW IF EXISTS temp."\(view)";
      CREATE TEMP VIEW "\(view)" AS SELECT \(columns);
      CREATE TEMP TRIGGER "\(view)_rows" INSTEAD OF INSERT ON "\(view)" BEGIN \
      \(actions.map { $0 + "; " }.joined())\
      \(isGuarded ? SQLTransaction.count : "")END;

      """ + (isLate ? table : "")
    start = isLate ? "INSERT INTO \(later) VALUES\n" : "INSERT INTO \"\(view)\" SELECT * FROM (VALUES\n"
    end = isLate ? ";\n" : ") " + guarded
    late = isLate ? "INSERT INTO \"\(view)\" SELECT * FROM \(later) " + guarded : nil
  }

  private static func name(_ number: Int) -> String { "pliant_list_\(number)" }

  /// The statements that drop the objects of the first deletions.
  static func drops(_ count: Int) -> String {
    (0..<count).map { number in
      "DROP VIEW IF EXISTS temp.\"\(name(number))\";\nDROP TABLE IF EXISTS temp.\"\(name(number))_late\";\n"
    }.joined()
  }

  /// Adds an owner by the key of its own owner and its position.
  func append(key: [String], position: Int, to output: inout OutputBuffer) {
    if let range, range.last + 1 == position, range.key == key {
      self.range?.last = position
      return
    }
    writeRange(to: &output)
    range = (key, position, position)
  }

  private func writeRange(to output: inout OutputBuffer) {
    if let range { append(key: range.key, first: range.first, count: range.last, to: &output) }
    range = nil
  }

  /// Adds an owner's key, as literals, and the numbers.
  func append(key: [String], first: Int = 0, count: Int, to output: inout OutputBuffer) {
    let row = (key + [String(first), String(count)]).joined(separator: ", ")
    Array("\(pendingCount > 0 ? ",\n" : "")(\(row))".utf8).withByteView { _ = rows.append($0) }
    rowCount += 1
    pendingCount += 1
    if rows.count >= SQLBatch.maximumBytes || pendingCount >= SQLBatch.maximumRows { writeBatch(to: &output) }
  }

  private func writeBatch(to output: inout OutputBuffer) {
    guard pendingCount > 0 else { return }
    if !isDefined {
      isDefined = true
      output.append(definition)
    }
    output.append(start)
    output.append(rows.view)
    output.append(end)
    rows.truncate(to: 0)
    pendingCount = 0
  }

  func write(to output: inout OutputBuffer) {
    writeRange(to: &output)
    writeBatch(to: &output)
  }

  /// Runs the postponed deletions.
  func finish(to output: inout OutputBuffer) { if isDefined, let late { output.append(late) } }
}
