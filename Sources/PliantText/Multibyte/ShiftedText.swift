// Encodings of seven bits that switch between one-byte and two-byte sets: ISO-2022-JP, ISO-2022-KR and HZ.
//
//   a b ESC $ B $ " ESC ( B      ISO-2022-JP (RFC 1468)
//   ESC $ ) C a SO 0 ! SI        ISO-2022-KR (RFC 1557)
//   a ~ { V P ~ }                HZ (RFC 1843)

extension MultibyteEncoding {
  /// Selects by the two-byte set that the encoding switches to.
  fileprivate func switched<Choice>(
    japanese: @autoclosure () -> Choice, korean: @autoclosure () -> Choice, chinese: @autoclosure () -> Choice
  ) -> Choice {
    self == .iso2022KR ? korean() : self == .hz ? chinese() : japanese()
  }
}

/// The set for the following bytes.
private enum ShiftMode {
  case ascii
  /// JIS X 0201's Latin letters, with U+00A5 and U+203E for the backslash and the tilde.
  case roman
  case doubleByte
}

/// The effect of a control sequence.
private enum ShiftSequence {
  /// None: the byte does not begin a sequence.
  case none
  case cutOff
  case invalid
  /// Switches to a set; `length` bytes.
  case mode(ShiftMode, length: Int)
  /// Represents an ASCII character, or nothing.
  case text(UInt8?, length: Int)
}

/// Reads one of the encodings that switch between sets.
struct ShiftedReader {
  private let encoding: MultibyteEncoding
  private let set: DoubleByteSet
  private var mode = ShiftMode.ascii
  /// Whether ISO-2022-KR's header has been read.
  private var isDesignated = false

  package init(_ encoding: MultibyteEncoding) {
    self.encoding = encoding
    set = encoding.switched(japanese: .jisX0208, korean: .ksX1001, chinese: .gb2312)
  }

  /// Appends the text of whole characters; returns their end, and whether the rest is the beginning of one.
  package mutating func decode(_ bytes: ByteView, into output: inout OutputBuffer) -> (
    consumed: Int, isCutOff: Bool
  ) {
    var at = 0
    while at < bytes.count {
      switch sequence(bytes, at) {
      case .invalid: return (at, false)
      case .cutOff: return (at, true)
      case .mode(let next, let length):
        mode = next
        at += length
      case .text(let byte, let length):
        if let byte { output.append(byte) }
        at += length
      case .none:
        let length = character(bytes, at, into: &output)
        guard length > 0 else { return (at, length < 0) }
        at += length
      }
    }
    return (at, false)
  }

  /// Appends one character and returns its length; 0 for none, -1 for a truncated one.
  private mutating func character(_ bytes: ByteView, _ at: Int, into output: inout OutputBuffer) -> Int {
    let byte = bytes[at]
    guard byte < 0x80 else { return 0 }
    if mode == .doubleByte && byte > ASCII.space && byte < ASCII.delete {
      guard let second = bytes.byte(at: at + 1) else { return -1 }
      guard second > ASCII.space && second < ASCII.delete else { return 0 }
      let found = character(Int(byte) - 0x21, Int(second) - 0x21)
      guard found.utf8Count > 0 else { return 0 }
      output.appendUninitialized(4) { start in
        start.put(found.utf8)
        return found.utf8Count
      }
      return 2
    }
    // RFC 1468 and 1843: a line begins in ASCII.
    if byte == ASCII.lineFeed { mode = .ascii }
    if mode == .roman && byte == ASCII.reverseSolidus {
      output.append(scalar: 0xA5)
    } else if mode == .roman && byte == ASCII.tilde {
      output.append(scalar: 0x203E)
    } else {
      output.append(byte)
    }
    return 1
  }

  /// GB 2312 is the part of GBK in which both bytes are A1 or more.
  private func character(_ row: Int, _ column: Int) -> DecodedCharacter {
    encoding == .hz
      ? set.character(row: row + 0x20, column: column + 0x60) : set.character(row: row, column: column)
  }

