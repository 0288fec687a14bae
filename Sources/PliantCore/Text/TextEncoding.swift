// Character encodings by their IANA names: what a label means, and how the encoding lays out its bytes.

/// Which byte of a wide unit comes first.
package enum ByteOrder: Hashable, Sendable {
  case littleEndian
  case bigEndian
}

/// A character encoding.
///
/// Labels mean IANA's sets, not HTML's: ISO-8859-1 has the C1 controls at 0x80 to 0x9F.
package enum TextEncoding: Hashable, Sendable {
  case ascii
  case utf8
  /// Without an order the byte order mark decides; where there is none, big-endian (RFC 2781).
  case utf16(ByteOrder?)
  /// Without an order the byte order mark decides; where there is none, big-endian.
  case utf32(ByteOrder?)
  /// One byte a character, by a table of our own.
  case singleByte(SingleByteEncoding)
  /// By iconv(3), under the name that it knows.
  case system(String)

  package static let latin1 = TextEncoding.singleByte(.iso8859_1)
  package static let windows1252 = TextEncoding.singleByte(.windows1252)
  package static let macRoman = TextEncoding.singleByte(.macRoman)
  package static let nextStep = TextEncoding.singleByte(.nextStep)
  package static let utf16LittleEndian = TextEncoding.utf16(.littleEndian)
  package static let utf16BigEndian = TextEncoding.utf16(.bigEndian)

  /// The encoding of a name or alias, whatever its case; nil for one that neither pliant nor iconv(3) knows.
  ///
  /// A name with more than ASCII letters, digits and `-_.:+()` is never looked up in the system.
  package init?(name: String) {
    if let known = EncodingNames.encoding(named: name) {
      self = known
    } else if let system = EncodingNames.systemName(for: name) {
      self = .system(system)
    } else {
      return nil
    }
  }

  /// The preferred IANA name, or the customary one of an encoding that IANA does not list.
  package var name: String { EncodingNames.name(of: self) }

  /// Whether `name` is a registered spelling that every reader understands, not only an alias.
  package func isStandardName(_ name: String) -> Bool { EncodingNames.isStandard(name, for: self) }

  /// Bytes of one code unit.
  package var unitWidth: Int {
    switch self {
    case .utf16: 2
    case .utf32: 4
    default: 1
    }
  }

  /// Whether ASCII bytes, and only they, stand for ASCII characters.
  ///
  /// False for UTF-16 and UTF-32, and taken to be false for what only iconv(3) knows unless it is listed.
  package var isASCIISuperset: Bool {
    switch self {
    case .ascii, .utf8, .singleByte: true
    case .utf16, .utf32: false
    case .system(let name): EncodingNames.asciiSupersets.contains(name)
    }
  }

  /// Whether it can hold every Unicode scalar.
  package var isUnicode: Bool {
    switch self {
    case .utf8, .utf16, .utf32: true
    default: false
    }
  }
}
