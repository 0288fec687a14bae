// A bounds-checked view of bytes with another owner: the one type that readers index.
//
// Stable Swift cannot store a Span in a struct; it can store this. Every access is bounds-checked, but
// lifetimes are not, so a view comes only from a `withBytes { }` scope or from an owner that outlives it.

/// A read-only view on contiguous bytes; indices run from 0 to `count`.
///
/// An index out of bounds traps. The owner of the bytes must outlive the view.
@usableFromInline
package struct ByteView: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline package let base: UnsafePointer<UInt8>
  @usableFromInline package let count: Int

  @inlinable
  package init(base: UnsafePointer<UInt8>, count: Int) {
    precondition(count >= 0)
    self.base = base
    self.count = count
  }

  /// Creates a view of a buffer, empty for an empty buffer.
  @inlinable package init(_ buffer: UnsafeRawBufferPointer) {
    if let start = buffer.baseAddress, buffer.count > 0 {
      self.base = start.assumingMemoryBound(to: UInt8.self)
      self.count = buffer.count
    } else {
      self = .empty
    }
  }

  @inlinable package init(_ literal: StaticString) {
    self.base = literal.utf8Start
    self.count = literal.utf8CodeUnitCount
  }

  @inlinable package static var empty: ByteView { ByteView("") }

  @inlinable @inline(__always)
  package var isEmpty: Bool { count == 0 }

  @inlinable @inline(__always)
  package subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index outside the bytes")
    return base[index]
  }

  /// The subview from `range.lowerBound` up to `range.upperBound`.
  @inlinable @inline(__always)
  package subscript(range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range outside the bytes")
    return ByteView(base: base + range.lowerBound, count: range.upperBound &- range.lowerBound)
  }

  /// The subview from `start`.
  @inlinable @inline(__always)
  package func suffix(from start: Int) -> ByteView { self[start..<count] }

  /// The byte at `index`, or nil at or after the end.
  @inlinable @inline(__always)
  package func byte(at index: Int) -> UInt8? {
    UInt(bitPattern: index) < UInt(bitPattern: count) ? base[index] : nil
  }

  /// The byte that two hexadecimal digits from `index` represent, or nil.
  @inlinable @inline(__always)
  package func hexadecimalPair(at index: Int) -> UInt8? {
    guard let high = byte(at: index)?.hexadecimalValue, let low = byte(at: index &+ 1)?.hexadecimalValue
    else { return nil }
    return high &<< 4 | low
  }

  /// The eight bytes from `index` in memory order (little-endian on every supported platform).
  @inlinable @inline(__always)
  package func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index &+ 8 <= count, "word outside the bytes")
    return UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
  }

  /// Up to seven bytes from `index` to the end, in the form of `word(at:)`, padded with zeros.
  @inlinable @inline(__always)
  package func lastWord(at index: Int) -> UInt64 {
    let left = count &- index
    precondition(index >= 0 && left >= 0 && left < 8, "word outside the bytes")
    let start = UnsafeRawPointer(base + index)
    if left >= 4 {
      let low = UInt64(UInt32(littleEndian: start.loadUnaligned(as: UInt32.self)))
      let high = UInt64(UInt32(littleEndian: start.loadUnaligned(fromByteOffset: left &- 4, as: UInt32.self)))
      return low | high &<< UInt64(truncatingIfNeeded: (left &- 4) &* 8)
    }
    if left >= 2 {
      let low = UInt64(UInt16(littleEndian: start.loadUnaligned(as: UInt16.self)))
      let high = UInt64(UInt16(littleEndian: start.loadUnaligned(fromByteOffset: left &- 2, as: UInt16.self)))
      return low | high &<< UInt64(truncatingIfNeeded: (left &- 2) &* 8)
    }
    return left == 1 ? UInt64(base[index]) : 0
  }

  /// The eight bytes from `index`, those beyond the end zero.
  @inlinable @inline(__always)
  package func paddedWord(at index: Int) -> UInt64 {
    index &+ 8 <= count ? word(at: index) : lastWord(at: index)
  }

  /// Whether both views contain the same bytes; for short ones, where a call of memcmp(3) would cost more.
  @inlinable @inline(__always)
  package func isEqual(_ other: ByteView) -> Bool {
    guard count == other.count else { return false }
    if base == other.base { return true }
    if count < 8 { return lastWord(at: 0) == other.lastWord(at: 0) }
    if count <= 16 {
      return word(at: 0) == other.word(at: 0) && word(at: count &- 8) == other.word(at: count &- 8)
    }
    return self == other
  }

  /// The index of the first `byte` at or after `start`, or nil.
  @inlinable package func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    precondition(start >= 0 && start <= count)
    guard start < count,
      let found = Platform.findByte(byte, in: base + start, count: count &- start)
    else { return nil }
    return start &+ found
  }

  /// The index of the last `byte`, or nil.
  package func lastIndex(of byte: UInt8) -> Int? {
    var at = count
    // A word whose bytes all differ, eight at a time.
    while at >= 8 {
      let others = word(at: at &- 8) ^ 0x0101_0101_0101_0101 &* UInt64(byte)
      guard (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080 == 0 else { break }
      at &-= 8
    }
    while at > 0 {
      at &-= 1
      if self[at] == byte { return at }
    }
    return nil
  }

  /// The index of the first occurrence of `pattern` at or after `start`, or nil.
  @inlinable package func firstIndex(of pattern: ByteView, from start: Int = 0) -> Int? {
    var at = start
    while let candidate = firstIndex(of: pattern[0], from: at) {
      if starts(with: pattern, at: candidate) { return candidate }
      at = candidate &+ 1
    }
    return nil
  }

  /// Whether `pattern`, in lower case, occurs in any case; `String.contains` would link a regular expression engine.
  package func containsIgnoringCase(_ pattern: StaticString) -> Bool {
    let wanted = ByteView(pattern)
    return (0..<max(0, count - wanted.count + 1)).contains { start in
      (0..<wanted.count).allSatisfy { self[start + $0].lowercased == wanted[$0] }
    }
  }

  /// The index of the first occurrence of `pattern` at or after `start`, or nil.
  @inlinable package func firstIndex(of pattern: StaticString, from start: Int = 0) -> Int? {
    firstIndex(of: ByteView(pattern), from: start)
  }

  /// The index after the first occurrence of `pattern` at or after `start`, or nil.
  @inlinable package func end(of pattern: StaticString, from start: Int) -> Int? {
    firstIndex(of: pattern, from: start).map { $0 &+ pattern.utf8CodeUnitCount }
  }

  /// Whether the bytes at `index` begin with `prefix`.
  @inlinable @inline(__always)
  package func starts(with prefix: ByteView, at index: Int = 0) -> Bool {
    guard index >= 0, index &+ prefix.count <= count else { return false }
    return Platform.equal(base + index, prefix.base, count: prefix.count)
  }

  /// Whether the bytes at `index` begin with `prefix`.
  @inlinable @inline(__always)
  package func starts(with prefix: StaticString, at index: Int = 0) -> Bool {
    starts(with: ByteView(prefix), at: index)
  }

  /// Whether both views contain the same bytes.
  @inlinable @inline(__always)
  package static func == (left: ByteView, right: ByteView) -> Bool {
    left.count == right.count && Platform.equal(left.base, right.base, count: left.count)
  }

  /// Whether the view consists of exactly the bytes of `literal`.
  @inlinable @inline(__always)
  package static func == (left: ByteView, literal: StaticString) -> Bool { left == ByteView(literal) }

  /// Whether this comes before the other in the order of bytes, which in UTF-8 is that of code points.
  package func precedes(_ other: ByteView) -> Bool {
    let order = Platform.compare(base, other.base, count: min(count, other.count))
    return order != 0 ? order < 0 : count < other.count
  }

  /// The view without white space at either end.
  @inlinable package var trimmed: ByteView {
    var (start, end) = (0, count)
    while start < end, self[start].isWhitespace { start += 1 }
    while end > start, self[end - 1].isWhitespace { end -= 1 }
    return self[start..<end]
  }

  /// The bytes as a String; with U+FFFD for invalid UTF-8 (for messages and names, not for hot paths).
  @inlinable package var string: String {
    String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
  }

  /// The text for a message: if it is longer than `limit`, only whole characters of its first `length` bytes.
  package func excerpt(_ length: Int, ifLongerThan limit: Int? = nil) -> String {
    count <= limit ?? length ? string : self[0..<startOfCharacter(at: length)].string + "…"
  }

  /// The index of the first byte of the character to which the byte at an index belongs.
  package func startOfCharacter(at index: Int) -> Int {
    var at = index
    while at > 0, at < count, self[at] & 0xC0 == 0x80 { at &-= 1 }
    return at
  }

  /// A copy of the bytes.
  @inlinable package var array: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

  /// The offset of this view inside `owner`, or nil if it is elsewhere.
  @inlinable @inline(__always)
  package func offset(in owner: ByteView) -> Int? {
    let distance = UInt(bitPattern: base) &- UInt(bitPattern: owner.base)
    return distance &+ UInt(bitPattern: count) <= UInt(bitPattern: owner.count)
      && distance <= UInt(bitPattern: owner.count) ? Int(bitPattern: distance) : nil
  }
}

extension Array where Element == UInt8 {
  /// Runs `body` on a view of the array's bytes, valid only inside `body`.
  @inlinable package func withByteView<Result, Problem: Error>(
    _ body: (ByteView) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    // withUnsafeBytes rethrows only `any Error`, so a typed error is returned as a value.
    let outcome: Swift.Result<Result, Problem> = withUnsafeBytes { buffer in
      do throws(Problem) {
        return .success(try body(ByteView(buffer)))
      } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}
