// Mode, owner, access control lists and extended attributes: copied from a replaced file to its replacement.

import CLibrary

#if !canImport(Darwin)
  // The modules of Glibc and Musl omit sys/xattr.h. For pointers and integers, Swift's calling convention is
  // C's.
  @_silgen_name("listxattr")
  private func listxattr(_ path: UnsafePointer<CChar>, _ list: UnsafeMutableRawPointer?, _ size: Int) -> Int
  @_silgen_name("getxattr")
  private func getxattr(
    _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?, _ size: Int
  ) -> Int
  @_silgen_name("fsetxattr")
  private func fsetxattr(
    _ descriptor: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?, _ size: Int, _ flags: Int32
  ) -> Int32
#endif

extension Platform {
  /// Copies to the open file the owner, attributes and mode of the file at `path`, as far as the system
  /// permits.
  ///
  /// If the owner cannot be kept, drops the set-id bits, which would grant rights of a new owner.
  static func copyAttributes(of path: String, _ status: FileStatus, to descriptor: Int32) {
    let keepsOwner = copyOwner(status, to: descriptor)
    #if canImport(Darwin)
      if let source = openForReading(path) {
        fcopyfile(source, descriptor, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR))
        closeDescriptor(source)
      }
    #else
      copyExtendedAttributes(of: path, to: descriptor)
    #endif
    fchmod(descriptor, mode_t(truncatingIfNeeded: keepsOwner ? status.mode : status.mode & 0o1777))
  }

  private static func copyOwner(_ status: FileStatus, to descriptor: Int32) -> Bool {
    guard let now = Platform.status(descriptor: descriptor) else { return false }
    if now.owner == status.owner && now.group == status.group { return true }
    if fchown(descriptor, status.owner, status.group) == 0 { return true }
    // An owner may still change the group to another of theirs.
    _ = fchown(descriptor, uid_t.max, status.group)
    return false
  }

  #if !canImport(Darwin)
    /// Attributes that describe the bytes or grant rights to them, and must not apply to others.
    private static let unkeptAttributes = ["security.capability", "security.ima", "security.evm"]

    private static func copyExtendedAttributes(of path: String, to descriptor: Int32) {
      guard let names = filled({ space, size in withPath(path) { listxattr($0, space, size) } }) else {
        return
      }
      for name in names.split(separator: 0) {
        let text = String(decoding: name, as: UTF8.self)
        guard !unkeptAttributes.contains(text),
          let value = filled({ space, size in withPath(path) { getxattr($0, text, space, size) } })
        else { continue }
        // Ignores refused ones, such as another user's security label.
        _ = value.withUnsafeBytes { fsetxattr(descriptor, text, $0.baseAddress, $0.count, 0) }
      }
    }

    /// The bytes that a call stores in a space of the size that it returned first; nil if it fails.
    private static func filled(_ fill: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
      let size = fill(nil, 0)
      guard size > 0 else { return size == 0 ? [] : nil }
      var bytes = [UInt8](repeating: 0, count: size)
      let used = bytes.withUnsafeMutableBytes { fill($0.baseAddress, $0.count) }
      return used >= 0 ? Array(bytes[..<used]) : nil
    }
  #endif
}
