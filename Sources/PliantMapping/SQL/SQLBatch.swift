// Rows that go into one statement, since a statement for each would be several times as long as what it says.
//
//   INSERT INTO "Team" ("code", "name") SELECT * FROM (VALUES
//   ('100', 'Abbruch'),
//   ('200', 'Rohbau')) WHERE EXISTS (SELECT 1 FROM "pliant_run") ON CONFLICT …;

import PliantCore

/// The rows of a statement that is not written yet.
struct SQLBatch: ~Copyable {
  /// Bytes and rows after which the statement is written; SQLite takes a million bytes in any build.
  private static let maximumBytes = 64 * 1024
  private static let maximumRows = 500

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
final class SQLStatement {
  private let start: [UInt8]
  private let end: [UInt8]
  let columns: [SQLColumnPlan]
  private var batch = SQLBatch()

  init(start: String, end: String, columns: [SQLColumnPlan]) {
    (self.start, self.end, self.columns) = (Array(start.utf8), Array(end.utf8), columns)
  }

  /// Takes a row, and writes the statement where it is full.
  func append(_ row: ByteView, to output: inout OutputBuffer) {
    batch.append(row)
    if batch.isFull { write(to: &output) }
  }

  func write(to output: inout OutputBuffer) {
    start.withByteView { start in end.withByteView { batch.write(start, $0, to: &output) } }
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
}

/// Removes, for each owner that is inserted into a view of its own, the rows beyond the elements of its list.
///
///     INSERT INTO "pliant_list_0" SELECT * FROM (VALUES ('100', 2), ('200', 0)) WHERE …;
final class SQLListRemoval {
  private let view: String
  private let start: [UInt8]
  private let end = Array(") WHERE EXISTS (SELECT 1 FROM \"pliant_run\");\n".utf8)
  private let definition: String
  private var isDefined = false
  private var batch = SQLBatch()

  /// Removes the rows of `table`, one of a schema's, whose columns are an owner's key, and whose position is too high.
  ///
  /// `conditions` hold for all of them.
  init(number: Int, table: String, keyColumns: [String], position: String, conditions: [String]) {
    view = Self.name(number)
    let names = keyColumns.indices.map { "k\($0)" }
    let equal = zip(keyColumns, names).map { "\(SQLText.identifier($0)) = NEW.\"\($1)\"" }
    let all = (equal + conditions + ["\(SQLText.identifier(position)) >= NEW.\"n\""])
    let columns = (names + ["n"]).map { "NULL AS \"\($0)\"" }.joined(separator: ", ")
    definition = """
      DROP VIEW IF EXISTS temp."\(view)";
      CREATE TEMP VIEW "\(view)" AS SELECT \(columns);
      CREATE TEMP TRIGGER "\(view)_rows" INSTEAD OF INSERT ON "\(view)" BEGIN \
      DELETE FROM \(SQLText.identifier(table)) WHERE \(all.joined(separator: " AND ")); \
      UPDATE "pliant_done" SET "n" = "n" + 1; END;

      """
    start = Array("INSERT INTO \"\(view)\" SELECT * FROM (VALUES\n".utf8)
  }

  static func name(_ number: Int) -> String { "pliant_list_\(number)" }

  /// Takes an owner's key, as literals, and the number of elements that it has.
  func append(key: [String], count: Int, to output: inout OutputBuffer) {
    let row = Array((key + [String(count)]).joined(separator: ", ").utf8)
    row.withByteView { batch.append($0) }
    if batch.isFull { write(to: &output) }
  }

  func write(to output: inout OutputBuffer) {
    guard batch.count > 0 else { return }
    if !isDefined {
      isDefined = true
      output.append(definition)
    }
    start.withByteView { start in end.withByteView { batch.write(start, $0, to: &output) } }
  }
}
