// What is between angle brackets in old-style property lists: data, and GNUstep's typed values.
//
//   <0fbd 77>   <[D713]>   <*I5>   <*R1.5>   <*BY>   <*D2001-01-01 00:00:00 +0000>   <*I"5">

extension OpenStepReader {
  /// Sends the data or typed value that begins here.
  mutating func angle(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    switch text.byte(at: at &+ 1) {
    case ASCII.asterisk: try typedValue(into: &sink)
    case ASCII.leftBracket: try base64(into: &sink)
    default: try data(into: &sink)
    }
  }

  private mutating func data(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let start = at
    at &+= 1
    scratch.truncate(to: 0)
    while let byte = text.byte(at: at) {
      if let high = byte.hexadecimalValue {
        guard let low = text.byte(at: at &+ 1)?.hexadecimalValue else {
          return try recoverData(Failure(.openStepOddData, at: at), into: &sink)
        }
        scratch.append(high &<< 4 | low)
        at &+= 2
      } else if byte.isWhitespace {
        at &+= 1
      } else if byte == ASCII.greaterThan {
        at &+= 1
        return try sink.data(scratch.view)
      } else if isLineSeparator(at) {
        at &+= 3
      } else {
        return try recoverData(Failure(.openStepDataDigit, at: at, describe(at)), into: &sink)
      }
    }
    throw Failure(.openStepUnterminatedData, at: start)
  }

  /// Skips invalid data; null takes their place.
  private mutating func recoverData(
    _ failure: Failure, into sink: inout some ValueSink & ~Copyable
  ) throws(Failure) {
    guard let end = text.firstIndex(of: ASCII.greaterThan, from: at) else { throw failure }
    try report(failure)
    at = end &+ 1
    try sink.null()
  }

  private mutating func base64(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let start = at
    guard let end = text.firstIndex(of: "]>", from: at &+ 2) else {
      throw Failure(.openStepUnterminatedData, at: start)
    }
    scratch.truncate(to: 0)
    if let mistake = Base64.decode(text[at &+ 2..<end], into: &scratch) {
      return try recoverData(Failure(.openStepBase64, at: at &+ 2 &+ mistake), into: &sink)
    }
    at = end &+ 2
    try sink.data(scratch.view)
  }

  // MARK: GNUstep

  private mutating func typedValue(into sink: inout some ValueSink & ~Copyable) throws(Failure) {
    let start = at
    guard let end = text.firstIndex(of: ASCII.greaterThan, from: at) else {
      throw Failure(.openStepUnterminatedData, at: start)
    }
    let body = text[at &+ 2..<end]
    guard let type = body.byte(at: 0), try send(type, Self.unquoted(body.suffix(from: 1)), into: &sink) else {
      return try recoverData(
        Failure(.openStepTypedValue, at: start, shown(start &+ 2..<end)), into: &sink)
    }
    at = end &+ 1
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

  /// Sends a value by its type's letter; false where the text does not fit.
  private func send(_ type: UInt8, _ text: ByteView, into sink: inout some ValueSink & ~Copyable)
    throws(Failure) -> Bool
  {
    switch type {
    case 0x42:
      guard text == "Y" || text == "N" else { return false }
      try sink.boolean(text == "Y")
    case 0x44:
      guard let seconds = OpenStepText.seconds(from: text) else { return false }
      try sink.date(seconds)
    case 0x49:
      guard let value = Int128(text.string) else { return false }
      if let small = Int64(exactly: value) { try sink.integer(small) } else { try sink.wideInteger(value) }
    case 0x52:
      guard let value = NumberText.lenientReal(text) else { return false }
      try sink.real(value)
    default: return false
    }
    return true
  }
}
