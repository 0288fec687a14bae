// Sets in which bytes below 0x80 have other characters than ASCII's: code pages of EBCDIC, and single-byte encodings
// with letters in place of controls.

extension SingleByteEncoding {
  /// Whether some bytes below 0x80 are letters, in place of controls that texts do not contain.
  var hasLettersAsControls: Bool { self == .viscii || self == .tcvn }
}

/// Conversions between bytes and Unicode in a set whose tables have all 256 bytes.
struct WholeByteTable: Sendable {
  /// The characters of the bytes; 0xFFFD for an unassigned one.
  private let characters: [UInt16]
  private let bytes: SingleByteEncodingTable
  private static let chunk = 16 * 1024

  package init(_ page: EBCDICEncoding) {
    self.init(EBCDICEncoding.characters.map { UInt16($0) }, line: Int(page.rawValue))
  }

  /// Creates the table of a set with letters in place of controls.
  init(_ encoding: SingleByteEncoding) {
    let characters = (UInt8(0)...255).map { encoding.scalar(of: $0) ?? 0xFFFD }
    self.init(characters, line: EBCDICEncoding.allCases.count + (encoding == .tcvn ? 1 : 0))
  }

  /// Creates a table from the one that it resembles and the line of its differences in Tables/whole-bytes.txt: bytes, as
  /// characters from U+0100, and their characters.
  private init(_ relative: [UInt16], line: Int) {
    var characters = relative
    let lines = String(decoding: PackageResources.whole_bytes_txt, as: UTF8.self).unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false)
    let changes = lines[line].map { UInt16($0.value) }
    for at in stride(from: 0, to: changes.count, by: 2) {
      characters[Int(changes[at] & 0xFF)] = changes[at + 1]
    }
    self.characters = characters
    bytes = SingleByteEncodingTable(
      (UInt8(0)...255).lazy.map { ($0, characters[Int($0)]) }.filter { $0.1 != 0xFFFD })
  }

  /// Appends the text up to the first unassigned byte; returns that one's offset.
  package func decode(_ bytes: ByteView, into output: inout OutputBuffer) -> Int {
    var at = 0
    var isBad = false
    while at < bytes.count, !isBad {
      let stop = min(bytes.count, at + Self.chunk)
      // A character is three bytes at most, and writes are of four.
      output.appendUninitialized((stop - at) * 3 + 1) { start in
        var written = 0
        while at < stop {
          let value = characters[Int(bytes[at])]
          isBad = value == 0xFFFD
          if isBad { break }
          written &+= PackedUTF8(UInt32(value)).write(to: start + written)
          at &+= 1
        }
        return written
      }
    }
    return at
  }

  /// Appends the bytes of `text` up to the first character that the set lacks; returns that one's offset.
  package func encode(_ text: ByteView, into output: inout OutputBuffer) -> Int {
    var at = 0
    while at < text.count {
      let (scalar, length) = UTF8Validation.scalar(in: text, at: at)
      guard let byte = scalar == 0 ? 0 : bytes.byte(for: scalar) else { return at }
      output.append(byte)
      at &+= length
    }
    return at
  }
}
