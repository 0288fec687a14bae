// Small files one after another through the same memory, for verbs that look at very many of them.

/// Reads files into a block that is used again for the next.
package struct FileReader: ~Copyable {
  /// A file's bytes.
  package enum Contents: ~Copyable {
    /// In the reader's block, until the next file is read.
    case small(ByteView)
    case large(InputFile)
  }

  /// Files of this size do not fit the block.
  private static let capacity = 128 * 1024
  private let block: UnsafeMutablePointer<UInt8>
  /// The folder of the last file, with its slash, which the next one mostly shares: finding it once is quicker.
  private var folder: [UInt8] = []
  private var folderDescriptor: Int32?

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
    guard let descriptor = open(path) else {
      throw Platform.readFailure(Platform.lastError)
    }
    defer { Platform.closeDescriptor(descriptor) }
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

  private mutating func open(_ path: String) -> Int32? {
    var (folder, folderDescriptor) = (folder, folderDescriptor)
    let descriptor = Platform.withPath(path) { Self.open($0, &folder, &folderDescriptor) }
    self.folder = folder
    self.folderDescriptor = folderDescriptor
    return descriptor
  }

  /// Opens a file in the folder that is open if it lies there, otherwise opens its folder first.
  private static func open(
    _ path: UnsafePointer<CChar>, _ folder: inout [UInt8], _ folderDescriptor: inout Int32?
  ) -> Int32? {
    let bytes = Platform.bytes(of: path)
    var nameStart = bytes.count
    while nameStart > 0, bytes[nameStart - 1] != ASCII.solidus { nameStart -= 1 }
    guard nameStart > 1, nameStart < bytes.count else { return Platform.openForReading(path, in: nil) }
    let parent = bytes[0..<nameStart]
    if !folder.withByteView({ $0 == parent }) {
      if let old = folderDescriptor { Platform.closeDescriptor(old) }
      folder = parent.array
      folderDescriptor = Platform.openFolder(Platform.text(parent))
    }
    guard let folderDescriptor else { return Platform.openForReading(path, in: nil) }
    return Platform.openForReading(path + nameStart, in: folderDescriptor)
  }
}
