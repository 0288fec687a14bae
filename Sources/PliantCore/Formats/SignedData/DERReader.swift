// Elements of the Basic and the Distinguished Encoding Rules (ITU-T X.690): a tag, a length, and the content.
//
//   30 80                   SEQUENCE of indefinite length, up to 00 00
//      06 01 2A             OBJECT IDENTIFIER of one byte
//      24 06                OCTET STRING in pieces, six bytes
//         04 01 61  04 01 62
//   00 00

/// The ranges of an element.
struct DERElement {
  /// The first byte: class, whether it is constructed, and the number.
  let tag: UInt8
  let content: Range<Int>
  /// The start of the next element.
  let end: Int
}

/// Finds elements in bytes; every length is checked against the enclosing element.
struct DERReader {
  static let integer: UInt8 = 0x02
  static let octetString: UInt8 = 0x04
  static let objectIdentifier: UInt8 = 0x06
  static let constructedOctetString: UInt8 = 0x24
  static let sequence: UInt8 = 0x30
  static let set: UInt8 = 0x31
  static let explicit: UInt8 = 0xA0
  private static let constructedBit: UInt8 = 0x20

  let bytes: ByteView

  /// Returns the element at an offset, in an enclosing element that ends at `limit`.
  ///
  /// Throws `signed.truncated`, `signed.structure` or `signed.depth`.
  func element(at offset: Int, limit: Int) throws(Failure) -> DERElement {
    let (tag, start, length) = try head(at: offset, limit: limit)
    if let length { return DERElement(tag: tag, content: start..<start + length, end: start + length) }
    let end = try endOfContents(from: start, limit: limit)
    return DERElement(tag: tag, content: start..<end, end: end + 2)
  }

  /// Returns the element at an offset, which must have this tag; `name` is for errors.
  func element(_ tag: UInt8, _ name: String, at offset: Int, limit: Int) throws(Failure) -> DERElement {
    let element = try element(at: offset, limit: limit)
    guard element.tag == tag else { throw Failure(.signedStructure, at: offset, name) }
    return element
  }

  /// The tag, the start of the content, and its length; nil for an indefinite one.
  private func head(at offset: Int, limit: Int) throws(Failure) -> (tag: UInt8, start: Int, length: Int?) {
    guard offset + 2 <= limit else { throw Failure(.signedTruncated, at: offset) }
    let tag = bytes[offset]
    // Numbers above 30 need more bytes, and do not occur in signed documents.
    guard tag & 0x1F != 0x1F else { throw Failure(.signedStructure, at: offset, "a known one") }
    let first = bytes[offset + 1]
    if first < 0x80 { return (tag, offset + 2, try checked(Int(first), from: offset + 2, limit, offset)) }
    if first == 0x80 {
      guard tag & Self.constructedBit != 0 else {
        throw Failure(.signedStructure, at: offset, "a definite length")
      }
      return (tag, offset + 2, nil)
    }
    let count = Int(first & 0x7F)
    guard count <= 8, offset + 2 + count <= limit else { throw Failure(.signedTruncated, at: offset) }
    var length: UInt64 = 0
    for index in 0..<count { length = length << 8 | UInt64(bytes[offset + 2 + index]) }
    guard let length = Int(exactly: length) else { throw Failure(.signedTruncated, at: offset) }
    let start = offset + 2 + count
    return (tag, start, try checked(length, from: start, limit, offset))
  }

  private func checked(_ length: Int, from start: Int, _ limit: Int, _ offset: Int) throws(Failure) -> Int {
    guard length <= limit - start else { throw Failure(.signedTruncated, at: offset) }
    return length
  }

  /// The start of the end-of-contents octets of an element with indefinite length.
  private func endOfContents(from start: Int, limit: Int) throws(Failure) -> Int {
    var at = start
    var open = 1
    while true {
      let (tag, content, length) = try head(at: at, limit: limit)
      if tag == 0 && length == 0 {
        open -= 1
        if open == 0 { return at }
        at = content
      } else if let length {
        at = content + length
      } else {
        open += 1
        guard open <= Limits.derDepth else { throw Failure(.signedTooDeep, at: at) }
        at = content
      }
    }
  }

  /// The bytes of an octet string, in one piece or in several.
  func octets(of element: DERElement) throws(Failure) -> [UInt8] {
    if element.tag == Self.octetString { return bytes[element.content].array }
    var octets: [UInt8] = []
    // The offset at which to continue after each open piece, and the end of its parent.
    var open: [(at: Int, limit: Int)] = [(element.content.lowerBound, element.content.upperBound)]
    while let (at, limit) = open.popLast() {
      guard at < limit else { continue }
      let piece = try self.element(at: at, limit: limit)
      open.append((piece.end, limit))
      switch piece.tag {
      case Self.octetString: octets += bytes[piece.content].array
      case Self.constructedOctetString:
        guard open.count < Limits.derDepth else { throw Failure(.signedTooDeep, at: at) }
        open.append((piece.content.lowerBound, piece.content.upperBound))
      default: throw Failure(.signedStructure, at: at, "an octet string")
      }
    }
    return octets
  }
}
