// The frame of a binary property list: magic, objects, offset table, and the trailer that locates them.
//
//   bplist00 | objects … | offset table: one offset an object | trailer, 32 bytes:
//     6 unused bytes, width of an offset, width of a reference, then in 8 bytes each
//     the number of objects, the number of the top object, the place of the offset table

/// The layout of a binary property list; every field is checked against the file.
///
/// The rules are CoreFoundation's: objects, table and trailer fill the file without gaps, and the widths
/// suffice for the number of objects and for the offset of the table.
struct BinaryPropertyListTrailer {
  static let magic: StaticString = "bplist"
  static let headerSize = 8
  static let size = 32

  let offsetWidth: Int
  let referenceWidth: Int
  let objectCount: Int
  let topObject: Int
  /// The start of the offset table, which is also the end of the objects.
  let tableStart: Int

  init(of bytes: ByteView) throws(Failure) {
    guard bytes.starts(with: Self.magic) else { throw Failure(.binaryMagic, at: 0) }
    guard bytes.count > Self.headerSize + Self.size else { throw Failure(.binaryTooShort, at: 0) }
    // Like CoreFoundation, which accepts any version of one digit: "bplist00", "bplist01", "bplist0?".
    guard bytes[6] == ASCII.digit0 else { throw Failure(.binaryVersion, at: 6, bytes[6..<8].string) }
    let start = bytes.count - Self.size
    let offsetWidth = Int(bytes[start + 6])
    let referenceWidth = Int(bytes[start + 7])
    let objectCount = bytes.bigEndian(at: start + 8, width: 8)
    let topObject = bytes.bigEndian(at: start + 16, width: 8)
    let tableStart = bytes.bigEndian(at: start + 24, width: 8)
    guard 1...8 ~= offsetWidth else { throw Failure(.binaryOffsetWidth, at: start + 6, String(offsetWidth)) }
    guard 1...8 ~= referenceWidth else {
      throw Failure(.binaryReferenceWidth, at: start + 7, String(referenceWidth))
    }
    guard tableStart > Self.headerSize, tableStart < start else {
      throw Failure(.binaryOffsetTable, at: start + 24, String(tableStart))
    }
    guard objectCount > 0, objectCount <= UInt64(start) else {
      throw Failure(.binaryObjectCount, at: start + 8, String(objectCount))
    }
    guard tableStart + objectCount * UInt64(offsetWidth) == UInt64(start) else {
      throw Failure(.binaryOffsetTable, at: start + 24, String(tableStart))
    }
    guard topObject < objectCount else { throw Failure(.binaryTopObject, at: start + 16, String(topObject)) }
    guard Self.reaches(objectCount, width: referenceWidth) else {
      throw Failure(.binaryReferencesTooNarrow, at: start + 7, String(objectCount))
    }
    guard Self.reaches(tableStart, width: offsetWidth) else {
      throw Failure(.binaryOffsetsTooNarrow, at: start + 6)
    }
    self.offsetWidth = offsetWidth
    self.referenceWidth = referenceWidth
    self.objectCount = Int(objectCount)
    self.topObject = Int(topObject)
    self.tableStart = Int(tableStart)
  }

  private static func reaches(_ value: UInt64, width: Int) -> Bool {
    width == 8 || value < 1 << UInt64(8 * width)
  }
}
