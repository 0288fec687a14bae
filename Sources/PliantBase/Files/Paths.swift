package enum Paths {
  /// Resolves `path` against `folder`; nil is the process's own working directory.
  package static func resolve(_ path: String, against folder: String?) -> String {
    guard let folder, path.utf8.first != ASCII.solidus else { return path }
    return join(folder, path)
  }

  package static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : folder.utf8.last == ASCII.solidus ? folder + name : folder + "/" + name
  }

  /// Makes an absolute path without `.`, `..` and empty names, from names alone.
  package static func normalized(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }

  /// The path relative to a parent directory, both normalized; nil outside it.
  package static func relative(_ path: String, to folder: String) -> String? {
    if folder == "/" { return String(path.dropFirst()) }
    guard path.utf8.count > folder.utf8.count, path.hasPrefix(folder + "/") else { return nil }
    return String(decoding: path.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self)
  }

  /// The path relative to a directory, with `..`, both normalized and absolute; nil if they share only the root.
  package static func relative(_ path: String, climbingFrom folder: String) -> String? {
    var (shared, climb) = (folder, "")
    while true {
      if let rest = relative(path, to: shared) { return shared == "/" && !climb.isEmpty ? nil : climb + rest }
      guard shared.hasPrefix("/"), shared.utf8.count > 1 else { return nil }
      shared = parent(of: shared)
      climb += "../"
    }
  }

  /// The path's directory (with its trailing slash; empty without one) and its last component.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: ASCII.solidus) else { return ("", path) }
    let after = path.utf8.index(after: slash)
    return (String(path[..<after]), String(path[after...]))
  }

  /// The directory around a normalized absolute path; the root's is the root.
  package static func parent(of path: String) -> String {
    let folder = split(path).folder
    return folder.utf8.count > 1 ? String(folder.dropLast()) : "/"
  }

  /// The last component's extension without its dot, or nil; a leading dot does not count.
  package static func pathExtension(_ path: String) -> String? {
    let name = split(path).name
    guard name != "..", let dot = name.utf8.lastIndex(of: ASCII.fullStop), dot != name.startIndex else {
      return nil
    }
    let ending = name[name.utf8.index(after: dot)...]
    return ending.isEmpty ? nil : String(ending)
  }

  /// The path without its extension and the dot.
  package static func stem(_ path: String) -> String {
    pathExtension(path).map { String(path.dropLast($0.count + 1)) } ?? path
  }

  /// The path with its extension replaced, or with the new one appended if it has none.
  package static func replacingExtension(of path: String, with ending: String) -> String {
    guard let old = pathExtension(path) else { return path + "." + ending }
    return String(path.unicodeScalars.dropLast(old.unicodeScalars.count)) + ending
  }
}
