// Reads CSV and TSV: RFC 4180 and common dialects, or tabs with the backslash escapes of TableWriter.
//
//   a;b            {"a": "1", "b": null}     an empty cell is null, "" an empty string
//   1;             {"a": "x", "b": "y;z"}
//   x;"y;z"
//
// If the first quoted cell after a delimiter has a space before it, as in `a, "b"`, others may have one.

package struct TableReading: Sendable {
  /// The byte between cells; nil to detect it in the first line.
  package var delimiter: UInt8?
  /// Whether the first row is a header; rows are arrays otherwise.
  package var hasHeader = true
  /// Whether rows without a header are dictionaries with the keys `column1`, `column2` and so on.
  package var namesCells = false
  /// Whether rows may have fewer or more cells than the first.
  package var fills = false
  /// Whether columns become numbers, booleans and dates if all their cells round-trip.
  package var infersTypes = false
  /// The rows of a table with only a header.
  package var emptyTable = EmptyTable.nothing

  package enum EmptyTable: Sendable {
    /// An empty array, which loses the names.
    case nothing
    /// The same, but something else keeps them.
    case names
    /// A row of nulls, as a sample.
    case row
  }
  /// Whether the target keeps the spelling of numbers.
  var keepsDigits = true

  package init() {}
}

struct TableReader: ~Copyable {
  private struct Cell: BitwiseCopyable {
    var start: Int
    var end: Int
    var isQuoted = false
    /// Whether it contains doubled quotation marks or backslash escapes.
    var hasEscapes = false
    var isSpaced = false
  }

  private var window: TextWindow
  /// The window's text, to which the ranges of cells refer.
  private var text = ByteView.empty
  private let options: TableReading
  private let isTabbed: Bool
  private var delimiter: UInt8
  private var at = 0
  /// The number of cells in the first row.
  private var width = 0
  private var cells = GrowableBuffer<Cell>(capacity: 32)
  private var scratch = GrowableBuffer<UInt8>(capacity: 256)
  private var names: [[UInt8]] = []
  /// For each name, the number of its last duplicate, or 1.
  private var numbers: [[UInt8]: Int] = [:]
  private var types: [ColumnTypes] = []
  /// Whether quotation marks follow a space; nil before the first quoted cell after a delimiter.
  private var isSpaced: Bool?
  /// Whether the row has such cells.
  private var hasSpaced = false
  /// Those of all complete rows, and the first.
  private var spacedCount = 0
  private var firstSpaced: TextPosition?
  private var hasSecondMark = false

  /// Sends the rows of a text as an array; `ledger` records losses.
  ///
  /// Throws `table.…` with the position of an error.
  static func read(
    _ text: ByteView, _ dialect: TableDialect, _ options: TableReading,
    into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Failure) {
    var types: [ColumnTypes] = []
    if options.infersTypes {
      var reader = TableReader(TextWindow(text: text), dialect, options)
      types = try reader.inferTypes()
    }
    var reader = TableReader(TextWindow(text: text), dialect, options, types)
    try reader.run(into: &sink, ledger: &ledger)
  }

  /// Sends the rows of a streamed text.
  ///
  /// Throws as the other one, with positions, and `file.read`.
  static func read(
    _ window: consuming TextWindow, _ dialect: TableDialect, _ options: TableReading, types: [ColumnTypes],
    into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Diagnostic) {
    var reader = TableReader(window, dialect, options, types)
    do throws(Failure) { try reader.run(into: &sink, ledger: &ledger) } catch {
      throw reader.window.diagnostic(error)
    }
  }

  /// Infers the types of the columns of a streamed text.
  ///
  /// Throws as `read` does.
  static func types(
    in window: consuming TextWindow, _ dialect: TableDialect, _ options: TableReading
  ) throws(Diagnostic) -> [ColumnTypes] {
    var reader = TableReader(window, dialect, options)
    do throws(Failure) { return try reader.inferTypes() } catch { throw reader.window.diagnostic(error) }
  }

  private init(
    _ window: consuming TextWindow, _ dialect: TableDialect, _ options: TableReading,
    _ types: [ColumnTypes] = []
  ) {
    self.window = window
    self.options = options
    self.types = types
    isTabbed = dialect == .tsv
    delimiter = options.delimiter ?? (isTabbed ? ASCII.tab : ASCII.comma)
    text = self.window.text
  }

