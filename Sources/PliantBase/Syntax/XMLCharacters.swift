// The characters that XML allows: a table for ASCII, ranges for the rest (XML 1.0 fifth edition, 2.2 and
// 2.3).

/// Character classes of XML.
@usableFromInline
package enum XMLCharacters {
  /// May begin a name.
  @inlinable package static var nameStart: UInt8 { 1 }
  /// May continue a name.
  @inlinable package static var name: UInt8 { 2 }
  /// A byte of a scalar beyond ASCII.
  @inlinable package static var wide: UInt8 { 32 }

  /// The classes of each byte: a literal, so that it needs no initialisation at run time.
  @inlinable @inline(__always)
  static var table: ByteView {
    ByteView(
      """
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{10}\u{10}\u{0}\u{0}\u{10}\u{0}\u{0}\
      \u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{10}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{2}\u{2}\u{0}\
      \u{2}\u{2}\u{2}\u{2}\u{2}\u{2}\u{2}\u{2}\u{2}\u{2}\u{3}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{0}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\
      \u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{0}\u{0}\u{0}\u{0}\u{3}\
      \u{0}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\
      \u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{0}\u{0}\u{0}\u{0}\u{0}\
      \u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\
      \u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\
      \u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\
      \u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\
      \u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\
      \u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\
      \u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\
      \u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\u{20}\

      """)
  }

  @inlinable package static func classes(_ byte: UInt8) -> UInt8 { table.base[Int(byte)] }

  /// The end of the name that begins at `start`; `start` if there is none.
  @inlinable @inline(__always)
  package static func nameEnd(in input: ByteView, from start: Int) -> Int {
    guard start < input.count else { return start }
    let first = classes(input[start])
    if first & nameStart == 0 {
      guard first & wide != 0 else { return start }
      return wideNameEnd(in: input, from: start, isStart: true)
    }
    var at = start &+ 1
    while at < input.count {
      let found = classes(input[at])
      if found & name == 0 {
        return found & wide == 0 ? at : wideNameEnd(in: input, from: at, isStart: false)
      }
      at &+= 1
    }
    return at
  }

  /// The end of the rest of a name, from a non-ASCII byte.
  @usableFromInline @inline(never)
  static func wideNameEnd(in input: ByteView, from start: Int, isStart: Bool) -> Int {
    var at = start
    while at < input.count {
      let found = classes(input[at])
      if found & wide == 0 {
        if found & name == 0 { return at }
        at += 1
        continue
      }
      guard let (scalar, length) = scalar(in: input, at: at) else { return at }
      let fits = at == start && isStart ? isNameStart(scalar) : isName(scalar)
      if !fits { return at }
      at += length
    }
    return at
  }

  /// The end of the name token (Nmtoken) that begins at `start`.
  package static func nameTokenEnd(in input: ByteView, from start: Int) -> Int {
    guard start < input.count else { return start }
    return classes(input[start]) & name != 0
      ? tokenRest(in: input, from: start) : wideNameEnd(in: input, from: start, isStart: false)
  }

  private static func tokenRest(in input: ByteView, from start: Int) -> Int {
    var at = start
    while at < input.count, classes(input[at]) & name != 0 { at += 1 }
    return wideNameEnd(in: input, from: at, isStart: false)
  }

  /// Whether the scalar may begin a name; production [4].
  package static func isNameStart(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF,
      0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      return true
    default: return false
    }
  }

  /// Whether the scalar may continue a name; production [4a].
  package static func isName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: return true
    default: return isNameStart(scalar)
    }
  }

  /// Whether XML allows the scalar; production [2].
  @inlinable package static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: return true
    default: return false
    }
  }

  package static func isName(_ text: ByteView) -> Bool {
    !text.isEmpty && nameEnd(in: text, from: 0) == text.count
  }

  /// The scalar at `index` of valid UTF-8 and its length, or nil at the end or for a truncated one.
  @inlinable package static func scalar(in input: ByteView, at index: Int) -> (UInt32, Int)? {
    guard let lead = input.byte(at: index) else { return nil }
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard index + length <= input.count else { return nil }
    var value = UInt32(lead) & (length == 4 ? 0x07 : length == 3 ? 0x0F : 0x1F)
    for next in 1..<length { value = value << 6 | UInt32(input[index + next] & 0x3F) }
    return (value, length)
  }

  /// Appends the UTF-8 of a scalar that `isAllowed`.
  package static func append(_ scalar: UInt32, to buffer: inout GrowableBuffer<UInt8>) {
    let utf8 = PackedUTF8(scalar)
    buffer.append(highest: utf8.count, of: UInt64(utf8.bytes.byteSwapped) << 32)
  }
}
