// Listing directories.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Platform {
  /// The names in a directory without `.` and `..`, in byte order; opendir(3).
  ///
  /// Nil if it is unreadable.
  package static func names(inFolder path: String) -> [String]? { try? entries(inFolder: path).map(\.name) }

  /// The names in a directory without `.` and `..`, in byte order, with their kinds if the directory contains
  /// them.
  ///
  /// Throws `file.no-permission` and the like.
  package static func entries(inFolder path: String) throws(Failure) -> [(name: String, kind: FileKind?)] {
    guard let folder = withPath(path, { opendir($0) }) else { throw readFailure(lastError) }
    defer { closedir(folder) }
    var entries: [(name: String, kind: FileKind?)] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          text(cString: $0)
        }
      }
      let kind: FileKind? =
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_REG): .regular
        case Int32(DT_DIR): .folder
        case Int32(DT_LNK): .symbolicLink
        default: nil
        }
      if let name, name != ".", name != ".." { entries.append((name, kind)) }
    }
    if errno != 0 { throw readFailure(lastError) }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
