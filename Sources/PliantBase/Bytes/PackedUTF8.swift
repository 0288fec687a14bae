/// The UTF-8 of a scalar, packed into a word.
@usableFromInline
package struct PackedUTF8: BitwiseCopyable, Sendable {
  /// Up to four bytes, the first lowest.
  @usableFromInline package let bytes: UInt32
  @usableFromInline package let count: Int

  @inlinable @inline(__always)
  package init(_ scalar: UInt32) {
    if scalar < 0x80 {
      bytes = scalar
      count = 1
    } else if scalar < 0x800 {
      bytes = (0x80 | scalar & 0x3F) << 8 | 0xC0 | scalar >> 6
      count = 2
    } else if scalar < 0x10000 {
      bytes = (0x80 | scalar & 0x3F) << 16 | (0x80 | scalar >> 6 & 0x3F) << 8 | 0xE0 | scalar >> 12
      count = 3
    } else {
      let low = (0x80 | scalar & 0x3F) << 24 | (0x80 | scalar >> 6 & 0x3F) << 16
      bytes = low | (0x80 | scalar >> 12 & 0x3F) << 8 | 0xF0 | scalar >> 18
      count = 4
    }
  }

  /// Writes all four bytes, and returns how many of them are the scalar's.
  @inlinable @inline(__always)
  package func write(to target: UnsafeMutablePointer<UInt8>) -> Int {
    UnsafeMutableRawPointer(target).storeBytes(of: bytes.littleEndian, as: UInt32.self)
    return count
  }

  package var array: [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: bytes >> UInt32(8 * $0)) } }
}

extension OutputBuffer {
  @inlinable @inline(__always)
  package mutating func append(scalar: UInt32) { appendUninitialized(4) { PackedUTF8(scalar).write(to: $0) } }
}
