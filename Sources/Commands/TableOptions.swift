// The options for reading CSV and TSV.

enum TableOptions {
  /// The treatment of rows with another length than the first.
  enum Ragged: String, CaseIterable, Sendable {
    case error
    case fill
  }

  static let delimiter = ValueOption(
    "delimiter", value: delimiterParser,
    help: "the character between CSV cells (default: detected from the first line)",
    detail: "For an input other than CSV, the character between the cells of the output.", section: "Input")
  static let noHeader = Flag(
    "no-header", help: "the first row contains cells, not names; rows become arrays",
    detail: """
      In a database, the columns are `column1`, `column2` and so on. For an input other than CSV and TSV, omits the
      names from the output.
      """, section: "Input")
  static let ragged = ValueOption(
    "ragged", value: .choice("POLICY", Ragged.allCases),
    help: "how to treat rows of a different length: `error` (the default) or `fill` with nulls",
    section: "Input")
  static let types = Flag(
    "types", help: "convert columns to numbers, booleans and dates",
    detail: """
      Only if pliant would write back every cell of the column unchanged: a column with `007` or `+1` remains text.
      """, section: "Input")
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

  /// The style of a table that is written.
  static func writing(_ typed: ParsedArguments) -> TableStyle {
    var style = TableStyle()
    style.delimiter = typed[delimiter] ?? style.delimiter
    style.hasHeader = !typed[noHeader]
    return style
  }
}
