/// The kind of a file that is not a document, from its first bytes, for messages and lint.
package struct FileSignature: Sendable {
  /// The kind, for messages.
  package let name: String
  /// The remedy, or nil.
  package let remedy: String?
  private let bytes: [UInt8]
  private let isText: Bool

  private init(_ name: String, _ text: StaticString, remedy: String? = nil, isText: Bool = false) {
    self.init(name, ByteView(text).array, remedy: remedy, isText: isText)
  }

  private init(_ name: String, _ bytes: [UInt8], remedy: String? = nil, isText: Bool = false) {
    self.name = name
    self.isText = isText
    self.bytes = bytes
    self.remedy = remedy
  }

  private static let decompress = "decompress it first"
  private static let keyedOnly = "only archives of NSKeyedArchiver can be read"

  private static let table: [FileSignature] = [
    FileSignature("compiled interface file (NIBArchive)", "NIBArchive\u{1}\u{0}\u{0}\u{0}"),
    FileSignature(
      "typed stream (streamtyped) of NSArchiver", [0x04, 0x0B] + Array("streamtyped".utf8), remedy: keyedOnly),
    FileSignature(
      "typed stream (typedstream) of NSArchiver", [0x04, 0x0B] + Array("typedstream".utf8), remedy: keyedOnly),
    FileSignature("GNUstep archive (.gorm)", "GNUstep archive", remedy: keyedOnly, isText: true),
    FileSignature("bookmark to a file (CFURL)", "book"),
    FileSignature("cookies of Safari (.binarycookies)", "cook"),
    FileSignature("gzip-compressed data", [0x1F, 0x8B, 0x08], remedy: decompress),
    FileSignature(
      "bzip2-compressed data", Array("BZh".utf8) + [0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
      remedy: decompress),
    FileSignature("xz-compressed data", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], remedy: decompress),
    FileSignature("Zstandard-compressed data", [0x28, 0xB5, 0x2F, 0xFD], remedy: decompress),
    FileSignature("LZFSE-compressed data", "bvx2", remedy: decompress),
    FileSignature("ZIP archive", "PK\u{3}\u{4}", remedy: "extract the document from it first"),
    FileSignature("ZIP archive", "PK\u{5}\u{6}"),
    FileSignature("7-Zip archive", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    FileSignature("xar archive", [0x78, 0x61, 0x72, 0x21, 0x00]),
    FileSignature("Unix archive (ar)", "!<arch>\n"),
    FileSignature("SQLite database", "SQLite format 3\u{0}"),
    FileSignature(
      "entitlements in a blob of codesign", [0xFA, 0xDE, 0x71, 0x71],
      remedy: "the property list begins after 8 bytes: tail -c +9"),
    FileSignature("Mach-O binary", [0xFE, 0xED, 0xFA, 0xCE]),
    FileSignature("Mach-O binary", [0xFE, 0xED, 0xFA, 0xCF]),
    FileSignature("Mach-O binary", [0xCE, 0xFA, 0xED, 0xFE]),
    FileSignature("Mach-O binary", [0xCF, 0xFA, 0xED, 0xFE]),
    FileSignature("ELF binary", [0x7F, 0x45, 0x4C, 0x46]),
    FileSignature("compiled Emacs Lisp", ";ELC"),
    FileSignature("WebAssembly module", [0x00, 0x61, 0x73, 0x6D, 0x01, 0x00, 0x00, 0x00]),
    FileSignature("PNG image", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    FileSignature("JPEG image", [0xFF, 0xD8, 0xFF]), FileSignature("GIF image", "GIF87a"),
    FileSignature("GIF image", "GIF89a"),
    FileSignature("TIFF image", [0x49, 0x49, 0x2A, 0x00]),
    FileSignature("TIFF image", [0x4D, 0x4D, 0x00, 0x2A]),
    FileSignature("PBM image", "P4\n"), FileSignature("PGM image", "P5\n"),
    FileSignature("PPM image", "P6\n"),
    FileSignature("PDF document", "%PDF-", isText: true),
    FileSignature("asset catalogue (BOMStore)", "BOMStore"),
    FileSignature("AppleDouble file, the attributes of another file", [0x00, 0x05, 0x16, 0x07]),
    FileSignature("AppleSingle file", [0x00, 0x05, 0x16, 0x00]),
    FileSignature("directory settings of Finder (.DS_Store)", [0x00, 0x00, 0x00, 0x01] + Array("Bud1".utf8)),
    FileSignature("PEM text, such as a certificate or a key", "-----BEGIN ", isText: true),
  ]

  private static let der = FileSignature("DER-encoded data, such as a certificate or a key", [])
  /// The tag of a sequence in DER (ITU-T X.690).
  private static let derSequence: UInt8 = 0x30
  private static let universal = FileSignature("universal Mach-O binary", [])
  private static let bitmap = FileSignature("BMP image", [])
  private static let javaClass = FileSignature("Java class file", [])
  private static let terminalDescription = FileSignature("compiled terminal description (terminfo)", [])

  /// Returns the kind of a file with `count` bytes that begins with `head`; nil for a document or an unknown
  /// kind.
  package static func find(in head: ByteView, count: Int) -> FileSignature? {
    guard let first = head.byte(at: 0) else { return nil }
    for signature in table where signature.bytes.first == first && signature.begins(head) { return signature }
    if head.count >= 8, first == 0xCA, head[1] == 0xFE, head[2] == 0xBA, head[3] == 0xBE {
      // A universal binary has the number of architectures in place of a class file's version.
      return head[4] == 0 && head[5] == 0 && head[6] == 0 && head[7] < 43 ? universal : javaClass
    }
    if isBitmap(head, count: count) { return bitmap }
    if isTerminalDescription(head) { return terminalDescription }
    return isDER(head, count: count) ? der : nil
  }

  /// Whether bytes match; letters alone may also begin a text.
  private func begins(_ head: ByteView) -> Bool {
    guard bytes.withByteView({ head.starts(with: $0) }) else { return false }
    return isText || !bytes.allSatisfy { $0 > ASCII.space && $0 < 0x7F }
      || head[0..<min(head.count, 512)].firstIndex(of: ASCII.null) != nil
  }

  /// Whether a file is a terminfo entry (term(5)): a magic number, five sizes, and names that end in text.
  private static func isTerminalDescription(_ head: ByteView) -> Bool {
    guard head.count > 16, head[0] == 0x1A && head[1] == 1 || head[0] == 0x1E && head[1] == 2 else {
      return false
    }
    // The size of the names, and the number of booleans, at most 44.
    let names = Int(head[2]) | Int(head[3]) << 8
    guard names > 0, names <= 512, head[4] < 45, head[5] == 0 else { return false }
    return head.byte(at: 11 + names) == 0
      && head[12..<min(head.count, 11 + names)].firstIndex(of: ASCII.null) == nil
  }

  /// Whether a file begins like a Windows bitmap, which contains its own size.
  private static func isBitmap(_ head: ByteView, count: Int) -> Bool {
    guard head.count > 14, head.starts(with: "BM") else { return false }
    return (0..<4).reduce(0) { $0 | Int(head[2 + $1]) << (8 * $1) } == count
  }

  /// Whether a DER sequence fills the whole file.
  private static func isDER(_ head: ByteView, count: Int) -> Bool {
    guard head.count > 5, head[0] == derSequence, head[1] > 0x80, head[1] < 0x85 else { return false }
    let digits = Int(head[1] & 0x7F)
    var length = 0
    for index in 0..<digits { length = length << 8 | Int(head[2 + index]) }
    return 2 + digits + length == count
  }

  package var failure: Failure { Failure(.formatForeign, remedy.map { "\(name); \($0)" } ?? name) }
}
