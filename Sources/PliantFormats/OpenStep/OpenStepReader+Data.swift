// Values in angle brackets in old-style property lists: data, and GNUstep's typed values.
//
//   <0fbd 77>   <[D713]>   <*I5>   <*R1.5>   <*BY>   <*D2001-01-01 00:00:00 +0000>   <*I"5">

extension OpenStepReader {
  /// Reads the data or typed value that begins here.
  package mutating func angle() throws(Failure) -> ValueEvent {
    switch text.byte(at: at &+ 1) {
    case ASCII.asterisk: try typedValue()
    case ASCII.leftBracket: try base64()
    default: try data()
    }
  }

  private mutating func data() throws(Failure) -> ValueEvent {
    let start = at
    at &+= 1
    scratch.truncate(to: 0)
    while let byte = text.byte(at: at) {
      if byte.hexadecimalValue != nil {
        guard let pair = text.hexadecimalPair(at: at) else {
          return try recoverData(Failure(.openStepOddData, at: at))
        }
        scratch.append(pair)
        at &+= 2
      } else if byte.isWhitespace {
        at &+= 1
      } else if byte == ASCII.greaterThan {
        at &+= 1
        return .data(scratch.view)
      } else if OpenStepScanner.isLineSeparator(in: text, at: at) {
        at &+= 3
      } else {
        if text.starts(with: "...", at: at) { throw Failure(.openStepDefaultsRead, at: at) }
        return try recoverData(Failure(.openStepDataDigit, at: at, describe(at)))
      }
    }
    throw Failure(.openStepUnterminatedData, at: start)
  }

  /// Skips invalid data; null replaces them.
  private mutating func recoverData(_ failure: Failure) throws(Failure) -> ValueEvent {
    guard let end = text.firstIndex(of: ASCII.greaterThan, from: at) else { throw failure }
    try report(failure)
    at = end &+ 1
    return .null
  }

  private mutating func base64() throws(Failure) -> ValueEvent {
    let start = at
    guard let end = text.firstIndex(of: "]>", from: at &+ 2) else {
      throw Failure(.openStepUnterminatedData, at: start)
    }
    scratch.truncate(to: 0)
    if let mistake = Base64.decode(text[at &+ 2..<end], into: &scratch) {
      return try recoverData(Failure(.openStepBase64, at: at &+ 2 &+ mistake.offset))
    }
    at = end &+ 2
    return .data(scratch.view)
  }

  // MARK: GNUstep

  private mutating func typedValue() throws(Failure) -> ValueEvent {
    let start = at
    guard let end = text.firstIndex(of: ASCII.greaterThan, from: at) else {
      throw Failure(.openStepUnterminatedData, at: start)
    }
    let body = text[at &+ 2..<end]
    guard let type = body.byte(at: 0), let value = Self.value(type, Self.unquoted(body.suffix(from: 1)))
    else {
      return try recoverData(Failure(.openStepTypedValue, at: start, text[start &+ 2..<end].excerpt(40)))
    }
    at = end &+ 1
    return value
  }

  /// The text between quotation marks, either of which may be missing.
  private static func unquoted(_ text: ByteView) -> ByteView {
    var range = 0..<text.count
    if text.byte(at: 0) == ASCII.quotationMark { range = 1..<text.count }
    if !range.isEmpty && text[range.upperBound - 1] == ASCII.quotationMark {
      range = range.lowerBound..<range.upperBound - 1
    }
    return text[range]
  }

  /// A value from its type's letter; nil for invalid text.
  private static func value(_ type: UInt8, _ text: ByteView) -> ValueEvent? {
    switch type {
    case 0x42: text == "Y" || text == "N" ? .boolean(text == "Y") : nil
    case 0x44: OpenStepText.seconds(from: text).map { .date($0) }
    case 0x49: Int128(text.string).map { .integer(wide: $0) }
    case 0x52: NumberText.lenientReal(text).map { .real($0) }
    default: nil
    }
  }
}
