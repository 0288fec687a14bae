// A whole input in memory: read if it is small, a pipe or a device, mapped if it is large.

/// The bytes of an input and the status of its file.
///
/// Files below `mapThreshold` are read, so that a change during the work is never seen halfway; larger ones
/// are mapped if the caller allows it, and truncating one meanwhile ends the program with "changed while it
/// was read".
package final class InputFile: @unchecked Sendable {
  /// The minimum size of a file to be mapped.
  package static let mapThreshold = 16 * 1024 * 1024

  /// The name in diagnostics.
  package let name: String
  /// The status; nil for bytes from memory.
  package let status: FileStatus?
  private let start: UnsafeMutablePointer<UInt8>
  package let count: Int
  private let isMapped: Bool
  private let mappingSlot: Int?

  /// Opens and reads the file at `path`.
  ///
  /// Throws `file.not-found`, `file.is-folder`, `file.no-permission`, `file.read` or `limit.memory`.
  package convenience init(path: String, name: String? = nil, maps: Bool = true) throws(Failure) {
    guard let descriptor = Platform.holds(0, path) ? nil : Platform.openForReading(path) else {
      throw Platform.holds(0, path) ? Failure(.noSuchFile) : Platform.readFailure(Platform.lastError)
    }
    defer { Platform.closeDescriptor(descriptor) }
    try self.init(descriptor: descriptor, name: name ?? path, maps: maps)
  }

  /// Reads the rest of an open file, such as standard input, without closing it.
  ///
  /// `beginning` was already read from it: a seekable file is read from its beginning again.
  package init(
    descriptor: Int32, name: String, after beginning: ByteView = .empty, maps: Bool = true
  ) throws(Failure) {
    var beginning = beginning
    if !beginning.isEmpty, Platform.position(descriptor) == beginning.count {
      Platform.seek(descriptor, to: 0)
      beginning = .empty
    }
    let status = Platform.status(descriptor: descriptor)
    if status?.kind == .folder { throw Failure(.isFolder) }
    self.name = name
    self.status = status
    if maps, let status, status.kind == .regular, status.size >= Self.mapThreshold,
      Platform.position(descriptor) == 0,
      let mapping = Platform.map(descriptor, byteCount: status.size)
    {
      start = UnsafeMutablePointer(mutating: mapping.assumingMemoryBound(to: UInt8.self))
      count = status.size
      isMapped = true
      mappingSlot = MemoryMaps.register(mapping, byteCount: status.size, name: name)
      MemoryBudget.chargeInput(count)
      // The object is now complete, and refunds its charge.
      try MemoryBudget.check()
      return
    }
    (start, count) = try Self.readAll(
      descriptor, expecting: status?.kind == .regular ? status?.size ?? 0 : 0, after: beginning, maps: maps)
    isMapped = false
    mappingSlot = nil
  }

  /// Wraps bytes in memory.
  package init(bytes: [UInt8], name: String) {
    self.name = name
    status = nil
    start = Platform.reallocate(nil, byteCount: bytes.count).assumingMemoryBound(to: UInt8.self)
    start.update(from: bytes, count: bytes.count)
    count = bytes.count
    isMapped = false
    mappingSlot = nil
    MemoryBudget.chargeInput(count)
  }

  deinit {
    MemoryBudget.refundInput(count)
    if isMapped {
      MemoryMaps.forget(mappingSlot)
      Platform.unmap(start, byteCount: count)
    } else {
      Platform.deallocate(start)
    }
  }

  private static func readAll(
    _ descriptor: Int32, expecting size: Int, after beginning: ByteView, maps: Bool
  ) throws(Failure) -> (UnsafeMutablePointer<UInt8>, Int) {
    let wanted = maps ? min(size, mapThreshold * 4) : size
    var capacity = max(wanted + 1, 16 * 1024, 2 * beginning.count)
    try MemoryBudget.check(adding: capacity)
    var start = Platform.reallocate(nil, byteCount: capacity).assumingMemoryBound(to: UInt8.self)
    start.update(from: beginning.base, count: beginning.count)
    var count = beginning.count
    MemoryBudget.chargeInput(count)
    do throws(Failure) {
      while true {
        if count == capacity {
          // The budget grows with the input, but the process's limits still apply.
          try MemoryBudget.check(adding: capacity)
          if size == 0 { try MemoryBudget.check(unsizedInput: 2 * capacity) }
          capacity *= 2
          start = Platform.reallocate(start, byteCount: capacity).assumingMemoryBound(to: UInt8.self)
        }
        guard let got = Platform.readSome(descriptor, into: start + count, count: capacity - count)
        else { throw Platform.readFailure(Platform.lastError) }
        MemoryBudget.chargeInput(got)
        count += got
        // A regular file returns all its bytes at once; a pipe has no known end.
        if got == 0 || size > 0 && count == size { return (start, count) }
      }
    } catch {
      MemoryBudget.refundInput(count)
      Platform.deallocate(start)
      throw error
    }
  }

  /// Runs `body` on the bytes, which are valid only inside it.
  package func withBytes<Result: ~Copyable, Problem: Error>(
    _ body: (ByteView) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(ByteView(base: start, count: count))
  }
}
