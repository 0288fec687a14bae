// How CSV and TSV are read: the options of the verbs that make something of tables.

import CommandLineKit
import PliantCore

enum TableOptions {
  /// What is done about rows of another length than the first.
  enum Ragged: String, CaseIterable, Sendable {
    case error
    case fill
  }

  static let delimiter = ValueOption(
    "delimiter", value: delimiterParser,
    help: "the character between cells of CSV; by default found in the first line", section: "Input")
  static let noHeader = Flag(
    "no-header", help: "read the first row of CSV or TSV as cells, not as names; rows become arrays",
    section: "Input")
  static let ragged = ValueOption(
    "ragged", value: .choice("POLICY", Ragged.allCases),
    help:
      "what to do with rows of another length than the first: `error` (the default), or `fill` up with nulls",
    section: "Input")
  static let types = Flag(
    "types", help: "make numbers, booleans and dates of columns of CSV or TSV",
    detail: [
      """
      Only where every cell of the column comes back as it was spelled: `007` and `+1` remain strings, and so do all \
      other cells of their columns.
      """
    ], section: "Input")
  static let all: [any Option] = [delimiter, noHeader, ragged, types]

  private static let delimiterParser = ValueParser<UInt8>("CHARACTER") { text throws(ValueError) in
    let bytes = Array((text == "tab" || text == "\\t" ? "\t" : text).utf8)
    let taken = [ASCII.quotationMark, ASCII.lineFeed, ASCII.carriageReturn]
    guard bytes.count == 1, bytes[0] < 0x80, !taken.contains(bytes[0]) else {
      throw .expected("one ASCII character such as ';', or 'tab'")
    }
    return bytes[0]
  }

  static func reading(_ typed: ParsedArguments) -> TableReading {
    var reading = TableReading()
    reading.delimiter = typed[delimiter]
    reading.hasHeader = !typed[noHeader]
    reading.fills = typed[ragged] == .fill
    reading.infersTypes = typed[types]
    return reading
  }
}