  private mutating func sequence(_ bytes: ByteView, _ at: Int) -> ShiftSequence {
    switch (encoding, bytes[at]) {
    case (.hz, ASCII.tilde): return tilde(bytes.byte(at: at + 1))
    case (.iso2022JP, ASCII.escape): return escape(bytes.byte(at: at + 1), bytes.byte(at: at + 2))
    case (.iso2022KR, ASCII.escape):
      let header: StaticString = "\u{1B}$)C"
      if bytes.starts(with: header, at: at) {
        isDesignated = true
        return .text(nil, length: 4)
      }
      return ByteView(header).starts(with: bytes.suffix(from: at)) ? .cutOff : .invalid
    case (.iso2022KR, ASCII.shiftOut):
      return isDesignated ? .mode(.doubleByte, length: 1) : .invalid
    case (.iso2022KR, ASCII.shiftIn): return .mode(.ascii, length: 1)
    default: return .none
    }
  }

  private func tilde(_ second: UInt8?) -> ShiftSequence {
    switch (mode, second) {
    case (_, nil): .cutOff
    case (.doubleByte, ASCII.rightBrace): .mode(.ascii, length: 2)
    case (.ascii, ASCII.leftBrace): .mode(.doubleByte, length: 2)
    case (.ascii, ASCII.tilde): .text(ASCII.tilde, length: 2)
    case (.ascii, ASCII.lineFeed): .text(nil, length: 2)
    default: .invalid
    }
  }

  private func escape(_ second: UInt8?, _ third: UInt8?) -> ShiftSequence {
    switch (second, third) {
    case (nil, _), (ASCII.leftParenthesis, nil), (ASCII.dollarSign, nil): .cutOff
    case (ASCII.leftParenthesis, ASCII.upperB): .mode(.ascii, length: 3)
    case (ASCII.leftParenthesis, ASCII.upperJ): .mode(.roman, length: 3)
    case (ASCII.dollarSign, ASCII.upperB), (ASCII.dollarSign, ASCII.commercialAt):
      .mode(.doubleByte, length: 3)
    default: .invalid
    }
  }
}

/// Writes one of the encodings that switch between sets.
struct ShiftedWriter {
  private let encoding: MultibyteEncoding
  private let set: DoubleByteWriter
  private var mode = ShiftMode.ascii
  private var hasHeader = false

  package init(_ encoding: MultibyteEncoding) {
    self.encoding = encoding
    set = encoding.switched(japanese: .jisX0208, korean: .ksX1001, chinese: .gb2312)
  }

  /// Appends the bytes of `text` up to the first character that the encoding lacks; returns that one's offset.
  package mutating func encode(_ text: ByteView, into output: inout OutputBuffer) -> Int {
    if encoding == .iso2022KR && !hasHeader && !text.isEmpty {
      output.append("\u{1B}$)C")
      hasHeader = true
    }
    var at = 0
    while at < text.count {
      let (scalar, length) = UTF8Validation.scalar(in: text, at: at)
      if scalar < 0x80 {
        enter(.ascii, &output)
        output.append(UInt8(scalar))
        if encoding == .hz && scalar == UInt32(ASCII.tilde) { output.append(ASCII.tilde) }
      } else if encoding == .iso2022JP && (scalar == 0xA5 || scalar == 0x203E) {
        enter(.roman, &output)
        output.append(scalar == 0xA5 ? ASCII.reverseSolidus : ASCII.tilde)
      } else {
        guard let (row, column) = place(of: scalar) else { return at }
        enter(.doubleByte, &output)
        output.append(UInt8(0x21 + row))
        output.append(UInt8(0x21 + column))
      }
      at += length
    }
    return at
  }

  package mutating func finish(into output: inout OutputBuffer) { enter(.ascii, &output) }

  private func place(of scalar: UInt32) -> (row: Int, column: Int)? {
    guard let (row, column) = set.place(of: scalar) else { return nil }
    return encoding == .hz ? (row - 0x20, column - 0x60) : (row, column)
  }

  private mutating func enter(_ next: ShiftMode, _ output: inout OutputBuffer) {
    guard mode != next else { return }
    mode = next
    switch (encoding, next) {
    case (.iso2022KR, .doubleByte): output.append(ASCII.shiftOut)
    case (.iso2022KR, _): output.append(ASCII.shiftIn)
    case (.hz, .doubleByte): output.append("~{")
    case (.hz, _): output.append("~}")
    case (_, .doubleByte): output.append("\u{1B}$B")
    case (_, .roman): output.append("\u{1B}(J")
    case (_, .ascii): output.append("\u{1B}(B")
    }
  }
}
