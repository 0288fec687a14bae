// A sliding window on a streamed input, for commands that work in constant memory.
//
//   already consumed │ bytes (given to the reader) │ not read yet
//                    ^ offset

/// A descriptor's bytes, a window at a time.
///
/// The reader examines `bytes`, consumes them as it proceeds, and requests more; a token longer than the
/// window makes the window grow, up to `Limits.tokenBytes`.
package struct InputWindow: ~Copyable {
  /// The status; nil for bytes in memory.
  package let status: FileStatus?
  private let descriptor: Int32
  private let closesDescriptor: Bool
  /// Whether to read by offset, so that several windows can share one descriptor.
  private let isPlaced: Bool
  /// Whether the bytes belong to another owner and are all available.
  private let isHeld: Bool
  private var block: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes read so far.
  private var inputCount = 0
  private var low = 0
  private var high = 0
  /// The offset of the window in the input.
  package private(set) var offset = 0
  /// Whether nothing follows the window.
  package private(set) var isAtEnd = false

  /// The length of the input, if known.
  package var inputLength: Int? { isHeld ? capacity : status?.kind == .regular ? status?.size : nil }

  /// Ends a wait for input; nil if nothing does.
  package var interrupt: InputInterrupt?

  /// The number of bytes per read.
  package static let chunkSize = 256 * 1024

  /// Reads from an open descriptor, which the caller must keep open.
  ///
  /// If `isPlaced`, reads a file from its beginning, whatever the descriptor's offset.
  package init(descriptor: Int32, isPlaced: Bool = false, chunkSize: Int = Self.chunkSize) {
    self.init(
      descriptor: descriptor, status: Platform.status(descriptor: descriptor), closes: false,
      isPlaced: isPlaced, chunkSize: chunkSize)
  }

  /// Opens the file at `path`.
  ///
  /// Throws `file.not-found`, `file.is-folder` or `file.no-permission`.
  package init(path: String, chunkSize: Int = Self.chunkSize) throws(Failure) {
    guard let descriptor = Platform.openForReading(path) else {
      throw Platform.readFailure(Platform.lastError)
    }
    let status = Platform.status(descriptor: descriptor)
    if status?.kind == .folder {
      Platform.closeDescriptor(descriptor)
      throw Failure(.isFolder)
    }
    self.init(descriptor: descriptor, status: status, closes: true, chunkSize: chunkSize)
  }

  /// Wraps bytes in memory, which must outlive the window: one chunk, at `offset` in the input.
  package init(held bytes: ByteView, offset: Int = 0) {
    self.offset = offset
    status = nil
    descriptor = -1
    closesDescriptor = false
    isPlaced = false
    isHeld = true
    capacity = bytes.count
    block = UnsafeMutablePointer(mutating: bytes.base)
  }

  private init(descriptor: Int32, status: FileStatus?, closes: Bool, isPlaced: Bool = false, chunkSize: Int) {
    self.status = status
    self.descriptor = descriptor
    closesDescriptor = closes
    self.isPlaced = isPlaced
    isHeld = false
    capacity = max(chunkSize, 16)
    MemoryBudget.charge(capacity)
    block = Platform.reallocate(nil, byteCount: capacity).assumingMemoryBound(to: UInt8.self)
  }

  deinit {
    if !isHeld {
      MemoryBudget.refund(capacity)
      MemoryBudget.discountInput(inputCount)
      Platform.deallocate(block)
    }
    if closesDescriptor { Platform.closeDescriptor(descriptor) }
  }

  /// The bytes read and not yet consumed, valid until the next `refill`.
  package var bytes: ByteView { ByteView(base: block + low, count: high - low) }

  /// Releases the first `count` bytes of the window.
  package mutating func consume(_ count: Int) {
    precondition(count >= 0 && count <= high - low, "consumed more than there is")
    low += count
    offset += count
  }

  /// Reads more after the unconsumed bytes; false if the input has ended.
  ///
  /// Throws `file.read`, also for a token that outgrows `Limits.tokenBytes`, and `limit.memory`.
  package mutating func refill() throws(Failure) -> Bool {
    if isAtEnd { return false }
    if isHeld {
      isAtEnd = true
      high = capacity
      return high > 0
    }
    if low > 0 {
      block.update(from: block + low, count: high - low)
      high -= low
      low = 0
    }
    if high == capacity {
      guard capacity < Limits.tokenBytes else {
        throw Failure(.cannotRead, "one token is longer than \(ByteCount.text(Limits.tokenBytes))")
      }
      try MemoryBudget.check(adding: capacity)
      MemoryBudget.charge(capacity)
      capacity *= 2
      block = Platform.reallocate(block, byteCount: capacity).assumingMemoryBound(to: UInt8.self)
    }
    if let interrupt, !interrupt.waits(for: descriptor) { throw Failure(.cannotRead, "interrupted") }
    let place = isPlaced ? offset + high : nil
    guard let got = Platform.readSome(descriptor, at: place, into: block + high, count: capacity - high)
    else { throw Platform.readFailure(Platform.lastError) }
    high += got
    inputCount += got
    MemoryBudget.countInput(got)
    WorkProgress.reached(offset + high - low)
    if got == 0 { isAtEnd = true }
    return got > 0
  }
}
