/// Named ASCII bytes, for parsers.
@usableFromInline
package enum ASCII {
  @inlinable package static var null: UInt8 { 0x00 }
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0A }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  @inlinable package static var shiftOut: UInt8 { 0x0E }
  @inlinable package static var shiftIn: UInt8 { 0x0F }
  @inlinable package static var escape: UInt8 { 0x1B }
  @inlinable package static var recordSeparator: UInt8 { 0x1E }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var exclamationMark: UInt8 { 0x21 }
  @inlinable package static var quotationMark: UInt8 { 0x22 }
  @inlinable package static var numberSign: UInt8 { 0x23 }
  @inlinable package static var dollarSign: UInt8 { 0x24 }
  @inlinable package static var percentSign: UInt8 { 0x25 }
  @inlinable package static var ampersand: UInt8 { 0x26 }
  @inlinable package static var apostrophe: UInt8 { 0x27 }
  @inlinable package static var leftParenthesis: UInt8 { 0x28 }
  @inlinable package static var rightParenthesis: UInt8 { 0x29 }
  @inlinable package static var asterisk: UInt8 { 0x2A }
  @inlinable package static var plusSign: UInt8 { 0x2B }
  @inlinable package static var comma: UInt8 { 0x2C }
  @inlinable package static var hyphen: UInt8 { 0x2D }
  @inlinable package static var fullStop: UInt8 { 0x2E }
  @inlinable package static var solidus: UInt8 { 0x2F }
  @inlinable package static var digit0: UInt8 { 0x30 }
  @inlinable package static var digit9: UInt8 { 0x39 }
  @inlinable package static var colon: UInt8 { 0x3A }
  @inlinable package static var semicolon: UInt8 { 0x3B }
  @inlinable package static var lessThan: UInt8 { 0x3C }
  @inlinable package static var equalsSign: UInt8 { 0x3D }
  @inlinable package static var greaterThan: UInt8 { 0x3E }
  @inlinable package static var questionMark: UInt8 { 0x3F }
  @inlinable package static var commercialAt: UInt8 { 0x40 }
  @inlinable package static var upperA: UInt8 { 0x41 }
  @inlinable package static var upperB: UInt8 { 0x42 }
  @inlinable package static var upperJ: UInt8 { 0x4A }
  @inlinable package static var upperT: UInt8 { 0x54 }
  @inlinable package static var upperU: UInt8 { 0x55 }
  @inlinable package static var upperX: UInt8 { 0x58 }
  @inlinable package static var upperZ: UInt8 { 0x5A }
  @inlinable package static var leftBracket: UInt8 { 0x5B }
  @inlinable package static var reverseSolidus: UInt8 { 0x5C }
  @inlinable package static var rightBracket: UInt8 { 0x5D }
  @inlinable package static var underscore: UInt8 { 0x5F }
  @inlinable package static var graveAccent: UInt8 { 0x60 }
  @inlinable package static var lowerA: UInt8 { 0x61 }
  @inlinable package static var lowerB: UInt8 { 0x62 }
  @inlinable package static var lowerE: UInt8 { 0x65 }
  @inlinable package static var lowerF: UInt8 { 0x66 }
  @inlinable package static var lowerN: UInt8 { 0x6E }
  @inlinable package static var lowerR: UInt8 { 0x72 }
  @inlinable package static var lowerT: UInt8 { 0x74 }
  @inlinable package static var lowerU: UInt8 { 0x75 }
  @inlinable package static var lowerV: UInt8 { 0x76 }
  @inlinable package static var lowerX: UInt8 { 0x78 }
  @inlinable package static var lowerZ: UInt8 { 0x7A }
  @inlinable package static var leftBrace: UInt8 { 0x7B }
  @inlinable package static var verticalBar: UInt8 { 0x7C }
  @inlinable package static var rightBrace: UInt8 { 0x7D }
  @inlinable package static var tilde: UInt8 { 0x7E }
  @inlinable package static var delete: UInt8 { 0x7F }
}

extension UInt8 {
  @inlinable @inline(__always)
  package var isDigit: Bool { self &- ASCII.digit0 < 10 }

  @inlinable @inline(__always)
  package var isLetter: Bool { (self | 0x20) &- ASCII.lowerA < 26 }

  /// The byte in lower case, if it is an ASCII letter.
  @inlinable @inline(__always)
  package var lowercased: UInt8 { isLetter ? self | 0x20 : self }

  @inlinable @inline(__always)
  package var isLineEnd: Bool { self == ASCII.lineFeed || self == ASCII.carriageReturn }

  @inlinable @inline(__always)
  package var isWhitespace: Bool {
    self == ASCII.space || self == ASCII.lineFeed || self == ASCII.tab || self == ASCII.carriageReturn
  }

  /// The value of a hexadecimal digit, or nil.
  @inlinable @inline(__always)
  package var hexadecimalValue: UInt8? {
    if isDigit { return self &- ASCII.digit0 }
    let lower = self | 0x20
    return lower &- ASCII.lowerA < 6 ? lower &- ASCII.lowerA &+ 10 : nil
  }
}

extension StringProtocol {
  /// The text with ASCII letters in lower case.
  package var lowercasedASCII: String { String(decoding: utf8.map(\.lowercased), as: UTF8.self) }
}
