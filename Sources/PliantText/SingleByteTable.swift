// Tables for the loops of single-byte encodings, from the generated values.

extension SingleByteEncoding {
  /// The UTF-16 value of a byte, or nil if unassigned.
  package func scalar(of byte: UInt8) -> UInt16? {
    if byte < 0x80 { return UInt16(byte) }
    let value = Self.upperHalves[Int(rawValue) &* 128 &+ Int(byte & 0x7F)]
    return value == 0 ? nil : value
  }

  /// The characters of the bytes from 0x80 of each encoding in turn; 0 for an unassigned byte.
  private static let upperHalves: [UInt16] = {
    var values: [UInt16] = []
    PackageResources.single_byte_txt.withByteView { text in
      for (value, count) in PackedCharacters(text) {
        switch value {
        case UInt32(ASCII.equalsSign): for _ in 0..<count { values.append(UInt16(0x80 + values.count % 128)) }
        case UInt32(ASCII.hyphen) where count > 0: values += repeatElement(0, count: count)
        default: values.append(UInt16(value))
        }
      }
    }
    return values
  }()
}

struct SingleByteDecodingTable: CharacterReader {
  /// The UTF-8 of every byte from 0x80, packed: three bytes from the lowest up, the length in the highest.
  private let packed: [UInt32]

  init(_ encoding: SingleByteEncoding) {
    packed = (128...255).map { byte in
      guard let value = encoding.scalar(of: UInt8(byte)) else { return 0 }
      let utf8 = PackedUTF8(UInt32(value))
      return UInt32(utf8.count) << 24 | utf8.bytes
    }
  }

  @inline(__always)
  func character(in bytes: ByteView, at: Int) -> DecodedCharacter {
    let entry = packed[Int(bytes[at] & 0x7F)]
    if entry == 0 { return .invalid }
    return DecodedCharacter(utf8: entry & 0xFF_FFFF, utf8Count: Int(entry >> 24), length: 1)
  }
}

/// From scalars to bytes: a page of 64 for each range with characters.
struct SingleByteEncodingTable: CharacterWriter, Sendable {
  private var pageOfRange = [UInt8](repeating: 0, count: 1024)
  private var bytes = [UInt8](repeating: 0, count: 64)
  /// The controls from U+0080, a bit each, that texts in this encoding have in place of unassigned bytes, or of those that
  /// ISO-8859-1 lacks.
  private let controls: UInt32

  package init(_ encoding: SingleByteEncoding) {
    let isSuperset = encoding == .windows1252 || encoding == .windows1254
    let isWindows =
      SingleByteEncoding.windows1250.rawValue...SingleByteEncoding.windows1258.rawValue ~= encoding.rawValue
    controls = (UInt8(0x80)..<0xA0).reduce(0) {
      isWindows && (isSuperset || encoding.scalar(of: $1) == nil) ? $0 | 1 << UInt32($1 & 31) : $0
    }
    insert((UInt8(128)...255).lazy.compactMap { byte in encoding.scalar(of: byte).map { (byte, $0) } })
  }

  /// Creates a table of bytes and their characters, which may be ASCII ones.
  init(_ characters: some Sequence<(UInt8, UInt16)>) {
    controls = 0
    insert(characters)
  }

  private mutating func insert(_ characters: some Sequence<(UInt8, UInt16)>) {
    for (byte, value) in characters {
      let range = Int(value >> 6)
      if pageOfRange[range] == 0 {
        pageOfRange[range] = UInt8(bytes.count / 64)
        bytes.append(contentsOf: repeatElement(0, count: 64))
      }
      bytes[Int(pageOfRange[range]) * 64 + Int(value & 63)] = byte
    }
  }

  /// The byte of a scalar, or nil if the table lacks it.
  @inline(__always)
  package func byte(for scalar: UInt32) -> UInt8? {
    guard scalar < 0x10000 else { return nil }
    let byte = bytes[Int(pageOfRange[Int(scalar >> 6)]) * 64 + Int(scalar & 63)]
    return byte == 0 ? nil : byte
  }

  @inline(__always)
  func bytes(of scalar: UInt32) -> EncodedCharacter {
    byte(for: scalar).map { EncodedCharacter(Int($0)) } ?? .missing
  }

  /// The byte of a scalar in text that was misread, which may be a control.
  func byte(forMisread scalar: UInt32) -> UInt8? {
    byte(for: scalar) ?? (scalar >> 5 == 4 && controls >> (scalar & 31) & 1 == 1 ? UInt8(scalar) : nil)
  }
}
