/// Colours and quoted text of `print`, with invisible characters escaped.
enum PrintedText {
  enum Color: String {
    case key = "\u{1B}[36m"
    case type = "\u{1B}[2m"
    case string = "\u{1B}[32m"
    case number = "\u{1B}[33m"
    case other = "\u{1B}[35m"
  }

  /// Appends the text in quotation marks with invisible characters escaped, cut to a number of columns.
  static func appendQuoted(_ text: ByteView, limit: Int?, to output: inout OutputBuffer) throws(Failure) {
    output.append(ASCII.quotationMark)
    let shown = limit.map { PrintedWidth.prefix(of: text, columns: $0 - 3) } ?? text
    var plainStart = 0
    var at = 0
    while at < shown.count {
      at = shown.endOfUnquotedASCII(from: at)
      guard at < shown.count else { break }
      let scalar = UTF8Validation.scalar(in: shown, at: at)
      if needsEscape(scalar.value) {
        try append(shown[plainStart..<at], to: &output)
        appendEscape(scalar.value, to: &output)
        plainStart = at + scalar.length
      }
      at += scalar.length
    }
    try append(shown.suffix(from: plainStart), to: &output)
    output.append(ASCII.quotationMark)
    if shown.count < text.count { output.append("…") }
  }

  /// Whether nothing in the text needs to be escaped.
  static func isPlain(_ text: ByteView) -> Bool {
    var at = 0
    while true {
      at = text.endOfUnquotedASCII(from: at)
      guard at < text.count else { return true }
      let scalar = UTF8Validation.scalar(in: text, at: at)
      if needsEscape(scalar.value) { return false }
      at += scalar.length
    }
  }

  /// Appends in pieces, to avoid a copy of a long text.
  private static func append(_ text: ByteView, to output: inout OutputBuffer) throws(Failure) {
    var at = 0
    while at < text.count {
      let end = min(at + OutputBuffer.drainSize, text.count)
      output.append(text[at..<end])
      try output.drainIfFull()
      at = end
    }
  }

  /// Whether a scalar needs an escape: controls, the no-break space, and characters that change the display
  /// of others.
  static func needsEscape(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x22, 0x5C, 0..<0x20, 0x7F...0xA0, 0xAD, 0x2028, 0x2029: true
    // The joiner of emoji.
    case 0x200D: false
    case 0x21..<0x600, 0x2070..<0xFEFF: false
    default: Unicode.Scalar(scalar)?.properties.generalCategory == .format
    }
  }

  private static func appendEscape(_ scalar: UInt32, to output: inout OutputBuffer) {
    output.append(ASCII.reverseSolidus)
    switch scalar {
    case 0x22, 0x5C: output.append(UInt8(truncatingIfNeeded: scalar))
    case 0x09: output.append(ASCII.lowerT)
    case 0x0A: output.append(ASCII.lowerN)
    case 0x0D: output.append(ASCII.lowerR)
    default: output.append("u{\(String(scalar, radix: 16, uppercase: true))}")
    }
  }
}

extension OutputBuffer {
  /// Appends a text, and a string as JSON or null, harmless for terminals.
  mutating func append(_ text: String, jsonOrNull string: String?) {
    if let string { append(text, json: string) } else { append(text + "null") }
  }

  /// Appends a real with all its digits, or with six decimals as plutil does, unless they lose some.
  mutating func appendPlain(_ value: Double, sixDecimals: Bool) {
    if !value.isFinite {
      append(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    } else if sixDecimals {
      appendSixDecimals(value)
    } else {
      appendShortest(value)
    }
  }
}

struct PrintedLines: ~Copyable {
  fileprivate(set) var output: OutputBuffer
  private let isColored: Bool
  /// The maximum width of a line; nil for no limit.
  private let width: Int?
  private var column = 0

  init(to output: consuming OutputBuffer, isColored: Bool, width: Int?) {
    self.output = output
    self.isColored = isColored
    self.width = width
  }

  consuming func finish() -> OutputBuffer { output }

  mutating func begin(depth: Int) {
    column = 2 * depth
    output.append(repeating: ASCII.space, count: column)
  }

  mutating func add(_ text: String, _ color: PrintedText.Color? = nil) {
    if isColored, let color { output.append(color.rawValue) }
    output.append(text)
    if isColored, color != nil { output.append("\u{1B}[0m") }
    if width != nil { column += text.count }
  }

  /// Appends quoted text; cuts it at the width unless it `isWhole`.
  mutating func addQuoted(_ text: ByteView, _ color: PrintedText.Color = .string, isWhole: Bool = false)
    throws(Failure)
  {
    if isColored { output.append(color.rawValue) }
    let limit = isWhole ? nil : width.map { max(16, $0 - column) }
    try PrintedText.appendQuoted(text, limit: limit, to: &output)
    if isColored { output.append("\u{1B}[0m") }
    if isWhole, width != nil { column += PrintedWidth.columns(of: text) + 2 }
  }

  mutating func endLine() throws(Failure) {
    output.append(ASCII.lineFeed)
    column = 0
    try output.drainIfFull()
  }
}

enum PrintedWidth {
  /// The maximum bytes per column before truncation.
  private static let bytesPerColumn = 64

  /// The longest prefix of whole characters that fits the columns when escaped.
  static func prefix(of text: ByteView, columns: Int) -> ByteView {
    let end = text.startOfCharacter(at: min(text.count, max(columns, 1) * bytesPerColumn))
    var used = 0
    var bytes = 0
    for character in text[0..<end].string {
      used += width(of: character)
      if used > columns { return text[0..<bytes] }
      bytes += character.utf8.count
    }
    return text[0..<end]
  }

  /// The columns of the whole text, escaped.
  static func columns(of text: ByteView) -> Int { text.string.reduce(0) { $0 + width(of: $1) } }

  /// The columns of a character, or of its escapes.
  private static func width(of character: Character) -> Int {
    var width = 0
    var isEscaped = false
    for scalar in character.unicodeScalars {
      if PrintedText.needsEscape(scalar.value) {
        isEscaped = true
        width += escapeWidth(scalar.value)
      } else if width == 0 || isEscaped {
        width += TerminalText.columns(of: scalar)
      }
    }
    return width
  }

  private static func escapeWidth(_ scalar: UInt32) -> Int {
    switch scalar {
    case 0x22, 0x5C, 0x09, 0x0A, 0x0D: 2
    default: 4 + String(scalar, radix: 16).count
    }
  }
}
