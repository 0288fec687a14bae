// The spacing between the tokens of a JSON text, so that new values look like their neighbours.
//
//   { "a" : [1, 2] }    colon " : ", comma ", ", braces with a space inside, brackets without

/// The spacing of a value on one line.
struct JSONSpacing: Equatable {
  /// The colon with the spaces around it.
  var colon: [UInt8] = [ASCII.colon]
  /// The text after a comma on the same line.
  var comma: [UInt8] = []
  /// The text inside non-empty braces and brackets.
  var brace: [UInt8] = []
  var bracket: [UInt8] = []

  /// The spacing of compact text, or of text on several lines.
  init(breaksLines: Bool) { if breaksLines { colon = [ASCII.colon, ASCII.space] } }

  /// Reads the spacing from the beginning of a text, as far as needed; `others` is the fallback for unknown
  /// parts.
  init(of text: ByteView, otherwise others: JSONSpacing) {
    var found: [UInt8: [UInt8]] = [:]
    var at = 0
    while at < text.count, found.count < 4 {
      let byte = text[at]
      switch byte {
      case ASCII.quotationMark, ASCII.apostrophe:
        at = JSON5Scanner.endOfString(in: text, from: at)
        continue
      case ASCII.solidus:
        at = JSON5Scanner.comment(in: text, at: at)?.end ?? at + 1
        continue
      case ASCII.colon where found[byte] == nil:
        found[byte] =
          text[text.start(before: at, of: \.isBlank)..<at].array + [byte]
          + (Self.space(after: at, in: text) ?? [])
      case ASCII.comma where found[byte] == nil: found[byte] = Self.space(after: at, in: text)
      case ASCII.leftBrace where found[byte] == nil, ASCII.leftBracket where found[byte] == nil:
        found[byte] = Self.inside(at, text)
      default: break
      }
      at += 1
    }
    colon = found[ASCII.colon] ?? others.colon
    comma = found[ASCII.comma] ?? others.comma
    if found[ASCII.colon] == nil, found[ASCII.comma] == [ASCII.space] { colon = [ASCII.colon, ASCII.space] }
    // A space after colons goes with one after commas.
    if found[ASCII.comma] == nil, colon.last == ASCII.space { comma = [ASCII.space] }
    brace = found[ASCII.leftBrace] ?? others.brace
    bracket = found[ASCII.leftBracket] ?? others.bracket
  }

  /// The blanks after an offset; nil if the line ends.
  private static func space(after place: Int, in text: ByteView) -> [UInt8]? {
    let end = text.endOfBlanks(from: place + 1)
    let endsLine = text.endsLine(at: end) || text[end] == ASCII.solidus
    return endsLine ? nil : text[place + 1..<end].array
  }

  /// The blanks inside a bracket; nil if it is empty or the line ends.
  private static func inside(_ place: Int, _ text: ByteView) -> [UInt8]? {
    guard let space = space(after: place, in: text) else { return nil }
    let next = text[place + 1 + space.count]
    return next == ASCII.rightBrace || next == ASCII.rightBracket ? nil : space
  }

  /// Applies the spacing to JSON text in pliant's form, compact or on several lines.
  func applied(to json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var isString = false
    var at = 0
    while at < json.count {
      let byte = json[at]
      at += 1
      if isString {
        result.append(byte)
        if byte == ASCII.reverseSolidus, at < json.count {
          result.append(json[at])
          at += 1
        }
        isString = byte != ASCII.quotationMark
        continue
      }
      isString = byte == ASCII.quotationMark
      let next = at < json.count ? json[at] : ASCII.lineFeed
      switch byte {
      case ASCII.colon:
        result += colon
        if next == ASCII.space { at += 1 }
      case ASCII.comma: result += [byte] + (next == ASCII.lineFeed ? [] : comma)
      case ASCII.leftBrace:
        result += [byte] + (next == ASCII.rightBrace || next == ASCII.lineFeed ? [] : brace)
      case ASCII.leftBracket:
        result += [byte] + (next == ASCII.rightBracket || next == ASCII.lineFeed ? [] : bracket)
      case ASCII.rightBrace: result += padded(byte, brace, after: result)
      case ASCII.rightBracket: result += padded(byte, bracket, after: result)
      default: result.append(byte)
      }
    }
    return result
  }

  /// A closing bracket, with the space before it if it closes something on its line.
  private func padded(_ byte: UInt8, _ space: [UInt8], after text: [UInt8]) -> [UInt8] {
    let last = text.last { $0 != ASCII.space && $0 != ASCII.tab }
    let isEmpty = last == ASCII.leftBrace || last == ASCII.leftBracket
    return isEmpty || last == ASCII.lineFeed ? [byte] : space + [byte]
  }
}
