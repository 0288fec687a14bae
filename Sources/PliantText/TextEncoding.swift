/// The order of bytes in a wide unit.
package enum ByteOrder: Hashable, Sendable {
  case littleEndian, bigEndian
  /// Only of four bytes: the upper half first, but the lower byte of each half first (XML 1.0, appendix F.1).
  case order2143
  /// Only of four bytes: the lower half first, but the higher byte of each half first.
  case order3412

  /// Whether the lower byte of two comes first.
  var isLittleEndian: Bool { self == .littleEndian || self == .order2143 }
  /// Whether the lower two bytes of four come first.
  var isLowHalfFirst: Bool { self == .littleEndian || self == .order3412 }
}

/// A character encoding, with its IANA names and byte layout.
///
/// Labels mean IANA's sets, not HTML's: ISO-8859-1 has the C1 controls at 0x80 to 0x9F.
package enum TextEncoding: Hashable, Sendable {
  case ascii
  case utf8
  /// Without an order, the byte order mark decides; the default is big-endian (RFC 2781).
  case utf16(ByteOrder?)
  /// Without an order, the byte order mark decides; the default is big-endian.
  case utf32(ByteOrder?)
  case singleByte(SingleByteEncoding)
  /// A single-byte encoding with other codes for ASCII's letters.
  case ebcdic(EBCDICEncoding)
  case multibyte(MultibyteEncoding)

  package static let latin1 = TextEncoding.singleByte(.iso8859_1)
  package static let windows1252 = TextEncoding.singleByte(.windows1252)
  package static let macRoman = TextEncoding.singleByte(.macRoman)
  package static let nextStep = TextEncoding.singleByte(.nextStep)
  package static let utf16LittleEndian = TextEncoding.utf16(.littleEndian)

  /// Creates the encoding with a name or alias, in any case; nil for an unknown one.
  package init?(name: String) {
    guard let known = EncodingNames.encoding(named: name) else { return nil }
    self = known
  }

  /// The preferred IANA name, or the customary one of an encoding that IANA does not list.
  package var name: String { EncodingNames.name(of: self) }

  /// Whether `name` is a registered spelling that every reader understands, rather than only an alias.
  package func isStandardName(_ name: String) -> Bool { EncodingNames.isStandard(name, for: self) }

  /// The number of bytes in a code unit.
  package var unitWidth: Int {
    switch self {
    case .utf16: 2
    case .utf32: 4
    default: 1
    }
  }

  /// The encoding with a byte order, if it needs one and has none.
  func ordered(_ order: ByteOrder) -> TextEncoding {
    self == .utf16(nil) ? .utf16(order) : self == .utf32(nil) ? .utf32(order) : self
  }

  /// Whether exactly the ASCII bytes represent ASCII characters.
  ///
  /// The second bytes of some multibyte encodings are ASCII ones, but never `<`, `&` or `"`.
  package var isASCIISuperset: Bool {
    switch self {
    case .ascii, .utf8: true
    case .singleByte(let table): !table.hasLettersAsControls
    case .utf16, .utf32, .ebcdic: false
    case .multibyte(let encoding): encoding.isASCIISuperset
    }
  }

  /// Whether an XML declaration or `@charset` in this encoding reads as in ASCII.
  package var keepsDeclarationInASCII: Bool {
    switch self {
    case .multibyte, .singleByte: true
    default: isASCIISuperset
    }
  }

  /// Whether it can represent every Unicode scalar.
  package var isUnicode: Bool {
    switch self {
    case .utf8, .utf16, .utf32: true
    default: false
    }
  }

  /// The text of `bytes`, without a truncated character at the end unless `isLast`; nil if some are invalid.
  package func decoded(_ bytes: ByteView, isLast: Bool = true) -> OutputBuffer? {
    var decoder = TextDecoder(self)
    var text = OutputBuffer()
    guard (try? decoder.decode(bytes, isLast: isLast, into: &text)) != nil else { return nil }
    return text
  }

  /// Whether it has all characters of a text.
  package func holds(_ text: ByteView) -> Bool { isUnicode || encoded(text) != nil }

  /// The bytes of a text, or nil if the encoding lacks a character.
  package func encoded(_ text: ByteView) -> [UInt8]? {
    var encoder = TextEncoder(self)
    var bytes = OutputBuffer()
    guard encoder.encode(text, into: &bytes) == text.count else { return nil }
    encoder.finish(into: &bytes)
    return bytes.bytes
  }
}
