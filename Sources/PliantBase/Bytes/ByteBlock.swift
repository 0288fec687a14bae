// Sixteen bytes at a time. The compiler turns comparisons with a vector of constants, and masks packed to
// four bits per byte, into a few SSE2 or NEON instructions; `any` and scalar operands it does not.
//
// The bit casts are between types of equal size without invalid bit patterns; another size would trap at the
// first use, in any test.

/// Sixteen bytes.
@usableFromInline package typealias ByteBlock = SIMD16<UInt8>

extension SIMD16 where Scalar == UInt8 {
  /// The same bits as two words.
  @inlinable @inline(__always)
  package var words: SIMD2<UInt64> { unsafeBitCast(self, to: SIMD2<UInt64>.self) }
}

extension SIMD8 where Scalar == UInt16 {
  /// The lower byte of each; spelled out, because the initializer with `truncatingIfNeeded` is not inlined.
  @inlinable @inline(__always)
  var lowBytes: SIMD8<UInt8> {
    SIMD8<UInt8>(
      UInt8(truncatingIfNeeded: self[0]), UInt8(truncatingIfNeeded: self[1]),
      UInt8(truncatingIfNeeded: self[2]), UInt8(truncatingIfNeeded: self[3]),
      UInt8(truncatingIfNeeded: self[4]), UInt8(truncatingIfNeeded: self[5]),
      UInt8(truncatingIfNeeded: self[6]), UInt8(truncatingIfNeeded: self[7]))
  }
}

extension SIMDMask where Storage == SIMD16<Int8> {
  /// All ones, which is -1, for each byte in the mask, and otherwise zero.
  @inlinable @inline(__always)
  package var bytes: ByteBlock { unsafeBitCast(self, to: ByteBlock.self) }

  /// Four bits per byte, all set in the mask; the first byte's are the lowest.
  @inlinable @inline(__always)
  package var nibbles: UInt64 {
    let pairs = unsafeBitCast(self, to: SIMD8<UInt16>.self) &>> SIMD8<UInt16>(repeating: 4)
    return unsafeBitCast(pairs.lowBytes, to: UInt64.self)
  }

  /// The index of the first byte that is in the mask; 16 if there is none.
  @inlinable @inline(__always)
  package var firstIndex: Int { nibbles.trailingZeroBitCount &>> 2 }

  @inlinable @inline(__always)
  package var isEmpty: Bool { nibbles == 0 }
}

/// Masks of sixty-four bytes, one bit per byte, the first byte's lowest.
@usableFromInline
package enum ByteMask {
  /// One mask from the masks of four blocks.
  @inlinable @inline(__always)
  package static func joined(
    _ first: SIMDMask<SIMD16<Int8>>, _ second: SIMDMask<SIMD16<Int8>>, _ third: SIMDMask<SIMD16<Int8>>,
    _ fourth: SIMDMask<SIMD16<Int8>>
  ) -> UInt64 {
    #if DEBUG
      // Without optimisation, each operator of vectors is a call that loops over their bytes.
      return bits(first) | bits(second) << 16 | bits(third) << 32 | bits(fourth) << 48
    #else
      return joinedByBlock(first, second, third, fourth)
    #endif
  }

  @inlinable @inline(__always)
  static func joinedByBlock(
    _ first: SIMDMask<SIMD16<Int8>>, _ second: SIMDMask<SIMD16<Int8>>, _ third: SIMDMask<SIMD16<Int8>>,
    _ fourth: SIMDMask<SIMD16<Int8>>
  ) -> UInt64 {
    let halves = ByteBlock(
      lowHalf: sums(folded(weighted(first), weighted(second))),
      highHalf: sums(folded(weighted(third), weighted(fourth))))
    return unsafeBitCast(sums(halves), to: UInt64.self)
  }

  /// The sixteen bits of a mask, computed word by word.
  @usableFromInline
  static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
    // The product moves the lowest bit of each byte to the highest byte, in order.
    func bits(_ word: UInt64) -> UInt64 { ((word & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) &>> 56 }
    let words = mask.bytes.words
    return bits(words[0]) | bits(words[1]) << 8
  }

  /// The bit of each byte's index, if in the mask.
  @inlinable @inline(__always)
  static func weighted(_ mask: SIMDMask<SIMD16<Int8>>) -> ByteBlock {
    mask.bytes
      & ByteBlock(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128)
  }

  /// Each pair of bytes of both blocks as one.
  @inlinable @inline(__always)
  static func folded(_ first: ByteBlock, _ second: ByteBlock) -> ByteBlock {
    ByteBlock(lowHalf: sums(first), highHalf: sums(second))
  }

  /// Each pair of bytes, which have no bit in common, as one.
  @inlinable @inline(__always)
  static func sums(_ block: ByteBlock) -> SIMD8<UInt8> {
    let pairs = unsafeBitCast(block, to: SIMD8<UInt16>.self)
    return (pairs | pairs &>> SIMD8<UInt16>(repeating: 8)).lowBytes
  }
}

