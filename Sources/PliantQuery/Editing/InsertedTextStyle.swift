// New text in the style of the surrounding text: its line ends, its indentation, its quoting.

struct InsertedTextStyle {
  private let syntax: FormatTraits.Syntax?
  private let quotesAll: Bool
  /// One level of indentation.
  let unit: [UInt8]
  let lineBreak: [UInt8]
  let breaksLines: Bool
  /// Whether it is JSON in the layout of Apple's tools.
  let isApples: Bool
  /// Whether the text contains unescaped non-ASCII characters.
  let keepsUnicode: Bool

  init(of text: ByteView, format: Format) {
    syntax = format.traits.syntax
    quotesAll = format.traits.quotesStrings
    lineBreak = text.lineBreak
    let unit = Self.firstIndentation(in: text)
    isApples =
      format == .json && unit == [ASCII.space, ASCII.space] && AppleJSONFormatter.isApples(text)
    self.unit = unit ?? (syntax == .json ? [ASCII.space, ASCII.space] : [ASCII.tab])
    // JSON on one line remains on one line; other formats have lines by nature.
    let hasLines = text.firstIndex(of: ASCII.lineFeed) != nil
    let isJSON = syntax == .json && !format.isCommentedJSON
    breaksLines = unit != nil || !isJSON && (hasLines || quotesAll)
    keepsUnicode =
      quotesAll || UTF8Validation.endOfASCII(in: text, from: 0) < text.count
      || text.starts(with: "// !$*UTF8*$!")
  }

  private static func firstIndentation(in text: ByteView) -> [UInt8]? {
    var at = 0
    while let lineFeed = text.firstIndex(of: ASCII.lineFeed, from: at) {
      at = lineFeed + 1
      let end = text.endOfBlanks(from: at)
      guard end > at, let next = text.byte(at: end), !next.isWhitespace else { continue }
      return text[at] == ASCII.tab ? [ASCII.tab] : text[at..<end].array
    }
    return nil
  }

  /// The text between a key and its value without a neighbour to copy.
  var link: [UInt8] {
    switch syntax {
    case .xml: []
    case .json: breaksLines ? [ASCII.colon, ASCII.space] : [ASCII.colon]
    default: Array(" = ".utf8)
    }
  }

  // MARK: Keys

  /// A key; `quote` is the first byte of a neighbouring key.
  func text(ofKey key: [UInt8], quote: UInt8?) throws(Failure) -> [UInt8] {
    var output = OutputBuffer()
    try key.withByteView { (view: ByteView) throws(Failure) in
      switch syntax {
      case .json:
        let isBareNeighbour = quote.map { $0 != ASCII.quotationMark && $0 != ASCII.apostrophe } ?? false
        if quote == ASCII.apostrophe {
          Self.appendJSON5String(view, to: &output)
        } else if isBareNeighbour, Self.isBareKey(view) {
          output.append(view)
        } else {
          output.appendJSONString(view)
        }
      case .xml: try output.appendPropertyListElement("<key>", view, "</key>")
      default:
        let isQuoted =
          quote == ASCII.quotationMark || quote == ASCII.apostrophe || quote == nil && quotesAll
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

  /// Appends a string of JSON5 in apostrophes.
  private static func appendJSON5String(_ string: ByteView, to output: inout OutputBuffer) {
    var json = OutputBuffer()
    json.appendJSONString(string)
    output.append(ASCII.apostrophe)
    json.withHeldBytes { text in
      var at = 1
      while at < text.count - 1 {
        let isEscape = text[at] == ASCII.reverseSolidus
        let isMark = isEscape && text[at + 1] == ASCII.quotationMark
        if text[at] == ASCII.apostrophe { output.append(ASCII.reverseSolidus) }
        let end = at + (isEscape ? 2 : 1)
        output.append(text[(isMark ? at + 1 : at)..<end])
        at = end
      }
    }
    output.append(ASCII.apostrophe)
  }

  /// Whether JSON5 needs no quotation marks around a key.
  private static func isBareKey(_ key: ByteView) -> Bool {
    guard let first = key.byte(at: 0), !first.isDigit else { return false }
    return key.array.allSatisfy {
      $0.isLetter || $0.isDigit || $0 == ASCII.underscore || $0 == ASCII.dollarSign
    }
  }

  // MARK: Values

  /// The text of a value whose further lines have an indentation; nil for a value on one line.
  ///
  /// `habits` is the spacing of a neighbour in JSON.
  func text(
    of value: Document, indentation: [UInt8]?, habits: JSONSpacing?, losses: inout LossReport
  ) throws(Failure) -> [UInt8] {
    let level = indentation.map { _ in
      JSONStyle.Indentation(unit.first ?? (syntax == .json ? ASCII.space : ASCII.tab), count: unit.count)
    }
    var text: [UInt8]
    switch syntax {
    case .xml: return try xmlText(of: value, indentation, &losses)
    case .json where isApples && indentation != nil:
      var writer = JSONWriter(style: .compact, losses: losses)
      try value.send(into: &writer)
      losses = writer.losses
      var output = OutputBuffer()
      try writer.finish().withHeldBytes { json throws(Failure) in
        try AppleJSONFormatter.write(json, to: &output)
      }
      text = output.bytes
    case .json:
      var writer = JSONWriter(style: level.map { JSONStyle(indentation: $0) } ?? .compact, losses: losses)
      try value.send(into: &writer)
      losses = writer.losses
      text = writer.finish().bytes
      if let habits { text = habits.applied(to: text) }
    default:
      var style = OpenStepStyle(indentation: level)
      style.keepsUnicode = keepsUnicode
      style.quotesAll = quotesAll
      var writer = OpenStepWriter(style: style, losses: losses)
      try value.send(into: &writer)
      losses = writer.losses
      text = writer.finish().bytes
      text.removeLast()
    }
    // Strings contain no line ends.
    return text.broken(by: lineBreak, indentation: indentation ?? [])
  }

  /// The text inside an empty container of JSON that begins on a line with an indentation.
  func emptyContent(indentation: [UInt8]) -> [UInt8] {
    isApples ? lineBreak + lineBreak + indentation : []
  }

  /// Nested in one array per level of indentation, so that layout is indented but not strings.
  private func xmlText(
    of value: Document, _ indentation: [UInt8]?, _ losses: inout LossReport
  ) throws(Failure) -> [UInt8] {
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
    try value.send(into: &writer)
    losses = writer.losses
    let end = writer.output.totalCount
    var start = XMLPropertyListWriter(style: style).output.totalCount
    let breakLength = style.breaksLines ? 1 : 0
    for depth in 0..<level { start += depth * style.indentationCount + "<array>".utf8.count + breakLength }
    start += style.breaksLines ? level * style.indentationCount : 0
    return Array(writer.output.bytes[start..<end - breakLength]).broken(by: lineBreak)
  }
}