  /// Detects the delimiter in the first line, which is read whole.
  private mutating func begin() throws(Failure) {
    if !isTabbed, text.starts(with: "\u{FEFF}") {
      hasSecondMark = true
      at = 3
      _ = try refill()
    }
    guard !isTabbed, options.delimiter == nil else { return }
    var end = Self.endOfLine(in: text)
    while end == nil, try refill() { end = Self.endOfLine(in: text) }
    // A first line in which a spreadsheet specifies the delimiter.
    if text.starts(with: "sep="), text.count > 5, text[5].isLineEnd {
      delimiter = text[4]
      if text.count == 6 { _ = try refill() }
      at = text[5] == ASCII.carriageReturn && text.byte(at: 6) == ASCII.lineFeed ? 7 : 6
    } else {
      delimiter = Self.delimiter(in: text, endOfFirst: end ?? text.count)
    }
  }

  /// The end of the first line, which may contain quoted line ends.
  private static func endOfLine(in text: ByteView) -> Int? {
    var isQuoted = false
    for index in 0..<text.count {
      if text[index] == ASCII.quotationMark { isQuoted.toggle() }
      if !isQuoted, text[index].isLineEnd { return index }
    }
    return nil
  }

  private static let delimiters = [ASCII.comma, ASCII.semicolon, ASCII.tab, ASCII.verticalBar]
  /// The number of lines that decide between delimiters which the first one has equally often.
  private static let decidingLines = 100

  /// The delimiter that occurs most often in the first line; of several, the one that most of the next lines have as
  /// often, a comma first.
  private static func delimiter(in text: ByteView, endOfFirst end: Int) -> UInt8 {
    let counts = delimiterCounts(text[0..<end])
    let most = counts.max() ?? 0
    let tied = counts.indices.filter { counts[$0] == most }
    guard most > 0, tied.count > 1 else { return delimiters[tied[0]] }
    var agreements = [Int](repeating: 0, count: counts.count)
    var rest = text.suffix(from: end)
    for _ in 0..<decidingLines {
      while let byte = rest.byte(at: 0), byte.isLineEnd { rest = rest.suffix(from: 1) }
      guard let end = endOfLine(in: rest) else { break }
      let own = delimiterCounts(rest[0..<end], countsDecimals: false)
      for number in tied where own[number] == most { agreements[number] += 1 }
      rest = rest.suffix(from: end)
    }
    return delimiters[tied.max { (agreements[$0], -$0) < (agreements[$1], -$1) } ?? 0]
  }

  /// The numbers of delimiters outside quotation marks; commas between digits may be those of numbers.
  private static func delimiterCounts(_ line: ByteView, countsDecimals: Bool = true) -> [Int] {
    var counts = [Int](repeating: 0, count: delimiters.count)
    var isQuoted = false
    for index in 0..<line.count {
      if line[index] == ASCII.quotationMark { isQuoted.toggle() }
      guard !isQuoted, let number = delimiters.firstIndex(of: line[index]) else { continue }
      let isDecimal =
        line[index] == ASCII.comma && index > 0 && line[index - 1].isDigit
        && line.byte(at: index + 1)?.isDigit == true
      if countsDecimals || !isDecimal { counts[number] += 1 }
    }
    return counts
  }

  /// Reads more, keeping the text from `at`; false at the end of the text.
  private mutating func refill() throws(Failure) -> Bool {
    window.consume(at)
    at = 0
    let isMore = try window.refill()
    text = window.text
    if !isMore, let problem = window.problem { throw problem }
    return isMore
  }

  // MARK: Rows

  private mutating func run(
    into sink: inout some ValueSink & ~Copyable, ledger: inout ReadLosses
  ) throws(Failure) {
    try begin()
    try sink.beginArray(count: nil)
    if options.hasHeader, try nextRow() {
      nameColumns(&ledger)
      width = cells.count
    }
    var count = 0
    while try nextRow() {
      if width == 0 { width = cells.count }
      if cells.count != width, !options.fills { throw ragged() }
      try sendRow(into: &sink)
      count += 1
    }
    if options.hasHeader, !names.isEmpty, count == 0 {
      cells.truncate(to: 0)
      switch options.emptyTable {
      case .nothing: ledger.record(.columnsWithoutRows, at: 0)
      case .row: try sendRow(into: &sink)
      case .names: break
      }
    }
    if hasSecondMark { ledger.record(.secondMark, at: 0) }
    ledger.record(.spacedQuotation, count: spacedCount, position: firstSpaced)
    try sink.endArray()
  }