extension UnsafeRawPointer {
  /// The four blocks from here, which the caller has checked.
  @inlinable @inline(__always)
  var fourBlocks: (ByteBlock, ByteBlock, ByteBlock, ByteBlock) {
    (
      loadUnaligned(as: ByteBlock.self), loadUnaligned(fromByteOffset: 16, as: ByteBlock.self),
      loadUnaligned(fromByteOffset: 32, as: ByteBlock.self),
      loadUnaligned(fromByteOffset: 48, as: ByteBlock.self)
    )
  }
}

/// Iterates over the whole blocks of a view, for loops in which a check per block would be half the work.
@usableFromInline
package struct ByteBlocks {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let end: UnsafeRawPointer
  @usableFromInline var at: UnsafeRawPointer

  @inlinable @inline(__always)
  package init(_ view: ByteView, from start: Int) {
    precondition(UInt(bitPattern: start) <= UInt(bitPattern: view.count), "index outside the bytes")
    base = UnsafeRawPointer(view.base)
    end = base + view.count
    at = base + start
  }

  /// The offset of the next block.
  @inlinable @inline(__always)
  package var offset: Int { at - base }

  @inlinable @inline(__always)
  package mutating func next() -> ByteBlock? {
    guard end - at >= 16 else { return nil }
    defer { at += 16 }
    return at.loadUnaligned(as: ByteBlock.self)
  }

  /// The next four blocks; nil if fewer remain.
  @inlinable @inline(__always)
  package mutating func nextFour() -> (ByteBlock, ByteBlock, ByteBlock, ByteBlock)? {
    guard end - at >= 64 else { return nil }
    defer { at += 64 }
    return at.fourBlocks
  }
}

extension ByteView {
  /// The index of the first byte from `start` that `stops` marks in its block, or `count`.
  ///
  /// Zero must be a stop, because zeros pad the end.
  @inlinable @inline(__always)
  package func firstMatch(from start: Int, _ stops: (ByteBlock) -> SIMDMask<SIMD16<Int8>>) -> Int {
    var blocks = ByteBlocks(self, from: start)
    while let block = blocks.next() {
      // Word by word: most texts are short, and the next step depends on the end of this one.
      let found = stops(block).bytes.words
      if found.x != 0 { return blocks.offset &- 16 &+ found.x.trailingZeroBitCount &>> 3 }
      if found.y != 0 { return blocks.offset &- 8 &+ found.y.trailingZeroBitCount &>> 3 }
    }
    return firstStopInRest(from: blocks.offset, stops)
  }

  @inlinable @inline(never)
  func firstStopInRest(from start: Int, _ stops: (ByteBlock) -> SIMDMask<SIMD16<Int8>>) -> Int {
    start < count ? start &+ stops(paddedBlock(at: start)).firstIndex : count
  }

  /// The sixteen bytes from `index`.
  @inlinable @inline(__always)
  package func block(at index: Int) -> ByteBlock {
    precondition(index >= 0 && index &+ 16 <= count, "block outside the bytes")
    return UnsafeRawPointer(base + index).loadUnaligned(as: ByteBlock.self)
  }

  /// The four blocks from `index`, bytes beyond the end zero.
  @inlinable @inline(__always)
  package func fourBlocks(at index: Int) -> (ByteBlock, ByteBlock, ByteBlock, ByteBlock) {
    precondition(index >= 0, "block outside the bytes")
    guard index &+ 64 <= count else { return lastBlocks(at: index) }
    return UnsafeRawPointer(base + index).fourBlocks
  }

  @usableFromInline @inline(never)
  func lastBlocks(at index: Int) -> (ByteBlock, ByteBlock, ByteBlock, ByteBlock) {
    (
      paddedBlock(at: index), paddedBlock(at: index &+ 16), paddedBlock(at: index &+ 32),
      paddedBlock(at: index &+ 48)
    )
  }

  /// The block at `index`, and the blocks one, two and three bytes before it.
  @inlinable @inline(__always)
  func blockAndThreeBefore(at index: Int) -> (ByteBlock, ByteBlock, ByteBlock, ByteBlock) {
    precondition(index >= 3 && index &+ 16 <= count, "block outside the bytes")
    let start = UnsafeRawPointer(base + index)
    return (
      start.loadUnaligned(as: ByteBlock.self), (start - 1).loadUnaligned(as: ByteBlock.self),
      (start - 2).loadUnaligned(as: ByteBlock.self), (start - 3).loadUnaligned(as: ByteBlock.self)
    )
  }

