// New text in the style of the surrounding text: its line ends, its indentation, its quoting.

/// The style of a text.
struct InsertedTextStyle {
  let format: Format
  /// One level of indentation.
  let unit: [UInt8]
  let lineBreak: [UInt8]
  let breaksLines: Bool
  /// Whether the text contains unescaped non-ASCII characters.
  let keepsUnicode: Bool

  init(of text: ByteView, format: Format) {
    self.format = format
    let firstBreak = text.firstIndex(of: ASCII.lineFeed)
    let hasReturn = firstBreak.map { $0 > 0 && text[$0 - 1] == ASCII.carriageReturn } ?? false
    if firstBreak == nil && text.firstIndex(of: ASCII.carriageReturn) != nil {
      lineBreak = [ASCII.carriageReturn]
    } else {
      lineBreak = hasReturn ? [ASCII.carriageReturn, ASCII.lineFeed] : [ASCII.lineFeed]
    }
    let unit = Self.firstIndentation(in: text)
    self.unit = unit ?? (format == .json ? [ASCII.space, ASCII.space] : [ASCII.tab])
    // JSON on one line remains on one line; other formats have lines by nature.
    breaksLines = unit != nil || format != .json && (firstBreak != nil || format == .strings)
    keepsUnicode =
      format == .strings || UTF8Validation.endOfASCII(in: text, from: 0) < text.count
      || text.starts(with: "// !$*UTF8*$!")
  }

  /// The indentation of the first line with one.
  private static func firstIndentation(in text: ByteView) -> [UInt8]? {
    var at = 0
    while let lineFeed = text.firstIndex(of: ASCII.lineFeed, from: at) {
      at = lineFeed + 1
      var end = at
      while let byte = text.byte(at: end), byte == ASCII.space || byte == ASCII.tab { end += 1 }
      guard end > at, let next = text.byte(at: end), !next.isWhitespace else { continue }
      return text[at] == ASCII.tab ? [ASCII.tab] : text[at..<end].array
    }
    return nil
  }

  /// The text between a key and its value without a neighbour to copy.
  func link(isBroken: Bool) -> [UInt8] {
    switch format {
    case .xml1: []
    case .json: breaksLines ? [ASCII.colon, ASCII.space] : [ASCII.colon]
    default: Array(" = ".utf8)
    }
  }

  // MARK: Keys

  /// A key; `quote` is the first byte of a neighbouring key.
  func text(ofKey key: [UInt8], quote: UInt8?) throws(Failure) -> [UInt8] {
    var output = OutputBuffer()
    try key.withByteView { (view: ByteView) throws(Failure) in
      switch format {
      case .json: output.appendJSONString(view)
      case .xml1:
        try output.appendPropertyListElement("<key>", view, "</key>")
      default:
        let isQuoted =
          quote == ASCII.quotationMark || quote == ASCII.apostrophe || quote == nil && format == .strings
        if isQuoted || !OpenStepText.isWord(view) {
          output.appendQuotedOpenStepString(
            view, keepsUnicode: keepsUnicode,
            quote: quote == ASCII.apostrophe ? ASCII.apostrophe : ASCII.quotationMark)
        } else {
          output.append(view)
        }
      }
    }
    return output.bytes
  }

  // MARK: Values

  /// The text of a value whose further lines have an indentation; nil for a value on one line.
  ///
  /// `habits` is the spacing of a neighbour in JSON.
  func text(
    of value: Document, indentation: [UInt8]?, habits: JSONSpacing?, losses: inout LossReport
  ) throws(Failure) -> [UInt8] {
    switch format {
    case .xml1: return try xmlText(of: value, indentation, &losses)
    case .json:
      let text = try jsonText(of: value, indentation, &losses)
      return habits.map { indented($0.applied(to: text), indentation ?? []) }
        ?? indented(text, indentation ?? [])
    default: return try openStepText(of: value, indentation, &losses)
    }
  }

  private func jsonText(of value: Document, _ indentation: [UInt8]?, _ losses: inout LossReport)
    throws(Failure)
    -> [UInt8]
  {
    let style: JSONStyle =
      indentation == nil
      ? .compact : JSONStyle(indentation: JSONStyle.Indentation(unit.first ?? ASCII.space, count: unit.count))
    var writer = JSONWriter(style: style, losses: losses)
    var replay = Replay(value)
    try replay.run(into: &writer)
    losses = writer.losses
    return writer.finish().bytes
  }

  private func openStepText(of value: Document, _ indentation: [UInt8]?, _ losses: inout LossReport)
    throws(Failure)
    -> [UInt8]
  {
    var style = OpenStepStyle.compact
    if indentation != nil {
      style.indentation = OpenStepStyle.Indentation(unit.first ?? ASCII.tab, count: unit.count)
    }
    style.keepsUnicode = keepsUnicode
    style.quotesAll = format == .strings
    var writer = OpenStepWriter(style: style, losses: losses)
    var replay = Replay(value)
    try replay.run(into: &writer)
    losses = writer.losses
    return indented(writer.finish().bytes.dropLast(), indentation ?? [])
  }

  /// The lines with the text's line ends, all but the first indented; strings in them contain no line ends.
  private func indented(_ text: some Sequence<UInt8>, _ indentation: [UInt8]) -> [UInt8] {
    text.flatMap { $0 == ASCII.lineFeed ? lineBreak + indentation : [$0] }
  }

  /// Nested in one array per level of indentation, so that layout is indented but not strings.
  private func xmlText(of value: Document, _ indentation: [UInt8]?, _ losses: inout LossReport)
    throws(Failure)
    -> [UInt8]
  {
    var style = XMLPropertyListStyle.standard
    style.breaksLines = indentation != nil
    style.indentationByte = unit.first ?? ASCII.tab
    style.indentationCount = unit.count
    var level = (indentation?.count ?? 0) / max(unit.count, 1)
    // An unusual indentation counts as one level.
    if let indentation, indentation != Array(repeatElement(unit, count: level).joined()) {
      style.indentationByte = indentation.first ?? ASCII.tab
      style.indentationCount = indentation.count
      level = 1
    }
    var writer = XMLPropertyListWriter(style: style, losses: losses)
    for _ in 0..<level { writer.beginArray(count: nil) }
    var replay = Replay(value)
    try replay.run(into: &writer)
    losses = writer.losses
    let end = writer.output.totalCount
    var start = XMLPropertyListWriter(style: style).output.totalCount
    let breakLength = style.breaksLines ? 1 : 0
    for depth in 0..<level { start += depth * style.indentationCount + "<array>".utf8.count + breakLength }
    start += style.breaksLines ? level * style.indentationCount : 0
    let bytes = writer.output.bytes[start..<end - breakLength]
    return bytes.flatMap { $0 == ASCII.lineFeed ? lineBreak : [$0] }
  }
}