  private mutating func sendRow(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    guard options.hasHeader || options.namesCells else {
      try sink.beginArray(count: cells.count)
      for column in 0..<cells.count { try send(column, into: &sink) }
      return try sink.endArray()
    }
    try sink.beginDictionary(count: max(cells.count, names.count))
    while names.count < cells.count {
      addName(Array("\(options.hasHeader ? "" : "column")\(names.count + 1)".utf8))
    }
    for column in names.indices {
      try names[column].withByteView { (name: ByteView) throws(Failure) in try sink.key(name) }
      if column < cells.count { try send(column, into: &sink) } else { try sink.null() }
    }
    try sink.endDictionary()
  }

  /// The failure at the first extra cell, or at the end of a row with too few.
  private func ragged() -> Failure {
    let last = cells[cells.count - 1]
    let place = cells.count > width ? cells[width].start - (cells[width].isQuoted ? 1 : 0) : last.end
    return Failure(
      .tableRagged, at: window.offset + place,
      "expected \(width) cell\(width == 1 ? "" : "s"), found \(cells.count)")
  }

  private mutating func nameColumns(_ ledger: inout ReadLosses) {
    for column in 0..<cells.count {
      let name = content(of: cells[column]).array
      if !addName(name) { ledger.record(.columnName, at: window.offset + cells[column].start) }
      // Spreadsheets write TSV with the quotation marks of CSV.
      if isTabbed, name.count > 1, name.first == ASCII.quotationMark, name.last == ASCII.quotationMark {
        ledger.record(.quotedName, at: window.offset + cells[column].start)
      }
    }
  }

  /// Adds a column; false if the name was taken and had to change.
  @discardableResult
  private mutating func addName(_ name: [UInt8]) -> Bool {
    var free = name
    var number = numbers[name] ?? 1
    while numbers[free] != nil {
      number += 1
      free = name + Array("_\(number)".utf8)
    }
    numbers[free] = 1
    numbers[name] = number
    names.append(free)
    return number == 1
  }

  // MARK: Cells

  /// Finds the cells of the next row other than a blank line.
  private mutating func nextRow() throws(Failure) -> Bool {
    while true {
      let start = at
      cells.truncate(to: 0)
      hasSpaced = false
      do throws(Failure) {
        if start < text.count { try findCells() }
      } catch {
        guard error.code == .tableUnterminated else { throw error }
        if window.isAtEnd && window.problem == nil { throw error }
        at = text.count
      }
      // A line feed may follow a carriage return beyond the window's end.
      if at == text.count, start == at || !window.isAtEnd || window.problem != nil {
        at = start
        guard try refill() || at < text.count else { return false }
        continue
      }
      // In TSV, which has no quotation marks, the blank line of a single column is a row.
      let isBlank = cells.count == 1 && cells[0].end == cells[0].start && !cells[0].isQuoted
      if hasSpaced { countSpaced() }
      if !isBlank || isTabbed && width == 1 { return true }
    }
  }

  private mutating func countSpaced() {
    for index in 0..<cells.count where cells[index].isSpaced {
      if firstSpaced == nil { firstSpaced = window.position(of: window.offset + cells[index].start - 1) }
      spacedCount += 1
    }
  }

  private mutating func findCells() throws(Failure) { repeat { try findCell() } while takeDelimiter() }

  /// Consumes the delimiter, or the line end after the row's last cell.
  private mutating func takeDelimiter() -> Bool {
    guard let byte = text.byte(at: at) else { return false }
    at += 1
    if byte == delimiter { return true }
    if byte == ASCII.carriageReturn, text.byte(at: at) == ASCII.lineFeed { at += 1 }
    return false
  }

  private mutating func findCell() throws(Failure) {
    if !isTabbed {
      switch text.byte(at: at) {
      case ASCII.quotationMark:
        if isSpaced == nil, cells.count > 0 { isSpaced = false }
        return try findQuotedCell()
      case ASCII.space where delimiter != ASCII.space && isSpaced ?? (cells.count > 0):
        if try findSpacedCell() { return }
      default: break
      }
    }
    var cell = Cell(start: at, end: at)
    while let byte = text.byte(at: at), byte != delimiter, !byte.isLineEnd {
      if isTabbed, byte == ASCII.reverseSolidus { cell.hasEscapes = true }
      at &+= 1
    }
    cell.end = at
    cells.append(cell)
  }

