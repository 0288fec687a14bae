// The bytes that parsers look for, by name.

/// Named ASCII bytes.
package enum ASCII {
  package static let null: UInt8 = 0x00
  package static let tab: UInt8 = 0x09
  package static let lineFeed: UInt8 = 0x0A
  package static let carriageReturn: UInt8 = 0x0D
  package static let shiftOut: UInt8 = 0x0E
  package static let shiftIn: UInt8 = 0x0F
  package static let escape: UInt8 = 0x1B
  package static let space: UInt8 = 0x20
  package static let exclamationMark: UInt8 = 0x21
  package static let quotationMark: UInt8 = 0x22
  package static let numberSign: UInt8 = 0x23
  package static let dollarSign: UInt8 = 0x24
  package static let percentSign: UInt8 = 0x25
  package static let ampersand: UInt8 = 0x26
  package static let apostrophe: UInt8 = 0x27
  package static let leftParenthesis: UInt8 = 0x28
  package static let rightParenthesis: UInt8 = 0x29
  package static let asterisk: UInt8 = 0x2A
  package static let plusSign: UInt8 = 0x2B
  package static let comma: UInt8 = 0x2C
  package static let hyphen: UInt8 = 0x2D
  package static let fullStop: UInt8 = 0x2E
  package static let solidus: UInt8 = 0x2F
  package static let digit0: UInt8 = 0x30
  package static let digit9: UInt8 = 0x39
  package static let colon: UInt8 = 0x3A
  package static let semicolon: UInt8 = 0x3B
  package static let lessThan: UInt8 = 0x3C
  package static let equalsSign: UInt8 = 0x3D
  package static let greaterThan: UInt8 = 0x3E
  package static let questionMark: UInt8 = 0x3F
  package static let commercialAt: UInt8 = 0x40
  package static let upperA: UInt8 = 0x41
  package static let upperB: UInt8 = 0x42
  package static let upperE: UInt8 = 0x45
  package static let upperJ: UInt8 = 0x4A
  package static let upperT: UInt8 = 0x54
  package static let upperU: UInt8 = 0x55
  package static let upperX: UInt8 = 0x58
  package static let upperZ: UInt8 = 0x5A
  package static let leftBracket: UInt8 = 0x5B
  package static let reverseSolidus: UInt8 = 0x5C
  package static let rightBracket: UInt8 = 0x5D
  package static let underscore: UInt8 = 0x5F
  package static let lowerA: UInt8 = 0x61
  package static let lowerB: UInt8 = 0x62
  package static let lowerE: UInt8 = 0x65
  package static let lowerF: UInt8 = 0x66
  package static let lowerG: UInt8 = 0x67
  package static let lowerL: UInt8 = 0x6C
  package static let lowerN: UInt8 = 0x6E
  package static let lowerR: UInt8 = 0x72
  package static let lowerT: UInt8 = 0x74
  package static let lowerU: UInt8 = 0x75
  package static let lowerV: UInt8 = 0x76
  package static let lowerX: UInt8 = 0x78
  package static let lowerZ: UInt8 = 0x7A
  package static let leftBrace: UInt8 = 0x7B
  package static let verticalBar: UInt8 = 0x7C
  package static let rightBrace: UInt8 = 0x7D
  package static let tilde: UInt8 = 0x7E
  package static let delete: UInt8 = 0x7F
}

extension UInt8 {
  /// Whether the byte is an ASCII decimal digit.
  @inline(__always)
  package var isDigit: Bool { self &- ASCII.digit0 < 10 }

  /// Whether the byte is an ASCII letter.
  @inline(__always)
  package var isLetter: Bool { (self | 0x20) &- ASCII.lowerA < 26 }

  /// Whether the byte is white space in XML, JSON and property lists: space, tab, line feed, carriage return.
  @inline(__always)
  package var isWhitespace: Bool {
    self == ASCII.space || self == ASCII.lineFeed || self == ASCII.tab || self == ASCII.carriageReturn
  }

  /// The value of a hexadecimal digit, or nil.
  @inline(__always)
  package var hexadecimalValue: UInt8? {
    if isDigit { return self &- ASCII.digit0 }
    let lower = self | 0x20
    return lower &- ASCII.lowerA < 6 ? lower &- ASCII.lowerA &+ 10 : nil
  }
}
