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
  /// The folder of the last file, which the next one mostly shares: finding it once is quicker.
  private var folder = ""
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
    guard let slash = path.utf8.lastIndex(of: ASCII.solidus), slash > path.startIndex,
      path.utf8.last != ASCII.solidus
    else {
      return Platform.openForReading(path)
    }
    let parent = path.utf8[..<slash]
    if !parent.elementsEqual(folder.utf8) {
      if let folderDescriptor { Platform.closeDescriptor(folderDescriptor) }
      folder = String(path[..<slash])
      folderDescriptor = Platform.openFolder(folder)
    }
    guard let folderDescriptor else { return Platform.openForReading(path) }
    return Platform.openForReading(String(path[path.utf8.index(after: slash)...]), in: folderDescriptor)
  }
}