  private mutating func findQuotedCell() throws(Failure) {
    var cell = Cell(start: at + 1, end: at + 1, isQuoted: true)
    while true {
      guard let quote = text.firstIndex(of: ASCII.quotationMark, from: cell.end) else {
        throw Failure(.tableUnterminated, at: window.offset + at)
      }
      cell.end = quote
      guard text.byte(at: quote + 1) == ASCII.quotationMark else { break }
      cell.hasEscapes = true
      cell.end = quote + 2
    }
    at = cell.end + 1
    // Columns that are aligned with spaces.
    let end = endOfSpaces(from: at)
    if end > at, text.byte(at: end).map({ $0 == delimiter || $0.isLineEnd }) ?? true {
      at = end
      (cell.isSpaced, hasSpaced) = (true, true)
    }
    if let next = text.byte(at: at), next != delimiter, !next.isLineEnd {
      throw Failure(.tableAfterQuote, at: window.offset + at)
    }
    cells.append(cell)
  }

  /// Finds a quoted cell after spaces; false if the spaces begin a plain cell.
  ///
  /// The first one has to end in its line.
  private mutating func findSpacedCell() throws(Failure) -> Bool {
    let start = at
    at = endOfSpaces(from: start)
    guard text.byte(at: at) == ASCII.quotationMark else {
      at = start
      return false
    }
    do throws(Failure) { try findQuotedCell() } catch {
      at = start
      guard error.code == .tableAfterQuote || isSpaced == nil else { throw error }
      return false
    }
    let cell = cells[cells.count - 1]
    if isSpaced == nil {
      let endsInLine = text[cell.start..<cell.end].array.allSatisfy { !$0.isLineEnd }
      guard endsInLine, at < text.count || window.isAtEnd else {
        cells.truncate(to: cells.count - 1)
        at = start
        return false
      }
    }
    isSpaced = true
    (cells[cells.count - 1].isSpaced, hasSpaced) = (true, true)
    return true
  }

  /// The end of the spaces before or after a quoted cell; none are skipped if the delimiter is a space.
  private func endOfSpaces(from start: Int) -> Int {
    var end = start
    while delimiter != ASCII.space, text.byte(at: end) == ASCII.space { end += 1 }
    return end
  }

  /// The cell's text; valid until the next call.
  private mutating func content(of cell: Cell) -> ByteView {
    let raw = text[cell.start..<cell.end]
    guard cell.hasEscapes else { return raw }
    scratch.truncate(to: 0)
    var index = 0
    while index < raw.count {
      var byte = raw[index]
      if cell.isQuoted, byte == ASCII.quotationMark { index += 1 }
      if !cell.isQuoted, byte == ASCII.reverseSolidus, let next = Self.escaped(raw.byte(at: index + 1)) {
        byte = next
        index += 1
      }
      scratch.append(byte)
      index += 1
    }
    return scratch.view
  }

  /// The character of a backslash and this letter in TSV.
  private static func escaped(_ letter: UInt8?) -> UInt8? {
    switch letter {
    case UInt8(ascii: "t"): ASCII.tab
    case UInt8(ascii: "n"): ASCII.lineFeed
    case UInt8(ascii: "r"): ASCII.carriageReturn
    case ASCII.reverseSolidus: ASCII.reverseSolidus
    default: nil
    }
  }

  private mutating func send(_ column: Int, into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let cell = cells[column]
    if cell.start == cell.end, !cell.isQuoted { return try sink.null() }
    let value = content(of: cell)
    do throws(Failure) {
      guard column < types.count else { return try sink.string(value) }
      try types[column].send(value, into: &sink)
    } catch {
      throw Failure(
        error.code, at: error.offset ?? window.offset + cell.start, error.subject, advice: error.advice)
    }
  }

  // MARK: Types

  private mutating func inferTypes() throws(Failure) -> [ColumnTypes] {
    try begin()
    if options.hasHeader { _ = try nextRow() }
    while try nextRow() {
      while types.count < cells.count { types.append(ColumnTypes(keepsDigits: options.keepsDigits)) }
      for column in 0..<cells.count where cells[column].isQuoted || cells[column].end > cells[column].start {
        types[column].narrow(content(of: cells[column]))
      }
    }
    return types
  }
}
