// Writes rows: a header, then one line per record, its cells in the order of the columns.
//
// A missing value and null are an empty cell, an empty string is "" in CSV: databases read the first as NULL.
// A dictionary or an array is JSON in its cell.

/// Writes the events of an array of records, or of one record, as a table.
package struct TableWriter: LossReportingSink, EventSink, ~Copyable {
  /// A cell's text in `row`.
  struct Cell: BitwiseCopyable {
    var start = 0
    var end = 0
    /// Whether there is a value, which may be an empty string.
    var isPresent = false
  }

  private var output: OutputBuffer
  private let dialect: TableDialect
  private let style: TableStyle
  private let columns: TableColumns
  /// Writes nested values, and counts all losses.
  private var nested: JSONWriter
  /// The number of open containers in the cell.
  private var nestedDepth = 0
  private var isInTable = false
  private var isInRow = false
  private var hasHeader = false
  private var isFirstLine = true
  /// The texts of the row's cells, in order of arrival.
  private var row = OutputBuffer()
  private var cells: GrowableBuffer<Cell>
  private var column = 0

  init(
    to output: consuming OutputBuffer, _ dialect: TableDialect, _ style: TableStyle, _ columns: TableColumns,
    losses: LossReport
  ) {
    self.output = output
    self.dialect = dialect
    self.style = style
    self.columns = columns
    nested = JSONWriter(losses: losses)
    cells = GrowableBuffer(capacity: max(columns.names.count, 16))
  }

  package var losses: LossReport { nested.losses }

  /// Returns the output, possibly with undrained bytes.
  package consuming func finish() -> OutputBuffer { output }

  // MARK: Rows

  private mutating func beginRow() throws(Failure) {
    try writeHeader()
    isInRow = true
    column = 0
    row.removeAll()
    cells.truncate(to: 0)
    cells.append(repeating: Cell(), count: columns.names.count)
  }

  private mutating func endRow() throws(Failure) {
    isInRow = false
    try writeCells()
  }

  private mutating func writeHeader() throws(Failure) {
    guard !hasHeader else { return }
    hasHeader = true
    guard !columns.names.isEmpty, style.hasHeader else { return }
    row.removeAll()
    cells.truncate(to: 0)
    for name in columns.names {
      let start = row.count
      name.withByteView { row.append($0) }
      cells.append(Cell(start: start, end: row.count, isPresent: true))
    }
    try writeCells()
  }

  private mutating func writeCells() throws(Failure) {
    // A reader skips a blank line, unless earlier rows of TSV have a single cell.
    if cells.count == 0 || dialect == .tsv && isFirstLine && cells.count == 1 && !cells[0].isPresent {
      try nested.losses.record(.rowWithoutCells)
    }
    if isFirstLine { protectEncoding() }
    for index in 0..<cells.count {
      let cell = cells[index]
      let isAlone = cells.count == 1
      switch dialect {
      case .csv:
        if index > 0 { output.append(style.delimiter) }
        // Most readers skip an empty line.
        if isAlone && !cell.isPresent { try nested.losses.record(.missingAsEmptyString) }
        if cell.isPresent || isAlone { appendQuoted(cell, isFirstLine: isFirstLine) }
      case .tsv:
        if index > 0 { output.append(ASCII.tab) }
        if cell.isPresent && cell.start == cell.end { try nested.losses.record(.emptyStringAsMissing) }
        appendEscaped(cell)
      }
    }
    isFirstLine = false
    if dialect == .csv { output.append(ASCII.carriageReturn) }
    output.append(ASCII.lineFeed)
    try output.drainIfFull()
  }

  /// Appends a cell of CSV, quoted if it is empty or its text requires it.
  ///
  /// In the first line, also quotes text that looks like another delimiter.
  private mutating func appendQuoted(_ cell: Cell, isFirstLine: Bool) {
    row.withHeldBytes { bytes in
      let text = bytes[cell.start..<cell.end]
      let isQuoted =
        text.isEmpty || text.needsQuotationMarks(delimiter: style.delimiter)
        || isFirstLine && text.looksLikeDialect
      if isQuoted { output.append(text, quotedWith: ASCII.quotationMark) } else { output.append(text) }
    }
  }

  /// Begins with a byte order mark if U+FEFF, which CSV quotes, would be read as one, or NUL as a byte of UTF-16.
  private mutating func protectEncoding() {
    let mark: StaticString = "\u{FEFF}"
    let isAmbiguous = row.withHeldBytes { text in
      dialect == .tsv && text.starts(with: mark)
        || text[0..<min(text.count, 4)].firstIndex(of: ASCII.null) != nil
    }
    if isAmbiguous { output.append(mark) }
  }

  private mutating func appendEscaped(_ cell: Cell) {
    row.withHeldBytes { bytes in
      for index in cell.start..<cell.end {
        switch bytes[index] {
        case ASCII.tab: output.append("\\t")
        case ASCII.lineFeed: output.append("\\n")
        case ASCII.carriageReturn: output.append("\\r")
        case ASCII.reverseSolidus: output.append("\\\\")
        case let byte: output.append(byte)
        }
      }
    }
  }

  // MARK: Cells

  /// Puts a single value into its cell.
  private mutating func add(_ event: ValueEvent) throws(Failure) {
    let isRow = !isInRow
    if isRow { try beginRow() }
    var cell = Cell(start: row.count, isPresent: true)
    switch event {
    case .boolean(let value): row.append(value ? "true" : "false")
    case .integer(let value): row.appendDecimal(value)
    case .wideInteger(let value): row.appendDecimal(wide: value)
    case .real(let value) where value.isFinite: row.appendShortest(value)
    case .real(let value): row.append(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    case .number(let text, _), .string(let text): row.append(text)
    case .date(let seconds):
      guard ISO8601.append(seconds, to: &row) else { throw Failure(.dateOutOfRange) }
    case .data(let bytes):
      try nested.losses.record(.dataAsString)
      Base64.append(bytes, to: &row)
    default: cell.isPresent = false
    }
    cell.end = row.count
    place(cell)
    if isRow { try endRow() }
  }

  private mutating func place(_ cell: Cell) {
    if columns.names.isEmpty { return cells.append(cell) }
    if column < cells.count { cells[column] = cell }
    column += 1
  }

  /// Puts the JSON of a container into its cell.
  private mutating func finishNested() throws(Failure) {
    let start = row.count
    nested.output.withHeldBytes { row.append($0) }
    nested.output.removeAll()
    // Prepares the writer for another document.
    try nested.endLine()
    nested.output.removeAll()
    place(Cell(start: start, end: row.count, isPresent: true))
  }

  package mutating func take(_ event: ValueEvent) throws(Failure) {
    switch event {
    case .beginSet:
      try nested.losses.record(.setAsArray)
      try take(.beginArray(count: nil))
    case .endSet: try take(.endArray)
    case .uid(let value) where nestedDepth == 0: try addUID(value)
    case _ where nestedDepth > 0:
      try nested.send(event)
      nestedDepth += event.nesting
      if nestedDepth == 0 { try finishNested() }
    case .key(let text): key(text)
    case .beginDictionary where !isInRow: try beginRow()
    case .beginArray where !isInRow:
      // The first array contains the rows, except for a single record, whose row is open.
      if isInTable { try beginRow() }
      isInTable = true
    case .beginDictionary, .beginArray:
      try nested.losses.record(.nestedAsJSON)
      try nested.send(event)
      nestedDepth = 1
    case .endArray where !isInRow: try writeHeader()
    case .endDictionary, .endArray: try endRow()
    default: try add(event)
    }
  }

  // The most frequent events, without the switches.
  package mutating func key(_ text: ByteView) {
    guard nestedDepth == 0 else { return nested.key(text) }
    column = columns.number(of: text, expected: column) ?? columns.names.count
  }
  package mutating func string(_ text: ByteView) throws(Failure) {
    guard isInRow && nestedDepth == 0 else { return try take(.string(text)) }
    let start = row.count
    row.append(text)
    place(Cell(start: start, end: row.count, isPresent: true))
  }
  package mutating func number(_ text: ByteView, kind: NumberKind) throws(Failure) {
    guard isInRow && nestedDepth == 0 else { return try take(.number(text, kind)) }
    try string(text)
  }
  package mutating func integer(_ value: Int64) throws(Failure) { try take(.integer(value)) }

  /// Puts the dictionary of a UID into its cell.
  private mutating func addUID(_ value: UInt64) throws(Failure) {
    let isRow = !isInRow
    if isRow { try beginRow() }
    try sendDictionary(ofUID: value)
    if isRow { try endRow() }
  }
}

extension ByteView {
  /// Whether the text in a first line could suggest another dialect or encoding to readers.
  fileprivate var looksLikeDialect: Bool {
    if starts(with: "sep=") || starts(with: "\u{FEFF}") { return true }
    for index in 0..<count
    where [ASCII.comma, ASCII.semicolon, ASCII.tab, ASCII.verticalBar].contains(self[index]) {
      return true
    }
    return false
  }

  /// Whether CSV must quote the text; quoting also makes all readers keep surrounding spaces.
  fileprivate func needsQuotationMarks(delimiter: UInt8) -> Bool {
    if self[0] == ASCII.space || self[count - 1] == ASCII.space { return true }
    return firstMatch(from: 0) { block in
      (block .== ByteBlock(repeating: delimiter)) .| (block .== ByteBlock(repeating: ASCII.quotationMark))
        .| (block .== ByteBlock(repeating: ASCII.carriageReturn))
        .| (block .== ByteBlock(repeating: ASCII.lineFeed)) .| (block .== ByteBlock(repeating: ASCII.null))
    } < count
  }
}
