/// Reads small files into a reusable block, for commands that read many.
package struct FileReader: ~Copyable {
  package enum Contents: ~Copyable {
    /// Bytes in the reader's block, valid until the next file is read.
    case small(ByteView)
    case large(InputFile)
  }

  /// The size of the block; larger files do not fit.
  private static let capacity = 128 * 1024
  private let block: UnsafeMutablePointer<UInt8>
  /// The directory of the last file, with its slash, which the next one usually shares: opening it once is
  /// faster.
  private var folder = GrowableBuffer<UInt8>(capacity: 128)
  private var folderDescriptor: Int32?
  /// Whether a short read means the end of a file in this directory, so that no second read is needed.
  private var readsAreWhole = false

  package init() {
    block = Platform.reallocate(nil, byteCount: Self.capacity).assumingMemoryBound(to: UInt8.self)
  }

  deinit {
    Platform.deallocate(block)
    if let folderDescriptor { Platform.closeDescriptor(folderDescriptor) }
  }

  /// Reads the file at `path`.
  ///
  /// Throws `file.not-found`, `file.is-folder`, `file.no-permission` or `file.read`.
  package mutating func read(_ path: String, name: String) throws(Failure) -> Contents {
    guard !Platform.holds(0, path) else { throw Failure(.noSuchFile) }
    guard let descriptor = Platform.withPath(path, { open($0) }) else {
      throw Platform.readFailure(Platform.lastError)
    }
    defer { Platform.closeDescriptor(descriptor) }
    // Errors here have no positions, or occur again below.
    if readsAreWhole,
      let got = Platform.readSome(descriptor, at: 0, into: block, count: Self.capacity), got < Self.capacity
    {
      return .small(ByteView(base: block, count: got))
    }
    var count = 0
    while count < Self.capacity {
      guard let got = Platform.readSome(descriptor, into: block + count, count: Self.capacity - count) else {
        throw Platform.readFailure(Platform.lastError)
      }
      if got == 0 { return .small(ByteView(base: block, count: count)) }
      count += got
    }
    return .large(
      try InputFile(descriptor: descriptor, name: name, after: ByteView(base: block, count: count)))
  }

  /// Opens a file in the open directory, or opens its directory first.
  private mutating func open(_ path: UnsafePointer<CChar>) -> Int32? {
    let bytes = Platform.bytes(of: path)
    var nameStart = bytes.count
    while nameStart > 0, bytes[nameStart - 1] != ASCII.solidus { nameStart -= 1 }
    if nameStart <= 1 || nameStart == bytes.count {
      readsAreWhole = false
      return Platform.openForReading(path, in: nil)
    }
    let parent = bytes[0..<nameStart]
    if !(folder.view == parent) { openFolder(parent) }
    guard let folderDescriptor else { return Platform.openForReading(path, in: nil) }
    return Platform.openForReading(path + nameStart, in: folderDescriptor)
  }

  private mutating func openFolder(_ path: ByteView) {
    if let old = folderDescriptor { Platform.closeDescriptor(old) }
    folder.truncate(to: 0)
    _ = folder.append(path)
    folderDescriptor = Platform.openFolder(Platform.text(path))
    readsAreWhole = folderDescriptor.map { Platform.readsAreWhole(inFolder: $0) } ?? false
  }
}