  /// The sixteen bytes from `index`, those beyond the end zero.
  @inlinable @inline(__always)
  package func paddedBlock(at index: Int) -> ByteBlock {
    let left = count &- index
    if left >= 16 { return block(at: index) }
    if left <= 0 { return ByteBlock(repeating: 0) }
    let words =
      left >= 8
      ? SIMD2(word(at: index), left == 8 ? 0 : suffix(from: index &+ 8).lastWord(at: 0))
      : SIMD2(lastWord(at: index), 0)
    return unsafeBitCast(words, to: ByteBlock.self)
  }

  /// The part from `range.lowerBound` up to `range.upperBound`, with the readable bytes after it.
  @inlinable @inline(__always)
  package func run(_ range: Range<Int>) -> ByteRun {
    ByteRun(bytes: self[range], room: count &- range.lowerBound)
  }
}

/// A part of a larger view whose later bytes are readable too, so that it can be copied in whole blocks.
@usableFromInline
package struct ByteRun: BitwiseCopyable {
  @usableFromInline package let bytes: ByteView
  /// The number of readable bytes from the beginning.
  @usableFromInline let room: Int

  @inlinable @inline(__always)
  init(bytes: ByteView, room: Int) {
    self.bytes = bytes
    self.room = room
  }

  /// A whole view, after which nothing is readable.
  @inlinable @inline(__always)
  package init(_ bytes: ByteView) { self.init(bytes: bytes, room: bytes.count) }

  /// Copies the bytes to `target`, with room for 16 more.
  @inlinable @inline(__always)
  func copy(to target: UnsafeMutablePointer<UInt8>) {
    guard bytes.count &+ 16 <= room else { return target.update(from: bytes.base, count: bytes.count) }
    let source = UnsafeRawPointer(bytes.base)
    let end = UnsafeMutableRawPointer(target)
    var at = 0
    repeat {
      let block = source.loadUnaligned(fromByteOffset: at, as: ByteBlock.self)
      end.storeBytes(of: block, toByteOffset: at, as: ByteBlock.self)
      at &+= 16
    } while at < bytes.count
  }
}

/// The text before an entry: a comma, a line end and the indentation; copied in whole blocks.
@usableFromInline
package struct EntryLead: ~Copyable {
  @usableFromInline var bytes = GrowableBuffer<UInt8>(capacity: 256)
  /// The length in bytes; sixteen more are readable.
  @usableFromInline package internal(set) var count = 0

  @inlinable package init(_ text: StaticString) {
    count = bytes.append(ByteView(text)) &+ text.utf8CodeUnitCount
    bytes.append(repeating: 0, count: 16)
  }

  @inlinable package mutating func append(_ byte: UInt8, count added: Int) {
    while bytes.count < count &+ added &+ 16 { bytes.append(byte) }
    for index in count..<count &+ added { bytes[index] = byte }
    count &+= added
  }

  /// Removes bytes from the end.
  @inlinable @inline(__always)
  package mutating func removeLast(_ removed: Int) { count &-= removed }

  @inlinable @inline(__always)
  func run(from start: Int) -> ByteRun { bytes.view.run(start..<count) }
}

extension OutputBuffer {
  @inlinable @inline(__always)
  package mutating func append(_ lead: borrowing EntryLead, from start: Int, _ run: ByteRun) {
    let before = lead.run(from: start)
    appendUninitialized(before.bytes.count &+ run.bytes.count &+ 32) { target in
      before.copy(to: target)
      run.copy(to: target + before.bytes.count)
      return before.bytes.count &+ run.bytes.count
    }
  }

  /// Appends the run, and up to one byte after it.
  @inlinable @inline(__always)
  package mutating func append(_ run: ByteRun, _ last: UInt8, behind: Int) {
    appendUninitialized(run.bytes.count &+ 17) { target in
      run.copy(to: target)
      target[run.bytes.count] = last
      return run.bytes.count &+ behind
    }
  }

  /// Appends the lead from `start`, and the run between quotation marks, and up to two bytes after it.
  @inlinable @inline(__always)
  package mutating func append(
    _ lead: borrowing EntryLead, from start: Int, quoting run: ByteRun, _ first: UInt8 = 0,
    _ second: UInt8 = 0,
    behind: Int = 0
  ) {
    let before = lead.run(from: start)
    appendUninitialized(before.bytes.count &+ run.bytes.count &+ 36) { target in
      before.copy(to: target)
      let text = target + before.bytes.count
      text[0] = ASCII.quotationMark
      run.copy(to: text + 1)
      let end = text + (run.bytes.count &+ 1)
      end[0] = ASCII.quotationMark
      end[1] = first
      end[2] = second
      return before.bytes.count &+ run.bytes.count &+ 2 &+ behind
    }
  }
}
