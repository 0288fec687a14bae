// The probable actual format of a text, reported with its first error.
//
//   a: 1          an old-style property list without equals signs, by its first byte: YAML
//   {"a":1}\n{…   two JSON values: JSON Lines

/// Guesses why a text is invalid.
package enum LikelyCause {
  /// The advice about a failure, or nil.
  static func advice(for failure: Failure, in text: ByteView) -> String? {
    let name = failure.code.name.description
    if name.hasPrefix("openstep.") { return oldStyle(text) }
    if name.hasPrefix("json.trailing-content") { return json(text, at: failure.offset ?? 0) }
    switch failure.code.rule {
    case .jsonSyntax where text.byte(at: 0) == ASCII.recordSeparator: return jsonLines
    case .jsonSyntax where firstByte(of: text) == ASCII.numberSign:
      return isYAML(lines(text).first) ? yaml : nil
    case .xmlNotWellFormed where isHTML(text):
      return "the input looks like HTML, which is rarely well-formed XML"
    default: return nil
    }
  }

  private static let yaml = "the input looks like YAML, which pliant does not read"

  /// The advice about an unquoted attribute value.
  package static func advice(forValueAt place: Int, in text: ByteView) -> String? {
    let quotes: [StaticString] = ["\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}"]
    return quotes.contains { text.starts(with: $0, at: place) } ? "use straight quotation marks" : nil
  }

  /// The advice about text before the root element.
  package static func advice(forTextAt place: Int, in text: ByteView) -> String? {
    let isJSON = text[place] == ASCII.leftBrace || text[place] == ASCII.leftBracket
    return isJSON ? "the input looks like JSON, and XML is expected" : nil
  }

  private static let jsonLines = "if the input is JSON Lines, use -f jsonl"

  private static func json(_ text: ByteView, at offset: Int) -> String? {
    let (first, second) = lines(text)
    let opens: [UInt8] = [ASCII.leftBrace, ASCII.leftBracket]
    if let one = first.first, opens.contains(one), let other = text.byte(at: offset), opens.contains(other) {
      return jsonLines
    }
    return table(first, second)
  }

  private static func oldStyle(_ text: ByteView) -> String? {
    let (first, second) = lines(text)
    guard let byte = first.first else { return nil }
    if isYAML(first) { return yaml }
    if first.starts(with: "msgid ".utf8) {
      return "the input looks like a gettext catalogue, which lint and transcode read"
    }
    if let table = table(first, second) { return table }
    let isWord = byte.isLetter || byte.isDigit || byte == ASCII.hyphen
    return isWord ? "read as an old-style property list, since it does not begin with <, { or [" : nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == ASCII.lineFeed || byte == ASCII.space || byte == ASCII.tab
  }

  private static func firstByte(of text: ByteView) -> UInt8? {
    text[0..<min(text.count, 4096)].array.first { !isSpace($0) }
  }

  /// The first two lines that are neither empty nor comments of YAML.
  private static func lines(_ text: ByteView) -> (first: [UInt8], second: [UInt8]) {
    let head = text[0..<min(text.count, 4096)].array.split(separator: ASCII.lineFeed)
    let lines = head.lazy.map { Array($0.drop(while: isSpace).prefix { $0 != ASCII.carriageReturn }) }
      .filter { !$0.isEmpty && $0[0] != ASCII.numberSign }.prefix(2)
    return (lines.first ?? [], lines.dropFirst().first ?? [])
  }

  /// `---`, `- item`, `key: value` or `key:`.
  private static func isYAML(_ line: [UInt8]) -> Bool {
    if line.starts(with: "---".utf8) || line.starts(with: "- ".utf8) { return true }
    guard let colon = line.firstIndex(of: ASCII.colon), colon > 0, line[0] != ASCII.quotationMark else {
      return false
    }
    let isEnd = colon + 1 == line.count || line[colon + 1] == ASCII.space
    return isEnd && !line.contains(ASCII.semicolon) && !line[..<colon].contains(ASCII.equalsSign)
  }

  /// Rows with equal numbers of cells.
  private static func table(_ first: [UInt8], _ second: [UInt8]) -> String? {
    for (separator, name) in [(ASCII.comma, "csv"), (ASCII.semicolon, "csv"), (ASCII.tab, "tsv")] {
      let count = unquoted(separator, in: first)
      guard count > 0, count == unquoted(separator, in: second), first.last != separator else { continue }
      let others = separator == ASCII.semicolon ? ASCII.equalsSign : ASCII.semicolon
      if first.contains(ASCII.leftBrace) || first.contains(others) { continue }
      return "the input looks like \(name.uppercased()); use -f \(name)"
    }
    return nil
  }

  /// The number of separators outside quotation marks.
  private static func unquoted(_ separator: UInt8, in line: [UInt8]) -> Int {
    var (count, isQuoted) = (0, false)
    for byte in line {
      if byte == ASCII.quotationMark { isQuoted.toggle() }
      if byte == separator, !isQuoted { count += 1 }
    }
    return count
  }

  private static func isHTML(_ text: ByteView) -> Bool {
    let head = text[0..<min(text.count, 1024)]
    return head.containsIgnoringCase("<!doctype html") || head.containsIgnoringCase("<html")
  }
}
