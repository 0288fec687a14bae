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
  /// Appends a member of a JSON object, null without a text, harmless for terminals.
  mutating func appendMember(_ name: String, _ text: String?) {
    append("\"\(name)\":")
    guard let text else { return append("null") }
    var quoted = OutputBuffer()
    Array(text.utf8).withByteView { quoted.appendJSONString($0) }
    quoted.withHeldBytes { appendHarmless(json: $0) }
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
