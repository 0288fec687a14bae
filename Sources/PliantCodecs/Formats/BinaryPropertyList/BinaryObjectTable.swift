/// A checked view of the objects of a binary property list, by number.
struct BinaryObjectTable {
  /// The kind of an object, in the first four bits of its marker.
  enum Kind {
    static let singleton: UInt8 = 0x0
    static let integer: UInt8 = 0x1
    static let real: UInt8 = 0x2
    static let date: UInt8 = 0x3
    static let data: UInt8 = 0x4
    static let ascii: UInt8 = 0x5
    static let utf16: UInt8 = 0x6
    static let uid: UInt8 = 0x8
    static let array: UInt8 = 0xA
    static let set: UInt8 = 0xC
    static let dictionary: UInt8 = 0xD
  }

  /// The count of an object of variable size, and the start of its contents.
  struct Extent {
    let count: Int
    let start: Int
  }

  let bytes: ByteView
  let trailer: BinaryPropertyListTrailer

  /// Checks the frame and that every offset is in the range of the objects.
  init(of bytes: ByteView) throws(Failure) {
    self.bytes = bytes
    self.trailer = try BinaryPropertyListTrailer(of: bytes)
    for number in 0..<trailer.objectCount
    where UInt(bitPattern: offset(of: number)) >= UInt(bitPattern: trailer.tableStart) {
      throw Failure(
        .binaryObjectOffset, at: trailer.tableStart + number * trailer.offsetWidth, String(number))
    }
  }

  /// The offset of an object's marker; `number` must be below the number of objects.
  @inline(__always)
  func offset(of number: Int) -> Int {
    Int(
      truncatingIfNeeded: bytes.bigEndian(
        at: trailer.tableStart &+ number &* trailer.offsetWidth, width: trailer.offsetWidth))
  }

  @inline(__always)
  func reference(at place: Int) throws(Failure) -> Int {
    let number = bytes.bigEndian(at: place, width: trailer.referenceWidth)
    guard number < UInt64(truncatingIfNeeded: trailer.objectCount) else {
      throw Failure(.binaryReference, at: place, String(number))
    }
    return Int(truncatingIfNeeded: number)
  }

  /// The count in the marker at `offset`, or in the integer that follows it.
  @inline(__always)
  func extent(at offset: Int) throws(Failure) -> Extent {
    let low = bytes[offset] & 0xF
    if low < 0xF { return Extent(count: Int(low), start: offset &+ 1) }
    return try longExtent(at: offset)
  }

  @inline(never)
  private func longExtent(at offset: Int) throws(Failure) -> Extent {
    let marker = bytes[offset + 1]
    guard offset + 1 < trailer.tableStart, marker >> 4 == Kind.integer, marker & 0xF <= 4 else {
      throw Failure(.binaryCount, at: offset)
    }
    let width = 1 << Int(marker & 0xF)
    let start = offset + 2 + width
    guard start <= trailer.tableStart else { throw Failure(.binaryObjectLength, at: offset) }
    let high = width == 16 ? bytes.bigEndian(at: offset + 2, width: 8) : 0
    let low = bytes.bigEndian(at: start - min(width, 8), width: min(width, 8))
    guard high == 0, let count = Int(exactly: low) else { throw Failure(.binaryObjectLength, at: offset) }
    return Extent(count: count, start: start)
  }

  /// The extent of the object at `offset`, whose items take `1 << shift` bytes each, checked against the file.
  @inline(__always)
  func payload(at offset: Int, shift: Int = 0) throws(Failure) -> Extent {
    let extent = try extent(at: offset)
    guard extent.count <= (trailer.tableStart &- extent.start) &>> shift else {
      throw Failure(.binaryObjectLength, at: offset)
    }
    return extent
  }

  /// The extent of the container at `offset`, with `perEntry` references per entry.
  @inline(__always)
  func references(at offset: Int, perEntry: Int) throws(Failure) -> Extent {
    let extent = try extent(at: offset)
    let available = trailer.tableStart &- extent.start
    // The first comparison prevents overflow; a division would cost more than everything else.
    guard extent.count <= available, extent.count &* (trailer.referenceWidth &* perEntry) <= available else {
      throw Failure(.binaryObjectLength, at: offset)
    }
    return extent
  }
}
