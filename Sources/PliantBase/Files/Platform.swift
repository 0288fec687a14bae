// Thin wrappers of the C library with descriptive names; only the files of this type import it.

import CLibrary

/// The C library's functions that pliant uses.
@usableFromInline
package enum Platform {
  /// The offset of the first `byte` in `count` bytes, or nil; memchr(3).
  @inlinable @inline(__always)
  package static func findByte(_ byte: UInt8, in base: UnsafePointer<UInt8>, count: Int) -> Int? {
    guard let found = memchr(base, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// The bytes of a C string without its zero; strlen(3).
  package static func bytes(of text: UnsafePointer<CChar>) -> ByteView {
    ByteView(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// Whether `count` bytes are equal; memcmp(3).
  @inlinable @inline(__always)
  package static func equal(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
    memcmp(left, right, count) == 0
  }

  /// Three-way comparison of `count` bytes; memcmp(3).
  @inlinable @inline(__always)
  package static func compare(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int)
    -> Int32
  {
    memcmp(left, right, count)
  }

  /// Changes the size of a block; realloc(3).
  ///
  /// If the system is out of memory, which `MemoryBudget` should prevent, the program ends cleanly.
  @usableFromInline package static func reallocate(_ block: UnsafeMutableRawPointer?, byteCount: Int)
    -> UnsafeMutableRawPointer
  {
    guard let grown = realloc(block, max(byteCount, 1)) else { endOutOfMemory() }
    return grown
  }

  /// Allocates a block of zeros, whose pages cost nothing until used; calloc(3).
  static func allocateZeros(byteCount: Int) -> UnsafeMutableRawPointer {
    guard let block = calloc(1, max(byteCount, 1)) else { endOutOfMemory() }
    return block
  }

  /// Frees a block from `reallocate`; free(3).
  @usableFromInline package static func deallocate(_ block: UnsafeMutableRawPointer?) { free(block) }

  /// Writes all bytes, resuming after interruptions and short writes; write(2).
  ///
  /// Throws `file.write`, or `file.broken-pipe` if the pipe is closed.
  package static func writeAll(_ descriptor: Int32, _ bytes: ByteView) throws(Failure) {
    var written = 0
    if bytes.count > 0 { WorkProgress.willWrite(to: descriptor) }
    while written < bytes.count {
      let result = write(descriptor, bytes.base + written, bytes.count - written)
      if result >= 0 {
        written += result
      } else if errno == EPIPE {
        throw Failure(.brokenPipe)
      } else if errno != EINTR {
        throw Failure(.cannotWrite, errorText(errno))
      }
    }
  }

  /// Writes a whole text at once.
  package static func writeAll(_ descriptor: Int32, _ text: String) throws(Failure) {
    try Array(text.utf8).withByteView { bytes throws(Failure) in try writeAll(descriptor, bytes) }
  }
}
